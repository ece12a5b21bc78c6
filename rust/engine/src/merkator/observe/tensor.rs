//! An observation as numbers. `docs/formats.md` gives the layout.

use super::Observation;
use crate::game::Player;
use crate::merkator::sets::{Contract, ContractSet};
use crate::merkator::state::{NONE, NOT_CALLED, Phase};
use crate::merkator::{
    BONUS, BUILDINGS, COLOURS, COLUMNS, CONTRACTS, GOODS, MARKER_KINDS, MARKERS, MOST_CUBES, PLACES, STACKS,
};

/// Values before the seats.
pub(super) const COMMON: usize = PROGRESS + BOARD + CARDS + PENDING;
/// Values of a seat.
pub(super) const SEAT: usize = 4 + CONTRACTS + BONUS + BUILDINGS + GOODS + COLOURS;

const PROGRESS: usize = Phase::NAMES.len() + 5;
const BOARD: usize = PLACES + COLOURS + 2 * MARKER_KINDS;
const CARDS: usize = STACKS + 2 * CONTRACTS + BONUS + BUILDINGS + 3;
const PENDING: usize = 3 * CONTRACTS + 1 + MARKER_KINDS + COLUMNS + 1 + GOODS + 1 + GOODS + 1 + GOODS;

/// What divides the cubes of a room, so that usual numbers are below 1.
const ROOM_SCALE: f32 = 10.0;
/// The same for coins.
const COIN_SCALE: f32 = 15.0;

pub(super) fn write(seen: &Observation, out: &mut [f32]) {
    let mut tensor = Tensor { seen, out, at: 0 };
    tensor.progress();
    tensor.board();
    tensor.cards();
    tensor.pending();
    debug_assert_eq!(tensor.at, COMMON);
    let players = seen.table.num_players();
    for step in 0..players {
        tensor.seat((seen.observer + step) % players);
    }
    debug_assert_eq!(tensor.at, tensor.out.len());
}

/// Writes one value after the other.
struct Tensor<'a> {
    seen: &'a Observation,
    out: &'a mut [f32],
    at: usize,
}

impl Tensor<'_> {
    fn put(&mut self, value: f32) {
        self.out[self.at] = value;
        self.at += 1;
    }

    fn part(&mut self, value: u8, of: usize) {
        self.put(f32::from(value) / of as f32);
    }

    fn flag(&mut self, value: bool) {
        self.put(f32::from(u8::from(value)));
    }

    fn contracts(&mut self, contracts: ContractSet) {
        (0..CONTRACTS as Contract).for_each(|contract| self.flag(contracts.contains(contract)));
    }

    fn set(&mut self, size: usize, set: u32) {
        (0..size).for_each(|i| self.flag(set >> i & 1 == 1));
    }

    fn one_hot(&mut self, size: usize, hot: u8) {
        (0..size).for_each(|i| self.flag(i == usize::from(hot)));
    }

    fn progress(&mut self) {
        let (edition, table) = (self.seen.edition, self.seen.table);
        let players = table.num_players();
        self.one_hot(Phase::NAMES.len(), table.phase as u8);
        self.put(f32::from(table.turn) / edition.turns(players) as f32);
        let called = table.last_turn != NOT_CALLED;
        self.flag(called);
        let left = if called { table.last_turn - table.turn + 1 } else { 0 };
        self.put(f32::from(left) / (players + 1) as f32);
        self.part(edition.chart(players) - table.taken, MARKERS);
        self.part(table.time_box, MARKERS);
    }

    fn board(&mut self) {
        let (edition, table) = (self.seen.edition, self.seen.table);
        self.one_hot(PLACES, table.figure);
        table.cubes.iter().for_each(|cubes| self.part(*cubes, MOST_CUBES.into()));
        let face_up = if table.face_up { self.seen.seen.chart[usize::from(table.taken)] } else { NONE };
        self.one_hot(MARKER_KINDS, face_up);
        for (seen, all) in table.seen.iter().zip(edition.markers) {
            self.part(*seen, all.max(1).into());
        }
    }

    fn cards(&mut self) {
        let (edition, table) = (self.seen.edition, self.seen.table);
        let mut tops = ContractSet::EMPTY;
        for stack in 0..STACKS {
            let all = edition.stack_starts[stack + 1] - edition.stack_starts[stack];
            self.part(table.stacks[stack], all.max(1).into());
            self.seen.seen.top(edition, &table, stack).into_iter().for_each(|contract| tops.insert(contract));
        }
        self.contracts(tops);
        self.contracts(table.discard);
        self.set(BONUS, table.bonus_display.into());
        self.set(BUILDINGS, table.building_display);
        self.part(table.bonus_pile, BONUS);
        self.part(table.building_pile, BUILDINGS);
        self.part(table.arrivals, CONTRACTS);
    }

    fn pending(&mut self) {
        let table = self.seen.table;
        self.one_hot(CONTRACTS, table.sold);
        self.part(if table.storing == NONE { 0 } else { table.storing }, MOST_CUBES.into());
        self.one_hot(MARKER_KINDS, table.marker);
        self.one_hot(COLUMNS, table.loss.column);
        self.part(table.loss.left, 2);
        self.one_hot(GOODS, table.loss.last);
        self.contracts(table.done);
        self.one_hot(CONTRACTS, table.exchange.contract);
        self.part(table.exchange.missing, GOODS);
        self.one_hot(GOODS + 1, table.exchange.last);
        self.one_hot(GOODS, table.unloaded);
    }

    fn seat(&mut self, player: Player) {
        let table = self.seen.table;
        let seat = &table.seats[player];
        self.flag(table.current_player() == Some(player));
        self.flag(table.active_player() == Some(player));
        self.put(f32::from(seat.coins) / COIN_SCALE);
        self.part(seat.time, MARKERS);
        self.contracts(seat.contracts);
        self.set(BONUS, seat.bonus.into());
        self.set(BUILDINGS, seat.buildings);
        seat.rooms.iter().for_each(|cubes| self.put(f32::from(*cubes) / ROOM_SCALE));
        let full = self.seen.edition.supply_tile.max(1);
        seat.tile.iter().for_each(|cubes| self.part(*cubes, full.into()));
    }
}
