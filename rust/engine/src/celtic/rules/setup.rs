//! Set-up (rules.md 1).

use crate::celtic::sets::{Goal, GoalSet};
use crate::celtic::state::{Goods, Hidden, NO_GOAL, NO_GOOD, NO_SPACE, Phase, State, Table};
use crate::celtic::{Edition, GOALS, GOODS, PLAYERS, SPACES, VILLAGE};
use crate::rng::Rng;

/// The position after set-up, with the goal cards in an order drawn by `rng`.
pub(in crate::celtic) fn deal(edition: &'static Edition, players: usize, rng: &mut Rng) -> State {
    let mut deck: [Goal; GOALS] = std::array::from_fn(|goal| goal as Goal);
    rng.shuffle(&mut deck);
    deal_in_order(edition, players, deck)
}

/// 1.3: the first cards go to seat 0, the next to seat 1 and so on; the rest is the deck.
fn deal_in_order(edition: &'static Edition, players: usize, mut deck: [Goal; GOALS]) -> State {
    let hand = usize::from(edition.goals_in_hand);
    let mut goals = [GoalSet::EMPTY; PLAYERS];
    for (player, cards) in deck.chunks_mut(hand).take(players).enumerate() {
        goals[player] = cards.iter().copied().collect();
        cards.fill(NO_GOAL);
    }
    let mut table = Table {
        pieces: [[0; SPACES]; PLAYERS],
        occupied: [0; PLAYERS],
        fulfilled: [GoalSet::EMPTY; PLAYERS],
        turn: 0,
        phase: Phase::Before,
        players: players as u8,
        active: 0, // 1.4
        current: 0,
        from: NO_SPACE,
        to: NO_SPACE,
        taken: NO_GOOD,
        deck: (GOALS - players * hand) as u8,
        hand_sizes: [0; PLAYERS],
        goods_cards: [0; PLAYERS],
        stocked: (1 << GOODS) - 1,
    };
    for player in 0..players {
        // 1.1
        table.pieces[player][VILLAGE] = edition.pieces;
        table.occupied[player] = 1 << VILLAGE;
        table.hand_sizes[player] = edition.goals_in_hand;
    }
    // 1.2
    let goods = Goods { stocks: [edition.cards_per_kind; GOODS], held: [[0; GOODS]; PLAYERS] };
    State { edition, table, goods, hidden: Hidden { deck, goals } }
}
