//! The rare places, where rules meet.

use serde_json::json;

use crate::kit::{GOODS, Play, Scene, assert_illegal, assert_legal, edition, goal_cards, numbers, standard};

#[test]
fn travelling_along_with_some_all_and_none() {
    for joining in 0..=3 {
        let mut play = Scene::late(2).pieces(0, &[("goats", 1)]).pieces(1, &[("goats", 3)]).start();
        play.all(&["from goats", "to fish", &format!("along {joining}")]);
        assert_eq!((play.pieces(1, "goats"), play.pieces(1, "fish")), (3 - joining, joining));
        assert_eq!(play.at("/seats/1/pieces").get("goats").is_some(), joining < 3, "an empty space is left out");
    }
}

#[test]
fn the_same_space_reached_in_one_road_or_in_two_is_one_destination() {
    // milk_pails is next to the village, and two roads away by way of the cauldron or the lentils.
    let mut play = Play::deal(standard(2), 1);
    play.play("from village");
    let ends = play.legal_after("to");
    assert_eq!(ends.iter().filter(|space| *space == "milk_pails").count(), 1);
    play.all(&["to milk_pails", "move 1"]).alone();
    assert_eq!(play.pieces(0, "milk_pails"), 1);
}

#[test]
fn taking_from_an_empty_stock_with_pieces_of_two_kinds() {
    let scene = Scene::late(2).goods(1, &[("tin", 16)]).pieces(0, &[("tin", 2), ("amber", 1)]);
    let mut play = scene.start();
    play.all(&["take tin", "take tin", "take amber"]);
    assert_eq!((play.goods(0, "tin"), play.goods(0, "amber"), play.pieces(0, "village")), (0, 1, 8));
    let seen = play.state.observation(1).unwrap().to_json();
    assert_eq!((&seen["stocks"]["tin"], &seen["seats"][0]["goods"]), (&json!(false), &json!(1)));
}

#[test]
fn two_goals_in_one_turn_and_a_card_just_drawn_before_and_after_the_move() {
    let on = [("flax", 1), ("cauldron", 1), ("axe", 1), ("herbs", 1), ("spelt", 1), ("hounds", 1)];
    let scene = Scene::late(2).hand(0, &["flax+cauldron", "axe+millet"]).top(&["spelt+hounds", "jug+pottery_kiln"]);
    let mut play = scene.pieces(0, &on).start();
    play.all(&[
        "fulfil flax+cauldron",
        "fulfil spelt+hounds",
        "from herbs",
        "to millet",
        "fulfil axe+millet",
        "end turn",
    ]);
    assert_eq!(play.goals("/seats/0/fulfilled"), ["flax+cauldron", "spelt+hounds", "axe+millet"]);
    assert_eq!(play.at("/seats/0/pieces"), json!({ "village": 8 }));
    assert_eq!(numbers(&play.at("/seats/0/goals")).len(), 2);
}

#[test]
fn the_announcement_put_off_while_another_ends_the_game() {
    let four = ["pigs+fish_trap", "mushrooms+barley", "jug+pottery_kiln", "necklace+spear"];
    let scene = Scene::late(2).all_goods_but(0, &[]).fulfilled(1, &four).hand(1, &["axe+millet"]);
    let mut play = scene.pieces(1, &[("axe", 1), ("millet", 1)]).start();
    play.pass().play("fulfil axe+millet").pass();
    assert!(play.state.is_terminal());
    assert_eq!(play.state.scores().as_slice(), [28, 75], "the kinds count all the same");
}

#[test]
fn the_fifth_goal_with_goods_still_to_take() {
    let four = ["pigs+fish_trap", "mushrooms+barley", "jug+pottery_kiln", "necklace+spear"];
    let on = [("axe", 1), ("millet", 1), ("cheese", 2), ("tin", 1)];
    let mut play = Scene::late(2).fulfilled(0, &four).hand(0, &["axe+millet"]).pieces(0, &on).start();
    play.all(&["fulfil axe+millet", "take tin", "from cheese", "to wine", "move 2", "take wine", "take wine"]);
    assert!(!play.state.is_terminal());
    play.play("end turn");
    assert_eq!(play.state.scores()[0], 75 + 2 + 2, "the cap is that of five goals");
}

#[test]
fn the_fifth_goal_and_all_kinds_in_one_turn_end_by_either() {
    let four = ["pigs+fish_trap", "mushrooms+barley", "jug+pottery_kiln", "necklace+spear"];
    let scene = Scene::late(2).fulfilled(0, &four).hand(0, &["axe+millet"]).all_goods_but(0, &[]);
    let mut play = scene.pieces(0, &[("axe", 1), ("millet", 1)]).start();
    play.all(&["fulfil axe+millet", "from village", "to cows", "move 1"]).alone();
    for last in ["announce", "end turn"] {
        let mut play = play.clone();
        play.play(last);
        assert!(play.state.is_terminal());
        assert_eq!(play.state.scores()[0], 75 + 28);
    }
}

#[test]
fn all_twenty_cards_dealt_with_four_players() {
    let cards: Vec<String> = goal_cards(&*standard(4)).iter().map(|(_, places)| places.join("+")).collect();
    let names: Vec<&str> = cards.iter().map(String::as_str).collect();
    // Everybody has fulfilled three and holds two; the fourth goal of seat 0 finds an empty deck, and draws nothing.
    let scene = (0..4).fold(Scene::late(4), |scene, seat| {
        scene.fulfilled(seat, &names[5 * seat..5 * seat + 3]).hand(seat, &names[5 * seat + 3..5 * seat + 5])
    });
    let on: Vec<(&str, i64)> = cards[3].split('+').map(|place| (place, 1)).collect();
    let mut play = scene.pieces(0, &on).start();
    assert_eq!(play.at("/deck"), json!([]));
    play.play(&format!("fulfil {}", cards[3]));
    assert_eq!((numbers(&play.at("/seats/0/goals")).len(), play.at("/deck")), (1, json!([])));
    play.pass();
    assert_eq!(play.state.active_player(), Some(1));
}

#[test]
fn the_last_card_of_the_deck_goes_to_the_third_goal_of_the_last_player() {
    let cards: Vec<String> = goal_cards(&*standard(4)).iter().map(|(_, places)| places.join("+")).collect();
    let names: Vec<&str> = cards.iter().map(String::as_str).collect();
    let scene = (0..3).fold(Scene::late(4), |scene, seat| {
        scene.fulfilled(seat, &names[5 * seat..5 * seat + 3]).hand(seat, &names[5 * seat + 3..5 * seat + 5])
    });
    let scene = scene.active(3).fulfilled(3, &names[15..17]).hand(3, &names[17..19]).top(&names[19..]);
    let on: Vec<(&str, i64)> = cards[17].split('+').map(|place| (place, 1)).collect();
    let mut play = scene.pieces(3, &on).start();
    play.play(&format!("fulfil {}", cards[17]));
    assert_eq!(
        (play.goals("/seats/3/goals"), play.at("/deck")),
        (vec![cards[18].clone(), cards[19].clone()], json!([]))
    );
}

#[test]
fn the_turn_limit_with_a_fifth_goal_and_with_an_announcement() {
    let mut play = Scene::late(2).turn(99).all_goods_but(1, &[]).start();
    play.all(&["from village", "to cows", "move 1"]).alone();
    for last in ["announce", "end turn"] {
        let mut play = play.clone();
        play.play(last);
        assert!(play.state.is_terminal());
        assert_eq!(play.state.scores()[1], 28);
    }
}

#[test]
fn a_piece_sent_home_may_move_in_the_same_turn() {
    let mut play = Scene::late(2).pieces(0, &[("tin", 7), ("glass", 1)]).start();
    play.all(&["take tin", "from village", "to cows"]).alone();
    assert_eq!((play.pieces(0, "village"), play.pieces(0, "cows"), play.goods(0, "tin")), (0, 1, 1));
}

#[test]
fn all_players_move_together_through_a_whole_round() {
    let mut play = Play::deal(standard(4), 5);
    play.all(&["from village", "to hounds", "move 8", "along 8", "along 8", "along 8", "end turn"]);
    play.all(&["from hounds", "to whetstone", "move 8", "along 8", "along 0", "along 1", "end turn"]);
    // Seat 2 is the active player; seat 3 stayed behind, seat 0 has one piece there, seat 1 all.
    play.all(&["from whetstone", "to wine", "move 1"]);
    assert_eq!(play.at("/journey"), json!({ "from": "whetstone", "to": "wine" }));
    assert_eq!(play.state.current_player(), Some(0));
    play.all(&["along 1", "along 8"]);
    assert_legal(&play, &["take wine", "end turn"]);
    assert_illegal(&play, "along 1", "2.2");
}

#[test]
fn goods_in_another_order_of_the_table() {
    // The trading places come first in this table, and tin after glass.
    let standard = crate::kit::STANDARD;
    let tin = "  [\"tin\", \"trade\", 14, 10],\n";
    let glass = "  [\"glass\", \"trade\", 6, 46],\n";
    let village = "  [\"village\", \"village\", 86, 42],\n";
    let text = standard.replace(tin, "").replace(glass, "").replace(village, &format!("{village}{glass}{tin}"));
    let mut play = Scene::of(edition(&text, 2)).pieces(0, &[("tin", 1), ("glass", 1), ("wine", 1)]).start();
    assert_eq!(play.legal_after("take"), ["glass", "tin", "wine"]);
    play.play("take tin");
    assert_eq!(play.legal_after("take"), ["wine"]);
    assert_eq!(GOODS.len(), 7);
}
