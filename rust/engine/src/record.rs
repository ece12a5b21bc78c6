//! Records of games: one JSON document a line, as `docs/formats.md` describes. Reading one never trusts it.

use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::bots::BotSpec;
use crate::game::{Action, Game, State};
use crate::rng::{Rng, Stream};
use crate::setup::Setup;
use crate::suggest::one_line;

/// What `format` says.
pub const FORMAT: &str = "merx-record/1";
/// Decisions from one state hash to the next.
const HASH_EVERY: usize = 16;

/// A whole game: how it was dealt, what was played, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// [`FORMAT`].
    pub format: String,
    /// The version of merx that wrote it.
    pub merx: String,
    /// The game's name.
    pub game: String,
    /// The game's rules version.
    pub rules: u32,
    /// The edition's name.
    pub edition: String,
    /// The edition's hash.
    pub edition_hash: String,
    /// The number of players.
    pub players: usize,
    /// What was dealt.
    pub seed: u64,
    /// A bot's spec, or any other name, for each seat.
    pub bots: Vec<String>,
    /// What was played, as texts.
    pub actions: Vec<String>,
    /// State hashes after every 16th decision, 16 hex digits each.
    pub hashes: Vec<String>,
    /// The state hash at the end.
    pub final_hash: String,
    /// The score of each player.
    pub scores: Vec<i32>,
    /// The rank of each player.
    pub ranks: Vec<u8>,
}

/// Why a record is refused, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", one_line(_0))]
pub struct RecordError(pub String);

fn fail<T>(reason: impl Into<String>) -> Result<T, RecordError> {
    Err(RecordError(reason.into()))
}

impl Record {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is no record of a format we know.
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        let value: serde_json::Value = serde_json::from_str(line)
            .map_err(|error| RecordError(format!("this is not JSON, or cut off: {error}")))?;
        match value.get("format").and_then(serde_json::Value::as_str) {
            Some(FORMAT) => {}
            Some(other) => return fail(format!("format is {other:?}; this version reads {FORMAT:?}")),
            None => return fail("it has no format, so it is not a record of merx"),
        }
        serde_path_to_error::deserialize(value)
            .map_err(|error| RecordError(format!("{}: {}", error.path(), error.inner())))
    }

    /// The record as a line, without a line break.
    ///
    /// # Panics
    /// Never: a record can be written as JSON.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record is plain data")
    }

    /// The record of a game, from what was played.
    ///
    /// # Errors
    /// If there is not one bot for each player, an action is not legal, or the game does not end with the last.
    pub fn of_actions<G: Game>(
        setup: Setup<G>,
        seed: u64,
        bots: Vec<String>,
        actions: &[Action],
    ) -> Result<Self, RecordError> {
        if bots.len() != setup.players() {
            return fail(format!("{} bots for {} players", bots.len(), setup.players()));
        }
        let mut recorder = Recorder::new(setup, seed);
        for (i, action) in actions.iter().enumerate() {
            recorder.apply(*action).map_err(|error| RecordError(format!("decision {}: {error}", i + 1)))?;
        }
        if !recorder.state.is_terminal() {
            return fail(format!("the game is not over after {} decisions", actions.len()));
        }
        Ok(recorder.finish(bots))
    }

    /// Plays a game between built-in bots, one for each seat; `None` if `stop` was set before the end.
    ///
    /// # Panics
    /// If there is not one bot for each player, or a bot answers with an illegal action, which would be our bug.
    pub fn play<G: Game>(setup: Setup<G>, seed: u64, specs: &[BotSpec], stop: &AtomicBool) -> Option<Self> {
        assert_eq!(specs.len(), setup.players(), "one bot for each player");
        let make = |(seat, spec): (usize, &BotSpec)| spec.make::<G>(Rng::for_stream(seed, Stream::Bot(seat)));
        let mut bots: Vec<_> = specs.iter().enumerate().map(make).collect();
        let mut recorder = Recorder::new(setup, seed);
        while let Some(player) = recorder.state.current_player() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let action = bots[player].choose(&recorder.state.observation(player), stop)?;
            recorder.apply(action).expect("built-in bots play legally");
        }
        Some(recorder.finish(specs.iter().map(ToString::to_string).collect()))
    }

    /// Plays the record again and compares everything it says; the actions as ids.
    ///
    /// # Errors
    /// The first thing that differs, with the number of the decision.
    pub fn verify<G: Game>(&self, setup: Setup<G>) -> Result<Vec<Action>, RecordError> {
        self.verify_head(setup)?;
        let mut recorder = Recorder::new(setup, self.seed);
        let mut actions = Vec::with_capacity(self.actions.len());
        for (i, text) in self.actions.iter().enumerate() {
            let at = |reason: String| RecordError(format!("decision {}: {reason}", i + 1));
            let action = G::string_to_action(setup.edition(), text).map_err(|error| at(error.to_string()))?;
            if recorder.state.is_terminal() {
                return Err(at("the game was over before it".to_owned()));
            }
            recorder.apply(action).map_err(|error| at(error.to_string()))?;
            actions.push(action);
            let known = recorder.hashes.len();
            if recorder.actions.len().is_multiple_of(HASH_EVERY) && self.hashes.get(known - 1) != recorder.hashes.last()
            {
                return Err(at(format!(
                    "the state is not the recorded one: it diverged within the last {HASH_EVERY} decisions"
                )));
            }
        }
        if !recorder.state.is_terminal() {
            return fail(format!("it ends after {} decisions, and the game is not over", actions.len()));
        }
        let replayed = recorder.finish(self.bots.clone());
        let end = format!("after decision {}", actions.len());
        if replayed.hashes.len() != self.hashes.len() {
            return fail(format!("it has {} hashes, there are {}", self.hashes.len(), replayed.hashes.len()));
        }
        if replayed.final_hash != self.final_hash {
            return fail(format!("{end} the state is not the recorded one"));
        }
        if replayed.scores != self.scores {
            return fail(format!("{end} the scores are {:?}, not {:?}", replayed.scores, self.scores));
        }
        if replayed.ranks != self.ranks {
            return fail(format!("{end} the ranks are {:?}, not {:?}", replayed.ranks, self.ranks));
        }
        Ok(actions)
    }

    fn verify_head<G: Game>(&self, setup: Setup<G>) -> Result<(), RecordError> {
        let edition = setup.edition();
        if self.game != G::NAME {
            return fail(format!("it is a game of {}, not of {}", self.game, G::NAME));
        }
        if self.rules != G::RULES_VERSION {
            return fail(format!("it follows rules version {}, this is {}", self.rules, G::RULES_VERSION));
        }
        if (self.edition.as_str(), self.edition_hash.as_str()) != (edition.name(), edition.hash()) {
            return fail(format!(
                "it was played with edition {:?} of hash {}, this is {:?} of hash {}",
                self.edition,
                self.edition_hash,
                edition.name(),
                edition.hash()
            ));
        }
        if self.players != setup.players() || self.bots.len() != self.players {
            return fail(format!("it names {} players and {} bots", self.players, self.bots.len()));
        }
        Ok(())
    }
}

/// A running game that is being written down.
#[derive(Debug)]
pub struct Recorder<G: Game> {
    setup: Setup<G>,
    seed: u64,
    state: G::State,
    actions: Vec<String>,
    hashes: Vec<String>,
}

impl<G: Game> Recorder<G> {
    fn new(setup: Setup<G>, seed: u64) -> Self {
        let state = setup.new_initial_state(seed);
        Self { setup, seed, state, actions: Vec::with_capacity(256), hashes: Vec::new() }
    }

    fn apply(&mut self, action: Action) -> Result<(), crate::game::IllegalAction> {
        self.state.apply_action(action)?;
        self.actions.push(G::action_to_string(self.setup.edition(), action).expect("a legal action has a text"));
        if self.actions.len().is_multiple_of(HASH_EVERY) {
            self.hashes.push(hex(self.state.state_hash()));
        }
        Ok(())
    }

    fn finish(self, bots: Vec<String>) -> Record {
        let edition = self.setup.edition();
        Record {
            format: FORMAT.to_owned(),
            merx: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::NAME.to_owned(),
            rules: G::RULES_VERSION,
            edition: edition.name().to_owned(),
            edition_hash: edition.hash().to_owned(),
            players: self.setup.players(),
            seed: self.seed,
            bots,
            actions: self.actions,
            hashes: self.hashes,
            final_hash: hex(self.state.state_hash()),
            scores: self.state.scores().to_vec(),
            ranks: self.state.ranks().to_vec(),
        }
    }
}

fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}
