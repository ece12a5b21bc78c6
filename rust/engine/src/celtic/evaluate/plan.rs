//! What a player's pieces can still bring.

use arrayvec::ArrayVec;

use super::{GOAL_AT_HAND, GOOD_AT_HAND, SAME_KIND, expected_gains};
use crate::celtic::sets::{Goal, GoalSet, Space, SpaceSet, members};
use crate::celtic::state::{Phase, State};
use crate::celtic::{Edition, GOALS, GOODS, MAX_PIECES, SPACES};

/// The spaces of the own pieces.
type Pieces = ArrayVec<Space, MAX_PIECES>;

/// A set of [`Pieces`]: bit i is the piece at i.
type PieceSet = u8;

/// What a player's pieces are for.
pub(super) struct Plan<'a> {
    edition: &'a Edition,
    goals: GoalSet,
    /// What one more card of each kind promises to the piece that fetches it; nothing where none is left.
    gains: [f64; GOODS],
}

impl<'a> Plan<'a> {
    pub(super) fn of(state: &'a State, player: usize) -> Self {
        let edition = state.edition;
        let mut gains = expected_gains(edition, state.goods.held[player], state.table.fulfilled[player].len());
        for (gain, stock) in gains.iter_mut().zip(&state.goods.stocks) {
            *gain = if *stock == 0 { 0.0 } else { GOOD_AT_HAND * *gain };
        }
        Self { edition, goals: state.hidden.goals[player], gains }
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
        let pieces: Pieces = members(table.occupied[player])
            .flat_map(|space| std::iter::repeat_n(space, own[usize::from(space)].into()))
            .collect();
        if starts == 0 {
            return self.promise(&pieces);
        }
        let mut best = f64::NEG_INFINITY;
        for from in members(starts) {
            let first = pieces.iter().position(|piece| *piece == from).expect("a move starts at a piece");
            let there = usize::from(own[usize::from(from)]);
            let ends =
                if table.phase == Phase::Count { 1 << table.to } else { self.edition.targets[usize::from(from)] };
            for to in members(ends) {
                let mut moved = pieces.clone();
                for piece in first..first + there {
                    moved[piece] = to;
                    best = best.max(self.promise(&moved));
                }
            }
        }
        best
    }

    /// What pieces that stand so promise.
    fn promise(&self, pieces: &Pieces) -> f64 {
        let mut free = PieceSet::MAX >> (MAX_PIECES - pieces.len());
        let mut claims: ArrayVec<Claim, GOALS> = ArrayVec::new();
        claims.extend(self.goals.iter().filter_map(|goal| self.claim(goal, pieces, free)));
        let mut promise = 0.0;
        while let Some(first) = (0..claims.len()).reduce(|a, b| if claims[b].worth > claims[a].worth { b } else { a }) {
            let claim = claims.remove(first);
            promise += claim.worth;
            free &= !claim.pieces;
            // Who wanted one of these pieces has to look for another.
            for i in (0..claims.len()).rev() {
                if claims[i].pieces & claim.pieces != 0 {
                    match self.claim(claims[i].goal, pieces, free) {
                        Some(other) => claims[i] = other,
                        None => drop(claims.remove(i)),
                    }
                }
            }
        }
        promise + self.goods(pieces, free)
    }

    /// The free pieces that reach the goal's places soonest; `None` if they are too few.
    fn claim(&self, goal: Goal, pieces: &Pieces, free: PieceSet) -> Option<Claim> {
        let card = self.edition.goals[usize::from(goal)];
        let rows: ArrayVec<&[f64; SPACES], 3> =
            members(card.places).map(|place| &self.edition.nearness[usize::from(place)]).collect();
        let near = |row: usize, piece: u8| rows[row][usize::from(pieces[usize::from(piece)])];
        let (mut worth, mut claimed, mut contested) = (GOAL_AT_HAND * f64::from(card.value), 0, false);
        let mut most = ArrayVec::<f64, 3>::new();
        for row in 0..rows.len() {
            let (mut nearest, mut piece, mut nearest_left) = (0.0, PieceSet::BITS as u8, 0.0);
            for other in members(free.into()) {
                let this = near(row, other);
                nearest = this.max(nearest);
                if this > nearest_left && claimed >> other & 1 == 0 {
                    (nearest_left, piece) = (this, other);
                }
            }
            if u32::from(piece) == PieceSet::BITS {
                return None;
            }
            worth *= nearest_left;
            claimed |= 1 << piece;
            contested |= nearest_left < nearest;
            most.push(nearest);
        }
        let mut claim = Claim { goal, worth, pieces: claimed };
        if contested {
            let search = Search { near, most: &most, free };
            search.improve(&mut claim, 0, GOAL_AT_HAND * f64::from(card.value), 0);
        }
        Some(claim)
    }

    /// Each free piece goes for the good that is worth most to it.
    fn goods(&self, pieces: &Pieces, free: PieceSet) -> f64 {
        let mut gains = self.gains;
        let mut promise = 0.0;
        for piece in members(free.into()) {
            let near = &self.edition.nearness[usize::from(pieces[usize::from(piece)])];
            let (mut most, mut kind) = (0.0, 0);
            for (good, gain) in gains.iter().enumerate() {
                let worth = *gain * near[usize::from(self.edition.trade[good])];
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

/// The pieces that a goal asks for.
struct Claim {
    goal: Goal,
    worth: f64,
    pieces: PieceSet,
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
    use proptest::prelude::*;

    /// The most a goal is worth with any different pieces on the way to its places, tried one by one.
    fn most(places: &[u8], pieces: &[Space], worth: f64) -> f64 {
        let Some((place, rest)) = places.split_first() else { return worth };
        let near = &Edition::standard().nearness[usize::from(*place)];
        let with = |i: usize| {
            let others = [&pieces[..i], &pieces[i + 1..]].concat();
            most(rest, &others, worth * near[usize::from(pieces[i])])
        };
        (0..pieces.len()).map(with).fold(0.0, f64::max)
    }

    proptest! {
        #[test]
        fn a_claim_is_the_best_of_all(spaces in proptest::collection::vec(0..SPACES as Space, 1..=MAX_PIECES), goal in 0..GOALS as Goal) {
            let edition = Edition::standard();
            let plan = Plan { edition, goals: GoalSet::EMPTY, gains: [0.0; GOODS] };
            let pieces: Pieces = spaces.iter().copied().collect();
            let card = edition.goals[usize::from(goal)];
            let places: Vec<u8> = members(card.places).collect();
            let claim = plan.claim(goal, &pieces, PieceSet::MAX >> (MAX_PIECES - pieces.len()));
            prop_assert_eq!(claim.is_some(), places.len() <= pieces.len());
            if let Some(claim) = claim {
                let best = most(&places, &spaces, GOAL_AT_HAND * f64::from(card.value));
                prop_assert!((claim.worth - best).abs() < 1e-9, "{} of {best}", claim.worth);
                prop_assert_eq!(claim.pieces.count_ones() as usize, places.len());
            }
        }
    }
}
