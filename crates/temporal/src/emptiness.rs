//! Emptiness check: whether an automaton accepts a word, and an example.
//!
//! An automaton accepts a word if a reachable component has edges in every acceptance set. (Couvreur, *On-the-fly
//! Verification of Linear Temporal Logic*, FM 1999, checks this while computing the components; automata here are
//! small, so it is done afterwards.) The example leads to the component by a shortest path, and visits one edge of each
//! set in it by shortest paths.

use std::collections::VecDeque;

use crate::components::{Components, Kind};
use crate::{Automaton, Edge, Lasso, Ltl, TooLarge, translate, translate_negation};

/// An accepting run: each letter with the state in which it is read.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) prefix: Vec<(usize, u64)>,
    pub(crate) cycle: Vec<(usize, u64)>,
}

impl Run {
    pub(crate) fn word(&self) -> Lasso {
        let letters = |steps: &[(usize, u64)]| steps.iter().map(|&(_, letter)| letter).collect();
        Lasso { prefix: letters(&self.prefix), cycle: letters(&self.cycle) }
    }
}

impl Automaton {
    /// Returns whether no word is accepted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let accepts = |kind: &Kind| matches!(kind, Kind::Accepting | Kind::Mixed);
        !Components::of(self).kinds.iter().any(accepts)
    }

    /// Returns a word that is accepted, if there is one.
    #[must_use]
    pub fn accepted_word(&self) -> Option<Lasso> {
        self.accepting_run().map(|run| run.word())
    }

    pub(crate) fn accepting_run(&self) -> Option<Run> {
        let components = Components::of(self);
        let accepts = |state: usize| matches!(components.kind_of(state), Some(Kind::Accepting | Kind::Mixed));
        let (prefix, start) = if accepts(self.initial) {
            (Vec::new(), self.initial)
        } else {
            self.path(self.initial, |_| true, |edge| accepts(edge.target))?
        };
        let stays = |edge: &Edge| components.is_inner(start, edge.target);
        let (mut cycle, mut at) = (Vec::new(), start);
        for set in 0..self.acceptance_sets() {
            let (path, end) = self.path(at, stays, |edge| edge.marks >> set & 1 == 1)?;
            cycle.extend(path);
            at = end;
        }
        if at != start || cycle.is_empty() {
            cycle.extend(self.path(at, stays, |edge| edge.target == start)?.0);
        }
        Some(Run { prefix, cycle })
    }

    /// Returns a shortest nonempty path along edges that satisfy `stays`, whose last edge is an end, and the state that
    /// it leads to.
    fn path(
        &self,
        from: usize,
        stays: impl Fn(&Edge) -> bool,
        is_end: impl Fn(&Edge) -> bool,
    ) -> Option<(Vec<(usize, u64)>, usize)> {
        let mut discovered: Vec<Option<(usize, u64)>> = vec![None; self.states()];
        let mut open = VecDeque::from([from]);
        while let Some(state) = open.pop_front() {
            for edge in self.edges(state).iter().filter(|edge| stays(edge)) {
                let step = (state, edge.guard.cubes()[0].positive);
                if is_end(edge) {
                    let mut path = vec![step];
                    while path[path.len() - 1].0 != from {
                        path.extend(discovered[path[path.len() - 1].0]);
                    }
                    path.reverse();
                    return Some((path, edge.target));
                }
                if discovered[edge.target].is_none() && edge.target != from {
                    discovered[edge.target] = Some(step);
                    open.push_back(edge.target);
                }
            }
        }
        None
    }
}

impl Ltl {
    /// Returns whether some word satisfies the formula.
    ///
    /// # Errors
    /// If the formula is too large to be [translated](translate).
    pub fn is_satisfiable(&self) -> Result<bool, TooLarge> {
        Ok(!translate(self)?.is_empty())
    }

    /// Returns whether every word satisfies the formula.
    ///
    /// # Errors
    /// If the formula is too large to be [translated](translate).
    pub fn is_tautology(&self) -> Result<bool, TooLarge> {
        let negation = translate_negation(self)?;
        Ok(negation.is_empty())
    }
}
