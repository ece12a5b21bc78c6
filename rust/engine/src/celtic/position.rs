//! The position as plain data: the state dict of `docs/formats.md`, and what must hold of it.

use serde::{Deserialize, Serialize};

use super::sets::{Goal, GoalSet, Space, members};
use super::state::{Goods, Hidden, NO_GOAL, NO_GOOD, NO_SPACE, Phase, State, Table};
use super::{Celtic, Edition, GOALS, GOODS, PLAYERS, SPACES};
use crate::game::{Game, PositionError};
use crate::position::{Named, check_head, find_phase, require};

mod check;

/// The state dict. `C` is a list of goal cards, `G` a player's goods cards, `L` what is left of a good; an observation may
/// show less in their place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position<C = Vec<Goal>, G = Named<u8>, L: Copy = u8> {
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
    journey: Option<Journey>,
    #[serde(deserialize_with = "Option::deserialize")]
    taken: Option<String>,
    stocks: Named<L>,
    deck: C,
    seats: Vec<Seat<C, G>>,
}

/// The move that is being made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Journey {
    from: String,
    #[serde(deserialize_with = "Option::deserialize")]
    to: Option<String>,
}

/// A player's part of the state dict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seat<C, G> {
    goals: C,
    fulfilled: Vec<Goal>,
    goods: G,
    pieces: Named<u8>,
}

/// Goal cards where they are seen, else their number.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Cards {
    Seen(Vec<Goal>),
    Number(u8),
}

/// Goods cards where they are seen, else their number.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum GoodsCards {
    Seen(Named<u8>),
    Number(u8),
}

/// How to describe what may not be shown to somebody.
pub(super) trait Show {
    type Cards;
    type GoodsCards;
    type Left: Copy;

    fn deck(&self) -> Self::Cards;
    fn goals(&self, player: usize) -> Self::Cards;
    fn goods(&self, player: usize) -> Self::GoodsCards;
    fn left(&self, good: usize) -> Self::Left;
}

impl Show for State {
    type Cards = Vec<Goal>;
    type GoodsCards = Named<u8>;
    type Left = u8;

    fn deck(&self) -> Vec<Goal> {
        self.deck().to_vec()
    }

    fn goals(&self, player: usize) -> Vec<Goal> {
        self.hidden.goals[player].iter().collect()
    }

    fn goods(&self, player: usize) -> Named<u8> {
        Named::new(&self.edition.goods, self.goods.held[player])
    }

    fn left(&self, good: usize) -> u8 {
        self.goods.stocks[good]
    }
}

pub(super) fn of_state(state: &State) -> Position {
    describe(state.edition, &state.table, state)
}

/// The dict of a table, with `shown` for what may not be shown to all.
pub(super) fn describe<S: Show>(
    edition: &Edition,
    table: &Table,
    shown: &S,
) -> Position<S::Cards, S::GoodsCards, S::Left> {
    let name = |space: Space| edition.spaces.get(usize::from(space)).cloned();
    let seat = |player: usize| {
        let occupied = || members(table.occupied[player]).map(usize::from);
        Seat {
            goals: shown.goals(player),
            fulfilled: table.fulfilled[player].iter().collect(),
            goods: shown.goods(player),
            pieces: Named::new(
                occupied().map(|space| &edition.spaces[space]),
                occupied().map(|space| table.pieces[player][space]),
            ),
        }
    };
    Position {
        game: Celtic::NAME.to_owned(),
        edition: edition.name().to_owned(),
        players: table.num_players(),
        active_player: table.active_player(),
        current_player: table.current_player(),
        phase: table.phase.name().to_owned(),
        turn: table.turn,
        journey: name(table.from).map(|from| Journey { from, to: name(table.to) }),
        taken: edition.goods.get(usize::from(table.taken)).cloned(),
        stocks: Named::new(&edition.goods, (0..GOODS).map(|good| shown.left(good))),
        deck: shown.deck(),
        seats: (0..table.num_players()).map(seat).collect(),
    }
}

/// The state of a position, if it could arise.
pub(super) fn to_state(edition: &'static Edition, position: &Position) -> Result<State, PositionError> {
    let players = position.players;
    check_head(edition, &position.game, &position.edition, players, position.seats.len())?;
    let phase = find_phase(&Phase::NAMES, &position.phase)?;
    require(usize::from(position.turn) < edition.turns(players), "turn", || {
        format!("{} is not in 0 to {}", position.turn, edition.turns(players) - 1)
    })?;
    let (active, current) = find_players(position, phase)?;
    let (from, to) = find_journey(edition, position)?;
    let stocks = read_goods(edition, &position.stocks, "stocks")?;
    let mut table = Table {
        pieces: [[0; SPACES]; PLAYERS],
        occupied: [0; PLAYERS],
        fulfilled: [GoalSet::EMPTY; PLAYERS],
        turn: position.turn,
        phase,
        players: players as u8,
        active,
        current,
        from,
        to,
        taken: match &position.taken {
            None => NO_GOOD,
            Some(name) => find("taken", "good", name, &edition.goods)?,
        },
        deck: position.deck.len() as u8,
        hand_sizes: [0; PLAYERS],
        goods_cards: [0; PLAYERS],
        stocked: (0..GOODS).fold(0, |set, good| set | u8::from(stocks[good] > 0) << good),
    };
    let mut goods = Goods { stocks, held: [[0; GOODS]; PLAYERS] };
    let mut hidden = Hidden { deck: [NO_GOAL; GOALS], goals: [GoalSet::EMPTY; PLAYERS] };
    read_goals("deck", &position.deck)?;
    hidden.deck[GOALS - position.deck.len()..].copy_from_slice(&position.deck);
    for (player, seat) in position.seats.iter().enumerate() {
        let field = |name: &str| format!("seats[{player}].{name}");
        hidden.goals[player] = read_goals(&field("goals"), &seat.goals)?;
        table.hand_sizes[player] = hidden.goals[player].len() as u8;
        table.fulfilled[player] = read_goals(&field("fulfilled"), &seat.fulfilled)?;
        goods.held[player] = read_goods(edition, &seat.goods, &field("goods"))?;
        read_pieces(edition, player, &seat.pieces, &mut table)?;
    }
    check::cards(edition, &mut table, &goods, &hidden)?;
    let state = State { edition, table, goods, hidden };
    check::progress(&state)?;
    Ok(state)
}

/// The active player and the one who decides (1.4, 2.2, 5.3).
fn find_players(position: &Position, phase: Phase) -> Result<(u8, u8), PositionError> {
    let players = position.players;
    let by_turn = usize::from(position.turn) % players;
    let told = |player: Option<usize>| player.map_or("null".to_owned(), |player| player.to_string());
    let wanted = (phase != Phase::End).then_some(by_turn);
    require(position.active_player == wanted, "active_player", || {
        format!("in phase {:?} of turn {} it is {}", phase.name(), position.turn, told(wanted))
    })?;
    let current = position.current_player;
    match phase {
        Phase::End => require(current.is_none(), "current_player", || "after the end nobody decides".to_owned())?,
        Phase::Along | Phase::Collect => {
            require(current.is_some_and(|p| p < players && p != by_turn), "current_player", || {
                format!("in phase {:?} another player than {by_turn} decides, not {}", phase.name(), told(current))
            })?;
        }
        _ => require(current == wanted, "current_player", || {
            format!("in phase {:?} the active player decides", phase.name())
        })?,
    }
    Ok((by_turn as u8, current.unwrap_or(by_turn) as u8))
}

/// The start and the destination of the move.
fn find_journey(edition: &Edition, position: &Position) -> Result<(Space, Space), PositionError> {
    let Some(Journey { from, to }) = &position.journey else { return Ok((NO_SPACE, NO_SPACE)) };
    let from = find("journey.from", "space", from, &edition.spaces)?;
    match to {
        None => Ok((from, NO_SPACE)),
        Some(to) => Ok((from, find("journey.to", "space", to, &edition.spaces)?)),
    }
}

fn find(field: &str, what: &str, name: &str, known: &[String]) -> Result<u8, PositionError> {
    let place = known.iter().position(|other| other == name);
    place.map(|i| i as u8).ok_or_else(|| {
        let hint = crate::suggest::nearest(name, known.iter().map(String::as_str));
        PositionError::new(field, format!("there is no {what} {name:?}{hint}"))
    })
}

fn read_goods(edition: &Edition, named: &Named<u8>, field: &str) -> Result<[u8; GOODS], PositionError> {
    let values = named.values(&edition.goods, field)?;
    if let Some(good) = values.iter().position(|value| *value > edition.cards_per_kind) {
        let reason = format!("{} cards, there are only {}", values[good], edition.cards_per_kind);
        return Err(PositionError::new(format!("{field}.{}", edition.goods[good]), reason));
    }
    Ok(values.try_into().expect("one value for each name"))
}

fn read_goals(field: &str, goals: &[Goal]) -> Result<GoalSet, PositionError> {
    let mut set = GoalSet::EMPTY;
    for (i, &goal) in goals.iter().enumerate() {
        if usize::from(goal) >= GOALS {
            return Err(PositionError::new(format!("{field}[{i}]"), format!("there is no goal {goal}")));
        }
        if set.contains(goal) {
            return Err(PositionError::new(format!("{field}[{i}]"), format!("goal {goal} is given twice")));
        }
        set.insert(goal);
    }
    Ok(set)
}

fn read_pieces(edition: &Edition, player: usize, named: &Named<u8>, table: &mut Table) -> Result<(), PositionError> {
    let field = format!("seats[{player}].pieces");
    let given = named.some_values(&edition.spaces, &field)?;
    let mut sum = 0;
    for (space, pieces) in given.into_iter().enumerate() {
        let Some(pieces) = pieces else { continue };
        require((1..=edition.pieces).contains(&pieces), &format!("{field}.{}", edition.spaces[space]), || {
            format!("{pieces} is not in 1 to {}; spaces without own pieces are left out", edition.pieces)
        })?;
        table.pieces[player][space] = pieces;
        table.occupied[player] |= 1 << space;
        sum += usize::from(pieces);
    }
    require(sum == usize::from(edition.pieces), &field, || {
        format!("{sum} pieces together, there must be {}", edition.pieces)
    })
}
