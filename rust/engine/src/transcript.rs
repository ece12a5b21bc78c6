//! Readable transcripts of whole games. Under `seeds/<game>/golden/` they show a reviewer what a change does to the rules.

use std::fmt::Write as _;

use crate::game::{Game, State};
use crate::rng::{Rng, Stream};
use crate::setup::Setup;

/// A random game in words: the table whenever the turn comes round to the first seat, and every decision.
///
/// # Panics
/// Never: a running game has a legal action, and writing to a string does not fail.
pub fn random_game<G: Game>(setup: Setup<G>, seed: u64) -> String {
    let mut rng = Rng::for_stream(seed, Stream::Playout);
    let mut state = setup.new_initial_state(seed);
    let mut text = format!(
        "{}, edition {}, {} players, seed {seed}: a random game, rules version {}\n",
        G::NAME,
        setup.edition().name(),
        setup.players(),
        G::RULES_VERSION
    );
    let (mut decision, mut turn_of) = (0, None);
    while let Some(player) = state.current_player() {
        if state.active_player() != turn_of {
            turn_of = state.active_player();
            if turn_of == Some(0) {
                let _ = write!(text, "\n{}\n", state.to_text());
            }
        }
        let legal = state.legal_actions();
        let action = legal.choose(&mut rng).expect("a running game has a legal action");
        let words = G::action_to_string(setup.edition(), action).expect("a legal action has a text");
        decision += 1;
        let _ = writeln!(text, "{decision:>4}  P{player}  {words:<32} of {}", legal.len());
        state.apply_trusted(action);
    }
    let _ = write!(text, "\n{}\n", state.to_text());
    let _ = writeln!(text, "scores {:?}, ranks {:?}, hash {:016x}", state.scores(), state.ranks(), state.state_hash());
    text
}
