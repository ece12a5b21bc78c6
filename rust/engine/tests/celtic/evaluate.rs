//! The greedy bot: it plays goals and goods sensibly.

use std::sync::atomic::AtomicBool;

use merx_engine::bots::BotSpec;
use merx_engine::celtic::Celtic;
use merx_engine::record::Record;
use merx_engine::registry::AnyState;
use merx_engine::rng::Rng;
use merx_engine::setup::Setup;

use crate::kit::{Play, Scene};

/// What greedy does in a position.
fn choice(play: &Play) -> String {
    let player = play.state.current_player().unwrap();
    let observation = play.state.observation(player).unwrap();
    let mut bot = observation.make_bot(&"greedy".parse::<BotSpec>().unwrap(), Rng::new(1));
    let action =
        bot.choose(&*observation, &AtomicBool::new(false)).expect("its player decides").expect("nobody stops it");
    play.setup.action_to_string(action).unwrap()
}

fn games(specs: &[&str], games: u64) -> Vec<(Record, usize)> {
    let specs: Vec<BotSpec> = specs.iter().map(|spec| spec.parse().unwrap()).collect();
    let setup = Setup::<Celtic>::standard(specs.len());
    (0..games)
        .map(|seed| {
            let record = Record::play(setup, seed, &specs, &AtomicBool::new(false)).unwrap();
            let turns = record.actions.iter().filter(|text| text.starts_with("from ")).count();
            (record, turns)
        })
        .collect()
}

#[test]
fn against_three_random_players_greedy_wins_at_least_95_of_100_and_its_games_end_within_40_turns_a_player() {
    let games = games(&["greedy", "random", "random", "random"], 100);
    let wins = games.iter().filter(|(record, _)| {
        record.ranks == [1, 2, 3, 4] || record.ranks[0] == 1 && record.ranks[1..].iter().all(|r| *r > 1)
    });
    assert!(wins.count() >= 95);
    assert!(games.iter().all(|(_, turns)| turns.div_ceil(4) <= 40));
}

#[test]
fn among_its_like_games_end_within_40_turns_a_player() {
    for players in 2..=4 {
        let games = games(&vec!["greedy"; players], 20);
        assert!(games.iter().all(|(_, turns)| turns.div_ceil(players) <= 40));
    }
}

#[test]
fn a_goal_at_hand_is_shown_and_a_good_at_hand_is_taken() {
    let on = [("axe", 1), ("millet", 1), ("tin", 1)];
    let mut play = Scene::late(2).hand(0, &["axe+millet"]).pieces(0, &on).start();
    assert_eq!(choice(&play), "fulfil axe+millet");
    play.play("fulfil axe+millet");
    assert_eq!(choice(&play), "take tin");
}

#[test]
fn a_piece_next_to_the_last_place_of_a_goal_steps_onto_it() {
    let mut play =
        Scene::late(2).hand(0, &["axe+millet", "cows+fish+sheep"]).pieces(0, &[("axe", 1), ("geese", 1)]).start();
    for step in ["from geese", "to millet", "fulfil axe+millet"] {
        assert_eq!(choice(&play), step);
        play.play(step);
    }
}

#[test]
fn a_game_that_is_won_is_ended_and_one_that_would_be_lost_is_not() {
    let at_announce = |scene: Scene| {
        let mut play = scene.all_goods_but(0, &[]).start();
        play.all(&["from village", "to cows", "move 1"]).alone();
        choice(&play)
    };
    assert_eq!(at_announce(Scene::late(2)), "announce");
    let behind = Scene::late(2).fulfilled(1, &["pigs+fish_trap", "cows+fish+sheep"]);
    assert_ne!(at_announce(behind), "announce");
}

#[test]
fn a_player_is_judged_without_the_goals_of_others() {
    let play = Scene::late(3).pieces(0, &[("cows", 2)]).pieces(1, &[("axe", 1)]).start();
    let mut rng = Rng::new(2);
    for player in 0..3 {
        for _ in 0..20 {
            let sample: Box<dyn AnyState> = play.state.observation(player).unwrap().sample_state(&mut rng);
            assert_eq!(sample.evaluate(player).to_bits(), play.state.evaluate(player).to_bits());
        }
    }
}
