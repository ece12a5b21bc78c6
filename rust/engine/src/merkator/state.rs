//! The position: what lies open, and what lies face down.

use super::sets::{Contract, ContractSet, GoodSet, members};
use super::{BONUS, BUILDINGS, COLOURS, COLUMNS, CONTRACTS, Edition, GOODS, MARKER_KINDS, MARKERS, PLAYERS, STACKS};
use crate::game::Player;
use crate::hash::StableHasher;

/// What is asked, in the order of a turn (rules.md 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// Sell, buy, or end investing (3.1).
    Investing,
    /// The place (3.2.1).
    Going,
    /// How many cubes go into the first room (3.2.2).
    Storing,
    /// Whether the next row's marker counts instead (3.2.6).
    Turning,
    /// Which cube is given up (3.2.6); any player may be asked.
    Losing,
    /// Fulfil, unload, or end fulfilling (3.3); who has joined is asked too.
    Fulfilling,
    /// What is given for a missing good (3.3.3); who has joined is asked too.
    Exchanging,
    /// Whether to follow the merchant (3.4); another player is asked.
    Joining,
    /// The game is over.
    End,
}

impl Phase {
    /// All phases with their names in the state dict.
    pub const NAMES: [(Self, &'static str); 9] = [
        (Self::Investing, "investing"),
        (Self::Going, "going"),
        (Self::Storing, "storing"),
        (Self::Turning, "turning"),
        (Self::Losing, "losing"),
        (Self::Fulfilling, "fulfilling"),
        (Self::Exchanging, "exchanging"),
        (Self::Joining, "joining"),
        (Self::End, "end"),
    ];

    /// The name in the state dict.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }
}

/// No card, good, place, marker or number of cubes; a card or marker that has left its place.
pub const NONE: u8 = 255;
/// In an observation: a card or marker that lies face down.
pub const UNSEEN: u8 = 254;
/// In [`Exchange::last`]: time markers were given.
pub const TIME: u8 = GOODS as u8;
/// In [`Table::last_turn`]: the end is not called.
pub const NOT_CALLED: u16 = u16::MAX;

/// The column of a kind of time markers.
#[inline]
pub fn column_of(kind: u8) -> u8 {
    kind / 2
}

/// The letters that a marker of this kind shows, one or two.
#[inline]
pub fn letters_of(kind: u8) -> u8 {
    1 + kind % 2
}

/// What a player has; all of it is open (2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Cubes in each room.
    pub rooms: [u16; GOODS],
    /// Contracts held, fulfilled or not.
    pub contracts: ContractSet,
    /// Buildings, a set.
    pub buildings: u32,
    /// Coins.
    pub coins: u16,
    /// Bonus cards, a set.
    pub bonus: u16,
    /// Time markers.
    pub time: u8,
    /// Cubes of each colour on the supply tile.
    pub tile: [u8; COLOURS],
}

impl Seat {
    /// A player without anything.
    pub const EMPTY: Self = Self {
        rooms: [0; GOODS],
        contracts: ContractSet::EMPTY,
        buildings: 0,
        coins: 0,
        bonus: 0,
        time: 0,
        tile: [0; COLOURS],
    };

    fn add_to(&self, hasher: &mut StableHasher) {
        for four in self.rooms.chunks_exact(4) {
            hasher.add(four.iter().fold(0, |word, cubes| word << 16 | u64::from(*cubes)));
        }
        self.contracts.bits().into_iter().for_each(|bits| hasher.add(bits));
        hasher.add(u64::from(self.buildings) << 32 | u64::from(self.bonus) << 16 | u64::from(self.coins));
        hasher.add_bytes(&self.tile);
        hasher.add(self.time.into());
    }
}

/// A goods loss that is being settled (3.2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The column, or [`NONE`] while nothing is lost.
    pub column: u8,
    /// The letters of the marker: what each player gives up.
    pub letters: u8,
    /// What the current player has still to give up.
    pub left: u8,
    /// The good that the current player gave up before, or [`NONE`].
    pub last: u8,
}

impl Loss {
    /// Nothing is lost.
    pub const NONE: Self = Self { column: NONE, letters: 0, left: 0, last: NONE };
}

/// The exchanges for a contract that is being fulfilled (3.3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The contract, or [`NONE`] while nothing is exchanged.
    pub contract: Contract,
    /// Goods still missing.
    pub missing: u8,
    /// The good given last for this contract, [`TIME`], or [`NONE`].
    pub last: u8,
}

impl Exchange {
    /// Nothing is exchanged.
    pub const NONE: Self = Self { contract: NONE, missing: 0, last: NONE };
}

/// All that is open (rules.md 2.7), but for cards that lie face up in their stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// What the players have.
    pub seats: [Seat; PLAYERS],
    /// Contracts sold and the value-2 cards not dealt.
    pub discard: ContractSet,
    /// Contracts the current player has fulfilled in this turn.
    pub done: ContractSet,
    /// Buildings that lie face up, a set.
    pub building_display: u32,
    /// Bonus cards that lie face up, a set.
    pub bonus_display: u16,
    /// The number of the turn, from 0; after the end that of the last.
    pub turn: u16,
    /// The number of the last turn once the end is called (4.1), else [`NOT_CALLED`].
    pub last_turn: u16,
    /// Cubes on each major place, by colour.
    pub cubes: [u8; COLOURS],
    /// What is asked.
    pub phase: Phase,
    /// The number of players.
    pub players: u8,
    /// Whose turn it is, also after the end: `turn` modulo `players`.
    pub active: u8,
    /// Who decides; after the end the active player.
    pub current: u8,
    /// The place the merchant stands on, or [`NONE`].
    pub figure: u8,
    /// Markers that have left the chart; they leave it from the front.
    pub taken: u8,
    /// Whether the first marker on the chart lies face up.
    pub face_up: bool,
    /// Markers ever turned, by kind.
    pub seen: [u8; MARKER_KINDS],
    /// Contracts in each stack.
    pub stacks: [u8; STACKS],
    /// Contracts still to arrive in the solo game.
    pub arrivals: u8,
    /// Bonus cards in the pile.
    pub bonus_pile: u8,
    /// Buildings in the pile.
    pub building_pile: u8,
    /// Time markers in the box of the solo game.
    pub time_box: u8,
    /// The contract sold by the decision before this one, or [`NONE`].
    pub sold: Contract,
    /// The cubes being stored, or [`NONE`].
    pub storing: u8,
    /// The kind of the marker that was turned, while the next row's may be turned instead, or [`NONE`].
    pub marker: u8,
    /// The good unloaded by the decision before this one, or [`NONE`].
    pub unloaded: u8,
    /// The goods loss being settled.
    pub loss: Loss,
    /// The exchanges being made.
    pub exchange: Exchange,
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

    /// Whether this is the solo game.
    #[inline]
    pub fn is_solo(&self) -> bool {
        self.players == 1
    }

    /// What the player to decide has.
    #[inline]
    pub fn seat(&self) -> &Seat {
        &self.seats[usize::from(self.current)]
    }

    /// What the player to decide has, to be changed.
    #[inline]
    pub(super) fn seat_mut(&mut self) -> &mut Seat {
        &mut self.seats[usize::from(self.current)]
    }

    /// Takes time markers from the player to decide. They leave the game, or go into the box of the solo game (6).
    #[inline]
    pub(super) fn pay_time(&mut self, markers: u8) {
        self.seat_mut().time -= markers;
        if self.is_solo() {
            self.time_box += markers;
        }
    }

    /// Adds all fields to a hash.
    fn add_to(&self, hasher: &mut StableHasher) {
        self.seats[..self.num_players()].iter().for_each(|seat| seat.add_to(hasher));
        for set in [self.discard, self.done] {
            set.bits().into_iter().for_each(|bits| hasher.add(bits));
        }
        hasher.add(u64::from(self.building_display) << 32 | u64::from(self.bonus_display));
        hasher.add(u64::from(self.turn) << 16 | u64::from(self.last_turn));
        hasher.add_bytes(&self.cubes);
        hasher.add_bytes(&self.seen);
        hasher.add_bytes(&self.stacks);
        let Self { phase, players, current, figure, taken, face_up, arrivals, bonus_pile, .. } = *self;
        hasher.add_bytes(&[phase as u8, players, current, figure, taken, face_up.into(), arrivals, bonus_pile]);
        let Self { building_pile, time_box, sold, storing, marker, unloaded, loss, exchange, .. } = *self;
        hasher.add_bytes(&[building_pile, time_box, sold, storing, marker, unloaded]);
        hasher.add_bytes(&[loss.column, loss.letters, loss.left, loss.last]);
        hasher.add_bytes(&[exchange.contract, exchange.missing, exchange.last]);
    }
}

/// All that lies face down, and with it the cards and markers that lie face up on others. An observation has [`UNSEEN`] in the
/// place of what its player has not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// Kinds of the markers on the chart, front first; [`NONE`] where they were taken.
    pub chart: [u8; MARKERS],
    /// The stacks of contracts, each from its bottom, in the places that its value has in the table; [`NONE`] above the top.
    pub stacks: [Contract; CONTRACTS],
    /// Contracts still to arrive in the solo game: the first ones of the list, the last of them next.
    pub arrivals: [Contract; CONTRACTS],
    /// The pile of bonus cards from its bottom.
    pub bonus_pile: [u8; BONUS],
    /// The pile of buildings from its bottom.
    pub building_pile: [u8; BUILDINGS],
}

impl Hidden {
    /// Nothing lies anywhere.
    pub const EMPTY: Self = Self {
        chart: [NONE; MARKERS],
        stacks: [NONE; CONTRACTS],
        arrivals: [NONE; CONTRACTS],
        bonus_pile: [NONE; BONUS],
        building_pile: [NONE; BUILDINGS],
    };

    /// The contract on top of a stack.
    #[inline]
    pub fn top(&self, edition: &Edition, table: &Table, stack: usize) -> Option<Contract> {
        let size = table.stacks[stack];
        (size > 0).then(|| self.stacks[usize::from(edition.stack_starts[stack] + size - 1)])
    }

    fn add_to(&self, edition: &Edition, table: &Table, hasher: &mut StableHasher) {
        let parts: [&[u8]; 5] = [
            &self.chart[usize::from(table.taken)..usize::from(edition.chart(table.num_players()))],
            &self.stacks,
            &self.arrivals[..usize::from(table.arrivals)],
            &self.bonus_pile[..usize::from(table.bonus_pile)],
            &self.building_pile[..usize::from(table.building_pile)],
        ];
        for part in parts {
            hasher.add_bytes(part);
        }
    }
}

/// A position of Merkator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The edition played with.
    pub(super) edition: &'static Edition,
    /// What is open.
    pub(super) table: Table,
    /// What is hidden.
    pub(super) hidden: Hidden,
}

const _: () = assert!(size_of::<State>() < 2048);

impl State {
    /// All that legality and points depend on.
    #[inline]
    pub(super) fn view(&self) -> View<'_> {
        View { edition: self.edition, table: &self.table }
    }

    pub(super) fn hash(&self) -> u64 {
        let mut hasher = StableHasher::default();
        self.table.add_to(&mut hasher);
        self.hidden.add_to(self.edition, &self.table, &mut hasher);
        hasher.finish()
    }
}

/// What an observer knows, as one number.
pub(super) fn hash_of_view(edition: &Edition, observer: Player, table: &Table, seen: &Hidden) -> u64 {
    let mut hasher = StableHasher::default();
    hasher.add(observer as u64);
    table.add_to(&mut hasher);
    seen.add_to(edition, table, &mut hasher);
    hasher.finish()
}

/// What is open: legality and points are judged from this alone, so they cannot depend on what lies face down.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The edition played with.
    pub edition: &'a Edition,
    /// What is open.
    pub table: &'a Table,
}

impl View<'_> {
    /// Goods of a column that the player to decide may give up next (3.2.6, 3.5.2): the named one or a later one, if the rest can
    /// be given up in order.
    #[inline]
    pub fn losable(&self) -> GoodSet {
        let Loss { column, left, last, .. } = self.table.loss;
        let rooms = &self.table.seat().rooms;
        let mut set = 0;
        let mut later = 0_u32;
        let mut goods = self.edition.columns[usize::from(column)] & from_good(last);
        while goods != 0 {
            let good = goods.ilog2();
            goods &= !(1 << good);
            let cubes = rooms[good as usize];
            later += u32::from(cubes);
            if cubes > 0 && later >= u32::from(left) {
                set |= 1 << good;
            }
        }
        set
    }

    /// What the player to decide may give for the next missing good (3.3.3, 3.5.2): goods as a set, and bit 16 for time markers.
    #[inline]
    pub fn exchangeable(&self) -> u32 {
        let Exchange { missing, last, .. } = self.table.exchange;
        let (held, size) = (self.table.seat(), self.edition.exchange);
        let missing = u32::from(missing);
        let mut units = u32::from(held.time / size);
        let mut set = u32::from(units >= missing) << TIME;
        for good in (0..GOODS).rev() {
            let fours = u32::from(held.rooms[good] / u16::from(size));
            units += fours;
            set |= u32::from(fours > 0 && units >= missing) << good;
        }
        set & from(last)
    }
}

/// The bits of goods that are `last` or later, and of time markers; all if nothing was named.
#[inline]
fn from(last: u8) -> u32 {
    if last == NONE { u32::MAX } else { u32::MAX << last }
}

/// As [`from`], without time markers.
#[inline]
fn from_good(last: u8) -> GoodSet {
    from(last) as GoodSet
}

/// The cubes of the rooms in a set of goods.
#[inline]
pub fn cubes_in(rooms: &[u16; GOODS], goods: GoodSet) -> u32 {
    members(goods.into()).map(|good| u32::from(rooms[usize::from(good)])).sum()
}

const _: () = assert!(COLUMNS < UNSEEN as usize);
