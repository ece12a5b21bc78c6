//! Sequential halving: which action of the root the next simulation begins with.
//!
//! The mean of an action rises as the decisions below it are searched, so that the one that is ahead tends to pull away from others that may
//! be as good once they are searched as well. Here all are tried equally often, then the better half of them, and so on, so that those
//! that are compared have been searched alike (Karnin, Koren and Somekh, *Almost Optimal Exploration in Multi-Armed Bandits*, 2013; at
//! the root of a tree: Pepels, Cazenave, Winands and Lanctot, *Minimizing Simple and Cumulative Regret in Monte-Carlo Tree Search*, 2014).

use arrayvec::ArrayVec;

use super::tree::NodeId;
use crate::actions::ActionSet;

/// Actions of the root, as nodes of its tree.
pub(super) type Candidates = ArrayVec<NodeId, { ActionSet::CAPACITY }>;

/// The actions that are still tried.
#[derive(Debug)]
pub(super) struct Halving {
    remaining: Candidates,
    round: u32,
    /// How many rounds there are; each has the same part of the search.
    rounds: u32,
}

impl Halving {
    pub(super) fn new(candidates: Candidates) -> Self {
        // In the last round there are two left.
        let rounds = candidates.len().next_power_of_two().ilog2().max(1);
        Self { remaining: candidates, round: 1, rounds }
    }

    /// Leaves out the worse half whenever a round is over, that is by the part of the search that was made, `progress` in [0, 1].
    /// What can be `expected` of actions is asked for then only.
    pub(super) fn advance<E: Fn(NodeId) -> f64>(&mut self, progress: f64, expected: impl Fn() -> E) {
        while self.round < self.rounds && progress * f64::from(self.rounds) >= f64::from(self.round) {
            self.round += 1;
            let expected = expected();
            // The sort is stable: of equals those stay that looked better at first.
            self.remaining.sort_by(|a, b| expected(*b).total_cmp(&expected(*a)));
            self.remaining.truncate(self.remaining.len().div_ceil(2));
        }
    }

    /// The action to try next: the one that was tried least.
    pub(super) fn next(&self, visits: impl Fn(NodeId) -> u64) -> NodeId {
        *self.remaining.iter().min_by_key(|node| visits(**node)).expect("there is a candidate, and half of one is one")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each of some actions is tried in so many simulations, if the later is the better.
    fn visits(actions: NodeId, simulations: u32) -> Vec<u64> {
        let mut halving = Halving::new((0..actions).collect());
        let mut visits = vec![0; actions as usize];
        for done in 0..simulations {
            halving.advance(f64::from(done) / f64::from(simulations), || f64::from);
            let next = halving.next(|node| visits[node as usize]);
            visits[next as usize] += 1;
        }
        visits
    }

    #[test]
    fn the_better_half_goes_on() {
        assert_eq!(visits(8, 240), [10, 10, 10, 10, 30, 30, 70, 70]);
        assert_eq!(visits(2, 100), [50, 50]);
        assert_eq!(visits(1, 7), [7]);
    }

    #[test]
    fn where_there_is_no_half_one_more_goes_on() {
        assert_eq!(visits(3, 60), [10, 25, 25]);
        assert_eq!(visits(5, 180), [12, 12, 32, 62, 62]);
    }
}
