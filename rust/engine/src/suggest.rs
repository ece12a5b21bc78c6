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
/// A word is near with some letters wrong or left out; capitals do not count.
///
/// ```
/// assert_eq!(merx_engine::suggest::nearest("slik", ["silk", "tea"]), r#", did you mean "silk"?"#);
/// assert_eq!(merx_engine::suggest::nearest("sims", ["ms", "simulations"]), r#", did you mean "simulations"?"#);
/// assert_eq!(merx_engine::suggest::nearest("guilder", ["silk", "tea"]), "");
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let word = word.to_lowercase();
    let near = known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= most_distance(candidate) || shortens(&word, candidate))
        .min_by_key(|(distance, _)| *distance);
    near.map_or_else(String::new, |(_, candidate)| format!(", did you mean {candidate:?}?"))
}

/// How many letters may differ; of a short word one must be right.
fn most_distance(candidate: &str) -> usize {
    let letters = candidate.chars().count();
    (letters.max(3) / 3 + 1).min(letters.saturating_sub(1))
}

/// Whether `word` is the candidate with letters left out behind the first.
fn shortens(word: &str, candidate: &str) -> bool {
    let mut letters = candidate.chars();
    let all = word.chars().all(|letter| letters.any(|other| other.eq_ignore_ascii_case(&letter)));
    all && word.chars().count() > 1 && candidate.to_lowercase().starts_with(word.chars().next().unwrap_or_default())
}
