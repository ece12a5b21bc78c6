//! Faulty editions are refused with the table and the key.

use merx_engine::registry::find_game;

const STANDARD: &str = include_str!("../../../../seeds/merkator/standard.toml");

/// The line with which the standard edition with one change is refused.
#[track_caller]
fn refusal(old: &str, new: &str) -> String {
    assert!(STANDARD.contains(old), "{old:?} is not in standard.toml");
    let game = find_game("merkator").unwrap();
    match game.setup_from_toml(&STANDARD.replacen(old, new, 1), 2) {
        Ok(_) => panic!("{new:?} was taken"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_fault_is_told_with_table_and_key() {
    let hamburg3 = r#"  [3, "hamburg", { plums = 1, saltpeter = 1, wine = 1 }],"#;
    for (old, new, told) in [
        ("players = [2, 3, 4, 5]", "players = [2, 3, 4, 6]", "[edition] players[3]"),
        ("players = [2, 3, 4, 5]", "players = [1, 2, 3]", "[solo]: this table is missing"),
        ("contracts = [2, 3, 4]", "contracts = [2, 3, 10]", "[setup] contracts[2]: there are 4"),
        ("contracts = [2, 3, 4]", "contracts = [3, 2]", "must ascend"),
        ("bonus_prices = [3, 4]", "bonus_prices = [3, 5]", "[setup] bonus_prices[1]: there are 0"),
        ("time_others = 1", "time_others = 9", "[setup] time_others: with 4 players"),
        ("turn_limit = 100", "turn_limit = 121", "[setup] turn_limit"),
        ("coins = 15", "coin = 15", "[limits] coins: this key is missing"),
        ("exchange = 4", "exchange = 0", "[limits] exchange"),
        (r#"["yellow", "danzig","#, r#"["yellow", "hamburg","#, "home of two colours"),
        (r#"["yellow", "danzig","#, r#"["yellow", "italy","#, "is no major place"),
        (r#""saltpeter"],"#, r#""livestock"],"#, "\"livestock\" occurs twice"),
        (r#"["wine", "spice"],"#, r#"["wine"],"#, "\"spice\" has no room"),
        (r#"["wine", "spice"],"#, r#"["wine", "spice", "ham"],"#, "\"ham\" has two rooms"),
        (r#"["bohemia",      "minor", +1, 3]"#, r#"["bohemia",      "minor", +1, 0]"#, "[places] destinations[8]"),
        (r#"["bohemia",      "minor", +1, 3]"#, r#"["bohemia",      "minor", +7, 3]"#, "[time_chart] row_length"),
        (r#"["sweden", "russia"],"#, r#"["sweden", "bohemia"],"#, "lines join major places"),
        (r#"["sweden", "russia"],"#, r#"["danzig", "sweden"],"#, "joined twice"),
        ("row_length = 6", "row_length = 1", "[time_chart] row_length"),
        ("5 = 6 }", "5 = 7 }", "[setup] time_others: with 5 players"),
        ("5 = 6 }", "5 = 8 }", "[time_chart] rows[5]"),
        (", 5 = 6 }", " }", "[time_chart] rows: none are given for 5 players"),
        ("singles_per_letter = 4", "singles_per_letter = 5", "there are 48 markers"),
        (r#"["russia", "fabric", 3]"#, r#"["italy", "fabric", 3]"#, "minor place \"italy\""),
        (r#"["russia", "fabric", 3]"#, r#"["russia", "fabrics", 3]"#, r#"did you mean "fabric"?"#),
        (hamburg3, "", "[contracts] cards: 76 entries"),
        (hamburg3, r#"  [4, "hamburg", { plums = 1 }],"#, "[contracts] cards[6]: contracts must be in ascending order"),
        (hamburg3, r#"  [3, "hamburg", { }],"#, "a table of the goods"),
        (hamburg3, r#"  [3, "hamburg", { plum = 1 }],"#, r#"did you mean "plums"?"#),
        ("peace_of_westphalia = 14", "peace_of_westphalia = 10", "[contracts] peace_of_westphalia"),
        (r#""kinds_of_goods""#, r#""kind_of_goods""#, r#"did you mean "kinds_of_goods"?"#),
        (r#""kinds:green+black""#, r#""kinds:green+pink""#, "two different colours"),
        (r#""kinds:green+black""#, r#""kinds:green+green""#, "two different colours"),
        (r#"["arsenal", 8"#, r#"["alsterhaus", 8"#, "occurs twice"),
        (r#"["arsenal", 8"#, r#"["arsenal", 0"#, "[buildings] cards[1]"),
    ] {
        let line = refusal(old, new);
        assert!(line.contains(told) && !line.contains('\n'), "{new:?}: {line}");
    }
}

#[test]
fn the_published_edition_takes_over_what_it_does_not_give() {
    let game = find_game("merkator").unwrap();
    assert_eq!(game.editions(), ["standard", "published"]);
    assert_eq!(game.edition("published").unwrap().players, [1, 2, 3, 4]);
    let setup = game.setup("published", 4).unwrap();
    let contents = setup.edition_contents();
    assert_eq!(contents["setup"]["time_start_player"], 0);
    assert_eq!(contents["setup"]["time_last_player"], 2);
    let solo = game.setup_from_toml(
        "[edition]\ngame = \"merkator\"\nextends = \"published\"\nname = \"own\"\n[solo]\nstack_values = [8, 12]\n",
        1,
    );
    assert!(solo.unwrap_err().to_string().contains("[solo] stack_values[1]: no stack has the value 12"));
}
