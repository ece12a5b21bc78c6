//! Set-up (rules.md 2).

use crate::mercurius::cards::{Card, CardSet};
use crate::mercurius::items::PerItem;
use crate::mercurius::state::{Hidden, NO_CARD, NO_ROUND, Phase, Specials, State, Table, Trades};
use crate::mercurius::{CARDS, CHAMBERS, Edition, ITEMS, MAX_SPACES, PLAYERS};
use crate::rng::Rng;

/// The position after set-up (2.1 to 2.4), with the cards in an order drawn by `rng`.
pub(in crate::mercurius) fn deal(edition: &'static Edition, players: usize, rng: &mut Rng) -> State {
    let mut deck: [Card; CARDS] = std::array::from_fn(|card| card as Card);
    rng.shuffle(&mut deck);
    deal_in_order(edition, players, deck)
}

/// 2.3: the first cards are the backup deck, the next are dealt seat by seat, the rest is the main deck.
fn deal_in_order(edition: &'static Edition, players: usize, mut deck: [Card; CARDS]) -> State {
    let hand = usize::from(edition.hand);
    let mut hands = [CardSet::EMPTY; PLAYERS];
    let mut next = usize::from(edition.backup_deck);
    for cards in &mut hands[..players] {
        for slot in &mut deck[next..next + hand] {
            cards.insert(*slot);
            *slot = NO_CARD;
        }
        next += hand;
    }
    let mut table = Table {
        phase: Phase::Finance,
        players: players as u8,
        active: 0, // 2.4
        round: 0,
        last_round: NO_ROUND,
        paid: 0,
        trades: Trades::NONE,
        columns: [0; ITEMS],
        prices: PerItem::default(),
        bank: PerItem::splat(edition.supply[players]),
        cash: [0; PLAYERS],
        tokens: [PerItem::default(); PLAYERS],
        black_market: [PerItem::default(); PLAYERS],
        specials: [Specials(0); PLAYERS],
        boards: [[NO_CARD; MAX_SPACES]; PLAYERS],
        gone: CardSet::EMPTY,
        hand_sizes: [0; PLAYERS],
        discards: [0; PLAYERS],
        main_deck: (CARDS - next) as u8,
        backup_deck: edition.backup_deck,
    };
    for player in 0..players {
        table.cash[player] = edition.cash;
        table.specials[player] = Specials::ALL;
        table.hand_sizes[player] = edition.hand;
    }
    // 1.2
    for item in 0..ITEMS {
        let column = if item < CHAMBERS { edition.share_column } else { edition.good_column };
        table.set_column(edition, item, column);
    }
    State { edition, table, hidden: Hidden { deck, hands, discarded: [CardSet::EMPTY; PLAYERS] } }
}
