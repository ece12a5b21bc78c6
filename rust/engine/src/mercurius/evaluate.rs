//! How well a player stands: what the greedy bot looks at.
//!
//! A token is worth what it is expected to bring, and prices follow the cards. What the cards that already lie on the boards
//! will do is known: a card acts once in each turn of its owner until it leaves. What the player's own hand can do is known to
//! the player. The rest is not guessed.

use super::state::{NEWS_CARD, Phase, State};
use super::{COLUMNS, ITEMS, rules};

/// How much of a rival's wealth counts against the player's own, shared among the rivals. Below one, because
/// wealth that all gain alike is still safer than none.
const RIVALRY: f64 = 0.9;
/// What the next own card is expected to keep of its effect until the tokens are sold.
const OWN_CARD: f64 = 0.8;
/// Guilders that a special card not yet played is worth, at the start of the game.
const SPECIAL: f64 = 6.0;

/// Own wealth minus rivals' wealth in guilders, at the prices the lying cards will lead to.
pub(super) fn evaluate(state: &State, player: usize) -> f64 {
    let table = &state.table;
    if table.phase == Phase::End {
        return margin(|who| f64::from(rules::score(table, who)), player, table.num_players());
    }
    let drift = lying_cards(state);
    let price = |item: usize, extra: f64| price_at(state, f64::from(table.columns[item]) + drift[item] + extra);
    let prices: [f64; ITEMS] = std::array::from_fn(|item| price(item, 0.0));
    let wealth = |who: usize| {
        let held = |item: usize| f64::from(table.tokens[who][item] + table.black_market[who][item]);
        f64::from(table.cash[who]) + (0..ITEMS).map(|item| held(item) * prices[item]).sum::<f64>()
    };
    let specials = SPECIAL * f64::from(table.specials[player].0.count_ones()) * turns_left(state);
    margin(wealth, player, table.num_players()) + specials + OWN_CARD * best_card(state, player, &price)
}

fn margin(wealth: impl Fn(usize) -> f64, player: usize, players: usize) -> f64 {
    let rivals: f64 = (0..players).filter(|other| *other != player).map(&wealth).sum();
    wealth(player) - RIVALRY * rivals / (players - 1) as f64
}

/// The share of the game that is still to come, between 0 and 1.
fn turns_left(state: &State) -> f64 {
    let all = state.edition.main_deck(state.table.num_players()) as f64;
    (f64::from(state.table.main_deck) / all).sqrt()
}

/// The columns that the cards on the boards will still move each item by, if the game lasts.
fn lying_cards(state: &State) -> [f64; ITEMS] {
    let (edition, table) = (state.edition, &state.table);
    let mut drift = [0.0; ITEMS];
    for board in &table.boards[..table.num_players()] {
        for (space, &card) in board[..edition.spaces].iter().enumerate() {
            if card < NEWS_CARD {
                let change = edition.cards[usize::from(card)];
                let times = (edition.spaces - space) as f64;
                drift[usize::from(change.share)] += times * f64::from(change.share_move);
                drift[usize::from(change.good)] += times * f64::from(change.good_move);
            }
        }
    }
    drift
}

/// The price on the column nearest to `column`.
fn price_at(state: &State, column: f64) -> f64 {
    let column = column.clamp(0.0, (COLUMNS - 1) as f64);
    f64::from(state.edition.price[column.round() as usize])
}

/// What the best card in the player's hand adds to the margin if it is played next.
fn best_card(state: &State, player: usize, price: &impl Fn(usize, f64) -> f64) -> f64 {
    let (edition, table) = (state.edition, &state.table);
    let players = table.num_players();
    let held = |who: usize, item: usize| f64::from(table.tokens[who][item] + table.black_market[who][item]);
    let gain = |item: usize, columns: f64| {
        let change = price(item, columns) - price(item, 0.0);
        margin(|who| held(who, item), player, players) * change
    };
    let times = edition.spaces as f64;
    state.hidden.hands[player]
        .iter()
        .map(|card| {
            let change = edition.cards[usize::from(card)];
            gain(usize::from(change.share), times * f64::from(change.share_move))
                + gain(usize::from(change.good), times * f64::from(change.good_move))
        })
        .fold(0.0, f64::max)
}
