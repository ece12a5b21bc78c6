//! rules.md 3: goals.

use serde_json::json;

use crate::kit::{PLAYERS, Scene, assert_illegal, goal_cards, numbers, standard};

#[test]
fn r3_1_a_goal_needs_an_own_piece_on_each_of_its_places() {
    for places in [&["cows", "fish"][..], &["cows", "sheep"], &["fish", "sheep"], &["cows"], &[]] {
        let on: Vec<(&str, i64)> = places.iter().map(|place| (*place, 2)).collect();
        let scene = Scene::late(2).hand(0, &["cows+fish+sheep"]).pieces(0, &on);
        let play = scene.pieces(1, &[("cows", 1), ("fish", 1), ("sheep", 1)]).start();
        assert_illegal(&play, "fulfil cows+fish+sheep", "3.1");
    }
}

#[test]
fn r3_1_every_goal_can_be_fulfilled_with_a_piece_on_each_place() {
    for (value, places) in goal_cards(&*standard(2)) {
        let on: Vec<(&str, i64)> = places.iter().map(|place| (place.as_str(), 1)).collect();
        let goal = places.join("+");
        let mut play = Scene::late(2).hand(0, &[&goal]).pieces(0, &on).start();
        play.play(&format!("fulfil {goal}"));
        assert_eq!(play.at("/seats/0/pieces"), json!({ "village": 8 }));
        assert_eq!(play.goals("/seats/0/fulfilled"), [goal]);
        assert_eq!(i64::from(play.state.scores()[0]), value);
    }
}

#[test]
fn r3_1_exactly_one_piece_goes_home_from_each_place() {
    let scene =
        Scene::late(2).hand(0, &["cows+fish+sheep"]).pieces(0, &[("cows", 3), ("fish", 1), ("sheep", 2), ("tin", 1)]);
    let mut play = scene.start();
    play.play("fulfil cows+fish+sheep");
    assert_eq!(play.at("/seats/0/pieces"), json!({ "village": 4, "cows": 2, "sheep": 1, "tin": 1 }));
}

#[test]
fn r3_1_the_goal_must_be_in_the_own_hand() {
    let on = [("cows", 1), ("fish", 1), ("sheep", 1)];
    let play = Scene::late(2).hand(1, &["cows+fish+sheep"]).pieces(0, &on).pieces(1, &on).start();
    assert_illegal(&play, "fulfil cows+fish+sheep", "3.1");
    assert_eq!(play.legal_after("fulfil"), [""; 0]);
}

#[test]
fn r3_1_before_or_after_the_move() {
    let scene = Scene::late(2).hand(0, &["mushrooms+barley"]).pieces(0, &[("mushrooms", 1), ("goats", 1)]);
    let mut play = scene.start();
    assert_illegal(&play, "fulfil mushrooms+barley", "3.1");
    play.all(&["from goats", "to barley"]);
    play.play("fulfil mushrooms+barley");
    assert_eq!(play.goals("/seats/0/fulfilled"), ["mushrooms+barley"]);
    assert_eq!(play.at("/seats/0/pieces"), json!({ "village": 8 }));
}

#[test]
fn r3_1_any_number_in_a_turn_in_any_order() {
    let on = [("flax", 1), ("cauldron", 1), ("axe", 1), ("millet", 1)];
    let scene = || Scene::late(2).hand(0, &["flax+cauldron", "axe+millet"]).pieces(0, &on);
    for order in [["flax+cauldron", "axe+millet"], ["axe+millet", "flax+cauldron"]] {
        let mut play = scene().start();
        assert_eq!(play.legal_after("fulfil"), ["flax+cauldron", "axe+millet"]);
        play.play(&format!("fulfil {}", order[0])).play(&format!("fulfil {}", order[1]));
        assert_eq!(play.goals("/seats/0/fulfilled"), ["flax+cauldron", "axe+millet"]);
        assert_eq!(numbers(&play.at("/seats/0/goals")).len(), 2);
    }
}

#[test]
fn r3_2_then_the_next_card_of_the_deck_is_drawn() {
    let scene = Scene::late(3).hand(0, &["flax+cauldron", "axe+millet"]).top(&["spelt+hounds", "jug+pottery_kiln"]);
    let mut play = scene.pieces(0, &[("flax", 1), ("cauldron", 1)]).start();
    let before = numbers(&play.at("/deck"));
    play.play("fulfil flax+cauldron");
    assert_eq!(play.goals("/seats/0/goals"), ["spelt+hounds", "axe+millet"]);
    assert_eq!(numbers(&play.at("/deck")), before[1..]);
}

#[test]
fn r3_2_no_card_is_drawn_once_fulfilled_goals_and_hand_are_five() {
    let done = ["pigs+fish_trap", "mushrooms+barley", "jug+pottery_kiln", "necklace+spear", "spelt+hounds"];
    for fulfilled in 0..5 {
        let scene = Scene::late(2).fulfilled(0, &done[..fulfilled]).hand(0, &["flax+cauldron"]);
        let mut play = scene.pieces(0, &[("flax", 1), ("cauldron", 1)]).start();
        let deck = numbers(&play.at("/deck")).len();
        let hand = numbers(&play.at("/seats/0/goals")).len();
        assert_eq!(hand, [2, 2, 2, 2, 1][fulfilled]);
        play.play("fulfil flax+cauldron");
        let drawn = usize::from(fulfilled < 3);
        assert_eq!(numbers(&play.at("/seats/0/goals")).len(), hand - 1 + drawn);
        assert_eq!(numbers(&play.at("/deck")).len(), deck - drawn);
    }
}

#[test]
fn r3_2_a_card_just_drawn_may_be_fulfilled_at_once() {
    let scene = Scene::late(2).hand(0, &["flax+cauldron"]).top(&["axe+millet", "spelt+hounds"]);
    let mut play = scene.pieces(0, &[("flax", 1), ("cauldron", 1), ("axe", 2), ("millet", 1)]).start();
    assert_eq!(play.legal_after("fulfil"), ["flax+cauldron"]);
    play.all(&["fulfil flax+cauldron", "fulfil axe+millet"]);
    assert_eq!(play.goals("/seats/0/fulfilled"), ["flax+cauldron", "axe+millet"]);
    assert_eq!(play.at("/seats/0/pieces"), json!({ "village": 7, "axe": 1 }));
}

#[test]
fn r3_3_fulfilled_cards_are_open_the_others_hidden() {
    for players in PLAYERS {
        let play = Scene::late(players).fulfilled(0, &["flax+cauldron"]).hand(0, &["axe+millet"]).start();
        for observer in 1..players {
            let seen = play.state.observation(observer).unwrap().to_json();
            assert_eq!(seen["seats"][0]["fulfilled"], json!([2]));
            assert_eq!(seen["seats"][0]["goals"], json!(2), "their number");
        }
    }
}

#[test]
fn pieces_that_fulfilled_a_goal_do_not_fulfil_another() {
    // Both goals name the axe in this edition, and one piece stands there.
    let toml = crate::kit::standard_with(&[(r#"[15, ["spelt", "hounds"]]"#, r#"[15, ["axe", "hounds"]]"#)]);
    let scene = Scene::of(crate::kit::edition(&toml, 2)).hand(0, &["axe+millet", "axe+hounds"]);
    let mut play = scene.pieces(0, &[("axe", 1), ("millet", 1), ("hounds", 1)]).start();
    assert_eq!(play.legal_after("fulfil"), ["axe+hounds", "axe+millet"]);
    play.play("fulfil axe+hounds");
    assert_illegal(&play, "fulfil axe+millet", "3.1");
}
