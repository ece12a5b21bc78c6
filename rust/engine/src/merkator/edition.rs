//! The tables of a Merkator edition: goods, places, cards, numbers.

mod board;
mod cards;

pub(super) use cards::MOST_NEEDED;
pub use cards::{BonusCard, Building, ContractCard, Effect};

use super::sets::{Contract, ContractSet, GoodSet};
use super::{
    BONUS, BUILDINGS, COLOURS, COLUMNS, CONTRACTS, MARKER_KINDS, MARKERS, MOST_CUBES, PEACE, PLACES, PLAYERS, STACKS,
};
use crate::edition::{EditionError, Section, Tables as Reader};
use cards::Cards;

/// In [`Tables::colour_at`]: a minor place.
pub const NO_COLOUR: u8 = 255;
/// Coins from which on everything can be paid that costs up to [`MOST_PRICE`].
const MOST_PRICE: u8 = 31;
/// The most cubes that one bonus card brings at a time.
const MOST_BONUS: u8 = 4;
/// The most turns of each player: with it the cubes of a room are counted in 16 bits (see [`Tables::most_cubes_in_room`]).
const MOST_TURNS: u16 = 120;

/// The solo game (rules.md 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solo {
    /// The turns it has.
    pub turns: u16,
    /// The time markers in the box.
    pub time_markers: u8,
    /// The stacks that are empty at first; their contracts arrive one by one. A set of stack numbers.
    pub stacks: u16,
}

/// All numbers and names of an edition, and what follows from them.
#[derive(Debug)]
pub struct Tables {
    /// The names of the colours.
    pub colours: Vec<String>,
    /// The names of the goods; those of colour c are 2c and 2c + 1.
    pub goods: Vec<String>,
    /// The names of the places.
    pub places: Vec<String>,
    /// The colour of each major place, [`NO_COLOUR`] for a minor one.
    pub colour_at: [u8; PLACES],
    /// The major place of each colour.
    pub home: [u8; COLOURS],
    /// Time markers that a place gives or, if negative, costs.
    pub time: [i8; PLACES],
    /// Cubes from which on a major place is refilled by a journey to this minor one.
    pub threshold: [u8; PLACES],
    /// The colours of the major places that a line joins to this one.
    pub links: [u8; PLACES],
    /// The goods of each column of the office.
    pub columns: [GoodSet; COLUMNS],
    /// The contracts, the Peace of Westphalia last.
    pub contracts: [ContractCard; CONTRACTS],
    /// The texts of the contracts, all different.
    pub contract_names: Vec<String>,
    /// The contracts that name each place.
    pub contracts_at: [ContractSet; PLACES],
    /// The first contract of each stack's value; the last entry is the number of contracts.
    pub stack_starts: [Contract; STACKS + 1],
    /// The names of the stacks in the state dict, which are their values.
    pub stack_names: Vec<String>,
    /// The bonus cards.
    pub bonus: [BonusCard; BONUS],
    /// The texts of the bonus cards, all different.
    pub bonus_names: Vec<String>,
    /// The bonus cards that name each place, a set.
    pub bonus_at: [u16; PLACES],
    /// The buildings.
    pub buildings: [Building; BUILDINGS],
    /// The names of the buildings.
    pub building_names: Vec<String>,
    /// The bonus cards that so many coins pay for.
    pub affordable_bonus: [u16; MOST_PRICE as usize + 1],
    /// The buildings that so many coins pay for.
    pub affordable_buildings: [u32; MOST_PRICE as usize + 1],
    /// How many time markers there are of each kind.
    pub markers: [u8; MARKER_KINDS],
    /// Time markers in a row of the chart.
    pub row_length: u8,
    /// Rows of the chart by number of players.
    rows: [u8; PLAYERS + 1],
    /// The values of the contracts that each player starts with.
    pub start_contracts: Vec<u8>,
    /// The prices of the bonus cards that each player starts with.
    pub start_bonus: Vec<u8>,
    /// Cubes of each colour on a supply tile.
    pub supply_tile: u8,
    /// Cubes on every major place at the start.
    pub start_cubes: u8,
    /// Time markers of the last in turn order, of seat 0, and of all others at the start.
    pub start_time: StartTime,
    /// Coins at the start.
    pub start_coins: u16,
    /// Bonus cards that lie face up.
    pub faceup_bonus: u8,
    /// Buildings that lie face up.
    pub faceup_buildings: u8,
    /// Turns each player can have (4.3).
    pub turn_limit: u16,
    /// Contracts that may be held at the end of investing (3.1.3).
    pub contract_limit: u8,
    /// Coins that are kept at the end of investing (3.1.4); none in the solo game.
    coin_limit: u16,
    /// Equal goods, or time markers, for one missing good (3.3.3).
    pub exchange: u8,
    /// Time markers for joining at a major place and at a minor one (3.4).
    pub join: [u8; 2],
    /// Cubes that a bonus card brings the traveller.
    pub bonus_traveller: u8,
    /// Cubes that a bonus card brings who joins.
    pub bonus_companion: u8,
    /// Contracts that count in full (5.1).
    pub full_contracts: u8,
    /// What the sum of the others is divided by.
    pub rest_divisor: u8,
    /// The solo game, if the edition is for one player.
    pub solo: Option<Solo>,
}

/// Time markers at the start (2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartTime {
    /// Seat 0.
    pub first: u8,
    /// The last in turn order.
    pub last: u8,
    /// All others.
    pub others: u8,
}

impl StartTime {
    /// The markers of all `players` together.
    fn sum(self, players: usize) -> usize {
        (0..players).map(|player| usize::from(self.of(player, players))).sum()
    }

    /// The markers of `player`.
    pub fn of(self, player: usize, players: usize) -> u8 {
        if player + 1 == players {
            self.last
        } else if player == 0 {
            self.first
        } else {
            self.others
        }
    }
}

impl Tables {
    /// The turns of a game that nobody ends (4.3, 6).
    #[inline]
    pub fn turns(&self, players: usize) -> usize {
        match self.solo {
            Some(solo) if players == 1 => usize::from(solo.turns.min(self.turn_limit)),
            _ => players * usize::from(self.turn_limit),
        }
    }

    /// The rows of the chart; none in the solo game.
    #[inline]
    pub fn rows(&self, players: usize) -> usize {
        usize::from(self.rows[players])
    }

    /// The time markers on the chart at the start.
    #[inline]
    pub fn chart(&self, players: usize) -> u8 {
        self.rows[players] * self.row_length
    }

    /// Coins that are kept at the end of investing (3.1.4, 6).
    #[inline]
    pub fn coin_limit(&self, players: u8) -> u16 {
        if players == 1 { 0 } else { self.coin_limit }
    }

    /// The time markers that players hold at the start; in the solo game those in the box.
    pub fn start_markers(&self, players: usize) -> usize {
        match self.solo {
            Some(solo) if players == 1 => solo.time_markers.into(),
            _ => self.start_time.sum(players),
        }
    }

    /// The stack that a contract lies in before somebody takes it; `None` for values below 3.
    #[inline]
    pub fn stack_of(&self, contract: Contract) -> Option<usize> {
        if contract == PEACE {
            Some(STACKS - 1)
        } else {
            self.contracts[usize::from(contract)].value.checked_sub(3).map(usize::from)
        }
    }

    /// Time markers that joining costs at `place` (3.4).
    #[inline]
    pub fn join_cost(&self, place: u8) -> u8 {
        self.join[usize::from(self.colour_at[usize::from(place)] == NO_COLOUR)]
    }

    /// The buildings of a game: in the solo game without those that compare players (6).
    pub fn buildings_in_play(&self, players: usize) -> u32 {
        let in_play = |i: &usize| players > 1 || !self.buildings[*i].effect.compares_players();
        (0..BUILDINGS).filter(in_play).fold(0, |set, i| set | 1 << i)
    }

    /// A bound on the cubes of a room after so many turns have begun. In each a player takes what lies on a place and what every bonus
    /// card brings, at most.
    pub fn most_cubes_in_room(&self, turns: usize) -> usize {
        let bonus = usize::from(self.bonus_traveller.max(self.bonus_companion)) * BONUS;
        usize::from(self.supply_tile) + turns * (usize::from(MOST_CUBES) + bonus)
    }

    /// Reads the tables and checks them.
    pub(super) fn read(reader: &mut Reader) -> Result<Self, EditionError> {
        reader.require_players(1..=PLAYERS)?;
        let goods = board::Goods::read(reader)?;
        let columns = board::read_office(reader, &goods.names)?;
        let map = board::Map::read(reader, &goods)?;
        let chart = Chart::read(reader, &map)?;
        let cards = Cards::read(reader, &goods, &map)?;
        let mut setup = reader.section("setup")?;
        let start_contracts = distinct(&mut setup, "contracts", 2..=10)?;
        let start_bonus = distinct(&mut setup, "bonus_prices", 1..=MOST_PRICE)?;
        let most = reader.most_players();
        for (i, value) in start_contracts.iter().enumerate() {
            let there = cards.contracts.iter().filter(|card| card.value == *value).count();
            enough(&setup, ("contracts", i), "contracts of this value", there, most)?;
        }
        for (i, price) in start_bonus.iter().enumerate() {
            let there = cards.bonus.iter().filter(|card| card.price == *price).count();
            enough(&setup, ("bonus_prices", i), "bonus cards of this price", there, most)?;
        }
        let start_time = StartTime {
            first: setup.number("time_start_player", 0..=MARKERS as u8)?,
            last: setup.number("time_last_player", 0..=MARKERS as u8)?,
            others: setup.number("time_others", 0..=MARKERS as u8)?,
        };
        for &players in reader.players().iter().filter(|players| **players > 1) {
            let on_chart = usize::from(chart.rows[players] * chart.row_length);
            if on_chart + start_time.sum(players) > MARKERS {
                let reason = format!(
                    "with {players} players {} and the chart's {on_chart} are more than the {MARKERS} time markers",
                    start_time.sum(players)
                );
                return Err(setup.error("time_others", reason));
            }
        }
        let mut limits = reader.section("limits")?;
        let mut scoring = reader.section("scoring")?;
        let solo = if reader.players().contains(&1) { Some(read_solo(reader, cards.peace)?) } else { None };
        let Cards { contracts, contract_names, bonus, bonus_names, buildings, building_names, peace } = cards;
        let coin_limit = limits.number("coins", 0..=999)?;
        let at = |place: u8| (0..CONTRACTS as u8).filter(move |i| contracts[usize::from(*i)].place == place);
        let bonus_at = |place: u8| (0..BONUS).filter(|i| bonus[*i].place == place).fold(0, |set, i| set | 1 << i);
        let tables = Self {
            colours: goods.colours,
            columns,
            places: map.places,
            colour_at: map.colour_at,
            home: map.home,
            time: map.time,
            threshold: map.threshold,
            links: map.links,
            contracts_at: std::array::from_fn(|place| at(place as u8).collect()),
            stack_starts: std::array::from_fn(|stack| match stack {
                0..8 => contracts.iter().position(|card| usize::from(card.value) >= stack + 3).unwrap_or(0) as u8,
                _ => (CONTRACTS - STACKS + stack) as u8,
            }),
            stack_names: (3..=10).chain([peace]).map(|value: u8| value.to_string()).collect(),
            bonus_at: std::array::from_fn(|place| bonus_at(place as u8)),
            affordable_bonus: std::array::from_fn(|coins| {
                (0..BONUS).filter(|i| usize::from(bonus[*i].price) <= coins).fold(0, |set, i| set | 1 << i)
            }),
            affordable_buildings: std::array::from_fn(|coins| {
                (0..BUILDINGS).filter(|i| usize::from(buildings[*i].price) <= coins).fold(0, |set, i| set | 1 << i)
            }),
            goods: goods.names,
            contracts,
            contract_names,
            bonus,
            bonus_names,
            buildings,
            building_names,
            markers: chart.markers,
            row_length: chart.row_length,
            rows: chart.rows,
            start_contracts,
            start_bonus,
            start_time,
            supply_tile: setup.number("supply_tile", 0..=9)?,
            start_cubes: setup.number("start_cubes", 0..=MOST_CUBES)?,
            start_coins: setup.number("coins", 0..=coin_limit)?,
            faceup_bonus: setup.number("faceup_bonus", 1..=BONUS as u8)?,
            faceup_buildings: setup.number("faceup_buildings", 1..=BUILDINGS as u8)?,
            turn_limit: setup.number("turn_limit", 1..=MOST_TURNS)?,
            coin_limit,
            contract_limit: limits.number("contracts", 1..=CONTRACTS as u8)?,
            exchange: limits.number("exchange", 1..=9)?,
            join: [limits.number("join_major", 0..=9)?, limits.number("join_minor", 0..=9)?],
            bonus_traveller: limits.number("bonus_traveller", 0..=MOST_BONUS)?,
            bonus_companion: limits.number("bonus_companion", 0..=MOST_BONUS)?,
            full_contracts: scoring.number("full_contracts", 0..=CONTRACTS as u8)?,
            rest_divisor: scoring.number("rest_divisor", 1..=99)?,
            solo,
        };
        setup.finish()?;
        limits.finish()?;
        scoring.finish()?;
        Ok(tables)
    }
}

const _: () = {
    let most = 9 + PLAYERS * MOST_TURNS as usize * (MOST_CUBES as usize + MOST_BONUS as usize * BONUS);
    assert!(most <= u16::MAX as usize, "the cubes of a room are counted in 16 bits");
};

/// Takes a list of ascending numbers.
fn distinct(section: &mut Section, key: &str, range: std::ops::RangeInclusive<u8>) -> Result<Vec<u8>, EditionError> {
    let values = section.numbers(key, 1..=9, range)?;
    match values.windows(2).position(|pair| pair[0] >= pair[1]) {
        None => Ok(values),
        Some(i) => Err(section.entry_error(key, i + 1, "the numbers must ascend")),
    }
}

/// Checks that there is a card for each player.
fn enough(section: &Section, at: (&str, usize), what: &str, there: usize, players: usize) -> Result<(), EditionError> {
    if there >= players {
        return Ok(());
    }
    Err(section.entry_error(at.0, at.1, format!("there are {there} {what}, and {players} players need one each")))
}

/// The time markers and their chart (2.2).
struct Chart {
    markers: [u8; MARKER_KINDS],
    row_length: u8,
    rows: [u8; PLAYERS + 1],
}

impl Chart {
    fn read(reader: &mut Reader, map: &board::Map) -> Result<Self, EditionError> {
        let mut section = reader.section("time_chart")?;
        let singles: u8 = section.number("singles_per_letter", 0..=7)?;
        let doubles: u8 = section.number("doubles_per_letter", 0..=7)?;
        let all = COLUMNS * usize::from(singles + doubles);
        if all != MARKERS {
            let reason = format!("with {doubles} doubles for each letter there are {all} markers, not {MARKERS}");
            return Err(section.error("singles_per_letter", reason));
        }
        let row_length: u8 = section.number("row_length", 2..=MARKERS as u8)?;
        // A journey that takes no more than a row holds empties one row at most (rules.md 3.2.6).
        if let Some(place) = map.time.iter().position(|time| *time > row_length as i8) {
            let reason = format!("{:?} gives {}, more than a row holds", map.places[place], map.time[place]);
            return Err(section.error("row_length", reason));
        }
        let toml::Value::Table(given) = section.value("rows")? else {
            return Err(section.error("rows", "this must be a table from number of players to rows"));
        };
        let mut rows = [0; PLAYERS + 1];
        for (key, value) in &given {
            let players = key.parse::<usize>().ok().filter(|players| (2..=PLAYERS).contains(players));
            let Some(players) = players else {
                return Err(section.error("rows", format!("{key:?} is not a number of players from 2 to {PLAYERS}")));
            };
            rows[players] = section.cell(("rows", players), value, 1..=MARKERS as u8 / row_length)?;
        }
        if let Some(players) = reader.players().iter().find(|players| **players > 1 && rows[**players] == 0) {
            return Err(section.error("rows", format!("none are given for {players} players")));
        }
        section.finish()?;
        let markers = std::array::from_fn(|kind| if kind % 2 == 0 { singles } else { doubles });
        Ok(Self { markers, row_length, rows })
    }
}

fn read_solo(reader: &mut Reader, peace: u8) -> Result<Solo, EditionError> {
    let mut section = reader.section("solo")?;
    let turns = section.number("turns", 1..=MOST_TURNS)?;
    let time_markers = section.number("time_markers", 0..=MARKERS as u8)?;
    let values = section.numbers("stack_values", 0..=STACKS, 3..=99_u8)?;
    let mut stacks = 0;
    for (i, value) in values.iter().enumerate() {
        if *value > 10 && *value != peace {
            return Err(section.entry_error("stack_values", i, format!("no stack has the value {value}")));
        }
        let stack = usize::from(*value - 3).min(STACKS - 1);
        if i > 0 && values[i - 1] >= *value {
            return Err(section.entry_error("stack_values", i, "the values must ascend"));
        }
        stacks |= 1 << stack;
    }
    section.finish()?;
    Ok(Solo { turns, time_markers, stacks })
}
