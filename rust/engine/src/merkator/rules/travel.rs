//! Travelling (rules.md 3.2), up to the goods loss.

use super::{end, goods_loss};
use crate::actions::ActionSet;
use crate::merkator::actions::id;
use crate::merkator::edition::NO_COLOUR;
use crate::merkator::sets::members;
use crate::merkator::state::{NONE, Phase, State, View};
use crate::merkator::{COLOURS, MOST_CUBES};

/// The places that can be paid (3.2.1).
#[inline]
pub(super) fn insert_legal_places(view: &View, legal: &mut ActionSet) {
    let time = i16::from(view.table.seat().time);
    let paid = view.edition.time.iter().enumerate();
    let places =
        paid.fold(0, |set, (place, gives)| set | u64::from(time + i16::from(*gives) >= 0 || *gives >= 0) << place);
    legal.insert_bits(id::GO, places);
}

/// The numbers for the first room: one cube goes into either; of three or more at least one into each (3.2.2).
#[inline]
pub(super) fn insert_legal_stores(view: &View, legal: &mut ActionSet) {
    let cubes = view.table.storing;
    // Bit k is the number k.
    let numbers = if cubes == 1 { 0b11 } else { (1 << cubes) - 2 };
    legal.insert_bits(id::STORE_NONE, numbers);
}

/// Puts the figure on a place, pays, and takes the cubes that lie there.
#[inline]
pub(super) fn go(state: &mut State, place: u8) {
    let (edition, table) = (state.edition, &mut state.table);
    let gives = edition.time[usize::from(place)];
    if gives < 0 {
        table.pay_time(gives.unsigned_abs());
    }
    table.figure = place;
    let colour = edition.colour_at[usize::from(place)];
    if colour != NO_COLOUR {
        let cubes = std::mem::take(&mut table.cubes[usize::from(colour)]);
        if cubes == 2 {
            let rooms = &mut table.seat_mut().rooms;
            rooms[usize::from(2 * colour)] += 1;
            rooms[usize::from(2 * colour) + 1] += 1;
        } else if cubes > 0 {
            table.storing = cubes;
            table.phase = Phase::Storing;
            return;
        }
    }
    arrive(state);
}

/// Puts `first` of the cubes into the first room of their colour, the others into the second.
#[inline]
pub(super) fn store(state: &mut State, first: u8) {
    let table = &mut state.table;
    let cubes = std::mem::replace(&mut table.storing, NONE);
    let good = 2 * usize::from(state.edition.colour_at[usize::from(table.figure)]);
    let rooms = &mut table.seat_mut().rooms;
    rooms[good] += u16::from(first);
    rooms[good + 1] += u16::from(cubes - first);
    arrive(state);
}

/// The rest of travelling: bonus, refill, time, goods loss (3.2.7).
#[inline]
fn arrive(state: &mut State) {
    bring_bonus(state, state.edition.bonus_traveller);
    refill(state);
    receive_time(state);
}

/// 3.2.3, 3.4: `cubes` for each bonus card of the player to decide that names the place.
#[inline]
pub(super) fn bring_bonus(state: &mut State, cubes: u8) {
    let (edition, table) = (state.edition, &mut state.table);
    let cards = edition.bonus_at[usize::from(table.figure)] & table.seat().bonus;
    for card in members(cards.into()) {
        let good = edition.bonus[usize::from(card)].good;
        table.seat_mut().rooms[usize::from(good)] += u16::from(cubes);
    }
}

/// 3.2.4; a cube that would be the 41st is not placed (1.1).
#[inline]
fn refill(state: &mut State) {
    let (edition, table) = (state.edition, &mut state.table);
    let place = usize::from(table.figure);
    if edition.colour_at[place] == NO_COLOUR {
        let threshold = edition.threshold[place];
        for cubes in &mut table.cubes {
            *cubes += u8::from(*cubes >= threshold && *cubes < MOST_CUBES);
        }
    } else {
        let links = edition.links[place];
        for colour in 0..COLOURS {
            let cubes = &mut table.cubes[colour];
            *cubes += u8::from(links >> colour & 1 == 1 && *cubes < MOST_CUBES);
        }
    }
}

/// 3.2.5: time markers from the chart as far as they go, or from the box of the solo game.
#[inline]
fn receive_time(state: &mut State) {
    let (edition, table) = (state.edition, &mut state.table);
    let due = edition.time[usize::from(table.figure)].max(0) as u8;
    if table.is_solo() {
        let markers = due.min(table.time_box);
        table.time_box -= markers;
        table.seat_mut().time += markers;
        table.phase = Phase::Fulfilling;
        return;
    }
    let mut last_of_row = NONE;
    for _ in 0..due.min(edition.chart(table.num_players()) - table.taken) {
        let marker = std::mem::replace(&mut state.hidden.chart[usize::from(table.taken)], NONE);
        table.taken += 1;
        table.seat_mut().time += 1;
        if table.taken % edition.row_length == 0 {
            // A marker that lies face up already was seen when it was turned.
            table.seen[usize::from(marker)] += u8::from(!table.face_up);
            last_of_row = marker;
        }
        table.face_up = false;
    }
    if last_of_row == NONE {
        table.phase = Phase::Fulfilling;
        return;
    }
    if table.taken == edition.chart(table.num_players()) {
        end::call(state);
    }
    goods_loss::turned(state, last_of_row);
}
