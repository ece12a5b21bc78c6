//! The engine for Python: classes and functions that convert values and errors, never a rule.
//!
//! Everything is reached through the trait objects of [`merx_engine::registry`], so no game is known here by name. What
//! Python expresses better (exceptions, typed moves, score sheets) is written in Python, in the package `merx` around this
//! module, and called from here where a method of a class needs it.

#![expect(clippy::needless_pass_by_value, reason = "what Python hands over is converted into a value for the call")]

mod arguments;
mod arrays;
mod bots;
mod catalog;
mod errors;
mod game;
mod interrupt;
mod json;
mod observation;
mod python;
mod records;
mod runs;
mod state;

/// The compiled part of `merx`. Private: `merx` re-exports all that is meant for use.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::bots::{Bot, bot_kinds, check_bot_spec, make_bot};
    #[pymodule_export]
    use crate::catalog::{describe_edition, describe_games, rules};
    #[pymodule_export]
    use crate::game::{Game, load_game, load_game_from_toml};
    #[pymodule_export]
    use crate::observation::Observation;
    #[pymodule_export]
    use crate::records::{play_many, replay};
    #[pymodule_export]
    use crate::runs::{derive_seed, playouts};
    #[pymodule_export]
    use crate::state::{State, deserialize_state};

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// How this was compiled. Only a release build says anything about speed.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const build_profile: &str = if cfg!(debug_assertions) { "debug" } else { "release" };

    /// What `current_player` and `active_player` give after the end.
    #[pymodule_export]
    const TERMINAL: i32 = crate::state::TERMINAL;
}
