//! Changes to JSON documents, so that almost everything in them stays as it should be.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::input::Input;

/// Numbers at which something may end, or overflow.
const EDGES: [i64; 20] =
    [-1, 0, 1, 2, 9, 20, 36, 40, 99, 120, 127, 128, 255, 256, 1_000, 10_000, 65_535, 1 << 32, i64::MAX, i64::MIN];

/// How many changes are made. One is the likeliest to be taken.
const CHANGES: [u8; 8] = [0, 1, 1, 1, 2, 2, 3, 6];

/// Changes `document` in a few places.
pub(crate) fn mutate(document: &mut Json, input: &mut Input<'_>) {
    for _ in 0..CHANGES[input.below(CHANGES.len())] {
        if !input.is_empty() {
            change(document, input);
        }
    }
}

fn change(document: &mut Json, input: &mut Input<'_>) {
    match input.byte() % 16 {
        0 => with(document, Json::is_i64, input, |number, input| *number = EDGES[input.below(EDGES.len())].into()),
        1 => with(document, Json::is_string, input, respell),
        2 => change_map(document, input),
        3 => exchange(document, input, |_| true),
        4 => with(document, Json::is_i64, input, |number, input| add(number, i64::from(input.byte() as i8))),
        5..7 => with(document, Json::is_array, input, change_list),
        7..9 => exchange(document, input, Json::is_string),
        9..11 => exchange(document, input, Json::is_i64),
        11..13 => move_element(document, input),
        _ => transfer(document, input),
    }
}

/// The JSON pointers of all values in `document` that are `wanted`.
fn places(document: &Json, wanted: fn(&Json) -> bool) -> Vec<String> {
    fn look(value: &Json, path: &str, wanted: fn(&Json) -> bool, found: &mut Vec<String>) {
        if wanted(value) {
            found.push(path.to_owned());
        }
        match value {
            Json::Array(list) => {
                list.iter().enumerate().for_each(|(i, value)| look(value, &format!("{path}/{i}"), wanted, found));
            }
            Json::Object(map) => map.iter().for_each(|(key, value)| {
                let key = key.replace('~', "~0").replace('/', "~1");
                look(value, &format!("{path}/{key}"), wanted, found);
            }),
            _ => {}
        }
    }
    let mut found = Vec::new();
    look(document, "", wanted, &mut found);
    found
}

/// The pointer of one of the values that are `wanted`: first a field, then one of its values in all seats and places of a list, or else
/// the longest lists would be chosen most of the time.
fn place(document: &Json, wanted: fn(&Json) -> bool, input: &mut Input<'_>) -> Option<String> {
    let mut fields: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for place in places(document, wanted) {
        fields.entry(place.replace(|c: char| c.is_ascii_digit(), "")).or_default().push(place);
    }
    let fields: Vec<Vec<String>> = fields.into_values().collect();
    let places = input.choose(&fields)?;
    input.choose(places).cloned()
}

/// The pointers of two values that are `wanted`. The second has the first one's key elsewhere, or another key in the same place: the
/// same thing of another player, or another thing of the same player.
fn pair(document: &Json, wanted: fn(&Json) -> bool, input: &mut Input<'_>) -> Option<(String, String)> {
    let places = places(document, wanted);
    let one = place(document, wanted, input)?;
    let (parent, key) = one.rsplit_once('/')?;
    let related = |other: &&String| other.rsplit_once('/').is_some_and(|(above, last)| above == parent || last == key);
    let related: Vec<&String> = places.iter().filter(related).collect();
    let other = input.choose(&related)?;
    Some((one.clone(), (*other).clone()))
}

/// Changes one of the values that are `wanted`.
fn with(
    document: &mut Json,
    wanted: fn(&Json) -> bool,
    input: &mut Input<'_>,
    change: impl FnOnce(&mut Json, &mut Input<'_>),
) {
    if let Some(place) = place(document, wanted, input) {
        change(document.pointer_mut(&place).expect("it was found there"), input);
    }
}

fn add(number: &mut Json, more: i64) {
    *number = number.as_i64().unwrap_or_default().saturating_add(more).into();
}

/// Takes from one number and gives to another: pieces change hands, and their sum is as before.
fn transfer(document: &mut Json, input: &mut Input<'_>) {
    let amount = i64::from(input.byte() % 4) + 1;
    let Some((from, to)) = pair(document, Json::is_i64, input) else { return };
    document.pointer_mut(&from).into_iter().for_each(|number| add(number, -amount));
    document.pointer_mut(&to).into_iter().for_each(|number| add(number, amount));
}

fn respell(text: &mut Json, input: &mut Input<'_>) {
    let old = text.as_str().unwrap_or_default();
    let new = match input.byte() % 4 {
        0 => old.to_uppercase(),
        1 => format!(" {}", old.replace(' ', "  ")),
        2 => old.chars().skip(1).collect(),
        _ => format!("{old}{}", char::from(input.byte())),
    };
    *text = new.into();
}

fn change_list(list: &mut Json, input: &mut Input<'_>) {
    let Json::Array(list) = list else { return };
    if list.is_empty() {
        return list.push(input.byte().into());
    }
    let (one, other) = (input.below(list.len()), input.below(list.len()));
    match input.byte() % 4 {
        0 => drop(list.remove(one)),
        1 => list.insert(one, list[other].clone()),
        2 => list.swap(one, other),
        _ => list.truncate(one),
    }
}

/// Moves an element from one list to another: cards change their place, and all are still there.
fn move_element(document: &mut Json, input: &mut Input<'_>) {
    let filled = |value: &Json| value.as_array().is_some_and(|list| !list.is_empty());
    let mut moved = None;
    with(document, filled, input, |list, input| {
        let list = list.as_array_mut().expect("a list");
        moved = Some(list.remove(input.below(list.len())));
    });
    with(document, Json::is_array, input, |list, input| {
        let list = list.as_array_mut().expect("a list");
        let at = input.below(list.len() + 1);
        list.splice(at..at, moved);
    });
}

/// An entry is removed, gets a name that occurs elsewhere, or another value.
fn change_map(document: &mut Json, input: &mut Input<'_>) {
    let name = place(document, Json::is_string, input);
    let name = name.and_then(|place| Some(document.pointer(&place)?.as_str()?.to_owned()));
    with(document, Json::is_object, input, |map, input| {
        let map = map.as_object_mut().expect("a map");
        let keys: Vec<String> = map.keys().cloned().collect();
        let Some(key) = input.choose(&keys) else { return };
        match (input.byte() % 4, name) {
            (0, Some(name)) => drop(map.shift_remove(key).and_then(|value| map.insert(name, value))),
            (1, _) => drop(map.shift_remove(key)),
            _ => map[key] = json!(input.byte()),
        }
    });
}

/// Two values that are `wanted` change places, or one is put in the place of the other as well.
fn exchange(document: &mut Json, input: &mut Input<'_>, wanted: fn(&Json) -> bool) {
    let Some((one, other)) = pair(document, wanted, input) else { return };
    let value = document.pointer(&one).expect("it was found there").clone();
    let replaced = std::mem::replace(document.pointer_mut(&other).expect("it was found there"), value);
    if input.flag()
        && let Some(place) = document.pointer_mut(&one)
    {
        *place = replaced;
    }
}
