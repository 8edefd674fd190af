//! Infinite runs that an automaton accepts: the search of linear temporal logic.
//!
//! The system and the automaton move together: from a state of both, the system fires an event, and the automaton takes an edge whose
//! guard allows the letter of the state that the event is fired in. A run of both is accepted where it stays, in the end, within a
//! component that has an edge of each acceptance set. The product is built while it is [searched](search), depth-first, and the search
//! ends with the first such component: it is found as soon as the edge is seen that closes the last cycle. Of a component that has been found
//! [a run](lasso) is told: to it, and round within it. A run that ends in a state without events goes on as one that repeats this state
//! for ever. Where runs are to be [fair](Fairness), a component is looked at when all of it has been seen.

mod barred;
mod fair;
mod lasso;
mod nested;
mod sample;
mod search;
mod shortest;
mod waiting;

pub use self::barred::Barred;
use self::fair::Agent;
pub use self::fair::Fairness;
pub use self::sample::Sample;
pub use self::shortest::{ShorterRun, shorten_run};
pub use self::waiting::Waiting;
use self::waiting::Workspace;
use sanderling_cutoff::{BYTES_OF_WHOLE_STATES_OF_RUNS, VISITS_BEFORE_THREADS};
use sanderling_system::{Adaptive, EventId, System};
use sanderling_temporal::Automaton;

use self::nested::Means;
use crate::control::Control;
use crate::limits::{Clock, Limits, StopReason};
use crate::observe::Goal;
use crate::self_check::{Discrepancy, SelfCheck};

/// What runs are looked for.
pub struct Product<'a, S: System> {
    /// The automaton that accepts them.
    pub automaton: &'a Automaton,
    /// What the automaton sees of a state: bit `i` of its letter is whether the condition at position `i` holds. At most 64.
    pub atoms: Vec<Goal<'a, S>>,
    /// Only runs that are fair are looked for, if this is given.
    pub fairness: Option<Fairness>,
    /// For each event by its number, the agents to which that is to be; without them, each event is one.
    pub agents: Option<Vec<Vec<u32>>>,
    /// What runs do not go on with, from some locations of the automaton.
    pub barred: Option<Barred>,
    /// For each state of the automaton, sets of bits of a letter, of each of which one has to be there: an atom, or another one that says
    /// that it is false. Where none is, the atom has no meaning, and the search ends. Empty if all have one everywhere.
    pub told: Vec<Vec<u64>>,
    /// Which events need not be fired while the automaton waits. Without effect where runs are to be fair, events are barred, or atoms
    /// are told.
    pub waiting: Option<Waiting<S>>,
    /// Compare some states with a reference.
    pub self_check: Option<SelfCheck<'a, S>>,
}

impl<'a, S: System> Product<'a, S> {
    /// All runs that an automaton accepts which sees these conditions of a state.
    #[must_use]
    pub fn new(automaton: &'a Automaton, atoms: Vec<Goal<'a, S>>) -> Self {
        Self {
            automaton,
            atoms,
            fairness: None,
            agents: None,
            barred: None,
            told: Vec::new(),
            waiting: None,
            self_check: None,
        }
    }

    /// Whether an event is followed from a location, or, without one, whether a last state is repeated there.
    #[inline]
    fn allows(&self, location: u32, event: Option<EventId>) -> bool {
        self.barred.as_ref().is_none_or(|barred| barred.allows(location, event))
    }

    /// Leaves those of a state's events that are followed from a location; `waits` says that the letter of the state lets the automaton do
    /// nothing but stay there.
    #[inline]
    fn follow(
        &self,
        workspace: &mut Workspace<'_>,
        (location, waits): (u32, bool),
        state: (&S, &[u64], &S::Scratch),
        events: &mut Vec<EventId>,
    ) {
        if waits && let Some(waiting) = self.waiting() {
            waiting.select(workspace, location, state, events);
        }
        if let Some(barred) = &self.barred {
            events.retain(|&event| barred.allows(location, Some(event)));
        }
    }

    /// The agents that do an event.
    fn agents(&self, event: EventId) -> impl Iterator<Item = Agent> {
        let itself = self.agents.is_none().then_some(event.index() as Agent);
        let known = self.agents.iter().flat_map(move |agents| agents[event.index()].iter().copied());
        itself.into_iter().chain(known)
    }

    /// Whether it is known that every run that goes on from a location is accepted.
    fn is_universal_from(&self, location: u32) -> bool {
        self.barred.is_none() && self.automaton.is_universal_from(location as usize)
    }

    /// Whether all has a meaning that the automaton asks where it is, of a state with this letter.
    fn is_told(&self, location: u32, letter: u64) -> bool {
        let sets = self.told.get(location as usize);
        sets.is_none_or(|sets| sets.iter().all(|set| letter & set != 0))
    }

    /// What chooses events while the automaton waits, if it may.
    fn waiting(&self) -> Option<&Waiting<S>> {
        let is_sound = self.fairness.is_none() && self.told.is_empty() && self.barred.is_none();
        self.waiting.as_ref().filter(|_| is_sound)
    }

    /// What the automaton sees of a state, of which `scratch` and the enabled events are at hand.
    fn letter(&self, system: &S, state: &[u64], scratch: &S::Scratch, events: &[EventId]) -> u64 {
        let atoms = self.atoms.iter().enumerate();
        atoms.fold(0, |letter, (position, atom)| {
            letter | u64::from(atom(system, state, scratch, events)) << position
        })
    }
}

/// An accepted run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedRun {
    /// The events from the initial state.
    pub prefix: Vec<EventId>,
    /// The events that are repeated for ever; empty where the last state has none and is repeated. `None` where every run that goes on
    /// from there is accepted.
    pub cycle: Option<Vec<EventId>>,
}

/// What has become of a search for an accepted run.
#[derive(Debug)]
pub struct Acceptance {
    /// A run that is accepted. `Ok(None)`: there is none. Otherwise why the search ended before that was known.
    pub run: Result<Option<AcceptedRun>, StopReason>,
    /// The states of the system that are stored.
    pub states: u64,
    /// The states of the product that were visited.
    pub visits: u64,
    /// The events that were fired.
    pub firings: u64,
    /// The bytes that store, path and nodes have taken in the end, which is when they take most.
    pub bytes: usize,
    /// Where the search ended since the system does not do what the reference does: then nothing is to be believed.
    pub discrepancy: Option<Discrepancy>,
}

impl Acceptance {
    /// Nothing was visited.
    fn stopped(reason: StopReason) -> Self {
        Self { run: Err(reason), states: 0, visits: 0, firings: 0, bytes: 0, discrepancy: None }
    }

    /// Whether another search may find more: on more threads, over states that take less memory, or in spite of a fault.
    fn may_go_on(&self) -> bool {
        matches!(
            self.run,
            Err(StopReason::Memory | StopReason::States | StopReason::Undefined | StopReason::Untold)
        )
    }

    /// What has come of a search after one that ended without an answer.
    fn after(self, before: Self) -> Self {
        Self {
            visits: before.visits + self.visits,
            firings: before.firings + self.firings,
            bytes: before.bytes.max(self.bytes),
            discrepancy: before.discrepancy.or(self.discrepancy),
            ..self
        }
    }
}

/// Looks for an accepted run on so many threads. Whether there is one does not depend on their number, but which one does.
///
/// On one thread, takes time linear in the product, and for each of its states four bytes besides the system's states, some forty on the path and
/// eight until its component is known. On several, that is done for a moment, so that small products have the same run each time; then a
/// nested search takes two bits instead of the four bytes, for up to as many states of the product more as there are acceptance sets; each thread has a path of its own. Where memory is used up, the search begins again as
/// a nested one that stores the product's states alone, in a few bytes each. Fair runs are looked for on one thread, over whole states.
///
/// Where there is no accepted run, an event that is undefined ends the search with [`StopReason::Undefined`], and an atom that is not
/// [told](Product::told) with [`StopReason::Untold`].
pub fn accepted_run<S: Adaptive>(
    system: S,
    product: &Product<'_, S>,
    limits: Limits,
    threads: usize,
    control: &Control<'_>,
) -> Acceptance {
    let means = Means { clock: Clock::start(limits, control), threads: threads.max(1), control };
    if product.fairness.is_some() {
        return search::run(system, product, None, means.clock, control).0;
    }
    let whole = Means { clock: means.clock.with_memory(BYTES_OF_WHOLE_STATES_OF_RUNS.size()), ..means };
    let alone = if means.threads == 1 { u64::MAX } else { VISITS_BEFORE_THREADS.number() };
    let (mut acceptance, mut left) =
        search::run(system, product, None, whole.clock.with_states(alone), control);
    let goes_on = match acceptance.run {
        Err(StopReason::States) => means.clock.states_left(acceptance.visits) > 0,
        // A nested search passes over faults.
        Err(StopReason::Undefined | StopReason::Untold) => true,
        _ => false,
    };
    if goes_on && let Some(rest) = left.take() {
        let (next, rest) = nested::over_whole_states(rest.system, product, whole);
        (acceptance, left) = (next.after(acceptance), rest);
    }
    match left.filter(|_| acceptance.run == Err(StopReason::Memory)) {
        Some(left) => nested::over_the_tree(left, product, means).after(acceptance),
        None => acceptance,
    }
}

/// Looks for an accepted run in a [sample](Sample) of the system. Without one it ends with [`StopReason::States`], since there may be one in what
/// was left out.
pub fn accepted_run_in_sample<S: Adaptive>(
    system: S,
    product: &Product<'_, S>,
    sample: Sample,
    limits: Limits,
    control: &Control<'_>,
) -> Acceptance {
    search::run(system, product, Some(sample), Clock::start(limits, control), control).0
}
