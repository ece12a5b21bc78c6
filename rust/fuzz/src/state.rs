//! Anything given as a state is refused, or is a sound state.

use serde_json::{Value as Json, json};

use merx_engine::game::Action;
use merx_engine::registry::{AnySetup, AnyState};
use merx_engine::saved;

use super::Tally;
use super::actions::check_every_action;
use super::input::Input;
use super::mutate::mutate;
use super::sound::{check_message, check_state, restore};

/// Bytes as a saved state or a state dict; or the changed dict, or changed saved form, of a state that was reached by play.
pub fn state(data: &[u8]) -> Tally {
    let mut input = Input::new(data);
    let setup = input.setup();
    match input.below(8) {
        0 => from_saved(input.rest(), &mut input),
        1 => match serde_json::from_slice(input.rest()) {
            Ok(dict) => from_dict(setup, &dict, &mut input),
            Err(_) => Tally::default(),
        },
        2..6 => {
            let mut dict = input.reached(setup).to_json();
            mutate(&mut dict, &mut input);
            from_dict(setup, &dict, &mut input)
        }
        _ => {
            let mut document = saved_form(&*input.reached(setup), &mut input);
            mutate(&mut document, &mut input);
            from_saved(document.to_string().as_bytes(), &mut input)
        }
    }
}

/// What is saved of `state`, with a history that a decision or two are enough for.
fn saved_form(state: &dyn AnyState, input: &mut Input<'_>) -> Json {
    let num_actions = usize::from(state.setup().game().num_actions());
    let history: Vec<Action> = (0..input.below(3)).map(|_| input.below(num_actions) as Action).collect();
    let mut document: Json = serde_json::from_slice(&saved::serialize(state, &history)).expect("it is JSON");
    if input.flag() {
        document["edition_toml"] = json!("[edition]\ngame = \"mercurius\"\nextends = \"standard\"\n");
    }
    document
}

fn from_dict(setup: &dyn AnySetup, dict: &Json, input: &mut Input<'_>) -> Tally {
    restore(setup, dict).map_or(Tally::REFUSED, |state| taken(&*state, input))
}

fn from_saved(bytes: &[u8], input: &mut Input<'_>) -> Tally {
    match saved::deserialize(bytes) {
        Err(error) => {
            check_message(&error);
            Tally::REFUSED
        }
        Ok((_, state, history)) => {
            let (_, again, same) = saved::deserialize(&saved::serialize(&*state, &history)).expect("it was just saved");
            assert!(again.equals(&*state));
            assert_eq!(same, history);
            taken(&*state, input)
        }
    }
}

fn taken(state: &dyn AnyState, input: &mut Input<'_>) -> Tally {
    check_every_action(state);
    check_state(state, &mut input.rng());
    Tally::ACCEPTED
}
