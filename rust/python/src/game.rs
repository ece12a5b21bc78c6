//! `merx.Game`: a game made ready.

use merx_engine::game::Action;
use merx_engine::registry::{AnySetup, find_game};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::hash::{Hash, Hasher};

use crate::arguments::{self, EditionName, Seed, shown};
use crate::errors::{GameError, OrRaise, RecordError};
use crate::state::State;
use crate::{json, python};

/// Players of a game for which no number is given, if the edition allows it.
const USUAL_PLAYERS: usize = 4;

/// A game made ready: rules, an edition and a number of players. Made by `merx.load_game`.
///
/// Games are equal if all three are.
#[pyclass(frozen, eq, hash, module = "merx")]
pub(crate) struct Game {
    setup: Box<dyn AnySetup>,
}

impl Game {
    pub(crate) fn new(setup: Box<dyn AnySetup>) -> Self {
        Self { setup }
    }

    /// The game made ready, as the engine has it.
    pub(crate) fn setup(&self) -> &dyn AnySetup {
        &*self.setup
    }

    /// What the ids of this game are, for errors.
    pub(crate) fn ids(&self) -> String {
        let game = self.setup.game();
        format!("action ids of {} are 0 to {}", game.name(), game.num_actions() - 1)
    }

    /// The id `action` of this game; raises `GameError` if it has no such id.
    fn action(&self, action: &Bound<'_, PyAny>) -> PyResult<Action> {
        arguments::action(action)?
            .filter(|id| *id < self.num_distinct_actions())
            .ok_or_else(|| GameError::new_err(format!("there is no action {}; {}", shown(action), self.ids())))
    }

    fn key(&self) -> (&str, usize, &str) {
        (self.setup.game().name(), self.setup.players(), self.setup.edition_hash())
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Hash for Game {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}

#[pymethods]
impl Game {
    /// The game's name, as `merx.load_game` takes it.
    #[getter]
    fn name(&self) -> &'static str {
        self.setup.game().name()
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.setup.players()
    }

    /// The edition's own name, which for a loaded file is not its path.
    #[getter]
    fn edition(&self) -> &str {
        self.setup.edition_name()
    }

    /// 16 hex digits over the edition's contents.
    #[getter]
    fn edition_hash(&self) -> &str {
        self.setup.edition_hash()
    }

    /// The number that changes when the same seed and actions could lead elsewhere than before.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.setup.game().rules_version()
    }

    /// The number of players.
    fn num_players(&self) -> usize {
        self.setup.players()
    }

    /// The number of action ids: they are 0 to this number minus 1, whatever the state.
    fn num_distinct_actions(&self) -> Action {
        self.setup.game().num_actions()
    }

    /// A bound on the number of decisions of a game.
    fn max_game_length(&self) -> usize {
        self.setup.max_game_length()
    }

    /// The number of values in an observation's tensor.
    fn observation_tensor_size(&self) -> usize {
        self.setup.tensor_size()
    }

    /// The edition's tables as they stand in its file, after `extends`.
    fn edition_tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.setup.edition_contents())
    }

    /// The position after set-up, dealt from `seed`. Nothing else in a game is left to chance.
    ///
    /// Raises `GameError` if the seed is not in 0 to 2**64 - 1.
    #[pyo3(signature = (seed = Seed(0)), text_signature = "($self, seed=0)")]
    fn new_initial_state(slf: &Bound<'_, Self>, seed: Seed) -> State {
        State::new(slf, slf.get().setup.new_initial_state(seed.0))
    }

    /// The state that a state dict (`State.to_dict`) describes. It has no history.
    ///
    /// Raises `PositionError`, naming the field, if the dict is not of that form or the position could not arise.
    fn new_state(slf: &Bound<'_, Self>, position: &Bound<'_, PyDict>) -> PyResult<State> {
        let state = slf.get().setup.state_from_json(&json::from_dict(position)?).or_raise()?;
        Ok(State::new(slf, state))
    }

    /// The one canonical text of an action id.
    ///
    /// Raises `GameError` if there is no such id.
    pub(crate) fn action_to_string(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let action = self.action(action)?;
        Ok(self.setup.action_to_string(action).expect("an id of the game has a text"))
    }

    /// The action id of a text. Case and surplus spaces do not matter.
    ///
    /// Raises `GameError`, with the nearest known word, if the text is not understood.
    pub(crate) fn string_to_action(&self, text: &str) -> PyResult<Action> {
        self.setup.string_to_action(text).or_raise()
    }

    /// The typed move of an action id, one of the classes in the game's module.
    ///
    /// Raises `GameError` if there is no such id.
    fn action_to_move<'py>(slf: &Bound<'py, Self>, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let action = slf.get().action(action)?;
        python::moves(slf.py(), "from_action", (slf, action))
    }

    /// The action id of a typed move.
    ///
    /// Raises `GameError` if it is not a move of this game.
    fn move_to_action<'py>(slf: &Bound<'py, Self>, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        python::moves(slf.py(), "to_action", (slf, r#move))
    }

    /// The kind of an action and its argument, from which `merx.moves` makes a typed move.
    fn _action_to_parts(&self, action: &Bound<'_, PyAny>) -> PyResult<(&'static str, Option<u16>)> {
        let action = self.action(action)?;
        Ok(self.setup.action_to_parts(action).expect("an id of the game has a typed form"))
    }

    /// The record, one line of JSON, of the game dealt from `seed` in which `bots` (a name for each seat) chose `actions`.
    ///
    /// Raises `RecordError` if an action is not legal, the game is not over after the last, or the names are not one for
    /// each seat.
    fn record(&self, seed: Seed, bots: Vec<String>, actions: Vec<Bound<'_, PyAny>>) -> PyResult<String> {
        if bots.len() != self.setup.players() {
            let reason = format!("{} bots are named, and there are {} players", bots.len(), self.setup.players());
            return Err(RecordError::new_err(reason));
        }
        let mut ids = Vec::with_capacity(actions.len());
        for (i, action) in actions.iter().enumerate() {
            ids.push(arguments::action(action)?.ok_or_else(|| {
                let reason = format!("decision {}: \"{}\" is not legal: {}", i + 1, shown(action), self.ids());
                RecordError::new_err(reason)
            })?);
        }
        Ok(self.setup.record(seed.0, bots, &ids).or_raise()?.to_line())
    }

    /// A random game in words, table and decisions, for people to read.
    fn transcript(&self, seed: Seed) -> String {
        self.setup.transcript(seed.0)
    }

    fn __repr__(&self) -> String {
        let (name, players, edition) = (self.name(), self.players(), self.edition());
        format!("<merx.Game {name}, {players} players, edition {edition}>")
    }

    /// Pickles by name; an edition that is not compiled in is sent along.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let native = py.import("merx._native")?;
        let (function, edition) = match self.setup.edition_toml() {
            Some(toml) => ("_load_game_from_toml", toml),
            None => ("load_game", self.edition().to_owned()),
        };
        Ok((native.getattr(function)?, (self.name(), self.players(), edition).into_pyobject(py)?))
    }
}

/// A game made ready.
///
/// `players` defaults to four or, where the edition has no game of four, the next larger number, or else its largest.
/// `edition` is the name of one that is compiled in, or the path of a file whose name ends in `.toml`.
///
/// Raises `GameError` for an unknown game or a number of players the edition is not for, `EditionError` for a fault in the
/// edition.
#[pyfunction]
#[pyo3(
    signature = (name, players = None, edition = EditionName("standard".to_owned())),
    text_signature = "(name, players=None, edition='standard')"
)]
pub(crate) fn load_game(name: &str, players: Option<&Bound<'_, PyAny>>, edition: EditionName) -> PyResult<Game> {
    let game = find_game(name).or_raise()?;
    let players = match players {
        Some(players) => arguments::whole(players, "players")?
            .ok_or_else(|| GameError::new_err(format!("{name} is not played with {} players", shown(players))))?,
        None => default_players(&game.edition(&edition.0).or_raise()?.players),
    };
    game.setup(&edition.0, players).or_raise().map(Game::new)
}

/// The smallest number of at least [`USUAL_PLAYERS`], else the largest; `possible` ascends.
fn default_players(possible: &[usize]) -> usize {
    let enough = possible.iter().find(|players| **players >= USUAL_PLAYERS);
    *enough.or(possible.last()).unwrap_or(&USUAL_PLAYERS)
}

/// As [`load_game`], with the edition's tables as TOML. Pickles of games whose edition is not compiled in call it.
#[pyfunction(name = "_load_game_from_toml")]
pub(crate) fn load_game_from_toml(name: &str, players: usize, toml: &str) -> PyResult<Game> {
    find_game(name).or_raise()?.setup_from_toml(toml, players).or_raise().map(Game::new)
}
