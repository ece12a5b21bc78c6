//! For errors that people read: the nearest known word, and one line whatever is quoted.

/// `text` in one line: what people wrote may be quoted in it, line breaks included.
///
/// ```
/// assert_eq!(merx_engine::suggest::one_line("unknown field `si\nlk`"), "unknown field `si lk`");
/// ```
pub fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// `, did you mean "silk"?` with the known word nearest to `word`, or nothing if none is near.
///
/// ```
/// assert_eq!(merx_engine::suggest::nearest("slik", ["silk", "tea"]), r#", did you mean "silk"?"#);
/// assert_eq!(merx_engine::suggest::nearest("guilder", ["silk", "tea"]), "");
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let near = known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.chars().count().max(3) / 3 + 1)
        .min_by_key(|(distance, _)| *distance);
    near.map_or_else(String::new, |(_, candidate)| format!(", did you mean {candidate:?}?"))
}
