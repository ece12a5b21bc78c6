//! A bot that plays at random: the measure of all others.

use super::{Bot, BotKind};
use crate::game::{Action, Game, Observation};
use crate::rng::Rng;

pub(super) const KIND: BotKind =
    BotKind { name: "random", help: "Every legal action is equally likely.", parameters: &[] };

#[derive(Debug)]
pub(super) struct Random {
    rng: Rng,
}

impl Random {
    pub(super) fn new(rng: Rng) -> Self {
        Self { rng }
    }
}

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, observation: &G::Observation) -> Action {
        let legal = observation.legal_actions();
        legal.choose(&mut self.rng).expect("somebody who is asked has a legal action")
    }
}
