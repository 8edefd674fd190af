//! The strength of acceptance that an automaton needs.
//!
//! Sources: Bloem, Ravi and Somenzi, *Efficient Decision Procedures for Model Checking of Linear Time Logic
//! Properties*, CAV 1999 (terminal and weak automata); Černá and Pelánek, *Relating Hierarchy of Temporal Properties to
//! Model Checking*, MFCS 2003. A component is classified by its cycles and not by its marks, so marks need not be
//! uniform in a weak automaton.

use crate::Automaton;
use crate::components::{Components, Kind};
use crate::guard::{Cube, covers};

/// The strength of acceptance that an automaton needs; each strength includes the previous ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// A word is accepted as soon as a run reaches a state from which every word is accepted: the states in which
    /// accepting runs end [are universal](Automaton::is_universal_from).
    Terminal,
    /// The cycles of a strongly connected component are all accepting, or none is. In automata that are
    /// [reduced](Automaton::reduced), its edges then have all marks or none.
    Weak,
    /// Some component has cycles of both kinds.
    General,
}

/// Properties that are computed at once for all states.
#[derive(Debug, Clone)]
pub(crate) struct Facts {
    pub(crate) strength: Strength,
    pub(crate) universal: Vec<bool>,
}

impl Facts {
    pub(crate) fn of(automaton: &Automaton) -> Self {
        let components = Components::of(automaton);
        let universal = universal(automaton, &components);
        let is_terminal = (0..automaton.states()).all(|state| match components.kind_of(state) {
            Some(Kind::Accepting) => universal[state],
            Some(Kind::Mixed) => false,
            Some(Kind::Transient | Kind::Rejecting) | None => true,
        });
        let strength = if is_terminal {
            Strength::Terminal
        } else if components.kinds.contains(&Kind::Mixed) {
            Strength::General
        } else {
            Strength::Weak
        };
        Self { strength, universal }
    }
}

/// Returns the states from which every letter leads to such a state, counting edges within a component only if all its
/// infinite paths are accepting. A run along these edges ends in such a component.
fn universal(automaton: &Automaton, components: &Components) -> Vec<bool> {
    let mut universal = vec![true; automaton.states()];
    let counts = |source: usize, target: usize| {
        !components.is_inner(source, target) || components.kind_of(source) == Some(Kind::Accepting)
    };
    loop {
        let is_covered = |state: usize| {
            let edges = automaton.edges(state).iter();
            let good = edges.filter(|edge| universal[edge.target] && counts(state, edge.target));
            let cubes: Vec<_> = good.flat_map(|edge| edge.guard.cubes()).copied().collect();
            covers(&cubes, Cube::TRUE)
        };
        let next: Vec<_> = (0..automaton.states())
            .map(|state| universal[state] && components.of[state].is_some() && is_covered(state))
            .collect();
        if next == universal {
            return universal;
        }
        universal = next;
    }
}
