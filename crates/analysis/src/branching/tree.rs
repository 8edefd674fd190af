//! A tree of runs: what shows that a formula of branching time holds of a state, or fails, as far as runs can.
//!
//! E. Clarke, S. Jha, Y. Lu and H. Veith, *Tree-Like Counterexamples in Model Checking*, LICS 2002, whose trees these are, over runs that may
//! end. What is claimed of all runs no run shows: the tree names it, and is whole where it names none.

use sanderling_system::EventId;

use super::Branching;
use super::numbered::{Numbered, Operators};
use crate::accepting::AcceptedRun;

/// A run, and what is shown beside it at its positions. The position 0 is where the run begins, and each event leads to the next; of a run with
/// a cycle, positions are those before its events, and otherwise there is one more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunTree<C> {
    /// The run. That of the whole tree begins in the initial state, that of a branch at the position of the branch.
    pub run: AcceptedRun,
    /// What is claimed at its positions, by the first of them.
    pub branches: Vec<Branch<C>>,
    /// From this position on, claims that are needed have been left out.
    pub left_out_from: Option<usize>,
}

/// A claim about the state at a position of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch<C> {
    /// What is claimed.
    pub claim: C,
    /// The first position of which it is,
    pub first: usize,
    /// and the last: it is claimed of those between, too.
    pub last: usize,
    /// What shows it.
    pub evidence: Evidence<C>,
}

/// What shows a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence<C> {
    /// The run itself, as it goes on.
    Run,
    /// A run that branches off.
    Branch(Box<RunTree<C>>),
    /// Nothing in the tree: it is a claim about all runs from there.
    AllRuns,
}

/// That an operator of a formula holds, or fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Its position among [those of the formula](Branching::operators).
    pub operator: u32,
    /// Whether it holds.
    pub holds: bool,
}

impl Branching {
    /// The operators in the formula, each once, as [claims](Claim) number them.
    #[must_use]
    pub fn operators(&self) -> Vec<&Self> {
        let mut operators = Operators::default();
        operators.numbered(self);
        operators.in_order()
    }
}

impl<C> From<AcceptedRun> for RunTree<C> {
    fn from(run: AcceptedRun) -> Self {
        Self { run, branches: Vec::new(), left_out_from: None }
    }
}

impl<C> RunTree<C> {
    /// The same tree with other claims.
    #[must_use]
    pub fn map<D>(self, claim: &impl Fn(C) -> D) -> RunTree<D> {
        let branch = |branch: Branch<C>| Branch {
            claim: claim(branch.claim),
            first: branch.first,
            last: branch.last,
            evidence: match branch.evidence {
                Evidence::Run => Evidence::Run,
                Evidence::AllRuns => Evidence::AllRuns,
                Evidence::Branch(tree) => Evidence::Branch(Box::new(tree.map(claim))),
            },
        };
        RunTree {
            run: self.run,
            branches: self.branches.into_iter().map(branch).collect(),
            left_out_from: self.left_out_from,
        }
    }

    /// The events of all runs, in the order of the tree.
    pub fn for_each_event(&self, act: &mut impl FnMut(EventId)) {
        self.run.prefix.iter().chain(self.run.cycle.iter().flatten()).for_each(|&event| act(event));
        for branch in &self.branches {
            if let Evidence::Branch(tree) = &branch.evidence {
                tree.for_each_event(act);
            }
        }
    }

    /// The same tree with other events.
    #[must_use]
    pub fn with_events(mut self, event: &mut impl FnMut(EventId) -> EventId) -> Self {
        let events = self.run.prefix.iter_mut().chain(self.run.cycle.iter_mut().flatten());
        events.for_each(|one| *one = event(*one));
        for branch in &mut self.branches {
            if let Evidence::Branch(tree) = &mut branch.evidence {
                let own =
                    std::mem::replace(&mut **tree, AcceptedRun { prefix: Vec::new(), cycle: None }.into());
                **tree = own.with_events(event);
            }
        }
        self
    }
}

impl RunTree<Claim> {
    /// Leaves out that the run shows what it is told for.
    pub(super) fn forget_asked(&mut self, formula: &Numbered) {
        let mut asked = formula;
        while let Numbered::Not(inner) = asked {
            asked = inner;
        }
        if let Numbered::Next(number, _) | Numbered::Until(number, _) = asked {
            self.branches.retain(|branch| {
                (branch.first, branch.claim.operator) != (0, *number) || branch.evidence != Evidence::Run
            });
        }
    }
}
