//! A kit for tests that set up positions and play from them.
//!
//! A [`Scene`] says what differs from an empty table; everything else (the other pieces in the village, hands, deck, stocks) is
//! filled in so that the numbers fit. [`Scene::start`] hands it to the engine, which checks it, and the [`Play`] that comes back speaks
//! in action texts.
//!
//! ```ignore
//! let mut play = Scene::late(3).pieces(0, &[("tin", 2)]).start();
//! play.all(&["take tin", "take tin", "from village"]);
//! assert_eq!(play.goods(0, "tin"), 2);
//! ```

use std::collections::BTreeMap;

use merx_engine::game::{IllegalAction, PositionError};
use merx_engine::registry::{AnySetup, AnyState, find_game};
use merx_engine::rng::{Rng, Stream};
use serde_json::{Map, Value as Json, json};

/// The goods of the standard edition, in the order of the table.
pub(crate) const GOODS: [&str; 7] = ["tin", "amber", "furs", "coral", "wine", "olive_oil", "glass"];
/// The numbers of players of the standard edition.
pub(crate) const PLAYERS: [usize; 3] = [2, 3, 4];
/// The standard edition, to be changed by tests of editions.
pub(crate) const STANDARD: &str = include_str!("../../../../seeds/celtic/standard.toml");

/// Celtic, standard edition.
pub(crate) fn standard(players: usize) -> Box<dyn AnySetup> {
    find_game("celtic").unwrap().setup("standard", players).unwrap()
}

/// Celtic with an edition given as TOML.
pub(crate) fn edition(toml: &str, players: usize) -> Box<dyn AnySetup> {
    find_game("celtic").unwrap().setup_from_toml(toml, players).unwrap_or_else(|error| panic!("{error}"))
}

/// The standard edition with these keys of `[setup]` replaced.
pub(crate) fn with_setup(rest: &str, players: usize) -> Box<dyn AnySetup> {
    edition(
        &format!("[edition]\ngame = \"celtic\"\nextends = \"standard\"\nname = \"own\"\n[setup]\n{rest}\n"),
        players,
    )
}

/// The standard edition with the last collection switched on (rules.md 5.3).
pub(crate) fn collecting(players: usize) -> Box<dyn AnySetup> {
    with_setup("final_collect = true", players)
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

/// The names of the spaces, in the order of the table.
pub(crate) fn spaces(setup: &dyn AnySetup) -> Vec<String> {
    let rows: Vec<(String, String, i64, i64)> =
        serde_json::from_value(setup.edition_contents()["board"]["spaces"].clone()).unwrap();
    rows.into_iter().map(|(name, ..)| name).collect()
}

/// The goal cards, as (value, places).
pub(crate) fn goal_cards(setup: &dyn AnySetup) -> Vec<(i64, Vec<String>)> {
    serde_json::from_value(setup.edition_contents()["goals"]["deck"].clone()).unwrap()
}

/// The number of the goal with this text.
pub(crate) fn goal_number(setup: &dyn AnySetup, goal: &str) -> i64 {
    let action = setup.string_to_action(&format!("fulfil {goal}")).unwrap_or_else(|error| panic!("{error}"));
    i64::from(setup.action_to_parts(action).unwrap().1.unwrap())
}

#[derive(Clone, Debug, Default)]
struct Seat {
    hand: Vec<i64>,
    fulfilled: Vec<i64>,
    goods: BTreeMap<String, i64>,
    pieces: BTreeMap<String, i64>,
}

/// A position under construction.
#[derive(Debug)]
pub(crate) struct Scene {
    setup: Box<dyn AnySetup>,
    seats: Vec<Seat>,
    turn: usize,
    phase: String,
    current: Option<usize>,
    journey: Json,
    taken: Json,
    top: Vec<i64>,
    patches: Vec<(String, Json)>,
}

impl Scene {
    /// The first window of seat 0 after many turns, standard edition, all pieces in the village.
    pub(crate) fn late(players: usize) -> Self {
        Self::of(standard(players))
    }

    /// The same of another edition.
    pub(crate) fn of(setup: Box<dyn AnySetup>) -> Self {
        let players = setup.players();
        Self {
            setup,
            seats: vec![Seat::default(); players],
            turn: 30 * players,
            phase: "before".to_owned(),
            current: None,
            journey: Json::Null,
            taken: Json::Null,
            top: Vec::new(),
            patches: Vec::new(),
        }
    }

    /// Whose turn it is, in the same round.
    pub(crate) fn active(mut self, seat: usize) -> Self {
        self.turn = self.turn / self.seats.len() * self.seats.len() + seat;
        self
    }

    /// The number of the turn.
    pub(crate) fn turn(mut self, turn: usize) -> Self {
        self.turn = turn;
        self
    }

    /// What is asked.
    pub(crate) fn phase(mut self, phase: &str) -> Self {
        phase.clone_into(&mut self.phase);
        self
    }

    /// Who is asked, if not the active player.
    pub(crate) fn current(mut self, seat: usize) -> Self {
        self.current = Some(seat);
        self
    }

    /// The move that is being made.
    pub(crate) fn journey(mut self, from: &str, to: Option<&str>) -> Self {
        self.journey = json!({ "from": from, "to": to });
        self
    }

    /// The good taken last.
    pub(crate) fn taken(mut self, good: &str) -> Self {
        self.taken = json!(good);
        self
    }

    /// Puts pieces of a seat on spaces; the others stay in the village.
    pub(crate) fn pieces(mut self, seat: usize, on: &[(&str, i64)]) -> Self {
        self.seats[seat].pieces = on.iter().map(|(space, count)| ((*space).to_owned(), *count)).collect();
        self
    }

    /// Gives a seat goods cards, from the stocks.
    pub(crate) fn goods(mut self, seat: usize, cards: &[(&str, i64)]) -> Self {
        self.seats[seat].goods = cards.iter().map(|(good, count)| ((*good).to_owned(), *count)).collect();
        self
    }

    /// Gives a seat one card of every kind but these.
    pub(crate) fn all_goods_but(self, seat: usize, missing: &[&str]) -> Self {
        let cards: Vec<(&str, i64)> =
            GOODS.into_iter().filter(|good| !missing.contains(good)).map(|g| (g, 1)).collect();
        self.goods(seat, &cards)
    }

    fn numbers_of(&self, goals: &[&str]) -> Vec<i64> {
        goals.iter().map(|goal| goal_number(&*self.setup, goal)).collect()
    }

    /// Gives a seat goals in hand; as many others as are wanting are filled in.
    pub(crate) fn hand(mut self, seat: usize, goals: &[&str]) -> Self {
        self.seats[seat].hand = self.numbers_of(goals);
        self
    }

    /// Goals that a seat has fulfilled.
    pub(crate) fn fulfilled(mut self, seat: usize, goals: &[&str]) -> Self {
        self.seats[seat].fulfilled = self.numbers_of(goals);
        self
    }

    /// The next cards of the deck.
    pub(crate) fn top(mut self, goals: &[&str]) -> Self {
        self.top = self.numbers_of(goals);
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
        let contents = self.setup.edition_contents();
        let number = |table: &str, key: &str| contents[table][key].as_i64().unwrap();
        let ended = self.phase == "end";
        let active = (!ended).then_some(self.turn % players);
        let named: Vec<i64> = self
            .seats
            .iter()
            .flat_map(|seat| seat.hand.iter().chain(&seat.fulfilled))
            .chain(&self.top)
            .copied()
            .collect();
        let mut free: Vec<i64> = (0..20).filter(|goal| !named.contains(goal)).collect();
        let mut stocks: BTreeMap<&str, i64> =
            GOODS.into_iter().map(|good| (good, number("goods", "cards_per_kind"))).collect();
        let (mut seats, order) = (Vec::new(), spaces(&*self.setup));
        for seat in &self.seats {
            let mut hand = seat.hand.clone();
            let wanted =
                number("setup", "goals_in_hand").min(number("setup", "goals_to_end") - seat.fulfilled.len() as i64);
            while (hand.len() as i64) < wanted {
                hand.push(free.pop().expect("there are cards enough"));
            }
            hand.sort_unstable();
            let mut fulfilled = seat.fulfilled.clone();
            fulfilled.sort_unstable();
            let mut goods = Map::new();
            for good in GOODS {
                let held = seat.goods.get(good).copied().unwrap_or(0);
                goods.insert(good.to_owned(), json!(held));
                *stocks.get_mut(good).unwrap() -= held;
            }
            let out: i64 = seat.pieces.iter().filter(|(space, _)| *space != "village").map(|(_, count)| count).sum();
            let mut pieces = Map::new();
            for space in &order {
                let count = match space.as_str() {
                    "village" => number("setup", "pieces") - out,
                    other => seat.pieces.get(other).copied().unwrap_or(0),
                };
                if count > 0 {
                    pieces.insert(space.clone(), json!(count));
                }
            }
            seats.push(json!({ "goals": hand, "fulfilled": fulfilled, "goods": goods, "pieces": pieces }));
        }
        let deck: Vec<i64> = self.top.iter().copied().chain(free).collect();
        let mut dict = json!({
            "game": "celtic", "edition": self.setup.edition_name(), "players": players, "active_player": active,
            "current_player": if ended { None } else { self.current.or(active) }, "phase": self.phase, "turn": self.turn,
            "journey": self.journey, "taken": self.taken,
            "stocks": GOODS.into_iter().map(|good| (good.to_owned(), json!(stocks[good]))).collect::<Map<_, _>>(),
            "deck": deck, "seats": seats,
        });
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

    /// Hands the position to the engine.
    pub(crate) fn try_start(&self) -> Result<Play, PositionError> {
        let state = self.setup.state_from_json(&self.dict())?;
        Ok(Play { setup: self.setup.clone_box(), state })
    }

    /// Hands the position to the engine, which must take it.
    pub(crate) fn start(&self) -> Play {
        self.try_start().unwrap_or_else(|error| panic!("{error}\n{}", self.dict()))
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

    /// Plays an action, if it is legal.
    pub(crate) fn try_play(&mut self, text: &str) -> Result<(), IllegalAction> {
        let action = self.setup.string_to_action(text).unwrap_or_else(|error| panic!("{error}"));
        self.state.apply_action(action)
    }

    /// The texts of the legal actions.
    pub(crate) fn legal(&self) -> Vec<String> {
        self.state.legal_actions().iter().map(|action| self.setup.action_to_string(action).unwrap()).collect()
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

    /// Moves one piece from the village next door, alone, and ends the turn.
    #[track_caller]
    pub(crate) fn pass(&mut self) -> &mut Self {
        self.all(&["from village", "to hounds"]);
        if self.phase() == "count" {
            self.play("move 1");
        }
        self.alone().play("end turn")
    }

    /// Nobody travels along.
    #[track_caller]
    pub(crate) fn alone(&mut self) -> &mut Self {
        while self.phase() == "along" {
            self.play("along 0");
        }
        self
    }

    /// The state dict.
    pub(crate) fn dict(&self) -> Json {
        self.state.to_json()
    }

    /// A value of the state dict, by its JSON pointer.
    pub(crate) fn at(&self, path: &str) -> Json {
        let dict = self.dict();
        dict.pointer(path).unwrap_or_else(|| panic!("{path} is in {dict}")).clone()
    }

    /// `phase`.
    pub(crate) fn phase(&self) -> String {
        self.at("/phase").as_str().unwrap().to_owned()
    }

    /// Pieces of a seat on a space.
    pub(crate) fn pieces(&self, seat: usize, space: &str) -> i64 {
        self.dict()["seats"][seat]["pieces"][space].as_i64().unwrap_or(0)
    }

    /// Cards of a good that a seat has.
    pub(crate) fn goods(&self, seat: usize, good: &str) -> i64 {
        self.at(&format!("/seats/{seat}/goods/{good}")).as_i64().unwrap()
    }

    /// Cards of a good in stock.
    pub(crate) fn stock(&self, good: &str) -> i64 {
        self.at(&format!("/stocks/{good}")).as_i64().unwrap()
    }

    /// The texts of the goals in a list of the dict, by its JSON pointer.
    pub(crate) fn goals(&self, path: &str) -> Vec<String> {
        let text = |goal: i64| self.setup.action_to_string(goal as u16).unwrap();
        numbers(&self.at(path)).into_iter().map(|goal| text(goal).replace("fulfil ", "")).collect()
    }
}

/// Checks that the legal actions are exactly these.
#[track_caller]
pub(crate) fn assert_legal(play: &Play, texts: &[&str]) {
    assert_eq!(play.legal(), texts, "\n{}", play.state.to_text());
}

/// Checks that `text` is refused with this clause of `rules.md`, and that the refusal changes nothing.
#[track_caller]
pub(crate) fn assert_illegal(play: &Play, text: &str, clause: &str) {
    assert!(!play.offers(text), "{text:?} is offered\n{}", play.state.to_text());
    let mut other = play.clone();
    match other.try_play(text) {
        Ok(()) => panic!("{text:?} was played\n{}", play.state.to_text()),
        Err(error) => {
            assert_eq!(error.rule, clause, "{error}");
            assert_eq!(error.action, text);
            assert!(!error.reason.is_empty());
        }
    }
    assert!(other.state.equals(&*play.state), "the refused {text:?} changed the state");
}

/// Many states of random games. Every second decision takes the first legal action, so that goals and goods are met.
pub(crate) fn random_states(setup: &dyn AnySetup, games: u64) -> impl Iterator<Item = Play> {
    let setup = setup.clone_box();
    (0..games).flat_map(move |seed| {
        let mut rng = Rng::for_stream(seed, Stream::Playout);
        let mut play = Play::deal(setup.clone_box(), seed);
        let mut over = false;
        std::iter::from_fn(move || {
            let now = (!over).then(|| play.clone());
            let legal = play.state.legal_actions();
            over = legal.is_empty();
            let rank = rng.below(legal.len());
            let first = rng.below(2) == 0 && legal.contains_below(27);
            if let Some(action) = legal.nth(if first { 0 } else { rank }) {
                play.state.apply_action(action).unwrap();
            }
            now
        })
    })
}

/// Whether a set of actions holds one below a bound.
trait ContainsBelow {
    fn contains_below(&self, bound: u16) -> bool;
}

impl ContainsBelow for merx_engine::actions::ActionSet {
    fn contains_below(&self, bound: u16) -> bool {
        self.iter().next().is_some_and(|first| first < bound)
    }
}
