//! Turns a tree of runs into a trace of the net with branches.
//!
//! Each run is replayed on the net's reference semantics, from the initial marking or from the marking where
//! it branches off. Then the tree is [judged](super::judge) by the definition of the operators that it claims
//! to show.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use sanderling_net::semantics::{Marking, SemanticsError};
use sanderling_property::{Formula, ReferenceValuation};
use sanderling_report::{ShownBy, Trace, TraceBranch};
use sanderling_runs::{AcceptedRun, Branch, Evidence, RunTree};

use super::judge::{Judge, Played};
use crate::portfolio::temporal::FormulaClaim;
use crate::replay::Interrupted;
use crate::replay::trace::{Replayer, initial};

/// Returns the trace of a tree of runs that starts in the initial marking and shows a claim.
///
/// # Errors
/// The replay is interrupted.
///
/// # Panics
/// A run does not replay on the net, or the runs do not show the claim.
pub(super) fn shown(
    replayer: &Replayer<'_>,
    tree: &RunTree<FormulaClaim>,
    shows: &FormulaClaim,
) -> Result<Trace, Interrupted> {
    let player = Player::new(replayer, shows);
    let (trace, played) = player.play(tree, initial(replayer.interpreter().net()))?;
    let judge = Judge { tree, played: &played, conditions: &player.conditions };
    let is_shown = judge.shows(&shows.formula, shows.holds);
    player.unclear.take().filter(|_| !is_shown).map_or(Ok(()), Err)?;
    assert!(is_shown, "the runs do not show the property on the net");
    Ok(trace)
}

/// Replays runs and records which conditions hold along them.
struct Player<'r, 'a> {
    replayer: &'r Replayer<'a>,
    /// The number of each condition of the formula.
    conditions: HashMap<Formula, usize>,
    /// Why it is unknown whether a run ends in a deadlock. It is taken for none.
    unclear: Cell<Option<SemanticsError>>,
}

impl<'r, 'a> Player<'r, 'a> {
    fn new(replayer: &'r Replayer<'a>, shows: &FormulaClaim) -> Self {
        let mut conditions = HashMap::new();
        shows.formula.for_each_state(&mut |condition| {
            let next = conditions.len();
            conditions.entry(condition.clone()).or_insert(next);
        });
        Self { replayer, conditions, unclear: Cell::default() }
    }

    fn play(&self, tree: &RunTree<FormulaClaim>, from: Marking) -> Result<(Trace, Played), Interrupted> {
        let AcceptedRun { prefix, cycle } = &tree.run;
        let events: Vec<_> = prefix.iter().chain(cycle.iter().flatten()).copied().collect();
        // The positions where a run branches off, and the two that are compared to check the cycle.
        let branching = tree.branches.iter().map(|branch| branch.first);
        let is_kept: HashSet<usize> = branching.chain([prefix.len(), events.len()]).collect();
        let (mut held, mut kept, mut position) = (Vec::new(), HashMap::new(), 0);
        let run = self.replayer.run_from(from, &events, &mut |marking| {
            held.push(self.held(marking));
            if is_kept.contains(&position) {
                kept.insert(position, marking.clone());
            }
            position += 1;
        })?;
        let mut held: Vec<Vec<bool>> = held.into_iter().collect::<Result<_, _>>()?;
        let is_dead = run.last().is_some_and(|marking| self.is_dead(marking));
        match cycle {
            Some(cycle) if cycle.is_empty() => {
                self.unclear.take().map_or(Ok(()), Err)?;
                assert!(is_dead, "nothing is enabled where a run ends");
            }
            Some(_) => {
                assert_eq!(kept[&prefix.len()], kept[&events.len()], "a cycle leads back to where it begins");
                held.pop();
            }
            None => {}
        }
        let mut branches = Vec::new();
        let mut claims = Vec::new();
        for branch in &tree.branches {
            assert!(branch.first <= branch.last && branch.last < held.len(), "a claim is about the run");
            let of_branch = match &branch.evidence {
                Evidence::Branch(tree) => Some(self.play(tree, kept[&branch.first].clone())?),
                Evidence::Run | Evidence::AllRuns => None,
            };
            let (trace, played) = of_branch.unzip();
            claims.push(self.describe_branch(branch, trace));
            branches.push(played);
        }
        let repeated_from = cycle.as_ref().map(|_| prefix.len());
        let left_out_from = tree.left_out_from;
        let trace = Trace { repeated_from, branches: claims, left_out_from, ..run.trace };
        Ok((trace, Played { held, is_dead, branches }))
    }

    fn describe_branch(&self, branch: &Branch<FormulaClaim>, trace: Option<Trace>) -> TraceBranch {
        TraceBranch {
            after: branch.first,
            until: Some(branch.last).filter(|&last| last > branch.first),
            formula: branch.claim.formula.display(self.replayer.interpreter().net()).to_string(),
            holds: branch.claim.holds,
            shown_by: match branch.evidence {
                Evidence::Run => ShownBy::Run,
                Evidence::Branch(_) => ShownBy::Branch,
                Evidence::AllRuns => ShownBy::Nothing,
            },
            trace,
        }
    }

    /// Returns which conditions hold in a marking.
    fn held(&self, marking: &Marking) -> Result<Vec<bool>, SemanticsError> {
        let valuation = ReferenceValuation::of(self.replayer.interpreter(), marking);
        let mut held = vec![false; self.conditions.len()];
        for (condition, &number) in &self.conditions {
            held[number] = valuation.satisfies(condition)?;
        }
        Ok(held)
    }

    fn is_dead(&self, marking: &Marking) -> bool {
        let valuation = ReferenceValuation::of(self.replayer.interpreter(), marking);
        valuation.satisfies(&Formula::Deadlock).unwrap_or_else(|error| {
            self.unclear.set(Some(error));
            false
        })
    }
}
