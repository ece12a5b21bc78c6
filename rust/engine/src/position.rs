//! Help for reading and writing positions as plain data.

use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

use crate::edition::Edition;
use crate::game::{Game, PositionError};
use crate::suggest::nearest;

/// A value for each of a list of names, in the list's order; in the state dict a map from name to value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<T>(Vec<(String, T)>);

impl<T: Clone> Named<T> {
    /// The values of `names`, in their order.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a String>, values: impl IntoIterator<Item = T>) -> Self {
        Self(names.into_iter().cloned().zip(values).collect())
    }

    /// The values in the order of `names`, each of which must occur once.
    ///
    /// # Errors
    /// The first name that is missing, unknown, or doubled; `field` is where the map stands.
    pub fn values(&self, names: &[String], field: &str) -> Result<Vec<T>, PositionError> {
        let given = self.some_values(names, field)?;
        let present = |(value, name): (Option<T>, &String)| {
            value.ok_or_else(|| PositionError::new(format!("{field}.{name}"), "it is missing"))
        };
        given.into_iter().zip(names).map(present).collect()
    }

    /// As [`Named::values`], with `None` for names that are left out.
    ///
    /// # Errors
    /// The first name that is unknown or doubled; `field` is where the map stands.
    pub fn some_values(&self, names: &[String], field: &str) -> Result<Vec<Option<T>>, PositionError> {
        for (i, (name, _)) in self.0.iter().enumerate() {
            if !names.contains(name) {
                let hint = nearest(name, names.iter().map(String::as_str));
                return Err(PositionError::new(field, format!("{name:?} does not exist{hint}")));
            }
            if self.0[..i].iter().any(|(other, _)| other == name) {
                return Err(PositionError::new(format!("{field}.{name}"), "it is given twice"));
            }
        }
        let find = |name: &String| self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone());
        Ok(names.iter().map(find).collect())
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map from name to value")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Named(entries))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// Reads a position from a state dict.
///
/// # Errors
/// The field that is missing, unknown, or of the wrong type.
pub fn read_position<P: DeserializeOwned>(dict: &serde_json::Value) -> Result<P, PositionError> {
    // serde would take a list for a map, its values in the order of the keys.
    require(dict.is_object(), "the position", || "it must be a map".to_owned())?;
    for (i, seat) in dict["seats"].as_array().into_iter().flatten().enumerate() {
        require(seat.is_object(), &format!("seats[{i}]"), || "it must be a map".to_owned())?;
    }
    serde_path_to_error::deserialize(dict).map_err(|error| {
        let field = match error.path().to_string().as_str() {
            "." => "the position".to_owned(),
            path => path.to_owned(),
        };
        PositionError::new(field, in_plain_words(&error.inner().to_string()))
    })
}

/// Checks what every state dict begins with: game, edition, number of players, and a seat for each.
///
/// # Errors
/// The field that does not fit the edition the game was loaded with.
pub fn check_head<G: Game>(
    edition: &Edition<G>,
    game: &str,
    name: &str,
    players: usize,
    seats: usize,
) -> Result<(), PositionError> {
    require(game == G::NAME, "game", || format!("{game:?} is not {:?}", G::NAME))?;
    require(name == edition.name(), "edition", || {
        format!("{name:?} is not {:?}, which the game was loaded with", edition.name())
    })?;
    edition.check_players(players).map_err(|reason| PositionError::new("players", reason))?;
    require(seats == players, "seats", || format!("{seats} seats for {players} players"))
}

/// The phase called `name`.
///
/// # Errors
/// The names there are, if it is none.
pub fn find_phase<P: Copy>(phases: &[(P, &str)], name: &str) -> Result<P, PositionError> {
    let known = phases.iter().find(|(_, other)| *other == name);
    known.map(|(phase, _)| *phase).ok_or_else(|| {
        let all: Vec<&str> = phases.iter().map(|(_, name)| *name).collect();
        PositionError::new("phase", format!("{name:?} is not one of {}", all.join(", ")))
    })
}

/// Says `a whole number` and `a list` where serde names types of Rust.
fn in_plain_words(reason: &str) -> String {
    let types = ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64"];
    let plain =
        types.iter().fold(reason.to_owned(), |text, name| match text.strip_suffix(&format!("expected {name}")) {
            Some(start) => format!("{start}expected a whole number in range"),
            None => text,
        });
    plain.replace("expected a sequence", "expected a list")
}

/// Checks that something `holds` of `field`.
///
/// # Errors
/// `reason()` otherwise.
pub fn require(holds: bool, field: &str, reason: impl FnOnce() -> String) -> Result<(), PositionError> {
    if holds { Ok(()) } else { Err(PositionError::new(field, reason())) }
}
