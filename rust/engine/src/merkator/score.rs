//! Points (rules.md 5, 8).

use super::edition::{Building, Effect, NO_COLOUR};
use super::sets::members;
use super::state::{Seat, View, cubes_in};
use super::{COLOURS, CONTRACTS, Edition, GOODS, PLACES};
use crate::game::Player;

/// The points of `player`, as if the game ended now.
pub fn score(view: &View, player: Player) -> i32 {
    let seat = &view.table.seats[player];
    let buildings = members(seat.buildings.into()).map(|building| building_points(view, player, building));
    contract_points(view.edition, seat) + buildings.sum::<i32>()
}

/// What contracts bring (5.1): the most valuable in full, of the sum of the others a part, rounded down.
pub fn contract_points(edition: &Edition, seat: &Seat) -> i32 {
    ContractSums::of(edition, seat).points()
}

/// The values of a player's contracts, added up.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContractSums<'a> {
    edition: &'a Edition,
    /// Of those that count in full, and of all others.
    full: i32,
    rest: i32,
    /// What a further contract must exceed to count in full, and then takes the place of: the least value that does; 0 as long as there is room.
    least: i32,
    /// What they bring.
    points: i32,
}

impl<'a> ContractSums<'a> {
    pub(super) fn of(edition: &'a Edition, seat: &Seat) -> Self {
        let least = if edition.full_contracts == 0 { i32::MAX } else { 0 };
        let mut sums = Self { edition, full: 0, rest: 0, least, points: 0 };
        let beyond = seat.contracts.len().checked_sub(edition.full_contracts.into());
        // The table ascends by value, so the most valuable are the last.
        for (i, contract) in (0_u32..).zip(seat.contracts.iter()) {
            let value = i32::from(edition.contracts[usize::from(contract)].value);
            if i < beyond.unwrap_or(0) {
                sums.rest += value;
            } else {
                sums.full += value;
            }
            if Some(i) == beyond {
                sums.least = value;
            }
        }
        sums.points = sums.added_up(sums.full, sums.rest);
        sums
    }

    pub(super) fn points(&self) -> i32 {
        self.points
    }

    fn added_up(&self, full: i32, rest: i32) -> i32 {
        full + rest / i32::from(self.edition.rest_divisor)
    }

    /// The points that one more contract of this value would add.
    pub(super) fn gain(&self, value: i32) -> i32 {
        let (full, rest) = if value > self.least { (value, self.least) } else { (self.least, value) };
        self.added_up(self.full - self.least + full, self.rest + rest) - self.points
    }
}

/// What a building brings its owner, or would bring a player who bought it: the lesser of the most and of so much each time.
pub fn building_points(view: &View, player: Player, building: u8) -> i32 {
    let Building { effect, each, most, .. } = view.edition.buildings[usize::from(building)];
    let points = match effect {
        Effect::BonusSets => bonus_sets(view.edition, view.table.seats[player].bonus, each.into()),
        Effect::OtherBuildings => {
            let others = view.table.seats[player].buildings & !(1 << building);
            others.count_ones().saturating_mul(each.into())
        }
        _ => count(view, player, effect).saturating_mul(each.into()),
    };
    points.min(most.into()) as i32
}

/// Each set is worth `each`, every other bonus card one.
fn bonus_sets(edition: &Edition, bonus: u16, each: u32) -> u32 {
    let minor = (0..PLACES).filter(|place| edition.colour_at[*place] == NO_COLOUR);
    let sets = minor.filter(|place| edition.bonus_at[*place] & !bonus == 0).count() as u32;
    sets * each + bonus.count_ones() - 2 * sets
}

/// How often an effect counts (8).
fn count(view: &View, player: Player, effect: Effect) -> u32 {
    let View { edition, table } = view;
    let seat = &table.seats[player];
    let rooms = &seat.rooms;
    let has = |good: usize| rooms[good] > 0;
    let goods = |wanted: &dyn Fn(usize) -> bool| (0..GOODS).filter(|good| wanted(*good)).count() as u32;
    let sole = |of: &dyn Fn(&Seat) -> u32| {
        let others = table.seats[..table.num_players()].iter().enumerate().filter(|(other, _)| *other != player);
        u32::from(others.map(|(_, other)| of(other)).all(|theirs| theirs < of(seat)))
    };
    match effect {
        Effect::KindsOfGoods => goods(&has),
        Effect::Kinds(one, other) => goods(&|good| has(good) && [one.into(), other.into()].contains(&(good / 2))),
        Effect::FullestColumn => edition.columns.iter().map(|column| cubes_in(rooms, *column)).max().unwrap_or(0),
        Effect::CubesPerTwo => all_cubes(seat) / 2,
        Effect::FullColumns => {
            let full = edition.columns.iter().filter(|column| members((**column).into()).all(|good| has(good.into())));
            full.count() as u32
        }
        Effect::GoodsWithThree => goods(&|good| rooms[good] >= 3),
        Effect::ColoursWithBoth => (0..COLOURS).filter(|c| has(2 * c) && has(2 * c + 1)).count() as u32,
        Effect::Contracts => seat.contracts.len(),
        Effect::ContractsFromSeven => values(edition, seat).filter(|value| *value >= 7).count() as u32,
        Effect::Destinations => {
            edition.contracts_at.iter().filter(|at| !seat.contracts.and(**at).is_empty()).count() as u32
        }
        Effect::MinorContracts => minor_contracts(edition, seat),
        Effect::MajorContracts => {
            let named = edition.contracts_at.iter().map(|at| seat.contracts.and(*at).len());
            named.sum::<u32>() - minor_contracts(edition, seat)
        }
        Effect::ContractPairs => contract_pairs(edition, seat),
        Effect::BonusCards => seat.bonus.count_ones(),
        Effect::BonusSets | Effect::OtherBuildings => unreachable!("building_points adds these up itself"),
        Effect::TimeMarkers => seat.time.into(),
        Effect::CoinsPerTwo => u32::from(seat.coins) / 2,
        Effect::SoleMostTime => sole(&|seat| seat.time.into()),
        Effect::SoleBestContract => sole(&|seat| values(edition, seat).last().unwrap_or(0)),
        Effect::SoleMostCubes => sole(&all_cubes),
        Effect::SoleMostMinorContracts => sole(&|seat| minor_contracts(edition, seat)),
        Effect::SoleMostBonus => sole(&|seat| seat.bonus.count_ones()),
    }
}

/// The cubes in rooms.
fn all_cubes(seat: &Seat) -> u32 {
    seat.rooms.iter().map(|cubes| u32::from(*cubes)).sum()
}

/// The values of the contracts, in ascending order.
fn values(edition: &Edition, seat: &Seat) -> impl Iterator<Item = u32> {
    seat.contracts.iter().map(|contract| edition.contracts[usize::from(contract)].value.into())
}

fn minor_contracts(edition: &Edition, seat: &Seat) -> u32 {
    let minor = (0..PLACES).filter(|place| edition.colour_at[*place] == NO_COLOUR);
    minor.map(|place| seat.contracts.and(edition.contracts_at[place]).len()).sum()
}

/// For every value half the number of contracts of it, rounded down.
fn contract_pairs(edition: &Edition, seat: &Seat) -> u32 {
    let (mut pairs, mut single) = (0, 0);
    for value in values(edition, seat) {
        let pair = value == single;
        pairs += u32::from(pair);
        single = if pair { 0 } else { value };
    }
    pairs
}

const _: () = assert!(CONTRACTS < 256);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::merkator::Merkator;
    use crate::merkator::sets::Contract;
    use crate::setup::Setup;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_gain_is_what_one_more_contract_adds(
            held in proptest::collection::btree_set(0..CONTRACTS as Contract, 0..12),
            more in 0..CONTRACTS as Contract,
            full in 0..7_u8,
        ) {
            prop_assume!(!held.contains(&more));
            let toml = format!(
                "[edition]\ngame = \"merkator\"\nextends = \"standard\"\nname = \"own\"\n[scoring]\nfull_contracts = {full}\n"
            );
            let edition = Edition::parse(&toml, "own.toml").unwrap();
            let mut seat = Setup::<Merkator>::standard(4).new_initial_state(1).table.seats[0];
            seat.contracts = held.into_iter().collect();
            let sums = ContractSums::of(edition, &seat);
            let before = contract_points(edition, &seat);
            seat.contracts.insert(more);
            let value = edition.contracts[usize::from(more)].value;
            prop_assert_eq!(sums.gain(value.into()), contract_points(edition, &seat) - before);
        }
    }
}
