//! Quasi-liveness: whether each transition is enabled in some reachable marking. In an unfolding, one
//! transition of each group suffices.

use sanderling_net::{Diagnostics, TransitionId};
use sanderling_property::Formula;
use sanderling_report::{Argument, Decision, Technique};

use super::Answering;

impl Answering<'_> {
    /// Decides the question.
    pub(super) fn quasi_liveness(&mut self) -> Result<(), Diagnostics> {
        if let Some((holds, by)) = self.is_quasi_live(1)? {
            self.truth(holds, by);
        }
        Ok(())
    }

    /// Returns whether the net is quasi-live and what shows it, if this can be decided in a part of the time.
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
        if self.starves_a_group(self.net.net)? {
            return Ok(Some((false, structure)));
        }
        let is_enough = |is_enabled: &dyn Fn(TransitionId) -> bool| {
            groups.iter().all(|group| group.iter().any(|&one| is_enabled(one)))
        };
        let seen = self.seen_nearby(&is_enough)?;
        let open = groups.iter().filter(|group| !group.iter().any(|&one| seen.enables(one)));
        let goals: Vec<_> = open.map(|group| Formula::Enabled(group.clone())).collect();
        if goals.is_empty() || seen.is_exhaustive {
            return Ok(Some((goals.is_empty(), seen.decision())));
        }
        let decided = self.are_all_reachable(goals, part_of_time)?;
        Ok(decided.map(|(holds, by)| (holds, if holds { seen.extend(by) } else { by })))
    }
}
