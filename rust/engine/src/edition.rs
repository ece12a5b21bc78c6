//! Editions: the numbers, cards and names of a game, read from a TOML file and checked.
//!
//! The reader takes a file apart table by table and key by key; whatever is left at the end is unknown and refused. A fault
//! is told with file, table and key, so that an owner who types in the printed cards finds the slip.

use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Deref, RangeInclusive};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use toml::{Table, Value};

use crate::game::{Game, MAX_PLAYERS};
use crate::suggest::{nearest, one_line};

/// Letters of the longest name; tables and maps for people are made for such.
const LONGEST_NAME: usize = 32;
/// What `status` may say of a table: where its values come from.
const STATUSES: [&str; 4] = ["seed", "published", "derived", "reconstructed"];

/// A fault in an edition file, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}{}", one_line(file), one_line(place), one_line(reason))]
pub struct EditionError {
    file: String,
    place: String,
    reason: String,
}

/// An edition of the game `G`. Dereferences to the game's own tables.
///
/// Editions live as long as the process: a state refers to its edition and is copied freely. Each content is kept once,
/// however often it is loaded.
pub struct Edition<G: Game> {
    name: String,
    hash: String,
    players: Vec<usize>,
    reconstructed: Vec<String>,
    built_in: bool,
    contents: Table,
    tables: G::Tables,
}

impl<G: Game> Deref for Edition<G> {
    type Target = G::Tables;

    #[inline]
    fn deref(&self) -> &G::Tables {
        &self.tables
    }
}

impl<G: Game> PartialEq for Edition<G> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.hash == other.hash
    }
}

impl<G: Game> Eq for Edition<G> {}

impl<G: Game> fmt::Debug for Edition<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}#{}", G::NAME, self.name, self.hash)
    }
}

impl<G: Game> Edition<G> {
    /// The edition called `which`: one that is compiled in, by name, or a file, by a path that ends in `.toml`.
    ///
    /// # Errors
    /// An unknown name, an unreadable file, or the first fault in it.
    pub fn load(which: &str) -> Result<&'static Self, EditionError> {
        if let Some((name, text)) = G::EDITIONS.iter().find(|(name, _)| *name == which) {
            let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
            let known = find::<G>(&kept, |edition| edition.built_in && edition.name == *name);
            drop(kept);
            return known.map_or_else(|| Self::parse(text, &format!("{name}.toml")), Ok);
        }
        if Path::new(which).extension().is_none_or(|end| end != "toml") {
            let known: Vec<&str> = G::EDITIONS.iter().map(|(name, _)| *name).collect();
            let reason = format!(
                "{} has no edition of this name; there is {}, and any file whose name ends in .toml",
                G::NAME,
                known.join(", ")
            );
            return Err(EditionError { file: which.to_owned(), place: String::new(), reason });
        }
        let unreadable = |reason: String| EditionError { file: which.to_owned(), place: String::new(), reason };
        let metadata = std::fs::metadata(which).map_err(|error| unreadable(format!("cannot be read: {error}")))?;
        if !metadata.is_file() {
            // A pipe could keep us waiting for ever.
            return Err(unreadable("cannot be read: it is no regular file".to_owned()));
        }
        let text = std::fs::read_to_string(which).map_err(|error| unreadable(format!("cannot be read: {error}")))?;
        Self::parse(&text, which)
    }

    /// The default edition, which is compiled in and sound.
    ///
    /// # Panics
    /// If it is not sound, which a test excludes.
    #[must_use]
    pub fn standard() -> &'static Self {
        Self::load(G::EDITIONS[0].0).expect("compiled-in editions are sound")
    }

    /// The edition written in `text`; `file` is its name in errors.
    ///
    /// # Errors
    /// The first fault.
    pub fn parse(text: &str, file: &str) -> Result<&'static Self, EditionError> {
        Self::from_contents(contents_with_base::<G>(text, file)?, file)
    }

    fn from_contents(contents: Table, file: &str) -> Result<&'static Self, EditionError> {
        let mut tables =
            Tables { file: file.to_owned(), root: contents.clone(), players: Vec::new(), reconstructed: Vec::new() };
        let mut head = tables.section("edition")?;
        let game = head.name("game")?;
        if game != G::NAME {
            return Err(head.error("game", format!("this is an edition of {game:?}, not of {:?}", G::NAME)));
        }
        let name = head.label("name")?;
        let players: Vec<usize> = head.numbers("players", 1..=MAX_PLAYERS, 1..=MAX_PLAYERS)?;
        if players.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(head.error("players", "the numbers must ascend"));
        }
        head.finish()?;
        tables.players.clone_from(&players);
        let own = G::read_tables(&mut tables)?;
        let reconstructed = tables.finish()?;
        let hash = hash_of(&contents);
        let built_in = G::EDITIONS.iter().any(|(known, text)| {
            *known == name && contents_with_base::<G>(text, known).is_ok_and(|known| known == contents)
        });
        Ok(intern(Self { name, hash, players, reconstructed, built_in, contents, tables: own }))
    }

    /// The edition's own name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// 16 hex digits that identify the contents; see `docs/formats.md`.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The numbers of players it can be played with, ascending.
    pub fn players(&self) -> &[usize] {
        &self.players
    }

    /// The tables whose values are reconstructed: nobody we could read gives them.
    pub fn reconstructed(&self) -> &[String] {
        &self.reconstructed
    }

    /// The tables of the file as JSON, after `extends`.
    ///
    /// # Panics
    /// Never: what was read from TOML can be written as JSON.
    pub fn contents(&self) -> Json {
        serde_json::to_value(&self.contents).expect("TOML without dates is JSON")
    }

    /// The tables of the file as TOML, after `extends`: a file that stands alone.
    pub fn to_toml(&self) -> String {
        self.contents.to_string()
    }

    /// Whether it is compiled in.
    pub fn is_built_in(&self) -> bool {
        self.built_in
    }

    /// That it can be played with `players` players.
    ///
    /// # Errors
    /// A sentence with the numbers that are possible.
    pub fn check_players(&self, players: usize) -> Result<(), String> {
        if self.players.contains(&players) {
            return Ok(());
        }
        let possible: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        Err(format!("{} is played with {} players, not with {players}", G::NAME, possible.join(", ")))
    }
}

/// Parses `text`, and takes over from the edition it extends what it does not give.
fn contents_with_base<G: Game>(text: &str, file: &str) -> Result<Table, EditionError> {
    let fail = |place: &str, reason: String| EditionError { file: file.to_owned(), place: place.to_owned(), reason };
    let mut contents: Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        fail(&format!("line {line}: "), error.message().to_owned())
    })?;
    let Some(base) = contents.get_mut("edition").and_then(Value::as_table_mut).and_then(|head| head.remove("extends"))
    else {
        return Ok(contents);
    };
    if contents.get("edition").is_none_or(|head| head.get("game").is_none()) {
        return Err(fail("[edition] game: ", "this key is missing".to_owned()));
    }
    let base = base.as_str().unwrap_or_default();
    let Some((_, base_text)) = G::EDITIONS.iter().find(|(name, _)| *name == base) else {
        let known: Vec<&str> = G::EDITIONS.iter().map(|(name, _)| *name).collect();
        return Err(fail("[edition] extends: ", format!("not one of {}", known.join(", "))));
    };
    let mut merged = contents_with_base::<G>(base_text, base)?;
    for (name, value) in contents {
        match (merged.get_mut(&name), value) {
            (Some(Value::Table(below)), Value::Table(above)) => below.extend(above),
            (_, value) => drop(merged.insert(name, value)),
        }
    }
    Ok(merged)
}

fn hash_of(contents: &Table) -> String {
    fn canonical(value: &Value) -> Json {
        match value {
            Value::Table(table) => {
                let sorted: BTreeMap<&String, &Value> = table.iter().filter(|(key, _)| *key != "status").collect();
                Json::Object(sorted.into_iter().map(|(key, value)| (key.clone(), canonical(value))).collect())
            }
            Value::Array(values) => values.iter().map(canonical).collect(),
            other => json!(other),
        }
    }
    let digest = Sha256::digest(canonical(&Value::Table(contents.clone())).to_string());
    digest.iter().take(8).fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// Editions of any game.
type Kept = Vec<&'static (dyn Any + Send + Sync)>;

/// Every edition that was ever loaded, in the order of loading.
static KEPT: Mutex<Kept> = Mutex::new(Vec::new());

/// The edition of the game that was loaded before and is the one `wanted`.
fn find<G: Game>(kept: &Kept, wanted: impl Fn(&Edition<G>) -> bool) -> Option<&'static Edition<G>> {
    kept.iter().filter_map(|edition| edition.downcast_ref::<Edition<G>>()).find(|edition| wanted(edition))
}

/// Keeps each content once, for good.
fn intern<G: Game>(edition: Edition<G>) -> &'static Edition<G> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    // What is reconstructed is not part of the hash, but two files may say different things of it.
    let same = |other: &Edition<G>| other.hash == edition.hash && other.reconstructed == edition.reconstructed;
    find::<G>(&kept, same).unwrap_or_else(|| {
        let edition: &'static Edition<G> = Box::leak(Box::new(edition));
        kept.push(edition);
        edition
    })
}

/// The tables of an edition file, to be taken one by one.
#[derive(Debug)]
pub struct Tables {
    file: String,
    root: Table,
    players: Vec<usize>,
    reconstructed: Vec<String>,
}

impl Tables {
    /// The numbers of players the edition is for, ascending; at least one.
    pub fn players(&self) -> &[usize] {
        &self.players
    }

    /// The largest number of players.
    pub fn most_players(&self) -> usize {
        self.players.last().copied().unwrap_or(1)
    }

    /// Checks that the numbers of players lie in `range`.
    ///
    /// # Errors
    /// The first that does not.
    pub fn require_players(&self, range: RangeInclusive<usize>) -> Result<(), EditionError> {
        match self.players.iter().position(|players| !range.contains(players)) {
            None => Ok(()),
            Some(i) => Err(EditionError {
                file: self.file.clone(),
                place: format!("[edition] players[{i}]: "),
                reason: format!("{} is not in {} to {}", self.players[i], range.start(), range.end()),
            }),
        }
    }

    /// Takes the table `name`.
    ///
    /// # Errors
    /// If there is none, or its `status` is unknown.
    pub fn section(&mut self, name: &str) -> Result<Section, EditionError> {
        let fail = |reason: &str| EditionError {
            file: self.file.clone(),
            place: format!("[{name}]: "),
            reason: reason.to_owned(),
        };
        let entries = match self.root.remove(name) {
            Some(Value::Table(entries)) => entries,
            Some(_) => return Err(fail("this must be a table")),
            None => return Err(fail("this table is missing")),
        };
        let mut section = Section { file: self.file.clone(), table: name.to_owned(), entries, taken: Vec::new() };
        if section.entries.contains_key("status") {
            let status = section.name("status")?;
            if !STATUSES.contains(&status.as_str()) {
                return Err(section.error("status", format!("{status:?} is not one of {}", STATUSES.join(", "))));
            }
            if status == "reconstructed" {
                self.reconstructed.push(name.to_owned());
            }
        }
        Ok(section)
    }

    /// Whether there is a table `name` not yet taken.
    pub fn has(&self, name: &str) -> bool {
        self.root.contains_key(name)
    }

    fn finish(self) -> Result<Vec<String>, EditionError> {
        match self.root.keys().next() {
            None => Ok(self.reconstructed),
            Some(name) => Err(EditionError {
                file: self.file,
                place: format!("[{name}]: "),
                reason: "this table is unknown".to_owned(),
            }),
        }
    }
}

/// One table of an edition file, to be taken key by key.
#[derive(Debug)]
pub struct Section {
    file: String,
    table: String,
    entries: Table,
    taken: Vec<String>,
}

impl Section {
    /// A fault of `key`.
    pub fn error(&self, key: &str, reason: impl Into<String>) -> EditionError {
        EditionError { file: self.file.clone(), place: format!("[{}] {key}: ", self.table), reason: reason.into() }
    }

    /// A fault of entry number `index` (from 0) of the list `key`.
    pub fn entry_error(&self, key: &str, index: usize, reason: impl Into<String>) -> EditionError {
        self.error(&format!("{key}[{index}]"), reason)
    }

    /// Whether there is a value not yet taken.
    pub fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// Takes any value.
    ///
    /// # Errors
    /// If the key is missing.
    pub fn value(&mut self, key: &str) -> Result<Value, EditionError> {
        self.taken.push(key.to_owned());
        self.entries.remove(key).ok_or_else(|| self.error(key, "this key is missing"))
    }

    /// Takes a number in `range`.
    ///
    /// # Errors
    /// If the key is missing, not a number, or out of range.
    pub fn number<T: Number>(&mut self, key: &str, range: RangeInclusive<T>) -> Result<T, EditionError> {
        let value = self.value(key)?;
        in_range(&value, &range).map_err(|reason| self.error(key, reason))
    }

    /// Takes a list of numbers, each in `range`; the list's length must be in `length`.
    ///
    /// # Errors
    /// If the key is missing, or one of these does not hold.
    pub fn numbers<T: Number>(
        &mut self,
        key: &str,
        length: RangeInclusive<usize>,
        range: RangeInclusive<T>,
    ) -> Result<Vec<T>, EditionError> {
        let list = self.list(key, length)?;
        let read = |(i, value)| in_range(value, &range).map_err(|reason| self.entry_error(key, i, reason));
        list.iter().enumerate().map(read).collect()
    }

    /// Takes `true` or `false`.
    ///
    /// # Errors
    /// If the key is missing or is something else.
    pub fn flag(&mut self, key: &str) -> Result<bool, EditionError> {
        let value = self.value(key)?;
        value.as_bool().ok_or_else(|| self.error(key, "this must be true or false"))
    }

    /// Takes a name: lower case letters, digits and underscores.
    ///
    /// # Errors
    /// If the key is missing or the value is something else.
    pub fn name(&mut self, key: &str) -> Result<String, EditionError> {
        let value = self.value(key)?;
        as_name(&value).map_err(|reason| self.error(key, reason))
    }

    /// Takes the name of an edition: as [`Section::name`], and hyphens and points.
    ///
    /// # Errors
    /// If the key is missing or the value is something else.
    pub fn label(&mut self, key: &str) -> Result<String, EditionError> {
        let value = self.value(key)?;
        let plain = value.as_str().map(|label| Value::from(label.replace(['-', '.'], "_")));
        as_name(plain.as_ref().unwrap_or(&value)).map_err(|reason| self.error(key, reason))?;
        Ok(value.as_str().unwrap_or_default().to_owned())
    }

    /// Takes a list of different names.
    ///
    /// # Errors
    /// If the key is missing, the list's length is not in `length`, a value is no name or a name occurs twice.
    pub fn names(&mut self, key: &str, length: RangeInclusive<usize>) -> Result<Vec<String>, EditionError> {
        let list = self.list(key, length)?;
        let mut names: Vec<String> = Vec::new();
        for (i, value) in list.iter().enumerate() {
            let name = as_name(value).map_err(|reason| self.entry_error(key, i, reason))?;
            if names.contains(&name) {
                return Err(self.entry_error(key, i, format!("{name:?} occurs twice")));
            }
            names.push(name);
        }
        Ok(names)
    }

    /// Takes a list whose length is in `length`.
    ///
    /// # Errors
    /// If the key is missing, no list, or too long or short.
    pub fn list(&mut self, key: &str, length: RangeInclusive<usize>) -> Result<Vec<Value>, EditionError> {
        let Value::Array(list) = self.value(key)? else { return Err(self.error(key, "this must be a list")) };
        if length.contains(&list.len()) {
            return Ok(list);
        }
        let (low, high) = (length.start(), length.end());
        let wanted = if low == high { low.to_string() } else { format!("{low} to {high}") };
        Err(self.error(key, format!("{} entries, there must be {wanted}", list.len())))
    }

    /// Takes a list of rows of `width` columns each.
    ///
    /// # Errors
    /// If the key is missing, no list, too long or short, or a row has another width.
    pub fn rows<const WIDTH: usize>(
        &mut self,
        key: &str,
        length: RangeInclusive<usize>,
    ) -> Result<Vec<[Value; WIDTH]>, EditionError> {
        let list = self.list(key, length)?;
        let row = |(i, value)| {
            let Value::Array(cells) = value else { return Err(self.entry_error(key, i, "this must be a list")) };
            cells.try_into().map_err(|cells: Vec<Value>| {
                self.entry_error(key, i, format!("{} values, there must be {WIDTH}", cells.len()))
            })
        };
        list.into_iter().enumerate().map(row).collect()
    }

    /// The place of the name `value` in `known`; `at` is the list's key and the entry where it stands.
    ///
    /// # Errors
    /// If it is no name or not among `known`.
    pub fn lookup(&self, at: (&str, usize), value: &Value, known: &[String]) -> Result<usize, EditionError> {
        let (key, index) = at;
        let name = as_name(value).map_err(|reason| self.entry_error(key, index, reason))?;
        known.iter().position(|other| *other == name).ok_or_else(|| {
            let hint = nearest(&name, known.iter().map(String::as_str));
            self.entry_error(key, index, format!("{name:?} does not exist{hint}"))
        })
    }

    /// The name `value`; `at` is the list's key and the entry where it stands.
    ///
    /// # Errors
    /// If it is no name.
    pub fn cell_name(&self, at: (&str, usize), value: &Value) -> Result<String, EditionError> {
        as_name(value).map_err(|reason| self.entry_error(at.0, at.1, reason))
    }

    /// The number `value`; `at` is the list's key and the entry where it stands.
    ///
    /// # Errors
    /// If it is no number in `range`.
    pub fn cell<T: Number>(
        &self,
        at: (&str, usize),
        value: &Value,
        range: RangeInclusive<T>,
    ) -> Result<T, EditionError> {
        in_range(value, &range).map_err(|reason| self.entry_error(at.0, at.1, reason))
    }

    /// Ends the table: whatever was not taken is unknown.
    ///
    /// # Errors
    /// The first such key.
    pub fn finish(self) -> Result<(), EditionError> {
        match self.entries.keys().next() {
            None => Ok(()),
            Some(key) => {
                let hint = nearest(key, self.taken.iter().map(String::as_str));
                Err(self.error(key, format!("this key is unknown{hint}")))
            }
        }
    }
}

/// The texts of cards: where a text was there before, `/2`, `/3` ... is added, so that all differ.
pub fn number_copies(texts: &[String]) -> Vec<String> {
    let one = |(i, text): (usize, &String)| match texts[..i].iter().filter(|other| *other == text).count() {
        0 => text.clone(),
        earlier => format!("{text}/{}", earlier + 1),
    };
    texts.iter().enumerate().map(one).collect()
}

/// A number that an edition can give: small enough that nothing is lost on the way.
pub trait Number: TryFrom<i64> + PartialOrd + fmt::Display + Copy {}

impl<T: TryFrom<i64> + PartialOrd + fmt::Display + Copy> Number for T {}

fn in_range<T: Number>(value: &Value, range: &RangeInclusive<T>) -> Result<T, String> {
    let number = value.as_integer().ok_or_else(|| "this must be a whole number".to_owned())?;
    match T::try_from(number) {
        Ok(small) if range.contains(&small) => Ok(small),
        _ => Err(format!("{number} is not in {} to {}", range.start(), range.end())),
    }
}

fn as_name(value: &Value) -> Result<String, String> {
    let name = value.as_str().ok_or_else(|| "this must be a name in quotes".to_owned())?;
    let sound = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if name.len() > LONGEST_NAME {
        return Err(format!("{name:?} is too long; a name has at most {LONGEST_NAME} letters"));
    }
    if sound { Ok(name.to_owned()) } else { Err(format!("{name:?} is no name (lower case, digits, underscores)")) }
}
