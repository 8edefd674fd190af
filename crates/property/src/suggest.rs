//! Suggestions of known words for unknown ones.
//!
//! The distance is the number of single-character edits (V. I. Levenshtein, *Binary codes capable of correcting
//! deletions, insertions, and reversals*, Soviet Physics Doklady 10, 1966). Differences of case do not count.

use crate::lexer::written;

/// Maximum number of possible words that a message lists.
const LISTED: usize = 8;

/// Returns the known word nearest to `word`; `None` if all are further away than a third of its length. Among equally
/// near words, the first is returned.
#[must_use]
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = folded(word);
    let most = (word.len() / 3).clamp(1, 4);
    let mut row = Vec::new();
    known
        .filter(|candidate| candidate.len() <= 4 * (word.len() + most))
        .map(|candidate| (distance(&word, &folded(candidate), most, &mut row), candidate))
        .filter(|&(distance, _)| distance <= most)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

fn folded(word: &str) -> Vec<char> {
    word.chars().flat_map(char::to_lowercase).collect()
}

/// Returns the number of edits between two words, or any number above `most` if there are more.
fn distance(from: &[char], to: &[char], most: usize, row: &mut Vec<usize>) -> usize {
    if from.len().abs_diff(to.len()) > most {
        return usize::MAX;
    }
    row.clear();
    row.extend(0..=to.len());
    for (i, a) in from.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in to.iter().enumerate() {
            let exchanged = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(row[j] + 1).min(diagonal + 1);
        }
        if row.iter().all(|&edits| edits > most) {
            return usize::MAX;
        }
    }
    row[to.len()]
}

/// Returns the first ids of a list, and the number of all.
pub(crate) fn listed<'n>(ids: impl Iterator<Item = &'n str>) -> String {
    let ids: Vec<&str> = ids.collect();
    let shown: Vec<String> = ids.iter().take(LISTED).map(|id| format!("`{}`", written(id))).collect();
    let more = if ids.len() > LISTED { format!(" … ({} in all)", ids.len()) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_id_is_found_and_a_distant_one_is_not() {
        let known = ["fork_1", "fork_2", "eating", "p"];
        assert_eq!(nearest("fork1", known.into_iter()), Some("fork_1"));
        assert_eq!(nearest("Fork_2", known.into_iter()), Some("fork_2"));
        assert_eq!(nearest("eatting", known.into_iter()), Some("eating"));
        assert_eq!(nearest("thinking", known.into_iter()), None);
        assert_eq!(nearest("q", known.into_iter()), Some("p"));
    }
}
