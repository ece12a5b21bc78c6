//! Anything given as a record is refused, or is the record of the game that it replays to.

use merx_engine::record::Record;
use merx_engine::registry::{AnySetup, find_game};

use super::Tally;
use super::input::Input;
use super::mutate::mutate;
use super::sound::check_message;

/// Bytes as the line of a record; or the changed record of a random game.
pub fn record(data: &[u8]) -> Tally {
    let mut input = Input::new(data);
    if input.flag() {
        return read(&String::from_utf8_lossy(input.rest()));
    }
    let setup = input.setup();
    let seed = u64::from(input.byte());
    let actions = input.game(setup, seed);
    let bots = vec!["random".to_owned(); setup.players()];
    let record = setup.record(seed, bots, &actions).expect("a whole game was played");
    let mut document = serde_json::to_value(&record).expect("a record is plain data");
    mutate(&mut document, &mut input);
    read(&document.to_string())
}

fn read(line: &str) -> Tally {
    let record = match Record::parse(line) {
        Ok(record) => record,
        Err(error) => {
            check_message(&error);
            return Tally::REFUSED;
        }
    };
    assert_eq!(Record::parse(&record.to_line()).as_ref(), Ok(&record), "it reads back equal");
    // The edition of a record may be a file; fuzzing reads none.
    let game = find_game(&record.game).ok().filter(|game| game.editions().contains(&record.edition.as_str()));
    let setup = game.and_then(|game| game.setup(&record.edition, record.players).ok());
    setup.map_or(Tally::REFUSED, |setup| verify(&*setup, &record))
}

/// A record that is verified says what its replay says, but for what is only told: version, names of bots, and how texts are spelt.
fn verify(setup: &dyn AnySetup, record: &Record) -> Tally {
    match setup.verify(record) {
        Err(error) => {
            check_message(&error);
            Tally::REFUSED
        }
        Ok(actions) => {
            let replayed = setup.record(record.seed, record.bots.clone(), &actions).expect("the game was replayed");
            let read: Vec<_> = record.actions.iter().map(|text| setup.string_to_action(text)).collect();
            assert!(read.into_iter().eq(actions.into_iter().map(Ok)));
            let (merx, actions) = (record.merx.clone(), record.actions.clone());
            assert_eq!(Record { merx, actions, ..replayed }, *record);
            Tally::ACCEPTED
        }
    }
}
