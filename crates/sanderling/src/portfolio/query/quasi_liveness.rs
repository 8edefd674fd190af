//! Quasi-liveness: whether each transition is enabled in some reachable marking. In an unfolding, one
//! transition of each group suffices.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "in a plan, a method without a closure would have a fixed lifetime"
)]

use sanderling_net::{Diagnostics, TransitionId};
use sanderling_property::Formula;
use sanderling_report::{Argument, Decision, Technique};

use super::seen::Seen;
use super::{Answer, Answered, Answering, InSteps, Knowing, Reached};
use crate::portfolio::markings::reached_markings;
use crate::portfolio::plan::{Share, Step};
use crate::replay::StageLog;

type Attempt = fn(&mut InSteps<'_, '_, Enabling>) -> Result<(), Diagnostics>;

const PLAN: [Step<Attempt>; 5] = [
    Step::without_search("structure", Share::ALL, |steps| steps.find_starved_group()),
    Step::new("small search", Share::part(4), |steps| steps.search()),
    Step::new("random walks", Share::part(4), |steps| steps.walk()),
    Step::new("decision diagram", Share::part(4).at_most(300), |steps| steps.use_diagram()),
    Step::without_search("open transitions", Share::ALL, |steps| steps.decide_open_groups()),
];

/// What is known about the groups of transitions.
struct Enabling {
    seen: Seen,
    reached: Option<Reached>,
}

impl Knowing for Enabling {
    fn open(&self) -> usize {
        usize::from(self.reached.is_none())
    }
}

impl Answering<'_> {
    /// Decides the question.
    pub(super) fn quasi_liveness(&mut self) -> Result<(), Diagnostics> {
        let (reached, log) = self.is_quasi_live()?;
        self.log.append(log.into_stages());
        match reached {
            Some(Reached::All(by)) => self.truth(true, by),
            Some(Reached::Never(group, by)) => {
                let answer = Answer::Truth(false);
                self.give(Answered { question: 0, answer, by, run: None, lasso: None, group: Some(group) });
            }
            None => {}
        }
        Ok(())
    }

    /// Returns whether each group of transitions can be enabled, if this can be decided, and the steps.
    pub(super) fn is_quasi_live(&mut self) -> Result<(Option<Reached>, StageLog), Diagnostics> {
        let nothing = Enabling { seen: Seen::nothing(self.net.net), reached: None };
        let (known, log) = InSteps::carry_out(self, nothing, &PLAN)?;
        Ok((known.reached, log))
    }
}

impl InSteps<'_, '_, Enabling> {
    fn find_starved_group(&mut self) -> Result<(), Diagnostics> {
        let groups = &self.answering.queried.transitions;
        let structure = Decision::by(Technique::Proof(Argument::Structure));
        if groups.is_empty() {
            self.known.reached = Some(Reached::All(structure));
            return Ok(());
        }
        let starved = match groups.iter().position(Vec::is_empty) {
            None => self.answering.starved_group(self.answering.net.net)?,
            empty => empty,
        };
        self.known.reached = starved.map(|group| Reached::Never(group, structure));
        Ok(())
    }

    fn search(&mut self) -> Result<(), Diagnostics> {
        let groups = &self.answering.queried.transitions;
        self.answering
            .search_for_more(&mut self.known.seen, &|is_enabled| are_enabled(groups, is_enabled))?;
        self.use_seen();
        Ok(())
    }

    fn walk(&mut self) -> Result<(), Diagnostics> {
        let groups = &self.answering.queried.transitions;
        self.answering.walk_for_more(&mut self.known.seen, &|is_enabled| are_enabled(groups, is_enabled))?;
        self.use_seen();
        Ok(())
    }

    fn use_diagram(&mut self) -> Result<(), Diagnostics> {
        let answering = &self.answering;
        let Some(mut reached) = reached_markings(answering.net, answering.request, answering.budget)? else {
            return Ok(());
        };
        let Ok(measures) = reached.measures() else { return Ok(()) };
        let groups = &answering.queried.transitions;
        let is_dead = |group: &Vec<TransitionId>| !group.iter().any(|one| measures.enabled[one.index()]);
        let by = Decision::by(Technique::Diagram);
        self.known.reached = Some(match groups.iter().position(is_dead) {
            Some(group) => Reached::Never(group, by),
            None => Reached::All(by),
        });
        Ok(())
    }

    fn decide_open_groups(&mut self) -> Result<(), Diagnostics> {
        let open = self.open_groups();
        let groups = &self.answering.queried.transitions;
        let goals = open.iter().map(|&group| Formula::Enabled(groups[group].clone())).collect();
        let reached = self.answering.are_all_reachable(goals)?;
        self.known.reached = reached.map(|reached| match reached {
            Reached::All(by) => Reached::All(self.known.seen.extend(by)),
            Reached::Never(number, by) => Reached::Never(open[number], by),
        });
        Ok(())
    }

    /// Returns the groups that no visited marking enables.
    fn open_groups(&self) -> Vec<usize> {
        let groups = &self.answering.queried.transitions;
        (0..groups.len())
            .filter(|&group| !groups[group].iter().any(|&one| self.known.seen.enables(one)))
            .collect()
    }

    /// Decides the question if the observed transitions do.
    fn use_seen(&mut self) {
        self.known.reached = match self.open_groups().first() {
            None => Some(Reached::All(self.known.seen.decision())),
            Some(&group) if self.known.seen.is_exhaustive => {
                Some(Reached::Never(group, self.known.seen.decision()))
            }
            Some(_) => None,
        };
    }
}

fn are_enabled(groups: &[Vec<TransitionId>], is_enabled: &dyn Fn(TransitionId) -> bool) -> bool {
    groups.iter().all(|group| group.iter().any(|&one| is_enabled(one)))
}
