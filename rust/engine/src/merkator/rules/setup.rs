//! Set-up (rules.md 2, 6).

use super::solo;
use crate::merkator::sets::{Contract, ContractSet};
use crate::merkator::state::{Exchange, Hidden, Loss, NONE, NOT_CALLED, Phase, Seat, State, Table};
use crate::merkator::{BONUS, BUILDINGS, COLOURS, CONTRACTS, Edition, MARKER_KINDS, MARKERS, PLAYERS, STACKS};
use crate::rng::Rng;

/// The position after set-up, with everything shuffled by `rng`: the time markers, the contracts of each value, the bonus cards,
/// the buildings, in this order.
pub(in crate::merkator) fn deal(edition: &'static Edition, players: usize, rng: &mut Rng) -> State {
    let mut state = State { edition, table: empty_table(edition, players), hidden: Hidden::EMPTY };
    place_markers(&mut state, rng);
    deal_contracts(&mut state, rng);
    deal_bonus(&mut state, rng);
    deal_buildings(&mut state, rng);
    state
}

/// 2.1, 2.3, 2.6: cubes, supply tiles, coins and time markers.
fn empty_table(edition: &Edition, players: usize) -> Table {
    let mut seats = [Seat::EMPTY; PLAYERS];
    let mut time_box = 0;
    for (player, seat) in seats[..players].iter_mut().enumerate() {
        seat.tile = [edition.supply_tile; COLOURS];
        seat.coins = edition.start_coins.min(edition.coin_limit(players as u8));
        seat.time = edition.start_time.of(player, players);
    }
    if players == 1 {
        time_box = edition.start_markers(1) as u8;
        seats[0].time = 0;
    }
    Table {
        seats,
        discard: ContractSet::EMPTY,
        done: ContractSet::EMPTY,
        building_display: 0,
        bonus_display: 0,
        turn: 0,
        last_turn: NOT_CALLED,
        cubes: [edition.start_cubes; COLOURS],
        phase: Phase::Investing,
        players: players as u8,
        active: 0,
        current: 0,
        figure: NONE,
        taken: 0,
        face_up: false,
        seen: [0; MARKER_KINDS],
        stacks: [0; STACKS],
        arrivals: 0,
        bonus_pile: 0,
        building_pile: 0,
        time_box,
        sold: NONE,
        storing: NONE,
        marker: NONE,
        unloaded: NONE,
        loss: Loss::NONE,
        exchange: Exchange::NONE,
    }
}

/// 2.2: all are shuffled and the chart is filled from the front. Those that players start with are not looked at.
fn place_markers(state: &mut State, rng: &mut Rng) {
    let mut markers = [0; MARKERS];
    let mut at = 0;
    for (kind, count) in state.edition.markers.iter().enumerate() {
        markers[at..at + usize::from(*count)].fill(kind as u8);
        at += usize::from(*count);
    }
    rng.shuffle(&mut markers);
    let on_chart = usize::from(state.edition.chart(state.table.num_players()));
    state.hidden.chart[..on_chart].copy_from_slice(&markers[..on_chart]);
}

/// 2.4: of each value one to every player where the edition says so, the rest onto their stack; of value 2 the rest is out.
fn deal_contracts(state: &mut State, rng: &mut Rng) {
    let (edition, table) = (state.edition, &mut state.table);
    let mut cards: [Contract; CONTRACTS] = std::array::from_fn(|i| i as Contract);
    let mut first = 0;
    while first < CONTRACTS {
        let value = edition.contracts[first].value;
        let count = edition.contracts[first..].iter().take_while(|card| card.value == value).count();
        let shuffled = &mut cards[first..first + count];
        rng.shuffle(shuffled);
        let dealt = if edition.start_contracts.contains(&value) { table.num_players() } else { 0 };
        let (hands, rest) = shuffled.split_at(dealt);
        for (seat, contract) in table.seats.iter_mut().zip(hands) {
            seat.contracts.insert(*contract);
        }
        match edition.stack_of(first as Contract) {
            None => rest.iter().for_each(|contract| table.discard.insert(*contract)),
            Some(stack) if solo::arrives(edition, table.players, stack) => {
                // The lower values arrive first, so they lie above those that come after them.
                let arrivals = usize::from(table.arrivals);
                state.hidden.arrivals.copy_within(..arrivals, rest.len());
                state.hidden.arrivals[..rest.len()].copy_from_slice(rest);
                table.arrivals += rest.len() as u8;
            }
            Some(stack) => {
                table.stacks[stack] = rest.len() as u8;
                state.hidden.stacks[first..first + rest.len()].copy_from_slice(rest);
            }
        }
        first += count;
    }
}

/// 2.5: one of each price to every player, then the display and the pile from the rest, shuffled again with them.
fn deal_bonus(state: &mut State, rng: &mut Rng) {
    let (edition, table) = (state.edition, &mut state.table);
    let mut cards: [u8; BONUS] = std::array::from_fn(|i| i as u8);
    rng.shuffle(&mut cards);
    let mut left: u16 = u16::MAX;
    for price in &edition.start_bonus {
        let mut of_price = cards.iter().copied().filter(|card| edition.bonus[usize::from(*card)].price == *price);
        for seat in &mut table.seats[..usize::from(table.players)] {
            let card = of_price.next().expect("the edition has one for each player");
            seat.bonus |= 1 << card;
            left &= !(1 << card);
        }
    }
    for card in cards.into_iter().filter(|card| left >> card & 1 == 1) {
        if table.bonus_display.count_ones() < u32::from(edition.faceup_bonus) {
            table.bonus_display |= 1 << card;
        } else {
            state.hidden.bonus_pile[usize::from(table.bonus_pile)] = card;
            table.bonus_pile += 1;
        }
    }
}

/// 2.5, 6: the display and the pile of the buildings that are in play.
fn deal_buildings(state: &mut State, rng: &mut Rng) {
    let (edition, table) = (state.edition, &mut state.table);
    let mut cards: [u8; BUILDINGS] = std::array::from_fn(|i| i as u8);
    rng.shuffle(&mut cards);
    let in_play = edition.buildings_in_play(table.num_players());
    for card in cards.into_iter().filter(|card| in_play >> card & 1 == 1) {
        if table.building_display.count_ones() < u32::from(edition.faceup_buildings) {
            table.building_display |= 1 << card;
        } else {
            state.hidden.building_pile[usize::from(table.building_pile)] = card;
            table.building_pile += 1;
        }
    }
}
