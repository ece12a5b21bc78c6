//! What is written in Python and called from here. Each is imported when it is first used.

use pyo3::prelude::*;

/// Calls `function` of the module `merx.moves`, which knows actions in typed form.
pub(crate) fn moves<'py>(
    py: Python<'py>,
    function: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("merx.moves")?.call_method1(function, arguments)
}

/// Calls `score_sheet` of the module `merx.scoring`.
pub(crate) fn score_sheet<'py>(state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    state.py().import("merx.scoring")?.call_method1("score_sheet", (state,))
}
