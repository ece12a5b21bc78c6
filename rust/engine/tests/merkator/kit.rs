//! A kit for tests that set up positions and play from them.
//!
//! A [`Scene`] says what differs from a plain table; everything else (stacks, piles, discard) is filled in so that every card is in
//! one place. [`Scene::start`] hands it to the engine, which checks it, and the [`Play`] that comes back speaks in action texts.

use std::collections::BTreeMap;

use merx_engine::game::{IllegalAction, PositionError};
use merx_engine::registry::{AnySetup, AnyState, find_game};
use merx_engine::rng::{Rng, Stream};
use serde_json::{Map, Value as Json, json};

/// Every edition with every number of players.
pub(crate) fn setups() -> Vec<Box<dyn AnySetup>> {
    let game = find_game("merkator").unwrap();
    let of = |edition: &'static str| {
        game.edition(edition).unwrap().players.into_iter().map(move |n| game.setup(edition, n).unwrap())
    };
    game.editions().into_iter().flat_map(of).collect()
}

/// Every state of some random games. With `eager` three of four decisions buy, fulfil, exchange, unload or join where
/// one of these is legal.
pub(crate) fn walk(
    setup: &dyn AnySetup,
    seeds: std::ops::Range<u64>,
    eager: bool,
    mut visit: impl FnMut(&dyn AnyState),
) {
    for seed in seeds {
        let mut rng = Rng::for_stream(seed, Stream::Playout);
        let mut state = setup.new_initial_state(seed);
        visit(&*state);
        while !state.is_terminal() {
            let legal = state.legal_actions();
            let wanted: Vec<u16> = legal.iter().filter(|id| matches!(id, 78..=119 | 192..=302 | 304)).collect();
            let action = if eager && !wanted.is_empty() && rng.below(4) > 0 {
                wanted[rng.below(wanted.len() as u32) as usize]
            } else {
                legal.nth(rng.below(legal.len())).unwrap()
            };
            state.apply_action(action).unwrap();
            visit(&*state);
        }
    }
}

/// The goods of the standard edition, in the order of the table.
pub(crate) const GOODS: [&str; 16] = [
    "livestock",
    "muskets",
    "grain",
    "saltpeter",
    "iron",
    "copper",
    "ham",
    "fish_oil",
    "vegetables",
    "calfskin",
    "fabric",
    "coal",
    "plums",
    "wine",
    "citrus",
    "spice",
];
/// Its colours.
pub(crate) const COLOURS: [&str; 8] = ["green", "yellow", "black", "purple", "orange", "grey", "blue", "red"];
/// The major places in the order of their colours.
pub(crate) const MAJORS: [&str; 8] =
    ["hamburg", "danzig", "sweden", "russia", "netherlands", "england", "france", "spain"];

/// An edition of Merkator.
pub(crate) fn edition(name: &str, players: usize) -> Box<dyn AnySetup> {
    find_game("merkator").unwrap().setup(name, players).unwrap()
}

#[derive(Clone, Debug, Default)]
struct Seat {
    coins: u16,
    time: u8,
    contracts: Vec<u8>,
    bonus: Vec<u8>,
    buildings: Vec<u8>,
    rooms: BTreeMap<String, u16>,
    tile: BTreeMap<String, u8>,
}

/// A position under construction.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) setup: Box<dyn AnySetup>,
    seats: Vec<Seat>,
    turn: usize,
    phase: String,
    current: Option<usize>,
    figure: String,
    cubes: BTreeMap<String, u8>,
    left: usize,
    letters: Vec<String>,
    seen: Vec<String>,
    tops: Vec<u8>,
    sold: Vec<u8>,
    bonus_shown: Option<Vec<u8>>,
    buildings_shown: Option<Vec<u8>>,
    piles: bool,
    patches: Vec<(String, Json)>,
}

impl Scene {
    /// Investing of seat 0 in the fifth round: the merchant in Russia, nothing in the rooms, all markers on the chart. Every
    /// player holds one contract of value 3 to begin with, and a bonus card of each price.
    pub(crate) fn new(players: usize) -> Self {
        Self::of(edition("standard", players))
    }

    /// The same of another edition.
    pub(crate) fn of(setup: Box<dyn AnySetup>) -> Self {
        let players = setup.players();
        let left = match players {
            1 => 0,
            n => 6 * (n + 1),
        };
        Self {
            setup,
            seats: vec![Seat::default(); players],
            turn: 4 * players,
            phase: "investing".to_owned(),
            current: None,
            figure: "russia".to_owned(),
            cubes: BTreeMap::new(),
            left,
            letters: Vec::new(),
            seen: Vec::new(),
            tops: Vec::new(),
            sold: Vec::new(),
            bonus_shown: None,
            buildings_shown: None,
            piles: true,
            patches: Vec::new(),
        }
    }

    /// The number of a card, by its text.
    pub(crate) fn card(&self, text: &str) -> u8 {
        let buy = self.setup.string_to_action(&format!("buy {text}"));
        let action = buy.or_else(|_| self.setup.string_to_action(&format!("sell {text}")));
        let action = action.unwrap_or_else(|error| panic!("{error}"));
        self.setup.action_to_parts(action).unwrap().1.unwrap() as u8
    }

    fn cards(&self, texts: &[&str]) -> Vec<u8> {
        texts.iter().map(|text| self.card(text)).collect()
    }

    pub(crate) fn turn(mut self, turn: usize) -> Self {
        self.turn = turn;
        self
    }

    pub(crate) fn phase(mut self, phase: &str) -> Self {
        phase.clone_into(&mut self.phase);
        self
    }

    /// Who is asked, if not the active player.
    pub(crate) fn current(mut self, seat: usize) -> Self {
        self.current = Some(seat);
        self
    }

    pub(crate) fn figure(mut self, place: &str) -> Self {
        place.clone_into(&mut self.figure);
        self
    }

    /// Cubes on a place; there is one on all others, and none where the merchant is.
    pub(crate) fn cubes(mut self, place: &str, cubes: u8) -> Self {
        self.cubes.insert(place.to_owned(), cubes);
        self
    }

    /// Markers left on the chart.
    pub(crate) fn left(mut self, left: usize) -> Self {
        self.left = left;
        self
    }

    /// The first markers on the chart.
    pub(crate) fn letters(mut self, letters: &[&str]) -> Self {
        self.letters = letters.iter().map(|letter| (*letter).to_owned()).collect();
        self
    }

    /// Some of the markers that were turned; the others are filled in.
    pub(crate) fn seen(mut self, letters: &[&str]) -> Self {
        self.seen = letters.iter().map(|letter| (*letter).to_owned()).collect();
        self
    }

    pub(crate) fn contracts(mut self, seat: usize, texts: &[&str]) -> Self {
        self.seats[seat].contracts = self.cards(texts);
        self
    }

    /// Contracts that lie on top of their stacks.
    pub(crate) fn tops(mut self, texts: &[&str]) -> Self {
        self.tops = self.cards(texts);
        self
    }

    /// Contracts that were sold.
    pub(crate) fn sold(mut self, texts: &[&str]) -> Self {
        let more = self.cards(texts);
        self.sold.extend(more);
        self
    }

    /// Stacks of which all that nobody holds was sold.
    pub(crate) fn empty(mut self, values: &[u64]) -> Self {
        let taken: Vec<u8> =
            self.seats.iter().flat_map(|seat| seat.contracts.clone()).chain(self.tops.clone()).collect();
        for card in 0..77_u8 {
            if values.contains(&self.value(card)) && !taken.contains(&card) && !self.sold.contains(&card) {
                self.sold.push(card);
            }
        }
        self
    }

    pub(crate) fn value(&self, contract: u8) -> u64 {
        if contract == 77 {
            return 14;
        }
        self.setup.edition_contents()["contracts"]["cards"][usize::from(contract)][0].as_u64().unwrap()
    }

    pub(crate) fn bonus(mut self, seat: usize, texts: &[&str]) -> Self {
        self.seats[seat].bonus = self.cards(texts);
        self
    }

    pub(crate) fn buildings(mut self, seat: usize, texts: &[&str]) -> Self {
        self.seats[seat].buildings = self.cards(texts);
        self
    }

    pub(crate) fn bonus_shown(mut self, texts: &[&str]) -> Self {
        self.bonus_shown = Some(self.cards(texts));
        self
    }

    pub(crate) fn buildings_shown(mut self, texts: &[&str]) -> Self {
        self.buildings_shown = Some(self.cards(texts));
        self
    }

    /// The piles are empty: all cards not shown are with the last player.
    pub(crate) fn no_piles(mut self) -> Self {
        self.piles = false;
        self
    }

    pub(crate) fn rooms(mut self, seat: usize, cubes: &[(&str, u16)]) -> Self {
        self.seats[seat].rooms = cubes.iter().map(|(good, count)| ((*good).to_owned(), *count)).collect();
        self
    }

    /// So many cubes in every room.
    pub(crate) fn all_rooms(self, seat: usize, cubes: u16) -> Self {
        self.rooms(seat, &GOODS.map(|good| (good, cubes)))
    }

    pub(crate) fn tile(mut self, seat: usize, cubes: &[(&str, u8)]) -> Self {
        self.seats[seat].tile = cubes.iter().map(|(colour, count)| ((*colour).to_owned(), *count)).collect();
        self
    }

    pub(crate) fn coins(mut self, seat: usize, coins: u16) -> Self {
        self.seats[seat].coins = coins;
        self
    }

    pub(crate) fn time(mut self, seat: usize, time: u8) -> Self {
        self.seats[seat].time = time;
        self
    }

    /// Sets a value of the dict as it is; `path` is a JSON pointer.
    pub(crate) fn set(mut self, path: &str, value: Json) -> Self {
        self.patches.push((path.to_owned(), value));
        self
    }

    /// The dict.
    pub(crate) fn dict(&self) -> Json {
        let players = self.seats.len();
        let mut dict = self.setup.new_initial_state(1).to_json();
        let active = (self.phase != "end").then_some(self.turn % players);
        dict["active_player"] = json!(active);
        dict["current_player"] = json!(if active.is_some() { self.current.or(active) } else { None });
        dict["phase"] = json!(self.phase);
        dict["turn"] = json!(self.turn);
        dict["figure"] = json!(self.figure);
        for place in MAJORS {
            let default = u8::from(place != self.figure);
            dict["cubes"][place] = json!(self.cubes.get(place).copied().unwrap_or(default));
        }
        self.fill_chart(&mut dict);
        let hands = self.fill_contracts(&mut dict);
        let (bonus, buildings) = self.fill_cards(&mut dict);
        let seat = |player: usize| {
            let seat = &self.seats[player];
            let rooms: Map<_, _> = GOODS
                .map(|good| (good.to_owned(), json!(seat.rooms.get(good).copied().unwrap_or(0))))
                .into_iter()
                .collect();
            let tile: Map<_, _> =
                COLOURS.map(|c| (c.to_owned(), json!(seat.tile.get(c).copied().unwrap_or(0)))).into_iter().collect();
            json!({
                "coins": seat.coins, "time": seat.time, "contracts": hands[player], "bonus": bonus[player],
                "buildings": buildings[player], "rooms": rooms, "tile": tile,
            })
        };
        dict["seats"] = (0..players).map(seat).collect();
        for (path, value) in &self.patches {
            if let Some(place) = dict.pointer_mut(path) {
                place.clone_from(value);
            } else {
                let (above, key) = path.rsplit_once('/').unwrap();
                dict.pointer_mut(above).unwrap().as_object_mut().unwrap().insert(key.to_owned(), value.clone());
            }
        }
        dict
    }

    fn fill_chart(&self, dict: &mut Json) {
        let rows = dict["chart"].as_array().unwrap().len();
        if rows == 0 {
            return;
        }
        let mut pool: Vec<String> = Vec::new();
        for letter in ["F", "E", "D", "C", "B", "A"] {
            pool.extend([letter.repeat(2), letter.repeat(2), letter.repeat(2)]);
            pool.extend([letter, letter, letter, letter].map(str::to_owned));
        }
        let mut draw = |wanted: Option<&String>| {
            let at =
                wanted.map_or(0, |wanted| pool.iter().position(|letters| letters == wanted).expect("enough markers"));
            pool.remove(at)
        };
        let emptied = rows - self.left.div_ceil(6);
        let mut seen: Vec<String> = self.seen.iter().map(|letters| draw(Some(letters))).collect();
        let front: Vec<String> = self.letters.iter().map(|letters| draw(Some(letters))).collect();
        while seen.len() < emptied {
            seen.push(draw(None));
        }
        seen.sort();
        let mut markers: Vec<String> = front;
        while markers.len() < self.left {
            markers.push(draw(None));
        }
        let mut chart: Vec<Vec<String>> = vec![Vec::new(); rows];
        for (i, letters) in markers.into_iter().enumerate() {
            chart[(rows * 6 - self.left + i) / 6].push(letters);
        }
        dict["chart"] = json!(chart);
        dict["seen"] = json!(seen);
        let called = self.left == 0;
        dict["last_turn"] = if called { json!(self.turn + self.seats.len()) } else { Json::Null };
    }

    fn fill_contracts(&self, dict: &mut Json) -> Vec<Vec<u8>> {
        let mut hands: Vec<Vec<u8>> = self.seats.iter().map(|seat| seat.contracts.clone()).collect();
        let mut used: Vec<u8> = hands.iter().flatten().chain(&self.tops).chain(&self.sold).copied().collect();
        for hand in &mut hands {
            if hand.is_empty() {
                // The threes are the contracts 5 to 15.
                let card = (5..16).rev().find(|card| !used.contains(card)).unwrap();
                used.push(card);
                hand.push(card);
            }
            hand.sort_unstable();
        }
        let arrivals: Vec<u8> = serde_json::from_value(dict["arrivals"].clone()).unwrap();
        let keep = (usize::from(self.phase == "investing") + arrivals.len()).saturating_sub(self.turn + 1);
        let arrivals: Vec<u8> = arrivals.into_iter().filter(|card| !used.contains(card)).collect();
        let arrivals = &arrivals[arrivals.len().saturating_sub(keep)..];
        let mut stacks: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        let mut discard = self.sold.clone();
        for card in
            self.tops.iter().copied().chain((0..78).filter(|card| !used.contains(card) && !arrivals.contains(card)))
        {
            if self.value(card) == 2 {
                discard.push(card);
            } else {
                stacks.entry(self.value(card)).or_default().push(card);
            }
        }
        discard.sort_unstable();
        for value in [3, 4, 5, 6, 7, 8, 9, 10, 14] {
            dict["stacks"][value.to_string()] = json!(stacks.remove(&value).unwrap_or_default());
        }
        dict["arrivals"] = json!(arrivals);
        dict["discard"] = json!(discard);
        hands
    }

    fn fill_cards(&self, dict: &mut Json) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
        let mut bonus: Vec<Vec<u8>> = self.seats.iter().map(|seat| seat.bonus.clone()).collect();
        let mut buildings: Vec<Vec<u8>> = self.seats.iter().map(|seat| seat.buildings.clone()).collect();
        let shown = self.bonus_shown.clone().unwrap_or_default();
        let mut free: Vec<u8> =
            (0..16).filter(|card| !shown.contains(card) && !bonus.iter().any(|cards| cards.contains(card))).collect();
        for cards in &mut bonus {
            // Cards 0 to 7 cost 3, the others 4.
            for price in [0..8, 8..16] {
                if !cards.iter().any(|card| price.contains(card)) {
                    let at = free.iter().rposition(|card| price.contains(card)).unwrap();
                    cards.push(free.remove(at));
                }
            }
        }
        let solo = self.seats.len() == 1;
        let there = if solo { 0..21 } else { 0..26 };
        let built = self.buildings_shown.clone().unwrap_or_default();
        let mut rest: Vec<u8> =
            there.filter(|card| !built.contains(card) && !buildings.iter().any(|cards| cards.contains(card))).collect();
        let last = self.seats.len() - 1;
        for (name, shown, mut rest, hands) in [
            ("bonus", self.bonus_shown.clone(), free, &mut bonus),
            ("building", self.buildings_shown.clone(), std::mem::take(&mut rest), &mut buildings),
        ] {
            let mut shown = shown.unwrap_or_default();
            while self.piles && shown.len() < 4 && !rest.is_empty() {
                shown.push(rest.remove(0));
            }
            if !self.piles {
                hands[last].append(&mut rest);
            }
            shown.sort_unstable();
            dict[format!("{name}_display")] = json!(shown);
            dict[format!("{name}_pile")] = json!(rest);
            for cards in hands.iter_mut() {
                cards.sort_unstable();
            }
        }
        (bonus, buildings)
    }

    /// Hands the position to the engine.
    pub(crate) fn try_start(&self) -> Result<Play, PositionError> {
        let state = self.setup.state_from_json(&self.dict())?;
        Ok(Play { setup: self.setup.clone_box(), state })
    }

    /// Hands the position to the engine, which must take it.
    #[track_caller]
    pub(crate) fn start(&self) -> Play {
        self.try_start().unwrap_or_else(|error| panic!("{error}\n{}", self.dict()))
    }
}

/// A running game, read through its state dict.
#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) setup: Box<dyn AnySetup>,
    pub(crate) state: Box<dyn AnyState>,
}

impl Clone for Play {
    fn clone(&self) -> Self {
        Self { setup: self.setup.clone_box(), state: self.state.clone_box() }
    }
}

impl Play {
    /// Plays an action, which must be legal.
    #[track_caller]
    pub(crate) fn play(&mut self, text: &str) -> &mut Self {
        if let Err(error) = self.try_play(text) {
            panic!("{error}; legal are {:?}\n{}", self.legal(), self.state.to_text());
        }
        self
    }

    /// Plays actions in order.
    #[track_caller]
    pub(crate) fn all(&mut self, texts: &[&str]) -> &mut Self {
        for text in texts {
            self.play(text);
        }
        self
    }

    pub(crate) fn try_play(&mut self, text: &str) -> Result<(), IllegalAction> {
        let action = self.setup.string_to_action(text).unwrap_or_else(|error| panic!("{error}"));
        self.state.apply_action(action)
    }

    /// The texts of the legal actions.
    pub(crate) fn legal(&self) -> Vec<String> {
        self.state.legal_actions().iter().map(|action| self.setup.action_to_string(action).unwrap()).collect()
    }

    pub(crate) fn offers(&self, text: &str) -> bool {
        self.legal().iter().any(|legal| legal == text)
    }

    /// The legal actions whose text begins with `verb`, without it.
    pub(crate) fn legal_after(&self, verb: &str) -> Vec<String> {
        self.legal()
            .into_iter()
            .filter_map(|text| text.strip_prefix(verb)?.strip_prefix(' ').map(str::to_owned))
            .collect()
    }

    /// A value of the state dict, by its JSON pointer.
    #[track_caller]
    pub(crate) fn at(&self, path: &str) -> Json {
        let dict = self.state.to_json();
        dict.pointer(path).unwrap_or_else(|| panic!("{path} is in {dict}")).clone()
    }

    pub(crate) fn phase(&self) -> String {
        self.at("/phase").as_str().unwrap().to_owned()
    }

    /// Cubes of a good that a seat has in its room.
    #[track_caller]
    pub(crate) fn room(&self, seat: usize, good: &str) -> u64 {
        self.at(&format!("/seats/{seat}/rooms/{good}")).as_u64().unwrap()
    }

    pub(crate) fn time(&self, seat: usize) -> u64 {
        self.at(&format!("/seats/{seat}/time")).as_u64().unwrap()
    }

    pub(crate) fn coins(&self, seat: usize) -> u64 {
        self.at(&format!("/seats/{seat}/coins")).as_u64().unwrap()
    }

    pub(crate) fn cubes(&self, place: &str) -> u64 {
        self.at(&format!("/cubes/{place}")).as_u64().unwrap()
    }

    /// The texts of a seat's contracts.
    pub(crate) fn contracts(&self, seat: usize) -> Vec<String> {
        let cards: Vec<u16> = serde_json::from_value(self.at(&format!("/seats/{seat}/contracts"))).unwrap();
        cards.into_iter().map(|card| self.setup.action_to_string(card).unwrap().replace("sell ", "")).collect()
    }
}

/// Checks that the legal actions are exactly these.
#[track_caller]
pub(crate) fn assert_legal(play: &Play, texts: &[&str]) {
    assert_eq!(play.legal(), texts, "\n{}", play.state.to_text());
}

/// Checks that `text` is refused with this clause of `rules.md`.
#[track_caller]
pub(crate) fn assert_illegal(play: &Play, text: &str, clause: &str) {
    match play.clone().try_play(text) {
        Ok(()) => panic!("{text:?} was played\n{}", play.state.to_text()),
        Err(error) => assert_eq!((error.rule, error.action.as_str()), (clause, text), "{error}"),
    }
}
