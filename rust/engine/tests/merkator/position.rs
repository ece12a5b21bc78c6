//! Positions that could not arise are refused with the field that is wrong.

use crate::kit::{MAJORS, Scene, edition, walk};
use merx_engine::registry::AnySetup;
use serde_json::{Value as Json, json};

#[track_caller]
fn refused(scene: &Scene, field: &str) {
    match scene.try_start() {
        Ok(play) => panic!("it was taken\n{}", play.state.to_text()),
        Err(error) => assert_eq!(error.field, field, "{error}"),
    }
}

#[test]
fn a_plain_scene_is_taken_for_every_number_of_players() {
    for players in 2..=5 {
        Scene::new(players).start();
    }
}

#[test]
fn every_wrong_field_is_named() {
    let plain = || Scene::new(3);
    let travelled = || plain().phase("fulfilling").figure("sweden");
    for (scene, field) in vec![
        (plain().set("/game", json!("celtic")), "game"),
        (plain().set("/edition", json!("published")), "edition"),
        (plain().set("/phase", json!("resting")), "phase"),
        (plain().set("/turn", json!(300)), "turn"),
        (plain().set("/active_player", json!(1)), "active_player"),
        (plain().set("/current_player", json!(1)), "current_player"),
        (travelled().phase("joining").current(0), "current_player"),
        (travelled().phase("joining").current(1), "current_player"),
        (plain().set("/figure", json!("rusia")), "figure"),
        (plain().set("/figure", Json::Null), "figure"),
        (plain().cubes("russia", 1), "cubes.russia"),
        (plain().cubes("spain", 41), "cubes.spain"),
        (plain().rooms(1, &[("wine", 2000)]), "seats[1].rooms.wine"),
        (plain().tile(1, &[("red", 2)]), "seats[1].tile.red"),
        (plain().coins(1, 16), "seats[1].coins"),
        (plain().coins(0, 40), "seats[0].coins"),
        (plain().time(2, 5), "seats[2].time"),
        (plain().set("/box", json!(3)), "box"),
        (plain().sold(&["england3"]).set("/seats/1/contracts", json!([])), "stacks"),
        (plain().set("/seats/1/contracts", json!([78])), "seats[1].contracts[0]"),
        (plain().set("/seats/1/contracts", json!([60])), "seats[1].contracts"),
        (plain().set("/stacks/14", json!([])), "stacks"),
        (plain().contracts(1, &["peace"]), "last_turn"),
        (plain().set("/last_turn", json!(13)), "last_turn"),
        (plain().left(0).set("/last_turn", json!(16)), "last_turn"),
        (plain().set("/arrivals", json!([60])), "arrivals"),
        (plain().set("/sold", json!(7)), "sold"),
        (plain().set("/bonus_display", json!([])), "bonus_pile"),
        (plain().set("/building_display", json!([0, 0])), "building_display[1]"),
        (plain().set("/storing", json!(3)), "storing"),
        (plain().set("/storing", json!(2)), "storing"),
        (plain().set("/marker", json!("A")), "marker"),
        (plain().set("/marker", json!("G")), "marker"),
        (plain().set("/seen", json!(["A"])), "seen"),
        (plain().set("/seen", json!(["A", "A", "A", "A", "A"])), "seen[4]"),
        (plain().set("/face_up", json!([0])), "seen"),
        (plain().set("/face_up", json!([1])), "face_up"),
        (plain().left(23).set("/chart/0", json!(["A", "A", "A", "A", "A", "A", "A"])), "chart[0]"),
        (plain().set("/chart/0", json!(["A", "A", "A", "A", "A", "B"])), "chart[0]"),
        (plain().set("/loss", json!({"column": "A", "left": 1, "last": null})), "loss"),
        (plain().set("/loss", json!({"column": "G", "left": 1, "last": null})), "loss.column"),
        (plain().set("/loss", json!({"column": "A", "left": 3, "last": null})), "loss.left"),
        (plain().set("/done", json!([5])), "done"),
        (plain().set("/unloaded", json!("wine")), "unloaded"),
        (travelled().set("/unloaded", json!("wine")), "unloaded"),
        (travelled().set("/done", json!([7])), "done"),
        (travelled().phase("exchanging"), "exchange"),
        (travelled().set("/exchange", json!({"contract": 7, "missing": 4, "last": null})), "exchange.missing"),
        (travelled().phase("losing"), "loss"),
        (travelled().phase("turning"), "marker"),
        (plain().phase("storing"), "storing"),
        (plain().phase("end"), "phase"),
        (
            plain()
                .phase("going")
                .contracts(0, &["hamburg3", "hamburg4", "hamburg5", "hamburg6", "hamburg7", "hamburg10"]),
            "seats[0].contracts",
        ),
    ] {
        refused(&scene, field);
    }
}

/// A position of a random game: the first in which `wanted` holds.
fn first(edition_name: &str, players: usize, wanted: impl Fn(&Json) -> bool) -> (Box<dyn AnySetup>, Json) {
    let setup = edition(edition_name, players);
    for seed in 0..100 {
        let mut found = None;
        walk(&*setup, seed..seed + 1, true, |state| {
            if found.is_none() {
                found = Some(state.to_json()).filter(|dict| wanted(dict));
            }
        });
        if let Some(dict) = found {
            return (setup, dict);
        }
    }
    panic!("no such position in 100 games")
}

fn exchanging() -> (Box<dyn AnySetup>, Json) {
    first("standard", 3, |dict| dict["phase"] == "exchanging")
}

fn losing() -> (Box<dyn AnySetup>, Json) {
    first("standard", 3, |dict| dict["phase"] == "losing")
}

/// Solo, with several contracts still to arrive.
fn solo() -> (Box<dyn AnySetup>, Json) {
    first("published", 1, |dict| dict["turn"] == 6 && dict["phase"] == "fulfilling")
}

fn scenes() -> [(Box<dyn AnySetup>, Json); 3] {
    [exchanging(), losing(), solo()]
}

/// Every path of the dict, as a JSON pointer and as it is written in errors.
fn paths(value: &Json, pointer: &str, field: &str, out: &mut Vec<(String, String)>) {
    let below: Vec<(String, String, &Json)> = match value {
        Json::Object(map) => {
            let named = |key: &String| if field.is_empty() { key.clone() } else { format!("{field}.{key}") };
            map.iter().map(|(key, below)| (key.clone(), named(key), below)).collect()
        }
        Json::Array(list) => {
            list.iter().enumerate().map(|(i, below)| (i.to_string(), format!("{field}[{i}]"), below)).collect()
        }
        _ => Vec::new(),
    };
    for (key, field, below) in below {
        let pointer = format!("{pointer}/{key}");
        out.push((pointer.clone(), field.clone()));
        paths(below, &pointer, &field, out);
    }
}

fn all_paths(dict: &Json) -> Vec<(String, String)> {
    let mut all = Vec::new();
    paths(dict, "", "", &mut all);
    all
}

#[test]
fn the_scenes_are_taken_as_they_are() {
    for (setup, dict) in scenes() {
        assert_eq!(setup.state_from_json(&dict).unwrap().to_json(), dict);
    }
}

#[test]
fn a_missing_key_is_named_wherever_it_is_missing() {
    for (setup, dict) in scenes() {
        let mut missing = Vec::new();
        for (pointer, field) in all_paths(&dict) {
            let (above, key) = pointer.rsplit_once('/').unwrap();
            let mut other = dict.clone();
            let Some(map) = other.pointer_mut(above).unwrap().as_object_mut() else { continue };
            map.shift_remove(key).unwrap();
            let error = setup.state_from_json(&other).unwrap_err();
            let top = above.is_empty() && error.field == "the position";
            let named = error.to_string().contains(key) && (top || field.starts_with(&error.field));
            assert!(named, "{field} is missing: {error}");
            missing.push(field);
        }
        let within = match dict["phase"].as_str().unwrap() {
            "losing" => ["loss.column", "loss.left", "loss.last"],
            "exchanging" => ["exchange.contract", "exchange.missing", "exchange.last"],
            _ => ["box", "seats[0].rooms.wine", "stacks.14"],
        };
        assert!(within.iter().all(|key| missing.iter().any(|field| field == key)), "{missing:?}");
    }
}

#[test]
fn an_unknown_key_is_named_wherever_it_is() {
    for (setup, dict) in scenes() {
        for (pointer, field) in all_paths(&dict).into_iter().chain([(String::new(), String::new())]) {
            let mut other = dict.clone();
            let Some(map) = other.pointer_mut(&pointer).unwrap().as_object_mut() else { continue };
            map.insert("suprise".to_owned(), json!(1));
            let error = setup.state_from_json(&other).unwrap_err();
            assert!(error.to_string().contains("suprise") && error.field.starts_with(&field), "in {field}: {error}");
        }
    }
}

#[test]
fn a_value_of_another_type_is_named_wherever_it_is() {
    for (setup, dict) in scenes() {
        for (pointer, field) in all_paths(&dict) {
            for wrong in [json!(true), json!({}), json!(-0.5), json!("x"), json!([[]]), json!(1e300), json!(i64::MIN)] {
                let mut other = dict.clone();
                *other.pointer_mut(&pointer).unwrap() = wrong.clone();
                let error = setup.state_from_json(&other).unwrap_err();
                let related = error.field.starts_with(&field) || field.starts_with(&error.field);
                assert!(related && !error.field.is_empty(), "{field} is {wrong}: {error}");
            }
        }
    }
}

/// Checks that a dict is refused with this field after the change.
#[track_caller]
fn changed((setup, dict): &(Box<dyn AnySetup>, Json), field: &str, change: impl FnOnce(&mut Json)) {
    let mut other = dict.clone();
    change(&mut other);
    match setup.state_from_json(&other) {
        Ok(_) => panic!("{field}: it was taken: {other}"),
        Err(error) => assert_eq!(error.field, field, "{error}"),
    }
}

#[test]
fn wrong_counts_are_named_in_every_scene() {
    for scene in &scenes() {
        let solo = scene.1["phase"] == "fulfilling";
        let place = MAJORS.into_iter().find(|place| scene.1["figure"] != *place).unwrap();
        changed(scene, &format!("cubes.{place}"), |dict| dict["cubes"][place] = json!(41));
        for number in [-1, 65536] {
            changed(scene, "seats[0].coins", |dict| dict["seats"][0]["coins"] = json!(number));
            changed(scene, "seats[0].time", |dict| dict["seats"][0]["time"] = json!(number));
            changed(scene, "turn", |dict| dict["turn"] = json!(number));
        }
        changed(scene, "seats[0].coins", |dict| dict["seats"][0]["coins"] = json!(16));
        let too_many = if solo { "box" } else { "seats[0].time" };
        changed(scene, too_many, |dict| dict["seats"][0]["time"] = json!(43));
        changed(scene, "box", |dict| dict["box"] = if solo { Json::Null } else { json!(0) });
        changed(scene, "seats", |dict| _ = dict["seats"].as_array_mut().unwrap().pop());
        changed(scene, "seats[0].tile.red", |dict| dict["seats"][0]["tile"]["red"] = json!(2));
        changed(scene, "seats[0].rooms.spice", |dict| dict["seats"][0]["rooms"]["spice"] = json!(60000));
    }
}

#[test]
fn every_contract_is_in_one_place_in_every_scene() {
    for scene in &scenes() {
        let held = scene.1["seats"][0]["contracts"][0].clone();
        let top = scene.1["stacks"]["3"][0].clone();
        let push = |list: &mut Json, card: &Json| list.as_array_mut().unwrap().push(card.clone());
        changed(scene, "seats[0].contracts", |dict| push(&mut dict["discard"], &held));
        changed(scene, "discard", |dict| push(&mut dict["discard"], &top));
        changed(scene, "stacks.4", |dict| push(&mut dict["stacks"]["4"], &top));
        let again = scene.1["stacks"]["3"].as_array().unwrap().len();
        changed(scene, &format!("stacks.3[{again}]"), |dict| push(&mut dict["stacks"]["3"], &top));
        changed(scene, "stacks", |dict| _ = dict["stacks"]["3"].as_array_mut().unwrap().remove(0));
        changed(scene, "stacks", |dict| _ = dict["seats"][0]["contracts"].as_array_mut().unwrap().remove(0));
        changed(scene, "seats[0].contracts[0]", |dict| dict["seats"][0]["contracts"][0] = json!(78));
    }
}

#[test]
fn the_letters_of_the_chart_are_among_the_42() {
    for scene in &[exchanging(), losing()] {
        let last = scene.1["chart"].as_array().unwrap().len() - 1;
        for letters in ["G", "AB", "AAA", ""] {
            changed(scene, &format!("chart[{last}][5]"), |dict| dict["chart"][last][5] = json!(letters));
        }
        for letters in ["A", "DD"] {
            changed(scene, &format!("chart[{last}]"), |dict| dict["chart"][last] = json!(vec![letters; 6]));
        }
        changed(scene, &format!("chart[{last}]"), |dict| dict["chart"][last] = json!(vec!["A"; 7]));
        changed(scene, "chart", |dict| _ = dict["chart"].as_array_mut().unwrap().pop());
    }
}

#[test]
fn what_is_lost_and_exchanged_fits() {
    let scene = &losing();
    changed(scene, "loss", |dict| dict["loss"] = Json::Null);
    for left in [0, 3] {
        changed(scene, "loss.left", |dict| dict["loss"]["left"] = json!(left));
    }
    changed(scene, "loss.column", |dict| dict["loss"]["column"] = json!("AA"));
    changed(scene, "loss.last", |dict| dict["loss"]["last"] = json!("gold"));
    changed(scene, "loss", |dict| {
        let current = dict["current_player"].as_u64().unwrap() as usize;
        for cubes in dict["seats"][current]["rooms"].as_object_mut().unwrap().values_mut() {
            *cubes = json!(0);
        }
    });
    let scene = &exchanging();
    changed(scene, "exchange", |dict| dict["exchange"] = Json::Null);
    for missing in [0, 200] {
        changed(scene, "exchange.missing", |dict| dict["exchange"]["missing"] = json!(missing));
    }
    changed(scene, "exchange.contract", |dict| dict["exchange"]["contract"] = json!(78));
    changed(scene, "exchange.contract", |dict| dict["done"] = json!([]));
    changed(scene, "exchange.last", |dict| dict["exchange"]["last"] = json!("gold"));
}

#[test]
fn the_contracts_of_the_solo_game_arrive_by_value_and_its_markers_add_up() {
    let scene = &solo();
    changed(scene, "arrivals", |dict| dict["arrivals"].as_array_mut().unwrap().reverse());
    changed(scene, "arrivals", |dict| {
        let held = dict["seats"][0]["contracts"][0].take();
        dict["seats"][0]["contracts"][0] = dict["arrivals"][0].take();
        dict["arrivals"][0] = held;
    });
    changed(scene, "arrivals", |dict| {
        let card = dict["arrivals"].as_array_mut().unwrap().pop().unwrap();
        dict["stacks"]["14"].as_array_mut().unwrap().push(card);
    });
    for change in [-1, 1] {
        changed(scene, "box", |dict| dict["box"] = json!(dict["box"].as_i64().unwrap() + change));
    }
}

#[test]
fn nobody_is_without_a_contract() {
    let mut dict = Scene::new(3).contracts(1, &["hamburg3"]).dict();
    dict["seats"][1]["contracts"] = json!([]);
    dict["stacks"]["3"].as_array_mut().unwrap().push(json!(5));
    let error = edition("standard", 3).state_from_json(&dict).unwrap_err();
    assert_eq!(error.field, "seats[1].contracts", "{error}");
}
