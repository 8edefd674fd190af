//! Search for accepted infinite runs: model checking of linear temporal logic.
//!
//! The search explores the product of the system and an automaton. From a product state, the system fires an
//! event, and the automaton takes an edge whose guard allows the letter of the source state. A run is
//! accepted if it finally stays in a component that has an edge of each acceptance set. The product is built
//! during the depth-first [search](search), which ends with the first such component, as soon as it sees the
//! edge that closes the last cycle. The result is [a run](lasso) to this component and around a cycle in it.
//! A run that ends in a state without events is extended by repeating this state forever. If runs have to be
//! [fair](Fairness), a component is examined when it is complete.

mod barred;
mod fair;
mod lasso;
mod nested;
mod search;
mod shortest;
mod waiting;

pub use self::barred::Barred;
use self::fair::Agent;
pub use self::fair::Fairness;
pub use self::shortest::{ShorterRun, shorten_run};
pub use self::waiting::Waiting;
use self::waiting::Workspace;
use sanderling_cutoff::{BYTES_OF_WHOLE_STATES_OF_RUNS, VISITS_BEFORE_THREADS};
use sanderling_system::{Adaptive, EventId, System};
use sanderling_temporal::Automaton;

use self::nested::Means;
use crate::sample::Sample;
use sanderling_analysis::Control;
use sanderling_analysis::Goal;
use sanderling_analysis::building_blocks::Clock;
use sanderling_analysis::{Discrepancy, SelfCheck};
use sanderling_analysis::{Limits, StopReason};

/// The product of a system and an automaton, and the runs to search for.
pub struct Product<'a, S: System> {
    /// The automaton that accepts them.
    pub automaton: &'a Automaton,
    /// At most 64 conditions that form the letter of a state: bit `i` is the value of condition `i`.
    pub atoms: Vec<Goal<'a, S>>,
    /// If given, only fair runs count.
    pub fairness: Option<Fairness>,
    /// For each event by its number, the agents that fairness applies to. If `None`, each event is its own
    /// agent.
    pub agents: Option<Vec<Vec<u32>>>,
    /// Events that runs do not follow from some locations of the automaton.
    pub barred: Option<Barred>,
    /// For each state of the automaton, sets of bits of a letter. The letter must have a bit of each set: an
    /// atom, or another atom that says that it is false. If it has none, the atom is undefined, and the
    /// search ends. Empty if all atoms are always defined.
    pub defined: Vec<Vec<u64>>,
    /// The events that need not be fired while the automaton waits. Ignored if runs have to be fair, events
    /// are barred, or `defined` is given.
    pub waiting: Option<Waiting<S>>,
    /// Compares some states with a reference, if given.
    pub self_check: Option<SelfCheck<'a, S>>,
}

impl<'a, S: System> Product<'a, S> {
    /// Creates a product that searches for all runs accepted by an automaton over these conditions.
    #[must_use]
    pub fn new(automaton: &'a Automaton, atoms: Vec<Goal<'a, S>>) -> Self {
        Self {
            automaton,
            atoms,
            fairness: None,
            agents: None,
            barred: None,
            defined: Vec::new(),
            waiting: None,
            self_check: None,
        }
    }

    /// Whether an event is followed from a location. Without an event, whether a final state is repeated
    /// there.
    #[inline]
    fn allows(&self, location: u32, event: Option<EventId>) -> bool {
        self.barred.as_ref().is_none_or(|barred| barred.allows(location, event))
    }

    /// Keeps the events of a state that are followed from a location. `waits` says that the letter of the
    /// state only allows the automaton to stay there.
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

    /// Returns the agents of an event.
    fn agents(&self, event: EventId) -> impl Iterator<Item = Agent> {
        let itself = self.agents.is_none().then_some(event.index() as Agent);
        let known = self.agents.iter().flat_map(move |agents| agents[event.index()].iter().copied());
        itself.into_iter().chain(known)
    }

    /// Whether it is known that every continuation from a location is accepted.
    fn is_universal_from(&self, location: u32) -> bool {
        self.barred.is_none() && self.automaton.is_universal_from(location as usize)
    }

    /// Whether all atoms that the automaton needs in a location are defined in a state with this letter.
    fn is_defined(&self, location: u32, letter: u64) -> bool {
        let sets = self.defined.get(location as usize);
        sets.is_none_or(|sets| sets.iter().all(|set| letter & set != 0))
    }

    /// Returns the selection of events while the automaton waits, if it may be used.
    fn waiting(&self) -> Option<&Waiting<S>> {
        let is_sound = self.fairness.is_none() && self.defined.is_empty() && self.barred.is_none();
        self.waiting.as_ref().filter(|_| is_sound)
    }

    /// Returns the letter of a state, given its `scratch` and enabled events.
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
    /// The events that are repeated forever. Empty if the last state has no events and is repeated. `None`
    /// if every continuation is accepted.
    pub cycle: Option<Vec<EventId>>,
}

/// The result of a search for an accepted run.
#[derive(Debug)]
pub struct Acceptance {
    /// An accepted run, `Ok(None)` if there is none, or the reason why the search ended early.
    pub run: Result<Option<AcceptedRun>, StopReason>,
    /// The number of stored states of the system.
    pub states: u64,
    /// The number of visited states of the product.
    pub visits: u64,
    /// The number of fired events.
    pub firings: u64,
    /// The memory of store, path and nodes at the end, in bytes. It is the maximum.
    pub bytes: usize,
    /// The state in which the system differs from the reference, if any. Then the result is unreliable.
    pub discrepancy: Option<Discrepancy>,
}

impl Acceptance {
    /// The result of a search without visits.
    fn stopped(reason: StopReason) -> Self {
        Self { run: Err(reason), states: 0, visits: 0, firings: 0, bytes: 0, discrepancy: None }
    }

    /// Whether another search may find more: on more threads, over smaller states, or in spite of a fault.
    fn may_continue(&self) -> bool {
        matches!(
            self.run,
            Err(StopReason::Memory | StopReason::States | StopReason::Undefined | StopReason::UndefinedAtom)
        )
    }

    /// Combines the result with that of an earlier search that ended without an answer.
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

/// Searches for an accepted run on this number of threads. Whether a run is found does not depend on the
/// number, but which one does.
///
/// On one thread, the search takes time linear in the product. It takes four bytes for each product state
/// besides the system's states, about forty for each one on the path, and eight until its component is known.
/// With several threads, the search first runs on one thread for a moment, so that small products have the
/// same run each time. Then a nested search takes two bits instead of the four bytes. It may visit more
/// product states, up to a factor of the number of acceptance sets. Each thread has its own path. If memory
/// runs out, the search restarts as a nested one that stores only the product states, in a few bytes each.
/// Fair runs are found on one thread, over whole states.
///
/// If no accepted run is found, an undefined event ends the search with [`StopReason::Undefined`], and an
/// undefined atom (see [`defined`](Product::defined)) with [`StopReason::UndefinedAtom`].
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
    let continues = match acceptance.run {
        Err(StopReason::States) => means.clock.states_left(acceptance.visits) > 0,
        // A nested search skips faults.
        Err(StopReason::Undefined | StopReason::UndefinedAtom) => true,
        _ => false,
    };
    if continues && let Some(rest) = left.take() {
        let (next, rest) = nested::over_whole_states(rest.system, product, whole);
        (acceptance, left) = (next.after(acceptance), rest);
    }
    match left.filter(|_| acceptance.run == Err(StopReason::Memory)) {
        Some(left) => nested::over_the_tree(left, product, means).after(acceptance),
        None => acceptance,
    }
}

/// Searches for an accepted run in a [sample](Sample) of the system. If the sample has none, the result is
/// [`StopReason::States`], since the rest of the system may have one.
pub fn accepted_run_in_sample<S: Adaptive>(
    system: S,
    product: &Product<'_, S>,
    sample: Sample,
    limits: Limits,
    control: &Control<'_>,
) -> Acceptance {
    search::run(system, product, Some(sample), Clock::start(limits, control), control).0
}
