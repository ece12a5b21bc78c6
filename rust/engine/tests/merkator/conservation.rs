//! Cards, markers and coins are conserved in whole games.

use std::collections::BTreeMap;

use merx_engine::registry::AnySetup;
use merx_engine::rng::{Rng, Stream};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::kit::{setups, walk};

fn sum(dict: &Json, key: &str) -> i64 {
    dict["seats"].as_array().unwrap().iter().map(|seat| seat[key].as_i64().unwrap()).sum()
}

fn length(list: &Json) -> usize {
    list.as_array().unwrap().len()
}

#[test]
fn every_card_is_in_one_place_and_time_markers_only_leave() {
    for setup in setups() {
        let mut last: Option<Json> = None;
        walk(&*setup, 20..24, true, |state| {
            let dict = state.to_json();
            let seats = dict["seats"].as_array().unwrap();
            let held = |key: &str| seats.iter().map(|seat| length(&seat[key])).sum::<usize>();
            let stacks: usize = dict["stacks"].as_object().unwrap().values().map(length).sum();
            assert_eq!(held("contracts") + stacks + length(&dict["discard"]) + length(&dict["arrivals"]), 78);
            assert_eq!(held("bonus") + length(&dict["bonus_display"]) + length(&dict["bonus_pile"]), 16);
            let buildings = if setup.players() == 1 { 21 } else { 26 };
            assert_eq!(
                held("buildings") + length(&dict["building_display"]) + length(&dict["building_pile"]),
                buildings
            );
            let markers = |dict: &Json| {
                let chart: usize = dict["chart"].as_array().unwrap().iter().map(length).sum();
                chart as i64 + sum(dict, "time") + dict["box"].as_i64().unwrap_or(0)
            };
            if let Some(last) = last.as_ref().filter(|last| last["turn"].as_u64() <= dict["turn"].as_u64()) {
                assert!(markers(&dict) <= markers(last));
                if setup.players() == 1 {
                    assert_eq!(markers(&dict), 15);
                }
                if dict["phase"] != "investing" && last["phase"] != "investing" {
                    assert_eq!(sum(&dict, "coins"), sum(last, "coins"), "coins come and go in investing only");
                }
            }
            last = if state.is_terminal() { None } else { Some(dict) };
        });
    }
}

fn read<T: DeserializeOwned>(value: &Json) -> T {
    serde_json::from_value(value.clone()).unwrap()
}

/// What the tables of an edition say, as far as coins, time markers and cubes are concerned.
struct Tables {
    /// Place, kind, time, threshold.
    places: Vec<(String, String, i64, i64)>,
    /// Colour, home, first good, second good.
    colours: Vec<[String; 4]>,
    columns: Vec<Vec<String>>,
    lines: Vec<[String; 2]>,
    /// Place, good, price.
    bonus: Vec<(String, String, i64)>,
    building_prices: Vec<i64>,
    /// Value, place, goods.
    contracts: Vec<(i64, String, BTreeMap<String, i64>)>,
}

impl Tables {
    fn of(setup: &dyn AnySetup) -> Self {
        let contents = setup.edition_contents();
        let buildings = contents["buildings"]["cards"].as_array().unwrap();
        Self {
            places: read(&contents["places"]["destinations"]),
            colours: read(&contents["goods"]["colours"]),
            columns: read(&contents["office"]["columns"]),
            lines: read(&contents["links"]["lines"]),
            bonus: read(&contents["bonus"]["cards"]),
            building_prices: buildings.iter().map(|card| card[1].as_i64().unwrap()).collect(),
            contracts: read(&contents["contracts"]["cards"]),
        }
    }

    fn place(&self, name: &str) -> &(String, String, i64, i64) {
        self.places.iter().find(|place| place.0 == name).unwrap()
    }
}

/// Coins, time markers and cubes, wherever they are, and what one decision does to them by the words of `rules.md`.
#[derive(Clone, Debug, PartialEq)]
struct Ledger {
    coins: Vec<i64>,
    time: Vec<i64>,
    rooms: Vec<BTreeMap<String, i64>>,
    tiles: Vec<BTreeMap<String, i64>>,
    places: BTreeMap<String, i64>,
    chart: i64,
    /// The box of the solo game.
    time_box: i64,
}

/// Cubes that players must still give up from a column (3.2.6).
#[derive(Clone, Debug)]
struct Owed {
    column: usize,
    cubes: Vec<i64>,
}

impl Ledger {
    fn of(dict: &Json) -> Self {
        let seats = dict["seats"].as_array().unwrap();
        Self {
            coins: seats.iter().map(|seat| read(&seat["coins"])).collect(),
            time: seats.iter().map(|seat| read(&seat["time"])).collect(),
            rooms: seats.iter().map(|seat| read(&seat["rooms"])).collect(),
            tiles: seats.iter().map(|seat| read(&seat["tile"])).collect(),
            places: read(&dict["cubes"]),
            chart: dict["chart"].as_array().unwrap().iter().map(length).sum::<usize>() as i64,
            time_box: dict["box"].as_i64().unwrap_or(0),
        }
    }

    fn markers(&self) -> i64 {
        self.chart + self.time_box + self.time.iter().sum::<i64>()
    }

    fn room(&mut self, seat: usize, good: &str) -> &mut i64 {
        self.rooms[seat].get_mut(good).unwrap()
    }

    /// Time markers paid: out of the game, or into the box.
    fn pay(&mut self, seat: usize, markers: i64) {
        self.time[seat] -= markers;
        if self.time.len() == 1 {
            self.time_box += markers;
        }
    }

    fn bonus(&mut self, tables: &Tables, dict: &Json, seat: usize, place: &str, cubes: i64) {
        for card in read::<Vec<usize>>(&dict["seats"][seat]["bonus"]) {
            let (names, good, _) = &tables.bonus[card];
            if names == place {
                *self.room(seat, good) += cubes;
            }
        }
    }

    /// Bonus cubes, refill and time (3.2.3 to 3.2.5).
    fn arrive(&mut self, tables: &Tables, dict: &Json, seat: usize, place: &str) {
        self.bonus(tables, dict, seat, place, 2);
        let (_, kind, time, threshold) = tables.place(place);
        for (name, cubes) in &mut self.places {
            let joined = tables.lines.iter().any(|[a, b]| (a == place && b == name) || (b == place && a == name));
            let refilled = if kind == "major" { joined } else { *cubes >= *threshold };
            *cubes = if refilled { (*cubes + 1).min(40) } else { *cubes };
        }
        let from = if self.time.len() == 1 { &mut self.time_box } else { &mut self.chart };
        let markers = (*time).clamp(0, *from);
        *from -= markers;
        self.time[seat] += markers;
    }

    /// Does what the action says, but for what is given up or exchanged unasked.
    fn apply(&mut self, tables: &Tables, dict: &Json, text: &str, card: Option<usize>) {
        let seat: usize = read(&dict["current_player"]);
        let (verb, argument) = text.split_once(' ').unwrap_or((text, ""));
        let figure = dict["figure"].as_str().unwrap_or("");
        match (verb, argument) {
            ("sell", _) => self.coins[seat] += tables.contracts[card.unwrap()].0,
            // Buildings are counted on from the bonus cards.
            ("buy", _) => {
                let card = card.unwrap();
                let bonus = tables.bonus.get(card).map(|card| card.2);
                self.coins[seat] -= bonus.unwrap_or_else(|| tables.building_prices[card - tables.bonus.len()]);
            }
            ("end", "investing") => {
                let limit = if self.coins.len() == 1 { 0 } else { 15 };
                self.coins[seat] = self.coins[seat].min(limit);
            }
            ("go", place) => {
                let (_, kind, time, _) = tables.place(place);
                self.pay(seat, (-time).max(0));
                let mut stored = false;
                if kind == "major" {
                    let cubes = std::mem::take(self.places.get_mut(place).unwrap());
                    let [_, _, first, second] = tables.colours.iter().find(|colour| colour[1] == place).unwrap();
                    if cubes == 2 {
                        *self.room(seat, first) += 1;
                        *self.room(seat, second) += 1;
                    }
                    stored = cubes == 1 || cubes > 2;
                }
                if !stored {
                    self.arrive(tables, dict, seat, place);
                }
            }
            ("store", number) => {
                let number: i64 = number.parse().unwrap();
                let [_, _, first, second] = tables.colours.iter().find(|colour| colour[1] == figure).unwrap();
                *self.room(seat, first) += number;
                *self.room(seat, second) += dict["storing"].as_i64().unwrap() - number;
                self.arrive(tables, dict, seat, figure);
            }
            ("lose", good) => *self.room(seat, good) -= 1,
            ("fulfil", _) => {
                for (good, need) in &tables.contracts[card.unwrap()].2 {
                    let room = self.room(seat, good);
                    *room -= (*need).min(*room);
                }
            }
            ("exchange", "time") => self.pay(seat, 4),
            ("exchange", good) => *self.room(seat, good) -= 4,
            ("unload", good) => {
                let colour = tables.colours.iter().find(|colour| colour[2..].iter().any(|of| of == good)).unwrap();
                *self.tiles[seat].get_mut(&colour[0]).unwrap() -= 1;
                *self.room(seat, good) += 1;
            }
            ("join", _) => {
                let active: usize = read(&dict["active_player"]);
                let cost = if tables.place(figure).1 == "major" { 1 } else { 2 };
                self.time[seat] -= cost;
                self.time[active] += cost;
                self.bonus(tables, dict, seat, figure, 1);
            }
            _ => {}
        }
    }
}

/// Goods still missing for the contract being fulfilled, after this decision and before what follows unasked.
fn missing(tables: &Tables, before: &Json, text: &str, card: Option<usize>) -> i64 {
    match text.split(' ').next().unwrap() {
        "fulfil" => {
            let seat: usize = read(&before["current_player"]);
            let rooms: BTreeMap<String, i64> = read(&before["seats"][seat]["rooms"]);
            let needs = &tables.contracts[card.unwrap()].2;
            needs.iter().map(|(good, need)| (need - rooms[good]).max(0)).sum()
        }
        "exchange" => before["exchange"]["missing"].as_i64().unwrap() - 1,
        _ => 0,
    }
}

/// The letters of the marker that counts from this decision on, if one does.
fn marker(before: &Json, after: &Json, text: &str) -> Option<String> {
    if after["phase"] == "turning" {
        return None;
    }
    let rows = |dict: &Json| read::<Vec<Vec<String>>>(&dict["chart"]);
    let (was, is) = (rows(before), rows(after));
    match text.split(' ').next().unwrap() {
        "keep" => Some(read(&before["marker"])),
        "turn" => was.iter().flatten().next().cloned(),
        _ => was
            .iter()
            .zip(is)
            .find(|(was, is)| !was.is_empty() && is.is_empty())
            .map(|(was, _)| was[was.len() - 1].clone()),
    }
}

/// Checks one decision against the ledger; `owed` is what the goods loss still asks for. Returns the time markers that left the
/// game by the words of the rules.
fn check(
    tables: &Tables,
    before: &Json,
    after: &Json,
    text: &str,
    card: Option<usize>,
    owed: &mut Option<Owed>,
) -> i64 {
    let mut ledger = Ledger::of(before);
    ledger.apply(tables, before, text, card);
    let mut paid = Ledger::of(before).markers() - ledger.markers();
    if let Some(letters) = marker(before, after, text) {
        let column = usize::from(letters.as_bytes()[0] - b'A');
        let there = |rooms: &BTreeMap<String, i64>| tables.columns[column].iter().map(|good| rooms[good]).sum::<i64>();
        let cubes = ledger.rooms.iter().map(|rooms| there(rooms).min(letters.len() as i64)).collect();
        assert!(owed.replace(Owed { column, cubes }).is_none(), "one loss at a time");
    }
    let mut actual = Ledger::of(after);
    // What happened unasked is made undone, and counted.
    if let Some(owed) = owed.as_mut() {
        let decided: usize = read(&before["current_player"]);
        owed.cubes[decided] -= i64::from(text.starts_with("lose "));
        for seat in 0..actual.rooms.len() {
            for good in &tables.columns[owed.column] {
                let given = ledger.rooms[seat][good] - actual.rooms[seat][good];
                assert!(given >= 0, "{good} appears");
                owed.cubes[seat] -= given;
                *actual.room(seat, good) += given;
            }
        }
        assert!(owed.cubes.iter().all(|cubes| *cubes >= 0), "more is lost than must be: {owed:?}");
    }
    if after["phase"] != "losing" {
        assert!(owed.take().is_none_or(|owed| owed.cubes.iter().all(|cubes| *cubes == 0)), "all is given up");
    }
    let mut fours = missing(tables, before, text, card) - after["exchange"]["missing"].as_i64().unwrap_or(0);
    if fours > 0 {
        let seat: usize = read(&before["current_player"]);
        let markers = ledger.time[seat] - actual.time[seat];
        let goods: Vec<String> = actual.rooms[seat].keys().cloned().collect();
        let given = goods.iter().map(|good| (good, ledger.rooms[seat][good] - actual.rooms[seat][good]));
        let given: Vec<(&String, i64)> = given.collect();
        for number in given.iter().map(|(_, number)| *number).chain([markers]) {
            assert!(number >= 0 && number % 4 == 0, "fours are exchanged");
            fours -= number / 4;
        }
        for (good, number) in given {
            *actual.room(seat, good) += number;
        }
        actual.pay(seat, -markers);
        paid += if actual.time.len() == 1 { 0 } else { markers };
    }
    assert_eq!(fours, 0, "one four for each missing good");
    assert_eq!(actual, ledger, "after {text} from {before}");
    paid
}

/// The card that an action is about; buildings are counted on from the bonus cards.
fn card(setup: &dyn AnySetup, tables: &Tables, action: u16) -> Option<usize> {
    let number = setup.action_to_parts(action).unwrap().1? as usize;
    Some(if matches!(action, 94..=119) { tables.bonus.len() + number } else { number })
}

#[test]
fn coins_markers_and_cubes_change_as_the_rules_say_and_not_otherwise() {
    let mut verbs: BTreeMap<String, usize> = BTreeMap::new();
    for setup in setups() {
        let tables = Tables::of(&*setup);
        for seed in 0..12 {
            let mut rng = Rng::for_stream(seed, Stream::Playout);
            let mut state = setup.new_initial_state(seed);
            let (mut before, mut owed, mut paid) = (state.to_json(), None, 0);
            let markers = Ledger::of(&before).markers();
            while !state.is_terminal() {
                let legal = state.legal_actions();
                // Three of four decisions buy, fulfil, exchange, unload or join where one of these is legal.
                let wanted: Vec<u16> = legal.iter().filter(|id| matches!(id, 78..=119 | 192..=302 | 304)).collect();
                let action = if !wanted.is_empty() && rng.below(4) > 0 {
                    wanted[rng.below(wanted.len() as u32) as usize]
                } else {
                    legal.nth(rng.below(legal.len())).unwrap()
                };
                let text = setup.action_to_string(action).unwrap();
                state.apply_action(action).unwrap();
                let after = state.to_json();
                paid += check(&tables, &before, &after, &text, card(&*setup, &tables, action), &mut owed);
                assert_eq!(Ledger::of(&after).markers() + paid, markers, "after {text}");
                assert!(paid == 0 || setup.players() > 1, "in the solo game none is lost");
                *verbs.entry(text.split(' ').next().unwrap().to_owned()).or_default() += 1;
                before = after;
            }
        }
    }
    for verb in
        ["sell", "buy", "end", "go", "store", "turn", "keep", "lose", "fulfil", "exchange", "unload", "join", "stay"]
    {
        assert!(verbs.contains_key(verb), "{verb} never occurs: {verbs:?}");
    }
}
