//! The goods loss (rules.md 3.2.6, 3.5).

use crate::kit::{Play, Scene, assert_illegal, assert_legal};
use serde_json::json;

/// Column A is livestock, ham, vegetables; B is grain, plums, citrus; C is wine, spice.
fn last_of_row(players: usize, rows_left: usize, letters: &[&str]) -> Scene {
    Scene::new(players).left(6 * rows_left + 1).letters(letters).cubes("danzig", 0).phase("going")
}

fn danzig(scene: &Scene) -> Play {
    let mut play = scene.start();
    play.play("go danzig");
    play
}

#[test]
fn a_double_costs_two_at_once_without_an_alternative() {
    let scene = last_of_row(2, 1, &["AA"]).rooms(0, &[("livestock", 1), ("ham", 3)]).rooms(1, &[("vegetables", 5)]);
    let mut play = danzig(&scene);
    assert_legal(&play, &["lose livestock", "lose ham"]);
    assert_eq!(play.at("/loss"), json!({"column": "A", "left": 2, "last": null}));
    play.play("lose livestock");
    // What is left has one answer, and seat 1 has no choice.
    assert_eq!((play.phase().as_str(), play.room(0, "ham"), play.room(1, "vegetables")), ("fulfilling", 2, 3));
}

#[test]
fn cubes_are_given_up_in_the_order_of_goods_and_the_last_may_not_begin() {
    let scene = last_of_row(2, 1, &["AA"]).rooms(0, &[("livestock", 2), ("ham", 2), ("vegetables", 1)]);
    let mut play = danzig(&scene);
    assert_legal(&play, &["lose livestock", "lose ham"]);
    assert_illegal(&play, "lose vegetables", "3.5.2");
    assert_illegal(&play, "lose grain", "3.2.6");
    play.play("lose ham");
    assert_legal(&play, &["lose ham", "lose vegetables"]);
    assert_illegal(&play, "lose livestock", "3.5.2");
    play.play("lose vegetables");
    assert_eq!(["livestock", "ham", "vegetables"].map(|good| play.room(0, good)), [2, 1, 0]);
}

#[test]
fn a_single_letter_may_be_replaced_by_the_first_marker_of_the_next_row() {
    let scene = || last_of_row(2, 1, &["A", "BB"]).rooms(0, &[("livestock", 1), ("grain", 3)]);
    let mut play = danzig(&scene());
    assert_eq!((play.phase().as_str(), play.at("/marker")), ("turning", json!("A")));
    assert_legal(&play, &["turn next", "keep"]);
    let mut kept = play.clone();
    kept.play("keep");
    assert_eq!((kept.room(0, "livestock"), kept.room(0, "grain"), kept.at("/face_up")), (0, 3, json!([])));
    play.play("turn next");
    assert_eq!((play.room(0, "livestock"), play.room(0, "grain")), (1, 1));
    assert_eq!((play.at("/face_up"), play.at("/chart/2/0")), (json!([2]), json!("BB")));
    let seen = play.at("/seen").to_string();
    assert!(seen.contains("\"A\"") && seen.contains("\"BB\""), "{seen}");
}

#[test]
fn in_the_last_row_there_is_no_alternative_and_emptying_it_still_costs() {
    let scene = last_of_row(2, 0, &["A"]).rooms(0, &[("livestock", 1)]).rooms(1, &[("ham", 1)]);
    let play = danzig(&scene);
    assert_eq!((play.phase().as_str(), play.room(0, "livestock"), play.room(1, "ham")), ("fulfilling", 0, 0));
    assert_eq!(play.at("/last_turn"), json!(10));
}

#[test]
fn an_empty_column_loses_nothing_and_cubes_on_the_tile_are_safe() {
    let scene = last_of_row(2, 1, &["AA"]).tile(0, &[("green", 1), ("purple", 1)]).rooms(1, &[("grain", 4)]);
    let play = danzig(&scene);
    assert_eq!((play.phase().as_str(), play.room(1, "grain")), ("fulfilling", 4));
    assert_eq!(play.at("/seats/0/tile/green"), json!(1));
}

#[test]
fn all_choose_from_the_active_player_on() {
    let rooms = [("livestock", 2), ("ham", 2)];
    let scene = last_of_row(3, 1, &["A", "C"]).turn(13).rooms(0, &rooms).rooms(1, &rooms).rooms(2, &rooms);
    let mut play = danzig(&scene);
    play.play("keep");
    for player in [1, 2, 0] {
        assert_eq!(play.at("/current_player"), json!(player));
        play.play("lose ham");
    }
    assert_eq!((play.phase().as_str(), play.at("/current_player")), ("fulfilling", json!(1)));
}

#[test]
fn hamburg_empties_a_row_and_takes_the_first_of_the_next_before_the_loss() {
    let scene = Scene::new(2).left(7).letters(&["A", "B", "CC"]).cubes("hamburg", 0).phase("going");
    let mut play = scene.rooms(0, &[("livestock", 1), ("wine", 3)]).start();
    play.play("go hamburg");
    assert_eq!((play.time(0), play.phase().as_str(), play.at("/marker")), (2, "turning", json!("A")));
    play.play("turn next");
    // The alternative is the first marker then lying: the second of the row. The one taken unseen is not looked at.
    assert_eq!((play.room(0, "livestock"), play.room(0, "wine")), (1, 1));
    assert_eq!(play.at("/chart/2").as_array().unwrap().len(), 5);
    assert!(!play.at("/seen").to_string().contains("\"B\""));
}

#[test]
fn a_marker_lying_face_up_is_taken_like_any_other() {
    let scene = last_of_row(2, 1, &["A", "C"]).rooms(0, &[("wine", 2)]);
    let mut play = danzig(&scene);
    play.all(&["turn next", "end fulfilling"]);
    if play.phase() == "joining" {
        play.play("stay");
    }
    play.all(&["end investing", "go denmark"]);
    assert_eq!(
        (play.phase().as_str(), play.at("/face_up"), play.at("/seen").as_array().unwrap().len()),
        ("fulfilling", json!([]), 3)
    );
}

#[test]
fn a_face_up_marker_that_is_the_last_of_its_row_counts_again() {
    let toml =
        "[edition]\ngame = \"merkator\"\nextends = \"standard\"\nname = \"short\"\n[time_chart]\nrow_length = 2\n";
    let game = merx_engine::registry::find_game("merkator").unwrap();
    let setup = game.setup_from_toml(toml, 2).unwrap();
    let mut dict = setup.new_initial_state(1).to_json();
    // Hamburg takes the last of the first row and the first of the second; the second of it is turned and lies there alone.
    dict["chart"] = json!([["A"], ["B", "C"], ["D", "E"]]);
    dict["seats"][0]["rooms"]["wine"] = json!(5);
    dict["turn"] = json!(2);
    dict["figure"] = json!("bohemia");
    dict["cubes"]["hamburg"] = json!(0);
    dict["cubes"]["danzig"] = json!(0);
    let state = setup.state_from_json(&dict).unwrap_or_else(|error| panic!("{error}"));
    let mut play = Play { setup, state };
    play.all(&["end investing", "go hamburg", "turn next"]);
    assert_eq!((play.room(0, "wine"), play.at("/seen")), (4, json!(["A", "C"])));
    play.all(&["end fulfilling"]);
    while play.phase() == "joining" {
        play.play("stay");
    }
    play.all(&["end investing", "go bohemia"]);
    assert_eq!((play.phase().as_str(), play.at("/marker")), ("turning", json!("C")));
    play.play("keep");
    assert_eq!((play.room(0, "wine"), play.at("/seen")), (3, json!(["A", "C"])));
}

#[test]
fn losing_in_a_final_row_reached_with_two_markers_due_and_one_lying() {
    let scene = Scene::new(2).left(1).letters(&["CC"]).cubes("hamburg", 0).phase("going");
    let mut play = scene.rooms(0, &[("wine", 1), ("spice", 2)]).start();
    play.play("go hamburg");
    assert_eq!((play.time(0), play.phase().as_str()), (1, "losing"));
    play.play("lose spice");
    assert_eq!((play.room(0, "wine"), play.room(0, "spice")), (1, 0));
}
