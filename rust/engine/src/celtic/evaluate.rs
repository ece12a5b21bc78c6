//! How well a player stands: what the greedy bot looks at.
//!
//! Points that are sure count in full. What is still to come counts less for every move it needs: each goal in hand claims the
//! own pieces that reach its places soonest, the nearest goal first, and the pieces that are left over go for goods. A move
//! that has begun is judged by its best completion, so that a bot that looks one decision ahead sees where it leads.

use arrayvec::ArrayVec;

use super::score::{goals_score, goods_score, score};
use super::sets::{GoalSet, Space, SpaceSet, members};
use super::state::{Phase, State};
use super::{Edition, GOODS, MAX_PIECES, SPACES};
use crate::game::State as _;

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

/// The spaces of the own pieces, in ascending order.
type Pieces = ArrayVec<Space, MAX_PIECES>;

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

/// What a player's pieces are for.
struct Plan<'a> {
    edition: &'a Edition,
    goals: GoalSet,
    /// What one more card of each kind brings; nothing where none is left.
    gains: [f64; GOODS],
}

impl<'a> Plan<'a> {
    fn of(state: &'a State, player: usize) -> Self {
        let (edition, held) = (state.edition, state.goods.held[player]);
        let fulfilled = state.table.fulfilled[player].len();
        let now = expected_goods(edition, held, fulfilled);
        let gain = |good: usize| {
            let mut more = held;
            more[good] += 1;
            if state.goods.stocks[good] == 0 { 0.0 } else { expected_goods(edition, more, fulfilled) - now }
        };
        Self { edition, goals: state.hidden.goals[player], gains: std::array::from_fn(gain) }
    }

    /// What the pieces promise; in the player's own move, after the best way to complete it.
    fn best(&self, state: &State, player: usize) -> f64 {
        let table = &state.table;
        let own = &table.pieces[player];
        let moving = table.current_player() == Some(player);
        let starts: SpaceSet = match table.phase {
            Phase::Before if moving => table.occupied[player],
            Phase::To | Phase::Count if moving => 1 << table.from,
            _ => return self.promise(own),
        };
        let mut best = f64::NEG_INFINITY;
        for from in members(starts).map(usize::from) {
            let ends = if table.phase == Phase::Count { 1 << table.to } else { self.edition.targets[from] };
            for to in members(ends).map(usize::from) {
                let mut pieces = *own;
                for _ in 0..own[from] {
                    pieces[from] -= 1;
                    pieces[to] += 1;
                    best = best.max(self.promise(&pieces));
                }
            }
        }
        best
    }

    /// What pieces that stand so promise.
    fn promise(&self, on: &[u8; SPACES]) -> f64 {
        let mut free = Pieces::new();
        for (space, count) in on.iter().enumerate() {
            (0..*count).for_each(|_| free.push(space as Space));
        }
        let mut promise = 0.0;
        let mut goals = self.goals;
        while let Some((worth, goal, claimed)) = self.next_goal(goals, &free) {
            promise += worth;
            goals.remove(goal);
            for space in claimed {
                let place = free.iter().position(|piece| *piece == space).expect("a free piece was claimed");
                free.remove(place);
            }
        }
        promise + self.goods(&free)
    }

    /// The goal that is worth most with the free pieces, and the spaces of those that it claims.
    fn next_goal(&self, goals: GoalSet, free: &Pieces) -> Option<(f64, u8, ArrayVec<Space, 3>)> {
        let mut best: Option<(f64, u8, ArrayVec<Space, 3>)> = None;
        for goal in goals.iter() {
            let card = self.edition.goals[usize::from(goal)];
            let worth = GOAL_AT_HAND * f64::from(card.value);
            let mut claim = Claim { plan: self, free, best: (best.as_ref().map_or(0.0, |best| best.0), None) };
            claim.search(card.places, worth, &mut ArrayVec::new());
            if let (worth, Some(claimed)) = claim.best {
                best = Some((worth, goal, claimed));
            }
        }
        best
    }

    /// What is left of `worth` on the way between two spaces.
    fn along(&self, worth: f64, from: Space, to: Space) -> f64 {
        let (from, to) = (usize::from(from), usize::from(to));
        worth
            * POWERS_MOVE[usize::from(self.edition.moves[from][to])]
            * POWERS_ROAD[usize::from(self.edition.distance[from][to])]
    }

    /// Each free piece goes for the good that is worth most to it.
    fn goods(&self, free: &Pieces) -> f64 {
        let mut gains = self.gains.map(|gain| GOOD_AT_HAND * gain);
        let mut promise = 0.0;
        for piece in free {
            let (mut most, mut kind) = (0.0, 0);
            for (good, gain) in gains.iter().enumerate() {
                let worth = self.along(*gain, *piece, self.edition.trade[good]);
                if worth > most {
                    (most, kind) = (worth, good);
                }
            }
            promise += most;
            gains[kind] *= SAME_KIND;
        }
        promise
    }
}

/// The search for the pieces that reach a goal's places soonest.
struct Claim<'a> {
    plan: &'a Plan<'a>,
    free: &'a Pieces,
    best: (f64, Option<ArrayVec<Space, 3>>),
}

impl Claim<'_> {
    fn search(&mut self, places: SpaceSet, worth: f64, used: &mut ArrayVec<u8, 3>) {
        if worth <= self.best.0 {
            return;
        }
        if places == 0 {
            self.best = (worth, Some(used.iter().map(|piece| self.free[usize::from(*piece)]).collect()));
            return;
        }
        let place = places.trailing_zeros() as Space;
        for piece in 0..self.free.len() as u8 {
            let same_as_before = piece > 0 && self.free[usize::from(piece)] == self.free[usize::from(piece) - 1];
            if used.contains(&piece) || same_as_before && !used.contains(&(piece - 1)) {
                continue;
            }
            let left = self.plan.along(worth, self.free[usize::from(piece)], place);
            used.push(piece);
            self.search(places & (places - 1), left, used);
            used.pop();
        }
    }
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
