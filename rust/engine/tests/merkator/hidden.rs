//! What is hidden (rules.md 2.7): it leaks nowhere, and samples are fair.

use std::collections::{BTreeMap, HashSet};

use merx_engine::registry::{AnySetup, AnyState};
use merx_engine::rng::Rng;
use serde_json::{Value as Json, json};

use crate::kit::{Play, Scene, edition, setups, walk};

/// The contracts of the solo game's stacks that arrived face up are known, and so are bonus cards that were shown.
fn known_in_solo(dict: &Json, list: &str) -> bool {
    dict["players"] == 1 && (["/stacks/8", "/stacks/9", "/stacks/10", "/bonus_pile"].contains(&list))
}

/// Shuffles everything that nobody has seen, each list by itself.
fn permuted(state: &dyn AnyState, rng: &mut Rng) -> Json {
    let mut dict = state.to_json();
    let mut shuffle = |path: &str, first: usize, dict: &mut Json| {
        if let Some(list) = dict.pointer_mut(path).and_then(Json::as_array_mut).filter(|list| list.len() > first) {
            rng.shuffle(&mut list[first..]);
        }
    };
    for value in [3, 4, 5, 6, 7, 8, 9, 10] {
        let path = format!("/stacks/{value}");
        if !known_in_solo(&dict, &path) {
            shuffle(&path, 1, &mut dict);
        }
    }
    shuffle("/building_pile", 0, &mut dict);
    if dict["players"] != 1 {
        shuffle("/bonus_pile", 0, &mut dict);
    }
    // Markers: those lying face down, and some of those that nobody has seen.
    let face_up = dict["face_up"].as_array().unwrap().len();
    let rows = dict["chart"].as_array().unwrap().clone();
    let lengths: Vec<usize> = rows.iter().map(|row| row.as_array().unwrap().len()).collect();
    let mut markers: Vec<Json> = rows.into_iter().flat_map(|row| row.as_array().unwrap().clone()).collect();
    if markers.len() > face_up {
        let mut pool = unseen_markers(&dict);
        rng.shuffle(&mut pool);
        markers[face_up..].iter_mut().zip(pool).for_each(|(place, letters)| *place = json!(letters));
    }
    for (row, length) in lengths.into_iter().enumerate() {
        let rest = markers.split_off(length);
        dict["chart"][row] = json!(std::mem::replace(&mut markers, rest));
    }
    dict
}

/// The letters of all markers that were never turned.
fn unseen_markers(dict: &Json) -> Vec<String> {
    let mut pool: BTreeMap<String, usize> =
        ["A", "B", "C", "D", "E", "F"].into_iter().flat_map(|c| [(c.to_owned(), 4), (c.repeat(2), 3)]).collect();
    for letters in dict["seen"].as_array().unwrap() {
        *pool.get_mut(letters.as_str().unwrap()).unwrap() -= 1;
    }
    pool.into_iter().flat_map(|(letters, count)| vec![letters; count]).collect()
}

#[test]
fn nothing_a_player_sees_depends_on_what_is_hidden() {
    let mut rng = Rng::new(3);
    for setup in setups() {
        walk(&*setup, 0..3, true, |state| {
            let other = permuted(state, &mut rng);
            let other = setup.state_from_json(&other).unwrap_or_else(|error| panic!("{error}: {other}"));
            for player in 0..setup.players() {
                let (seen, also) = (state.observation(player).unwrap(), other.observation(player).unwrap());
                assert!(seen.equals(&*also));
                assert_eq!(
                    (seen.to_json(), seen.to_text(), seen.tensor()),
                    (also.to_json(), also.to_text(), also.tensor())
                );
                assert_eq!(seen.observation_hash(), also.observation_hash());
                assert_eq!(format!("{seen:?}"), format!("{also:?}"));
                assert_eq!(state.evaluate(player).to_bits(), other.evaluate(player).to_bits());
                assert_eq!(state.legal_actions(), other.legal_actions());
                let (one, two) = (seen.sample_state(&mut Rng::new(1)), also.sample_state(&mut Rng::new(1)));
                assert!(one.equals(&*two));
            }
        });
    }
}

#[test]
fn a_sample_agrees_with_the_observation_and_could_arise() {
    let mut rng = Rng::new(4);
    for setup in setups() {
        walk(&*setup, 5..8, true, |state| {
            let seen = state.observation(0).unwrap();
            let sample = seen.sample_state(&mut rng);
            assert!(sample.observation(0).unwrap().equals(&*seen));
            let dict = sample.to_json();
            let again = setup.state_from_json(&dict).unwrap_or_else(|error| panic!("{error}: {dict}"));
            assert!(again.equals(&*sample));
        });
    }
}

#[test]
fn an_observation_shows_lengths_and_tops_only() {
    let play = Scene::new(3).left(13).letters(&["A"]).start();
    let seen = play.state.observation(1).unwrap().to_json();
    assert_eq!(seen["observer"], 1);
    assert_eq!(seen["bonus_pile"], play.at("/bonus_pile").as_array().unwrap().len());
    assert_eq!(seen["building_pile"], 22);
    assert_eq!(seen["stacks"]["10"], json!({"top": play.at("/stacks/10/0"), "cards": 4}));
    assert_eq!(
        seen["chart"],
        json!([[], [null], [null, null, null, null, null, null], [null, null, null, null, null, null]])
    );
    assert_eq!((seen["discard"].clone(), seen["seats"].clone()), (play.at("/discard"), play.at("/seats")));
}

/// The chi-square of counts that should be equal, per degree of freedom.
fn chi(counts: &BTreeMap<String, u32>, kinds: usize) -> f64 {
    let all: u32 = counts.values().sum();
    let expected = f64::from(all) / kinds as f64;
    let seen: f64 = counts.values().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    (seen + (kinds - counts.len()) as f64 * expected) / (kinds as f64 - 1.0)
}

#[test]
fn samples_are_uniform_over_all_that_is_unseen() {
    let play = Scene::new(4).left(20).start();
    let seen = play.state.observation(2).unwrap();
    let mut rng = Rng::new(6);
    let paths = ["/bonus_pile", "/building_pile", "/stacks/5", "/stacks/9"];
    let mut counts: BTreeMap<(&str, usize), BTreeMap<String, u32>> = BTreeMap::new();
    let mut markers: BTreeMap<String, u32> = BTreeMap::new();
    let mut pairs: BTreeMap<String, u32> = BTreeMap::new();
    let mut hashes = HashSet::new();
    for _ in 0..6_000 {
        let sample = seen.sample_state(&mut rng);
        hashes.insert(sample.state_hash());
        let dict = sample.to_json();
        for path in paths {
            let list = dict.pointer(path).unwrap().as_array().unwrap();
            for place in [usize::from(path.starts_with("/stacks")), list.len() - 1] {
                *counts.entry((path, place)).or_default().entry(list[place].to_string()).or_default() += 1;
            }
        }
        let pile = dict["building_pile"].as_array().unwrap();
        *pairs.entry(format!("{} {}", pile[0], pile[1])).or_default() += 1;
        *markers.entry(dict["chart"][4][3].as_str().unwrap().to_owned()).or_default() += 1;
    }
    assert!(hashes.len() > 5_990);
    for ((path, place), counts) in counts {
        let list = play.at(path).as_array().unwrap().len();
        let kinds = list - usize::from(path.starts_with("/stacks"));
        assert!(chi(&counts, kinds) < 3.6, "{path}[{place}]: {counts:?}");
    }
    assert!(chi(&pairs, 22 * 21) < 1.35);
    let unseen = unseen_markers(&play.state.to_json());
    for (letters, count) in markers {
        let there = unseen.iter().filter(|other| **other == letters).count() as f64;
        let expected = 6_000.0 * there / unseen.len() as f64;
        assert!((f64::from(count) - expected).abs() < 4.5 * expected.sqrt(), "{letters}: {count}, {expected} expected");
    }
}

#[test]
fn solo_samples_honour_what_was_turned_face_up_and_then_buried() {
    let setup: Box<dyn AnySetup> = edition("published", 1);
    let shown = ["italy+muskets", "england+grain", "spain+iron", "hamburg+wine"];
    let scene = Scene::of(setup).contracts(0, &["hamburg10", "italy4"]).bonus_shown(&shown).turn(5);
    let mut play: Play = scene.buildings_shown(&["bank"]).set("/box", json!(15)).start();
    let eights = play.at("/stacks/8");
    assert!(eights.as_array().unwrap().len() > 3);
    play.all(&["sell hamburg10", "buy bank"]);
    let mut rng = Rng::new(8);
    let mut piles = HashSet::new();
    let mut arrivals = HashSet::new();
    for _ in 0..400 {
        let sample = play.state.observation(0).unwrap().sample_state(&mut rng).to_json();
        assert_eq!(sample["stacks"]["8"], eights);
        let pile = sample["bonus_pile"].as_array().unwrap().clone();
        assert_eq!(json!(pile[pile.len() - 4..]), json!([1, 2, 6, 8]), "the display lies under the pile");
        piles.insert(pile[0].to_string());
        let coming: Vec<u64> = serde_json::from_value(sample["arrivals"].clone()).unwrap();
        let values: Vec<u64> = coming.iter().map(|card| Scene::new(2).value(*card as u8)).collect();
        assert!(values.is_sorted());
        arrivals.insert(coming);
    }
    assert!(piles.len() > 3 && arrivals.len() > 300, "{} {}", piles.len(), arrivals.len());
}
