//! Celtic: families send their people out to the places on their goal cards and bring home trade goods. The rules are in
//! `seeds/celtic/rules.md`.
//!
//! [`state`] holds what is known and to whom, [`rules`] what may be done and what follows, [`edition`] the map and the numbers.
//! Everything else is a way to look at these: [`actions`] as ids and texts, [`score`] as points, [`observe`] as a player,
//! [`position`] as plain data, [`text`] as a table, [`evaluate`] as a bot.

pub mod actions;
pub mod edition;
pub mod evaluate;
mod map;
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
pub const PLAYERS: usize = 4;
/// Spaces of the map: the village, the places, and the trading places (rules.md 1.1).
pub const SPACES: usize = 1 + PLACES + GOODS;
/// Places, which goals name.
pub const PLACES: usize = 50;
/// Kinds of goods, each with a trading place (1.2).
pub const GOODS: usize = 7;
/// Goal cards (1.3).
pub const GOALS: usize = 20;
/// The most pieces a player can have.
pub const MAX_PIECES: usize = 8;
/// The number of the space that is the village.
pub const VILLAGE: usize = 0;

/// An edition of Celtic.
pub type Edition = crate::edition::Edition<Celtic>;

/// The game of Celtic.
#[derive(Clone, Copy, Debug)]
pub struct Celtic;

impl Game for Celtic {
    const NAME: &'static str = "celtic";
    const RULES_VERSION: u32 = 1;
    const RULES: &'static str = include_str!("../../../../seeds/celtic/rules.md");
    const EDITIONS: &'static [(&'static str, &'static str)] =
        &[("standard", include_str!("../../../../seeds/celtic/standard.toml"))];
    const NUM_ACTIONS: Action = actions::id::COUNT;
    const DECISIVE_LEAD: f64 = 15.0;

    type Tables = edition::Tables;
    type State = State;
    type Observation = Observation;
    type Move = Move;

    fn read_tables(tables: &mut Tables) -> Result<Self::Tables, EditionError> {
        edition::Tables::read(tables)
    }

    fn max_game_length(edition: &Edition, players: usize) -> usize {
        let pieces = usize::from(edition.pieces);
        // A window takes each piece home once at most. The rest of a turn: from, to, count, every other player along, and its end.
        let turn = 2 * pieces + 3 + (players - 1) + 1;
        let last_collection = if edition.final_collect { (players - 1) * (pieces + 1) } else { 0 };
        let goals = players * usize::from(edition.goals_to_end);
        edition.turns(players) * turn + last_collection + goals
    }

    fn action_to_string(edition: &Edition, action: Action) -> Option<String> {
        actions::to_text(edition, action)
    }

    fn string_to_action(edition: &Edition, text: &str) -> Result<Action, ParseActionError> {
        actions::from_text(edition, text)
    }
}

impl crate::game::State for State {
    type Game = Celtic;
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
        (0..self.num_players()).map(|player| score::score(self, player)).collect()
    }

    /// Most points, then more fulfilled goals, then more goods cards (rules.md 6.4).
    fn standings(&self) -> PerPlayer<Standing> {
        let standing = |player: Player| {
            let (goals, cards) = (self.table.fulfilled[player].len(), self.table.goods_cards[player]);
            [score::score(self, player), goals as i32, i32::from(cards)]
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
