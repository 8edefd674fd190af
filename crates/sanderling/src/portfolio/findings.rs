//! The findings of a portfolio for each goal, and which of them were announced.

use std::ops::ControlFlow;

use sanderling_net::Net;
use sanderling_property::Formula;

use crate::replay::finding::Finding;
use crate::replay::{Meaning, Replayer, Until};

/// A callback that receives the number of each goal when it is decided. It returns whether to continue with the other
/// goals.
pub(crate) type Listener<'a> = dyn FnMut(usize, &Finding) -> ControlFlow<()> + 'a;

/// The findings for the goals of a request: first those of its questions, then the assertions of the net.
pub(super) struct Findings<'a> {
    queries: Vec<Formula>,
    findings: Vec<Finding>,
    announced: Vec<bool>,
    listener: Option<&'a mut Listener<'a>>,
}

impl<'a> Findings<'a> {
    /// Creates findings that are open for all queries and assertions.
    pub(super) fn new(
        queries: Vec<Formula>,
        assertions: usize,
        listener: Option<&'a mut Listener<'a>>,
    ) -> Self {
        let goals = queries.len() + assertions;
        Self { queries, findings: vec![Finding::Open; goals], announced: vec![false; goals], listener }
    }

    /// Returns the undecided goals. Assertions are among them until all goals are decided, because every
    /// search looks for violations.
    pub(super) fn open(&self) -> Vec<usize> {
        if !self.findings.iter().any(Finding::is_open) {
            return Vec::new();
        }
        (0..self.findings.len()).filter(|&goal| goal >= self.queries.len() || self.is_open(goal)).collect()
    }

    /// Returns the undecided goals other than assertions, with neighbours far apart. Neighbours are often similar, so that
    /// some of each kind get their turn even if there is no time for all.
    pub(super) fn open_queries(&self) -> Vec<usize> {
        let open: Vec<usize> = (0..self.queries.len()).filter(|&goal| self.is_open(goal)).collect();
        spread(&open)
    }

    pub(super) fn is_open(&self, goal: usize) -> bool {
        self.findings[goal].is_open()
    }

    pub(super) fn finding(&self, goal: usize) -> &Finding {
        &self.findings[goal]
    }

    pub(super) fn set(&mut self, goal: usize, finding: Finding) {
        self.findings[goal] = finding;
    }

    /// Announces the goals decided since the last call, after replaying their runs. If a replay is
    /// interrupted, the goal becomes open and no further goal is announced.
    ///
    /// # Panics
    /// A run does not lead to a state that meets its goal.
    pub(super) fn announce(&mut self, net: &Net, meaning: &Meaning, until: Until<'_>) -> ControlFlow<()> {
        let Some(listener) = &mut self.listener else { return ControlFlow::Continue(()) };
        let mut replayer = None;
        for goal in 0..self.findings.len() {
            if self.findings[goal].is_open() || self.announced[goal] {
                continue;
            }
            if let (Finding::Found(run, _), Some(target)) = (&self.findings[goal], self.queries.get(goal)) {
                let replayer = replayer.get_or_insert_with(|| Replayer::new(net, meaning, until));
                if replayer.confirm(&run.events, target).is_err() {
                    self.findings[goal] = Finding::Open;
                    return ControlFlow::Break(());
                }
            }
            self.announced[goal] = true;
            listener(goal, &self.findings[goal])?;
        }
        ControlFlow::Continue(())
    }

    pub(super) fn into_findings(self) -> Vec<Finding> {
        self.findings
    }
}

/// Returns goals in the order of their positions with the bits reversed: the first one, the middle one, the quarters.
fn spread(goals: &[usize]) -> Vec<usize> {
    let bits = usize::BITS - goals.len().leading_zeros();
    let reversed = |number: usize| number.reverse_bits().checked_shr(usize::BITS - bits).unwrap_or(0);
    (0..1 << bits).map(reversed).filter_map(|position| goals.get(position).copied()).collect()
}

#[cfg(test)]
mod tests {
    use sanderling_analysis::reduce::Events;
    use sanderling_analysis::{Control, Limits};
    use sanderling_system::EventId;
    use sanderling_testkit::tiny::nets;

    use super::*;
    use crate::replay::finding::{Path, by_search, by_walk};
    use crate::request::Kind;

    fn absent() -> Finding {
        Finding::Absent(by_search(Events::ALL))
    }

    #[test]
    fn assertions_are_open_until_everything_is_decided() {
        let mut findings = Findings::new(vec![Formula::Deadlock, Formula::Deadlock], 1, None);
        assert_eq!((findings.open(), findings.open_queries()), (vec![0, 1, 2], vec![0, 1]));
        findings.set(2, absent());
        assert_eq!(findings.open(), [0, 1, 2], "a search looks for violated assertions all the same");
        findings.set(0, absent());
        assert_eq!((findings.open(), findings.open_queries()), (vec![1, 2], vec![1]));
        findings.set(1, Finding::TooLong);
        assert!(findings.is_open(1), "what cannot be shown is not decided");
        findings.set(1, absent());
        assert!(findings.open().is_empty() && findings.open_queries().is_empty());
        assert!(findings.into_findings().iter().all(|finding| *finding == absent()));
    }

    #[test]
    fn each_goal_has_its_turn_and_neighbours_are_far_apart() {
        assert_eq!(spread(&[10, 11, 12, 13, 14]), [10, 14, 12, 11, 13]);
        for goals in 0..70 {
            let goals: Vec<usize> = (0..goals).collect();
            let mut all = spread(&goals);
            all.sort_unstable();
            assert_eq!(all, goals);
        }
    }

    /// Announces findings to a listener that stops after `limit` of them; returns the announced goals.
    fn heard(found: &[(usize, Finding)], limit: usize) -> Vec<usize> {
        let net = nets::self_loop();
        let meaning = Meaning::none(Kind::PlaceTransition);
        let mut heard = Vec::new();
        let mut listener = |goal: usize, _: &Finding| {
            heard.push(goal);
            if heard.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let control = Control::default();
        let until = Until::of(&Limits::default(), &control);
        let mut findings = Findings::new(vec![Formula::Deadlock; 3], 0, Some(&mut listener));
        for (goal, finding) in found {
            findings.set(*goal, finding.clone());
            if findings.announce(&net, &meaning, until).is_break() {
                break;
            }
        }
        heard
    }

    #[test]
    fn each_finding_is_announced_once_as_long_as_somebody_listens() {
        let findings = [(1, absent()), (0, Finding::Open), (2, absent()), (0, absent())];
        assert_eq!(heard(&findings, 9), [1, 2, 0]);
        assert_eq!(heard(&findings, 2), [1, 2]);
    }

    #[test]
    #[should_panic(expected = "decides nothing")]
    fn a_run_to_a_marking_that_meets_nothing_is_not_announced() {
        let round = vec![EventId::new(0); 3];
        heard(&[(0, Finding::Found(Path::of(round), by_walk()))], 9);
    }
}
