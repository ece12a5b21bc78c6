//! The tables of the standard edition add up (rules.md 1, 2), as `standard.toml` says they must.

use crate::kit::{GOODS, MAJORS, Scene, edition};
use serde_json::Value as Json;

/// Goods needed by all contracts together, in the order of the table.
const NEEDS: [u64; 16] = [27, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 28, 26, 26, 26, 26];
const TOTAL: u64 = 419;

fn cards(table: &str) -> Vec<Json> {
    edition("standard", 2).edition_contents()[table]["cards"].as_array().unwrap().clone()
}

#[test]
fn contracts_are_as_many_of_each_value_as_published() {
    let count = |value: u64| cards("contracts").iter().filter(|card| card[0] == value).count();
    assert_eq!([2, 3, 4, 5, 6, 7, 8, 9, 10].map(count), [5, 11, 13, 12, 11, 9, 7, 5, 4]);
    assert_eq!(cards("contracts").iter().map(|card| card[0].as_u64().unwrap()).sum::<u64>(), 425);
}

#[test]
fn contracts_need_this_many_goods_of_each_kind() {
    let needs = |good: &str| cards("contracts").iter().filter_map(|card| card[2][good].as_u64()).sum::<u64>();
    assert_eq!(GOODS.map(needs), NEEDS);
    assert_eq!(NEEDS.iter().sum::<u64>(), TOTAL);
}

#[test]
fn there_is_one_bonus_card_for_each_major_place_and_two_for_each_minor_one() {
    for place in ["bohemia", "denmark", "italy", "newfoundland"].into_iter().chain(MAJORS) {
        let there = cards("bonus").iter().filter(|card| card[0] == place).count();
        assert_eq!(there, if MAJORS.contains(&place) { 1 } else { 2 }, "{place}");
    }
    assert_eq!(cards("bonus").iter().filter(|card| card[2] == 3).count(), 8);
    let mut goods: Vec<&str> = Vec::new();
    let all = cards("bonus");
    goods.extend(all.iter().map(|card| card[1].as_str().unwrap()));
    goods.sort_unstable();
    goods.dedup();
    assert_eq!(goods.len(), 16);
}

#[test]
fn buildings_cost_and_bring_this_much_together() {
    let sum = |column: usize| cards("buildings").iter().map(|card| card[column].as_u64().unwrap()).sum::<u64>();
    assert_eq!((cards("buildings").len(), sum(1), sum(3), sum(4)), (26, 205, 76, 242));
}

#[test]
fn every_major_place_has_two_or_three_lines() {
    let contents = edition("standard", 2).edition_contents();
    let lines = contents["links"]["lines"].as_array().unwrap();
    for place in MAJORS {
        let ends = lines.iter().filter(|line| line[0] == place || line[1] == place).count();
        assert!((2..=3).contains(&ends), "{place}");
    }
}

#[test]
fn set_up_gives_everybody_what_the_rules_say() {
    for players in 2..=5 {
        let setup = edition("standard", players);
        let dict = setup.new_initial_state(9).to_json();
        let (mut contracts, mut time) = (0, 0);
        for (player, seat) in dict["seats"].as_array().unwrap().iter().enumerate() {
            let held: Vec<u8> = serde_json::from_value(seat["contracts"].clone()).unwrap();
            assert_eq!(held.iter().map(|card| Scene::new(2).value(*card)).collect::<Vec<_>>(), [2, 3, 4]);
            let bonus: Vec<u8> = serde_json::from_value(seat["bonus"].clone()).unwrap();
            assert!(bonus.len() == 2 && bonus[0] < 8 && bonus[1] >= 8);
            assert_eq!(seat["time"], if player + 1 == players { 2 } else { 1 });
            assert!(seat["tile"].as_object().unwrap().values().all(|cubes| *cubes == 1));
            contracts += held.len();
            time += seat["time"].as_u64().unwrap();
        }
        assert_eq!((contracts, time), (3 * players, players as u64 + 1));
        assert_eq!(dict["discard"].as_array().unwrap().len(), 5 - players);
        let markers: usize = dict["chart"].as_array().unwrap().iter().map(|row| row.as_array().unwrap().len()).sum();
        assert_eq!(markers, 6 * (players + 1));
        assert!(dict["cubes"].as_object().unwrap().values().all(|cubes| *cubes == 1));
        assert_eq!((dict["figure"].clone(), dict["stacks"]["14"].clone()), (Json::Null, serde_json::json!([77])));
        assert_eq!(dict["bonus_pile"].as_array().unwrap().len(), 16 - 2 * players - 4);
    }
    let published = edition("published", 3).new_initial_state(1).to_json();
    assert_eq!(published["seats"][0]["contracts"].as_array().unwrap().len(), 4);
    assert_eq!([0, 1, 2].map(|player| published["seats"][player]["time"].as_u64().unwrap()), [0, 1, 2]);
}
