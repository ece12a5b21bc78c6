//! rules.md 5.3 with `final_collect`: the others fulfil and take once more.

use serde_json::json;

use crate::kit::{Play, Scene, assert_illegal, assert_legal, collecting, numbers};

const FOUR: [&str; 4] = ["pigs+fish_trap", "mushrooms+barley", "jug+pottery_kiln", "necklace+spear"];

/// Seat 1 of three calls the end by its fifth goal.
fn called(scene: Scene) -> Play {
    let scene = scene.active(1).fulfilled(1, &FOUR).hand(1, &["axe+millet"]).pieces(1, &[("axe", 1), ("millet", 1)]);
    let mut play = scene.start();
    play.play("fulfil axe+millet").pass();
    play
}

#[test]
fn r5_3_the_others_collect_in_seat_order_from_the_seat_after_the_active_players() {
    let mut play = called(Scene::of(collecting(3)));
    for seat in [2, 0] {
        assert_eq!((play.phase().as_str(), play.state.current_player()), ("collect", Some(seat)));
        assert_eq!((play.state.active_player(), play.at("/turn")), (Some(1), json!(91)));
        assert_legal(&play, &["end turn"]);
        play.play("end turn");
    }
    assert!(play.state.is_terminal());
}

#[test]
fn r5_3_they_fulfil_and_take_goals_before_goods_in_the_order_of_the_table() {
    let on = [("flax", 1), ("cauldron", 1), ("tin", 2), ("wine", 1)];
    let mut play = called(Scene::of(collecting(3)).pieces(2, &on).hand(2, &["flax+cauldron"]));
    assert_legal(&play, &["fulfil flax+cauldron", "take tin", "take wine", "end turn"]);
    let mut other = play.clone();
    other.play("take tin");
    assert_illegal(&other, "fulfil flax+cauldron", "2");
    play.all(&["fulfil flax+cauldron", "take tin", "take wine"]);
    assert_illegal(&play, "take tin", "2");
    assert_eq!(play.at("/taken"), "wine");
    play.play("end turn");
    assert_eq!((play.at("/taken"), play.state.current_player()), (json!(null), Some(0)));
    assert_eq!((play.goods(2, "tin"), play.goods(2, "wine")), (1, 1));
}

#[test]
fn r5_3_no_move_no_new_goals_and_no_announcement() {
    let on = [("flax", 1), ("cauldron", 1)];
    let scene = Scene::of(collecting(3)).pieces(2, &on).hand(2, &["flax+cauldron"]).all_goods_but(2, &[]);
    let mut play = called(scene);
    let deck = numbers(&play.at("/deck"));
    play.play("fulfil flax+cauldron");
    assert_eq!(numbers(&play.at("/deck")), deck);
    assert_eq!(numbers(&play.at("/seats/2/goals")).len(), 1);
    assert_illegal(&play, "announce", "5.2");
    assert_illegal(&play, "from village", "2.1");
    assert_legal(&play, &["end turn"]);
}

#[test]
fn r5_3_after_an_announcement_too() {
    let scene = Scene::of(collecting(2)).all_goods_but(0, &[]).pieces(1, &[("tin", 1)]);
    let mut play = scene.start();
    play.all(&["from village", "to cows", "move 1"]).alone().play("announce");
    assert_eq!((play.phase().as_str(), play.state.current_player()), ("collect", Some(1)));
    play.all(&["take tin", "end turn"]);
    assert!(play.state.is_terminal());
    assert_eq!(play.state.scores().as_slice(), [28, 1]);
}

#[test]
fn r5_3_not_after_an_end_by_the_turn_limit() {
    let mut play = Scene::of(collecting(2)).turn(99).pieces(0, &[("tin", 1)]).start();
    play.pass();
    assert!(play.state.is_terminal());
}

#[test]
fn r5_3_the_fifth_goal_in_the_very_last_turn_is_an_end_by_5_1() {
    let scene = Scene::of(collecting(2)).turn(99).fulfilled(1, &FOUR).hand(1, &["axe+millet"]);
    let mut play = scene.pieces(1, &[("axe", 1), ("millet", 1)]).start();
    play.play("fulfil axe+millet").pass();
    assert_eq!(play.phase(), "collect");
}

#[test]
fn r5_3_a_fifth_goal_in_the_last_collection_calls_nothing_anew() {
    let on = [("flax", 1), ("cauldron", 1)];
    let done = ["cows+fish+sheep", "milk_pails+pear_trees", "blackberries+goats", "dugout_canoe+sickle"];
    let scene = Scene::of(collecting(3)).pieces(2, &on).fulfilled(2, &done).hand(2, &["flax+cauldron"]);
    let mut play = called(scene);
    play.all(&["fulfil flax+cauldron", "end turn"]);
    assert_eq!(play.state.current_player(), Some(0));
    play.play("end turn");
    assert!(play.state.is_terminal());
}
