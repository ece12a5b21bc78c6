//! Buying and selling (rules.md 3.1.1 to 3.1.3).

use crate::actions::ActionSet;
use crate::mercurius::actions::id;
use crate::mercurius::state::{Phase, State, Trades, View, trade};

/// The price of the next token in the transaction `action` (3.1.2): what was traded of the item in this turn adds to the price of a
/// purchase and is deducted from that of a sale.
#[inline]
pub(super) fn next_price(view: &View, action: u8) -> i32 {
    let (buys, item) = trade(action);
    let repeats = i32::from(view.table.trades.repeated(action)) * i32::from(view.edition.repeat_step);
    i32::from(view.table.prices[item]) + if buys { repeats } else { -repeats }
}

/// Own items may be sold; what the bank has and the player can pay may be bought, as far as the order allows (3.1.3).
/// Ending is always possible.
#[inline]
pub(super) fn insert_legal(view: &View, legal: &mut ActionSet) {
    let table = view.table;
    let cash = table.cash[table.active()];
    let sales = table.tokens[table.active()].nonzero().items() & table.trades.sellable;
    let mut purchases = (table.bank.nonzero() & table.prices.at_most(cash)).items() & table.trades.buyable;
    // The one item of which a further token costs more than is shown.
    if let Some(action) = table.trades.last()
        && next_price(view, action) > cash
        && let (true, item) = trade(action)
    {
        purchases &= !(1 << item);
    }
    legal.insert_bits(id::SELL, u64::from(sales) | u64::from(purchases) << id::BUY);
    legal.insert(id::END_FINANCE);
}

/// A token changes hands between player and bank; the last transaction possible ends finance (3.1.1).
#[inline]
pub(super) fn trade_token(state: &mut State, action: u8) {
    let price = next_price(&state.view(), action);
    let (buys, item) = trade(action);
    let (player, table) = (state.table.active(), &mut state.table);
    let (tokens, guilders) = if buys { (1, -price) } else { (u8::MAX, price) };
    table.cash[player] += guilders;
    // Adding 255 takes one away.
    table.tokens[player][item] = table.tokens[player][item].wrapping_add(tokens);
    table.bank[item] = table.bank[item].wrapping_sub(tokens);
    table.trades.push(action);
    if table.trades.len() == state.edition.transactions {
        end(state);
    }
}

/// Ends finance.
#[inline]
pub(super) fn end(state: &mut State) {
    state.table.trades = Trades::NONE;
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
        let (buys, item) = trade(action);
        let price = i32::from(table.prices[item]);
        let (from, to, change) = if buys {
            (&mut table.tokens[player], &mut table.bank, price + repeats)
        } else {
            (&mut table.bank, &mut table.tokens[player], repeats - price)
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
