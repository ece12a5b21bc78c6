//! Investing (rules.md 3.1).

use super::solo;
use crate::actions::ActionSet;
use crate::merkator::PEACE;
use crate::merkator::actions::id;
use crate::merkator::sets::{Contract, ContractSet};
use crate::merkator::state::{NONE, NOT_CALLED, Phase, State, View};

/// Sales, what the coins buy of the cards that lie face up, and the end of the phase.
#[inline]
pub(super) fn insert_legal(view: &View, legal: &mut ActionSet) {
    let View { edition, table } = view;
    let [low, high] = sellable(view).bits();
    legal.insert_bits(id::SELL, low);
    legal.insert_bits(id::SELL + 64, high);
    let coins = usize::from(table.seat().coins).min(edition.affordable_bonus.len() - 1);
    legal.insert_bits(id::BUY_BONUS, (table.bonus_display & edition.affordable_bonus[coins]).into());
    legal.insert_bits(id::BUY_BUILDING, (table.building_display & edition.affordable_buildings[coins]).into());
    legal.insert_bits(id::END_INVESTING, (!must_sell(view)).into());
}

/// Whether contracts must be sold before the phase can end (3.1.3, 4.2).
#[inline]
pub(super) fn must_sell(view: &View) -> bool {
    view.table.seat().contracts.len() > u32::from(view.edition.contract_limit) && !is_last_turn(view)
}

/// Whether this is one of the turns in which nobody is forced to sell (4.2, 6).
#[inline]
pub(super) fn is_last_turn(view: &View) -> bool {
    if view.table.is_solo() { solo::is_last_turn(view) } else { view.table.last_turn != NOT_CALLED }
}

/// Contracts that may be sold: not the last one, not the Peace of Westphalia (3.1.2); directly after a sale only later ones,
/// unless there are still too many (3.5.2).
#[inline]
fn sellable(view: &View) -> ContractSet {
    let (table, mut held) = (view.table, view.table.seat().contracts);
    if held.len() < 2 {
        return ContractSet::EMPTY;
    }
    held.remove(PEACE);
    if table.sold == NONE || must_sell(view) { held } else { held.later_than(table.sold) }
}

/// A contract for coins (3.1.1).
#[inline]
pub(super) fn sell(state: &mut State, contract: Contract) {
    let value = state.edition.contracts[usize::from(contract)].value;
    let seat = state.table.seat_mut();
    seat.contracts.remove(contract);
    seat.coins += u16::from(value);
    state.table.discard.insert(contract);
    state.table.sold = contract;
}

/// A bonus card for coins; the next of the pile takes its place (3.1.5).
#[inline]
pub(super) fn buy_bonus(state: &mut State, card: u8) {
    let price = state.edition.bonus[usize::from(card)].price;
    let seat = state.table.seat_mut();
    seat.coins -= u16::from(price);
    seat.bonus |= 1 << card;
    state.table.bonus_display &= !(1 << card);
    state.table.sold = NONE;
    show_bonus(state);
}

/// Turns the top card of the pile of bonus cards face up, if there is one.
#[inline]
pub(super) fn show_bonus(state: &mut State) {
    let table = &mut state.table;
    if table.bonus_pile > 0 {
        table.bonus_pile -= 1;
        let top = &mut state.hidden.bonus_pile[usize::from(table.bonus_pile)];
        table.bonus_display |= 1 << std::mem::replace(top, NONE);
    }
}

/// A building for coins, likewise.
#[inline]
pub(super) fn buy_building(state: &mut State, card: u8) {
    let price = state.edition.buildings[usize::from(card)].price;
    let table = &mut state.table;
    let seat = table.seat_mut();
    seat.coins -= u16::from(price);
    seat.buildings |= 1 << card;
    table.building_display &= !(1 << card);
    table.sold = NONE;
    if table.building_pile > 0 {
        table.building_pile -= 1;
        let top = &mut state.hidden.building_pile[usize::from(table.building_pile)];
        table.building_display |= 1 << std::mem::replace(top, NONE);
    }
    if table.is_solo() {
        solo::renew_bonus_display(state);
    }
}

/// The surplus of coins is lost (3.1.4), and the journey begins.
#[inline]
pub(super) fn end(state: &mut State) {
    let table = &mut state.table;
    let limit = state.edition.coin_limit(table.players);
    let seat = table.seat_mut();
    seat.coins = seat.coins.min(limit);
    table.sold = NONE;
    table.phase = Phase::Going;
    if table.is_solo() {
        solo::next_arrival(state);
    }
}
