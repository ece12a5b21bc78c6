//! The rules, a file for each part of the turn (rules.md 3).
//!
//! Every file offers `insert_legal`, which judges from a [`View`], and functions that change the state. What follows a decision by
//! itself (refilling, the next player who loses or may join, the next turn) is called from them.

mod end;
mod fulfil;
mod goods_loss;
mod invest;
mod join;
mod setup;
mod solo;
mod travel;
mod why;

pub(super) use fulfil::{exchanges, payable};
pub(super) use setup::deal;
pub(super) use why::why_illegal;

use super::actions::id;
use super::state::{Phase, State, View};
use crate::actions::{Action, ActionSet};

/// The legal actions of the player to decide.
#[inline]
pub(super) fn legal_actions(view: &View) -> ActionSet {
    let mut legal = ActionSet::EMPTY;
    match view.table.phase {
        Phase::Investing => invest::insert_legal(view, &mut legal),
        Phase::Going => travel::insert_legal_places(view, &mut legal),
        Phase::Storing => travel::insert_legal_stores(view, &mut legal),
        Phase::Turning => legal.insert_bits(id::TURN_NEXT, 0b11),
        Phase::Losing => legal.insert_bits(id::LOSE, view.losable().into()),
        Phase::Fulfilling => fulfil::insert_legal(view, &mut legal),
        // The id of time markers follows those of the goods.
        Phase::Exchanging => legal.insert_bits(id::EXCHANGE, view.exchangeable().into()),
        Phase::Joining => legal.insert_bits(id::JOIN, 0b11),
        Phase::End => {}
    }
    legal
}

/// Applies a legal action and all that follows by itself.
#[inline]
pub(super) fn apply(state: &mut State, action: Action) {
    let number = |first: Action| (action - first) as u8;
    match action {
        ..id::BUY_BONUS => invest::sell(state, number(id::SELL)),
        id::BUY_BONUS..id::BUY_BUILDING => invest::buy_bonus(state, number(id::BUY_BONUS)),
        id::BUY_BUILDING..id::END_INVESTING => invest::buy_building(state, number(id::BUY_BUILDING)),
        id::END_INVESTING => invest::end(state),
        id::GO..id::STORE_NONE => travel::go(state, number(id::GO)),
        id::STORE_NONE..id::TURN_NEXT => travel::store(state, number(id::STORE_NONE)),
        id::TURN_NEXT => goods_loss::turn_next(state),
        id::KEEP => goods_loss::keep(state),
        id::LOSE..id::FULFIL => goods_loss::lose(state, number(id::LOSE)),
        id::FULFIL..id::EXCHANGE => fulfil::fulfil(state, number(id::FULFIL)),
        // The number of time markers follows those of the goods.
        id::EXCHANGE..id::UNLOAD => fulfil::exchange(state, number(id::EXCHANGE)),
        id::UNLOAD..id::END_FULFILLING => fulfil::unload(state, number(id::UNLOAD)),
        id::END_FULFILLING => fulfil::end(state),
        id::JOIN => join::join(state),
        _ => join::stay(state),
    }
}
