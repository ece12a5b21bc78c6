//! The tables of a Celtic edition: the map, the goals, the numbers.

use toml::Value;

use super::evaluate::nearness;
use super::sets::{Space, SpaceSet, members};
use super::{GOALS, GOODS, MAX_PIECES, PLACES, PLAYERS, SPACES, VILLAGE};
use crate::edition::{EditionError, Section, Tables as Reader, number_copies};

/// A goal card (rules.md 1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalCard {
    /// Its points.
    pub value: u8,
    /// Its two or three places.
    pub places: SpaceSet,
}

/// All numbers and names of an edition, and what follows from its map.
#[derive(Debug)]
pub struct Tables {
    /// The names of the spaces; the first is the village.
    pub spaces: Vec<String>,
    /// Where each space lies on the board, as (x, y) with y downwards.
    pub at: [(u8, u8); SPACES],
    /// The names of the goods, which are those of their trading places.
    pub goods: Vec<String>,
    /// The trading place of each good.
    pub trade: [Space; GOODS],
    /// The spaces one road away.
    pub neighbours: [SpaceSet; SPACES],
    /// The spaces that a move can end on, by its start (2.1): those at most `steps` roads away, without the start itself.
    pub targets: [SpaceSet; SPACES],
    /// The roads between two spaces.
    pub distance: [[u8; SPACES]; SPACES],
    /// The moves between two spaces, a move being `steps` roads.
    pub moves: [[u8; SPACES]; SPACES],
    /// What the promise of a piece keeps on a way of so many roads, for [`super::evaluate`].
    pub(super) nearness: [f64; SPACES],
    /// The same on the way from each space to each trading place.
    pub(super) nearness_of_trade: [[f64; GOODS]; SPACES],
    /// The goal cards.
    pub goals: [GoalCard; GOALS],
    /// The texts of the goal cards, all different.
    pub goal_names: Vec<String>,
    /// Pieces of each player.
    pub pieces: u8,
    /// Goal cards each player starts with.
    pub goals_in_hand: u8,
    /// The roads that a move can be long.
    pub steps: u8,
    /// Fulfilled goals that end the game (5.1).
    pub goals_to_end: u8,
    /// Whether the others collect once more after the end was called (5.3).
    pub final_collect: bool,
    /// Turns each player can have (5.4).
    pub turn_limit: u16,
    /// Goods cards of each kind.
    pub cards_per_kind: u8,
    /// Points of a card by the rank of its kind (6.2).
    pub rank_value: [u8; GOODS],
    /// Cards of a kind that count, by fulfilled goals (6.3).
    pub cap_per_kind: Vec<u8>,
}

impl Tables {
    /// The turns of a game that nobody ends (5.4).
    pub fn turns(&self, players: usize) -> usize {
        players * usize::from(self.turn_limit)
    }

    /// Reads the tables and checks them.
    pub(super) fn read(reader: &mut Reader) -> Result<Self, EditionError> {
        reader.require_players(2..=PLAYERS)?;
        let Board { spaces, at, kinds, neighbours } = Board::read(reader)?;
        let (goals, goal_names) = read_goals(reader, &spaces, &kinds)?;
        let most = reader.most_players();
        let mut setup = reader.section("setup")?;
        let steps = setup.number("steps", 1..=9)?;
        let goals_to_end = setup.number("goals_to_end", 1..=GOALS as u8)?;
        if usize::from(goals_to_end) * most > GOALS {
            let reason =
                format!("{goals_to_end} for each of {most} players, there are only {GOALS} goal cards (rules.md 3.2)");
            return Err(setup.error("goals_to_end", reason));
        }
        let (rank_value, cap_per_kind) = read_scoring(reader, goals_to_end)?;
        let mut stock = reader.section("goods")?;
        let trade: Vec<Space> = (0..SPACES as Space).filter(|s| kinds[usize::from(*s)] == Kind::Trade).collect();
        let trade: [Space; GOODS] = trade.try_into().expect("the number is checked");
        let distance: [[u8; SPACES]; SPACES] = std::array::from_fn(|start| distances(&neighbours, start));
        let nearness = nearness(steps);
        let tables = Self {
            at,
            goods: trade.iter().map(|space| spaces[usize::from(*space)].clone()).collect(),
            trade,
            targets: std::array::from_fn(|start| within(&neighbours, start, steps) & !(1 << start)),
            moves: distance.map(|from| from.map(|roads: u8| roads.div_ceil(steps))),
            nearness,
            nearness_of_trade: std::array::from_fn(|from| {
                trade.map(|to| nearness[usize::from(distance[from][usize::from(to)])])
            }),
            distance,
            neighbours,
            spaces,
            goals,
            goal_names,
            pieces: setup.number("pieces", 1..=MAX_PIECES as u8)?,
            goals_in_hand: setup.number("goals_in_hand", 1..=goals_to_end)?,
            steps,
            goals_to_end,
            final_collect: setup.flag("final_collect")?,
            turn_limit: setup.number("turn_limit", 1..=1000)?,
            // All goods cards together are counted in a byte.
            cards_per_kind: stock.number("cards_per_kind", 1..=36)?,
            rank_value,
            cap_per_kind,
        };
        stock.finish()?;
        setup.finish()?;
        Ok(tables)
    }
}

/// What a space is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Village,
    Place,
    Trade,
}

impl Kind {
    const ALL: [(Self, &str, usize); 3] =
        [(Self::Village, "village", 1), (Self::Place, "place", PLACES), (Self::Trade, "trade", GOODS)];
}

/// The map as it is read.
struct Board {
    spaces: Vec<String>,
    at: [(u8, u8); SPACES],
    kinds: Vec<Kind>,
    neighbours: [SpaceSet; SPACES],
}

impl Board {
    fn read(reader: &mut Reader) -> Result<Self, EditionError> {
        let mut section = reader.section("board")?;
        let rows = section.rows::<4>("spaces", SPACES..=SPACES)?;
        let (mut spaces, mut at, mut kinds): (Vec<String>, _, _) = (Vec::new(), [(0, 0); SPACES], Vec::new());
        let kind_names = Kind::ALL.map(|(_, name, _)| name.to_owned());
        for (i, [name, kind, x, y]) in rows.iter().enumerate() {
            let name = section.cell_name(("spaces", i), name)?;
            if spaces.contains(&name) {
                return Err(section.entry_error("spaces", i, format!("{name:?} occurs twice")));
            }
            spaces.push(name);
            kinds.push(Kind::ALL[section.lookup(("spaces", i), kind, &kind_names)?].0);
            at[i] = (section.cell(("spaces", i), x, 0..=120)?, section.cell(("spaces", i), y, 0..=84)?);
        }
        for (kind, name, wanted) in Kind::ALL {
            let given = kinds.iter().filter(|other| **other == kind).count();
            if given != wanted {
                let reason = format!("{given} spaces of the kind {name:?}, there must be {wanted} (rules.md 1.1)");
                return Err(section.error("spaces", reason));
            }
        }
        if kinds[VILLAGE] != Kind::Village {
            return Err(section.entry_error("spaces", VILLAGE, "the village must come first"));
        }
        let neighbours = read_roads(&mut section, &spaces)?;
        section.finish()?;
        Ok(Self { spaces, at, kinds, neighbours })
    }
}

/// The roads, which must join all spaces.
fn read_roads(section: &mut Section, spaces: &[String]) -> Result<[SpaceSet; SPACES], EditionError> {
    let mut neighbours = [0; SPACES];
    let rows = section.rows::<2>("roads", SPACES - 1..=SPACES * (SPACES - 1) / 2)?;
    for (i, [one, other]) in rows.iter().enumerate() {
        let one = section.lookup(("roads", i), one, spaces)?;
        let other = section.lookup(("roads", i), other, spaces)?;
        if one == other {
            return Err(section.entry_error("roads", i, format!("{:?} is joined to itself", spaces[one])));
        }
        if neighbours[one] >> other & 1 == 1 {
            let reason = format!("{:?} and {:?} are joined twice", spaces[one], spaces[other]);
            return Err(section.entry_error("roads", i, reason));
        }
        neighbours[one] |= 1 << other;
        neighbours[other] |= 1 << one;
    }
    let reached = within(&neighbours, VILLAGE, SPACES as u8);
    match (0..SPACES).find(|space| reached >> space & 1 == 0) {
        None => Ok(neighbours),
        Some(space) => {
            Err(section.error("roads", format!("no way leads from {:?} to {:?}", spaces[VILLAGE], spaces[space])))
        }
    }
}

/// The spaces at most `steps` roads from `start`, itself included.
fn within(neighbours: &[SpaceSet; SPACES], start: usize, steps: u8) -> SpaceSet {
    (0..steps).fold(1 << start, |reached: SpaceSet, _| {
        members(reached).fold(reached, |more, space| more | neighbours[usize::from(space)])
    })
}

/// The roads from `start` to every space of a connected map.
fn distances(neighbours: &[SpaceSet; SPACES], start: usize) -> [u8; SPACES] {
    let mut distance = [0; SPACES];
    let mut reached: SpaceSet = 1 << start;
    for roads in 1..SPACES as u8 {
        let more = members(reached).fold(0, |more, space| more | neighbours[usize::from(space)]) & !reached;
        members(more).for_each(|space| distance[usize::from(space)] = roads);
        reached |= more;
    }
    distance
}

/// The goal cards and their texts.
fn read_goals(
    reader: &mut Reader,
    spaces: &[String],
    kinds: &[Kind],
) -> Result<([GoalCard; GOALS], Vec<String>), EditionError> {
    let mut section = reader.section("goals")?;
    let (mut goals, mut names) = (Vec::new(), Vec::new());
    for (i, [value, places]) in section.rows::<2>("deck", GOALS..=GOALS)?.iter().enumerate() {
        let value = section.cell(("deck", i), value, 1..=99)?;
        let places = match places {
            Value::Array(places) if (2..=3).contains(&places.len()) => places,
            _ => return Err(section.entry_error("deck", i, "a goal has a list of 2 or 3 places")),
        };
        let mut set = 0;
        for place in places {
            let space = section.lookup(("deck", i), place, spaces)?;
            if kinds[space] != Kind::Place {
                let reason = format!("{:?} is no place: goals name neither village nor trading places", spaces[space]);
                return Err(section.entry_error("deck", i, reason));
            }
            if set >> space & 1 == 1 {
                return Err(section.entry_error("deck", i, format!("{:?} occurs twice", spaces[space])));
            }
            set |= 1 << space;
        }
        goals.push(GoalCard { value, places: set });
        names.push(places.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("+"));
    }
    section.finish()?;
    let texts = number_copies(&names);
    Ok((goals.try_into().expect("the length is checked"), texts))
}

/// The values of the ranks, and the cards that count.
fn read_scoring(reader: &mut Reader, goals_to_end: u8) -> Result<([u8; GOODS], Vec<u8>), EditionError> {
    let mut section = reader.section("scoring")?;
    let mut row = |key: &str, length: usize, least: u8| {
        let values = section.numbers(key, length..=length, least..=99)?;
        match (1..length).find(|i| values[*i] < values[i - 1]) {
            None => Ok(values),
            Some(i) => {
                let reason = format!("{} after {}: the row must not fall", values[i], values[i - 1]);
                Err(section.entry_error(key, i, reason))
            }
        }
    };
    let rank_value = row("rank_value", GOODS, 1)?;
    let cap_per_kind = row("cap_per_kind", usize::from(goals_to_end) + 1, 0)?;
    section.finish()?;
    Ok((rank_value.try_into().expect("the length is checked"), cap_per_kind))
}
