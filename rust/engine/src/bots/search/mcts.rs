//! Monte Carlo tree search over information sets.
//!
//! Single-observer ISMCTS (Cowling, Powley and Whitehouse, *Information Set Monte Carlo Tree Search*, IEEE Transactions on
//! Computational Intelligence and AI in Games 4(2), 2012): each simulation samples a state that agrees with the observation and goes down one
//! tree, shared by all samples, in which every player seeks the own return (max-n).

use std::sync::atomic::AtomicBool;

use super::rollout::Rollout;
use super::tree::{ROOT, Shape, Tree};
use super::{
    Analysis, Budget, EPSILON, Judged, MS, ROLLOUT, ROUNDS, SIMULATIONS, Settings, THREADS, Tally, Team, Worker,
    choose_by_search,
};
use crate::actions::ActionSet;
use crate::bots::greedy::best_action;
use crate::bots::{Bot, BotKind, Parameter, Search, Values};
use crate::game::{Action, Game, Observation, State};
use crate::rng::Rng;

pub(in crate::bots) const KIND: BotKind = BotKind {
    name: "mcts",
    help: "Monte Carlo tree search over what the player cannot tell apart.",
    searches: true,
    parameters: &[
        SIMULATIONS,
        MS,
        Parameter {
            name: "c",
            default: "1",
            values: Values::Real(0.0, 100.0),
            help: "How much is explored, in standard deviations of the returns.",
        },
        Parameter {
            name: "widening",
            default: "1",
            values: Values::Real(0.0, 1e6),
            help: "After n visits the best widening * sqrt(n) actions by evaluation are tried; 0 for all.",
        },
        ROLLOUT,
        EPSILON,
        ROUNDS,
        THREADS,
    ],
};

#[derive(Debug)]
pub(in crate::bots) struct Mcts {
    settings: Settings,
    shape: Shape,
    team: Team<Tree>,
}

impl Mcts {
    pub(in crate::bots) fn new(mut rng: Rng, settings: Settings, c: f64, widening: f64) -> Self {
        Self {
            team: Team::new(&mut rng, &settings, Tree::default),
            settings,
            shape: Shape { c, widening: if widening == 0.0 { f64::INFINITY } else { widening } },
        }
    }
}

impl<G: Game> Bot<G> for Mcts {
    fn choose(&mut self, observation: &G::Observation, stop: &AtomicBool) -> Option<Action> {
        choose_by_search::<G>(self, observation, stop)
    }

    fn search(&mut self) -> Option<&mut dyn Search<G>> {
        Some(self)
    }
}

impl<G: Game> Search<G> for Mcts {
    fn analyse(&mut self, observation: &G::Observation, stop: &AtomicBool) -> Option<Analysis> {
        let Self { settings, shape, team } = self;
        team.run(stop, |worker, budget| grow(observation, worker, budget, *shape, settings.rollout))?;
        let mut tallies = [Tally::default(); ActionSet::CAPACITY];
        for (action, tally) in team.workers.iter().flat_map(|worker| worker.work.root_moves()) {
            tallies[usize::from(action)].merge(tally);
        }
        let (legal, expected) = (observation.legal_actions(), team.expected_return());
        let mut moves: Vec<_> =
            legal.iter().map(|action| tallies[usize::from(action)].judged(action, expected)).collect();
        // The sort is stable, so equals stay in the order of their ids.
        let most = moves.iter().map(|judged| judged.visits).max().unwrap_or_default();
        let tried = |judged: &Judged| 4 * judged.visits >= most;
        moves.sort_by(|a, b| {
            tried(b)
                .cmp(&tried(a))
                .then_with(|| if tried(a) { b.mean_return.total_cmp(&a.mean_return) } else { b.visits.cmp(&a.visits) })
        });
        Some(Analysis { simulations: moves.iter().map(|judged| judged.visits).sum(), moves })
    }
}

/// One worker's simulations.
fn grow<O: Observation>(observation: &O, worker: &mut Worker<Tree>, budget: &Budget, shape: Shape, rollout: Rollout) {
    let Worker { rng, work: tree, origins } = worker;
    tree.clear();
    let mut done = 0;
    while budget.allows(done) {
        let mut state = observation.sample_state(rng);
        let origin = rollout.begin(&state);
        origins.add(origin.returns[observation.observer()], 0);
        let mut node = ROOT;
        while let Some(player) = state.current_player() {
            let pick = |untried: &ActionSet| {
                if shape.widening.is_finite() { best_action(&state, player, untried, rng) } else { untried.choose(rng) }
            };
            let (next, new) = tree.step(node, player, &state.legal_actions(), shape, pick);
            state.apply_trusted(tree.action(next));
            node = next;
            if new || state.turn() >= origin.horizon {
                break;
            }
        }
        let gains = rollout.play(&mut state, &origin, rng);
        tree.learn(node, &gains, &state.scores());
        done += 1;
    }
}
