//! Every table of the standard edition, summed and counted against the documents, so that a slip of the pen shows.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use crate::support::{DIVIDENDS, GOODS, PLAYERS, PRICES, SHARES, numbers, standard};

fn contents() -> Json {
    standard(3).edition_contents()
}

/// The cards as (share, its direction, good, its direction).
fn deck() -> Vec<(String, i64, String, i64)> {
    serde_json::from_value(contents()["cards"]["deck"].clone()).unwrap()
}

#[test]
fn the_price_row_has_twenty_columns_that_sum_to_250_and_repeat_at_the_ends() {
    let prices = numbers(&contents()["lanes"]["price"]);
    assert_eq!(prices, PRICES);
    assert_eq!(prices.iter().sum::<i64>(), 250);
    assert_eq!((&prices[..3], &prices[17..]), (&[5, 5, 5][..], &[20, 20, 20][..]));
    assert!(prices[2..=17].windows(2).all(|pair| pair[1] == pair[0] + 1), "the middle steps by one");
}

#[test]
fn the_dividend_row_has_twenty_columns_that_sum_to_90_and_never_falls() {
    let dividends = numbers(&contents()["lanes"]["dividend"]);
    assert_eq!(dividends, DIVIDENDS);
    assert_eq!(dividends.iter().sum::<i64>(), 90);
    assert!(dividends.windows(2).all(|pair| (0..=1).contains(&(pair[1] - pair[0]))));
}

#[test]
fn there_are_twelve_different_items_six_shares_and_six_goods() {
    let items = &contents()["items"];
    assert_eq!((&items["shares"], &items["goods"]), (&json!(SHARES), &json!(GOODS)));
    assert_eq!(SHARES.iter().chain(&GOODS).collect::<BTreeSet<_>>().len(), 12);
}

#[test]
fn the_deck_has_72_different_cards_12_of_each_share_and_12_of_each_good() {
    let deck = deck();
    assert_eq!(deck.len(), 72);
    assert_eq!(deck.iter().collect::<BTreeSet<_>>().len(), 72);
    for share in SHARES {
        assert_eq!(deck.iter().filter(|card| card.0 == share).count(), 12, "{share}");
    }
    for good in GOODS {
        assert_eq!(deck.iter().filter(|card| card.2 == good).count(), 12, "{good}");
    }
}

#[test]
fn every_share_and_every_good_goes_up_as_often_as_down() {
    let mut sums: BTreeMap<String, (i64, usize)> = BTreeMap::new();
    for (share, share_step, good, good_step) in deck() {
        for (item, step) in [(share, share_step), (good, good_step)] {
            assert_eq!(step.abs(), 1, "{item}");
            let sum = sums.entry(item).or_default();
            *sum = (sum.0 + step, sum.1 + 1);
        }
    }
    assert_eq!(sums.len(), 12);
    for (item, sum) in sums {
        assert_eq!(sum, (0, 12), "{item}");
    }
}

#[test]
fn every_share_meets_every_good_on_two_cards_that_mirror_each_other() {
    let deck = deck();
    for share in SHARES {
        for good in GOODS {
            let both: Vec<(i64, i64)> =
                deck.iter().filter(|card| card.0 == share && card.2 == good).map(|card| (card.1, card.3)).collect();
            assert_eq!(both.len(), 2, "{share} {good}");
            assert_eq!((both[0].0 + both[1].0, both[0].1 + both[1].1), (0, 0), "{share} {good}");
        }
    }
    let alike = deck.iter().filter(|card| card.1 == card.3).count();
    assert_eq!(alike, 36, "half of the cards move both markers the same way");
}

#[test]
fn the_numbers_of_the_set_up_are_those_of_the_seed() {
    let expected = json!({
        "status": "seed", "cash": 70, "hand": 5, "backup_deck": 12, "card_spaces": 3, "transactions_per_turn": 3,
        "final_rounds": 2, "share_price": 10, "good_price": 15, "share_step": 1, "good_step": 2, "black_market": 3,
        "news_discards": 3, "repeat_surcharge": 1,
    });
    assert_eq!(contents()["setup"], expected);
}

#[test]
fn both_start_prices_occur_once_in_the_row_at_columns_7_and_12() {
    for (key, column) in [("share_price", 7), ("good_price", 12)] {
        let price = contents()["setup"][key].as_i64().unwrap();
        let columns: Vec<usize> = (0..20).filter(|column| PRICES[*column] == price).collect();
        assert_eq!(columns, [column], "{key}");
    }
}

#[test]
fn the_supply_is_5_7_and_9_tokens() {
    let supply = &contents()["supply"];
    assert_eq!(PLAYERS.map(|players| supply[players.to_string()].as_i64().unwrap()), [5, 7, 9]);
    assert_eq!(supply.as_object().unwrap().len(), 3 + 1, "the status, and a number for each number of players");
}

#[test]
fn the_main_deck_gives_everyone_the_same_number_of_draws() {
    for players in PLAYERS {
        let main = 72 - 12 - 5 * players;
        assert_eq!(main % players, 0, "{players} players");
    }
}

#[test]
fn the_edition_says_which_tables_are_reconstructed_and_for_how_many_it_is() {
    let mut summary = standard(3).game().edition("standard").unwrap();
    summary.reconstructed.sort();
    assert_eq!(summary.reconstructed, ["cards", "lanes", "supply"]);
    assert_eq!(summary.players, PLAYERS);
    assert_eq!(summary.name, "standard");
}

#[test]
fn the_action_space_has_190_ids_in_the_blocks_of_the_formats_document() {
    let setup = standard(3);
    assert_eq!(setup.game().num_actions(), 190);
    let mut blocks: Vec<(String, usize)> = Vec::new();
    for action in 0..190 {
        let (kind, _) = setup.action_to_parts(action).unwrap();
        match blocks.last_mut() {
            Some((last, count)) if last == kind => *count += 1,
            _ => blocks.push((kind.to_owned(), 1)),
        }
    }
    let expected = [
        ("sell", 12),
        ("buy", 12),
        ("end_finance", 1),
        ("lay", 12),
        ("end_laying", 1),
        ("dividend", 6),
        ("play", 72),
        ("news", 1),
        ("discard", 72),
        ("end_discarding", 1),
    ];
    assert_eq!(blocks, expected.map(|(kind, count)| (kind.to_owned(), count)));
}

#[test]
fn a_card_is_named_by_its_share_a_sign_its_good_and_a_sign() {
    let setup = standard(3);
    let sign = |step: i64| if step > 0 { '+' } else { '-' };
    for (number, (share, share_step, good, good_step)) in deck().into_iter().enumerate() {
        let name = format!("{share}{}{good}{}", sign(share_step), sign(good_step));
        let action = setup.parts_to_action("play", Some(number as u16)).unwrap();
        assert_eq!(setup.action_to_string(action).unwrap(), format!("play {name}"));
        let action = setup.parts_to_action("discard", Some(number as u16)).unwrap();
        assert_eq!(setup.action_to_string(action).unwrap(), format!("discard {name}"));
    }
}
