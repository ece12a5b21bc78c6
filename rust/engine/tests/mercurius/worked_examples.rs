//! Every number that `rules.md` works out, as it is written there.

use crate::support::{PLAYERS, Play, Scene, numbers, standard};

#[test]
fn r1_1_eight_lanes_of_which_six_bear_the_marker_of_a_share_and_a_good() {
    let columns = Scene::new(3).start().dict()["columns"].clone();
    assert_eq!(columns.as_object().unwrap().len(), 12);
}

#[test]
fn r1_2_the_start_columns_are_7_and_12_of_0_to_19() {
    let play = Scene::new(3).start();
    assert_eq!((play.column("amsterdam"), play.column("silk")), (7, 12));
    assert_eq!(numbers(&play.setup.edition_contents()["lanes"]["price"]).len(), 20);
}

#[test]
fn r2_2_five_tokens_with_three_players_seven_with_four_nine_with_five() {
    assert_eq!(PLAYERS.map(|players| Scene::new(players).start().bank("tea")), [5, 7, 9]);
}

#[test]
fn r3_1_1_two_tokens_cost_1_more_each_and_three_2_more_each() {
    // Price 10: two cost 11 each, three cost 12 each; two bring 9 each, three 8 each.
    let scene = Scene::new(4).price("delft", 10).tokens(0, "delft", 3).cash(0, 100);
    let cash = |trades: &[&str]| scene.start().all(trades).cash(0) - 100;
    assert_eq!(cash(&["buy delft", "buy delft"]), -22);
    assert_eq!(cash(&["buy delft", "buy delft", "buy delft"]), -36);
    assert_eq!(cash(&["sell delft", "sell delft"]), 18);
    assert_eq!(cash(&["sell delft", "sell delft", "sell delft"]), 24);
}

#[test]
fn r3_1_2_price_19_buying_1_2_3_costs_19_40_63() {
    let mut play = Scene::new(3).price("silk", 19).cash(0, 100).start();
    let spent: Vec<i64> = (0..3).map(|_| 100 - play.play("buy silk").cash(0)).collect();
    assert_eq!(spent, [19, 40, 63]);
}

#[test]
fn r3_1_2_price_19_selling_1_2_3_brings_19_36_51() {
    let mut play = Scene::new(3).price("silk", 19).tokens(0, "silk", 3).cash(0, 0).start();
    let earned: Vec<i64> = (0..3).map(|_| play.play("sell silk").cash(0)).collect();
    assert_eq!(earned, [19, 36, 51]);
}

#[test]
fn r3_1_4_price_19_black_market_brings_57_for_three() {
    let scene = Scene::at(3, 1, 2).laid(0, "silk", 3).hand(2, &["hoorn+tea+"]).board(2, &["", "hoorn-tea-"]);
    let mut play = scene.price("silk", 19).cash(0, 0).start();
    play.all(&["end finance", "play hoorn+tea+"]);
    assert_eq!(play.cash(0), 57);
}

#[test]
fn r3_3_1_from_the_third_turn_on_three_cards_act() {
    let mut play = Scene::at(3, 2, 0).start();
    assert_eq!(numbers(&play.board(0)).len(), 2, "two lie there, the third is played now");
    play.end_turn();
    assert_eq!(numbers(&play.board(0)).len(), 2);
}

#[test]
fn r5_2_17_12_and_9_turns_per_player() {
    for (players, turns) in [(3, 17), (4, 12), (5, 9)] {
        for seed in [0, 1, 2] {
            let mut play = Play::deal(standard(players), seed);
            let mut count = 0;
            while !play.state.is_terminal() {
                play.end_turn();
                count += 1;
            }
            assert_eq!(count, turns * players);
            assert_eq!(play.round(), turns as i64);
        }
    }
}

#[test]
fn r5_1_everyone_then_ends_with_three_cards() {
    for players in PLAYERS {
        let play = Play::deal(standard(players), 4).finish().clone();
        assert_eq!((0..players).map(|seat| play.hand(seat).len()).collect::<Vec<_>>(), vec![3; players]);
    }
}
