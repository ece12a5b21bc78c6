//! `merx.Observation`: what one player may know of a position.

use merx_engine::actions::Action;
use merx_engine::registry::AnyObservation;
use merx_engine::rng::{Rng, Stream};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arguments::Seed;
use crate::game::Game;
use crate::state::{State, player_id};
use crate::{arrays, json, python};

/// What one player may know of a position; made by `State.observation`. It never changes.
///
/// It holds no state, no generator and no seed. Observations are equal if the same player sees the same.
#[pyclass(frozen, module = "merx")]
pub(crate) struct Observation {
    game: Py<Game>,
    view: Box<dyn AnyObservation>,
}

impl Observation {
    pub(crate) fn new(game: Py<Game>, view: Box<dyn AnyObservation>) -> Self {
        Self { game, view }
    }

    /// The observation, as the engine has it.
    pub(crate) fn view(&self) -> &dyn AnyObservation {
        &*self.view
    }
}

#[pymethods]
impl Observation {
    /// The game observed.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The player whose view this is.
    #[getter]
    fn observer(&self) -> usize {
        self.view.observer()
    }

    /// The number of players.
    fn num_players(&self) -> usize {
        self.view.num_players()
    }

    /// The player who decides now; `merx.TERMINAL` after the end.
    fn current_player(&self) -> i32 {
        player_id(self.view.current_player())
    }

    /// The player whose turn it is; `merx.TERMINAL` after the end.
    fn active_player(&self) -> i32 {
        player_id(self.view.active_player())
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.view.current_player().is_none()
    }

    /// The ids of the legal actions, ascending, if the observer decides now; otherwise none.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.view.legal_actions().iter())
    }

    /// The legal actions as a numpy array of bools, shape `(num_distinct_actions,)`.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        arrays::mask(py, self.game.get(), &self.view.legal_actions())
    }

    /// The legal actions as typed moves, in the order of their ids.
    fn legal_moves<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        python::moves(slf.py(), "legal_moves", (slf,))
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

    /// A state drawn uniformly from those that agree with everything the observer has seen. It has no history.
    ///
    /// Raises `GameError` if the seed is not in 0 to 2**64 - 1.
    fn sample_state(&self, py: Python<'_>, seed: Seed) -> State {
        let state = self.view.sample_state(&mut Rng::for_stream(seed.0, Stream::Sample));
        State::new(self.game.bind(py), state)
    }

    /// The observation as a numpy array of float32, shape `(observation_tensor_size,)`, the observer's seat first.
    /// `docs/formats.md` gives the layout. Each call makes an array of its own.
    fn tensor<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        arrays::vector(py, self.view.tensor())
    }

    /// The observation as plain data: the state dict with `observer`, and numbers in place of hidden lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.view.to_json())
    }

    /// The observation as a table a person can read, several lines.
    fn text(&self) -> String {
        self.view.to_text()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        self.view.equals(&*other.get().view)
    }

    fn __hash__(&self) -> u64 {
        self.view.observation_hash()
    }

    fn __repr__(&self) -> String {
        let name = self.game.get().setup().game().name();
        format!("<merx.Observation {name}, of player {}>", self.view.observer())
    }
}
