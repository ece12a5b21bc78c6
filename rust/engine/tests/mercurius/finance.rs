//! rules.md 3.1.1 to 3.1.3: trading with the bank.

use std::collections::BTreeSet;

use crate::support::{GOODS, PRICES, Play, SHARES, Scene, assert_illegal, assert_legal, items};

#[test]
fn r3_1_1_a_token_costs_and_brings_the_price_shown() {
    for (column, price) in PRICES.into_iter().enumerate() {
        for item in items() {
            let scene = Scene::new(3).column(item, column as i64).tokens(0, item, 2);
            let mut bought = scene.start();
            bought.play(&format!("buy {item}"));
            assert_eq!(bought.cash(0), 70 - price, "{item} in column {column}");
            assert_eq!((bought.tokens(0, item), bought.bank(item)), (3, 2));
            let mut sold = scene.start();
            sold.play(&format!("sell {item}"));
            assert_eq!(sold.cash(0), 70 + price, "{item} in column {column}");
            assert_eq!((sold.tokens(0, item), sold.bank(item)), (1, 4));
        }
    }
}

#[test]
fn r3_1_2_the_nth_token_of_an_item_costs_2_more_than_the_one_before_and_brings_2_less() {
    for (column, price) in PRICES.into_iter().enumerate() {
        for item in ["hoorn", "tea"] {
            let scene = Scene::new(4).column(item, column as i64).tokens(0, item, 3).cash(0, 100);
            let cash_after = |verb: &str| {
                let mut play = scene.start();
                [(); 3].map(|()| play.play(&format!("{verb} {item}")).cash(0) - 100)
            };
            assert_eq!(cash_after("buy"), [-price, -2 * (price + 1), -3 * (price + 2)]);
            assert_eq!(cash_after("sell"), [price, 2 * (price - 1), 3 * (price - 2)]);
        }
    }
}

#[test]
fn r3_1_2_the_surcharge_is_counted_for_each_item_by_itself() {
    let mut play = Scene::new(3).cash(0, 100).tokens(0, "silk", 1).tokens(0, "delft", 2).start();
    play.play("sell delft");
    assert_eq!(play.cash(0), 110);
    play.play("sell silk");
    assert_eq!(play.cash(0), 125);
    play.play("buy hoorn");
    assert_eq!(play.cash(0), 115);
}

#[test]
fn r3_1_2_the_surcharge_starts_anew_in_every_turn_and_for_every_player() {
    let mut play = Scene::new(3).cash(0, 200).cash(1, 200).start();
    play.all(&["buy silk", "buy silk", "end finance"]).end_turn();
    let price = |play: &Play| PRICES[play.column("silk") as usize];
    let (before, now) = (play.cash(1), price(&play));
    play.play("buy silk");
    assert_eq!(play.cash(1), before - now);
    play.until(1, 0);
    let (before, now) = (play.cash(0), price(&play));
    play.play("sell silk");
    assert_eq!(play.cash(0), before + now);
}

#[test]
fn r3_1_1_three_tokens_altogether_and_the_third_ends_finance() {
    let scene = Scene::new(3).cash(0, 200).tokens(0, "silk", 3).tokens(0, "tea", 1);
    let series = [
        ["sell silk", "sell silk", "sell silk"],
        ["sell silk", "sell tea", "buy amsterdam"],
        ["sell silk", "buy amsterdam", "buy coffee"],
        ["buy amsterdam", "buy amsterdam", "buy amsterdam"],
    ];
    for trades in series {
        let mut play = scene.start();
        play.all(&trades[..2]);
        assert_eq!(play.phase(), "finance");
        assert_eq!(play.dict()["trades"], serde_json::json!(trades[..2]));
        play.play(trades[2]);
        assert_eq!(play.phase(), "card");
        assert_eq!(play.dict()["trades"], serde_json::json!([]));
        assert_illegal(&play, "buy tea", "3.1.1");
        assert_illegal(&play, "sell tea", "3.1.1");
        assert_illegal(&play, "end finance", "3.1.1");
    }
}

#[test]
fn r3_1_3_doing_nothing_is_allowed_and_finance_may_end_after_any_trade() {
    for trades in [&[][..], &["buy silk"], &["buy silk", "buy tea"]] {
        let mut play = Scene::new(3).start();
        play.all(trades).play("end finance");
        assert_eq!(play.phase(), "card");
        assert_eq!(play.tokens(0, "silk"), i64::from(!trades.is_empty()));
    }
}

#[test]
fn r3_1_3_sales_come_before_purchases() {
    let mut play = Scene::new(3).tokens(0, "amsterdam", 2).tokens(0, "tea", 1).start();
    play.play("buy hoorn");
    assert_illegal(&play, "sell amsterdam", "3.1.3");
    assert_illegal(&play, "sell tea", "3.1.3");
    assert_eq!(play.legal_after("sell"), [""; 0]);
}

#[test]
fn r3_1_3_items_come_in_the_order_of_the_table_within_the_sales() {
    let all: Vec<&str> = items().collect();
    let scene = all.iter().fold(Scene::new(3), |scene, item| scene.tokens(0, item, 2));
    for (i, item) in all.iter().enumerate() {
        let mut play = scene.start();
        play.play(&format!("sell {item}"));
        assert_eq!(play.legal_after("sell"), all[i..]);
        for earlier in &all[..i] {
            assert_illegal(&play, &format!("sell {earlier}"), "3.1.3");
        }
    }
}

#[test]
fn r3_1_3_items_come_in_the_order_of_the_table_within_the_purchases_which_start_from_the_first_again() {
    let all: Vec<&str> = items().collect();
    for (i, item) in all.iter().enumerate() {
        let mut play = Scene::new(3).cash(0, 200).tokens(0, "tea", 1).start();
        play.play("sell tea");
        assert_eq!(play.legal_after("buy"), all[..11], "all but the item sold");
        if *item == "tea" {
            continue;
        }
        play.play(&format!("buy {item}"));
        assert_eq!(play.legal_after("buy"), all[i..11]);
        for earlier in &all[..i] {
            assert_illegal(&play, &format!("buy {earlier}"), "3.1.3");
        }
    }
}

#[test]
fn r3_1_3_an_item_cannot_be_sold_and_bought_in_one_turn() {
    for item in items() {
        let scene = Scene::new(3).cash(0, 100).tokens(0, item, 2);
        let (buy, sell) = (format!("buy {item}"), format!("sell {item}"));
        let mut play = scene.start();
        play.play(&sell);
        assert_illegal(&play, &buy, "3.1.3");
        let mut play = scene.start();
        play.play(&buy);
        assert_illegal(&play, &sell, "3.1.3");
    }
    let mut play = Scene::new(3).tokens(0, "delft", 1).tokens(0, "silk", 1).cash(0, 100).start();
    play.all(&["sell delft", "sell silk"]);
    assert_illegal(&play, "buy delft", "3.1.3");
    assert_illegal(&play, "buy silk", "3.1.3");
}

#[test]
fn r3_1_3_an_item_with_no_token_in_the_bank_cannot_be_bought() {
    let mut play = Scene::new(3).cash(0, 200).tokens(1, "silk", 4).tokens(2, "delft", 5).start();
    assert_illegal(&play, "buy delft", "3.1.3");
    play.play("buy silk");
    assert_illegal(&play, "buy silk", "3.1.3");
}

#[test]
fn r3_1_3_a_purchase_must_be_paid_from_cash_in_hand() {
    let scene = Scene::new(3).price("silk", 15).price("delft", 10);
    let play = scene.cash(0, 14).start();
    assert_illegal(&play, "buy silk", "3.1.3");
    assert!(play.offers("buy delft"));
    // The second token costs 17.
    let scene = Scene::of(&play).cash(0, 15 + 16);
    let mut play = scene.start();
    play.play("buy silk");
    assert_illegal(&play, "buy silk", "3.1.3");
    let mut play = scene.cash(0, 15 + 17).start();
    play.all(&["buy silk", "buy silk"]);
    assert_eq!(play.cash(0), 0);
    assert_legal(&play, &["end finance"]);
}

#[test]
fn r3_1_3_what_the_sales_bring_can_be_spent_in_the_same_turn() {
    let scene = Scene::new(3).cash(0, 0).tokens(0, "silk", 1).price("silk", 15).price("tea", 15);
    let mut play = scene.start();
    assert_eq!(play.legal_after("buy"), [""; 0]);
    play.all(&["sell silk", "buy tea"]);
    assert_eq!(play.cash(0), 0);
}

#[test]
fn r3_1_1_only_own_tokens_in_hand_can_be_sold() {
    let mut play = Scene::new(3).tokens(1, "silk", 2).tokens(0, "tea", 1).start();
    assert_illegal(&play, "sell silk", "3.1.1");
    play.play("sell tea");
    assert_illegal(&play, "sell tea", "3.1.1");
}

#[test]
fn r3_1_3_sold_tokens_return_to_the_bank_where_the_next_player_can_buy_them() {
    let mut play = Scene::new(3).tokens(0, "silk", 5).start();
    assert_eq!(play.bank("silk"), 0);
    play.all(&["sell silk", "end finance"]).end_turn();
    assert_eq!(play.bank("silk"), 1);
    play.play("buy silk");
    assert_eq!((play.bank("silk"), play.tokens(1, "silk")), (0, 1));
}

#[test]
fn r1_4_trading_never_moves_a_price() {
    let mut play = Scene::new(5).cash(0, 300).tokens(0, "hoorn", 3).start();
    let columns = play.dict()["columns"].clone();
    for trade in ["sell hoorn", "sell hoorn", "buy silk"] {
        play.play(trade);
        assert_eq!(play.dict()["columns"], columns);
    }
}

#[test]
fn r3_1_1_trading_touches_no_other_player_and_no_card() {
    let mut play = Scene::new(4).tokens(0, "silk", 1).tokens(2, "silk", 3).start();
    let before = play.dict();
    play.all(&["sell silk", "buy delft", "buy tea"]);
    let after = play.dict();
    for key in ["main_deck", "backup_deck", "gone", "paid", "columns", "round"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    for seat in 1..4 {
        assert_eq!(after["seats"][seat], before["seats"][seat]);
    }
    for key in ["hand", "board", "special", "discarded", "black_market"] {
        assert_eq!(after["seats"][0][key], before["seats"][0][key], "{key}");
    }
}

#[test]
fn r3_trades_come_before_the_card_only() {
    let mut play = Scene::new(3).start();
    let card = format!("play {}", play.hand(0)[0]);
    assert!(!play.legal().iter().any(|text| text.starts_with("play ")));
    let action = play.setup.string_to_action(&card).unwrap();
    assert_illegal(&play, &play.text(action), "3.2.1");
    assert_illegal(&play, "play news", "3.2.2");
    play.play("end finance");
    assert_illegal(&play, "buy silk", "3.1.1");
}

/// What each item's count changed by in a turn's finance, and the cash after it.
type Outcome = (Vec<i64>, i64);

fn outcomes_of_the_engine(play: &Play, start: &Play, found: &mut Vec<Outcome>) {
    if play.phase() != "finance" {
        found.push((items().map(|item| play.tokens(0, item) - start.tokens(0, item)).collect(), play.cash(0)));
        return;
    }
    for text in play.legal() {
        if ["sell ", "buy ", "end "].iter().any(|verb| text.starts_with(verb)) {
            let mut next = play.clone();
            next.play(&text);
            outcomes_of_the_engine(&next, start, found);
        }
    }
}

/// All ways to change the counts by at most three tokens, by the words of 3.1.1: k tokens of an item at the price k - 1 worse.
fn outcomes_of_the_rule(start: &Play) -> Vec<Outcome> {
    let mut partial: Vec<(Vec<i64>, i64, i64)> = vec![(Vec::new(), 0, start.cash(0))];
    for item in items() {
        let price = PRICES[start.column(item) as usize];
        partial = partial
            .into_iter()
            .flat_map(|(changes, used, cash)| {
                (-start.tokens(0, item)..=start.bank(item)).filter(move |n| used + n.abs() <= 3).map(move |n| {
                    let each = price + (n.abs() - 1) * n.signum();
                    let mut changes = changes.clone();
                    changes.push(n);
                    (changes, used + n.abs(), cash - n * each)
                })
            })
            .collect();
    }
    partial.into_iter().filter(|(_, _, cash)| *cash >= 0).map(|(changes, _, cash)| (changes, cash)).collect()
}

#[test]
fn r3_1_3_the_order_of_trades_loses_no_outcome_and_gives_none_twice() {
    let scenes = [
        Scene::new(3),
        Scene::new(3).cash(0, 21).tokens(0, "hoorn", 2).tokens(0, "silk", 1),
        Scene::new(3).cash(0, 3).tokens(0, "amsterdam", 1).tokens(0, "tea", 3).tokens(1, "delft", 5),
        Scene::new(4).cash(0, 0).tokens(0, "delft", 3).price("delft", 5).tokens(0, "coffee", 2).price("silk", 20),
        Scene::new(5).cash(0, 40).tokens(1, "middelburg", 8).tokens(2, "spices", 9).tokens(0, "copper", 1),
        Scene::new(3).cash(0, 0),
    ];
    for scene in scenes {
        let start = scene.start();
        let mut engine = Vec::new();
        outcomes_of_the_engine(&start, &start, &mut engine);
        let rule = outcomes_of_the_rule(&start);
        let distinct: BTreeSet<&Outcome> = engine.iter().collect();
        assert_eq!(distinct.len(), engine.len(), "an outcome is reached twice");
        assert_eq!(distinct, rule.iter().collect());
    }
}

#[test]
fn every_legal_trade_of_the_first_turn_is_listed() {
    let mut expected: Vec<String> = SHARES.iter().chain(&GOODS).map(|item| format!("buy {item}")).collect();
    expected.push("end finance".to_owned());
    expected.extend(SHARES.iter().map(|share| format!("dividend {share}")));
    assert_eq!(Scene::new(3).start().legal(), expected);
}

#[test]
fn r3_1_3_what_can_be_bought_is_what_the_cash_covers_whatever_its_size() {
    for column in [0, 7, 12, 19] {
        let price = PRICES[column as usize];
        for cash in (0..=26).chain([127, 128, 255, 256, 257, 260, 300, 511, 512, 1000, 65_535, 65_536, 1_000_000]) {
            let scene = Scene::new(3).all_columns(column).cash(0, cash);
            let mut play = scene.start();
            let bought: Vec<&str> = if cash >= price { items().collect() } else { Vec::new() };
            assert_eq!(play.legal_after("buy"), bought, "{cash} guilders at price {price}");
            if cash >= price {
                play.play("buy silk");
                assert_eq!(play.offers("buy silk"), cash >= 2 * price + 2, "{cash} guilders at price {price}");
                assert_eq!(play.offers("buy tea"), cash >= 2 * price, "{cash} guilders at price {price}");
            }
        }
    }
}
