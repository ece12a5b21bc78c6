//! Points (rules.md 5) and every building's effect (8).

use crate::kit::Scene;

/// The points that a building brings seat 0, by the difference to the same position without it.
fn points(building: &str, scene: impl Fn() -> Scene) -> i32 {
    let with = scene().buildings(0, &[building]).start().state.scores()[0];
    // Cards that are not held lie in the pile, so nothing else differs.
    with - scene().start().state.scores()[0]
}

fn plain() -> Scene {
    Scene::new(3).contracts(0, &["hamburg3"]).left(6)
}

#[test]
fn the_five_best_contracts_count_in_full_and_half_of_the_rest_rounded_down() {
    let score = |held: &[&str]| Scene::new(2).contracts(0, held).start().state.scores()[0];
    assert_eq!(score(&["hamburg3"]), 3);
    assert_eq!(score(&["hamburg3", "hamburg4", "hamburg5", "hamburg6", "hamburg7"]), 25);
    assert_eq!(score(&["hamburg3", "hamburg4", "hamburg5", "hamburg6", "hamburg7", "hamburg10"]), 32 + 1);
    assert_eq!(score(&["hamburg3", "danzig2", "hamburg4", "hamburg5", "hamburg6", "hamburg7", "hamburg10"]), 32 + 2);
    assert_eq!(
        score(&["hamburg3", "danzig3", "sweden3", "hamburg4", "hamburg5", "hamburg6", "hamburg7", "hamburg10"]),
        32 + 4
    );
}

#[test]
fn the_peace_counts_fourteen() {
    let scene = Scene::new(2).contracts(0, &["hamburg3", "peace"]).set("/last_turn", 9.into());
    assert_eq!(scene.start().state.scores()[0], 17);
}

#[test]
fn coins_cubes_time_markers_and_bonus_cards_give_none() {
    let scene = plain()
        .coins(0, 15)
        .time(0, 9)
        .all_rooms(0, 5)
        .tile(0, &[("red", 1)])
        .bonus(0, &["italy+muskets", "denmark+ham"]);
    assert_eq!(scene.start().state.scores()[0], 3);
}

#[test]
fn alsterhaus_counts_each_good_with_a_cube() {
    assert_eq!(points("alsterhaus", || plain().rooms(0, &[("wine", 9), ("iron", 1)])), 2);
    assert_eq!(points("alsterhaus", || plain().all_rooms(0, 1)), 16);
}

#[test]
fn arsenal_counts_kinds_of_green_and_black() {
    assert_eq!(points("arsenal", || plain().rooms(0, &[("livestock", 4), ("copper", 1), ("wine", 1)])), 4);
    assert_eq!(points("arsenal", || plain().all_rooms(0, 2)), 8);
}

#[test]
fn granary_counts_kinds_of_yellow_and_purple() {
    assert_eq!(
        points("granary", || plain().rooms(0, &[("saltpeter", 1), ("ham", 1), ("fish_oil", 1), ("coal", 1)])),
        6
    );
}

#[test]
fn victualling_yard_counts_kinds_of_orange_and_blue() {
    assert_eq!(points("victualling_yard", || plain().rooms(0, &[("plums", 3), ("grain", 1)])), 2);
}

#[test]
fn cloth_hall_counts_kinds_of_grey_and_red() {
    assert_eq!(points("cloth_hall", || plain().rooms(0, &[("fabric", 1), ("spice", 1), ("wine", 1)])), 4);
}

#[test]
fn crane_counts_the_cubes_of_the_fullest_column() {
    // Column C is wine and spice, B has grain, plums and citrus.
    assert_eq!(points("crane", || plain().rooms(0, &[("wine", 3), ("spice", 2), ("grain", 4)])), 5);
    assert_eq!(points("crane", || plain().rooms(0, &[("wine", 30)])), 7);
}

#[test]
fn great_warehouse_counts_each_two_cubes() {
    assert_eq!(points("great_warehouse", || plain().rooms(0, &[("wine", 3), ("spice", 4)])), 3);
    assert_eq!(points("great_warehouse", || plain().all_rooms(0, 2)), 12);
}

#[test]
fn packing_house_counts_columns_without_an_empty_room() {
    assert_eq!(
        points("packing_house", || plain().rooms(0, &[("wine", 1), ("spice", 1), ("grain", 1), ("plums", 1)])),
        3
    );
    assert_eq!(points("packing_house", || plain().all_rooms(0, 1)), 12);
}

#[test]
fn weigh_house_counts_goods_with_three_cubes() {
    assert_eq!(points("weigh_house", || plain().rooms(0, &[("wine", 3), ("spice", 2), ("iron", 7)])), 4);
}

#[test]
fn customs_house_counts_colours_with_both_goods() {
    assert_eq!(
        points("customs_house", || plain().rooms(0, &[("plums", 1), ("wine", 1), ("spice", 2), ("iron", 7)])),
        2
    );
}

#[test]
fn town_hall_counts_contracts_and_the_peace() {
    let scene = || plain().contracts(0, &["hamburg3", "italy4", "peace"]).set("/last_turn", 13.into());
    assert_eq!(points("town_hall", scene), 3);
}

#[test]
fn exchange_counts_contracts_of_value_seven_or_more_and_the_peace() {
    let scene = || plain().contracts(0, &["hamburg6", "hamburg7", "italy10", "peace"]).set("/last_turn", 13.into());
    assert_eq!(points("exchange", scene), 6);
}

#[test]
fn chancellery_counts_different_places_and_the_peace_names_none() {
    let scene = || plain().contracts(0, &["hamburg6", "hamburg7", "italy10", "peace"]).set("/last_turn", 13.into());
    assert_eq!(points("chancellery", scene), 4);
}

#[test]
fn pilot_house_counts_contracts_for_minor_places() {
    assert_eq!(points("pilot_house", || plain().contracts(0, &["hamburg6", "italy7", "italy10", "denmark4"])), 6);
}

#[test]
fn harbour_office_counts_contracts_for_major_places() {
    let scene = || plain().contracts(0, &["hamburg6", "italy7", "spain5", "peace"]).set("/last_turn", 13.into());
    assert_eq!(points("harbour_office", scene), 4);
}

#[test]
fn senate_house_counts_pairs_of_a_value() {
    assert_eq!(points("senate_house", || plain().contracts(0, &["hamburg3", "danzig3", "sweden3", "italy4"])), 4);
    let held = ["hamburg3", "danzig3", "sweden3", "russia3", "italy4", "hamburg4"];
    assert_eq!(points("senate_house", || plain().contracts(0, &held)), 8);
}

#[test]
fn trading_post_counts_bonus_cards() {
    assert_eq!(points("trading_post", || plain().bonus(0, &["italy+muskets", "denmark+ham", "spain+iron"])), 6);
}

#[test]
fn guild_house_counts_sets_of_a_minor_place_and_one_point_for_every_other_bonus_card() {
    let set = ["italy+muskets", "italy+saltpeter"];
    assert_eq!(points("guild_house", || plain().bonus(0, &["italy+muskets", "denmark+ham"])), 2);
    assert_eq!(points("guild_house", || plain().bonus(0, &[set[0], set[1], "denmark+ham"])), 4);
    let many = [set[0], set[1], "denmark+ham", "denmark+plums", "bohemia+livestock", "bohemia+calfskin", "spain+iron"];
    assert_eq!(points("guild_house", || plain().bonus(0, &many)), 9);
}

#[test]
fn clock_tower_counts_time_markers() {
    assert_eq!(points("clock_tower", || plain().time(0, 5)), 5);
    assert_eq!(points("clock_tower", || plain().time(0, 11)), 8);
}

#[test]
fn bank_counts_each_two_coins() {
    assert_eq!(points("bank", || plain().coins(0, 7)), 3);
    assert_eq!(points("bank", || plain().coins(0, 15)), 7);
}

#[test]
fn cathedral_counts_each_other_building() {
    // The bank and the clock tower bring nothing without coins and time markers.
    let score = |built: &[&str]| plain().buildings(0, built).start().state.scores()[0];
    assert_eq!(score(&["cathedral"]), 3);
    assert_eq!(score(&["cathedral", "bank", "clock_tower"]), 3 + 6);
}

#[test]
fn admiralty_counts_for_the_sole_player_with_most_time_markers() {
    assert_eq!(points("admiralty", || plain().time(0, 4).time(1, 3)), 6);
    assert_eq!(points("admiralty", || plain().time(0, 4).time(2, 4)), 0);
}

#[test]
fn merchants_hall_counts_for_the_sole_player_with_the_best_contract() {
    assert_eq!(points("merchants_hall", || plain().contracts(0, &["hamburg7"]).contracts(2, &["hamburg6"])), 8);
    assert_eq!(points("merchants_hall", || plain().contracts(0, &["hamburg7"]).contracts(2, &["italy7"])), 0);
    let scene = || plain().contracts(0, &["hamburg10"]).contracts(1, &["peace"]).set("/last_turn", 13.into());
    assert_eq!(points("merchants_hall", scene), 0);
}

#[test]
fn storehouse_guild_counts_for_the_sole_player_with_most_cubes() {
    assert_eq!(points("storehouse_guild", || plain().all_rooms(0, 2).all_rooms(1, 1)), 7);
    assert_eq!(points("storehouse_guild", || plain().all_rooms(0, 2).all_rooms(1, 2)), 0);
    // Cubes on the tile are not in rooms.
    assert_eq!(points("storehouse_guild", || plain().rooms(0, &[("wine", 1)]).tile(1, &[("red", 1), ("blue", 1)])), 7);
}

#[test]
fn consulate_counts_for_the_sole_player_with_most_contracts_for_minor_places() {
    assert_eq!(points("consulate", || plain().contracts(0, &["italy7", "denmark4"]).contracts(1, &["bohemia6"])), 7);
    assert_eq!(points("consulate", || plain().contracts(0, &["italy7"]).contracts(1, &["bohemia6"])), 0);
}

#[test]
fn trading_company_counts_for_the_sole_player_with_most_bonus_cards() {
    assert_eq!(points("trading_company", || plain().bonus(0, &["italy+muskets", "denmark+ham", "spain+iron"])), 7);
    assert_eq!(points("trading_company", plain), 0);
}

#[test]
fn every_building_has_a_test_here() {
    let source = include_str!("scoring.rs");
    let contents = Scene::new(2).setup.edition_contents();
    for card in contents["buildings"]["cards"].as_array().unwrap() {
        assert!(source.contains(&format!("fn {}_counts", card[0].as_str().unwrap())), "{card}");
    }
}
