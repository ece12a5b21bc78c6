//! Travelling along (rules.md 2.2).

use crate::actions::ActionSet;
use crate::celtic::actions::id;
use crate::celtic::state::{NO_SPACE, Phase, State, Table, View};

/// Any number of the own pieces on the start, or none.
#[inline]
pub(super) fn insert_legal(view: &View, legal: &mut ActionSet) {
    let pieces = view.table.pieces[view.player()][usize::from(view.table.from)];
    legal.insert_bits(id::ALONG_NONE, (2 << pieces) - 1);
}

/// The pieces make the same journey; then the next player is asked.
#[inline]
pub(super) fn travel(state: &mut State, pieces: u8) {
    let table = &mut state.table;
    table.shift(usize::from(table.current), table.from, table.to, pieces);
    ask_next(table);
}

/// Asks the next player round the table with pieces on the start; after the last one the journey is over.
#[inline]
pub(super) fn ask_next(table: &mut Table) {
    let mut next = table.after(table.current);
    while next != table.active && table.occupied[usize::from(next)] >> table.from & 1 == 0 {
        next = table.after(next);
    }
    table.current = next;
    if next == table.active {
        (table.from, table.to) = (NO_SPACE, NO_SPACE);
        table.phase = Phase::After;
    } else {
        table.phase = Phase::Along;
    }
}
