//! What must hold of every state that the engine takes, wherever it came from.

use std::sync::atomic::AtomicBool;

use merx_engine::game::{Action, ActionSet, Player};
use merx_engine::registry::{AnyObservation, AnySetup, AnyState};
use merx_engine::rng::Rng;

/// Checks a state, what its players see of it, and that a game from it ends in time, in a sound state.
pub(crate) fn check_state(state: &dyn AnyState, rng: &mut Rng) {
    check_position(state);
    check_judgement(state);
    check_observations(state, rng);
    let mut end = state.clone_box();
    play_to_the_end(&mut *end, rng);
    check_judgement(&*end);
    check_observations(&*end, rng);
}

/// The state dict leads back to the state, and the game runs exactly while somebody can do something.
pub(crate) fn check_position(state: &dyn AnyState) {
    let setup = state.setup();
    let dict = state.to_json();
    let again = setup.state_from_json(&dict).unwrap_or_else(|error| panic!("its own dict is refused: {error}\n{dict}"));
    assert!(again.equals(state), "its dict is that of another state\n{dict}");
    assert_eq!(again.to_json(), dict);
    assert_eq!(again.state_hash(), state.state_hash());
    let legal = state.legal_actions();
    assert_eq!(again.legal_actions(), legal);
    assert!(legal.iter().all(|action| action < setup.game().num_actions()));
    assert_eq!(state.is_terminal(), legal.is_empty(), "it runs exactly while an action is legal\n{dict}");
    let players = 0..state.num_players();
    assert!(state.current_player().is_none_or(|player| players.contains(&player)));
    assert!(state.active_player().is_none_or(|player| players.contains(&player)));
    assert_eq!(state.is_terminal(), state.current_player().is_none());
}

fn check_judgement(state: &dyn AnyState) {
    let players = state.num_players();
    assert_eq!((state.scores().len(), state.ranks().len()), (players, players));
    assert!(state.returns().iter().sum::<f64>().abs() < 1e-9);
    assert!((0..players).all(|player| state.evaluate(player).is_finite()));
    assert!(!state.to_text().is_empty());
}

/// What the players see fits the state, and so does what they imagine.
pub(crate) fn check_observations(state: &dyn AnyState, rng: &mut Rng) {
    for player in 0..state.num_players() {
        let seen = state.observation(player).expect("there is such a player");
        check_observation(state, player, &*seen);
        let sample = seen.sample_state(rng);
        let also = sample.observation(player).expect("there is such a player");
        assert!(
            also.equals(&*seen),
            "player {player} sees a difference in\n{}\nand\n{}",
            state.to_json(),
            sample.to_json()
        );
        assert_eq!(also.observation_hash(), seen.observation_hash());
        check_position(&*sample);
    }
    assert!(state.observation(state.num_players()).is_none());
}

fn check_observation(state: &dyn AnyState, player: Player, seen: &dyn AnyObservation) {
    let decides = state.current_player() == Some(player);
    assert_eq!(seen.legal_actions(), if decides { state.legal_actions() } else { ActionSet::EMPTY });
    assert_eq!((seen.observer(), seen.num_players()), (player, state.num_players()));
    assert_eq!((seen.current_player(), seen.active_player()), (state.current_player(), state.active_player()));
    assert!(seen.tensor().iter().all(|value| value.is_finite()));
    assert_eq!(seen.to_json()["phase"], state.to_json()["phase"]);
    assert!(!seen.to_text().is_empty());
    let mut bot = seen.make_bot(&"greedy".parse().expect("there is such a bot"), Rng::new(0));
    let choice = bot.choose(seen, &AtomicBool::new(false)).ok().flatten();
    assert_eq!(choice.is_some(), decides);
    assert!(choice.is_none_or(|action| state.legal_actions().contains(action)));
}

/// Plays a game that ends within the promised length. The states on the way are sound; the farther off, the fewer are looked at.
pub(crate) fn play_to_the_end(state: &mut dyn AnyState, rng: &mut Rng) {
    let most = state.setup().max_game_length();
    let policy = POLICIES[rng.below(POLICIES.len() as u32) as usize];
    let mut decisions: usize = 0;
    while let Some(action) = policy(state, decisions, rng) {
        assert!(decisions < most, "the game is longer than {most} decisions");
        state.apply_action(action).expect("a legal action");
        decisions += 1;
        if decisions.is_power_of_two() {
            check_position(state);
        }
    }
    check_position(state);
}

/// The action to take after so many decisions; `None` after the end.
type Policy = fn(&dyn AnyState, usize, &mut Rng) -> Option<Action>;

/// At random, always the first action, always the last, and one that keeps the turn.
const POLICIES: [Policy; 4] =
    [random, |state, _, _| state.legal_actions().nth(0), |state, _, _| state.legal_actions().iter().last(), linger];

fn random(state: &dyn AnyState, _: usize, rng: &mut Rng) -> Option<Action> {
    state.legal_actions().choose(rng)
}

/// An action after which it is the same player's turn, if there is one. That makes long games, so patience ends.
fn linger(state: &dyn AnyState, decisions: usize, rng: &mut Rng) -> Option<Action> {
    const PATIENCE: usize = 500;
    let mut lingering = ActionSet::EMPTY;
    for action in state.legal_actions().iter().filter(|_| decisions < PATIENCE) {
        let mut next = state.clone_box();
        next.apply_action(action).expect("a legal action");
        if next.active_player() == state.active_player() {
            lingering.insert(action);
        }
    }
    lingering.choose(rng).or_else(|| random(state, decisions, rng))
}

/// An error is told in one line, and does say something.
pub(crate) fn check_message(error: &dyn std::fmt::Display) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?}");
}

/// As [`AnySetup::state_from_json`], with the error checked.
pub(crate) fn restore(setup: &dyn AnySetup, dict: &serde_json::Value) -> Option<Box<dyn AnyState>> {
    match setup.state_from_json(dict) {
        Ok(state) => Some(state),
        Err(error) => {
            assert!(!error.field.is_empty() && !error.reason.is_empty());
            check_message(&error);
            None
        }
    }
}
