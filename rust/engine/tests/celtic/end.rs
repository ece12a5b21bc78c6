//! rules.md 5: the end of the game.

use serde_json::json;

use crate::kit::{Play, Scene, assert_legal, standard, with_setup};

const FOUR: [&str; 4] = ["pigs+fish_trap", "mushrooms+barley", "jug+pottery_kiln", "necklace+spear"];

/// Seat `seat` of three can fulfil its fifth goal.
fn fifth(seat: usize) -> Scene {
    Scene::late(3)
        .active(seat)
        .fulfilled(seat, &FOUR)
        .hand(seat, &["axe+millet"])
        .pieces(seat, &[("axe", 1), ("millet", 1)])
}

#[test]
fn r5_1_the_fifth_goal_ends_the_game_at_the_end_of_the_turn_without_finishing_the_round() {
    for seat in 0..3 {
        let mut play = fifth(seat).start();
        play.all(&["from village", "to cows", "move 1"]).alone().play("fulfil axe+millet");
        assert!(!play.state.is_terminal());
        play.play("end turn");
        assert!(play.state.is_terminal());
        assert_eq!((play.phase().as_str(), play.at("/turn")), ("end", json!(90 + seat)));
        assert_eq!((play.at("/active_player"), play.at("/current_player")), (json!(null), json!(null)));
    }
}

#[test]
fn r5_1_fulfilled_before_the_move_the_turn_goes_on_as_usual() {
    let mut play = fifth(0).pieces(0, &[("axe", 1), ("millet", 1), ("cheese", 1)]).start();
    play.play("fulfil axe+millet");
    assert_eq!(play.at("/seats/0/goals"), json!([]), "nothing is drawn");
    assert_legal(&play, &["from village", "from cheese"]);
    play.all(&["from village", "to cows", "move 2"]);
    assert_eq!(play.phase(), "along");
    play.all(&["along 3", "along 0"]);
    assert_eq!(play.pieces(1, "cows"), 3);
    assert_legal(&play, &["end turn"]);
    play.play("end turn");
    assert!(play.state.is_terminal());
}

#[test]
fn r5_1_four_goals_do_not_end_it() {
    let mut play = Scene::late(2).fulfilled(0, &FOUR).start();
    play.pass();
    assert_eq!((play.phase().as_str(), play.state.active_player()), ("before", Some(1)));
}

#[test]
fn r5_3_nobody_else_acts_after_that() {
    let mut play = fifth(0).pieces(1, &[("tin", 4)]).start();
    play.play("fulfil axe+millet").pass();
    assert!(play.state.is_terminal() && play.legal().is_empty());
    assert_eq!((play.goods(1, "tin"), play.pieces(1, "tin")), (0, 4));
}

#[test]
fn r5_4_after_the_last_seats_turn_number_fifty_the_game_stops() {
    for players in [2, 3, 4] {
        let mut play = Scene::late(players).turn(50 * players - 2).start();
        play.pass();
        assert!(!play.state.is_terminal());
        play.pass();
        assert!(play.state.is_terminal());
        assert_eq!(play.at("/turn"), json!(50 * players - 1));
    }
}

#[test]
fn r5_4_it_is_scored_as_it_stands() {
    let scene = Scene::late(2).turn(99).fulfilled(0, &["axe+millet"]).goods(1, &[("tin", 2), ("wine", 1)]);
    let mut play = scene.start();
    play.pass();
    assert_eq!(play.state.scores().as_slice(), [15, 1 + 2]);
}

#[test]
fn r5_4_the_limit_is_the_editions() {
    let mut play = Play::deal(with_setup("turn_limit = 2", 3), 1);
    for _ in 0..6 {
        assert!(!play.state.is_terminal());
        play.pass();
    }
    assert!(play.state.is_terminal());
}

#[test]
fn another_number_of_goals_ends_it_in_another_edition() {
    let toml = "[edition]\ngame = \"celtic\"\nextends = \"standard\"\nname = \"own\"\n[setup]\ngoals_to_end = 2\n[scoring]\ncap_per_kind = [1, 2, 3]\n";
    let scene = Scene::of(crate::kit::edition(toml, 2)).fulfilled(0, &["flax+cauldron"]).hand(0, &["axe+millet"]);
    let mut play = scene.pieces(0, &[("axe", 1), ("millet", 1)]).start();
    assert_eq!(play.at("/seats/0/goals").as_array().unwrap().len(), 1);
    play.play("fulfil axe+millet").pass();
    assert!(play.state.is_terminal());
}

#[test]
fn a_game_that_is_over_refuses_every_action_with_a_sentence() {
    let mut play = Scene::late(2).turn(99).start();
    play.pass();
    for text in ["end turn", "from village", "along 0", "announce"] {
        let error = play.try_play(text).unwrap_err();
        assert_eq!((error.reason.as_str(), error.rule), ("the game is over", ""));
    }
    assert_eq!(standard(2).max_game_length(), 100 * 21 + 10);
}
