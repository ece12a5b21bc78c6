//! Sets of goal cards and of spaces.

use super::GOALS;

/// The number of a goal card: its place in the edition's table.
pub type Goal = u8;

/// The number of a space: its place in the edition's table. The village is 0.
pub type Space = u8;

/// A set of spaces: bit i is space i.
pub type SpaceSet = u64;

/// The members of a bitset in ascending order.
#[inline]
pub fn members(set: u64) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let first = left.trailing_zeros() as u8;
        left &= left - 1;
        Some(first)
    })
}

/// A set of goal cards. It iterates in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoalSet(u32);

impl GoalSet {
    /// The set without cards.
    pub const EMPTY: Self = Self(0);

    /// All the cards of the game.
    pub const ALL: Self = Self((1 << GOALS) - 1);

    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, goal: Goal) {
        self.0 |= 1 << goal;
    }

    /// Takes a card out.
    #[inline]
    pub fn remove(&mut self, goal: Goal) {
        self.0 &= !(1 << goal);
    }

    /// Whether the card is in the set.
    #[inline]
    pub fn contains(self, goal: Goal) -> bool {
        usize::from(goal) < GOALS && self.0 >> goal & 1 == 1
    }

    /// The number of cards.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no card.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards that are not in `other`.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The set as bits.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The cards in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Goal> {
        members(self.0.into())
    }
}

impl FromIterator<Goal> for GoalSet {
    fn from_iter<I: IntoIterator<Item = Goal>>(goals: I) -> Self {
        let mut set = Self::EMPTY;
        goals.into_iter().for_each(|goal| set.insert(goal));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn behaves_as_a_sorted_set(goals in proptest::collection::btree_set(0..GOALS as Goal, 0..GOALS), probe in 0..GOALS as Goal) {
            let mut set: GoalSet = goals.iter().copied().collect();
            prop_assert!(set.iter().eq(goals.iter().copied()));
            prop_assert_eq!(set.len() as usize, goals.len());
            prop_assert_eq!(set.is_empty(), goals.is_empty());
            prop_assert_eq!(set.contains(probe), goals.contains(&probe));
            prop_assert!(GoalSet::ALL.without(set).iter().all(|goal| !goals.contains(&goal)));
            set.remove(probe);
            prop_assert!(!set.contains(probe));
        }
    }
}
