//! The rules of Celtic, phase by phase, written from `seeds/celtic/rules.md` and not from the code.

mod kit;

mod along;
mod announce;
mod before_window;
mod edition;
mod end;
mod evaluate;
mod final_collect;
mod goals;
mod goods;
mod hidden;
mod journey;
mod position;
mod rare;
mod scoring;
mod setup;
mod tables;
mod walks;
