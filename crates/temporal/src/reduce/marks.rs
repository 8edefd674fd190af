//! Simplification of marks.
//!
//! Only edges that a run repeats forever count, and these lie within one component. If all cycles of a component are
//! accepting, its edges get all marks; if none is, they get none. Edges between components, which a run takes at most
//! once, get all marks, so that they can replace any other edge in a simulation. A set is then redundant if another one
//! is a subset of it in each component. States from which every word is accepted become one state with a loop.

use std::collections::HashMap;

use crate::components::{Components, Kind};
use crate::{Automaton, Edge, Guard};

impl Automaton {
    /// Returns the automaton with uniform marks where possible, and without redundant acceptance sets.
    pub(crate) fn with_simple_marks(&self) -> Self {
        let components = Components::of(self);
        let marked = self.with_uniform_marks(&components);
        let kept = marked.needed_sets(&components);
        let keep = |marks: u32| {
            kept.iter().enumerate().fold(0, |new, (index, set)| new | (marks >> set & 1) << index)
        };
        let mut edges = Vec::new();
        for state in 0..marked.states() {
            let new = if marked.is_universal_from(state) {
                vec![Edge { guard: Guard::all(), target: state, marks: u32::MAX }]
            } else {
                marked.edges[state].clone()
            };
            edges.push(
                new.into_iter().map(|edge| Edge { marks: keep(edge.marks), ..edge }).collect::<Vec<_>>(),
            );
        }
        let is_universal = |state: &usize| marked.is_universal_from(*state);
        let first = (0..marked.states()).find(is_universal);
        let merged = |state: usize| first.filter(|_| is_universal(&state)).unwrap_or(state);
        edges.iter_mut().flatten().for_each(|edge| edge.target = merged(edge.target));
        let initial = merged(self.initial);
        Self::new(initial, kept.len(), edges.into_iter().map(joined).collect()).trimmed()
    }

    /// Returns the automaton with all marks or none on edges for which it makes no difference.
    pub(super) fn with_uniform_marks(&self, components: &Components) -> Self {
        let all = self.all_marks();
        let marks = |source: usize, edge: &Edge| match components.kind_of(source) {
            _ if !components.is_inner(source, edge.target) => all,
            Some(Kind::Rejecting) => 0,
            Some(Kind::Accepting) => all,
            _ => edge.marks,
        };
        let edges = self.edges.iter().enumerate().map(|(source, edges)| {
            let marked = edges.iter().map(|edge| Edge { marks: marks(source, edge), ..edge.clone() });
            joined(marked.collect())
        });
        Self::new(self.initial, self.acceptance_sets, edges.collect())
    }

    /// Returns the acceptance sets that remain after removing those that include another one, or that contain all edges
    /// within components.
    fn needed_sets(&self, components: &Components) -> Vec<usize> {
        let mut inner: Vec<u32> = Vec::new();
        for (source, edges) in self.edges.iter().enumerate() {
            inner.extend(
                edges.iter().filter(|edge| components.is_inner(source, edge.target)).map(|edge| edge.marks),
            );
        }
        inner.sort_unstable();
        inner.dedup();
        let holds = |marks: &u32, set: usize| marks >> set & 1 == 1;
        let mut needed: Vec<usize> = (0..self.acceptance_sets).collect();
        needed.retain(|&set| !inner.iter().all(|marks| holds(marks, set)));
        let mut index = 0;
        while index < needed.len() {
            let set = needed[index];
            let is_within =
                |other: usize| inner.iter().all(|marks| !holds(marks, other) || holds(marks, set));
            if needed.iter().any(|&other| other != set && is_within(other)) {
                needed.remove(index);
            } else {
                index += 1;
            }
        }
        needed
    }
}

/// Returns the edges, with edges to the same state with the same marks merged.
pub(super) fn joined(edges: Vec<Edge>) -> Vec<Edge> {
    let mut cubes: HashMap<(usize, u32), Vec<_>> = HashMap::new();
    for edge in edges {
        cubes.entry((edge.target, edge.marks)).or_default().extend_from_slice(edge.guard.cubes());
    }
    let mut joined: Vec<_> = cubes
        .into_iter()
        .map(|((target, marks), cubes)| Edge { guard: Guard::any_of(cubes), target, marks })
        .filter(|edge| !edge.guard.is_never())
        .collect();
    joined.sort_unstable_by_key(|edge| (edge.target, edge.marks));
    joined
}
