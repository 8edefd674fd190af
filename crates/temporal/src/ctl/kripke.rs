//! The meaning of formulas on finite graphs, by the fixpoints that define them (Clarke, Emerson and Sistla, *Automatic Verification of
//! Finite-State Concurrent Systems Using Temporal Logic Specifications*, TOPLAS 1986; here with paths that end).

use super::{Ctl, Path};

/// A finite graph whose states have labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kripke {
    /// The atoms that hold in each state, bit `i` for atom `i`.
    pub labels: Vec<u64>,
    /// The successors of each state; of a deadlock, none.
    pub successors: Vec<Vec<usize>>,
}

impl Ctl {
    /// In which states the formula holds. The time is that of passes over the graph, one for each step of each fixpoint: up to the number of
    /// states for each operator.
    ///
    /// # Panics
    /// Where an atom is not below 64, or a successor is no state.
    #[must_use]
    pub fn labelling(&self, graph: &Kripke) -> Vec<bool> {
        let of: Vec<_> = self.operands().iter().map(|operand| operand.labelling(graph)).collect();
        let each = |holds: &dyn Fn(usize) -> bool| (0..graph.labels.len()).map(holds).collect();
        match self {
            Self::Constant(value) => each(&|_| *value),
            Self::Atom(atom) => {
                assert!(*atom < 64, "atoms are numbers below 64");
                each(&|state| graph.labels[state] >> atom & 1 == 1)
            }
            Self::Not(_) => each(&|state| !of[0][state]),
            Self::And(_) => each(&|state| of.iter().all(|operand| operand[state])),
            Self::Or(_) => each(&|state| of.iter().any(|operand| operand[state])),
            Self::Exists(path) => graph
                .paths(path, &of, &|known, state| graph.successors[state].iter().any(|&next| known[next])),
            Self::All(path) => graph
                .paths(path, &of, &|known, state| graph.successors[state].iter().all(|&next| known[next])),
        }
    }

    /// Whether the formula holds in every state.
    ///
    /// # Panics
    /// As [`labelling`](Self::labelling).
    #[must_use]
    pub fn holds_everywhere(&self, graph: &Kripke) -> bool {
        self.labelling(graph).into_iter().all(|holds| holds)
    }
}

impl Kripke {
    /// The states with such paths, where `next` says whether the second states of the paths from a state are among those that are known.
    fn paths(&self, path: &Path, of: &[Vec<bool>], next: &dyn Fn(&[bool], usize) -> bool) -> Vec<bool> {
        let ends = |state: usize| self.successors[state].is_empty();
        let least = |step: &dyn Fn(&[bool], usize) -> bool| self.fixpoint(false, step);
        let greatest = |step: &dyn Fn(&[bool], usize) -> bool| self.fixpoint(true, step);
        let goes_on = |known: &[bool], state: usize| !ends(state) && next(known, state);
        let goes_on_or_ends = |known: &[bool], state: usize| ends(state) || next(known, state);
        match path {
            Path::Next(_) => (0..self.labels.len()).map(|state| next(&of[0], state)).collect(),
            Path::Finally(_) => least(&|known, i| of[0][i] || goes_on(known, i)),
            Path::Globally(_) => greatest(&|known, i| of[0][i] && goes_on_or_ends(known, i)),
            Path::Until(_) => least(&|known, i| of[1][i] || of[0][i] && goes_on(known, i)),
            Path::WeakUntil(_) => greatest(&|known, i| of[1][i] || of[0][i] && goes_on_or_ends(known, i)),
            Path::Release(_) => greatest(&|known, i| of[1][i] && (of[0][i] || goes_on_or_ends(known, i))),
        }
    }

    /// The least (`from` false) or greatest solution of `known(i) = step(known, i)`.
    fn fixpoint(&self, from: bool, step: &dyn Fn(&[bool], usize) -> bool) -> Vec<bool> {
        let mut known = vec![from; self.labels.len()];
        loop {
            let next: Vec<_> = (0..known.len()).map(|state| step(&known, state)).collect();
            if next == known {
                return known;
            }
            known = next;
        }
    }
}
