//! Arrays of numpy. It is imported with the first of them, so that `import merx` stays quick.

use merx_engine::actions::ActionSet;
use numpy::{Element, IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::game::Game;

/// An array of one axis, which Python owns and may write to.
pub(crate) fn vector<T: Element>(py: Python<'_>, values: Vec<T>) -> PyResult<Bound<'_, PyArray1<T>>> {
    import_numpy(py)?;
    Ok(values.into_pyarray(py))
}

/// An array of shape (rows, `columns`) from its rows one after the other.
pub(crate) fn matrix<T: Element>(py: Python<'_>, values: Vec<T>, columns: usize) -> PyResult<Bound<'_, PyArray2<T>>> {
    let rows = values.len() / columns;
    vector(py, values)?.reshape([rows, columns])
}

/// Imports numpy as Python would: left to itself the binding panics where an import fails or is interrupted.
fn import_numpy(py: Python<'_>) -> PyResult<()> {
    static IMPORTED: PyOnceLock<()> = PyOnceLock::new();
    IMPORTED.get_or_try_init(py, || py.import("numpy").map(drop)).copied()
}

/// For every action id of `game`, whether it is in `actions`.
pub(crate) fn mask<'py>(py: Python<'py>, game: &Game, actions: &ActionSet) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let ids = 0..game.setup().game().num_actions();
    vector(py, ids.map(|action| actions.contains(action)).collect())
}
