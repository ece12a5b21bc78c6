//! Points (rules.md 6).

use super::state::State;
use super::{Edition, GOODS};
use crate::game::Player;

/// What goods cards bring (6.2, 6.3): kinds sorted by the number of cards, most first, each card worth what its kind's rank
/// is, and of each kind at most as many counted as `fulfilled` goals allow.
///
/// ```
/// use merx_engine::celtic::{Edition, score::goods_score};
///
/// assert_eq!(goods_score(Edition::standard(), [4, 0, 6, 0, 1, 2, 0], 3), 22);
/// ```
pub fn goods_score(edition: &Edition, mut cards: [u8; GOODS], fulfilled: u32) -> i32 {
    let cap = edition.cap_per_kind[fulfilled as usize];
    cards.sort_unstable_by(|a, b| b.cmp(a));
    let kinds = cards.iter().zip(&edition.rank_value);
    kinds.map(|(cards, value)| i32::from(*cards.min(&cap)) * i32::from(*value)).sum()
}

/// What the player's fulfilled goals bring (6.1).
pub fn goals_score(state: &State, player: Player) -> i32 {
    state.table.fulfilled[player].iter().map(|goal| i32::from(state.edition.goals[usize::from(goal)].value)).sum()
}

/// The points of `player`, as if the game ended now.
pub fn score(state: &State, player: Player) -> i32 {
    let fulfilled = state.table.fulfilled[player].len();
    goals_score(state, player) + goods_score(state.edition, state.goods.held[player], fulfilled)
}
