//! Why an action is not legal, in words. It decides nothing.

use super::finance::next_price;
use crate::actions::Action;
use crate::game::Move as _;
use crate::mercurius::actions::{Move, id};
use crate::mercurius::state::{Phase, Specials, View, narrow};

/// The reason why `action` is not legal, and the clause of rules.md.
pub(in crate::mercurius) fn why_illegal(view: &View, action: Action) -> (String, &'static str) {
    let wanted = Move::from_action(action).expect("the caller checks the id");
    let (phases, rule): (&[Phase], &'static str) = match wanted {
        Move::Sell(_) | Move::Buy(_) | Move::EndFinance => (&[Phase::Finance], "3.1.1"),
        Move::Lay(_) => (&[Phase::Finance, Phase::Laying], "3.1.4"),
        Move::EndLaying => (&[Phase::Laying], "3.1.4"),
        Move::Dividend(_) => (&[Phase::Finance], "3.1.5"),
        Move::Play(_) | Move::News => (&[Phase::Card], "3.2"),
        Move::Discard(_) | Move::EndDiscarding => (&[Phase::Discarding], "3.2.2"),
    };
    let phase = view.table.phase;
    if phase == Phase::Laying && phases.contains(&Phase::Finance) && !matches!(wanted, Move::Lay(_)) {
        return ("Black Market is played instead of finance and of Dividend".to_owned(), "3.1.6");
    }
    if !phases.contains(&phase) {
        let asked = match phase {
            Phase::Finance => "a transaction, Black Market, Dividend, or \"end finance\" is asked",
            Phase::Laying => "a token for Black Market or \"end laying\" is asked",
            Phase::Card => "a card or News is asked",
            Phase::Discarding => "a discard or \"end discarding\" is asked",
            Phase::End => "the game is over",
        };
        return (asked.to_owned(), rule);
    }
    let played = |card| !view.table.specials[view.table.active()].has(card);
    match wanted {
        Move::Lay(_) | Move::Dividend(_) if !view.table.trades.is_empty() => {
            ("it is played instead of finance, and there was a transaction in this turn".to_owned(), "3.1.6")
        }
        Move::Sell(item) => why_not_sell(view, item),
        Move::Buy(item) => why_not_buy(view, item),
        Move::Lay(_) if phase == Phase::Finance && played(Specials::BLACK_MARKET) => {
            ("Black Market has been played".to_owned(), rule)
        }
        Move::Lay(item) => {
            if view.table.tokens[view.table.active()][usize::from(item)] == 0 {
                (format!("the player holds no {}", name(view, item)), rule)
            } else {
                ("tokens are laid in the order of the items".to_owned(), rule)
            }
        }
        Move::Dividend(_) if played(Specials::DIVIDEND) => ("Dividend has been played".to_owned(), rule),
        Move::Dividend(chamber) => (format!("the chamber {} has paid", name(view, chamber)), rule),
        Move::News => ("News has been played".to_owned(), "3.2.2"),
        Move::Discard(card) if view.hand.contains(card) => ("cards are discarded in ascending order".to_owned(), rule),
        Move::Play(_) | Move::Discard(_) => ("the card is not in the player's hand".to_owned(), rule),
        Move::EndFinance | Move::EndLaying | Move::EndDiscarding => {
            unreachable!("an end is legal whenever its phase is asked")
        }
    }
}

fn name<'a>(view: &View<'a>, item: u8) -> &'a str {
    &view.edition.items[usize::from(item)]
}

fn why_not_sell(view: &View, item: u8) -> (String, &'static str) {
    let reason = match view.table.trades.last() {
        _ if view.table.tokens[view.table.active()][usize::from(item)] == 0 => {
            return (format!("the player holds no {}", name(view, item)), "3.1.1");
        }
        Some(last) if u16::from(last) >= id::BUY => "sales come before purchases",
        _ => "sales are made in the order of the items",
    };
    (reason.to_owned(), "3.1.3")
}

fn why_not_buy(view: &View, item: u8) -> (String, &'static str) {
    let cash = view.table.cash[view.table.active()];
    let price = next_price(view, narrow(id::BUY) + item);
    let reason = if view.table.trades.actions().contains(&item) {
        format!("{} was sold in this turn", name(view, item))
    } else if view.table.bank[usize::from(item)] == 0 {
        format!("the bank has no {}", name(view, item))
    } else if price > cash {
        format!("it costs {price}, and the player has {cash}")
    } else {
        "purchases are made in the order of the items".to_owned()
    };
    (reason, "3.1.3")
}
