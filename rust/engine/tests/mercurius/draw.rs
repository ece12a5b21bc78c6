//! rules.md 3.4: drawing a card.

use crate::support::{PLAYERS, Play, Scene, standard};

#[test]
fn r3_4_1_the_first_card_of_the_main_deck_is_drawn_back_to_five() {
    for players in PLAYERS {
        let mut play = Play::deal(standard(players), 3);
        for seat in 0..players {
            let (main, backup, hand) = (play.list("/main_deck"), play.list("/backup_deck"), play.hand(seat));
            let played = hand[2];
            play.all(&["end finance", &format!("play {played}")]);
            let mut expected: Vec<i64> = hand.into_iter().filter(|card| *card != played).chain([main[0]]).collect();
            expected.sort_unstable();
            assert_eq!(play.hand(seat), expected);
            assert_eq!(play.list("/main_deck"), main[1..]);
            assert_eq!(play.list("/backup_deck"), backup, "the backup deck is for News only");
        }
    }
}

#[test]
fn r3_4_1_after_news_nothing_more_is_drawn() {
    for discards in 0..=3 {
        let mut play = Scene::at(3, 2, 1).start();
        let main = play.list("/main_deck");
        let hand = play.hand(1);
        play.all(&["end finance", "play news"]);
        for card in &hand[..discards] {
            play.play(&format!("discard {card}"));
        }
        if discards < 3 {
            play.play("end discarding");
        }
        assert_eq!(play.hand(1).len(), 5);
        assert_eq!(play.list("/main_deck"), main[discards.min(1)..], "{discards} discards");
    }
}

#[test]
fn r3_4_1_only_the_player_whose_turn_it_was_draws() {
    let mut play = Scene::at(4, 2, 2).start();
    let hands = [0, 1, 3].map(|seat| play.hand(seat));
    play.end_turn();
    assert_eq!([0, 1, 3].map(|seat| play.hand(seat)), hands);
}

#[test]
fn r3_4_2_when_the_main_deck_is_empty_nothing_is_drawn_and_the_hands_shrink() {
    for (players, turns) in [(3, 17), (4, 12), (5, 9)] {
        let mut play = Scene::at(players, turns - 2, 0).start();
        assert_eq!(play.list("/main_deck"), [0; 0]);
        let backup = play.list("/backup_deck");
        for hand in [4, 3] {
            for seat in 0..players {
                play.end_turn();
                assert_eq!(play.hand(seat).len(), hand, "{players} players");
            }
        }
        assert_eq!(play.list("/backup_deck"), backup);
        assert!(play.state.is_terminal());
    }
}

#[test]
fn r3_4_1_the_card_is_drawn_after_the_prices_moved_and_does_not_act_yet() {
    let scene = Scene::new(3).hand(0, &["hoorn+tea+"]).deck("main_deck", &["delft+silk+"]);
    let mut play = scene.start();
    play.all(&["end finance", "play hoorn+tea+"]);
    assert!(play.hand(0).contains(&play.card("delft+silk+")));
    assert_eq!((play.column("delft"), play.column("silk")), (7, 12));
}
