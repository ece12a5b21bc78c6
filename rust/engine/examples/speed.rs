//! Random games on one core: `cargo run --release --example speed -- [players] [seconds]`. For instruction counts see `make bench`.
use merx_engine::edition::Edition;
use merx_engine::game::{Game, State};
use merx_engine::mercurius::Mercurius;
use merx_engine::playout::playout;
use merx_engine::rng::{Rng, Stream};
use std::time::Instant;

fn main() {
    let edition = Edition::<Mercurius>::standard();
    for players in [4_usize] {
        for _ in 0..3 {
            let start = Instant::now();
            let (mut decisions, mut games, mut sum) = (0_u64, 0_u64, 0_i64);
            let mut rng = Rng::for_stream(42, Stream::Playout);
            while start.elapsed().as_secs_f64() < 2.0 {
                for _ in 0..100 {
                    let mut state = <Mercurius as Game>::State::new_initial(edition, players, &mut rng);
                    decisions += playout(&mut state, &mut rng) as u64;
                    sum += i64::from(state.scores()[0]);
                    games += 1;
                }
            }
            let seconds = start.elapsed().as_secs_f64();
            println!(
                "{players} players: {:.1} k games/s {:.2} M decisions/s {:.1} ns, {} decisions/game, mean {}, size {}",
                games as f64 / seconds / 1e3,
                decisions as f64 / seconds / 1e6,
                seconds * 1e9 / decisions as f64,
                decisions / games,
                sum / games as i64,
                std::mem::size_of::<<Mercurius as Game>::State>()
            );
        }
    }
}
