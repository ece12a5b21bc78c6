//! rules.md 2: the first window of a turn.

use crate::kit::{Play, Scene, assert_illegal, assert_legal, standard};

#[test]
fn r2_a_turn_begins_with_goals_goods_and_the_start_of_the_move() {
    let scene = Scene::late(3).pieces(0, &[("cows", 1), ("fish", 1), ("sheep", 1), ("wine", 1), ("amber", 2)]);
    let play = scene.hand(0, &["cows+fish+sheep"]).start();
    assert_legal(
        &play,
        &[
            "fulfil cows+fish+sheep",
            "take amber",
            "take wine",
            "from village",
            "from cows",
            "from fish",
            "from sheep",
            "from amber",
            "from wine",
        ],
    );
}

#[test]
fn r2_nothing_need_be_fulfilled_or_taken() {
    let mut play = Scene::late(3).pieces(0, &[("tin", 3)]).start();
    play.all(&["from village", "to cows", "move 1"]).alone().play("end turn");
    assert_eq!((play.goods(0, "tin"), play.pieces(0, "tin")), (0, 3));
}

#[test]
fn r2_within_the_window_goals_come_before_goods() {
    let scene = Scene::late(3).pieces(0, &[("pigs", 1), ("fish_trap", 1), ("tin", 2)]).hand(0, &["pigs+fish_trap"]);
    let mut play = scene.start();
    assert!(play.offers("fulfil pigs+fish_trap"));
    play.play("take tin");
    assert_illegal(&play, "fulfil pigs+fish_trap", "2");
    play.all(&["from village", "to cows", "move 2"]).alone();
    assert!(play.offers("fulfil pigs+fish_trap"), "the second window begins anew");
}

#[test]
fn r2_goods_are_taken_in_the_order_of_the_table() {
    let mut play = Scene::late(3).pieces(0, &[("tin", 1), ("furs", 2), ("glass", 1)]).start();
    assert_eq!(play.legal_after("take"), ["tin", "furs", "glass"]);
    play.play("take furs");
    assert_eq!(play.legal_after("take"), ["furs", "glass"]);
    assert_illegal(&play, "take tin", "2");
    play.play("take furs");
    assert_eq!(play.legal_after("take"), ["glass"]);
    assert_eq!(play.at("/taken"), "furs");
    play.play("take glass");
    assert_eq!(play.legal_after("take"), [""; 0]);
    assert_illegal(&play, "take furs", "4.1");
}

#[test]
fn r2_the_start_of_the_move_ends_the_window() {
    let mut play =
        Scene::late(3).pieces(0, &[("tin", 2), ("pigs", 1), ("fish_trap", 1)]).hand(0, &["pigs+fish_trap"]).start();
    play.all(&["take tin", "from village"]);
    assert_eq!((play.phase().as_str(), play.at("/taken")), ("to", serde_json::Value::Null));
    assert_illegal(&play, "take tin", "4.1");
    assert_illegal(&play, "fulfil pigs+fish_trap", "3.1");
    assert_illegal(&play, "from village", "2.1");
}

#[test]
fn r2_the_turn_can_not_end_before_the_move() {
    let play = Play::deal(standard(2), 1);
    assert_illegal(&play, "end turn", "2");
    assert_illegal(&play, "announce", "5.2");
    assert_illegal(&play, "move 1", "2.1");
    assert_illegal(&play, "to cows", "2.1");
    assert_illegal(&play, "along 0", "2.2");
    assert_legal(&play, &["from village"]);
}
