//! Cards, markers and coins are conserved in whole games.

use crate::kit::{setups, walk};
use serde_json::Value as Json;

fn sum(dict: &Json, key: &str) -> i64 {
    dict["seats"].as_array().unwrap().iter().map(|seat| seat[key].as_i64().unwrap()).sum()
}

fn length(list: &Json) -> usize {
    list.as_array().unwrap().len()
}

#[test]
fn every_card_is_in_one_place_and_time_markers_only_leave() {
    for setup in setups() {
        let mut last: Option<Json> = None;
        walk(&*setup, 20..24, true, |state| {
            let dict = state.to_json();
            let seats = dict["seats"].as_array().unwrap();
            let held = |key: &str| seats.iter().map(|seat| length(&seat[key])).sum::<usize>();
            let stacks: usize = dict["stacks"].as_object().unwrap().values().map(length).sum();
            assert_eq!(held("contracts") + stacks + length(&dict["discard"]) + length(&dict["arrivals"]), 78);
            assert_eq!(held("bonus") + length(&dict["bonus_display"]) + length(&dict["bonus_pile"]), 16);
            let buildings = if setup.players() == 1 { 21 } else { 26 };
            assert_eq!(
                held("buildings") + length(&dict["building_display"]) + length(&dict["building_pile"]),
                buildings
            );
            let markers = |dict: &Json| {
                let chart: usize = dict["chart"].as_array().unwrap().iter().map(length).sum();
                chart as i64 + sum(dict, "time") + dict["box"].as_i64().unwrap_or(0)
            };
            if let Some(last) = last.as_ref().filter(|last| last["turn"].as_u64() <= dict["turn"].as_u64()) {
                assert!(markers(&dict) <= markers(last));
                if setup.players() == 1 {
                    assert_eq!(markers(&dict), 15);
                }
                if dict["phase"] != "investing" && last["phase"] != "investing" {
                    assert_eq!(sum(&dict, "coins"), sum(last, "coins"), "coins come and go in investing only");
                }
            }
            last = if state.is_terminal() { None } else { Some(dict) };
        });
    }
}
