//! Sets of contracts, and the members of bitsets.

use super::CONTRACTS;

/// The number of a contract: its place in the edition's table; the Peace of Westphalia is 77.
pub type Contract = u8;

/// A set of goods: bit i is the i-th good of `[goods]`.
pub type GoodSet = u16;

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

/// A set of contracts. It iterates in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContractSet([u64; 2]);

impl ContractSet {
    /// The set without contracts.
    pub const EMPTY: Self = Self([0; 2]);

    /// All the contracts of the game.
    pub const ALL: Self = Self([u64::MAX, (1 << (CONTRACTS - 64)) - 1]);

    /// Adds a contract.
    #[inline]
    pub fn insert(&mut self, contract: Contract) {
        self.0[usize::from(contract / 64)] |= 1 << (contract % 64);
    }

    /// Takes a contract out.
    #[inline]
    pub fn remove(&mut self, contract: Contract) {
        self.0[usize::from(contract / 64)] &= !(1 << (contract % 64));
    }

    /// Whether the contract is in the set.
    #[inline]
    pub fn contains(self, contract: Contract) -> bool {
        usize::from(contract) < CONTRACTS && self.0[usize::from(contract / 64)] >> (contract % 64) & 1 == 1
    }

    /// The number of contracts.
    #[inline]
    pub fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Whether there is no contract.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 2]
    }

    /// The contracts that are also in `other`.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// The contracts of this set and of `other`.
    #[inline]
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The contracts that are not in `other`.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// The contracts later in the table than `contract`.
    #[inline]
    #[must_use]
    pub fn later_than(self, contract: Contract) -> Self {
        let mask = u128::MAX << contract << 1;
        self.and(Self([mask as u64, (mask >> 64) as u64]))
    }

    /// The set as bits, the lower 64 first.
    #[inline]
    pub fn bits(self) -> [u64; 2] {
        self.0
    }

    /// The contracts in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Contract> {
        members(self.0[0]).chain(members(self.0[1]).map(|contract| contract + 64))
    }
}

impl FromIterator<Contract> for ContractSet {
    fn from_iter<I: IntoIterator<Item = Contract>>(contracts: I) -> Self {
        let mut set = Self::EMPTY;
        contracts.into_iter().for_each(|contract| set.insert(contract));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn behaves_as_a_sorted_set(
            contracts in proptest::collection::btree_set(0..CONTRACTS as Contract, 0..CONTRACTS),
            probe in 0..CONTRACTS as Contract,
        ) {
            let mut set: ContractSet = contracts.iter().copied().collect();
            prop_assert!(set.iter().eq(contracts.iter().copied()));
            prop_assert_eq!(set.len() as usize, contracts.len());
            prop_assert_eq!(set.is_empty(), contracts.is_empty());
            prop_assert_eq!(set.contains(probe), contracts.contains(&probe));
            prop_assert!(set.later_than(probe).iter().eq(contracts.range(probe + 1..).copied()));
            prop_assert!(ContractSet::ALL.without(set).iter().all(|contract| !contracts.contains(&contract)));
            prop_assert_eq!(ContractSet::ALL.without(set).or(set), ContractSet::ALL);
            set.remove(probe);
            prop_assert!(!set.contains(probe));
        }
    }
}
