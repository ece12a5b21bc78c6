//! `merx.Bot`: a built-in bot.

use merx_engine::bots::{BOTS, BotSpec, Judged, Parameter};
use merx_engine::game::Action;
use merx_engine::registry::{AnyBot, AnyObservation, CannotAnswer};
use merx_engine::rng::{Rng, Stream};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use crate::arguments::{Seat, Seed, Spec};
use crate::errors::BotError;
use crate::interrupt::interruptible;
use crate::observation::Observation;

/// A built-in bot; made by `merx.make_bot`. It draws from random numbers of its own, so the same seed plays the same.
#[pyclass(frozen, module = "merx")]
pub(crate) struct Bot {
    spec: BotSpec,
    rng: Rng,
    /// Made for the game of the first observation. Behind a lock because choosing changes it, which happens detached.
    player: Mutex<Option<Box<dyn AnyBot>>>,
}

#[pymethods]
impl Bot {
    /// The canonical spec.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// The id of the action it takes where `observation`'s player decides.
    ///
    /// Raises `BotError` if that player does not decide, or the observation is of another game than before.
    fn choose(&self, py: Python<'_>, observation: &Bound<'_, Observation>) -> PyResult<Action> {
        self.ask(py, observation, |bot, view, stop| bot.choose(view, stop))
    }

    /// What a bot that searches thinks of the legal actions.
    fn _analyse(&self, py: Python<'_>, observation: &Bound<'_, Observation>) -> PyResult<(u64, Vec<JudgedRow>)> {
        let analysis = self.ask(py, observation, |bot, view, stop| bot.analyse(view, stop))?;
        let row = |judged: &Judged| (judged.action, judged.visits, judged.mean_return, judged.mean_score);
        Ok((analysis.simulations, analysis.actions.iter().map(row).collect()))
    }

    fn __repr__(&self) -> String {
        format!("<merx.Bot {}>", self.spec)
    }
}

/// An action, its visits, its mean return and its mean score.
type JudgedRow = (Action, u64, f64, f64);

impl Bot {
    /// Lets the player answer a question. A search may take long, so it can be interrupted; the others are quick, and not worth a
    /// thread.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        observation: &Bound<'_, Observation>,
        question: impl FnOnce(&mut dyn AnyBot, &dyn AnyObservation, &AtomicBool) -> Result<Option<T>, CannotAnswer> + Send,
    ) -> PyResult<T> {
        let view = observation.get().view();
        let answer = |stop: &AtomicBool| {
            let Some(mut player) = self.lock(stop) else { return Ok(None).transpose() };
            let player = player.get_or_insert_with(|| view.make_bot(&self.spec, self.rng.clone()));
            question(&mut **player, view, stop).transpose()
        };
        let answer = if self.spec.kind().searches {
            interruptible(py, answer)?
        } else {
            py.detach(|| answer(&AtomicBool::new(false))).expect("nobody has stopped it")
        };
        answer.map_err(|error| BotError::new_err(format!("bot {}: {error}", self.spec)))
    }
}

impl Bot {
    /// The player, once no other thread asks it; `None` if `stop` is set before.
    fn lock(&self, stop: &AtomicBool) -> Option<MutexGuard<'_, Option<Box<dyn AnyBot>>>> {
        loop {
            match self.player.try_lock() {
                Ok(player) => return Some(player),
                Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if stop.load(Ordering::Relaxed) => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }
}

/// The built-in bot that `spec` (`name` or `name:key=value,key=value`) names.
///
/// `seat` chooses among the streams of `seed`: a bot made with a game's seed and its seat plays as it does in
/// `merx.play_many`.
///
/// Raises `BotError` if the spec names no bot, `GameError` if a number is out of range.
#[pyfunction]
#[pyo3(signature = (spec, seed = Seed(0), seat = Seat(0)), text_signature = "(spec, seed=0, seat=0)")]
pub(crate) fn make_bot(spec: Spec, seed: Seed, seat: Seat) -> Bot {
    let rng = Rng::for_stream(seed.0, Stream::Bot(seat.0 as usize));
    Bot { spec: spec.0, rng, player: Mutex::new(None) }
}

/// The canonical form of a built-in bot's spec.
///
/// Raises `BotError` if it names no bot.
#[pyfunction]
pub(crate) fn check_bot_spec(spec: Spec) -> String {
    spec.0.to_string()
}

/// A parameter: name, default, values, help.
type ParameterRow = (&'static str, &'static str, String, &'static str);

/// The kinds of built-in bots as (name, help, whether it searches, parameters).
#[pyfunction(name = "_bot_kinds")]
pub(crate) fn bot_kinds() -> Vec<(&'static str, &'static str, bool, Vec<ParameterRow>)> {
    let row = |p: &Parameter| (p.name, p.default, p.values.to_string(), p.help);
    BOTS.iter().map(|kind| (kind.name, kind.help, kind.searches, kind.parameters.iter().map(row).collect())).collect()
}
