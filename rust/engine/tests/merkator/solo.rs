//! The solo game of the published edition (rules.md 6).

use crate::kit::{Play, Scene, edition};
use serde_json::json;

fn deal(seed: u64) -> Play {
    let setup = edition("published", 1);
    let state = setup.new_initial_state(seed);
    Play { setup, state }
}

fn first(play: &mut Play) {
    let text = play.legal().last().unwrap().clone();
    play.play(&text);
}

#[test]
fn it_is_dealt_as_the_edition_says() {
    let play = deal(1);
    let dict = play.state.to_json();
    assert_eq!((dict["box"].clone(), dict["chart"].clone(), dict["seen"].clone()), (json!(15), json!([]), json!([])));
    assert_eq!((play.time(0), play.coins(0), play.contracts(0).len()), (0, 0, 4));
    for value in ["8", "9", "10", "14"] {
        assert_eq!(dict["stacks"][value], json!([]));
    }
    let arrivals: Vec<u64> = serde_json::from_value(dict["arrivals"].clone()).unwrap();
    let value = |card: &u64| Scene::new(2).value(*card as u8);
    let values: Vec<u64> = arrivals.iter().map(value).collect();
    assert_eq!(values, [8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 10, 10, 10, 10, 14]);
    let buildings =
        dict["building_display"].as_array().unwrap().len() + dict["building_pile"].as_array().unwrap().len();
    assert_eq!(buildings, 21);
}

#[test]
fn it_has_17_turns_without_joining_or_goods_loss_and_each_brings_a_contract() {
    let mut play = deal(2);
    for turn in 0..17 {
        assert_eq!((play.at("/turn"), play.phase().as_str()), (json!(turn), "investing"));
        while !play.offers("end investing") {
            first(&mut play);
        }
        play.play("end investing");
        assert_eq!(play.at("/arrivals").as_array().unwrap().len() as u64, 16 - turn);
        play.play("go denmark");
        play.play("end fulfilling");
    }
    assert_eq!((play.phase().as_str(), play.at("/turn"), play.at("/last_turn")), ("end", json!(16), json!(null)));
    assert_eq!(play.state.returns().as_slice(), [0.0]);
    assert_eq!(play.at("/stacks/14"), json!([77]));
}

#[test]
fn time_markers_come_from_the_box_as_far_as_they_go_and_go_back_into_it() {
    let mut play =
        Scene::of(edition("published", 1)).phase("going").time(0, 14).cubes("hamburg", 0).set("/box", json!(1)).start();
    play.play("go hamburg");
    assert_eq!((play.time(0), play.at("/box")), (15, json!(0)));
    play.all(&["end fulfilling", "end investing", "go newfoundland"]);
    assert_eq!((play.time(0), play.at("/box")), (12, json!(3)));
}

#[test]
fn markers_exchanged_go_into_the_box() {
    let scene =
        Scene::of(edition("published", 1)).phase("fulfilling").figure("sweden").time(0, 15).set("/box", json!(0));
    let mut play = scene.contracts(0, &["sweden3"]).rooms(0, &[("citrus", 2)]).start();
    play.play("fulfil sweden3");
    assert_eq!((play.time(0), play.at("/box")), (11, json!(4)));
}

#[test]
fn no_coins_are_kept() {
    let scene = Scene::of(edition("published", 1)).contracts(0, &["hamburg10", "italy4"]).set("/box", json!(15));
    let mut play = scene.start();
    play.all(&["sell hamburg10", "end investing"]);
    assert_eq!(play.coins(0), 0);
}

#[test]
fn in_turn_17_nobody_is_forced_to_sell() {
    let held = ["hamburg3", "hamburg4", "hamburg5", "hamburg6", "hamburg7", "italy4"];
    for (turn, free) in [(15, false), (16, true)] {
        let scene = Scene::of(edition("published", 1)).turn(turn).contracts(0, &held).set("/box", json!(15));
        assert_eq!(scene.start().offers("end investing"), free);
    }
}

#[test]
fn buying_a_building_renews_the_bonus_display_from_the_top_of_the_pile() {
    let shown = ["italy+muskets", "england+grain", "spain+iron", "hamburg+wine"];
    let scene = Scene::of(edition("published", 1)).contracts(0, &["hamburg10", "italy4"]).bonus_shown(&shown);
    let scene = scene.buildings_shown(&["bank", "exchange", "crane", "clock_tower"]).set("/box", json!(15));
    let mut play = scene.start();
    let before: Vec<u64> = serde_json::from_value(play.at("/bonus_pile")).unwrap();
    let displayed: Vec<u64> = serde_json::from_value(play.at("/bonus_display")).unwrap();
    play.all(&["sell hamburg10", "buy bank"]);
    let mut drawn = before[..4].to_vec();
    drawn.sort_unstable();
    assert_eq!(play.at("/bonus_display"), json!(drawn));
    let under: Vec<u64> = before[4..].iter().chain(&displayed).copied().collect();
    assert_eq!(play.at("/bonus_pile"), json!(under));
    assert_eq!(play.at("/building_display").as_array().unwrap().len(), 4);
}

#[test]
fn with_few_bonus_cards_all_there_are_are_shown() {
    let scene = Scene::of(edition("published", 1)).contracts(0, &["hamburg10", "italy4"]).set("/box", json!(15));
    let scene = scene.no_piles().bonus_shown(&["italy+muskets", "hamburg+wine"]).buildings_shown(&["bank"]);
    let mut play = scene.start();
    play.all(&["sell hamburg10", "buy bank"]);
    assert_eq!((play.at("/bonus_display"), play.at("/bonus_pile")), (json!([1, 8]), json!([])));
}

#[test]
fn gaining_the_peace_does_not_end_it() {
    let scene =
        Scene::of(edition("published", 1)).turn(16).phase("fulfilling").figure("hamburg").set("/box", json!(15));
    let mut play = scene.contracts(0, &["hamburg10"]).all_rooms(0, 3).start();
    play.play("fulfil hamburg10");
    assert_eq!(
        (play.contracts(0), play.at("/last_turn")),
        (vec!["hamburg10".to_owned(), "peace".to_owned()], json!(null))
    );
}

#[test]
fn a_stack_that_is_empty_at_first_is_passed_over() {
    // A seven fulfilled before an eight has arrived brings another seven.
    let scene =
        Scene::of(edition("published", 1)).turn(0).set("/figure", json!("hamburg")).set("/cubes/hamburg", json!(0));
    let scene =
        scene.phase("fulfilling").contracts(0, &["hamburg7"]).all_rooms(0, 9).set("/box", json!(15)).tops(&["italy7"]);
    let mut dict = scene.dict();
    // In turn 0 the first eight has arrived already; it was sold.
    let eight = dict["stacks"]["8"].as_array().unwrap().clone();
    dict["stacks"]["8"] = json!([]);
    let discard = dict["discard"].as_array_mut().unwrap();
    discard.extend(eight);
    discard.sort_by_key(serde_json::Value::as_u64);
    let setup = edition("published", 1);
    let state = setup.state_from_json(&dict).unwrap_or_else(|error| panic!("{error}"));
    let mut play = Play { setup, state };
    play.play("fulfil hamburg7");
    assert_eq!(play.contracts(0), ["hamburg7", "italy7"]);
}
