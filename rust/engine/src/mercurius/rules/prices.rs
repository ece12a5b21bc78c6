//! Updating the prices (rules.md 3.3).

use crate::mercurius::state::{NEWS_CARD, NO_CARD, State, Table};
use crate::mercurius::{COLUMNS, Edition};

/// Every card on the active player's board acts, the newest first (3.3.1, 3.3.2); then they slide, and the card that leaves the
/// rightmost space is gone (3.3.3).
#[inline]
pub(super) fn update(state: &mut State) {
    let (edition, player, table) = (state.edition, state.table.active(), &mut state.table);
    let board = table.boards[player];
    for card in board {
        if card < NEWS_CARD {
            let change = edition.cards[usize::from(card)];
            shift(edition, table, change.share, change.share_move);
            shift(edition, table, change.good, change.good_move);
        }
    }
    let last = edition.spaces - 1;
    if board[last] < NEWS_CARD {
        table.gone.insert(board[last]);
    }
    table.boards[player] =
        std::array::from_fn(|space| if (1..=last).contains(&space) { board[space - 1] } else { NO_CARD });
}

/// Moves a marker; it stops at the first and at the last column (1.3).
#[inline]
fn shift(edition: &Edition, table: &mut Table, item: u8, columns: i8) {
    let item = usize::from(item);
    let column = (table.columns[item] as i8 + columns).clamp(0, COLUMNS as i8 - 1);
    table.set_column(edition, item, column as u8);
}
