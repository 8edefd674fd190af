//! Suggestions of known names for unknown ones.
//!
//! The distance is the number of single-character edits (V. I. Levenshtein, *Binary codes capable of correcting
//! deletions, insertions, and reversals*, Soviet Physics Doklady 10, 1966). Differences of case do not count.
//! INVARIANT: at most [`MAX_CANDIDATES`] names of at most [`MAX_BYTES`] are compared, so that a file full of unknown
//! names is refused as fast as any other.

/// Maximum number of names to compare.
const MAX_CANDIDATES: usize = 1000;

/// Minimum and maximum length of a word to compare, in bytes. Very short words are all similar.
const MIN_BYTES: usize = 3;
const MAX_BYTES: usize = 64;

/// Returns the known name nearest to `word`; `None` if all are further away than a third of its length, rounded up.
/// Among equally near names, the first in alphabetical order is returned.
pub(super) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let most = word.len().div_ceil(3).min(4);
    if !(MIN_BYTES..=MAX_BYTES).contains(&word.len()) {
        return None;
    }
    known
        .take(MAX_CANDIDATES)
        .filter(|candidate| candidate.len().abs_diff(word.len()) <= most && *candidate != word)
        .map(|candidate| (distance(word.as_bytes(), candidate.as_bytes()), candidate))
        .filter(|&(distance, _)| distance <= most)
        .min()
        .map(|(_, candidate)| candidate)
}

fn distance(from: &[u8], to: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in to.iter().enumerate() {
            let exchanged = diagonal + usize::from(!a.eq_ignore_ascii_case(b));
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_name_is_found_and_a_distant_one_is_not() {
        let known = ["waiting", "critical", "Turn"];
        assert_eq!(nearest("turn", known.into_iter()), Some("Turn"));
        assert_eq!(nearest("crtiical", known.into_iter()), Some("critical"));
        assert_eq!(nearest("done", known.into_iter()), None);
        assert_eq!(nearest("x", ["y"].into_iter()), None);
    }
}
