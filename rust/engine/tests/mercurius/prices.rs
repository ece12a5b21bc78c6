//! rules.md 1.3 and 3.3: how the markers move.

use serde_json::{Value as Json, json};

use crate::support::{Play, Scene, items};

/// Plays a card of the hand after no finance.
fn card(play: &mut Play, name: &str) {
    play.all(&["end finance", &format!("play {name}")]);
}

fn columns(play: &Play) -> Json {
    play.dict()["columns"].clone()
}

#[test]
fn r3_3_1_the_share_moves_one_column_and_the_good_two_in_the_printed_directions() {
    let setup = crate::support::standard(3);
    let deck: Vec<(String, i64, String, i64)> =
        serde_json::from_value(setup.edition_contents()["cards"]["deck"].clone()).unwrap();
    for (number, (share, share_step, good, good_step)) in deck.into_iter().enumerate() {
        let name = play_text(&*setup, number);
        let mut play = Scene::new(3).hand(0, &[&name]).start();
        let mut expected = columns(&play);
        card(&mut play, &name);
        expected[share] = json!(7 + share_step);
        expected[good] = json!(12 + 2 * good_step);
        assert_eq!(columns(&play), expected, "{name}");
    }
}

fn play_text(setup: &dyn merx_engine::registry::AnySetup, card: usize) -> String {
    let action = setup.parts_to_action("play", Some(card as u16)).unwrap();
    setup.action_to_string(action).unwrap().strip_prefix("play ").unwrap().to_owned()
}

#[test]
fn r3_3_1_one_card_acts_in_the_first_turn_two_in_the_second_three_from_the_third_on() {
    // Seat 0 moves delft and silk, the others amsterdam and tea, up and down again.
    let mine = ["delft+silk+", "delft+coffee-", "delft+porcelain+", "delft+copper-", "delft+spices+"];
    let ups = ["amsterdam+tea-", "hoorn+tea+", "amsterdam+silk+", "hoorn+silk-", "amsterdam+coffee-"];
    let downs = ["amsterdam-tea+", "hoorn-tea-", "amsterdam-silk-", "hoorn-silk+", "amsterdam-coffee+"];
    let mut play = Scene::new(3).hand(0, &mine).hand(1, &ups).hand(2, &downs).all_columns(5).start();
    let mut moved = Vec::new();
    for turn in 0..5 {
        let before = play.column("delft");
        card(&mut play, mine[turn]);
        moved.push(play.column("delft") - before);
        card(&mut play, ups[turn]);
        card(&mut play, downs[turn]);
    }
    assert_eq!(moved, [1, 2, 3, 3, 3]);
    assert_eq!(play.column("delft"), 5 + 12);
}

#[test]
fn r3_3_1_cards_on_other_boards_do_not_act() {
    let mut play = Scene::at(3, 5, 1).all_columns(10).hand(1, &["delft+silk+"]).start();
    let board: Vec<i64> = crate::support::numbers(&play.board(1));
    assert_eq!(board.len(), 2);
    let deck: Vec<(String, i64, String, i64)> =
        serde_json::from_value(play.setup.edition_contents()["cards"]["deck"].clone()).unwrap();
    let mut expected: Vec<(&str, i64)> = items().map(|item| (item, 10)).collect();
    for number in [vec![play.card("delft+silk+")], board].concat() {
        let (share, share_step, good, good_step) = &deck[number as usize];
        for (item, column) in &mut expected {
            *column += if item == share { *share_step } else { 0 } + if item == good { 2 * good_step } else { 0 };
        }
    }
    card(&mut play, "delft+silk+");
    for (item, column) in expected {
        assert_eq!(play.column(item), column, "{item}");
    }
}

#[test]
fn r3_3_2_the_newest_card_acts_first() {
    // Column 18, the new card up by two, the old one down by two: 19 and 17; in the other order 16 and 18.
    let scene = Scene::at(3, 1, 0).hand(0, &["delft+silk+"]).board(0, &["", "hoorn+silk-"]);
    let mut play = scene.column("silk", 18).start();
    card(&mut play, "delft+silk+");
    assert_eq!(play.column("silk"), 17);
    // The same at the lower end: 1, down by two to 0, up by two to 2; in the other order 3 and 1.
    let scene = Scene::at(3, 1, 0).hand(0, &["hoorn+silk-"]).board(0, &["", "delft+silk+"]);
    let mut play = scene.column("silk", 1).start();
    card(&mut play, "hoorn+silk-");
    assert_eq!(play.column("silk"), 2);
    // For a share the step is one: at column 19 up and down again.
    let scene = Scene::at(3, 1, 0).hand(0, &["delft+silk+"]).board(0, &["", "delft-silk-"]);
    let mut play = scene.column("delft", 19).column("silk", 10).start();
    card(&mut play, "delft+silk+");
    assert_eq!((play.column("delft"), play.column("silk")), (18, 10));
}

#[test]
fn r3_3_2_the_three_cards_act_from_left_to_right() {
    // Newest up, middle up, oldest down. From column 17: 19, 19, 17. From right to left: 15, 17, 19.
    let scene = Scene::at(3, 4, 0).hand(0, &["delft+silk+"]).board(0, &["", "amsterdam+silk+", "hoorn+silk-"]);
    let mut play = scene.column("silk", 17).start();
    card(&mut play, "delft+silk+");
    assert_eq!(play.column("silk"), 17);
    // Newest up, middle down, oldest up. From 18: 19, 17, 19. Oldest before middle: 19, 19, 17.
    let scene = Scene::at(3, 4, 0).hand(0, &["delft+silk+"]).board(0, &["", "hoorn+silk-", "amsterdam+silk+"]);
    let mut play = scene.column("silk", 18).start();
    card(&mut play, "delft+silk+");
    assert_eq!(play.column("silk"), 19);
}

#[test]
fn r3_3_3_all_cards_slide_one_space_to_the_right_and_the_rightmost_is_gone_for_good() {
    let mut play = Scene::new(3).start();
    let mut cards = Vec::new();
    for turn in 0..6 {
        let number = play.hand(0)[1];
        card(&mut play, &number.to_string());
        cards.insert(0, number);
        let on_board: Vec<Json> = (0..3).map(|i| if i == 0 { Json::Null } else { json!(cards.get(i - 1)) }).collect();
        assert_eq!(play.board(0), json!(on_board), "turn {turn}");
        let mine_gone: Vec<i64> = cards.iter().skip(2).copied().collect();
        assert!(mine_gone.iter().all(|card| play.list("/gone").contains(card)));
        assert_eq!(cards[..cards.len().min(2)].iter().filter(|card| play.list("/gone").contains(card)).count(), 0);
        play.until(turn + 1, 0);
    }
    assert!(play.list("/gone").is_sorted());
}

#[test]
fn r3_3_1_a_card_acts_in_three_turns_and_no_more() {
    let mut play = Scene::new(3).hand(0, &["delft+silk+"]).all_columns(10).start();
    card(&mut play, "delft+silk+");
    let mut acted = vec![play.column("delft") - 10];
    for round in 1..5 {
        // Every other card that could lie on a board keeps away from delft.
        play.until(round, 0);
        let scene = clear_of_delft(&play);
        play = scene.start();
        let before = play.column("delft");
        play.quiet().quiet();
        acted.push(play.column("delft") - before);
    }
    assert_eq!(acted, [1, 1, 1, 0, 0]);
}

/// The position with seat 0's hand changed so that it holds no card of delft; cards of delft are the numbers 24 to 35.
fn clear_of_delft(play: &Play) -> Scene {
    let mut scene = Scene::of(play);
    for card in play.hand(0).into_iter().filter(|card| (24..36).contains(card)) {
        let other = play.list("/main_deck").into_iter().find(|other| {
            !(24..36).contains(other) && !crate::support::numbers(&scene.dict()["seats"][0]["hand"]).contains(other)
        });
        scene.swap(card, other.unwrap());
    }
    scene
}

#[test]
fn r3_3_1_the_card_played_acts_in_the_same_turn_before_the_next_player_trades() {
    let mut play = Scene::new(3).hand(0, &["delft+silk+"]).start();
    card(&mut play, "delft+silk+");
    assert_eq!((play.seat(), play.phase().as_str()), (Some(1), "finance"));
    play.play("buy silk");
    assert_eq!(play.cash(1), 70 - 17);
}

#[test]
fn r1_3_a_marker_stops_at_the_first_and_at_the_last_column() {
    let cases = [
        ("delft+silk+", 19, 19, 19, 19),
        ("delft+silk+", 18, 18, 19, 19),
        ("delft+silk+", 17, 17, 18, 19),
        ("delft-silk-", 0, 0, 0, 0),
        ("delft-silk-", 1, 1, 0, 0),
        ("delft-silk-", 2, 2, 1, 0),
        ("delft+coffee-", 19, 0, 19, 0),
        ("delft-coffee+", 0, 19, 0, 19),
    ];
    for (name, share, good, share_after, good_after) in cases {
        let other = if name.contains("silk") { "silk" } else { "coffee" };
        let mut play = Scene::new(3).hand(0, &[name]).column("delft", share).column(other, good).start();
        card(&mut play, name);
        assert_eq!((play.column("delft"), play.column(other)), (share_after, good_after), "{name}");
    }
}

#[test]
fn r1_3_movement_beyond_the_end_is_lost() {
    let mut play = Scene::new(3).hand(0, &["delft+silk+"]).hand(1, &["hoorn+silk-"]).column("silk", 18).start();
    card(&mut play, "delft+silk+");
    assert_eq!(play.column("silk"), 19);
    card(&mut play, "hoorn+silk-");
    assert_eq!(play.column("silk"), 17);
}
