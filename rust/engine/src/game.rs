//! The contract every game answers to.
//!
//! Four traits say all that the rest of the engine (playouts, perft, records, bots, the Python face) knows about a
//! game. A game is added by implementing them in a folder of its own and naming it once, in
//! [`crate::registry::GAMES`].
//!
//! * [`Game`]: the game as such: names, action space, editions.
//! * [`State`]: the truth about one position, hidden things included.
//! * [`Observation`]: what one player may know of it. Bots see nothing else.
//! * [`Move`]: an action in typed form.
//!
//! # What must hold
//!
//! 1. A state is `Copy`, without heap, and holds no random number generator: all chance is in the shuffle at set-up, so a game
//!    is its edition, its number of players, its seed and its list of actions, and nothing else.
//! 2. A turn is a sequence of small decisions, each with an id below [`Game::NUM_ACTIONS`]. An id has one meaning within
//!    a rules version, whatever the state.
//! 3. While the game runs exactly one player decides and has at least one legal action. Between decisions nothing is
//!    pending: what happens by itself belongs to the decision that brings it about.
//! 4. A decision is asked even if one action is legal, unless it is a quantity with one possible answer or the end of a
//!    series that is full. Not asking could betray what is hidden.
//! 5. Where order changes nothing, one order is legal, so that counts and search trees do not swell.
//! 6. Nothing here depends on the order of a hash map, on the platform, or on time.
//!
//! `tests/contract.rs` checks these for every game in the registry.

use arrayvec::ArrayVec;
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

pub use crate::actions::{Action, ActionSet};
use crate::edition::{Edition, EditionError, Tables};
use crate::rng::Rng;
use crate::suggest::one_line;

/// The most players any game has; sizes [`PerPlayer`].
pub const MAX_PLAYERS: usize = 5;

/// A player: the index of a seat, `0..num_players`.
pub type Player = usize;

/// One value for each player, in seat order.
pub type PerPlayer<T> = ArrayVec<T, MAX_PLAYERS>;

/// What decides the order at the end: the score, then the game's tie-breakers, greater is better.
pub type Standing = [i32; 3];

/// A game: its names, its action space, and how its editions are read.
pub trait Game: Debug + Sized + Send + Sync + 'static {
    /// The name in files and on the command line: lower case, `[a-z]+`.
    const NAME: &'static str;
    /// The number that changes when the same seed and actions could lead elsewhere than before.
    const RULES_VERSION: u32;
    /// The text of `seeds/<game>/rules.md`.
    const RULES: &'static str;
    /// The editions compiled in, as (name, contents of the TOML file). The first is the default.
    const EDITIONS: &'static [(&'static str, &'static str)];
    /// The number of ids, `num_distinct_actions`. At most [`ActionSet::CAPACITY`].
    const NUM_ACTIONS: Action;

    /// The scale on which searches weigh differences of [`State::evaluate`]: one of this size is worth 0.7 of a won game. Chosen by
    /// what plays well.
    const DECISIVE_LEAD: f64;

    /// The numbers, cards and names of an edition, checked, in the form the rules want them.
    type Tables: Debug + Send + Sync;
    /// A position.
    type State: State<Game = Self>;
    /// What a player may know of a position.
    type Observation: Observation<Game = Self>;
    /// An action in typed form.
    type Move: Move;

    /// Reads and checks an edition: every count, every name, and that a game with it ends.
    ///
    /// # Errors
    /// The first fault, naming table and key.
    fn read_tables(tables: &mut Tables) -> Result<Self::Tables, EditionError>;

    /// A bound on the number of decisions of a game with `players` players.
    fn max_game_length(edition: &Edition<Self>, players: usize) -> usize;

    /// The one canonical text of `action`, or `None` for an id that is not below [`Game::NUM_ACTIONS`].
    fn action_to_string(edition: &Edition<Self>, action: Action) -> Option<String>;

    /// What the other players learn of `action` when it is made: its text, with dots for what is not shown.
    fn action_to_open_string(edition: &Edition<Self>, action: Action) -> Option<String> {
        Self::action_to_string(edition, action)
    }

    /// The action whose text is `text`. Case, surplus spaces and the forms in `docs/formats.md` are understood.
    ///
    /// # Errors
    /// What of the text is not understood, with the nearest known word.
    fn string_to_action(edition: &Edition<Self>, text: &str) -> Result<Action, ParseActionError>;
}

/// An action in typed form. Converting to an id and back gives the same value.
pub trait Move: Copy + Eq + Debug {
    /// The id of this move.
    fn to_action(self) -> Action;

    /// The move with this id, or `None` for an id that is not below [`Game::NUM_ACTIONS`].
    fn from_action(action: Action) -> Option<Self>;

    /// The kind of move in `snake_case` and its argument (an item, a card ...), for languages without our types.
    fn parts(self) -> (&'static str, Option<u16>);

    /// The inverse of [`Move::parts`]; `None` if there is no such move.
    fn from_parts(kind: &str, argument: Option<u16>) -> Option<Self>;
}

/// A position: the whole truth, hidden things included.
pub trait State: Copy + Eq + Debug + Send + Sync + 'static {
    /// The game this is a position of.
    type Game: Game<State = Self>;
    /// The position as plain data: `docs/formats.md` describes its serialised form, the *state dict*.
    type Position: Serialize + DeserializeOwned;

    /// The position after set-up, dealt by `rng`.
    ///
    /// `players` must be one of the edition's; [`Edition::check_players`] says so to people.
    fn new_initial(edition: &'static Edition<Self::Game>, players: usize, rng: &mut Rng) -> Self;

    /// The edition played with.
    fn edition(&self) -> &'static Edition<Self::Game>;

    /// The number of players, `n`.
    fn num_players(&self) -> usize;

    /// The player who decides now; `None` after the end.
    fn current_player(&self) -> Option<Player>;

    /// The player whose turn it is; `None` after the end. Differs from the current player where others decide
    /// during a turn.
    fn active_player(&self) -> Option<Player>;

    /// The number of the turn, from 0; after the end that of the last, or one more.
    fn turn(&self) -> u32;

    /// Whether the game is over.
    #[inline]
    fn is_terminal(&self) -> bool {
        self.current_player().is_none()
    }

    /// The legal actions; empty after the end, and only then.
    fn legal_actions(&self) -> ActionSet;

    /// Applies an action known to be legal.
    ///
    /// For playouts and search, which take their actions from [`State::legal_actions`]. With any other action the state
    /// that results is meaningless, and the call may panic.
    fn apply_trusted(&mut self, action: Action);

    /// Applies `action`, if it is legal.
    ///
    /// # Errors
    /// Why it is not legal, naming the rule. The state is then as it was.
    fn apply_action(&mut self, action: Action) -> Result<(), IllegalAction> {
        if self.legal_actions().contains(action) {
            self.apply_trusted(action);
            return Ok(());
        }
        Err(match Self::Game::action_to_string(self.edition(), action) {
            None => IllegalAction {
                action: action.to_string(),
                reason: format!("action ids of {} are 0 to {}", Self::Game::NAME, Self::Game::NUM_ACTIONS - 1),
                rule: "",
            },
            Some(text) if self.is_terminal() => {
                IllegalAction { action: text, reason: "the game is over".to_owned(), rule: "" }
            }
            Some(text) => {
                let (reason, rule) = self.why_illegal(action);
                IllegalAction { action: text, reason, rule }
            }
        })
    }

    /// Why `action`, which is an id of the game and not legal in this running game, is not: a sentence, and the clause of
    /// `rules.md`.
    fn why_illegal(&self, action: Action) -> (String, &'static str);

    /// The points of every player; before the end, as if it ended now.
    fn scores(&self) -> PerPlayer<i32>;

    /// What decides the order of the players; its first number is the score.
    fn standings(&self) -> PerPlayer<Standing>;

    /// For every player 1 + the number of players strictly better: 1, 1, 3.
    fn ranks(&self) -> PerPlayer<u8> {
        let standings = self.standings();
        standings.iter().map(|mine| 1 + standings.iter().filter(|other| *other > mine).count() as u8).collect()
    }

    /// [`returns`] of the ranks.
    fn returns(&self) -> PerPlayer<f64> {
        returns(&self.ranks())
    }

    /// 64 bits over everything that is equal in equal states; the same on every platform and in every version of the
    /// same rules.
    fn state_hash(&self) -> u64;

    /// What `player` may know. Holds no reference to the state.
    fn observation(&self, player: Player) -> <Self::Game as Game>::Observation;

    /// How well `player` stands, in the game's own points, judged by what that player may know. For bots; the rules do
    /// not need it.
    fn evaluate(&self, player: Player) -> f64;

    /// The position as plain data.
    fn to_position(&self) -> Self::Position;

    /// The state with this position, after checking that it could arise: numbers of pieces, cards, tokens, and whose
    /// decision it is.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    fn from_position(edition: &'static Edition<Self::Game>, position: &Self::Position) -> Result<Self, PositionError>;

    /// The position as a table a person can read, several lines.
    fn to_text(&self) -> String;
}

/// What one player may know of a position: what lies on the table, and the player's own hidden things.
///
/// By type it cannot tell more: it holds no state, no generator and no seed. Two states that differ in what is hidden from
/// the player give equal observations.
pub trait Observation: Clone + Eq + Debug + Send + Sync + 'static {
    /// The game observed.
    type Game: Game<Observation = Self>;

    /// Whose view this is.
    fn observer(&self) -> Player;

    /// The edition played with.
    fn edition(&self) -> &'static Edition<Self::Game>;

    /// The number of players.
    fn num_players(&self) -> usize;

    /// The player who decides now; `None` after the end.
    fn current_player(&self) -> Option<Player>;

    /// The player whose turn it is; `None` after the end.
    fn active_player(&self) -> Option<Player>;

    /// The legal actions if the observer decides now, otherwise none.
    fn legal_actions(&self) -> ActionSet;

    /// A state drawn uniformly from those that agree with everything the observer has seen. The only way back.
    fn sample_state(&self, rng: &mut Rng) -> <Self::Game as Game>::State;

    /// 64 bits over everything that is equal in equal observations.
    fn observation_hash(&self) -> u64;

    /// The number of values [`Observation::write_tensor`] writes for a game with `players` players.
    fn tensor_size(edition: &Edition<Self::Game>, players: usize) -> usize;

    /// Writes the observation as numbers, the observer's seat first; `docs/formats.md` gives the layout.
    ///
    /// # Panics
    /// If `out` has not [`Observation::tensor_size`] places.
    fn write_tensor(&self, out: &mut [f32]);

    /// The observation dict of `docs/formats.md`.
    fn to_json(&self) -> serde_json::Value;

    /// The observation as a table a person can read, several lines.
    fn to_text(&self) -> String;
}

/// Results in [-1, 1] from ranks alone.
///
/// Place r of n is worth `(n + 1 - 2r) / (n - 1)`; players who share a rank share the mean of its places. A single player's
/// return is 0.
///
/// ```
/// assert_eq!(merx_engine::game::returns(&[1, 1, 3]).as_slice(), [0.5, 0.5, -1.0]);
/// ```
///
/// # Panics
/// If there are more than [`MAX_PLAYERS`] ranks.
pub fn returns(ranks: &[u8]) -> PerPlayer<f64> {
    let n = ranks.len() as f64;
    let one = |rank: u8| {
        if ranks.len() == 1 {
            return 0.0;
        }
        // The places rank, rank + 1, ... are shared by all of this rank, and their mean lies half way.
        let sharing = ranks.iter().filter(|other| **other == rank).count() as f64;
        let place = f64::from(rank) + (sharing - 1.0) / 2.0;
        (n + 1.0 - 2.0 * place) / (n - 1.0)
    };
    ranks.iter().map(|rank| one(*rank)).collect()
}

/// An action that the rules do not allow now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{action:?} is not legal: {reason}{}", cited(rule))]
pub struct IllegalAction {
    /// The action's text, or its number if it has none.
    pub action: String,
    /// Why, as a sentence.
    pub reason: String,
    /// The clause of `rules.md`, empty if none is concerned.
    pub rule: &'static str,
}

fn cited(rule: &str) -> String {
    if rule.is_empty() { String::new() } else { format!(" (rules.md {rule})") }
}

/// A text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not an action: {reason}")]
pub struct ParseActionError {
    /// The text that was read.
    pub text: String,
    /// What of it is not understood.
    pub reason: String,
}

/// A position that could not arise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", one_line(field), one_line(reason))]
pub struct PositionError {
    /// The path of the field, like `seats[2].cash`.
    pub field: String,
    /// What is wrong with it.
    pub reason: String,
}

impl PositionError {
    /// An error about `field`.
    pub fn new(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { field: field.into(), reason: reason.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_share_the_places_of_a_tie_and_sum_to_zero() {
        let cases: [(&[u8], &[f64]); 6] = [
            (&[1], &[0.0]),
            (&[2, 1], &[-1.0, 1.0]),
            (&[1, 1], &[0.0, 0.0]),
            (&[1, 2, 2, 4], &[1.0, 0.0, 0.0, -1.0]),
            (&[3, 1, 1, 3, 5], &[-0.25, 0.75, 0.75, -0.25, -1.0]),
            (&[1, 1, 1, 1, 1], &[0.0; 5]),
        ];
        for (ranks, expected) in cases {
            assert_eq!(returns(ranks).as_slice(), expected, "{ranks:?}");
        }
    }
}
