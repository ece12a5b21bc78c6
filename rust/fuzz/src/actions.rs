//! `apply_action` takes exactly the legal actions, and what it refuses it explains.

use merx_engine::game::{Action, IllegalAction};
use merx_engine::registry::{AnySetup, AnyState};

use super::Tally;
use super::input::Input;
use super::sound::{check_message, check_observations, check_position};

/// A game in which the bytes decide: any number as an action, a number of the game's actions, or one of the legal ones.
pub fn actions(data: &[u8]) -> Tally {
    let mut input = Input::new(data);
    let setup = input.setup();
    let mut state = setup.new_initial_state(input.byte().into());
    let mut rng = input.rng();
    let mut tally = Tally::default();
    let most = setup.max_game_length();
    while !input.is_empty() && tally.accepted <= most {
        let action = match input.byte() % 32 {
            0..3 => input.word(),
            3..6 => input.below(usize::from(setup.game().num_actions()) + 2) as Action,
            6 => {
                check_observations(&*state, &mut rng);
                continue;
            }
            7 => {
                tally.accepted += state.advance(usize::from(input.byte()), &mut rng);
                continue;
            }
            _ => {
                let legal: Vec<Action> = state.legal_actions().iter().collect();
                let Some(action) = input.choose(&legal) else { continue };
                *action
            }
        };
        try_action(setup, &mut *state, action, &mut tally);
    }
    assert!(tally.accepted <= most, "the game is longer than {most} decisions");
    check_position(&*state);
    check_observations(&*state, &mut rng);
    tally
}

/// Every number tried as an action of `state`.
pub(crate) fn check_every_action(state: &dyn AnyState) {
    let setup = state.setup();
    for action in 0..setup.game().num_actions() + 2 {
        try_action(&*setup, &mut *state.clone_box(), action, &mut Tally::default());
    }
}

fn try_action(setup: &dyn AnySetup, state: &mut dyn AnyState, action: Action, tally: &mut Tally) {
    let (before, legal) = (state.clone_box(), state.legal_actions());
    match state.apply_action(action) {
        Ok(()) => {
            assert!(legal.contains(action), "{action} is taken and not legal");
            assert!(!state.equals(&*before), "{action} changes nothing");
            assert_eq!(state.is_terminal(), state.legal_actions().is_empty());
            tally.accepted += 1;
        }
        Err(error) => {
            assert!(!legal.contains(action), "{action} is legal and refused: {error}");
            assert!(state.equals(&*before), "{action} is refused and changes the state");
            check_refusal(setup, state, action, &error);
            tally.refused += 1;
        }
    }
}

/// A refusal names the action and, in a running game, a clause of the rules.
fn check_refusal(setup: &dyn AnySetup, state: &dyn AnyState, action: Action, error: &IllegalAction) {
    check_message(error);
    assert!(!error.reason.is_empty());
    let text = setup.action_to_string(action);
    let ruled = text.is_some() && !state.is_terminal();
    assert_eq!(error.action, text.unwrap_or_else(|| action.to_string()));
    assert_eq!(ruled, !error.rule.is_empty(), "{error}");
    let clause = format!("{} ", error.rule.trim_end_matches('.'));
    assert!(!ruled || setup.game().rules().contains(&clause), "rules.md has no {clause}");
}
