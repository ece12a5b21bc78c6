//! From the state dict to a state: every name is known, every number fits, and every card lies in one place.

use super::{Position, Seat as SeatDict, check, marker_text};
use crate::game::PositionError;
use crate::merkator::sets::{Contract, ContractSet};
use crate::merkator::state::{Exchange, Hidden, Loss, NONE, NOT_CALLED, Phase, Seat, State, TIME, Table, column_of};
use crate::merkator::{
    BONUS, BUILDINGS, COLOURS, COLUMNS, CONTRACTS, Edition, GOODS, MARKER_KINDS, MOST_CUBES, PLAYERS, STACKS,
};
use crate::position::{Named, check_head, find_phase, require};
use crate::suggest::nearest;

/// The state of a position, if it could arise.
pub(in crate::merkator) fn to_state(edition: &'static Edition, position: &Position) -> Result<State, PositionError> {
    check_head(edition, &position.game, &position.edition, position.players, position.seats.len())?;
    let reader = Reader { edition, position };
    let mut state = State { edition, table: reader.table()?, hidden: Hidden::EMPTY };
    reader.chart(&mut state)?;
    reader.cards(&mut state)?;
    check::check(&state)?;
    Ok(state)
}

/// The place of `name` among the known.
fn find(field: &str, what: &str, name: &str, known: &[String]) -> Result<u8, PositionError> {
    let place = known.iter().position(|other| other == name);
    place.map(|i| i as u8).ok_or_else(|| {
        let hint = nearest(name, known.iter().map(String::as_str));
        PositionError::new(field, format!("there is no {what} {name:?}{hint}"))
    })
}

/// The kind of a marker, by its letters.
fn find_kind(field: &str, letters: &str) -> Result<u8, PositionError> {
    let kind = (0..MARKER_KINDS as u8).find(|kind| marker_text(*kind) == letters);
    kind.ok_or_else(|| PositionError::new(field, format!("{letters:?} is no time marker: A to F, or AA to FF")))
}

/// A list of cards below `count`, none of them twice.
fn card_set(field: &str, cards: &[u8], count: usize) -> Result<u128, PositionError> {
    let mut set = 0;
    for (i, card) in cards.iter().enumerate() {
        let at = || format!("{field}[{i}]");
        require(usize::from(*card) < count, &at(), || format!("there is no card {card}"))?;
        require(set >> card & 1 == 0, &at(), || format!("card {card} is given twice"))?;
        set |= 1 << card;
    }
    Ok(set)
}

fn contract_set(field: &str, cards: &[Contract]) -> Result<ContractSet, PositionError> {
    card_set(field, cards, CONTRACTS)?;
    Ok(cards.iter().copied().collect())
}

/// Numbers by name, each up to `most`.
fn numbers<T: Copy + PartialOrd + std::fmt::Display, const N: usize>(
    field: &str,
    given: &Named<T>,
    names: &[String],
    most: T,
) -> Result<[T; N], PositionError> {
    let values = given.values(names, field)?;
    if let Some(i) = values.iter().position(|value| *value > most) {
        return Err(PositionError::new(format!("{field}.{}", names[i]), format!("{} is more than {most}", values[i])));
    }
    Ok(values.try_into().unwrap_or_else(|_| unreachable!("one value for each name")))
}

/// The number of a contract, or none.
fn find_contract(field: &str, contract: Option<Contract>) -> Result<Contract, PositionError> {
    let Some(contract) = contract else { return Ok(NONE) };
    require(usize::from(contract) < CONTRACTS, field, || format!("there is no contract {contract}"))?;
    Ok(contract)
}

struct Reader<'a> {
    edition: &'static Edition,
    position: &'a Position,
}

impl Reader<'_> {
    fn good(&self, field: &str, name: Option<&String>) -> Result<u8, PositionError> {
        name.map_or(Ok(NONE), |name| find(field, "good", name, &self.edition.goods))
    }

    /// Everything but chart, stacks, displays and piles.
    fn table(&self) -> Result<Table, PositionError> {
        let Self { edition, position } = self;
        let players = position.players;
        let phase = find_phase(&Phase::NAMES, &self.position.phase)?;
        let turns = edition.turns(players);
        require(usize::from(position.turn) < turns, "turn", || {
            format!("{} is not in 0 to {}", position.turn, turns - 1)
        })?;
        let (active, current) = self.players(phase)?;
        let majors: Vec<String> = edition.home.map(|place| edition.places[usize::from(place)].clone()).to_vec();
        let figure = position.figure.as_ref();
        let mut seats = [Seat::EMPTY; PLAYERS];
        for (player, seat) in position.seats.iter().enumerate() {
            seats[player] = self.seat(player, seat)?;
        }
        require(position.time_box.is_some() == (players == 1), "box", || {
            "it is given in the solo game, else null".to_owned()
        })?;
        Ok(Table {
            seats,
            discard: contract_set("discard", &position.discard)?,
            done: contract_set("done", &position.done)?,
            building_display: card_set("building_display", &position.building_display, BUILDINGS)? as u32,
            bonus_display: card_set("bonus_display", &position.bonus_display, BONUS)? as u16,
            turn: position.turn,
            last_turn: position.last_turn.unwrap_or(NOT_CALLED),
            cubes: numbers::<_, COLOURS>("cubes", &position.cubes, &majors, MOST_CUBES)?,
            phase,
            players: players as u8,
            active,
            current,
            figure: figure.map_or(Ok(NONE), |name| find("figure", "place", name, &edition.places))?,
            taken: 0,
            face_up: false,
            seen: self.seen()?,
            stacks: [0; STACKS],
            arrivals: position.arrivals.len().min(CONTRACTS) as u8,
            bonus_pile: position.bonus_pile.len().min(BONUS) as u8,
            building_pile: position.building_pile.len().min(BUILDINGS) as u8,
            time_box: position.time_box.unwrap_or(0),
            sold: find_contract("sold", position.sold)?,
            storing: self.storing()?,
            marker: position.marker.as_ref().map_or(Ok(NONE), |letters| find_kind("marker", letters))?,
            unloaded: self.good("unloaded", position.unloaded.as_ref())?,
            loss: self.loss()?,
            exchange: self.exchange()?,
        })
    }

    /// The active player and the one who decides.
    fn players(&self, phase: Phase) -> Result<(u8, u8), PositionError> {
        let position = self.position;
        let by_turn = usize::from(position.turn) % position.players;
        let told = |player: Option<usize>| player.map_or("null".to_owned(), |player| player.to_string());
        let wanted = (phase != Phase::End).then_some(by_turn);
        require(position.active_player == wanted, "active_player", || {
            format!("in phase {:?} of turn {} it is {}", phase.name(), position.turn, told(wanted))
        })?;
        let current = position.current_player;
        let (possible, who) = match phase {
            Phase::End => (current.is_none(), "nobody"),
            Phase::Losing | Phase::Fulfilling | Phase::Exchanging => {
                (current.is_some_and(|player| player < position.players), "one of the players")
            }
            Phase::Joining => {
                (current.is_some_and(|player| player < position.players && player != by_turn), "another player")
            }
            _ => (current == wanted, "the active player"),
        };
        require(possible, "current_player", || {
            format!("in phase {:?} {who} decides, not {}", phase.name(), told(current))
        })?;
        Ok((by_turn as u8, current.unwrap_or(by_turn) as u8))
    }

    fn seat(&self, player: usize, seat: &SeatDict) -> Result<Seat, PositionError> {
        let Self { edition, position } = self;
        let field = |name: &str| format!("seats[{player}].{name}");
        let most_cubes = edition.most_cubes_in_room(usize::from(position.turn) + 1) as u16;
        Ok(Seat {
            rooms: numbers::<_, GOODS>(&field("rooms"), &seat.rooms, &edition.goods, most_cubes)?,
            contracts: contract_set(&field("contracts"), &seat.contracts)?,
            buildings: card_set(&field("buildings"), &seat.buildings, BUILDINGS)? as u32,
            coins: seat.coins,
            bonus: card_set(&field("bonus"), &seat.bonus, BONUS)? as u16,
            time: seat.time,
            tile: numbers::<_, COLOURS>(&field("tile"), &seat.tile, &edition.colours, edition.supply_tile)?,
        })
    }

    fn storing(&self) -> Result<u8, PositionError> {
        let Some(cubes) = self.position.storing else { return Ok(NONE) };
        require(cubes == 1 || (3..=MOST_CUBES).contains(&cubes), "storing", || {
            format!("{cubes} is not asked: 1 or 3 to {MOST_CUBES}")
        })?;
        Ok(cubes)
    }

    fn loss(&self) -> Result<Loss, PositionError> {
        let Some(loss) = &self.position.loss else { return Ok(Loss::NONE) };
        let column = (0..COLUMNS as u8).find(|column| loss.column == marker_text(2 * column));
        let column = column.ok_or_else(|| PositionError::new("loss.column", "it is one of A to F"))?;
        require((1..=2).contains(&loss.left), "loss.left", || format!("{} is not 1 or 2", loss.left))?;
        let last = self.good("loss.last", loss.last.as_ref())?;
        let letters = loss.left + u8::from(last != NONE);
        require(letters <= 2, "loss.left", || "2 are left only before the first was given up".to_owned())?;
        Ok(Loss { column, letters, left: loss.left, last })
    }

    fn exchange(&self) -> Result<Exchange, PositionError> {
        let Some(exchange) = &self.position.exchange else { return Ok(Exchange::NONE) };
        let contract = find_contract("exchange.contract", Some(exchange.contract))?;
        let last = match &exchange.last {
            Some(name) if name == "time" => TIME,
            last => self.good("exchange.last", last.as_ref())?,
        };
        let size = self.edition.contracts[usize::from(contract)].size;
        let most = size.saturating_sub(u8::from(last != NONE));
        require((1..=most).contains(&exchange.missing), "exchange.missing", || {
            format!("{} is not in 1 to {most}", exchange.missing)
        })?;
        Ok(Exchange { contract, missing: exchange.missing, last })
    }

    fn seen(&self) -> Result<[u8; MARKER_KINDS], PositionError> {
        let mut seen = [0; MARKER_KINDS];
        for (i, letters) in self.position.seen.iter().enumerate() {
            let field = format!("seen[{i}]");
            let kind = usize::from(find_kind(&field, letters)?);
            let there = self.edition.markers[kind];
            require(seen[kind] < there, &field, || format!("there are only {there} markers {letters}"))?;
            seen[kind] += 1;
        }
        Ok(seen)
    }

    /// Rows are taken from the front, and there are no more markers of a kind than there are.
    fn chart(&self, state: &mut State) -> Result<(), PositionError> {
        let Self { edition, position } = self;
        let (rows, length) = (edition.rows(position.players), usize::from(edition.row_length));
        let given = position.chart.len();
        require(given == rows, "chart", || format!("{given} rows, there must be {rows}"))?;
        let mut lying = false;
        let mut taken = 0;
        for (row, markers) in position.chart.iter().enumerate() {
            let field = format!("chart[{row}]");
            let count = markers.len();
            require(count <= length && (!lying || count == length), &field, || {
                format!("{count} markers; rows hold {length} and are taken from the front")
            })?;
            lying |= count > 0;
            taken += length - count;
            for (i, letters) in markers.iter().enumerate() {
                let kind = find_kind(&format!("{field}[{i}]"), letters)?;
                state.hidden.chart[(row + 1) * length - count + i] = kind;
            }
        }
        state.table.taken = taken as u8;
        let face_up = position.face_up.as_slice();
        require(face_up.is_empty() || face_up == [taken / length] && lying, "face_up", || {
            "only the first marker on the chart can lie face up".to_owned()
        })?;
        state.table.face_up = !face_up.is_empty();
        let mut there = edition.markers;
        for (kind, seen) in state.table.seen.iter().enumerate() {
            there[kind] -= seen;
        }
        for (place, kind) in state.hidden.chart.iter().enumerate().filter(|(_, kind)| **kind != NONE) {
            if place == taken && state.table.face_up {
                let known = state.table.seen[usize::from(*kind)] > 0;
                require(known, "seen", || format!("{} lies face up and is not among them", marker_text(*kind)))?;
                continue;
            }
            let left = &mut there[usize::from(*kind)];
            require(*left > 0, &format!("chart[{}]", place / length), || {
                format!("more markers of column {} than there are", marker_text(column_of(*kind) * 2))
            })?;
            *left -= 1;
        }
        Ok(())
    }

    /// Stacks, arrivals, displays and piles; every card is in one place.
    fn cards(&self, state: &mut State) -> Result<(), PositionError> {
        let Self { edition, position } = self;
        let mut contracts = Places::new(CONTRACTS, u128::MAX);
        let stacks = position.stacks.values(&edition.stack_names, "stacks")?;
        for (stack, cards) in stacks.iter().enumerate() {
            let field = format!("stacks.{}", edition.stack_names[stack]);
            let set = card_set(&field, cards, CONTRACTS)?;
            if let Some(wrong) = cards.iter().find(|card| edition.stack_of(**card) != Some(stack)) {
                return Err(PositionError::new(field, format!("contract {wrong} has another value")));
            }
            contracts.add(&field, set)?;
            let bottom = usize::from(edition.stack_starts[stack]);
            for (place, card) in cards.iter().rev().enumerate() {
                state.hidden.stacks[bottom + place] = *card;
            }
            state.table.stacks[stack] = cards.len() as u8;
        }
        contracts.add("discard", card_set("discard", &position.discard, CONTRACTS)?)?;
        contracts.add("arrivals", card_set("arrivals", &position.arrivals, CONTRACTS)?)?;
        let in_play = edition.buildings_in_play(position.players);
        let mut bonus = Places::new(BONUS, u128::MAX);
        let mut buildings = Places::new(BUILDINGS, in_play.into());
        bonus.add("bonus_display", state.table.bonus_display.into())?;
        bonus.add("bonus_pile", card_set("bonus_pile", &position.bonus_pile, BONUS)?)?;
        buildings.add("building_display", state.table.building_display.into())?;
        buildings.add("building_pile", card_set("building_pile", &position.building_pile, BUILDINGS)?)?;
        for (player, seat) in position.seats.iter().enumerate() {
            let field = |name: &str| format!("seats[{player}].{name}");
            contracts.add(&field("contracts"), card_set("", &seat.contracts, CONTRACTS)?)?;
            bonus.add(&field("bonus"), state.table.seats[player].bonus.into())?;
            buildings.add(&field("buildings"), state.table.seats[player].buildings.into())?;
        }
        contracts.finish("stacks")?;
        bonus.finish("bonus_pile")?;
        buildings.finish("building_pile")?;
        let copy = |to: &mut [u8], from: &[u8]| to.iter_mut().zip(from.iter().rev()).for_each(|(to, from)| *to = *from);
        copy(&mut state.hidden.arrivals, &position.arrivals);
        copy(&mut state.hidden.bonus_pile, &position.bonus_pile);
        copy(&mut state.hidden.building_pile, &position.building_pile);
        Ok(())
    }
}

/// Where the cards of a kind have been found.
struct Places {
    /// Cards that must be somewhere.
    wanted: u128,
    found: u128,
}

impl Places {
    fn new(cards: usize, in_play: u128) -> Self {
        Self { wanted: in_play & ((1 << cards) - 1), found: 0 }
    }

    fn add(&mut self, field: &str, cards: u128) -> Result<(), PositionError> {
        let twice = cards & self.found;
        require(twice == 0, field, || format!("card {} is in two places", twice.trailing_zeros()))?;
        let out = cards & !self.wanted;
        require(out == 0, field, || format!("card {} is not in this game", out.trailing_zeros()))?;
        self.found |= cards;
        Ok(())
    }

    fn finish(self, field: &str) -> Result<(), PositionError> {
        let lost = self.wanted & !self.found;
        require(lost == 0, field, || format!("card {} is nowhere; all must be given", lost.trailing_zeros()))
    }
}
