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

use sanderling_analysis::reduce::{SelectEvents, Stubborn, StubbornOptions, StubbornWorkspace, Target};

/// A selection of enabled events while the automaton waits.
///
/// Let `(s, q)` be a node in which `q` [waits](Automaton::waits), some event is enabled, and the letter of
/// `s` does not let the automaton leave `q`. Let `X` be the target that the letter lets it leave. A stubborn
/// set `T` of `s` for `X` is fired if no enabled event of `T` is a *spoiler*: an event that may lead from a
/// state whose letter is among those of [`staying`](Wait::staying) to one whose letter is not. In all other
/// nodes all events are fired. All edges that the letter allows are followed.
///
/// *Soundness.* Every run that is found is a run of the whole product.
///
/// *One step.* Let an accepted run `s = s0 e1 s1 e2 …` begin in such a node. It leaves `q`, since the loops
/// of `q` together do not have all marks. Let it leave with the letter of `sk`. Then it takes loops of `q`
/// with the letters of `s0` to `s(k-1)`, and `k > 0`. Let `sj` be the first state in which `X` holds,
/// `0 < j ≤ k`. Each state before it has events: otherwise it would be repeated forever, with its letter,
/// and `X` would never hold. By the first two laws of [`Stubborn`], some event of `T` is among `e1` to `ej`,
/// and the first of them, `t = ei`, is enabled in `s` and may be fired before the others:
/// `s t s'1 e1 s'2 … e(i-1) s'i = si`, and then as before. The letter of `s` is that of a loop. The letter
/// of each other state before `si` is in `staying`: `t` leads to `s'm` from `s(m-1)`, which has the letter
/// of a loop, and `t` is no spoiler. Either all of these letters allow loops. Then the run stays in `q` up
/// to `sk`, and continues as before. Or some letter does not allow a loop. The first such letter allows an
/// edge out of the component of `q` to a state `p` that accepts whatever `q` does. Then the rest of the word
/// is accepted from `p`: going back from `si`, a letter in `staying` can be put in front of a word that `q`
/// accepts, and the result is accepted too. In both cases there is an accepted run from `(s'1, q)`, and it
/// leaves `q` after fewer than `k` events.
///
/// *Nothing is lost.* A path is made from an accepted run by such steps, and by the run's own steps in nodes
/// that fire all events. In each waiting state of the automaton, the number `k` falls with each step, so the
/// path leaves the state, by an edge of the run at that point. It changes components a finite number of
/// times. After that it takes no edge to such a `p`, so the path leaves each waiting state by the edge of
/// the run that it had on entering, and the rest is unchanged. If the path finally stays in one state of the
/// automaton, that state does not wait, and the path is the run. If not, its marks are those of the run
/// except for those of loops. By the rule for marks of [`Automaton::waits`] none of these is missing
/// forever: a run that takes a loop of `q` either takes one with the same marks again, or has the mark by
/// the edge by which it leaves `q`. So the path is accepted.
///
/// *Undefined events* are targets of each set, as always. A path of the product to one of them is treated
/// like a run. If it does not leave `q`, the undefined event itself is in `T`, so the path has a first event
/// of `T`.
///
/// *Deadlock.* The intermediate states have events before and after `t`, so no atom about deadlocks changes
/// with `t`.
///
/// A component of the automaton cannot replace `q`, even if nothing is accepted in it, since the letters by
/// which the run moves within it would be read in another order. All events are fired if runs have to be
/// [fair](super::Fairness), since fairness may require the events left out. They are also fired if atoms may
/// be undefined (see [`defined`](super::Product::defined)), since the letters on the path change.
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

/// Returns conditions. At least one must become true for an allowed letter to become a forbidden one.
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
