//! Whether a position could arise: what is held, what is pending, and the progress of the game.

use crate::game::{Player, PositionError};
use crate::merkator::edition::NO_COLOUR;
use crate::merkator::sets::ContractSet;
use crate::merkator::state::{Exchange, Loss, NONE, NOT_CALLED, Phase, Seat, State};
use crate::merkator::{BONUS, PEACE, STACKS};
use crate::position::require;

type Checked = Result<(), PositionError>;

/// Everything is as it must be after the turns that were played.
pub(super) fn check(state: &State) -> Checked {
    contracts(state)?;
    bonus(state)?;
    buildings(state)?;
    time(state)?;
    (0..state.table.num_players()).try_for_each(|player| coins(state, player))?;
    figure(state)?;
    chart(state)?;
    end(state)?;
    investing(state)?;
    storing(state)?;
    turning(state)?;
    losing(state)?;
    fulfilling(state)?;
    joining(state)
}

/// The phase is one of these, or the field is empty.
fn only_in(state: &State, phases: &[Phase], field: &str, given: bool) -> Checked {
    let phase = state.table.phase;
    require(!given || phases.contains(&phase), field, || format!("there is none in phase {:?}", phase.name()))
}

/// The phases in which the journey of this turn was made and its cubes are stored.
fn has_arrived(phase: Phase) -> bool {
    !matches!(phase, Phase::Investing | Phase::Going | Phase::Storing)
}

/// Nobody is without a contract; the solo game's arrive turn by turn (rules.md 3.1.2, 6).
fn contracts(state: &State) -> Checked {
    let State { edition, table, hidden } = state;
    for (player, seat) in table.seats[..table.num_players()].iter().enumerate() {
        let field = format!("seats[{player}].contracts");
        require(!seat.contracts.is_empty(), &field, || "the last contract is never sold".to_owned())?;
    }
    require(!table.discard.contains(PEACE), "discard", || "the Peace of Westphalia is never sold".to_owned())?;
    let stacks = edition.solo.filter(|_| table.is_solo()).map_or(0, |solo| solo.stacks);
    let arrived = usize::from(table.turn) + usize::from(table.phase != Phase::Investing);
    let of_stack = |stack: usize| {
        let cards = usize::from(edition.stack_starts[stack + 1] - edition.stack_starts[stack]);
        let value = edition.contracts[usize::from(edition.stack_starts[stack])].value;
        let dealt = if edition.start_contracts.contains(&value) { table.num_players() } else { 0 };
        cards.saturating_sub(dealt)
    };
    let all: usize = (0..STACKS).filter(|stack| stacks >> stack & 1 == 1).map(of_stack).sum();
    let wanted = all.saturating_sub(arrived);
    let given = usize::from(table.arrivals);
    require(given == wanted, "arrivals", || format!("{given} contracts, in this turn there must be {wanted}"))?;
    let arrivals = &hidden.arrivals[..given];
    let stack_of = |contract: u8| edition.stack_of(contract).unwrap_or(STACKS);
    require(arrivals.iter().all(|contract| stacks >> stack_of(*contract) & 1 == 1), "arrivals", || {
        "a contract whose value does not arrive".to_owned()
    })?;
    require(arrivals.windows(2).all(|pair| stack_of(pair[0]) >= stack_of(pair[1])), "arrivals", || {
        "the lower values arrive first".to_owned()
    })
}

/// The display is full while there is a pile (3.1.5).
fn display(field: &str, shown: u32, places: u8, pile: u8) -> Checked {
    let full = if pile > 0 { shown == u32::from(places) } else { shown <= u32::from(places) };
    require(full, field, || format!("{shown} cards in {places} places with {pile} in the pile"))
}

/// Bonus cards are never given away (2.5, 3.1.5).
fn bonus(state: &State) -> Checked {
    let State { edition, table, .. } = state;
    display("bonus_display", table.bonus_display.count_ones(), edition.faceup_bonus, table.bonus_pile)?;
    for (player, seat) in table.seats[..table.num_players()].iter().enumerate() {
        for price in &edition.start_bonus {
            let of_price = (0..BONUS).filter(|card| edition.bonus[*card].price == *price);
            require(
                of_price.fold(0, |set, card| set | 1 << card) & seat.bonus != 0,
                &format!("seats[{player}].bonus"),
                || format!("no card of price {price}, which everybody starts with"),
            )?;
        }
    }
    Ok(())
}

fn buildings(state: &State) -> Checked {
    let State { edition, table, .. } = state;
    display("building_display", table.building_display.count_ones(), edition.faceup_buildings, table.building_pile)
}

/// Time markers come from the start and the chart, and leave the game; in the solo game none is lost (3.2.5, 6).
fn time(state: &State) -> Checked {
    let State { edition, table, .. } = state;
    let players = table.num_players();
    let held: usize = table.seats[..players].iter().map(|seat| usize::from(seat.time)).sum();
    let there = edition.start_markers(players);
    if table.is_solo() {
        let together = held + usize::from(table.time_box);
        return require(together == there, "box", || {
            format!("box and player have {together} markers, there are {there}")
        });
    }
    let most = there + usize::from(table.taken);
    let richest = (0..players).max_by_key(|player| table.seats[*player].time).unwrap_or(0);
    require(held <= most, &format!("seats[{richest}].time"), || {
        format!("the players have {held} markers, no more than {most} can have come to them")
    })
}

/// Coins come from contracts sold, and what is too much is lost at the end of investing (3.1.4).
fn coins(state: &State, player: Player) -> Checked {
    let State { edition, table, .. } = state;
    let limit = u32::from(edition.coin_limit(table.players));
    let sold: u32 =
        table.discard.iter().map(|contract| u32::from(edition.contracts[usize::from(contract)].value)).sum();
    let investing = table.phase == Phase::Investing && player == usize::from(table.active);
    let most = if investing { limit + sold } else { limit };
    let coins = table.seats[player].coins;
    require(u32::from(coins) <= most, &format!("seats[{player}].coins"), || {
        format!("{coins}, no more than {most} are possible")
    })
}

/// The figure stands nowhere before the first journey, and where it stands no cubes lie (2.1, 3.2.2).
fn figure(state: &State) -> Checked {
    let State { edition, table, .. } = state;
    let nowhere = table.turn == 0 && matches!(table.phase, Phase::Investing | Phase::Going);
    require(nowhere == (table.figure == NONE), "figure", || {
        (if nowhere { "before the first journey it is null" } else { "after a journey it is a place" }).to_owned()
    })?;
    if nowhere {
        return Ok(());
    }
    let colour = edition.colour_at[usize::from(table.figure)];
    let name = &edition.places[usize::from(table.figure)];
    let cubes = if colour == NO_COLOUR { 0 } else { table.cubes[usize::from(colour)] };
    require(cubes == 0, &format!("cubes.{name}"), || format!("{cubes}, but the merchant has taken all"))
}

/// Every row that was emptied has shown its last marker, and perhaps the first of the next (3.2.6).
fn chart(state: &State) -> Checked {
    let State { edition, table, .. } = state;
    let players = table.num_players();
    let (emptied, offset) = (table.taken / edition.row_length, table.taken % edition.row_length);
    let seen: u8 = table.seen.iter().sum();
    let alternatives = usize::from(emptied).min(edition.rows(players).saturating_sub(1)) as u8;
    let open = u8::from(table.marker != NONE);
    let (least, most) = (emptied + u8::from(table.face_up), emptied + alternatives.saturating_sub(open));
    require((least..=most).contains(&seen), "seen", || {
        format!("{seen} markers, with {emptied} rows empty there are {least} to {most}")
    })?;
    let most_at_once = edition.time.iter().copied().max().unwrap_or(0).max(0) as u8;
    require(!table.face_up || emptied > 0 && offset < most_at_once, "face_up", || {
        "a marker lies face up only until the next is taken".to_owned()
    })?;
    require(table.taken == 0 || table.turn > 0 || has_arrived(table.phase), "chart", || {
        "nobody has travelled yet".to_owned()
    })?;
    Ok(())
}

/// The end was called exactly if the chart is empty or the Peace of Westphalia was gained (4.1).
fn end(state: &State) -> Checked {
    let State { edition, table, .. } = state;
    let players = table.num_players();
    let gained = table.seats[..players].iter().any(|seat| seat.contracts.contains(PEACE));
    let called = !table.is_solo() && (gained || table.taken == edition.chart(players));
    require(called == (table.last_turn != NOT_CALLED), "last_turn", || {
        if called {
            "the chart is empty or the Peace of Westphalia gained: it is a number".to_owned()
        } else {
            "the end is not called: it is null".to_owned()
        }
    })?;
    let limit = usize::from(table.turn) + 1 == edition.turns(players);
    let last = table.turn == table.last_turn || limit;
    require(table.phase != Phase::End || last, "phase", || format!("turn {} is not the last", table.turn))?;
    if !called {
        return Ok(());
    }
    let (turn, players) = (table.turn, u16::from(table.players));
    let calling = table.last_turn == turn + players;
    let possible = (turn..=turn + players).contains(&table.last_turn) && table.last_turn >= players;
    require(possible && (!calling || has_arrived(table.phase)), "last_turn", || {
        format!("{} is not possible in phase {:?} of turn {turn}", table.last_turn, table.phase.name())
    })
}

/// The contract just sold, and how many may be held after the phase (3.1).
fn investing(state: &State) -> Checked {
    let State { edition, table, .. } = state;
    only_in(state, &[Phase::Investing], "sold", table.sold != NONE)?;
    require(table.sold == NONE || table.discard.contains(table.sold), "sold", || {
        "the contract sold is not in the discard".to_owned()
    })?;
    if table.phase != Phase::Investing && table.phase != Phase::End {
        let seat = &table.seats[usize::from(table.active)];
        let solo_last = table.is_solo() && usize::from(table.turn) + 1 == edition.turns(1);
        // In the turn in which the end is called contracts had to be sold.
        let forced =
            !solo_last && (table.last_turn == NOT_CALLED || table.last_turn == table.turn + u16::from(table.players));
        let before = matches!(table.phase, Phase::Going | Phase::Storing | Phase::Turning | Phase::Losing);
        let held = seat.contracts.len();
        let limit = u32::from(edition.contract_limit);
        require(!(forced && before) || held <= limit, &format!("seats[{}].contracts", table.active), || {
            format!("{held} contracts are held after investing, no more than {limit} may be")
        })?;
    }
    Ok(())
}

fn storing(state: &State) -> Checked {
    let State { edition, table, .. } = state;
    let asked = table.phase == Phase::Storing;
    require(asked == (table.storing != NONE), "storing", || {
        format!("in phase {:?} it is {}", table.phase.name(), if asked { "a number" } else { "null" })
    })?;
    require(!asked || edition.colour_at[usize::from(table.figure)] != NO_COLOUR, "storing", || {
        format!("no cubes lie in {}", edition.places[usize::from(table.figure)])
    })
}

/// A row was emptied by this journey: what has been taken since is less than the place gives.
fn just_emptied(state: &State, field: &str) -> Checked {
    let State { edition, table, .. } = state;
    let gives = edition.time[usize::from(table.figure)].max(0) as u8;
    let offset = table.taken % edition.row_length;
    require(table.taken > 0 && offset < gives, field, || "no row was emptied by this journey".to_owned())
}

/// The marker that may be replaced by the next row's (3.2.6).
fn turning(state: &State) -> Checked {
    let State { edition, table, .. } = state;
    let asked = table.phase == Phase::Turning;
    require(asked == (table.marker != NONE), "marker", || {
        format!("in phase {:?} it is {}", table.phase.name(), if asked { "a letter" } else { "null" })
    })?;
    if !asked {
        return Ok(());
    }
    just_emptied(state, "marker")?;
    require(table.marker % 2 == 0 && table.taken < edition.chart(table.num_players()), "marker", || {
        "only a single letter with a next row can be replaced".to_owned()
    })?;
    require(!table.face_up, "face_up", || "the next row's marker is not turned yet".to_owned())?;
    let known = table.seen[usize::from(table.marker)] > 0;
    require(known, "seen", || "the marker that was turned is not among them".to_owned())
}

/// There is a choice of what to give up (3.2.6, 3.5.1).
fn losing(state: &State) -> Checked {
    let State { edition, table, .. } = state;
    let (asked, loss) = (table.phase == Phase::Losing, table.loss);
    require(asked == (loss != Loss::NONE), "loss", || {
        format!("in phase {:?} it is {}", table.phase.name(), if asked { "given" } else { "null" })
    })?;
    if !asked {
        return Ok(());
    }
    just_emptied(state, "loss")?;
    let known = table.seen[usize::from(2 * loss.column + loss.letters - 1)] > 0;
    require(known, "loss.column", || "no such marker is among those seen".to_owned())?;
    let last_there = loss.last == NONE || edition.columns[usize::from(loss.column)] >> loss.last & 1 == 1;
    require(last_there, "loss.last", || "the good is not in the column".to_owned())?;
    require(state.view().losable().count_ones() > 1, "loss", || {
        format!("player {} has no choice of what to give up", table.current)
    })
}

/// What was fulfilled, unloaded, and exchanged in this turn by the player who decides (3.3).
fn fulfilling(state: &State) -> Checked {
    let State { edition, table, .. } = state;
    let phases = [Phase::Fulfilling, Phase::Exchanging];
    only_in(state, &phases, "done", !table.done.is_empty())?;
    only_in(state, &phases[..1], "unloaded", table.unloaded != NONE)?;
    let asked = table.phase == Phase::Exchanging;
    require(asked == (table.exchange != Exchange::NONE), "exchange", || {
        format!("in phase {:?} it is {}", table.phase.name(), if asked { "given" } else { "null" })
    })?;
    let seat: &Seat = table.seat();
    let here =
        if has_arrived(table.phase) { edition.contracts_at[usize::from(table.figure)] } else { ContractSet::EMPTY };
    require(table.done.without(seat.contracts.and(here)).is_empty(), "done", || {
        format!("a contract that player {} does not hold, or that does not name the place", table.current)
    })?;
    if table.unloaded != NONE {
        let good = usize::from(table.unloaded);
        let moved = seat.tile[good / 2] < edition.supply_tile && seat.rooms[good] > 0;
        require(moved, "unloaded", || "the cube has not left the tile, or is not in the room".to_owned())?;
    }
    if !asked {
        return Ok(());
    }
    require(table.done.contains(table.exchange.contract), "exchange.contract", || "it is not among done".to_owned())?;
    require(state.view().exchangeable().count_ones() > 1, "exchange", || {
        format!("player {} has no choice of what to give", table.current)
    })
}

/// Who is asked can pay (3.4).
fn joining(state: &State) -> Checked {
    let State { edition, table, .. } = state;
    if table.phase != Phase::Joining {
        return Ok(());
    }
    let (cost, time) = (edition.join_cost(table.figure), table.seat().time);
    require(time >= cost, "current_player", || {
        format!("player {} has {time} time markers, joining costs {cost}", table.current)
    })
}
