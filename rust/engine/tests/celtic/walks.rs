//! Random walks: nothing is lost, nothing appears, and what is legal is what the words of rules.md say.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use merx_engine::registry::AnySetup;

use crate::kit::{GOODS, PLAYERS, Play, collecting, goal_cards, numbers, random_states, spaces, standard, with_setup};

/// The map and the cards, read from the edition's tables.
struct Rules {
    spaces: Vec<String>,
    goals: Vec<(i64, Vec<String>)>,
    roads: BTreeSet<(String, String)>,
    steps: usize,
    goals_to_end: usize,
}

impl Rules {
    fn of(setup: &dyn AnySetup) -> Self {
        let contents = setup.edition_contents();
        let roads: Vec<(String, String)> = serde_json::from_value(contents["board"]["roads"].clone()).unwrap();
        let number = |key: &str| contents["setup"][key].as_u64().unwrap() as usize;
        Self {
            spaces: spaces(setup),
            goals: goal_cards(setup),
            roads: roads.iter().cloned().chain(roads.iter().map(|(one, other)| (other.clone(), one.clone()))).collect(),
            steps: number("steps"),
            goals_to_end: number("goals_to_end"),
        }
    }

    /// Whether a way of at most `steps` roads leads from one space to another.
    fn joined(&self, from: &str, to: &str, steps: usize) -> bool {
        from == to
            || steps > 0
                && self.spaces.iter().any(|next| {
                    self.roads.contains(&(from.to_owned(), next.clone())) && self.joined(next, to, steps - 1)
                })
    }

    /// The texts of all legal actions, by the words of rules.md.
    fn legal(&self, dict: &Json) -> BTreeSet<String> {
        let Some(player) = dict["current_player"].as_u64().map(|player| player as usize) else {
            return BTreeSet::new();
        };
        let seat = &dict["seats"][player];
        let on = |space: &str| seat["pieces"][space].as_u64().unwrap_or(0);
        let phase = dict["phase"].as_str().unwrap();
        let mut legal = BTreeSet::new();
        if ["before", "after", "collect"].contains(&phase) {
            for goal in numbers(&seat["goals"]) {
                let places = &self.goals[goal as usize].1;
                if dict["taken"].is_null() && places.iter().all(|place| on(place) > 0) {
                    legal.insert(format!("fulfil {}", places.join("+")));
                }
            }
            let first = dict["taken"].as_str().map_or(0, |good| GOODS.iter().position(|other| *other == good).unwrap());
            legal.extend(GOODS[first..].iter().filter(|good| on(good) > 0).map(|good| format!("take {good}")));
        }
        let (from, to) = (dict["journey"]["from"].as_str().unwrap_or(""), dict["journey"]["to"].as_str());
        match phase {
            "before" => {
                legal.extend(self.spaces.iter().filter(|space| on(space) > 0).map(|space| format!("from {space}")));
            }
            "to" => {
                let ends = self.spaces.iter().filter(|space| *space != from && self.joined(from, space, self.steps));
                legal.extend(ends.map(|space| format!("to {space}")));
            }
            "count" => legal.extend((1..=on(from)).map(|count| format!("move {count}"))),
            "along" => legal.extend((0..=on(from)).map(|count| format!("along {count}"))),
            _ => _ = legal.insert("end turn".to_owned()),
        }
        if phase == "after" && GOODS.iter().all(|good| seat["goods"][good] != 0) {
            legal.insert("announce".to_owned());
        }
        assert!(phase != "count" || on(from) > 1 && to.is_some(), "one piece is not counted");
        legal
    }

    /// What must hold of every position.
    fn check(&self, dict: &Json) {
        let seats = dict["seats"].as_array().unwrap();
        let mut goals = numbers(&dict["deck"]);
        for seat in seats {
            goals.extend(numbers(&seat["goals"]));
            goals.extend(numbers(&seat["fulfilled"]));
            let pieces: u64 = seat["pieces"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
            assert_eq!(pieces, 8);
            let together = numbers(&seat["goals"]).len() + numbers(&seat["fulfilled"]).len();
            assert!(together <= self.goals_to_end, "3.2");
        }
        goals.sort_unstable();
        assert_eq!(goals, (0..20).collect::<Vec<_>>());
        for good in GOODS {
            let held: i64 = seats.iter().map(|seat| seat["goods"][good].as_i64().unwrap()).sum();
            assert_eq!(held + dict["stocks"][good].as_i64().unwrap(), 16);
        }
    }
}

fn setups() -> Vec<Box<dyn AnySetup>> {
    let one_step = with_setup("steps = 1\ngoals_in_hand = 3\nturn_limit = 90\nfinal_collect = true", 2);
    PLAYERS.map(standard).into_iter().chain(PLAYERS.map(collecting)).chain([one_step]).collect()
}

#[test]
fn what_is_legal_is_what_the_words_of_the_rules_say() {
    for setup in setups() {
        let rules = Rules::of(&*setup);
        for play in random_states(&*setup, 4) {
            let dict = play.dict();
            let legal: BTreeSet<String> = play.legal().into_iter().collect();
            assert_eq!(legal, rules.legal(&dict), "{dict}");
            assert_eq!(legal.is_empty(), play.state.is_terminal());
            rules.check(&dict);
        }
    }
}

#[test]
fn pieces_and_cards_change_as_the_rules_say_and_not_otherwise() {
    for setup in setups() {
        let mut before: Option<Play> = None;
        for play in random_states(&*setup, 3) {
            if let Some(before) = before.filter(|before| !before.state.is_terminal()) {
                check_change(&before.dict(), &play.dict());
            }
            before = Some(play);
        }
    }
}

/// What a decision may do to pieces and goods: a seat's pieces change by one journey or by going home, goods only grow, and only the
/// one who decides is concerned.
fn check_change(before: &Json, after: &Json) {
    let decided = before["current_player"].as_u64().unwrap() as usize;
    for (seat, (was, is)) in
        before["seats"].as_array().unwrap().iter().zip(after["seats"].as_array().unwrap()).enumerate()
    {
        if seat != decided {
            assert_eq!(was, is, "another seat");
            continue;
        }
        let cards = |dict: &Json| GOODS.map(|good| dict["goods"][good].as_i64().unwrap());
        let more: i64 = cards(is).iter().zip(cards(was)).map(|(is, was)| is - was).sum();
        assert!(cards(is).iter().zip(cards(was)).all(|(is, was)| *is >= was) && more <= 1);
        let shown = numbers(&is["fulfilled"]).len() - numbers(&was["fulfilled"]).len();
        let mut change: BTreeMap<String, i64> = BTreeMap::new();
        for (sign, dict) in [(-1, was), (1, is)] {
            for (space, count) in dict["pieces"].as_object().unwrap() {
                *change.entry(space.clone()).or_default() += sign * count.as_i64().unwrap();
            }
        }
        change.retain(|_, difference| *difference != 0);
        match (before["phase"].as_str().unwrap(), shown) {
            ("to" | "count" | "along", _) => {
                assert!(change.len() == 2 || change.is_empty(), "{change:?}");
                assert_eq!((shown, more), (0, 0));
            }
            (_, 1) => {
                assert!(
                    change.iter().all(|(space, by)| *by == -1 || space == "village" && (2..=3).contains(by)),
                    "{change:?}"
                );
            }
            _ => {
                let home = change.get("village").copied().unwrap_or(0);
                assert!(more <= home && home <= 1, "{change:?}");
            }
        }
    }
}

#[test]
fn active_and_current_player_differ_only_while_others_are_asked() {
    for setup in setups() {
        for play in random_states(&*setup, 2) {
            let out_of_turn = ["along", "collect"].contains(&play.phase().as_str());
            let differ = play.state.active_player() != play.state.current_player();
            assert_eq!(differ, out_of_turn, "{}", play.dict());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn a_game_ends_by_one_of_the_ways_of_5_and_within_its_bound(choices in proptest::collection::vec(any::<u16>(), 40), players in 2_usize..=4) {
        let setup = collecting(players);
        let mut play = Play::deal(setup.clone_box(), u64::from(choices[0]));
        let mut decisions = 0;
        while !play.state.is_terminal() {
            let legal = play.state.legal_actions();
            let action = legal.nth(u32::from(choices[decisions % 40]) % legal.len()).unwrap();
            play.state.apply_action(action).unwrap();
            decisions += 1;
        }
        prop_assert!(decisions <= setup.max_game_length());
        let dict = play.dict();
        let called = dict["seats"].as_array().unwrap().iter().any(|seat| {
            numbers(&seat["fulfilled"]).len() == 5 || GOODS.iter().all(|good| seat["goods"][good] != json!(0))
        });
        prop_assert!(called || dict["turn"] == json!(50 * players - 1));
    }
}
