//! The goods, the office, the places and the lines between them.

use toml::Value;

use super::NO_COLOUR;
use crate::edition::{EditionError, Tables as Reader};
use crate::merkator::sets::GoodSet;
use crate::merkator::{COLOURS, COLUMNS, GOODS, MOST_CUBES, PLACES};

/// The goods as they are read (rules.md 1.1).
pub(super) struct Goods {
    pub(super) colours: Vec<String>,
    pub(super) names: Vec<String>,
    homes: Vec<Value>,
}

impl Goods {
    pub(super) fn read(reader: &mut Reader) -> Result<Self, EditionError> {
        let mut section = reader.section("goods")?;
        let (mut colours, mut goods, mut homes): (Vec<String>, Vec<String>, Vec<Value>) = Default::default();
        for (i, [colour, home, first, second]) in section.rows::<4>("colours", COLOURS..=COLOURS)?.iter().enumerate() {
            let colour = section.cell_name(("colours", i), colour)?;
            if colours.contains(&colour) {
                return Err(section.entry_error("colours", i, format!("{colour:?} occurs twice")));
            }
            colours.push(colour);
            for good in [first, second] {
                let good = section.cell_name(("colours", i), good)?;
                // The text of an exchange of time markers is `exchange time`.
                if goods.contains(&good) || good == "time" {
                    let reason = if good == "time" { "is no name for a good" } else { "occurs twice" };
                    return Err(section.entry_error("colours", i, format!("{good:?} {reason}")));
                }
                goods.push(good);
            }
            homes.push(home.clone());
        }
        section.finish()?;
        Ok(Self { colours, names: goods, homes })
    }
}

/// The columns of the office, which hold every good once.
pub(super) fn read_office(reader: &mut Reader, goods: &[String]) -> Result<[GoodSet; COLUMNS], EditionError> {
    let mut section = reader.section("office")?;
    let mut columns = [0; COLUMNS];
    let mut placed: GoodSet = 0;
    for (i, rooms) in section.list("columns", COLUMNS..=COLUMNS)?.iter().enumerate() {
        let rooms = match rooms {
            Value::Array(rooms) if !rooms.is_empty() => rooms,
            _ => return Err(section.entry_error("columns", i, "a column is a list of goods, at least one")),
        };
        for room in rooms {
            let good = section.lookup(("columns", i), room, goods)?;
            if placed >> good & 1 == 1 {
                return Err(section.entry_error("columns", i, format!("{:?} has two rooms", goods[good])));
            }
            placed |= 1 << good;
            columns[i] |= 1 << good;
        }
    }
    if let Some(good) = (0..GOODS).find(|good| placed >> good & 1 == 0) {
        return Err(section.error("columns", format!("{:?} has no room", goods[good])));
    }
    section.finish()?;
    Ok(columns)
}

/// The places as they are read.
pub(super) struct Map {
    pub(super) places: Vec<String>,
    pub(super) colour_at: [u8; PLACES],
    pub(super) home: [u8; COLOURS],
    pub(super) time: [i8; PLACES],
    pub(super) threshold: [u8; PLACES],
    pub(super) links: [u8; PLACES],
}

impl Map {
    pub(super) fn read(reader: &mut Reader, goods: &Goods) -> Result<Self, EditionError> {
        const KEY: &str = "destinations";
        let mut section = reader.section("places")?;
        let mut places: Vec<String> = Vec::new();
        let (mut major, mut time, mut threshold) = ([false; PLACES], [0; PLACES], [0; PLACES]);
        let kinds = ["major".to_owned(), "minor".to_owned()];
        for (i, [name, kind, gives, refills]) in section.rows::<4>(KEY, PLACES..=PLACES)?.iter().enumerate() {
            let name = section.cell_name((KEY, i), name)?;
            if places.contains(&name) {
                return Err(section.entry_error(KEY, i, format!("{name:?} occurs twice")));
            }
            places.push(name);
            major[i] = section.lookup((KEY, i), kind, &kinds)? == 0;
            time[i] = section.cell((KEY, i), gives, -9..=9)?;
            let range = if major[i] { 0..=0 } else { 1..=MOST_CUBES };
            threshold[i] = section.cell((KEY, i), refills, range)?;
        }
        if time.iter().all(|time| *time < 0) {
            return Err(section.error(KEY, "some place must cost nothing"));
        }
        let mut colour_at = [NO_COLOUR; PLACES];
        let mut home = [0; COLOURS];
        for (colour, place) in goods.homes.iter().enumerate() {
            let name = &goods.colours[colour];
            let place = section
                .lookup((KEY, colour), place, &places)
                .map_err(|_| section.error(KEY, format!("the home {place} of {name:?} in [goods] is no place")))?;
            if !major[place] || colour_at[place] != NO_COLOUR {
                let fault = if major[place] { "home of two colours" } else { "no major place" };
                let reason = format!("{:?}, the home of {name:?} in [goods], is {fault}", places[place]);
                return Err(section.error(KEY, reason));
            }
            colour_at[place] = colour as u8;
            home[colour] = place as u8;
        }
        if let Some(place) = (0..PLACES).find(|place| major[*place] && colour_at[*place] == NO_COLOUR) {
            let reason = format!("the major place {:?} is home of no colour in [goods]", places[place]);
            return Err(section.error(KEY, reason));
        }
        section.finish()?;
        let links = read_links(reader, &places, &colour_at)?;
        Ok(Self { places, colour_at, home, time, threshold, links })
    }
}

/// The lines between major places.
fn read_links(reader: &mut Reader, places: &[String], colour_at: &[u8; PLACES]) -> Result<[u8; PLACES], EditionError> {
    let mut section = reader.section("links")?;
    let mut links = [0; PLACES];
    for (i, ends) in section.rows::<2>("lines", 0..=COLOURS * (COLOURS - 1) / 2)?.iter().enumerate() {
        let mut found = [0; 2];
        for (end, name) in found.iter_mut().zip(ends) {
            *end = section.lookup(("lines", i), name, places)?;
            if colour_at[*end] == NO_COLOUR {
                let reason = format!("{:?} is minor: lines join major places", places[*end]);
                return Err(section.entry_error("lines", i, reason));
            }
        }
        let [one, other] = found;
        if one == other {
            return Err(section.entry_error("lines", i, format!("{:?} is joined to itself", places[one])));
        }
        if links[one] >> colour_at[other] & 1 == 1 {
            let reason = format!("{:?} and {:?} are joined twice", places[one], places[other]);
            return Err(section.entry_error("lines", i, reason));
        }
        links[one] |= 1 << colour_at[other];
        links[other] |= 1 << colour_at[one];
    }
    section.finish()?;
    Ok(links)
}
