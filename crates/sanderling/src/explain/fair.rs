//! Checks by definition whether a run is fair.

use std::collections::BTreeSet;

use sanderling_net::Net;
use sanderling_net::semantics::{Interpreter, Marking};
use sanderling_runs::Fairness;
use sanderling_system::EventId;

use crate::replay::{Interrupted, Until};
use crate::request::Request;
use crate::request::fair_to::{FairTo, agents};

/// The fairness by which a shown run is judged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Judged {
    /// The kind of fairness; `None` if all runs count.
    fairness: Option<Fairness>,
    /// Whether runs are fair to transitions or to processes.
    fair_to: FairTo,
}

impl Judged {
    /// Returns the fairness of a request.
    pub(crate) fn of(request: &Request) -> Self {
        Self { fairness: request.fairness, fair_to: request.fair_to }
    }

    /// Returns whether the run that repeats `cycle` from the marking `entry` forever is fair.
    ///
    /// # Errors
    /// The check is interrupted.
    ///
    /// # Panics
    /// The events cannot be fired from the marking.
    pub(crate) fn is_fair(
        self,
        net: &Net,
        entry: &Marking,
        cycle: &[EventId],
        until: Until<'_>,
    ) -> Result<bool, Interrupted> {
        let Some(fairness) = self.fairness else { return Ok(true) };
        let itself = |transition: usize| vec![transition as u32];
        let agents =
            agents(net, self.fair_to).unwrap_or_else(|| (0..net.transitions.len()).map(itself).collect());
        let count = agents.iter().flatten().max().map_or(0, |&last| last as usize + 1);
        let interpreter = Interpreter::new(net);
        let mut marking = entry.clone();
        // For each agent, how often it is enabled in the cycle, and whether it moves.
        let (mut enabled, mut moves) = (vec![0; count], vec![false; count]);
        for event in cycle {
            until.check()?;
            let firings = interpreter.enabled(&marking).unwrap_or_else(|error| panic!("{error}"));
            let able = firings.iter().flat_map(|one| &agents[one.transition.index()]);
            let who: BTreeSet<u32> = able.copied().collect();
            who.into_iter().for_each(|one| enabled[one as usize] += 1);
            agents[event.index()].iter().for_each(|&one| moves[one as usize] = true);
            let firing = firings.iter().find(|one| one.transition.index() == event.index());
            let firing = firing.expect("what is fired is enabled");
            interpreter.fire(&mut marking, firing).unwrap_or_else(|error| panic!("{error:?}"));
        }
        let is_owed = |&enabled: &usize| match fairness {
            Fairness::Weak => enabled > 0 && enabled == cycle.len(),
            Fairness::Strong => enabled > 0,
        };
        Ok(enabled.iter().zip(moves).all(|(enabled, moves)| moves || !is_owed(enabled)))
    }
}
