//! The action space: ids, typed moves, texts. `docs/formats.md` lists it.

use super::sets::Contract;
use super::{BONUS, BUILDINGS, CONTRACTS, Edition, GOODS, MOST_CUBES, PLACES};
use crate::game::{Action, Move as _, ParseActionError};
use crate::suggest::nearest;

/// The first id of each block.
pub mod id {
    use super::{Action, BONUS, BUILDINGS, CONTRACTS, GOODS, MOST_CUBES, PLACES};

    /// Sell a contract.
    pub const SELL: Action = 0;
    /// Buy a bonus card.
    pub const BUY_BONUS: Action = SELL + CONTRACTS as Action;
    /// Buy a building.
    pub const BUY_BUILDING: Action = BUY_BONUS + BONUS as Action;
    /// End investing.
    pub const END_INVESTING: Action = BUY_BUILDING + BUILDINGS as Action;
    /// Put the merchant on a place.
    pub const GO: Action = END_INVESTING + 1;
    /// The number of cubes for the first room of their colour, from 0.
    pub const STORE_NONE: Action = GO + PLACES as Action;
    /// Turn the first marker of the next row.
    pub const TURN_NEXT: Action = STORE_NONE + 1 + MOST_CUBES as Action;
    /// Let the marker count that was turned.
    pub const KEEP: Action = TURN_NEXT + 1;
    /// Give up a cube.
    pub const LOSE: Action = KEEP + 1;
    /// Fulfil a contract.
    pub const FULFIL: Action = LOSE + GOODS as Action;
    /// Give four of a good for one missing.
    pub const EXCHANGE: Action = FULFIL + CONTRACTS as Action;
    /// Give four time markers for one missing good.
    pub const EXCHANGE_TIME: Action = EXCHANGE + GOODS as Action;
    /// Move a cube of the supply tile into a room.
    pub const UNLOAD: Action = EXCHANGE_TIME + 1;
    /// End fulfilling.
    pub const END_FULFILLING: Action = UNLOAD + GOODS as Action;
    /// Follow the merchant.
    pub const JOIN: Action = END_FULFILLING + 1;
    /// Do not.
    pub const STAY: Action = JOIN + 1;
    /// The number of ids.
    pub const COUNT: Action = STAY + 1;
}

/// An action in typed form. Cards, goods and places are indices into the edition's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Sell a contract for coins (rules.md 3.1.1).
    Sell(Contract),
    /// Buy a bonus card that lies face up.
    BuyBonus(u8),
    /// Buy a building that lies face up.
    BuyBuilding(u8),
    /// No more sales or purchases.
    EndInvesting,
    /// Put the merchant on a place (3.2.1).
    Go(u8),
    /// Put so many of the cubes taken into the first room of their colour (3.2.2).
    Store(u8),
    /// Turn the first marker of the next row instead (3.2.6).
    TurnNext,
    /// Let the marker count that was turned.
    Keep,
    /// Give up a cube of a good (3.2.6).
    Lose(u8),
    /// Fulfil a contract for the place (3.3).
    Fulfil(Contract),
    /// Give four of a good for one missing (3.3.3).
    Exchange(u8),
    /// Give four time markers for one missing good.
    ExchangeTime,
    /// Move a cube of the supply tile into the room of a good (3.3.4).
    Unload(u8),
    /// Fulfil and unload no more.
    EndFulfilling,
    /// Follow the merchant (3.4).
    Join,
    /// Do not.
    Stay,
}

impl crate::game::Move for Move {
    fn to_action(self) -> Action {
        match self {
            Self::Sell(contract) => id::SELL + Action::from(contract),
            Self::BuyBonus(card) => id::BUY_BONUS + Action::from(card),
            Self::BuyBuilding(card) => id::BUY_BUILDING + Action::from(card),
            Self::EndInvesting => id::END_INVESTING,
            Self::Go(place) => id::GO + Action::from(place),
            Self::Store(cubes) => id::STORE_NONE + Action::from(cubes),
            Self::TurnNext => id::TURN_NEXT,
            Self::Keep => id::KEEP,
            Self::Lose(good) => id::LOSE + Action::from(good),
            Self::Fulfil(contract) => id::FULFIL + Action::from(contract),
            Self::Exchange(good) => id::EXCHANGE + Action::from(good),
            Self::ExchangeTime => id::EXCHANGE_TIME,
            Self::Unload(good) => id::UNLOAD + Action::from(good),
            Self::EndFulfilling => id::END_FULFILLING,
            Self::Join => id::JOIN,
            Self::Stay => id::STAY,
        }
    }

    #[inline]
    fn from_action(action: Action) -> Option<Self> {
        let from = |first: Action| (action - first) as u8;
        Some(match action {
            ..id::BUY_BONUS => Self::Sell(from(id::SELL)),
            id::BUY_BONUS..id::BUY_BUILDING => Self::BuyBonus(from(id::BUY_BONUS)),
            id::BUY_BUILDING..id::END_INVESTING => Self::BuyBuilding(from(id::BUY_BUILDING)),
            id::END_INVESTING => Self::EndInvesting,
            id::GO..id::STORE_NONE => Self::Go(from(id::GO)),
            id::STORE_NONE..id::TURN_NEXT => Self::Store(from(id::STORE_NONE)),
            id::TURN_NEXT => Self::TurnNext,
            id::KEEP => Self::Keep,
            id::LOSE..id::FULFIL => Self::Lose(from(id::LOSE)),
            id::FULFIL..id::EXCHANGE => Self::Fulfil(from(id::FULFIL)),
            id::EXCHANGE..id::EXCHANGE_TIME => Self::Exchange(from(id::EXCHANGE)),
            id::EXCHANGE_TIME => Self::ExchangeTime,
            id::UNLOAD..id::END_FULFILLING => Self::Unload(from(id::UNLOAD)),
            id::END_FULFILLING => Self::EndFulfilling,
            id::JOIN => Self::Join,
            id::STAY => Self::Stay,
            _ => return None,
        })
    }

    fn parts(self) -> (&'static str, Option<u16>) {
        match self {
            Self::Sell(contract) => ("sell", Some(contract.into())),
            Self::BuyBonus(card) => ("buy_bonus", Some(card.into())),
            Self::BuyBuilding(card) => ("buy_building", Some(card.into())),
            Self::EndInvesting => ("end_investing", None),
            Self::Go(place) => ("go", Some(place.into())),
            Self::Store(cubes) => ("store", Some(cubes.into())),
            Self::TurnNext => ("turn_next", None),
            Self::Keep => ("keep", None),
            Self::Lose(good) => ("lose", Some(good.into())),
            Self::Fulfil(contract) => ("fulfil", Some(contract.into())),
            Self::Exchange(good) => ("exchange", Some(good.into())),
            Self::ExchangeTime => ("exchange_time", None),
            Self::Unload(good) => ("unload", Some(good.into())),
            Self::EndFulfilling => ("end_fulfilling", None),
            Self::Join => ("join", None),
            Self::Stay => ("stay", None),
        }
    }

    fn from_parts(kind: &str, argument: Option<u16>) -> Option<Self> {
        let below = |limit: usize| argument.filter(|i| usize::from(*i) < limit).map(|i| i as u8);
        let alone = |this: Self| if argument.is_none() { Some(this) } else { None };
        match kind {
            "sell" => below(CONTRACTS).map(Self::Sell),
            "buy_bonus" => below(BONUS).map(Self::BuyBonus),
            "buy_building" => below(BUILDINGS).map(Self::BuyBuilding),
            "end_investing" => alone(Self::EndInvesting),
            "go" => below(PLACES).map(Self::Go),
            "store" => below(1 + usize::from(MOST_CUBES)).map(Self::Store),
            "turn_next" => alone(Self::TurnNext),
            "keep" => alone(Self::Keep),
            "lose" => below(GOODS).map(Self::Lose),
            "fulfil" => below(CONTRACTS).map(Self::Fulfil),
            "exchange" => below(GOODS).map(Self::Exchange),
            "exchange_time" => alone(Self::ExchangeTime),
            "unload" => below(GOODS).map(Self::Unload),
            "end_fulfilling" => alone(Self::EndFulfilling),
            "join" => alone(Self::Join),
            "stay" => alone(Self::Stay),
            _ => None,
        }
    }
}

pub(super) fn to_text(edition: &Edition, action: Action) -> Option<String> {
    let contract = |i: u8| edition.contract_names[usize::from(i)].as_str();
    let good = |i: u8| edition.goods[usize::from(i)].as_str();
    Some(match Move::from_action(action)? {
        Move::Sell(i) => format!("sell {}", contract(i)),
        Move::BuyBonus(i) => format!("buy {}", edition.bonus_names[usize::from(i)]),
        Move::BuyBuilding(i) => format!("buy {}", edition.building_names[usize::from(i)]),
        Move::EndInvesting => "end investing".to_owned(),
        Move::Go(place) => format!("go {}", edition.places[usize::from(place)]),
        Move::Store(cubes) => format!("store {cubes}"),
        Move::TurnNext => "turn next".to_owned(),
        Move::Keep => "keep".to_owned(),
        Move::Lose(i) => format!("lose {}", good(i)),
        Move::Fulfil(i) => format!("fulfil {}", contract(i)),
        Move::Exchange(i) => format!("exchange {}", good(i)),
        Move::ExchangeTime => "exchange time".to_owned(),
        Move::Unload(i) => format!("unload {}", good(i)),
        Move::EndFulfilling => "end fulfilling".to_owned(),
        Move::Join => "join".to_owned(),
        Move::Stay => "stay".to_owned(),
    })
}

pub(super) fn from_text(edition: &Edition, text: &str) -> Result<Action, ParseActionError> {
    let lower = text.to_lowercase();
    let mut words = lower.split_whitespace();
    let verb = words.next().unwrap_or_default();
    let rest: Vec<&str> = words.collect();
    let reader = Reader { edition, text, verb, words: rest };
    reader.read().map(Move::to_action)
}

/// A text taken apart.
struct Reader<'a> {
    edition: &'a Edition,
    text: &'a str,
    verb: &'a str,
    words: Vec<&'a str>,
}

impl Reader<'_> {
    fn fail(&self, reason: impl Into<String>) -> ParseActionError {
        ParseActionError { text: self.text.to_owned(), reason: reason.into() }
    }

    fn read(&self) -> Result<Move, ParseActionError> {
        Ok(match self.verb {
            "" => return Err(self.fail("it is empty")),
            "sell" => Move::Sell(self.contract()?),
            "buy" => self.purchase()?,
            "go" => Move::Go(self.choose("place", &self.edition.places)?),
            "store" => Move::Store(self.cubes()?),
            "turn" => self.alone("next", Move::TurnNext)?,
            "keep" => self.alone("", Move::Keep)?,
            "lose" => Move::Lose(self.choose("good", &self.edition.goods)?),
            "fulfil" => Move::Fulfil(self.contract()?),
            "exchange" if self.words == ["time"] => Move::ExchangeTime,
            "exchange" => Move::Exchange(self.choose("good", &self.edition.goods)?),
            "unload" => Move::Unload(self.choose("good", &self.edition.goods)?),
            "end" if self.words == ["investing"] => Move::EndInvesting,
            "end" if self.words == ["fulfilling"] => Move::EndFulfilling,
            "end" => return Err(self.fail(r#"the action is "end investing" or "end fulfilling""#)),
            "join" => self.alone("", Move::Join)?,
            "stay" => self.alone("", Move::Stay)?,
            other => {
                let verbs = [
                    "sell", "buy", "end", "go", "store", "turn", "keep", "lose", "fulfil", "exchange", "unload",
                    "join", "stay",
                ];
                let hint = nearest(other, verbs);
                return Err(self.fail(format!("an action begins with {}{hint}", verbs.join(", "))));
            }
        })
    }

    /// The place of the argument among names; `italy + muskets` is understood as `italy+muskets`.
    fn choose(&self, what: &str, known: &[String]) -> Result<u8, ParseActionError> {
        let argument = self.words.concat();
        known.iter().position(|name| *name == argument).map(|i| i as u8).ok_or_else(|| {
            let argument = self.words.join(" ");
            let hint = nearest(&argument, known.iter().map(String::as_str));
            self.fail(format!("there is no {what} {argument:?}{hint}"))
        })
    }

    fn contract(&self) -> Result<Contract, ParseActionError> {
        match self.words.concat().parse::<u8>() {
            Ok(number) if usize::from(number) < CONTRACTS => Ok(number),
            Ok(number) => {
                Err(self.fail(format!("there is no contract {number}; they have the numbers 0 to {}", CONTRACTS - 1)))
            }
            Err(_) => self.choose("contract", &self.edition.contract_names),
        }
    }

    fn purchase(&self) -> Result<Move, ParseActionError> {
        let argument = self.words.concat();
        let bonus = self.edition.bonus_names.iter().position(|name| *name == argument);
        if let Some(card) = bonus {
            return Ok(Move::BuyBonus(card as u8));
        }
        let (bonus, buildings) = (&self.edition.bonus_names, &self.edition.building_names);
        let building = buildings.iter().position(|name| *name == argument);
        building.map(|card| Move::BuyBuilding(card as u8)).ok_or_else(|| {
            let hint = nearest(&argument, bonus.iter().chain(buildings).map(String::as_str));
            self.fail(format!("there is no bonus card or building {:?}{hint}", self.words.join(" ")))
        })
    }

    fn cubes(&self) -> Result<u8, ParseActionError> {
        let argument = self.words.join(" ");
        let number = argument.parse::<u8>().ok().filter(|number| *number <= MOST_CUBES);
        number.ok_or_else(|| self.fail(format!("{argument:?} is not a number of cubes from 0 to {MOST_CUBES}")))
    }

    fn alone(&self, word: &str, this: Move) -> Result<Move, ParseActionError> {
        if self.words.join(" ") == word {
            return Ok(this);
        }
        Err(self.fail(format!("the action is \"{}\"", format!("{} {word}", self.verb).trim())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::merkator::Merkator;

    #[test]
    fn the_action_space_is_pinned() {
        assert_eq!([id::SELL, id::BUY_BONUS, id::BUY_BUILDING, id::END_INVESTING], [0, 78, 94, 120]);
        assert_eq!([id::GO, id::STORE_NONE, id::TURN_NEXT, id::KEEP], [121, 133, 174, 175]);
        assert_eq!([id::LOSE, id::FULFIL, id::EXCHANGE, id::EXCHANGE_TIME], [176, 192, 270, 286]);
        assert_eq!([id::UNLOAD, id::END_FULFILLING, id::JOIN, id::STAY, id::COUNT], [287, 303, 304, 305, 306]);
        assert_eq!(Merkator::NUM_ACTIONS, 306);
    }

    #[test]
    fn a_text_is_read_leniently() {
        let edition = Edition::standard();
        let read = |text| from_text(edition, text).map(|action| to_text(edition, action).unwrap());
        for (text, canonical) in [
            ("  SELL   Hamburg7", "sell hamburg7"),
            ("sell hamburg 7", "sell hamburg7"),
            ("sell 77", "sell peace"),
            ("fulfil 25", "fulfil denmark4/2"),
            ("buy italy + muskets", "buy italy+muskets"),
            ("buy Alsterhaus", "buy alsterhaus"),
            ("End  Investing", "end investing"),
            ("store 40", "store 40"),
            ("exchange TIME", "exchange time"),
            ("exchange fish_oil", "exchange fish_oil"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(canonical));
        }
    }

    #[test]
    fn a_text_that_is_none_is_explained() {
        let edition = Edition::standard();
        let reason = |text| from_text(edition, text).unwrap_err().reason;
        assert_eq!(reason(""), "it is empty");
        assert_eq!(reason("lose wein"), r#"there is no good "wein", did you mean "wine"?"#);
        assert_eq!(reason("go hamburgh"), r#"there is no place "hamburgh", did you mean "hamburg"?"#);
        assert_eq!(reason("sell 78"), "there is no contract 78; they have the numbers 0 to 77");
        assert_eq!(reason("store 41"), r#""41" is not a number of cubes from 0 to 40"#);
        assert_eq!(reason("end"), r#"the action is "end investing" or "end fulfilling""#);
        assert_eq!(reason("keep it"), r#"the action is "keep""#);
        assert_eq!(reason("turn"), r#"the action is "turn next""#);
        assert!(reason("buy bnak").ends_with(r#"did you mean "bank"?"#));
        assert!(reason("fulfill 3").ends_with(r#"did you mean "fulfil"?"#));
    }
}
