//! A kit for tests that set up positions and play from them.
//!
//! A [`Scene`] is a position under construction: the state dict of a dealt game, to be changed by naming what should lie
//! where. [`Scene::start`] hands it to the engine, which checks it, and the [`Play`] that comes back speaks in action texts.
//! Positions late in a game are played to ([`Play::until`]), not invented, since the engine refuses what could not arise.
//!
//! ```ignore
//! let mut play = Scene::new(3).cash(0, 100).price("silk", 19).start();
//! play.all(&["buy silk", "buy silk", "buy silk"]);
//! assert_eq!(play.cash(0), 100 - 63);
//! ```

use merx_engine::game::{Action, IllegalAction, PositionError};
use merx_engine::registry::{AnySetup, AnyState, find_game};
use merx_engine::rng::{Rng, Stream};
use serde_json::{Value as Json, json};

/// The chambers of the standard edition.
pub(crate) const SHARES: [&str; 6] = ["amsterdam", "hoorn", "delft", "rotterdam", "enkhuizen", "middelburg"];
/// The goods of the standard edition.
pub(crate) const GOODS: [&str; 6] = ["silk", "coffee", "porcelain", "copper", "spices", "tea"];
/// The special cards, in the order of the state dict.
pub(crate) const SPECIAL: [&str; 3] = ["black_market", "dividend", "news"];
/// The numbers of players of the standard edition.
pub(crate) const PLAYERS: [usize; 3] = [3, 4, 5];
/// The prices of the lanes as printed in `seeds/mercurius/standard.toml`.
pub(crate) const PRICES: [i64; 20] = [5, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 20, 20];
/// The dividends under them.
pub(crate) const DIVIDENDS: [i64; 20] = [2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 7];
/// The standard edition, to be changed by tests of editions.
pub(crate) const STANDARD: &str = include_str!("../../../../seeds/mercurius/standard.toml");

/// All twelve items, shares before goods.
pub(crate) fn items() -> impl Iterator<Item = &'static str> {
    SHARES.into_iter().chain(GOODS)
}

/// Mercurius, standard edition.
pub(crate) fn standard(players: usize) -> Box<dyn AnySetup> {
    find_game("mercurius").unwrap().setup("standard", players).unwrap()
}

/// Mercurius with an edition given as TOML.
pub(crate) fn edition(toml: &str, players: usize) -> Box<dyn AnySetup> {
    find_game("mercurius").unwrap().setup_from_toml(toml, players).unwrap_or_else(|error| panic!("{error}"))
}

/// The standard edition with every `(old, new)` replaced; each `old` must occur.
pub(crate) fn standard_with(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(STANDARD.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old:?} is not in standard.toml");
        text.replace(old, new)
    })
}

/// The numbers of a list of the state dict.
pub(crate) fn numbers(list: &Json) -> Vec<i64> {
    list.as_array().unwrap().iter().filter_map(Json::as_i64).collect()
}

/// A position under construction.
#[derive(Debug)]
pub(crate) struct Scene {
    setup: Box<dyn AnySetup>,
    dict: Json,
}

impl Scene {
    /// The deal of seed 7, standard edition.
    pub(crate) fn new(players: usize) -> Self {
        Self::of(&Play::deal(standard(players), 7))
    }

    /// The position `play` has come to.
    pub(crate) fn of(play: &Play) -> Self {
        Self { setup: play.setup.clone_box(), dict: play.dict() }
    }

    /// A game of seed 7 that was played quietly until `seat` is asked for its finance in `round`.
    pub(crate) fn at(players: usize, round: i64, seat: usize) -> Self {
        Self::of(Play::deal(standard(players), 7).until(round, seat))
    }

    /// Sets a seat's cash.
    pub(crate) fn cash(mut self, seat: usize, guilders: i64) -> Self {
        self.dict["seats"][seat]["cash"] = json!(guilders);
        self
    }

    /// Sets how many tokens of `item` a seat holds; the bank gives or takes the difference.
    pub(crate) fn tokens(self, seat: usize, item: &str, count: i64) -> Self {
        self.held("tokens", seat, item, count)
    }

    /// Sets how many tokens of `item` lie on a seat's Black Market, taken from the bank; the special card is played.
    pub(crate) fn laid(mut self, seat: usize, item: &str, count: i64) -> Self {
        let left: Vec<String> = self.special_of(seat).into_iter().filter(|card| card != "black_market").collect();
        self.dict["seats"][seat]["special"] = json!(left);
        self.held("black_market", seat, item, count)
    }

    fn held(mut self, place: &str, seat: usize, item: &str, count: i64) -> Self {
        let before = self.dict["seats"][seat][place][item].as_i64().unwrap();
        let bank = self.dict["bank"][item].as_i64().unwrap();
        self.dict["seats"][seat][place][item] = json!(count);
        self.dict["bank"][item] = json!(bank + before - count);
        self
    }

    /// Puts the marker of `item` on a column.
    pub(crate) fn column(mut self, item: &str, column: i64) -> Self {
        self.dict["columns"][item] = json!(column);
        self
    }

    /// Puts the marker of `item` on the first column with this price.
    pub(crate) fn price(self, item: &str, price: i64) -> Self {
        let column = PRICES.iter().position(|other| *other == price).unwrap();
        self.column(item, column as i64)
    }

    /// Puts every marker on a column.
    pub(crate) fn all_columns(self, column: i64) -> Self {
        items().fold(self, |scene, item| scene.column(item, column))
    }

    /// Leaves a seat only these special cards.
    pub(crate) fn special(mut self, seat: usize, cards: &[&str]) -> Self {
        self.dict["seats"][seat]["special"] = json!(cards);
        self
    }

    fn special_of(&self, seat: usize) -> Vec<String> {
        serde_json::from_value(self.dict["seats"][seat]["special"].clone()).unwrap()
    }

    /// Gives a seat these cards, in exchange for as many others of its hand.
    pub(crate) fn hand(self, seat: usize, cards: &[&str]) -> Self {
        let wanted: Vec<i64> = cards.iter().map(|card| card_number(&*self.setup, card)).collect();
        let mut scene = self;
        for card in &wanted {
            let hand = numbers(&scene.dict["seats"][seat]["hand"]);
            if !hand.contains(card) {
                let other = hand.into_iter().find(|other| !wanted.contains(other)).expect("the hand has room");
                scene.swap(*card, other);
            }
        }
        scene
    }

    /// Puts these cards on top of a deck (`main_deck` or `backup_deck`), in exchange for those that lie there.
    pub(crate) fn deck(mut self, deck: &str, cards: &[&str]) -> Self {
        for (i, card) in cards.iter().enumerate() {
            let there = numbers(&self.dict[deck])[i];
            let wanted = card_number(&*self.setup, card);
            self.swap(wanted, there);
        }
        self
    }

    /// Puts price-change cards on a seat's board, from the leftmost space; `""` keeps what lies there.
    pub(crate) fn board(mut self, seat: usize, cards: &[&str]) -> Self {
        for (i, card) in cards.iter().enumerate().filter(|(_, card)| !card.is_empty()) {
            let there = self.dict["seats"][seat]["board"][i].as_i64().expect("a price-change card lies there");
            let wanted = card_number(&*self.setup, card);
            self.swap(wanted, there);
        }
        self
    }

    /// Exchanges two cards, wherever they are.
    pub(crate) fn swap(&mut self, one: i64, two: i64) {
        let exchange = |list: &mut Json, sorted: bool| {
            let cards = list.as_array_mut().unwrap();
            for card in cards.iter_mut() {
                match card.as_i64() {
                    Some(number) if number == one => *card = json!(two),
                    Some(number) if number == two => *card = json!(one),
                    _ => {}
                }
            }
            if sorted {
                cards.sort_by_key(Json::as_i64);
            }
        };
        for (place, sorted) in [("main_deck", false), ("backup_deck", false), ("gone", true)] {
            exchange(&mut self.dict[place], sorted);
        }
        for seat in self.dict["seats"].as_array_mut().unwrap() {
            for (place, sorted) in [("hand", true), ("board", false), ("discarded", true)] {
                exchange(&mut seat[place], sorted);
            }
        }
    }

    /// Changes the dict in any other way; `path` is a JSON pointer.
    pub(crate) fn set(mut self, path: &str, value: Json) -> Self {
        *self.dict.pointer_mut(path).unwrap_or_else(|| panic!("{path} is in the dict")) = value;
        self
    }

    /// The dict as it is now.
    pub(crate) fn dict(&self) -> &Json {
        &self.dict
    }

    /// Hands the position to the engine.
    pub(crate) fn try_start(&self) -> Result<Play, PositionError> {
        let state = self.setup.state_from_json(&self.dict)?;
        Ok(Play { setup: self.setup.clone_box(), state })
    }

    /// Hands the position to the engine, which must take it.
    pub(crate) fn start(&self) -> Play {
        self.try_start().unwrap_or_else(|error| panic!("{error}\n{}", self.dict))
    }
}

/// A running game, read through its state dict.
#[derive(Debug)]
pub(crate) struct Play {
    /// Its edition and number of players.
    pub(crate) setup: Box<dyn AnySetup>,
    /// Where it has come to.
    pub(crate) state: Box<dyn AnyState>,
}

impl Clone for Play {
    fn clone(&self) -> Self {
        Self { setup: self.setup.clone_box(), state: self.state.clone_box() }
    }
}

impl Play {
    /// The start position of a seed.
    pub(crate) fn deal(setup: Box<dyn AnySetup>, seed: u64) -> Self {
        let state = setup.new_initial_state(seed);
        Self { setup, state }
    }

    /// Plays an action, which must be legal.
    pub(crate) fn play(&mut self, text: &str) -> &mut Self {
        if let Err(error) = self.try_play(text) {
            panic!("{error}; legal are {:?}\n{}", self.legal(), self.state.to_text());
        }
        self
    }

    /// Plays actions in order.
    pub(crate) fn all(&mut self, texts: &[&str]) -> &mut Self {
        for text in texts {
            self.play(text);
        }
        self
    }

    /// Plays an action, if it is legal.
    pub(crate) fn try_play(&mut self, text: &str) -> Result<(), IllegalAction> {
        let action = self.setup.string_to_action(text).unwrap_or_else(|error| panic!("{error}"));
        self.state.apply_action(action)
    }

    /// The texts of the legal actions.
    pub(crate) fn legal(&self) -> Vec<String> {
        self.state.legal_actions().iter().map(|action| self.text(action)).collect()
    }

    /// The legal actions whose text begins with `verb`, without it.
    pub(crate) fn legal_after(&self, verb: &str) -> Vec<String> {
        let rest = |text: String| text.strip_prefix(verb)?.strip_prefix(' ').map(str::to_owned);
        self.legal().into_iter().filter_map(rest).collect()
    }

    /// Whether the action is legal.
    pub(crate) fn offers(&self, text: &str) -> bool {
        self.legal().iter().any(|legal| legal == text)
    }

    /// The text of an action.
    pub(crate) fn text(&self, action: Action) -> String {
        self.setup.action_to_string(action).unwrap()
    }

    /// Makes the plainest decision: ends what can be ended, or plays the first card of the hand.
    pub(crate) fn quiet(&mut self) -> &mut Self {
        let legal = self.legal();
        let end = legal.iter().find(|text| text.starts_with("end "));
        let text = end.or_else(|| legal.iter().find(|text| text.starts_with("play "))).expect("a way to go on").clone();
        self.play(&text)
    }

    /// Plays the turn quietly to its end.
    pub(crate) fn end_turn(&mut self) -> &mut Self {
        let turn = (self.round(), self.seat());
        while (self.round(), self.seat()) == turn {
            self.quiet();
        }
        self
    }

    /// Plays quietly until `seat` begins its turn in `round`.
    pub(crate) fn until(&mut self, round: i64, seat: usize) -> &mut Self {
        while (self.round(), self.seat()) != (round, Some(seat)) {
            assert!(!self.state.is_terminal(), "the game ends before round {round}");
            self.quiet();
        }
        self
    }

    /// Plays quietly until the game is over.
    pub(crate) fn finish(&mut self) -> &mut Self {
        while !self.state.is_terminal() {
            self.quiet();
        }
        self
    }

    /// Makes random decisions.
    pub(crate) fn random(&mut self, rng: &mut Rng, decisions: usize) -> &mut Self {
        for _ in 0..decisions {
            let legal = self.state.legal_actions();
            let Some(action) = legal.nth(rng.below(legal.len())) else { break };
            self.state.apply_action(action).unwrap();
        }
        self
    }

    /// The state dict.
    pub(crate) fn dict(&self) -> Json {
        self.state.to_json()
    }

    /// A number of the state dict, by its JSON pointer.
    pub(crate) fn number(&self, path: &str) -> i64 {
        let dict = self.dict();
        let value = dict.pointer(path).unwrap_or_else(|| panic!("{path} is in {dict}"));
        value.as_i64().unwrap_or_else(|| panic!("{path} is {value}"))
    }

    /// `phase`.
    pub(crate) fn phase(&self) -> String {
        self.dict()["phase"].as_str().unwrap().to_owned()
    }

    /// `round`.
    pub(crate) fn round(&self) -> i64 {
        self.number("/round")
    }

    /// Whose turn it is.
    pub(crate) fn seat(&self) -> Option<usize> {
        self.state.active_player()
    }

    /// A seat's cash.
    pub(crate) fn cash(&self, seat: usize) -> i64 {
        self.number(&format!("/seats/{seat}/cash"))
    }

    /// A seat's tokens of an item.
    pub(crate) fn tokens(&self, seat: usize, item: &str) -> i64 {
        self.number(&format!("/seats/{seat}/tokens/{item}"))
    }

    /// A seat's tokens of an item on Black Market.
    pub(crate) fn laid(&self, seat: usize, item: &str) -> i64 {
        self.number(&format!("/seats/{seat}/black_market/{item}"))
    }

    /// The bank's tokens of an item.
    pub(crate) fn bank(&self, item: &str) -> i64 {
        self.number(&format!("/bank/{item}"))
    }

    /// The column of an item's marker.
    pub(crate) fn column(&self, item: &str) -> i64 {
        self.number(&format!("/columns/{item}"))
    }

    /// A list of the dict, as numbers, by its JSON pointer.
    pub(crate) fn list(&self, path: &str) -> Vec<i64> {
        numbers(self.dict().pointer(path).unwrap_or_else(|| panic!("{path} is in the dict")))
    }

    /// A seat's hand.
    pub(crate) fn hand(&self, seat: usize) -> Vec<i64> {
        self.list(&format!("/seats/{seat}/hand"))
    }

    /// A seat's board.
    pub(crate) fn board(&self, seat: usize) -> Json {
        self.dict()["seats"][seat]["board"].clone()
    }

    /// The number of a card.
    pub(crate) fn card(&self, name: &str) -> i64 {
        card_number(&*self.setup, name)
    }
}

/// The number of the card with this name.
pub(crate) fn card_number(setup: &dyn AnySetup, name: &str) -> i64 {
    let action = setup.string_to_action(&format!("play {name}")).unwrap_or_else(|error| panic!("{error}"));
    let (_, card) = setup.action_to_parts(action).unwrap();
    i64::from(card.expect("a price-change card"))
}

/// Checks that the legal actions are exactly these.
#[track_caller]
pub(crate) fn assert_legal(play: &Play, texts: &[&str]) {
    assert_eq!(play.legal(), texts, "\n{}", play.state.to_text());
}

/// Checks that `text` is refused with this clause of `rules.md` or the section it stands in (`3.2` for `3.2.1`), and that the
/// refusal changes nothing.
#[track_caller]
pub(crate) fn assert_illegal(play: &Play, text: &str, clause: &str) {
    assert!(!play.offers(text), "{text:?} is offered\n{}", play.state.to_text());
    let mut other = play.clone();
    match other.try_play(text) {
        Ok(()) => panic!("{text:?} was played\n{}", play.state.to_text()),
        Err(error) => {
            let section = clause.strip_prefix(error.rule).is_some_and(|rest| rest.starts_with('.'));
            assert!(error.rule == clause || section, "expected {clause}: {error}");
            assert_eq!(error.action, text);
            assert!(!error.reason.is_empty());
            assert!(error.to_string().ends_with(&format!("(rules.md {})", error.rule)), "{error}");
        }
    }
    assert!(other.state.equals(&*play.state), "the refused {text:?} changed the state");
    assert_eq!(other.dict(), play.dict());
}

/// Many states of random games, each with the game's number of decisions so far.
pub(crate) fn random_states(players: usize, games: u64) -> impl Iterator<Item = Play> {
    (0..games).flat_map(move |seed| {
        let mut rng = Rng::for_stream(seed, Stream::Playout);
        let mut play = Play::deal(standard(players), seed);
        let mut over = false;
        std::iter::from_fn(move || {
            let now = (!over).then(|| play.clone());
            over = play.state.is_terminal();
            play.random(&mut rng, 1);
            now
        })
    })
}
