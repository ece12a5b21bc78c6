//! Setting up any position: what could not arise is refused with the name of the field, and what arose is taken.

use serde_json::{Value as Json, json};

use merx_engine::saved;

use crate::kit::{PLAYERS, Play, Scene, collecting, random_states, standard, with_setup};

const FIVE: [&str; 5] = ["pigs+fish_trap", "mushrooms+barley", "jug+pottery_kiln", "necklace+spear", "axe+millet"];

/// The field that is complained of.
#[track_caller]
fn fault(scene: &Scene) -> String {
    match scene.try_start() {
        Ok(_) => panic!("it was taken: {}", scene.dict()),
        Err(error) => {
            assert!(!error.reason.is_empty() && !error.to_string().contains('\n'), "{error}");
            error.field
        }
    }
}

#[track_caller]
fn assert_fault(scene: &Scene, field: &str) {
    let said = fault(scene);
    assert_eq!(said, field, "{:?}", scene.try_start().unwrap_err().to_string());
}

/// Something of everything is on the table; seat 1 is asked whether it travels along.
fn scene() -> Scene {
    let scene = Scene::late(3).pieces(0, &[("cows", 1), ("goats", 2)]).pieces(1, &[("goats", 2), ("glass", 1)]);
    let scene = scene.goods(0, &[("tin", 2)]).goods(2, &[("wine", 16)]).fulfilled(2, &["axe+millet"]);
    scene.phase("along").current(1).journey("goats", Some("axe")).pieces(0, &[("cows", 1), ("axe", 2)])
}

#[test]
fn the_scene_of_these_tests_is_taken_as_it_is() {
    let play = scene().start();
    assert_eq!(play.dict(), scene().dict());
}

#[test]
fn every_state_of_a_game_is_taken_as_it_is_and_its_caches_equal_their_recomputation() {
    let own = with_setup("final_collect = true\nturn_limit = 300\ngoals_in_hand = 3\nsteps = 3", 2);
    let setups = PLAYERS.map(standard).into_iter().chain(PLAYERS.map(collecting)).chain([own]);
    for setup in setups {
        let mut phases = std::collections::BTreeSet::new();
        for play in random_states(&*setup, 6) {
            let dict = play.dict();
            let again = setup.state_from_json(&dict).unwrap_or_else(|error| panic!("{error}: {dict}"));
            assert!(again.equals(&*play.state) && again.state_hash() == play.state.state_hash());
            assert_eq!((again.to_json(), again.legal_actions()), (dict, play.state.legal_actions()));
            phases.insert(play.phase());
        }
        assert!(phases.len() >= 6, "{phases:?}");
    }
}

#[test]
fn a_state_is_saved_as_bytes_and_read_back() {
    let play = scene().start();
    let bytes = saved::serialize(&*play.state, &[]);
    let (_, state, _) = saved::deserialize(&bytes).unwrap();
    assert!(state.equals(&*play.state));
    let own = Play::deal(collecting(2), 3);
    let (setup, state, _) = saved::deserialize(&saved::serialize(&*own.state, &[])).unwrap();
    assert!(state.equals(&*own.state) && setup.edition_name() == "own");
}

/// Every path of the dict, as a JSON pointer and as it is written in errors.
fn paths(value: &Json, pointer: &str, field: &str, out: &mut Vec<(String, String)>) {
    match value {
        Json::Object(map) => {
            for (key, below) in map {
                let field = if field.is_empty() { key.clone() } else { format!("{field}.{key}") };
                let pointer = format!("{pointer}/{key}");
                out.push((pointer.clone(), field.clone()));
                paths(below, &pointer, &field, out);
            }
        }
        Json::Array(list) => {
            for (i, below) in list.iter().enumerate() {
                let (pointer, field) = (format!("{pointer}/{i}"), format!("{field}[{i}]"));
                out.push((pointer.clone(), field.clone()));
                paths(below, &pointer, &field, out);
            }
        }
        _ => {}
    }
}

fn all_paths() -> Vec<(String, String)> {
    let mut all = Vec::new();
    paths(&scene().dict(), "", "", &mut all);
    all
}

#[test]
fn a_missing_key_is_named_wherever_it_is_missing() {
    for (pointer, field) in all_paths() {
        let (above, key) = pointer.rsplit_once('/').unwrap();
        let mut dict = scene().dict();
        let Some(map) = dict.pointer_mut(above).unwrap().as_object_mut() else { continue };
        map.shift_remove(key).unwrap();
        let error = standard(3).state_from_json(&dict).unwrap_err();
        let top = above.is_empty() && error.field == "the position";
        let named = error.to_string().contains(key) && (top || field.starts_with(&error.field));
        // A space left out of the pieces shows as a sum.
        assert!(named || error.field == above_field(&field), "{field} is missing: {error}");
    }
}

fn above_field(field: &str) -> &str {
    field.rsplit_once('.').map_or("", |(above, _)| above)
}

#[test]
fn an_unknown_key_is_named_wherever_it_is() {
    for (pointer, field) in all_paths().into_iter().chain([(String::new(), String::new())]) {
        let mut dict = scene().dict();
        let Some(map) = dict.pointer_mut(&pointer).unwrap().as_object_mut() else { continue };
        map.insert("suprise".to_owned(), json!(1));
        let error = standard(3).state_from_json(&dict).unwrap_err();
        assert!(error.to_string().contains("suprise") && error.field.starts_with(&field), "in {field}: {error}");
    }
}

#[test]
fn a_value_of_another_type_is_named_wherever_it_is() {
    for (pointer, field) in all_paths() {
        for wrong in [json!(true), json!({}), json!(-0.5), json!("x"), json!([[]]), json!(1e300), json!(i64::MIN)] {
            let mut dict = scene().dict();
            *dict.pointer_mut(&pointer).unwrap() = wrong.clone();
            let error = standard(3).state_from_json(&dict).unwrap_err();
            let related = error.field.starts_with(&field) || field.starts_with(&error.field);
            assert!(related && !error.field.is_empty(), "{field} is {wrong}: {error}");
        }
    }
}

#[test]
fn the_head_must_be_that_of_the_game() {
    assert_fault(&scene().set("/game", json!("mercurius")), "game");
    assert_fault(&scene().set("/edition", json!("deluxe")), "edition");
    assert_fault(&scene().set("/players", json!(5)), "players");
    assert_fault(&scene().set("/players", json!(4)), "seats");
    assert_fault(&scene().set("/phase", json!("move")), "phase");
    assert_eq!(standard(4).state_from_json(&scene().dict()).unwrap_err().field, "players");
}

#[test]
fn the_turn_names_the_active_player_and_the_phase_who_decides() {
    assert_fault(&scene().set("/turn", json!(91)), "active_player");
    assert_fault(&scene().set("/turn", json!(150)), "turn");
    assert_fault(&scene().set("/active_player", json!(1)), "active_player");
    assert_fault(&scene().set("/active_player", json!(null)), "active_player");
    assert_fault(&scene().set("/current_player", json!(0)), "current_player");
    assert_fault(&scene().set("/current_player", json!(3)), "current_player");
    assert_fault(&scene().set("/current_player", json!(null)), "current_player");
    assert_fault(&scene().set("/current_player", json!(2)), "current_player");
    for phase in ["before", "after"] {
        assert_fault(&Scene::late(3).phase(phase).current(1), "current_player");
    }
    assert_fault(&Scene::late(3).turn(149).phase("end").set("/current_player", json!(2)), "current_player");
    assert_fault(&Scene::late(3).turn(149).phase("end").set("/active_player", json!(2)), "active_player");
}

#[test]
fn each_player_has_eight_pieces_on_spaces_that_exist() {
    assert_fault(&scene().set("/seats/0/pieces/village", json!(4)), "seats[0].pieces");
    assert_fault(&scene().set("/seats/0/pieces/village", json!(6)), "seats[0].pieces");
    assert_fault(&scene().set("/seats/0/pieces/village", json!(9)), "seats[0].pieces.village");
    assert_fault(&scene().set("/seats/0/pieces/glass", json!(0)), "seats[0].pieces.glass");
    assert_fault(&scene().set("/seats/0/pieces/gallia", json!(1)), "seats[0].pieces");
}

#[test]
fn every_goal_card_is_in_one_place() {
    let dict = scene().dict();
    let card = |path: &str| dict.pointer(path).unwrap().clone();
    assert_fault(&scene().set("/deck/0", card("/deck/1")), "deck[1]");
    assert_fault(&scene().set("/deck/0", card("/seats/1/goals/0")), "seats[1].goals");
    assert_fault(&scene().set("/deck/0", card("/seats/2/fulfilled/0")), "seats[2].fulfilled");
    assert_fault(&scene().set("/deck/0", json!(20)), "deck[0]");
    assert_fault(&scene().set("/deck", json!([])), "deck");
    assert_fault(&scene().set("/seats/0/goals", json!([card("/deck/0"), card("/deck/0")])), "seats[0].goals[1]");
}

#[test]
fn of_every_good_there_are_sixteen_cards() {
    assert_fault(&scene().set("/stocks/tin", json!(15)), "stocks.tin");
    assert_fault(&scene().set("/stocks/wine", json!(1)), "stocks.wine");
    assert_fault(&scene().set("/stocks/wine", json!(17)), "stocks.wine");
    assert_fault(&scene().set("/seats/1/goods/tin", json!(1)), "stocks.tin");
    assert_fault(&scene().set("/seats/1/goods/tin", json!(255)), "seats[1].goods.tin");
}

#[test]
fn r3_2_hands_are_as_drawing_left_them() {
    for (done, hand) in [(0, 2), (1, 2), (3, 2), (4, 1)] {
        let scene = || Scene::late(2).fulfilled(1, &FIVE[..done]);
        let dict = scene().dict();
        let goals = dict["seats"][1]["goals"].as_array().unwrap().clone();
        assert_eq!(goals.len(), hand);
        scene().start();
        // One card less, back in the deck.
        let mut deck = dict["deck"].as_array().unwrap().clone();
        deck.push(goals[0].clone());
        let fewer = scene().set("/seats/1/goals", json!(goals[1..])).set("/deck", json!(deck));
        assert_fault(&fewer, "seats[1].goals");
        // One more, from the deck.
        let deck = dict["deck"].as_array().unwrap();
        let more: Vec<&Json> = goals.iter().chain([&deck[0]]).collect();
        assert_fault(&scene().set("/seats/1/goals", json!(more)).set("/deck", json!(deck[1..])), "seats[1].goals");
    }
}

#[test]
fn r5_1_only_the_active_player_can_have_five_goals_in_a_running_game() {
    Scene::late(2).fulfilled(0, &FIVE).start();
    assert_fault(&Scene::late(2).fulfilled(1, &FIVE), "seats[1].fulfilled");
    Scene::late(2).active(1).fulfilled(1, &FIVE).phase("end").start();
    assert_fault(&Scene::late(2).fulfilled(1, &FIVE).phase("end"), "seats[1].fulfilled");
}

#[test]
fn r5_a_game_is_over_only_after_an_end() {
    Scene::late(2).all_goods_but(0, &[]).phase("end").start();
    Scene::late(2).turn(99).phase("end").start();
    assert_fault(&Scene::late(2).phase("end"), "phase");
    assert_fault(&Scene::late(2).all_goods_but(1, &[]).phase("end"), "phase");
    assert_fault(&Scene::late(2).turn(98).phase("end"), "phase");
}

#[test]
fn r5_3_the_last_collection_is_asked_only_where_it_is_played_and_after_a_call() {
    let scene = || Scene::of(collecting(3)).phase("collect").current(1);
    scene().all_goods_but(0, &[]).start();
    scene().fulfilled(0, &FIVE).start();
    assert_fault(&scene(), "phase");
    assert_fault(&Scene::late(3).all_goods_but(0, &[]).phase("collect").current(1), "phase");
    assert_fault(&Scene::of(collecting(3)).all_goods_but(0, &[]).phase("collect"), "current_player");
    // Goals fulfilled in it are not replaced: those who have collected may hold fewer, the others may not.
    let fewer = |seat: usize| {
        let scene = scene().all_goods_but(0, &[]).fulfilled(seat, &["axe+millet"]);
        let dict = scene.dict();
        let mut deck = dict["deck"].as_array().unwrap().clone();
        let goals = dict["seats"][seat]["goals"].as_array().unwrap();
        deck.push(goals[0].clone());
        scene.set(&format!("/seats/{seat}/goals"), json!(goals[1..])).set("/deck", json!(deck))
    };
    fewer(1).start();
    assert_fault(&fewer(2), "seats[2].goals");
    assert_fault(&fewer(0), "seats[0].goals");
}

#[test]
fn r2_1_the_journey_fits_the_phase_and_the_map() {
    let to = || Scene::late(2).pieces(0, &[("goats", 2)]).phase("to").journey("goats", None);
    to().start();
    assert_fault(&to().set("/journey", json!(null)), "journey");
    assert_fault(&to().set("/journey/to", json!("axe")), "journey.to");
    assert_fault(&to().set("/journey/from", json!("fish")), "journey.from");
    assert_fault(&to().set("/journey/from", json!("gotas")), "journey.from");
    let count = || Scene::late(2).pieces(0, &[("goats", 2), ("fish", 1)]).phase("count").journey("goats", Some("axe"));
    count().start();
    assert_fault(&count().set("/journey/to", json!(null)), "journey.to");
    assert_fault(&count().set("/journey/to", json!("goats")), "journey.to");
    assert_fault(&count().set("/journey/to", json!("glass")), "journey.to");
    assert_fault(&count().set("/journey/from", json!("fish")), "journey.from");
    assert_fault(&scene().set("/journey/to", json!("fish")), "journey.to");
    assert_fault(&scene().set("/journey/to", json!("tin")), "journey.to");
    assert_fault(&scene().set("/journey/from", json!("horses")), "current_player");
    for phase in ["before", "after"] {
        assert_fault(&Scene::late(2).pieces(0, &[("goats", 2)]).phase(phase).journey("goats", None), "journey");
    }
}

#[test]
fn r4_1_what_was_taken_last_lies_with_the_player_and_the_piece_is_home() {
    let scene = || Scene::late(2).goods(0, &[("tin", 1)]).taken("tin");
    scene().start();
    scene().phase("after").start();
    assert_fault(&scene().set("/taken", json!("tea")), "taken");
    assert_fault(&scene().set("/taken", json!("wine")), "taken");
    assert_fault(&Scene::late(2).goods(1, &[("tin", 1)]).taken("tin"), "taken");
    Scene::late(2).goods(1, &[("tin", 16)]).taken("tin").start();
    assert_fault(&scene().pieces(0, &[("goats", 8)]), "taken");
    assert_fault(&scene().pieces(0, &[("goats", 2)]).phase("to").journey("goats", None), "taken");
    assert_fault(&scene().turn(99).phase("end"), "taken");
}

#[test]
fn r2_there_were_moves_enough() {
    let scene = |turn: usize| Scene::late(2).turn(turn);
    scene(0).start();
    assert_fault(&scene(0).pieces(0, &[("cows", 1)]), "seats[0].pieces");
    scene(1).pieces(0, &[("cows", 1)]).start();
    assert_fault(&scene(1).pieces(0, &[("wool", 1)]), "seats[0].pieces");
    assert_fault(&scene(1).pieces(0, &[("cows", 1), ("loom", 1)]), "seats[0].pieces");
    assert_fault(&scene(1).pieces(0, &[("cows", 1)]).pieces(1, &[("loom", 1)]), "seats[1].pieces");
    scene(1).pieces(0, &[("cows", 1)]).pieces(1, &[("cows", 8)]).start();
    assert_fault(&scene(3).goods(0, &[("tin", 1)]), "seats[0].goods");
    scene(4).goods(0, &[("tin", 1)]).start();
    assert_fault(&scene(1).fulfilled(0, &["axe+millet"]), "seats[0].fulfilled");
    assert_fault(
        &scene(12).goods(
            0,
            &[("tin", 15), ("wine", 16), ("furs", 16), ("glass", 16), ("coral", 16), ("amber", 16), ("olive_oil", 16)],
        ),
        "seats[0].goods",
    );
}

#[test]
fn r2_3_goals_and_goods_are_of_own_turns() {
    // Nearer trading places, so that a first turn can bring goods.
    let near = || Scene::of(with_setup("steps = 9", 4));
    near().turn(2).goods(2, &[("coral", 1)]).start();
    assert_fault(&near().turn(1).goods(2, &[("coral", 1)]), "seats[2].goods");
    near().turn(3).fulfilled(3, &["flax+cauldron"]).start();
    assert_fault(&near().turn(2).fulfilled(3, &["flax+cauldron"]), "seats[3].fulfilled");
}
