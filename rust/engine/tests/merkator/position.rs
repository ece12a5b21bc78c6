//! Positions that could not arise are refused with the field that is wrong.

use crate::kit::{Scene, edition};
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

#[test]
fn every_key_is_wanted_and_no_other() {
    let setup = edition("standard", 3);
    let dict = Scene::new(3).dict();
    for key in dict.as_object().unwrap().keys() {
        let mut other = dict.clone();
        other.as_object_mut().unwrap().shift_remove(key);
        assert!(setup.state_from_json(&other).is_err(), "{key}");
    }
    let mut other = dict.clone();
    other["colour"] = json!(1);
    assert!(setup.state_from_json(&other).unwrap_err().to_string().contains("colour"));
    for key in dict["seats"][0].as_object().unwrap().keys() {
        let mut other = dict.clone();
        other["seats"][0].as_object_mut().unwrap().shift_remove(key);
        assert!(setup.state_from_json(&other).is_err(), "{key}");
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
