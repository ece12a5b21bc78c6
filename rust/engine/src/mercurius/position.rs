//! The position as plain data: the state dict of `docs/formats.md`, and what must hold of it.

use serde::{Deserialize, Serialize};

use super::cards::{Card, CardSet};
use super::items::PerItem;
use super::state::{Hidden, NEWS_CARD, NO_CARD, NO_ROUND, Phase, Specials, State, Table, Trades, narrow};
use super::{CARDS, CHAMBERS, COLUMNS, Edition, ITEMS, MAX_SPACES, Mercurius, PLAYERS, actions, rules};
use crate::game::{Game, MAX_PLAYERS, PositionError};
use crate::position::{Named, check_head, find_phase, require};

mod check;

/// The state dict. `C` is a list of cards; in an observation it may be their number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position<C = Vec<Card>> {
    game: String,
    edition: String,
    players: usize,
    // Read so, a key that may be null must be there all the same.
    #[serde(deserialize_with = "Option::deserialize")]
    active_player: Option<usize>,
    #[serde(deserialize_with = "Option::deserialize")]
    current_player: Option<usize>,
    phase: String,
    round: u8,
    #[serde(deserialize_with = "Option::deserialize")]
    last_round: Option<u8>,
    columns: Named<u8>,
    bank: Named<u8>,
    paid: Vec<String>,
    main_deck: C,
    backup_deck: C,
    gone: Vec<Card>,
    trades: Vec<String>,
    seats: Vec<Seat<C>>,
}

/// A player's part of the state dict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seat<C> {
    cash: i32,
    tokens: Named<u8>,
    black_market: Named<u8>,
    special: Vec<String>,
    hand: C,
    board: Vec<Space>,
    discarded: C,
}

/// A space of a player board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Space {
    Empty,
    Card(Card),
    Special(String),
}

/// How to describe what may be hidden from somebody.
pub(super) trait Show<C> {
    fn main_deck(&self) -> C;
    fn backup_deck(&self) -> C;
    fn hand(&self, player: usize) -> C;
    fn discarded(&self, player: usize) -> C;
}

impl Show<Vec<Card>> for State {
    fn main_deck(&self) -> Vec<Card> {
        self.main_deck().to_vec()
    }

    fn backup_deck(&self) -> Vec<Card> {
        self.backup_deck().to_vec()
    }

    fn hand(&self, player: usize) -> Vec<Card> {
        self.hidden.hands[player].iter().collect()
    }

    fn discarded(&self, player: usize) -> Vec<Card> {
        self.hidden.discarded[player].iter().collect()
    }
}

pub(super) fn of_state(state: &State) -> Position {
    describe(state.edition, &state.table, state)
}

/// The dict of a table, with `shown` for what may be hidden.
pub(super) fn describe<C>(edition: &Edition, table: &Table, shown: &impl Show<C>) -> Position<C> {
    let names = &edition.items;
    let seat = |player: usize| Seat {
        cash: table.cash[player],
        tokens: Named::new(names, table.tokens[player].values().iter().copied()),
        black_market: Named::new(names, table.black_market[player].values().iter().copied()),
        special: (Specials::NAMES.iter())
            .filter(|(card, _)| table.specials[player].has(*card))
            .map(|(_, name)| (*name).to_owned())
            .collect(),
        hand: shown.hand(player),
        board: table.boards[player][..edition.spaces]
            .iter()
            .map(|card| match *card {
                NO_CARD => Space::Empty,
                NEWS_CARD => Space::Special("news".to_owned()),
                card => Space::Card(card),
            })
            .collect(),
        discarded: shown.discarded(player),
    };
    let text = |action: &u8| actions::to_text(edition, (*action).into()).unwrap_or_default();
    Position {
        game: Mercurius::NAME.to_owned(),
        edition: edition.name().to_owned(),
        players: table.num_players(),
        active_player: table.current_player(),
        current_player: table.current_player(),
        phase: table.phase.name().to_owned(),
        round: table.round,
        last_round: (table.last_round != NO_ROUND).then_some(table.last_round),
        columns: Named::new(names, table.columns),
        bank: Named::new(names, table.bank.values().iter().copied()),
        paid: (0..CHAMBERS).filter(|i| table.paid >> i & 1 == 1).map(|i| names[i].clone()).collect(),
        main_deck: shown.main_deck(),
        backup_deck: shown.backup_deck(),
        gone: table.gone.iter().collect(),
        trades: table.trades.actions().iter().map(text).collect(),
        seats: (0..table.num_players()).map(seat).collect(),
    }
}

/// The state of a position, if it could arise.
pub(super) fn to_state(edition: &'static Edition, position: &Position) -> Result<State, PositionError> {
    check_head(edition, &position.game, &position.edition, position.players, position.seats.len())?;
    let phase = find_phase(&Phase::NAMES, &position.phase)?;
    require(position.last_round != Some(NO_ROUND), "last_round", || format!("there is no round {NO_ROUND}"))?;
    let active = find_active(position, phase)?;
    let mut table = Table {
        phase,
        players: position.players as u8,
        active: active as u8,
        round: position.round,
        last_round: position.last_round.unwrap_or(NO_ROUND),
        paid: 0,
        trades: Trades::NONE,
        columns: [0; ITEMS],
        prices: PerItem::default(),
        bank: read_items(edition, &position.bank, "bank")?,
        cash: [0; PLAYERS],
        tokens: [PerItem::default(); PLAYERS],
        black_market: [PerItem::default(); PLAYERS],
        specials: [Specials(0); PLAYERS],
        boards: [[NO_CARD; MAX_SPACES]; PLAYERS],
        gone: read_cards("gone", &position.gone)?,
        hand_sizes: [0; PLAYERS],
        discards: [0; PLAYERS],
        main_deck: position.main_deck.len() as u8,
        backup_deck: position.backup_deck.len() as u8,
    };
    read_columns(edition, position, &mut table)?;
    for (i, name) in position.paid.iter().enumerate() {
        let chamber = edition.items[..CHAMBERS].iter().position(|other| other == name);
        let bit = 1
            << chamber.ok_or_else(|| PositionError::new(format!("paid[{i}]"), format!("{name:?} is not a chamber")))?;
        if table.paid & bit != 0 {
            return Err(PositionError::new(format!("paid[{i}]"), format!("{name:?} is given twice")));
        }
        table.paid |= bit;
    }
    let mut hidden =
        Hidden { deck: [NO_CARD; CARDS], hands: [CardSet::EMPTY; PLAYERS], discarded: [CardSet::EMPTY; PLAYERS] };
    for (player, seat) in position.seats.iter().enumerate() {
        read_seat(edition, player, seat, &mut table, &mut hidden)?;
    }
    lay_decks(edition, position, &mut hidden)?;
    let mut state = State { edition, table, hidden };
    check::pieces(&state)?;
    check::progress(&state)?;
    replay_trades(position, &mut state)?;
    Ok(state)
}

fn find_active(position: &Position, phase: Phase) -> Result<usize, PositionError> {
    require(position.current_player == position.active_player, "current_player", || {
        "in Mercurius the active player always decides".to_owned()
    })?;
    match (phase, position.active_player) {
        (Phase::End, None) => Ok(0),
        (Phase::End, Some(_)) => Err(PositionError::new("active_player", "after the end it is nobody's turn")),
        (_, Some(player)) if player < position.players => Ok(player),
        (_, other) => {
            let wanted = format!("it must be one of the players 0 to {}", position.players - 1);
            Err(PositionError::new(
                "active_player",
                other.map_or(wanted.clone(), |p| format!("there is no player {p}; {wanted}")),
            ))
        }
    }
}

fn read_columns(edition: &Edition, position: &Position, table: &mut Table) -> Result<(), PositionError> {
    for (item, column) in position.columns.values(&edition.items, "columns")?.into_iter().enumerate() {
        if usize::from(column) >= COLUMNS {
            let reason = format!("{column} is not a column of 0 to {}", COLUMNS - 1);
            return Err(PositionError::new(format!("columns.{}", edition.items[item]), reason));
        }
        table.set_column(edition, item, column);
    }
    Ok(())
}

fn read_items(edition: &Edition, named: &Named<u8>, field: &str) -> Result<PerItem, PositionError> {
    let values = named.values(&edition.items, field)?;
    if let Some(item) = values.iter().position(|value| *value > 99) {
        return Err(PositionError::new(format!("{field}.{}", edition.items[item]), "there are not so many tokens"));
    }
    Ok(PerItem::from_fn(|item| values[item]))
}

fn read_cards(field: &str, cards: &[Card]) -> Result<CardSet, PositionError> {
    let mut set = CardSet::EMPTY;
    for (i, &card) in cards.iter().enumerate() {
        if usize::from(card) >= CARDS {
            return Err(PositionError::new(format!("{field}[{i}]"), format!("there is no card {card}")));
        }
        if set.contains(card) {
            return Err(PositionError::new(format!("{field}[{i}]"), format!("card {card} is given twice")));
        }
        set.insert(card);
    }
    Ok(set)
}

fn read_seat(
    edition: &Edition,
    player: usize,
    seat: &Seat<Vec<Card>>,
    table: &mut Table,
    hidden: &mut Hidden,
) -> Result<(), PositionError> {
    let field = |name: &str| format!("seats[{player}].{name}");
    if !(0..=1_000_000).contains(&seat.cash) {
        return Err(PositionError::new(field("cash"), format!("{} is not in 0 to 1000000", seat.cash)));
    }
    table.cash[player] = seat.cash;
    table.tokens[player] = read_items(edition, &seat.tokens, &field("tokens"))?;
    table.black_market[player] = read_items(edition, &seat.black_market, &field("black_market"))?;
    for (i, name) in seat.special.iter().enumerate() {
        let card = Specials::NAMES.iter().find(|(_, other)| other == name).map_or(0, |(card, _)| *card);
        if card == 0 || table.specials[player].has(card) {
            let reason = format!("{name:?} is no special card, or is given twice");
            return Err(PositionError::new(field(&format!("special[{i}]")), reason));
        }
        table.specials[player].0 |= card;
    }
    require(seat.board.len() == edition.spaces, &field("board"), || {
        format!("{} spaces, there are {}", seat.board.len(), edition.spaces)
    })?;
    for (i, space) in seat.board.iter().enumerate() {
        table.boards[player][i] = match space {
            Space::Empty => NO_CARD,
            Space::Card(card) if usize::from(*card) < CARDS => *card,
            Space::Special(name) if name == "news" => NEWS_CARD,
            other => {
                let reason = format!("{other:?} is neither a card, nor \"news\", nor null");
                return Err(PositionError::new(field(&format!("board[{i}]")), reason));
            }
        };
    }
    hidden.hands[player] = read_cards(&field("hand"), &seat.hand)?;
    hidden.discarded[player] = read_cards(&field("discarded"), &seat.discarded)?;
    table.hand_sizes[player] = hidden.hands[player].len() as u8;
    table.discards[player] = hidden.discarded[player].len() as u8;
    Ok(())
}

/// Lays both decks where drawing expects them.
fn lay_decks(edition: &Edition, position: &Position, hidden: &mut Hidden) -> Result<(), PositionError> {
    let start = usize::from(edition.backup_deck);
    let decks = [
        ("main_deck", &position.main_deck, CARDS, edition.main_deck(position.players)),
        ("backup_deck", &position.backup_deck, start, start),
    ];
    for (field, cards, end, most) in decks {
        read_cards(field, cards)?;
        if cards.len() > most {
            return Err(PositionError::new(field, format!("{} cards, there are at most {most}", cards.len())));
        }
        hidden.deck[end - cards.len()..end].copy_from_slice(cards);
    }
    Ok(())
}

/// Checks this turn's transactions by taking them back and making them again.
fn replay_trades(position: &Position, state: &mut State) -> Result<(), PositionError> {
    let fail = |i: usize, reason: String| PositionError::new(format!("trades[{i}]"), reason);
    let player = state.table.active();
    let mut made = Vec::with_capacity(position.trades.len());
    for (i, text) in position.trades.iter().enumerate() {
        let action = actions::from_text(state.edition, text).map_err(|error| fail(i, error.to_string()))?;
        if action >= actions::id::END_FINANCE {
            return Err(fail(i, format!("{text:?} is not a sale or a purchase")));
        }
        made.push(narrow(action));
    }
    if made.is_empty() {
        return Ok(());
    }
    if state.table.phase != Phase::Finance || made.len() >= state.edition.transactions {
        return Err(PositionError::new("trades", "there are some only while finance goes on"));
    }
    let after = state.table;
    rules::undo_trades(state, &made).map_err(|(i, reason)| fail(i, reason))?;
    for (i, &action) in made.iter().enumerate() {
        crate::game::State::apply_action(state, action.into()).map_err(|error| fail(i, error.to_string()))?;
    }
    debug_assert_eq!((state.table.cash[player], state.table.bank), (after.cash[player], after.bank));
    Ok(())
}

const _: () = assert!(PLAYERS <= MAX_PLAYERS);
