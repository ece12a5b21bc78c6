//! Black Market (rules.md 3.1.4).

use crate::actions::ActionSet;
use crate::mercurius::ITEMS;
use crate::mercurius::actions::id;
use crate::mercurius::items::{ItemSet, PerItem};
use crate::mercurius::state::{Phase, Specials, State, View};

/// Laying a first token plays the card; further ones follow in the order of the table.
#[inline]
pub(super) fn insert_legal(view: &View, legal: &mut ActionSet) {
    let player = view.table.active();
    let mut items = view.table.tokens[player].nonzero().items();
    if view.table.phase == Phase::Laying {
        let laid = view.table.black_market[player].nonzero().items();
        items &= ItemSet::MAX << laid.ilog2();
        legal.insert(id::END_LAYING);
    } else if !view.table.specials[player].has(Specials::BLACK_MARKET) {
        return;
    }
    legal.insert_bits(id::LAY, u64::from(items));
}

/// Lays a token; the last one possible ends laying.
#[inline]
pub(super) fn lay(state: &mut State, item: u8) {
    let (player, table) = (state.table.active(), &mut state.table);
    table.specials[player].0 &= !Specials::BLACK_MARKET;
    table.tokens[player][usize::from(item)] -= 1;
    table.black_market[player][usize::from(item)] += 1;
    let full = table.black_market[player].total() == u32::from(state.edition.black_market);
    table.phase = if full { Phase::Card } else { Phase::Laying };
}

/// At the start of the owner's next turn: all are sold at the price shown, without deductions.
#[inline]
pub(super) fn sell_all(state: &mut State) {
    let (player, table) = (state.table.active(), &mut state.table);
    let lots = table.black_market[player];
    if lots == PerItem::default() {
        return;
    }
    for item in 0..ITEMS {
        table.cash[player] += i32::from(lots[item]) * i32::from(table.prices[item]);
        table.bank[item] += lots[item];
    }
    table.black_market[player] = PerItem::default();
}
