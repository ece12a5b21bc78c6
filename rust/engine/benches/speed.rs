//! How fast random games are, on one core. `make bench` runs this beside the yardstick and under Valgrind.
//!
//! `speed time SECONDS` prints a JSON line for every game and number of players; `speed search GAME SECONDS SPEC` one with the
//! simulations a second that a search makes from the start; `speed count GAME PLAYERS GAMES` plays so many games untimed and
//! prints the number of decisions, for a count of instructions.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use merx_engine::bots::BotSpec;
use merx_engine::celtic::Celtic;
use merx_engine::game::{Game, State};
use merx_engine::mercurius::Mercurius;
use merx_engine::merkator::Merkator;
use merx_engine::playout::playout;
use merx_engine::rng::{Rng, Stream, derive_seed};
use merx_engine::setup::Setup;

fn main() {
    if cfg!(debug_assertions) {
        eprintln!("error: a debug build is not measured\nhint: cargo bench -p merx-engine --bench speed");
        std::process::exit(2);
    }
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => time(Duration::from_secs(1)),
        ["time", seconds] => time(Duration::from_secs_f64(seconds.parse().expect("a number of seconds"))),
        ["search", game, seconds, spec] => {
            let length = Duration::from_secs_f64(seconds.parse().expect("a number of seconds"));
            let spec: BotSpec = spec.parse().unwrap_or_else(|error| panic!("{error}"));
            match *game {
                Mercurius::NAME => search::<Mercurius>(length, &spec),
                Celtic::NAME => search::<Celtic>(length, &spec),
                Merkator::NAME => search::<Merkator>(length, &spec),
                other => panic!("no game {other}"),
            }
        }
        ["count", game, players, games] => {
            let (players, games) = (players.parse().expect("players"), games.parse().expect("games"));
            match *game {
                Mercurius::NAME => println!("{}", play::<Mercurius>(players, 0..games).0),
                Celtic::NAME => println!("{}", play::<Celtic>(players, 0..games).0),
                Merkator::NAME => println!("{}", play::<Merkator>(players, 0..games).0),
                other => panic!("no game {other}"),
            }
        }
        _ => panic!("speed time SECONDS | speed search GAME SECONDS SPEC | speed count GAME PLAYERS GAMES"),
    }
}

fn time(length: Duration) {
    measure::<Mercurius>(length);
    measure::<Celtic>(length);
    measure::<Merkator>(length);
}

/// Searches from the start of a game with four players.
fn search<G: Game>(length: Duration, spec: &BotSpec) {
    let state = Setup::<G>::standard(4).new_initial_state(1);
    let observation = state.observation(state.current_player().expect("a game begins"));
    let mut bot = spec.make::<G>(Rng::for_stream(1, Stream::Bot(0)));
    let (start, go) = (Instant::now(), AtomicBool::new(false));
    let mut simulations = 0;
    while start.elapsed() < length {
        let search = bot.search().expect("a bot that searches");
        simulations += search.analyse(&observation, &go).expect("nobody stops it").simulations;
    }
    println!(
        r#"{{"game": "{}", "bot": "{spec}", "simulations_per_second": {:.0}}}"#,
        G::NAME,
        simulations as f64 / start.elapsed().as_secs_f64()
    );
}

fn measure<G: Game>(length: Duration) {
    for &players in merx_engine::edition::Edition::<G>::standard().players() {
        let start = Instant::now();
        let (mut games, mut decisions, mut checksum) = (0, 0, 0);
        while start.elapsed() < length {
            let (more, sum) = play::<G>(players, games..games + 100);
            games += 100;
            decisions += more;
            checksum += sum;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            r#"{{"game": "{}", "players": {players}, "games_per_second": {:.0}, "decisions_per_second": {:.0}, "decisions_per_game": {}, "state_bytes": {}, "copy_ns": {:.1}, "checksum": {checksum}}}"#,
            G::NAME,
            games as f64 / seconds,
            decisions as f64 / seconds,
            decisions / games,
            size_of::<G::State>(),
            copy_nanoseconds::<G>(players),
        );
    }
}

/// Plays random games; the number of decisions, and a sum of scores that keeps the work from being left out.
fn play<G: Game>(players: usize, games: std::ops::Range<u64>) -> (u64, i64) {
    let setup = Setup::<G>::standard(players);
    let mut rng = Rng::for_stream(games.start, Stream::Playout);
    let (mut decisions, mut sum) = (0, 0);
    for game in games {
        let mut state = setup.new_initial_state(derive_seed(42, game));
        decisions += playout(&mut state, &mut rng) as u64;
        sum += i64::from(state.scores()[0]);
    }
    (decisions, sum)
}

fn copy_nanoseconds<G: Game>(players: usize) -> f64 {
    const COPIES: u32 = 2_000_000;
    let state = Setup::<G>::standard(players).new_initial_state(0);
    let start = Instant::now();
    for _ in 0..COPIES {
        black_box(*black_box(&state));
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(COPIES)
}
