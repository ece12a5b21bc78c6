//! Bytes read as decisions.

use std::sync::LazyLock;

use merx_engine::game::Action;
use merx_engine::registry::{AnySetup, AnyState, GAMES};
use merx_engine::rng::{Rng, Stream};

/// Every game, with every edition compiled in and every number of players. To be added to at the end, or else the cases change
/// their meaning.
static SETUPS: LazyLock<Vec<Box<dyn AnySetup>>> = LazyLock::new(|| {
    let editions = GAMES.iter().flat_map(|game| game.editions().into_iter().map(move |name| (game, name)));
    let setups = editions.flat_map(|(game, name)| {
        let players = game.edition(name).expect("compiled-in editions are sound").players;
        players.into_iter().map(move |players| game.setup(name, players).expect("the edition is for so many"))
    });
    setups.collect()
});

/// The bytes not yet read. Where none are left, zeros are read.
pub(crate) struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    pub(crate) fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A number of `0..bound`, which is not empty and at most 65 536: from one byte if that is enough, else from two.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let number = if bound <= 256 { u16::from(self.byte()) } else { self.word() };
        usize::from(number) % bound
    }

    /// One of `items`; `None` if there are none.
    pub(crate) fn choose<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        (!items.is_empty()).then(|| &items[self.below(items.len())])
    }

    /// All that is left.
    pub(crate) fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }

    /// A game made ready.
    pub(crate) fn setup(&mut self) -> &'static dyn AnySetup {
        &*SETUPS[self.below(SETUPS.len())]
    }

    /// A generator for what need not be decided byte by byte.
    pub(crate) fn rng(&mut self) -> Rng {
        Rng::for_stream(self.word().into(), Stream::Playout)
    }

    /// A position that some random decisions lead to.
    pub(crate) fn reached(&mut self, setup: &dyn AnySetup) -> Box<dyn AnyState> {
        let mut state = setup.new_initial_state(self.byte().into());
        let decisions = self.below(1024);
        state.advance(decisions, &mut self.rng());
        state
    }

    /// The actions of a random game that `seed` deals.
    pub(crate) fn game(&mut self, setup: &dyn AnySetup, seed: u64) -> Vec<Action> {
        let mut rng = self.rng();
        let mut state = setup.new_initial_state(seed);
        let mut actions = Vec::new();
        while let Some(action) = state.legal_actions().choose(&mut rng) {
            state.apply_action(action).expect("a legal action");
            actions.push(action);
        }
        actions
    }
}
