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

use super::actions::Move;
use super::state::{Phase, State, View};
use crate::actions::{Action, ActionSet};
use crate::game::Move as _;

/// The legal actions of the active player.
#[inline]
pub(super) fn legal_actions(view: &View) -> ActionSet {
    let mut legal = ActionSet::EMPTY;
    match view.table.phase {
        Phase::Finance => {
            finance::insert_legal(view, &mut legal);
            // 3.1.6: instead of finance.
            if view.table.trades.len() == 0 {
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
    match Move::from_action(action).expect("a legal action has an id") {
        Move::Sell(item) => finance::sell(state, item),
        Move::Buy(item) => finance::buy(state, item),
        Move::EndFinance => finance::end(state),
        Move::Lay(item) => black_market::lay(state, item),
        Move::EndLaying => state.table.phase = Phase::Card,
        Move::Dividend(chamber) => dividend::pay(state, chamber),
        Move::Play(card) => {
            card::play(state, card);
            finish_turn(state, true);
        }
        Move::News => card::play_news(state),
        Move::Discard(card) => {
            if card::discard(state, card) {
                end_news(state);
            }
        }
        Move::EndDiscarding => end_news(state),
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
