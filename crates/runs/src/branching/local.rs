//! Labels of the states that matter for the initial one.
//!
//! Source: B. Vergauwen and J. Lewi, *A Linear Local Model Checking Algorithm for CTL*, CONCUR 1993. The
//! value of a formula in a state is computed from the values of its operands, in this state or in others,
//! and each value is stored. `E[p U q]` goes depth-first through states that satisfy `p`, to the first that
//! satisfies `q`.
//!
//! Where we differ: finished states are distinguished from live ones by Tarjan's components (R. Tarjan,
//! *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing 1, 1972). A finished
//! component leads to no wanted state, and does not satisfy the formula. The path is reachable from every
//! live state, and therefore so is a wanted state that is found. `E[p W q]` also holds on a cycle or at an
//! end, so the first edge to a live state decides it.
//!
//! INVARIANT: a search for one operator evaluates only its operands, which have other numbers, so it never
//! meets itself.

use sanderling_cutoff::TELLING_VISITS;
use sanderling_store::StateId;
use sanderling_system::Adaptive;

use super::Branching;
use super::evidence::{Labels, Step, tree};
use super::numbered::{Numbered, Operators, Until};
use super::order::EventOrder;
use super::tree::{Claim, RunTree};
use crate::nodes::{Node, Numbers};
use crate::on_the_fly::{Halt, OnTheFly};
use sanderling_analysis::Control;
use sanderling_analysis::Goal;
use sanderling_analysis::building_blocks::Clock;
use sanderling_analysis::{Discrepancy, SelfCheck};
use sanderling_analysis::{Limits, StopReason};

/// Labels of an operator in a state: unknown, false, true. A number in between is that of a live state.
const UNSEEN: u32 = 0;
const NO: u32 = u32::MAX;
const YES: u32 = u32::MAX - 1;

/// The result of labelling states on the fly.
#[derive(Debug)]
pub struct Labelled {
    /// Whether the initial state satisfies the formula, or why that was not decided.
    pub holds: Result<bool, StopReason>,
    /// The runs that serve as evidence, if they are wanted and were found within the limits.
    pub tree: Option<RunTree<Claim>>,
    /// The number of visits: at most one for each state and operator.
    pub visits: u64,
    /// The number of fired events.
    pub firings: u64,
    /// The memory of store, path and labels at the end, in bytes. It is the maximum.
    pub bytes: usize,
    /// The state in which the system differs from the reference, if any. Then the result is unreliable.
    pub discrepancy: Option<Discrepancy>,
}

/// Decides whether the initial state satisfies a formula over conditions, visiting only as many states as
/// that takes. Also returns the runs that serve as evidence, if they are wanted.
///
/// Takes time linear in the events for each operator. For each state it takes four bytes for each operator
/// besides the state itself, and about forty on the path.
///
/// `order` changes which states are visited first; the usual order is that of the numbers of events.
///
/// An undefined event ends the search with [`StopReason::Undefined`].
pub fn label_on_the_fly<S: Adaptive>(
    mut system: S,
    (formula, conditions): (&Branching, &[Goal<'_, S>]),
    order: Option<&EventOrder<'_, S>>,
    wants_runs: bool,
    self_check: Option<&SelfCheck<'_, S>>,
    limits: Limits,
    control: &Control<'_>,
) -> Labelled {
    let mut operators = Operators::default();
    let formula = operators.numbered(formula);
    let clock = Clock::start(limits, control);
    let mut relaxations = 0;
    loop {
        let states = OnTheFly::new(system, self_check, clock, control);
        let mut local = Local::new(states, (conditions, order), operators.len());
        let initial = local.states.root;
        let ended = local.holds(&formula, initial);
        let tree = match ended {
            Ok(holds) if wants_runs => {
                local.shown_from = Some(local.states.visits);
                // The answer is valid even without runs.
                let root = (initial, holds);
                tree(&mut local, &formula, root).ok().flatten()
            }
            _ => None,
        };
        let discrepancy = local.states.compared();
        let holds = match ended {
            Ok(holds) => Ok(holds),
            Err(Halt::Stop(reason)) => Err(reason),
            Err(Halt::Broken(state, event)) => {
                match local.states.relaxed(&mut relaxations, (&state, event)) {
                    Ok(next) => {
                        system = next;
                        continue;
                    }
                    Err(reason) => Err(reason),
                }
            }
        };
        let states = &local.states;
        return Labelled {
            holds,
            tree,
            visits: states.visits,
            firings: states.firings,
            bytes: states.store.bytes() + local.bytes(),
            discrepancy,
        };
    }
}

/// A state on the path of a search.
#[derive(Debug)]
struct Frame {
    /// The number of the state among the live ones, from 1.
    number: u32,
    /// The least number of a live state known to be reachable from it.
    least: u32,
    /// The start of its successors, and the next one to follow.
    successors: (usize, usize),
}

struct Local<'a, S: Adaptive> {
    states: OnTheFly<'a, S>,
    conditions: &'a [Goal<'a, S>],
    order: Option<&'a EventOrder<'a, S>>,
    labels: Numbers,
    /// The current state.
    at: Option<StateId>,
    /// The number of visits that decided the formula, once runs are being constructed.
    shown_from: Option<u64>,
    /// The path. Nested searches append their parts, also to the live states and the successors.
    path: Vec<Frame>,
    live: Vec<StateId>,
    successors: Vec<StateId>,
    /// The successors of a state with their distances.
    distances: Vec<(i64, StateId)>,
}

impl<S: Adaptive> Labels for Local<'_, S> {
    fn holds(&mut self, formula: &Numbered, state: StateId) -> Result<bool, Halt> {
        Self::holds(self, formula, state)
    }

    fn steps(&mut self, state: StateId) -> Result<Vec<Step>, Halt> {
        self.unpack(state)?;
        let (states, mut targets) = (&mut self.states, Vec::new());
        states.fire_all(state, &mut targets)?;
        Ok(states.events.iter().copied().zip(targets).collect())
    }

    fn visit(&mut self) -> Result<(), Halt> {
        Self::visit(self)
    }
}

impl<'a, S: Adaptive> Local<'a, S> {
    fn new(
        states: OnTheFly<'a, S>,
        (conditions, order): (&'a [Goal<'a, S>], Option<&'a EventOrder<'a, S>>),
        operators: usize,
    ) -> Self {
        let labels = Numbers::new(operators);
        let (path, live, successors, distances) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (at, shown_from) = (None, None);
        Self { states, conditions, order, labels, at, shown_from, path, live, successors, distances }
    }

    fn holds(&mut self, formula: &Numbered, state: StateId) -> Result<bool, Halt> {
        match formula {
            Numbered::Constant(holds) => Ok(*holds),
            Numbered::Atom(position) => {
                self.unpack(state)?;
                let OnTheFly { system, state, scratch, events, .. } = &self.states;
                Ok(self.conditions[*position](system, state, scratch, events))
            }
            Numbered::Not(inner) => Ok(!self.holds(inner, state)?),
            Numbered::And(parts) => Ok(!self.is_any(parts, state, false)?),
            Numbered::Or(parts) => self.is_any(parts, state, true),
            Numbered::Next(operator, inner) => self.next(*operator, inner, state),
            Numbered::Until(operator, until) => {
                let node = Node { state, location: *operator };
                match self.labels.get(node) {
                    UNSEEN => self.search(*operator, until, state),
                    label => Ok(label == YES),
                }
            }
        }
    }

    /// Whether one of some formulas has this value.
    fn is_any(&mut self, parts: &[Numbered], state: StateId, holds: bool) -> Result<bool, Halt> {
        for part in parts {
            if self.holds(part, state)? == holds {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn next(&mut self, operator: u32, inner: &Numbered, state: StateId) -> Result<bool, Halt> {
        let node = Node { state, location: operator };
        let label = self.labels.get(node);
        if label != UNSEEN {
            return Ok(label == YES);
        }
        self.visit()?;
        let begin = self.successors.len();
        self.unpack(state)?;
        self.states.fire_all(state, &mut self.successors)?;
        let mut holds = false;
        for position in begin..self.successors.len() {
            if self.holds(inner, self.successors[position])? {
                holds = true;
                break;
            }
        }
        self.successors.truncate(begin);
        self.labels.set(node, if holds { YES } else { NO });
        Ok(holds)
    }

    /// Whether some run from a state satisfies `until`.
    fn search(&mut self, operator: u32, until: &Until, state: StateId) -> Result<bool, Halt> {
        let (path, live, successors) = (self.path.len(), self.live.len(), self.successors.len());
        let is_found = self.enter(operator, until, state)? || self.follow(operator, until, path)?;
        self.path.truncate(path);
        self.successors.truncate(successors);
        // If no run was found, no state is live.
        self.label_live(operator, live, YES);
        Ok(is_found)
    }

    /// Continues the path from its last state, until a run is found or the path is back at its beginning.
    fn follow(&mut self, operator: u32, until: &Until, begin: usize) -> Result<bool, Halt> {
        while self.path.len() > begin {
            let frame = self.path.last_mut().expect("it is longer than where it began");
            let Some(&state) = self.successors.get(frame.successors.1) else {
                self.leave(operator);
                continue;
            };
            frame.successors.1 += 1;
            let is_found = match self.labels.get(Node { state, location: operator }) {
                NO => false,
                YES => true,
                UNSEEN => self.enter(operator, until, state)?,
                number => {
                    frame.least = frame.least.min(number);
                    until.may_last
                }
            };
            if is_found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Visits a state for the first time, and moves to it if it is `on_the_way`. Returns whether that
    /// completes a run.
    fn enter(&mut self, operator: u32, until: &Until, state: StateId) -> Result<bool, Halt> {
        self.visit()?;
        let node = Node { state, location: operator };
        if self.holds(&until.wanted, state)? {
            self.labels.set(node, YES);
            return Ok(true);
        }
        if !self.holds(&until.on_the_way, state)? {
            self.labels.set(node, NO);
            return Ok(false);
        }
        self.live.push(state);
        let number = u32::try_from(self.live.len()).ok().filter(|&number| number < YES);
        let number = number.ok_or(Halt::Stop(StopReason::StoreFull))?;
        self.labels.set(node, number);
        self.unpack(state)?;
        if self.states.events.is_empty() && until.may_last {
            return Ok(true);
        }
        let begin = self.successors.len();
        self.states.fire_all(state, &mut self.successors)?;
        self.sort_successors(begin, operator, until);
        self.path.push(Frame { number, least: number, successors: (begin, begin) });
        Ok(false)
    }

    /// Puts the successors from a position on in the order of their distances, if these are to be considered.
    fn sort_successors(&mut self, begin: usize, operator: u32, until: &Until) {
        let Some(order) = self.order.filter(|order| !order.distances.is_empty()) else { return };
        let goal = if until.may_last { &until.on_the_way } else { &until.wanted };
        self.distances.clear();
        for &successor in &self.successors[begin..] {
            let is_new = self.labels.get(Node { state: successor, location: operator }) == UNSEEN;
            let distance = is_new.then(|| {
                self.states.look(successor);
                let OnTheFly { system, state, scratch, .. } = &self.states;
                order.distance(goal, true, (system, state, scratch))
            });
            self.distances.push((distance.unwrap_or(0), successor));
        }
        self.at = None;
        self.distances.sort_by_key(|&(distance, _)| distance);
        self.successors.truncate(begin);
        self.successors.extend(self.distances.iter().map(|&(_, successor)| successor));
    }

    /// Leaves the last state of the path after all its events have been followed.
    fn leave(&mut self, operator: u32) {
        let Some(Frame { number, least, successors, .. }) = self.path.pop() else { return };
        self.successors.truncate(successors.0);
        if least == number {
            self.label_live(operator, number as usize - 1, NO);
        } else if let Some(before) = self.path.last_mut() {
            before.least = before.least.min(least);
        }
    }

    /// Labels the live states from a position on, and removes them from the live ones.
    fn label_live(&mut self, operator: u32, position: usize, label: u32) {
        for state in self.live.drain(position..) {
            self.labels.set(Node { state, location: operator }, label);
        }
    }

    fn visit(&mut self) -> Result<(), Halt> {
        if self.states.is_due() {
            self.states.look_at_limits(self.path.len(), self.bytes())?;
        }
        self.states.visits += 1;
        match self.shown_from {
            Some(from) if !TELLING_VISITS.admits(self.states.visits - from) => {
                Err(Halt::Stop(StopReason::Decided))
            }
            _ => Ok(()),
        }
    }

    /// Makes a state the current one, if it is not.
    fn unpack(&mut self, state: StateId) -> Result<(), Halt> {
        if self.at != Some(state) {
            self.at = Some(state);
            self.states.unpack(state)?;
            if let Some(order) = self.order {
                order.sample.order(state, &mut self.states.events);
            }
        }
        Ok(())
    }

    /// Returns the memory besides the store, in bytes. It never decreases.
    fn bytes(&self) -> usize {
        self.labels.bytes()
            + self.path.capacity() * size_of::<Frame>()
            + self.live.capacity() * size_of::<StateId>()
            + self.successors.capacity() * size_of::<StateId>()
    }
}
