//! What follows a new position, and what it is worth to every player.

use crate::bots::BotSpec;
use crate::bots::greedy::{best_action, happens};
use crate::game::{Game, PerPlayer, Player, State};
use crate::rng::Rng;

/// How a simulation goes on from a position that the search does not know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rollout {
    policy: Policy,
    /// Rounds after which the position is judged.
    rounds: u32,
}

#[derive(Clone, Copy, Debug)]
enum Policy {
    Random,
    /// Greedy, but for a random action with this probability.
    Greedy(f64),
    /// Judges at once.
    None,
}

impl Rollout {
    pub(super) fn of(spec: &BotSpec) -> Self {
        let policy = match spec.value::<String>("rollout").as_str() {
            "random" => Policy::Random,
            "greedy" => Policy::Greedy(spec.value("epsilon")),
            "none" => Policy::None,
            word => unreachable!("{word} is no rollout"),
        };
        let rounds = spec.value("rounds");
        Self { policy, rounds: if rounds == 0 { u32::MAX } else { rounds } }
    }

    /// Where a simulation begins, for [`Rollout::play`].
    pub(super) fn begin<S: State>(self, sampled: &S, rng: &mut Rng) -> Origin {
        let players = sampled.num_players();
        let turns = self.rounds.saturating_mul(players as u32);
        Origin {
            horizon: sampled.turn().saturating_add(turns),
            values: (0..players).map(|player| sampled.evaluate(player)).collect(),
            seats: (0..players).map(|_| Rng::new(rng.next_u64())).collect(),
        }
    }

    /// Makes one decision for `player`; where nobody plays on, `player` is greedy.
    pub(super) fn step<S: State>(self, state: &mut S, player: Player, origin: &mut Origin) {
        let (legal, rng) = (state.legal_actions(), &mut origin.seats[player]);
        let at_random = match self.policy {
            Policy::Random => true,
            Policy::Greedy(epsilon) => happens(epsilon, rng),
            Policy::None => false,
        };
        let action = if at_random {
            legal.choose(rng)
        } else {
            best_action(state, player, &legal, rng).map(|(action, _)| action)
        };
        state.apply_trusted(action.expect("a running game has a legal action"));
    }

    /// Plays on until the horizon or the end, and says what every player gains by it, in [-1, 1]: the [return](crate::game::returns) if
    /// the game is over, else by how much the player stands better than where the simulation began.
    ///
    /// What is hidden makes one sample better for a player than another. The difference leaves that out, so that far
    /// fewer simulations tell which action is better.
    pub(super) fn play<S: State>(self, state: &mut S, origin: &mut Origin) -> PerPlayer<f64> {
        while let Some(player) = state.current_player() {
            if matches!(self.policy, Policy::None) || state.turn() >= origin.horizon {
                break;
            }
            self.step(state, player, origin);
        }
        if state.is_terminal() && state.num_players() > 1 {
            return state.returns();
        }
        let values = origin.values.iter().enumerate();
        values.map(|(player, before)| gain::<S::Game>(*before, state.evaluate(player))).collect()
    }
}

/// Where a simulation begins.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// The turn in which it ends.
    pub horizon: u32,
    /// How well every player stands.
    values: PerPlayer<f64>,
    /// What each player draws at random. They have generators of their own so that what one does changes nothing
    /// for the others: two actions tried on one sample then differ by little else.
    seats: PerPlayer<Rng>,
}

/// What it is worth, in [-1, 1], to stand better by the evaluation, which weighs the rivals already.
///
/// A difference of x counts x / sqrt(x^2 + s^2), which approaches the return of a win or a loss for those that are large
/// beside the game's scale s.
pub(super) fn gain<G: Game>(before: f64, after: f64) -> f64 {
    let (difference, scale) = (after - before, G::DECISIVE_LEAD);
    difference / (difference * difference + scale * scale).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mercurius::Mercurius;
    use crate::setup::Setup;

    #[test]
    fn a_gain_is_within_one_and_half_of_it_counts_as_the_scale_says() {
        let gain = |before, after| gain::<Mercurius>(before, after);
        assert_eq!(gain(70.0, 70.0).to_bits(), 0.0_f64.to_bits());
        assert!((gain(10.0, 10.0 + Mercurius::DECISIVE_LEAD) - 0.5_f64.sqrt()).abs() < 1e-12);
        assert!((gain(10.0, 10.0 - Mercurius::DECISIVE_LEAD) + 0.5_f64.sqrt()).abs() < 1e-12);
        assert!(gain(0.0, 1e6) > 0.99 && gain(0.0, 1e6) < 1.0);
    }

    /// Where a rollout from the beginning of a game ends, and what it brings.
    fn play(spec: &str) -> (<Mercurius as Game>::State, PerPlayer<f64>, PerPlayer<f64>) {
        let mut state = Setup::<Mercurius>::standard(3).new_initial_state(1);
        let rollout = Rollout::of(&spec.parse().unwrap());
        let mut origin = rollout.begin(&state, &mut Rng::new(1));
        let returns = rollout.play(&mut state, &mut origin);
        let gains = (0..3).map(|player| gain::<Mercurius>(origin.values[player], state.evaluate(player))).collect();
        (state, returns, gains)
    }

    #[test]
    fn a_rollout_ends_after_its_rounds_or_with_the_game() {
        for (spec, turns) in [("flat:rounds=1", 3), ("flat:rounds=4,rollout=random", 12), ("flat:rollout=none", 0)] {
            let (state, returns, gains) = play(spec);
            assert_eq!((state.turn(), state.is_terminal()), (turns, false), "{spec}");
            assert_eq!(returns, gains, "{spec}: what it brings is what it gains");
        }
        for spec in ["flat:rounds=0", "flat:rounds=1000,rollout=random"] {
            let (state, returns, _) = play(spec);
            assert!(state.is_terminal() && returns == state.returns(), "{spec}");
        }
    }
}
