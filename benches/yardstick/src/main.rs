//! A yardstick: random play of a reduced Mercurius (no special cards, no editions, no checks) with a flat state and
//! bitset moves. It shows what such a layout reaches on a machine, so that the engine's speed can be told as a ratio. It is
//! no base and no reference for the rules.

use std::time::Instant;

#[derive(Clone, Copy)]
struct Rng(u64);

impl Rng {
    #[inline]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        (((self.next() >> 32) * n as u64) >> 32) as u32
    }
}

type Set = [u64; 4];

#[inline]
fn pick(s: &Set, mut k: u32) -> u8 {
    for i in 0..4 {
        let c = s[i].count_ones();
        if k < c {
            let mut w = s[i];
            for _ in 0..k {
                w &= w - 1;
            }
            return (i as u32 * 64 + w.trailing_zeros()) as u8;
        }
        k -= c;
    }
    unreachable!()
}

#[derive(Clone, Copy)]
#[allow(dead_code)]
struct State {
    price: [i8; 12],
    bank: [u8; 12],
    cash: [i16; 5],
    hold: [[u8; 12]; 5],
    hand: [[u64; 2]; 5],
    row: [[u8; 3]; 5],
    deck: [u8; 72],
    top: u8,
    n: u8,
    turn: u8,
    phase: u8,
    left: u8,
    count: [u8; 12],
    last: u8,
    rounds_left: u8,
    ending: bool,
}

const NONE: u8 = 255;

impl State {
    fn new(r: &mut Rng, n: u8) -> State {
        let mut deck = [0u8; 72];
        for i in 0..72 {
            deck[i] = i as u8;
        }
        for i in (1..72).rev() {
            let j = r.below(i as u32 + 1) as usize;
            deck.swap(i, j);
        }
        let mut s = State {
            price: [0; 12],
            bank: [10; 12],
            cash: [70; 5],
            hold: [[0; 12]; 5],
            hand: [[0; 2]; 5],
            row: [[NONE; 3]; 5],
            deck,
            top: 12,
            n,
            turn: 0,
            phase: 0,
            left: 3,
            count: [0; 12],
            last: 0,
            rounds_left: 0,
            ending: false,
        };
        for i in 0..6 {
            s.price[i] = 10;
            s.price[i + 6] = 15;
        }
        for p in 0..n as usize {
            for _ in 0..5 {
                let c = s.deck[s.top as usize];
                s.top += 1;
                s.hand[p][(c >> 6) as usize] |= 1 << (c & 63);
            }
        }
        s
    }

    #[inline]
    fn legal(&self) -> Set {
        let t = self.turn as usize;
        let mut s = [0u64; 4];
        if self.phase == 0 {
            s[0] |= 1 << 24;
            if self.left > 0 {
                for i in 0..12 {
                    if self.hold[t][i] > 0 && i as u8 >= self.last && self.last < 12 {
                        s[0] |= 1 << i;
                    }
                    let c = self.price[i] as i16 + 2 * self.count[i] as i16;
                    if self.bank[i] > 0 && self.cash[t] >= c && (i as u8 + 12) >= self.last {
                        s[0] |= 1 << (12 + i);
                    }
                }
            }
        } else {
            s[1] = self.hand[t][0];
            s[2] = self.hand[t][1];
        }
        s
    }

    #[inline]
    fn apply(&mut self, a: u8) {
        let t = self.turn as usize;
        if a < 12 {
            let i = a as usize;
            self.cash[t] += (self.price[i] as i16 - 2 * self.count[i] as i16).max(0);
            self.hold[t][i] -= 1;
            self.bank[i] += 1;
            self.count[i] += 1;
            self.left -= 1;
            self.last = a;
        } else if a < 24 {
            let i = (a - 12) as usize;
            self.cash[t] -= self.price[i] as i16 + 2 * self.count[i] as i16;
            self.hold[t][i] += 1;
            self.bank[i] -= 1;
            self.count[i] += 1;
            self.left -= 1;
            self.last = a;
        } else if a == 24 {
            self.phase = 1;
        } else {
            let c = a - 64;
            self.hand[t][(c >> 6) as usize] &= !(1 << (c & 63));
            let r = &mut self.row[t];
            r[2] = r[1];
            r[1] = r[0];
            r[0] = c;
            for k in 0..3 {
                let c = r[k];
                if c != NONE {
                    let sign = if c & 1 == 1 { 1i8 } else { -1 };
                    let x = (c >> 1) as usize;
                    let share = x / 6;
                    let good = 6 + x % 6;
                    self.price[share] = (self.price[share] + sign).clamp(1, 30);
                    self.price[good] = (self.price[good] + 2 * sign).clamp(1, 30);
                }
            }
            if self.top < 72 {
                let c = self.deck[self.top as usize];
                self.top += 1;
                self.hand[t][(c >> 6) as usize] |= 1 << (c & 63);
                if self.top == 72 {
                    self.ending = true;
                    self.rounds_left = 2 * self.n;
                }
            } else {
                self.rounds_left -= 1;
            }
            self.turn += 1;
            if self.turn == self.n {
                self.turn = 0;
            }
            self.phase = 0;
            self.left = 3;
            self.count = [0; 12];
            self.last = 0;
        }
    }

    #[inline]
    fn over(&self) -> bool {
        self.ending && self.rounds_left == 0
    }
}

/// Plays for so many seconds (argument, default 2) and prints decisions per second.
fn main() {
    let seconds: f64 = std::env::args().nth(1).map_or(2.0, |s| s.parse().expect("a number of seconds"));
    let mut r = Rng(42);
    let (start, mut decisions, mut check) = (Instant::now(), 0u64, 0i64);
    while start.elapsed().as_secs_f64() < seconds {
        for _ in 0..100 {
            let mut s = State::new(&mut r, 4);
            while !s.over() {
                let l = s.legal();
                let n = l[0].count_ones() + l[1].count_ones() + l[2].count_ones() + l[3].count_ones();
                let a = pick(&l, r.below(n));
                s.apply(a);
                decisions += 1;
            }
            check += s.cash[0] as i64;
        }
    }
    let per_second = decisions as f64 / start.elapsed().as_secs_f64();
    println!("{{\"decisions_per_second\": {per_second:.0}, \"checksum\": {check}}}");
}
