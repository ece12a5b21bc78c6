//! The rules of Merkator, phase by phase, written from `seeds/merkator/rules.md` and not from the code.

mod kit;

mod evaluate;
mod walks;
