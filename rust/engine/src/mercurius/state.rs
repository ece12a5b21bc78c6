//! The position: what lies on the table, and what is hidden.

use super::actions::id;
use super::cards::{Card, CardSet};
use super::items::{ItemSet, PerItem};
use super::{CARDS, COLUMNS, Edition, ITEMS, MAX_SPACES, MAX_TRANSACTIONS, PLAYERS};
use crate::game::{Action, Player};
use crate::hash::StableHasher;

/// What is asked of the active player, in the order of a turn (rules.md 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// Trade, or play Black Market or Dividend instead (3.1).
    Finance,
    /// Lay further tokens on Black Market (3.1.4).
    Laying,
    /// Put a card on the board (3.2).
    Card,
    /// Discard for News (3.2.2).
    Discarding,
    /// The game is over.
    End,
}

impl Phase {
    /// All phases with their names in the state dict.
    pub const NAMES: [(Self, &'static str); 5] = [
        (Self::Finance, "finance"),
        (Self::Laying, "laying"),
        (Self::Card, "card"),
        (Self::Discarding, "discarding"),
        (Self::End, "end"),
    ];

    /// The name in the state dict.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }
}

/// The special cards of a player not yet played, a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Specials(pub u8);

impl Specials {
    /// Sell later, without deductions (3.1.4).
    pub const BLACK_MARKET: u8 = 1;
    /// Let a chamber pay (3.1.5).
    pub const DIVIDEND: u8 = 2;
    /// Exchange cards (3.2.2).
    pub const NEWS: u8 = 4;
    /// All with their names in the state dict.
    pub const NAMES: [(u8, &'static str); 3] =
        [(Self::BLACK_MARKET, "black_market"), (Self::DIVIDEND, "dividend"), (Self::NEWS, "news")];
    /// What a player starts with.
    pub const ALL: Self = Self(7);

    /// Whether `card` has not been played.
    #[inline]
    pub fn has(self, card: u8) -> bool {
        self.0 & card != 0
    }
}

/// On a board: an empty space.
pub const NO_CARD: Card = 255;
/// On a board: News.
pub const NEWS_CARD: Card = 254;
/// In [`Table::last_round`]: not known yet.
pub const NO_ROUND: u8 = 255;

/// No action id.
const NO_TRADE: u8 = 255;

/// The transactions of the running turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trades {
    actions: [u8; MAX_TRANSACTIONS],
    made: u8,
    /// The last one, or [`NO_TRADE`]. This and the next three follow from `actions`; they are kept because legality asks for
    /// them.
    last: u8,
    /// How often the last one was made in a row.
    streak: u8,
    /// Items that the order of transactions (rules.md 3.1.3) still lets be sold.
    pub sellable: ItemSet,
    /// Items that it still lets be bought.
    pub buyable: ItemSet,
}

impl Trades {
    /// None yet.
    pub const NONE: Self = Self {
        actions: [0; MAX_TRANSACTIONS],
        made: 0,
        last: NO_TRADE,
        streak: 0,
        sellable: ItemSet::MAX,
        buyable: ItemSet::MAX,
    };

    /// The transactions in order, as action ids.
    #[inline]
    pub fn actions(&self) -> &[u8] {
        &self.actions[..usize::from(self.made)]
    }

    /// How many there were.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.made)
    }

    /// Whether there was none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.made == 0
    }

    /// The last one.
    #[inline]
    pub fn last(&self) -> Option<u8> {
        (self.last != NO_TRADE).then_some(self.last)
    }

    /// How often `action` was made. Equal ones follow each other (3.1.3), so for an action that may come next this is the
    /// last row's length or nothing.
    #[inline]
    pub fn repeated(&self, action: u8) -> u8 {
        if self.last == action { self.streak } else { 0 }
    }

    /// Adds a transaction, and narrows what may follow (3.1.3): after a sale of an item only it and later ones may be sold, and it
    /// may not be bought; after a purchase nothing may be sold, and only it and later ones bought.
    #[inline]
    pub fn push(&mut self, action: u8) {
        self.streak = self.repeated(action) + 1;
        self.last = action;
        self.actions[usize::from(self.made)] = action;
        self.made += 1;
        let (buys, item) = trade(action);
        let from_item = ItemSet::MAX << item;
        if buys {
            self.sellable = 0;
            self.buyable &= from_item;
        } else {
            self.sellable &= from_item;
            self.buyable &= !(1 << item);
        }
    }
}

/// Whether a transaction is a purchase, and its item.
#[inline]
pub fn trade(action: u8) -> (bool, usize) {
    let buys = Action::from(action) >= id::BUY;
    (buys, usize::from(action) - if buys { ITEMS } else { 0 })
}

/// All that is open (rules.md 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// What is asked.
    pub phase: Phase,
    /// The number of players.
    pub players: u8,
    /// Whose turn it is; 0 after the end.
    pub active: u8,
    /// Rounds completed.
    pub round: u8,
    /// The number of the last round, or [`NO_ROUND`].
    pub last_round: u8,
    /// Chambers that have paid, a set of items.
    pub paid: u8,
    /// The transactions of this turn; empty in every phase but finance.
    pub trades: Trades,
    /// The column of every marker.
    pub columns: [u8; ITEMS],
    /// The price of every item. Follows from the columns; kept because legality asks for it.
    pub prices: PerItem,
    /// Tokens in the bank.
    pub bank: PerItem,
    /// Guilders.
    pub cash: [i32; PLAYERS],
    /// Tokens in hand.
    pub tokens: [PerItem; PLAYERS],
    /// Tokens on Black Market.
    pub black_market: [PerItem; PLAYERS],
    /// Special cards left.
    pub specials: [Specials; PLAYERS],
    /// Player boards, the leftmost space first.
    pub boards: [[Card; MAX_SPACES]; PLAYERS],
    /// Price-change cards that have left a board.
    pub gone: CardSet,
    /// Cards in each hand.
    pub hand_sizes: [u8; PLAYERS],
    /// Cards each player has discarded with News.
    pub discards: [u8; PLAYERS],
    /// Cards in the main deck.
    pub main_deck: u8,
    /// Cards in the backup deck.
    pub backup_deck: u8,
}

impl Table {
    /// The active player's index.
    #[inline]
    pub fn active(&self) -> Player {
        usize::from(self.active)
    }

    /// Who decides, always the active player; `None` after the end.
    #[inline]
    pub fn current_player(&self) -> Option<Player> {
        (self.phase != Phase::End).then(|| self.active())
    }

    /// The number of players.
    #[inline]
    pub fn num_players(&self) -> usize {
        usize::from(self.players)
    }

    /// The turns `player` has finished.
    pub fn turns(&self, player: Player) -> usize {
        usize::from(self.round) + usize::from(player < self.active())
    }

    /// Sets the marker of `item` on `column`.
    #[inline]
    pub fn set_column(&mut self, edition: &Edition, item: usize, column: u8) {
        debug_assert!(usize::from(column) < COLUMNS);
        self.columns[item] = column;
        self.prices[item] = edition.price[usize::from(column)];
    }

    /// Adds all fields to a hash.
    pub fn add_to(&self, hasher: &mut StableHasher) {
        let Self { phase, players, active, round, last_round, paid, main_deck, backup_deck, .. } = *self;
        hasher.add_bytes(&[phase as u8, players, active, round, last_round, paid, main_deck, backup_deck]);
        hasher.add_bytes(self.trades.actions());
        hasher.add(u64::from(self.trades.made));
        hasher.add_bytes(&self.columns);
        hasher.add_bytes(self.bank.values());
        self.gone.add_to(hasher);
        for player in 0..self.num_players() {
            hasher.add(u64::from(self.cash[player] as u32));
            hasher.add_bytes(self.tokens[player].values());
            hasher.add_bytes(self.black_market[player].values());
            let [left, middle, right] = self.boards[player];
            let (specials, hand, discards) = (self.specials[player].0, self.hand_sizes[player], self.discards[player]);
            hasher.add_bytes(&[specials, hand, discards, left, middle, right]);
        }
    }
}

/// All that is hidden from somebody (rules.md 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The shuffled cards: first those of the backup deck, last those of the main deck, each drawn from its front; where
    /// cards were drawn stands [`NO_CARD`].
    pub deck: [Card; CARDS],
    /// Hands.
    pub hands: [CardSet; PLAYERS],
    /// Cards discarded with News.
    pub discarded: [CardSet; PLAYERS],
}

/// A position of Mercurius.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The edition played with.
    pub(super) edition: &'static Edition,
    /// What is open.
    pub(super) table: Table,
    /// What is not.
    pub(super) hidden: Hidden,
}

impl State {
    /// The cards of the main deck, the next to be drawn first.
    pub(super) fn main_deck(&self) -> &[Card] {
        &self.hidden.deck[CARDS - usize::from(self.table.main_deck)..]
    }

    /// The cards of the backup deck, the next to be drawn first.
    pub(super) fn backup_deck(&self) -> &[Card] {
        let end = usize::from(self.edition.backup_deck);
        &self.hidden.deck[end - usize::from(self.table.backup_deck)..end]
    }

    /// What the player to decide can see: all that legality depends on.
    #[inline]
    pub(super) fn view(&self) -> View<'_> {
        let player = self.table.active();
        View {
            edition: self.edition,
            table: &self.table,
            hand: self.hidden.hands[player],
            discarded: self.hidden.discarded[player],
        }
    }
}

/// What the active player knows: the table and the own cards. Legality is judged from this alone, so it cannot depend on
/// what the player does not know.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The edition played with.
    pub edition: &'a Edition,
    /// What is open.
    pub table: &'a Table,
    /// The active player's hand.
    pub hand: CardSet,
    /// The cards the active player has discarded with News.
    pub discarded: CardSet,
}

/// An action id, for the transactions of [`Trades`].
#[inline]
pub(super) fn narrow(action: Action) -> u8 {
    debug_assert!(action < 256);
    action as u8
}
