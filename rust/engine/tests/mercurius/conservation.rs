//! Random walks: nothing is lost, nothing appears, and money changes as the rules say and not otherwise.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use merx_engine::rng::{Rng, Stream};

use crate::support::{DIVIDENDS, PRICES, Play, items, numbers, standard};

/// Where each card is, by its number.
fn cards(dict: &Json) -> Vec<i64> {
    let seats = dict["seats"].as_array().unwrap();
    let of_seats = seats.iter().flat_map(|seat| ["hand", "board", "discarded"].map(|place| numbers(&seat[place])));
    let of_table = ["main_deck", "backup_deck", "gone"].map(|place| numbers(&dict[place]));
    let mut all: Vec<i64> = of_seats.chain(of_table).flatten().collect();
    all.sort_unstable();
    all
}

/// All tokens of an item, wherever they are.
fn tokens(dict: &Json, item: &str) -> i64 {
    let of_seat = |seat: &Json| seat["tokens"][item].as_i64().unwrap() + seat["black_market"][item].as_i64().unwrap();
    dict["bank"][item].as_i64().unwrap() + dict["seats"].as_array().unwrap().iter().map(of_seat).sum::<i64>()
}

/// The part of the position that trades, dividends, sales and prices touch, and what one decision does to it by the
/// words of `rules.md`. It knows nothing of which cards are in which hand.
#[derive(Clone, Debug, PartialEq)]
struct Ledger {
    cash: Vec<i64>,
    tokens: Vec<BTreeMap<String, i64>>,
    laid: Vec<BTreeMap<String, i64>>,
    bank: BTreeMap<String, i64>,
    columns: BTreeMap<String, i64>,
    boards: Vec<Vec<Json>>,
    special: Vec<Vec<String>>,
}

fn read<T: serde::de::DeserializeOwned>(value: &Json) -> T {
    serde_json::from_value(value.clone()).unwrap()
}

impl Ledger {
    fn of(dict: &Json) -> Self {
        let seats = dict["seats"].as_array().unwrap();
        Self {
            cash: seats.iter().map(|seat| read(&seat["cash"])).collect(),
            tokens: seats.iter().map(|seat| read(&seat["tokens"])).collect(),
            laid: seats.iter().map(|seat| read(&seat["black_market"])).collect(),
            bank: read(&dict["bank"]),
            columns: read(&dict["columns"]),
            boards: seats.iter().map(|seat| read(&seat["board"])).collect(),
            special: seats.iter().map(|seat| read(&seat["special"])).collect(),
        }
    }

    fn price(&self, item: &str) -> i64 {
        PRICES[self.columns[item] as usize]
    }

    fn spend_special(&mut self, seat: usize, card: &str) {
        self.special[seat].retain(|other| other != card);
    }

    /// Does what the action says; `trades` are this turn's before it, and `deck` the edition's cards.
    fn apply(&mut self, seat: usize, text: &str, trades: &[String], next: Option<usize>, deck: &[Card]) {
        let (verb, argument) = text.split_once(' ').unwrap();
        let before = trades.iter().filter(|trade| *trade == text).count() as i64;
        let count = |map: &mut BTreeMap<String, i64>, change: i64| *map.get_mut(argument).unwrap() += change;
        match (verb, argument) {
            ("sell", item) => {
                self.cash[seat] += self.price(item) - 2 * before;
                count(&mut self.tokens[seat], -1);
                count(&mut self.bank, 1);
            }
            ("buy", item) => {
                self.cash[seat] -= self.price(item) + 2 * before;
                count(&mut self.tokens[seat], 1);
                count(&mut self.bank, -1);
            }
            ("lay", _) => {
                count(&mut self.tokens[seat], -1);
                count(&mut self.laid[seat], 1);
                self.spend_special(seat, "black_market");
            }
            ("dividend", chamber) => {
                for (owner, cash) in self.cash.iter_mut().enumerate() {
                    let shares = self.tokens[owner][chamber] + self.laid[owner][chamber];
                    *cash += shares * DIVIDENDS[self.columns[chamber] as usize];
                }
                self.spend_special(seat, "dividend");
            }
            ("play", "news") => {
                self.boards[seat][0] = json!("news");
                self.spend_special(seat, "news");
            }
            ("play", name) => {
                let number = deck.iter().position(|card| card.name() == name).unwrap();
                self.boards[seat][0] = json!(number);
            }
            _ => {}
        }
        if next != Some(seat) {
            self.end_turn(seat, next, deck);
        }
    }

    /// Prices, slide, and the next player's sale.
    fn end_turn(&mut self, seat: usize, next: Option<usize>, deck: &[Card]) {
        for card in self.boards[seat].iter().filter_map(Json::as_u64) {
            let Card(share, share_step, good, good_step) = &deck[card as usize];
            for (item, step) in [(share, *share_step), (good, 2 * good_step)] {
                let column = self.columns.get_mut(item).unwrap();
                *column = (*column + step).clamp(0, 19);
            }
        }
        self.boards[seat].rotate_right(1);
        self.boards[seat][0] = Json::Null;
        if let Some(next) = next {
            for item in items() {
                let count = std::mem::take(self.laid[next].get_mut(item).unwrap());
                self.cash[next] += count * self.price(item);
                *self.bank.get_mut(item).unwrap() += count;
            }
        }
    }
}

/// A card of the edition: share, direction, good, direction.
#[derive(Clone, Debug, serde::Deserialize)]
struct Card(String, i64, String, i64);

impl Card {
    fn name(&self) -> String {
        let sign = |step: i64| if step > 0 { '+' } else { '-' };
        format!("{}{}{}{}", self.0, sign(self.1), self.2, sign(self.3))
    }
}

/// Walks a random game and hands every decision to `check`: the dict before, the seat, the text, the game after.
fn walk(players: usize, seed: u64, mut check: impl FnMut(&Json, usize, &str, &Play)) {
    let mut rng = Rng::for_stream(seed, Stream::Playout);
    let mut play = Play::deal(standard(players), seed);
    while let Some(seat) = play.state.current_player() {
        let before = play.dict();
        let legal = play.state.legal_actions();
        let action = legal.nth(rng.below(legal.len())).unwrap();
        play.state.apply_action(action).unwrap();
        check(&before, seat, &play.text(action), &play);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_card_is_in_one_place(players in 3_usize..=5, seed: u64) {
        let all: Vec<i64> = (0..72).collect();
        walk(players, seed, |_, _, text, play| assert_eq!(cards(&play.dict()), all, "after {text}"));
    }

    #[test]
    fn every_item_keeps_its_number_of_tokens(players in 3_usize..=5, seed: u64) {
        let supply = [5, 7, 9][players - 3];
        walk(players, seed, |_, _, text, play| {
            let dict = play.dict();
            for item in items() {
                assert_eq!(tokens(&dict, item), supply, "{item} after {text}");
            }
        });
    }

    #[test]
    fn nobody_is_ever_in_debt(players in 3_usize..=5, seed: u64) {
        walk(players, seed, |_, _, text, play| {
            let dict = play.dict();
            assert!((0..players).all(|seat| dict["seats"][seat]["cash"].as_i64().unwrap() >= 0), "after {text}");
        });
    }

    #[test]
    fn money_tokens_and_markers_change_as_the_rules_say_and_not_otherwise(players in 3_usize..=5, seed: u64) {
        let deck: Vec<Card> = read(&standard(players).edition_contents()["cards"]["deck"]);
        walk(players, seed, |before, seat, text, play| {
            let mut ledger = Ledger::of(before);
            let trades: Vec<String> = read(&before["trades"]);
            ledger.apply(seat, text, &trades, play.state.active_player(), &deck);
            assert_eq!(ledger, Ledger::of(&play.dict()), "after {text} from {before}");
        });
    }

    #[test]
    fn the_number_of_cards_in_each_place_follows_from_the_turns(players in 3_usize..=5, seed: u64) {
        walk(players, seed, |_, _, text, play| {
            let dict = play.dict();
            for seat in dict["seats"].as_array().unwrap() {
                assert!(seat["hand"].as_array().unwrap().len() <= 5, "after {text}");
                assert_eq!(seat["board"].as_array().unwrap().len(), 3);
                assert!(numbers(&seat["hand"]).is_sorted() && numbers(&seat["discarded"]).is_sorted());
            }
        });
    }
}
