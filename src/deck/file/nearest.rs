//! "Did you mean": suggests the known word nearest to a misspelt one.

/// Minimum similarity of a suggestion.
const ALIKE: f64 = 0.75;

/// Minimum similarity of texts that differ by typing errors.
const MISSPELT: f64 = 0.9;

/// Maximum number of bytes of a word for which a suggestion is sought.
const MAX_WORD: usize = 500;

/// The candidate most similar to `word`, if any is similar enough. Never the word itself.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The comparison takes time with the product of the lengths.
    if word.len() > MAX_WORD {
        return None;
    }
    let mut best = None;
    let mut score = ALIKE;
    let word_in_lowercase = word.to_lowercase();
    for candidate in candidates.into_iter().filter(|candidate| *candidate != word) {
        let lowercase = candidate.to_lowercase();
        // A few letters are like any long word that has them in this order.
        let comparable = lowercase.len() <= 3 * word.len() || lowercase.starts_with(&word_in_lowercase);
        let likeness = likeness(word, candidate);
        if comparable && likeness > score {
            (best, score) = (Some(candidate), likeness);
        }
    }
    best
}

/// How alike two words are, from 0 to 1. Capitals do not count.
pub(crate) fn likeness(one: &str, other: &str) -> f64 {
    strsim::jaro_winkler(&one.to_lowercase(), &other.to_lowercase())
}

/// Whether two texts differ in a few letters only.
pub(in crate::deck) fn is_misspelt(one: &str, other: &str) -> bool {
    strsim::normalized_levenshtein(one, other) >= MISSPELT
}

/// A question that suggests the nearest candidate, if one is near enough.
pub(crate) fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, candidates).map(|known| format!("did you mean `{known}`?"))
}

/// The hint for serde's "unknown field `x`, expected one of `a`, `b`".
pub(in crate::deck) fn hint_for(message: &str) -> Option<String> {
    let mut words = message.split('`').skip(1).step_by(2);
    let unknown = message.contains("unknown").then(|| words.next()).flatten()?;
    did_you_mean(unknown, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serde_messages_get_a_hint() {
        let message = "unknown field `levle`, expected one of `id`, `level`, `levels`";
        assert_eq!(hint_for(message).as_deref(), Some("did you mean `level`?"));
        assert_eq!(hint_for("missing field `id`"), None);
        assert_eq!(nearest("quite-other", ["abc"]), None);
    }

    #[test]
    fn a_word_is_never_its_own_suggestion() {
        assert_eq!(nearest("big", ["big", "bag"]), Some("bag"));
        assert_eq!(nearest("big", ["big"]), None);
        assert_eq!(nearest("Big", ["big"]), Some("big"));
    }

    #[test]
    fn a_short_word_suggests_a_long_one_only_as_its_beginning() {
        assert_eq!(nearest("foo", ["forged-forwarding-address"]), None);
        assert_eq!(nearest("for", ["forged-forwarding-address"]), Some("forged-forwarding-address"));
    }

    #[test]
    fn a_very_long_word_has_no_suggestion() {
        let [one, other] = ["b", "c"].map(|end| "a".repeat(MAX_WORD) + end);
        assert_eq!(nearest(&one, [other.as_str()]), None);
    }
}
