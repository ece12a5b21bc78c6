//! rules.md 3.1.5 and 3.1.6: Dividend.

use serde_json::json;

use crate::support::{DIVIDENDS, GOODS, SHARES, Scene, assert_illegal};

#[test]
fn r3_1_5_every_player_is_paid_the_dividend_of_the_column_for_each_share_held() {
    for (column, dividend) in DIVIDENDS.into_iter().enumerate() {
        for share in SHARES {
            let scene = Scene::new(4).column(share, column as i64);
            let mut play = scene.tokens(0, share, 1).tokens(1, share, 3).tokens(3, share, 2).start();
            let before = play.dict();
            play.play(&format!("dividend {share}"));
            let cash = [0, 1, 2, 3].map(|seat| play.cash(seat) - 70);
            assert_eq!(cash, [dividend, 3 * dividend, 0, 2 * dividend], "{share} in column {column}");
            let after = play.dict();
            for key in ["bank", "columns", "main_deck", "backup_deck", "gone"] {
                assert_eq!(after[key], before[key], "{key}");
            }
            for seat in 0..4 {
                assert_eq!(after["seats"][seat]["tokens"], before["seats"][seat]["tokens"]);
            }
            assert_eq!((play.phase().as_str(), play.seat()), ("card", Some(0)));
        }
    }
}

#[test]
fn r3_1_5_other_chambers_and_goods_pay_nothing() {
    let mut scene = Scene::new(3);
    for item in SHARES.into_iter().chain(GOODS).filter(|item| *item != "delft") {
        scene = scene.tokens(0, item, 2).tokens(1, item, 1);
    }
    let mut play = scene.start();
    play.play("dividend delft");
    assert_eq!([0, 1, 2].map(|seat| play.cash(seat)), [70; 3]);
}

#[test]
fn r3_1_5_own_shares_are_not_needed() {
    let mut play = Scene::new(3).tokens(2, "hoorn", 1).start();
    play.play("dividend hoorn");
    assert_eq!([0, 1, 2].map(|seat| play.cash(seat)), [70, 70, 74]);
}

#[test]
fn r3_1_5_a_chamber_pays_once_a_game() {
    let mut play = Scene::new(5).start();
    for (seat, share) in ["middelburg", "amsterdam", "rotterdam", "hoorn", "delft"].into_iter().enumerate() {
        play.play(&format!("dividend {share}"));
        let mut paid = ["middelburg", "amsterdam", "rotterdam", "hoorn", "delft"][..=seat].to_vec();
        paid.sort_by_key(|share| SHARES.iter().position(|other| other == share));
        assert_eq!(play.dict()["paid"], json!(paid), "in the order of the table");
        play.quiet();
        if seat < 4 {
            assert_illegal(&play, &format!("dividend {share}"), "3.1.5");
            let open: Vec<&str> = SHARES.into_iter().filter(|other| !paid.contains(other)).collect();
            assert_eq!(play.legal_after("dividend"), open);
        }
    }
}

#[test]
fn r3_1_5_dividend_is_played_once_a_game() {
    let mut play = Scene::new(3).start();
    play.play("dividend hoorn");
    assert_eq!(play.dict()["seats"][0]["special"], json!(["black_market", "news"]));
    for round in 1..4 {
        play.until(round, 0);
        assert_illegal(&play, "dividend delft", "3.1.5");
    }
}

#[test]
fn r3_1_6_dividend_and_trades_exclude_each_other() {
    let mut play = Scene::new(3).tokens(0, "silk", 1).start();
    play.play("sell silk");
    assert_illegal(&play, "dividend delft", "3.1.6");
    play.play("end finance");
    assert!(!play.offers("dividend delft"));
    let mut play = Scene::new(3).tokens(0, "silk", 1).start();
    play.play("dividend delft");
    for text in ["buy silk", "sell silk", "lay silk", "end finance", "dividend hoorn"] {
        assert!(!play.offers(text), "{text}");
    }
}

#[test]
fn r3_1_5_the_dividend_is_that_shown_before_the_turns_card_moves_the_marker() {
    // Column 6 pays 3, column 7 pays 4.
    let mut play = Scene::new(3).column("delft", 6).tokens(0, "delft", 2).hand(0, &["delft+silk+"]).start();
    play.all(&["dividend delft", "play delft+silk+"]);
    assert_eq!((play.cash(0), play.column("delft")), (76, 7));
}
