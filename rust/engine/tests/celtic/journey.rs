//! rules.md 2.1: the compulsory move.

use std::collections::BTreeSet;

use serde_json::json;

use crate::kit::{PLAYERS, Play, Scene, assert_illegal, assert_legal, spaces, standard, with_setup};

/// The roads of the standard map, both ways.
fn roads() -> Vec<(String, String)> {
    let roads: Vec<(String, String)> =
        serde_json::from_value(standard(2).edition_contents()["board"]["roads"].clone()).unwrap();
    roads.iter().cloned().chain(roads.iter().map(|(one, other)| (other.clone(), one.clone()))).collect()
}

/// The spaces that one road leads to, or two.
fn reach(from: &str, steps: usize) -> BTreeSet<String> {
    let roads = roads();
    let mut reached = BTreeSet::from([from.to_owned()]);
    for _ in 0..steps {
        let more = roads.iter().filter(|(one, _)| reached.contains(one)).map(|(_, other)| other.clone());
        let more: Vec<String> = more.collect();
        reached.extend(more);
    }
    reached.remove(from);
    reached
}

#[test]
fn r2_1_one_space_with_own_pieces_is_the_start() {
    let play = Scene::late(3).pieces(0, &[("cows", 2), ("glass", 1)]).pieces(1, &[("fish", 8)]).start();
    assert_eq!(play.legal_after("from"), ["village", "cows", "glass"]);
    assert_illegal(&play, "from fish", "2.1");
}

#[test]
fn r2_1_the_destination_is_at_most_two_roads_away_and_not_the_start_from_every_space() {
    let setup = standard(2);
    let order = spaces(&*setup);
    for from in &order {
        let scene = if from == "village" { Scene::late(2) } else { Scene::late(2).pieces(0, &[(from, 2)]) };
        let mut play = scene.start();
        play.play(&format!("from {from}"));
        let expected = reach(from, 2);
        let given: BTreeSet<String> = play.legal().iter().map(|text| text.replace("to ", "")).collect();
        assert_eq!(given, expected, "from {from}");
        assert_illegal(&play, &format!("to {from}"), "2.1");
        let far = order.iter().find(|space| *space != from && !expected.contains(*space)).unwrap();
        assert_illegal(&play, &format!("to {far}"), "2.1");
    }
}

#[test]
fn r2_1_from_the_village_thirteen_spaces_are_within_two_roads() {
    let mut play = Play::deal(standard(2), 1);
    play.play("from village");
    let within = [
        "to cows",
        "to beehives",
        "to milk_pails",
        "to cauldron",
        "to granary",
        "to lentils",
        "to pottery_kiln",
        "to spear",
        "to loom",
        "to whetstone",
        "to hounds",
        "to herbs",
        "to geese",
    ];
    assert_legal(&play, &within);
}

#[test]
fn r2_1_any_number_of_the_pieces_moves_all_or_part() {
    for count in 1..=8 {
        let mut play = Play::deal(standard(2), 1);
        play.all(&["from village", "to cows"]);
        assert_eq!(play.legal(), ["move 1", "move 2", "move 3", "move 4", "move 5", "move 6", "move 7", "move 8"]);
        play.play(&format!("move {count}"));
        assert_eq!((play.pieces(0, "village"), play.pieces(0, "cows")), (8 - count, count));
        assert_eq!(play.at("/seats/0/pieces").as_object().unwrap().len(), if count == 8 { 1 } else { 2 });
    }
    let mut play = Scene::late(2).pieces(0, &[("cows", 3)]).start();
    play.all(&["from cows", "to village"]);
    assert_legal(&play, &["move 1", "move 2", "move 3"]);
    assert_illegal(&play, "move 4", "2.1");
}

#[test]
fn r2_1_a_single_piece_is_not_counted() {
    let mut play = Scene::late(2).pieces(0, &[("cows", 1)]).start();
    play.all(&["from cows", "to beehives"]);
    assert_eq!((play.phase().as_str(), play.pieces(0, "beehives")), ("after", 1));
    assert_illegal(&play, "move 1", "2.1");
}

#[test]
fn r2_1_the_start_and_the_destination_are_kept_while_they_matter() {
    let mut play = Scene::late(3).pieces(0, &[("cows", 2)]).pieces(2, &[("cows", 1)]).start();
    assert_eq!(play.at("/journey"), json!(null));
    play.play("from cows");
    assert_eq!(play.at("/journey"), json!({ "from": "cows", "to": null }));
    play.play("to wool");
    assert_eq!((play.phase().as_str(), play.at("/journey")), ("count", json!({ "from": "cows", "to": "wool" })));
    play.play("move 2");
    assert_eq!((play.phase().as_str(), play.at("/journey")), ("along", json!({ "from": "cows", "to": "wool" })));
    play.play("along 1");
    assert_eq!((play.phase().as_str(), play.at("/journey")), ("after", json!(null)));
}

#[test]
fn r2_1_spaces_hold_any_number_of_pieces() {
    for players in PLAYERS {
        let scene =
            (0..players).fold(Scene::late(players), |scene, seat| scene.pieces(seat, &[("goats", 7), ("fish", 1)]));
        let mut play = scene.start();
        for seat in 0..players {
            play.all(&["from fish", "to goats"]).alone().play("end turn");
            assert_eq!(play.pieces(seat, "goats"), 8);
        }
    }
}

#[test]
fn r2_1_village_and_trading_places_are_spaces_like_any_other() {
    // Through a trading place, onto one, and home.
    let mut play = Scene::late(2).pieces(0, &[("pigs", 1), ("cauldron", 1)]).start();
    play.all(&["from pigs", "to flax", "end turn"]);
    assert_eq!(play.pieces(0, "flax"), 1);
    let mut play = Scene::late(2).pieces(0, &[("pigs", 1), ("cauldron", 1)]).start();
    play.all(&["from cauldron", "to hounds", "end turn"]);
    assert_eq!(play.pieces(0, "hounds"), 1, "two roads, by way of the village");
    let mut play = Scene::late(2).pieces(0, &[("cauldron", 1)]).start();
    play.all(&["from cauldron", "to village"]);
    assert_eq!(play.pieces(0, "village"), 8);
}

#[test]
fn r2_1_there_is_only_one_move_a_turn() {
    let mut play = Scene::late(2).pieces(0, &[("cows", 1)]).start();
    play.all(&["from cows", "to wool"]);
    assert_illegal(&play, "from wool", "2.1");
    assert_legal(&play, &["end turn"]);
}

#[test]
fn other_steps_of_an_edition_reach_as_far() {
    for steps in [1, 3] {
        let mut play = Play::deal(with_setup(&format!("steps = {steps}"), 2), 1);
        play.play("from village");
        let given: BTreeSet<String> = play.legal_after("to").into_iter().collect();
        assert_eq!(given, reach("village", steps));
    }
}
