//! Why an action is not legal, in words. It decides nothing.

use super::invest::must_sell;
use crate::actions::Action;
use crate::game::Move as _;
use crate::merkator::PEACE;
use crate::merkator::actions::Move;
use crate::merkator::sets::Contract;
use crate::merkator::state::{Loss, NONE, Phase, TIME, View};

/// The reason why `action` is not legal, and the clause of rules.md.
pub(in crate::merkator) fn why_illegal(view: &View, action: Action) -> (String, &'static str) {
    let wanted = Move::from_action(action).expect("the caller checks the id");
    let (asked, rule) = match wanted {
        Move::Sell(_) | Move::BuyBonus(_) | Move::BuyBuilding(_) | Move::EndInvesting => (Phase::Investing, "3.1.1"),
        Move::Go(_) => (Phase::Going, "3.2.1"),
        Move::Store(_) => (Phase::Storing, "3.2.2"),
        Move::TurnNext | Move::Keep => (Phase::Turning, "3.2.6"),
        Move::Lose(_) => (Phase::Losing, "3.2.6"),
        Move::Fulfil(_) | Move::EndFulfilling => (Phase::Fulfilling, "3.3.1"),
        Move::Unload(_) => (Phase::Fulfilling, "3.3.4"),
        Move::Exchange(_) | Move::ExchangeTime => (Phase::Exchanging, "3.3.3"),
        Move::Join | Move::Stay => (Phase::Joining, "3.4"),
    };
    if asked != view.table.phase {
        return (what_is_asked(view.table.phase).to_owned(), rule);
    }
    match wanted {
        Move::Sell(contract) => sale(view, contract),
        Move::BuyBonus(card) => purchase(
            view.table.bonus_display >> card & 1 == 1,
            view.edition.bonus[usize::from(card)].price,
            view.table.seat().coins,
        ),
        Move::BuyBuilding(card) => purchase(
            view.table.building_display >> card & 1 == 1,
            view.edition.buildings[usize::from(card)].price,
            view.table.seat().coins,
        ),
        Move::EndInvesting => {
            let (held, limit) = (view.table.seat().contracts.len(), view.edition.contract_limit);
            (format!("the player holds {held} contracts and must sell down to {limit}"), "3.1.3")
        }
        Move::Go(place) => {
            let (cost, time) = (-view.edition.time[usize::from(place)], view.table.seat().time);
            (format!("it costs {cost} time markers, the player has {time}"), rule)
        }
        Move::Store(_) if view.table.storing == 1 => ("one cube is stored: 0 or 1 in the first room".to_owned(), rule),
        Move::Store(_) => {
            let cubes = view.table.storing;
            (format!("of {cubes} cubes at least one goes into each room: 1 to {} in the first", cubes - 1), rule)
        }
        Move::Lose(good) => loss(view, good),
        Move::Fulfil(contract) => fulfilling(view, contract),
        Move::Exchange(good) => exchange(view, good),
        Move::ExchangeTime => exchange(view, TIME),
        Move::Unload(good) => {
            let name = &view.edition.colours[usize::from(good / 2)];
            if view.table.seat().tile[usize::from(good / 2)] == 0 {
                return (format!("no {name} cube is left on the player's supply tile"), rule);
            }
            ("directly after an unloading comes the same good or a later one".to_owned(), "3.5.2")
        }
        Move::TurnNext | Move::Keep | Move::EndFulfilling | Move::Join | Move::Stay => {
            unreachable!("it is legal whenever its phase is asked")
        }
    }
}

fn what_is_asked(phase: Phase) -> &'static str {
    match phase {
        Phase::Investing => "a contract to sell, a card to buy, or \"end investing\" is asked",
        Phase::Going => "the place to go to is asked",
        Phase::Storing => "the number of cubes for the first room is asked",
        Phase::Turning => "\"turn next\" or \"keep\" is asked",
        Phase::Losing => "the cube to give up is asked",
        Phase::Fulfilling => "a contract to fulfil, a cube to unload, or \"end fulfilling\" is asked",
        Phase::Exchanging => "what to give for a missing good is asked",
        Phase::Joining => "\"join\" or \"stay\" is asked",
        Phase::End => "the game is over",
    }
}

fn sale(view: &View, contract: Contract) -> (String, &'static str) {
    let held = view.table.seat().contracts;
    if !held.contains(contract) {
        return ("the player does not hold this contract".to_owned(), "3.1.1");
    }
    if contract == PEACE {
        return ("the Peace of Westphalia is never sold".to_owned(), "3.1.2");
    }
    if held.len() == 1 {
        return ("the last contract held is never sold".to_owned(), "3.1.2");
    }
    debug_assert!(view.table.sold != NONE && !must_sell(view));
    let sold = &view.edition.contract_names[usize::from(view.table.sold)];
    (format!("directly after {sold} only contracts later in the table are sold"), "3.5.2")
}

fn purchase(shown: bool, price: u8, coins: u16) -> (String, &'static str) {
    if shown {
        return (format!("it costs {price}, the player has {coins} coins"), "3.1.1");
    }
    ("the card does not lie face up".to_owned(), "3.1.1")
}

fn loss(view: &View, good: u8) -> (String, &'static str) {
    let Loss { column, left, .. } = view.table.loss;
    let name = &view.edition.goods[usize::from(good)];
    if view.edition.columns[usize::from(column)] >> good & 1 == 0 {
        return (format!("{name} is not in column {}", char::from(b'A' + column)), "3.2.6");
    }
    if view.table.seat().rooms[usize::from(good)] == 0 {
        return (format!("the player has no {name}"), "3.2.6");
    }
    (format!("cubes are given up in the order of goods, and {left} from {name} on there are not left"), "3.5.2")
}

fn fulfilling(view: &View, contract: Contract) -> (String, &'static str) {
    let (edition, table) = (view.edition, view.table);
    if !table.seat().contracts.contains(contract) {
        return ("the player does not hold this contract".to_owned(), "3.3.1");
    }
    if contract == PEACE {
        return ("the Peace of Westphalia cannot be fulfilled".to_owned(), "3.3.1");
    }
    let card = &edition.contracts[usize::from(contract)];
    if card.place != table.figure {
        let (names, at) = (&edition.places[usize::from(card.place)], &edition.places[usize::from(table.figure)]);
        return (format!("the contract names {names}, the merchant is in {at}"), "3.3.1");
    }
    if table.done.contains(contract) {
        return ("each contract is fulfilled once a turn".to_owned(), "3.3.1");
    }
    let rooms = &table.seat().rooms;
    let missing = card.needs.iter().zip(rooms).zip(&edition.goods).filter(|((need, room), _)| need > room);
    let names: Vec<String> = missing.map(|((need, room), name)| format!("{} {name}", need - room)).collect();
    (format!("the player lacks {}, more than can be exchanged", names.join(", ")), "3.3.5")
}

fn exchange(view: &View, what: u8) -> (String, &'static str) {
    let (size, seat, missing) = (view.edition.exchange, view.table.seat(), view.table.exchange.missing);
    let (name, there) = match view.edition.goods.get(usize::from(what)) {
        Some(good) => (good.as_str(), seat.rooms[usize::from(what)]),
        None => ("time markers", seat.time.into()),
    };
    if there < u16::from(size) {
        return (format!("{size} must be given, the player has {there} {name}"), "3.3.3");
    }
    (format!("exchanges go in the order of goods, and from {name} on {missing} are not possible"), "3.5.2")
}
