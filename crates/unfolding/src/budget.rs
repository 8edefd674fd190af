//! Limits on the cost of an unfolding, and the errors for an unfolding that would exceed them or that does not exist.

use std::cell::Cell;
use std::fmt;
use std::time::Duration;

use sanderling_cutoff::STEPS_BETWEEN_TICKS;
use sanderling_machine::clock::Instant;
use sanderling_net::{Diagnostic, Net, Span, TransitionId, VariableId};

use crate::evaluator::{Failure, MAX_VALUES};

/// Maximum number of items of any kind, whatever the budget: numbers have 32 bits, and are not checked one by one.
const MAX_NUMBERED: u64 = 1 << 31;

/// Limits on the cost of an unfolding.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Maximum number of places.
    pub places: u64,
    /// Maximum number of transitions.
    pub transitions: u64,
    /// Maximum number of arcs.
    pub arcs: u64,
    /// Maximum memory, in bytes; the memory needed is estimated.
    pub bytes: u64,
    /// Maximum time.
    pub time: Duration,
    /// Returns whether the unfolding is to end now.
    pub is_cancelled: &'a dyn Fn() -> bool,
    /// Receives the progress many times a second. It is called on the unfolding's own thread and should return quickly.
    pub on_progress: &'a dyn Fn(&Progress),
}

/// Progress of an unfolding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Places found so far: colours that a coloured place can hold.
    pub places: u64,
    /// Bindings found so far.
    pub bindings: u64,
    /// Bindings whose transitions have been made. This begins when all bindings are found.
    pub made: u64,
    /// Time since the unfolding began.
    pub elapsed: Duration,
}

impl Default for Budget<'_> {
    /// Returns limits of a few million nodes and arcs, 4 GiB and a minute, without cancellation or a listener.
    fn default() -> Self {
        Self {
            places: 2_000_000,
            transitions: 3_000_000,
            arcs: 20_000_000,
            bytes: 4 << 30,
            time: Duration::from_secs(60),
            is_cancelled: &|| false,
            on_progress: &|_| {},
        }
    }
}

/// Reason why there is no unfolding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotUnfolded {
    /// The unfolding would have more of something than the budget allows.
    TooLarge {
        /// Limited quantity: `transitions`, `bytes of memory`, `seconds`.
        what: &'static str,
        /// Limit.
        limit: u64,
    },
    /// A variable may have any value of a sort with infinitely many values, or too many to list.
    Infinite(Box<Diagnostic>),
    /// The net has something that no place/transition net expresses exactly, or that has no meaning.
    Unsupported(Box<Diagnostic>),
    /// The unfolding was cancelled.
    Cancelled,
}

impl fmt::Display for NotUnfolded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { what: "seconds", limit: 0 } => f.write_str("the unfolding takes too long"),
            Self::TooLarge { what: "seconds", limit } => {
                write!(f, "the unfolding takes too long: more than {limit} seconds")
            }
            Self::TooLarge { what, limit } => {
                write!(f, "the unfolding is too large: more than {limit} {what}")
            }
            Self::Infinite(diagnostic) | Self::Unsupported(diagnostic) => diagnostic.fmt(f),
            Self::Cancelled => f.write_str("the unfolding was cancelled"),
        }
    }
}

impl std::error::Error for NotUnfolded {}

/// Returns an error about an element of the net.
pub(crate) fn refused(message: String, element: &str, span: Option<Span>) -> NotUnfolded {
    let diagnostic = Diagnostic::error(message).element(element);
    NotUnfolded::Unsupported(Box::new(match span {
        Some(span) => diagnostic.at(span),
        None => diagnostic,
    }))
}

/// Budget, and the part of it that is used up.
pub(crate) struct Meter<'a> {
    pub(crate) net: &'a Net,
    budget: Budget<'a>,
    start: Instant,
    ticks: u32,
    progress: Cell<Progress>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(net: &'a Net, budget: &Budget<'a>) -> Self {
        Self { net, budget: *budget, start: Instant::now(), ticks: 0, progress: Cell::default() }
    }

    /// Notes a step, and checks the clock now and then.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), NotUnfolded> {
        self.ticks += 1;
        if self.ticks < STEPS_BETWEEN_TICKS.bits() {
            return Ok(());
        }
        self.ticks = 0;
        self.check_time()
    }

    /// Notes the numbers of places and bindings found so far.
    pub(crate) fn note_found(&self, places: u64, bindings: u64) {
        self.progress.set(Progress { places, bindings, ..self.progress.get() });
    }

    /// Notes that the transitions of one more binding have been made.
    pub(crate) fn note_made(&self) {
        let progress = self.progress.get();
        self.progress.set(Progress { made: progress.made + 1, ..progress });
    }

    /// Reports the progress, and checks that the time limit has not passed.
    pub(crate) fn check_time(&self) -> Result<(), NotUnfolded> {
        (self.budget.on_progress)(&Progress { elapsed: self.start.elapsed(), ..self.progress.get() });
        if (self.budget.is_cancelled)() {
            return Err(NotUnfolded::Cancelled);
        }
        if self.start.elapsed() > self.budget.time {
            return Err(NotUnfolded::TooLarge { what: "seconds", limit: self.budget.time.as_secs() });
        }
        Ok(())
    }

    /// Checks that the colours and bindings can be numbered with 32 bits.
    pub(crate) fn check_numbers(&self, colours: u64, bindings: u64) -> Result<(), NotUnfolded> {
        within("colours", colours, MAX_NUMBERED)?;
        within("bindings", bindings, MAX_NUMBERED)
    }

    pub(crate) fn check_places(&self, count: u64) -> Result<(), NotUnfolded> {
        within("places", count, self.budget.places.min(MAX_NUMBERED))
    }

    pub(crate) fn check_transitions(&self, count: u64) -> Result<(), NotUnfolded> {
        within("transitions", count, self.budget.transitions.min(MAX_NUMBERED))
    }

    pub(crate) fn check_arcs(&self, count: u64) -> Result<(), NotUnfolded> {
        within("arcs", count, self.budget.arcs)
    }

    pub(crate) fn check_bytes(&self, bytes: u64) -> Result<(), NotUnfolded> {
        within("bytes of memory", bytes, self.budget.bytes)
    }

    pub(crate) fn too_many_values(&self, transition: TransitionId, variable: VariableId) -> NotUnfolded {
        let (transition, variable) =
            (self.net.transition(transition), &self.net.declarations.variables[variable.index()]);
        let message = format!("the variable `{}`, which may have too many values", variable.id);
        match refused(message, &transition.id, transition.span) {
            NotUnfolded::Unsupported(diagnostic) => NotUnfolded::Infinite(Box::new(
                diagnostic.expected("a variable of a small sort, or one that input arcs bind"),
            )),
            other => other,
        }
    }

    /// Returns the error for a term in a transition that has no meaning.
    pub(crate) fn refuse(&self, transition: TransitionId, what: &str, failure: Failure) -> NotUnfolded {
        let transition = self.net.transition(transition);
        let reason = match failure {
            Failure::TooMany(_) => {
                return NotUnfolded::TooLarge { what: "values in one multiset", limit: MAX_VALUES };
            }
            Failure::Negative => "a difference that is negative".to_owned(),
            Failure::Undefined(reason) => reason,
        };
        let message = format!("{what} may be undefined: {reason}");
        refused(message, &transition.id, transition.span)
    }
}

fn within(what: &'static str, count: u64, limit: u64) -> Result<(), NotUnfolded> {
    if count > limit { Err(NotUnfolded::TooLarge { what, limit }) } else { Ok(()) }
}
