//! What a player may know (rules.md 4), and what can be drawn from it.

use super::cards::{Card, CardSet};
use super::state::{Hidden, NEWS_CARD, NO_CARD, NO_ROUND, Phase, Specials, State, Table, View};
use super::{CARDS, CHAMBERS, COLUMNS, Edition, ITEMS, Mercurius, PLAYERS, position, rules, text};
use crate::game::{ActionSet, Player};
use crate::hash::StableHasher;
use crate::rng::Rng;

/// What one player may know of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    pub(super) edition: &'static Edition,
    pub(super) observer: Player,
    pub(super) table: Table,
    pub(super) hand: CardSet,
    pub(super) discarded: CardSet,
}

impl Observation {
    pub(super) fn of(state: &State, observer: Player) -> Self {
        Self {
            edition: state.edition,
            observer,
            table: state.table,
            hand: state.hidden.hands[observer],
            discarded: state.hidden.discarded[observer],
        }
    }

    /// The cards whose place the observer does not know.
    fn unseen(&self) -> CardSet {
        let boards = self.table.boards[..self.table.num_players()].iter().flatten();
        let on_boards: CardSet = boards.copied().filter(|card| *card < NEWS_CARD).collect();
        [self.hand, self.discarded, self.table.gone, on_boards].into_iter().fold(CardSet::ALL, CardSet::without)
    }
}

impl crate::game::Observation for Observation {
    type Game = Mercurius;

    fn observer(&self) -> Player {
        self.observer
    }

    fn edition(&self) -> &'static Edition {
        self.edition
    }

    fn num_players(&self) -> usize {
        self.table.num_players()
    }

    fn current_player(&self) -> Option<Player> {
        self.table.current_player()
    }

    fn active_player(&self) -> Option<Player> {
        self.table.current_player()
    }

    fn legal_actions(&self) -> ActionSet {
        if self.table.current_player() != Some(self.observer) {
            return ActionSet::EMPTY;
        }
        let Self { edition, table, hand, discarded, .. } = self;
        rules::legal_actions(&View { edition, table, hand: *hand, discarded: *discarded })
    }

    /// The unseen cards, shuffled, fill the other hands, the cards others discarded, and both decks: every way to
    /// place them agrees with what was seen, so each is equally likely.
    fn sample_state(&self, rng: &mut Rng) -> State {
        let mut unseen = [NO_CARD; CARDS];
        let mut count = 0;
        for card in self.unseen().iter() {
            unseen[count] = card;
            count += 1;
        }
        rng.shuffle(&mut unseen[..count]);
        let mut rest = &unseen[..count];
        let mut take = |cards: u8| -> &[Card] {
            let (taken, left) = rest.split_at(usize::from(cards));
            rest = left;
            taken
        };
        let table = self.table;
        let mut hidden =
            Hidden { deck: [NO_CARD; CARDS], hands: [CardSet::EMPTY; PLAYERS], discarded: [CardSet::EMPTY; PLAYERS] };
        for player in 0..table.num_players() {
            if player == self.observer {
                hidden.hands[player] = self.hand;
                hidden.discarded[player] = self.discarded;
            } else {
                hidden.hands[player] = take(table.hand_sizes[player]).iter().copied().collect();
                hidden.discarded[player] = take(table.discards[player]).iter().copied().collect();
            }
        }
        let backup_end = usize::from(self.edition.backup_deck);
        let backup = backup_end - usize::from(table.backup_deck)..backup_end;
        hidden.deck[backup].copy_from_slice(take(table.backup_deck));
        hidden.deck[CARDS - usize::from(table.main_deck)..].copy_from_slice(take(table.main_deck));
        debug_assert!(rest.is_empty());
        State { edition: self.edition, table, hidden }
    }

    fn observation_hash(&self) -> u64 {
        let mut hasher = StableHasher::default();
        hasher.add(self.observer as u64);
        self.table.add_to(&mut hasher);
        self.hand.add_to(&mut hasher);
        self.discarded.add_to(&mut hasher);
        hasher.finish()
    }

    fn tensor_size(_edition: &Edition, players: usize) -> usize {
        TENSOR_COMMON + players * TENSOR_SEAT
    }

    fn write_tensor(&self, out: &mut [f32]) {
        assert_eq!(out.len(), Self::tensor_size(self.edition, self.num_players()), "the tensor's size");
        let mut tensor = Tensor { out, at: 0 };
        self.write_common(&mut tensor);
        for step in 0..self.num_players() {
            self.write_seat(&mut tensor, (self.observer + step) % self.num_players());
        }
        debug_assert_eq!(tensor.at, tensor.out.len());
    }

    fn to_json(&self) -> serde_json::Value {
        let dict = position::describe(self.edition, &self.table, self);
        let mut dict = serde_json::to_value(dict).expect("plain data");
        dict["observer"] = self.observer.into();
        dict
    }

    fn to_text(&self) -> String {
        text::observation(self)
    }
}

/// Cards where the observer sees them, else their number.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(untagged)]
pub(super) enum Seen {
    Cards(Vec<Card>),
    Number(u8),
}

impl position::Show<Seen> for Observation {
    fn main_deck(&self) -> Seen {
        Seen::Number(self.table.main_deck)
    }

    fn backup_deck(&self) -> Seen {
        Seen::Number(self.table.backup_deck)
    }

    fn hand(&self, player: Player) -> Seen {
        if player == self.observer {
            Seen::Cards(self.hand.iter().collect())
        } else {
            Seen::Number(self.table.hand_sizes[player])
        }
    }

    fn discarded(&self, player: Player) -> Seen {
        if player == self.observer {
            Seen::Cards(self.discarded.iter().collect())
        } else {
            Seen::Number(self.table.discards[player])
        }
    }
}

/// Values before the seats: phase, progress, markers, bank, chambers, this turn's trades, and three sets of cards.
const TENSOR_COMMON: usize = 5 + 6 + 2 * ITEMS + ITEMS + CHAMBERS + 2 * ITEMS + 3 * CARDS;
/// Values of a seat: turn, cash, hand, discards, specials, tokens, Black Market, and three spaces of the board.
const TENSOR_SEAT: usize = 4 + 3 + 2 * ITEMS + super::MAX_SPACES * (ITEMS + 1);

/// Writes one value after the other.
struct Tensor<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl Tensor<'_> {
    fn put(&mut self, value: f32) {
        self.out[self.at] = value;
        self.at += 1;
    }

    fn flag(&mut self, value: bool) {
        self.put(f32::from(u8::from(value)));
    }

    fn cards(&mut self, cards: CardSet) {
        (0..CARDS as Card).for_each(|card| self.flag(cards.contains(card)));
    }
}

impl Observation {
    fn write_common(&self, tensor: &mut Tensor) {
        let (edition, table) = (self.edition, &self.table);
        for (phase, _) in &Phase::NAMES {
            tensor.flag(table.phase == *phase);
        }
        let ending = table.last_round != NO_ROUND;
        tensor.put(f32::from(table.round) / 20.0);
        tensor.flag(ending);
        tensor.put(if ending {
            f32::from(table.last_round + 1 - table.round.min(table.last_round + 1)) / 10.0
        } else {
            0.0
        });
        tensor.put(f32::from(table.main_deck) / CARDS as f32);
        tensor.put(f32::from(table.backup_deck) / CARDS as f32);
        tensor.put(table.trades.len() as f32 / edition.transactions as f32);
        for column in &table.columns {
            tensor.put(f32::from(*column) / (COLUMNS - 1) as f32);
        }
        for price in table.prices.values() {
            tensor.put(f32::from(*price) / 20.0);
        }
        let supply = f32::from(edition.supply[table.num_players()]);
        for tokens in table.bank.values() {
            tensor.put(f32::from(*tokens) / supply);
        }
        for chamber in 0..CHAMBERS {
            tensor.flag(table.paid >> chamber & 1 == 1);
        }
        for action in 0..2 * ITEMS as u8 {
            tensor.put(table.trades.actions().iter().filter(|made| **made == action).count() as f32);
        }
        for cards in [self.hand, self.discarded, table.gone] {
            tensor.cards(cards);
        }
    }

    fn write_seat(&self, tensor: &mut Tensor, player: Player) {
        let (edition, table) = (self.edition, &self.table);
        tensor.flag(table.current_player() == Some(player));
        tensor.put(table.cash[player] as f32 / 100.0);
        tensor.put(f32::from(table.hand_sizes[player]) / f32::from(edition.hand));
        tensor.put(f32::from(table.discards[player]) / f32::from(edition.news_discards.max(1)));
        for (card, _) in &Specials::NAMES {
            tensor.flag(table.specials[player].has(*card));
        }
        let supply = f32::from(edition.supply[table.num_players()]);
        for tokens in [&table.tokens[player], &table.black_market[player]] {
            for count in tokens.values() {
                tensor.put(f32::from(*count) / supply);
            }
        }
        for &space in &table.boards[player] {
            let mut moves = [0.0; ITEMS];
            if space < NEWS_CARD {
                let card = edition.cards[usize::from(space)];
                moves[usize::from(card.share)] = f32::from(card.share_move);
                moves[usize::from(card.good)] = f32::from(card.good_move);
            }
            for columns in &moves {
                tensor.put(*columns);
            }
            tensor.flag(space == NEWS_CARD);
        }
    }
}
