//! rules.md 1.2 and 2: the set-up.

use merx_engine::registry::find_game;
use merx_engine::rng::{Rng, Stream};
use serde_json::{Value as Json, json};

use crate::support::{GOODS, PLAYERS, Play, SHARES, SPECIAL, items, numbers, standard};

fn deals() -> impl Iterator<Item = (usize, u64, Json)> {
    let seeds = (0..25).chain([u64::MAX]);
    PLAYERS.into_iter().flat_map(move |players| {
        seeds.clone().map(move |seed| (players, seed, Play::deal(standard(players), seed).dict()))
    })
}

#[test]
fn r1_2_shares_start_at_price_10_and_goods_at_15() {
    for (_, _, dict) in deals() {
        assert!(SHARES.iter().all(|share| dict["columns"][share] == 7));
        assert!(GOODS.iter().all(|good| dict["columns"][good] == 12));
        assert_eq!(dict["columns"].as_object().unwrap().len(), 12);
    }
}

#[test]
fn r2_1_everyone_gets_70_guilders_three_special_cards_five_cards_and_three_empty_spaces() {
    for (players, _, dict) in deals() {
        assert_eq!(dict["seats"].as_array().unwrap().len(), players);
        for seat in dict["seats"].as_array().unwrap() {
            assert_eq!(seat["cash"], 70);
            assert_eq!(seat["special"], json!(SPECIAL));
            assert_eq!(numbers(&seat["hand"]).len(), 5);
            assert_eq!(seat["board"], json!([null, null, null]));
            assert_eq!(seat["discarded"], json!([]));
            assert!(items().all(|item| seat["tokens"][item] == 0 && seat["black_market"][item] == 0));
        }
    }
}

#[test]
fn r2_1_the_72_cards_are_12_in_the_backup_deck_five_in_each_hand_and_the_rest_in_the_main_deck() {
    for (players, seed, dict) in deals() {
        assert_eq!(numbers(&dict["backup_deck"]).len(), 12);
        assert_eq!(numbers(&dict["main_deck"]).len(), 72 - 12 - 5 * players);
        let hands = dict["seats"].as_array().unwrap().iter().flat_map(|seat| numbers(&seat["hand"]));
        let mut cards: Vec<i64> =
            numbers(&dict["backup_deck"]).into_iter().chain(numbers(&dict["main_deck"])).chain(hands).collect();
        cards.sort_unstable();
        assert_eq!(cards, (0..72).collect::<Vec<_>>(), "{players} players, seed {seed}");
    }
}

#[test]
fn r2_2_the_bank_holds_5_7_or_9_tokens_of_every_item() {
    for (players, _, dict) in deals() {
        let supply = [5, 7, 9][players - 3];
        assert!(items().all(|item| dict["bank"][item] == supply));
        assert_eq!(dict["bank"].as_object().unwrap().len(), 12);
    }
}

#[test]
fn r2_3_the_first_12_shuffled_cards_are_the_backup_deck_then_five_go_to_each_seat_in_order() {
    for (players, seed, dict) in deals() {
        let mut cards: Vec<i64> = (0..72).collect();
        Rng::for_stream(seed, Stream::Deal).shuffle(&mut cards);
        assert_eq!(numbers(&dict["backup_deck"]), cards[..12]);
        for (seat, dealt) in cards[12..12 + 5 * players].chunks(5).enumerate() {
            let mut hand = dealt.to_vec();
            hand.sort_unstable();
            assert_eq!(numbers(&dict["seats"][seat]["hand"]), hand, "seat {seat}");
        }
        assert_eq!(numbers(&dict["main_deck"]), cards[12 + 5 * players..]);
    }
}

#[test]
fn r2_4_seat_0_begins_with_finance_and_the_seats_follow_in_order() {
    for (players, _, dict) in deals() {
        assert_eq!((&dict["active_player"], &dict["current_player"]), (&json!(0), &json!(0)));
        assert_eq!((&dict["phase"], &dict["round"], &dict["last_round"]), (&json!("finance"), &json!(0), &Json::Null));
        assert_eq!((&dict["paid"], &dict["gone"], &dict["trades"]), (&json!([]), &json!([]), &json!([])));
        assert_eq!((&dict["game"], &dict["edition"]), (&json!("mercurius"), &json!("standard")));
        assert_eq!(dict["players"], players);
    }
    for players in PLAYERS {
        let mut play = Play::deal(standard(players), 1);
        for round in 0..3 {
            for seat in 0..players {
                assert_eq!((play.round(), play.seat(), play.phase()), (round, Some(seat), "finance".to_owned()));
                play.end_turn();
            }
        }
    }
}

#[test]
fn a_seed_always_deals_the_same_and_different_seeds_deal_differently() {
    let mut decks: Vec<Vec<i64>> = Vec::new();
    for seed in 0..50 {
        let one = Play::deal(standard(4), seed);
        assert!(one.state.equals(&*standard(4).new_initial_state(seed)));
        let deck = one.list("/main_deck");
        assert!(!decks.contains(&deck), "seed {seed}");
        decks.push(deck);
    }
}

#[test]
fn every_card_is_as_likely_in_every_place_of_the_deal() {
    // Chi-square with 71 degrees of freedom: 121 is exceeded once in ten thousand times.
    let deals = 7_200;
    let mut counts = [[0_u32; 72]; 4];
    for seed in 0..deals {
        let dict = standard(3).new_initial_state(seed).to_json();
        let places = [&dict["backup_deck"][0], &dict["backup_deck"][11], &dict["main_deck"][0], &dict["main_deck"][44]];
        for (place, card) in places.into_iter().enumerate() {
            counts[place][card.as_u64().unwrap() as usize] += 1;
        }
    }
    for counts in counts {
        let expected = deals as f64 / 72.0;
        let chi: f64 = counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
        assert!(chi < 121.0, "{chi}: {counts:?}");
    }
}

#[test]
fn a_number_of_players_that_the_edition_is_not_for_is_refused() {
    for players in [0, 1, 2, 6, 1000] {
        let error = standard(3).game().setup("standard", players).unwrap_err().to_string();
        assert_eq!(error, format!("mercurius is played with 3, 4, 5 players, not with {players}"));
    }
}

#[test]
fn an_unknown_game_is_told_with_the_nearest_there_is() {
    let line = |name: &str| find_game(name).err().unwrap().to_string();
    assert!(line("mercurios").contains(r#"did you mean "mercurius"?"#), "{}", line("mercurios"));
    assert!(line("chess").contains("mercurius") && !line("chess").contains('\n'));
}
