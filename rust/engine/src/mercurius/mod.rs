//! Mercurius: shares and goods of the Dutch East India Company. The rules are in `seeds/mercurius/rules.md`.
//!
//! [`state`] holds what is known and to whom, [`rules`] what may be done and what follows, [`edition`] the numbers.
//! Everything else is a way to look at these: [`actions`] as ids and texts, [`observe`] as a player, [`position`] as plain
//! data, [`text`] as a table, [`evaluate`] as a bot.

pub mod actions;
pub mod cards;
pub mod edition;
pub mod evaluate;
pub mod items;
pub mod observe;
pub mod position;
pub mod rules;
pub mod state;
pub mod text;

use crate::edition::{EditionError, Tables};
use crate::game::{Action, ActionSet, Game, ParseActionError, PerPlayer, Player, PositionError, Standing};
use crate::hash::StableHasher;
use crate::rng::Rng;

pub use actions::Move;
pub use observe::Observation;
pub use state::State;

/// Most players.
pub const PLAYERS: usize = 5;
/// Chambers, each with a share.
pub const CHAMBERS: usize = 6;
/// Goods.
pub const GOODS: usize = 6;
/// Shares and goods (rules.md 1.1). Items 0 to 5 are the shares.
pub const ITEMS: usize = CHAMBERS + GOODS;
/// Columns of the price row.
pub const COLUMNS: usize = 20;
/// Price-change cards (2.1).
pub const CARDS: usize = 72;
/// The most spaces a player board can have.
pub const MAX_SPACES: usize = 3;
/// The most transactions a turn can have.
pub const MAX_TRANSACTIONS: usize = 6;

/// An edition of Mercurius.
pub type Edition = crate::edition::Edition<Mercurius>;

/// The game of Mercurius.
#[derive(Clone, Copy, Debug)]
pub struct Mercurius;

impl Game for Mercurius {
    const NAME: &'static str = "mercurius";
    const RULES_VERSION: u32 = 1;
    const RULES: &'static str = include_str!("../../../../seeds/mercurius/rules.md");
    const EDITIONS: &'static [(&'static str, &'static str)] =
        &[("standard", include_str!("../../../../seeds/mercurius/standard.toml"))];
    const NUM_ACTIONS: Action = actions::id::COUNT;
    const DECISIVE_LEAD: f64 = 20.0;

    type Tables = edition::Tables;
    type State = State;
    type Observation = Observation;
    type Move = Move;

    fn read_tables(tables: &mut Tables) -> Result<Self::Tables, EditionError> {
        edition::Tables::read(tables)
    }

    fn max_game_length(edition: &Edition, players: usize) -> usize {
        // The main deck loses a card a turn, but for one News without a discard of each player (3.4.1).
        let drawing = (edition.main_deck(players) + players).div_ceil(players);
        let turns = (drawing + usize::from(edition.final_rounds)) * players;
        let first_phase = edition.transactions.max(usize::from(edition.black_market));
        turns * (first_phase + 1) + players * usize::from(edition.news_discards)
    }

    fn action_to_string(edition: &Edition, action: Action) -> Option<String> {
        actions::to_text(edition, action)
    }

    /// How many cards are discarded with News is open, which ones is not (rules.md 4).
    fn action_to_open_string(edition: &Edition, action: Action) -> Option<String> {
        match crate::game::Move::from_action(action)? {
            Move::Discard(_) => Some("discard ...".to_owned()),
            _ => actions::to_text(edition, action),
        }
    }

    fn string_to_action(edition: &Edition, text: &str) -> Result<Action, ParseActionError> {
        actions::from_text(edition, text)
    }
}

impl crate::game::State for State {
    type Game = Mercurius;
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
        self.table.current_player()
    }

    #[inline]
    fn turn(&self) -> u32 {
        u32::from(self.table.round) * u32::from(self.table.players) + u32::from(self.table.active)
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
        (0..self.num_players()).map(|player| rules::score(&self.table, player)).collect()
    }

    /// Most guilders wins, nothing breaks a tie (rules.md 5.3, 5.4).
    fn standings(&self) -> PerPlayer<Standing> {
        self.scores().into_iter().map(|score| [score, 0, 0]).collect()
    }

    fn state_hash(&self) -> u64 {
        let mut hasher = StableHasher::default();
        self.table.add_to(&mut hasher);
        hasher.add_bytes(self.main_deck());
        hasher.add_bytes(self.backup_deck());
        for player in 0..self.num_players() {
            for cards in [self.hidden.hands[player], self.hidden.discarded[player]] {
                cards.add_to(&mut hasher);
            }
        }
        hasher.finish()
    }

    fn observation(&self, player: Player) -> Observation {
        Observation::of(self, player)
    }

    fn evaluate(&self, player: Player) -> f64 {
        evaluate::evaluate(self, player)
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
