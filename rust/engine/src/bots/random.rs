//! A bot that plays at random: the measure of all others.

use std::sync::atomic::AtomicBool;

use super::{Bot, BotKind};
use crate::game::{Action, Game, Observation};
use crate::rng::Rng;

pub(super) const KIND: BotKind =
    BotKind { name: "random", help: "Every legal action is equally likely.", searches: false, parameters: &[] };

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
    fn choose(&mut self, observation: &G::Observation, _stop: &AtomicBool) -> Option<Action> {
        observation.legal_actions().choose(&mut self.rng)
    }
}
