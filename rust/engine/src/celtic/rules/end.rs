//! The end of a turn and of the game (rules.md 5).

use crate::actions::ActionSet;
use crate::celtic::actions::id;
use crate::celtic::state::{NO_GOOD, Phase, State, View};

/// In the second window the turn may end, and who has all seven kinds may say so (5.2).
#[inline]
pub(super) fn insert_legal(view: &View, legal: &mut ActionSet) {
    legal.insert(id::END_TURN);
    if view.goods.iter().all(|cards| *cards > 0) {
        legal.insert(id::ANNOUNCE);
    }
}

/// Ends the turn, or the own part of the last collection.
#[inline]
pub(super) fn end_turn(state: &mut State) {
    let table = &mut state.table;
    if table.phase == Phase::Collect {
        return collect_next(state);
    }
    // 5.1
    if table.fulfilled[usize::from(table.active)].len() == u32::from(state.edition.goals_to_end) {
        return call(state);
    }
    table.taken = NO_GOOD;
    // 5.4
    if usize::from(table.turn) + 1 == state.edition.turns(table.num_players()) {
        table.phase = Phase::End;
        return;
    }
    table.turn += 1;
    table.active = table.after(table.active);
    table.current = table.active;
    table.phase = Phase::Before;
}

/// The game ends by 5.1 or 5.2: at once, or after the last collection (5.3).
#[inline]
pub(super) fn call(state: &mut State) {
    if state.edition.final_collect {
        state.table.phase = Phase::Collect;
        return collect_next(state);
    }
    state.table.taken = NO_GOOD;
    state.table.phase = Phase::End;
}

/// The next seat collects; when the turn comes round to the active player, all have.
fn collect_next(state: &mut State) {
    let table = &mut state.table;
    table.taken = NO_GOOD;
    table.current = table.after(table.current);
    if table.current == table.active {
        table.phase = Phase::End;
    }
}
