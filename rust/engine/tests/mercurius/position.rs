//! Setting up any position: what could not arise is refused with the name of the field, and what arose is taken.

use serde_json::{Value as Json, json};

use merx_engine::rng::Rng;

use crate::support::{PLAYERS, Play, SPECIAL, Scene, items, random_states, standard};

/// The field that is complained of.
fn fault(scene: &Scene) -> String {
    match scene.try_start() {
        Ok(_) => panic!("it was taken: {}", scene.dict()),
        Err(error) => {
            assert!(!error.reason.is_empty() && !error.to_string().contains('\n'), "{error}");
            error.field
        }
    }
}

#[track_caller]
fn assert_fault(scene: &Scene, field: &str) {
    let said = fault(scene);
    assert_eq!(said, field, "{:?}", scene.try_start().unwrap_err().to_string());
}

/// A game in its fifth round; seat 1 decides; something of everything is on the table.
fn scene() -> Scene {
    let mut play = Play::deal(standard(3), 7);
    play.until(1, 0).all(&["end finance", "play news"]);
    let hand = play.hand(0);
    play.all(&[&format!("discard {}", hand[1]), &format!("discard {}", hand[2]), "end discarding"]);
    play.until(2, 2).play("dividend rotterdam");
    let scene = Scene::of(play.until(4, 1)).tokens(0, "silk", 2).tokens(0, "delft", 1).tokens(1, "tea", 3);
    let mut play = scene.start();
    play.until(5, 0).all(&["lay delft", "lay silk", "end laying"]).until(5, 1);
    Scene::of(&play)
}

/// The same after two trades.
pub(crate) fn trading() -> Scene {
    let mut play = scene().start();
    play.all(&["sell tea", "buy hoorn"]);
    Scene::of(&play)
}

#[test]
fn the_scenes_of_these_tests_are_taken_as_they_are() {
    assert_eq!(scene().start().dict(), *scene().dict());
    assert_eq!(trading().start().dict(), *trading().dict());
}

/// Every path of the dict, as a JSON pointer and as it is written in errors.
fn paths(value: &Json, pointer: &str, field: &str, out: &mut Vec<(String, String)>) {
    match value {
        Json::Object(map) => {
            for (key, below) in map {
                let field = if field.is_empty() { key.clone() } else { format!("{field}.{key}") };
                let pointer = format!("{pointer}/{key}");
                out.push((pointer.clone(), field.clone()));
                paths(below, &pointer, &field, out);
            }
        }
        Json::Array(list) => {
            for (i, below) in list.iter().enumerate() {
                let (pointer, field) = (format!("{pointer}/{i}"), format!("{field}[{i}]"));
                out.push((pointer.clone(), field.clone()));
                paths(below, &pointer, &field, out);
            }
        }
        _ => {}
    }
}

#[test]
fn a_missing_key_is_named_wherever_it_is_missing() {
    let mut ended = scene().start();
    let mut wrong = Vec::new();
    for scene in [trading(), Scene::of(ended.finish())] {
        let mut all = Vec::new();
        paths(scene.dict(), "", "", &mut all);
        for (pointer, field) in all {
            let (above, key) = pointer.rsplit_once('/').unwrap();
            let mut dict = scene.dict().clone();
            let Some(map) = dict.pointer_mut(above).unwrap().as_object_mut() else { continue };
            map.shift_remove(key).unwrap();
            match scene_of(dict).try_start() {
                Ok(_) => wrong.push(format!("{field} is missing, and it was taken")),
                Err(error) => {
                    let top = above.is_empty() && error.field == "the position";
                    if !(error.to_string().contains(key) && (top || field.starts_with(&error.field))) {
                        wrong.push(format!("{field} is missing: {error}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn an_unknown_key_is_named_wherever_it_is() {
    let scene = trading();
    let mut all = vec![(String::new(), String::new())];
    paths(scene.dict(), "", "", &mut all);
    for (pointer, field) in all {
        let mut dict = scene.dict().clone();
        let Some(map) = dict.pointer_mut(&pointer).unwrap().as_object_mut() else { continue };
        map.insert("sup\nrise".to_owned(), json!(1));
        let error = scene_of(dict).try_start().unwrap_err();
        let line = error.to_string();
        assert!(line.contains("sup rise") || line.contains("sup\\nrise"), "in {field}: {line}");
        assert!(error.field.starts_with(&field) && !line.contains('\n'), "in {field}: {line}");
    }
}

#[test]
fn a_value_of_another_type_is_named_wherever_it_is() {
    let scene = trading();
    let mut all = Vec::new();
    paths(scene.dict(), "", "", &mut all);
    for (pointer, field) in all {
        for wrong in [json!(true), json!({}), json!(-0.5), json!("x"), json!([[]]), json!(1e300), json!(i64::MIN)] {
            let mut dict = scene.dict().clone();
            *dict.pointer_mut(&pointer).unwrap() = wrong.clone();
            let error = scene_of(dict).try_start().unwrap_err();
            let related = error.field.starts_with(&field) || field.starts_with(&error.field);
            assert!(related && !error.field.is_empty(), "{field} is {wrong}: {error}");
        }
    }
}

fn scene_of(dict: Json) -> Scene {
    Scene::new(3).set("", dict)
}

#[test]
fn a_dict_that_is_no_dict_is_refused() {
    for wrong in [json!(null), json!([]), json!(1), json!("x"), json!({})] {
        assert!(scene_of(wrong).try_start().is_err());
    }
}

#[test]
fn the_head_must_be_that_of_the_game() {
    assert_fault(&scene().set("/game", json!("celtic")), "game");
    assert_fault(&scene().set("/edition", json!("deluxe")), "edition");
    for players in [0, 2, 4, 5, 6, 255] {
        let said = fault(&scene().set("/players", json!(players)));
        assert!(["players", "seats"].contains(&said.as_str()), "{players}: {said}");
    }
    let four = standard(4).state_from_json(scene().dict()).unwrap_err();
    assert_eq!(four.field, "players");
}

#[test]
fn whose_decision_it_is_must_be_a_player_and_the_same_in_both_fields() {
    for key in ["active_player", "current_player"] {
        for wrong in [json!(0), json!(2), json!(3), json!(null)] {
            let said = fault(&scene().set(&format!("/{key}"), wrong));
            assert!(["active_player", "current_player"].contains(&said.as_str()), "{said}");
        }
    }
    let both = |seat: usize| scene().set("/active_player", json!(seat)).set("/current_player", json!(seat));
    for seat in [0, 2, 3] {
        fault(&both(seat));
    }
}

#[test]
fn a_phase_must_be_known_and_fit() {
    for wrong in ["draw", "Finance", "", "end", "laying", "discarding"] {
        let said = fault(&scene().set("/phase", json!(wrong)));
        assert!(said == "phase" || (wrong == "end" && said == "active_player"), "{wrong}: {said}");
    }
}

#[test]
fn laying_means_that_one_or_two_tokens_lie_on_the_own_black_market() {
    let laying = |scene: Scene| scene.set("/phase", json!("laying"));
    fault(&laying(scene()));
    assert!(laying(scene().laid(1, "silk", 1)).try_start().is_ok());
    assert!(laying(scene().laid(1, "silk", 1).laid(1, "tea", 1)).try_start().is_ok());
    fault(&laying(scene().laid(1, "silk", 2).laid(1, "tea", 1)));
    fault(&laying(scene().laid(1, "silk", 1)).special(1, &SPECIAL));
}

#[test]
fn discarding_means_that_news_lies_on_the_leftmost_space() {
    fault(&scene().set("/phase", json!("discarding")));
    let mut play = scene().start();
    play.all(&["end finance", "play news"]);
    let discarding = Scene::of(&play);
    assert!(discarding.try_start().is_ok());
    for phase in ["finance", "card", "laying", "end"] {
        fault(&Scene::of(&play).set("/phase", json!(phase)));
    }
    fault(&Scene::of(&play).special(1, &SPECIAL));
    fault(&Scene::of(&play).set("/seats/1/board/0", json!(null)));
    let hand = play.hand(1);
    play.all(&[&format!("discard {}", hand[0]), &format!("discard {}", hand[1])]);
    assert!(Scene::of(&play).try_start().is_ok());
    // A third discard would have ended it.
    let (left, discarded) = (play.hand(1), [&hand[..2], &play.hand(1)[..1]].concat());
    let full = Scene::of(&play).set("/seats/1/hand", json!(left[1..])).set("/seats/1/discarded", json!(discarded));
    assert!(fault(&full).starts_with("seats[1]"));
}

#[test]
fn round_and_last_round_must_fit_the_cards() {
    for wrong in [0, 4, 6, 16, 17, 250] {
        fault(&scene().set("/round", json!(wrong)));
    }
    for wrong in [5, 16, 17] {
        assert_fault(&scene().set("/last_round", json!(wrong)), "last_round");
    }
    for wrong in [json!(null), json!(14), json!(15), json!(18), json!(40)] {
        let said = fault(&Scene::at(3, 15, 1).set("/last_round", wrong));
        assert!(["last_round", "round"].contains(&said.as_str()), "{said}");
    }
}

#[test]
fn nobody_is_at_the_turn_after_the_last_round() {
    let mut play = Scene::at(3, 16, 2).start();
    let ended = Scene::of(play.finish());
    assert!(ended.try_start().is_ok());
    for phase in ["finance", "card"] {
        let on = Scene::of(&play).set("/phase", json!(phase));
        let on = on.set("/active_player", json!(0)).set("/current_player", json!(0));
        assert_fault(&on, "round");
    }
    assert_fault(&Scene::of(&play).set("/round", json!(16)), "round");
    assert_fault(&Scene::of(&play).set("/round", json!(18)), "round");
}

#[test]
fn hands_shrink_by_a_card_a_turn_after_the_main_deck_ran_out_and_no_otherwise() {
    // Without News, and with a News that leaves its player a card more (3.2.2).
    let mut play = Scene::at(3, 15, 1).start();
    for news in [false, true] {
        if news {
            play.all(&["end finance", "play news", "end discarding"]);
        }
        let scene = Scene::of(&play);
        assert!(scene.try_start().is_ok());
        for (from, to) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
            let (mut giver, mut taker) = (play.hand(from), play.hand(to));
            taker.push(giver.remove(0));
            taker.sort_unstable();
            let moved = Scene::of(&play)
                .set(&format!("/seats/{from}/hand"), json!(giver))
                .set(&format!("/seats/{to}/hand"), json!(taker));
            assert!(fault(&moved).starts_with("seats"), "a card of seat {from} given to seat {to}");
        }
    }
}

#[test]
fn a_column_must_be_on_the_board() {
    for item in items() {
        for wrong in [-1, 20, 255, 256] {
            assert_fault(&scene().column(item, wrong), &format!("columns.{item}"));
        }
    }
}

#[test]
fn tokens_must_add_up_to_the_supply() {
    for item in items() {
        let path = format!("/bank/{item}");
        let bank = scene().start().bank(item);
        for wrong in [bank - 1, bank + 1] {
            assert_fault(&scene().set(&path, json!(wrong)), &format!("bank.{item}"));
        }
    }
    let error = scene().set("/seats/1/tokens/tea", json!(4)).try_start().unwrap_err();
    assert!(error.to_string().contains("tea"), "{error}");
    for wrong in [-1, 6, 255, 256, 1000] {
        let error = scene().set("/seats/2/tokens/copper", json!(wrong)).try_start().unwrap_err();
        assert!(error.to_string().contains("copper"), "{error}");
    }
}

#[test]
fn chambers_that_paid_must_be_chambers_once_in_order_and_as_many_as_dividends_were_played() {
    assert_fault(&scene().set("/paid", json!(["silk"])), "paid[0]");
    assert_fault(&scene().set("/paid", json!(["harlem"])), "paid[0]");
    assert_fault(&scene().set("/paid", json!([])), "paid");
    assert_fault(&scene().set("/paid", json!(["delft", "rotterdam"])), "paid");
    let two = |paid: Json| scene().special(0, &["dividend"]).special(0, &[]).set("/paid", paid);
    assert!(two(json!(["delft", "rotterdam"])).try_start().is_ok());
    assert!(fault(&two(json!(["delft", "delft"]))).starts_with("paid"));
}

#[test]
fn a_card_must_exist_and_be_in_one_place() {
    for (place, path) in [
        ("main_deck[0]", "/main_deck/0"),
        ("backup_deck[3]", "/backup_deck/3"),
        ("gone[1]", "/gone/1"),
        ("seats[0].hand[4]", "/seats/0/hand/4"),
        ("seats[2].board[1]", "/seats/2/board/1"),
        ("seats[0].discarded[1]", "/seats/0/discarded/1"),
    ] {
        for wrong in [72, 255, 256] {
            let said = fault(&scene().set(path, json!(wrong)));
            assert!(place.starts_with(&said), "{place} is {wrong}: {said}");
        }
        assert!(place.starts_with(&fault(&scene().set(path, json!(-1)))));
        // A card that lies elsewhere too; the complaint names one of the two places.
        let other = if path == "/main_deck/0" { "/main_deck/7" } else { "/main_deck/0" };
        let twice = scene().dict().pointer(other).unwrap().clone();
        let error = scene().set(path, twice).try_start().unwrap_err();
        let root = place.split(['[', '.']).next().unwrap();
        assert!(error.field.starts_with(root) || error.field.starts_with("main_deck"), "{place}: {error}");
    }
}

#[test]
fn the_length_of_every_pile_must_fit_the_turns_played() {
    let shorter = |path: &str| {
        let scene = scene();
        let mut list = scene.dict().pointer(path).unwrap().as_array().unwrap().clone();
        let card = list.pop().unwrap();
        (scene.set(path, json!(list)), card)
    };
    for path in ["/main_deck", "/backup_deck", "/gone", "/seats/0/hand", "/seats/1/hand", "/seats/0/discarded"] {
        fault(&shorter(path).0);
    }
    // A card moved from one pile to another: each card is somewhere, but not where it could be.
    for (from, to) in [
        ("/main_deck", "/backup_deck"),
        ("/main_deck", "/seats/1/hand"),
        ("/backup_deck", "/main_deck"),
        ("/seats/1/hand", "/main_deck"),
        ("/seats/1/hand", "/gone"),
        ("/gone", "/main_deck"),
        ("/main_deck", "/gone"),
        ("/main_deck", "/seats/2/discarded"),
        ("/seats/1/hand", "/seats/2/hand"),
        ("/seats/0/discarded", "/main_deck"),
    ] {
        let (moved, card) = shorter(from);
        let mut list = moved.dict().pointer(to).unwrap().as_array().unwrap().clone();
        list.push(card);
        if to != "/main_deck" && to != "/backup_deck" {
            list.sort_by_key(Json::as_i64);
        }
        fault(&moved.set(to, json!(list)));
    }
}

#[test]
fn lists_that_are_sets_are_read_in_any_order_and_written_in_theirs() {
    for path in ["/gone", "/seats/0/hand", "/seats/2/hand", "/seats/0/discarded", "/seats/1/special"] {
        let mut list = scene().dict().pointer(path).unwrap().as_array().unwrap().clone();
        list.reverse();
        let play = scene().set(path, json!(list)).start();
        assert!(play.state.equals(&*scene().start().state), "{path}");
        assert_eq!(play.dict(), *scene().dict(), "{path}");
    }
    let paid = |chambers: Json| scene().special(0, &[]).set("/paid", chambers).start();
    assert_eq!(paid(json!(["rotterdam", "delft"])).dict()["paid"], json!(["delft", "rotterdam"]));
}

#[test]
fn the_order_of_the_decks_is_kept() {
    for path in ["/main_deck", "/backup_deck"] {
        let mut list = scene().dict().pointer(path).unwrap().as_array().unwrap().clone();
        list.reverse();
        let play = scene().set(path, json!(list)).start();
        assert_eq!(play.dict().pointer(path), Some(&json!(list)));
        assert!(!play.state.equals(&*scene().start().state));
    }
}

#[test]
fn a_board_holds_as_many_cards_as_turns_were_played_and_none_in_the_leftmost_space() {
    let board = |cards: Json| scene().set("/seats/2/board", cards);
    let there = scene().start().board(2);
    for wrong in [
        json!([null, null, there[2]]),
        json!([null, there[1], null]),
        json!([there[1], null, there[2]]),
        json!([null, null, null]),
        json!([null, there[1]]),
        json!([null, null, there[1], there[2]]),
        json!([]),
        json!([null, "news", there[2]]),
        json!([null, "black_market", there[2]]),
        json!([null, there[1], there[1]]),
    ] {
        let said = fault(&board(wrong.clone()));
        // News on the board without News played is a fault of either; a card that is nowhere is a fault of any pile.
        let known =
            ["seats[2].board", "seats[2].special", "gone", "main_deck", "seats[2].hand", "seats[0]", "seats[1]"];
        assert!(known.iter().any(|field| said.starts_with(field)), "{wrong}: {said}");
    }
}

#[test]
fn special_cards_are_known_ordered_once_and_fit_the_table() {
    let of = |seat: usize, cards: Json| scene().set(&format!("/seats/{seat}/special"), cards);
    for wrong in [json!(["joker"]), json!(["news", "news"]), json!(["dividend", "dividend", "news"])] {
        assert!(fault(&of(1, wrong)).starts_with("seats[1].special"));
    }
    // Seat 0 discarded with News, and its tokens lie on Black Market.
    assert!(fault(&of(0, json!(["dividend", "news"]))).starts_with("seats[0]"));
    assert!(fault(&of(0, json!(SPECIAL))).starts_with("seats[0]"));
    assert!(fault(&of(0, json!(["black_market", "dividend"]))).starts_with("seats[0]"));
    // Black Market and Dividend are not played in one turn (3.1.6); both with News take two.
    let first = |cards: &[&str]| Scene::at(3, 0, 1).laid(0, "silk", 1).special(0, cards).set("/paid", json!(["delft"]));
    assert!(fault(&first(&["news"])).starts_with("seats[0]"));
    // Seat 2 had Rotterdam paid.
    let said = fault(&of(2, json!(SPECIAL)));
    assert!(said == "paid" || said.starts_with("seats[2].special"), "{said}");
}

#[test]
fn black_market_holds_one_to_three_tokens_of_one_who_waits_for_the_next_turn() {
    assert_fault(&scene().laid(0, "silk", 3), "seats[0].black_market");
    assert!(scene().laid(0, "silk", 2).try_start().is_ok());
    // Seat 1 is at its turn, its Black Market has been sold.
    assert!(fault(&scene().laid(1, "silk", 1)).starts_with("seats[1].black_market"));
    // In the first round nobody after the active player has had a turn to lay.
    assert!(fault(&Scene::at(3, 0, 1).laid(2, "silk", 1)).starts_with("seats[2]"));
    assert!(Scene::at(3, 0, 1).laid(0, "silk", 1).try_start().is_ok());
}

#[test]
fn cash_is_a_number_that_can_be() {
    for wrong in [-1, i64::from(i32::MAX), i64::MAX] {
        assert_fault(&scene().cash(1, wrong), "seats[1].cash");
    }
}

#[test]
fn trades_are_legal_trades_in_their_order_and_only_in_finance() {
    let trades = |texts: Json| trading().set("/trades", texts);
    for wrong in [
        json!(["sell tea", "buy tea"]),
        json!(["buy hoorn", "sell tea"]),
        json!(["buy hoorn", "buy delft"]),
        json!(["buy hoorn", "buy hoorn", "buy hoorn"]),
        json!(["buy slik"]),
        json!(["play news"]),
        json!(["end finance"]),
        json!(["dividend delft"]),
        json!(["lay tea"]),
        json!([""]),
    ] {
        let said = fault(&trades(wrong.clone()));
        assert!(said.starts_with("trades"), "{wrong}: {said}");
    }
    // Tokens bought must be held, tokens sold must lie in the bank.
    assert!(fault(&trades(json!(["buy spices"]))).starts_with("trades"));
    let mut emptied = trading().set("/trades", json!(["sell tea"]));
    let bank = emptied.start().bank("tea");
    emptied = emptied.set("/bank/tea", json!(0)).set("/seats/2/tokens/tea", json!(bank));
    assert!(fault(&emptied).starts_with("trades"));
    let mut card = trading().start();
    card.play("end finance");
    assert_fault(&Scene::of(&card).set("/trades", json!(["sell tea"])), "trades");
}

#[test]
fn a_state_made_from_its_dict_plays_on_like_the_original() {
    for players in PLAYERS {
        for (i, mut play) in random_states(players, 4).enumerate().filter(|(i, _)| i % 17 == 0) {
            let mut again = Scene::of(&play).start();
            let mut rng = Rng::new(i as u64);
            play.random(&mut rng.clone(), 1000);
            again.random(&mut rng, 1000);
            assert!(again.state.is_terminal() && again.state.equals(&*play.state));
        }
    }
}

/// A small random change of a dict, as a hand that types one could make it.
fn slip(dict: &mut Json, rng: &mut Rng) {
    let mut all = Vec::new();
    paths(dict, "", "", &mut all);
    let choose = |rng: &mut Rng, n: usize| rng.below(n as u32) as usize;
    let pointer = if choose(rng, 8) == 0 { "/phase".to_owned() } else { all[choose(rng, all.len())].0.clone() };
    let phases = ["finance", "laying", "card", "discarding", "end"];
    let change = choose(rng, 3);
    let value = dict.pointer_mut(&pointer).unwrap();
    match value {
        Json::Number(number) => {
            let number = number.as_i64().unwrap();
            *value = [json!(number + 1), json!(number - 1), json!(null)][change].clone();
        }
        Json::Null => *value = [json!(0), json!(16), json!("news")][change].clone(),
        Json::String(_) if pointer == "/phase" => *value = json!(phases[choose(rng, 5)]),
        Json::Array(list) if list.len() > 1 => match change {
            0 => drop(list.pop()),
            1 => list.swap(0, 1),
            _ => list.push(json!(rng.below(72))),
        },
        Json::Array(list) => list.push([json!("dividend"), json!("news"), json!(7)][change].clone()),
        _ => {}
    }
}

#[test]
fn what_is_taken_in_spite_of_a_slip_is_a_sound_position_that_can_be_played_to_its_end() {
    let mut rng = Rng::new(20);
    let mut taken = 0;
    for players in PLAYERS {
        let most = standard(players).max_game_length();
        for play in random_states(players, 2) {
            for slips in [1, 1, 1, 2, 3] {
                let mut dict = play.dict();
                for _ in 0..slips {
                    slip(&mut dict, &mut rng);
                }
                let Ok(state) = play.setup.state_from_json(&dict) else { continue };
                let told = state.to_json();
                assert_eq!(in_order(&told), in_order(&dict), "it is what was given");
                let again = play.setup.state_from_json(&told).unwrap();
                assert!(again.equals(&*state));
                for observer in 0..players {
                    let seen = state.observation(observer).unwrap();
                    let sample = seen.sample_state(&mut rng);
                    assert!(sample.observation(observer).unwrap().equals(&*seen), "{dict}");
                    assert!(play.setup.state_from_json(&sample.to_json()).is_ok(), "{dict}");
                }
                let mut on = Play { setup: play.setup.clone_box(), state };
                assert_eq!(on.state.is_terminal(), on.state.legal_actions().is_empty(), "{dict}");
                on.random(&mut rng, most);
                assert!(on.state.is_terminal(), "{dict}");
                let end = on.dict();
                assert!(play.setup.state_from_json(&end).unwrap().equals(&*on.state), "{dict}");
                assert_eq!(end["round"], json!(end["last_round"].as_i64().unwrap() + 1), "{dict}");
                taken += 1;
            }
        }
    }
    assert!(taken > 100, "{taken} of the changed dicts were taken");
}

/// The dict with the lists that are sets in ascending order.
fn in_order(dict: &Json) -> Json {
    let mut dict = dict.clone();
    let sort = |list: &mut Json| list.as_array_mut().unwrap().sort_by_key(|value| (value.as_i64(), value.to_string()));
    sort(&mut dict["gone"]);
    sort(&mut dict["paid"]);
    for seat in dict["seats"].as_array_mut().unwrap() {
        for key in ["hand", "discarded", "special"] {
            sort(&mut seat[key]);
        }
    }
    dict
}

#[test]
fn the_order_of_keys_in_the_dict_does_not_matter() {
    fn reversed(value: &Json) -> Json {
        match value {
            Json::Object(map) => map.iter().rev().map(|(key, below)| (key.clone(), reversed(below))).collect(),
            Json::Array(list) => list.iter().map(reversed).collect(),
            other => other.clone(),
        }
    }
    let scene = trading();
    assert!(scene_of(reversed(scene.dict())).start().state.equals(&*scene.start().state));
}
