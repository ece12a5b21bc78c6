//! Every table of the standard edition, summed and counted against the documents, so that a slip of the pen shows.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use crate::kit::{GOODS, goal_cards, numbers, spaces, standard};

fn contents() -> Json {
    standard(2).edition_contents()
}

fn rows() -> Vec<(String, String, i64, i64)> {
    serde_json::from_value(contents()["board"]["spaces"].clone()).unwrap()
}

fn roads() -> Vec<(String, String)> {
    serde_json::from_value(contents()["board"]["roads"].clone()).unwrap()
}

#[test]
fn the_map_has_a_village_fifty_places_and_seven_trading_places_of_different_names_and_spots() {
    let rows = rows();
    let count = |kind: &str| rows.iter().filter(|row| row.1 == kind).count();
    assert_eq!((rows.len(), count("village"), count("place"), count("trade")), (58, 1, 50, 7));
    assert_eq!(rows[0].0, "village");
    let names: BTreeSet<&String> = rows.iter().map(|row| &row.0).collect();
    let spots: BTreeSet<(i64, i64)> = rows.iter().map(|row| (row.2, row.3)).collect();
    assert_eq!((names.len(), spots.len()), (58, 58));
    assert!(spots.iter().all(|(x, y)| (0..=120).contains(x) && (0..=84).contains(y)));
    let trade: Vec<&str> = rows.iter().filter(|row| row.1 == "trade").map(|row| row.0.as_str()).collect();
    assert_eq!(trade, GOODS);
}

#[test]
fn ninety_two_roads_join_them_two_or_more_at_each_space() {
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    let mut pairs = BTreeSet::new();
    for (one, other) in roads() {
        assert_ne!(one, other);
        *ends.entry(one.clone()).or_default() += 1;
        *ends.entry(other.clone()).or_default() += 1;
        assert!(pairs.insert(if one < other { (one, other) } else { (other, one) }));
    }
    assert_eq!(pairs.len(), 92);
    assert_eq!(ends.values().sum::<usize>(), 184);
    assert_eq!(ends.len(), 58);
    assert!(ends.values().all(|roads| *roads >= 2), "{ends:?}");
    assert_eq!(ends["village"], 5);
    assert!(GOODS.iter().all(|good| ends[*good] == 2));
}

/// Roads from the village to every space, by trying every road until nothing changes.
fn distances() -> BTreeMap<String, i64> {
    let mut far: BTreeMap<String, i64> = BTreeMap::from([("village".to_owned(), 0)]);
    loop {
        let before = far.clone();
        for (one, other) in roads() {
            for (from, to) in [(&one, &other), (&other, &one)] {
                if let Some(roads) = far.get(from).copied() {
                    let known = far.entry(to.clone()).or_insert(roads + 1);
                    *known = (*known).min(roads + 1);
                }
            }
        }
        if far == before {
            return far;
        }
    }
}

#[test]
fn the_village_lies_in_the_middle_and_the_trading_places_on_the_rim() {
    let far = distances();
    assert_eq!(far.len(), 58);
    let trade: Vec<i64> = GOODS.iter().map(|good| far[*good]).collect();
    let most = far.values().max().unwrap();
    assert!(trade.iter().all(|roads| *roads >= 4) && trade.iter().max() == Some(most), "{trade:?} of {most}");
}

#[test]
fn twenty_goals_ten_of_two_places_for_15_and_ten_of_three_for_20_naming_each_place_once() {
    let cards = goal_cards(&*standard(2));
    assert_eq!(cards.len(), 20);
    let count =
        |value: i64, places: usize| cards.iter().filter(|card| (card.0, card.1.len()) == (value, places)).count();
    assert_eq!((count(15, 2), count(20, 3)), (10, 10));
    assert_eq!(cards.iter().map(|card| card.0).sum::<i64>(), 350);
    let named: Vec<&String> = cards.iter().flat_map(|card| &card.1).collect();
    assert_eq!((named.len(), named.iter().collect::<BTreeSet<_>>().len()), (50, 50));
    assert!(!named.iter().any(|name| *name == "village" || GOODS.contains(&name.as_str())));
    assert!(cards.contains(&(20, vec!["cows".to_owned(), "fish".to_owned(), "sheep".to_owned()])), "published");
}

#[test]
fn the_goals_are_named_by_their_places() {
    let setup = standard(2);
    for (goal, (_, places)) in goal_cards(&*setup).iter().enumerate() {
        assert_eq!(setup.action_to_string(goal as u16), Some(format!("fulfil {}", places.join("+"))));
    }
}

#[test]
fn goods_scoring_and_set_up_are_as_the_rules_say() {
    let contents = contents();
    assert_eq!(contents["goods"]["cards_per_kind"].as_i64().unwrap() * 7, 112, "published");
    assert_eq!(numbers(&contents["scoring"]["rank_value"]).iter().sum::<i64>(), 28);
    assert_eq!(contents["scoring"]["rank_value"], json!([1, 2, 3, 4, 5, 6, 7]));
    assert_eq!(contents["scoring"]["cap_per_kind"], json!([1, 2, 3, 4, 5, 6]));
    assert_eq!(contents["scoring"]["cap_per_kind"][3], json!(4), "the seed's");
    let setup = &contents["setup"];
    let of = |key: &str| setup[key].as_i64().unwrap();
    assert_eq!(
        [of("pieces"), of("goals_in_hand"), of("steps"), of("goals_to_end"), of("turn_limit")],
        [8, 2, 2, 5, 50]
    );
    assert_eq!(setup["final_collect"], json!(false));
    assert_eq!(contents["edition"]["players"], json!([2, 3, 4]));
}

#[test]
fn ids_follow_the_tables() {
    let setup = standard(2);
    let text = |action: usize| setup.action_to_string(action as u16).unwrap();
    for (i, good) in GOODS.iter().enumerate() {
        assert_eq!(text(20 + i), format!("take {good}"));
    }
    for (i, space) in spaces(&*setup).iter().enumerate() {
        assert_eq!((text(27 + i), text(85 + i)), (format!("from {space}"), format!("to {space}")));
    }
    for pieces in 1..=8 {
        assert_eq!(text(142 + pieces), format!("move {pieces}"));
    }
    for pieces in 0..=8 {
        assert_eq!(text(151 + pieces), format!("along {pieces}"));
    }
    assert_eq!((text(160).as_str(), text(161).as_str()), ("announce", "end turn"));
}
