//! Randomness that repeats: one generator, one shuffle, one way to derive seeds.
//!
//! A seed gives the same game on every platform and in every later version, so nothing here may change its
//! values; the test vectors below pin them. The generator is xoshiro256++ 1.0 (Blackman and Vigna,
//! <https://prng.di.unimi.it>), seeded by `SplitMix64` as its authors advise; ranges are drawn by Lemire's
//! method (*Fast Random Integer Generation in an Interval*, 2019), which is free of bias.

/// One step of `SplitMix64`: a bijection of `u64` that scatters neighbouring seeds.
#[must_use]
pub fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// What a seed is used for. Different uses of one seed never share random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The shuffle at set-up, the only chance a game has.
    Deal,
    /// The choices of the bot in this seat.
    Bot(usize),
    /// Random playouts and walks.
    Playout,
    /// Drawing what an observation hides.
    Sample,
}

impl Stream {
    fn label(self) -> u64 {
        match self {
            Self::Deal => 1,
            Self::Playout => 2,
            Self::Sample => 3,
            Self::Bot(seat) => 0x100 + seat as u64,
        }
    }
}

/// The seed number `index` of the family that `seed` founds; used for the games of a run.
#[must_use]
pub fn derive_seed(seed: u64, index: u64) -> u64 {
    let mut state = seed;
    let mixed = splitmix64(&mut state);
    let mut state = mixed ^ index;
    splitmix64(&mut state)
}

/// xoshiro256++: 256 bits of state, a period of 2^256 - 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng([u64; 4]);

impl Rng {
    /// A generator whose state is the first four outputs of `SplitMix64` on `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut state = seed;
        Self(std::array::from_fn(|_| splitmix64(&mut state)))
    }

    /// The generator of one use of `seed`.
    #[must_use]
    pub fn for_stream(seed: u64, stream: Stream) -> Self {
        Self::new(derive_seed(seed, stream.label()))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number of `0..bound`, each equally likely; 0 if `bound` is 0 or 1.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let mut product = (self.next_u64() >> 32) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = (self.next_u64() >> 32) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// Puts `items` into an order drawn uniformly from all orders (Fisher-Yates, from the back).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix64_gives_its_published_values() {
        let mut state = 1_234_567;
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(std::array::from_fn::<u64, 5, _>(|_| splitmix64(&mut state)), expected);
    }

    #[test]
    fn xoshiro256plusplus_gives_its_published_values() {
        let mut rng = Rng([1, 2, 3, 4]);
        let expected = [
            41_943_041,
            58_720_359,
            3_588_806_011_781_223,
            3_591_011_842_654_386,
            9_228_616_714_210_784_205,
            9_973_669_472_204_895_162,
            14_011_001_112_246_962_877,
            12_406_186_145_184_390_807,
            15_849_039_046_786_891_736,
            10_450_023_813_501_588_000,
        ];
        assert_eq!(std::array::from_fn::<u64, 10, _>(|_| rng.next_u64()), expected);
    }

    /// These values are ours, computed by a second implementation: they pin that a seed keeps its game.
    #[test]
    fn a_seed_keeps_its_shuffle() {
        let mut cards: [u8; 12] = std::array::from_fn(|i| i as u8);
        Rng::for_stream(7, Stream::Deal).shuffle(&mut cards);
        assert_eq!(cards, [8, 0, 3, 6, 7, 4, 9, 10, 2, 1, 5, 11]);
        assert_eq!(derive_seed(7, 0), 13_309_476_754_707_697_221);
    }

    #[test]
    fn every_number_below_the_bound_is_equally_likely() {
        let mut rng = Rng::new(1);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        // Chi-square with 5 degrees of freedom: 20.5 is exceeded once in a thousand times.
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 20.5, "{counts:?}");
        assert_eq!((rng.below(0), rng.below(1)), (0, 0));
    }

    #[test]
    fn streams_of_one_seed_differ() {
        let first = |stream| Rng::for_stream(9, stream).next_u64();
        let all = [Stream::Deal, Stream::Playout, Stream::Sample, Stream::Bot(0), Stream::Bot(1)].map(first);
        for (i, a) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|b| a != b));
        }
    }
}
