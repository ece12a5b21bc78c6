//! The greedy bot plays sensibly by the evaluation.

use std::sync::atomic::AtomicBool;

use merx_engine::record::Record;
use merx_engine::registry::find_game;

/// Games of one greedy bot, in a changing seat, against random ones: how often it is first, alone or shared, and its mean score.
fn against_random(edition: &str, players: usize, games: u64) -> (u64, f64, f64, f64) {
    let setup = find_game("merkator").unwrap().setup(edition, players).unwrap();
    let job = |seed: u64| {
        let seat = seed as usize % players;
        let specs = (0..players).map(|i| if i == seat { "greedy" } else { "random" }.parse().unwrap());
        (seed, specs.collect::<Vec<_>>())
    };
    let jobs: Vec<_> = (0..games).map(job).collect();
    let records = setup.play_many(&jobs, 1, &AtomicBool::new(false)).unwrap();
    let (mut won, mut own, mut others, mut decisions) = (0, 0.0, 0.0, 0);
    for (seed, line) in (0..).zip(records) {
        let record = Record::parse(&line).unwrap();
        let seat = seed as usize % players;
        won += u64::from(record.ranks[seat] == 1);
        own += f64::from(record.scores[seat]);
        others += f64::from(record.scores.iter().sum::<i32>() - record.scores[seat]);
        decisions += record.actions.len();
    }
    let n = games as f64;
    (won, own / n, others / n / (players as f64 - 1.0).max(1.0), decisions as f64 / n)
}

#[test]
fn greedy_wins_95_of_100_four_player_games_against_random_players() {
    let (won, own, others, decisions) = against_random("standard", 4, 100);
    assert!(won >= 95, "{won} of 100, {own} to {others} points, {decisions} decisions");
}

/// The mean score of a bot in solo games on the seeds from 0 on.
fn solo_mean(bot: &str, games: u64) -> f64 {
    let setup = find_game("merkator").unwrap().setup("published", 1).unwrap();
    let jobs: Vec<_> = (0..games).map(|seed| (seed, vec![bot.parse().unwrap()])).collect();
    let records = setup.play_many(&jobs, 1, &AtomicBool::new(false)).unwrap();
    let scores = records.iter().map(|line| f64::from(Record::parse(line).unwrap().scores[0]));
    scores.sum::<f64>() / games as f64
}

#[test]
fn greedy_scores_more_than_random_in_the_solo_game() {
    let (greedy, random) = (solo_mean("greedy", 30), solo_mean("random", 30));
    assert!(greedy > random, "{greedy} to {random} points");
    assert!(greedy > 25.0, "{greedy}");
}
