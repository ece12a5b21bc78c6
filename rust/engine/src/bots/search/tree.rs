//! The tree of an information-set search: nodes in an arena, each with the action that leads to it.

use super::Tally;
use crate::game::{Action, ActionSet, MAX_PLAYERS, PerPlayer, Player};

/// The place of a node in its tree.
pub(super) type NodeId = u32;

/// The place of the root, and as a link: none, since nothing leads to the root.
pub(super) const ROOT: NodeId = 0;

/// A node stands for all positions that the same actions in the tree lead to, whatever is hidden and whatever is decided outside it.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: NodeId,
    first_child: NodeId,
    next_sibling: NodeId,
    /// Who takes the action; the sums are this player's.
    player: u8,
    /// How often the action was legal when it could be chosen.
    available: u32,
    choice: Choice,
}

/// An action, and what is known of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    pub action: Action,
    /// What the player gains by it at first sight: by the evaluation of the position right after it.
    pub promise: f64,
    pub tally: Tally,
}

impl Choice {
    /// Adds what another tree knows of the same action: the promise is the mean over all visits.
    pub(super) fn merge(&mut self, other: &Self) {
        self.action = other.action;
        self.tally.merge(other.tally);
        if self.tally.visits > 0 {
            self.promise += (other.promise - self.promise) * other.tally.visits as f64 / self.tally.visits as f64;
        }
    }

    /// What can be expected of it: the mean of the returns, and of `prior` further ones that are as the promise makes them, beside a
    /// `level` as of [`level`].
    pub(super) fn expected(&self, prior: f64, level: f64) -> f64 {
        let (at_first_sight, weight) = (level + self.promise, self.tally.visits as f64 + prior);
        if weight == 0.0 { at_first_sight } else { (self.tally.returns + prior * at_first_sight) / weight }
    }
}

/// What lies between promises and returns: the mean return of the choices, where most visits went to good ones, less the highest
/// promise among them.
pub(super) fn level<'a>(choices: impl Iterator<Item = &'a Choice>) -> f64 {
    let (mut visits, mut returns, mut promise) = (0, 0.0, f64::NEG_INFINITY);
    for choice in choices {
        visits += choice.tally.visits;
        returns += choice.tally.returns;
        promise = choice.promise.max(promise);
    }
    if visits == 0 { 0.0 } else { returns / visits as f64 - promise }
}

/// How a tree grows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The weight of what is uncertain in the bound.
    pub c: f64,
    /// After n visits a node tries at most `widening` * sqrt(n) of its actions; infinite: all of them.
    pub widening: f64,
    /// How many visits the promise of an action weighs as much as.
    pub prior: f64,
}

impl Shape {
    fn admits(self, known: u32, visits: u64) -> bool {
        f64::from(known) < self.widening * (visits as f64).sqrt()
    }
}

/// How many nodes a tree may have: some 300 MB. A full tree still learns, but grows no more.
const MOST_NODES: usize = 1 << 22;

#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    most_nodes: usize,
    /// The number of simulations, and for every player the sums of the returns and of their squares.
    count: f64,
    sums: [(f64, f64); MAX_PLAYERS],
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: Vec::new(), most_nodes: MOST_NODES, count: 0.0, sums: [(0.0, 0.0); MAX_PLAYERS] }
    }
}

impl Tree {
    /// Leaves the root alone.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        (self.count, self.sums) = (0.0, [(0.0, 0.0); MAX_PLAYERS]);
        self.nodes.push(Node {
            parent: ROOT,
            first_child: ROOT,
            next_sibling: ROOT,
            player: 0,
            available: 0,
            choice: Choice::default(),
        });
    }

    /// What leads to a node, and what is known of it.
    pub(super) fn choice(&self, node: NodeId) -> &Choice {
        &self.nodes[node as usize].choice
    }

    pub(super) fn visits(&self, node: NodeId) -> u64 {
        self.choice(node).tally.visits
    }

    /// The next step from `node`, where `player` has the `legal` actions, and whether it is new: while few enough of the actions
    /// are known, the one that `pick` takes of those that were never tried, with its promise; else the known one with the highest upper
    /// confidence bound. `None` if nothing is known and the tree is full.
    ///
    /// The bound counts, in place of the visits of the parent, how often the action was available (Cowling, Powley and
    /// Whitehouse, *Information Set Monte Carlo Tree Search*, 2012), since what is legal depends on what is hidden.
    pub(super) fn step(
        &mut self,
        node: NodeId,
        player: Player,
        legal: &ActionSet,
        shape: Shape,
        pick: impl FnOnce(&ActionSet) -> Option<(Action, f64)>,
    ) -> Option<(NodeId, bool)> {
        let mut untried = *legal;
        let c = shape.c * self.spread(player);
        let level = level(self.children(node).filter(|choice| legal.contains(choice.action)));
        let (mut best, mut best_bound) = (ROOT, f64::NEG_INFINITY);
        let mut known = 0;
        let mut child = self.nodes[node as usize].first_child;
        while child != ROOT {
            let this = &mut self.nodes[child as usize];
            if legal.contains(this.choice.action) {
                untried.remove(this.choice.action);
                known += 1;
                this.available += 1;
                let bound = this.choice.expected(shape.prior, level) + this.margin(c);
                if bound > best_bound {
                    (best, best_bound) = (child, bound);
                }
            }
            child = this.next_sibling;
        }
        let known_best = (best != ROOT).then_some((best, false));
        if self.is_full() || known_best.is_some() && !shape.admits(known, self.visits(node)) {
            return known_best;
        }
        let Some((action, promise)) = pick(&untried) else { return known_best };
        Some((self.add(node, player, Choice { action, promise, ..Choice::default() }), true))
    }

    /// Whether there may be no more nodes, or the system has no memory for them.
    fn is_full(&mut self) -> bool {
        self.nodes.len() >= self.most_nodes || self.nodes.try_reserve(1).is_err()
    }

    /// Makes a node for an action of `player` at `parent`.
    pub(super) fn add(&mut self, parent: NodeId, player: Player, choice: Choice) -> NodeId {
        let id = self.nodes.len() as NodeId;
        let next_sibling = std::mem::replace(&mut self.nodes[parent as usize].first_child, id);
        let player = player as u8;
        self.nodes.push(Node { parent, first_child: ROOT, next_sibling, player, available: 1, choice });
        id
    }

    /// The standard deviation of the player's returns in this search.
    fn spread(&self, player: Player) -> f64 {
        let (sum, squares) = self.sums[player];
        let mean = sum / self.count.max(1.0);
        (squares / self.count.max(1.0) - mean * mean).max(1e-6).sqrt()
    }

    /// Tells every node on the way from `leaf` to the root what came of the simulation.
    pub(super) fn learn(&mut self, leaf: NodeId, returns: &PerPlayer<f64>, scores: &PerPlayer<i32>) {
        self.count += 1.0;
        for (sum, value) in self.sums.iter_mut().zip(returns) {
            (sum.0, sum.1) = (sum.0 + value, sum.1 + value * value);
        }
        let mut at = leaf;
        loop {
            let node = &mut self.nodes[at as usize];
            node.choice.tally.add(returns[usize::from(node.player)], scores[usize::from(node.player)]);
            if at == ROOT {
                return;
            }
            at = node.parent;
        }
    }

    /// What is known of the actions at the root.
    pub(super) fn root_moves(&self) -> impl Iterator<Item = &Choice> {
        self.children(ROOT)
    }

    /// Who takes each of the actions in the tree.
    #[cfg(test)]
    pub(super) fn deciders(&self) -> impl Iterator<Item = Player> {
        self.nodes[1..].iter().map(|node| usize::from(node.player))
    }

    /// What is known of the actions at a node.
    fn children(&self, node: NodeId) -> impl Iterator<Item = &Choice> {
        let first = self.nodes.get(node as usize).map_or(ROOT, |node| node.first_child);
        let next = |child: NodeId| (child != ROOT).then_some(child);
        std::iter::successors(next(first), move |child| next(self.nodes[*child as usize].next_sibling))
            .map(|child| &self.nodes[child as usize].choice)
    }
}

impl Node {
    /// What is added to the expected return, for what is uncertain.
    fn margin(&self, c: f64) -> f64 {
        c * (libm::log(f64::from(self.available)) / self.choice.tally.visits as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_merged_by_their_visits() {
        let choice = |promise, visits, returns| Choice {
            action: 7,
            promise,
            tally: Tally { visits, returns, scores: 2 * visits as i64 },
        };
        let mut all = Choice::default();
        for tree in [choice(0.25, 3, 1.5), choice(9.0, 0, 0.0), choice(0.75, 1, -0.5)] {
            all.merge(&tree);
        }
        assert_eq!((all.action, all.tally), (7, Tally { visits: 4, returns: 1.0, scores: 8 }));
        assert_eq!(all.promise.to_bits(), 0.375_f64.to_bits());
    }

    const SHAPE: Shape = Shape { c: 1.0, widening: f64::INFINITY, prior: 0.0 };

    /// Goes down one step from the root, and learns that it is worth `value` to player 0 of two.
    fn simulate(tree: &mut Tree, legal: &ActionSet, shape: Shape, value: impl Fn(Action) -> f64) -> Option<Action> {
        let (node, _) = tree.step(ROOT, 0, legal, shape, |untried| Some((untried.nth(0)?, 0.0)))?;
        let action = tree.choice(node).action;
        let returns = [value(action), -value(action)].into_iter().collect();
        tree.learn(node, &returns, &[3, 0].into_iter().collect());
        Some(action)
    }

    fn grown(shape: Shape, simulations: usize) -> (Tree, ActionSet) {
        let (mut tree, legal) = (Tree::default(), [2, 5, 9].into_iter().collect());
        tree.clear();
        for _ in 0..simulations {
            simulate(&mut tree, &legal, shape, |action| if action == 5 { 0.5 } else { -0.5 });
        }
        (tree, legal)
    }

    #[test]
    fn all_actions_are_tried_before_the_best_is_tried_most() {
        let (tree, legal) = grown(SHAPE, 3);
        let mut tried: Vec<Action> = tree.root_moves().map(|choice| choice.action).collect();
        tried.sort_unstable();
        assert!(tried.into_iter().eq(legal.iter()));
        let (tree, _) = grown(SHAPE, 60);
        let best = tree.root_moves().max_by_key(|choice| choice.tally.visits).unwrap();
        assert_eq!((best.action, best.tally.visits > 40), (5, true));
        assert_eq!(tree.visits(ROOT), 60);
    }

    #[test]
    fn widening_lets_in_as_many_actions_as_the_root_of_the_visits() {
        for (simulations, known) in [(1, 1), (3, 2), (7, 3)] {
            let (tree, _) = grown(Shape { widening: 1.0, ..SHAPE }, simulations);
            assert_eq!(tree.root_moves().count(), known, "after {simulations}");
        }
    }

    #[test]
    fn a_prior_weighs_as_much_as_so_many_visits() {
        let seen = |visits, returns| Choice {
            promise: 0.25,
            tally: Tally { visits, returns, scores: 0 },
            ..Choice::default()
        };
        let expected = |choice: Choice, prior, level| choice.expected(prior, level).to_bits();
        assert_eq!(expected(seen(0, 0.0), 60.0, 0.125), 0.375_f64.to_bits());
        // As many visits with a mean of -1 draw it half of the way there.
        assert_eq!(expected(seen(60, -60.0), 60.0, 0.125), ((0.375 - 1.0) / 2.0_f64).to_bits());
        assert_eq!(expected(seen(60, -60.0), 0.0, 0.125), (-1.0_f64).to_bits());
        // The level makes the best promise as good as what was seen on the whole.
        let choices = [seen(3, 0.0), Choice { promise: 0.5, ..seen(1, 2.0) }];
        assert_eq!(level(choices.iter()).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn what_was_seldom_available_is_not_held_to_be_neglected() {
        let (mut tree, _) = grown(SHAPE, 40);
        let rare: ActionSet = [2, 5].into_iter().collect();
        let available = |tree: &Tree| {
            [2, 5, 9].map(|action| tree.nodes[1..].iter().find(|node| node.choice.action == action).unwrap().available)
        };
        let before = available(&tree);
        simulate(&mut tree, &rare, SHAPE, |_| 0.0);
        assert_eq!(available(&tree), [before[0] + 1, before[1] + 1, before[2]]);
    }

    #[test]
    fn a_full_tree_grows_no_more_and_still_learns() {
        let legal: ActionSet = [2, 5, 9].into_iter().collect();
        let mut tree = Tree { most_nodes: 3, ..Tree::default() };
        tree.clear();
        for _ in 0..20 {
            assert!(simulate(&mut tree, &legal, SHAPE, |_| 0.0).is_some());
        }
        assert_eq!((tree.nodes.len(), tree.visits(ROOT)), (3, 20));
        let leaf = 1;
        assert!(tree.step(leaf, 0, &legal, SHAPE, |_| panic!("there is no room")).is_none());
    }
}
