//! Editions: every kind of fault is told with file, table and key, and other numbers are played by.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use merx_engine::mercurius::Edition;

use crate::support::{Play, STANDARD, Scene, assert_illegal, edition, items, numbers, standard, standard_with};

/// The one line about the first fault of an edition in the file `box.toml`.
#[track_caller]
fn fault(text: &str) -> String {
    match Edition::parse(text, "box.toml") {
        Ok(_) => panic!("it was taken"),
        Err(error) => {
            let line = error.to_string();
            assert!(line.starts_with("box.toml: ") && !line.contains('\n'), "{line}");
            line
        }
    }
}

/// The fault of the standard edition after a change; it must name `place`, a table and a key, and say `hint`.
#[track_caller]
fn assert_fault(changes: &[(&str, &str)], place: &str, hint: &str) {
    let line = fault(&standard_with(changes));
    assert!(line.starts_with(&format!("box.toml: {place}")), "expected {place}: {line}");
    assert!(line.contains(hint), "expected {hint:?}: {line}");
}

/// An edition that extends the standard one.
fn extending(rest: &str) -> String {
    format!("[edition]\ngame = \"mercurius\"\nextends = \"standard\"\nname = \"own\"\n{rest}")
}

/// A file in the folder that cargo gives to tests.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn an_unknown_key_is_named_with_the_nearest_known_one() {
    assert_fault(&[("cash = 70", "cash = 70\ncahs = 80")], "[setup] cahs: ", r#"did you mean "cash"?"#);
    assert_fault(&[("[supply]", "[supply]\n6 = 9")], "[supply] 6: ", "unknown");
    assert_fault(&[("[lanes]", "[lanes]\nwidth = 20")], "[lanes] width: ", "unknown");
    assert_fault(&[("[items]", "[items]\nkings = []")], "[items] kings: ", "unknown");
    assert_fault(&[("[cards]", "[cards]\nbacks = 1")], "[cards] backs: ", "unknown");
    assert_fault(&[("[edition]", "[edition]\nyear = 2016")], "[edition] year: ", "unknown");
    assert_fault(&[("[cards]", "[cards]\n\"ba\\ncks\" = 1")], "[cards] ba cks: ", "unknown");
}

#[test]
fn an_unknown_table_is_named() {
    assert_fault(&[("[items]", "[bank]\n[items]")], "[bank]: ", "unknown");
}

#[test]
fn every_missing_key_is_named() {
    let table: toml::Table = STANDARD.parse().unwrap();
    for (name, entries) in &table {
        for key in entries.as_table().unwrap().keys().filter(|key| *key != "status") {
            let mut cut = table.clone();
            cut[name].as_table_mut().unwrap().remove(key).unwrap();
            let line = fault(&cut.to_string());
            assert!(line.starts_with(&format!("box.toml: [{name}] {key}: ")) && line.contains("missing"), "{line}");
        }
    }
}

#[test]
fn every_missing_table_is_named() {
    let table: toml::Table = STANDARD.parse().unwrap();
    for name in table.keys() {
        let mut cut = table.clone();
        cut.remove(name).unwrap();
        let line = fault(&cut.to_string());
        assert!(line.starts_with(&format!("box.toml: [{name}]")) && line.contains("missing"), "{line}");
    }
}

#[test]
fn every_value_of_another_type_is_named() {
    let table: toml::Table = STANDARD.parse().unwrap();
    for (name, entries) in &table {
        for key in entries.as_table().unwrap().keys() {
            for wrong in [toml::Value::Float(1.5), toml::Value::Boolean(true), toml::Value::Integer(-1)] {
                let mut changed = table.clone();
                changed[name][key.as_str()] = wrong;
                let line = fault(&changed.to_string());
                assert!(line.starts_with(&format!("box.toml: [{name}] {key}")), "{line}");
            }
        }
        let mut changed = table.clone();
        changed[name.as_str()] = toml::Value::Integer(1);
        assert!(fault(&changed.to_string()).starts_with(&format!("box.toml: [{name}]")));
    }
}

#[test]
fn a_status_is_one_of_four_words() {
    assert_fault(&[("status = \"published\"", "status = \"guessed\"")], "[items] status: ", "reconstructed");
}

#[test]
fn the_deck_has_72_cards() {
    let card = "  [\"amsterdam\", +1, \"silk\", +1],\n";
    assert_fault(&[(card, "")], "[cards] deck: ", "71");
    assert_fault(&[(card, &format!("{card}{card}"))], "[cards] deck: ", "73");
}

#[test]
fn a_card_has_four_values_and_directions_of_one() {
    let card = "[\"hoorn\", +1, \"tea\", +1]";
    for (wrong, hint) in [
        ("[\"hoorn\", +1, \"tea\"]", "3"),
        ("[\"hoorn\", +1, \"tea\", +1, 0]", "5"),
        ("[\"hoorn\", +2, \"tea\", +1]", "2 is not"),
        ("[\"hoorn\", +1, \"tea\", 0]", "direction"),
        ("[1, +1, \"tea\", +1]", "name"),
        ("\"hoorn\"", "list"),
    ] {
        assert_fault(&[(card, wrong)], "[cards] deck[22]", hint);
    }
}

#[test]
fn a_card_names_a_chamber_and_a_good_that_exist() {
    let card = "[\"hoorn\", +1, \"tea\", +1]";
    assert_fault(&[(card, "[\"horn\", +1, \"tea\", +1]")], "[cards] deck[22]", r#"did you mean "hoorn"?"#);
    assert_fault(&[(card, "[\"hoorn\", +1, \"teas\", +1]")], "[cards] deck[22]", r#"did you mean "tea"?"#);
    assert_fault(&[(card, "[\"tea\", +1, \"hoorn\", +1]")], "[cards] deck[22]", "does not exist");
}

#[test]
fn there_are_six_shares_and_six_goods_of_different_names() {
    assert_fault(&[(", \"middelburg\"]", "]")], "[items] shares: ", "5");
    assert_fault(&[("\"spices\", \"tea\"]", "\"spices\", \"tea\", \"salt\"]")], "[items] goods: ", "7");
    assert_fault(&[("\"spices\", \"tea\"]", "\"spices\", \"silk\"]")], "[items] goods[5]: ", "silk");
    assert_fault(&[("\"spices\", \"tea\"]", "\"spices\", \"hoorn\"]")], "[items] goods", "hoorn");
    assert_fault(&[("\"spices\", \"tea\"]", "\"spices\", \"Green Tea\"]")], "[items] goods[5]: ", "Green Tea");
}

#[test]
fn price_row_and_dividend_row_have_twenty_columns() {
    assert_fault(&[("price    = [5, 5,", "price    = [5,")], "[lanes] price: ", "19");
    assert_fault(&[("price    = [5, 5,", "price    = [5, 5, 5,")], "[lanes] price: ", "21");
    assert_fault(&[("dividend = [2,", "dividend = [")], "[lanes] dividend: ", "19");
    assert_fault(&[("dividend = [2,", "dividend = [2, 2,")], "[lanes] dividend: ", "21");
}

#[test]
fn a_start_price_occurs_once_in_the_row() {
    assert_fault(&[("share_price = 10", "share_price = 21")], "[setup] share_price: ", "");
    assert_fault(&[("share_price = 10", "share_price = 5")], "[setup] share_price: ", "");
    assert_fault(&[("good_price = 15", "good_price = 4")], "[setup] good_price: ", "");
    assert_fault(&[("good_price = 15", "good_price = 20")], "[setup] good_price: ", "");
}

#[test]
fn a_sale_that_could_bring_less_than_0_is_refused() {
    // The lowest price is 5: the third token brings 5 - 4 s.
    assert_fault(&[("repeat_surcharge = 1", "repeat_surcharge = 2")], "[setup] repeat_surcharge: ", "");
    assert_fault(&[("price    = [5, 5, 5,", "price    = [3, 3, 5,")], "[setup] repeat_surcharge: ", "");
    // Four transactions: the fourth token brings 5 - 6.
    assert_fault(&[("transactions_per_turn = 3", "transactions_per_turn = 4")], "[setup] ", "");
    // On the edge it brings 0 or 1, which is not less than 0.
    for change in
        [("price    = [5, 5, 5,", "price    = [4, 4, 5,"), ("transactions_per_turn = 3", "transactions_per_turn = 2")]
    {
        assert!(Edition::parse(&standard_with(&[change]), "box.toml").is_ok(), "{change:?}");
    }
}

#[test]
fn a_backup_deck_smaller_than_twice_the_most_players_is_refused() {
    assert_fault(&[("backup_deck = 12", "backup_deck = 9")], "[setup] backup_deck: ", "");
    assert!(Edition::parse(&standard_with(&[("backup_deck = 12", "backup_deck = 10")]), "box.toml").is_ok());
    // The backup deck gives all but the first card of a News.
    for (discards, most) in [(2, 5), (4, 15)] {
        let discards = format!("news_discards = {discards}");
        let with = |backup: i32| {
            let backup = format!("backup_deck = {backup}");
            standard_with(&[("news_discards = 3", &discards), ("backup_deck = 12", &backup)])
        };
        assert!(Edition::parse(&with(most), "box.toml").is_ok(), "{discards}");
        assert!(fault(&with(most - 1)).starts_with("box.toml: [setup] backup_deck: "), "{discards}");
    }
    let three = [
        ("players = [3, 4, 5]", "players = [3]"),
        ("4 = 7\n", ""),
        ("5 = 9\n", ""),
        ("backup_deck = 12", "backup_deck = 6"),
    ];
    assert!(Edition::parse(&standard_with(&three), "box.toml").is_ok());
}

#[test]
fn a_deck_too_small_for_backup_deck_hands_and_a_main_deck_is_refused() {
    // 72 - 47 - 25 = 0 cards for the main deck of five players.
    assert_fault(&[("backup_deck = 12", "backup_deck = 47")], "[setup] ", "");
    assert_fault(&[("backup_deck = 12", "backup_deck = 72")], "[setup] ", "");
    assert_fault(&[("hand = 5", "hand = 12")], "[setup] ", "");
}

#[test]
fn a_hand_too_small_for_the_last_rounds_is_refused() {
    // Three turns without a draw can follow: the rest of a round that began in the middle, and two more.
    assert_fault(&[("hand = 5", "hand = 2")], "[setup] ", "");
    assert_fault(&[("final_rounds = 2", "final_rounds = 5")], "[setup] ", "");
    assert!(Edition::parse(&standard_with(&[("hand = 5", "hand = 3")]), "box.toml").is_ok());
}

#[test]
fn an_edition_of_another_game_is_refused() {
    assert_fault(&[("game = \"mercurius\"", "game = \"celtic\"")], "[edition] game: ", "celtic");
}

#[test]
fn the_numbers_of_players_ascend_and_are_possible() {
    for wrong in ["[]", "[0, 3]", "[3, 6]", "[3, 3]", "[4, 3]", "[\"three\"]", "3", "[2.5]"] {
        assert_fault(&[("players = [3, 4, 5]", &format!("players = {wrong}"))], "[edition] players", "");
    }
}

#[test]
fn a_supply_is_given_for_each_number_of_players() {
    assert_fault(&[("4 = 7\n", "")], "[supply] 4: ", "missing");
    assert_fault(&[("4 = 7\n", "4 = 0\n")], "[supply] 4: ", "0");
    assert_fault(&[("4 = 7\n", "4 = 1000\n")], "[supply] 4: ", "1000");
}

#[test]
fn every_number_has_a_range() {
    for key in [
        "cash = 70",
        "hand = 5",
        "backup_deck = 12",
        "card_spaces = 3",
        "transactions_per_turn = 3",
        "final_rounds = 2",
        "share_step = 1",
        "good_step = 2",
        "black_market = 3",
        "news_discards = 3",
        "repeat_surcharge = 1",
    ] {
        let (name, _) = key.split_once(" = ").unwrap();
        for wrong in ["-1", "9223372036854775807", "1000000"] {
            let line = fault(&standard_with(&[(key, &format!("{name} = {wrong}"))]));
            assert!(line.starts_with(&format!("box.toml: [setup] {name}: ")) && line.contains(wrong), "{line}");
        }
    }
}

#[test]
fn a_toml_error_is_told_with_its_line() {
    for (old, new) in [("cash = 70", "cash = = 70"), ("[items]", "[items"), ("name = \"standard\"", "name = standard")]
    {
        let line = STANDARD.lines().position(|line| line.starts_with(old)).unwrap() + 1;
        assert_fault(&[(old, new)], &format!("line {line}: "), "");
    }
    assert!(fault("[edition]\nname = \"x\n").starts_with("box.toml: line 2: "));
}

#[test]
fn an_unknown_name_and_an_unreadable_file_are_told() {
    let line = |which: &str| Edition::load(which).unwrap_err().to_string();
    assert!(line("deluxe").starts_with("deluxe: ") && line("deluxe").contains("standard"));
    let missing = "/nowhere/box.toml";
    assert!(line(missing).starts_with("/nowhere/box.toml: cannot be read"));
    let bytes = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("not-utf8.toml");
    fs::write(&bytes, [0xff, 0xfe, 0x00]).unwrap();
    assert!(line(bytes.to_str().unwrap()).contains("cannot be read"));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("folder.toml");
    fs::create_dir_all(&folder).unwrap();
    assert!(line(folder.to_str().unwrap()).contains("cannot be read"));
}

#[test]
fn a_fault_in_a_file_names_the_file() {
    let path = file("faulty.toml", &standard_with(&[("hand = 5", "hands = 5")]));
    let path = path.to_str().unwrap();
    let error = Edition::load(path).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{path}: [setup] hand")), "{error}");
}

#[test]
fn extends_takes_over_what_is_not_given_key_by_key_inside_each_table() {
    let path = file("own.toml", &extending("[setup]\ncash = 99\n[supply]\n4 = 8\n"));
    let setup = standard(3).game().setup(path.to_str().unwrap(), 4).unwrap();
    let play = Play::deal(setup, 1);
    assert_eq!((play.cash(0), play.bank("tea"), play.hand(0).len()), (99, 8, 5));
    let contents = play.setup.edition_contents();
    let standard = standard(3).edition_contents();
    assert_eq!(contents["cards"], standard["cards"]);
    assert_eq!(contents["setup"]["good_price"], 15);
    assert_eq!(play.setup.edition_name(), "own");
    assert_eq!(contents["supply"]["5"], 9);
}

#[test]
fn an_extending_edition_names_its_game_itself() {
    assert_eq!(fault("[edition]\nextends = \"standard\"\n"), "box.toml: [edition] game: this key is missing");
}

#[test]
fn extends_must_name_an_edition_that_is_compiled_in() {
    let text = "[edition]\ngame = \"mercurius\"\nextends = \"deluxe\"\nname = \"own\"\n";
    let line = fault(text);
    assert!(line.starts_with("box.toml: [edition] extends: ") && line.contains("standard"), "{line}");
    assert!(
        fault("[edition]\ngame = \"mercurius\"\nextends = 3\nname = \"own\"\n")
            .starts_with("box.toml: [edition] extends: ")
    );
}

#[test]
fn a_fault_in_an_extending_edition_is_its_own() {
    assert!(fault(&extending("[setup]\ncahs = 99\n")).starts_with("box.toml: [setup] cahs: "));
    assert!(fault(&extending("[lanes]\nprice = [1, 2, 3]\n")).starts_with("box.toml: [lanes] price: "));
}

/// The hash as `docs/formats.md` describes it.
fn hash(contents: &Json) -> String {
    fn sorted(value: &Json) -> Json {
        match value {
            Json::Object(map) => {
                let mut keys: Vec<&String> = map.keys().filter(|key| *key != "status").collect();
                keys.sort();
                keys.into_iter().map(|key| (key.clone(), sorted(&map[key]))).collect()
            }
            Json::Array(list) => list.iter().map(sorted).collect(),
            other => other.clone(),
        }
    }
    let digest = Sha256::digest(sorted(contents).to_string());
    format!("{:016x}", u64::from_be_bytes(digest[..8].try_into().unwrap()))
}

#[test]
fn the_hash_is_that_of_the_formats_document() {
    for setup in [standard(3), edition(&extending("[setup]\ncash = 99\n"), 3)] {
        assert_eq!(setup.edition_hash(), hash(&setup.edition_contents()));
        assert_eq!(setup.edition_hash().len(), 16);
    }
}

#[test]
fn comments_spacing_statuses_and_the_order_of_keys_do_not_change_the_hash() {
    fn reversed(table: &toml::Table) -> toml::Table {
        let value = |value: &toml::Value| match value {
            toml::Value::Table(below) => toml::Value::Table(reversed(below)),
            other => other.clone(),
        };
        table.iter().rev().map(|(key, below)| (key.clone(), value(below))).collect()
    }
    let hash = |text: &str| Edition::parse(text, "box.toml").unwrap_or_else(|error| panic!("{error}")).hash();
    let own = hash(STANDARD);
    let table: toml::Table = STANDARD.parse().unwrap();
    assert_eq!(hash(&table.to_string()), own, "comments and spacing");
    assert_eq!(hash(&reversed(&table).to_string()), own, "order of keys");
    assert_eq!(hash(&standard_with(&[("status = \"reconstructed\"", "status = \"published\"")])), own, "statuses");
    assert_eq!(hash("[edition]\ngame = \"mercurius\"\nextends = \"standard\"\n"), own, "what is taken over");
}

#[test]
fn every_number_and_name_changes_the_hash() {
    let hash = |text: &str| Edition::parse(text, "box.toml").unwrap_or_else(|error| panic!("{error}")).hash();
    let mut seen = vec![hash(STANDARD)];
    for change in [
        ("cash = 70", "cash = 71"),
        ("5 = 9\n", "5 = 8\n"),
        ("dividend = [2,", "dividend = [1,"),
        ("name = \"standard\"", "name = \"standard2\""),
        ("[\"hoorn\", +1, \"tea\", +1]", "[\"hoorn\", +1, \"tea\", -1]"),
        ("\"tea\"", "\"cacao\""),
        ("players = [3, 4, 5]", "players = [3, 4, 5] # 3 to 5\n"),
    ] {
        let hash = hash(&standard_with(&[change]));
        assert_eq!(seen.contains(&hash), change.0.starts_with("players"), "{change:?}");
        seen.push(hash);
    }
}

#[test]
fn an_edition_is_kept_once_however_often_it_is_read() {
    let first = Edition::parse(&standard_with(&[("cash = 70", "cash = 42")]), "a.toml").unwrap();
    let second = Edition::parse(&standard_with(&[("cash = 70", "cash = 42 # again")]), "b.toml").unwrap();
    assert!(std::ptr::eq(first, second));
    assert!(std::ptr::eq(Edition::standard(), Edition::load("standard").unwrap()));
    assert!(Edition::standard().is_built_in() && !first.is_built_in());
}

#[test]
fn to_toml_gives_a_file_that_stands_alone() {
    let own = edition(&extending("[setup]\ncash = 99\n"), 3);
    let text = own.edition_toml().unwrap();
    assert!(!text.contains("extends"));
    assert_eq!(edition(&text, 3).edition_hash(), own.edition_hash());
    assert_eq!(standard(3).edition_toml(), None, "it is compiled in");
}

#[test]
fn an_edition_with_other_numbers_is_played_by_them() {
    let text = extending(
        "[setup]\ncash = 200\nhand = 6\nbackup_deck = 14\ncard_spaces = 2\ntransactions_per_turn = 2\nfinal_rounds = 1\n\
         share_price = 12\ngood_price = 8\nshare_step = 3\ngood_step = 1\nblack_market = 2\nnews_discards = 2\n\
         repeat_surcharge = 2\n[supply]\n3 = 4\n",
    );
    let deal = || Play::deal(edition(&text, 3), 7);
    let play = deal();
    assert_eq!((play.cash(2), play.hand(1).len(), play.list("/backup_deck").len(), play.bank("tea")), (200, 6, 14, 4));
    assert_eq!(play.list("/main_deck").len(), 72 - 14 - 18);
    assert_eq!((play.column("delft"), play.column("silk")), (9, 5));
    assert_eq!(play.board(0), json!([null, null]));

    // Two transactions; the second token of an item costs 4 more.
    let mut play = deal();
    play.all(&["buy silk", "buy silk"]);
    assert_eq!((play.cash(0), play.phase().as_str()), (200 - 8 - 12, "card"));
    let mut play = deal();
    play.all(&["buy delft", "buy silk"]).end_turn();
    let mut play = Scene::of(play.until(1, 0)).price("delft", 10).tokens(0, "delft", 3).start();
    let cash = play.cash(0);
    play.all(&["sell delft", "sell delft"]);
    assert_eq!(play.cash(0), cash + 10 + 6);

    // Two tokens on Black Market, two discards with News.
    let mut play = Scene::of(&deal()).tokens(0, "silk", 3).start();
    play.all(&["lay silk", "lay silk"]);
    assert_eq!(play.phase(), "card");
    play.play("play news");
    let hand = play.hand(0);
    play.all(&[&format!("discard {}", hand[0]), &format!("discard {}", hand[1])]);
    assert_eq!((play.seat(), play.hand(0).len()), (Some(1), 6));

    // Two spaces: a card acts in two turns. Shares move by three, goods by one.
    let mut play = Scene::of(&deal()).hand(0, &["delft+silk+"]).start();
    play.all(&["end finance", "play delft+silk+"]);
    assert_eq!((play.column("delft"), play.column("silk")), (12, 6));
    assert_eq!(play.board(0), json!([null, play.card("delft+silk+")]));
    play.until(1, 0).end_turn();
    assert!(play.list("/gone").contains(&play.card("delft+silk+")));

    // 40 cards for three players: the last is drawn in round 13, the 14th; one more round follows.
    let mut play = deal();
    play.until(13, 0);
    assert_eq!(play.list("/main_deck").len(), 1);
    play.end_turn();
    assert_eq!(play.number("/last_round"), 14);
    play.finish();
    assert_eq!(play.round(), 15);
}

#[test]
fn an_edition_with_other_names_is_played_by_them() {
    let text = standard_with(&[
        ("\"tea\"", "\"cacao\""),
        ("\"hoorn\"", "\"veere\""),
        ("name = \"standard\"", "name = \"o-1.2\""),
    ]);
    let mut play = Play::deal(edition(&text, 4), 7);
    play.play("buy cacao");
    assert_eq!(play.tokens(0, "cacao"), 1);
    assert_eq!(play.dict()["edition"], "o-1.2");
    assert!(play.setup.string_to_action("buy tea").is_err());
    play.play("end finance").until(1, 0);
    play.play("dividend veere");
    assert_eq!(play.dict()["paid"], json!(["veere"]));
    assert_eq!(Scene::of(&play).start().dict(), play.dict());
}

#[test]
fn a_card_that_occurs_again_is_named_by_its_number_in_the_order_of_the_table() {
    let twice = [("[\"hoorn\", +1, \"tea\", +1]", "[\"amsterdam\", +1, \"silk\", +1]")];
    let thrice = [twice[0], ("[\"delft\", -1, \"tea\", +1]", "[\"amsterdam\", +1, \"silk\", +1]")];
    let setup = edition(&standard_with(&thrice), 3);
    let name = |card: u16| setup.action_to_string(setup.parts_to_action("play", Some(card)).unwrap()).unwrap();
    assert_eq!(
        [name(0), name(22), name(35)],
        ["play amsterdam+silk+", "play amsterdam+silk+/2", "play amsterdam+silk+/3"]
    );
    for card in [0, 22, 35] {
        let action = setup.string_to_action(&name(card)).unwrap();
        assert_eq!(setup.action_to_parts(action), Some(("play", Some(card))));
    }
}

#[test]
fn an_edition_for_fewer_numbers_of_players_is_played_with_those_only() {
    let text = standard_with(&[("players = [3, 4, 5]", "players = [4]"), ("3 = 5\n", ""), ("5 = 9\n", "")]);
    let game = standard(3).game();
    assert!(game.setup_from_toml(&text, 4).is_ok());
    for players in [3, 5] {
        assert!(game.setup_from_toml(&text, players).unwrap_err().to_string().contains("with 4 players"));
    }
}

#[test]
fn an_edition_with_one_card_in_the_main_deck_plays_to_its_end() {
    // 72 - 46 - 25: five players, one draw; the first turn draws it.
    let text = standard_with(&[("backup_deck = 12", "backup_deck = 46")]);
    let mut play = Play::deal(edition(&text, 5), 1);
    assert_eq!(play.list("/main_deck").len(), 1);
    play.end_turn();
    assert_eq!(play.number("/last_round"), 2);
    play.finish();
    assert_eq!(play.round(), 3);
    assert_eq!([0, 1, 2, 3, 4].map(|seat| play.hand(seat).len()), [3, 2, 2, 2, 2]);
}

#[test]
fn a_step_can_be_longer_and_still_stops_at_the_ends() {
    let text = extending("[setup]\nshare_step = 5\ngood_step = 7\n");
    let scene = Scene::of(&Play::deal(edition(&text, 3), 7)).hand(0, &["delft-silk-"]);
    let mut play = scene.column("delft", 4).column("silk", 6).start();
    play.all(&["end finance", "play delft-silk-"]);
    assert_eq!((play.column("delft"), play.column("silk")), (0, 0));
    assert_eq!(items().map(|item| play.column(item)).filter(|column| *column < 20).count(), 12);
    assert_eq!(numbers(&play.board(0)).len(), 1);
    assert_illegal(&play, "play news", "3.2.2");
}
