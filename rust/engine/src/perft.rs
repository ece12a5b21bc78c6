//! Perft: the number of ways a game can go on, which shows a wrong rule as a wrong number.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::actions::Action;
use crate::game::State;

/// The number of sequences of `depth` legal actions from `state`; a game that ends earlier counts for nothing.
///
/// `None` if `stop` was set before the end.
pub fn perft<S: State>(state: &S, depth: u32, stop: &AtomicBool) -> Option<u64> {
    let legal = state.legal_actions();
    match depth {
        0 => return Some(1),
        1 => return Some(u64::from(legal.len())),
        // Looking at the flag at the leaves would cost as much as the leaves.
        4.. if stop.load(Ordering::Relaxed) => return None,
        _ => {}
    }
    let mut nodes = 0;
    for action in &legal {
        let mut next = *state;
        next.apply_trusted(action);
        nodes += perft(&next, depth - 1, stop)?;
    }
    Some(nodes)
}

/// [`perft`] for each first action; `depth` must be at least 1.
///
/// `None` if `stop` was set before the end.
pub fn divide<S: State>(state: &S, depth: u32, stop: &AtomicBool) -> Option<Vec<(Action, u64)>> {
    let count = |action| {
        let mut next = *state;
        next.apply_trusted(action);
        perft(&next, depth.saturating_sub(1), stop).map(|nodes| (action, nodes))
    };
    state.legal_actions().iter().map(count).collect()
}
