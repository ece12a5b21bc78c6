//! rules.md 3.1.4 and 3.1.6: Black Market.

use crate::support::{PRICES, Play, Scene, assert_illegal, assert_legal, items};

/// The price shown for an item.
fn price(play: &Play, item: &str) -> i64 {
    PRICES[play.column(item) as usize]
}

#[test]
fn r3_1_4_one_to_three_tokens_are_laid_and_the_third_ends_laying() {
    let scene = Scene::new(3).tokens(0, "silk", 4).tokens(0, "tea", 1);
    for count in 1..=3 {
        let mut play = scene.start();
        for laid in 1..=count {
            play.play("lay silk");
            assert_eq!(play.laid(0, "silk"), laid);
            assert_eq!(play.phase(), if laid < 3 { "laying" } else { "card" });
        }
        if count < 3 {
            play.play("end laying");
        }
        assert_eq!(play.phase(), "card");
        assert_eq!((play.laid(0, "silk"), play.tokens(0, "silk")), (count, 4 - count));
        assert_illegal(&play, "lay silk", "3.1.4");
        assert_illegal(&play, "end laying", "3.1.4");
    }
}

#[test]
fn r3_1_4_laying_cannot_end_before_the_first_token() {
    assert_illegal(&Scene::new(3).tokens(0, "silk", 1).start(), "end laying", "3.1.4");
}

#[test]
fn r3_1_4_only_own_tokens_of_any_item_can_be_laid() {
    for item in items() {
        let mut play = Scene::new(3).tokens(0, item, 1).tokens(1, "coffee", 2).tokens(1, "tea", 2).start();
        assert_eq!(play.legal_after("lay"), [item]);
        if item != "coffee" {
            assert_illegal(&play, "lay coffee", "3.1.4");
        }
        play.play(&format!("lay {item}"));
        assert_legal(&play, &["end laying"]);
        assert_illegal(&play, &format!("lay {item}"), "3.1.4");
    }
    assert_eq!(Scene::new(3).start().legal_after("lay"), [""; 0], "nothing to lay");
}

#[test]
fn r3_1_4_tokens_are_laid_in_item_order() {
    let all: Vec<&str> = items().collect();
    let scene = all.iter().fold(Scene::new(3), |scene, item| scene.tokens(0, item, 2));
    for (i, item) in all.iter().enumerate() {
        let mut play = scene.start();
        play.play(&format!("lay {item}"));
        let mut expected: Vec<String> = all[i..].iter().map(|item| format!("lay {item}")).collect();
        expected.push("end laying".to_owned());
        assert_eq!(play.legal(), expected);
        for earlier in &all[..i] {
            assert_illegal(&play, &format!("lay {earlier}"), "3.1.4");
        }
    }
}

#[test]
fn r3_1_4_laying_moves_tokens_from_the_hand_and_pays_nothing_yet() {
    let mut play = Scene::new(3).tokens(0, "delft", 2).tokens(0, "tea", 1).start();
    play.all(&["lay delft", "lay tea", "end laying"]);
    assert_eq!(play.cash(0), 70);
    assert_eq!((play.tokens(0, "delft"), play.laid(0, "delft"), play.bank("delft")), (1, 1, 3));
    assert_eq!((play.tokens(0, "tea"), play.laid(0, "tea"), play.bank("tea")), (0, 1, 4));
}

#[test]
fn r3_1_4_black_market_counts_as_played_from_the_first_token_and_once_a_game() {
    let mut play = Scene::new(3).tokens(0, "silk", 5).start();
    play.play("lay silk");
    assert_eq!(play.dict()["seats"][0]["special"], serde_json::json!(["dividend", "news"]));
    play.play("end laying").until(1, 0);
    assert_eq!(play.tokens(0, "silk"), 4);
    assert_illegal(&play, "lay silk", "3.1.4");
    play.until(2, 0);
    assert_illegal(&play, "lay silk", "3.1.4");
}

#[test]
fn r3_1_4_tokens_are_sold_at_the_start_of_the_own_next_turn_at_the_price_then_shown() {
    let mut play = Scene::new(3)
        .tokens(0, "silk", 3)
        .hand(0, &["amsterdam+silk+"])
        .hand(1, &["hoorn-silk+"])
        .hand(2, &["middelburg+silk-"])
        .column("silk", 12)
        .start();
    play.all(&["lay silk", "lay silk", "lay silk", "play amsterdam+silk+"]);
    assert_eq!((play.cash(0), play.column("silk")), (70, 14));
    play.all(&["end finance", "play hoorn-silk+"]);
    assert_eq!((play.cash(0), play.column("silk"), play.laid(0, "silk"), play.bank("silk")), (70, 16, 3, 2));
    play.play("end finance");
    assert_eq!((play.cash(0), play.laid(0, "silk")), (70, 3));
    // The decision that ends the turn before brings the sale about.
    play.play("play middelburg+silk-");
    assert_eq!((play.seat(), play.phase().as_str(), play.column("silk")), (Some(0), "finance", 14));
    assert_eq!((play.cash(0), play.laid(0, "silk"), play.bank("silk")), (70 + 3 * 17, 0, 5));
}

#[test]
fn r3_1_4_the_sale_is_without_the_deduction_at_every_price() {
    for (column, price) in PRICES.into_iter().enumerate() {
        let scene = Scene::at(3, 1, 1).laid(2, "tea", 2).laid(2, "hoorn", 1);
        // Cards that leave tea and hoorn alone.
        let scene = scene.hand(1, &["amsterdam+silk+"]).board(1, &["", "amsterdam-silk-"]);
        let mut play = scene.column("tea", column as i64).column("hoorn", column as i64).start();
        let cash = play.cash(2);
        play.all(&["end finance", "play amsterdam+silk+"]);
        assert_eq!(play.column("tea"), column as i64);
        assert_eq!(play.cash(2), cash + 3 * price);
    }
}

#[test]
fn r3_1_4_the_sale_comes_before_finance_and_uses_none_of_the_three_transactions() {
    let mut play = Scene::new(3).tokens(0, "silk", 4).tokens(0, "hoorn", 1).cash(0, 100).start();
    play.all(&["lay silk", "lay silk", "lay silk"]).until(1, 0);
    assert_eq!(play.phase(), "finance");
    assert_eq!(play.dict()["trades"], serde_json::json!([]));
    play.all(&["sell hoorn", "buy delft"]);
    assert_eq!(play.phase(), "finance");
    play.play("buy tea");
    assert_eq!(play.phase(), "card");
}

#[test]
fn r3_1_4_the_sale_does_not_count_for_the_surcharge_of_the_turn() {
    let sold = |held: i64| {
        let mut play = Scene::new(3).tokens(0, "silk", 3 + held).cash(0, 100).start();
        play.all(&["lay silk", "lay silk", "lay silk"]).until(1, 0);
        play
    };
    let mut play = sold(1);
    let (cash, now) = (play.cash(0), price(&play, "silk"));
    play.play("sell silk");
    assert_eq!(play.cash(0), cash + now, "the first token of the turn brings the price");
    let mut play = sold(0);
    play.all(&["buy silk", "buy silk"]);
    assert_eq!(play.cash(0), cash - now - (now + 2));
}

#[test]
fn r3_1_4_the_sale_does_not_forbid_buying_the_item_back() {
    let mut play = Scene::new(3).tokens(0, "silk", 2).tokens(1, "silk", 3).cash(0, 100).start();
    play.all(&["lay silk", "lay silk"]);
    assert_eq!(play.bank("silk"), 0);
    play.play("end laying").until(1, 0);
    assert_eq!(play.bank("silk"), 2, "sold tokens return to the bank");
    play.all(&["buy silk", "buy silk"]);
    assert_eq!((play.bank("silk"), play.tokens(0, "silk")), (0, 2));
}

#[test]
fn r3_1_4_the_sale_leaves_the_choice_of_dividend_open_and_is_over_before_it() {
    let mut play = Scene::new(3).tokens(0, "hoorn", 4).start();
    play.all(&["lay hoorn", "lay hoorn", "lay hoorn"]).until(1, 0);
    let (cash, column) = (play.cash(0), play.column("hoorn"));
    let dividend = crate::support::DIVIDENDS[column as usize];
    play.play("dividend hoorn");
    assert_eq!(play.cash(0), cash + dividend, "one share is left, three were sold before");
}

#[test]
fn r3_1_4_until_the_sale_the_tokens_are_the_players_own() {
    let mut play = Scene::new(3).tokens(0, "silk", 2).start();
    let worth = play.state.scores()[0];
    play.play("lay silk");
    assert_eq!(play.state.scores()[0], worth);
    play.play("lay silk");
    assert_eq!(play.state.scores()[0], worth);
}

#[test]
fn r3_1_6_black_market_and_trades_exclude_each_other() {
    let scene = Scene::new(3).tokens(0, "silk", 2).tokens(0, "tea", 1).cash(0, 100);
    for trade in ["buy hoorn", "sell silk"] {
        let mut play = scene.start();
        play.play(trade);
        assert_eq!(play.legal_after("lay"), [""; 0]);
        assert_illegal(&play, "lay tea", "3.1.6");
    }
    for laid in [&["lay silk"][..], &["lay silk", "end laying"]] {
        let mut play = scene.start();
        play.all(laid);
        for trade in ["buy hoorn", "sell silk"] {
            assert_illegal(&play, trade, if play.phase() == "laying" { "3.1.6" } else { "3.1.1" });
        }
        assert!(!play.offers("end finance"));
    }
}

#[test]
fn r3_1_6_black_market_and_dividend_exclude_each_other() {
    let mut play = Scene::new(3).tokens(0, "silk", 2).start();
    play.play("lay silk");
    assert_illegal(&play, "dividend delft", "3.1.6");
    play.play("end laying");
    assert!(!play.offers("dividend delft"));
    let mut play = Scene::new(3).tokens(0, "silk", 2).start();
    play.play("dividend delft");
    assert_eq!(play.phase(), "card");
    assert!(!play.offers("lay silk"));
}

#[test]
fn r3_1_4_tokens_on_black_market_cannot_be_traded_with() {
    let mut play = Scene::at(3, 1, 1).laid(2, "silk", 3).tokens(0, "silk", 2).start();
    assert_illegal(&play, "buy silk", "3.1.3");
    play.end_turn();
    assert!(play.offers("buy silk"));
}

#[test]
fn r3_1_4_every_players_sale_waits_for_the_own_turn() {
    let mut play = Scene::new(3).tokens(0, "silk", 1).tokens(1, "tea", 1).tokens(2, "copper", 1).start();
    for item in ["silk", "tea", "copper"] {
        play.all(&[&format!("lay {item}"), "end laying"]);
        play.quiet();
    }
    for (seat, item) in [(0, "silk"), (1, "tea"), (2, "copper")] {
        assert_eq!(play.seat(), Some(seat));
        assert_eq!((play.laid(seat, item), play.cash(seat)), (0, 70 + price(&play, item)));
        for (later, item) in [(1, "tea"), (2, "copper")].into_iter().filter(|(later, _)| *later > seat) {
            assert_eq!((play.laid(later, item), play.cash(later)), (1, 70));
        }
        play.end_turn();
    }
}
