//! One small number for each of the twelve items, compared side by side.

use super::ITEMS;

/// A value below 128 for every item: prices, tokens. Four places are padding and stay 0, so that the twelve fill two
/// machine words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerItem([u8; 16]);

/// A set of items: bit i is item i.
pub type ItemSet = u16;

const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
const LOW_BITS: u64 = 0x0101_0101_0101_0101;

impl PerItem {
    /// The same value for every item.
    pub fn splat(value: u8) -> Self {
        Self::from_fn(|_| value)
    }

    /// The value `of(item)` for every item.
    pub fn from_fn(of: impl Fn(usize) -> u8) -> Self {
        let mut values = [0; 16];
        for (item, value) in values[..ITEMS].iter_mut().enumerate() {
            *value = of(item);
        }
        Self(values)
    }

    /// The twelve values.
    #[inline]
    pub fn values(&self) -> &[u8] {
        &self.0[..ITEMS]
    }

    /// The sum of the values.
    pub fn total(&self) -> u32 {
        self.values().iter().map(|value| u32::from(*value)).sum()
    }

    /// The items whose value is not 0.
    #[inline]
    pub fn nonzero(&self) -> Marks {
        self.mark(|word| word + (HIGH_BITS - LOW_BITS))
    }

    /// The items whose value is at most `limit`, and the padding.
    #[inline]
    pub fn at_most(&self, limit: i32) -> Marks {
        let limits = LOW_BITS * limit.clamp(0, 127) as u64;
        self.mark(|word| (limits | HIGH_BITS) - word)
    }

    /// Marks the places whose high bit `test` sets; it handles eight places in one word.
    #[inline]
    fn mark(&self, test: impl Fn(u64) -> u64) -> Marks {
        let half = |start: usize| test(u64::from_le_bytes(std::array::from_fn(|i| self.0[start + i])));
        Marks([half(0), half(8)])
    }
}

/// A set of items as comparing finds it: the high bit of each item's byte. To be narrowed by `&` and then gathered.
#[derive(Clone, Copy, Debug)]
pub struct Marks([u64; 2]);

impl Marks {
    /// The set as a bitset.
    #[inline]
    pub fn items(self) -> ItemSet {
        // Multiplying moves the marks, which stand eight bits apart, next to each other in the top byte.
        let half = |marks: u64| ((marks & HIGH_BITS) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        (half(self.0[0]) | half(self.0[1]) << 8) as ItemSet
    }
}

impl std::ops::BitAnd for Marks {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl std::ops::Index<usize> for PerItem {
    type Output = u8;

    #[inline]
    fn index(&self, item: usize) -> &u8 {
        &self.0[item]
    }
}

impl std::ops::IndexMut<usize> for PerItem {
    #[inline]
    fn index_mut(&mut self, item: usize) -> &mut u8 {
        &mut self.0[item]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn comparing_side_by_side_equals_comparing_one_by_one(values: [u8; ITEMS], limit in -5_i32..300) {
            let values = values.map(|value| value % 128);
            let lanes = PerItem::from_fn(|item| values[item]);
            for (item, value) in values.into_iter().enumerate() {
                prop_assert_eq!(lanes.nonzero().items() >> item & 1 == 1, value != 0);
                prop_assert_eq!(lanes.at_most(limit).items() >> item & 1 == 1, i32::from(value) <= limit.clamp(0, 127));
            }
            prop_assert_eq!(lanes.nonzero().items() >> ITEMS, 0);
            prop_assert_eq!(lanes.total(), values.iter().map(|v| u32::from(*v)).sum::<u32>());
        }
    }
}
