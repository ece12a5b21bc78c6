//! The compulsory move, asked as start, destination, number (rules.md 2.1).

use super::along;
use crate::actions::ActionSet;
use crate::celtic::actions::id;
use crate::celtic::sets::Space;
use crate::celtic::state::{NO_GOOD, Phase, State, View};

/// Every space with own pieces.
#[inline]
pub(super) fn insert_legal_starts(view: &View, legal: &mut ActionSet) {
    legal.insert_bits(id::FROM, view.occupied());
}

/// Every space within reach but the start.
#[inline]
pub(super) fn insert_legal_destinations(view: &View, legal: &mut ActionSet) {
    legal.insert_bits(id::TO, view.edition.targets[usize::from(view.table.from)]);
}

/// Any number of the pieces on the start.
#[inline]
pub(super) fn insert_legal_counts(view: &View, legal: &mut ActionSet) {
    let pieces = view.table.pieces[view.player()][usize::from(view.table.from)];
    legal.insert_bits(id::COUNT_ONE, (1 << pieces) - 1);
}

/// Chooses the start; the first window ends.
#[inline]
pub(super) fn start(state: &mut State, space: Space) {
    state.table.from = space;
    state.table.taken = NO_GOOD;
    state.table.phase = Phase::To;
}

/// Chooses the destination. A single piece moves without being counted.
#[inline]
pub(super) fn choose_destination(state: &mut State, space: Space) {
    let table = &mut state.table;
    table.to = space;
    table.phase = Phase::Count;
    if table.pieces[usize::from(table.active)][usize::from(table.from)] == 1 {
        travel(state, 1);
    }
}

/// The pieces move together; then the others on the start are asked.
#[inline]
pub(super) fn travel(state: &mut State, pieces: u8) {
    let table = &mut state.table;
    table.shift(usize::from(table.active), table.from, table.to, pieces);
    along::ask_next(table);
}
