//! `merx.State`: a position, hidden things included.

use merx_engine::actions::Action;
use merx_engine::game::Player;
use merx_engine::registry::AnyState;
use merx_engine::saved;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

use crate::arguments::{self, Depth, DivideDepth, number, shown};
use crate::errors::{IllegalAction, OrRaise};
use crate::game::Game;
use crate::interrupt::interruptible;
use crate::observation::Observation;
use crate::{arrays, json, python};

/// The player who decides after the end: nobody.
pub(crate) const TERMINAL: i32 = -4;

/// The number by which Python knows a player, or nobody.
pub(crate) fn player_id(player: Option<Player>) -> i32 {
    player.map_or(TERMINAL, |player| player as i32)
}

/// A position: the whole truth, hidden things included. Made by `Game.new_initial_state` or `Game.new_state`.
///
/// Players are numbers 0, 1, ... in seat order. Actions are ids; `legal_moves` and `apply` do the same with typed moves.
/// States are equal if the positions are, whatever led there.
#[pyclass(module = "merx")]
pub(crate) struct State {
    game: Py<Game>,
    position: Box<dyn AnyState>,
    history: Vec<Action>,
}

impl State {
    /// A state that no action led to.
    pub(crate) fn new(game: &Bound<'_, Game>, position: Box<dyn AnyState>) -> Self {
        Self { game: game.clone().unbind(), position, history: Vec::new() }
    }

    fn player(&self, player: &Bound<'_, PyAny>) -> PyResult<Player> {
        let last = self.position.num_players() as u64 - 1;
        number(player, "player", &(0..=last)).map(|player| player as Player)
    }
}

#[pymethods]
impl State {
    /// The game this is a state of.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The player who decides now; `merx.TERMINAL` after the end.
    fn current_player(&self) -> i32 {
        player_id(self.position.current_player())
    }

    /// The player whose turn it is; `merx.TERMINAL` after the end. Differs from `current_player` where others decide
    /// during a turn.
    fn active_player(&self) -> i32 {
        player_id(self.position.active_player())
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.position.is_terminal()
    }

    /// The number of players.
    fn num_players(&self) -> usize {
        self.position.num_players()
    }

    /// The ids of the legal actions, ascending; empty after the end, and only then.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.position.legal_actions().iter())
    }

    /// The legal actions as a numpy array of bools, shape `(num_distinct_actions,)`.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        arrays::mask(py, self.game.get(), &self.position.legal_actions())
    }

    /// The legal actions as typed moves, in the order of their ids.
    fn legal_moves<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        python::moves(slf.py(), "legal_moves", (slf,))
    }

    /// Applies the action with the id `action`.
    ///
    /// Raises `IllegalAction`, which names the rule, if it is not legal; the state is then as it was.
    fn apply_action(slf: &Bound<'_, Self>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        // Reading a number can run code, which could use the state: so the state is borrowed after it.
        let id = arguments::action(action)?;
        let mut state = slf.try_borrow_mut()?;
        let Some(id) = id else {
            let reason = format!("\"{}\" is not legal: {}", shown(action), state.game.get().ids());
            return Err(IllegalAction::new_err(reason));
        };
        state.position.apply_action(id).or_raise()?;
        state.history.push(id);
        Ok(())
    }

    /// Applies a typed move.
    ///
    /// Raises `GameError` if it is not a move of this game, `IllegalAction` if it is not legal.
    fn apply<'py>(slf: &Bound<'py, Self>, r#move: &Bound<'py, PyAny>) -> PyResult<()> {
        let game = slf.try_borrow()?.game(slf.py());
        Self::apply_action(slf, &python::moves(slf.py(), "to_action", (game, r#move))?)
    }

    /// The one canonical text of an action id.
    ///
    /// Raises `GameError` if there is no such id.
    fn action_to_string(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        self.game.get().action_to_string(action)
    }

    /// The action id of a text. Case and surplus spaces do not matter.
    ///
    /// Raises `GameError`, with the nearest known word, if the text is not understood.
    fn string_to_action(&self, text: &str) -> PyResult<Action> {
        self.game.get().string_to_action(text)
    }

    /// The ids of the actions that led here from the state this began as.
    fn history(&self) -> Vec<Action> {
        self.history.clone()
    }

    /// The points of every player; before the end, as if it ended now.
    fn scores(&self) -> Vec<i32> {
        self.position.scores().to_vec()
    }

    /// For every player 1 + the number of players strictly better: 1, 1, 3.
    fn ranks(&self) -> Vec<u16> {
        self.position.ranks().into_iter().map(u16::from).collect()
    }

    /// Results in [-1, 1] from ranks alone: the mean of (n + 1 - 2r) / (n - 1) over the places shared.
    fn returns(&self) -> Vec<f64> {
        self.position.returns().to_vec()
    }

    /// The points of every player line by line, as on a score pad.
    fn score_sheet<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        python::score_sheet(slf)
    }

    /// How well `player` stands in the game's points, judged by what that player may know. The rules do not need it.
    ///
    /// Raises `GameError` if there is no such player.
    fn evaluate(&self, player: &Bound<'_, PyAny>) -> PyResult<f64> {
        Ok(self.position.evaluate(self.player(player)?))
    }

    /// What `player` may know of the position.
    ///
    /// Raises `GameError` if there is no such player.
    fn observation(&self, py: Python<'_>, player: &Bound<'_, PyAny>) -> PyResult<Observation> {
        let view = self.position.observation(self.player(player)?).expect("the player exists");
        Ok(Observation::new(self.game.clone_ref(py), view))
    }

    /// The number of sequences of `depth` legal actions from here; a game that ends earlier counts for nothing.
    fn perft(slf: &Bound<'_, Self>, depth: Depth) -> PyResult<u64> {
        // On a copy, so that other threads can use the state while this one counts.
        let position = slf.try_borrow()?.position.clone_box();
        interruptible(slf.py(), |stop| position.perft(depth.0 as u32, stop))
    }

    /// `perft` for each first action, by its text; `depth` is at least 1.
    fn perft_divide<'py>(slf: &Bound<'py, Self>, depth: DivideDepth) -> PyResult<Bound<'py, PyDict>> {
        let py = slf.py();
        let position = slf.try_borrow()?.position.clone_box();
        let counts = interruptible(py, |stop| position.divide(depth.0 as u32, stop))?;
        let (dict, game) = (PyDict::new(py), slf.try_borrow()?.game(py));
        for (action, nodes) in counts {
            dict.set_item(game.get().setup().action_to_string(action), nodes)?;
        }
        Ok(dict)
    }

    /// The position as plain data: the state dict of `docs/formats.md`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.position.to_json())
    }

    /// The state and its history as bytes, for `merx.deserialize_state` in any process. An edition that is not compiled in
    /// is part of them.
    fn serialize<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &saved::serialize(&*self.position, &self.history))
    }

    /// A state of its own with the same position and history.
    fn clone(&self, py: Python<'_>) -> Self {
        Self { game: self.game.clone_ref(py), position: self.position.clone_box(), history: self.history.clone() }
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let function = py.import("merx._native")?.getattr("deserialize_state")?;
        Ok((function, (self.serialize(py),).into_pyobject(py)?))
    }

    /// 64 bits over the position as 16 hex digits, the same on every platform.
    fn state_hash(&self) -> String {
        format!("{:016x}", self.position.state_hash())
    }

    fn __hash__(&self) -> u64 {
        self.position.state_hash()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.position.equals(&*other.position)
    }

    fn __str__(&self) -> String {
        self.position.to_text()
    }

    fn __repr__(&self) -> String {
        let whose = match self.position.current_player() {
            Some(player) => format!("player {player} decides"),
            None => "the game is over".to_owned(),
        };
        let name = self.game.get().setup().game().name();
        format!("<merx.State {name}, {} actions, {whose}, hash {}>", self.history.len(), self.state_hash())
    }
}

/// The state that `State.serialize` wrote.
///
/// Raises `PositionError` if the bytes are no such state.
#[pyfunction]
pub(crate) fn deserialize_state(py: Python<'_>, data: &[u8]) -> PyResult<State> {
    let (setup, position, history) = saved::deserialize(data).or_raise()?;
    Ok(State { game: Py::new(py, Game::new(setup))?, position, history })
}
