//! Joining (rules.md 3.4).

use crate::kit::{Scene, assert_legal};
use serde_json::json;

fn after_fulfilling(scene: Scene, place: &str) -> crate::kit::Play {
    let mut play = scene.figure(place).phase("fulfilling").left(6).start();
    play.play("end fulfilling");
    play
}

#[test]
fn who_can_pay_is_asked_one_after_the_other_beginning_after_the_active_player() {
    let scene = Scene::new(4).turn(17).time(0, 1).time(2, 1).time(3, 1);
    let mut play = after_fulfilling(scene, "hamburg");
    for player in [2, 3, 0] {
        assert_eq!((play.phase().as_str(), play.at("/current_player")), ("joining", json!(player)));
        assert_legal(&play, &["join", "stay"]);
        play.play("stay");
    }
    assert_eq!(
        (play.phase().as_str(), play.at("/turn"), play.at("/active_player")),
        ("investing", json!(18), json!(2))
    );
}

#[test]
fn joining_costs_one_at_a_major_place_and_two_at_a_minor_one_and_goes_to_the_active_player() {
    for (place, cost) in [("hamburg", 1), ("denmark", 2)] {
        let mut play = after_fulfilling(Scene::new(2).time(1, 2), place);
        play.play("join");
        assert_eq!((play.time(0), play.time(1), play.phase().as_str()), (cost, 2 - cost, "fulfilling"));
        assert_eq!(play.at("/current_player"), json!(1));
    }
    let play = after_fulfilling(Scene::new(2).time(1, 1), "denmark");
    assert_eq!(play.phase(), "investing");
}

#[test]
fn who_joins_gets_one_cube_for_a_bonus_card_and_takes_no_cubes_and_refills_nothing() {
    let scene = Scene::new(2).time(1, 2).bonus(1, &["denmark+ham", "denmark+plums", "russia+fabric"]);
    let mut play = after_fulfilling(scene, "denmark");
    let cubes = play.at("/cubes");
    play.play("join");
    assert_eq!(["ham", "plums", "fabric"].map(|good| play.room(1, good)), [1, 1, 0]);
    assert_eq!(play.at("/cubes"), cubes);
}

#[test]
fn who_joins_fulfils_unloads_and_exchanges_before_the_next_is_asked() {
    // sweden3: 2 citrus, 1 calfskin.
    let scene = Scene::new(3).time(1, 5).time(2, 1).contracts(1, &["sweden3"]).tile(1, &[("orange", 1)]);
    let mut play = after_fulfilling(scene.rooms(1, &[("citrus", 1), ("grain", 4)]), "sweden");
    play.all(&["join", "unload calfskin", "fulfil sweden3"]);
    assert_eq!((play.phase().as_str(), play.at("/current_player")), ("exchanging", json!(1)));
    assert_legal(&play, &["exchange grain", "exchange time"]);
    play.all(&["exchange time", "end fulfilling"]);
    assert_eq!((play.time(1), play.phase().as_str(), play.at("/current_player")), (0, "joining", json!(2)));
}

#[test]
fn what_was_fulfilled_in_the_own_turn_may_be_fulfilled_again_when_joining_in_the_next() {
    let scene = Scene::new(2).time(0, 1).contracts(0, &["sweden3"]).all_rooms(0, 9).cubes("sweden", 0);
    let mut play = scene.figure("sweden").phase("fulfilling").left(12).start();
    play.all(&["fulfil sweden3", "end fulfilling", "end investing", "go sweden", "end fulfilling", "join"]);
    assert!(play.offers("fulfil sweden3"));
}

#[test]
fn the_active_player_joins_in_the_next_turn_with_the_marker_just_received() {
    let scene = Scene::new(2).time(1, 1).cubes("france", 0);
    let mut play = after_fulfilling(scene, "hamburg");
    play.all(&["join", "end fulfilling", "end investing", "go france", "end fulfilling"]);
    assert_eq!((play.phase().as_str(), play.at("/current_player"), play.time(0)), ("joining", json!(0), 1));
    play.play("join");
    assert_eq!((play.time(0), play.time(1)), (0, 1));
}

#[test]
fn one_who_joins_triggers_the_end_and_the_turns_follow_after_the_active_player() {
    let scene = Scene::new(3).time(2, 1).contracts(2, &["hamburg10"]).all_rooms(2, 9);
    let mut play = after_fulfilling(scene, "hamburg");
    play.all(&["join", "fulfil hamburg10"]);
    assert_eq!(play.at("/last_turn"), json!(15));
    play.play("end fulfilling");
    for turn in 13..=15 {
        assert_eq!((play.phase().as_str(), play.at("/turn")), ("investing", json!(turn)));
        play.all(&["end investing", "go russia"]);
        if play.phase() == "storing" {
            play.play("store 1");
        }
        play.play("end fulfilling");
        while play.phase() == "joining" {
            play.play("stay");
        }
    }
    assert_eq!((play.phase().as_str(), play.at("/turn")), ("end", json!(15)));
}
