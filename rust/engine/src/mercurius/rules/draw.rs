//! Drawing (rules.md 3.4, and 3.2.2 for News).

use crate::mercurius::CARDS;
use crate::mercurius::cards::Card;
use crate::mercurius::state::{NO_CARD, State};

/// 3.4: one card from the main deck; nothing when it is empty.
#[inline]
pub(super) fn refill(state: &mut State) {
    if state.table.main_deck > 0 {
        let place = CARDS - usize::from(state.table.main_deck);
        state.table.main_deck -= 1;
        take(state, place);
        if state.table.main_deck == 0 {
            // 5.1: the round is finished, then the last rounds follow.
            state.table.last_round = state.table.round + state.edition.final_rounds;
        }
    }
}

/// 3.2.2: as many cards as were discarded, the first from the main deck, the others from the backup deck.
#[inline]
pub(super) fn exchange_for_news(state: &mut State) {
    let discards = state.table.discards[state.table.active()];
    if discards == 0 {
        return;
    }
    refill(state);
    for _ in 1..discards {
        let place = usize::from(state.edition.backup_deck - state.table.backup_deck);
        state.table.backup_deck -= 1;
        take(state, place);
    }
}

#[inline]
fn take(state: &mut State, place: usize) {
    let player = state.table.active();
    let card: Card = std::mem::replace(&mut state.hidden.deck[place], NO_CARD);
    state.hidden.hands[player].insert(card);
    state.table.hand_sizes[player] += 1;
}
