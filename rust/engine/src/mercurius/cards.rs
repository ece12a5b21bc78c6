//! Sets of price-change cards.

use super::CARDS;
use crate::hash::StableHasher;

/// The number of a price-change card: its place in the edition's table.
pub type Card = u8;

/// A set of price-change cards. It iterates in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardSet([u64; 2]);

impl CardSet {
    /// The set without cards.
    pub const EMPTY: Self = Self([0; 2]);

    /// All the cards of the game.
    pub const ALL: Self = Self([u64::MAX, (1 << (CARDS - 64)) - 1]);

    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        self.0[usize::from(card >> 6)] |= 1 << (card & 63);
    }

    /// Takes a card out.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        self.0[usize::from(card >> 6)] &= !(1 << (card & 63));
    }

    /// Whether the card is in the set.
    #[inline]
    pub fn contains(self, card: Card) -> bool {
        usize::from(card) < CARDS && self.0[usize::from(card >> 6)] >> (card & 63) & 1 == 1
    }

    /// The number of cards.
    #[inline]
    pub fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Whether there is no card.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 2]
    }

    /// The greatest card.
    #[inline]
    pub fn last(self) -> Option<Card> {
        match self.0 {
            [0, 0] => None,
            [low, 0] => Some(63 - low.leading_zeros() as u8),
            [_, high] => Some(127 - high.leading_zeros() as u8),
        }
    }

    /// The cards that are not in `other`.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// The cards greater than `card`.
    #[inline]
    #[must_use]
    pub fn above(self, card: Card) -> Self {
        let keep = u128::MAX << 1 << card;
        Self([self.0[0] & keep as u64, self.0[1] & (keep >> 64) as u64])
    }

    /// The two words of the bitset, the lower cards first.
    #[inline]
    pub fn words(self) -> [u64; 2] {
        // The mask tells the compiler that the upper word is nearly empty.
        [self.0[0], self.0[1] & Self::ALL.0[1]]
    }

    /// Adds the set to a hash.
    pub fn add_to(self, hasher: &mut StableHasher) {
        self.0.iter().for_each(|word| hasher.add(*word));
    }

    /// The cards in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self;
        std::iter::from_fn(move || {
            let word = usize::from(left.0[0] == 0);
            if left.0[word] == 0 {
                return None;
            }
            let card = (word * 64) as Card + left.0[word].trailing_zeros() as Card;
            left.0[word] &= left.0[word] - 1;
            Some(card)
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn behaves_as_a_sorted_set(cards in proptest::collection::btree_set(0..CARDS as Card, 0..40), probe in 0..CARDS as Card) {
            let mut set: CardSet = cards.iter().copied().collect();
            prop_assert!(set.iter().eq(cards.iter().copied()));
            prop_assert_eq!(set.len() as usize, cards.len());
            prop_assert_eq!(set.last(), cards.last().copied());
            prop_assert_eq!(set.contains(probe), cards.contains(&probe));
            prop_assert!(set.above(probe).iter().eq(cards.iter().copied().filter(|card| *card > probe)));
            prop_assert!(CardSet::ALL.without(set).iter().all(|card| !cards.contains(&card)));
            set.remove(probe);
            prop_assert!(!set.contains(probe));
        }
    }
}
