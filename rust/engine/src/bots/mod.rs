//! Bots: players in Rust. They work on observations, so what a bot may not see, it cannot reach.
//!
//! A bot is named by a *spec*, `name` or `name:key=value,key=value`. [`BOTS`] lists what there is.

mod greedy;
mod random;
mod search;
mod spec;

use std::sync::atomic::AtomicBool;

use crate::game::{Action, Game};

pub use search::{Analysis, Judged};
pub use spec::{BotError, BotSpec, Parameter, Values};

/// A player of the game `G`.
pub trait Bot<G: Game>: Send {
    /// Chooses one of the observation's legal actions, of which there is at least one.
    ///
    /// `None` only if `stop` is set, which may happen while the bot thinks; it then answers within milliseconds.
    fn choose(&mut self, observation: &G::Observation, stop: &AtomicBool) -> Option<Action>;

    /// The bot as a search, if it is one.
    fn search(&mut self) -> Option<&mut dyn Search<G>> {
        None
    }
}

/// A bot that tries many continuations, and can say what it thinks of every action.
pub trait Search<G: Game> {
    /// Judges the observation's legal actions, of which there is at least one, the best first. `None` only if `stop` is set.
    fn analyse(&mut self, observation: &G::Observation, stop: &AtomicBool) -> Option<Analysis>;
}

/// A kind of bot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BotKind {
    /// Its name in a spec.
    pub name: &'static str,
    /// How it plays, in a sentence.
    pub help: &'static str,
    /// Whether it is a [`Search`].
    pub searches: bool,
    /// What can be set.
    pub parameters: &'static [Parameter],
}

/// Every kind of bot.
pub const BOTS: &[BotKind] = &[random::KIND, greedy::KIND, search::FLAT, search::MCTS];
