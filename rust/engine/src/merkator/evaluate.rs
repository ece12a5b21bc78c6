//! How well a player stands: what the greedy bot looks at.

use super::score::score;
use super::state::View;

/// The margin to the best rival, in points.
pub(super) fn evaluate(view: &View, player: usize) -> f64 {
    f64::from(score(view, player))
}
