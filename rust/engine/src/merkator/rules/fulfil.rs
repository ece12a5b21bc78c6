//! Fulfilling contracts (rules.md 3.3), of the active player and of those who have joined.

use super::{end, join};
use crate::actions::ActionSet;
use crate::merkator::actions::id;
use crate::merkator::sets::{Contract, ContractSet};
use crate::merkator::state::{Exchange, NONE, Phase, Seat, State, TIME, View};
use crate::merkator::{COLOURS, Edition, GOODS, PEACE};

/// Contracts that can be fulfilled, cubes that can be unloaded, and the end of it.
#[inline]
pub(super) fn insert_legal(view: &View, legal: &mut ActionSet) {
    let View { edition, table } = view;
    let seat = table.seat();
    let wanted = seat.contracts.and(edition.contracts_at[usize::from(table.figure)]).without(table.done);
    for contract in wanted.iter() {
        legal.insert_bits(id::FULFIL + u16::from(contract), payable(edition, seat, contract).into());
    }
    let tile = (0..COLOURS).fold(0, |set, colour| set | u64::from(seat.tile[colour] > 0) << (2 * colour));
    // 3.5.2: directly after an unloading the same good or a later one.
    let later = if table.unloaded == NONE { u64::MAX } else { u64::MAX << table.unloaded };
    legal.insert_bits(id::UNLOAD, (tile | tile << 1) & later);
    legal.insert(id::END_FULFILLING);
}

/// Whether the goods of a contract that are missing can be exchanged: M <= E of 3.3.5.
#[inline]
pub(in crate::merkator) fn payable(edition: &Edition, seat: &Seat, contract: Contract) -> bool {
    let needs = &edition.contracts[usize::from(contract)].needs;
    let missing: u16 = (0..GOODS).map(|good| needs[good].saturating_sub(seat.rooms[good])).sum();
    if missing == 0 {
        return true;
    }
    u32::from(missing) <= exchanges(edition, seat, contract) + u32::from(seat.time / edition.exchange)
}

/// The goods that cubes beyond those a contract needs can be exchanged for (3.3.5).
#[inline]
pub(in crate::merkator) fn exchanges(edition: &Edition, seat: &Seat, contract: Contract) -> u32 {
    let (needs, size) = (&edition.contracts[usize::from(contract)].needs, u16::from(edition.exchange));
    let beyond = seat.rooms.iter().zip(needs).map(|(cubes, needed)| cubes.saturating_sub(*needed));
    // Few rooms hold that many, and a division takes longer than asking.
    beyond.filter(|beyond| *beyond >= size).map(|beyond| u32::from(beyond / size)).sum()
}

/// The goods needed leave the rooms; what is missing is exchanged, then the next contract is taken (3.3.5).
#[inline]
pub(super) fn fulfil(state: &mut State, contract: Contract) {
    let (edition, table) = (state.edition, &mut state.table);
    table.done.insert(contract);
    table.unloaded = NONE;
    let rooms = &mut table.seat_mut().rooms;
    let mut missing = 0;
    for (room, need) in rooms.iter_mut().zip(&edition.contracts[usize::from(contract)].needs) {
        missing += need.saturating_sub(*room);
        *room = room.saturating_sub(*need);
    }
    table.exchange = Exchange { contract, missing: missing as u8, last: NONE };
    settle(state);
}

/// Four of a good, or four time markers, for one missing good.
#[inline]
pub(super) fn exchange(state: &mut State, what: u8) {
    give(state, what);
    settle(state);
}

fn give(state: &mut State, what: u8) {
    let size = state.edition.exchange;
    let table = &mut state.table;
    if what == TIME {
        table.pay_time(size);
    } else {
        table.seat_mut().rooms[usize::from(what)] -= u16::from(size);
    }
    table.exchange.missing -= 1;
    table.exchange.last = what;
}

/// Goes on until there is a choice, or nothing is missing.
fn settle(state: &mut State) {
    while state.table.exchange.missing > 0 {
        let choices = state.view().exchangeable();
        if !choices.is_power_of_two() {
            state.table.phase = Phase::Exchanging;
            return;
        }
        give(state, choices.trailing_zeros() as u8);
    }
    let contract = std::mem::replace(&mut state.table.exchange, Exchange::NONE).contract;
    state.table.phase = Phase::Fulfilling;
    take_next(state, contract);
}

/// The next contract: the top one of the next higher value, or else of the first stack below that is not empty (3.3.2).
#[inline]
fn take_next(state: &mut State, fulfilled: Contract) {
    let (edition, table) = (state.edition, &mut state.table);
    // The stack of value v + 1 has the number v - 2, and the Peace of Westphalia lies above the tens.
    let next = usize::from(edition.contracts[usize::from(fulfilled)].value) - 2;
    let Some(stack) = (0..=next).rev().find(|stack| table.stacks[*stack] > 0) else { return };
    table.stacks[stack] -= 1;
    let top = &mut state.hidden.stacks[usize::from(edition.stack_starts[stack] + table.stacks[stack])];
    let contract = std::mem::replace(top, NONE);
    table.seat_mut().contracts.insert(contract);
    if contract == PEACE {
        end::call(state);
    }
}

/// Moves a cube of the supply tile into the room of a good (3.3.4).
#[inline]
pub(super) fn unload(state: &mut State, good: u8) {
    let seat = state.table.seat_mut();
    seat.tile[usize::from(good / 2)] -= 1;
    seat.rooms[usize::from(good)] += 1;
    state.table.unloaded = good;
}

/// The next player who may join is asked.
#[inline]
pub(super) fn end(state: &mut State) {
    state.table.done = ContractSet::EMPTY;
    state.table.unloaded = NONE;
    join::ask_next(state);
}
