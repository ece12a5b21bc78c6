//! The position as plain data: the state dict of `docs/formats.md`, and what must hold of it.

mod check;
mod read;

use serde::{Deserialize, Serialize};

use super::sets::{Contract, members};
use super::state::{Hidden, Loss, NONE, NOT_CALLED, Seat as TableSeat, State, TIME, Table, column_of, letters_of};
use super::{Edition, Merkator, STACKS};
use crate::game::Game;
use crate::position::Named;

pub(super) use read::to_state;

/// The state dict. `M` is a marker on the chart, `S` a stack of contracts, `P` a pile of cards; an observation may show less in
/// their place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position<M = String, S: Clone = Vec<Contract>, P = Vec<u8>> {
    game: String,
    edition: String,
    players: usize,
    #[serde(deserialize_with = "Option::deserialize")]
    active_player: Option<usize>,
    #[serde(deserialize_with = "Option::deserialize")]
    current_player: Option<usize>,
    phase: String,
    turn: u16,
    #[serde(deserialize_with = "Option::deserialize")]
    last_turn: Option<u16>,
    #[serde(deserialize_with = "Option::deserialize")]
    figure: Option<String>,
    cubes: Named<u8>,
    chart: Vec<Vec<M>>,
    face_up: Vec<usize>,
    seen: Vec<String>,
    stacks: Named<S>,
    discard: Vec<Contract>,
    arrivals: P,
    bonus_display: Vec<u8>,
    building_display: Vec<u8>,
    bonus_pile: P,
    building_pile: P,
    #[serde(deserialize_with = "Option::deserialize")]
    sold: Option<Contract>,
    #[serde(deserialize_with = "Option::deserialize")]
    storing: Option<u8>,
    #[serde(deserialize_with = "Option::deserialize")]
    marker: Option<String>,
    #[serde(deserialize_with = "Option::deserialize")]
    loss: Option<LossDict>,
    done: Vec<Contract>,
    #[serde(deserialize_with = "Option::deserialize")]
    unloaded: Option<String>,
    #[serde(deserialize_with = "Option::deserialize")]
    exchange: Option<ExchangeDict>,
    #[serde(rename = "box", deserialize_with = "Option::deserialize")]
    time_box: Option<u8>,
    seats: Vec<Seat>,
}

/// The goods loss being settled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LossDict {
    column: String,
    left: u8,
    #[serde(deserialize_with = "Option::deserialize")]
    last: Option<String>,
}

/// The exchanges being made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExchangeDict {
    contract: Contract,
    missing: u8,
    #[serde(deserialize_with = "Option::deserialize")]
    last: Option<String>,
}

/// A player's part of the state dict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seat {
    coins: u16,
    time: u8,
    contracts: Vec<Contract>,
    bonus: Vec<u8>,
    buildings: Vec<u8>,
    rooms: Named<u16>,
    tile: Named<u8>,
}

/// What an observation shows of a stack.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct SeenStack {
    pub(super) top: Option<Contract>,
    pub(super) cards: u8,
}

/// The lists of cards that lie face down.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pile {
    Arrivals,
    Bonus,
    Buildings,
}

impl Pile {
    pub(super) fn size(self, table: &Table) -> usize {
        usize::from(match self {
            Self::Arrivals => table.arrivals,
            Self::Bonus => table.bonus_pile,
            Self::Buildings => table.building_pile,
        })
    }

    fn cards(self, hidden: &Hidden) -> &[u8] {
        match self {
            Self::Arrivals => &hidden.arrivals,
            Self::Bonus => &hidden.bonus_pile,
            Self::Buildings => &hidden.building_pile,
        }
    }
}

/// How to describe what may not be shown to all.
pub(super) trait Show {
    type Marker;
    type Stack: Clone;
    type Pile;

    /// The marker in this place of the chart.
    fn marker(&self, place: usize) -> Self::Marker;
    fn stack(&self, stack: usize) -> Self::Stack;
    fn pile(&self, pile: Pile) -> Self::Pile;
}

impl Show for State {
    type Marker = String;
    type Stack = Vec<Contract>;
    type Pile = Vec<u8>;

    fn marker(&self, place: usize) -> String {
        marker_text(self.hidden.chart[place])
    }

    fn stack(&self, stack: usize) -> Vec<Contract> {
        let bottom = usize::from(self.edition.stack_starts[stack]);
        let size = usize::from(self.table.stacks[stack]);
        self.hidden.stacks[bottom..bottom + size].iter().rev().copied().collect()
    }

    fn pile(&self, pile: Pile) -> Vec<u8> {
        pile.cards(&self.hidden)[..pile.size(&self.table)].iter().rev().copied().collect()
    }
}

/// `"A"`, a double `"AA"`.
pub(super) fn marker_text(kind: u8) -> String {
    column_text(column_of(kind)).repeat(usize::from(letters_of(kind)))
}

fn column_text(column: u8) -> String {
    char::from(b'A' + column).to_string()
}

pub(super) fn of_state(state: &State) -> Position {
    describe(state.edition, &state.table, state)
}

/// The dict of a table, with `shown` for what may not be shown to all.
pub(super) fn describe<S: Show>(edition: &Edition, table: &Table, shown: &S) -> Position<S::Marker, S::Stack, S::Pile> {
    let some = |number: u8| (number != NONE).then_some(number);
    let good = |good: u8| edition.goods.get(usize::from(good)).cloned();
    let given = |what: u8| if what == TIME { Some("time".to_owned()) } else { good(what) };
    let majors = edition.home.map(|place| &edition.places[usize::from(place)]);
    let (players, length) = (table.num_players(), usize::from(edition.row_length));
    let taken = usize::from(table.taken);
    let row =
        |row: usize| (row * length..(row + 1) * length).filter(|i| *i >= taken).map(|i| shown.marker(i)).collect();
    let kinds = table.seen.iter().zip(0_u8..);
    let exchange = table.exchange;
    Position {
        game: Merkator::NAME.to_owned(),
        edition: edition.name().to_owned(),
        players,
        active_player: table.active_player(),
        current_player: table.current_player(),
        phase: table.phase.name().to_owned(),
        turn: table.turn,
        last_turn: (table.last_turn != NOT_CALLED).then_some(table.last_turn),
        figure: edition.places.get(usize::from(table.figure)).cloned(),
        cubes: Named::new(majors, table.cubes),
        chart: (0..edition.rows(players)).map(row).collect(),
        face_up: if table.face_up { vec![taken / length] } else { Vec::new() },
        seen: kinds.flat_map(|(count, kind)| (0..*count).map(move |_| marker_text(kind))).collect(),
        stacks: Named::new(&edition.stack_names, (0..STACKS).map(|stack| shown.stack(stack))),
        discard: table.discard.iter().collect(),
        arrivals: shown.pile(Pile::Arrivals),
        bonus_display: members(table.bonus_display.into()).collect(),
        building_display: members(table.building_display.into()).collect(),
        bonus_pile: shown.pile(Pile::Bonus),
        building_pile: shown.pile(Pile::Buildings),
        sold: some(table.sold),
        storing: some(table.storing),
        marker: some(table.marker).map(marker_text),
        loss: (table.loss != Loss::NONE).then(|| LossDict {
            column: column_text(table.loss.column),
            left: table.loss.left,
            last: good(table.loss.last),
        }),
        done: table.done.iter().collect(),
        unloaded: good(table.unloaded),
        exchange: some(exchange.contract).map(|contract| ExchangeDict {
            contract,
            missing: exchange.missing,
            last: given(exchange.last),
        }),
        time_box: table.is_solo().then_some(table.time_box),
        seats: table.seats[..players].iter().map(|seat| describe_seat(edition, seat)).collect(),
    }
}

fn describe_seat(edition: &Edition, seat: &TableSeat) -> Seat {
    Seat {
        coins: seat.coins,
        time: seat.time,
        contracts: seat.contracts.iter().collect(),
        bonus: members(seat.bonus.into()).collect(),
        buildings: members(seat.buildings.into()).collect(),
        rooms: Named::new(&edition.goods, seat.rooms),
        tile: Named::new(&edition.colours, seat.tile),
    }
}
