//! Requests: a question about a net, and the choices for answering it.
//!
//! [`options`] has the table of choices in words. No file of this folder compiles a net or starts a search.

pub(crate) mod checkpoint;
pub(crate) mod choices;
pub(crate) mod company;
mod effort;
pub(crate) mod engine;
pub(crate) mod fair_to;
pub(crate) mod memory;
pub mod options;
mod self_check;

use std::collections::BTreeMap;

use sanderling_analysis::open::Order;
use sanderling_analysis::reduce::Chains;
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{DepthBound, Disk, Driver, Limits, Options, StoreChoice};
use sanderling_model::ModelErrors;
use sanderling_net::Net;
use sanderling_property::{Formula, Logic, Property, Statement};
use sanderling_runs::Fairness;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::checkpoint::Checkpointing;
use self::choices::{Heuristic, ProgressMeasure, Reductions};
use self::company::Company;
pub use self::effort::Effort;
pub use self::engine::{DiagramOrder, Engine};
use self::fair_to::FairTo;
use self::options::reported;
pub use self::self_check::SelfCheckMode;

/// The default store.
pub(crate) const DEFAULT_STORE: StoreChoice = StoreChoice::Auto;

/// The kind of model to which a net is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A place/transition net, whose markings are numbers of tokens.
    PlaceTransition,
    /// A data net: each place always holds one token, which has a value. Programs are data nets.
    Data,
    /// Any other coloured net, explored without unfolding it.
    Coloured,
}

/// A question about a net, with the choices for answering it.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The question. All of it is answered in one pass.
    pub question: Question,
    /// The statistics to report in addition to the counts.
    pub statistics: Statistics,
    /// Whether the report lists the stages of the plan.
    pub explain_plan: bool,
    /// The order in which open states are expanded.
    pub order: Order,
    /// Which closed states are kept.
    pub retention: Retention,
    /// How states are forgotten, if they may be.
    pub caching: Caching,
    /// The reductions.
    pub reductions: Reductions,
    /// Whether questions about a place/transition net may be decided by proofs, without a search.
    pub proofs: bool,
    /// How reachable markings are found.
    pub engine: Engine,
    /// The order of the places in decision diagrams; `None` tries several.
    pub diagram_order: Option<DiagramOrder>,
    /// How much effort to spend before a large search, if the net may be reduced or proofs are allowed.
    pub effort: Effort,
    /// The depth bound, for a search that does not explore all states: depth-first, with a growing threshold.
    pub depth: Option<DepthBound>,
    /// The heuristic of best-first search.
    pub heuristic: Heuristic,
    /// The progress measure of the sweep-line.
    pub progress_measure: ProgressMeasure,
    /// The store for markings; `None` chooses the one expected to perform best.
    pub store: Option<StoreChoice>,
    /// The driver.
    pub driver: Driver,
    /// The number of threads, at least one.
    pub threads: usize,
    /// The seed of random choices, except in an order that has its own.
    pub seed: u64,
    /// How markings are packed.
    pub encoding: Encoding,
    /// Whether the assertions of the net are checked. Questions about deadlocks ignore them.
    pub assertions: bool,
    /// Whether to check, after all other properties, that no run of a program is accepted by its property
    /// process. Only questions that check properties use it.
    pub property_process: bool,
    /// How undefined firings are handled.
    pub model_errors: ModelErrors,
    /// Which states are compared with the net's reference semantics.
    pub self_check: SelfCheckMode,
    /// The fairness of the runs that formulas of linear time are about; `None` means all runs.
    pub fairness: Option<Fairness>,
    /// Whether runs are fair to transitions or to processes.
    pub fair_to: FairTo,
    /// Whether traces must be shortest. Otherwise they are shortened within [`Effort::shorten_time`].
    pub shortest: bool,
    /// The limits on states, time and memory.
    pub limits: Limits,
    /// Where stores write states that do not fit in memory.
    pub disk: Disk,
    /// The checkpoints to write, if any.
    pub checkpoint: Option<Checkpointing>,
    /// The processes that search together, if there are several.
    pub company: Option<Company>,
}

/// A question about a net.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// The statistics of the state space, and which assertions hold.
    Explore,
    /// Deadlock freedom.
    Deadlock,
    /// Deadlock freedom, except for intended dead markings, which satisfy the formula of this property. Its
    /// quantifier is ignored.
    DeadlockExcept(Property),
    /// Properties of markings. The search ends when all are decided.
    Check(Vec<Property>),
    /// Properties, some of them about runs. Those about markings are decided together, as for
    /// [`Check`](Self::Check), within half of the time; the others follow, each with its own search.
    Statements(Vec<Statement>),
}

/// Statistics that make reports long or searches slower, and are therefore optional.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// The number of states of each breadth-first level.
    pub levels: bool,
    /// The bound of each place.
    pub bounds: bool,
    /// The transitions that are never enabled.
    pub dead_transitions: bool,
}

/// The encoding of markings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// The one expected to perform best.
    #[default]
    Auto,
    /// Bit fields, which are the fastest to fire.
    Fields,
    /// Mixed radix, which is the smallest.
    Radix,
}

impl Encoding {
    /// Returns the name on the command line and in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Fields => "fields",
            Self::Radix => "radix",
        }
    }
}

impl Question {
    /// Creates a question about deadlock freedom, except for the dead markings that satisfy a formula, if one
    /// is given.
    #[must_use]
    pub fn deadlock(except: Option<Property>) -> Self {
        except.map_or(Self::Deadlock, Self::DeadlockExcept)
    }

    /// Creates a question about properties of markings or runs.
    #[must_use]
    pub fn check(statements: Vec<Statement>) -> Self {
        let of_markings = |statement: &Statement| match statement {
            Statement::Markings(property) => Some(property.clone()),
            Statement::Runs(_) | Statement::Livelock(_) => None,
        };
        match statements.iter().map(of_markings).collect() {
            Some(properties) => Self::Check(properties),
            None => Self::Statements(statements),
        }
    }

    /// Returns the properties of the question; none for other questions.
    pub(crate) fn statements(&self) -> Vec<Statement> {
        match self {
            Self::Statements(statements) => statements.clone(),
            Self::Check(properties) => properties.iter().cloned().map(Statement::Markings).collect(),
            Self::Explore | Self::Deadlock | Self::DeadlockExcept(_) => Vec::new(),
        }
    }

    /// Returns whether the question is about deadlock freedom, with exceptions or without.
    #[must_use]
    pub fn is_deadlock(&self) -> bool {
        matches!(self, Self::Deadlock | Self::DeadlockExcept(_))
    }

    /// Returns the condition on dead markings that do not count as deadlocks.
    #[must_use]
    pub fn except(&self) -> Option<&Property> {
        match self {
            Self::DeadlockExcept(except) => Some(except),
            Self::Explore | Self::Deadlock | Self::Check(_) | Self::Statements(_) => None,
        }
    }
}

impl Request {
    /// Creates a request for this question: breadth-first, on one thread and without limits.
    #[must_use]
    pub fn new(question: Question) -> Self {
        Self {
            assertions: question == Question::Explore,
            property_process: false,
            model_errors: ModelErrors::default(),
            question,
            statistics: Statistics::default(),
            explain_plan: false,
            order: Order::default(),
            retention: Retention::default(),
            caching: Caching::default(),
            reductions: Reductions::default(),
            proofs: false,
            engine: Engine::default(),
            diagram_order: None,
            effort: Effort::default(),
            depth: None,
            heuristic: Heuristic::default(),
            progress_measure: ProgressMeasure::default(),
            store: None,
            driver: Driver::default(),
            threads: 1,
            seed: 0,
            encoding: Encoding::default(),
            self_check: SelfCheckMode::default(),
            fairness: None,
            fair_to: FairTo::default(),
            shortest: false,
            limits: Limits::default(),
            disk: Disk::default(),
            checkpoint: None,
            company: None,
        }
    }

    /// Returns whether the search may write to [`Self::disk`].
    pub(crate) fn may_write(&self) -> bool {
        match self.store.unwrap_or(DEFAULT_STORE) {
            // A search may switch to the tree store later, but only breadth-first.
            StoreChoice::Auto => self.searches_by_level(),
            // A store that can forget states has all of them in memory, and others write keys or paths to files.
            chosen => !chosen.abilities().forgets,
        }
    }

    /// Returns the goals of the question as conditions on a marking, without the assertions of the net. A
    /// deadlock with exceptions is a conjunction, so every technique for formulas applies to it.
    pub(crate) fn goals(&self) -> Vec<Formula> {
        match &self.question {
            // Statements are separated before the search.
            Question::Explore | Question::Statements(_) => Vec::new(),
            Question::Deadlock => vec![Formula::Deadlock],
            Question::DeadlockExcept(except) => {
                vec![Formula::And(vec![Formula::Deadlock, except.formula.in_deadlock().negate()])]
            }
            Question::Check(properties) => properties.iter().map(Property::target).collect(),
        }
    }

    /// Returns whether the runs that the search finds are shortest, as long as it forgets no states.
    pub(crate) fn finds_shortest_runs(&self) -> bool {
        let knows_states = self.store.is_none_or(|store| store.abilities().is_exact);
        self.order == Order::BreadthFirst
            && self.reductions.events.keep_shortest_paths()
            && self.reductions.chains == Chains::default()
            && self.depth.is_none()
            && matches!(self.retention, Retention::Auto | Retention::KeepAll)
            && knows_states
    }

    /// Returns whether the search proceeds by level, so that a report can show the number of states of each
    /// level.
    #[must_use]
    pub fn searches_by_level(&self) -> bool {
        self.depth.is_none() && self.options().chosen_driver() == Driver::Batched
    }

    /// Returns whether the question is about runs, which have their own searches.
    #[must_use]
    pub fn is_about_runs(&self) -> bool {
        match self.question {
            Question::Statements(_) => true,
            Question::Check(_) => self.property_process,
            Question::Explore | Question::Deadlock | Question::DeadlockExcept(_) => false,
        }
    }

    /// Returns whether some property is decided by a search for one run: a formula of LTL, a livelock or a
    /// property process.
    pub(crate) fn searches_for_runs(&self) -> bool {
        let is_one_run = |statement: &Statement| match statement {
            Statement::Markings(_) | Statement::Livelock(_) => true,
            Statement::Runs(property) => property.logic == Logic::Ltl,
        };
        self.property_process || self.question.statements().iter().any(is_one_run)
    }

    /// Returns the positions of the assertions to check.
    pub(crate) fn asserted(&self, net: &Net) -> std::ops::Range<usize> {
        let are_checked = self.assertions && !self.question.is_deadlock();
        0..if are_checked { net.assertions.len() } else { 0 }
    }

    pub(crate) fn options(&self) -> Options {
        Options {
            order: self.order,
            store: self.store.unwrap_or(DEFAULT_STORE),
            driver: self.driver,
            threads: self.threads.max(1),
            limits: self.limits,
            disk: self.disk.clone(),
            retention: self.retention,
            caching: self.caching.clone(),
            events: self.reductions.events,
            chains: self.reductions.chains,
            last_event_first: false,
            ..Options::default()
        }
    }

    /// Returns the effective choices, as a report shows them. `encoding` is the one in use.
    pub(crate) fn as_json(&self, net: &Net, encoding: &str) -> BTreeMap<String, Value> {
        let carried_out = Self {
            driver: self.options().chosen_driver(),
            // A depth-bounded search keeps all states.
            retention: if self.depth.is_some() { Retention::KeepAll } else { self.retention },
            ..self.clone()
        };
        let mut options: BTreeMap<String, Value> = reported(&carried_out).collect();
        options.insert("encoding".to_owned(), encoding.into());
        if net.is_place_transition() {
            options.remove("model_errors");
        }
        if self.depth.is_some() {
            options.extend(["order", "driver"].map(|name| (name.to_owned(), "depth".into())));
        }
        options
    }
}
