//! Dividend (rules.md 3.1.5).

use crate::actions::ActionSet;
use crate::mercurius::CHAMBERS;
use crate::mercurius::actions::id;
use crate::mercurius::state::{Phase, Specials, State, View};

const ALL_CHAMBERS: u8 = (1 << CHAMBERS) - 1;

/// Any chamber that has not paid; own shares in it are not needed.
#[inline]
pub(super) fn insert_legal(view: &View, legal: &mut ActionSet) {
    if view.table.specials[view.table.active()].has(Specials::DIVIDEND) {
        legal.insert_bits(id::DIVIDEND, u64::from(!view.table.paid & ALL_CHAMBERS));
    }
}

/// Every player is paid for each share, those on Black Market too.
#[inline]
pub(super) fn pay(state: &mut State, chamber: u8) {
    let (player, table) = (state.table.active(), &mut state.table);
    table.specials[player].0 &= !Specials::DIVIDEND;
    table.paid |= 1 << chamber;
    let share = usize::from(chamber);
    let each = i32::from(state.edition.dividend[usize::from(table.columns[share])]);
    for owner in 0..table.num_players() {
        let shares = table.tokens[owner][share] + table.black_market[owner][share];
        table.cash[owner] += i32::from(shares) * each;
    }
    table.phase = Phase::Card;
}
