//! A 64-bit hash that is the same on every platform and in every version.
//!
//! The standard library does not promise that its hashes stay; records rely on ours.

/// Hashes a sequence of numbers: each is mixed in by a multiplication and a shift, as in `SplitMix64`.
#[derive(Clone, Debug)]
pub struct StableHasher(u64);

impl Default for StableHasher {
    fn default() -> Self {
        Self(0x6D65_7278_6861_7368)
    }
}

impl StableHasher {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, value: u64) {
        let mut z = (self.0 ^ value).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 32)).wrapping_mul(0xBEA2_25F9_EB34_556D);
        self.0 = z ^ (z >> 29);
    }

    /// Adds bytes, eight to a number, the first being the lowest. A short rest is filled with zeros, so where the
    /// length may vary it must be added too.
    #[inline]
    pub fn add_bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    /// The hash of all that was added.
    #[must_use]
    pub fn finish(self) -> u64 {
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(bytes: &[u8]) -> u64 {
        let mut hasher = StableHasher::default();
        hasher.add_bytes(bytes);
        hasher.finish()
    }

    /// These values are ours, computed by a second implementation: they pin that records stay readable.
    #[test]
    fn hashes_keep_their_values() {
        assert_eq!(hash(b""), 14_811_946_987_899_219_103);
        assert_eq!(hash(b"merx"), 16_017_968_901_453_690_085);
        assert_eq!(hash(b"amsterdam+silk-"), 4_948_693_466_383_920_100);
    }

    #[test]
    fn every_bit_counts() {
        let base = [7_u8; 24];
        let mut seen = vec![hash(&base)];
        for bit in 0..192 {
            let mut changed = base;
            changed[bit / 8] ^= 1 << (bit % 8);
            seen.push(hash(&changed));
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 193);
    }
}
