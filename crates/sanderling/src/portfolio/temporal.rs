//! Temporal properties, by what is cheapest first.
//!
//! ```text
//! property ─▶ simpler ─▶ what it asks of single markings ─▶ a little of the runs ─▶ conditions that are constant ─▶ samples ─▶ all of it
//!                        (the portfolio of formulas)                                (the portfolio of formulas)
//! ```
//!
//! Formulas of LTL are negated: a run that satisfies the negation violates the property, and is searched for. Those of CTL are told by the
//! labels of the initial marking: markings are labelled on the fly, as far as that one needs it, or all of them if all can be explored.
//!
//! A run that ends is a run. In LTL its last marking is repeated for ever, and in CTL there is no next one: that is how the tools of the
//! Model Checking Contest agree to read its formulas.

mod branching;
mod extent;
mod facts;
mod linear;
mod livelock;
mod models;
mod parts;
mod samples;
mod smaller;
mod witness;

use sanderling_analysis::Control;
use sanderling_net::{Diagnostics, semantics};
use sanderling_property::{Formula, Logic, ReferenceValuation, TemporalProperty};
use sanderling_report::{Decision, Reason};

use self::extent::Extent;
pub(crate) use self::linear::over_atoms;
pub(crate) use self::livelock::look_for_livelocks;
use self::parts::{Parts, together};
pub(crate) use self::witness::{Said, Witness};
use super::budget::Budget;
use crate::prepare::AnalysedNet;
use crate::request::Request;

/// What is known of a temporal property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decided {
    /// Whether it holds.
    pub(crate) holds: bool,
    /// What has shown it.
    pub(crate) by: Decision,
    /// The runs that show it, as far as runs can and they have been found.
    pub(crate) run: Option<Witness>,
}

/// What has been found out of temporal properties.
#[derive(Debug)]
pub(crate) struct Found {
    /// Of each, where it is decided; otherwise why it is not.
    pub(crate) decided: Vec<Result<Decided, Undecided>>,
    /// The states that were visited, over all searches,
    pub(crate) visits: u64,
    /// and the firings from those that were expanded.
    pub(crate) firings: u64,
    /// The most memory that one of them took.
    pub(crate) peak_bytes: u64,
    /// The bits in which the last of them kept a state; 0 where there was none.
    pub(crate) bits_per_state: u64,
}

/// Why a property is not decided, and more about that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Undecided {
    pub(crate) reason: Reason,
    pub(crate) text: Option<String>,
}

impl Undecided {
    /// The reason, for people.
    pub(crate) fn in_words(&self) -> String {
        self.text.clone().unwrap_or_else(|| self.reason.in_words().to_owned())
    }
}

impl From<Reason> for Undecided {
    fn from(reason: Reason) -> Self {
        Self { reason, text: None }
    }
}

/// A property that says the same as one that is being decided.
struct Simpler {
    property: TemporalProperty,
    /// By what it is known to say the same.
    by: Vec<Decision>,
}

/// The properties that are being decided.
struct Temporal<'a> {
    net: AnalysedNet<'a>,
    simpler: Vec<Simpler>,
    request: &'a Request,
    budget: &'a Budget<'a>,
    found: Found,
    /// Whether runs of properties of branching time are told, too.
    wants_runs: bool,
    hear: &'a mut dyn FnMut(usize, &Decided),
}

/// Decides what it can of temporal properties, within the limits of the request.
///
/// # Errors
/// Where the net cannot be compiled.
pub(crate) fn decide(
    net: AnalysedNet<'_>,
    properties: &[TemporalProperty],
    request: &Request,
    control: &Control<'_>,
) -> Result<Found, Diagnostics> {
    let budget = Budget::start(request.limits, control);
    // Whatever there was no time to learn ends the first search.
    let _is_complete = net.learn_until(&|| budget.is_over());
    decide_all((net, true), properties, (request, &budget), &mut |_, _| ())
}

/// The same while somebody listens, who hears of each property as soon as it is decided. Of those of branching time no runs are told.
///
/// # Errors
/// As there.
pub(super) fn decide_and_announce(
    net: AnalysedNet<'_>,
    properties: &[TemporalProperty],
    (request, budget): (&Request, &Budget<'_>),
    hear: &mut dyn FnMut(usize, &Decided),
) -> Result<Found, Diagnostics> {
    decide_all((net, false), properties, (request, budget), hear)
}

/// A way to decide properties.
type Stage<'s> = &'s dyn Fn(&mut Temporal<'_>) -> Result<(), Diagnostics>;

fn decide_all(
    (net, wants_runs): (AnalysedNet<'_>, bool),
    properties: &[TemporalProperty],
    (request, budget): (&Request, &Budget<'_>),
    hear: &mut dyn FnMut(usize, &Decided),
) -> Result<Found, Diagnostics> {
    let unknown = Undecided::from(Reason::TimeLimit);
    let decided = vec![Err(unknown); properties.len()];
    let found = Found { decided, visits: 0, firings: 0, peak_bytes: 0, bits_per_state: 0 };
    let simpler = properties.iter().map(|property| {
        let property = TemporalProperty { formula: property.formula.simplified(), ..property.clone() };
        Simpler { property, by: Vec::new() }
    });
    let simpler = simpler.collect();
    let mut temporal = Temporal { net, simpler, request, budget, found, wants_runs, hear };
    let little = Extent::little(request);
    let stages: [Stage<'_>; 8] = [
        &|temporal| temporal.ask_for_markings(temporal.open()),
        &|temporal| temporal.look_for_runs(little),
        &|temporal| temporal.label_on_the_fly(little),
        &|temporal| {
            let changed = temporal.use_facts()?;
            temporal.ask_for_markings(changed)
        },
        &|temporal| temporal.look_in_samples(),
        &|temporal| temporal.label_graph(),
        &|temporal| temporal.look_for_runs(Extent::Whole),
        &|temporal| temporal.label_on_the_fly(Extent::Whole),
    ];
    for stage in stages {
        if budget.is_cancelled() {
            break;
        }
        stage(&mut temporal)?;
    }
    if budget.is_cancelled() {
        temporal.note(&temporal.open(), Some(Reason::Cancelled.into()));
    }
    Ok(temporal.found)
}

impl Temporal<'_> {
    /// Tells a property, which is open no more.
    fn tell(&mut self, position: usize, mut decided: Decided) {
        let Decided { by, .. } = &decided;
        decided.by = together(self.simpler[position].by.iter().chain([by]));
        (self.hear)(position, &decided);
        self.found.decided[position] = Ok(decided);
    }

    /// Takes note of why properties are open, where something says so.
    fn note(&mut self, positions: &[usize], why: Option<Undecided>) {
        let Some(why) = why else { return };
        for &position in positions {
            self.found.decided[position] = Err(why.clone());
        }
    }

    /// Takes note of what a search has visited, and of the bytes that it took.
    fn count(&mut self, visits: u64, firings: u64, bytes: u64) {
        self.found.visits += visits;
        self.found.firings += firings;
        self.found.peak_bytes = self.found.peak_bytes.max(bytes);
    }

    fn open(&self) -> Vec<usize> {
        let decided = self.found.decided.iter().enumerate();
        decided.filter(|(_, decided)| decided.is_err()).map(|(position, _)| position).collect()
    }

    /// The open properties of a logic.
    fn open_of(&self, logic: Logic) -> Vec<usize> {
        let is_of = |&position: &usize| self.simpler[position].property.logic == logic;
        self.open().into_iter().filter(is_of).collect()
    }

    /// Decides some open properties by what they ask of single markings, as far as that goes.
    fn ask_for_markings(&mut self, positions: Vec<usize>) -> Result<(), Diagnostics> {
        let Ok(initial) = semantics::initial(self.net.net) else { return Ok(()) };
        let budget = self.budget;
        let first = ReferenceValuation::build_until(self.net.net, &initial, &|| budget.is_over());
        let Ok(first) = first else { return Ok(()) };
        let holds = |formula: &Formula| formula.holds(&first);
        let mut parts = Parts::new(&holds);
        let shapes: Vec<_> =
            positions.iter().map(|&position| parts.of(&self.simpler[position].property)).collect();
        let time = self.budget.time_left().map(|left| left / 2);
        let known = parts.decided(self, time)?;
        for (position, shape) in positions.into_iter().zip(shapes) {
            if let Some(decided) = shape.decided(&known) {
                self.tell(position, decided);
            }
        }
        Ok(())
    }
}
