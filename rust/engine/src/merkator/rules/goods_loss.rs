//! The goods loss when a row of the time chart is empty (rules.md 3.2.6).

use crate::merkator::state::{Loss, NONE, Phase, State, column_of, cubes_in, letters_of};

/// The last marker of a row was taken and shows this. If it is a single letter and there is a next row, its player is asked
/// whether that row's marker shall count instead.
#[inline]
pub(super) fn turned(state: &mut State, kind: u8) {
    let table = &mut state.table;
    let more = table.taken < state.edition.chart(table.num_players());
    if letters_of(kind) == 1 && more {
        table.marker = kind;
        table.phase = Phase::Turning;
    } else {
        begin(state, kind);
    }
}

/// The first marker that lies in the next row is turned, stays there face up, and counts.
#[inline]
pub(super) fn turn_next(state: &mut State) {
    let table = &mut state.table;
    let kind = state.hidden.chart[usize::from(table.taken)];
    table.seen[usize::from(kind)] += 1;
    table.face_up = true;
    begin(state, kind);
}

/// The marker counts that was turned.
#[inline]
pub(super) fn keep(state: &mut State) {
    begin(state, state.table.marker);
}

/// Everybody gives up goods, from the active player on.
fn begin(state: &mut State, kind: u8) {
    let table = &mut state.table;
    table.marker = NONE;
    table.loss = Loss { column: column_of(kind), letters: letters_of(kind), left: 0, last: NONE };
    table.current = table.active;
    begin_player(state);
    settle(state);
}

/// What the current player has to give up: nothing there, nothing lost.
fn begin_player(state: &mut State) {
    let column = state.edition.columns[usize::from(state.table.loss.column)];
    let there = cubes_in(&state.table.seat().rooms, column);
    let loss = &mut state.table.loss;
    loss.left = u32::from(loss.letters).min(there) as u8;
    loss.last = NONE;
}

/// The current player gives up a cube.
#[inline]
pub(super) fn lose(state: &mut State, good: u8) {
    give(state, good);
    settle(state);
}

fn give(state: &mut State, good: u8) {
    let table = &mut state.table;
    table.seat_mut().rooms[usize::from(good)] -= 1;
    table.loss.left -= 1;
    table.loss.last = good;
}

/// Goes on until somebody has a choice, or all have given up what they must.
fn settle(state: &mut State) {
    loop {
        while state.table.loss.left > 0 {
            let goods = state.view().losable();
            if !goods.is_power_of_two() {
                state.table.phase = Phase::Losing;
                return;
            }
            give(state, goods.trailing_zeros() as u8);
        }
        let table = &mut state.table;
        table.current = table.after(table.current);
        if table.current == table.active {
            table.loss = Loss::NONE;
            table.phase = Phase::Fulfilling;
            return;
        }
        begin_player(state);
    }
}
