//! "Did you mean": the nearest known word, for errors that people read.

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
