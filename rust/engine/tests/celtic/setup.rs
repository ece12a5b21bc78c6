//! rules.md 1: set-up.

use serde_json::json;

use crate::kit::{GOODS, PLAYERS, Play, edition, numbers, standard, with_setup};

#[test]
fn r1_1_each_player_has_eight_pieces_in_the_village() {
    for players in PLAYERS {
        let play = Play::deal(standard(players), 3);
        for seat in 0..players {
            assert_eq!(play.at(&format!("/seats/{seat}/pieces")), json!({ "village": 8 }));
        }
    }
}

#[test]
fn r1_2_sixteen_cards_of_each_good_whatever_the_number_of_players() {
    for players in PLAYERS {
        let play = Play::deal(standard(players), 3);
        for good in GOODS {
            assert_eq!(play.stock(good), 16);
            assert!((0..players).all(|seat| play.goods(seat, good) == 0));
        }
    }
}

#[test]
fn r1_3_two_goals_each_hidden_and_the_rest_is_the_deck() {
    for players in PLAYERS {
        let play = Play::deal(standard(players), 3);
        let mut all = numbers(&play.at("/deck"));
        assert_eq!(all.len(), 20 - 2 * players);
        for seat in 0..players {
            let hand = numbers(&play.at(&format!("/seats/{seat}/goals")));
            assert_eq!(hand.len(), 2);
            all.extend(hand);
            assert_eq!(play.at(&format!("/seats/{seat}/fulfilled")), json!([]));
        }
        all.sort_unstable();
        assert_eq!(all, (0..20).collect::<Vec<_>>());
    }
}

/// The shuffled cards are the same for every number of players, so each deal shows a piece of the others.
#[test]
fn r1_3_the_first_two_go_to_seat_0_the_next_two_to_seat_1() {
    for seed in 0..20 {
        let [two, three, four] = PLAYERS.map(|players| Play::deal(standard(players), seed));
        let pair = |play: &Play, seat: usize| numbers(&play.at(&format!("/seats/{seat}/goals")));
        let sorted = |mut cards: Vec<i64>| {
            cards.sort_unstable();
            cards
        };
        let (deck2, deck3) = (numbers(&two.at("/deck")), numbers(&three.at("/deck")));
        assert_eq!((pair(&two, 0), pair(&two, 1)), (pair(&four, 0), pair(&four, 1)));
        assert_eq!(sorted(deck2[..2].to_vec()), pair(&three, 2));
        assert_eq!(sorted(deck2[2..4].to_vec()), pair(&four, 3));
        assert_eq!(deck2[2..], deck3);
        assert_eq!(deck3[2..], numbers(&four.at("/deck")));
    }
}

#[test]
fn r1_3_all_deals_differ_by_seed() {
    let decks: std::collections::BTreeSet<String> =
        (0..200).map(|seed| Play::deal(standard(2), seed).at("/deck").to_string()).collect();
    assert_eq!(decks.len(), 200);
}

#[test]
fn r1_4_seat_0_starts_and_play_goes_in_seat_order() {
    for players in PLAYERS {
        let mut play = Play::deal(standard(players), 3);
        for turn in 0..3 * players {
            assert_eq!((play.at("/turn"), play.phase().as_str()), (json!(turn), "before"));
            assert_eq!(play.state.active_player(), Some(turn % players));
            assert_eq!(play.state.current_player(), Some(turn % players));
            play.pass();
        }
    }
}

#[test]
fn other_numbers_of_an_edition_are_dealt() {
    let play = Play::deal(with_setup("pieces = 3\ngoals_in_hand = 4", 4), 1);
    assert_eq!(play.at("/seats/3/pieces"), json!({ "village": 3 }));
    assert_eq!(numbers(&play.at("/seats/3/goals")).len(), 4);
    assert_eq!(numbers(&play.at("/deck")).len(), 4);
    let toml = "[edition]\ngame = \"celtic\"\nextends = \"standard\"\nname = \"own\"\n[goods]\ncards_per_kind = 2\n";
    assert_eq!(Play::deal(edition(toml, 2), 1).stock("glass"), 2);
}
