//! What a player's pieces can still bring.
//!
//! A greedy bot asks this of every way to move, so most of a search's time is spent here: distances are kept by piece, and what a move
//! changes is changed there.

use arrayvec::ArrayVec;

use super::{GOAL_AT_HAND, GOOD_AT_HAND, SAME_KIND, expected_gains};
use crate::celtic::sets::{GoalSet, Space, SpaceSet, members};
use crate::celtic::state::{Phase, State};
use crate::celtic::{Edition, GOALS, GOODS, MAX_PIECES};

mod way;

use way::{PieceSet, Way};

/// Goals in hand at most: two players may need all the cards (rules.md 3.2).
const HAND: usize = GOALS / 2;
/// Places on a goal card at most (1.3).
const MOST_PLACES: usize = 3;

/// The spaces of the own pieces.
type Pieces = ArrayVec<Space, MAX_PIECES>;

/// What a player's pieces are for.
pub(super) struct Plan<'a> {
    edition: &'a Edition,
    /// The goals in hand.
    aims: ArrayVec<Aim, HAND>,
    /// Their places, one goal after the other.
    places: ByPlace<Space>,
    /// What one more card of each kind promises to the piece that fetches it; nothing where none is left.
    gains: [f64; GOODS],
}

/// A goal in hand.
struct Aim {
    /// What it is worth when pieces stand on all its places.
    worth: f64,
    /// How many places it has.
    places: usize,
}

/// Something for every place of every goal in hand.
type ByPlace<T> = ArrayVec<T, { HAND * MOST_PLACES }>;

/// Where the own pieces stand, and what follows from that for a [`Plan`].
#[derive(Clone)]
struct Standing {
    pieces: Pieces,
    /// How far they are from each place of the goals.
    ways: ByPlace<Way>,
    /// What each piece would fetch if it were the first.
    errands: [Errand; MAX_PIECES],
}

/// The good that is worth most to a piece.
#[derive(Clone, Copy, Default)]
struct Errand {
    worth: f64,
    good: u8,
}

impl<'a> Plan<'a> {
    pub(super) fn of(state: &'a State, player: usize) -> Self {
        let edition = state.edition;
        let mut gains = expected_gains(edition, state.goods.held[player], state.table.fulfilled[player].len());
        for (gain, stock) in gains.iter_mut().zip(&state.goods.stocks) {
            *gain = if *stock == 0 { 0.0 } else { GOOD_AT_HAND * *gain };
        }
        Self::new(edition, state.hidden.goals[player], gains)
    }

    fn new(edition: &'a Edition, goals: GoalSet, gains: [f64; GOODS]) -> Self {
        let mut plan = Self { edition, aims: ArrayVec::new(), places: ArrayVec::new(), gains };
        for goal in goals.iter() {
            let card = edition.goals[usize::from(goal)];
            let worth = GOAL_AT_HAND * f64::from(card.value);
            plan.aims.push(Aim { worth, places: card.places.count_ones() as usize });
            plan.places.extend(members(card.places));
        }
        plan
    }

    /// What the pieces promise; in the player's own move, after the best way to complete it.
    pub(super) fn best(&self, state: &State, player: usize) -> f64 {
        let table = &state.table;
        let own = &table.pieces[player];
        let moving = table.current_player() == Some(player);
        let starts: SpaceSet = match table.phase {
            Phase::Before if moving => table.occupied[player],
            Phase::To | Phase::Count if moving => 1 << table.from,
            _ => 0,
        };
        let group = |space: Space| std::iter::repeat_n(space, own[usize::from(space)].into());
        let now = self.standing(members(table.occupied[player]).flat_map(group).collect());
        let ends = |from: Space| {
            if table.phase == Phase::Count { 1 << table.to } else { self.edition.targets[usize::from(from)] }
        };
        let moves = members(starts).map(|from| self.best_move(&now, from, ends(from)));
        moves.reduce(f64::max).unwrap_or_else(|| self.promise(&now))
    }

    /// What the pieces promise after the best way to move some of those in one space to one of several others.
    fn best_move(&self, now: &Standing, from: Space, ends: SpaceSet) -> f64 {
        let first = now.pieces.iter().position(|piece| *piece == from).expect("a move starts at a piece");
        let group = first..first + now.pieces[first..].iter().filter(|piece| **piece == from).count();
        let (mut moved, mut arrivals) = (now.clone(), now.ways.clone());
        let mut best = f64::NEG_INFINITY;
        for to in members(ends) {
            let (distance, errand) = (&self.edition.distance[usize::from(to)], self.errand(&self.gains, to));
            for (arrival, place) in arrivals.iter_mut().zip(&self.places) {
                *arrival = Way::all(distance[usize::from(*place)]);
            }
            let mut gone: PieceSet = 0;
            for piece in group.clone() {
                gone |= 1 << piece;
                moved.pieces[piece] = to;
                moved.errands[piece] = errand;
                for ((way, before), arrival) in moved.ways.iter_mut().zip(&now.ways).zip(&arrivals) {
                    *way = before.with(gone, arrival);
                }
                best = best.max(self.promise(&moved));
            }
            moved.pieces[group.clone()].fill(from);
            moved.errands[group.clone()].copy_from_slice(&now.errands[group.clone()]);
        }
        best
    }

    /// The pieces in these spaces.
    fn standing(&self, pieces: Pieces) -> Standing {
        let mut errands = [Errand::default(); MAX_PIECES];
        for (piece, space) in pieces.iter().enumerate() {
            let beside = piece > 0 && pieces[piece - 1] == *space;
            errands[piece] = if beside { errands[piece - 1] } else { self.errand(&self.gains, *space) };
        }
        let ways =
            self.places.iter().map(|place| Way::of(&self.edition.distance[usize::from(*place)], &pieces)).collect();
        Standing { pieces, ways, errands }
    }

    /// What pieces that stand so promise.
    fn promise(&self, standing: &Standing) -> f64 {
        let mut free = PieceSet::MAX >> (MAX_PIECES - standing.pieces.len());
        let mut ways = standing.ways.as_slice();
        let mut claims: ArrayVec<(Claim, &[Way]), HAND> = ArrayVec::new();
        for aim in &self.aims {
            let (own, others) = ways.split_at(aim.places);
            claims.push((self.claim(aim.worth, own, free), own));
            ways = others;
        }
        let mut promise = 0.0;
        let worthier =
            |claims: &[(Claim, _)], a: usize, b: usize| if claims[b].0.worth > claims[a].0.worth { b } else { a };
        while let Some(first) = (0..claims.len()).reduce(|a, b| worthier(&claims, a, b)) {
            let Claim { worth, pieces } = claims[first].0;
            if pieces == 0 {
                break;
            }
            promise += worth;
            free &= !pieces;
            claims[first].0 = Claim::NONE;
            // Who wanted one of these pieces has to look for another.
            for i in 0..claims.len() {
                if claims[i].0.pieces & pieces != 0 {
                    claims[i].0 = self.claim(self.aims[i].worth, claims[i].1, free);
                }
            }
        }
        promise + self.goods(standing, free)
    }

    /// The free pieces that reach the goal's places soonest; none if they are too few.
    fn claim(&self, at_hand: f64, ways: &[Way], free: PieceSet) -> Claim {
        let nearness = &self.edition.nearness;
        let (mut worth, mut claimed, mut contested) = (at_hand, 0, false);
        for way in ways {
            let left = way.nearest(free & !claimed);
            let Some(kept) = nearness.get(left.roads()) else { return Claim::NONE };
            worth *= *kept;
            claimed |= left.piece();
            contested |= way.nearest(free).roads() < left.roads();
        }
        let mut claim = Claim { worth, pieces: claimed };
        if contested {
            let near = |place: usize, piece: u8| nearness[ways[place].roads(piece)];
            let most: ArrayVec<f64, MOST_PLACES> = ways.iter().map(|way| nearness[way.nearest(free).roads()]).collect();
            Search { near, most: &most, free }.improve(&mut claim, 0, at_hand, 0);
        }
        claim
    }

    /// Each free piece goes for the good that is worth most to it.
    fn goods(&self, standing: &Standing, free: PieceSet) -> f64 {
        let (mut gains, mut lowered) = (self.gains, 0_u8);
        let mut promise = 0.0;
        for piece in members(free.into()) {
            let mut errand = standing.errands[usize::from(piece)];
            if lowered >> errand.good & 1 == 1 {
                errand = self.errand(&gains, standing.pieces[usize::from(piece)]);
            }
            promise += errand.worth;
            gains[usize::from(errand.good)] *= SAME_KIND;
            lowered |= 1 << errand.good;
        }
        promise
    }

    /// What is worth most to a piece in a space.
    fn errand(&self, gains: &[f64; GOODS], space: Space) -> Errand {
        let near = &self.edition.nearness_of_trade[usize::from(space)];
        let mut best = Errand::default();
        for (good, (gain, near)) in gains.iter().zip(near).enumerate() {
            let worth = gain * near;
            if worth > best.worth {
                best = Errand { worth, good: good as u8 };
            }
        }
        best
    }
}

/// The pieces that a goal asks for.
#[derive(Clone, Copy)]
struct Claim {
    worth: f64,
    pieces: PieceSet,
}

impl Claim {
    const NONE: Self = Self { worth: 0.0, pieces: 0 };
}

/// The search for the pieces of a goal some of which are nearest to several of its places.
struct Search<'a, F> {
    /// What is kept of the worth on the way to a place, by its number and the piece.
    near: F,
    /// The most that is kept on the way to each place.
    most: &'a [f64],
    free: PieceSet,
}

impl<F: Fn(usize, u8) -> f64> Search<'_, F> {
    /// Tries every piece for the place with this number and the following ones, as long as that can be worth more than the `claim`.
    fn improve(&self, claim: &mut Claim, place: usize, worth: f64, used: PieceSet) {
        if place == self.most.len() {
            (claim.worth, claim.pieces) = (worth, used);
            return;
        }
        let rest: f64 = self.most[place + 1..].iter().product();
        for piece in members((self.free & !used).into()) {
            let left = worth * (self.near)(place, piece);
            if left * rest > claim.worth {
                self.improve(claim, place + 1, left, used | 1 << piece);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::celtic::sets::Goal;
    use crate::celtic::{Celtic, SPACES};
    use crate::playout::advance;
    use crate::rng::Rng;
    use crate::setup::Setup;
    use proptest::prelude::*;

    /// The most a goal is worth with any different pieces on the way to its places, tried one by one.
    fn most(places: &[u8], pieces: &[Space], worth: f64) -> f64 {
        let Some((place, rest)) = places.split_first() else { return worth };
        let edition = Edition::standard();
        let near =
            |piece: Space| edition.nearness[usize::from(edition.distance[usize::from(*place)][usize::from(piece)])];
        let with = |i: usize| {
            let others = [&pieces[..i], &pieces[i + 1..]].concat();
            most(rest, &others, worth * near(pieces[i]))
        };
        (0..pieces.len()).map(with).fold(0.0, f64::max)
    }

    /// The plan of somebody with one goal, or none.
    fn plan(goal: Option<Goal>, gains: [f64; GOODS]) -> Plan<'static> {
        let mut goals = GoalSet::EMPTY;
        if let Some(goal) = goal {
            goals.insert(goal);
        }
        Plan::new(Edition::standard(), goals, gains)
    }

    proptest! {
        #[test]
        fn a_claim_is_the_best_of_all(spaces in proptest::collection::vec(0..SPACES as Space, 1..=MAX_PIECES), goal in 0..GOALS as Goal) {
            let plan = plan(Some(goal), [0.0; GOODS]);
            let (worth, places) = (plan.aims[0].worth, &plan.places);
            let standing = plan.standing(spaces.iter().copied().collect());
            let claim = plan.claim(worth, &standing.ways, PieceSet::MAX >> (MAX_PIECES - spaces.len()));
            if places.len() > spaces.len() {
                prop_assert_eq!(claim.pieces, 0);
            } else {
                let best = most(places, &spaces, worth);
                prop_assert!((claim.worth - best).abs() < 1e-9, "{} of {best}", claim.worth);
                prop_assert_eq!(claim.pieces.count_ones() as usize, places.len());
            }
        }

        #[test]
        fn each_piece_fetches_what_is_worth_most_when_its_turn_comes(
            spaces in proptest::collection::vec(0..SPACES as Space, 1..=MAX_PIECES),
            gains in proptest::array::uniform7(0.0..7.0),
        ) {
            let plan = plan(None, gains);
            let (mut left, mut promise) = (gains, 0.0);
            for space in &spaces {
                let roads = plan.edition.trade.map(|trade| plan.edition.distance[usize::from(*space)][usize::from(trade)]);
                let worth = |good: usize| left[good] * plan.edition.nearness[usize::from(roads[good])];
                let best = (0..GOODS).max_by(|a, b| worth(*a).total_cmp(&worth(*b))).unwrap();
                promise += worth(best);
                left[best] *= SAME_KIND;
            }
            let standing = plan.standing(spaces.into_iter().collect());
            prop_assert!((plan.promise(&standing) - promise).abs() < 1e-9);
        }

        #[test]
        fn a_move_is_worth_what_the_pieces_promise_after_it(seed in 0..1000_u64, decisions in 0..300_usize) {
            let mut state = Setup::<Celtic>::standard(2).new_initial_state(seed);
            advance(&mut state, decisions, &mut Rng::new(seed));
            let Some(player) = state.table.current_player() else { return Ok(()) };
            let plan = Plan::of(&state, player);
            let starts = match state.table.phase {
                Phase::Before => state.table.occupied[player],
                Phase::To | Phase::Count => 1 << state.table.from,
                _ => return Ok(()),
            };
            let now: Vec<Space> = members(state.table.occupied[player])
                .flat_map(|space| vec![space; state.table.pieces[player][usize::from(space)].into()])
                .collect();
            let mut best = f64::NEG_INFINITY;
            for from in members(starts) {
                let ends = match state.table.phase {
                    Phase::Count => 1 << state.table.to,
                    _ => plan.edition.targets[usize::from(from)],
                };
                for to in members(ends) {
                    let mut after = now.clone();
                    for piece in (0..now.len()).filter(|piece| now[*piece] == from) {
                        after[piece] = to;
                        best = best.max(plan.promise(&plan.standing(after.iter().copied().collect())));
                    }
                }
            }
            prop_assert_eq!(plan.best(&state, player).to_bits(), best.to_bits());
        }
    }
}
