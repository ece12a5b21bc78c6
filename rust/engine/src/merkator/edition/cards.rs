//! Contracts, bonus cards and buildings.

use toml::Value;

use super::board::{Goods, Map};
use super::{MOST_PRICE, NO_COLOUR};
use crate::edition::{EditionError, Section, Tables as Reader, number_copies};
use crate::merkator::{BONUS, BUILDINGS, CONTRACTS, GOODS, PEACE, PLACES};
use crate::suggest::nearest;

/// A contract (rules.md 2.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContractCard {
    /// Its points and coins.
    pub value: u8,
    /// The place it names; [`PLACES`] for the Peace of Westphalia, which names none.
    pub place: u8,
    /// The goods it needs.
    pub needs: [u16; GOODS],
    /// How many goods these are.
    pub size: u8,
}

/// A bonus card (3.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BonusCard {
    /// The place it names.
    pub place: u8,
    /// The good it brings.
    pub good: u8,
    /// What it costs.
    pub price: u8,
}

/// A building (8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Building {
    /// What it costs.
    pub price: u8,
    /// What it counts.
    pub effect: Effect,
    /// Points each time.
    pub each: u8,
    /// The most points.
    pub most: u8,
}

/// What a building counts; section 8 of the rules says it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "rules.md 8 documents each under the same name")]
pub enum Effect {
    KindsOfGoods,
    /// Goods of two colours.
    Kinds(u8, u8),
    FullestColumn,
    CubesPerTwo,
    FullColumns,
    GoodsWithThree,
    ColoursWithBoth,
    Contracts,
    ContractsFromSeven,
    Destinations,
    MinorContracts,
    MajorContracts,
    ContractPairs,
    BonusCards,
    BonusSets,
    TimeMarkers,
    CoinsPerTwo,
    OtherBuildings,
    SoleMostTime,
    SoleBestContract,
    SoleMostCubes,
    SoleMostMinorContracts,
    SoleMostBonus,
}

impl Effect {
    /// All effects with their names, but `kinds:X+Y`.
    pub const NAMES: [(Self, &'static str); 22] = [
        (Self::KindsOfGoods, "kinds_of_goods"),
        (Self::FullestColumn, "fullest_column"),
        (Self::CubesPerTwo, "cubes_per_two"),
        (Self::FullColumns, "full_columns"),
        (Self::GoodsWithThree, "goods_with_three"),
        (Self::ColoursWithBoth, "colours_with_both"),
        (Self::Contracts, "contracts"),
        (Self::ContractsFromSeven, "contracts_from_seven"),
        (Self::Destinations, "destinations"),
        (Self::MinorContracts, "minor_contracts"),
        (Self::MajorContracts, "major_contracts"),
        (Self::ContractPairs, "contract_pairs"),
        (Self::BonusCards, "bonus_cards"),
        (Self::BonusSets, "bonus_sets"),
        (Self::TimeMarkers, "time_markers"),
        (Self::CoinsPerTwo, "coins_per_two"),
        (Self::OtherBuildings, "other_buildings"),
        (Self::SoleMostTime, "sole_most_time"),
        (Self::SoleBestContract, "sole_best_contract"),
        (Self::SoleMostCubes, "sole_most_cubes"),
        (Self::SoleMostMinorContracts, "sole_most_minor_contracts"),
        (Self::SoleMostBonus, "sole_most_bonus"),
    ];

    /// Whether it counts for "the sole player" only.
    pub fn compares_players(self) -> bool {
        use Effect::{SoleBestContract, SoleMostBonus, SoleMostCubes, SoleMostMinorContracts, SoleMostTime};
        matches!(self, SoleMostTime | SoleBestContract | SoleMostCubes | SoleMostMinorContracts | SoleMostBonus)
    }

    fn parse(text: &str, colours: &[String]) -> Result<Self, String> {
        if let Some(pair) = text.strip_prefix("kinds:") {
            let find = |name: &str| colours.iter().position(|colour| colour == name).map(|colour| colour as u8);
            let ends = pair.split_once('+').map(|(one, other)| (find(one), find(other)));
            return match ends {
                Some((Some(one), Some(other))) if one != other => Ok(Self::Kinds(one, other)),
                _ => Err(format!("{text:?} must be kinds: and two different colours joined by +")),
            };
        }
        let known = Self::NAMES.iter().find(|(_, name)| *name == text);
        known.map(|(effect, _)| *effect).ok_or_else(|| {
            format!("the effect {text:?} is unknown{}", nearest(text, Self::NAMES.iter().map(|(_, name)| *name)))
        })
    }
}

/// All cards as they are read.
pub(super) struct Cards {
    pub(super) contracts: [ContractCard; CONTRACTS],
    pub(super) contract_names: Vec<String>,
    pub(super) bonus: [BonusCard; BONUS],
    pub(super) bonus_names: Vec<String>,
    pub(super) buildings: [Building; BUILDINGS],
    pub(super) building_names: Vec<String>,
    pub(super) peace: u8,
}

impl Cards {
    pub(super) fn read(reader: &mut Reader, goods: &Goods, map: &Map) -> Result<Self, EditionError> {
        let (contracts, contract_names, peace) = read_contracts(reader, goods, map)?;
        let (bonus, bonus_names) = read_bonus(reader, goods, map)?;
        let (buildings, building_names) = read_buildings(reader, goods)?;
        Ok(Self { contracts, contract_names, bonus, bonus_names, buildings, building_names, peace })
    }
}

/// The most of one good that a contract can need.
pub(in crate::merkator) const MOST_NEEDED: u8 = 9;

type Contracts = ([ContractCard; CONTRACTS], Vec<String>, u8);

fn read_contracts(reader: &mut Reader, goods: &Goods, map: &Map) -> Result<Contracts, EditionError> {
    const ROWS: usize = CONTRACTS - 1;
    let mut section = reader.section("contracts")?;
    let mut contracts = [ContractCard::default(); CONTRACTS];
    let mut names = Vec::new();
    for (i, [value, place, needs]) in section.rows::<3>("cards", ROWS..=ROWS)?.iter().enumerate() {
        let at = ("cards", i);
        let card = &mut contracts[i];
        card.value = section.cell(at, value, 2..=10)?;
        card.place = section.lookup(at, place, &map.places)? as u8;
        let needs = match needs {
            Value::Table(needs) if !needs.is_empty() => needs,
            _ => return Err(section.entry_error("cards", i, "a contract has a table of the goods it needs")),
        };
        for (good, count) in needs {
            let good = section.lookup(at, &Value::from(good.as_str()), &goods.names)?;
            let count: u8 = section.cell(at, count, 1..=MOST_NEEDED)?;
            card.needs[good] = count.into();
            card.size += count;
        }
        names.push(format!("{}{}", map.places[usize::from(card.place)], card.value));
        if i > 0 && contracts[i - 1].value > contracts[i].value {
            return Err(section.entry_error("cards", i, "contracts must be in ascending order of their values"));
        }
    }
    let peace = section.number("peace_of_westphalia", 11..=99)?;
    contracts[usize::from(PEACE)] = ContractCard { value: peace, place: PLACES as u8, ..ContractCard::default() };
    names.push("peace".to_owned());
    let names = number_copies(&names);
    if let Some(i) = (1..CONTRACTS).find(|i| names[..*i].contains(&names[*i])) {
        return Err(section.entry_error(
            "cards",
            i,
            format!("the text {:?} stands for another contract too", names[i]),
        ));
    }
    section.finish()?;
    Ok((contracts, names, peace))
}

fn read_bonus(
    reader: &mut Reader,
    goods: &Goods,
    map: &Map,
) -> Result<([BonusCard; BONUS], Vec<String>), EditionError> {
    let mut section = reader.section("bonus")?;
    let (mut cards, mut names) = (Vec::new(), Vec::new());
    for (i, [place, good, price]) in section.rows::<3>("cards", BONUS..=BONUS)?.iter().enumerate() {
        let place = section.lookup(("cards", i), place, &map.places)?;
        let good = section.lookup(("cards", i), good, &goods.names)?;
        let price = section.cell(("cards", i), price, 1..=MOST_PRICE)?;
        cards.push(BonusCard { place: place as u8, good: good as u8, price });
        names.push(format!("{}+{}", map.places[place], goods.names[good]));
    }
    let minor = (0..PLACES).filter(|place| map.colour_at[*place] == NO_COLOUR);
    for place in minor {
        let there = cards.iter().filter(|card| usize::from(card.place) == place).count();
        if there != 2 {
            let reason = format!("{there} name the minor place {:?}, there must be 2 (rules.md 8)", map.places[place]);
            return Err(section.error("cards", reason));
        }
    }
    section.finish()?;
    Ok((cards.try_into().expect("the length is checked"), number_copies(&names)))
}

fn read_buildings(reader: &mut Reader, goods: &Goods) -> Result<([Building; BUILDINGS], Vec<String>), EditionError> {
    let mut section = reader.section("buildings")?;
    let (mut cards, mut names): (Vec<Building>, Vec<String>) = Default::default();
    for (i, row) in section.rows::<5>("cards", BUILDINGS..=BUILDINGS)?.iter().enumerate() {
        let name = section.cell_name(("cards", i), &row[0])?;
        if names.contains(&name) {
            return Err(section.entry_error("cards", i, format!("{name:?} occurs twice")));
        }
        names.push(name);
        cards.push(read_building(&section, i, row, goods)?);
    }
    section.finish()?;
    Ok((cards.try_into().expect("the length is checked"), names))
}

fn read_building(
    section: &Section,
    i: usize,
    [_, price, effect, each, most]: &[Value; 5],
    goods: &Goods,
) -> Result<Building, EditionError> {
    let at = ("cards", i);
    let text = effect.as_str().unwrap_or_default();
    Ok(Building {
        price: section.cell(at, price, 1..=MOST_PRICE)?,
        effect: Effect::parse(text, &goods.colours).map_err(|reason| section.entry_error("cards", i, reason))?,
        each: section.cell(at, each, 1..=99)?,
        most: section.cell(at, most, 1..=99)?,
    })
}
