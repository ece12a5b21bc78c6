//! Merkator: Hamburg supplies both sides of the Thirty Years' War. The rules are in `seeds/merkator/rules.md`.
//!
//! [`state`] holds what is known and to whom, [`rules`] what may be done and what follows, [`edition`] the cards, the map and the
//! numbers. Everything else is a way to look at these: [`actions`] as ids and texts, [`score`] as points, [`observe`] as a
//! player, [`position`] as plain data, [`text`] as a table, [`evaluate`] as a bot.

pub mod actions;
pub mod edition;
pub mod evaluate;
pub mod observe;
pub mod position;
pub mod rules;
pub mod score;
pub mod sets;
pub mod state;
pub mod text;

use crate::edition::{EditionError, Tables};
use crate::game::{Action, ActionSet, Game, ParseActionError, PerPlayer, Player, PositionError, Standing};
use crate::rng::Rng;

pub use actions::Move;
pub use observe::Observation;
pub use state::State;

/// Most players.
pub const PLAYERS: usize = 5;
/// Goods, two of each colour (rules.md 1.1).
pub const GOODS: usize = 16;
/// Colours of cubes, each with a major place (1.1).
pub const COLOURS: usize = 8;
/// Places, major and minor.
pub const PLACES: usize = 12;
/// Columns of the office.
pub const COLUMNS: usize = 6;
/// Contracts, the Peace of Westphalia among them (2.4).
pub const CONTRACTS: usize = 78;
/// The number of the Peace of Westphalia.
pub const PEACE: sets::Contract = 77;
/// Stacks of contracts: one for each value from 3 to 10, and that of the Peace of Westphalia.
pub const STACKS: usize = 9;
/// Bonus cards.
pub const BONUS: usize = 16;
/// Buildings.
pub const BUILDINGS: usize = 26;
/// Time markers (2.2).
pub const MARKERS: usize = 42;
/// Kinds of time markers: for each column one with one letter, and one with two.
pub const MARKER_KINDS: usize = 2 * COLUMNS;
/// The most cubes that lie on a place (1.1).
pub const MOST_CUBES: u8 = 40;

/// An edition of Merkator.
pub type Edition = crate::edition::Edition<Merkator>;

/// The game of Merkator.
#[derive(Clone, Copy, Debug)]
pub struct Merkator;

impl Game for Merkator {
    const NAME: &'static str = "merkator";
    const RULES_VERSION: u32 = 1;
    const RULES: &'static str = include_str!("../../../../seeds/merkator/rules.md");
    const EDITIONS: &'static [(&'static str, &'static str)] = &[
        ("standard", include_str!("../../../../seeds/merkator/standard.toml")),
        ("published", include_str!("../../../../seeds/merkator/published.toml")),
    ];
    const NUM_ACTIONS: Action = actions::id::COUNT;
    const DECISIVE_LEAD: f64 = 10.0;

    type Tables = edition::Tables;
    type State = State;
    type Observation = Observation;
    type Move = Move;

    fn read_tables(tables: &mut Tables) -> Result<Self::Tables, EditionError> {
        edition::Tables::read(tables)
    }

    fn max_game_length(edition: &Edition, players: usize) -> usize {
        // In a turn each contract is fulfilled once at most, whoever holds it, with an exchange for each of its goods. Besides: end
        // investing, go, store, every other player's joining, and everybody's end of fulfilling.
        let goods = |contract: &edition::ContractCard| usize::from(contract.size);
        let fulfilling: usize = edition.contracts.iter().filter(|card| card.size > 0).map(|card| 1 + goods(card)).sum();
        let turn = 3 + (players - 1) + players + fulfilling;
        // In a game each card is bought once, each contract sold once, each cube of the tiles unloaded once, and each row emptied once.
        let tiles = players * COLOURS * usize::from(edition.supply_tile);
        let rows = edition.rows(players) * (1 + 2 * players);
        edition.turns(players) * turn + CONTRACTS + BONUS + BUILDINGS + tiles + rows
    }

    fn action_to_string(edition: &Edition, action: Action) -> Option<String> {
        actions::to_text(edition, action)
    }

    fn string_to_action(edition: &Edition, text: &str) -> Result<Action, ParseActionError> {
        actions::from_text(edition, text)
    }
}

impl crate::game::State for State {
    type Game = Merkator;
    type Position = position::Position;

    fn new_initial(edition: &'static Edition, players: usize, rng: &mut Rng) -> Self {
        rules::deal(edition, players, rng)
    }

    fn edition(&self) -> &'static Edition {
        self.edition
    }

    fn num_players(&self) -> usize {
        self.table.num_players()
    }

    #[inline]
    fn current_player(&self) -> Option<Player> {
        self.table.current_player()
    }

    #[inline]
    fn active_player(&self) -> Option<Player> {
        self.table.active_player()
    }

    #[inline]
    fn turn(&self) -> u32 {
        self.table.turn.into()
    }

    #[inline]
    fn legal_actions(&self) -> ActionSet {
        rules::legal_actions(&self.view())
    }

    #[inline]
    fn apply_trusted(&mut self, action: Action) {
        rules::apply(self, action);
    }

    fn why_illegal(&self, action: Action) -> (String, &'static str) {
        rules::why_illegal(&self.view(), action)
    }

    fn scores(&self) -> PerPlayer<i32> {
        (0..self.num_players()).map(|player| score::score(&self.view(), player)).collect()
    }

    /// Most points, then more coins, then more time markers (rules.md 5.2).
    fn standings(&self) -> PerPlayer<Standing> {
        let standing = |player: Player| {
            let seat = &self.table.seats[player];
            [score::score(&self.view(), player), seat.coins.into(), seat.time.into()]
        };
        (0..self.num_players()).map(standing).collect()
    }

    fn state_hash(&self) -> u64 {
        self.hash()
    }

    fn observation(&self, player: Player) -> Observation {
        Observation::of(self, player)
    }

    fn evaluate(&self, player: Player) -> f64 {
        evaluate::evaluate(&self.view(), player)
    }

    fn to_position(&self) -> position::Position {
        position::of_state(self)
    }

    fn from_position(edition: &'static Edition, position: &position::Position) -> Result<Self, PositionError> {
        position::to_state(edition, position)
    }

    fn to_text(&self) -> String {
        text::state(self)
    }
}
