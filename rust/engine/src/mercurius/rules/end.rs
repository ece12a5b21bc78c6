//! The step to the next turn, the end, and the final sale (rules.md 5).

use crate::game::Player;
use crate::mercurius::ITEMS;
use crate::mercurius::state::{NO_ROUND, Phase, State, Table};

/// Passes the turn to the next seat (2.4); after the last round the game is over (5.1).
#[inline]
pub(super) fn next_turn(state: &mut State) {
    let table = &mut state.table;
    table.phase = Phase::Finance;
    table.active += 1;
    if table.active < table.players {
        return;
    }
    table.active = 0;
    table.round += 1;
    if table.last_round != NO_ROUND && table.round > table.last_round {
        table.phase = Phase::End;
    }
}

/// What the final sale brings `player` for `item` (5.3): the full price for every token, those on Black Market too (3.1.4).
pub fn final_sale(table: &Table, player: Player, item: usize) -> i32 {
    let tokens = table.tokens[player][item] + table.black_market[player][item];
    i32::from(tokens) * i32::from(table.prices[item])
}

/// The guilders of `player` after the final sale, as if the game ended now.
pub fn score(table: &Table, player: Player) -> i32 {
    table.cash[player] + (0..ITEMS).map(|item| final_sale(table, player, item)).sum::<i32>()
}
