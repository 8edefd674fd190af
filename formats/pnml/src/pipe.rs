//! What PIPE adds: token classes, and transitions with time.
//!
//! PIPE writes markings and weights as `class,count,class,count`. A net that uses a single class
//! is a place/transition net; several classes are a coloured net. Its stochastic nets have timed
//! and immediate transitions: rates alone do not change which markings are reachable, but
//! immediate transitions go first, by priority, and that does. Both are refused.

use sanderling_net::{Diagnostic, Span};

use crate::document::Reading;
use crate::element::Element;
use crate::number;
use crate::report::{Report, Step};

/// What was seen of PIPE in a net so far.
#[derive(Debug, Default)]
pub(crate) struct PipeFacts {
    class: Option<String>,
    timed: Option<Span>,
    immediate: Option<Span>,
    priorities: Vec<(u64, Span)>,
}

/// The pairs of class and count in a text such as `Default,1,Readers,0`; `None` if it is none.
pub(crate) fn token_classes(words: &str) -> Option<Vec<(&str, &str)>> {
    let parts: Vec<&str> = words.split(',').map(str::trim).collect();
    let is_pairs = parts.len() >= 2 && parts.len().is_multiple_of(2);
    is_pairs.then(|| parts.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
}

impl<'a> Reading<'a> {
    /// The count of the one class that is used.
    pub(crate) fn class_count(&mut self, classes: &[(&str, &str)], what: &str, span: Span) -> Option<u64> {
        let mut total = 0;
        for (class, count) in classes {
            match number::parse(count) {
                Ok(0) => {}
                Ok(_) if !self.is_only_class(class, span) => return None,
                Ok(count) => total = count,
                Err(error) => {
                    self.report.say(error.diagnostic(what, count, span));
                    return None;
                }
            }
        }
        Some(total)
    }

    fn is_only_class(&mut self, class: &str, span: Span) -> bool {
        match &self.pipe.class {
            None => self.pipe.class = Some(class.to_owned()),
            Some(first) if first == class => {}
            Some(first) => {
                let found = format!(
                    "tokens of the classes `{}` and `{}`: a coloured net, which is not yet supported",
                    number::shortened(first),
                    number::shortened(class)
                );
                self.report.say_once("pipe: classes", || {
                    Diagnostic::error(found).expected("tokens of one class").at(span)
                });
                return false;
            }
        }
        true
    }

    /// Reads `timed` or `priority` of a transition.
    pub(crate) fn timing(&mut self, element: &Element<'a>) -> Step<()> {
        let label = self.label(element)?;
        match (element.name, label.words()) {
            ("timed", "true") => _ = self.pipe.timed.get_or_insert(label.span),
            ("timed", "false") => _ = self.pipe.immediate.get_or_insert(label.span),
            ("priority", words) => self.pipe.priority(words, label.span),
            _ => {}
        }
        Ok(())
    }
}

impl PipeFacts {
    fn priority(&mut self, words: &str, span: Span) {
        if let Ok(priority) = number::parse(words)
            && self.priorities.iter().all(|(seen, _)| *seen != priority)
            && self.priorities.len() < 2
        {
            self.priorities.push((priority, span));
        }
    }

    /// Says at the end of a net what cannot be kept.
    pub(crate) fn finish(&mut self, report: &mut Report<'_>) {
        let facts = std::mem::take(self);
        if let (Some(timed), Some(immediate)) = (facts.timed, facts.immediate) {
            report.say(
                Diagnostic::error("timed and immediate transitions in one net: immediate ones would go first, which is not supported")
                    .related(timed, "timed")
                    .at(immediate)
                    .help("give all transitions the same `timed` to explore the net without time"),
            );
        } else if let (Some(_), [(_, first), (_, second), ..]) =
            (facts.immediate, facts.priorities.as_slice())
        {
            report.say(
                Diagnostic::error("transitions of different priorities, which are not supported")
                    .related(*first, "another priority")
                    .at(*second)
                    .help("give all transitions the same `priority` to explore the net without priorities"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_class_and_count_are_told_from_numbers() {
        assert_eq!(token_classes("Default,1"), Some(vec![("Default", "1")]));
        assert_eq!(token_classes("a b, 0 ,c,2"), Some(vec![("a b", "0"), ("c", "2")]));
        assert_eq!(token_classes("1"), None);
        assert_eq!(token_classes("a,1,b"), None);
    }
}
