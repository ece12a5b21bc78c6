//! Playing a card, or News (rules.md 3.2).

use crate::actions::ActionSet;
use crate::mercurius::actions::id;
use crate::mercurius::cards::{Card, CardSet};
use crate::mercurius::state::{NEWS_CARD, Phase, Specials, State, View};

#[inline]
fn insert_cards(first: u16, cards: CardSet, legal: &mut ActionSet) {
    let [low, high] = cards.words();
    legal.insert_bits(first, low);
    legal.insert_bits(first + 64, high);
}

/// Any card of the hand, or News.
#[inline]
pub(super) fn insert_legal_cards(view: &View, legal: &mut ActionSet) {
    insert_cards(id::PLAY, view.hand, legal);
    if view.table.specials[view.table.active()].has(Specials::NEWS) {
        legal.insert(id::NEWS);
    }
}

/// With News: cards above those discarded, or an end.
#[inline]
pub(super) fn insert_legal_discards(view: &View, legal: &mut ActionSet) {
    let cards = view.discarded.last().map_or(view.hand, |last| view.hand.above(last));
    insert_cards(id::DISCARD, cards, legal);
    legal.insert(id::END_DISCARDING);
}

/// 3.2.1: the card goes from the hand onto the leftmost space.
#[inline]
pub(super) fn play(state: &mut State, card: Card) {
    let player = state.table.active();
    state.hidden.hands[player].remove(card);
    state.table.hand_sizes[player] -= 1;
    state.table.boards[player][0] = card;
}

/// 3.2.2: News goes there instead; the player may discard.
#[inline]
pub(super) fn play_news(state: &mut State) {
    let (player, table) = (state.table.active(), &mut state.table);
    table.specials[player].0 &= !Specials::NEWS;
    table.boards[player][0] = NEWS_CARD;
    table.phase = Phase::Discarding;
}

/// Discards a card; whether it was the last that may be.
#[inline]
pub(super) fn discard(state: &mut State, card: Card) -> bool {
    let player = state.table.active();
    state.hidden.hands[player].remove(card);
    state.hidden.discarded[player].insert(card);
    state.table.hand_sizes[player] -= 1;
    state.table.discards[player] += 1;
    state.table.discards[player] == state.edition.news_discards
}
