//! Random games: every legal action equally likely.

use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::{Game, PerPlayer, State};
use crate::rng::{Rng, Stream, derive_seed};
use crate::setup::Setup;

/// Plays `state` on to its end by random actions; the number of decisions made. It does not allocate.
///
/// # Panics
/// Never: a running game has a legal action.
#[inline]
pub fn playout<S: State>(state: &mut S, rng: &mut Rng) -> usize {
    let mut decisions = 0;
    while !state.is_terminal() {
        let action = state.legal_actions().choose(rng).expect("a running game has a legal action");
        state.apply_trusted(action);
        decisions += 1;
    }
    decisions
}

/// Makes up to `decisions` random decisions; fewer only if the game ends. The number made.
///
/// # Panics
/// Never: a running game has a legal action.
pub fn advance<S: State>(state: &mut S, decisions: usize, rng: &mut Rng) -> usize {
    for made in 0..decisions {
        if state.is_terminal() {
            return made;
        }
        let action = state.legal_actions().choose(rng).expect("a running game has a legal action");
        state.apply_trusted(action);
    }
    decisions
}

/// The results of many random games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// The scores of each game, in the order of the games.
    pub scores: Vec<PerPlayer<i32>>,
    /// All decisions together.
    pub decisions: u64,
}

/// Games played between two looks at the flag that stops the run.
const BATCH: usize = 512;

/// Plays `games` random games on `threads` threads. Game number i depends on `seed` and i alone, so the number of threads
/// does not change the result.
///
/// `None` if `stop` was set before the end.
pub fn playouts<G: Game>(
    setup: Setup<G>,
    games: usize,
    seed: u64,
    threads: usize,
    stop: &AtomicBool,
) -> Option<Playouts> {
    let batch = |first: usize| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut results = Playouts::default();
        for game in first..games.min(first + BATCH) {
            let seed = derive_seed(seed, game as u64);
            let mut state = setup.new_initial_state(seed);
            let decisions = playout(&mut state, &mut Rng::for_stream(seed, Stream::Playout));
            results.decisions += decisions as u64;
            results.scores.push(state.scores());
        }
        Some(results)
    };
    let starts = (0..games).step_by(BATCH);
    let batches = on_threads(threads, &starts.collect::<Vec<_>>(), |first| batch(*first));
    batches.map(|batches| {
        let decisions = batches.iter().map(|batch| batch.decisions).sum();
        Playouts { scores: batches.into_iter().flat_map(|batch| batch.scores).collect(), decisions }
    })
}

/// The results of `work` on every item, in order, made by `threads` threads, or by this one alone if the system refuses so many.
/// `None` as soon as one result is.
pub(crate) fn on_threads<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    work: impl Fn(&T) -> Option<R> + Sync,
) -> Option<Vec<R>> {
    if threads > 1
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    {
        return pool.install(|| items.par_iter().map(&work).collect());
    }
    items.iter().map(work).collect()
}
