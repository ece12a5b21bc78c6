//! Whole games of every edition and number of players.

use proptest::prelude::*;

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// The choices are repeated until the game ends; whether or not they make sense, the bound holds.
    #[test]
    fn no_game_is_longer_than_its_bound(seed: u64, choices in proptest::collection::vec(any::<u16>(), 40)) {
        for setup in setups() {
            let most = setup.max_game_length();
            let mut state = setup.new_initial_state(seed);
            let mut decisions = 0;
            while !state.is_terminal() {
                let legal = state.legal_actions();
                let action = legal.nth(u32::from(choices[decisions % 40]) % legal.len()).unwrap();
                state.apply_action(action).unwrap();
                decisions += 1;
                prop_assert!(decisions <= most, "{} with {}", setup.edition_name(), setup.players());
            }
        }
    }
}
