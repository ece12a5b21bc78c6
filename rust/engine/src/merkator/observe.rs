//! What a player may know (rules.md 2.7), and what can be drawn from it.

mod tensor;

use super::position::{self, Pile, SeenStack};
use super::sets::{ContractSet, members};
use super::state::{Hidden, NONE, State, Table, UNSEEN, View, hash_of_view};
use super::{BONUS, BUILDINGS, CONTRACTS, Edition, MARKER_KINDS, MARKERS, Merkator, STACKS, rules, text};
use crate::game::{ActionSet, Player};
use crate::rng::Rng;

/// What one player may know of a position: the same for all, since nobody holds anything hidden.
///
/// It remembers what was turned face up and then buried, which happens in the solo game only, but shows no more than lies on the
/// table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    pub(super) edition: &'static Edition,
    pub(super) observer: Player,
    pub(super) table: Table,
    /// What lies face down, with [`UNSEEN`] in the place of all that was never seen there.
    pub(super) seen: Hidden,
}

impl Observation {
    pub(super) fn of(state: &State, observer: Player) -> Self {
        Self { edition: state.edition, observer, table: state.table, seen: mask(state) }
    }
}

/// Whether all the contracts of a stack were seen when they came onto it: those that arrive in the solo game.
fn arrives(edition: &Edition, table: &Table, stack: usize) -> bool {
    table.is_solo() && edition.solo.is_some_and(|solo| solo.stacks >> stack & 1 == 1)
}

/// Bonus cards on top of the pile that were never face up. In the solo game every building bought has put as many cards under
/// the pile as were drawn from it; each bonus card bought has drawn one.
fn bonus_never_shown(edition: &Edition, table: &Table) -> usize {
    let dealt = table.num_players() * edition.start_bonus.len();
    let pile = (BONUS - dealt).saturating_sub(edition.faceup_bonus.into());
    if !table.is_solo() {
        return table.bonus_pile.into();
    }
    let seat = &table.seats[0];
    let bought = seat.bonus.count_ones() as usize - dealt;
    pile.saturating_sub(bought + seat.buildings.count_ones() as usize * usize::from(edition.faceup_bonus))
}

/// Replaces what was never seen.
fn mask(state: &State) -> Hidden {
    let State { edition, table, mut hidden } = *state;
    let first = usize::from(table.taken) + usize::from(table.face_up);
    let on_chart = usize::from(edition.chart(table.num_players()));
    if first < on_chart {
        hidden.chart[first..on_chart].fill(UNSEEN);
    }
    for stack in (0..STACKS).filter(|stack| table.stacks[*stack] > 1 && !arrives(edition, &table, *stack)) {
        let bottom = usize::from(edition.stack_starts[stack]);
        hidden.stacks[bottom..bottom + usize::from(table.stacks[stack]) - 1].fill(UNSEEN);
    }
    hidden.arrivals[..usize::from(table.arrivals)].fill(UNSEEN);
    let pile = usize::from(table.bonus_pile);
    hidden.bonus_pile[pile - bonus_never_shown(edition, &table)..pile].fill(UNSEEN);
    hidden.building_pile[..usize::from(table.building_pile)].fill(UNSEEN);
    hidden
}

/// Puts the cards of `pool`, shuffled, into the places where nothing was seen.
fn fill(places: &mut [u8], pool: &mut [u8], rng: &mut Rng) {
    rng.shuffle(pool);
    let unseen = places.iter_mut().filter(|place| **place == UNSEEN);
    unseen.zip(pool).for_each(|(place, card)| *place = *card);
}

/// The members of a set, at the front of an array, and their number.
fn listed<const N: usize>(cards: impl Iterator<Item = u8>) -> ([u8; N], usize) {
    let (mut list, mut count) = ([NONE; N], 0);
    for card in cards {
        list[count] = card;
        count += 1;
    }
    (list, count)
}

/// The cards in a list that were seen there, as a set.
fn seen_in(cards: &[u8]) -> u64 {
    cards.iter().filter(|card| **card < UNSEEN).fold(0, |set, card| set | 1 << card)
}

impl Observation {
    /// The markers that lie face down are drawn from all that were never turned; those that players took unseen are among them.
    fn sample_markers(&self, hidden: &mut Hidden, rng: &mut Rng) {
        let (mut pool, mut count) = ([0; MARKERS], 0);
        for kind in 0..MARKER_KINDS {
            let unseen = usize::from(self.edition.markers[kind] - self.table.seen[kind]);
            pool[count..count + unseen].fill(kind as u8);
            count += unseen;
        }
        fill(&mut hidden.chart, &mut pool[..count], rng);
    }

    /// The contracts of each value that nobody has seen are below the top of their stack, or still to arrive.
    fn sample_contracts(&self, hidden: &mut Hidden, rng: &mut Rng) {
        let Self { edition, table, .. } = self;
        let in_stacks: ContractSet = hidden.stacks.iter().copied().filter(|card| *card < UNSEEN).collect();
        let held = table.seats.iter().fold(table.discard.or(in_stacks), |set, seat| set.or(seat.contracts));
        let unseen = ContractSet::ALL.without(held);
        let mut arrivals = usize::from(table.arrivals);
        for stack in 0..STACKS {
            let range = edition.stack_starts[stack]..edition.stack_starts[stack + 1];
            let (mut pool, count) = listed::<CONTRACTS>(range.clone().filter(|card| unseen.contains(*card)));
            let places = if arrives(edition, table, stack) {
                // The lower values come first, which is from the end of the list.
                arrivals -= count;
                &mut hidden.arrivals[arrivals..arrivals + count]
            } else {
                &mut hidden.stacks[usize::from(range.start)..usize::from(range.end)]
            };
            fill(places, &mut pool[..count], rng);
        }
    }

    fn sample_piles(&self, hidden: &mut Hidden, rng: &mut Rng) {
        let Self { edition, table, .. } = self;
        let shown = table.seats.iter().fold(table.bonus_display, |set, seat| set | seat.bonus);
        let seen = u64::from(shown) | seen_in(&hidden.bonus_pile);
        let (mut pool, count) = listed::<BONUS>(members(!seen & 0xFFFF));
        fill(&mut hidden.bonus_pile, &mut pool[..count], rng);
        let shown = table.seats.iter().fold(table.building_display, |set, seat| set | seat.buildings);
        let unseen = edition.buildings_in_play(table.num_players()) & !shown;
        let (mut pool, count) = listed::<BUILDINGS>(members(unseen.into()));
        fill(&mut hidden.building_pile, &mut pool[..count], rng);
    }
}

impl crate::game::Observation for Observation {
    type Game = Merkator;

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
        rules::legal_actions(&View { edition: self.edition, table: &self.table })
    }

    /// Markers, stacks and piles are shuffled each by itself: every order of each agrees with what was seen, so all are
    /// equally likely.
    fn sample_state(&self, rng: &mut Rng) -> State {
        let mut hidden = self.seen;
        self.sample_markers(&mut hidden, rng);
        self.sample_contracts(&mut hidden, rng);
        self.sample_piles(&mut hidden, rng);
        State { edition: self.edition, table: self.table, hidden }
    }

    fn observation_hash(&self) -> u64 {
        hash_of_view(self.edition, self.observer, &self.table, &self.seen)
    }

    fn tensor_size(_edition: &Edition, players: usize) -> usize {
        tensor::COMMON + players * tensor::SEAT
    }

    fn write_tensor(&self, out: &mut [f32]) {
        assert_eq!(out.len(), Self::tensor_size(self.edition, self.num_players()), "the tensor's size");
        tensor::write(self, out);
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
    type Marker = Option<String>;
    type Stack = SeenStack;
    type Pile = usize;

    fn marker(&self, place: usize) -> Option<String> {
        let kind = self.seen.chart[place];
        (kind != UNSEEN).then(|| position::marker_text(kind))
    }

    fn stack(&self, stack: usize) -> SeenStack {
        let top = self.seen.top(self.edition, &self.table, stack);
        SeenStack { top, cards: self.table.stacks[stack] }
    }

    fn pile(&self, pile: Pile) -> usize {
        pile.size(&self.table)
    }
}
