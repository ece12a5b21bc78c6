//! rules.md 5: the last rounds, the final sale, the winner.

use serde_json::{Value as Json, json};

use merx_engine::rng::{Rng, Stream};

use crate::support::{PLAYERS, PRICES, Play, Scene, items, numbers, standard};

/// The final sale of 5.3, from the state dict.
fn final_sale(dict: &Json, seat: usize) -> i64 {
    let held = &dict["seats"][seat];
    let count = |item: &str| held["tokens"][item].as_i64().unwrap() + held["black_market"][item].as_i64().unwrap();
    let price = |item: &str| PRICES[dict["columns"][item].as_i64().unwrap() as usize];
    held["cash"].as_i64().unwrap() + items().map(|item| count(item) * price(item)).sum::<i64>()
}

/// A round, who is at the turn, and the cards in the main deck.
type Moment = (i64, Option<usize>, usize);

/// A random game to its end, and the moments before and after each decision.
fn shape_of_a_random_game(players: usize, seed: u64) -> (Play, Vec<[Moment; 2]>) {
    let mut rng = Rng::for_stream(seed, Stream::Playout);
    let mut play = Play::deal(standard(players), seed);
    let mut steps = Vec::new();
    let look = |play: &Play| {
        let dict = play.dict();
        (dict["round"].as_i64().unwrap(), play.seat(), dict["main_deck"].as_array().unwrap().len())
    };
    let mut before = look(&play);
    while !play.state.is_terminal() {
        play.random(&mut rng, 1);
        let after = look(&play);
        steps.push([before, after]);
        before = after;
    }
    (play, steps)
}

#[test]
fn r5_1_the_round_in_which_the_last_card_is_drawn_is_finished_and_two_full_rounds_follow() {
    for players in PLAYERS {
        for seed in 0..40 {
            let (play, steps) = shape_of_a_random_game(players, seed);
            let last_draw = steps.iter().find(|[before, after]| before.2 == 1 && after.2 == 0).unwrap();
            let round = last_draw[0].0;
            assert_eq!(play.round(), round + 3, "the number of rounds played; {players} players, seed {seed}");
            assert_eq!(play.number("/last_round"), round + 2);
        }
    }
}

#[test]
fn r5_1_last_round_is_known_from_the_decision_that_draws_the_last_card_and_not_before() {
    for players in PLAYERS {
        let mut rng = Rng::for_stream(9, Stream::Playout);
        let mut play = Play::deal(standard(players), 9);
        while !play.state.is_terminal() {
            let dict = play.dict();
            assert_eq!(dict["last_round"] == Json::Null, !numbers(&dict["main_deck"]).is_empty());
            play.random(&mut rng, 1);
        }
    }
}

#[test]
fn r5_1_all_have_the_same_number_of_turns() {
    for players in PLAYERS {
        for seed in 0..20 {
            let (play, steps) = shape_of_a_random_game(players, seed);
            let mut turns = vec![0; players];
            let mut last = None;
            for [(round, seat, _), _] in steps {
                if last != Some((round, seat)) {
                    turns[seat.unwrap()] += 1;
                    last = Some((round, seat));
                }
            }
            assert_eq!(turns, vec![play.round(); players]);
        }
    }
}

#[test]
fn r5_2_without_news_there_are_17_12_and_9_turns_and_the_last_seat_draws_the_last_card() {
    for (players, turns) in [(3, 17), (4, 12), (5, 9)] {
        let mut play = Play::deal(standard(players), 11);
        play.until(turns - 3, players - 1);
        assert_eq!(play.list("/main_deck").len(), 1);
        play.end_turn();
        assert_eq!(play.list("/main_deck").len(), 0);
        assert_eq!(play.number("/last_round"), turns - 1);
        play.finish();
        assert_eq!(play.round(), turns);
    }
}

#[test]
fn r5_2_news_with_a_discard_does_not_change_the_number_of_turns() {
    for (players, turns) in [(3, 17), (4, 12), (5, 9)] {
        for discards in 1..=3 {
            let mut play = Play::deal(standard(players), 11);
            for seat in 0..players {
                play.until(seat as i64, seat).all(&["end finance", "play news"]);
                for card in play.hand(seat).into_iter().take(discards) {
                    play.play(&format!("discard {card}"));
                }
                if discards < 3 {
                    play.play("end discarding");
                }
            }
            play.finish();
            assert_eq!(play.round(), turns, "{players} players, {discards} discards each");
        }
    }
}

#[test]
fn r5_1_everyone_ends_with_three_cards() {
    for players in PLAYERS {
        let mut play = Play::deal(standard(players), 2);
        play.finish();
        assert!((0..players).all(|seat| play.hand(seat).len() == 3));
    }
}

#[test]
fn r5_3_scores_are_the_sale_of_everything_at_the_full_price_before_the_end_too() {
    for players in PLAYERS {
        for seed in 0..10 {
            let mut rng = Rng::for_stream(seed, Stream::Playout);
            let mut play = Play::deal(standard(players), seed);
            loop {
                let dict = play.dict();
                let expected: Vec<i64> = (0..players).map(|seat| final_sale(&dict, seat)).collect();
                let scores: Vec<i64> = play.state.scores().iter().map(|score| i64::from(*score)).collect();
                assert_eq!(scores, expected);
                if play.state.is_terminal() {
                    break;
                }
                play.random(&mut rng, 1);
            }
        }
    }
}

#[test]
fn r5_3_the_final_sale_is_without_deductions() {
    let mut play =
        Scene::at(3, 16, 2).tokens(0, "silk", 5).tokens(1, "silk", 0).tokens(2, "silk", 0).cash(0, 3).start();
    play.finish();
    let price = PRICES[play.column("silk") as usize];
    assert_eq!(i64::from(play.state.scores()[0]), 3 + 5 * price);
}

#[test]
fn r5_3_after_the_end_nothing_is_sold_in_the_state() {
    for players in PLAYERS {
        let last_round = [17, 12, 9][players - 3] - 1;
        for seat in 0..players {
            let scene = Scene::at(players, last_round, seat).tokens(seat, "silk", 4).tokens(seat, "tea", 2);
            let mut play = scene.start();
            let cash = play.cash(seat);
            play.all(&["lay tea", "lay tea", "end laying"]).finish();
            let held = (play.tokens(seat, "silk"), play.laid(seat, "tea"), play.tokens(seat, "tea"), play.cash(seat));
            assert_eq!(held, (4, 2, 0, cash), "seat {seat} of {players}");
            assert_eq!(play.phase(), "end");
            assert_eq!(i64::from(play.state.scores()[seat]), final_sale(&play.dict(), seat));
        }
    }
}

#[test]
fn r5_3_most_guilders_wins() {
    let mut play = Scene::at(3, 16, 2).cash(0, 100).cash(1, 300).cash(2, 200).start();
    play.finish();
    assert_eq!(play.state.scores().as_slice(), [100, 300, 200]);
    assert_eq!(play.state.ranks().as_slice(), [3, 1, 2]);
    assert_eq!(play.state.returns().as_slice(), [-1.0, 1.0, 0.0]);
}

#[test]
fn r5_4_equal_totals_share_the_place() {
    let cases: [(&[i64], &[u8]); 5] = [
        (&[80, 80, 80, 80, 80], &[1, 1, 1, 1, 1]),
        (&[80, 90, 90, 70, 60], &[3, 1, 1, 4, 5]),
        (&[90, 80, 80, 80, 70], &[1, 2, 2, 2, 5]),
        (&[60, 60, 70, 70, 70], &[4, 4, 1, 1, 1]),
        (&[99, 98, 97, 96, 96], &[1, 2, 3, 4, 4]),
    ];
    for (cash, ranks) in cases {
        let mut scene = Scene::at(5, 8, 4);
        for (seat, guilders) in cash.iter().enumerate() {
            scene = scene.cash(seat, *guilders);
        }
        let mut play = scene.start();
        play.finish();
        assert_eq!(play.state.ranks().as_slice(), ranks, "{cash:?}");
    }
}

#[test]
fn r5_4_tokens_break_no_tie() {
    // 15 guilders and a silk of price 15 are worth 30 guilders in cash.
    let scene = Scene::at(3, 16, 2).hand(2, &["hoorn+tea+"]);
    let scene = scene.board(2, &["", "amsterdam+tea-", "amsterdam-tea+"]).price("silk", 15).tokens(1, "silk", 1);
    let mut play = scene.cash(0, 30).cash(1, 15).cash(2, 0).start();
    play.all(&["end finance", "play hoorn+tea+"]);
    assert_eq!(play.state.scores().as_slice(), [30, 30, 0]);
    assert_eq!(play.state.ranks().as_slice(), [1, 1, 3]);
}

#[test]
fn after_the_end_nobody_decides_and_every_action_is_refused() {
    let mut play = Scene::at(4, 11, 3).start();
    play.finish();
    let dict = play.dict();
    assert_eq!((&dict["current_player"], &dict["active_player"]), (&Json::Null, &Json::Null));
    assert_eq!((&dict["phase"], &dict["trades"]), (&json!("end"), &json!([])));
    assert_eq!((play.state.current_player(), play.state.active_player()), (None, None));
    assert!(play.state.legal_actions().is_empty());
    for text in ["end finance", "buy silk", "play 0", "play news", "dividend delft"] {
        let error = play.try_play(text).unwrap_err();
        assert_eq!(error.reason, "the game is over");
        assert_eq!(play.dict(), dict);
    }
}
