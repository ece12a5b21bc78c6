//! The action space: ids, typed moves, texts. `docs/formats.md` lists it.

use super::cards::Card;
use super::{CARDS, CHAMBERS, Edition, ITEMS};
use crate::game::{Action, Move as _, ParseActionError};
use crate::suggest::nearest;

/// The first id of each block.
pub mod id {
    use super::{Action, CARDS, CHAMBERS, ITEMS};

    /// Sell an item.
    pub const SELL: Action = 0;
    /// Buy an item.
    pub const BUY: Action = SELL + ITEMS as Action;
    /// End finance.
    pub const END_FINANCE: Action = BUY + ITEMS as Action;
    /// Lay an item on Black Market.
    pub const LAY: Action = END_FINANCE + 1;
    /// End laying.
    pub const END_LAYING: Action = LAY + ITEMS as Action;
    /// Dividend of a chamber.
    pub const DIVIDEND: Action = END_LAYING + 1;
    /// Play a price-change card.
    pub const PLAY: Action = DIVIDEND + CHAMBERS as Action;
    /// Play News.
    pub const NEWS: Action = PLAY + CARDS as Action;
    /// Discard a card.
    pub const DISCARD: Action = NEWS + 1;
    /// End discarding.
    pub const END_DISCARDING: Action = DISCARD + CARDS as Action;
    /// The number of ids.
    pub const COUNT: Action = END_DISCARDING + 1;
}

/// An action in typed form. Items and chambers are indices into the edition's list of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Sell one token to the bank (3.1.1).
    Sell(u8),
    /// Buy one token from the bank (3.1.1).
    Buy(u8),
    /// Make no further transaction.
    EndFinance,
    /// Lay one token on Black Market (3.1.4).
    Lay(u8),
    /// Lay no further token.
    EndLaying,
    /// Let a chamber pay its dividend (3.1.5).
    Dividend(u8),
    /// Put a price-change card on the board (3.2.1).
    Play(Card),
    /// Put News on the board (3.2.2).
    News,
    /// Discard a card for News (3.2.2).
    Discard(Card),
    /// Discard no further card.
    EndDiscarding,
}

impl crate::game::Move for Move {
    fn to_action(self) -> Action {
        match self {
            Self::Sell(item) => id::SELL + Action::from(item),
            Self::Buy(item) => id::BUY + Action::from(item),
            Self::EndFinance => id::END_FINANCE,
            Self::Lay(item) => id::LAY + Action::from(item),
            Self::EndLaying => id::END_LAYING,
            Self::Dividend(chamber) => id::DIVIDEND + Action::from(chamber),
            Self::Play(card) => id::PLAY + Action::from(card),
            Self::News => id::NEWS,
            Self::Discard(card) => id::DISCARD + Action::from(card),
            Self::EndDiscarding => id::END_DISCARDING,
        }
    }

    #[inline]
    fn from_action(action: Action) -> Option<Self> {
        let from = |first: Action| (action - first) as u8;
        Some(match action {
            ..id::BUY => Self::Sell(from(id::SELL)),
            id::BUY..id::END_FINANCE => Self::Buy(from(id::BUY)),
            id::END_FINANCE => Self::EndFinance,
            id::LAY..id::END_LAYING => Self::Lay(from(id::LAY)),
            id::END_LAYING => Self::EndLaying,
            id::DIVIDEND..id::PLAY => Self::Dividend(from(id::DIVIDEND)),
            id::PLAY..id::NEWS => Self::Play(from(id::PLAY)),
            id::NEWS => Self::News,
            id::DISCARD..id::END_DISCARDING => Self::Discard(from(id::DISCARD)),
            id::END_DISCARDING => Self::EndDiscarding,
            _ => return None,
        })
    }

    fn parts(self) -> (&'static str, Option<u16>) {
        match self {
            Self::Sell(item) => ("sell", Some(item.into())),
            Self::Buy(item) => ("buy", Some(item.into())),
            Self::EndFinance => ("end_finance", None),
            Self::Lay(item) => ("lay", Some(item.into())),
            Self::EndLaying => ("end_laying", None),
            Self::Dividend(chamber) => ("dividend", Some(chamber.into())),
            Self::Play(card) => ("play", Some(card.into())),
            Self::News => ("news", None),
            Self::Discard(card) => ("discard", Some(card.into())),
            Self::EndDiscarding => ("end_discarding", None),
        }
    }

    fn from_parts(kind: &str, argument: Option<u16>) -> Option<Self> {
        let below = |count: usize| argument.filter(|value| usize::from(*value) < count).map(|value| value as u8);
        let alone = |this: Self| if argument.is_none() { Some(this) } else { None };
        match kind {
            "sell" => below(ITEMS).map(Self::Sell),
            "buy" => below(ITEMS).map(Self::Buy),
            "end_finance" => alone(Self::EndFinance),
            "lay" => below(ITEMS).map(Self::Lay),
            "end_laying" => alone(Self::EndLaying),
            "dividend" => below(CHAMBERS).map(Self::Dividend),
            "play" => below(CARDS).map(Self::Play),
            "news" => alone(Self::News),
            "discard" => below(CARDS).map(Self::Discard),
            "end_discarding" => alone(Self::EndDiscarding),
            _ => None,
        }
    }
}

pub(super) fn to_text(edition: &Edition, action: Action) -> Option<String> {
    let item = |i: u8| edition.items[usize::from(i)].as_str();
    let card = |i: u8| edition.card_names[usize::from(i)].as_str();
    Some(match Move::from_action(action)? {
        Move::Sell(i) => format!("sell {}", item(i)),
        Move::Buy(i) => format!("buy {}", item(i)),
        Move::EndFinance => "end finance".to_owned(),
        Move::Lay(i) => format!("lay {}", item(i)),
        Move::EndLaying => "end laying".to_owned(),
        Move::Dividend(i) => format!("dividend {}", item(i)),
        Move::Play(i) => format!("play {}", card(i)),
        Move::News => "play news".to_owned(),
        Move::Discard(i) => format!("discard {}", card(i)),
        Move::EndDiscarding => "end discarding".to_owned(),
    })
}

pub(super) fn from_text(edition: &Edition, text: &str) -> Result<Action, ParseActionError> {
    let fail = |reason: String| ParseActionError { text: text.to_owned(), reason };
    let lower = text.to_lowercase();
    let mut words = lower.split_whitespace();
    let verb = words.next().ok_or_else(|| fail("it is empty".to_owned()))?;
    // `amsterdam+ silk-` is understood as `amsterdam+silk-`.
    let rest: Vec<&str> = words.collect();
    let argument = match verb {
        "play" | "discard" => rest.concat(),
        _ => rest.join(" "),
    };
    let choose = |what: &str, known: &[String]| {
        known.iter().position(|name| *name == argument).map(|i| i as u8).ok_or_else(|| {
            let hint = nearest(&argument, known.iter().map(String::as_str));
            fail(format!("there is no {what} {argument:?}{hint}"))
        })
    };
    let card = || match argument.parse::<u8>() {
        Ok(number) if usize::from(number) < CARDS => Ok(number),
        Ok(number) => Err(fail(format!("there is no card {number}; they have the numbers 0 to {}", CARDS - 1))),
        Err(_) => choose("card", &edition.card_names),
    };
    let this = match verb {
        "sell" => Move::Sell(choose("item", &edition.items)?),
        "buy" => Move::Buy(choose("item", &edition.items)?),
        "lay" => Move::Lay(choose("item", &edition.items)?),
        "dividend" => Move::Dividend(choose("chamber", &edition.items[..CHAMBERS])?),
        "play" if argument == "news" => Move::News,
        "play" => Move::Play(card()?),
        "discard" => Move::Discard(card()?),
        "end" => match argument.as_str() {
            "finance" => Move::EndFinance,
            "laying" => Move::EndLaying,
            "discarding" => Move::EndDiscarding,
            _ => return Err(fail("what can end is finance, laying, or discarding".to_owned())),
        },
        _ => {
            let verbs = ["sell", "buy", "lay", "dividend", "play", "discard", "end"];
            return Err(fail(format!("an action begins with {}{}", verbs.join(", "), nearest(verb, verbs))));
        }
    };
    Ok(this.to_action())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::mercurius::Mercurius;

    #[test]
    fn the_action_space_is_pinned() {
        let firsts = [id::SELL, id::BUY, id::END_FINANCE, id::LAY, id::END_LAYING, id::DIVIDEND];
        assert_eq!(firsts, [0, 12, 24, 25, 37, 38]);
        assert_eq!([id::PLAY, id::NEWS, id::DISCARD, id::END_DISCARDING, id::COUNT], [44, 116, 117, 189, 190]);
        assert_eq!(Mercurius::NUM_ACTIONS, 190);
    }

    #[test]
    fn a_text_is_read_leniently() {
        let edition = Edition::standard();
        let read = |text| from_text(edition, text).map(|action| to_text(edition, action).unwrap());
        for (text, canonical) in [
            ("  BUY   Silk ", "buy silk"),
            ("play amsterdam+ silk+", "play amsterdam+silk+"),
            ("play 71", "play middelburg-tea-"),
            ("Play News", "play news"),
            ("end  finance", "end finance"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(canonical));
        }
    }

    #[test]
    fn a_text_that_is_none_is_explained() {
        let edition = Edition::standard();
        let reason = |text| from_text(edition, text).unwrap_err().reason;
        assert_eq!(reason(""), "it is empty");
        assert_eq!(reason("buy slik"), r#"there is no item "slik", did you mean "silk"?"#);
        assert_eq!(reason("dividend silk"), r#"there is no chamber "silk""#);
        assert_eq!(reason("play 72"), "there is no card 72; they have the numbers 0 to 71");
        assert!(reason("bye silk").ends_with(r#"did you mean "buy"?"#));
        assert!(reason("end it").starts_with("what can end"));
    }
}
