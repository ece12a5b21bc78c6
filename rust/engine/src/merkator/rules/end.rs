//! The end of a turn and of the game (rules.md 4).

use crate::merkator::state::{NOT_CALLED, Phase, State};

/// The end is called: everybody has one more turn, the active player last (4.1). Only the first cause counts, and none in the
/// solo game (6).
#[inline]
pub(super) fn call(state: &mut State) {
    let table = &mut state.table;
    if table.last_turn == NOT_CALLED && !table.is_solo() {
        table.last_turn = table.turn + u16::from(table.players);
    }
}

/// The next player's turn begins, or the game ends (4.1, 4.3, 6).
#[inline]
pub(super) fn end_turn(state: &mut State) {
    let table = &mut state.table;
    let turns = state.edition.turns(table.num_players());
    if table.turn == table.last_turn || usize::from(table.turn) + 1 == turns {
        table.phase = Phase::End;
        return;
    }
    table.turn += 1;
    table.active = table.after(table.active);
    table.current = table.active;
    table.phase = Phase::Investing;
}
