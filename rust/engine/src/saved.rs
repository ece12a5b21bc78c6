//! States as bytes, to be kept or sent to another process.
//!
//! The bytes are a JSON document: the state dict, what identifies game and edition (the edition's tables themselves if it is not compiled
//! in), and the actions that led to the state. Reading them checks all that setting up a position checks.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::actions::Action;
use crate::registry::{AnySetup, AnyState, find_game};
use crate::suggest::one_line;

/// What `format` says.
pub const FORMAT: &str = "merx-state/1";

/// Bytes that are no state, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a saved state: {}", one_line(_0))]
pub struct SavedError(String);

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: String,
    game: String,
    rules: u32,
    edition_hash: String,
    /// Present if the edition is not compiled in.
    edition_toml: Option<String>,
    players: usize,
    position: Json,
    history: Vec<String>,
}

/// The bytes of `state`, which `history` led to.
///
/// # Panics
/// If `history` holds a number that is not an action.
pub fn serialize(state: &dyn AnyState, history: &[Action]) -> Vec<u8> {
    let setup = state.setup();
    let text = |action: &Action| setup.action_to_string(*action).expect("a history of actions");
    let saved = Saved {
        format: FORMAT.to_owned(),
        game: setup.game().name().to_owned(),
        rules: setup.game().rules_version(),
        edition_hash: setup.edition_hash().to_owned(),
        edition_toml: setup.edition_toml(),
        players: setup.players(),
        position: state.to_json(),
        history: history.iter().map(text).collect(),
    };
    serde_json::to_vec(&saved).expect("plain data")
}

/// The game made ready, the state, and the actions that led to it.
pub type Restored = (Box<dyn AnySetup>, Box<dyn AnyState>, Vec<Action>);

/// Reads what [`serialize`] wrote. The history is told, not checked.
///
/// # Errors
/// What is wrong with the bytes, or the position's field that is.
pub fn deserialize(bytes: &[u8]) -> Result<Restored, SavedError> {
    let fail = |reason: String| SavedError(reason);
    let saved: Saved = serde_json::from_slice(bytes).map_err(|error| fail(error.to_string()))?;
    if saved.format != FORMAT {
        return Err(fail(format!("format is {:?}, this version reads {FORMAT:?}", saved.format)));
    }
    let game = find_game(&saved.game).map_err(|error| fail(error.to_string()))?;
    if saved.rules != game.rules_version() {
        return Err(fail(format!("it follows rules version {}, this is {}", saved.rules, game.rules_version())));
    }
    let setup = if let Some(toml) = &saved.edition_toml {
        game.setup_from_toml(toml, saved.players)
    } else {
        let name = saved.position.get("edition").and_then(Json::as_str).unwrap_or_default();
        if !game.editions().contains(&name) {
            return Err(fail(format!("there is no edition {name:?}")));
        }
        game.setup(name, saved.players)
    }
    .map_err(|error| fail(error.to_string()))?;
    if setup.edition_hash() != saved.edition_hash {
        return Err(fail(format!("its edition has hash {}, this one {}", saved.edition_hash, setup.edition_hash())));
    }
    let state = setup.state_from_json(&saved.position).map_err(|error| fail(error.to_string()))?;
    let history: Result<Vec<Action>, _> = saved.history.iter().map(|text| setup.string_to_action(text)).collect();
    let history = history.map_err(|error| fail(error.to_string()))?;
    Ok((setup, state, history))
}
