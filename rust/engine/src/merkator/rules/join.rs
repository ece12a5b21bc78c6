//! Joining (rules.md 3.4).

use super::{end, travel};
use crate::merkator::state::{Phase, State};

/// Asks the next player who can pay; when the turn comes round to the active player, it ends.
#[inline]
pub(super) fn ask_next(state: &mut State) {
    let cost = state.edition.join_cost(state.table.figure);
    let table = &mut state.table;
    loop {
        table.current = table.after(table.current);
        if table.current == table.active {
            return end::end_turn(state);
        }
        if table.seat().time >= cost {
            table.phase = Phase::Joining;
            return;
        }
    }
}

/// Pays the active player, takes the bonus cubes, and fulfils contracts.
#[inline]
pub(super) fn join(state: &mut State) {
    let cost = state.edition.join_cost(state.table.figure);
    let table = &mut state.table;
    table.seat_mut().time -= cost;
    table.seats[usize::from(table.active)].time += cost;
    table.phase = Phase::Fulfilling;
    travel::bring_bonus(state, state.edition.bonus_companion);
}

/// The next player is asked.
#[inline]
pub(super) fn stay(state: &mut State) {
    ask_next(state);
}
