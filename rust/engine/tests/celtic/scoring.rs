//! rules.md 6: scoring.

use crate::kit::{GOODS, Scene, edition};

const GOALS: [&str; 5] = ["pigs+fish_trap", "mushrooms+barley", "jug+pottery_kiln", "cows+fish+sheep", "spelt+hounds"];

/// The points of seat 0 with so many of [`GOALS`] fulfilled and these cards, less those for the goals.
fn goods_points(goals: usize, cards: [i64; 7]) -> i32 {
    let cards: Vec<(&str, i64)> = GOODS.into_iter().zip(cards).collect();
    let play = Scene::late(2).fulfilled(0, &GOALS[..goals]).goods(0, &cards).start();
    play.state.scores()[0] - [0, 15, 30, 45, 65, 80][goals]
}

#[test]
fn r6_1_fulfilled_goals_count_what_is_printed_and_others_nothing() {
    for (goals, points) in [0, 15, 30, 45, 65].into_iter().enumerate() {
        let play = Scene::late(2).fulfilled(0, &GOALS[..goals]).start();
        assert_eq!(play.state.scores()[0], points);
    }
}

#[test]
fn r6_2_one_of_each_kind_is_28() {
    assert_eq!(goods_points(0, [1; 7]), 28);
}

#[test]
fn r6_2_kinds_are_sorted_most_cards_first_wherever_they_stand_in_the_table() {
    assert_eq!(goods_points(4, [3, 0, 2, 0, 1, 0, 0]), 3 + 2 * 2 + 3);
    assert_eq!(goods_points(4, [0, 1, 0, 0, 2, 0, 3]), 3 + 2 * 2 + 3);
    assert_eq!(goods_points(4, [2, 2, 2, 0, 0, 0, 0]), 2 + 4 + 6, "equal numbers take different ranks");
}

#[test]
fn r6_3_worked_example_three_goals_and_6_4_2_1() {
    assert_eq!(goods_points(3, [6, 4, 2, 1, 0, 0, 0]), 22);
    assert_eq!(goods_points(3, [0, 2, 6, 0, 1, 0, 4]), 22);
}

#[test]
fn r6_3_with_0_to_5_goals_1_to_6_cards_of_a_kind_count() {
    for goals in 0..5 {
        assert_eq!(goods_points(goals, [9, 0, 0, 0, 0, 0, 0]), goals as i32 + 1);
        assert_eq!(goods_points(goals, [7; 7]), 28 * (goals as i32 + 1));
    }
    let scene = Scene::late(2).fulfilled(0, &GOALS).goods(0, &[("tin", 9)]).phase("end");
    assert_eq!(scene.start().state.scores()[0], 80 + 6);
}

#[test]
fn r6_3_the_kinds_are_ranked_by_all_cards_and_not_by_those_that_count() {
    // With one card that counts of each kind, 1 + 2 all the same.
    assert_eq!(goods_points(0, [5, 9, 0, 0, 0, 0, 0]), 1 + 2);
    assert_eq!(goods_points(1, [2, 5, 1, 0, 0, 0, 0]), 2 + 2 * 2 + 3);
}

/// The goals and the goods of a player.
type Cards<'a> = (&'a [&'a str], &'a [(&'a str, i64)]);

/// The ranks of three players.
fn ranks(seats: [Cards; 3]) -> Vec<u8> {
    let scene = Scene::late(3);
    let scene = seats
        .iter()
        .enumerate()
        .fold(scene, |scene, (seat, (goals, goods))| scene.fulfilled(seat, goals).goods(seat, goods));
    scene.start().state.ranks().to_vec()
}

#[test]
fn r6_4_most_points_win() {
    assert_eq!(ranks([(&[], &[("tin", 1)]), (&["axe+millet"], &[]), (&[], &[])]), [2, 1, 3]);
}

#[test]
fn r6_4_ties_go_to_more_fulfilled_goals() {
    // 30 points: two goals of 15; one of 20 and 10 of goods (2 * (1 + 2) + ... with a cap of 2).
    let ten: &[(&str, i64)] = &[("tin", 2), ("wine", 1), ("coral", 2), ("furs", 1)];
    let play =
        Scene::late(2).fulfilled(0, &["axe+millet", "spelt+hounds"]).fulfilled(1, &["cows+fish+sheep"]).goods(1, ten);
    let play = play.start();
    assert_eq!(play.state.scores()[1], 20 + 2 + 4 + 3 + 4);
    let exact: &[(&str, i64)] = &[("tin", 2), ("coral", 1), ("wine", 1), ("furs", 1)];
    assert_eq!(
        ranks([
            (&["axe+millet", "spelt+hounds"], &[]),
            (&["cows+fish+sheep"], &[("tin", 1), ("wine", 1), ("coral", 1), ("furs", 1)]),
            (&[], exact)
        ]),
        [1, 2, 3],
        "30 with two goals, 30 with one, 10"
    );
}

#[test]
fn r6_4_then_to_more_goods_cards_also_those_that_do_not_count() {
    // Without a goal one card of a kind counts.
    assert_eq!(ranks([(&[], &[("tin", 1)]), (&[], &[("wine", 4)]), (&[], &[("coral", 2)])]), [3, 1, 2]);
}

#[test]
fn r6_4_then_the_place_is_shared() {
    assert_eq!(ranks([(&[], &[("tin", 2)]), (&[], &[("wine", 2)]), (&[], &[])]), [1, 1, 3]);
    let play = Scene::late(3).goods(0, &[("tin", 2)]).goods(1, &[("wine", 2)]).start();
    assert_eq!(play.state.returns().as_slice(), [0.5, 0.5, -1.0]);
}

#[test]
fn other_caps_and_rank_values_of_an_edition_are_counted() {
    let toml = "[edition]\ngame = \"celtic\"\nextends = \"standard\"\nname = \"own\"\n[scoring]\nrank_value = [1, 1, 2, 3, 5, 8, 13]\ncap_per_kind = [0, 2, 2, 9, 9, 9]\n";
    let none = Scene::of(edition(toml, 2)).goods(0, &[("tin", 9)]).start();
    assert_eq!(none.state.scores()[0], 0);
    let one = Scene::of(edition(toml, 2)).fulfilled(0, &["axe+millet"]).goods(0, &GOODS.map(|good| (good, 1))).start();
    assert_eq!(one.state.scores()[0], 15 + 33);
}
