//! A bot that looks one decision ahead.

use super::{Bot, BotKind, Parameter};
use crate::game::{Action, Game, Observation, State};
use crate::rng::Rng;

pub(super) const KIND: BotKind = BotKind {
    name: "greedy",
    help: "Takes the action after which its position looks best.",
    parameters: &[Parameter {
        name: "epsilon",
        default: "0",
        help: "The probability of a random action instead, between 0 and 1.",
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
    /// Tries every action on one sampled state, and draws among those that look equally good.
    fn choose(&mut self, observation: &G::Observation) -> Action {
        let legal = observation.legal_actions();
        let at_random = legal.choose(&mut self.rng).expect("somebody who is asked has a legal action");
        // 53 random bits are a number in [0, 1) of full precision.
        if ((self.rng.next_u64() >> 11) as f64) < self.epsilon * (1_u64 << 53) as f64 {
            return at_random;
        }
        let player = observation.observer();
        let state = observation.sample_state(&mut self.rng);
        let (mut best, mut best_value, mut equals) = (at_random, f64::NEG_INFINITY, 0);
        for action in &legal {
            let mut next = state;
            next.apply_trusted(action);
            let value = next.evaluate(player);
            if value > best_value {
                (best, best_value, equals) = (action, value, 1);
            } else if value >= best_value {
                // Reservoir sampling keeps each of the equals with the same probability.
                equals += 1;
                if self.rng.below(equals) == 0 {
                    best = action;
                }
            }
        }
        best
    }
}
