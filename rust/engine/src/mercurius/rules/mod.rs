//! The rules, a file for each phase of the turn (rules.md 3).
//!
//! Every phase file offers `insert_legal`, which judges from a [`View`], and `apply` functions, which change the state. What follows a
//! decision by itself (prices, drawing, the next player's Black Market) is called from here.

mod black_market;
mod card;
mod dividend;
mod draw;
mod end;
mod finance;
mod prices;
mod setup;
mod why;

pub use end::{final_sale, score};
pub(super) use finance::undo as undo_trades;
pub(super) use setup::deal;
pub(super) use why::why_illegal;

use super::actions::id;
use super::state::{Phase, State, View, narrow};
use crate::actions::{Action, ActionSet};

/// The legal actions of the active player.
#[inline]
pub(super) fn legal_actions(view: &View) -> ActionSet {
    let mut legal = ActionSet::EMPTY;
    match view.table.phase {
        Phase::Finance => {
            finance::insert_legal(view, &mut legal);
            // 3.1.6: instead of finance.
            if view.table.trades.is_empty() {
                black_market::insert_legal(view, &mut legal);
                dividend::insert_legal(view, &mut legal);
            }
        }
        Phase::Laying => black_market::insert_legal(view, &mut legal),
        Phase::Card => card::insert_legal_cards(view, &mut legal),
        Phase::Discarding => card::insert_legal_discards(view, &mut legal),
        Phase::End => {}
    }
    legal
}

/// Applies a legal action and all that follows by itself.
#[inline]
pub(super) fn apply(state: &mut State, action: Action) {
    match action {
        id::SELL..id::END_FINANCE => finance::trade_token(state, narrow(action)),
        id::END_FINANCE => finance::end(state),
        id::LAY..id::END_LAYING => black_market::lay(state, narrow(action - id::LAY)),
        id::END_LAYING => state.table.phase = Phase::Card,
        id::DIVIDEND..id::PLAY => dividend::pay(state, narrow(action - id::DIVIDEND)),
        id::PLAY..id::NEWS => {
            card::play(state, narrow(action - id::PLAY));
            finish_turn(state, true);
        }
        id::NEWS => card::play_news(state),
        id::DISCARD..id::END_DISCARDING => {
            if card::discard(state, narrow(action - id::DISCARD)) {
                end_news(state);
            }
        }
        _ => end_news(state),
    }
}

fn end_news(state: &mut State) {
    draw::exchange_for_news(state);
    // 3.4.1: in a turn with News phase 4 draws nothing.
    finish_turn(state, false);
}

/// Phases 3 and 4, and the step to the next turn with what happens at its start.
#[inline]
fn finish_turn(state: &mut State, draws: bool) {
    prices::update(state);
    if draws {
        draw::refill(state);
    }
    end::next_turn(state);
    if state.table.phase != Phase::End {
        black_market::sell_all(state);
    }
}
