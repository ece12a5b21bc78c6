//! Positions as tables a person can read.

use std::fmt::Write as _;

use super::map;
use super::observe::Observation;
use super::score::score;
use super::sets::{GoalSet, members};
use super::state::{Phase, State, Table};
use super::{Edition, GOODS, SPACES};
use crate::game::Player;

/// Width of the left column.
const LABEL: usize = 22;
/// Width of a player's column.
const WIDTH: usize = 7;

/// What of a position is shown.
struct Shown<'a> {
    edition: &'a Edition,
    table: &'a Table,
    /// What is beside the name of a good.
    stock: &'a dyn Fn(usize) -> String,
    /// The goods cards of a player, if they are shown.
    goods: &'a dyn Fn(Player) -> Option<[u8; GOODS]>,
    /// The goals in a hand, if they are shown.
    goals: &'a dyn Fn(Player) -> Option<GoalSet>,
    /// The points of a player, if they are shown.
    points: &'a dyn Fn(Player) -> Option<i32>,
}

pub(super) fn state(state: &State) -> String {
    let shown = Shown {
        edition: state.edition,
        table: &state.table,
        stock: &|good| state.goods.stocks[good].to_string(),
        goods: &|player| Some(state.goods.held[player]),
        goals: &|player| Some(state.hidden.goals[player]),
        points: &|player| Some(score(state, player)),
    };
    shown.text()
}

pub(super) fn observation(seen: &Observation) -> String {
    let own = |player: Player| player == seen.observer;
    let shown = Shown {
        edition: seen.edition,
        table: &seen.table,
        stock: &|good| if seen.table.stocked >> good & 1 == 1 { String::new() } else { "empty".to_owned() },
        goods: &|player| own(player).then_some(seen.goods.held[player]),
        goals: &|player| own(player).then_some(seen.goals),
        points: &|_| None,
    };
    let wanted = seen.goals.iter().fold(0, |all, goal| all | seen.edition.goals[usize::from(goal)].places);
    shown.text() + &map::draw(seen.edition, &seen.table, wanted)
}

impl Shown<'_> {
    fn text(&self) -> String {
        let (edition, table) = (self.edition, self.table);
        let mut text = self.heading();
        let number = |number: u8| if number == 0 { ".".to_owned() } else { number.to_string() };
        text += &self.row("pieces", "", &|player| {
            let mark = if table.current_player() == Some(player) { ">" } else { "" };
            format!("{mark}P{player}")
        });
        let anybody = table.occupied.iter().fold(0, |all, spaces| all | spaces);
        for space in members(anybody).map(usize::from) {
            let note = match edition.trade.iter().position(|trade| usize::from(*trade) == space) {
                Some(_) => "trade",
                None => "",
            };
            text +=
                &self.row(&format!("  {}", edition.spaces[space]), note, &|player| number(table.pieces[player][space]));
        }
        text += &self.row("goods", "stock", &|player| table.goods_cards[player].to_string());
        for good in 0..GOODS {
            text += &self.row(&format!("  {}", edition.goods[good]), &(self.stock)(good), &|player| {
                (self.goods)(player).map_or("?".to_owned(), |cards| number(cards[good]))
            });
        }
        text += &self.row("goals in hand", "", &|player| table.hand_sizes[player].to_string());
        text += &self.row("goals fulfilled", "", &|player| table.fulfilled[player].len().to_string());
        if (0..table.num_players()).any(|player| (self.points)(player).is_some()) {
            text += &self
                .row("points", "", &|player| (self.points)(player).map_or(String::new(), |points| points.to_string()));
        }
        for player in 0..table.num_players() {
            if !table.fulfilled[player].is_empty() {
                let done: Vec<String> = table.fulfilled[player].iter().map(|goal| self.goal(goal)).collect();
                let _ = writeln!(text, "P{player} has fulfilled {}", done.join(", "));
            }
        }
        for player in 0..table.num_players() {
            for goal in (self.goals)(player).unwrap_or_default().iter() {
                let _ = writeln!(text, "P{player} wants {}: {}", self.goal(goal), self.ways(player, goal));
            }
        }
        text
    }

    fn row(&self, label: &str, note: &str, cell: &dyn Fn(Player) -> String) -> String {
        let mut line = format!("{label:<LABEL$}{note:>5} |");
        for player in 0..self.table.num_players() {
            let _ = write!(line, "{:>WIDTH$}", cell(player));
        }
        line.truncate(line.trim_end().len());
        line + "\n"
    }

    fn heading(&self) -> String {
        let (edition, table) = (self.edition, self.table);
        let space = |space: u8| &edition.spaces[usize::from(space)];
        let asked = match table.phase {
            Phase::Before => "to fulfil, take, or start the move".to_owned(),
            Phase::To => format!("to move from {}", space(table.from)),
            Phase::Count => format!("to say how many move from {} to {}", space(table.from), space(table.to)),
            Phase::Along => format!("to travel along from {} to {}", space(table.from), space(table.to)),
            Phase::After => "to fulfil, take, or end the turn".to_owned(),
            Phase::Collect => "to collect for the last time".to_owned(),
            Phase::End => {
                return format!("Celtic ({}), over after {} turns\n", edition.name(), table.turn + 1);
            }
        };
        let round = usize::from(table.turn) / table.num_players() + 1;
        format!(
            "Celtic ({}), round {round}, player {} {asked}; {} goals in the deck\n",
            edition.name(),
            table.current,
            table.deck
        )
    }

    /// `cows+fish+sheep (20)`.
    fn goal(&self, goal: u8) -> String {
        let goal = usize::from(goal);
        format!("{} ({})", self.edition.goal_names[goal], self.edition.goals[goal].value)
    }

    /// For each place of a goal the roads from the nearest own piece: `cows here, fish 2 from goats`.
    fn ways(&self, player: Player, goal: u8) -> String {
        let edition = self.edition;
        let ways = members(edition.goals[usize::from(goal)].places).map(|place| {
            let roads = |space: u8| edition.distance[usize::from(space)][usize::from(place)];
            let nearest = members(self.table.occupied[player]).min_by_key(|space| roads(*space)).unwrap_or(0);
            let place = &edition.spaces[usize::from(place)];
            match roads(nearest) {
                0 => format!("{place} here"),
                far => format!("{place} {far} from {}", edition.spaces[usize::from(nearest)]),
            }
        });
        ways.collect::<Vec<_>>().join(", ")
    }
}

const _: () = assert!(SPACES < u8::MAX as usize);
