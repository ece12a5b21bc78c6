//! Whole games of every edition and number of players.

use crate::kit::{setups, walk};

#[test]
fn every_state_round_trips_through_its_dict() {
    for setup in setups() {
        for eager in [false, true] {
            walk(&*setup, 0..12, eager, |state| {
                let dict = state.to_json();
                let again =
                    setup.state_from_json(&dict).unwrap_or_else(|error| panic!("{error}: {dict}\n{}", state.to_text()));
                assert!(again.equals(state), "{dict}");
                assert_eq!(again.state_hash(), state.state_hash());
                assert_eq!(again.legal_actions(), state.legal_actions());
            });
        }
    }
}
