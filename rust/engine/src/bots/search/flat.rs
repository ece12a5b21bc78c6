//! Flat Monte Carlo: every legal action is tried equally often.

use std::sync::atomic::AtomicBool;

use super::{Analysis, EPSILON, MS, ROLLOUT, ROUNDS, SIMULATIONS, Settings, THREADS, Tally, Team, choose_by_search};
use crate::bots::{Bot, BotKind, Search};
use crate::game::{Action, Game, Observation, State};
use crate::rng::Rng;

pub(in crate::bots) const KIND: BotKind = BotKind {
    name: "flat",
    help: "Flat Monte Carlo: goes on from sampled states, with each action equally often.",
    searches: true,
    parameters: &[SIMULATIONS, MS, ROLLOUT, EPSILON, ROUNDS, THREADS],
};

#[derive(Debug)]
pub(in crate::bots) struct Flat {
    settings: Settings,
    /// A tally for each legal action, in their order.
    team: Team<Vec<Tally>>,
}

impl Flat {
    pub(in crate::bots) fn new(mut rng: Rng, settings: Settings) -> Self {
        Self { team: Team::new(&mut rng, &settings, Vec::new), settings }
    }
}

impl<G: Game> Bot<G> for Flat {
    fn choose(&mut self, observation: &G::Observation, stop: &AtomicBool) -> Option<Action> {
        choose_by_search::<G>(self, observation, stop)
    }

    fn search(&mut self) -> Option<&mut dyn Search<G>> {
        Some(self)
    }
}

impl<G: Game> Search<G> for Flat {
    /// Every sampled state is tried with each action in turn, with the same random numbers, so that, but for the first and the last
    /// pass of a thread, no action is judged on easier states than another.
    fn analyse(&mut self, observation: &G::Observation, stop: &AtomicBool) -> Option<Analysis> {
        let legal = observation.legal_actions();
        let (actions, player) = (u64::from(legal.len()), observation.observer());
        let rollout = self.settings.rollout;
        self.team.run(stop, |worker, budget| {
            let rng = &mut worker.rng;
            worker.work.clear();
            worker.work.resize(actions as usize, Tally::default());
            let mut sampled = observation.sample_state(rng);
            let mut origin = rollout.begin(&sampled, rng);
            let mut done = 0;
            while budget.allows(done) {
                let next = ((budget.first + done) % actions) as u32;
                if next == 0 && done > 0 {
                    sampled = observation.sample_state(rng);
                    origin = rollout.begin(&sampled, rng);
                }
                let mut state = sampled;
                state.apply_trusted(legal.nth(next).expect("there are so many"));
                let returns = rollout.play(&mut state, &mut origin.clone());
                worker.work[next as usize].add(returns[player], state.scores()[player]);
                done += 1;
            }
        })?;
        let mut tallies = vec![Tally::default(); actions as usize];
        for worker in &self.team.workers {
            tallies.iter_mut().zip(&worker.work).for_each(|(tally, more)| tally.merge(*more));
        }
        let simulations = tallies.iter().map(|tally| tally.visits).sum();
        let mut ranked: Vec<_> = legal.iter().zip(tallies).collect();
        // The sort is stable, so equals stay in the order of their ids.
        ranked.sort_by(|(_, a), (_, b)| b.mean().total_cmp(&a.mean()));
        let actions = ranked.into_iter().map(|(action, tally)| tally.judged(action)).collect();
        Some(Analysis { simulations, actions })
    }
}
