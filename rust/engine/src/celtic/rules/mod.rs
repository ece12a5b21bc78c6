//! The rules, a file for each part of the turn (rules.md 2).
//!
//! Every file offers `insert_legal`, which judges from a [`View`], and functions that change the state. What follows a decision
//! by itself (drawing, the next player who may travel along, the next turn) is called from them.

mod along;
mod end;
mod goals;
mod goods;
mod journey;
mod setup;
mod why;

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
        Phase::Before => {
            insert_window(view, &mut legal);
            journey::insert_legal_starts(view, &mut legal);
        }
        Phase::To => journey::insert_legal_destinations(view, &mut legal),
        Phase::Count => journey::insert_legal_counts(view, &mut legal),
        Phase::Along => along::insert_legal(view, &mut legal),
        Phase::After => {
            insert_window(view, &mut legal);
            end::insert_legal(view, &mut legal);
        }
        Phase::Collect => {
            insert_window(view, &mut legal);
            legal.insert(id::END_TURN);
        }
        Phase::End => {}
    }
    legal
}

/// What a window allows (2): goals, then goods.
#[inline]
fn insert_window(view: &View, legal: &mut ActionSet) {
    goals::insert_legal(view, legal);
    goods::insert_legal(view, legal);
}

/// Applies a legal action and all that follows by itself.
#[inline]
pub(super) fn apply(state: &mut State, action: Action) {
    let number = |first: Action| (action - first) as u8;
    match action {
        ..id::TAKE => goals::fulfil(state, number(id::FULFIL)),
        id::TAKE..id::FROM => goods::take(state, number(id::TAKE)),
        id::FROM..id::TO => journey::start(state, number(id::FROM)),
        id::TO..id::COUNT_ONE => journey::choose_destination(state, number(id::TO)),
        id::COUNT_ONE..id::ALONG_NONE => journey::travel(state, number(id::COUNT_ONE) + 1),
        id::ALONG_NONE..id::ANNOUNCE => along::travel(state, number(id::ALONG_NONE)),
        id::ANNOUNCE => end::call(state),
        _ => end::end_turn(state),
    }
}
