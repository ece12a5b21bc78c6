//! The engine's errors as the exceptions of `merx.errors`.

use merx_engine::bots::BotError as BadSpec;
use merx_engine::edition::EditionError as BadEdition;
use merx_engine::game::{IllegalAction as NotLegal, ParseActionError, PositionError as BadPosition};
use merx_engine::record::RecordError as BadRecord;
use merx_engine::saved::SavedError;
use merx_engine::setup::SetupError;
use pyo3::prelude::*;

pyo3::import_exception!(merx.errors, BotError);
pyo3::import_exception!(merx.errors, EditionError);
pyo3::import_exception!(merx.errors, GameError);
pyo3::import_exception!(merx.errors, IllegalAction);
pyo3::import_exception!(merx.errors, PositionError);
pyo3::import_exception!(merx.errors, RecordError);

/// An error that has an exception.
pub(crate) trait IntoException: ToString + Sized {
    /// The exception, with the error's text.
    fn into_exception(self) -> PyErr;
}

macro_rules! exceptions {
    ($($error:ty => $exception:ident),+ $(,)?) => {
        $(impl IntoException for $error {
            fn into_exception(self) -> PyErr {
                $exception::new_err(one_line(&self.to_string()))
            }
        })+
    };
}

exceptions! {
    BadEdition => EditionError,
    BadPosition => PositionError,
    BadRecord => RecordError,
    BadSpec => BotError,
    NotLegal => IllegalAction,
    ParseActionError => GameError,
    SavedError => PositionError,
}

impl IntoException for SetupError {
    fn into_exception(self) -> PyErr {
        match self {
            Self::Edition(error) => error.into_exception(),
            Self::Players(reason) | Self::Game(reason) => GameError::new_err(one_line(&reason)),
        }
    }
}

/// A text in one line: what people wrote may be quoted in it, line breaks included.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Results whose error has an exception.
pub(crate) trait OrRaise<T> {
    /// The value, or the exception to raise.
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: IntoException> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(IntoException::into_exception)
    }
}
