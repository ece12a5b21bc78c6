//! What a player may know (rules.md 3.3, 4.2), and what can be drawn from it.

use super::position::{self, Cards, GoodsCards};
use super::sets::{Goal, GoalSet};
use super::state::{Goods, Hidden, NO_GOAL, Phase, State, Table, View, hash_of_view};
use super::{Celtic, Edition, GOALS, GOODS, PLAYERS, SPACES, rules, text};
use crate::game::{ActionSet, Player};
use crate::position::Named;
use crate::rng::Rng;

/// What one player may know of a position.
///
/// It remembers the goods that all players took, since that was seen, but shows of others only how many they have (4.2).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Observation {
    pub(super) edition: &'static Edition,
    pub(super) observer: Player,
    pub(super) table: Table,
    pub(super) goods: Goods,
    pub(super) goals: GoalSet,
}

/// What it remembers is not printed either.
impl std::fmt::Debug for Observation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Observation({})", crate::game::Observation::to_json(self))
    }
}

impl Observation {
    pub(super) fn of(state: &State, observer: Player) -> Self {
        Self {
            edition: state.edition,
            observer,
            table: state.table,
            goods: state.goods,
            goals: state.hidden.goals[observer],
        }
    }

    /// The goal cards whose place the observer does not know.
    fn unseen(&self) -> GoalSet {
        self.table.fulfilled.iter().fold(GoalSet::ALL.without(self.goals), |unseen, shown| unseen.without(*shown))
    }
}

impl crate::game::Observation for Observation {
    type Game = Celtic;

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
        self.table.active_player()
    }

    fn legal_actions(&self) -> ActionSet {
        if self.table.current_player() != Some(self.observer) {
            return ActionSet::EMPTY;
        }
        let Self { edition, table, goods, goals, .. } = self;
        rules::legal_actions(&View { edition, table, goals: *goals, goods: &goods.held[self.observer] })
    }

    /// The unseen goal cards, shuffled, fill the other hands and the deck: every way to place them agrees with what was
    /// seen, so each is equally likely. The goods are as they were taken.
    fn sample_state(&self, rng: &mut Rng) -> State {
        let mut unseen = [NO_GOAL; GOALS];
        let mut count = 0;
        for goal in self.unseen().iter() {
            unseen[count] = goal;
            count += 1;
        }
        rng.shuffle(&mut unseen[..count]);
        let mut rest = &unseen[..count];
        let mut take = |cards: u8| -> &[Goal] {
            let (taken, left) = rest.split_at(usize::from(cards));
            rest = left;
            taken
        };
        let table = self.table;
        let mut hidden = Hidden { deck: [NO_GOAL; GOALS], goals: [GoalSet::EMPTY; PLAYERS] };
        for player in 0..table.num_players() {
            hidden.goals[player] = if player == self.observer {
                self.goals
            } else {
                take(table.hand_sizes[player]).iter().copied().collect()
            };
        }
        hidden.deck[GOALS - usize::from(table.deck)..].copy_from_slice(take(table.deck));
        debug_assert!(rest.is_empty());
        State { edition: self.edition, table, goods: self.goods, hidden }
    }

    fn observation_hash(&self) -> u64 {
        hash_of_view(self.observer, &self.table, &self.goods, self.goals)
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

impl position::Show for Observation {
    type Cards = Cards;
    type GoodsCards = GoodsCards;
    type Left = bool;

    fn deck(&self) -> Cards {
        Cards::Number(self.table.deck)
    }

    fn goals(&self, player: Player) -> Cards {
        if player == self.observer {
            Cards::Seen(self.goals.iter().collect())
        } else {
            Cards::Number(self.table.hand_sizes[player])
        }
    }

    fn goods(&self, player: Player) -> GoodsCards {
        if player == self.observer {
            GoodsCards::Seen(Named::new(&self.edition.goods, self.goods.held[player]))
        } else {
            GoodsCards::Number(self.table.goods_cards[player])
        }
    }

    fn left(&self, good: usize) -> bool {
        self.table.stocked >> good & 1 == 1
    }
}

/// Values before the seats: phase, progress, journey, goods, and the observer's own cards.
const TENSOR_COMMON: usize = Phase::NAMES.len() + 2 + 2 * SPACES + 3 * GOODS + GOALS;
/// Values of a seat: who decides and whose turn it is, numbers of cards, goals shown, pieces.
const TENSOR_SEAT: usize = 2 + 3 + GOALS + SPACES;

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

    fn goals(&mut self, goals: GoalSet) {
        (0..GOALS as Goal).for_each(|goal| self.flag(goals.contains(goal)));
    }

    fn one_hot(&mut self, size: usize, hot: u8) {
        (0..size).for_each(|i| self.flag(i == usize::from(hot)));
    }
}

impl Observation {
    fn write_common(&self, tensor: &mut Tensor) {
        let (edition, table) = (self.edition, &self.table);
        tensor.one_hot(Phase::NAMES.len(), table.phase as u8);
        tensor.put(f32::from(table.turn) / edition.turns(table.num_players()) as f32);
        tensor.put(f32::from(table.deck) / GOALS as f32);
        for space in [table.from, table.to] {
            tensor.one_hot(SPACES, space);
        }
        tensor.one_hot(GOODS, table.taken);
        for good in 0..GOODS {
            tensor.flag(table.stocked >> good & 1 == 1);
        }
        for cards in &self.goods.held[self.observer] {
            tensor.put(f32::from(*cards) / f32::from(edition.cards_per_kind));
        }
        tensor.goals(self.goals);
    }

    fn write_seat(&self, tensor: &mut Tensor, player: Player) {
        let (edition, table) = (self.edition, &self.table);
        tensor.flag(table.current_player() == Some(player));
        tensor.flag(table.active_player() == Some(player));
        let goals = f32::from(edition.goals_to_end);
        tensor.put(f32::from(table.hand_sizes[player]) / goals);
        tensor.put(table.fulfilled[player].len() as f32 / goals);
        tensor.put(f32::from(table.goods_cards[player]) / f32::from(edition.cards_per_kind));
        tensor.goals(table.fulfilled[player]);
        for pieces in &table.pieces[player] {
            tensor.put(f32::from(*pieces) / f32::from(edition.pieces));
        }
    }
}
