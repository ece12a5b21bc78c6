//! The action space: ids, typed moves, texts. `docs/formats.md` lists it.

use super::sets::{Goal, Space};
use super::{Edition, GOALS, GOODS, MAX_PIECES, SPACES};
use crate::game::{Action, Move as _, ParseActionError};
use crate::suggest::nearest;

/// The first id of each block.
pub mod id {
    use super::{Action, GOALS, GOODS, MAX_PIECES, SPACES};

    /// Fulfil a goal.
    pub const FULFIL: Action = 0;
    /// Take a goods card.
    pub const TAKE: Action = FULFIL + GOALS as Action;
    /// The start of the move.
    pub const FROM: Action = TAKE + GOODS as Action;
    /// The destination of the move.
    pub const TO: Action = FROM + SPACES as Action;
    /// The number of pieces that move, from 1.
    pub const COUNT_ONE: Action = TO + SPACES as Action;
    /// The number of pieces that travel along, from 0.
    pub const ALONG_NONE: Action = COUNT_ONE + MAX_PIECES as Action;
    /// Announce all seven kinds.
    pub const ANNOUNCE: Action = ALONG_NONE + 1 + MAX_PIECES as Action;
    /// End the turn, or the last collection.
    pub const END_TURN: Action = ANNOUNCE + 1;
    /// The number of ids.
    pub const COUNT: Action = END_TURN + 1;
}

/// An action in typed form. Goods and spaces are indices into the edition's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Show a goal (rules.md 3.1).
    Fulfil(Goal),
    /// Send a piece home from a trading place for a card (4.1).
    Take(u8),
    /// Start the move from a space (2.1).
    From(Space),
    /// Move to a space (2.1).
    To(Space),
    /// Move so many pieces, 1 to 8 (2.1).
    Count(u8),
    /// Travel along with so many pieces, 0 to 8 (2.2).
    Along(u8),
    /// Say that all seven kinds are collected (5.2).
    Announce,
    /// End the turn, or the own last collection (5.3).
    EndTurn,
}

impl crate::game::Move for Move {
    fn to_action(self) -> Action {
        match self {
            Self::Fulfil(goal) => id::FULFIL + Action::from(goal),
            Self::Take(good) => id::TAKE + Action::from(good),
            Self::From(space) => id::FROM + Action::from(space),
            Self::To(space) => id::TO + Action::from(space),
            Self::Count(pieces) => id::COUNT_ONE + Action::from(pieces) - 1,
            Self::Along(pieces) => id::ALONG_NONE + Action::from(pieces),
            Self::Announce => id::ANNOUNCE,
            Self::EndTurn => id::END_TURN,
        }
    }

    #[inline]
    fn from_action(action: Action) -> Option<Self> {
        let from = |first: Action| (action - first) as u8;
        Some(match action {
            ..id::TAKE => Self::Fulfil(from(id::FULFIL)),
            id::TAKE..id::FROM => Self::Take(from(id::TAKE)),
            id::FROM..id::TO => Self::From(from(id::FROM)),
            id::TO..id::COUNT_ONE => Self::To(from(id::TO)),
            id::COUNT_ONE..id::ALONG_NONE => Self::Count(from(id::COUNT_ONE) + 1),
            id::ALONG_NONE..id::ANNOUNCE => Self::Along(from(id::ALONG_NONE)),
            id::ANNOUNCE => Self::Announce,
            id::END_TURN => Self::EndTurn,
            _ => return None,
        })
    }

    fn parts(self) -> (&'static str, Option<u16>) {
        match self {
            Self::Fulfil(goal) => ("fulfil", Some(goal.into())),
            Self::Take(good) => ("take", Some(good.into())),
            Self::From(space) => ("from", Some(space.into())),
            Self::To(space) => ("to", Some(space.into())),
            Self::Count(pieces) => ("count", Some(pieces.into())),
            Self::Along(pieces) => ("along", Some(pieces.into())),
            Self::Announce => ("announce", None),
            Self::EndTurn => ("end_turn", None),
        }
    }

    fn from_parts(kind: &str, argument: Option<u16>) -> Option<Self> {
        let below = |limit: usize| argument.filter(|i| usize::from(*i) < limit).map(|i| i as u8);
        let alone = |this: Self| if argument.is_none() { Some(this) } else { None };
        match kind {
            "fulfil" => below(GOALS).map(Self::Fulfil),
            "take" => below(GOODS).map(Self::Take),
            "from" => below(SPACES).map(Self::From),
            "to" => below(SPACES).map(Self::To),
            "count" => below(MAX_PIECES + 1).filter(|pieces| *pieces > 0).map(Self::Count),
            "along" => below(MAX_PIECES + 1).map(Self::Along),
            "announce" => alone(Self::Announce),
            "end_turn" => alone(Self::EndTurn),
            _ => None,
        }
    }
}

pub(super) fn to_text(edition: &Edition, action: Action) -> Option<String> {
    let space = |i: u8| edition.spaces[usize::from(i)].as_str();
    Some(match Move::from_action(action)? {
        Move::Fulfil(goal) => format!("fulfil {}", edition.goal_names[usize::from(goal)]),
        Move::Take(good) => format!("take {}", edition.goods[usize::from(good)]),
        Move::From(i) => format!("from {}", space(i)),
        Move::To(i) => format!("to {}", space(i)),
        Move::Count(pieces) => format!("move {pieces}"),
        Move::Along(pieces) => format!("along {pieces}"),
        Move::Announce => "announce".to_owned(),
        Move::EndTurn => "end turn".to_owned(),
    })
}

pub(super) fn from_text(edition: &Edition, text: &str) -> Result<Action, ParseActionError> {
    let fail = |reason: String| ParseActionError { text: text.to_owned(), reason };
    let lower = text.to_lowercase();
    let mut words = lower.split_whitespace();
    let verb = words.next().ok_or_else(|| fail("it is empty".to_owned()))?;
    // `cows + fish + sheep` is understood as `cows+fish+sheep`.
    let rest: Vec<&str> = words.collect();
    let argument = if verb == "fulfil" { rest.concat() } else { rest.join(" ") };
    let choose = |what: &str, known: &[String]| {
        known.iter().position(|name| *name == argument).map(|i| i as u8).ok_or_else(|| {
            let hint = nearest(&argument, known.iter().map(String::as_str));
            fail(format!("there is no {what} {argument:?}{hint}"))
        })
    };
    let goal = || match argument.parse::<u8>() {
        Ok(number) if usize::from(number) < GOALS => Ok(number),
        Ok(number) => Err(fail(format!("there is no goal {number}; they have the numbers 0 to {}", GOALS - 1))),
        Err(_) => choose("goal", &edition.goal_names),
    };
    let pieces = |least: u8| {
        let number = argument.parse::<u8>().ok().filter(|number| (least..=MAX_PIECES as u8).contains(number));
        number.ok_or_else(|| fail(format!("{argument:?} is not a number of pieces from {least} to {MAX_PIECES}")))
    };
    let alone = |word: &str, this: Move| {
        if argument == word {
            Ok(this)
        } else {
            Err(fail(format!("the action is \"{}\"", format!("{verb} {word}").trim())))
        }
    };
    let this = match verb {
        "fulfil" => Move::Fulfil(goal()?),
        "take" => Move::Take(choose("good", &edition.goods)?),
        "from" => Move::From(choose("space", &edition.spaces)?),
        "to" => Move::To(choose("space", &edition.spaces)?),
        "move" => Move::Count(pieces(1)?),
        "along" => Move::Along(pieces(0)?),
        "announce" => alone("", Move::Announce)?,
        "end" => alone("turn", Move::EndTurn)?,
        _ => {
            let verbs = ["fulfil", "take", "from", "to", "move", "along", "announce", "end"];
            return Err(fail(format!("an action begins with {}{}", verbs.join(", "), nearest(verb, verbs))));
        }
    };
    Ok(this.to_action())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::celtic::Celtic;
    use crate::game::Game as _;

    #[test]
    fn the_action_space_is_pinned() {
        let firsts = [id::FULFIL, id::TAKE, id::FROM, id::TO, id::COUNT_ONE, id::ALONG_NONE];
        assert_eq!(firsts, [0, 20, 27, 85, 143, 151]);
        assert_eq!([id::ANNOUNCE, id::END_TURN, id::COUNT], [160, 161, 162]);
        assert_eq!(Celtic::NUM_ACTIONS, 162);
    }

    #[test]
    fn a_text_is_read_leniently() {
        let edition = Edition::standard();
        let read = |text| from_text(edition, text).map(|action| to_text(edition, action).unwrap());
        for (text, canonical) in [
            ("  FULFIL   Cows+ fish +sheep", "fulfil cows+fish+sheep"),
            ("fulfil 0", "fulfil pigs+fish_trap"),
            ("Take Olive_Oil", "take olive_oil"),
            ("from  village", "from village"),
            ("move 8", "move 8"),
            ("along 0", "along 0"),
            ("End  Turn", "end turn"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(canonical));
        }
    }

    #[test]
    fn a_text_that_is_none_is_explained() {
        let edition = Edition::standard();
        let reason = |text| from_text(edition, text).unwrap_err().reason;
        assert_eq!(reason(""), "it is empty");
        assert_eq!(reason("take tim"), r#"there is no good "tim", did you mean "tin"?"#);
        assert_eq!(reason("take pigs"), r#"there is no good "pigs""#);
        assert_eq!(reason("from vilage"), r#"there is no space "vilage", did you mean "village"?"#);
        assert_eq!(reason("fulfil 20"), "there is no goal 20; they have the numbers 0 to 19");
        assert_eq!(reason("move 0"), r#""0" is not a number of pieces from 1 to 8"#);
        assert_eq!(reason("along 9"), r#""9" is not a number of pieces from 0 to 8"#);
        assert_eq!(reason("end"), r#"the action is "end turn""#);
        assert_eq!(reason("announce it"), r#"the action is "announce""#);
        assert!(reason("fulfill 3").ends_with(r#"did you mean "fulfil"?"#));
    }
}
