//! The rare places, where rules meet.

use crate::support::{
    DIVIDENDS, PRICES, Play, Scene, assert_illegal, assert_legal, edition, items, standard, standard_with,
};

/// Discards the first `count` cards of the hand with News, after no finance.
fn news(play: &mut Play, count: usize) {
    let hand = play.hand(play.seat().unwrap());
    play.all(&["end finance", "play news"]);
    for card in &hand[..count] {
        play.play(&format!("discard {card}"));
    }
    if count < 3 && play.phase() == "discarding" {
        play.play("end discarding");
    }
}

#[test]
fn empty_bank_nothing_can_be_bought_until_a_token_returns() {
    let mut scene = Scene::new(3).cash(0, 1000).cash(1, 1000);
    for item in items() {
        scene = scene.tokens(2, item, 5);
    }
    let mut play = scene.start();
    assert_eq!(play.legal_after("buy"), [""; 0]);
    for item in items() {
        assert_illegal(&play, &format!("buy {item}"), "3.1.3");
    }
    play.end_turn().end_turn();
    play.play("sell tea").end_turn();
    assert_eq!(play.legal_after("buy"), ["tea"]);
}

#[test]
fn upper_end_of_the_lanes_everything_costs_20_and_cards_upwards_are_lost() {
    let scene = Scene::new(3).all_columns(19).cash(0, 100).hand(0, &["delft+silk+"]).tokens(0, "tea", 1);
    let mut play = scene.start();
    play.all(&["sell tea", "buy delft", "buy delft"]);
    assert_eq!(play.cash(0), 100 + 20 - 20 - 22);
    play.play("play delft+silk+");
    assert!(items().all(|item| play.column(item) == 19));
}

#[test]
fn lower_end_of_the_lanes_three_tokens_bring_9_and_cards_downwards_are_lost() {
    let scene = Scene::new(3).all_columns(0).cash(0, 0).hand(0, &["delft-silk-"]).tokens(0, "tea", 3);
    let mut play = scene.start();
    play.all(&["sell tea", "sell tea", "sell tea"]);
    assert_eq!(play.cash(0), 5 + 3 + 1);
    play.play("play delft-silk-");
    assert!(items().all(|item| play.column(item) == 0));
}

#[test]
fn three_cards_of_one_kind_run_into_the_end_and_stay_there() {
    let scene = Scene::at(3, 3, 0).hand(0, &["delft+silk+"]).board(0, &["", "hoorn-silk+", "amsterdam+silk+"]);
    let mut play = scene.column("silk", 15).start();
    play.all(&["end finance", "play delft+silk+"]);
    assert_eq!(play.column("silk"), 19);
}

#[test]
fn black_market_laid_in_the_last_turn_is_part_of_the_final_sale() {
    let scene = Scene::at(3, 16, 1).tokens(1, "silk", 3).cash(1, 10);
    let mut play = scene.start();
    play.all(&["lay silk", "lay silk", "end laying"]).finish();
    assert_eq!((play.laid(1, "silk"), play.tokens(1, "silk"), play.cash(1)), (2, 1, 10));
    let price = PRICES[play.column("silk") as usize];
    assert_eq!(i64::from(play.state.scores()[1]), 10 + 3 * price);
}

#[test]
fn black_market_laid_in_the_last_turn_but_one_is_sold_at_the_start_of_the_last() {
    let mut play = Scene::at(4, 10, 3).tokens(3, "tea", 2).cash(3, 0).start();
    play.all(&["lay tea", "lay tea", "end laying"]).until(11, 3);
    assert_eq!(play.laid(3, "tea"), 0);
    assert_eq!(play.cash(3), 2 * PRICES[play.column("tea") as usize]);
}

#[test]
fn dividend_pays_for_shares_lying_on_black_market() {
    let mut play = Scene::new(3).tokens(0, "delft", 4).tokens(2, "delft", 1).start();
    play.all(&["lay delft", "lay delft", "end laying"]).quiet();
    let dividend = DIVIDENDS[play.column("delft") as usize];
    play.play("dividend delft");
    assert_eq!([0, 1, 2].map(|seat| play.cash(seat) - 70), [4 * dividend, 0, dividend]);
    assert_eq!(play.laid(0, "delft"), 2);
}

#[test]
fn dividend_pays_for_shares_of_the_player_and_of_others_on_black_market_in_one_turn() {
    let mut play = Scene::new(4).tokens(0, "hoorn", 1).tokens(1, "hoorn", 2).tokens(2, "hoorn", 3).start();
    play.all(&["lay hoorn", "end laying"]).quiet();
    play.all(&["lay hoorn", "lay hoorn", "end laying"]).quiet();
    let dividend = DIVIDENDS[play.column("hoorn") as usize];
    play.play("dividend hoorn");
    assert_eq!([0, 1, 2, 3].map(|seat| play.cash(seat) - 70), [dividend, 2 * dividend, 3 * dividend, 0]);
}

#[test]
fn news_with_an_empty_main_deck_skips_the_first_draw() {
    for (discards, drawn) in [(0, 0), (1, 0), (2, 1), (3, 2)] {
        let mut play = Scene::at(3, 15, 0).start();
        assert_eq!((play.list("/main_deck").len(), play.hand(0).len()), (0, 5));
        let (backup, hand) = (play.list("/backup_deck"), play.hand(0));
        news(&mut play, discards);
        assert_eq!(play.list("/backup_deck"), backup[drawn..], "{discards} discards");
        let mut expected = [&hand[discards..], &backup[..drawn]].concat();
        expected.sort_unstable();
        assert_eq!(play.hand(0), expected);
        play.finish();
        assert_eq!(play.round(), 17);
        // Each turn with News changes the hand by what was drawn less what was discarded, each other turn by one card.
        assert_eq!(play.hand(0).len(), 5 + drawn - discards - 1, "without a discard one card more than the others");
    }
}

#[test]
fn news_that_draws_the_last_card_of_the_main_deck_starts_the_last_rounds() {
    let mut play = Scene::at(3, 14, 2).start();
    assert_eq!(play.list("/main_deck").len(), 1);
    news(&mut play, 1);
    assert_eq!((play.list("/main_deck").len(), play.number("/last_round")), (0, 16));
    play.finish();
    assert_eq!(play.round(), 17);
}

#[test]
fn news_without_a_discard_starts_the_last_two_rounds_in_mid_round() {
    // Seat 1 leaves one card in the main deck; seat 0 of the round after draws it.
    let mut play = Play::deal(standard(3), 6);
    play.until(4, 1);
    news(&mut play, 0);
    play.until(15, 0);
    assert_eq!(play.list("/main_deck").len(), 1);
    play.end_turn();
    assert_eq!((play.round(), play.number("/last_round")), (15, 17));
    let hand_of = |play: &Play| [0, 1, 2].map(|seat| play.hand(seat).len());
    play.until(16, 0);
    assert_eq!(hand_of(&play), [5, 4, 4], "seats 1 and 2 found the deck empty");
    play.until(17, 2);
    assert!(!play.state.is_terminal());
    play.end_turn();
    assert!(play.state.is_terminal());
    assert_eq!(play.round(), 18);
    assert_eq!(hand_of(&play), [3, 2, 2]);
}

#[test]
fn news_without_a_discard_of_everyone_adds_as_many_draws() {
    for (players, turns) in [(3, 18), (4, 13), (5, 10)] {
        let mut play = Play::deal(standard(players), 6);
        for seat in 0..players {
            play.until(seat as i64, seat);
            news(&mut play, 0);
        }
        play.finish();
        assert_eq!(play.round(), turns, "{players} players: a whole round more");
    }
}

#[test]
fn news_on_an_empty_main_deck_does_not_start_the_last_rounds_again() {
    let mut play = Scene::at(3, 15, 1).start();
    news(&mut play, 3);
    assert_eq!(play.number("/last_round"), 16);
    play.until(16, 2);
    news(&mut play, 2);
    assert_eq!(play.round(), 17);
    assert!(play.state.is_terminal());
}

#[test]
fn news_of_everyone_with_three_discards_leaves_two_cards_of_the_backup_deck_to_five_players() {
    let mut play = Play::deal(standard(5), 8);
    for seat in 0..5 {
        play.until(1, seat);
        news(&mut play, 3);
        assert_eq!(play.list("/backup_deck").len(), 12 - 2 * (seat + 1));
    }
    play.finish();
    assert_eq!(play.list("/backup_deck").len(), 2);
}

#[test]
fn news_with_fewer_hand_cards_than_discards_still_asks_for_the_end() {
    // The third discard would be full; a hand that runs out before is not, so the end is asked.
    let small = standard_with(&[("hand = 5", "hand = 3"), ("name = \"standard\"", "name = \"small\"")]);
    let mut play = Play::deal(edition(&small, 3), 1);
    play.until(18, 0);
    let hand = play.hand(0);
    assert_eq!(hand.len(), 2, "17 turns with a draw, and one without");
    play.all(&["end finance", "play news", &format!("discard {}", hand[0]), &format!("discard {}", hand[1])]);
    assert_legal(&play, &["end discarding"]);
    let backup = play.list("/backup_deck");
    play.play("end discarding");
    assert_eq!(play.hand(0), backup[..1], "the first draw is skipped");
}

#[test]
fn the_last_card_is_asked_for_even_if_it_is_the_only_action() {
    let small = standard_with(&[("hand = 5", "hand = 3"), ("name = \"standard\"", "name = \"small\"")]);
    let mut play = Play::deal(edition(&small, 3), 1);
    play.until(0, 1);
    news(&mut play, 0);
    // The main deck's last card is drawn by seat 0 in mid-round, so seat 1 begins its last turn with one card.
    play.until(19, 1).play("end finance");
    assert_eq!(play.hand(1).len(), 1);
    assert_legal(&play, &[&play.text(44 + play.hand(1)[0] as u16)]);
    play.finish();
    assert_eq!((play.round(), play.hand(1).len()), (20, 0));
}

#[test]
fn shared_victory_of_everyone_when_nobody_trades() {
    for players in [3, 4, 5] {
        let mut play = Play::deal(standard(players), 1);
        play.finish();
        assert_eq!(play.state.scores().as_slice(), vec![70; players]);
        assert_eq!(play.state.ranks().as_slice(), vec![1; players]);
        assert!(play.state.returns().iter().all(|value| *value == 0.0));
    }
}

#[test]
fn shared_victory_of_two() {
    let mut play = Scene::at(3, 16, 2).cash(0, 120).cash(1, 90).cash(2, 120).start();
    play.finish();
    assert_eq!(play.state.ranks().as_slice(), [1, 3, 1]);
    assert_eq!(play.state.returns().as_slice(), [0.5, -1.0, 0.5]);
}

#[test]
fn no_cash_no_tokens_and_no_special_cards_leave_only_the_end_of_finance() {
    let mut play = Scene::new(3).tokens(0, "tea", 1).start();
    play.all(&["lay tea", "end laying", "play news", "end discarding"]).until(1, 0);
    play.play("dividend delft").until(2, 0);
    let play = Scene::of(&play).cash(0, 4).start();
    assert_legal(&play, &["end finance"]);
}
