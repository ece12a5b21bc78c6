//! What playouts and searches call in their inner loop allocates nothing. A test binary of its own, since it counts every
//! allocation of the thread it runs on.

use allocation_counter::{AllocationInfo, measure};

use std::sync::atomic::AtomicBool;

use merx_engine::bots::BotSpec;
use merx_engine::celtic::Celtic;
use merx_engine::edition::Edition;
use merx_engine::game::{Action, Game, Observation, State};
use merx_engine::mercurius::Mercurius;
use merx_engine::merkator::Merkator;
use merx_engine::playout::playout;
use merx_engine::rng::{Rng, Stream};
use merx_engine::setup::Setup;

/// What `work` allocates on this thread, after one call that may fill what is made once for a process.
fn allocations(mut work: impl FnMut()) -> AllocationInfo {
    work();
    measure(work)
}

fn for_each_setup<G: Game>(property: fn(Setup<G>)) {
    let edition = Edition::<G>::standard();
    for &players in edition.players() {
        property(Setup::new(edition, players).unwrap());
    }
}

/// The states of a random game, and the actions between them.
fn game<G: Game>(setup: Setup<G>, seed: u64) -> (Vec<G::State>, Vec<Action>) {
    let mut rng = Rng::for_stream(seed, Stream::Playout);
    let mut states = vec![setup.new_initial_state(seed)];
    let mut actions = Vec::new();
    loop {
        let mut state = states[states.len() - 1];
        let legal = state.legal_actions();
        let Some(action) = legal.choose(&mut rng) else { return (states, actions) };
        state.apply_trusted(action);
        states.push(state);
        actions.push(action);
    }
}

#[track_caller]
fn assert_none(info: &AllocationInfo, what: &str) {
    assert_eq!((info.count_total, info.bytes_total), (0, 0), "{what} allocates");
}

fn nothing_is_allocated<G: Game>(setup: Setup<G>) {
    let deal_and_play = || {
        for seed in 0..50 {
            let mut state = setup.new_initial_state(seed);
            playout(&mut state, &mut Rng::for_stream(seed, Stream::Playout));
            assert!(state.is_terminal());
        }
    };
    assert_none(&allocations(deal_and_play), "a playout");

    let (states, actions) = game(setup, 1);
    let replay = || {
        let mut state = states[0];
        for (action, after) in actions.iter().zip(&states[1..]) {
            assert!(state.legal_actions().contains(*action));
            assert!(state.legal_actions().iter().any(|legal| legal == *action));
            assert!(state.apply_action(*action).is_ok() && state == *after);
        }
    };
    assert_none(&allocations(replay), "legal_actions, apply_action or ==");

    let observe = || {
        for state in &states {
            for player in 0..setup.players() {
                let seen = state.observation(player);
                assert!(seen.legal_actions().is_empty() != (state.current_player() == Some(player)));
                assert_eq!(seen.clone().observer(), player);
            }
        }
    };
    assert_none(&allocations(observe), "an observation");

    let mut rng = Rng::for_stream(1, Stream::Sample);
    let sample = || {
        for state in &states {
            for player in 0..setup.players() {
                let sample = state.observation(player).sample_state(&mut rng);
                assert!(sample.current_player() == state.current_player());
            }
        }
    };
    assert_none(&allocations(sample), "sample_state");

    // A search keeps its tree's arena, which the first call has let grow; what is left is the list of moves.
    let seen = states[0].observation(states[0].current_player().unwrap());
    for kind in [
        "flat:",
        "mcts:candidates=0,widening=0,prior=0,opponents=tree,rollout=random,rounds=0,",
        "mcts:",
        "mcts:candidates=320,",
    ] {
        let search = |simulations: usize| {
            let spec: BotSpec = format!("{kind}simulations={simulations}").parse().unwrap();
            let mut bot = spec.make::<G>(Rng::new(1));
            let go = AtomicBool::new(false);
            allocations(|| assert!(bot.search().unwrap().analyse(&seen, &go).is_some())).count_total
        };
        let (few, many) = (search(50), search(1050));
        assert!(few < 20 && many <= few, "{kind} allocates {few} and {many} times");
    }

    let mut tensor = vec![0.0; G::Observation::tensor_size(setup.edition(), setup.players())];
    let judge = || {
        let mut sum = 0;
        for state in &states {
            for player in 0..setup.players() {
                state.observation(player).write_tensor(&mut tensor);
                sum ^= state.observation(player).observation_hash() ^ state.evaluate(player).to_bits();
            }
            sum ^= state.state_hash() ^ u64::from(state.ranks()[0]);
            assert_eq!(state.scores().len(), state.returns().len());
        }
        assert_ne!(sum, 0);
    };
    assert_none(&allocations(judge), "a tensor, a hash, an evaluation, scores, ranks or returns");
}

#[test]
fn playouts_legal_actions_apply_observation_and_sample_state_allocate_nothing_in_mercurius() {
    for_each_setup::<Mercurius>(nothing_is_allocated);
}

#[test]
fn playouts_legal_actions_apply_observation_and_sample_state_allocate_nothing_in_celtic() {
    for_each_setup::<Celtic>(nothing_is_allocated);
}

#[test]
fn playouts_legal_actions_apply_observation_and_sample_state_allocate_nothing_in_merkator() {
    for_each_setup::<Merkator>(nothing_is_allocated);
    let published = Edition::<Merkator>::load("published").unwrap();
    nothing_is_allocated(Setup::new(published, 1).unwrap());
}

#[test]
fn the_counter_counts() {
    assert!(allocations(|| drop(std::hint::black_box(vec![1_u8; 100]))).bytes_total >= 100);
}
