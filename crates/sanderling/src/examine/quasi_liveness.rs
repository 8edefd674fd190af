//! Whether each transition is enabled in some reachable marking; of a group of transitions, one of them.

use std::ops::ControlFlow;

use sanderling_net::Diagnostics;
use sanderling_property::Formula;

use super::{Examiner, reach};
use crate::decide::decide_and_tell;
use crate::finding::Finding;
use crate::request::Question;

impl Examiner<'_> {
    /// Answers it.
    pub(super) fn quasi_liveness(&mut self) -> Result<(), Diagnostics> {
        if let Some((holds, technique)) = self.is_quasi_live(1)? {
            self.truth(holds, &technique);
        }
        Ok(())
    }

    /// Whether the net is quasi-live and what shows it, if that is found out in such a part of the time.
    pub(super) fn is_quasi_live(&mut self, part_of_time: u32) -> Result<Option<(bool, String)>, Diagnostics> {
        let groups = &self.examined.transitions;
        if groups.iter().any(Vec::is_empty) {
            return Ok(Some((false, "structure".to_owned())));
        }
        if groups.is_empty() {
            return Ok(Some((true, "structure".to_owned())));
        }
        let goals = groups.iter().map(|group| reach(Formula::Enabled(group.clone()))).collect();
        let request = self.asking(Question::Check(goals), part_of_time);
        let (mut missing, mut dead) = (groups.len(), None);
        let searched = decide_and_tell(self.net, &request, self.control, &mut |_, finding| match finding {
            Finding::Absent(decision) => {
                dead = Some(decision.technique.clone());
                ControlFlow::Break(())
            }
            _ => {
                missing -= 1;
                ControlFlow::Continue(())
            }
        })?;
        self.note_end(&searched.report);
        Ok(match dead {
            Some(technique) => Some((false, technique)),
            None => (missing == 0).then(|| (true, "search".to_owned())),
        })
    }
}
