//! The rules of three trading board games, their legal moves, and bots that play them.
//!
//! The contract that every game answers to is [`game`]; begin there. The games themselves are [`mercurius`], [`celtic`] and [`merkator`],
//! listed in [`registry`]. [`playout`], [`perft`], [`record`] and [`bots`] know the contract only.
//!
//! ```
//! use merx_engine::game::State as _;
//! use merx_engine::mercurius::Mercurius;
//! use merx_engine::setup::Setup;
//!
//! let mut state = Setup::<Mercurius>::standard(4).new_initial_state(7);
//! while !state.is_terminal() {
//!     let first = state.legal_actions().iter().next().expect("a running game has a legal action");
//!     state.apply_action(first)?;
//! }
//! assert_eq!(state.ranks().len(), 4);
//! # Ok::<(), merx_engine::game::IllegalAction>(())
//! ```

pub mod actions;
pub mod bots;
pub mod celtic;
pub mod edition;
pub mod game;
pub mod hash;
pub mod mercurius;
pub mod merkator;
pub mod perft;
pub mod playout;
pub mod position;
pub mod record;
pub mod registry;
pub mod rng;
pub mod saved;
pub mod setup;
pub mod suggest;
pub mod transcript;
