//! Fulfilling (rules.md 3.3, 3.5), with a brute-force search of payments as the measure of what is legal.

use crate::kit::{GOODS, Play, Scene, assert_illegal, assert_legal};
use merx_engine::rng::Rng;
use serde_json::json;

fn at(place: &str) -> Scene {
    Scene::new(2).figure(place).phase("fulfilling")
}

#[test]
fn the_goods_go_to_the_bank_and_the_next_contract_is_taken() {
    // hamburg3: plums, saltpeter, wine.
    let scene = at("hamburg").contracts(0, &["hamburg3"]).tops(&["italy4"]);
    let mut play = scene.rooms(0, &[("plums", 2), ("saltpeter", 1), ("wine", 1)]).start();
    play.play("fulfil hamburg3");
    assert_eq!(["plums", "saltpeter", "wine"].map(|good| play.room(0, good)), [1, 0, 0]);
    assert_eq!(play.contracts(0), ["hamburg3", "italy4"]);
    assert_illegal(&play, "fulfil hamburg3", "3.3.1");
    assert_illegal(&play, "fulfil italy4", "3.3.1");
    assert_illegal(&play, "fulfil danzig4", "3.3.1");
}

#[test]
fn a_contract_gained_now_may_be_fulfilled_at_once_if_it_names_the_place() {
    let scene = at("hamburg").contracts(0, &["hamburg3"]).tops(&["hamburg4", "hamburg5"]).all_rooms(0, 9);
    let mut play = scene.start();
    play.all(&["fulfil hamburg3", "fulfil hamburg4", "fulfil hamburg5"]);
    assert_eq!(play.contracts(0).len(), 4);
    assert_eq!(play.at("/done"), json!([5, 16, 29]));
}

#[test]
fn a_fulfilled_ten_earns_the_peace_and_calls_the_end() {
    let scene = at("hamburg").contracts(0, &["hamburg10"]).all_rooms(0, 3);
    let mut play = scene.start();
    play.play("fulfil hamburg10");
    assert_eq!(
        (play.contracts(0), play.at("/last_turn")),
        (vec!["hamburg10".to_owned(), "peace".to_owned()], json!(10))
    );
    assert_illegal(&play, "fulfil peace", "3.3.1");
}

#[test]
fn if_the_next_stack_is_empty_the_first_below_that_is_not_gives_its_top() {
    let scene = at("hamburg").contracts(0, &["hamburg5"]).tops(&["italy4"]).empty(&[6, 5]).all_rooms(0, 9);
    let mut play = scene.start();
    play.play("fulfil hamburg5");
    assert_eq!(play.contracts(0), ["italy4", "hamburg5"]);
}

#[test]
fn a_ten_after_the_peace_was_gained_takes_a_ten() {
    let scene = at("hamburg").contracts(0, &["hamburg10"]).contracts(1, &["peace"]).tops(&["danzig10"]);
    let mut play = scene.set("/last_turn", json!(9)).all_rooms(0, 3).start();
    play.play("fulfil hamburg10");
    assert_eq!(
        (play.contracts(0), play.at("/last_turn")),
        (vec!["hamburg10".to_owned(), "danzig10".to_owned()], json!(9))
    );
}

#[test]
fn the_last_contract_leaves_nothing_to_take_and_may_be_fulfilled_all_the_same() {
    let scene = at("danzig").contracts(0, &["danzig2"]).contracts(1, &["hamburg3"]).empty(&[3, 4]).all_rooms(0, 1);
    let mut play = scene.start();
    play.play("fulfil danzig2");
    assert_eq!(play.contracts(0), ["danzig2"]);
}

#[test]
fn four_equal_goods_beyond_the_need_or_four_time_markers_replace_a_missing_one() {
    // sweden3: 2 citrus, 1 calfskin.
    let scene = || at("sweden").contracts(0, &["sweden3"]).left(12);
    assert_illegal(&scene().rooms(0, &[("citrus", 5)]).start(), "fulfil sweden3", "3.3.5");
    let mut play = scene().rooms(0, &[("citrus", 6)]).start();
    play.play("fulfil sweden3");
    assert_eq!((play.phase().as_str(), play.room(0, "citrus")), ("fulfilling", 0));
    let mut play = scene().rooms(0, &[("citrus", 5)]).time(0, 5).start();
    play.play("fulfil sweden3");
    assert_eq!((play.time(0), play.room(0, "citrus")), (1, 3));
}

#[test]
fn exchanges_are_asked_one_by_one_in_order_and_can_always_be_completed() {
    // sweden3: 2 citrus, 1 calfskin; all three are missing.
    let scene = at("sweden").contracts(0, &["sweden3"]).left(12).time(0, 4);
    let mut play = scene.rooms(0, &[("grain", 8), ("wine", 4), ("spice", 3)]).start();
    play.play("fulfil sweden3");
    // Three of the four possible exchanges are needed, so the first must be grain and is not asked.
    assert_eq!(play.at("/exchange"), json!({"contract": 7, "missing": 2, "last": "grain"}));
    assert_legal(&play, &["exchange grain", "exchange wine"]);
    assert_illegal(&play, "exchange time", "3.5.2");
    assert_illegal(&play, "exchange spice", "3.3.3");
    play.play("exchange wine");
    assert_eq!(
        (play.phase().as_str(), play.time(0), play.room(0, "grain"), play.room(0, "wine")),
        ("fulfilling", 0, 4, 0)
    );
}

#[test]
fn nothing_can_be_put_between_exchanges() {
    let scene = at("sweden").contracts(0, &["sweden3"]).left(12).time(0, 4).tile(0, &[("red", 1)]);
    let mut play = scene.rooms(0, &[("citrus", 2), ("grain", 4)]).start();
    play.play("fulfil sweden3");
    assert_legal(&play, &["exchange grain", "exchange time"]);
    assert_illegal(&play, "unload citrus", "3.3.4");
    assert_illegal(&play, "end fulfilling", "3.3.1");
}

#[test]
fn cubes_of_the_tile_become_either_good_and_do_not_count_before() {
    let scene = at("sweden").contracts(0, &["sweden3"]).rooms(0, &[("citrus", 2)]).tile(0, &[("orange", 1)]);
    let mut play = scene.start();
    assert_illegal(&play, "fulfil sweden3", "3.3.5");
    assert_eq!(play.legal_after("unload"), ["vegetables", "calfskin"]);
    play.all(&["unload calfskin", "fulfil sweden3"]);
    assert_eq!(play.at("/seats/0/tile/orange"), json!(0));
    assert_illegal(&play, "unload calfskin", "3.3.4");
}

#[test]
fn directly_after_an_unloading_only_the_same_good_or_a_later_one_is_unloaded() {
    let scene = at("hamburg")
        .contracts(0, &["hamburg3", "hamburg4"])
        .all_rooms(0, 9)
        .tile(0, &[("green", 1), ("blue", 1), ("red", 1)]);
    let mut play = scene.start();
    play.play("unload wine");
    assert_eq!(play.legal_after("unload"), ["citrus", "spice"]);
    assert_illegal(&play, "unload muskets", "3.5.2");
    play.play("fulfil hamburg3");
    assert_eq!(play.legal_after("unload"), ["livestock", "muskets", "citrus", "spice"]);
}

#[test]
fn end_fulfilling_is_asked_even_when_nothing_else_is_legal() {
    assert_legal(&at("hamburg").start(), &["end fulfilling"]);
}

/// Whether `missing` goods can be paid with fours of what is left, by trying every payment.
fn can_pay(rooms: &mut [u64], time: u64, missing: u64) -> bool {
    if missing == 0 {
        return true;
    }
    if time >= 4 && can_pay(rooms, time - 4, missing - 1) {
        return true;
    }
    for good in 0..rooms.len() {
        if rooms[good] >= 4 {
            rooms[good] -= 4;
            let paid = can_pay(rooms, time, missing - 1);
            rooms[good] += 4;
            if paid {
                return true;
            }
        }
    }
    false
}

/// Every way to complete the exchanges, as the goods and markers given.
fn completions(play: &Play, given: &[String], found: &mut Vec<Vec<String>>) {
    if play.phase() != "exchanging" {
        found.push(given.to_vec());
        return;
    }
    let legal = play.legal_after("exchange");
    assert!(legal.len() > 1, "asked only where there is a choice");
    for what in legal {
        let mut next = play.clone();
        next.play(&format!("exchange {what}"));
        let given: Vec<String> = given.iter().cloned().chain([what]).collect();
        completions(&next, &given, found);
    }
}

/// The multisets of payments, by trying every payment in order.
fn payments(rooms: &mut Vec<u64>, time: u64, missing: u64, from: usize) -> u64 {
    if missing == 0 {
        return 1;
    }
    let mut ways = 0;
    for good in from..=16 {
        if good == 16 {
            ways += u64::from(time >= 4 * missing);
        } else if rooms[good] >= 4 {
            rooms[good] -= 4;
            ways += payments(rooms, time, missing - 1, good);
            rooms[good] += 4;
        }
    }
    ways
}

#[test]
fn fulfil_is_legal_exactly_if_a_payment_exists_and_every_payment_can_be_made_once() {
    let mut rng = Rng::new(5);
    let (mut legal, mut exchanged) = (0, 0);
    for _ in 0..400 {
        let contract = 5 + rng.below(72) as usize;
        let scene = Scene::new(2);
        let card = scene.setup.edition_contents()["contracts"]["cards"][contract].clone();
        let name = scene.setup.action_to_string(contract as u16).unwrap().replace("sell ", "");
        let place = card[1].as_str().unwrap().to_owned();
        let time = rng.below(10);
        let rooms: Vec<(&str, u16)> = GOODS
            .iter()
            .map(|good| {
                let need = card[2][*good].as_u64().unwrap_or(0) as u32;
                let spare = if rng.below(4) == 0 { rng.below(10) } else { rng.below(3) };
                (*good, if rng.below(3) > 0 { (need + spare) as u16 } else { rng.below(need + 2) as u16 })
            })
            .collect();
        let scene = scene.figure(&place).phase("fulfilling").left(6).time(0, time as u8).rooms(0, &rooms);
        let play = scene.contracts(0, &[&name]).start();
        let mut missing = 0;
        let mut left: Vec<u64> = Vec::new();
        for (good, cubes) in &rooms {
            let need = card[2][*good].as_u64().unwrap_or(0);
            missing += need.saturating_sub((*cubes).into());
            left.push(u64::from(*cubes).saturating_sub(need));
        }
        let possible = can_pay(&mut left.clone(), u64::from(time), missing);
        assert_eq!(play.offers(&format!("fulfil {name}")), possible, "{}", play.state.to_text());
        if !possible {
            continue;
        }
        legal += 1;
        let mut after = play.clone();
        after.play(&format!("fulfil {name}"));
        let mut found = Vec::new();
        completions(&after, &[], &mut found);
        assert_eq!(found.len() as u64, payments(&mut left, u64::from(time), missing, 0));
        found.sort();
        found.dedup();
        exchanged += u32::from(found.len() > 1);
    }
    assert!(legal > 60 && exchanged > 10, "{legal} legal, {exchanged} with a choice");
}
