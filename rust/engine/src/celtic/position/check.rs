//! Whether a position could arise: cards, the move that is being made, and the progress of the game.

use crate::celtic::sets::{GoalSet, SpaceSet, members};
use crate::celtic::state::{Goods, Hidden, NO_GOAL, NO_GOOD, NO_SPACE, Phase, State, Table};
use crate::celtic::{Edition, GOALS, GOODS, VILLAGE};
use crate::game::{Player, PositionError};
use crate::position::require;

/// Every goal card is in one place, and of every kind there are as many goods cards as the edition has. Counts the goods
/// cards of each player.
pub(super) fn cards(edition: &Edition, table: &mut Table, goods: &Goods, hidden: &Hidden) -> Result<(), PositionError> {
    let players = table.num_players();
    let mut seen: GoalSet = hidden.deck.iter().copied().filter(|goal| *goal != NO_GOAL).collect();
    for player in 0..players {
        for (name, goals) in [("goals", hidden.goals[player]), ("fulfilled", table.fulfilled[player])] {
            for goal in goals.iter() {
                require(!seen.contains(goal), &format!("seats[{player}].{name}"), || {
                    format!("goal {goal} is in two places")
                })?;
                seen.insert(goal);
            }
        }
    }
    if let Some(goal) = GoalSet::ALL.without(seen).iter().next() {
        return Err(PositionError::new("deck", format!("goal {goal} is nowhere; all {GOALS} goals must be given")));
    }
    for good in 0..GOODS {
        let held: u32 = goods.held[..players].iter().map(|cards| u32::from(cards[good])).sum();
        let (given, all) = (held + u32::from(goods.stocks[good]), u32::from(edition.cards_per_kind));
        require(given == all, &format!("stocks.{}", edition.goods[good]), || {
            format!("stock and players have {given} cards together, there are {all}")
        })?;
    }
    for player in 0..players {
        table.goods_cards[player] = goods.held[player].iter().sum();
    }
    Ok(())
}

/// Everything is as it must be after the turns that were played.
pub(super) fn progress(state: &State) -> Result<(), PositionError> {
    journey(state)?;
    taken(state)?;
    for player in 0..state.table.num_players() {
        hand(state, player)?;
        windows(state, player)?;
    }
    end(state)?;
    moves(state)
}

/// The move that is being made (rules.md 2.1, 2.2).
fn journey(state: &State) -> Result<(), PositionError> {
    let State { edition, table, .. } = state;
    let (from, to) = match table.phase {
        Phase::To => (true, false),
        Phase::Count | Phase::Along => (true, true),
        _ => (false, false),
    };
    require(from == (table.from != NO_SPACE), "journey", || {
        format!("in phase {:?} {}", table.phase.name(), if from { "it is given" } else { "there is none" })
    })?;
    if !from {
        return Ok(());
    }
    require(to == (table.to != NO_SPACE), "journey.to", || {
        format!("in phase {:?} {}", table.phase.name(), if to { "it is given" } else { "it is null" })
    })?;
    let name = |space: u8| &edition.spaces[usize::from(space)];
    let pieces = |player: u8, space: u8| table.pieces[usize::from(player)][usize::from(space)];
    require(!to || edition.targets[usize::from(table.from)] >> table.to & 1 == 1, "journey.to", || {
        format!("a move from {} can not end on {}", name(table.from), name(table.to))
    })?;
    match table.phase {
        Phase::Along => {
            require(pieces(table.active, table.to) > 0, "journey.to", || {
                format!("no piece of player {} stands there, and some have just moved", table.active)
            })?;
            require(pieces(table.current, table.from) > 0, "current_player", || {
                format!("player {} has no piece on {} to travel along with", table.current, name(table.from))
            })
        }
        phase => {
            let least = if phase == Phase::Count { 2 } else { 1 };
            require(pieces(table.active, table.from) >= least, "journey.from", || {
                format!("player {} has {} pieces there", table.active, pieces(table.active, table.from))
            })
        }
    }
}

/// The good taken last (4.1): the piece has gone home, and brought a card unless there was none.
fn taken(state: &State) -> Result<(), PositionError> {
    let table = &state.table;
    if table.taken == NO_GOOD {
        return Ok(());
    }
    require(matches!(table.phase, Phase::Before | Phase::After | Phase::Collect), "taken", || {
        format!("nothing is taken in phase {:?}", table.phase.name())
    })?;
    let (player, good) = (usize::from(table.current), usize::from(table.taken));
    let card = state.goods.held[player][good] > 0 || state.goods.stocks[good] == 0;
    require(card, "taken", || format!("player {player} has no card of it, and its stock is not empty"))?;
    require(table.pieces[player][VILLAGE] > 0, "taken", || format!("player {player} has no piece in the village"))
}

/// Whether `player` has begun, or ended, an own last collection (5.3).
fn collected(state: &State, player: Player) -> bool {
    let table = &state.table;
    let seats_after = |seat: usize| {
        let players = table.num_players();
        (seat + players - usize::from(table.active)) % players
    };
    let place = seats_after(player);
    match table.phase {
        Phase::Collect => place > 0 && place <= seats_after(usize::from(table.current)),
        Phase::End => state.edition.final_collect && place > 0 && called(state),
        _ => false,
    }
}

/// Whether the active player can have called the end (5.1, 5.2).
fn called(state: &State) -> bool {
    let active = usize::from(state.table.active);
    state.table.fulfilled[active].len() == u32::from(state.edition.goals_to_end)
        || state.goods.held[active].iter().all(|cards| *cards > 0)
}

/// The goals that drawing has left in hand (3.2, 5.1, 5.3).
fn hand(state: &State, player: Player) -> Result<(), PositionError> {
    let (edition, table) = (state.edition, &state.table);
    let (full, end) = (usize::from(edition.goals_in_hand), usize::from(edition.goals_to_end));
    let (hand, fulfilled) = (usize::from(table.hand_sizes[player]), table.fulfilled[player].len() as usize);
    let field = |name: &str| format!("seats[{player}].{name}");
    require(fulfilled <= end, &field("fulfilled"), || format!("{fulfilled} goals, {end} end the game"))?;
    if collected(state, player) {
        // What was fulfilled in the last collection was not replaced.
        let dealt = hand + fulfilled;
        let possible = (full..=end).contains(&dealt) && dealt - full <= fulfilled;
        return require(possible, &field("goals"), || {
            format!("{hand} goals in hand after {fulfilled} fulfilled ones are not possible")
        });
    }
    require(fulfilled < end || player == usize::from(table.active), &field("fulfilled"), || {
        format!("{end} goals end the game with their player's turn")
    })?;
    let wanted = full.min(end - fulfilled);
    require(hand == wanted, &field("goals"), || {
        format!("{hand} goals in hand, after {fulfilled} fulfilled ones there must be {wanted}")
    })
}

/// Goals are fulfilled and goods taken in own turns only (2.3).
fn windows(state: &State, player: Player) -> Result<(), PositionError> {
    let table = &state.table;
    if usize::from(table.turn) >= player || collected(state, player) {
        return Ok(());
    }
    let none = |holds: bool, name: &str| {
        require(holds, &format!("seats[{player}].{name}"), || "the player has had no turn yet".to_owned())
    };
    none(table.fulfilled[player].is_empty(), "fulfilled")?;
    none(table.goods_cards[player] == 0, "goods")
}

/// That the game can be over, or in its last collection, or run on (5).
fn end(state: &State) -> Result<(), PositionError> {
    let table = &state.table;
    match table.phase {
        Phase::Collect => {
            require(state.edition.final_collect, "phase", || "the edition has no last collection".to_owned())?;
            require(called(state), "phase", || {
                format!("player {} has neither the last goal nor all kinds of goods", table.active)
            })
        }
        Phase::End => {
            let last = usize::from(table.turn) + 1 == state.edition.turns(table.num_players());
            require(last || called(state), "phase", || {
                format!(
                    "player {} has neither the last goal nor all kinds of goods, and turn {} is not the last",
                    table.active, table.turn
                )
            })
        }
        _ => Ok(()),
    }
}

/// There were enough moves: each ends on one space, and brings a player's pieces to it at most once (2.1).
fn moves(state: &State) -> Result<(), PositionError> {
    let (edition, table) = (state.edition, &state.table);
    let this_turn = matches!(table.phase, Phase::Along | Phase::After | Phase::Collect | Phase::End);
    let moves = usize::from(table.turn) + usize::from(this_turn);
    let mut reached: SpaceSet = 0;
    for player in 0..table.num_players() {
        let field = |name: &str| format!("seats[{player}].{name}");
        let places = table.fulfilled[player].iter().map(|goal| edition.goals[usize::from(goal)].places);
        let (goal_places, goal_pieces) = places.fold((0, 0), |(set, sum), p| (set | p, sum + p.count_ones() as usize));
        let traded = (0..GOODS).filter(|good| state.goods.held[player][*good] > 0);
        let trading_places = traded.fold(0, |set, good| set | 1 << edition.trade[good]);
        let out = table.occupied[player] & !(1 << VILLAGE);
        for (name, spaces) in [("fulfilled", goal_places), ("goods", trading_places), ("pieces", out)] {
            for space in members(spaces & !reached) {
                let needed = usize::from(edition.moves[VILLAGE][usize::from(space)]);
                require(needed <= moves, &field(name), || {
                    let space = &edition.spaces[usize::from(space)];
                    format!("{space} can not be reached in the {moves} moves there were")
                })?;
            }
            reached |= spaces;
            require(reached.count_ones() as usize <= moves, &field(name), || {
                format!("more spaces were reached than the {moves} moves there were could end on")
            })?;
        }
        let out_now = usize::from(edition.pieces - table.pieces[player][VILLAGE]);
        let sent_home = goal_pieces + usize::from(table.goods_cards[player]);
        require(sent_home + out_now <= moves * usize::from(edition.pieces), &field("goods"), || {
            format!("more pieces came home than can have left in {moves} moves")
        })?;
    }
    Ok(())
}
