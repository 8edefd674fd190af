//! Whether each transition is enabled in some reachable marking; of a group of transitions, one of them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use sanderling_net::Diagnostics;
use sanderling_property::Formula;
use sanderling_report::{Argument, Decision, Technique};

use super::{Answering, reach};
use crate::portfolio::decide_and_announce;
use crate::portfolio::finding::Finding;
use crate::request::Question;

impl Answering<'_> {
    /// Answers it.
    pub(super) fn quasi_liveness(&mut self) -> Result<(), Diagnostics> {
        if let Some((holds, by)) = self.is_quasi_live(1)? {
            self.truth(holds, by);
        }
        Ok(())
    }

    /// Whether the net is quasi-live and what shows it, if that is found out in such a part of the time.
    pub(super) fn is_quasi_live(
        &mut self,
        part_of_time: u32,
    ) -> Result<Option<(bool, Decision)>, Diagnostics> {
        let structure = Decision::by(Technique::Proof(Argument::Structure));
        let groups = &self.queried.transitions;
        if groups.iter().any(Vec::is_empty) {
            return Ok(Some((false, structure)));
        }
        if groups.is_empty() {
            return Ok(Some((true, structure)));
        }
        let goals = groups.iter().map(|group| reach(Formula::Enabled(group.clone()))).collect();
        let request = self.asking(Question::Check(goals), part_of_time);
        let (mut missing, mut dead, mut used) = (groups.len(), None, BTreeSet::new());
        let searched =
            decide_and_announce(
                self.net,
                &request,
                self.budget.control(),
                &mut |_, finding| match finding {
                    Finding::Absent(by) => {
                        dead = Some(by.clone());
                        ControlFlow::Break(())
                    }
                    found => {
                        missing -= 1;
                        used.extend(found.decided_by().into_iter().flat_map(|by| by.with));
                        ControlFlow::Continue(())
                    }
                },
            )?;
        self.note_end(&searched.report);
        Ok(match dead {
            Some(by) => Some((false, by)),
            None => (missing == 0).then(|| (true, Decision::by(Technique::Search).with(used))),
        })
    }
}
