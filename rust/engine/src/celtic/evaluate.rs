//! How well a player stands: what the greedy bot looks at.
//!
//! Points that are sure count in full. What is still to come counts less for every move it needs: each goal in hand claims the
//! own pieces that reach its places soonest, the nearest goal first, and the pieces that are left over go for goods. A move
//! that has begun is judged by its best completion, so that a bot that looks one decision ahead sees where it leads.

mod plan;

use super::score::{goals_score, goods_score, score};
use super::state::{Phase, State};
use super::{Edition, GOODS, SPACES};
use crate::game::State as _;
use plan::Plan;

/// How much of the best rival's points counts against the own: a point more is a little better than a rival's point less.
const RIVALRY: f64 = 0.9;
/// Added at the end for the win, deducted for a loss: more than any goal brings, so that nobody ends a game that is lost, or plays
/// on in one that is won.
const WIN: f64 = 100.0;
/// What a goal or a good keeps of its worth for each move still needed. A turn lost on the way to a goal is nearly a tenth of a game,
/// and steeper than that makes a bot finish one goal before it begins the next; of 0.75 to 0.93 this won most games.
const PER_MOVE: f64 = 0.8;
/// What it keeps for each road, which breaks ties towards the nearer space.
const PER_ROAD: f64 = 0.99;
/// What a goal is worth when pieces stand on all its places, as part of its value: less than 1, so that showing it is better.
const GOAL_AT_HAND: f64 = 0.8;
/// The same for a good on whose trading place a piece stands.
const GOOD_AT_HAND: f64 = 0.7;
/// What a further piece that goes for the same kind can expect of what the one before it could: later cards of a kind count less.
const SAME_KIND: f64 = 0.6;
/// Goals that are expected to follow when goods are weighed: half of a card's worth is judged by the cap that holds now, half by the one
/// that will hold after so many more goals (rules.md 6.3).
const GOALS_AHEAD: u32 = 2;

/// The margin to the best rival, in points, with what the player's pieces promise.
pub(super) fn evaluate(state: &State, player: usize) -> f64 {
    let table = &state.table;
    let rival = (0..table.num_players()).filter(|other| *other != player).map(|other| score(state, other)).max();
    let rivals = RIVALRY * f64::from(rival.unwrap_or_default());
    let last_goal = table.fulfilled[player].len() == u32::from(state.edition.goals_to_end);
    if table.phase == Phase::End || last_goal {
        // With the last goal the game ends when the turn does (5.1).
        let sure = f64::from(score(state, player)) - rivals + WIN * result(state, player);
        return if table.phase == Phase::End { sure } else { sure + Plan::of(state, player).best(state, player) };
    }
    let goods = expected_goods(state.edition, state.goods.held[player], table.fulfilled[player].len());
    f64::from(goals_score(state, player)) + goods - rivals + Plan::of(state, player).best(state, player)
}

/// 1 for a player who is ahead of all others, 0 if one is level, else -1.
fn result(state: &State, player: usize) -> f64 {
    let standings = state.standings();
    let best = (0..standings.len()).filter(|other| *other != player).map(|other| standings[other]).max();
    match Some(standings[player]).cmp(&best) {
        std::cmp::Ordering::Less => -1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => 1.0,
    }
}

/// What goods cards are expected to bring at the end.
fn expected_goods(edition: &Edition, cards: [u8; GOODS], fulfilled: u32) -> f64 {
    let later = (fulfilled + GOALS_AHEAD).min(edition.goals_to_end.into());
    f64::from(goods_score(edition, cards, fulfilled) + goods_score(edition, cards, later)) / 2.0
}

/// What one more card of each kind adds to [`expected_goods`].
///
/// Among the kinds with equally many cards it makes its kind the first, so it counts what that rank is worth, if it counts at all.
fn expected_gains(edition: &Edition, cards: [u8; GOODS], fulfilled: u32) -> [f64; GOODS] {
    let later = (fulfilled + GOALS_AHEAD).min(edition.goals_to_end.into());
    let caps = [fulfilled, later].map(|goals| edition.cap_per_kind[goals as usize]);
    cards.map(|held| {
        let before = cards.iter().filter(|other| **other > held).count();
        let counts = caps.iter().filter(|cap| held < **cap).count();
        f64::from(edition.rank_value[before]) * counts as f64 / 2.0
    })
}

/// What a goal or a good keeps of its worth on a way, by its roads.
pub(super) fn nearness(steps: u8) -> [f64; SPACES] {
    std::array::from_fn(|roads| POWERS_MOVE[roads.div_ceil(steps.into())] * POWERS_ROAD[roads])
}

/// Powers of a number by repeated multiplication, which is the same on every platform.
const fn powers(base: f64) -> [f64; SPACES] {
    let mut table = [1.0; SPACES];
    let mut i = 1;
    while i < SPACES {
        table[i] = table[i - 1] * base;
        i += 1;
    }
    table
}

static POWERS_MOVE: [f64; SPACES] = powers(PER_MOVE);
static POWERS_ROAD: [f64; SPACES] = powers(PER_ROAD);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_gain_is_what_one_more_card_adds(cards in proptest::array::uniform7(0..16_u8), fulfilled in 0..=5_u32) {
            let edition = Edition::standard();
            for (good, gain) in expected_gains(edition, cards, fulfilled).into_iter().enumerate() {
                let mut more = cards;
                more[good] += 1;
                let added = expected_goods(edition, more, fulfilled) - expected_goods(edition, cards, fulfilled);
                prop_assert_eq!(gain.to_bits(), added.to_bits());
            }
        }
    }
}
