//! Why an action is not legal, in words. It decides nothing.

use crate::actions::Action;
use crate::celtic::actions::Move;
use crate::celtic::sets::{Space, members};
use crate::celtic::state::{NO_GOOD, Phase, View};
use crate::game::Move as _;

/// The reason why `action` is not legal, and the clause of rules.md.
pub(in crate::celtic) fn why_illegal(view: &View, action: Action) -> (String, &'static str) {
    let wanted = Move::from_action(action).expect("the caller checks the id");
    let (phases, rule): (&[Phase], &'static str) = match wanted {
        Move::Fulfil(_) => (&[Phase::Before, Phase::After, Phase::Collect], "3.1"),
        Move::Take(_) => (&[Phase::Before, Phase::After, Phase::Collect], "4.1"),
        Move::From(_) => (&[Phase::Before], "2.1"),
        Move::To(_) => (&[Phase::To], "2.1"),
        Move::Count(_) => (&[Phase::Count], "2.1"),
        Move::Along(_) => (&[Phase::Along], "2.2"),
        Move::Announce => (&[Phase::After], "5.2"),
        Move::EndTurn => (&[Phase::After, Phase::Collect], "2"),
    };
    let phase = view.table.phase;
    if !phases.contains(&phase) {
        let asked = match phase {
            Phase::Before => "a goal, a good, or the start of the move is asked",
            Phase::To => "the destination of the move is asked",
            Phase::Count => "the number of pieces that move is asked",
            Phase::Along => "the number of pieces that travel along is asked",
            Phase::After => "a goal, a good, an announcement, or \"end turn\" is asked",
            Phase::Collect => "a goal, a good, or \"end turn\" is asked for the last collection",
            Phase::End => "the game is over",
        };
        return (asked.to_owned(), rule);
    }
    let reason = match wanted {
        Move::Fulfil(_) if view.table.taken != NO_GOOD => return ("goals come before goods".to_owned(), "2"),
        Move::Fulfil(goal) if view.goals.contains(goal) => {
            let missing = members(view.edition.goals[usize::from(goal)].places & !view.occupied());
            let names: Vec<&str> = missing.map(|space| name(view, space)).collect();
            format!("the player has no piece on {}", names.join(", "))
        }
        Move::Fulfil(_) => "the goal is not in the player's hand".to_owned(),
        Move::Take(good) => {
            let space = view.edition.trade[usize::from(good)];
            if view.occupied() >> space & 1 == 1 {
                return ("goods are taken in the order of the trading places".to_owned(), "2");
            }
            format!("the player has no piece on {}", name(view, space))
        }
        Move::From(space) => format!("the player has no piece on {}", name(view, space)),
        Move::To(space) if space == view.table.from => "the move must not end where it starts".to_owned(),
        Move::To(space) => {
            let (from, steps) = (name(view, view.table.from), view.edition.steps);
            format!("{} is more than {steps} roads from {from}", name(view, space))
        }
        Move::Count(_) | Move::Along(_) => {
            let from = view.table.from;
            let pieces = view.table.pieces[view.player()][usize::from(from)];
            format!("the player has {pieces} on {}", name(view, from))
        }
        Move::Announce => {
            let missing = view.edition.goods.iter().zip(view.goods).filter(|(_, cards)| **cards == 0);
            let names: Vec<&str> = missing.map(|(name, _)| name.as_str()).collect();
            format!("the player has no card of {}", names.join(", "))
        }
        Move::EndTurn => unreachable!("an end is legal whenever its phase is asked"),
    };
    (reason, rule)
}

fn name<'a>(view: &View<'a>, space: Space) -> &'a str {
    &view.edition.spaces[usize::from(space)]
}
