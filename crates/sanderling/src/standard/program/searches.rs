//! Searches for what the explored states of a program leave open, as `deadlock`, `check --assertions` and `no livelock`
//! do them.

use sanderling_analysis::Control;
use sanderling_net::Diagnostics;
use sanderling_property::Livelock;
use sanderling_report::{StandardProperty, Trace, Verdict};

use super::Described;
use crate::explain::run::{Judged, shown_livelock};
use crate::portfolio::find;
use crate::portfolio::plan::Share;
use crate::portfolio::temporal::look_for_livelocks;
use crate::replay::finding::Finding;
use crate::request::{Question, Request};
use crate::standard::page::Page;
use crate::standard::queries::in_words;
use crate::standard::{Left, RUN};

impl Described<'_> {
    /// Searches for a state in which the program may not stop, unless it is known whether there is one.
    ///
    /// # Errors
    /// The program cannot be compiled.
    pub(super) fn search_deadlocks(&self, page: &mut Page<'_>, left: Left<'_>) -> Result<(), Diagnostics> {
        if !page.lacks(StandardProperty::DeadlockFree) || left.is_over() {
            return Ok(());
        }
        match self.findings(left.request_for(self.deadlock.clone(), Share::ALL), left)?.first() {
            Some(Finding::Found(path, _)) => self.describe_deadlock(&path.events, page),
            Some(Finding::Absent(by)) => page.answer(StandardProperty::DeadlockFree, true, in_words(by)),
            _ => {}
        }
        Ok(())
    }

    /// Searches for states that violate assertions, unless all of them are decided.
    ///
    /// # Errors
    /// The program cannot be compiled.
    pub(super) fn search_assertions(&self, page: &mut Page<'_>, left: Left<'_>) -> Result<(), Diagnostics> {
        let answers = page.report.program.iter().flat_map(|program| &program.assertions);
        let is_open: Vec<bool> = answers.map(|answer| answer.verdict == Verdict::Unknown).collect();
        if !is_open.contains(&true) || left.is_over() {
            return Ok(());
        }
        let request = left.request_for(Question::Check(Vec::new()), Share::ALL);
        let findings = self.findings(Request { assertions: true, ..request }, left)?;
        for (assertion, finding) in findings.iter().enumerate().filter(|&(assertion, _)| is_open[assertion]) {
            match finding {
                Finding::Found(path, _) => self.describe_assertion(assertion, Some(&path.events), page),
                Finding::Absent(_) => self.describe_assertion(assertion, None, page),
                Finding::Open | Finding::TooLong => {}
            }
        }
        Ok(())
    }

    fn findings(&self, request: Request, left: Left<'_>) -> Result<Vec<Finding>, Diagnostics> {
        let request = request.with_portfolio(self.net.net);
        Ok(find(self.net, &request, None, &Control::of_part(left.budget.control()))?.findings)
    }

    /// Searches for an infinite run, unless it is known whether there is one.
    ///
    /// # Errors
    /// The program cannot be compiled.
    pub(super) fn search_infinite_runs(
        &self,
        page: &mut Page<'_>,
        left: Left<'_>,
    ) -> Result<(), Diagnostics> {
        if page.lacks(StandardProperty::Terminates)
            && !left.is_over()
            && let Some(trace) = self.infinite_run(left)?
        {
            self.describe_infinite_run(Some((None, Some(trace))), page);
        }
        Ok(())
    }

    /// Returns an infinite run, if one is found in a share of the time.
    ///
    /// # Errors
    /// The program cannot be compiled.
    pub(super) fn infinite_run(&self, left: Left<'_>) -> Result<Option<Trace>, Diagnostics> {
        let any = Livelock { name: None, progress: Vec::new(), text: String::new() };
        let request = left.request_for(Question::Check(Vec::new()), RUN);
        let control = Control::of_part(left.budget.control());
        let found = look_for_livelocks(self.net, &[&any], &request, &control)?;
        let judged = (self.net.net, Judged::of(&request));
        let decided = found.decided.iter().flatten().next();
        Ok(decided.and_then(|decided| shown_livelock(judged, &any, decided, left.until()).ok().flatten()))
    }
}
