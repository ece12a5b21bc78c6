//! Investing (rules.md 3.1).

use crate::kit::{Scene, assert_illegal, assert_legal};
use serde_json::json;

#[test]
fn a_contract_is_sold_for_its_value_and_goes_to_the_discard() {
    let mut play = Scene::new(2).contracts(0, &["hamburg7", "italy4"]).start();
    play.play("sell hamburg7");
    assert_eq!((play.coins(0), play.contracts(0)), (7, vec!["italy4".to_owned()]));
    assert!(play.at("/discard").as_array().unwrap().contains(&json!(52)));
}

#[test]
fn the_last_contract_is_never_sold() {
    let mut play = Scene::new(2).contracts(0, &["hamburg7", "italy4"]).start();
    play.play("sell italy4");
    assert_illegal(&play, "sell hamburg7", "3.1.2");
    assert_illegal(&play, "sell danzig10", "3.1.1");
}

#[test]
fn the_peace_counts_as_one_held_and_is_never_sold() {
    let scene = Scene::new(2).contracts(0, &["peace", "hamburg7"]).set("/last_turn", json!(9));
    let mut play = scene.start();
    assert_illegal(&play, "sell peace", "3.1.2");
    play.play("sell hamburg7");
    assert_eq!(play.contracts(0), ["peace"]);
}

#[test]
fn directly_after_a_sale_only_later_contracts_are_sold_until_something_is_bought() {
    let scene = Scene::new(2).contracts(0, &["hamburg3", "hamburg5", "hamburg7"]).bonus_shown(&["italy+muskets"]);
    let mut play = scene.start();
    play.play("sell hamburg5");
    assert_illegal(&play, "sell hamburg3", "3.5.2");
    let mut other = play.clone();
    other.play("sell hamburg7");
    play.play("buy italy+muskets").play("sell hamburg3");
    assert_eq!(play.contracts(0), ["hamburg7"]);
}

#[test]
fn more_than_five_contracts_must_be_sold_down_in_any_order() {
    let held = ["hamburg3", "hamburg4", "hamburg5", "hamburg6", "hamburg7", "hamburg10", "italy4"];
    let mut play = Scene::new(2).contracts(0, &held).start();
    assert_illegal(&play, "end investing", "3.1.3");
    play.all(&["sell hamburg7"]);
    assert_illegal(&play, "end investing", "3.1.3");
    play.play("sell hamburg3");
    // Of the five that are left only those later than the one just sold.
    assert_eq!(play.legal_after("sell").len(), 5);
    play.play("end investing");
}

#[test]
fn in_the_turns_after_the_end_is_called_nobody_is_forced_to_sell() {
    let held = ["hamburg3", "hamburg4", "hamburg5", "hamburg6", "hamburg7", "hamburg10"];
    let scene = Scene::new(2).contracts(0, &held).left(0).set("/last_turn", json!(9));
    let mut play = scene.start();
    play.play("end investing");
    assert_eq!(play.phase(), "going");
}

#[test]
fn the_surplus_over_15_coins_is_lost_at_the_end_of_the_phase_only() {
    let held = ["hamburg10", "italy4"];
    let mut play = Scene::new(2).contracts(0, &held).coins(0, 15).sold(&["danzig10"]).start();
    play.play("sell hamburg10");
    assert_eq!(play.coins(0), 25);
    play.play("end investing");
    assert_eq!(play.coins(0), 15);
}

#[test]
fn a_bought_card_is_replaced_at_once_and_the_new_one_may_be_bought_too() {
    let shown = ["italy+muskets", "england+grain", "spain+iron", "hamburg+wine"];
    let scene = Scene::new(2).coins(0, 15).bonus_shown(&shown).bonus(0, &["russia+fabric", "danzig+coal"]);
    let scene = scene.bonus(1, &["italy+saltpeter", "sweden+spice"]);
    let dict = scene.dict();
    let mut pile: Vec<u64> = (0..16).collect();
    for list in [&dict["bonus_display"], &dict["seats"][0]["bonus"], &dict["seats"][1]["bonus"]] {
        pile.retain(|card| !list.as_array().unwrap().iter().any(|other| other.as_u64() == Some(*card)));
    }
    let mut play = scene.set("/bonus_pile", json!(pile)).start();
    let next = play.setup.action_to_string(78 + pile[0] as u16).unwrap();
    assert!(!play.offers(&next));
    play.play("buy italy+muskets");
    assert_eq!(play.at("/bonus_display").as_array().unwrap().len(), 4);
    play.play(&next);
    assert_illegal(&play, &next, "3.1.1");
    assert_eq!(play.at("/bonus_pile").as_array().unwrap().len(), pile.len() - 2);
}

#[test]
fn when_the_pile_is_empty_the_display_shrinks() {
    let scene = Scene::new(2).coins(0, 15).no_piles().buildings_shown(&["bank", "clock_tower"]);
    let mut play = scene.start();
    play.play("buy bank");
    assert_eq!(play.at("/building_display"), json!([18]));
    play.play("buy clock_tower");
    assert_eq!((play.at("/building_display"), play.coins(0)), (json!([]), 3));
}

#[test]
fn what_cannot_be_paid_is_not_bought() {
    let play = Scene::new(2).coins(0, 5).buildings_shown(&["exchange", "bank", "crane", "alsterhaus"]).start();
    assert_eq!(play.legal_after("buy").iter().filter(|text| !text.contains('+')).collect::<Vec<_>>(), ["exchange"]);
    assert_illegal(&play, "buy bank", "3.1.1");
    assert_illegal(&play, "buy senate_house", "3.1.1");
}

#[test]
fn end_investing_is_asked_even_when_nothing_else_is_legal() {
    assert_legal(&Scene::new(2).start(), &["end investing"]);
}
