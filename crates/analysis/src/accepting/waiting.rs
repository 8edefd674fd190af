//! Stubborn sets that depend on the state of the automaton.
//!
//! If the automaton can only [wait](Wait) for a letter that lets it leave its state, the system may take a
//! shortcut to such a letter: the events of a stubborn set whose target is that letter. Source: Jensen,
//! Srba, Ulrik and Virenfeldt, *Automata-Driven Partial Order Reduction and Guided Search for LTL Model
//! Checking*, VMCAI 2022. Formulas may contain `X`, and no cycle proviso is needed. INVARIANT: the fired
//! events depend only on the state and the location. The proof is at [`Waiting`].

use std::collections::HashMap;

use sanderling_cutoff::WAITING_LOCATIONS;
use sanderling_system::{Dependencies, EventId, System};
use sanderling_temporal::{Automaton, Guard, Wait};

use crate::reduce::{SelectEvents, Stubborn, StubbornOptions, StubbornWorkspace, Target};

/// Chooses which of the enabled events of a state are fired while the automaton waits.
///
/// In a node `(s, q)` where `q` [waits](Automaton::waits), some event is enabled, and the letter of `s` does not let the automaton leave
/// `q`, a stubborn set `T` of `s` is fired whose target `X` is that the letter lets it leave, if no enabled event of `T` is a *spoiler*: one
/// that may lead from a state whose letter is among those of [`staying`](Wait::staying) to one whose letter is not. In all other nodes
/// all events are fired. All edges are taken that the letter allows.
///
/// *Soundness.* Whatever is found is a run of the whole product.
///
/// *One step.* Let an accepted run `s = s0 e1 s1 e2 …` begin in such a node. It leaves `q`, since its loops do not have all marks between
/// them: let it do so with the letter of `sk`. Then it takes loops of `q` with the letters of `s0` to `s(k-1)`, and `k > 0`. Let `X` hold
/// in `sj` first, `0 < j ≤ k`. None of the states before is without events: it would be repeated for ever, with its letter, and `X` never
/// hold. By the first two laws of [`Stubborn`], some event of `T` is among `e1` to `ej`, and the first of them, `t = ei`, is enabled in `s`
/// and may be fired before the others: `s t s'1 e1 s'2 … e(i-1) s'i = si`, and on as before. The letter of `s` is that of a loop. Of each
/// other state before `si` the letter is in `staying`: `s'm` is where `t` leads from `s(m-1)`, which has the letter of a loop, and `t`
/// spoils nothing. So either all of these letters allow loops, and the run stays in `q` up to `sk`, and goes on as before. Or else one does not, the
/// first of them: it allows an edge out of the component of `q` to a state `p` that accepts whatever `q` does. Then the rest of the word is
/// accepted from `p`: going back from `si`, with each letter in `staying` what is accepted from `q` behind the letter is so with it. Either way there is
/// an accepted run from `(s'1, q)`, and it leaves `q` after fewer than `k` events.
///
/// *Nothing is lost.* From an accepted run a path is made by such steps; where all events are fired, by the run's own step. In each state
/// of the automaton that waits, the number `k` falls with each step; so the path leaves it, by an edge of the run as it is then. It changes
/// components a finite number of times. After that none of the edges to such a `p` is taken, so the path leaves each state that waits by the edge of the
/// run that it had on entering, and what comes behind is the same. If the path stays in a state of the automaton in the end, that is
/// one that does not wait, and it is the run. If not, its marks are those of the run but for those of loops, and by
/// the rule for marks of [`Automaton::waits`] none of the latter is missing for ever: a run that takes a loop of `q` takes one with the same marks, or has
/// the mark by the edge by which it leaves `q`. So the path is accepted.
///
/// *Undefined events* are looked for by each set, as always. A path of the product to one of them is treated like a run; if it does not leave
/// `q`, the event itself is one of `T`, so there is a first one.
///
/// *Deadlock.* States on the way have events before and behind `t`, so no atom about deadlocks changes with `t`.
///
/// A component of the automaton cannot stand for `q`, even if nothing is accepted in it: the letters by which the run moves within it would be read in
/// another order. Where runs have to be [fair](super::Fairness) all events are fired, since what waits may be owed; and where atoms have to be
/// [told](super::Product::told), since the letters on the way are others.
pub struct Waiting<S: System> {
    /// For each state of the automaton, the position of its sets, if it has any.
    locations: Vec<Option<usize>>,
    sets: Vec<Box<dyn SelectEvents<S>>>,
}

/// The working memory of a search.
#[derive(Default)]
pub(super) struct Workspace<'a>(Vec<StubbornWorkspace<'a>>);

impl<S: Dependencies> Waiting<S> {
    /// Creates sets for the waiting states of an automaton for which they leave out enough events. `atoms`
    /// gives for each atom the conditions that it holds and that it does not. Returns `None` if no state has
    /// sets. Takes the time and memory of the dependencies and of some hundred sets for each such state.
    pub fn of(
        system: &S,
        automaton: &Automaton,
        atoms: &[[Target; 2]],
        options: StubbornOptions,
    ) -> Option<Self> {
        let mut known: HashMap<Wait, usize> = HashMap::new();
        let mut waits = Vec::new();
        let locations = automaton.waits().into_iter().map(|wait| {
            let wait = wait?;
            let position = known.get(&wait).copied().unwrap_or(waits.len());
            if position == waits.len() {
                if !WAITING_LOCATIONS.admits(position + 1) {
                    return None;
                }
                waits.push((leaving(&wait.leaving, atoms), failing(&wait.staying, atoms)));
                known.insert(wait, position);
            }
            Some(position)
        });
        let locations: Vec<Option<usize>> = locations.collect();
        let (mut positions, mut sets) = (Vec::new(), Vec::<Box<dyn SelectEvents<S>>>::new());
        for found in Stubborn::while_waiting(system, &waits, options) {
            positions.push(found.map(|found| {
                sets.push(Box::new(found));
                sets.len() - 1
            }));
        }
        let locations = locations.into_iter().map(|wait| positions[wait?]).collect();
        (!sets.is_empty()).then_some(Self { locations, sets })
    }
}

impl<S: System> Waiting<S> {
    pub(super) fn workspace(&self) -> Workspace<'_> {
        Workspace(self.sets.iter().map(|sets| sets.workspace()).collect())
    }

    /// Removes events of a state whose letter does not let the automaton leave its location.
    pub(super) fn select(
        &self,
        workspace: &mut Workspace<'_>,
        location: u32,
        state: (&S, &[u64], &S::Scratch),
        events: &mut Vec<EventId>,
    ) {
        if let Some(position) = self.locations[location as usize] {
            self.sets[position].select(&mut workspace.0[position], state, events);
        }
    }

    /// Returns the memory of the sets, in bytes.
    pub(super) fn bytes(&self) -> usize {
        // All sets share the relation.
        self.sets.iter().map(|sets| sets.bytes()).max().unwrap_or(0)
    }
}

/// Returns the condition that a guard allows the letter.
fn leaving(guard: &Guard, atoms: &[[Target; 2]]) -> Target {
    Target::Any(guard.cubes().iter().map(|&cube| Target::All(literals(cube, atoms, true))).collect())
}

/// Returns conditions, one of which must become true for an allowed letter to become a forbidden one.
fn failing(guard: &Guard, atoms: &[[Target; 2]]) -> Vec<Target> {
    guard.cubes().iter().flat_map(|&cube| literals(cube, atoms, false)).collect()
}

/// Returns the literals of a cube, or their negations.
fn literals(cube: sanderling_temporal::Cube, atoms: &[[Target; 2]], hold: bool) -> Vec<Target> {
    let of = |mask: u64, holds: bool| {
        let those = atoms.iter().enumerate().filter(move |(atom, _)| mask >> atom & 1 == 1);
        those.map(
            move |(_, [true_there, false_there])| {
                if holds { true_there.clone() } else { false_there.clone() }
            },
        )
    };
    of(cube.positive, hold).chain(of(cube.negative, !hold)).collect()
}
