//! A kit for tests that set up positions and play from them.
//!
//! A [`Scene`] says what differs from a plain table; everything else (stacks, piles, discard) is filled in so that every card is in
//! one place. [`Scene::start`] hands it to the engine, which checks it, and the [`Play`] that comes back speaks in action texts.

use merx_engine::registry::{AnySetup, AnyState, find_game};
use merx_engine::rng::{Rng, Stream};

/// Every edition with every number of players.
pub(crate) fn setups() -> Vec<Box<dyn AnySetup>> {
    let game = find_game("merkator").unwrap();
    let of = |edition: &'static str| {
        game.edition(edition).unwrap().players.into_iter().map(move |n| game.setup(edition, n).unwrap())
    };
    game.editions().into_iter().flat_map(of).collect()
}

/// Every state of some random games. With `eager` three of four decisions fulfil, exchange or buy where that is possible.
pub(crate) fn walk(setup: &dyn AnySetup, seeds: std::ops::Range<u64>, eager: bool, mut visit: impl FnMut(&dyn AnyState)) {
    for seed in seeds {
        let mut rng = Rng::for_stream(seed, Stream::Playout);
        let mut state = setup.new_initial_state(seed);
        visit(&*state);
        while !state.is_terminal() {
            let legal = state.legal_actions();
            let wanted: Vec<u16> = legal.iter().filter(|id| matches!(id, 78..=119 | 192..=302 | 304)).collect();
            let action = if eager && !wanted.is_empty() && rng.below(4) > 0 {
                wanted[rng.below(wanted.len() as u32) as usize]
            } else {
                legal.nth(rng.below(legal.len())).unwrap()
            };
            state.apply_action(action).unwrap();
            visit(&*state);
        }
    }
}
