//! The properties of bots: legal, fair, repeatable, and quick to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use merx_engine::bots::{Analysis, BOTS, BotSpec};
use merx_engine::game::{Action, Game, Observation, State};
use merx_engine::rng::Rng;
use merx_engine::setup::Setup;

use super::observations::permuted;
use super::{Tested, restore, walk};

/// Every kind of bot, and every way to search.
const SPECS: &[&str] = &[
    "random",
    "greedy",
    "greedy:epsilon=0.5",
    "flat:simulations=24",
    "flat:simulations=24,rollout=random,rounds=0,threads=2",
    "mcts:simulations=24",
    "mcts:simulations=24,threads=30,epsilon=0.5",
    "mcts:simulations=24,rollout=random,rounds=0,candidates=0,widening=0,prior=0,opponents=tree",
    "mcts:simulations=24,rollout=none,rounds=2,threads=2,opponents=tree,candidates=3",
];

fn specs() -> impl Iterator<Item = BotSpec> {
    SPECS.iter().map(|spec| spec.parse().unwrap())
}

fn choice<G: Game>(spec: &BotSpec, seed: u64, view: &G::Observation) -> Action {
    spec.make::<G>(Rng::new(seed)).choose(view, &AtomicBool::new(false)).expect("nobody stops it")
}

fn analysis<G: Game>(spec: &BotSpec, seen: &G::Observation) -> Analysis {
    let mut bot = spec.make::<G>(Rng::new(5));
    bot.search().expect("it searches").analyse(seen, &AtomicBool::new(false)).expect("nobody stops it")
}

/// Shows some of the decisions of a random game: from all its parts, but not so many that searches take long.
fn some_decisions<G: Game>(setup: Setup<G>, seed: u64, mut visit: impl FnMut(&G::State)) {
    let mut number = 0;
    walk(setup, seed, |state| {
        number += 1;
        if number % 29 == 3 && !state.is_terminal() {
            visit(state);
        }
    });
}

fn seen_by_the_decider<S: State>(state: &S) -> <S::Game as Game>::Observation {
    state.observation(state.current_player().expect("the game runs"))
}

#[test]
fn every_kind_of_bot_is_tested_here() {
    for kind in BOTS {
        assert!(specs().any(|spec| spec.kind() == kind), "{}", kind.name);
    }
}

pub(crate) fn bots_play_legally_and_the_same_with_the_same_seed<G: Game>(setup: Setup<G>) {
    some_decisions(setup, 1, |state| {
        let seen = seen_by_the_decider(state);
        for spec in specs() {
            let action = choice::<G>(&spec, 7, &seen);
            assert!(state.legal_actions().contains(action), "{spec}");
            assert_eq!(choice::<G>(&spec, 7, &seen), action, "{spec}");
        }
    });
}

pub(crate) fn what_is_hidden_changes_no_bots_move<G: Game>(setup: Setup<G>) {
    let mut rng = Rng::new(11);
    some_decisions(setup, 2, |state| {
        let seen = seen_by_the_decider(state);
        // A sample holds everything hidden in another order.
        let other = seen_by_the_decider(&seen.sample_state(&mut rng));
        for spec in specs() {
            assert_eq!(choice::<G>(&spec, 7, &seen), choice::<G>(&spec, 7, &other), "{spec}");
        }
    });
}

pub(crate) fn permuting_the_hidden_cards_changes_no_bots_move<G: Tested>(setup: Setup<G>) {
    let mut rng = Rng::new(12);
    some_decisions(setup, 3, |state| {
        let player = state.current_player().unwrap();
        let other = restore(setup, &permuted::<G>(state, player, &mut rng)).unwrap();
        for spec in specs() {
            let choose = |state: &G::State| choice::<G>(&spec, 7, &seen_by_the_decider(state));
            assert_eq!(choose(state), choose(&other), "{spec}");
        }
    });
}

pub(crate) fn a_search_accounts_for_its_simulations_and_repeats_itself<G: Game>(setup: Setup<G>) {
    some_decisions(setup, 4, |state| {
        let seen = seen_by_the_decider(state);
        for spec in specs().filter(|spec| spec.kind().searches) {
            let found = analysis::<G>(&spec, &seen);
            assert_eq!(found, analysis::<G>(&spec, &seen), "{spec}");
            assert_eq!(found.simulations, 24, "{spec}");
            assert_eq!(found.actions.iter().map(|judged| judged.visits).sum::<u64>(), 24, "{spec}");
            let mut actions: Vec<Action> = found.actions.iter().map(|judged| judged.action).collect();
            assert!(found.actions.iter().all(|judged| judged.mean_return.abs() <= 1.0), "{spec}");
            if state.legal_actions().len() > 1 {
                assert_eq!(choice::<G>(&spec, 5, &seen), actions[0], "the best is chosen");
            }
            actions.sort_unstable();
            assert!(actions.into_iter().eq(state.legal_actions().iter()), "every legal action is judged once");
        }
    });
}

pub(crate) fn a_search_stops_when_told<G: Game>(setup: Setup<G>) {
    let seen = seen_by_the_decider(&setup.new_initial_state(1));
    for spec in ["flat:simulations=1000000000", "mcts:simulations=1000000000,threads=2"] {
        let mut bot = spec.parse::<BotSpec>().unwrap().make::<G>(Rng::new(1));
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let search = scope.spawn(|| bot.search().unwrap().analyse(&seen, &stop));
            thread::sleep(Duration::from_millis(20));
            assert!(!search.is_finished(), "it would go on for hours");
            let told = Instant::now();
            stop.store(true, Ordering::Relaxed);
            assert_eq!(search.join().unwrap(), None, "{spec}");
            assert!(told.elapsed() < Duration::from_secs(1), "{spec} took {:?}", told.elapsed());
        });
    }
}

pub(crate) fn flat_tries_every_action_equally_often<G: Game>(setup: Setup<G>) {
    some_decisions(setup, 5, |state| {
        let actions = u64::from(state.legal_actions().len());
        for threads in [1, 3] {
            let spec = format!("flat:rollout=none,threads={threads},simulations={}", 2 * actions + 1);
            let found = analysis::<G>(&spec.parse().unwrap(), &seen_by_the_decider(state));
            assert!(found.actions.iter().all(|judged| (2..=3).contains(&judged.visits)), "{spec}: {found:?}");
        }
    });
}

pub(crate) fn a_limit_of_time_ends_a_search_that_has_tried_something<G: Game>(setup: Setup<G>) {
    let seen = seen_by_the_decider(&setup.new_initial_state(1));
    for spec in ["flat:ms=1", "mcts:ms=1", "mcts:ms=1,threads=2"] {
        let found = analysis::<G>(&spec.parse().unwrap(), &seen);
        assert!((1..1_000_000).contains(&found.simulations), "{spec}: {}", found.simulations);
    }
    let found = analysis::<G>(&"mcts:ms=3600000,simulations=5".parse().unwrap(), &seen);
    assert_eq!(found.simulations, 5, "where both are limited, the first limit ends the search");
}
