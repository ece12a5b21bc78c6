//! Sets of actions as bitsets.

use crate::rng::Rng;

/// The number of an action in its game's fixed action space.
pub type Action = u16;

const WORDS: usize = 5;

/// A set of action ids below [`ActionSet::CAPACITY`], as a bitset. It iterates in ascending order.
///
/// One size serves all games. Where a game uses fewer ids its unused words are constant zeros, which the compiler
/// folds away when legality and choice are compiled together, as in a playout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ActionSet([u64; WORDS]);

impl ActionSet {
    /// Ids are smaller than this; the largest game has 306.
    pub const CAPACITY: usize = WORDS * 64;

    /// The set without members.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Adds `action`.
    ///
    /// # Panics
    /// If `action` is not below [`ActionSet::CAPACITY`].
    #[inline]
    pub fn insert(&mut self, action: Action) {
        self.0[usize::from(action) / 64] |= 1 << (action % 64);
    }

    /// Adds `first + i` for every bit `i` that is set in `bits`.
    ///
    /// # Panics
    /// If `first` is not below [`ActionSet::CAPACITY`], or a bit lies beyond it.
    #[inline]
    pub fn insert_bits(&mut self, first: Action, bits: u64) {
        let (word, shift) = (usize::from(first) / 64, first % 64);
        self.0[word] |= bits << shift;
        let carried = (bits >> 1) >> (63 - shift);
        if carried != 0 {
            self.0[word + 1] |= carried;
        }
    }

    /// Takes `action` out, if it is a member.
    #[inline]
    pub fn remove(&mut self, action: Action) {
        if let Some(word) = self.0.get_mut(usize::from(action) / 64) {
            *word &= !(1 << (action % 64));
        }
    }

    /// Whether `action` is a member; `false` for ids beyond the capacity.
    #[inline]
    pub fn contains(&self, action: Action) -> bool {
        let word = usize::from(action) / 64;
        word < WORDS && self.0[word] >> (action % 64) & 1 == 1
    }

    /// The number of members.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there is no member.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// The member that has `rank` smaller ones, or `None` if there are not so many.
    #[inline]
    pub fn nth(&self, rank: u32) -> Option<Action> {
        let mut rank = rank;
        for (i, &word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if rank < here {
                return Some(i as Action * 64 + select(word, rank) as Action);
            }
            rank -= here;
        }
        None
    }

    /// A member, each equally likely; `None` if there is none.
    #[inline]
    pub fn choose(&self, rng: &mut Rng) -> Option<Action> {
        self.nth(rng.below(self.len()))
    }

    /// The members in ascending order.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.0, at: 0 }
    }
}

/// The position of the set bit of `word` that has `rank` set bits below it; there must be so many.
///
/// Halves the word three times and looks the last byte up. Nothing branches on the bits, because in random play they
/// cannot be predicted.
#[inline]
fn select(word: u64, rank: u32) -> u32 {
    let (mut bits, mut rank, mut at) = (word, rank, 0);
    for half in [32, 16, 8] {
        let below = (bits & ((1 << half) - 1)).count_ones();
        let beyond = rank >= below;
        rank -= if beyond { below } else { 0 };
        at += if beyond { half } else { 0 };
        bits >>= if beyond { half } else { 0 };
    }
    at + u32::from(SELECT_IN_BYTE[(rank << 8) as usize & 0x700 | bits as usize & 0xFF])
}

/// Entry `rank << 8 | byte`: the position of the set bit of `byte` that has `rank` set bits below it.
static SELECT_IN_BYTE: [u8; 2048] = {
    let mut table = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[rank << 8 | byte] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl FromIterator<Action> for ActionSet {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Self {
        let mut set = Self::EMPTY;
        actions.into_iter().for_each(|action| set.insert(action));
        set
    }
}

impl IntoIterator for &ActionSet {
    type Item = Action;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

/// Iterator over an [`ActionSet`], see [`ActionSet::iter`].
#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; WORDS],
    at: usize,
}

impl Iterator for Iter {
    type Item = Action;

    #[inline]
    fn next(&mut self) -> Option<Action> {
        while self.at < WORDS {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] &= word - 1;
                return Some((self.at * 64) as Action + word.trailing_zeros() as Action);
            }
            self.at += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = ActionSet(self.words).len() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Iter {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn behaves_as_a_sorted_set(ids in proptest::collection::btree_set(0..ActionSet::CAPACITY as Action, 0..60)) {
            let set: ActionSet = ids.iter().copied().collect();
            prop_assert_eq!(set.len() as usize, ids.len());
            prop_assert_eq!(set.iter().len(), ids.len());
            prop_assert_eq!(set.is_empty(), ids.is_empty());
            prop_assert!(set.iter().eq(ids.iter().copied()));
            for (rank, &id) in ids.iter().enumerate() {
                prop_assert_eq!(set.nth(rank as u32), Some(id));
            }
            prop_assert_eq!(set.nth(ids.len() as u32), None);
            for id in 0..400 {
                prop_assert_eq!(set.contains(id), ids.contains(&id));
                let mut without = set;
                without.remove(id);
                prop_assert!(without.iter().eq(ids.iter().copied().filter(|other| *other != id)));
            }
        }

        #[test]
        fn bits_are_inserted_from_any_place(first in 0_u16..=256, bits: u64) {
            let mut set = ActionSet::EMPTY;
            set.insert_bits(first, bits);
            let expected: ActionSet = (0..64).filter(|i| bits >> i & 1 == 1).map(|i| first + i).collect();
            prop_assert_eq!(set, expected);
        }
    }
}
