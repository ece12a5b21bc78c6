//! States as bytes: the saved state of `docs/formats.md`.

use merx_engine::rng::Rng;
use merx_engine::saved;

use crate::position::trading;
use crate::support::{PLAYERS, Play, standard};

#[test]
fn every_state_round_trips_through_bytes() {
    for players in PLAYERS {
        let mut history = Vec::new();
        let mut rng = Rng::new(5);
        let mut play = Play::deal(standard(players), 5);
        loop {
            let bytes = saved::serialize(&*play.state, &history);
            let (setup, state, told) = saved::deserialize(&bytes).unwrap();
            assert!(state.equals(&*play.state));
            assert_eq!((setup.players(), setup.edition_hash()), (players, play.setup.edition_hash()));
            assert_eq!(told, history);
            assert_eq!(saved::serialize(&*state, &told), bytes);
            let legal = play.state.legal_actions();
            let Some(action) = legal.choose(&mut rng) else { break };
            play.state.apply_action(action).unwrap();
            history.push(action);
        }
    }
}

#[test]
fn bytes_that_are_cut_or_changed_are_refused_in_one_line() {
    let play = trading().start();
    let bytes = saved::serialize(&*play.state, &[24, 44]);
    for length in (0..bytes.len()).step_by(50) {
        let error = saved::deserialize(&bytes[..length]).unwrap_err().to_string();
        assert!(error.starts_with("this is not a saved state: ") && !error.contains('\n'), "{error}");
    }
    let text = String::from_utf8(bytes).unwrap();
    for (old, new, hint) in [
        ("merx-state/1", "merx-state/2", "merx-state/2"),
        (r#""game":"mercurius","rules""#, r#""game":"mercurio","rules""#, "mercurio"),
        (r#""rules":1"#, r#""rules":2"#, "rules version 2"),
        (r#""players":3,"position""#, r#""players":6,"position""#, "6"),
        (r#""players":3,"position""#, r#""players":4,"position""#, "players"),
        (r#""round":5"#, r#""round":6"#, ""),
        ("end finance", "end it", "end"),
        (r#"{"format""#, r#"{"surplus":1,"format""#, "surplus"),
        (r#"{"format""#, r#"{"sur\nplus":1,"format""#, "sur plus"),
        (r#""edition":"standard""#, r#""edition":"deluxe""#, "deluxe"),
    ] {
        assert!(text.contains(old), "{old}");
        let error = saved::deserialize(text.replacen(old, new, 1).as_bytes()).unwrap_err().to_string();
        assert!(error.contains(hint) && !error.contains('\n'), "{new}: {error}");
    }
    let hash = play.setup.edition_hash();
    let error = saved::deserialize(text.replacen(hash, "0123456789abcdef", 1).as_bytes()).unwrap_err().to_string();
    assert!(error.contains("0123456789abcdef"), "{error}");
    assert!(saved::deserialize(b"\xff\xfe").is_err());
}

#[test]
fn a_state_of_an_own_edition_takes_it_along_in_its_bytes() {
    let own = crate::support::standard_with(&[("cash = 70", "cash = 71"), ("name = \"standard\"", "name = \"rich\"")]);
    let play = Play::deal(crate::support::edition(&own, 4), 3);
    let (setup, state, _) = saved::deserialize(&saved::serialize(&*play.state, &[])).unwrap();
    assert!(state.equals(&*play.state));
    assert_eq!((setup.edition_name(), setup.edition_hash()), ("rich", play.setup.edition_hash()));
}
