//! What there is: games, their rules, their editions. `merx.catalog` gives these rows names.

use merx_engine::registry::{EditionSummary, GAMES, find_game};
use pyo3::prelude::*;

use crate::arguments::EditionName;
use crate::errors::OrRaise;

/// An edition: name, hash, numbers of players, tables whose values are reconstructed.
type EditionRow = (String, String, Vec<usize>, Vec<String>);

fn row(edition: EditionSummary) -> EditionRow {
    (edition.name, edition.hash, edition.players, edition.reconstructed)
}

/// The games as (name, rules version, compiled-in editions).
#[pyfunction(name = "_describe_games")]
pub(crate) fn describe_games() -> PyResult<Vec<(&'static str, u32, Vec<EditionRow>)>> {
    let describe = |game: &&'static dyn merx_engine::registry::AnyGame| {
        let editions: PyResult<Vec<EditionRow>> =
            game.editions().into_iter().map(|name| game.edition(name).or_raise().map(row)).collect();
        Ok((game.name(), game.rules_version(), editions?))
    };
    GAMES.iter().map(describe).collect()
}

/// An edition of `game`, read and checked.
#[pyfunction(name = "_describe_edition")]
pub(crate) fn describe_edition(game: &str, edition: EditionName) -> PyResult<EditionRow> {
    find_game(game).or_raise()?.edition(&edition.0).or_raise().map(row)
}

/// The rules of a game, in the Markdown that errors and docstrings cite as `rules.md`.
///
/// Raises `GameError` for an unknown game.
#[pyfunction]
pub(crate) fn rules(game: &str) -> PyResult<&'static str> {
    Ok(find_game(game).or_raise()?.rules())
}
