//! The list of games, and games whose type is known only at run time.
//!
//! Everything else in the engine is generic and compiled once for each game. Callers that learn the game's name at run time, such
//! as the Python face, work with the trait objects here, which only pass calls on.

use serde_json::Value as Json;
use std::any::Any;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

use crate::actions::{Action, ActionSet};
use crate::bots::{Analysis, BOTS, Bot, BotSpec};
use crate::celtic::Celtic;
use crate::edition::{Edition, EditionError};
use crate::game::{Game, IllegalAction, Move, Observation, ParseActionError, PerPlayer, Player, PositionError, State};
use crate::mercurius::Mercurius;
use crate::merkator::Merkator;
use crate::perft;
use crate::playout::{self, Playouts};
use crate::position::read_position;
use crate::record::{Record, RecordError};
use crate::rng::Rng;
use crate::setup::{Setup, SetupError};
use crate::suggest::nearest;
use crate::transcript;

/// Every game. Code that is not a game's own names none but here.
pub const GAMES: &[&dyn AnyGame] =
    &[&Entry::<Mercurius>(PhantomData), &Entry::<Celtic>(PhantomData), &Entry::<Merkator>(PhantomData)];

/// The game called `name`.
///
/// # Errors
/// If there is none, with the nearest name there is.
pub fn find_game(name: &str) -> Result<&'static dyn AnyGame, SetupError> {
    GAMES.iter().copied().find(|game| game.name() == name).ok_or_else(|| {
        let known: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
        let hint = nearest(name, known.iter().copied());
        SetupError::Game(format!("there is no game {name:?}, only {}{hint}", known.join(", ")))
    })
}

/// What an edition says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditionSummary {
    /// Its name.
    pub name: String,
    /// Its hash.
    pub hash: String,
    /// The numbers of players it is for, ascending.
    pub players: Vec<usize>,
    /// Tables whose values are reconstructed.
    pub reconstructed: Vec<String>,
}

/// A [`Game`] by name.
pub trait AnyGame: Sync {
    /// [`Game::NAME`].
    fn name(&self) -> &'static str;
    /// [`Game::RULES_VERSION`].
    fn rules_version(&self) -> u32;
    /// [`Game::RULES`].
    fn rules(&self) -> &'static str;
    /// [`Game::NUM_ACTIONS`].
    fn num_actions(&self) -> Action;
    /// The names of the editions compiled in, the default first.
    fn editions(&self) -> Vec<&'static str>;
    /// Reads and checks an edition, see [`Edition::load`].
    ///
    /// # Errors
    /// The first fault.
    fn edition(&self, which: &str) -> Result<EditionSummary, EditionError>;
    /// The game made ready, see [`Edition::load`] and [`Setup::new`].
    ///
    /// # Errors
    /// A fault of the edition, or a number of players it is not for.
    fn setup(&self, edition: &str, players: usize) -> Result<Box<dyn AnySetup>, SetupError>;
    /// As [`AnyGame::setup`], with an edition given as TOML.
    ///
    /// # Errors
    /// A fault of the edition, or a number of players it is not for.
    fn setup_from_toml(&self, toml: &str, players: usize) -> Result<Box<dyn AnySetup>, SetupError>;
}

struct Entry<G>(PhantomData<G>);

impl<G: Game> AnyGame for Entry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn rules_version(&self) -> u32 {
        G::RULES_VERSION
    }

    fn rules(&self) -> &'static str {
        G::RULES
    }

    fn num_actions(&self) -> Action {
        G::NUM_ACTIONS
    }

    fn editions(&self) -> Vec<&'static str> {
        G::EDITIONS.iter().map(|(name, _)| *name).collect()
    }

    fn edition(&self, which: &str) -> Result<EditionSummary, EditionError> {
        let edition = Edition::<G>::load(which)?;
        Ok(EditionSummary {
            name: edition.name().to_owned(),
            hash: edition.hash().to_owned(),
            players: edition.players().to_vec(),
            reconstructed: edition.reconstructed().to_vec(),
        })
    }

    fn setup(&self, edition: &str, players: usize) -> Result<Box<dyn AnySetup>, SetupError> {
        Ok(Box::new(Setup::<G>::new(Edition::load(edition)?, players)?))
    }

    fn setup_from_toml(&self, toml: &str, players: usize) -> Result<Box<dyn AnySetup>, SetupError> {
        Ok(Box::new(Setup::<G>::new(Edition::parse(toml, "edition")?, players)?))
    }
}

/// A game for [`AnySetup::play_many`]: a seed, and a bot for each seat.
pub type Job = (u64, Vec<BotSpec>);

/// A [`Setup`] of any game.
pub trait AnySetup: Debug + Send + Sync {
    /// The game.
    fn game(&self) -> &'static dyn AnyGame;
    /// A copy.
    fn clone_box(&self) -> Box<dyn AnySetup>;
    /// The number of players.
    fn players(&self) -> usize;
    /// The edition's name.
    fn edition_name(&self) -> &str;
    /// The edition's hash.
    fn edition_hash(&self) -> &str;
    /// The edition's tables as JSON.
    fn edition_contents(&self) -> Json;
    /// The edition's tables as TOML, or `None` if it is compiled in under its name.
    fn edition_toml(&self) -> Option<String>;
    /// [`Setup::max_game_length`].
    fn max_game_length(&self) -> usize;
    /// [`Observation::tensor_size`].
    fn tensor_size(&self) -> usize;
    /// [`Setup::new_initial_state`].
    fn new_initial_state(&self, seed: u64) -> Box<dyn AnyState>;
    /// [`State::from_position`] of a state dict.
    ///
    /// # Errors
    /// The field that is wrong.
    fn state_from_json(&self, dict: &Json) -> Result<Box<dyn AnyState>, PositionError>;
    /// [`Game::action_to_string`].
    fn action_to_string(&self, action: Action) -> Option<String>;
    /// [`Game::action_to_open_string`].
    fn action_to_open_string(&self, action: Action) -> Option<String>;
    /// [`Game::string_to_action`].
    ///
    /// # Errors
    /// What of the text is not understood.
    fn string_to_action(&self, text: &str) -> Result<Action, ParseActionError>;
    /// [`Move::parts`] of an action.
    fn action_to_parts(&self, action: Action) -> Option<(&'static str, Option<u16>)>;
    /// The action of [`Move::from_parts`].
    fn parts_to_action(&self, kind: &str, argument: Option<u16>) -> Option<Action>;
    /// [`playout::playouts`].
    fn playouts(&self, games: usize, seed: u64, threads: usize, stop: &AtomicBool) -> Option<Playouts>;
    /// [`Record::play`] of many games on `threads` threads, as lines, in the order of the jobs; `None` if `stop` was set
    /// before the end.
    fn play_many(&self, jobs: &[Job], threads: usize, stop: &AtomicBool) -> Option<Vec<String>>;
    /// [`Record::of_actions`].
    ///
    /// # Errors
    /// If an action is not legal, or the game does not end with the last.
    fn record(&self, seed: u64, bots: Vec<String>, actions: &[Action]) -> Result<Record, RecordError>;
    /// [`Record::verify`].
    ///
    /// # Errors
    /// The first thing that differs.
    fn verify(&self, record: &Record) -> Result<Vec<Action>, RecordError>;
    /// [`transcript::random_game`].
    fn transcript(&self, seed: u64) -> String;
}

impl<G: Game> AnySetup for Setup<G> {
    fn game(&self) -> &'static dyn AnyGame {
        find_game(G::NAME).expect("a game that can be set up is registered")
    }

    fn clone_box(&self) -> Box<dyn AnySetup> {
        Box::new(*self)
    }

    fn players(&self) -> usize {
        Self::players(self)
    }

    fn edition_name(&self) -> &str {
        self.edition().name()
    }

    fn edition_hash(&self) -> &str {
        self.edition().hash()
    }

    fn edition_contents(&self) -> Json {
        self.edition().contents()
    }

    fn edition_toml(&self) -> Option<String> {
        (!self.edition().is_built_in()).then(|| self.edition().to_toml())
    }

    fn max_game_length(&self) -> usize {
        Self::max_game_length(self)
    }

    fn tensor_size(&self) -> usize {
        G::Observation::tensor_size(self.edition(), Self::players(self))
    }

    fn new_initial_state(&self, seed: u64) -> Box<dyn AnyState> {
        Box::new(Self::new_initial_state(self, seed))
    }

    fn state_from_json(&self, dict: &Json) -> Result<Box<dyn AnyState>, PositionError> {
        let position = read_position(dict)?;
        let state = G::State::from_position(self.edition(), &position)?;
        if State::num_players(&state) != Self::players(self) {
            let reason = format!("it is {}, this game has {}", State::num_players(&state), Self::players(self));
            return Err(PositionError::new("players", reason));
        }
        Ok(Box::new(state))
    }

    fn action_to_string(&self, action: Action) -> Option<String> {
        G::action_to_string(self.edition(), action)
    }

    fn action_to_open_string(&self, action: Action) -> Option<String> {
        G::action_to_open_string(self.edition(), action)
    }

    fn string_to_action(&self, text: &str) -> Result<Action, ParseActionError> {
        G::string_to_action(self.edition(), text)
    }

    fn action_to_parts(&self, action: Action) -> Option<(&'static str, Option<u16>)> {
        G::Move::from_action(action).map(Move::parts)
    }

    fn parts_to_action(&self, kind: &str, argument: Option<u16>) -> Option<Action> {
        G::Move::from_parts(kind, argument).map(Move::to_action)
    }

    fn playouts(&self, games: usize, seed: u64, threads: usize, stop: &AtomicBool) -> Option<Playouts> {
        playout::playouts(*self, games, seed, threads, stop)
    }

    fn play_many(&self, jobs: &[Job], threads: usize, stop: &AtomicBool) -> Option<Vec<String>> {
        playout::on_threads(threads, jobs, |(seed, specs)| {
            Record::play(*self, *seed, specs, stop).map(|record| record.to_line())
        })
    }

    fn record(&self, seed: u64, bots: Vec<String>, actions: &[Action]) -> Result<Record, RecordError> {
        Record::of_actions(*self, seed, bots, actions)
    }

    fn verify(&self, record: &Record) -> Result<Vec<Action>, RecordError> {
        record.verify(*self)
    }

    fn transcript(&self, seed: u64) -> String {
        transcript::random_game(*self, seed)
    }
}

/// A [`State`] of any game.
pub trait AnyState: Debug + Send + Sync {
    /// For [`AnyState::equals`].
    fn as_any(&self) -> &dyn Any;
    /// A copy.
    fn clone_box(&self) -> Box<dyn AnyState>;
    /// The game made ready that this is a state of.
    fn setup(&self) -> Box<dyn AnySetup>;
    /// [`State::current_player`].
    fn current_player(&self) -> Option<Player>;
    /// [`State::active_player`].
    fn active_player(&self) -> Option<Player>;
    /// [`State::is_terminal`].
    fn is_terminal(&self) -> bool;
    /// [`State::num_players`].
    fn num_players(&self) -> usize;
    /// [`State::legal_actions`].
    fn legal_actions(&self) -> ActionSet;
    /// [`State::apply_action`].
    ///
    /// # Errors
    /// Why the action is not legal.
    fn apply_action(&mut self, action: Action) -> Result<(), IllegalAction>;
    /// [`State::scores`].
    fn scores(&self) -> PerPlayer<i32>;
    /// [`State::ranks`].
    fn ranks(&self) -> PerPlayer<u8>;
    /// [`State::returns`].
    fn returns(&self) -> PerPlayer<f64>;
    /// [`State::evaluate`].
    fn evaluate(&self, player: Player) -> f64;
    /// [`State::state_hash`].
    fn state_hash(&self) -> u64;
    /// Whether both are the same position of the same game.
    fn equals(&self, other: &dyn AnyState) -> bool;
    /// [`State::observation`]; `None` if there is no such player.
    fn observation(&self, player: Player) -> Option<Box<dyn AnyObservation>>;
    /// The state dict.
    fn to_json(&self) -> Json;
    /// [`State::to_text`].
    fn to_text(&self) -> String;
    /// [`playout::advance`].
    fn advance(&mut self, decisions: usize, rng: &mut Rng) -> usize;
    /// [`perft::perft`].
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64>;
    /// [`perft::divide`].
    fn divide(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(Action, u64)>>;
}

impl<S: State> AnyState for S {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn clone_box(&self) -> Box<dyn AnyState> {
        Box::new(*self)
    }

    fn setup(&self) -> Box<dyn AnySetup> {
        let players = State::num_players(self);
        Box::new(Setup::new(self.edition(), players).expect("a state's edition is for its players"))
    }

    fn current_player(&self) -> Option<Player> {
        State::current_player(self)
    }

    fn active_player(&self) -> Option<Player> {
        State::active_player(self)
    }

    fn is_terminal(&self) -> bool {
        State::is_terminal(self)
    }

    fn num_players(&self) -> usize {
        State::num_players(self)
    }

    fn legal_actions(&self) -> ActionSet {
        State::legal_actions(self)
    }

    fn apply_action(&mut self, action: Action) -> Result<(), IllegalAction> {
        State::apply_action(self, action)
    }

    fn scores(&self) -> PerPlayer<i32> {
        State::scores(self)
    }

    fn ranks(&self) -> PerPlayer<u8> {
        State::ranks(self)
    }

    fn returns(&self) -> PerPlayer<f64> {
        State::returns(self)
    }

    fn evaluate(&self, player: Player) -> f64 {
        State::evaluate(self, player)
    }

    fn state_hash(&self) -> u64 {
        State::state_hash(self)
    }

    fn equals(&self, other: &dyn AnyState) -> bool {
        other.as_any().downcast_ref::<S>() == Some(self)
    }

    fn observation(&self, player: Player) -> Option<Box<dyn AnyObservation>> {
        (player < State::num_players(self)).then(|| Box::new(State::observation(self, player)) as Box<_>)
    }

    fn to_json(&self) -> Json {
        serde_json::to_value(self.to_position()).expect("a position is plain data")
    }

    fn to_text(&self) -> String {
        State::to_text(self)
    }

    fn advance(&mut self, decisions: usize, rng: &mut Rng) -> usize {
        playout::advance(self, decisions, rng)
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        perft::perft(self, depth, stop)
    }

    fn divide(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(Action, u64)>> {
        perft::divide(self, depth, stop)
    }
}

/// An [`Observation`] of any game.
pub trait AnyObservation: Debug + Send + Sync {
    /// For [`AnyBot::choose`] and [`AnyObservation::equals`].
    fn as_any(&self) -> &dyn Any;
    /// A copy.
    fn clone_box(&self) -> Box<dyn AnyObservation>;
    /// The game made ready that is observed.
    fn setup(&self) -> Box<dyn AnySetup>;
    /// [`Observation::observer`].
    fn observer(&self) -> Player;
    /// [`Observation::num_players`].
    fn num_players(&self) -> usize;
    /// [`Observation::current_player`].
    fn current_player(&self) -> Option<Player>;
    /// [`Observation::active_player`].
    fn active_player(&self) -> Option<Player>;
    /// [`Observation::legal_actions`].
    fn legal_actions(&self) -> ActionSet;
    /// [`Observation::sample_state`].
    fn sample_state(&self, rng: &mut Rng) -> Box<dyn AnyState>;
    /// [`Observation::observation_hash`].
    fn observation_hash(&self) -> u64;
    /// Whether both are the same view of the same game.
    fn equals(&self, other: &dyn AnyObservation) -> bool;
    /// [`Observation::write_tensor`].
    fn tensor(&self) -> Vec<f32>;
    /// [`Observation::to_json`].
    fn to_json(&self) -> Json;
    /// [`Observation::to_text`].
    fn to_text(&self) -> String;
    /// A bot for this game, see [`BotSpec::make`].
    fn make_bot(&self, spec: &BotSpec, rng: Rng) -> Box<dyn AnyBot>;
}

impl<O: Observation> AnyObservation for O {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn clone_box(&self) -> Box<dyn AnyObservation> {
        Box::new(self.clone())
    }

    fn setup(&self) -> Box<dyn AnySetup> {
        let players = Observation::num_players(self);
        Box::new(Setup::new(self.edition(), players).expect("an observation's edition is for its players"))
    }

    fn observer(&self) -> Player {
        Observation::observer(self)
    }

    fn num_players(&self) -> usize {
        Observation::num_players(self)
    }

    fn current_player(&self) -> Option<Player> {
        Observation::current_player(self)
    }

    fn active_player(&self) -> Option<Player> {
        Observation::active_player(self)
    }

    fn legal_actions(&self) -> ActionSet {
        Observation::legal_actions(self)
    }

    fn sample_state(&self, rng: &mut Rng) -> Box<dyn AnyState> {
        Box::new(Observation::sample_state(self, rng))
    }

    fn observation_hash(&self) -> u64 {
        Observation::observation_hash(self)
    }

    fn equals(&self, other: &dyn AnyObservation) -> bool {
        other.as_any().downcast_ref::<O>() == Some(self)
    }

    fn tensor(&self) -> Vec<f32> {
        let mut values = vec![0.0; O::tensor_size(self.edition(), Observation::num_players(self))];
        self.write_tensor(&mut values);
        values
    }

    fn to_json(&self) -> Json {
        Observation::to_json(self)
    }

    fn to_text(&self) -> String {
        Observation::to_text(self)
    }

    fn make_bot(&self, spec: &BotSpec, rng: Rng) -> Box<dyn AnyBot> {
        Box::new(BotEntry(spec.make::<O::Game>(rng)))
    }
}

/// A [`Bot`] of any game.
pub trait AnyBot: Send {
    /// [`Bot::choose`]; `None` if `stop` was set.
    ///
    /// # Errors
    /// If the observation is of another game, or offers no action.
    fn choose(&mut self, observation: &dyn AnyObservation, stop: &AtomicBool) -> Result<Option<Action>, CannotAnswer>;
    /// [`Search::analyse`](crate::bots::Search::analyse); `None` if `stop` was set.
    ///
    /// # Errors
    /// If the bot does not search, or the observation is of another game or offers no action.
    fn analyse(
        &mut self,
        observation: &dyn AnyObservation,
        stop: &AtomicBool,
    ) -> Result<Option<Analysis>, CannotAnswer>;
}

/// A question that a bot cannot answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotAnswer {
    /// It is of another game than the bot was made for.
    #[error("it has begun another game; make a new one")]
    OtherGame,
    /// Its player does not decide.
    #[error("player {0} has nothing to decide here")]
    NothingToDecide(Player),
    /// It cannot say what it thinks.
    #[error("it does not search; {} do", searching())]
    DoesNotSearch,
}

/// The kinds of bots that search, as a phrase.
fn searching() -> String {
    let names: Vec<&str> = BOTS.iter().filter(|kind| kind.searches).map(|kind| kind.name).collect();
    names.join(" and ")
}

struct BotEntry<G>(Box<dyn Bot<G>>);

fn asked<G: Game>(observation: &dyn AnyObservation) -> Result<&G::Observation, CannotAnswer> {
    let observation = observation.as_any().downcast_ref::<G::Observation>().ok_or(CannotAnswer::OtherGame)?;
    if Observation::legal_actions(observation).is_empty() {
        return Err(CannotAnswer::NothingToDecide(Observation::observer(observation)));
    }
    Ok(observation)
}

impl<G: Game> AnyBot for BotEntry<G> {
    fn choose(&mut self, observation: &dyn AnyObservation, stop: &AtomicBool) -> Result<Option<Action>, CannotAnswer> {
        Ok(self.0.choose(asked::<G>(observation)?, stop))
    }

    fn analyse(
        &mut self,
        observation: &dyn AnyObservation,
        stop: &AtomicBool,
    ) -> Result<Option<Analysis>, CannotAnswer> {
        let search = self.0.search().ok_or(CannotAnswer::DoesNotSearch)?;
        Ok(search.analyse(asked::<G>(observation)?, stop))
    }
}
