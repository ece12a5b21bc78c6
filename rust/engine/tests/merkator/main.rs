//! The rules of Merkator, phase by phase, written from `seeds/merkator/rules.md` and not from the code.

mod kit;

mod conservation;
mod edition;
mod end;
mod evaluate;
mod fulfil;
mod goods_loss;
mod hidden;
mod invest;
mod join;
mod position;
mod scoring;
mod solo;
mod tables;
mod travel;
mod walks;
