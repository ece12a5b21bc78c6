//! rules.md 3.3 and 4.2: who sees what.

use serde_json::{Value as Json, json};

use merx_engine::rng::Rng;

use crate::kit::{GOODS, PLAYERS, Play, Scene, collecting, goal_number, numbers, random_states, spaces, standard};

/// What `docs/formats.md` says an observation shows, made from the state dict.
fn expected(state: &Json, observer: usize) -> Json {
    let mut seen = state.clone();
    let hide = |list: &mut Json| *list = json!(list.as_array().unwrap().len());
    hide(&mut seen["deck"]);
    for left in seen["stocks"].as_object_mut().unwrap().values_mut() {
        *left = json!(left.as_i64().unwrap() > 0);
    }
    for (seat, dict) in seen["seats"].as_array_mut().unwrap().iter_mut().enumerate() {
        if seat != observer {
            hide(&mut dict["goals"]);
            let cards: i64 = dict["goods"].as_object().unwrap().values().map(|cards| cards.as_i64().unwrap()).sum();
            dict["goods"] = json!(cards);
        }
    }
    seen["observer"] = json!(observer);
    seen
}

#[test]
fn r3_3_r4_2_hidden_are_the_deck_the_goals_in_other_hands_and_what_lies_face_down() {
    for setup in PLAYERS.map(standard).into_iter().chain([collecting(3)]) {
        for play in random_states(&*setup, 2) {
            let dict = play.dict();
            for observer in 0..setup.players() {
                let observation = play.state.observation(observer).unwrap();
                assert_eq!(observation.to_json(), expected(&dict, observer));
            }
            assert!(play.state.observation(setup.players()).is_none(), "there is no such player");
        }
    }
}

#[test]
fn only_the_player_who_decides_is_offered_actions_also_out_of_turn() {
    for play in random_states(&*collecting(3), 3) {
        for observer in 0..3 {
            let observation = play.state.observation(observer).unwrap();
            let legal = observation.legal_actions();
            if play.state.current_player() == Some(observer) {
                assert_eq!(legal, play.state.legal_actions());
            } else {
                assert!(legal.is_empty());
            }
            assert_eq!(observation.current_player(), play.state.current_player());
            assert_eq!(observation.active_player(), play.state.active_player());
        }
    }
}

#[test]
fn r4_2_samples_have_the_true_goods_and_shuffle_the_unseen_goals() {
    let scene = Scene::late(3).goods(0, &[("tin", 3), ("wine", 1)]).goods(2, &[("glass", 16)]);
    let play = scene.fulfilled(1, &["axe+millet"]).start();
    let truth = play.dict();
    let mut rng = Rng::new(4);
    for observer in 0..3 {
        for _ in 0..20 {
            let sample = play.state.observation(observer).unwrap().sample_state(&mut rng).to_json();
            for seat in 0..3 {
                for open in ["goods", "fulfilled", "pieces"] {
                    assert_eq!(sample["seats"][seat][open], truth["seats"][seat][open]);
                }
                if seat == observer {
                    assert_eq!(sample["seats"][seat]["goals"], truth["seats"][seat]["goals"]);
                }
            }
            assert_eq!(sample["stocks"], truth["stocks"]);
            assert_ne!(sample["deck"], truth["deck"]);
        }
    }
}

/// Two positions that differ in the kinds of goods others hold, and in nothing that lies open.
fn other_kinds() -> [Play; 2] {
    let scene = |kind: &str| Scene::late(3).goods(0, &[(kind, 3)]).goods(1, &[("glass", 1)]).start();
    [scene("tin"), scene("wine")]
}

#[test]
fn r4_2_the_dict_the_text_and_the_tensor_do_not_tell_the_kinds_of_others() {
    let [one, other] = other_kinds();
    for observer in [1, 2] {
        let (one, other) = (one.state.observation(observer).unwrap(), other.state.observation(observer).unwrap());
        assert_eq!(one.to_json(), other.to_json());
        assert_eq!(one.to_text(), other.to_text());
        assert_eq!(one.tensor(), other.tensor());
        assert!(!one.equals(&*other), "memory tells them apart");
    }
    assert_ne!(one.state.observation(0).unwrap().to_json(), other.state.observation(0).unwrap().to_json());
}

#[test]
fn hashes_tell_apart_what_memory_does() {
    let [one, other] = other_kinds();
    assert_ne!(one.state.state_hash(), other.state.state_hash());
    for observer in 0..3 {
        let hash = |play: &Play| play.state.observation(observer).unwrap().observation_hash();
        assert_ne!(hash(&one), hash(&other));
    }
}

#[test]
fn the_text_of_an_observation_names_the_own_goals_and_no_hidden_ones() {
    for play in random_states(&*standard(3), 1).step_by(37) {
        for observer in 0..3 {
            let text = play.state.observation(observer).unwrap().to_text();
            for goal in play.goals(&format!("/seats/{observer}/goals")) {
                assert!(text.contains(&goal), "{goal} in\n{text}");
            }
            for seat in (0..3).filter(|seat| *seat != observer) {
                for goal in play.goals(&format!("/seats/{seat}/goals")) {
                    assert!(!text.contains(&goal), "{goal} in\n{text}");
                }
            }
            assert!(play.goals("/deck").iter().all(|goal| !text.contains(goal)));
            assert!(!text.contains("points"), "they would tell the kinds");
        }
    }
}

#[test]
fn the_text_shows_who_stands_where_and_how_far_the_own_goals_are() {
    let scene = Scene::late(2).pieces(0, &[("cows", 2), ("tin", 1)]).pieces(1, &[("cows", 1)]);
    let play = scene.hand(0, &["cows+fish+sheep", "pigs+fish_trap"]).fulfilled(1, &["axe+millet"]).start();
    let text = play.state.observation(0).unwrap().to_text();
    let line =
        |start: &str| text.lines().find(|line| line.trim_start().starts_with(start)).unwrap_or_default().to_owned();
    assert!(line("Celtic (standard), round 31, player 0").ends_with("goals in the deck"), "{text}");
    let cells = |start: &str| line(start).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(cells("cows"), ["cows", "|", "2", "1"]);
    assert_eq!(cells("tin"), ["tin", "trade", "|", "1", "."]);
    assert_eq!(cells("pieces"), ["pieces", "|", ">P0", "P1"]);
    assert!(line("P0 wants cows+fish+sheep (20)").contains("cows here, fish "), "{text}");
    assert!(line("P0 wants pigs+fish_trap (15)").contains("pigs 1 from tin, fish_trap "), "{text}");
    assert!(line("P1 has fulfilled axe+millet (15)").ends_with("(15)"), "{text}");
    assert!(text.lines().all(|line| line.trim_end() == line));
}

#[test]
fn the_tensor_is_laid_out_as_the_formats_document_says() {
    for setup in PLAYERS.map(standard).into_iter().chain([collecting(2)]) {
        let order = spaces(&*setup);
        for play in random_states(&*setup, 1).step_by(3) {
            let dict = play.dict();
            for observer in 0..setup.players() {
                let tensor = play.state.observation(observer).unwrap().tensor();
                let expected = expected_tensor(&dict, observer, &order);
                assert_eq!((tensor.len(), tensor.len()), (expected.len(), setup.tensor_size()));
                for (i, (value, expected)) in tensor.iter().zip(&expected).enumerate() {
                    let close = (f64::from(*value) - expected).abs() < 1e-6;
                    assert!(close, "place {i} is {value}, expected {expected}; seat {observer} sees {dict}");
                }
            }
        }
    }
}

/// The tensor as `docs/formats.md` lays it out, made from the state dict.
fn expected_tensor(dict: &Json, observer: usize, order: &[String]) -> Vec<f64> {
    let truth = |value: bool| f64::from(u8::from(value));
    let goals = |list: &Json| -> Vec<f64> { (0..20).map(|goal| truth(numbers(list).contains(&goal))).collect() };
    let one_hot =
        |names: &[String], value: &Json| -> Vec<f64> { names.iter().map(|name| truth(value == name)).collect() };
    let players = dict["players"].as_u64().unwrap() as usize;
    let phases = ["before", "to", "count", "along", "after", "collect", "end"].map(str::to_owned);
    let goods = GOODS.map(str::to_owned);
    let mut out = one_hot(&phases, &dict["phase"]);
    out.push(dict["turn"].as_f64().unwrap() / (50 * players) as f64);
    out.push(dict["deck"].as_array().unwrap().len() as f64 / 20.0);
    for end in ["from", "to"] {
        out.extend(one_hot(order, &dict["journey"][end]));
    }
    out.extend(one_hot(&goods, &dict["taken"]));
    out.extend(GOODS.map(|good| truth(dict["stocks"][good] != 0)));
    out.extend(GOODS.map(|good| dict["seats"][observer]["goods"][good].as_f64().unwrap() / 16.0));
    out.extend(goals(&dict["seats"][observer]["goals"]));
    for step in 0..players {
        let player = (observer + step) % players;
        let seat = &dict["seats"][player];
        out.push(truth(dict["current_player"] == player));
        out.push(truth(dict["active_player"] == player));
        out.push(numbers(&seat["goals"]).len() as f64 / 5.0);
        out.push(numbers(&seat["fulfilled"]).len() as f64 / 5.0);
        out.push(GOODS.map(|good| seat["goods"][good].as_f64().unwrap()).iter().sum::<f64>() / 16.0);
        out.extend(goals(&seat["fulfilled"]));
        out.extend(order.iter().map(|space| seat["pieces"][space].as_f64().unwrap_or(0.0) / 8.0));
    }
    out
}

#[test]
fn r2_2_legality_depends_on_the_own_hand_alone() {
    // Seat 1 may travel along whatever seat 0 holds, and seat 0's goals are offered to seat 0 only.
    let scene = |goal: &str| {
        Scene::late(2).hand(0, &[goal]).pieces(0, &[("cows", 2), ("fish", 1), ("sheep", 1)]).pieces(1, &[("cows", 1)])
    };
    for goal in ["cows+fish+sheep", "axe+millet"] {
        let mut play = scene(goal).start();
        let offered = play.legal_after("fulfil");
        assert_eq!(offered.is_empty(), goal == "axe+millet", "{}", goal_number(&*play.setup, goal));
        play.all(&["from cows", "to wool", "move 1"]);
        assert_eq!(play.legal(), ["along 0", "along 1"]);
    }
}
