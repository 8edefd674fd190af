//! A tree of runs: evidence that a formula of branching time holds in a state or fails.
//!
//! Source: E. Clarke, S. Jha, Y. Lu and H. Veith, *Tree-Like Counterexamples in Model Checking*, LICS 2002.
//! Here, runs may end. No run can show a claim about all runs. The tree only names such claims, and it is
//! complete if it has none.

use sanderling_system::EventId;

use super::Branching;
use super::numbered::{Numbered, Operators};
use crate::accepting::AcceptedRun;

/// A run, and the claims at its positions. The run begins at position 0, and each event leads to the next
/// position. A run with a cycle has the positions before its events. Any other run has one more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunTree<C> {
    /// The run. In the whole tree it begins in the initial state, and in a branch at the position of the
    /// branch.
    pub run: AcceptedRun,
    /// The claims at its positions, by first position.
    pub branches: Vec<Branch<C>>,
    /// If given, necessary claims have been omitted from this position on.
    pub left_out_from: Option<usize>,
}

/// A claim about the states at some positions of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch<C> {
    /// The claim.
    pub claim: C,
    /// The first position of the claim.
    pub first: usize,
    /// The last position of the claim. It also applies to the positions in between.
    pub last: usize,
    /// The evidence for the claim.
    pub evidence: Evidence<C>,
}

/// Evidence for a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence<C> {
    /// The continuation of the run itself.
    Run,
    /// A run that branches off.
    Branch(Box<RunTree<C>>),
    /// None: the claim is about all runs from there.
    AllRuns,
}

/// The claim that an operator of a formula holds, or fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Its position among [the operators of the formula](Branching::operators).
    pub operator: u32,
    /// Whether it holds.
    pub holds: bool,
}

impl Branching {
    /// Returns the operators in the formula, each once, in the order of their numbers in [claims](Claim).
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
    /// Returns the tree with converted claims.
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

    /// Passes the events of all runs to `act`, in the order of the tree.
    pub fn for_each_event(&self, act: &mut impl FnMut(EventId)) {
        self.run.prefix.iter().chain(self.run.cycle.iter().flatten()).for_each(|&event| act(event));
        for branch in &self.branches {
            if let Evidence::Branch(tree) = &branch.evidence {
                tree.for_each_event(act);
            }
        }
    }

    /// Returns the tree with converted events.
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
    /// Removes the claim of the formula itself, if the run is its evidence.
    pub(super) fn forget_root_claim(&mut self, formula: &Numbered) {
        let mut inside = formula;
        while let Numbered::Not(inner) = inside {
            inside = inner;
        }
        if let Numbered::Next(number, _) | Numbered::Until(number, _) = inside {
            self.branches.retain(|branch| {
                (branch.first, branch.claim.operator) != (0, *number) || branch.evidence != Evidence::Run
            });
        }
    }
}
