//! Fulfilling goals (rules.md 3).

use crate::actions::ActionSet;
use crate::celtic::GOALS;
use crate::celtic::actions::id;
use crate::celtic::sets::{Goal, GoalSet, members};
use crate::celtic::state::{NO_GOAL, NO_GOOD, Phase, State, View};

/// Goals in hand whose places hold own pieces (3.1), until a good was taken in this window (2).
#[inline]
pub(super) fn insert_legal(view: &View, legal: &mut ActionSet) {
    if view.table.taken != NO_GOOD {
        return;
    }
    let occupied = view.occupied();
    for goal in view.goals.iter() {
        let missing = view.edition.goals[usize::from(goal)].places & !occupied;
        legal.insert_bits(id::FULFIL, u64::from(missing == 0) << goal);
    }
}

/// Shows the goal, sends one piece home from each of its places, and draws (3.1, 3.2).
#[inline]
pub(super) fn fulfil(state: &mut State, goal: Goal) {
    let player = usize::from(state.table.current);
    state.hidden.goals[player].remove(goal);
    state.table.hand_sizes[player] -= 1;
    state.table.fulfilled[player].insert(goal);
    for place in members(state.edition.goals[usize::from(goal)].places) {
        state.table.send_home(player, place);
    }
    // 5.3: the last collection brings no new goals.
    if state.table.phase != Phase::Collect {
        draw(state, player);
    }
}

/// 3.2: a card, as long as fulfilled goals and goals in hand are fewer than end the game. The deck lasts.
#[inline]
fn draw(state: &mut State, player: usize) {
    let table = &mut state.table;
    let goals = table.fulfilled[player].len() + u32::from(table.hand_sizes[player]);
    if goals >= u32::from(state.edition.goals_to_end) {
        return;
    }
    let next = &mut state.hidden.deck[GOALS - usize::from(table.deck)];
    let card = std::mem::replace(next, NO_GOAL);
    table.deck -= 1;
    table.hand_sizes[player] += 1;
    let hand: &mut GoalSet = &mut state.hidden.goals[player];
    hand.insert(card);
}
