//! Time in PIPE's nets.
//!
//! PIPE's stochastic nets have timed and immediate transitions. Rates alone do not change which markings are reachable.
//! Immediate transitions, however, have priority over timed ones, and those with a higher priority over others, which
//! does change it. Such a net is refused, unless time is ignored, in which case every enabled transition may fire.

use sanderling_net::{Diagnostic, Span};

use crate::document::{Reading, Time};
use crate::element::Element;
use crate::number;
use crate::report::{Report, Step};

/// The use of time in a net so far.
#[derive(Debug, Default)]
pub(crate) struct PipeFacts {
    timed: Option<Span>,
    immediate: Option<Span>,
    priorities: Vec<(u64, Span)>,
}

impl<'a> Reading<'a> {
    /// Reads `timed` or `priority` of a transition.
    pub(crate) fn timing(&mut self, element: &Element<'a>) -> Step<()> {
        let label = self.label(element)?;
        match (element.name, label.words()) {
            _ if self.time == Time::LeftOut => {}
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

    /// Reports at the end of a net the uses of time that are not supported.
    pub(crate) fn finish(&mut self, report: &mut Report<'_>) {
        let facts = std::mem::take(self);
        if let (Some(timed), Some(immediate)) = (facts.timed, facts.immediate) {
            report.say(
                Diagnostic::error("timed and immediate transitions in one net: immediate ones would go first, which is not supported")
                    .related(timed, "timed")
                    .at(immediate)
                    .help("`--untimed` reads the net without time, so that every enabled transition may fire"),
            );
        } else if let (Some(_), [(_, first), (_, second), ..]) =
            (facts.immediate, facts.priorities.as_slice())
        {
            report.say(
                Diagnostic::error("transitions of different priorities, which are not supported")
                    .related(*first, "another priority")
                    .at(*second)
                    .help("`--untimed` reads the net without priorities, so that every enabled transition may fire"),
            );
        }
    }
}
