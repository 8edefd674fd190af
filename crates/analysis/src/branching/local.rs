//! Labels of the states that matter for the initial one.
//!
//! B. Vergauwen and J. Lewi, *A Linear Local Model Checking Algorithm for CTL*, CONCUR 1993: a formula is asked of a state, which asks its
//! operands, of that state or of others, and each answer is remembered. `E[p U q]` goes depth-first over states that satisfy `p`, to
//! the first that satisfies `q`.
//!
//! We differ in how states that were left before that are told apart, which is by Tarjan's components (R. Tarjan, *Depth-First Search and
//! Linear Graph Algorithms*, SIAM Journal on Computing 1, 1972): a component that is finished leads nowhere, and satisfies the formula nowhere; from
//! every state that is live the path is reached, and so what is wanted. `E[p W q]` is content with a cycle or an end, too, so that the first
//! edge to a live state decides it.
//!
//! INVARIANT: a search for one operator asks nothing but operands of it, which have other numbers, and so it never meets itself.

use sanderling_cutoff::TELLING_VISITS;
use sanderling_store::StateId;
use sanderling_system::Adaptive;

use super::Branching;
use super::numbered::{Numbered, Operators, Until};
use super::telling::{Labels, Step, tree};
use super::tree::{Claim, RunTree};
use crate::control::Control;
use crate::limits::{Clock, Limits, StopReason};
use crate::nodes::{Node, Numbers};
use crate::observe::Goal;
use crate::on_the_fly::{Halt, OnTheFly};
use crate::self_check::{Discrepancy, SelfCheck};

/// Of an operator and a state: nothing is known, it does not hold, it does. What is between is the number of a live state.
const UNSEEN: u32 = 0;
const NO: u32 = u32::MAX;
const YES: u32 = u32::MAX - 1;

/// What has become of labelling states on the fly.
#[derive(Debug)]
pub struct Labelled {
    /// Whether the initial state satisfies the formula, or why that was not found out.
    pub holds: Result<bool, StopReason>,
    /// The runs that show it as far as runs can, where that is wanted, and they were found within the limits.
    pub tree: Option<RunTree<Claim>>,
    /// How often a state was visited, once for each operator at most.
    pub visits: u64,
    /// The events that were fired.
    pub firings: u64,
    /// The bytes that store, path and labels have taken in the end, which is when they take most.
    pub bytes: usize,
    /// Where the search ended since the system does not do what the reference does: then nothing is to be believed.
    pub discrepancy: Option<Discrepancy>,
}

/// Finds out whether the initial state satisfies a formula over conditions, by looking at no more states than that takes; and the runs that
/// show it, if that is wanted and runs can.
///
/// Takes time linear in the events for each operator, and for each state four bytes for each operator besides the state itself; on the
/// path some forty.
///
/// An event that is undefined ends the search with [`StopReason::Undefined`].
pub fn label_on_the_fly<S: Adaptive>(
    mut system: S,
    (formula, conditions): (&Branching, &[Goal<'_, S>]),
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
        let mut local =
            Local::new(OnTheFly::new(system, self_check, clock, control), conditions, operators.len());
        let initial = local.states.root;
        let ended = local.holds(&formula, initial);
        let tree = match ended {
            Ok(holds) if wants_runs => {
                local.told_from = Some(local.states.visits);
                // An answer is one without runs, too.
                let asked = (initial, holds);
                tree(&mut local, &formula, asked).ok().flatten()
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
    /// Where the state is among those that are live, from 1.
    number: u32,
    /// The least number of a live state that is known to be reached from it.
    least: u32,
    /// Where its successors begin, and which is the next to be taken.
    successors: (usize, usize),
}

struct Local<'a, S: Adaptive> {
    states: OnTheFly<'a, S>,
    conditions: &'a [Goal<'a, S>],
    labels: Numbers,
    /// The state at hand.
    at: Option<StateId>,
    /// The visits until the formula was decided, once runs are told.
    told_from: Option<u64>,
    /// Those of one search lie behind those of the search that asked for it; and so do live states and successors.
    path: Vec<Frame>,
    live: Vec<StateId>,
    successors: Vec<StateId>,
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
    fn new(states: OnTheFly<'a, S>, conditions: &'a [Goal<'a, S>], operators: usize) -> Self {
        let labels = Numbers::new(operators);
        let (path, live, successors) = (Vec::new(), Vec::new(), Vec::new());
        Self { states, conditions, labels, at: None, told_from: None, path, live, successors }
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

    /// Whether one of some formulas holds, or fails.
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

    /// Whether a run from a state is one that `until` asks for.
    fn search(&mut self, operator: u32, until: &Until, state: StateId) -> Result<bool, Halt> {
        let (path, live, successors) = (self.path.len(), self.live.len(), self.successors.len());
        let is_found = self.enter(operator, until, state)? || self.follow(operator, until, path)?;
        self.path.truncate(path);
        self.successors.truncate(successors);
        // If no run was found, none is live.
        self.label_live(operator, live, YES);
        Ok(is_found)
    }

    /// Follows the path on from its last state, until a run is found or nothing is left of the path beyond where it began.
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

    /// Sees a state for the first time, and goes to it if it is on the way. Whether a run has been found with it.
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
        self.path.push(Frame { number, least: number, successors: (begin, begin) });
        Ok(false)
    }

    /// Leaves the last state of the path, all of whose events have been followed.
    fn leave(&mut self, operator: u32) {
        let Some(Frame { number, least, successors, .. }) = self.path.pop() else { return };
        self.successors.truncate(successors.0);
        if least == number {
            self.label_live(operator, number as usize - 1, NO);
        } else if let Some(before) = self.path.last_mut() {
            before.least = before.least.min(least);
        }
    }

    /// Labels the live states from a position on, which are live no more.
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
        match self.told_from {
            Some(from) if !TELLING_VISITS.admits(self.states.visits - from) => {
                Err(Halt::Stop(StopReason::Decided))
            }
            _ => Ok(()),
        }
    }

    /// Takes a state to hand, if it is not.
    fn unpack(&mut self, state: StateId) -> Result<(), Halt> {
        if self.at != Some(state) {
            self.at = Some(state);
            self.states.unpack(state)?;
        }
        Ok(())
    }

    /// The bytes that are taken beside the store; they never become fewer.
    fn bytes(&self) -> usize {
        self.labels.bytes()
            + self.path.capacity() * size_of::<Frame>()
            + self.live.capacity() * size_of::<StateId>()
            + self.successors.capacity() * size_of::<StateId>()
    }
}
