//! Records of played games are verified, and one that was tampered with is refused with a line that says what and where.

use std::sync::atomic::AtomicBool;

use serde_json::{Value as Json, json};

use merx_engine::playout::playout;
use merx_engine::record::{FORMAT, Record, RecordError};
use merx_engine::registry::{AnyGame, AnySetup, GAMES, find_game};
use merx_engine::rng::{Rng, Stream};

/// The record of a random game.
fn record(setup: &dyn AnySetup, seed: u64) -> Record {
    let mut rng = Rng::for_stream(seed, Stream::Playout);
    let mut state = setup.new_initial_state(seed);
    let mut actions = Vec::new();
    while !state.is_terminal() {
        let legal = state.legal_actions();
        let action = legal.choose(&mut rng).unwrap();
        state.apply_action(action).unwrap();
        actions.push(action);
    }
    setup.record(seed, vec!["random".to_owned(); setup.players()], &actions).unwrap()
}

fn setups() -> impl Iterator<Item = Box<dyn AnySetup>> {
    GAMES.iter().flat_map(|game| {
        let players = game.edition("standard").unwrap().players;
        players.into_iter().map(|players| game.setup("standard", players).unwrap())
    })
}

fn mercurius() -> (Box<dyn AnySetup>, Record) {
    let setup = find_game("mercurius").unwrap().setup("standard", 3).unwrap();
    let record = record(&*setup, 5);
    (setup, record)
}

/// The line with which a changed record is refused.
#[track_caller]
fn refusal(setup: &dyn AnySetup, record: &Record) -> String {
    match setup.verify(record) {
        Ok(_) => panic!("it was taken"),
        Err(RecordError(line)) => {
            assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
            line
        }
    }
}

/// The number of the decision that a refusal names.
#[track_caller]
fn decision(line: &str) -> usize {
    let at = line.find("decision ").unwrap_or_else(|| panic!("no decision in {line:?}"));
    let digits: String = line[at + 9..].chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("no decision in {line:?}"))
}

#[test]
fn records_of_played_games_are_verified_and_keep_their_actions() {
    for setup in setups() {
        for seed in (0..8).chain([u64::MAX]) {
            let record = record(&*setup, seed);
            let actions = setup.verify(&record).unwrap();
            let texts: Vec<String> = actions.iter().map(|action| setup.action_to_string(*action).unwrap()).collect();
            assert_eq!(texts, record.actions);
            assert_eq!(record.hashes.len(), record.actions.len() / 16);
        }
    }
}

#[test]
fn a_record_says_what_was_played_and_what_came_of_it() {
    let (setup, record) = mercurius();
    assert_eq!((record.format.as_str(), record.game.as_str(), record.rules), (FORMAT, "mercurius", 1));
    assert_eq!((record.edition.as_str(), record.edition_hash.as_str()), ("standard", setup.edition_hash()));
    assert_eq!((record.players, record.seed), (3, 5));
    assert_eq!(record.merx, env!("CARGO_PKG_VERSION"));
    let mut state = setup.new_initial_state(5);
    for (i, text) in record.actions.iter().enumerate() {
        state.apply_action(setup.string_to_action(text).unwrap()).unwrap();
        if (i + 1) % 16 == 0 {
            assert_eq!(record.hashes[i / 16], format!("{:016x}", state.state_hash()));
        }
    }
    assert_eq!(record.final_hash, format!("{:016x}", state.state_hash()));
    assert_eq!((&record.scores[..], &record.ranks[..]), (&state.scores()[..], &state.ranks()[..]));
}

#[test]
fn a_line_is_one_line_with_its_keys_in_order_and_reads_back_equal() {
    for setup in setups() {
        let record = record(&*setup, u64::MAX);
        let line = record.to_line();
        assert!(!line.contains('\n'));
        assert_eq!(Record::parse(&line), Ok(record));
        let value: Json = serde_json::from_str(&line).unwrap();
        let keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = [
            "format",
            "merx",
            "game",
            "rules",
            "edition",
            "edition_hash",
            "players",
            "seed",
            "bots",
            "actions",
            "hashes",
            "final_hash",
            "scores",
            "ranks",
        ];
        assert_eq!(keys, expected);
    }
}

#[test]
fn a_line_cut_off_anywhere_is_refused() {
    let line = mercurius().1.to_line();
    for length in (0..line.len()).step_by(50).chain([line.len() - 1]) {
        let error = Record::parse(&line[..length]).unwrap_err().to_string();
        assert!(error.contains("cut off") && !error.contains('\n'), "{error}");
    }
    assert!(Record::parse(&format!("{line}{line}")).is_err(), "two records on a line");
}

#[test]
fn a_line_that_is_no_record_of_this_format_is_refused() {
    let (_, record) = mercurius();
    let changed = |change: &dyn Fn(&mut Json)| {
        let mut value = serde_json::to_value(&record).unwrap();
        change(&mut value);
        Record::parse(&value.to_string()).unwrap_err().to_string()
    };
    assert!(changed(&|value| value["format"] = json!("merx-record/2")).contains("merx-record/2"));
    assert!(changed(&|value| value["format"] = json!(1)).contains("format"));
    for key in serde_json::to_value(&record).unwrap().as_object().unwrap().keys() {
        let said = changed(&|value| drop(value.as_object_mut().unwrap().shift_remove(key)));
        assert!(said.contains(key), "{key} is missing: {said}");
        for wrong in [json!(null), json!({}), json!(-1), json!(1.5)] {
            let said = changed(&|value| value[key] = wrong.clone());
            assert!(said.contains(key), "{key} is {wrong}: {said}");
        }
    }
    assert!(changed(&|value| value["surplus"] = json!(1)).contains("surplus"));
    assert!(changed(&|value| value["sur\nplus"] = json!(1)).contains("`sur plus`"));
    let said = changed(&|value| value["actions"][3] = json!(3));
    assert!(said.contains("actions[3]"), "{said}");
    for nonsense in ["", "[]", "{}", "null", "3", "\"merx\"", "{\"format\":\"merx-state/1\"}"] {
        assert!(!Record::parse(nonsense).unwrap_err().to_string().contains('\n'));
    }
}

#[test]
fn every_field_of_the_head_is_compared() {
    let (setup, record) = mercurius();
    let changed = |change: &dyn Fn(&mut Record)| {
        let mut other = record.clone();
        change(&mut other);
        refusal(&*setup, &other)
    };
    assert!(changed(&|record| record.game = "celtic".to_owned()).contains("celtic"));
    assert!(changed(&|record| record.rules += 1).contains("rules version 2"));
    assert!(changed(&|record| record.edition = "deluxe".to_owned()).contains("deluxe"));
    assert!(changed(&|record| record.edition_hash = "0123456789abcdef".to_owned()).contains("0123456789abcdef"));
    assert!(changed(&|record| record.players = 4).contains('4'));
    assert!(changed(&|record| drop(record.bots.pop())).contains("2 bots"));
    assert!(changed(&|record| record.bots.push("random".to_owned())).contains("4 bots"));
}

#[test]
fn another_version_of_merx_or_other_names_of_bots_do_not_matter() {
    let (setup, mut record) = mercurius();
    record.merx = "0.0.1".to_owned();
    record.bots = vec!["anna".to_owned(), "mcts:simulations=500".to_owned(), String::new()];
    assert!(setup.verify(&record).is_ok());
}

#[test]
fn another_seed_diverges_at_a_decision_that_is_named() {
    let (setup, record) = mercurius();
    for seed in [0, 1, 6, u64::MAX] {
        let line = refusal(&*setup, &Record { seed, ..record.clone() });
        assert!((1..=16).contains(&decision(&line)), "{line}");
    }
}

/// Whether a refusal names the first decision that differs from the record, or a later one up to the next hash.
fn named_in_time(line: &str, original: &Record, changed: &Record) -> bool {
    let both = original.actions.iter().zip(&changed.actions);
    let first = 1 + both.take_while(|(one, other)| one == other).count();
    let next_hash = first.div_ceil(16) * 16;
    let at_the_end = next_hash > original.actions.len();
    if line.starts_with("it ends after") {
        return at_the_end;
    }
    (first..=next_hash).contains(&decision(line))
}

#[test]
fn an_action_that_was_cut_is_noticed_by_the_next_hash() {
    let (setup, record) = mercurius();
    for cut in 0..record.actions.len() {
        let mut other = record.clone();
        other.actions.remove(cut);
        let line = refusal(&*setup, &other);
        assert!(named_in_time(&line, &record, &other), "{} cut: {line}", cut + 1);
    }
}

#[test]
fn actions_that_were_swapped_are_noticed_by_the_next_hash() {
    let (setup, record) = mercurius();
    for first in 0..record.actions.len() - 1 {
        if record.actions[first] == record.actions[first + 1] {
            continue;
        }
        let mut other = record.clone();
        other.actions.swap(first, first + 1);
        let line = refusal(&*setup, &other);
        assert!(named_in_time(&line, &record, &other), "{} swapped: {line}", first + 1);
    }
}

#[test]
fn an_action_that_was_added_is_noticed_by_the_next_hash() {
    let (setup, record) = mercurius();
    for added in 0..=record.actions.len() {
        let mut other = record.clone();
        let text = record.actions[added.min(record.actions.len() - 1)].clone();
        other.actions.insert(added, text);
        let line = refusal(&*setup, &other);
        assert!(named_in_time(&line, &record, &other), "{} added: {line}", added + 1);
    }
}

#[test]
fn an_action_that_was_replaced_is_noticed_by_the_next_hash() {
    let (setup, record) = mercurius();
    let mut state = setup.new_initial_state(record.seed);
    for (i, text) in record.actions.iter().enumerate() {
        // By another legal one, by an illegal one, by a text that is none.
        let played = setup.string_to_action(text).unwrap();
        let legal = state.legal_actions().iter().find(|action| *action != played);
        let legal = legal.map(|action| setup.action_to_string(action).unwrap());
        let illegal = (0..190).find(|action| !state.legal_actions().contains(*action)).unwrap();
        for other in legal.into_iter().chain([setup.action_to_string(illegal).unwrap(), "resign".to_owned()]) {
            let mut changed = record.clone();
            changed.actions[i].clone_from(&other);
            let line = refusal(&*setup, &changed);
            assert!(named_in_time(&line, &record, &changed), "{} is {other:?}: {line}", i + 1);
        }
        state.apply_action(played).unwrap();
    }
}

#[test]
fn every_hash_is_compared() {
    let (setup, record) = mercurius();
    for i in 0..record.hashes.len() {
        let mut other = record.clone();
        let last = if other.hashes[i].ends_with('0') { "1" } else { "0" };
        other.hashes[i].replace_range(15.., last);
        let line = refusal(&*setup, &other);
        assert_eq!(decision(&line), 16 * (i + 1), "{line}");
        let mut other = record.clone();
        other.hashes.remove(i);
        assert!(
            (16..=record.actions.len()).contains(&decision(&refusal(&*setup, &other))) || i + 1 == record.hashes.len()
        );
    }
    let mut other = record.clone();
    other.hashes.push(record.final_hash.clone());
    assert!(refusal(&*setup, &other).contains("hashes"));
    let mut other = record.clone();
    other.final_hash = record.hashes[0].clone();
    assert_eq!(decision(&refusal(&*setup, &other)), record.actions.len());
}

#[test]
fn scores_and_ranks_are_compared() {
    let (setup, record) = mercurius();
    for seat in 0..3 {
        let mut other = record.clone();
        other.scores[seat] += 1;
        let line = refusal(&*setup, &other);
        assert!(line.contains("scores") && decision(&line) == record.actions.len(), "{line}");
        let mut other = record.clone();
        other.ranks[seat] ^= 1;
        let line = refusal(&*setup, &other);
        assert!(line.contains("ranks") && decision(&line) == record.actions.len(), "{line}");
    }
    let mut fewer = record.clone();
    fewer.scores.truncate(2);
    assert!(refusal(&*setup, &fewer).contains("scores"));
    let mut more = record.clone();
    more.ranks.push(1);
    assert!(refusal(&*setup, &more).contains("ranks"));
}

#[test]
fn a_game_that_did_not_end_is_no_record() {
    let (setup, record) = mercurius();
    for length in [0, 1, record.actions.len() - 1] {
        let mut other = record.clone();
        other.actions.truncate(length);
        other.hashes.truncate(length / 16);
        let line = refusal(&*setup, &other);
        assert!(line.contains(&format!("after {length} decisions")) && line.contains("not over"), "{line}");
    }
    let error = setup.record(5, vec![String::new(); 3], &[24]).unwrap_err().to_string();
    assert!(error.contains("not over after 1 decision"), "{error}");
    let error = setup.record(5, vec![String::new(); 3], &[24, 24]).unwrap_err().to_string();
    assert_eq!(decision(&error), 2, "{error}");
    let mut actions = setup.verify(&record).unwrap();
    actions.push(24);
    let error = setup.record(5, vec![String::new(); 3], &actions).unwrap_err().to_string();
    assert!(decision(&error) == actions.len() && error.contains("over"), "{error}");
}

#[test]
fn a_record_names_one_bot_for_each_player() {
    let (setup, record) = mercurius();
    let actions = setup.verify(&record).unwrap();
    for bots in [0, 2, 4] {
        let error = setup.record(5, vec!["random".to_owned(); bots], &actions).unwrap_err().to_string();
        assert!(error.contains(&format!("{bots} bots")), "{error}");
    }
}

#[test]
fn a_record_is_verified_with_its_own_edition_only() {
    let (_, record) = mercurius();
    let game: &dyn AnyGame = find_game("mercurius").unwrap();
    let other = "[edition]\ngame = \"mercurius\"\nextends = \"standard\"\n[setup]\ncash = 71\n";
    let setup = game.setup_from_toml(other, 3).unwrap();
    assert!(refusal(&*setup, &record).contains("edition"));
    let own = self::record(&*setup, 5);
    assert!(setup.verify(&own).is_ok());
    assert_ne!(own.edition_hash, record.edition_hash);
}

#[test]
fn a_record_is_read_leniently_where_action_texts_are() {
    let (setup, mut record) = mercurius();
    for text in &mut record.actions {
        *text = format!(" {} ", text.to_uppercase());
    }
    assert!(setup.verify(&record).is_ok());
}

#[test]
fn many_games_are_recorded_the_same_on_one_thread_and_on_two() {
    let go = AtomicBool::new(false);
    for setup in setups() {
        let bots = vec!["random".parse().unwrap(); setup.players()];
        let jobs: Vec<_> = (0..12).map(|seed| (seed, bots.clone())).collect();
        let one = setup.play_many(&jobs, 1, &go).unwrap();
        assert_eq!(setup.play_many(&jobs, 2, &go), Some(one.clone()));
        for (seed, record) in one.iter().enumerate() {
            let record = Record::parse(record).unwrap();
            assert_eq!(record.seed, seed as u64);
            assert!(setup.verify(&record).is_ok());
        }
        assert_eq!(setup.play_many(&jobs, 1, &AtomicBool::new(true)), None);
    }
}

#[test]
fn a_record_replays_to_the_state_that_was_played() {
    use merx_engine::mercurius::Mercurius;
    use merx_engine::setup::Setup;

    let setup = Setup::<Mercurius>::standard(5);
    let mut state = setup.new_initial_state(3);
    let decisions = playout(&mut state, &mut Rng::for_stream(3, Stream::Playout));
    let record = record(&setup, 3);
    assert_eq!(record.actions.len(), decisions);
    assert_eq!(record.final_hash, format!("{:016x}", merx_engine::game::State::state_hash(&state)));
}
