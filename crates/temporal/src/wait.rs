//! States of an automaton in which it can only wait until a letter lets it leave.
//!
//! An accepting run does not stay forever in a state whose loops do not have all marks together. A search for accepted
//! words can therefore ignore the letters with which the automaton waits there, as long as it may continue to wait and
//! does not lose marks by waiting. The idea is that of Jensen, Srba, Ulrik and Virenfeldt, *Automata-Driven Partial
//! Order Reduction and Guided Search for LTL Model Checking*, VMCAI 2022.
//!
//! We differ in two ways. First, a letter is also harmless if it leads out of the component to a state that accepts
//! everything that this one accepts: if simulation has made an automaton deterministic, the loops lack the letters of
//! such edges. Second, a run may return to the state repeatedly if all its loops have the same marks, except for marks
//! on every edge that leaves the state but not the component.

use crate::components::{Components, Kind};
use crate::{Automaton, Edge, Guard};

/// The letters on which an automaton waits in a state, and on which it leaves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Wait {
    /// The letters with which it can leave the state.
    pub leaving: Guard,
    /// The letters with which it can wait, or leave for good to a state that accepts all words that this one accepts.
    pub staying: Guard,
}

impl Automaton {
    /// Returns what the automaton waits for in each state. `None` if a run may stay forever and be accepted, if the
    /// automaton can always leave or never stay, or if marks may be lost.
    #[must_use]
    pub fn waits(&self) -> Vec<Option<Wait>> {
        let components = Components::of(self);
        let simulates = self.is_small().then(|| self.simulation());
        let accepts_more = |p: usize, q: usize| {
            self.is_universal_from(p) || simulates.as_ref().is_some_and(|simulates| simulates[p][q])
        };
        (0..self.states()).map(|state| self.wait(state, &components, &accepts_more)).collect()
    }

    fn wait(
        &self,
        state: usize,
        components: &Components,
        accepts_more: &dyn Fn(usize, usize) -> bool,
    ) -> Option<Wait> {
        let (loops, leaving): (Vec<&Edge>, Vec<&Edge>) =
            self.edges(state).iter().partition(|edge| edge.target == state);
        let all = self.all_marks();
        let kind = components.kind_of(state)?;
        if loops.is_empty() || loops.iter().fold(0, |marks, edge| marks | edge.marks) == all {
            return None;
        }
        let is_inner = |edge: &&&Edge| components.is_inner(state, edge.target);
        // The marks that a run has in the end, since it returns only along these edges.
        let anyway = match kind {
            Kind::Transient | Kind::Rejecting => all,
            Kind::Accepting | Kind::Mixed => {
                leaving.iter().filter(is_inner).fold(all, |marks, edge| marks & edge.marks)
            }
        };
        if loops.iter().any(|edge| edge.marks | anyway != loops[0].marks | anyway) {
            return None;
        }
        let harmless = leaving.iter().filter(|edge| !is_inner(edge) && accepts_more(edge.target, state));
        let union =
            |edges: Vec<&Edge>| Guard::any_of(edges.into_iter().flat_map(|edge| edge.guard.cubes()).copied());
        let staying = union(loops.iter().chain(harmless).copied().collect());
        let leaving = union(leaving);
        (leaving != Guard::all()).then_some(Wait { leaving, staying })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cube, Ltl, translate};

    fn atom(atom: usize) -> Ltl {
        Ltl::Atom(atom)
    }

    fn finally(inner: Ltl) -> Ltl {
        Ltl::Finally(Box::new(inner))
    }

    fn waits(formula: &Ltl) -> Vec<Option<String>> {
        let automaton = translate(formula).unwrap();
        let display = |wait: Wait| format!("{} / {}", wait.leaving, wait.staying);
        automaton.waits().into_iter().map(|wait| wait.map(display)).collect()
    }

    #[test]
    fn promised_formulas_are_waited_for() {
        assert_eq!(waits(&finally(atom(0))), [Some("p0 / true".to_owned()), None]);
        let until = Ltl::Until(Box::new([atom(0), atom(1)]));
        assert_eq!(waits(&until), [Some("p1 / p0 | p1".to_owned()), None]);
    }

    #[test]
    fn edges_to_a_state_that_accepts_more_are_harmless() {
        let both = Ltl::And(vec![finally(atom(0)), finally(atom(1))]);
        let first = waits(&both)[translate(&both).unwrap().initial()].clone();
        assert_eq!(first.as_deref(), Some("p0 | p1 / true"));
    }

    #[test]
    fn states_with_accepting_loops_do_not_wait() {
        assert!(waits(&Ltl::Globally(Box::new(atom(0)))).iter().all(Option::is_none));
        assert!(waits(&Ltl::Globally(Box::new(finally(atom(0))))).iter().all(Option::is_none));
    }

    /// Returns the wait of an automaton with two states: the first with these loops, and edges with letters of the
    /// other atom to the second and back, with these marks.
    fn coming_back(loops: &[(Cube, u32)], to: u32) -> Option<Wait> {
        let edge = |cube: Cube, target, marks| Edge { guard: Guard::any_of([cube]), target, marks };
        let mut first: Vec<Edge> = loops.iter().map(|&(cube, marks)| edge(cube, 0, marks)).collect();
        first.push(edge(Cube { positive: 2, negative: 0 }, 1, to));
        Automaton::new(0, 2, vec![first, vec![edge(Cube::TRUE, 0, 0)]]).waits()[0].clone()
    }

    #[test]
    fn marks_of_loops_must_not_be_lost() {
        let (with, without) = (Cube { positive: 1, negative: 0 }, Cube { positive: 0, negative: 1 });
        assert_eq!(coming_back(&[(with, 1), (without, 0)], 2), None, "the loop that marks may be missed");
        assert!(coming_back(&[(with, 1), (without, 0)], 3).is_some(), "leaving has the mark, too");
        assert!(coming_back(&[(with, 1), (without, 1)], 2).is_some(), "every loop has it");
        assert!(coming_back(&[(with, 1), (without, 0)], 0).is_some(), "no run has the other mark");
        assert_eq!(coming_back(&[(with, 1), (without, 2)], 3), None, "staying is accepted");
    }
}
