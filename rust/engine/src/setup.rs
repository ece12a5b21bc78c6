//! A game made ready: an edition and a number of players.

use crate::edition::{Edition, EditionError};
use crate::game::{Game, State};
use crate::rng::{Rng, Stream};

/// An edition and a number of players that it allows.
#[derive(Debug, PartialEq, Eq)]
pub struct Setup<G: Game> {
    edition: &'static Edition<G>,
    players: usize,
}

impl<G: Game> Clone for Setup<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Setup<G> {}

/// Why a game cannot be made ready.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The edition does not exist or has a fault.
    #[error(transparent)]
    Edition(#[from] EditionError),
    /// It cannot be played with so many.
    #[error("{0}")]
    Players(String),
    /// There is no such game.
    #[error("{0}")]
    Game(String),
}

impl<G: Game> Setup<G> {
    /// The edition for `players` players.
    ///
    /// # Errors
    /// If the edition is not for so many.
    pub fn new(edition: &'static Edition<G>, players: usize) -> Result<Self, SetupError> {
        edition.check_players(players).map_err(SetupError::Players)?;
        Ok(Self { edition, players })
    }

    /// The standard edition for `players` players.
    ///
    /// # Panics
    /// If it is not for so many. For tests and examples.
    #[must_use]
    pub fn standard(players: usize) -> Self {
        Self::new(Edition::standard(), players).expect("the standard edition is for so many players")
    }

    /// The edition.
    pub fn edition(&self) -> &'static Edition<G> {
        self.edition
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The start position that `seed` deals. Nothing else in a game is left to chance.
    pub fn new_initial_state(&self, seed: u64) -> G::State {
        G::State::new_initial(self.edition, self.players, &mut Rng::for_stream(seed, Stream::Deal))
    }

    /// A bound on the number of decisions of a game.
    pub fn max_game_length(&self) -> usize {
        G::max_game_length(self.edition, self.players)
    }
}
