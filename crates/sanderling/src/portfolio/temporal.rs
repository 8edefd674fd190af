//! Decides temporal properties, with the cheapest technique first.
//!
//! ```text
//! property ─▶ simplified ─▶ single markings ─▶ small search ─▶ constant conditions ─▶ samples ─▶ full search
//!                           (the portfolio)                    (the portfolio)
//! ```
//!
//! An LTL formula is negated: a run that satisfies the negation violates the property. A CTL formula is
//! decided by the labels of the initial marking. Markings are labelled on the fly, as far as the initial
//! marking depends on them, or all of them if the state space can be explored.
//!
//! A run that ends in a deadlock is a run. In LTL its last marking repeats forever, and in CTL it has no next
//! marking. The tools of the Model Checking Contest agree on this semantics.

mod around;
mod branching;
mod diagram;
mod extent;
mod facts;
mod implied;
mod linear;
mod livelock;
mod models;
mod next;
mod parts;
mod reached;
mod returning;
mod samples;
mod smaller;
mod steps;
mod symmetric;
mod witness;

use sanderling_analysis::Control;
use sanderling_net::{Diagnostics, semantics};
use sanderling_property::{Formula, Logic, ReferenceValuation, TemporalProperty};
use sanderling_report::{Decision, Diagram, Reason};

use self::extent::Extent;
pub(crate) use self::linear::over_atoms;
pub(crate) use self::livelock::look_for_livelocks;
use self::parts::{Parts, together};
pub(crate) use self::witness::{FormulaClaim, Witness};
use super::budget::Budget;
use super::plan::{Deciding, carry_out};
use crate::prepare::AnalysedNet;
use crate::replay::StageLog;
use crate::request::Request;

/// The answer to a temporal property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decided {
    /// Whether it holds.
    pub(crate) holds: bool,
    /// What decided it.
    pub(crate) by: Decision,
    /// The runs that show the answer, if runs can show it and were found.
    pub(crate) run: Option<Witness>,
}

/// The results for some temporal properties.
#[derive(Debug)]
pub(crate) struct Found {
    /// For each property, the answer, or why it is undecided.
    pub(crate) decided: Vec<Result<Decided, Undecided>>,
    /// The states that all searches visited.
    pub(crate) visits: u64,
    /// The firings from the states that were expanded.
    pub(crate) firings: u64,
    /// The maximum memory that one of them used, in bytes.
    pub(crate) peak_bytes: u64,
    /// The bits per stored state in the last search; 0 if there was none.
    pub(crate) bits_per_state: u64,
    /// The decision diagram of all markings, if one was built.
    pub(crate) diagram: Option<Diagram>,
    /// The techniques that were tried.
    pub(crate) log: StageLog,
}

impl Found {
    /// The result before any search about a number of properties.
    fn nothing(properties: usize) -> Self {
        let unknown = Undecided::from(Reason::TimeLimit);
        Self {
            decided: vec![Err(unknown); properties],
            visits: 0,
            firings: 0,
            peak_bytes: 0,
            bits_per_state: 0,
            diagram: None,
            log: StageLog::default(),
        }
    }
}

/// Why a property is undecided, with an optional explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Undecided {
    pub(crate) reason: Reason,
    pub(crate) text: Option<String>,
}

impl Undecided {
    /// Describes the reason.
    pub(crate) fn in_words(&self) -> String {
        self.text.clone().unwrap_or_else(|| self.reason.in_words().to_owned())
    }
}

impl From<Reason> for Undecided {
    fn from(reason: Reason) -> Self {
        Self { reason, text: None }
    }
}

/// A property that is equivalent to the one to be decided.
struct Simpler {
    property: TemporalProperty,
    /// The decisions on which the equivalence depends.
    by: Vec<Decision>,
}

/// The state of deciding some properties.
struct Temporal<'a> {
    net: AnalysedNet<'a>,
    simpler: Vec<Simpler>,
    request: &'a Request,
    budget: Budget<'a>,
    found: Found,
    /// Whether runs are wanted for properties of branching time, too.
    wants_runs: bool,
    on_answer: &'a mut dyn FnMut(usize, &Decided),
}

/// Decides temporal properties within the limits of the request.
///
/// # Errors
/// The net cannot be compiled.
pub(crate) fn decide(
    net: AnalysedNet<'_>,
    properties: &[TemporalProperty],
    request: &Request,
    control: &Control<'_>,
) -> Result<Found, Diagnostics> {
    let budget = Budget::start(request.limits, control);
    // If there is no time to compute the facts of the net, the first search stops immediately.
    let _is_complete = net.learn_until(&|| budget.is_over());
    decide_all((net, true), properties, (request, budget), &mut |_, _| ())
}

/// Decides temporal properties, and calls `on_answer` for each one when it is decided. Does not produce runs for
/// properties of branching time.
///
/// # Errors
/// As for `decide`.
pub(super) fn decide_and_announce(
    net: AnalysedNet<'_>,
    properties: &[TemporalProperty],
    (request, budget): (&Request, Budget<'_>),
    on_answer: &mut dyn FnMut(usize, &Decided),
) -> Result<Found, Diagnostics> {
    decide_all((net, false), properties, (request, budget), on_answer)
}

fn decide_all(
    (net, wants_runs): (AnalysedNet<'_>, bool),
    properties: &[TemporalProperty],
    (request, budget): (&Request, Budget<'_>),
    on_answer: &mut dyn FnMut(usize, &Decided),
) -> Result<Found, Diagnostics> {
    let found = Found::nothing(properties.len());
    let simpler = properties.iter().map(|property| {
        let property = TemporalProperty { formula: property.formula.simplified(), ..property.clone() };
        Simpler { property, by: Vec::new() }
    });
    let simpler = simpler.collect();
    let mut temporal = Temporal { net, simpler, request, budget, found, wants_runs, on_answer };
    carry_out(if wants_runs { &steps::FOR_RUNS } else { &steps::FOR_ANSWERS }, &mut temporal)?;
    Ok(temporal.finish())
}

impl<'a> Deciding<'a> for Temporal<'a> {
    fn budget(&mut self) -> &mut Budget<'a> {
        &mut self.budget
    }

    fn log(&mut self) -> &mut StageLog {
        &mut self.found.log
    }

    fn open(&self) -> usize {
        self.found.decided.iter().filter(|decided| decided.is_err()).count()
    }

    fn visits(&self) -> u64 {
        self.found.visits
    }

    fn request(&self) -> &Request {
        self.request
    }
}

impl Temporal<'_> {
    /// Announces and stores the answer to a property.
    fn settle(&mut self, position: usize, mut decided: Decided) {
        let Decided { by, .. } = &decided;
        decided.by = together(self.simpler[position].by.iter().chain([by]));
        (self.on_answer)(position, &decided);
        self.found.decided[position] = Ok(decided);
    }

    /// Records why properties are undecided, if a reason is given.
    fn note(&mut self, positions: &[usize], why: Option<Undecided>) {
        let Some(why) = why else { return };
        for &position in positions {
            self.found.decided[position] = Err(why.clone());
        }
    }

    /// Adds the statistics of a search to the totals.
    fn count(&mut self, visits: u64, firings: u64, bytes: u64) {
        self.found.visits += visits;
        self.found.firings += firings;
        self.found.peak_bytes = self.found.peak_bytes.max(bytes);
    }

    /// Returns what was found. If the caller has cancelled, this is why properties are open.
    fn finish(mut self) -> Found {
        if self.budget.is_cancelled() {
            self.note(&self.open_positions(), Some(Reason::Cancelled.into()));
        }
        self.found
    }

    fn open_positions(&self) -> Vec<usize> {
        let decided = self.found.decided.iter().enumerate();
        decided.filter(|(_, decided)| decided.is_err()).map(|(position, _)| position).collect()
    }

    /// Returns the open properties of a logic.
    fn open_of(&self, logic: Logic) -> Vec<usize> {
        let is_of = |&position: &usize| self.simpler[position].property.logic == logic;
        self.open_positions().into_iter().filter(is_of).collect()
    }

    /// Decides open properties by their conditions on single markings, as far as possible.
    fn decide_by_markings(&mut self, positions: Vec<usize>) -> Result<(), Diagnostics> {
        let Ok(initial) = semantics::initial(self.net.net) else { return Ok(()) };
        let budget = self.budget;
        let first = ReferenceValuation::build_until(self.net.net, &initial, &|| budget.is_over());
        let Ok(first) = first else { return Ok(()) };
        let holds = |formula: &Formula| formula.holds(&first);
        let mut parts = Parts::new(&holds);
        let shapes: Vec<_> =
            positions.iter().map(|&position| parts.of(&self.simpler[position].property)).collect();
        let known = parts.decided(self)?;
        for (position, shape) in positions.into_iter().zip(shapes) {
            if let Some(decided) = shape.decided(&known) {
                self.settle(position, decided);
            }
        }
        Ok(())
    }
}
