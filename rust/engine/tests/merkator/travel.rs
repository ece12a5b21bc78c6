//! Travelling up to the goods loss (rules.md 3.2.1 to 3.2.5, 3.2.7).

use crate::kit::{GOODS, MAJORS, Play, Scene, assert_illegal};
use serde_json::json;

fn going(scene: Scene) -> Play {
    scene.phase("going").start()
}

#[test]
fn the_present_place_counts_as_well_and_far_ones_must_be_paid() {
    let play = going(Scene::new(2));
    assert_eq!(play.legal_after("go").len(), 9);
    assert!(play.offers("go russia"));
    assert_illegal(&play, "go spain", "3.2.1");
    assert_eq!(going(Scene::new(2).time(0, 2)).legal_after("go").len(), 11);
    assert!(going(Scene::new(2).time(0, 3)).offers("go newfoundland"));
}

#[test]
fn payment_leaves_the_game() {
    for (place, cost) in [("spain", 1), ("italy", 2), ("newfoundland", 3)] {
        let mut play = going(Scene::new(2).time(0, 3).cubes("spain", 0));
        play.play(&format!("go {place}"));
        assert_eq!((play.time(0), play.time(1)), (3 - cost, 0), "{place}");
    }
}

#[test]
fn one_cube_goes_into_either_room() {
    for (store, first, second) in [("store 1", 1, 0), ("store 0", 0, 1)] {
        let mut play = going(Scene::new(2).cubes("england", 1));
        play.play("go england");
        assert_eq!(play.legal(), ["store 0", "store 1"]);
        play.play(store);
        assert_eq!((play.room(0, "fabric"), play.room(0, "coal"), play.cubes("england")), (first, second, 0));
    }
}

#[test]
fn two_cubes_go_one_into_each_room_unasked() {
    let mut play = going(Scene::new(2).cubes("england", 2));
    play.play("go england");
    assert_eq!((play.phase().as_str(), play.room(0, "fabric"), play.room(0, "coal")), ("fulfilling", 1, 1));
}

#[test]
fn of_three_and_of_forty_at_least_one_goes_into_each_room() {
    for cubes in [3, 40] {
        let mut play = going(Scene::new(2).cubes("england", cubes));
        play.play("go england");
        let numbers: Vec<String> = (1..cubes).map(|number| number.to_string()).collect();
        assert_eq!(play.legal_after("store"), numbers);
        assert_illegal(&play, "store 0", "3.2.2");
        play.play(&format!("store {}", cubes - 1));
        assert_eq!((play.room(0, "fabric"), play.room(0, "coal")), (u64::from(cubes) - 1, 1));
    }
}

#[test]
fn an_empty_place_gives_nothing_and_asks_nothing() {
    let mut play = going(Scene::new(2));
    play.play("go russia");
    assert_eq!(play.phase(), "fulfilling");
    assert_eq!(GOODS.iter().map(|good| play.room(0, good)).sum::<u64>(), 0);
}

#[test]
fn each_own_bonus_card_naming_the_place_brings_two_cubes_of_its_good() {
    let mut play = going(Scene::new(2).bonus(0, &["bohemia+livestock", "bohemia+calfskin", "russia+fabric"]));
    play.play("go bohemia");
    let rooms = ["livestock", "calfskin", "fabric"].map(|good| play.room(0, good));
    assert_eq!(rooms, [2, 2, 0]);
}

#[test]
fn from_a_major_place_every_place_joined_by_a_line_gets_one_cube_and_no_other() {
    let mut play = going(Scene::new(2).cubes("hamburg", 0));
    play.play("go hamburg");
    let after: Vec<u64> = MAJORS.iter().map(|place| play.cubes(place)).collect();
    // hamburg danzig sweden russia netherlands england france spain; the merchant came from russia.
    assert_eq!(after, [0, 2, 2, 0, 2, 1, 1, 1]);
}

#[test]
fn from_a_minor_place_the_major_places_that_hold_enough_refill_themselves() {
    for (place, threshold) in [("bohemia", 3), ("denmark", 4), ("italy", 2), ("newfoundland", 1)] {
        let scene = Scene::new(2).time(0, 3).cubes("hamburg", threshold).cubes("danzig", threshold - 1);
        let mut play = going(scene.cubes("spain", threshold + 5).cubes("france", 40).cubes("russia", 0));
        play.play(&format!("go {place}"));
        let after = ["hamburg", "danzig", "spain", "france"].map(|name| play.cubes(name));
        let t = u64::from(threshold);
        assert_eq!(after, [t + 1, t - 1, t + 6, 40], "{place}");
    }
}

#[test]
fn a_cube_that_would_be_the_41st_is_not_placed() {
    let mut play = going(Scene::new(2).cubes("danzig", 40));
    play.play("go russia");
    assert_eq!((play.cubes("danzig"), play.cubes("sweden")), (40, 2));
}

#[test]
fn time_is_received_from_the_chart() {
    for (place, time) in [
        ("hamburg", 2),
        ("danzig", 1),
        ("sweden", 1),
        ("netherlands", 1),
        ("bohemia", 1),
        ("denmark", 1),
        ("france", 0),
    ] {
        let mut play = going(
            Scene::new(3)
                .cubes("hamburg", 0)
                .cubes("danzig", 0)
                .cubes("sweden", 0)
                .cubes("netherlands", 0)
                .cubes("france", 0),
        );
        play.play(&format!("go {place}"));
        assert_eq!(play.time(0), time, "{place}");
        assert_eq!(play.at("/chart/0").as_array().unwrap().len() as u64, 6 - time);
    }
}

#[test]
fn if_fewer_markers_lie_on_the_chart_fewer_are_taken() {
    let scene = Scene::new(2).left(1).letters(&["A"]).cubes("hamburg", 0).seen(&["B", "C"]);
    let mut play = going(scene);
    play.play("go hamburg");
    assert_eq!((play.time(0), play.phase().as_str()), (1, "fulfilling"));
    // And none at all when it is empty.
    let mut play = going(Scene::new(2).left(0).cubes("hamburg", 0).set("/last_turn", json!(9)));
    play.play("go hamburg");
    assert_eq!((play.time(0), play.phase().as_str()), (0, "fulfilling"));
}

#[test]
fn storing_comes_before_bonus_refill_and_time() {
    let mut play = going(Scene::new(2).cubes("hamburg", 5).bonus(0, &["hamburg+wine", "russia+fabric"]));
    play.play("go hamburg");
    assert_eq!((play.room(0, "wine"), play.cubes("danzig"), play.time(0)), (0, 1, 0));
    play.play("store 2");
    let rooms = ["livestock", "muskets", "wine"].map(|good| play.room(0, good));
    assert_eq!((rooms, play.cubes("danzig"), play.time(0)), ([2, 3, 2], 2, 2));
}
