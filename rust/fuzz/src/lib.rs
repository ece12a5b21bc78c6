//! Properties that must hold for any bytes whatever: what a state, a record, an edition, an action or a text may do to the engine.
//!
//! A property panics if it is broken. The fuzz targets look for bytes that break one; `rust/engine/tests/fuzz_cases.rs` runs
//! every property on the bytes kept in `cases/`, under plain `cargo test`. To reach beyond the parsers, most inputs are not read
//! as data but as decisions: which game to deal, how far to play it, and what to change in its dict ([`mutate`]).

mod actions;
mod edition;
mod input;
mod mutate;
mod record;
mod sound;
mod state;
mod text;

pub use actions::actions;
pub use edition::edition;
pub use record::record;
pub use state::state;
pub use text::text;

/// How often the engine took what an input offered, and how often it refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Values that were taken, and found sound.
    pub accepted: usize,
    /// Values that were refused, with an error as it should be.
    pub refused: usize,
}

impl Tally {
    const ACCEPTED: Self = Self { accepted: 1, refused: 0 };
    const REFUSED: Self = Self { accepted: 0, refused: 1 };
}

/// A property: it panics if some bytes break it.
pub type Property = fn(&[u8]) -> Tally;

/// Every property, with the name of its fuzz target and of its folder in `cases/`.
pub const PROPERTIES: [(&str, Property); 5] =
    [("actions", actions), ("edition", edition), ("record", record), ("state", state), ("text", text)];
