//! The rules of Mercurius, phase by phase, written from `seeds/mercurius/rules.md` and not from the code.

#[path = "../support/mod.rs"]
mod support;

mod black_market;
mod card;
mod conservation;
mod dividend;
mod draw;
mod edition;
mod end;
mod finance;
mod hidden;
mod position;
mod prices;
mod rare;
mod saved;
mod setup;
mod tables;
mod worked_examples;
