//! Many random games at once.

use numpy::PyArray2;
use pyo3::prelude::*;

use crate::arguments::{Games, Index, Seed, Threads};
use crate::arrays;
use crate::game::Game;
use crate::interrupt::interruptible;

/// The scores, shape (n, players), and the number of decisions of `n` random games. `merx.playouts` gives them names.
#[pyfunction(name = "_playouts")]
pub(crate) fn playouts<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    n: Games,
    seed: Seed,
    threads: Threads,
) -> PyResult<(Bound<'py, PyArray2<i32>>, u64)> {
    let setup = game.get().setup();
    let results = interruptible(py, |stop| setup.playouts(n.0 as usize, seed.0, threads.0 as usize, stop))?;
    let scores = results.scores.into_iter().flatten().collect();
    Ok((arrays::matrix(py, scores, setup.players())?, results.decisions))
}

/// The seed number `index` of the family that `seed` founds, for the games of a run.
///
/// Raises `GameError` if a number is not in 0 to 2**64 - 1.
#[pyfunction]
pub(crate) fn derive_seed(seed: Seed, index: Index) -> u64 {
    merx_engine::rng::derive_seed(seed.0, index.0)
}
