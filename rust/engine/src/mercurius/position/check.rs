//! Whether a position could arise: pieces, and the progress of the game.

use crate::game::PositionError;
use crate::mercurius::cards::CardSet;
use crate::mercurius::state::{NEWS_CARD, NO_CARD, NO_ROUND, Phase, Specials, State};
use crate::mercurius::{CARDS, ITEMS};
use crate::position::require;

/// Every card is in one place, and of every item there are as many tokens as the edition has.
pub(super) fn pieces(state: &State) -> Result<(), PositionError> {
    let State { edition, table, hidden } = state;
    let mut seen = CardSet::EMPTY;
    let mut place = |field: String, card: u8| {
        let fail = |reason: &str| Err(PositionError::new(field, format!("card {card} {reason}")));
        if seen.contains(card) {
            return fail("is in two places");
        }
        seen.insert(card);
        Ok(())
    };
    let named = |field: &str, cards: CardSet| cards.iter().map(|card| (field.to_owned(), card)).collect::<Vec<_>>();
    let mut everywhere = named("gone", table.gone);
    everywhere.extend(state.main_deck().iter().map(|card| ("main_deck".to_owned(), *card)));
    everywhere.extend(state.backup_deck().iter().map(|card| ("backup_deck".to_owned(), *card)));
    for player in 0..table.num_players() {
        everywhere.extend(named(&format!("seats[{player}].hand"), hidden.hands[player]));
        everywhere.extend(named(&format!("seats[{player}].discarded"), hidden.discarded[player]));
        let board = table.boards[player].iter().filter(|card| **card < NEWS_CARD);
        everywhere.extend(board.map(|card| (format!("seats[{player}].board"), *card)));
    }
    for (field, card) in everywhere {
        place(field, card)?;
    }
    if let Some(card) = CardSet::ALL.without(seen).iter().next() {
        return Err(PositionError::new("gone", format!("card {card} is nowhere; all {CARDS} cards must be given")));
    }
    for item in 0..ITEMS {
        let held: u32 = (0..table.num_players())
            .map(|player| u32::from(table.tokens[player][item]) + u32::from(table.black_market[player][item]))
            .sum();
        let all = u32::from(edition.supply[table.num_players()]);
        let given = u32::from(table.bank[item]) + held;
        require(given == all, &format!("bank.{}", edition.items[item]), || {
            format!("bank and players have {given} tokens together, there are {all}")
        })?;
    }
    Ok(())
}

/// Boards, hands, decks and special cards are as they must be after the turns that were played.
pub(super) fn progress(state: &State) -> Result<(), PositionError> {
    round(state)?;
    phase(state)?;
    for player in 0..state.table.num_players() {
        board(state, player)?;
        special_cards(state, player)?;
    }
    let dividends =
        (0..state.table.num_players()).filter(|player| !state.table.specials[*player].has(Specials::DIVIDEND)).count();
    let paid = state.table.paid.count_ones() as usize;
    require(paid == dividends, "paid", || format!("{paid} chambers, and {dividends} players have played Dividend"))?;
    gone(state)?;
    decks_and_hands(state)
}

/// The round, and the last one (rules.md 5.1).
fn round(state: &State) -> Result<(), PositionError> {
    let table = &state.table;
    let empty = table.main_deck == 0;
    require(empty == (table.last_round != NO_ROUND), "last_round", || {
        "it is a number if the main deck is empty, else null".to_owned()
    })?;
    let at_least = state.edition.final_rounds;
    require(table.last_round >= at_least, "last_round", || format!("it cannot be smaller than {at_least}"))?;
    if table.phase == Phase::End {
        let ended = empty && table.round == table.last_round + 1;
        return require(ended, "round", || "a game ends with an empty main deck, after last_round".to_owned());
    }
    if let Some(first) = last_rounds_begin(state) {
        let last = usize::from(table.last_round);
        require((first..=last).contains(&usize::from(table.round)), "round", || {
            format!("{} is not among the last rounds {first} to {last}", table.round)
        })?;
    }
    Ok(())
}

/// What the phase says of the active player.
fn phase(state: &State) -> Result<(), PositionError> {
    let (table, player) = (&state.table, state.table.active());
    match table.phase {
        Phase::Laying => {
            let tokens = table.black_market[player].total();
            let possible = (1..u32::from(state.edition.black_market)).contains(&tokens)
                && !table.specials[player].has(Specials::BLACK_MARKET);
            require(possible, "phase", || {
                format!(
                    "in \"laying\" player {player} has played Black Market and may lay more than the {tokens} tokens there"
                )
            })
        }
        Phase::Discarding => require(table.boards[player][0] == NEWS_CARD, "phase", || {
            format!("in \"discarding\" News lies on the leftmost space of player {player}")
        }),
        Phase::Finance | Phase::Card | Phase::End => Ok(()),
    }
}

/// The round in which the main deck ran out.
fn last_rounds_begin(state: &State) -> Option<usize> {
    let known = state.table.last_round != NO_ROUND;
    known.then(|| usize::from(state.table.last_round.saturating_sub(state.edition.final_rounds)))
}

/// The spaces that are taken after the player's turns (3.2.1, 3.3.3).
fn board(state: &State, player: usize) -> Result<(), PositionError> {
    let table = &state.table;
    let field = format!("seats[{player}].board");
    let spaces = &table.boards[player][..state.edition.spaces];
    let discarding = table.phase == Phase::Discarding && player == table.active();
    let leftmost = if discarding { NEWS_CARD } else { NO_CARD };
    require(spaces[0] == leftmost, &format!("{field}[0]"), || {
        "it holds \"news\" while its player discards, and is empty otherwise".to_owned()
    })?;
    let turns = table.turns(player);
    for (i, card) in spaces.iter().enumerate().skip(1) {
        require((*card != NO_CARD) == (i <= turns), &format!("{field}[{i}]"), || {
            format!("after {turns} turns it must {}", if i <= turns { "hold a card" } else { "be empty" })
        })?;
    }
    let news = spaces.iter().filter(|card| **card == NEWS_CARD).count();
    if news > usize::from(!table.specials[player].has(Specials::NEWS)) {
        return Err(PositionError::new(field, "News lies there more often than it was played"));
    }
    Ok(())
}

/// Black Market, Dividend and News against the turns there were, and what lies or was discarded with them.
fn special_cards(state: &State, player: usize) -> Result<(), PositionError> {
    let table = &state.table;
    let field = |name: &str| format!("seats[{player}].{name}");
    let deciding = player == table.active() && table.phase != Phase::End;
    let (turns, specials) = (table.turns(player), table.specials[player]);
    let used = |card: u8| usize::from(!specials.has(card));
    let after_finance = usize::from(deciding && table.phase != Phase::Finance);
    if used(Specials::BLACK_MARKET) + used(Specials::DIVIDEND) > turns + after_finance {
        return Err(PositionError::new(field("special"), format!("too few are left after {turns} turns")));
    }
    let discarding = deciding && table.phase == Phase::Discarding;
    if used(Specials::NEWS) > turns + usize::from(discarding) {
        return Err(PositionError::new(field("special"), "News can not have been played yet"));
    }
    let tokens = table.black_market[player].total();
    let most = u32::from(state.edition.black_market);
    let possible = if specials.has(Specials::BLACK_MARKET) || deciding && table.phase == Phase::Finance {
        0..=0
    } else if deciding && table.phase == Phase::Laying {
        1..=most - 1
    } else {
        0..=most
    };
    if !possible.contains(&tokens) {
        let reason = format!("{tokens} tokens, there can be {} to {}", possible.start(), possible.end());
        return Err(PositionError::new(field("black_market"), reason));
    }
    let most = match (used(Specials::NEWS), discarding) {
        (0, _) => 0,
        (_, true) => state.edition.news_discards - u8::from(state.edition.news_discards > 0),
        _ => state.edition.news_discards,
    };
    if table.discards[player] > most {
        let reason = format!("{} cards, there can be at most {most}", table.discards[player]);
        return Err(PositionError::new(field("discarded"), reason));
    }
    Ok(())
}

/// The players who have played News and are done with it, with the number of cards they discarded.
fn finished_news(state: &State) -> impl Iterator<Item = (usize, u8)> {
    let table = &state.table;
    (0..table.num_players())
        .filter(|player| !table.specials[*player].has(Specials::NEWS))
        .filter(|player| table.phase != Phase::Discarding || *player != table.active())
        .map(|player| (player, table.discards[player]))
}

/// As many cards have left the boards as were played onto them and lie there no more.
fn gone(state: &State) -> Result<(), PositionError> {
    let table = &state.table;
    let staying = state.edition.spaces - 1;
    let left: usize = (0..table.num_players()).map(|player| table.turns(player).saturating_sub(staying)).sum();
    let news_left = finished_news(state).filter(|(player, _)| !table.boards[*player].contains(&NEWS_CARD)).count();
    let (given, wanted) = (table.gone.len() as usize, left.saturating_sub(news_left));
    require(given == wanted, "gone", || format!("{given} cards; after these turns there must be {wanted}"))
}

/// Decks and hands are as drawing left them (3.2.2, 3.4).
fn decks_and_hands(state: &State) -> Result<(), PositionError> {
    let (edition, table) = (state.edition, &state.table);
    let players = table.num_players();
    let drawn: u32 = finished_news(state).map(|(_, discards)| u32::from(discards.saturating_sub(1))).sum();
    let (given, wanted) = (u32::from(table.backup_deck), u32::from(edition.backup_deck).saturating_sub(drawn));
    require(given == wanted, "backup_deck", || format!("{given} cards; News has left {wanted}"))?;
    let without_draw: Vec<usize> =
        finished_news(state).filter(|(_, discards)| *discards == 0).map(|(player, _)| player).collect();
    let full = edition.main_deck(players);
    if table.main_deck > 0 {
        let turns: usize = (0..players).map(|player| table.turns(player)).sum();
        let left = (full + without_draw.len()).checked_sub(turns);
        require(left == Some(usize::from(table.main_deck)), "main_deck", || {
            format!("{} cards; after {turns} turns there must be {}", table.main_deck, left.unwrap_or_default())
        })?;
        return hands(state, |_| 0..=0);
    }
    // The deck ran out in this round, in the turn of some seat; from then on a turn costs a card, but for a News without a discard.
    let round = last_rounds_begin(state).unwrap_or_default();
    let mut reason = Err(PositionError::new("last_round", "the main deck can not have run out in that round"));
    for seat in 0..players {
        let turns_after = |player: usize| table.turns(player).checked_sub(round + usize::from(player <= seat));
        // Before the deck ran out there was a News without a discard for each turn that it lasted longer.
        let early = (round * players + seat + 1).checked_sub(full);
        let late = early.and_then(|early| without_draw.len().checked_sub(early));
        let (Some(late), true) = (late, (0..players).all(|player| turns_after(player).is_some())) else { continue };
        reason = hands_after_the_deck(state, &without_draw, late, &|player| turns_after(player).unwrap_or_default());
        if reason.is_ok() {
            break;
        }
    }
    reason
}

/// Hands when each player has had `turns_after` turns without drawing, `late` of them with a News without a discard.
fn hands_after_the_deck(
    state: &State,
    without_draw: &[usize],
    late: usize,
    turns_after: &dyn Fn(usize) -> usize,
) -> Result<(), PositionError> {
    hands(state, |player| {
        let turns = turns_after(player);
        let spared = usize::from(without_draw.contains(&player) && turns > 0);
        turns - spared..=turns
    })?;
    let spared: usize = (0..state.table.num_players())
        .map(|player| {
            (hand_and_discards(state, player) + turns_after(player)).saturating_sub(state.edition.hand.into())
        })
        .sum();
    require(spared == late, "seats", || {
        "the hands do not fit the turns without a draw since the main deck ran out".to_owned()
    })
}

/// Cards in hand, and those discarded for a News that is not finished.
fn hand_and_discards(state: &State, player: usize) -> usize {
    let table = &state.table;
    let discarding = table.phase == Phase::Discarding && player == table.active();
    usize::from(table.hand_sizes[player]) + usize::from(if discarding { table.discards[player] } else { 0 })
}

fn hands(state: &State, spent: impl Fn(usize) -> std::ops::RangeInclusive<usize>) -> Result<(), PositionError> {
    for player in 0..state.table.num_players() {
        let have = hand_and_discards(state, player);
        let full = usize::from(state.edition.hand);
        if !spent(player).any(|cards| have + cards == full) {
            let least = full.saturating_sub(*spent(player).end());
            let reason = format!("{have} cards, there must be {least}");
            return Err(PositionError::new(format!("seats[{player}].hand"), reason));
        }
    }
    Ok(())
}
