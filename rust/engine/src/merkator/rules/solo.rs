//! What is different with one player (rules.md 6). The numbers are the edition's, but that no coins are kept.

use super::invest::show_bonus;
use crate::merkator::Edition;
use crate::merkator::sets::members;
use crate::merkator::state::{NONE, State, View};

/// Whether the contracts of a stack arrive one by one.
#[inline]
pub(super) fn arrives(edition: &Edition, players: u8, stack: usize) -> bool {
    players == 1 && edition.solo.is_some_and(|solo| solo.stacks >> stack & 1 == 1)
}

/// In the last turn nobody is forced to sell.
#[inline]
pub(super) fn is_last_turn(view: &View) -> bool {
    usize::from(view.table.turn) + 1 == view.edition.turns(1)
}

/// When investing ends the top one of the face-down contracts goes face up onto the stack of its value.
#[inline]
pub(super) fn next_arrival(state: &mut State) {
    let (edition, table) = (state.edition, &mut state.table);
    if table.arrivals == 0 {
        return;
    }
    table.arrivals -= 1;
    let contract = std::mem::replace(&mut state.hidden.arrivals[usize::from(table.arrivals)], NONE);
    let stack = edition.stack_of(contract).expect("what arrives has a stack");
    state.hidden.stacks[usize::from(edition.stack_starts[stack] + table.stacks[stack])] = contract;
    table.stacks[stack] += 1;
}

/// After a building was bought the bonus cards shown go under their pile, the first of them nearest its top, and as many as
/// there are places are shown.
pub(super) fn renew_bonus_display(state: &mut State) {
    let table = &mut state.table;
    let shown = table.bonus_display.count_ones() as usize;
    let pile = usize::from(table.bonus_pile);
    state.hidden.bonus_pile.copy_within(..pile, shown);
    for (place, card) in (0..shown).rev().zip(members(table.bonus_display.into())) {
        state.hidden.bonus_pile[place] = card;
    }
    table.bonus_pile += shown as u8;
    table.bonus_display = 0;
    for _ in 0..state.edition.faceup_bonus {
        show_bonus(state);
    }
}
