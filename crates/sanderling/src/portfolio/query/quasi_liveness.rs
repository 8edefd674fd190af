//! Quasi-liveness: whether each transition is enabled in some reachable marking. In an unfolding, one
//! transition of each group suffices.

use sanderling_net::{Diagnostics, TransitionId};
use sanderling_property::Formula;
use sanderling_report::{Argument, Decision, Technique};

use super::{Answer, Answered, Answering, Reached};

impl Answering<'_> {
    /// Decides the question.
    pub(super) fn quasi_liveness(&mut self) -> Result<(), Diagnostics> {
        match self.is_quasi_live(1)? {
            Some(Reached::All(by)) => self.truth(true, by),
            Some(Reached::Never(group, by)) => {
                let answer = Answer::Truth(false);
                self.give(Answered { question: 0, answer, by, run: None, lasso: None, group: Some(group) });
            }
            None => {}
        }
        Ok(())
    }

    /// Returns whether each group of transitions can be enabled, if this can be decided in a part of the time.
    pub(super) fn is_quasi_live(&mut self, part_of_time: u32) -> Result<Option<Reached>, Diagnostics> {
        let structure = Decision::by(Technique::Proof(Argument::Structure));
        let groups = &self.queried.transitions;
        if groups.is_empty() {
            return Ok(Some(Reached::All(structure)));
        }
        let empty = groups.iter().position(Vec::is_empty);
        if let Some(group) =
            empty.map_or_else(|| self.starved_group(self.net.net), |group| Ok(Some(group)))?
        {
            return Ok(Some(Reached::Never(group, structure)));
        }
        let is_enough = |is_enabled: &dyn Fn(TransitionId) -> bool| {
            groups.iter().all(|group| group.iter().any(|&one| is_enabled(one)))
        };
        let seen = self.seen_nearby(&is_enough)?;
        let open = (0..groups.len()).filter(|&group| !groups[group].iter().any(|&one| seen.enables(one)));
        let open: Vec<usize> = open.collect();
        match open.first() {
            None => return Ok(Some(Reached::All(seen.decision()))),
            Some(&group) if seen.is_exhaustive => return Ok(Some(Reached::Never(group, seen.decision()))),
            Some(_) => {}
        }
        let goals = open.iter().map(|&group| Formula::Enabled(groups[group].clone())).collect();
        Ok(self.are_all_reachable(goals, part_of_time)?.map(|reached| match reached {
            Reached::All(by) => Reached::All(seen.extend(by)),
            Reached::Never(number, by) => Reached::Never(open[number], by),
        }))
    }
}
