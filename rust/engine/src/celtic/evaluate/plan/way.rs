//! How far pieces are from a place.

use crate::celtic::MAX_PIECES;
use crate::celtic::sets::Space;

/// A set of pieces: bit i is the piece at i.
pub(super) type PieceSet = u8;

/// How far each piece is from a place: the roads, and below them, in [`PIECE_BITS`], the piece itself, so that the least is the nearest
/// piece. It is as wide as a register, of which processors find the least in one instruction.
#[derive(Clone, Copy)]
pub(super) struct Way([u16; MAX_PIECES]);

/// One of the pieces of a [`Way`].
#[derive(Clone, Copy)]
pub(super) struct Nearest(u16);

const PIECE_BITS: u32 = MAX_PIECES.ilog2();

impl Way {
    pub(super) fn of(distance: &[u8], pieces: &[Space]) -> Self {
        let mut lanes = [u16::MAX; MAX_PIECES];
        for ((piece, lane), space) in lanes.iter_mut().enumerate().zip(pieces) {
            *lane = u16::from(distance[usize::from(*space)]) << PIECE_BITS | piece as u16;
        }
        Self(lanes)
    }

    /// All pieces so many roads away.
    pub(super) fn all(roads: u8) -> Self {
        Self(std::array::from_fn(|piece| u16::from(roads) << PIECE_BITS | piece as u16))
    }

    /// The same with some pieces as in another.
    #[inline]
    pub(super) fn with(&self, pieces: PieceSet, other: &Self) -> Self {
        let kept = &OTHERS[usize::from(pieces)];
        Self(std::array::from_fn(|i| (self.0[i] & kept[i]) | (other.0[i] & !kept[i])))
    }

    /// The nearest of some pieces.
    #[inline]
    pub(super) fn nearest(&self, pieces: PieceSet) -> Nearest {
        let others = &OTHERS[usize::from(pieces)];
        let lanes: [u16; MAX_PIECES] = std::array::from_fn(|i| self.0[i] | others[i]);
        Nearest(lanes.into_iter().fold(u16::MAX, u16::min))
    }

    /// The roads of a piece.
    pub(super) fn roads(&self, piece: u8) -> usize {
        usize::from(self.0[usize::from(piece)] >> PIECE_BITS)
    }
}

impl Nearest {
    /// Its roads; more than there can be if there was no piece.
    pub(super) fn roads(self) -> usize {
        usize::from(self.0 >> PIECE_BITS)
    }

    pub(super) fn piece(self) -> u8 {
        1 << (self.0 % MAX_PIECES as u16)
    }
}

/// All ones for the pieces that are not in a set.
static OTHERS: [[u16; MAX_PIECES]; 1 << MAX_PIECES] = {
    let mut table = [[0; MAX_PIECES]; 1 << MAX_PIECES];
    let mut set = 0;
    while set < table.len() {
        let mut piece = 0;
        while piece < MAX_PIECES {
            table[set][piece] = if set >> piece & 1 == 0 { u16::MAX } else { 0 };
            piece += 1;
        }
        set += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_nearest_is_the_first_of_the_least(roads in proptest::collection::vec(0..58_u8, 1..=MAX_PIECES), set: PieceSet) {
            let pieces: Vec<Space> = (0..roads.len() as Space).collect();
            let nearest = Way::of(&roads, &pieces).nearest(set);
            match pieces.iter().filter(|piece| set >> **piece & 1 == 1).min_by_key(|piece| roads[usize::from(**piece)]) {
                Some(first) => prop_assert_eq!((nearest.piece(), nearest.roads()), (1 << first, roads[usize::from(*first)].into())),
                None => prop_assert!(nearest.roads() > 57),
            }
        }

        #[test]
        fn those_that_moved_are_as_far_as_where_they_went(roads in proptest::array::uniform8(0..58_u8), set: PieceSet, there in 0..58_u8) {
            let pieces = [0, 1, 2, 3, 4, 5, 6, 7];
            let moved = Way::of(&roads, &pieces).with(set, &Way::all(there));
            for piece in pieces {
                let expected = if set >> piece & 1 == 1 { there } else { roads[usize::from(piece)] };
                prop_assert_eq!(moved.roads(piece), usize::from(expected));
                prop_assert_eq!(moved.nearest(1 << piece).piece(), 1 << piece);
            }
        }
    }
}
