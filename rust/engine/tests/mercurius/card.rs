//! rules.md 3.2: a card or News.

use serde_json::json;

use crate::support::{PLAYERS, Play, Scene, assert_illegal};

/// Seat 0 of three has ended its finance in a round where its board holds two cards, and the main deck is not empty.
fn before_the_card() -> Play {
    let mut play = Scene::at(3, 4, 0).start();
    play.play("end finance");
    play
}

/// The text of an action with this card.
fn text(play: &Play, verb: &str, card: i64) -> String {
    let action = play.setup.string_to_action(&format!("{verb} {card}")).unwrap();
    play.text(action)
}

/// Plays News and discards the first `count` cards of the hand; what was discarded.
fn news(play: &mut Play, count: usize) -> Vec<i64> {
    let cards = play.hand(play.seat().unwrap())[..count].to_vec();
    play.play("play news");
    for card in &cards {
        play.play(&format!("discard {card}"));
    }
    if count < 3 {
        play.play("end discarding");
    }
    cards
}

#[test]
fn r3_2_1_every_card_of_the_hand_and_no_other_can_be_played() {
    for players in PLAYERS {
        let mut play = Scene::new(players).start();
        play.play("end finance");
        let mut expected: Vec<String> = play.hand(0).into_iter().map(|card| text(&play, "play", card)).collect();
        expected.push("play news".to_owned());
        assert_eq!(play.legal(), expected);
        for card in (0..72).filter(|card| !play.hand(0).contains(card)) {
            assert_illegal(&play, &text(&play, "play", card), "3.2.1");
        }
    }
}

#[test]
fn r3_2_1_the_card_leaves_the_hand_for_the_board() {
    let mut play = Scene::new(4).start();
    let card = play.hand(0)[3];
    play.all(&["end finance", &format!("play {card}")]);
    assert!(!play.hand(0).contains(&card));
    assert_eq!(play.board(0), json!([null, card, null]), "the card was put leftmost and slid by one");
}

#[test]
fn r3_2_a_card_or_news_must_be_played() {
    let play = before_the_card();
    assert!(play.legal().iter().all(|text| text.starts_with("play ")));
    assert_eq!(play.legal().len(), 6);
}

#[test]
fn r3_2_2_news_lies_leftmost_while_cards_are_discarded_and_slides_like_a_card() {
    let mut play = before_the_card();
    let board = play.board(0);
    play.play("play news");
    assert_eq!(play.phase(), "discarding");
    assert_eq!(play.board(0), json!(["news", board[1], board[2]]));
    play.play("end discarding");
    assert_eq!(play.board(0), json!([null, "news", board[1]]));
    play.until(5, 0).end_turn();
    assert_eq!(play.board(0)[2], "news");
    let gone = play.list("/gone");
    let mut later = play.clone();
    later.until(6, 0).end_turn();
    assert!(!later.board(0).as_array().unwrap().contains(&json!("news")));
    let gone_since: Vec<i64> = later.list("/gone").into_iter().filter(|card| !gone.contains(card)).collect();
    assert_eq!(gone_since.len(), 2, "one card each of seats 1 and 2, none of seat 0, whose News left the board");
}

#[test]
fn r3_2_2_news_is_played_once_a_game() {
    let mut play = before_the_card();
    play.all(&["play news", "end discarding"]);
    assert_eq!(play.dict()["seats"][0]["special"], json!(["black_market", "dividend"]));
    play.until(5, 0).play("end finance");
    assert_illegal(&play, "play news", "3.2.2");
}

#[test]
fn r3_2_2_up_to_three_cards_are_discarded_and_the_third_ends_it() {
    for count in 0..=3 {
        let mut play = before_the_card();
        let hand = play.hand(0);
        let discarded = news(&mut play, count);
        assert_eq!(play.seat(), Some(1), "{count} discards end the turn");
        assert_eq!(play.list("/seats/0/discarded"), discarded);
        assert!(discarded.iter().all(|card| !play.hand(0).contains(card)));
        assert!(hand[count..].iter().all(|card| play.hand(0).contains(card)), "what was kept is kept");
        assert_eq!(play.hand(0).len(), 5);
    }
}

#[test]
fn r3_2_2_the_first_card_is_drawn_from_the_main_deck_the_others_from_the_backup_deck() {
    for count in 0..=3 {
        let mut play = before_the_card();
        let (main, backup, hand) = (play.list("/main_deck"), play.list("/backup_deck"), play.hand(0));
        news(&mut play, count);
        let from_main = count.min(1);
        let from_backup = count.saturating_sub(1);
        assert_eq!(play.list("/main_deck"), main[from_main..], "{count} discards");
        assert_eq!(play.list("/backup_deck"), backup[from_backup..], "{count} discards");
        let mut expected = hand[count..].to_vec();
        expected.extend(&main[..from_main]);
        expected.extend(&backup[..from_backup]);
        expected.sort_unstable();
        assert_eq!(play.hand(0), expected);
    }
}

#[test]
fn r3_2_2_cards_are_discarded_in_ascending_order() {
    let mut play = before_the_card();
    play.play("play news");
    let hand = play.hand(0);
    assert_eq!(play.legal().len(), 6, "five cards, or none");
    play.play(&format!("discard {}", hand[2]));
    for earlier in &hand[..2] {
        assert_illegal(&play, &text(&play, "discard", *earlier), "3.2.2");
    }
    let left: Vec<String> = hand[3..].iter().map(|card| text(&play, "discard", *card)).collect();
    assert_eq!(play.legal(), [left, vec!["end discarding".to_owned()]].concat());
}

#[test]
fn r3_2_2_cards_are_drawn_after_the_last_discard_so_that_none_of_them_can_be_discarded() {
    let mut play = before_the_card();
    play.play("play news");
    let (main, backup, hand) = (play.list("/main_deck"), play.list("/backup_deck"), play.hand(0));
    for count in 1..=2 {
        play.play(&format!("discard {}", hand[count - 1]));
        assert_eq!((play.list("/main_deck"), play.list("/backup_deck")), (main.clone(), backup.clone()));
        assert_eq!(play.hand(0), hand[count..]);
        assert_illegal(&play, &text(&play, "discard", main[0]), "3.2.2");
        assert_illegal(&play, &text(&play, "discard", hand[0]), "3.2.2");
    }
}

#[test]
fn r3_2_2_cards_can_be_discarded_with_news_only() {
    let play = before_the_card();
    assert_illegal(&play, &text(&play, "discard", play.hand(0)[0]), "3.2.2");
    assert_illegal(&play, "end discarding", "3.2.2");
    let mut play = before_the_card();
    play.play("play news");
    assert_illegal(&play, &text(&play, "play", play.hand(0)[0]), "3.2.2");
    assert_illegal(&play, "play news", "3.2.2");
}

#[test]
fn r3_2_2_news_moves_no_price_but_the_older_cards_do() {
    let mut play = Scene::new(3).hand(0, &["delft+silk+", "delft-silk-"]).start();
    play.all(&["end finance", "play news", "end discarding"]);
    assert_eq!((play.column("delft"), play.column("silk")), (7, 12));
    let mut play = Scene::new(3).hand(0, &["delft+silk+"]).hand(1, &["hoorn+tea+"]).hand(2, &["hoorn-tea-"]).start();
    play.all(&["end finance", "play delft+silk+", "end finance", "play hoorn+tea+", "end finance", "play hoorn-tea-"]);
    assert_eq!((play.column("delft"), play.column("silk")), (8, 14));
    play.all(&["end finance", "play news", "end discarding"]);
    assert_eq!((play.column("delft"), play.column("silk")), (9, 16));
    assert_eq!((play.column("hoorn"), play.column("tea")), (7, 12));
}

#[test]
fn r3_2_2_news_may_be_combined_with_black_market_or_dividend() {
    let mut play = Scene::new(3).tokens(0, "silk", 1).start();
    play.all(&["lay silk", "end laying", "play news", "end discarding"]);
    assert_eq!(play.dict()["seats"][0]["special"], json!(["dividend"]));
    let mut play = Scene::new(3).start();
    play.all(&["dividend hoorn", "play news", "end discarding"]);
    assert_eq!(play.dict()["seats"][0]["special"], json!(["black_market"]));
    let mut play = Scene::new(3).start();
    play.all(&["buy silk", "end finance", "play news", "end discarding"]);
    assert_eq!(play.seat(), Some(1));
}

#[test]
fn r3_2_2_discarded_cards_never_come_back() {
    let mut play = before_the_card();
    let discarded = news(&mut play, 3);
    play.finish();
    assert_eq!(play.list("/seats/0/discarded"), discarded);
    let dict = play.dict();
    for place in ["main_deck", "backup_deck", "gone"] {
        assert!(discarded.iter().all(|card| !play.list(&format!("/{place}")).contains(card)), "{place}: {dict}");
    }
}
