//! From a tree of runs to a trace of the net with branches.
//!
//! Each run is replayed on the net's reference semantics, from the initial marking or from that where it branches off; and then the tree is
//! [judged](super::judge) by the definition of the operators that it is told to show.

use std::collections::HashMap;

use sanderling_analysis::{AcceptedRun, Branch, Evidence, RunTree};
use sanderling_net::Net;
use sanderling_net::semantics::{self, Interpreter, Marking};
use sanderling_property::{Formula, ReferenceValuation};
use sanderling_report::{ShownBy, Trace, TraceBranch};

use super::judge::{Judge, Played};
use super::meaning::Meaning;
use super::trace::replayed_from;
use crate::portfolio::temporal::Said;

/// The trace of a tree of runs from the initial marking that shows something of it.
///
/// # Panics
/// Where a run does not replay on the net, or the runs do not show that: then nothing may be shown.
pub(super) fn shown(net: &Net, tree: (&RunTree<Said>, &Meaning), shows: &Said) -> Trace {
    let player = Player::new(net, tree.1, shows);
    let (trace, played) = player.play(tree.0, initial(net));
    let judge = Judge { tree: tree.0, played: &played, conditions: &player.conditions };
    assert!(judge.shows(&shows.formula, shows.holds), "the runs do not show the property on the net");
    trace
}

fn initial(net: &Net) -> Marking {
    semantics::initial(net).unwrap_or_else(|error| panic!("no initial marking: {error}"))
}

/// Plays runs, and sees which conditions hold along them.
struct Player<'a> {
    net: &'a Net,
    meaning: &'a Meaning,
    /// The conditions of a formula, by their numbers.
    conditions: HashMap<Formula, usize>,
}

impl<'a> Player<'a> {
    fn new(net: &'a Net, meaning: &'a Meaning, shows: &Said) -> Self {
        let mut conditions = HashMap::new();
        shows.formula.for_each_state(&mut |condition| {
            let next = conditions.len();
            conditions.entry(condition.clone()).or_insert(next);
        });
        Self { net, meaning, conditions }
    }

    fn play(&self, tree: &RunTree<Said>, from: Marking) -> (Trace, Played) {
        let AcceptedRun { prefix, cycle } = &tree.run;
        let events: Vec<_> = prefix.iter().chain(cycle.iter().flatten()).copied().collect();
        // Where something branches off, and what is compared.
        let is_kept = |position: usize| {
            let starts = |branch: &Branch<Said>| branch.first == position;
            position == prefix.len() || position == events.len() || tree.branches.iter().any(starts)
        };
        let (mut held, mut kept, mut position) = (Vec::new(), HashMap::new(), 0);
        let run = replayed_from(self.net, from, self.meaning, &events, &mut |marking| {
            held.push(self.held(marking));
            if is_kept(position) {
                kept.insert(position, marking.clone());
            }
            position += 1;
        });
        let is_dead = run.last().is_some_and(|marking| self.is_dead(marking));
        match cycle {
            Some(cycle) if cycle.is_empty() => assert!(is_dead, "nothing is enabled where a run ends"),
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
                Evidence::Branch(tree) => Some(self.play(tree, kept[&branch.first].clone())),
                Evidence::Run | Evidence::AllRuns => None,
            };
            let (trace, played) = of_branch.unzip();
            claims.push(self.told(branch, trace));
            branches.push(played);
        }
        let repeated_from = cycle.as_ref().map(|_| prefix.len());
        let left_out_from = tree.left_out_from;
        let trace = Trace { repeated_from, branches: claims, left_out_from, ..run.trace };
        (trace, Played { held, is_dead, branches })
    }

    fn told(&self, branch: &Branch<Said>, trace: Option<Trace>) -> TraceBranch {
        TraceBranch {
            after: branch.first,
            until: Some(branch.last).filter(|&last| last > branch.first),
            formula: branch.claim.formula.display(self.net).to_string(),
            holds: branch.claim.holds,
            shown_by: match branch.evidence {
                Evidence::Run => ShownBy::Run,
                Evidence::Branch(_) => ShownBy::Branch,
                Evidence::AllRuns => ShownBy::Nothing,
            },
            trace,
        }
    }

    /// Which conditions hold in a marking.
    fn held(&self, marking: &Marking) -> Vec<bool> {
        let valuation =
            ReferenceValuation::build(self.net, marking).unwrap_or_else(|error| panic!("{error}"));
        let mut held = vec![false; self.conditions.len()];
        self.conditions.iter().for_each(|(condition, &number)| held[number] = condition.holds(&valuation));
        held
    }

    fn is_dead(&self, marking: &Marking) -> bool {
        Interpreter::new(self.net).attempts(marking).is_ok_and(|attempts| attempts.is_empty())
    }
}
