//! Anything given as an edition is refused with the place of its fault, or every game with it can be played.

use merx_engine::celtic::Celtic;
use merx_engine::edition::Edition;
use merx_engine::game::{Game, MAX_PLAYERS};
use merx_engine::mercurius::Mercurius;
use merx_engine::merkator::Merkator;
use merx_engine::rng::Rng;
use merx_engine::setup::Setup;

use super::Tally;
use super::input::Input;
use super::mutate::mutate;
use super::sound::{check_message, check_observations, play_to_the_end};

/// [`read`] for one game.
type Reader = fn(&str, &mut Rng) -> Tally;

/// Every game by name.
const READERS: [(&str, Reader); 3] =
    [(Mercurius::NAME, read::<Mercurius>), (Celtic::NAME, read::<Celtic>), (Merkator::NAME, read::<Merkator>)];

/// Bytes as the TOML of an edition; or a changed edition of those that are compiled in, whole or as what differs from another.
pub fn edition(data: &[u8]) -> Tally {
    let mut input = Input::new(data);
    let setup = input.setup();
    let mut rng = input.rng();
    let read = READERS.iter().find(|(name, _)| *name == setup.game().name()).expect("every game is read").1;
    let mode = input.byte() % 4;
    if mode == 0 {
        return read(&String::from_utf8_lossy(input.rest()), &mut rng);
    }
    let mut contents = setup.edition_contents();
    if mode == 1 {
        contents["edition"]["extends"] = setup.game().editions()[0].into();
    }
    mutate(&mut contents, &mut input);
    // Not all JSON is TOML.
    toml::to_string(&contents).map_or(Tally::default(), |toml| read(&toml, &mut rng))
}

fn read<G: Game>(toml: &str, rng: &mut Rng) -> Tally {
    match Edition::<G>::parse(toml, "edition") {
        Ok(edition) => {
            check_edition(edition, rng);
            Tally::ACCEPTED
        }
        Err(error) => {
            check_message(&error);
            let message = error.to_string();
            let place = message.split_once(": ").expect("the file comes first").1;
            assert!(place.starts_with('[') || place.starts_with("line "), "no place is named: {message}");
            Tally::REFUSED
        }
    }
}

/// The edition's own tables are the same edition, and games with it are sound from the deal to the end, for all its numbers of players.
fn check_edition<G: Game>(edition: &'static Edition<G>, rng: &mut Rng) {
    assert_eq!(Edition::<G>::parse(&edition.to_toml(), "edition"), Ok(edition));
    for action in 0..G::NUM_ACTIONS {
        let text = G::action_to_string(edition, action).expect("every id has a text");
        assert_eq!(G::string_to_action(edition, &text), Ok(action));
    }
    assert!(!edition.players().is_empty());
    for players in 0..=MAX_PLAYERS + 1 {
        let setup = Setup::new(edition, players);
        assert_eq!(setup.is_ok(), edition.players().contains(&players));
        let Ok(setup) = setup else { continue };
        let mut state = setup.new_initial_state(rng.next_u64());
        check_observations(&state, rng);
        play_to_the_end(&mut state, rng);
        check_observations(&state, rng);
    }
}
