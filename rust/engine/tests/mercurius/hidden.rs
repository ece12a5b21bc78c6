//! rules.md 4: who sees what.

use serde_json::{Value as Json, json};

use crate::support::{PLAYERS, PRICES, Play, SHARES, SPECIAL, Scene, items, numbers, random_states, standard};

/// What `docs/formats.md` says an observation shows, made from the state dict.
fn expected(state: &Json, observer: usize) -> Json {
    let mut seen = state.clone();
    let hide = |list: &mut Json| *list = json!(list.as_array().unwrap().len());
    for deck in ["main_deck", "backup_deck"] {
        hide(&mut seen[deck]);
    }
    for (seat, dict) in seen["seats"].as_array_mut().unwrap().iter_mut().enumerate() {
        if seat != observer {
            hide(&mut dict["hand"]);
            hide(&mut dict["discarded"]);
        }
    }
    seen["observer"] = json!(observer);
    seen
}

#[test]
fn r4_open_is_all_but_the_decks_and_the_hands_and_discards_of_others() {
    for players in PLAYERS {
        for play in random_states(players, 3) {
            let dict = play.dict();
            for observer in 0..players {
                let observation = play.state.observation(observer).unwrap();
                assert_eq!(observation.to_json(), expected(&dict, observer));
                assert_eq!((observation.observer(), observation.num_players()), (observer, players));
            }
            assert!(play.state.observation(players).is_none(), "there is no such player");
        }
    }
}

#[test]
fn r4_the_owner_sees_the_cards_discarded_with_news_and_the_others_how_many() {
    let mut play = Scene::at(4, 1, 2).start();
    let hand = play.hand(2);
    play.all(&["end finance", "play news", &format!("discard {}", hand[0]), &format!("discard {}", hand[4])]);
    let assert_seen = |play: &Play| {
        let seen =
            |observer: usize| play.state.observation(observer).unwrap().to_json()["seats"][2]["discarded"].clone();
        assert_eq!(seen(2), json!([hand[0], hand[4]]));
        assert_eq!([seen(0), seen(1), seen(3)], [json!(2), json!(2), json!(2)]);
    };
    assert_seen(&play);
    play.play("end discarding");
    assert_seen(&play);
    assert_seen(play.finish());
}

#[test]
fn r4_cards_that_left_a_board_are_open() {
    let play = Scene::at(3, 5, 0).start();
    let gone = play.list("/gone");
    assert_eq!(gone.len(), 9, "of each seat's five cards two still lie on the board");
    for observer in 0..3 {
        assert_eq!(play.state.observation(observer).unwrap().to_json()["gone"], json!(gone));
    }
}

#[test]
fn only_the_player_who_decides_is_offered_actions() {
    for players in PLAYERS {
        for play in random_states(players, 2) {
            for observer in 0..players {
                let observation = play.state.observation(observer).unwrap();
                let legal = observation.legal_actions();
                if play.state.current_player() == Some(observer) {
                    assert_eq!(legal, play.state.legal_actions());
                } else {
                    assert!(legal.is_empty());
                }
                assert_eq!(observation.current_player(), play.state.current_player());
                assert_eq!(observation.active_player(), play.state.active_player());
            }
        }
    }
}

#[test]
fn r4_the_text_of_an_observation_names_no_hidden_card() {
    let play = Scene::at(3, 3, 1).start();
    let name = |card: i64| play.text(44 + card as u16).strip_prefix("play ").unwrap().to_owned();
    for observer in 0..3 {
        let text = play.state.observation(observer).unwrap().to_text();
        for seat in 0..3 {
            for card in play.hand(seat) {
                assert_eq!(text.contains(&name(card)), seat == observer, "{} in\n{text}", name(card));
            }
        }
        let decks = [play.list("/main_deck"), play.list("/backup_deck")].concat();
        assert!(decks.into_iter().all(|card| !text.contains(&name(card))));
    }
}

#[test]
fn the_tensor_begins_with_the_observers_own_seat() {
    // Two players in the same position see the same numbers, wherever they sit; here, everybody has the same to begin with,
    // and only the hands and the player to move differ.
    let play = Play::deal(standard(4), 5);
    let tensors: Vec<Vec<f32>> = (0..4).map(|seat| play.state.observation(seat).unwrap().tensor()).collect();
    assert!(tensors.iter().all(|tensor| tensor.len() == play.setup.tensor_size()));
    assert!(tensors.iter().flatten().all(|value| value.is_finite()));
    let cash_changed = Scene::of(&play).cash(2, 71).start();
    let differ = |observer: usize| -> Vec<usize> {
        let changed = cash_changed.state.observation(observer).unwrap().tensor();
        (0..changed.len()).filter(|i| changed[*i].to_bits() != tensors[observer][*i].to_bits()).collect()
    };
    let places = [2, 1, 0, 3].map(differ);
    assert!(places.iter().all(|place| !place.is_empty()), "cash is open: {places:?}");
    assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "nearer seats come first: {places:?}");
}

/// The tensor as `docs/formats.md` lays it out, made from the state dict.
fn expected_tensor(dict: &Json, observer: usize, deck: &[(String, f64, String, f64)]) -> Vec<f64> {
    let number = |value: &Json| value.as_f64().unwrap();
    let truth = |value: bool| f64::from(u8::from(value));
    let members = |list: &Json, all: usize| -> Vec<f64> {
        (0..all).map(|card| truth(numbers(list).contains(&(card as i64)))).collect()
    };
    let of_items = |map: &Json, scale: f64| -> Vec<f64> { items().map(|item| number(&map[item]) / scale).collect() };
    let (round, last_round, main_deck) = (&dict["round"], &dict["last_round"], numbers(&dict["main_deck"]).len());
    let players = dict["players"].as_u64().unwrap() as usize;
    let supply = [5.0, 7.0, 9.0][players - 3];
    let mine = &dict["seats"][observer];

    let mut out: Vec<f64> =
        ["finance", "laying", "card", "discarding", "end"].map(|phase| truth(dict["phase"] == phase)).to_vec();
    let left = last_round.as_f64().map_or(0.0, |last| last - number(round) + 1.0);
    let trades: Vec<&str> = dict["trades"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    let decks = [main_deck, numbers(&dict["backup_deck"]).len()].map(|cards| cards as f64 / 72.0);
    out.extend([number(round) / 20.0, truth(main_deck == 0), left / 10.0]);
    out.extend(decks);
    out.push(trades.len() as f64 / 3.0);
    out.extend(of_items(&dict["columns"], 19.0));
    out.extend(items().map(|item| PRICES[dict["columns"][item].as_u64().unwrap() as usize] as f64 / 20.0));
    out.extend(of_items(&dict["bank"], supply));
    out.extend(SHARES.map(|share| truth(dict["paid"].as_array().unwrap().contains(&json!(share)))));
    for verb in ["sell", "buy"] {
        for item in items() {
            out.push(trades.iter().filter(|trade| **trade == format!("{verb} {item}")).count() as f64);
        }
    }
    for cards in [&mine["hand"], &mine["discarded"], &dict["gone"]] {
        out.extend(members(cards, 72));
    }
    for step in 0..players {
        let player = (observer + step) % players;
        let seat = &dict["seats"][player];
        out.push(truth(dict["current_player"] == player));
        out.push(number(&seat["cash"]) / 100.0);
        out.push(numbers(&seat["hand"]).len() as f64 / 5.0);
        out.push(numbers(&seat["discarded"]).len() as f64 / 3.0);
        out.extend(SPECIAL.map(|card| truth(seat["special"].as_array().unwrap().contains(&json!(card)))));
        out.extend(of_items(&seat["tokens"], supply));
        out.extend(of_items(&seat["black_market"], supply));
        for space in seat["board"].as_array().unwrap() {
            let card = space.as_u64().map(|card| &deck[card as usize]);
            for item in items() {
                let moves = card.map_or(0.0, |(share, by, good, good_by)| {
                    truth(item == share) * by + truth(item == good) * 2.0 * good_by
                });
                out.push(moves);
            }
            out.push(truth(space == "news"));
        }
    }
    out
}

#[test]
fn the_tensor_is_laid_out_as_the_formats_document_says() {
    for players in PLAYERS {
        let deck = serde_json::from_value(standard(players).edition_contents()["cards"]["deck"].clone());
        let deck: Vec<(String, f64, String, f64)> = deck.unwrap();
        for play in random_states(players, 2) {
            let dict = play.dict();
            for observer in 0..players {
                let tensor = play.state.observation(observer).unwrap().tensor();
                let expected = expected_tensor(&dict, observer, &deck);
                assert_eq!(tensor.len(), expected.len());
                for (i, (value, expected)) in tensor.iter().zip(&expected).enumerate() {
                    let close = (f64::from(*value) - expected).abs() < 1e-6;
                    assert!(close, "place {i} is {value}, expected {expected}; seat {observer} sees {dict}");
                }
            }
        }
    }
}
