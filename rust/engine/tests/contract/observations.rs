//! The properties of observations and samples: nothing hidden leaks, and samples are fair.

use std::collections::{HashMap, HashSet};

use serde_json::Value as Json;

use merx_engine::game::{ActionSet, Game, Observation, Player, State};
use merx_engine::playout::playout;
use merx_engine::rng::{Rng, Stream};
use merx_engine::setup::Setup;

use super::{Tested, dict, game_length, midway, restore, walk};

pub(crate) fn an_observation_offers_the_legal_actions_to_the_player_who_decides_and_none_to_others<G: Game>(
    setup: Setup<G>,
) {
    walk(setup, 9, |state| {
        for player in 0..setup.players() {
            let seen = state.observation(player);
            let mine = state.current_player() == Some(player);
            assert_eq!(seen.legal_actions(), if mine { state.legal_actions() } else { ActionSet::EMPTY });
            assert_eq!((seen.observer(), seen.num_players()), (player, setup.players()));
            assert_eq!(seen.current_player(), state.current_player());
            assert_eq!(seen.active_player(), state.active_player());
            assert!(seen.edition() == state.edition());
        }
    });
}

/// The places of the state dict, as JSON pointers, that `seen` shows as a length only.
///
/// What lies face down but was seen by all (a game's `goods`, its `stocks`) is not hidden: of it `seen` may show a sum, or
/// whether anything is left, and who remembers everything knows the rest.
pub(crate) fn hidden_places(truth: &Json, seen: &Json) -> Vec<String> {
    fn look(truth: &Json, seen: &Json, path: &str, found: &mut Vec<String>) {
        match (truth, seen) {
            (Json::Array(cards), Json::Number(count)) => {
                assert_eq!(count.as_u64(), Some(cards.len() as u64), "{path}");
                found.push(path.to_owned());
            }
            (Json::Object(below), Json::Number(sum)) => {
                assert_eq!(sum.as_u64(), below.values().map(Json::as_u64).sum(), "{path}");
            }
            (Json::Number(number), Json::Bool(some)) => assert_eq!(number.as_u64() != Some(0), *some, "{path}"),
            (Json::Object(below), _) => {
                below.iter().for_each(|(key, value)| look(value, &seen[key], &format!("{path}/{key}"), found));
            }
            (Json::Array(below), Json::Array(_)) => {
                below.iter().enumerate().for_each(|(i, value)| look(value, &seen[i], &format!("{path}/{i}"), found));
            }
            _ => assert_eq!(truth, seen, "{path}"),
        }
    }
    let mut found = Vec::new();
    look(truth, seen, "", &mut found);
    found
}

pub(crate) fn is_set<G: Tested>(place: &str) -> bool {
    G::SETS.iter().any(|name| place.rsplit('/').next() == Some(name))
}

/// The dict of `state` after everything hidden from `player` was shuffled among the places where it could be.
pub(crate) fn permuted<G: Tested>(state: &G::State, player: Player, rng: &mut Rng) -> Json {
    let mut dict = dict(state);
    let places = hidden_places(&dict, &state.observation(player).to_json());
    let mut cards: Vec<Json> =
        places.iter().flat_map(|place| dict.pointer(place).unwrap().as_array().unwrap().clone()).collect();
    rng.shuffle(&mut cards);
    for place in &places {
        let list = dict.pointer_mut(place).unwrap().as_array_mut().unwrap();
        let rest = cards.split_off(list.len());
        *list = std::mem::replace(&mut cards, rest);
        if is_set::<G>(place) {
            list.sort_by_key(Json::as_u64);
        }
    }
    dict
}

fn tensor<G: Game>(seen: &G::Observation) -> Vec<u32> {
    let mut values = vec![f32::NAN; G::Observation::tensor_size(seen.edition(), seen.num_players())];
    seen.write_tensor(&mut values);
    assert!(values.iter().all(|value| value.is_finite()), "every place is written");
    values.into_iter().map(f32::to_bits).collect()
}

pub(crate) fn nothing_a_player_sees_depends_on_what_is_hidden_from_the_player<G: Tested>(setup: Setup<G>) {
    let mut rng = Rng::new(7);
    for seed in 0..3 {
        walk(setup, seed, |state| {
            for player in 0..setup.players() {
                let other = permuted::<G>(state, player, &mut rng);
                let other = restore(setup, &other).unwrap_or_else(|error| panic!("{error}: {other}"));
                let (seen, also) = (state.observation(player), other.observation(player));
                assert!(seen == also);
                assert_eq!(seen.observation_hash(), also.observation_hash());
                assert_eq!(seen.to_json(), also.to_json());
                assert_eq!(seen.to_text(), also.to_text());
                assert_eq!(tensor::<G>(&seen), tensor::<G>(&also));
                assert_eq!(seen.legal_actions(), also.legal_actions());
                assert_eq!(format!("{seen:?}"), format!("{also:?}"));
                assert_eq!(other.current_player(), state.current_player());
                assert_eq!(state.evaluate(player).to_bits(), other.evaluate(player).to_bits());
                let (one, two) = (seen.sample_state(&mut Rng::new(seed)), also.sample_state(&mut Rng::new(seed)));
                assert!(one == two, "equal observations and generators give equal samples");
            }
        });
    }
}

pub(crate) fn equal_hashes_and_tensors_mean_equal_observations<G: Game>(setup: Setup<G>) {
    let mut by_hash: HashMap<u64, G::Observation> = HashMap::new();
    let mut by_tensor: HashMap<Vec<u32>, (Json, G::Observation)> = HashMap::new();
    for seed in 0..3 {
        walk(setup, seed, |state| {
            for player in 0..setup.players() {
                let seen = state.observation(player);
                assert!(*by_hash.entry(seen.observation_hash()).or_insert_with(|| seen.clone()) == seen);
                let known = by_tensor.entry(tensor::<G>(&seen)).or_insert_with(|| (seen.to_json(), seen.clone()));
                assert_eq!(known.0["phase"], seen.to_json()["phase"], "a tensor tells what is asked");
                assert_eq!(known.1.legal_actions(), seen.legal_actions(), "and what is legal");
            }
        });
    }
}

pub(crate) fn a_sample_agrees_with_the_observation_and_is_a_sound_state<G: Game>(setup: Setup<G>) {
    let mut rng = Rng::for_stream(1, Stream::Sample);
    for seed in 0..3 {
        walk(setup, seed, |state| {
            for player in 0..setup.players() {
                let seen = state.observation(player);
                let sample = seen.sample_state(&mut rng);
                assert!(sample.observation(player) == seen);
                assert_eq!(sample.observation(player).to_json(), seen.to_json());
                assert_eq!(sample.current_player(), state.current_player());
                if state.current_player() == Some(player) {
                    assert_eq!(sample.legal_actions(), state.legal_actions());
                }
                let dict = dict(&sample);
                assert!(restore(setup, &dict).unwrap_or_else(|error| panic!("{error}: {dict}")) == sample);
                let mut played = sample;
                playout(&mut played, &mut rng);
                assert!(played.is_terminal());
            }
        });
    }
}

/// How often chance puts a card where it really is: the sum over the hidden places.
fn agreement<G: Tested>(places: &[String], truth: &Json, sample: &Json) -> (f64, f64) {
    let list = |dict: &Json, place: &String| dict.pointer(place).unwrap().as_array().unwrap().clone();
    let unseen: usize = places.iter().map(|place| list(truth, place).len()).sum();
    let (mut found, mut expected) = (0.0, 0.0);
    for place in places {
        let (real, drawn) = (list(truth, place), list(sample, place));
        let n = real.len() as f64;
        if is_set::<G>(place) {
            found += drawn.iter().filter(|card| real.contains(card)).count() as f64;
            expected += n * n / unseen as f64;
        } else {
            found += drawn.iter().zip(&real).filter(|(one, other)| one == other).count() as f64;
            expected += n / unseen as f64;
        }
    }
    (found, expected)
}

pub(crate) fn samples_vary_and_find_the_truth_no_more_often_than_chance<G: Tested>(setup: Setup<G>) {
    let mut rng = Rng::for_stream(2, Stream::Sample);
    let (mut found, mut expected) = (0.0, 0.0);
    for seed in 0..4 {
        let mut hashes = HashSet::new();
        let mut samples = 0;
        walk(setup, seed, |state| {
            let truth = dict(state);
            for player in 0..setup.players() {
                let seen = state.observation(player);
                let places = hidden_places(&truth, &seen.to_json());
                for _ in 0..2 {
                    let sample = seen.sample_state(&mut rng);
                    assert!(sample != *state, "the truth was drawn");
                    let (here, chance) = agreement::<G>(&places, &truth, &dict(&sample));
                    (found, expected) = (found + here, expected + chance);
                    hashes.insert(sample.state_hash());
                    samples += 1;
                }
            }
        });
        assert_eq!(hashes.len(), samples, "the same state was drawn twice");
    }
    // The sum of many rare events has about the variance of its mean; four deviations.
    assert!((found - expected).abs() < 4.0 * f64::sqrt(expected), "{found} cards in their place, {expected} expected");
}

/// What a chi-square with `freedom` degrees of freedom exceeds once in about 30 000 times (Wilson and Hilferty).
fn chi_square_bound(freedom: usize) -> f64 {
    let k = 2.0 / (9.0 * freedom as f64);
    freedom as f64 * (1.0 - k + 4.0 * k.sqrt()).powi(3)
}

pub(crate) fn sampled_cards_are_uniform_over_all_that_is_unseen<G: Tested>(setup: Setup<G>) {
    const SAMPLES: usize = 6_000;
    let state = midway(setup, 11, game_length(setup, 11) / 2);
    let player = (state.current_player().unwrap() + 1) % setup.players();
    let seen = state.observation(player);
    let truth = dict(&state);
    let places = hidden_places(&truth, &seen.to_json());
    let mut counts: HashMap<(String, Json), u32> = HashMap::new();
    let mut rng = Rng::for_stream(5, Stream::Sample);
    for _ in 0..SAMPLES {
        let sample = dict(&seen.sample_state(&mut rng));
        for place in &places {
            let cards = sample.pointer(place).unwrap().as_array().unwrap();
            if is_set::<G>(place) {
                for card in cards {
                    *counts.entry((place.clone(), card.clone())).or_default() += 1;
                }
            } else {
                for end in [0, cards.len() - 1] {
                    *counts.entry((format!("{place}/{end}"), cards[end].clone())).or_default() += 1;
                }
            }
        }
    }
    let unseen: Vec<Json> =
        places.iter().flat_map(|place| truth.pointer(place).unwrap().as_array().unwrap().clone()).collect();
    let u = unseen.len() as f64;
    let mut checked = 0;
    let slots: HashSet<String> = counts.keys().map(|(slot, _)| slot.clone()).collect();
    for slot in slots {
        let held = truth.pointer(&slot).unwrap().as_array().map_or(1, Vec::len) as f64;
        let expected = SAMPLES as f64 * held / u;
        let square = |card: &Json| {
            let count = f64::from(*counts.get(&(slot.clone(), card.clone())).unwrap_or(&0));
            (count - expected).powi(2) / expected
        };
        // Cards are drawn without replacement, which makes the counts of a hand less spread.
        let chi = unseen.iter().map(square).sum::<f64>() * (u - 1.0) / (u - held);
        assert!(chi < chi_square_bound(unseen.len() - 1), "{slot}: chi-square {chi}");
        checked += 1;
    }
    assert!(checked >= setup.players(), "the rivals' hands and the decks");
}

pub(crate) fn sampled_neighbours_are_independent<G: Tested>(setup: Setup<G>) {
    const SAMPLES: usize = 15_000;
    let state = midway(setup, 12, game_length(setup, 12) / 2);
    let seen = state.observation(0);
    let truth = dict(&state);
    let places = hidden_places(&truth, &seen.to_json());
    let length = |place: &String| truth.pointer(place).unwrap().as_array().unwrap().len();
    let unseen: usize = places.iter().map(length).sum();
    let ordered = places.iter().filter(|place| !is_set::<G>(place)).max_by_key(|place| length(place)).unwrap();
    assert!(length(ordered) >= 2);
    let mut counts: HashMap<(u64, u64), u32> = HashMap::new();
    let mut rng = Rng::for_stream(6, Stream::Sample);
    for _ in 0..SAMPLES {
        let sample = dict(&seen.sample_state(&mut rng));
        let cards = sample.pointer(ordered).unwrap();
        *counts.entry((cards[0].as_u64().unwrap(), cards[1].as_u64().unwrap())).or_default() += 1;
    }
    let pairs = unseen * (unseen - 1);
    let expected = SAMPLES as f64 / pairs as f64;
    let seen_pairs: f64 = counts.values().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    let chi = seen_pairs + (pairs - counts.len()) as f64 * expected;
    assert!(chi < chi_square_bound(pairs - 1), "chi-square {chi} for {pairs} pairs");
}
