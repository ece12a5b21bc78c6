//! Monte Carlo tree search over information sets.
//!
//! Single-observer ISMCTS (Cowling, Powley and Whitehouse, *Information Set Monte Carlo Tree Search*, IEEE Transactions on
//! Computational Intelligence and AI in Games 4(2), 2012): each simulation samples a state that agrees with the observation and goes down one
//! tree, shared by all samples. The opponents decide as in rollouts, so that the tree holds the observer's decisions alone, or in the tree as well,
//! where every player seeks the own return (max-n).

use std::sync::atomic::AtomicBool;

use arrayvec::ArrayVec;

use super::halving::{Candidates, Halving};
use super::rollout::{Rollout, gain};
use super::tree::{Choice, NodeId, ROOT, Shape, Tree, level};
use super::{
    Analysis, Budget, EPSILON, Judged, MS, ROLLOUT, ROUNDS, SIMULATIONS, Settings, THREADS, Team, Worker,
    choose_by_search,
};
use crate::actions::ActionSet;
use crate::bots::greedy::{best_action, best_of, value_after};
use crate::bots::{Bot, BotKind, BotSpec, Parameter, Search, Values};
use crate::game::{Action, Game, Observation, Player, State};
use crate::rng::{Rng, derive_seed};

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
            only_with: None,
            help: "How much is explored where no halves are taken, in standard deviations of the returns.",
        },
        Parameter {
            name: "candidates",
            default: "16",
            values: Values::Whole(0, ActionSet::CAPACITY as u64),
            only_with: None,
            help: "So many actions, the best by evaluation, share the search, of which each thread drops the worse half again and again; 0: the root is searched as other nodes, by c and widening.",
        },
        Parameter {
            name: "widening",
            default: "0.5",
            values: Values::Real(0.0, 1e6),
            only_with: None,
            help: "After n visits of a node the best widening * sqrt(n) actions by evaluation are tried; 0 for all.",
        },
        Parameter {
            name: "prior",
            default: "60",
            values: Values::Real(0.0, 1e6),
            only_with: None,
            help: "How many visits the evaluation after an action weighs as much as.",
        },
        Parameter {
            name: "opponents",
            default: "rollout",
            values: Values::Words(&["rollout", "tree"]),
            only_with: None,
            help: "Who decides for the others: rollout, or tree, in which they too seek what is best for them.",
        },
        ROLLOUT,
        EPSILON,
        ROUNDS,
        THREADS,
    ],
};

#[derive(Debug)]
pub(in crate::bots) struct Mcts {
    plan: Plan,
    team: Team<Tree>,
}

/// What every simulation follows.
#[derive(Clone, Copy, Debug)]
struct Plan {
    shape: Shape,
    rollout: Rollout,
    /// How many actions of the root are tried by halves; 0 if they are chosen as in all other nodes.
    candidates: u32,
    /// Whether the opponents' decisions are in the tree as well.
    max_n: bool,
}

impl Mcts {
    pub(in crate::bots) fn new(mut rng: Rng, spec: &BotSpec) -> Self {
        let settings = Settings::of(spec);
        let widening = spec.value("widening");
        let shape = Shape {
            c: spec.value("c"),
            widening: if widening == 0.0 { f64::INFINITY } else { widening },
            prior: spec.value("prior"),
        };
        let max_n = spec.value::<String>("opponents") == "tree";
        let plan = Plan { shape, rollout: settings.rollout, candidates: spec.value("candidates"), max_n };
        Self { team: Team::new(&mut rng, &settings, Tree::default), plan }
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
        let Self { plan, team } = self;
        team.run(stop, |worker, budget| grow(observation, worker, budget, *plan))?;
        let mut known = [Choice::default(); ActionSet::CAPACITY];
        for choice in team.workers.iter().flat_map(|worker| worker.work.root_moves()) {
            known[usize::from(choice.action)].merge(choice);
        }
        let level = level(known.iter().filter(|choice| choice.tally.visits > 0));
        let most = known.iter().map(|choice| choice.tally.visits).max().unwrap_or_default();
        // What was tried little may have had luck.
        let tried = |judged: &Judged| 4 * judged.visits >= most;
        let expected = |judged: &Judged| known[usize::from(judged.action)].expected(plan.shape.prior, level);
        let legal = observation.legal_actions();
        let mut actions: Vec<_> = legal.iter().map(|action| known[usize::from(action)].tally.judged(action)).collect();
        // The sort is stable, so equals stay in the order of their ids.
        actions.sort_by(|a, b| {
            tried(b)
                .cmp(&tried(a))
                .then_with(|| if tried(a) { expected(b).total_cmp(&expected(a)) } else { b.visits.cmp(&a.visits) })
        });
        Some(Analysis { simulations: actions.iter().map(|judged| judged.visits).sum(), actions })
    }
}

/// One worker's simulations.
///
/// The nth that begins with an action has the same sample and the same random numbers as the nth that begins with any other, so
/// that the difference between two actions is seen before their means are exact.
fn grow<O: Observation>(observation: &O, worker: &mut Worker<Tree>, budget: &Budget, plan: Plan) {
    let Plan { shape, rollout, candidates, max_n } = plan;
    let Worker { rng, work: tree } = worker;
    tree.clear();
    if !budget.allows(0) {
        return;
    }
    let seed = rng.next_u64();
    let (observer, legal) = (observation.observer(), observation.legal_actions());
    let first_sample = observation.sample_state(rng);
    let mut halving =
        (candidates > 0).then(|| Halving::new(add_candidates(candidates, &first_sample, observer, tree, rng)));
    let mut done = 0;
    while budget.allows(done) {
        let (mut node, mut new) = if let Some(halving) = &mut halving {
            let tree = &*tree;
            halving.advance(budget.progress(done), || {
                let level = level(tree.root_moves());
                move |node: NodeId| tree.choice(node).expected(shape.prior, level)
            });
            let node = halving.next(|node| tree.visits(node));
            (node, tree.visits(node) == 0)
        } else {
            let pick = |untried: &ActionSet| promising(&first_sample, observer, untried, shape, rng);
            tree.step(ROOT, observer, &legal, shape, pick).expect("a tree has room for the first action")
        };
        let rng = &mut Rng::new(derive_seed(seed, tree.visits(node)));
        let mut state = observation.sample_state(rng);
        let mut origin = rollout.begin(&state, rng);
        state.apply_trusted(tree.choice(node).action);
        while let Some(player) = state.current_player() {
            if new || state.turn() >= origin.horizon {
                break;
            }
            if player != observer && !max_n {
                rollout.step(&mut state, player, &mut origin);
                continue;
            }
            let pick = |untried: &ActionSet| promising(&state, player, untried, shape, rng);
            let Some(next) = tree.step(node, player, &state.legal_actions(), shape, pick) else { break };
            (node, new) = next;
            state.apply_trusted(tree.choice(node).action);
        }
        let returns = rollout.play(&mut state, &mut origin);
        tree.learn(node, &returns, &state.scores());
        done += 1;
    }
}

/// The action to try next, and what `player` gains by it at first sight; without widening or a prior any will do.
fn promising<S: State>(
    state: &S,
    player: Player,
    untried: &ActionSet,
    shape: Shape,
    rng: &mut Rng,
) -> Option<(Action, f64)> {
    if shape.widening.is_infinite() && shape.prior == 0.0 {
        return Some((untried.choose(rng)?, 0.0));
    }
    let (action, value) = best_action(state, player, untried, rng)?;
    Some((action, gain::<S::Game>(state.evaluate(player), value)))
}

/// Adds the best actions at first sight to the root.
fn add_candidates<S: State>(most: u32, state: &S, player: Player, tree: &mut Tree, rng: &mut Rng) -> Candidates {
    let before = state.evaluate(player);
    let legal = state.legal_actions();
    let values = legal.iter().map(|action| (action, value_after(state, player, action)));
    let mut untried: ArrayVec<_, { ActionSet::CAPACITY }> = values.collect();
    let next = || {
        let (action, value) = best_of(untried.iter().copied(), rng)?;
        untried.retain(|(other, _)| *other != action);
        let promise = gain::<S::Game>(before, value);
        Some(tree.add(ROOT, player, Choice { action, promise, ..Choice::default() }))
    };
    std::iter::from_fn(next).take(most as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mercurius::Mercurius;
    use crate::setup::Setup;

    /// A search of the first decision of a game.
    fn search(spec: &str) -> (Mcts, Analysis) {
        let seen = Setup::<Mercurius>::standard(3).new_initial_state(1).observation(0);
        let mut bot = Mcts::new(Rng::new(1), &spec.parse().unwrap());
        let analysis = Search::<Mercurius>::analyse(&mut bot, &seen, &AtomicBool::new(false)).unwrap();
        (bot, analysis)
    }

    /// The players whose decisions are in the tree.
    fn deciders(spec: &str) -> Vec<Player> {
        let mut players: Vec<_> = search(spec).0.team.workers[0].work.deciders().collect();
        players.sort_unstable();
        players.dedup();
        players
    }

    #[test]
    fn opponents_are_in_the_tree_if_they_are_asked_in() {
        assert_eq!(deciders("mcts:simulations=2000,rounds=2"), [0]);
        assert_eq!(deciders("mcts:simulations=2000,rounds=2,opponents=tree"), [0, 1, 2]);
    }

    #[test]
    fn the_better_half_of_the_candidates_goes_on() {
        let visits = |spec| {
            let mut visits: Vec<_> = search(spec).1.actions.iter().map(|judged| judged.visits).collect();
            visits.sort_unstable_by(|a, b| b.cmp(a));
            visits
        };
        let halves = visits("mcts:simulations=240,candidates=8");
        assert_eq!((&halves[..8], halves[8]), (&[70, 70, 30, 30, 10, 10, 10, 10][..], 0));
        assert!(visits("mcts:simulations=240,candidates=0,widening=0").iter().all(|visits| *visits > 0));
    }

    #[test]
    fn candidates_meet_the_same_luck() {
        let seen = Setup::<Mercurius>::standard(4).new_initial_state(1).observation(0);
        let spec = "mcts:simulations=2,candidates=2,prior=0,rollout=random".parse().unwrap();
        let returns = |seed| {
            let mut bot = Mcts::new(Rng::new(seed), &spec);
            let mut tried = Search::<Mercurius>::analyse(&mut bot, &seen, &AtomicBool::new(false)).unwrap().actions;
            tried.retain(|judged| judged.visits == 1);
            tried.sort_unstable_by_key(|judged| judged.action);
            [tried[0].mean_return, tried[1].mean_return]
        };
        let pairs: Vec<_> = (0..100).map(returns).collect();
        let mean = |of: &dyn Fn(&[f64; 2]) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
        let centre = [mean(&|pair| pair[0]), mean(&|pair| pair[1])];
        let moment = |a: usize, b: usize| mean(&|pair| (pair[a] - centre[a]) * (pair[b] - centre[b]));
        let correlation = moment(0, 1) / (moment(0, 0) * moment(1, 1)).sqrt();
        // Of returns that have nothing to do with each other it would be 0 +- 0.1.
        assert!(correlation > 0.5, "{correlation}");
    }
}
