//! A bot that looks one decision ahead.

use std::sync::atomic::AtomicBool;

use super::{Bot, BotKind, Parameter, Values};
use crate::game::{Action, ActionSet, Game, Observation, Player, State};
use crate::rng::Rng;

pub(super) const KIND: BotKind = BotKind {
    name: "greedy",
    help: "Takes the action after which its position looks best.",
    searches: false,
    parameters: &[Parameter {
        name: "epsilon",
        default: "0",
        values: Values::Real(0.0, 1.0),
        only_with: None,
        help: "The probability of a random action instead.",
    }],
};

#[derive(Debug)]
pub(super) struct Greedy {
    rng: Rng,
    epsilon: f64,
}

impl Greedy {
    pub(super) fn new(rng: Rng, epsilon: f64) -> Self {
        Self { rng, epsilon }
    }
}

impl<G: Game> Bot<G> for Greedy {
    /// Tries every action on one sampled state.
    fn choose(&mut self, observation: &G::Observation, _stop: &AtomicBool) -> Option<Action> {
        let legal = observation.legal_actions();
        let at_random = legal.choose(&mut self.rng)?;
        if happens(self.epsilon, &mut self.rng) {
            return Some(at_random);
        }
        let state = observation.sample_state(&mut self.rng);
        Some(best_action(&state, observation.observer(), &legal, &mut self.rng)?.0)
    }
}

/// Whether an event of this probability happens.
pub(super) fn happens(probability: f64, rng: &mut Rng) -> bool {
    // 53 random bits are a number in [0, 1) of full precision.
    ((rng.next_u64() >> 11) as f64) < probability * (1_u64 << 53) as f64
}

/// The action of `legal` after which `player` stands best, drawn among those that look equally good, and how well the player stands
/// then; `None` if there is none.
pub(super) fn best_action<S: State>(
    state: &S,
    player: Player,
    legal: &ActionSet,
    rng: &mut Rng,
) -> Option<(Action, f64)> {
    best_of(legal.iter().map(|action| (action, value_after(state, player, action))), rng)
}

/// How well `player` stands after an action.
pub(super) fn value_after<S: State>(state: &S, player: Player, action: Action) -> f64 {
    let mut next = *state;
    next.apply_trusted(action);
    next.evaluate(player)
}

/// The action of the highest value, drawn among equals, and its value.
pub(super) fn best_of(actions: impl IntoIterator<Item = (Action, f64)>, rng: &mut Rng) -> Option<(Action, f64)> {
    let (mut best, mut equals) = (None::<(Action, f64)>, 0);
    for (action, value) in actions {
        let best_value = best.map_or(f64::NEG_INFINITY, |(_, value)| value);
        if value > best_value {
            (best, equals) = (Some((action, value)), 1);
        } else if value >= best_value {
            // Reservoir sampling keeps each of the equals with the same probability.
            equals += 1;
            if rng.below(equals) == 0 {
                best = Some((action, value));
            }
        }
    }
    best
}
