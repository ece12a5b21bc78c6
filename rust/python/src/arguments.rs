//! Arguments from Python: numbers in ranges, paths, specs. What is wrong with one is said in one line.

use merx_engine::bots::BotSpec;
use merx_engine::game::Action;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use crate::errors::{EditionError, GameError, OrRaise, one_line};

/// The number `value`, if it is in `range`; `what` names it in the error.
pub(crate) fn number(value: &Bound<'_, PyAny>, what: &str, range: &RangeInclusive<u64>) -> PyResult<u64> {
    if let Some(number) = whole(value, what)?.filter(|number| range.contains(number)) {
        return Ok(number);
    }
    let (low, high) = (range.start(), range.end());
    Err(GameError::new_err(format!("{what} is {}, it must be {low} to {high}", shown(value))))
}

/// The id `value`; `None` if it is a whole number that no action of any game has.
pub(crate) fn action(value: &Bound<'_, PyAny>) -> PyResult<Option<Action>> {
    whole(value, "an action")
}

/// The whole number `value`, numbers of other libraries included; `None` if it does not fit.
pub(crate) fn whole<'py, T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(
    value: &Bound<'py, PyAny>,
    what: &str,
) -> PyResult<Option<T>> {
    let py = value.py();
    match value.extract() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => Ok(None),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => {
            Err(PyTypeError::new_err(format!("{what} must be a whole number, not {}", type_name(value))))
        }
        Err(error) => Err(error),
    }
}

/// A value as people would write it, in one line, cut off where it gets long.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 40;
    let Ok(text) = value.repr().and_then(|text| text.extract::<String>()) else {
        return format!("<{}>", type_name(value));
    };
    let text = one_line(&text);
    if text.chars().count() <= MOST { text } else { text.chars().take(MOST).chain("...".chars()).collect() }
}

/// The name of a value's class.
pub(crate) fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string())
}

/// Defines a number with a name and a range of its own as the type of an argument.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident = $what:literal in $range:expr;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub(crate) struct $name(pub(crate) u64);

            impl<'py> FromPyObject<'_, 'py> for $name {
                type Error = PyErr;

                fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
                    number(&value, $what, &$range).map(Self)
                }
            }
        )+
    };
}

numbers! {
    /// What a game is dealt from, or a bot draws from.
    Seed = "seed" in 0..=u64::MAX;
    /// The number of a member of a family of seeds.
    Index = "index" in 0..=u64::MAX;
    /// Decisions to look ahead.
    Depth = "depth" in 0..=u64::from(u32::MAX);
    /// As [`Depth`], where the first decision is told apart.
    DivideDepth = "depth" in 1..=u64::from(u32::MAX);
    /// Games in one call. The bound keeps the results in memory, about 50 bytes a game.
    Games = "n" in 0..=10_000_000;
    /// Threads to work on.
    Threads = "threads" in 1..=256;
    /// A seat of some game.
    Seat = "seat" in 0..=(merx_engine::game::MAX_PLAYERS as u64 - 1);
}

/// The spec of a built-in bot.
pub(crate) struct Spec(pub(crate) BotSpec);

impl<'py> FromPyObject<'_, 'py> for Spec {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let spec: String = value.extract()?;
        spec.parse().or_raise().map(Self)
    }
}

/// The name of an edition, or the path of its file as text or `os.PathLike`.
pub(crate) struct EditionName(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for EditionName {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let path: PathBuf = value.extract()?;
        path.into_os_string()
            .into_string()
            .map(Self)
            .map_err(|path| EditionError::new_err(format!("{}: the path is not valid Unicode", path.display())))
    }
}
