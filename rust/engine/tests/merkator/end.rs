//! The end (rules.md 4).

use crate::kit::{Play, Scene, edition};
use serde_json::json;

/// Plays the turn out: to a place that asks nothing, alone.
fn turn(play: &mut Play) {
    play.all(&["end investing", "go denmark"]);
    while play.phase() != "investing" && play.phase() != "end" {
        let text = match play.phase().as_str() {
            "joining" => "stay".to_owned(),
            "fulfilling" => "end fulfilling".to_owned(),
            _ => play.legal()[0].clone(),
        };
        play.play(&text);
    }
}

#[test]
fn after_the_chart_is_empty_everybody_has_one_more_turn() {
    for players in 2..=5 {
        let mut play = Scene::new(players).left(1).letters(&["A"]).turn(4 * players + 1).start();
        turn(&mut play);
        for _ in 0..players {
            assert_eq!(play.phase(), "investing");
            turn(&mut play);
        }
        assert_eq!((play.phase().as_str(), play.at("/turn")), ("end", json!((5 * players + 1))));
    }
}

#[test]
fn the_end_is_called_as_soon_as_the_last_marker_is_taken_and_only_once() {
    let scene = Scene::new(2).left(1).letters(&["AA"]).phase("going").cubes("hamburg", 0);
    let mut play = scene.contracts(1, &["denmark10"]).all_rooms(1, 9).rooms(0, &[("ham", 2), ("livestock", 1)]).start();
    play.play("go hamburg");
    assert_eq!((play.phase().as_str(), play.at("/last_turn")), ("losing", json!(10)));
    play.play("lose ham");
    while play.phase() == "losing" {
        let text = play.legal()[0].clone();
        play.play(&text);
    }
    play.play("end fulfilling");
    while play.phase() == "joining" {
        play.play("stay");
    }
    play.all(&["end investing", "go denmark", "fulfil denmark10"]);
    assert_eq!(
        (play.contracts(1), play.at("/last_turn")),
        (vec!["denmark10".to_owned(), "peace".to_owned()], json!(10))
    );
}

#[test]
fn the_game_stops_after_the_turn_limit_even_among_the_last_turns() {
    let mut play = Scene::new(2).turn(199).start();
    turn(&mut play);
    assert_eq!(
        (play.phase().as_str(), play.at("/turn"), play.at("/last_turn")),
        ("end", json!(199), serde_json::Value::Null)
    );
    let scene = Scene::new(2).turn(199).left(0).set("/last_turn", json!(200));
    let mut play = scene.start();
    turn(&mut play);
    assert_eq!((play.phase().as_str(), play.at("/turn"), play.at("/last_turn")), ("end", json!(199), json!(200)));
}

#[test]
fn in_the_last_turns_the_15_coins_still_hold() {
    let scene = Scene::new(2).left(0).set("/last_turn", json!(9)).contracts(0, &["hamburg10", "danzig10"]).coins(0, 15);
    let mut play = scene.start();
    play.all(&["sell hamburg10", "end investing"]);
    assert_eq!(play.coins(0), 15);
}

#[test]
fn a_tie_is_broken_by_coins_then_by_time_markers_then_shared() {
    let end = |coins: [u16; 2], time: [u8; 2]| {
        let scene = Scene::new(2).turn(199).phase("end").left(6).contracts(0, &["hamburg3"]).contracts(1, &["danzig3"]);
        let scene = scene.coins(0, coins[0]).coins(1, coins[1]).time(0, time[0]).time(1, time[1]);
        scene.start().state.ranks().to_vec()
    };
    assert_eq!(end([1, 0], [0, 5]), [1, 2]);
    assert_eq!(end([2, 2], [0, 1]), [2, 1]);
    assert_eq!(end([2, 2], [1, 1]), [1, 1]);
}

#[test]
fn there_is_no_end_before_somebody_has_moved() {
    let play = edition("standard", 2).new_initial_state(3);
    assert!(play.to_json()["last_turn"].is_null());
}
