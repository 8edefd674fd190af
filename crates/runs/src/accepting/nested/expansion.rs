//! The expansion of a node.

use sanderling_machine::clock::Instant;
use sanderling_system::{Adaptive, EventId, Fired, with_words_of};
use sanderling_temporal::Buchi;

use super::memory::{Memory, Node};
use crate::accepting::Product;
use crate::accepting::waiting::{Waiting, Workspace};
use crate::on_the_fly::Halt;
use sanderling_analysis::StopReason;
use sanderling_analysis::building_blocks::standing_for_others;
use sanderling_analysis::building_blocks::{Checks, compare};

/// Undefined events and atoms in expanded nodes. The search skips them, and reports them if there is no run
/// without them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Faults {
    pub(super) undefined: bool,
    pub(super) undefined_atom: bool,
}

/// The working memory of a thread for expanding nodes.
pub(super) struct Expander<'s, 'a, S: Adaptive, M: Memory> {
    system: &'s S,
    product: &'s Product<'a, S>,
    buchi: &'s Buchi,
    memory: &'s M,
    at_hand: M::AtHand,
    state: Vec<u64>,
    successor: Vec<u64>,
    scratch: S::Scratch,
    /// The events with a successor of the most recently expanded node.
    pub(super) events: Vec<EventId>,
    pub(super) firings: u64,
    workspace: Workspace<'s>,
    pub(super) faults: Faults,
    /// The states to compare with the reference, and the results.
    pub(super) checks: Checks,
}

impl<'s, 'a, S: Adaptive, M: Memory> Expander<'s, 'a, S, M> {
    /// Creates the working memory. States are compared with the reference only if `is_checked`.
    pub(super) fn new(
        (system, product, buchi): (&'s S, &'s Product<'a, S>, &'s Buchi),
        memory: &'s M,
        is_checked: bool,
    ) -> Self {
        let sampling = product.self_check.as_ref().filter(|_| is_checked).map(|check| check.sampling);
        Self {
            state: vec![0; system.words()],
            successor: vec![0; system.words()],
            scratch: system.scratch(),
            events: Vec::new(),
            firings: 0,
            workspace: product.waiting().map(Waiting::workspace).unwrap_or_default(),
            faults: Faults::default(),
            checks: Checks::new(sampling),
            at_hand: M::AtHand::default(),
            system,
            product,
            buchi,
            memory,
        }
    }

    /// Returns the first node of all runs.
    pub(super) fn first(&mut self) -> Result<Node<M::Id>, Halt> {
        self.system.initial(&mut self.successor);
        let state = self.memory.insert::<0>(&self.successor, &mut self.at_hand).map_err(|_| full())?;
        Ok(Node { state, location: 0 })
    }

    /// Appends the successors of a node's state, one for each of the `events`, or the state itself if none
    /// is enabled. Also appends the locations that its letter allows.
    pub(super) fn expand(
        &mut self,
        node: Node<M::Id>,
        into: (&mut Vec<M::Id>, &mut Vec<u32>),
    ) -> Result<(), Halt> {
        with_words_of!(S, with_few_words, self.system.words(), W => self.expand_words::<W>(node, into))
    }

    fn expand_words<const W: usize>(
        &mut self,
        node: Node<M::Id>,
        (successors, locations): (&mut Vec<M::Id>, &mut Vec<u32>),
    ) -> Result<(), Halt> {
        self.memory.read::<W>(node.state, &mut self.at_hand, &mut self.state);
        self.system.unpack::<W>(&self.state, &mut self.scratch);
        self.events.clear();
        self.system.enabled::<W>(&self.state, &self.scratch, &mut self.events);
        if let Some(event) = standing_for_others(self.system, &self.events) {
            return Err(Halt::Broken(self.state.clone(), event));
        }
        self.check::<W>()?;
        let letter = self.product.letter(self.system, &self.state, &self.scratch, &self.events);
        let location = &self.buchi.states()[node.location as usize];
        if !self.product.is_defined(location.of as u32, letter) {
            self.faults.undefined_atom = true;
            self.events.clear();
            return Ok(());
        }
        let edges = self.product.automaton.edges(location.of).iter().zip(&location.targets);
        let allowed = edges.filter(|(edge, _)| edge.guard.allows(letter));
        let (before, mut waits) = (locations.len(), true);
        locations.extend(allowed.map(|(edge, &target)| {
            waits &= edge.target == location.of;
            target as u32
        }));
        if locations.len() == before {
            self.events.clear();
        } else if self.events.is_empty() {
            successors.extend(self.product.allows(location.of as u32, None).then_some(node.state));
        } else {
            let state = (self.system, self.state.as_slice(), &self.scratch);
            let at = (location.of as u32, waits);
            self.product.follow(&mut self.workspace, at, state, &mut self.events);
            self.fire_all::<W>(successors)?;
        }
        Ok(())
    }

    fn fire_all<const W: usize>(&mut self, successors: &mut Vec<M::Id>) -> Result<(), Halt> {
        let mut fired = 0;
        for position in 0..self.events.len() {
            let event = self.events[position];
            self.firings += 1;
            match self.system.fire::<W>(&self.state, &self.scratch, event, &mut self.successor) {
                Fired::AssumptionBroken => return Err(Halt::Broken(self.state.clone(), event)),
                Fired::Undefined => self.faults.undefined = true,
                Fired::Successor => {
                    let inserted = self.memory.insert::<W>(&self.successor, &mut self.at_hand);
                    successors.push(inserted.map_err(|_| full())?);
                    self.events[fired] = event;
                    fired += 1;
                }
            }
        }
        self.events.truncate(fired);
        Ok(())
    }

    fn check<const W: usize>(&mut self) -> Result<(), Halt> {
        let Some(check) = &self.product.self_check else { return Ok(()) };
        if !self.checks.count() || !self.checks.may_compare() {
            return Ok(());
        }
        let (began, seen) = (Instant::now(), (self.state.as_slice(), &self.scratch));
        let result = compare::<S, W>((self.system, check), seen, &self.events, &self.checks);
        self.checks.note(began, result);
        self.checks.discrepancy().map_or(Ok(()), |_| Err(Halt::Stop(StopReason::Discrepancy)))
    }
}

/// Permutes successors in the thread's own order, which is fixed for each node. The first thread keeps the
/// given order.
pub(super) fn permute<Id: Copy + Into<u64>>(
    node: Node<Id>,
    thread: usize,
    (successors, locations): (&mut [Id], &mut [u32]),
) {
    if thread > 0 {
        let random = node.hash_with((thread as u64) << 32);
        shuffle(successors, random);
        shuffle(locations, !random);
    }
}

/// Shuffles by Fisher and Yates with a linear congruential generator. It is called for each node, and need
/// not be uniform.
fn shuffle<T>(slice: &mut [T], mut random: u64) {
    for last in (1..slice.len()).rev() {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        slice.swap(last, (((random >> 32) * (last as u64 + 1)) >> 32) as usize);
    }
}

/// The reason if no id is left, or no memory for a colour.
pub(super) fn full() -> Halt {
    Halt::Stop(StopReason::StoreFull)
}
