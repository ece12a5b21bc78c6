//! Bots that search: they try many continuations of states sampled from what they observe.

mod flat;
mod halving;
mod mcts;
mod rollout;
mod tree;

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{BotSpec, Parameter, Search, Values};
use crate::game::{Action, Game, Observation};
use crate::rng::Rng;
use rollout::Rollout;

pub(super) use flat::{Flat, KIND as FLAT};
pub(super) use mcts::{KIND as MCTS, Mcts};

/// What a search thinks of the legal actions.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The simulations made for it.
    pub simulations: u64,
    /// Every legal action, the best first.
    pub actions: Vec<Judged>,
}

/// What a search thinks of an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The action.
    pub action: Action,
    /// The simulations that began with it.
    pub visits: u64,
    /// The mean of what the player got in them, in [-1, 1]; 0 without visits. That is the [return](crate::game::returns) where
    /// a simulation reached the end of the game, else by how much the player stood better than where it began.
    pub mean_return: f64,
    /// The mean of the player's scores where they ended, in points; 0 without visits.
    pub mean_score: f64,
}

/// What all searches have in common.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    simulations: u64,
    time: Option<Duration>,
    threads: usize,
    rollout: Rollout,
}

const SIMULATIONS: Parameter = Parameter {
    name: "simulations",
    default: "1000",
    values: Values::Whole(1, 1_000_000_000),
    only_with: None,
    help: "Simulations a decision; with ms, no limit if not given.",
};
const MS: Parameter = Parameter {
    name: "ms",
    default: "0",
    values: Values::Whole(0, 3_600_000),
    only_with: None,
    help: "Milliseconds a decision, 0 for no limit. A limit of time is not repeatable.",
};
const ROLLOUT: Parameter = Parameter {
    name: "rollout",
    default: "greedy",
    values: Values::Words(&["random", "greedy", "none"]),
    only_with: None,
    help: "Who plays on from a new position: random, greedy, or none, which judges it at once.",
};
const EPSILON: Parameter = Parameter {
    name: "epsilon",
    default: "0",
    values: Values::Real(0.0, 1.0),
    only_with: Some(("rollout", "greedy")),
    help: "The probability of a random action in greedy rollouts.",
};
const ROUNDS: Parameter = Parameter {
    name: "rounds",
    default: "4",
    values: Values::Whole(0, 1_000_000),
    only_with: None,
    help: "Rounds that simulations look ahead before the position is judged, 0 to the end of the game.",
};
const THREADS: Parameter = Parameter {
    name: "threads",
    default: "1",
    values: Values::Whole(1, 256),
    only_with: None,
    help: "Threads that search side by side, each a part of the simulations, and add up what they find.",
};

impl Settings {
    pub(super) fn of(spec: &BotSpec) -> Self {
        let ms: u64 = spec.value("ms");
        let unlimited = ms > 0 && !spec.gives("simulations");
        Self {
            simulations: if unlimited { u64::MAX } else { spec.value("simulations") },
            time: (ms > 0).then(|| Duration::from_millis(ms)),
            threads: spec.value("threads"),
            rollout: Rollout::of(spec),
        }
    }
}

/// One thread's part of a search: a generator of its own, and whatever `T` it works on.
#[derive(Debug)]
struct Worker<T> {
    rng: Rng,
    work: T,
}

/// The threads of a search. What they find depends on their number, and not on how they are scheduled.
#[derive(Debug)]
struct Team<T> {
    workers: Vec<Worker<T>>,
    simulations: u64,
    time: Option<Duration>,
}

impl<T: Send> Team<T> {
    fn new(rng: &mut Rng, settings: &Settings, mut work: impl FnMut() -> T) -> Self {
        let worker = |_| Worker { rng: Rng::new(rng.next_u64()), work: work() };
        Self {
            workers: (0..settings.threads).map(worker).collect(),
            simulations: settings.simulations,
            time: settings.time,
        }
    }

    /// Lets every worker do its part, each on a thread of its own; `None` if `stop` was set.
    ///
    /// The threads are not those of a pool: a bot may be asked on a thread of the pool that plays games, which must not begin
    /// another game while it waits.
    fn run(&mut self, stop: &AtomicBool, part: impl Fn(&mut Worker<T>, &Budget) + Sync) -> Option<()> {
        let budgets = self.budgets(Instant::now(), stop);
        let threads = self.workers.len();
        let queue = Mutex::new(self.workers.iter_mut().zip(budgets));
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some((worker, budget)) = next() {
                part(worker, &budget);
            }
        };
        // More threads at once than there are processors would only keep each other waiting.
        let at_once = thread::available_parallelism().map_or(1, NonZero::get).min(threads);
        thread::scope(|scope| {
            for _ in 1..at_once {
                // If the system refuses a thread, those there are do its part as well.
                let _refused = thread::Builder::new().spawn_scoped(scope, work).is_err();
            }
            work();
        });
        (!stop.load(Ordering::Relaxed)).then_some(())
    }

    /// Shares the simulations out, as equally as possible.
    fn budgets<'a>(&self, begin: Instant, stop: &'a AtomicBool) -> Vec<Budget<'a>> {
        let threads = self.workers.len() as u64;
        let (share, more) = (self.simulations / threads, self.simulations % threads);
        let budget = |i: u64| Budget {
            first: i * share + i.min(more),
            simulations: share + u64::from(i < more),
            begin,
            time: self.time,
            stop,
        };
        (0..threads).map(budget).collect()
    }
}

/// How long a worker may go on.
struct Budget<'a> {
    /// The number of the worker's first simulation among all of them.
    first: u64,
    simulations: u64,
    begin: Instant,
    time: Option<Duration>,
    stop: &'a AtomicBool,
}

impl Budget<'_> {
    /// Whether one more simulation may follow those `done`. The first of all may be late, so that there is something to choose by.
    fn allows(&self, done: u64) -> bool {
        let in_time = || self.first + done == 0 || self.time.is_none_or(|time| self.begin.elapsed() < time);
        done < self.simulations && !self.stop.load(Ordering::Relaxed) && in_time()
    }

    /// The part of the simulations or of the time, whichever is more, that is used up with those `done`.
    fn progress(&self, done: u64) -> f64 {
        let time = self.time.map_or(0.0, |time| self.begin.elapsed().as_secs_f64() / time.as_secs_f64());
        time.max(done as f64 / self.simulations as f64)
    }
}

/// Sums over the simulations that began with one action.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    visits: u64,
    returns: f64,
    scores: i64,
}

impl Tally {
    fn add(&mut self, player_return: f64, score: i32) {
        self.visits += 1;
        self.returns += player_return;
        self.scores += i64::from(score);
    }

    fn merge(&mut self, other: Self) {
        self.visits += other.visits;
        self.returns += other.returns;
        self.scores += other.scores;
    }

    /// The mean return; what was never tried comes last.
    fn mean(self) -> f64 {
        if self.visits == 0 { f64::NEG_INFINITY } else { self.returns / self.visits as f64 }
    }

    fn judged(self, action: Action) -> Judged {
        let visits = self.visits.max(1) as f64;
        Judged {
            action,
            visits: self.visits,
            mean_return: self.returns / visits,
            mean_score: self.scores as f64 / visits,
        }
    }
}

/// Takes what a search judges best. Where one action is legal there is nothing to search for.
fn choose_by_search<G: Game>(
    search: &mut impl Search<G>,
    observation: &G::Observation,
    stop: &AtomicBool,
) -> Option<Action> {
    let legal = observation.legal_actions();
    if legal.len() == 1 {
        return legal.nth(0);
    }
    Some(search.analyse(observation, stop)?.actions[0].action)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn team(spec: &str) -> Team<()> {
        Team::new(&mut Rng::new(1), &Settings::of(&spec.parse().unwrap()), || ())
    }

    #[test]
    fn simulations_are_shared_out_as_equally_as_possible() {
        let (go, shares) = (AtomicBool::new(false), |budgets: &[Budget]| -> Vec<_> {
            budgets.iter().map(|budget| (budget.first, budget.simulations)).collect()
        });
        let budgets = |spec| shares(&team(spec).budgets(Instant::now(), &go));
        assert_eq!(budgets("mcts:simulations=11,threads=4"), [(0, 3), (3, 3), (6, 3), (9, 2)]);
        assert_eq!(budgets("mcts:simulations=1,threads=3"), [(0, 1), (1, 0), (1, 0)]);
    }

    #[test]
    fn a_budget_ends_with_its_simulations_its_time_or_the_stop() {
        let stop = AtomicBool::new(false);
        let long_ago = Instant::now().checked_sub(Duration::from_secs(30)).unwrap();
        let late = team("mcts:ms=20000,threads=2").budgets(long_ago, &stop);
        assert!(late[0].allows(0), "something must be chosen by");
        assert!(!late[0].allows(1) && !late[1].allows(0));
        assert!(late[0].progress(0) > 1.0);

        let early = team("mcts:ms=60000,simulations=10").budgets(long_ago, &stop);
        assert!(early[0].allows(9) && !early[0].allows(10));
        assert!((0.5..0.6).contains(&early[0].progress(2)), "time is further on than simulations");
        assert!((early[0].progress(9) - 0.9).abs() < 1e-12);
        stop.store(true, Ordering::Relaxed);
        assert!(!early[0].allows(0));
    }
}
