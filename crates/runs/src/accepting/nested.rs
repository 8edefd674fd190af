//! Nested depth-first search: several threads, or little memory.
//!
//! ```text
//!                                                                         memory is used up
//! one thread       Couvreur's search ──────────────────────────────────────────┐
//! several threads  Couvreur's, for a moment ──▶ CNDFS over whole states ──────┴──▶ CNDFS over the tree, on as many threads
//! ```
//!
//! The automaton accepts by [states](sanderling_temporal::Buchi) here, as the [searches](cndfs) require. Two
//! bits for each node suffice [beside whole states](packed). If that takes too much memory, only the nodes
//! are stored, [in a compact set](tree). The shape of its tree is learned from the states of the previous
//! search. Undefined events and atoms are skipped: an accepted run counts in spite of other faults, and a
//! fault is reported only if there is no accepted run. So the result does not depend on which thread comes
//! first.

mod cndfs;
mod expansion;
mod memory;
mod packed;
mod path;
mod run;
mod shared;
#[cfg(test)]
mod tests;
mod tree;

use sanderling_cutoff::RELAXATIONS_ONE_BY_ONE;
use sanderling_store::{NoRoom, PackedStore};
use sanderling_system::Adaptive;
use sanderling_temporal::Buchi;

use self::cndfs::Thread;
use self::expansion::Expander;
use self::memory::Memory;
use self::packed::PackedMemory;
use self::run::{RunBuilder, affordable};
use self::shared::{Ending, Noted, Shared};
use self::tree::TreeMemory;
use super::{Acceptance, Product};
use sanderling_analysis::Control;
use sanderling_analysis::StopReason;
use sanderling_analysis::building_blocks::Clock;
use sanderling_analysis::building_blocks::relaxed;
use sanderling_analysis::building_blocks::sample_size;
use sanderling_analysis::building_blocks::team;

/// The rest of a search that ran out of memory or met a fault: the current system, and some states, one
/// after the other.
pub(super) struct Left<S> {
    pub(super) system: S,
    pub(super) sample: Vec<u64>,
}

/// The settings of a search.
#[derive(Clone, Copy)]
pub(super) struct Means<'c> {
    pub(super) clock: Clock,
    pub(super) threads: usize,
    pub(super) control: &'c Control<'c>,
}

/// Searches over whole states. Also returns the rest of the search if memory runs out.
pub(super) fn over_whole_states<S: Adaptive>(
    system: S,
    product: &Product<'_, S>,
    means: Means<'_>,
) -> (Acceptance, Option<Left<S>>) {
    let buchi = product.automaton.degeneralised();
    let locations = buchi.states().len();
    let remember = |system: &S, _: Option<&S>| Ok(PackedMemory::new(system.words(), locations));
    let (acceptance, system, memory) = search(system, (product, &buchi), means, remember);
    let memory = memory.filter(|_| acceptance.run == Err(StopReason::Memory));
    let left = memory.map(|memory| Left::of(&memory.store.into_packed(system.words()), system));
    (acceptance, left)
}

/// Searches over nodes in the tree, after a search that ran out of memory.
pub(super) fn over_the_tree<S: Adaptive>(
    Left { system, mut sample }: Left<S>,
    product: &Product<'_, S>,
    means: Means<'_>,
) -> Acceptance {
    let buchi = product.automaton.degeneralised();
    let locations = buchi.states().len();
    let remember = |system: &S, before: Option<&S>| {
        if let Some(before) = before {
            let states = sample.chunks_exact(before.words());
            let mut translated = vec![0; states.len() * system.words()];
            for (state, translated) in states.zip(translated.chunks_exact_mut(system.words())) {
                system.translate(before, state, translated);
            }
            sample = translated;
        }
        TreeMemory::learned(system.words(), &sample, locations)
    };
    search(system, (product, &buchi), means, remember).0
}

impl<S: Adaptive> Left<S> {
    /// Returns the rest of a search with these states.
    pub(super) fn of(store: &PackedStore, system: S) -> Self {
        let count = sample_size(store.len(), system.words());
        let states = store.ids().step_by((store.len() / count).max(1)).take(count);
        Self { sample: states.flat_map(|id| store.state(id)).copied().collect(), system }
    }
}

/// Searches, and relaxes the system each time an assumption breaks. `remember` creates the memory for a
/// system, given the previous one.
fn search<S: Adaptive, M: Memory>(
    mut system: S,
    (product, buchi): (&Product<'_, S>, &Buchi),
    means: Means<'_>,
    mut remember: impl FnMut(&S, Option<&S>) -> Result<M, NoRoom>,
) -> (Acceptance, S, Option<M>) {
    let (mut before, mut relaxations) = (None, 0_u32);
    loop {
        let Ok(memory) = remember(&system, before.as_ref()) else {
            return (Acceptance::stopped(StopReason::StoreFull), system, None);
        };
        let (mut acceptance, ending) = attempt((&system, product, buchi), &memory, means);
        let Some(Ending::Broken(state, event)) = ending else { return (acceptance, system, Some(memory)) };
        relaxations += 1;
        match relaxed(&system, &state, event, !RELAXATIONS_ONE_BY_ONE.admits(relaxations)) {
            Ok(next) => before = Some(std::mem::replace(&mut system, next)),
            Err(reason) => {
                acceptance.run = Err(reason);
                return (acceptance, system, Some(memory));
            }
        }
    }
}

/// Searches until an assumption of the system breaks. Returns the ending in that case, and otherwise none.
fn attempt<S: Adaptive, M: Memory>(
    question: (&S, &Product<'_, S>, &Buchi),
    memory: &M,
    Means { clock, threads, control }: Means<'_>,
) -> (Acceptance, Option<Ending<M::Id>>) {
    let shared = Shared::new(clock, control, threads);
    let visit = |number: usize| Thread::new(number, question, memory, &shared).run();
    match team(threads) {
        Some(team) => team.call(&visit),
        None => visit(0),
    }
    let bytes = memory.bytes() + shared.bytes();
    let mut acceptance = Acceptance {
        states: memory.len() as u64,
        visits: shared.visits(),
        firings: shared.firings(),
        bytes,
        ..Acceptance::stopped(StopReason::Decided)
    };
    let (ending, Noted { faults, discrepancy }) = shared.into_outcome();
    acceptance.discrepancy = discrepancy;
    let mut builder = RunBuilder {
        expander: Expander::new(question, memory, false),
        buchi: question.2,
        nodes: affordable(clock.bytes_left(bytes)),
    };
    acceptance.run = match ending {
        None if faults.undefined => Err(StopReason::Undefined),
        None if faults.undefined_atom => Err(StopReason::UndefinedAtom),
        None => Ok(None),
        Some(Ending::Cycle(way, cycle)) => Ok(Some(builder.round(&way, &cycle))),
        Some(Ending::Universal(way)) => Ok(Some(builder.run_to(&way))),
        Some(Ending::Stopped(reason)) => Err(reason),
        Some(broken @ Ending::Broken(..)) => return (acceptance, Some(broken)),
    };
    (acceptance, None)
}
