//! The most recent shortened answers, in full, for `more`.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum number of answers.
const MAX_ANSWERS: usize = 16;
/// Maximum size of all answers together, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// The stored answers.
#[derive(Debug, Default)]
pub(crate) struct Kept(Mutex<Answers>);

#[derive(Debug, Default)]
struct Answers {
    /// The answers from oldest to newest, each with its number.
    texts: VecDeque<(u64, Arc<str>)>,
    bytes: usize,
    given: u64,
}

impl Kept {
    /// Stores an answer, and drops the oldest ones if there is no room. Returns its name, or `None` if it is too large.
    pub(crate) fn keep(&self, text: &str) -> Option<String> {
        if text.len() > MAX_BYTES {
            return None;
        }
        let mut answers = self.answers();
        while answers.texts.len() >= MAX_ANSWERS || answers.bytes + text.len() > MAX_BYTES {
            let (_, oldest) = answers.texts.pop_front()?;
            answers.bytes -= oldest.len();
        }
        answers.given += 1;
        answers.bytes += text.len();
        let number = answers.given;
        answers.texts.push_back((number, text.into()));
        Some(format!("answer{number}"))
    }

    /// Returns the answer with this name.
    pub(crate) fn get(&self, name: &str) -> Option<Arc<str>> {
        let number: u64 = name.strip_prefix("answer")?.parse().ok()?;
        let answers = self.answers();
        answers.texts.iter().find(|(given, _)| *given == number).map(|(_, text)| Arc::clone(text))
    }

    fn answers(&self) -> MutexGuard<'_, Answers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_answers_are_kept_within_the_limits() {
        let kept = Kept::default();
        let names: Vec<_> = (0..20).map(|at| kept.keep(&at.to_string()).unwrap()).collect();
        assert_eq!(kept.get(&names[3]), None);
        assert_eq!(kept.get(&names[4]).as_deref(), Some("4"));
        let large = "x".repeat(MAX_BYTES);
        let name = kept.keep(&large).unwrap();
        assert_eq!(kept.get(&names[19]), None);
        assert_eq!(kept.get(&name).map(|text| text.len()), Some(MAX_BYTES));
        assert_eq!(kept.keep(&format!("{large}y")), None);
        assert_eq!(kept.get("nonsense"), None);
    }
}
