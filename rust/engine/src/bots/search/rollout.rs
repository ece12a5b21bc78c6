//! What follows a new position, and what it is worth to every player.

use crate::bots::BotSpec;
use crate::bots::greedy::{best_action, happens};
use crate::game::{Game, PerPlayer, State};
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
            _ => Policy::None,
        };
        let rounds = spec.value("rounds");
        Self { policy, rounds: if rounds == 0 { u32::MAX } else { rounds } }
    }

    /// Where a simulation begins, for [`Rollout::play`].
    pub(super) fn begin<S: State>(self, sampled: &S) -> Origin {
        let par = if sampled.num_players() == 1 { sampled.evaluate(0) } else { 0.0 };
        let turns = self.rounds.saturating_mul(sampled.num_players() as u32);
        Origin { horizon: sampled.turn().saturating_add(turns), par, returns: expected_returns(sampled, par) }
    }

    /// Plays on until the horizon or the end, and says by how much every player's return, in [-1, 1], is then greater than it
    /// was to be expected where the simulation began.
    ///
    /// What is hidden makes one sample better for a player than another. The difference leaves that out, so that far
    /// fewer simulations tell which action is better.
    pub(super) fn play<S: State>(self, state: &mut S, origin: &Origin, rng: &mut Rng) -> PerPlayer<f64> {
        while let Some(player) = state.current_player() {
            if state.turn() >= origin.horizon {
                break;
            }
            let legal = state.legal_actions();
            let action = match self.policy {
                Policy::None => break,
                Policy::Greedy(epsilon) if !happens(epsilon, rng) => best_action(state, player, &legal, rng),
                Policy::Random | Policy::Greedy(_) => legal.choose(rng),
            };
            state.apply_trusted(action.expect("a running game has a legal action"));
        }
        let over = state.is_terminal() && state.num_players() > 1;
        let returns = if over { state.returns() } else { expected_returns(state, origin.par) };
        returns.iter().zip(&origin.returns).map(|(after, before)| after - before).collect()
    }
}

/// Where a simulation begins.
#[derive(Debug)]
pub(super) struct Origin {
    /// The turn in which it ends.
    pub horizon: u32,
    /// What a player who is alone has to beat, since there is no rival: what the position promises.
    par: f64,
    /// What every player can expect.
    pub returns: PerPlayer<f64>,
}

/// What the evaluation makes each player expect, in [-1, 1].
///
/// A [return](crate::game::returns) is the mean over the rivals of 1 for each who is worse and -1 for each who is better.
/// Here a lead of x counts x / sqrt(x^2 + s^2), which approaches that for leads large beside the game's scale s.
fn expected_returns<S: State>(state: &S, par: f64) -> PerPlayer<f64> {
    let values: PerPlayer<f64> = (0..state.num_players()).map(|player| state.evaluate(player)).collect();
    let scale = S::Game::DECISIVE_LEAD;
    let versus = |lead: f64| lead / (lead * lead + scale * scale).sqrt();
    if let [alone] = values[..] {
        return [versus(alone - par)].into_iter().collect();
    }
    let rivals = (values.len() - 1) as f64;
    values.iter().map(|mine| values.iter().map(|other| versus(mine - other)).sum::<f64>() / rivals).collect()
}
