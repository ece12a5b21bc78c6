//! Records of games: writing many, and reading one.

use merx_engine::actions::Action;
use merx_engine::record::Record;
use merx_engine::registry::{AnySetup, Job, find_game};
use merx_engine::setup::SetupError;
use pyo3::prelude::*;

use crate::arguments::{EditionName, Seed, Spec, Threads};
use crate::errors::{BotError, OrRaise, RecordError};
use crate::game::Game;
use crate::interrupt::interruptible;

/// Plays games between built-in bots; the records, one line each, in the order of the jobs.
///
/// A job is a seed and a bot's spec for each seat. The number of threads does not change the records.
///
/// Raises `BotError` if a spec names no bot or there is not one for each seat, `GameError` if a number is out of range.
#[pyfunction]
#[pyo3(signature = (game, jobs, threads = Threads(1)), text_signature = "(game, jobs, threads=1)")]
pub(crate) fn play_many(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    jobs: Vec<(Seed, Vec<Spec>)>,
    threads: Threads,
) -> PyResult<Vec<String>> {
    let setup = game.get().setup();
    let mut ready: Vec<Job> = Vec::with_capacity(jobs.len());
    for (i, (seed, specs)) in jobs.into_iter().enumerate() {
        if specs.len() != setup.players() {
            let reason = format!("job {i} names {} bots, and there are {} players", specs.len(), setup.players());
            return Err(BotError::new_err(reason));
        }
        ready.push((seed.0, specs.into_iter().map(|spec| spec.0).collect()));
    }
    interruptible(py, |stop| setup.play_many(&ready, threads.0 as usize, stop))
}

/// A record that was found true: game, seed, bots, actions, scores, ranks.
type Replayed = (Game, u64, Vec<String>, Vec<Action>, Vec<i32>, Vec<u16>);

/// Reads a record and plays it again. `merx.replay` gives the parts names.
#[pyfunction(name = "_replay")]
pub(crate) fn replay(line: &str, edition: Option<EditionName>) -> PyResult<Replayed> {
    let record = Record::parse(line).or_raise()?;
    let setup = setup_of(&record, edition)?;
    let actions = setup.verify(&record).or_raise()?;
    let ranks = record.ranks.into_iter().map(u16::from).collect();
    Ok((Game::new(setup), record.seed, record.bots, actions, record.scores, ranks))
}

/// The game made ready that the record names. A record is never trusted to name a file: only the caller is.
fn setup_of(record: &Record, edition: Option<EditionName>) -> PyResult<Box<dyn AnySetup>> {
    let fail = |reason: String| Err(RecordError::new_err(reason));
    let game = match find_game(&record.game) {
        Ok(game) => game,
        Err(error) => return fail(error.to_string()),
    };
    let edition = match edition {
        Some(edition) => edition.0,
        None if game.editions().contains(&record.edition.as_str()) => record.edition.clone(),
        None => return fail(format!("it was played with edition {:?}; give the file of that edition", record.edition)),
    };
    match game.setup(&edition, record.players) {
        Ok(setup) => Ok(setup),
        Err(SetupError::Edition(error)) => Err(error).or_raise(),
        Err(error) => fail(error.to_string()),
    }
}
