//! rules.md 2.2 and 2.3: travelling along.

use crate::kit::{Play, Scene, assert_illegal, assert_legal, standard};

/// Seat 1 moves from the goats, where everybody stands.
fn scene() -> Scene {
    let scene = Scene::late(4).active(1).pieces(1, &[("goats", 2)]).pieces(0, &[("goats", 1)]);
    scene.pieces(2, &[("goats", 3), ("tin", 1)]).pieces(3, &[("goats", 8)])
}

#[test]
fn r2_2_the_others_on_the_start_are_asked_in_seat_order_from_the_active_players_seat() {
    let mut play = scene().start();
    play.all(&["from goats", "to barley", "move 1"]);
    for seat in [2, 3, 0] {
        assert_eq!((play.phase().as_str(), play.state.current_player()), ("along", Some(seat)));
        assert_eq!(play.state.active_player(), Some(1), "it is still the active player's turn");
        play.play("along 0");
    }
    assert_eq!((play.phase().as_str(), play.state.current_player()), ("after", Some(1)));
}

#[test]
fn r2_2_each_decides_freely_with_how_many_of_the_pieces_there() {
    let mut play = scene().start();
    play.all(&["from goats", "to barley", "move 2"]);
    assert_legal(&play, &["along 0", "along 1", "along 2", "along 3"]);
    assert_illegal(&play, "along 4", "2.2");
    play.play("along 2");
    assert_eq!((play.pieces(2, "goats"), play.pieces(2, "barley")), (1, 2));
    assert_eq!(play.legal().len(), 9);
    play.play("along 8");
    assert_eq!((play.pieces(3, "goats"), play.pieces(3, "barley")), (0, 8));
    assert_legal(&play, &["along 0", "along 1"]);
    play.play("along 0");
    assert_eq!((play.pieces(0, "goats"), play.pieces(0, "barley")), (1, 0));
}

#[test]
fn r2_2_they_are_asked_once_the_pieces_have_moved() {
    let mut play = scene().start();
    play.all(&["from goats", "to barley", "move 2"]);
    assert_eq!((play.pieces(1, "goats"), play.pieces(1, "barley")), (0, 2));
    let seen = play.state.observation(2).unwrap().to_json();
    assert_eq!(seen["seats"][1]["pieces"]["barley"], 2, "and see it");
}

#[test]
fn r2_2_each_sees_the_earlier_answers() {
    let mut play = scene().start();
    play.all(&["from goats", "to barley", "move 2", "along 3"]);
    assert_eq!(play.state.observation(3).unwrap().to_json()["seats"][2]["pieces"]["barley"], 3);
}

#[test]
fn r2_2_only_pieces_on_the_start_may_join() {
    // Seat 0 stands on the destination and between, seat 2 elsewhere.
    let scene = Scene::late(3).pieces(0, &[("spindle", 1)]).pieces(1, &[("axe", 1), ("goats", 2)]);
    let mut play = scene.pieces(2, &[("fish", 1)]).start();
    play.all(&["from spindle", "to goats"]);
    assert_eq!(play.phase(), "after");
}

#[test]
fn r2_2_who_has_no_piece_there_is_not_asked() {
    let scene = Scene::late(4).pieces(0, &[("goats", 1)]).pieces(1, &[("fish", 8)]).pieces(2, &[("goats", 1)]);
    let mut play = scene.start();
    play.all(&["from goats", "to barley"]);
    assert_eq!(play.state.current_player(), Some(2));
    play.play("along 1");
    assert_eq!((play.phase().as_str(), play.state.current_player()), ("after", Some(0)));
}

#[test]
fn r2_2_the_village_is_a_start_like_any_other() {
    let mut play = Play::deal(standard(3), 2);
    play.all(&["from village", "to spear", "move 4", "along 8", "along 3"]);
    assert_eq!([0, 1, 2].map(|seat| play.pieces(seat, "spear")), [4, 8, 3]);
}

#[test]
fn r2_2_the_active_player_is_not_asked_for_the_pieces_left_behind() {
    let mut play = Scene::late(2).pieces(0, &[("goats", 5)]).pieces(1, &[("goats", 1)]).start();
    play.all(&["from goats", "to fish", "move 2", "along 1"]);
    assert_eq!((play.phase().as_str(), play.pieces(0, "goats")), ("after", 3));
}

#[test]
fn r2_3_travelling_along_is_movement_only() {
    // Seat 1 comes to the wine, and to the second place of a goal.
    let scene = Scene::late(2).pieces(0, &[("cheese", 1)]).pieces(1, &[("cheese", 1), ("wine", 1), ("axe", 1)]);
    let mut play = scene.start();
    play.all(&["from cheese", "to wine"]);
    assert_legal(&play, &["along 0", "along 1"]);
    assert_illegal(&play, "take wine", "4.1");
    assert_illegal(&play, "end turn", "2");
    play.play("along 1");
    assert_eq!(play.state.current_player(), Some(0));
    assert_eq!((play.goods(1, "wine"), play.pieces(1, "wine")), (0, 2));
    play.play("end turn");
    assert_eq!(play.legal_after("take"), ["wine"]);
}

#[test]
fn r2_2_an_answer_of_none_is_asked_even_of_one_who_would_gain_nothing() {
    let mut play = Scene::late(2).pieces(0, &[("goats", 1)]).pieces(1, &[("goats", 1)]).start();
    play.all(&["from goats", "to barley"]);
    assert_legal(&play, &["along 0", "along 1"]);
}
