//! The tables of a Mercurius edition.

use std::ops::RangeInclusive;
use toml::Value;

use super::{CARDS, CHAMBERS, COLUMNS, GOODS, ITEMS, MAX_SPACES, MAX_TRANSACTIONS, PLAYERS};
use crate::edition::{EditionError, Section, Tables as Reader, number_copies};

/// A price-change card: it moves the marker of one share and that of one good (rules.md 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceChange {
    /// The share, an item.
    pub share: u8,
    /// The columns it moves, negative to the left.
    pub share_move: i8,
    /// The good, an item.
    pub good: u8,
    /// The columns it moves, negative to the left.
    pub good_move: i8,
}

/// All numbers and names of an edition.
#[derive(Debug)]
pub struct Tables {
    /// The names of the twelve items, shares before goods.
    pub items: Vec<String>,
    /// What each player starts with, in guilders.
    pub cash: i32,
    /// Price-change cards in a full hand.
    pub hand: u8,
    /// Cards in the backup deck at the start.
    pub backup_deck: u8,
    /// Spaces on a player board.
    pub spaces: usize,
    /// Transactions in one turn (3.1.1).
    pub transactions: usize,
    /// Full rounds after the one in which the main deck runs out (5.1).
    pub final_rounds: u8,
    /// The column every share starts on.
    pub share_column: u8,
    /// The column every good starts on.
    pub good_column: u8,
    /// Tokens that may lie on Black Market (3.1.4).
    pub black_market: u8,
    /// Cards that may be discarded with News (3.2.2).
    pub news_discards: u8,
    /// What a token more of the same item adds to the price of the next, in guilders: twice `repeat_surcharge` (3.1.2).
    pub repeat_step: u8,
    /// Tokens of each item by number of players; 0 where the edition has no such game.
    pub supply: [u8; PLAYERS + 1],
    /// Guilders by column.
    pub price: [u8; COLUMNS],
    /// Guilders for each share by column.
    pub dividend: [u8; COLUMNS],
    /// The deck.
    pub cards: [PriceChange; CARDS],
    /// The texts of the cards, all different.
    pub card_names: Vec<String>,
}

impl Tables {
    /// The cards in the main deck after dealing (2.3).
    pub fn main_deck(&self, players: usize) -> usize {
        CARDS - usize::from(self.backup_deck) - players * usize::from(self.hand)
    }

    /// Reads the tables and checks that a game with them ends.
    pub(super) fn read(reader: &mut Reader) -> Result<Self, EditionError> {
        reader.require_players(3..=PLAYERS)?;
        let items = read_items(reader)?;
        let (price, dividend) = read_lanes(reader)?;
        let supply = read_supply(reader)?;
        let most = reader.most_players();
        let mut setup = reader.section("setup")?;
        let steps = [setup.number("share_step", 1..=9)?, setup.number("good_step", 1..=9)?];
        let cards = read_cards(reader, &items, steps)?;
        let tables = Self {
            cash: setup.number("cash", 0..=10_000)?,
            hand: setup.number("hand", 1..=CARDS as u8)?,
            backup_deck: setup.number("backup_deck", 0..=CARDS as u8)?,
            spaces: setup.number("card_spaces", 1..=MAX_SPACES)?,
            transactions: setup.number("transactions_per_turn", 1..=MAX_TRANSACTIONS)?,
            final_rounds: setup.number("final_rounds", 0..=20)?,
            share_column: start_column(&mut setup, "share_price", &price)?,
            good_column: start_column(&mut setup, "good_price", &price)?,
            black_market: setup.number("black_market", 1..=20)?,
            news_discards: setup.number("news_discards", 1..=20)?,
            repeat_step: 2 * setup.number::<u8>("repeat_surcharge", 0..=5)?,
            card_names: name_cards(&items, &cards),
            items,
            supply,
            price,
            dividend,
            cards,
        };
        tables.check(&setup, most)?;
        setup.finish()?;
        Ok(tables)
    }

    /// What only several keys together can violate.
    fn check(&self, setup: &Section, most: usize) -> Result<(), EditionError> {
        let dealt = usize::from(self.backup_deck) + most * usize::from(self.hand);
        if dealt >= CARDS {
            return Err(setup.error(
                "backup_deck",
                format!("the deck is too small: backup deck and {most} hands take {dealt} of {CARDS} cards, none is left for the main deck"),
            ));
        }
        // 3.2.2: each News draws all but one card from the backup deck.
        let wanted = most * usize::from(self.news_discards.saturating_sub(1));
        if usize::from(self.backup_deck) < wanted {
            return Err(setup.error(
                "backup_deck",
                format!("{} cards, the News of {most} players may draw {wanted} (rules.md 3.2.2)", self.backup_deck),
            ));
        }
        // From the deck's end on nothing is drawn, and a card must be played in every turn.
        if self.hand <= self.final_rounds {
            return Err(setup.error(
                "final_rounds",
                format!("a hand of {} does not last through {} rounds without drawing", self.hand, self.final_rounds),
            ));
        }
        // 3.1.2: the last of a full series of sales at the lowest price.
        let deducted = usize::from(self.repeat_step) * (self.transactions - 1);
        if usize::from(self.price[0]) < deducted {
            return Err(setup.error(
                "repeat_surcharge",
                format!("a sale at the lowest price {} could bring less than 0 (rules.md 3.1.2)", self.price[0]),
            ));
        }
        Ok(())
    }
}

fn read_items(reader: &mut Reader) -> Result<Vec<String>, EditionError> {
    let mut section = reader.section("items")?;
    let mut items = section.names("shares", CHAMBERS..=CHAMBERS)?;
    let goods = section.names("goods", GOODS..=GOODS)?;
    if let Some(i) = goods.iter().position(|good| items.contains(good)) {
        return Err(section.entry_error("goods", i, format!("{:?} is already a share", goods[i])));
    }
    items.extend(goods);
    section.finish()?;
    debug_assert_eq!(items.len(), ITEMS);
    Ok(items)
}

fn read_lanes(reader: &mut Reader) -> Result<([u8; COLUMNS], [u8; COLUMNS]), EditionError> {
    let mut section = reader.section("lanes")?;
    let mut row = |key: &str, range: RangeInclusive<u8>| {
        let values = section.numbers(key, COLUMNS..=COLUMNS, range)?;
        if let Some(i) = (1..COLUMNS).find(|i| values[*i] < values[i - 1]) {
            return Err(section.entry_error(
                key,
                i,
                format!("{} after {}: the row must not fall", values[i], values[i - 1]),
            ));
        }
        Ok(values.try_into().expect("the length is checked"))
    };
    // `PerItem` holds values below 128.
    let rows = (row("price", 0..=99)?, row("dividend", 0..=99)?);
    section.finish()?;
    Ok(rows)
}

fn read_supply(reader: &mut Reader) -> Result<[u8; PLAYERS + 1], EditionError> {
    let players = reader.players().to_vec();
    let mut section = reader.section("supply")?;
    let mut supply = [0; PLAYERS + 1];
    for (n, tokens) in supply.iter_mut().enumerate() {
        // An edition may extend one for more players.
        if players.contains(&n) || section.has(&n.to_string()) {
            *tokens = section.number(&n.to_string(), 1..=99)?;
        }
    }
    section.finish()?;
    Ok(supply)
}

fn read_cards(reader: &mut Reader, items: &[String], steps: [i8; 2]) -> Result<[PriceChange; CARDS], EditionError> {
    let mut section = reader.section("cards")?;
    let rows = section.rows::<4>("deck", CARDS..=CARDS)?;
    let direction = |i: usize, value: &Value| match section.cell(("deck", i), value, -1..=1)? {
        0 => Err(section.entry_error("deck", i, "a direction is +1 or -1")),
        sign => Ok(sign),
    };
    let mut cards = Vec::with_capacity(CARDS);
    for (i, [share, share_sign, good, good_sign]) in rows.iter().enumerate() {
        cards.push(PriceChange {
            share: section.lookup(("deck", i), share, &items[..CHAMBERS])? as u8,
            share_move: direction(i, share_sign)? * steps[0],
            good: (CHAMBERS + section.lookup(("deck", i), good, &items[CHAMBERS..])?) as u8,
            good_move: direction(i, good_sign)? * steps[1],
        });
    }
    section.finish()?;
    Ok(cards.try_into().expect("the length is checked"))
}

/// The column of a starting price, which must occur once (1.2).
fn start_column(setup: &mut Section, key: &str, price: &[u8; COLUMNS]) -> Result<u8, EditionError> {
    let start: u8 = setup.number(key, 0..=99)?;
    let mut columns = (0..COLUMNS).filter(|column| price[*column] == start);
    match (columns.next(), columns.next()) {
        (Some(column), None) => Ok(column as u8),
        (None, _) => Err(setup.error(key, format!("{start} does not occur in [lanes] price"))),
        _ => Err(setup.error(key, format!("{start} occurs more than once in [lanes] price (rules.md 1.2)"))),
    }
}

/// `share+good-`; later copies of the same card get `/2`, `/3` ...
fn name_cards(items: &[String], cards: &[PriceChange]) -> Vec<String> {
    let sign = |step: i8| if step < 0 { '-' } else { '+' };
    let plain: Vec<String> = cards
        .iter()
        .map(|card| {
            let (share, good) = (&items[usize::from(card.share)], &items[usize::from(card.good)]);
            format!("{share}{}{good}{}", sign(card.share_move), sign(card.good_move))
        })
        .collect();
    number_copies(&plain)
}
