//! rules.md 4: goods.

use serde_json::json;

use crate::kit::{GOODS, Scene, assert_illegal, assert_legal, edition};

#[test]
fn r4_1_a_piece_on_a_trading_place_goes_home_for_a_card_of_its_kind() {
    for good in GOODS {
        let mut play = Scene::late(2).pieces(0, &[(good, 1)]).start();
        assert_eq!(play.legal_after("take"), [good]);
        play.play(&format!("take {good}"));
        assert_eq!(play.at("/seats/0/pieces"), json!({ "village": 8 }));
        assert_eq!((play.goods(0, good), play.stock(good)), (1, 15));
        assert!(GOODS.iter().all(|other| *other == good || play.goods(0, other) == 0));
    }
}

#[test]
fn r4_1_one_piece_at_a_time_as_many_as_stand_there() {
    let mut play = Scene::late(2).pieces(0, &[("wine", 3)]).start();
    for taken in 1..=3 {
        play.play("take wine");
        assert_eq!((play.goods(0, "wine"), play.pieces(0, "wine")), (taken, 3 - taken));
    }
    assert_illegal(&play, "take wine", "4.1");
}

#[test]
fn r4_1_several_trading_places_in_one_turn_before_and_after_the_move() {
    let scene = Scene::late(2).pieces(0, &[("tin", 1), ("glass", 1), ("hazelnuts", 1)]);
    let mut play = scene.start();
    play.all(&["take tin", "take glass", "from hazelnuts", "to olive_oil"]);
    assert_legal(&play, &["take olive_oil", "end turn"]);
    play.all(&["take olive_oil", "end turn"]);
    assert_eq!(["tin", "glass", "olive_oil"].map(|good| play.goods(0, good)), [1, 1, 1]);
}

#[test]
fn r4_1_a_piece_that_moved_onto_a_trading_place_takes_in_the_same_turn_and_one_taken_home_moves_on() {
    let mut play = Scene::late(2).pieces(0, &[("tin", 8)]).start();
    play.all(&["take tin", "from village"]);
    assert_eq!(play.pieces(0, "village"), 1);
}

#[test]
fn r4_1_other_players_pieces_bring_nothing() {
    let play = Scene::late(2).pieces(1, &[("tin", 8)]).start();
    assert_illegal(&play, "take tin", "4.1");
}

#[test]
fn r4_1_with_an_empty_stock_the_piece_goes_home_for_nothing() {
    let scene = Scene::late(2).goods(1, &[("coral", 15)]).pieces(0, &[("coral", 3)]);
    let mut play = scene.start();
    play.play("take coral");
    assert_eq!((play.stock("coral"), play.goods(0, "coral")), (0, 1));
    play.all(&["take coral", "take coral"]);
    assert_eq!((play.stock("coral"), play.goods(0, "coral"), play.pieces(0, "village")), (0, 1, 8));
    assert_eq!(play.at("/taken"), "coral");
}

#[test]
fn r4_1_the_same_action_is_offered_whether_or_not_a_card_is_left() {
    let full = Scene::late(2).pieces(0, &[("coral", 1)]).start();
    let empty = Scene::late(2).pieces(0, &[("coral", 1)]).goods(1, &[("coral", 16)]).start();
    assert_eq!(full.legal(), empty.legal());
}

#[test]
fn r4_2_others_see_the_number_of_cards_and_which_stocks_are_empty() {
    let scene = Scene::late(3).goods(0, &[("tin", 2), ("wine", 1)]).goods(1, &[("coral", 16)]);
    let play = scene.start();
    let seen = |observer: usize| play.state.observation(observer).unwrap().to_json();
    assert_eq!(seen(2)["seats"][0]["goods"], json!(3));
    assert_eq!(seen(2)["seats"][1]["goods"], json!(16));
    assert_eq!(seen(0)["seats"][0]["goods"]["tin"], json!(2));
    assert_eq!(seen(0)["seats"][1]["goods"], json!(16));
    for observer in 0..3 {
        for good in GOODS {
            assert_eq!(seen(observer)["stocks"][good], json!(good != "coral"));
        }
    }
}

#[test]
fn an_edition_with_few_cards_runs_out_sooner() {
    let toml = "[edition]\ngame = \"celtic\"\nextends = \"standard\"\nname = \"own\"\n[goods]\ncards_per_kind = 1\n";
    let mut play = Scene::of(edition(toml, 2)).pieces(0, &[("furs", 2)]).start();
    play.all(&["take furs", "take furs"]);
    assert_eq!((play.goods(0, "furs"), play.stock("furs")), (1, 0));
}
