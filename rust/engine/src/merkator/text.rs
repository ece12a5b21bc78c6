//! Positions as tables a person can read.

use std::fmt::Write as _;

use super::observe::Observation;
use super::position::marker_text;
use super::score::score;
use super::sets::{Contract, members};
use super::state::{Hidden, NONE, NOT_CALLED, Phase, State, TIME, Table, UNSEEN, View};
use super::{COLOURS, Edition, GOODS, STACKS};
use crate::game::Player;

/// Width of the left column.
const LABEL: usize = 20;
/// Width of a player's column.
const WIDTH: usize = 6;

/// What of a position is shown: all that lies open.
struct Shown<'a> {
    edition: &'a Edition,
    table: &'a Table,
    hidden: &'a Hidden,
}

pub(super) fn state(state: &State) -> String {
    Shown { edition: state.edition, table: &state.table, hidden: &state.hidden }.text()
}

pub(super) fn observation(seen: &Observation) -> String {
    Shown { edition: seen.edition, table: &seen.table, hidden: &seen.seen }.text()
}

impl Shown<'_> {
    fn text(&self) -> String {
        let (edition, table) = (self.edition, self.table);
        let mut text = self.heading() + "\n";
        text += &self.board();
        let number = |number: u16| if number == 0 { ".".to_owned() } else { number.to_string() };
        text += &self.row("", &|player| {
            let mark = if table.current_player() == Some(player) { ">" } else { "" };
            format!("{mark}P{player}")
        });
        let view = View { edition, table };
        text += &self.row("points", &|player| score(&view, player).to_string());
        text += &self.row("coins", &|player| number(table.seats[player].coins));
        text += &self.row("time markers", &|player| number(table.seats[player].time.into()));
        for (letter, column) in ('A'..).zip(&edition.columns) {
            for good in members((*column).into()).map(usize::from) {
                let label = format!("{letter} {}", edition.goods[good]);
                text += &self.row(&label, &|player| number(table.seats[player].rooms[good]));
            }
        }
        for colour in 0..COLOURS {
            if table.seats.iter().any(|seat| seat.tile[colour] > 0) {
                let label = format!("tile {}", edition.colours[colour]);
                text += &self.row(&label, &|player| number(table.seats[player].tile[colour].into()));
            }
        }
        for player in 0..table.num_players() {
            text += &self.holdings(player);
        }
        text
    }

    fn row(&self, label: &str, cell: &dyn Fn(Player) -> String) -> String {
        let mut line = format!("{label:<LABEL$} |");
        for player in 0..self.table.num_players() {
            let _ = write!(line, "{:>WIDTH$}", cell(player));
        }
        line.truncate(line.trim_end().len());
        line + "\n"
    }

    fn heading(&self) -> String {
        let (edition, table) = (self.edition, self.table);
        let place = |place: u8| edition.places.get(usize::from(place)).map_or("nowhere", String::as_str);
        let asked = match table.phase {
            Phase::Investing => "to invest".to_owned(),
            Phase::Going => format!("to travel from {}", place(table.figure)),
            Phase::Storing => format!("to store {} cubes from {}", table.storing, place(table.figure)),
            Phase::Turning => format!("to turn another marker than {}", marker_text(table.marker)),
            Phase::Losing => format!("to lose {} of column {}", table.loss.left, marker_text(2 * table.loss.column)),
            Phase::Fulfilling => format!("to fulfil contracts in {}", place(table.figure)),
            Phase::Exchanging => {
                let contract = &edition.contract_names[usize::from(table.exchange.contract)];
                format!("to exchange {} for {contract}{}", table.exchange.missing, self.after_exchange())
            }
            Phase::Joining => format!("to join in {}", place(table.figure)),
            Phase::End => return format!("Merkator ({}), over after {} turns", edition.name(), table.turn + 1),
        };
        let round = usize::from(table.turn) / table.num_players() + 1;
        let end = if table.last_turn == NOT_CALLED { "" } else { ", the end is called" };
        format!("Merkator ({}), round {round}, player {} {asked}{end}", edition.name(), table.current)
    }

    fn after_exchange(&self) -> String {
        match self.table.exchange.last {
            NONE => String::new(),
            TIME => ", after time markers".to_owned(),
            good => format!(", after {}", self.edition.goods[usize::from(good)]),
        }
    }

    /// What belongs to nobody.
    fn board(&self) -> String {
        let (edition, table) = (self.edition, self.table);
        let mut text = String::new();
        let cubes = edition.home.iter().zip(table.cubes);
        let cubes = cubes.map(|(place, cubes)| format!("{} {cubes}", edition.places[usize::from(*place)]));
        let _ = writeln!(text, "cubes: {}", cubes.collect::<Vec<_>>().join(", "));
        if table.is_solo() {
            let _ =
                writeln!(text, "time markers in the box: {}; contracts to arrive: {}", table.time_box, table.arrivals);
        } else {
            let left = edition.chart(table.num_players()) - table.taken;
            let first = self.hidden.chart[usize::from(table.taken).min(super::MARKERS - 1)];
            let face_up = if table.face_up && first < UNSEEN {
                format!(", the first lies face up: {}", marker_text(first))
            } else {
                String::new()
            };
            let length = edition.row_length;
            let _ = writeln!(
                text,
                "time chart: {left} markers, {} in its row{face_up}",
                left - left.saturating_sub(1) / length * length
            );
        }
        let tops = (0..STACKS).filter_map(|stack| {
            let top = self.hidden.top(edition, table, stack)?;
            Some(format!("{} ({})", edition.contract_names[usize::from(top)], table.stacks[stack]))
        });
        let _ = writeln!(text, "contracts: {}", tops.collect::<Vec<_>>().join(", "));
        let bonus = members(table.bonus_display.into()).map(|card| {
            let card = usize::from(card);
            format!("{} for {}", edition.bonus_names[card], edition.bonus[card].price)
        });
        let _ =
            writeln!(text, "bonus cards ({} in the pile): {}", table.bonus_pile, bonus.collect::<Vec<_>>().join(", "));
        let buildings = members(table.building_display.into()).map(|card| {
            let card = usize::from(card);
            format!("{} for {}", edition.building_names[card], edition.buildings[card].price)
        });
        let buildings = buildings.collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "buildings ({} in the pile): {buildings}", table.building_pile);
        text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    /// A player's cards.
    fn holdings(&self, player: Player) -> String {
        let (edition, seat) = (self.edition, &self.table.seats[player]);
        let names = |set: u64, names: &[String]| {
            members(set).map(|card| names[usize::from(card)].clone()).collect::<Vec<_>>().join(", ")
        };
        let mut text = String::new();
        for contract in seat.contracts.iter() {
            let _ = writeln!(text, "P{player} holds {}", self.contract(contract));
        }
        for (what, cards) in [
            ("bonus cards", names(seat.bonus.into(), &edition.bonus_names)),
            ("buildings", names(seat.buildings.into(), &edition.building_names)),
        ] {
            if !cards.is_empty() {
                let _ = writeln!(text, "P{player} has the {what} {cards}");
            }
        }
        text
    }

    /// `hamburg7: 3 citrus, 2 fabric, fulfilled in this turn`.
    fn contract(&self, contract: Contract) -> String {
        let card = &self.edition.contracts[usize::from(contract)];
        let goods = (0..GOODS).filter(|good| card.needs[*good] > 0);
        let mut needs: Vec<String> =
            goods.map(|good| format!("{} {}", card.needs[good], self.edition.goods[good])).collect();
        if self.table.done.contains(contract) {
            needs.push("fulfilled in this turn".to_owned());
        }
        let name = &self.edition.contract_names[usize::from(contract)];
        if needs.is_empty() { name.clone() } else { format!("{name}: {}", needs.join(", ")) }
    }
}
