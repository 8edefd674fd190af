//! How much an unfolding may cost, and what is said where it would cost more or cannot be.

use std::cell::Cell;
use std::fmt;
use std::time::Duration;

use sanderling_cutoff::STEPS_BETWEEN_TICKS;
use sanderling_machine::clock::Instant;
use sanderling_net::{Diagnostic, Net, Span, TransitionId, VariableId};

use crate::evaluator::{Failure, MAX_VALUES};

/// How many of anything there may be, whatever the budget: numbers have 32 bits, and nobody looks each time.
const MAX_NUMBERED: u64 = 1 << 31;

/// The most that an unfolding may cost.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The most places.
    pub places: u64,
    /// The most transitions.
    pub transitions: u64,
    /// The most arcs.
    pub arcs: u64,
    /// The most memory, in bytes; what is needed is estimated.
    pub bytes: u64,
    /// The most time.
    pub time: Duration,
    /// Whether somebody wants it to end now.
    pub is_cancelled: &'a dyn Fn() -> bool,
    /// Who hears many times a second how far it has come. It is called on the unfolding's own thread: it should be quick.
    pub hear: &'a dyn Fn(&Progress),
}

/// How far an unfolding has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Places found so far: colours that a coloured place can hold.
    pub places: u64,
    /// Bindings found so far.
    pub bindings: u64,
    /// Bindings whose transitions have been made, which begins when all bindings are found.
    pub made: u64,
    /// Time since the unfolding began.
    pub elapsed: Duration,
}

impl Default for Budget<'_> {
    /// A few million nodes and arcs, 4 GiB, a minute, and nobody who cancels or listens.
    fn default() -> Self {
        Self {
            places: 2_000_000,
            transitions: 3_000_000,
            arcs: 20_000_000,
            bytes: 4 << 30,
            time: Duration::from_secs(60),
            is_cancelled: &|| false,
            hear: &|_| {},
        }
    }
}

/// Why there is no unfolding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotUnfolded {
    /// The unfolding would have more of something than the budget allows.
    TooLarge {
        /// What: `transitions`, `bytes of memory`, `seconds`.
        what: &'static str,
        /// How much is allowed.
        limit: u64,
    },
    /// A variable that may have any value of a sort with infinitely many, or too many to list.
    Infinite(Box<Diagnostic>),
    /// The net has something that no place/transition net says exactly, or that has no meaning.
    Unsupported(Box<Diagnostic>),
    /// Somebody wanted it to end.
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

/// An error about an element of the net.
pub(crate) fn refused(message: String, element: &str, span: Option<Span>) -> NotUnfolded {
    let diagnostic = Diagnostic::error(message).element(element);
    NotUnfolded::Unsupported(Box::new(match span {
        Some(span) => diagnostic.at(span),
        None => diagnostic,
    }))
}

/// The budget, and what of it is used up.
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

    /// Notes a step, and looks at the clock now and then.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), NotUnfolded> {
        self.ticks += 1;
        if self.ticks < STEPS_BETWEEN_TICKS.bits() {
            return Ok(());
        }
        self.ticks = 0;
        self.check_time()
    }

    /// Notes what has been found.
    pub(crate) fn note_found(&self, places: u64, bindings: u64) {
        self.progress.set(Progress { places, bindings, ..self.progress.get() });
    }

    /// Notes that the transitions of one more binding have been made.
    pub(crate) fn note_made(&self) {
        let progress = self.progress.get();
        self.progress.set(Progress { made: progress.made + 1, ..progress });
    }

    /// Tells how far it has come, and looks whether there is time to go on.
    pub(crate) fn check_time(&self) -> Result<(), NotUnfolded> {
        (self.budget.hear)(&Progress { elapsed: self.start.elapsed(), ..self.progress.get() });
        if (self.budget.is_cancelled)() {
            return Err(NotUnfolded::Cancelled);
        }
        if self.start.elapsed() > self.budget.time {
            return Err(NotUnfolded::TooLarge { what: "seconds", limit: self.budget.time.as_secs() });
        }
        Ok(())
    }

    /// Checks that what is numbered with 32 bits can be.
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

    /// What is said where a term in a transition has no meaning.
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
