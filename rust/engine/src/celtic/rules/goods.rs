//! Taking goods (rules.md 4).

use crate::actions::ActionSet;
use crate::celtic::actions::id;
use crate::celtic::state::{NO_GOOD, State, View};

/// Goods on whose trading place an own piece stands, in the order of the table: none before the one taken last (2).
#[inline]
pub(super) fn insert_legal(view: &View, legal: &mut ActionSet) {
    let occupied = view.occupied();
    let trade = view.edition.trade.iter().enumerate();
    let mut goods = trade.fold(0, |goods, (good, space)| goods | (occupied >> space & 1) << good);
    if view.table.taken != NO_GOOD {
        goods &= u64::MAX << view.table.taken;
    }
    legal.insert_bits(id::TAKE, goods);
}

/// A piece goes home for a card, or for nothing where none is left (4.1).
#[inline]
pub(super) fn take(state: &mut State, good: u8) {
    let (table, kind) = (&mut state.table, usize::from(good));
    let player = usize::from(table.current);
    table.send_home(player, state.edition.trade[kind]);
    table.taken = good;
    let stock = &mut state.goods.stocks[kind];
    if *stock > 0 {
        *stock -= 1;
        table.stocked &= !(u8::from(*stock == 0) << good);
        state.goods.held[player][kind] += 1;
        table.goods_cards[player] += 1;
    }
}
