//! rules.md 5.2: the announcement.

use crate::kit::{GOODS, Scene, assert_illegal};

#[test]
fn r5_2_with_a_card_of_each_kind_the_game_ends_at_once() {
    let mut play = Scene::late(3).active(1).all_goods_but(1, &[]).start();
    play.all(&["from village", "to cows", "move 1"]).alone();
    assert!(play.offers("announce"));
    play.play("announce");
    assert!(play.state.is_terminal());
    assert_eq!(play.state.active_player(), None);
    assert_eq!(play.at("/turn"), 91, "the last turn's number");
    assert_eq!(play.state.scores()[1], 28, "1 + 2 + ... + 7");
}

#[test]
fn r5_2_any_missing_kind_forbids_it() {
    for good in GOODS {
        let mut play = Scene::late(2).all_goods_but(0, &[good]).start();
        play.all(&["from village", "to cows", "move 1"]).alone();
        assert_illegal(&play, "announce", "5.2");
    }
}

#[test]
fn r5_2_only_from_the_move_on_even_with_the_kinds_complete_before_it() {
    let mut play = Scene::late(2).all_goods_but(0, &[]).start();
    assert_illegal(&play, "announce", "5.2");
    play.play("from village");
    assert_illegal(&play, "announce", "5.2");
    play.play("to cows");
    assert_illegal(&play, "announce", "5.2");
    play.play("move 1");
    assert_illegal(&play, "announce", "5.2");
    play.play("along 0");
    assert!(play.offers("announce"));
}

#[test]
fn r5_2_the_card_that_completes_the_kinds_may_be_taken_just_before() {
    let mut play = Scene::late(2).all_goods_but(0, &["wine"]).pieces(0, &[("cheese", 1)]).start();
    play.all(&["from cheese", "to wine"]);
    assert_illegal(&play, "announce", "5.2");
    play.all(&["take wine", "announce"]);
    assert!(play.state.is_terminal());
}

#[test]
fn r5_2_the_rest_of_the_turn_is_lost() {
    let scene = Scene::late(2).all_goods_but(0, &[]).hand(0, &["axe+millet"]);
    let mut play = scene.pieces(0, &[("axe", 1), ("millet", 1), ("tin", 1)]).start();
    play.all(&["from village", "to cows", "move 1"]).alone().play("announce");
    assert_eq!((play.goods(0, "tin"), play.state.scores()[0]), (1, 28));
}

#[test]
fn r5_2_it_may_be_put_off_to_a_later_own_turn() {
    let mut play = Scene::late(2).all_goods_but(0, &[]).start();
    play.pass().pass();
    play.all(&["from village", "to cows", "move 1"]).alone().play("announce");
    assert!(play.state.is_terminal());
}

#[test]
fn r5_2_others_can_not_announce_in_it() {
    let mut play = Scene::late(2).all_goods_but(1, &[]).start();
    play.all(&["from village", "to cows", "move 1"]);
    assert_illegal(&play, "announce", "5.2");
    play.alone();
    assert_illegal(&play, "announce", "5.2");
}
