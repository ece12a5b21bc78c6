//! Buying and selling (rules.md 3.1.1 to 3.1.3).

use crate::actions::ActionSet;
use crate::mercurius::actions::id;
use crate::mercurius::items::ItemSet;
use crate::mercurius::state::{Phase, State, View, narrow};

/// The items after and including `first`.
#[inline]
pub(super) fn from_item(first: usize) -> ItemSet {
    ItemSet::MAX << first
}

/// The price of the next token of the item that `action` trades (3.1.2): buying adds to it, selling deducts from it what has been
/// traded of the item in this turn.
#[inline]
pub(in crate::mercurius) fn next_price(view: &View, action: u8) -> i32 {
    let repeats = i32::from(view.table.trades.repeated(action)) * i32::from(view.edition.repeat_step);
    if u16::from(action) < id::BUY {
        i32::from(view.table.prices[usize::from(action)]) - repeats
    } else {
        i32::from(view.table.prices[usize::from(action - narrow(id::BUY))]) + repeats
    }
}

/// Items the player may sell: own ones, not before the last sale in the table, none after a purchase (3.1.3).
#[inline]
fn sellable(view: &View) -> ItemSet {
    let player = view.table.active();
    match view.table.trades.last() {
        None => view.table.tokens[player].nonzero(),
        Some(last) if u16::from(last) < id::BUY => view.table.tokens[player].nonzero() & from_item(usize::from(last)),
        Some(_) => 0,
    }
}

/// Items the player may buy: those the bank has, that can be paid, that were not sold in this turn, and that do not come before the last
/// purchase in the table (3.1.3).
#[inline]
fn buyable(view: &View) -> ItemSet {
    let table = view.table;
    let cash = table.cash[table.active()];
    let mut items = table.bank.nonzero() & table.prices.at_most(cash);
    for &action in table.trades.actions() {
        if u16::from(action) < id::BUY {
            items &= !(1 << action);
            continue;
        }
        let item = usize::from(action - narrow(id::BUY));
        items &= from_item(item);
        if next_price(view, action) > cash {
            items &= !(1 << item);
        }
    }
    items
}

/// Sales, purchases, and ending.
#[inline]
pub(super) fn insert_legal(view: &View, legal: &mut ActionSet) {
    let trades = u64::from(sellable(view)) | u64::from(buyable(view)) << id::BUY;
    legal.insert_bits(id::SELL, trades);
    legal.insert(id::END_FINANCE);
}

/// The player gives a token to the bank for its price.
#[inline]
pub(super) fn sell(state: &mut State, item: u8) {
    let price = next_price(&state.view(), item);
    let (player, table) = (state.table.active(), &mut state.table);
    table.cash[player] += price;
    table.tokens[player][usize::from(item)] -= 1;
    table.bank[usize::from(item)] += 1;
    record(state, item);
}

/// The player takes a token from the bank for its price.
#[inline]
pub(super) fn buy(state: &mut State, item: u8) {
    let action = narrow(id::BUY) + item;
    let price = next_price(&state.view(), action);
    let (player, table) = (state.table.active(), &mut state.table);
    table.cash[player] -= price;
    table.tokens[player][usize::from(item)] += 1;
    table.bank[usize::from(item)] -= 1;
    record(state, action);
}

/// Counts a transaction; the last one possible ends the phase (3.1.1).
#[inline]
fn record(state: &mut State, action: u8) {
    state.table.trades.push(action);
    if state.table.trades.len() == state.edition.transactions {
        end(state);
    }
}

/// Ends finance.
#[inline]
pub(super) fn end(state: &mut State) {
    state.table.trades = crate::mercurius::state::Trades::default();
    state.table.phase = Phase::Card;
}

/// Takes transactions of this turn back, for a position that is set up in mid-turn. The state's own list of them must be
/// empty.
///
/// # Errors
/// Which one cannot have been made, and why.
pub(in crate::mercurius) fn undo(state: &mut State, trades: &[u8]) -> Result<(), (usize, String)> {
    let (player, table) = (state.table.active(), &mut state.table);
    for (i, &action) in trades.iter().enumerate().rev() {
        let equal_before = trades[..i].iter().filter(|other| **other == action).count() as i32;
        let repeats = equal_before * i32::from(state.edition.repeat_step);
        let sold = u16::from(action) < id::BUY;
        let item = usize::from(action) % crate::mercurius::ITEMS;
        let price = i32::from(table.prices[item]);
        let (from, to, change) = if sold {
            (&mut table.bank, &mut table.tokens[player], repeats - price)
        } else {
            (&mut table.tokens[player], &mut table.bank, price + repeats)
        };
        table.cash[player] += change;
        if from[item] == 0 || table.cash[player] < 0 {
            return Err((i, "it cannot have led to these tokens and this cash".to_owned()));
        }
        from[item] -= 1;
        to[item] += 1;
    }
    Ok(())
}
