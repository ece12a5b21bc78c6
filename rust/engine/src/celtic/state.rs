//! The position: what lies open, what lies face down but was taken before all eyes, and what is hidden.

use super::sets::{Goal, GoalSet, Space, SpaceSet};
use super::{Edition, GOALS, GOODS, PLAYERS, SPACES, VILLAGE};
use crate::game::Player;
use crate::hash::StableHasher;

/// What is asked, in the order of a turn (rules.md 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// The first window: fulfil, take, or choose the start of the move.
    Before,
    /// The destination of the move (2.1).
    To,
    /// The number of pieces (2.1).
    Count,
    /// How many travel along (2.2); another player is asked.
    Along,
    /// The second window: fulfil, take, announce, or end the turn.
    After,
    /// The last collection (5.3); another player is asked.
    Collect,
    /// The game is over.
    End,
}

impl Phase {
    /// All phases with their names in the state dict.
    pub const NAMES: [(Self, &'static str); 7] = [
        (Self::Before, "before"),
        (Self::To, "to"),
        (Self::Count, "count"),
        (Self::Along, "along"),
        (Self::After, "after"),
        (Self::Collect, "collect"),
        (Self::End, "end"),
    ];

    /// The name in the state dict.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }
}

/// In [`Table::from`] and [`Table::to`]: not chosen.
pub const NO_SPACE: Space = 255;
/// In [`Table::taken`]: nothing was taken in this window.
pub const NO_GOOD: u8 = 255;
/// In [`Hidden::deck`]: a card that was drawn.
pub const NO_GOAL: Goal = 255;

/// All that is open (rules.md 3.3, 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Own pieces on each space.
    pub pieces: [[u8; SPACES]; PLAYERS],
    /// The spaces where a player's pieces stand. Follows from `pieces`; kept because legality asks for it.
    pub occupied: [SpaceSet; PLAYERS],
    /// Goals shown.
    pub fulfilled: [GoalSet; PLAYERS],
    /// The number of the turn, from 0; after the end that of the last.
    pub turn: u16,
    /// What is asked.
    pub phase: Phase,
    /// The number of players.
    pub players: u8,
    /// Whose turn it is, also after the end: `turn` modulo `players`.
    pub active: u8,
    /// Who decides; after the end the active player.
    pub current: u8,
    /// The start of the move from its choice until all have travelled along, else [`NO_SPACE`].
    pub from: Space,
    /// Its destination, likewise.
    pub to: Space,
    /// The good taken last in this window, or [`NO_GOOD`].
    pub taken: u8,
    /// Goal cards in the deck.
    pub deck: u8,
    /// Goal cards in each hand.
    pub hand_sizes: [u8; PLAYERS],
    /// Goods cards of each player.
    pub goods_cards: [u8; PLAYERS],
    /// The goods of which a card is left, a set.
    pub stocked: u8,
}

impl Table {
    /// The number of players.
    #[inline]
    pub fn num_players(&self) -> usize {
        usize::from(self.players)
    }

    /// Who decides; `None` after the end.
    #[inline]
    pub fn current_player(&self) -> Option<Player> {
        (self.phase != Phase::End).then(|| usize::from(self.current))
    }

    /// Whose turn it is; `None` after the end.
    #[inline]
    pub fn active_player(&self) -> Option<Player> {
        (self.phase != Phase::End).then(|| usize::from(self.active))
    }

    /// The seat after `player`'s.
    #[inline]
    pub fn after(&self, player: u8) -> u8 {
        if player + 1 == self.players { 0 } else { player + 1 }
    }

    /// Moves `count` pieces of `player`, who has so many on `from`, to another space.
    #[inline]
    pub fn shift(&mut self, player: Player, from: Space, to: Space, count: u8) {
        let pieces = &mut self.pieces[player];
        pieces[usize::from(to)] += count;
        pieces[usize::from(from)] -= count;
        let left = pieces[usize::from(from)] != 0;
        let occupied = &mut self.occupied[player];
        *occupied = *occupied & !(1 << from) | u64::from(left) << from;
        if count != 0 {
            *occupied |= 1 << to;
        }
    }

    /// Puts one piece of `player` back into the village.
    #[inline]
    pub fn send_home(&mut self, player: Player, from: Space) {
        self.shift(player, from, VILLAGE as Space, 1);
    }

    /// Adds all fields to a hash; goods cards follow with [`Goods`].
    fn add_to(&self, hasher: &mut StableHasher) {
        let Self { turn, phase, players, current, from, to, taken, deck, .. } = *self;
        hasher.add(u64::from(turn));
        hasher.add_bytes(&[phase as u8, players, current, from, to, taken, deck]);
        for player in 0..self.num_players() {
            hasher.add_bytes(&self.pieces[player]);
            hasher.add(u64::from(self.fulfilled[player].bits()) << 8 | u64::from(self.hand_sizes[player]));
        }
    }
}

/// The goods cards. They lie face down, but every one was taken before all eyes, so who remembers everything knows
/// them (4.2). An observation shows numbers only; what is sampled from it honours them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goods {
    /// Cards beside each trading place.
    pub stocks: [u8; GOODS],
    /// Cards of each player.
    pub held: [[u8; GOODS]; PLAYERS],
}

impl Goods {
    fn add_to(&self, players: usize, hasher: &mut StableHasher) {
        hasher.add_bytes(&self.stocks);
        self.held[..players].iter().for_each(|cards| hasher.add_bytes(cards));
    }
}

/// All that is hidden from somebody (3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The shuffled goal cards, drawn from the front; where cards were drawn stands [`NO_GOAL`].
    pub deck: [Goal; GOALS],
    /// Goals in hand.
    pub goals: [GoalSet; PLAYERS],
}

/// A position of Celtic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The edition played with.
    pub(super) edition: &'static Edition,
    /// What is open.
    pub(super) table: Table,
    /// What lies face down.
    pub(super) goods: Goods,
    /// What is hidden.
    pub(super) hidden: Hidden,
}

impl State {
    /// The cards of the deck, the next to be drawn first.
    pub(super) fn deck(&self) -> &[Goal] {
        &self.hidden.deck[GOALS - usize::from(self.table.deck)..]
    }

    /// What the player to decide knows: all that legality depends on.
    #[inline]
    pub(super) fn view(&self) -> View<'_> {
        let player = usize::from(self.table.current);
        View {
            edition: self.edition,
            table: &self.table,
            goals: self.hidden.goals[player],
            goods: &self.goods.held[player],
        }
    }

    pub(super) fn hash(&self) -> u64 {
        let mut hasher = StableHasher::default();
        self.table.add_to(&mut hasher);
        self.goods.add_to(self.table.num_players(), &mut hasher);
        hasher.add_bytes(self.deck());
        for goals in &self.hidden.goals[..self.table.num_players()] {
            hasher.add(goals.bits().into());
        }
        hasher.finish()
    }
}

/// What an observer knows, as one number.
pub(super) fn hash_of_view(observer: Player, table: &Table, goods: &Goods, goals: GoalSet) -> u64 {
    let mut hasher = StableHasher::default();
    hasher.add(observer as u64);
    table.add_to(&mut hasher);
    goods.add_to(table.num_players(), &mut hasher);
    hasher.add(goals.bits().into());
    hasher.finish()
}

/// What the player to decide knows: the table, and the own cards. Legality is judged from this alone, so it cannot depend on
/// what the player does not know.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The edition played with.
    pub edition: &'a Edition,
    /// What is open.
    pub table: &'a Table,
    /// The goals in the hand of the player to decide.
    pub goals: GoalSet,
    /// The goods cards of the player to decide.
    pub goods: &'a [u8; GOODS],
}

impl View<'_> {
    /// The player to decide.
    #[inline]
    pub fn player(&self) -> Player {
        usize::from(self.table.current)
    }

    /// The spaces where pieces of the player to decide stand.
    #[inline]
    pub fn occupied(&self) -> SpaceSet {
        self.table.occupied[self.player()]
    }
}
