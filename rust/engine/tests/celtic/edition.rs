//! Editions: every kind of fault is told with file, table and key.

use merx_engine::celtic::Edition;

use crate::kit::{STANDARD, standard, standard_with};

/// The one line about the first fault of an edition in the file `box.toml`.
#[track_caller]
fn fault(text: &str) -> String {
    match Edition::parse(text, "box.toml") {
        Ok(_) => panic!("it was taken"),
        Err(error) => {
            let line = error.to_string();
            assert!(line.starts_with("box.toml: ") && !line.contains('\n'), "{line}");
            line
        }
    }
}

/// The fault of the standard edition after a change; it must name `place`, a table and a key, and say `hint`.
#[track_caller]
fn assert_fault(changes: &[(&str, &str)], place: &str, hint: &str) {
    let line = fault(&standard_with(changes));
    assert!(line.starts_with(&format!("box.toml: {place}")), "expected {place}: {line}");
    assert!(line.contains(hint), "expected {hint:?}: {line}");
}

#[test]
fn every_missing_key_and_table_is_named() {
    let table: toml::Table = STANDARD.parse().unwrap();
    for (name, entries) in &table {
        let mut cut = table.clone();
        cut.remove(name).unwrap();
        let line = fault(&cut.to_string());
        assert!(line.starts_with(&format!("box.toml: [{name}]")) && line.contains("missing"), "{line}");
        for key in entries.as_table().unwrap().keys().filter(|key| *key != "status") {
            let mut cut = table.clone();
            cut[name].as_table_mut().unwrap().remove(key).unwrap();
            let line = fault(&cut.to_string());
            assert!(line.starts_with(&format!("box.toml: [{name}] {key}: ")) && line.contains("missing"), "{line}");
        }
    }
}

#[test]
fn every_unknown_key_and_table_is_named() {
    let table: toml::Table = STANDARD.parse().unwrap();
    for name in table.keys() {
        let line = fault(&STANDARD.replace(&format!("[{name}]"), &format!("[{name}]\nsuprise = 1")));
        assert!(line.starts_with(&format!("box.toml: [{name}] suprise: ")) && line.contains("unknown"), "{line}");
    }
    assert_fault(&[("[goods]", "[weather]\n[goods]")], "[weather]: ", "unknown");
}

#[test]
fn every_value_of_another_type_is_named() {
    let table: toml::Table = STANDARD.parse().unwrap();
    for (name, entries) in &table {
        for key in entries.as_table().unwrap().keys() {
            for wrong in [toml::Value::Float(1.5), toml::Value::Integer(-1), toml::Value::Array(vec![])] {
                let mut changed = table.clone();
                changed[name][key.as_str()] = wrong;
                let line = fault(&changed.to_string());
                assert!(line.starts_with(&format!("box.toml: [{name}] {key}")), "{line}");
            }
        }
    }
}

#[test]
fn it_is_for_two_to_four_players() {
    assert_fault(&[("players = [2, 3, 4]", "players = [2, 3, 4, 5]")], "[edition] players[3]: ", "5 is not in 2 to 4");
    assert_fault(&[("players = [2, 3, 4]", "players = [1, 2]")], "[edition] players[0]: ", "1 is not in 2 to 4");
    assert!(Edition::parse(&standard_with(&[("players = [2, 3, 4]", "players = [3]")]), "x").is_ok());
}

#[test]
fn every_number_has_a_range() {
    for (key, wrong) in [
        ("pieces = 8", "pieces = 0"),
        ("pieces = 8", "pieces = 9"),
        ("goals_in_hand = 2", "goals_in_hand = 0"),
        ("goals_in_hand = 2", "goals_in_hand = 6"),
        ("steps = 2", "steps = 0"),
        ("steps = 2", "steps = 10"),
        ("goals_to_end = 5", "goals_to_end = 0"),
        ("goals_to_end = 5", "goals_to_end = 6"),
        ("goals_to_end = 5", "goals_to_end = 21"),
        ("turn_limit = 50", "turn_limit = 0"),
        ("turn_limit = 50", "turn_limit = 1001"),
    ] {
        let name = key.split(' ').next().unwrap();
        assert_fault(&[(key, wrong)], &format!("[setup] {name}: "), "");
    }
    assert_fault(&[("cards_per_kind = 16", "cards_per_kind = 0")], "[goods] cards_per_kind: ", "1 to 36");
    assert_fault(&[("cards_per_kind = 16", "cards_per_kind = 37")], "[goods] cards_per_kind: ", "1 to 36");
}

#[test]
fn the_goal_cards_suffice_for_all_players() {
    assert_fault(&[("goals_to_end = 5", "goals_to_end = 6")], "[setup] goals_to_end: ", "6 for each of 4 players");
    let changes = [
        ("goals_to_end = 5", "goals_to_end = 6"),
        ("players = [2, 3, 4]", "players = [2, 3]"),
        ("cap_per_kind = [1, 2, 3, 4, 5, 6]", "cap_per_kind = [1, 2, 3, 4, 5, 6, 6]"),
    ];
    assert!(Edition::parse(&standard_with(&changes), "x").is_ok());
}

#[test]
fn caps_and_rank_values_have_their_length_and_do_not_fall() {
    let ranks = "rank_value = [1, 2, 3, 4, 5, 6, 7]";
    assert_fault(&[(ranks, "rank_value = [1, 2, 3, 4, 5, 6]")], "[scoring] rank_value: ", "7");
    assert_fault(&[(ranks, "rank_value = [1, 2, 3, 5, 4, 6, 7]")], "[scoring] rank_value[4]: ", "4 after 5");
    assert_fault(&[(ranks, "rank_value = [0, 2, 3, 4, 5, 6, 7]")], "[scoring] rank_value[0]: ", "1 to 99");
    let caps = "cap_per_kind = [1, 2, 3, 4, 5, 6]";
    assert_fault(&[(caps, "cap_per_kind = [1, 2, 3, 4, 5]")], "[scoring] cap_per_kind: ", "6");
    assert_fault(&[(caps, "cap_per_kind = [1, 2, 3, 4, 5, 4]")], "[scoring] cap_per_kind[5]: ", "4 after 5");
    assert_fault(&[(caps, "cap_per_kind = [1, 2, 3, 4, 5, 100]")], "[scoring] cap_per_kind[5]: ", "0 to 99");
}

#[test]
fn the_map_has_its_numbers_of_spaces_of_each_kind() {
    let pigs = "  [\"pigs\", \"place\", 25, 10],\n";
    assert_fault(&[(pigs, "")], "[board] spaces: ", "57");
    assert_fault(&[(pigs, &format!("{pigs}  [\"hens\", \"place\", 1, 1],\n"))], "[board] spaces: ", "59");
    assert_fault(
        &[("\"pigs\", \"place\", 25", "\"pigs\", \"trade\", 25")],
        "[board] spaces: ",
        "49 spaces of the kind",
    );
    assert_fault(
        &[("\"pigs\", \"place\", 25", "\"pigs\", \"village\", 25")],
        "[board] spaces: ",
        "2 spaces of the kind",
    );
    assert_fault(
        &[("\"pigs\", \"place\", 25", "\"pigs\", \"plaec\", 25")],
        "[board] spaces[1]: ",
        "did you mean \"place\"",
    );
    assert_fault(
        &[("\"pigs\", \"place\", 25", "\"wool\", \"place\", 25")],
        "[board] spaces[3]: ",
        "\"wool\" occurs twice",
    );
    assert_fault(&[("\"pigs\", \"place\", 25", "\"Pigs\", \"place\", 25")], "[board] spaces[1]: ", "no name");
    assert_fault(&[("\"pigs\", \"place\", 25", "\"pigs\", \"place\", 121")], "[board] spaces[1]: ", "0 to 120");
    assert_fault(&[("\"place\", 25, 10]", "\"place\", 25, 85]")], "[board] spaces[1]: ", "0 to 84");
    assert_fault(&[("\"place\", 25, 10]", "\"place\", 25]")], "[board] spaces[1]: ", "3 values");
    let village = "  [\"village\", \"village\", 86, 42],\n";
    assert_fault(&[(village, ""), (pigs, &format!("{pigs}{village}"))], "[board] spaces[0]: ", "must come first");
}

#[test]
fn the_roads_join_all_spaces_once() {
    let road = "  [\"chickens\", \"glass\"],\n";
    let other = "  [\"pear_trees\", \"glass\"],\n";
    assert_fault(&[(road, ""), (other, "")], "[board] roads: ", "no way leads from \"village\" to \"glass\"");
    assert_fault(&[(road, &format!("{road}{road}"))], "[board] roads[", "joined twice");
    assert_fault(&[(road, &format!("{road}  [\"glass\", \"chickens\"],\n"))], "[board] roads[", "joined twice");
    assert_fault(&[(road, "  [\"glass\", \"glass\"],\n")], "[board] roads[", "joined to itself");
    assert_fault(&[(road, "  [\"chikens\", \"glass\"],\n")], "[board] roads[", "did you mean \"chickens\"");
    assert_fault(&[(road, "  [\"chickens\", \"glass\", \"tin\"],\n")], "[board] roads[", "3 values");
}

#[test]
fn a_goal_names_two_or_three_different_places() {
    let goal = "[15, [\"pigs\", \"fish_trap\"]]";
    for (wrong, hint) in [
        ("[15, [\"pigs\"]]", "2 or 3 places"),
        ("[15, [\"pigs\", \"wool\", \"axe\", \"flax\"]]", "2 or 3 places"),
        ("[15, \"pigs\"]", "2 or 3 places"),
        ("[15, [\"pigs\", \"tin\"]]", "\"tin\" is no place"),
        ("[15, [\"village\", \"pigs\"]]", "\"village\" is no place"),
        ("[15, [\"pigs\", \"pigs\"]]", "\"pigs\" occurs twice"),
        ("[15, [\"pigs\", \"fishtrap\"]]", "did you mean \"fish_trap\""),
        ("[0, [\"pigs\", \"fish_trap\"]]", "1 to 99"),
        ("[15]", "1 values"),
    ] {
        assert_fault(&[(goal, wrong)], "[goals] deck[0]: ", hint);
    }
    assert_fault(&[(&format!("  {goal},\n"), "")], "[goals] deck: ", "19");
}

#[test]
fn later_copies_of_a_goal_are_numbered_in_their_texts() {
    let text = standard_with(&[("[15, [\"mushrooms\", \"barley\"]]", "[15, [\"pigs\", \"fish_trap\"]]")]);
    let setup = crate::kit::edition(&text, 2);
    assert_eq!(setup.action_to_string(1).as_deref(), Some("fulfil pigs+fish_trap/2"));
    assert_eq!(setup.string_to_action("fulfil pigs+fish_trap/2"), Ok(1));
}

#[test]
fn the_standard_edition_says_what_is_reconstructed() {
    let summary = standard(2).game().edition("standard").unwrap();
    assert_eq!(summary.players, [2, 3, 4]);
    assert_eq!(summary.reconstructed, ["board", "goals", "scoring"]);
}
