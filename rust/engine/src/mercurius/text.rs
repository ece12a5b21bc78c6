//! Positions as tables a person can read.

use std::fmt::Write as _;

use super::cards::{Card, CardSet};
use super::observe::Observation;
use super::state::{NEWS_CARD, NO_CARD, NO_ROUND, Phase, Specials, State, Table};
use super::{CHAMBERS, Edition, ITEMS};

/// Width of a player's column.
const WIDTH: usize = 9;

pub(super) fn state(state: &State) -> String {
    let hands: Vec<(usize, CardSet)> =
        (0..state.table.num_players()).map(|player| (player, state.hidden.hands[player])).collect();
    let discarded = (0..state.table.num_players()).map(|player| (player, state.hidden.discarded[player]));
    table(state.edition, &state.table, &hands) + &discards(state.edition, discarded)
}

pub(super) fn observation(seen: &Observation) -> String {
    table(seen.edition, &seen.table, &[(seen.observer, seen.hand)])
        + &discards(seen.edition, [(seen.observer, seen.discarded)])
}

/// The cards that were discarded with News, as far as they are shown.
fn discards(edition: &Edition, shown: impl IntoIterator<Item = (usize, CardSet)>) -> String {
    let mut text = String::new();
    for (player, cards) in shown.into_iter().filter(|(_, cards)| !cards.is_empty()) {
        let names: Vec<&str> = cards.iter().map(|card| space(edition, card)).collect();
        let _ = writeln!(text, "discarded by P{player}: {}", names.join("  "));
    }
    text
}

/// The table, and the hands that are shown.
fn table(edition: &Edition, table: &Table, hands: &[(usize, CardSet)]) -> String {
    let mut text = heading(edition, table);
    let players = 0..table.num_players();
    let row = |label: &str, left: &str, cell: &dyn Fn(usize) -> String| {
        let mut line = format!("{label:<14}{left:>20} |");
        for player in players.clone() {
            let _ = write!(line, "{:>WIDTH$}", cell(player));
        }
        line + "\n"
    };
    text += &row("", "price  div  bank", &|player| {
        format!("{}P{player}", if table.current_player() == Some(player) { ">" } else { "" })
    });
    for item in 0..ITEMS {
        let dividend = match item {
            item if item >= CHAMBERS => String::new(),
            chamber if table.paid >> chamber & 1 == 1 => "paid".to_owned(),
            chamber => edition.dividend[usize::from(table.columns[chamber])].to_string(),
        };
        let left = format!("{:>5} {dividend:>4} {:>5}", table.prices[item], table.bank[item]);
        text += &row(&edition.items[item], &left, &|player| match (
            table.tokens[player][item],
            table.black_market[player][item],
        ) {
            (0, 0) => ".".to_owned(),
            (held, 0) => held.to_string(),
            (held, lying) => format!("{held} (+{lying})"),
        });
    }
    text += &row("cash", "", &|player| table.cash[player].to_string());
    text += &row("worth", "", &|player| super::rules::score(table, player).to_string());
    text += &row("cards in hand", "", &|player| table.hand_sizes[player].to_string());
    text += &row("special cards", "", &|player| {
        let letters = Specials::NAMES.iter().map(|(card, name)| {
            if table.specials[player].has(*card) { name[..1].to_uppercase() } else { "-".to_owned() }
        });
        letters.collect()
    });
    for player in players.clone() {
        let spaces: Vec<&str> =
            table.boards[player][..edition.spaces].iter().map(|card| space(edition, *card)).collect();
        let _ = writeln!(text, "board P{player}: {}", spaces.join("  "));
    }
    for (player, cards) in hands {
        let names: Vec<&str> = cards.iter().map(|card| space(edition, card)).collect();
        let _ = writeln!(text, "hand  P{player}: {}", names.join("  "));
    }
    text
}

fn heading(edition: &Edition, table: &Table) -> String {
    let asked = match table.phase {
        Phase::Finance => "to trade",
        Phase::Laying => "to lay a token on Black Market",
        Phase::Card => "to play a card",
        Phase::Discarding => "to discard for News",
        Phase::End => return format!("Mercurius ({}), over after {} rounds\n", edition.name(), table.round),
    };
    let last = if table.last_round == NO_ROUND { String::new() } else { format!(" of {}", table.last_round + 1) };
    format!(
        "Mercurius ({}), round {}{last}, player {} {asked}; main deck {}, backup deck {}\n",
        edition.name(),
        table.round + 1,
        table.active,
        table.main_deck,
        table.backup_deck
    )
}

fn space(edition: &Edition, card: Card) -> &str {
    match card {
        NO_CARD => "-",
        NEWS_CARD => "news",
        card => &edition.card_names[usize::from(card)],
    }
}
