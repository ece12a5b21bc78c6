//! A text is refused, or is an action whose canonical text means the same.

use merx_engine::bots::BotSpec;
use merx_engine::registry::AnySetup;

use super::Tally;
use super::input::Input;
use super::sound::check_message;

/// Bytes as the text of an action and as the spec of a bot; or the changed text of an action.
pub fn text(data: &[u8]) -> Tally {
    let mut input = Input::new(data);
    let setup = input.setup();
    if input.flag() {
        let text = String::from_utf8_lossy(input.rest());
        let (action, bot) = (read_action(setup, &text), read_bot(&text));
        return Tally { accepted: action.accepted + bot.accepted, refused: action.refused + bot.refused };
    }
    let action = input.below(setup.game().num_actions().into()) as u16;
    let mut text = setup.action_to_string(action).expect("it is below the number of actions").into_bytes();
    let (start, end) = (input.below(text.len() + 1), input.below(text.len() + 1));
    text.splice(start.min(end)..end, input.rest().iter().copied());
    read_action(setup, &String::from_utf8_lossy(&text))
}

fn read_action(setup: &dyn AnySetup, text: &str) -> Tally {
    match setup.string_to_action(text) {
        Ok(action) => {
            let canonical = setup.action_to_string(action).expect("it has a text");
            assert_eq!(setup.string_to_action(&canonical), Ok(action), "{text:?} reads as {canonical:?}");
            let (kind, argument) = setup.action_to_parts(action).expect("it is an action");
            assert_eq!(setup.parts_to_action(kind, argument), Some(action));
            Tally::ACCEPTED
        }
        Err(error) => {
            assert_eq!(error.text, text);
            assert!(!error.reason.is_empty());
            check_message(&error);
            Tally::REFUSED
        }
    }
}

fn read_bot(text: &str) -> Tally {
    match text.parse::<BotSpec>() {
        Ok(spec) => {
            assert_eq!(spec.to_string().parse(), Ok(spec), "{text:?}");
            Tally::ACCEPTED
        }
        Err(error) => {
            assert_eq!(error.spec, text);
            check_message(&error);
            Tally::REFUSED
        }
    }
}
