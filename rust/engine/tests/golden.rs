//! Golden files under `seeds/<game>/golden/`: perft counts, which show a wrong rule as a wrong number, and transcripts of
//! random games, which show a reviewer what a change does. `make golden` writes them anew.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use merx_engine::registry::{AnyGame, AnySetup, GAMES};
use merx_engine::rng::{Rng, Stream};

/// What is counted: game, players, seed, random decisions played first, depth.
const PERFT: &[(&str, usize, u64, usize, u32)] = &[
    ("mercurius", 3, 1, 0, 6),
    ("mercurius", 3, 2, 60, 7),
    ("mercurius", 3, 3, 155, 7),
    ("mercurius", 3, 4, 177, 9),
    ("mercurius", 4, 5, 20, 7),
    ("mercurius", 4, 6, 35, 7),
    ("mercurius", 4, 7, 138, 7),
    ("mercurius", 4, 8, 160, 7),
    ("mercurius", 5, 9, 1, 7),
    ("mercurius", 5, 10, 50, 7),
    ("mercurius", 5, 11, 124, 7),
    ("mercurius", 5, 12, 157, 9),
    ("celtic", 2, 1, 0, 9),
    ("celtic", 2, 2, 60, 11),
    ("celtic", 2, 3, 200, 10),
    ("celtic", 2, 4, 330, 10),
    ("celtic", 3, 5, 1, 8),
    ("celtic", 3, 6, 90, 11),
    ("celtic", 3, 7, 300, 10),
    ("celtic", 3, 8, 560, 12),
    ("celtic", 4, 9, 0, 9),
    ("celtic", 4, 10, 120, 10),
    ("celtic", 4, 11, 500, 10),
    ("celtic", 4, 12, 800, 11),
    ("merkator", 2, 1, 0, 6),
    ("merkator", 2, 2, 40, 8),
    ("merkator", 2, 3, 80, 8),
    ("merkator", 3, 4, 1, 6),
    ("merkator", 3, 5, 100, 9),
    ("merkator", 3, 6, 160, 8),
    ("merkator", 4, 7, 30, 6),
    ("merkator", 4, 8, 200, 9),
    ("merkator", 5, 9, 10, 6),
    ("merkator", 5, 10, 250, 9),
];

/// The seed of the transcripts.
const SEED: u64 = 7;

const REGENERATE: &str = "if the change is meant, run `make golden` and let a reviewer read the difference";

fn folder(game: &dyn AnyGame) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../seeds").join(game.name()).join("golden")
}

/// Compares a file with what it should be, or writes it if `MERX_GOLDEN=write` is set.
fn check(path: &Path, contents: &str) {
    if env::var("MERX_GOLDEN").is_ok_and(|mode| mode == "write") {
        fs::create_dir_all(path.parent().expect("a file in a folder")).unwrap();
        fs::write(path, contents).unwrap();
        return;
    }
    let path_shown = path.display();
    let kept = fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{path_shown}: {error}; run `make golden` to write it, and commit it"));
    if let Some(difference) = first_difference(&kept, contents) {
        panic!("{path_shown}: {difference}\n{REGENERATE}");
    }
}

/// The first line in which two texts differ.
fn first_difference(kept: &str, now: &str) -> Option<String> {
    if kept == now {
        return None;
    }
    let (mut kept, mut now) = (kept.split('\n'), now.split('\n'));
    for number in 1.. {
        let (one, other) = (kept.next(), now.next());
        if one != other {
            let show = |line: Option<&str>| line.map_or("nothing".to_owned(), |line| format!("{line:?}"));
            return Some(format!("line {number} is {}, and now {}", show(one), show(other)));
        }
    }
    unreachable!("different texts have a different line")
}

fn perft_line(setup: &dyn AnySetup, seed: u64, played: usize, depth: u32) -> String {
    let mut rng = Rng::for_stream(seed, Stream::Playout);
    let mut state = setup.new_initial_state(seed);
    assert_eq!(state.advance(played, &mut rng), played, "the game is longer than what is played first");
    let nodes = state.perft(depth, &AtomicBool::new(false)).unwrap();
    format!("{:>7} {seed:>4} {played:>6} {depth:>5} {nodes:>11}", setup.players())
}

#[test]
fn perft_counts_are_those_of_the_golden_files() {
    for game in GAMES {
        let mut text = String::from(
            "# The number of sequences of `depth` legal actions in the standard edition: deal `seed`, make `played` random\n\
             # decisions (Stream::Playout of the seed), count. Checked by rust/engine/tests/golden.rs; `make golden` writes\n\
             # it anew. `merx perft --after PLAYED --divide` shows the counts of each first action.\n\
             # players seed played depth       nodes\n",
        );
        for (_, players, seed, played, depth) in PERFT.iter().filter(|(name, ..)| *name == game.name()) {
            let setup = game.setup("standard", *players).unwrap();
            writeln!(text, "{}", perft_line(&*setup, *seed, *played, *depth)).unwrap();
        }
        assert!(text.lines().count() > 4, "nothing is counted for {}", game.name());
        check(&folder(*game).join("perft.txt"), &text);
    }
}

#[test]
fn transcripts_are_those_of_the_golden_files() {
    for game in GAMES {
        for (name, edition, players) in transcripts(*game) {
            let setup = game.setup(edition, players).unwrap();
            check(&folder(*game).join(name), &setup.transcript(SEED));
        }
    }
}

/// File, edition and number of players of every transcript of a game.
fn transcripts(game: &dyn AnyGame) -> Vec<(String, &'static str, usize)> {
    let of = |edition: &'static str| {
        let start = if edition == "standard" { String::new() } else { format!("{edition}-") };
        let players = game.edition(edition).unwrap().players.into_iter();
        players.map(move |n| (format!("{start}{n}-players.txt"), edition, n))
    };
    game.editions().into_iter().flat_map(of).collect()
}

#[test]
fn a_difference_is_told_by_its_first_line() {
    assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
    assert_eq!(first_difference("a\nb\n", "a\nc\n").as_deref(), Some(r#"line 2 is "b", and now "c""#));
    assert_eq!(first_difference("a\n", "a\nb\n").as_deref(), Some(r#"line 2 is "", and now "b""#));
    assert_eq!(first_difference("a\nb", "a").as_deref(), Some(r#"line 2 is "b", and now nothing"#));
    assert_eq!(first_difference("a\n", "a").as_deref(), Some(r#"line 2 is "", and now nothing"#));
}

#[test]
fn no_file_lies_in_the_golden_folder_that_no_test_reads() {
    for game in GAMES {
        let mut known: Vec<String> = transcripts(*game).into_iter().map(|(name, ..)| name).collect();
        known.push("perft.txt".to_owned());
        let Ok(entries) = fs::read_dir(folder(*game)) else { continue };
        for entry in entries {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(known.contains(&name) || name.starts_with('.'), "{name} is read by nothing");
        }
    }
}
