//! How well a player stands: what the greedy bot looks at.
//!
//! Points that are held count in full. A contract also promises the one that follows it when it is fulfilled, the more the fewer of its
//! goods are missing, and most where the merchant stands. Cards, coins, cubes and time markers promise as much as is left of the
//! game. Everything weighed lies open.

use super::edition::{Effect, MOST_NEEDED};
use super::rules::{exchanges, payable};
use super::score::{ContractSums, building_points, score};
use super::sets::{Contract, members};
use super::state::{NOT_CALLED, Phase, Seat, Table, View};
use super::{COLOURS, GOODS, PEACE};

/// How much of the best rival's points counts against the own.
const RIVALRY: f64 = 0.3;
/// Added at the end for the win, deducted for a loss, so that nobody ends a game that is lost.
const WIN: f64 = 50.0;
/// What a contract's successor is worth when its goods are there and the merchant is elsewhere: a journey of about five in a
/// game that could serve others too.
const AT_HAND: f64 = 0.7;
/// The same where the merchant is and the player may fulfil now: less than 1, so that fulfilling is better.
const HERE: f64 = 0.9;
/// What is left of it for each good that is missing.
const PER_MISSING: f64 = 0.78;
/// The most goods that a contract can lack.
const MOST_MISSING: usize = GOODS * MOST_NEEDED as usize;
/// What is left of it by the number of goods that are missing.
const LEFT_OF_PROMISE: [f64; MOST_MISSING + 1] = {
    let mut left = [1.0; MOST_MISSING + 1];
    let mut missing = 1;
    while missing < left.len() {
        left[missing] = left[missing - 1] * PER_MISSING;
        missing += 1;
    }
    left
};
/// What is left of the promise of every further contract, the best first: goods serve only one, and turns are few.
const PER_CONTRACT: f64 = 0.72;
/// The worth of a cube in a room, up to [`USEFUL_CUBES`] of a good: it may serve contracts still to come.
const CUBE: f64 = 0.14;
/// Cubes of one good that contracts ask for.
const USEFUL_CUBES: u16 = 4;
/// The worth of every further cube: four of them pay for a missing good.
const SURPLUS_CUBE: f64 = 0.03;
/// The worth of a cube on the tile: it becomes what is wanted, so it should be kept until it is.
const TILE_CUBE: f64 = 0.3;
/// The worth of a time marker: it pays for far places and for joining, or a quarter of a missing good.
const TIME: f64 = 0.5;
/// Time markers beyond which more are hardly spent.
const USEFUL_TIME: u8 = 6;
/// The worth of a coin: a contract beyond the fifth is sold for twice the points it brings, so less than a half makes a player keep it.
const COIN: f64 = 0.42;
/// The worth of a bonus card in a whole game: two cubes at each of some five visits, of its own or others' journeys.
const BONUS_CARD: f64 = 3.5;
/// The part of the gap between a building's points now and its most that a whole game closes.
const GROWTH: f64 = 0.55;
/// How much of a purchase's gain counts as long as it is not made.
const NOT_BOUGHT: f64 = 0.9;

/// The player's points and what the position promises, less a part of the best rival's points.
pub(super) fn evaluate(view: &View, player: usize) -> f64 {
    let table = view.table;
    let rivals = (0..table.num_players()).filter(|other| *other != player);
    let best = rivals.map(|other| score(view, other)).max();
    let rivals = RIVALRY * f64::from(best.unwrap_or(0));
    if table.phase == Phase::End {
        let own = score(view, player);
        let win = best.map_or(0.0, |best| WIN * f64::from((own - best).signum()));
        return f64::from(own) - rivals + win;
    }
    if table.phase == Phase::Storing && usize::from(table.current) == player {
        return best_store(view, player) - rivals;
    }
    Judge::of(view, player).worth() - rivals
}

/// While cubes are being stored: what the player has after the best way to store them, with the bonus cubes and time markers that
/// the journey still brings.
fn best_store(view: &View, player: usize) -> f64 {
    let View { edition, table } = *view;
    let place = usize::from(table.figure);
    let mut after = *table;
    let (cubes, good) = (u16::from(table.storing), 2 * usize::from(edition.colour_at[place]));
    let seat = &mut after.seats[player];
    for card in members((edition.bonus_at[place] & seat.bonus).into()) {
        seat.rooms[usize::from(edition.bonus[usize::from(card)].good)] += u16::from(edition.bonus_traveller);
    }
    let due = edition.time[place].max(0) as u8;
    seat.time += if table.is_solo() {
        due.min(table.time_box)
    } else {
        due.min(edition.chart(table.players.into()) - table.taken)
    };
    after.phase = Phase::Fulfilling;
    let least = u16::from(cubes > 1);
    let rooms = after.seats[player].rooms;
    let mut best = f64::NEG_INFINITY;
    for first in least..=cubes - least {
        let stored = &mut after.seats[player].rooms;
        stored[good] = rooms[good] + first;
        stored[good + 1] = rooms[good + 1] + cubes - first;
        best = best.max(Judge::of(&View { edition, table: &after }, player).worth());
    }
    best
}

/// What a player's things are worth.
struct Judge<'a> {
    view: &'a View<'a>,
    player: usize,
    seat: &'a Seat,
    contracts: ContractSums<'a>,
    /// Whether a room holds enough cubes to be exchanged for a good.
    exchanges: bool,
    /// The part of the game that is left, from 1 to 0.
    left: f64,
    /// Whether the player has a journey, or may join one, before the game ends.
    may_fulfil: bool,
}

impl<'a> Judge<'a> {
    fn of(view: &'a View<'a>, player: usize) -> Self {
        let table = view.table;
        let left = left(view);
        let own_turn_over = usize::from(table.active) == player && has_fulfilled(table, player);
        let may_fulfil = turns_left(view, player) > usize::from(own_turn_over);
        let seat = &table.seats[player];
        let exchanges = seat.rooms.iter().any(|cubes| *cubes >= view.edition.exchange.into());
        Self { view, player, seat, contracts: ContractSums::of(view.edition, seat), exchanges, left, may_fulfil }
    }

    fn worth(&self) -> f64 {
        let contracts = f64::from(self.contracts.points());
        let buildings: f64 = members(self.seat.buildings.into()).map(|building| self.building(building)).sum();
        let pending = self.exchanging();
        contracts + buildings + self.promises() + self.goods() + self.time() + self.money() + pending
    }

    /// While goods are exchanged: the contract that will follow, less what is still to be given.
    fn exchanging(&self) -> f64 {
        let View { edition, table } = self.view;
        if table.phase != Phase::Exchanging || usize::from(table.current) != self.player {
            return 0.0;
        }
        let given = f64::from(table.exchange.missing) * f64::from(edition.exchange);
        self.gain(table.exchange.contract) - SURPLUS_CUBE * given
    }

    /// A building's points now, and a part of what they can still grow.
    fn building(&self, building: u8) -> f64 {
        let now = f64::from(building_points(self.view, self.player, building));
        let most = f64::from(self.view.edition.buildings[usize::from(building)].most);
        now + GROWTH * self.left * (most - now)
    }

    /// What a building on display would bring: its own points, and what those gain that count buildings.
    fn building_on_display(&self, building: u8) -> f64 {
        let View { edition, table } = *self.view;
        let counts = |other: &u8| edition.buildings[usize::from(*other)].effect == Effect::OtherBuildings;
        let raised = members(self.seat.buildings.into()).filter(counts).map(|other| {
            let mut bought = *table;
            bought.seats[self.player].buildings |= 1 << building;
            let points = |table| building_points(&View { edition, table }, self.player, other);
            points(&bought) - points(table)
        });
        self.building(building) + f64::from(raised.sum::<i32>())
    }

    /// What the contracts held promise, the best in full.
    fn promises(&self) -> f64 {
        if !self.may_fulfil {
            return 0.0;
        }
        let mut best = [0.0; 6];
        for contract in self.seat.contracts.iter().filter(|contract| *contract != PEACE) {
            let mut promise = self.promise(contract);
            for place in &mut best {
                if promise > *place {
                    std::mem::swap(&mut promise, place);
                }
            }
        }
        best.iter().rev().fold(0.0, |sum, promise| promise + PER_CONTRACT * sum)
    }

    /// What fulfilling a contract promises.
    fn promise(&self, contract: Contract) -> f64 {
        let View { edition, table } = self.view;
        let gain = self.gain(contract);
        let asked = table.phase == Phase::Fulfilling && usize::from(table.current) == self.player;
        let here = asked && edition.contracts_at[usize::from(table.figure)].contains(contract);
        let open = here && !table.done.contains(contract);
        if open && payable(edition, self.seat, contract) {
            return HERE * gain;
        }
        let missing = self.missing(contract);
        // What cubes of the tile make up for can be fulfilled now; for the rest there is no hurry to stay.
        let worth = if open && missing == 0 { HERE } else { AT_HAND };
        worth * gain * LEFT_OF_PROMISE[missing as usize]
    }

    /// The points that the contract following this one would add.
    fn gain(&self, contract: Contract) -> f64 {
        let View { edition, table } = self.view;
        let value = |contract: Contract| edition.contracts[usize::from(contract)].value;
        let stacks = 0..=usize::from(value(contract)) - 2;
        let next = stacks.rev().find(|stack| table.stacks[*stack] > 0);
        next.map_or(0.0, |stack| f64::from(self.contracts.gain(value(edition.stack_starts[stack]).into())))
    }

    /// The goods that a contract lacks, after cubes of the tile and exchanges.
    fn missing(&self, contract: Contract) -> u32 {
        let edition = self.view.edition;
        let card = &edition.contracts[usize::from(contract)];
        let (mut missing, mut spare) = (0, u32::from(self.seat.time / edition.exchange));
        for colour in 0..COLOURS {
            let lacking: u16 =
                (2 * colour..2 * colour + 2).map(|good| card.needs[good].saturating_sub(self.seat.rooms[good])).sum();
            missing += u32::from(lacking.saturating_sub(self.seat.tile[colour].into()));
        }
        if missing == 0 {
            return 0;
        }
        if self.exchanges {
            spare += exchanges(edition, self.seat, contract);
        }
        missing.saturating_sub(spare)
    }

    fn goods(&self) -> f64 {
        if !self.may_fulfil {
            return 0.0;
        }
        let room = |cubes: &u16| {
            CUBE * f64::from((*cubes).min(USEFUL_CUBES)) + SURPLUS_CUBE * f64::from(cubes.saturating_sub(USEFUL_CUBES))
        };
        let rooms: f64 = self.seat.rooms.iter().map(room).sum();
        let tile: u8 = self.seat.tile.iter().sum();
        rooms + TILE_CUBE * f64::from(tile)
    }

    fn time(&self) -> f64 {
        let time = self.seat.time;
        let scarce = f64::from(time.min(USEFUL_TIME));
        self.left * TIME * (scarce + 0.2 * f64::from(time.saturating_sub(USEFUL_TIME)))
    }

    /// Bonus cards, coins, and the best purchase that they bring nearer.
    fn money(&self) -> f64 {
        let View { edition, table } = self.view;
        let bonus = self.left * BONUS_CARD * f64::from(self.seat.bonus.count_ones());
        let investing = table.phase == Phase::Investing && usize::from(table.active) == self.player;
        let kept = if investing { u16::MAX } else { edition.coin_limit(table.players) };
        let coins = f64::from(self.seat.coins.min(kept));
        if turns_left(self.view, self.player) == 0 && !investing {
            return bonus;
        }
        let coin = COIN * self.left.max(0.05);
        let mut purchase: f64 = 0.0;
        for building in members(table.building_display.into()) {
            let price = f64::from(edition.buildings[usize::from(building)].price);
            let near = (coins / price).min(1.0);
            let gain = self.building_on_display(building) - coin * price;
            purchase = purchase.max(gain * near * near);
        }
        // Coins above what is kept must be spent at once.
        let lasting = coins.min(edition.coin_limit(table.players).into());
        bonus + coin * lasting + NOT_BOUGHT * purchase
    }
}

/// The part of the game that is left: by the chart, or by the turns of the solo game.
fn left(view: &View) -> f64 {
    let View { edition, table } = view;
    if table.last_turn != NOT_CALLED {
        return 0.0;
    }
    let players = table.num_players();
    if table.is_solo() {
        return 1.0 - f64::from(table.turn + 1) / edition.turns(1) as f64;
    }
    let chart = edition.chart(players);
    f64::from(chart - table.taken) / f64::from(chart)
}

/// The turns that `player` has still to begin or is in, at least.
fn turns_left(view: &View, player: usize) -> usize {
    let View { edition, table } = view;
    let players = table.num_players();
    let last = if table.last_turn == NOT_CALLED { edition.turns(players) - 1 } else { table.last_turn.into() };
    let first = usize::from(table.turn);
    let until = (player + players - usize::from(table.active)) % players;
    if first + until > last { 0 } else { 1 + (last - first - until) / players }
}

/// Whether the active player's own fulfilling is over in this turn.
fn has_fulfilled(table: &Table, player: usize) -> bool {
    table.phase == Phase::Joining
        || matches!(table.phase, Phase::Fulfilling | Phase::Exchanging) && usize::from(table.current) != player
}
