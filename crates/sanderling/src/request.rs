//! What a caller asks for.

use std::collections::BTreeMap;

use sanderling_analysis::open::Order;
use sanderling_analysis::reduce::{Chains, Events};
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{DepthBound, Disk, Driver, Fairness, Limits, Options, StoreChoice};
use sanderling_model::ModelErrors;
use sanderling_net::Net;
use sanderling_property::{Formula, Logic, Property, Statement};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::checkpoint::Checkpointing;
use crate::choices::{Heuristic, ProgressMeasure, Reductions};
use crate::company::Company;
use crate::fair_to::FairTo;
use crate::options::reported;
use crate::portfolio::Effort;
use crate::prepare::{AnalysedNet, Facts, Kind};
use crate::search::self_check::SelfCheckMode;
use crate::store::DEFAULT;

/// Questions about a net, and how to look for the answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// What is asked. All of it is answered in one pass.
    pub question: Question,
    /// Which statistics are wanted besides the counts.
    pub statistics: Statistics,
    /// The order in which open states are taken.
    pub order: Order,
    /// Which closed states are kept.
    pub retention: Retention,
    /// How states are forgotten where they may be.
    pub caching: Caching,
    /// What is left out.
    pub reductions: Reductions,
    /// Whether questions about a place/transition net may be decided by proofs, without a search.
    pub proofs: bool,
    /// How much is tried before a large search, where the net may be reduced or a proof be looked for.
    pub effort: Effort,
    /// How deep to explore, where not all states are asked for: depth-first, with a bound that grows.
    pub depth: Option<DepthBound>,
    /// What best-first search goes by.
    pub heuristic: Heuristic,
    /// What the sweep-line goes by.
    pub progress_measure: ProgressMeasure,
    /// How markings are remembered; `None`: as is expected to serve best.
    pub store: Option<StoreChoice>,
    /// Which driver.
    pub driver: Driver,
    /// The number of threads, at least one.
    pub threads: usize,
    /// The seed of what is random, but for an order that has its own.
    pub seed: u64,
    /// How markings are packed.
    pub encoding: Encoding,
    /// Whether the net's assertions are checked, too. Questions about deadlocks never ask for them.
    pub assertions: bool,
    /// Whether it is asked, behind all other properties, if no run of a program is accepted by its property process. Only questions that check
    /// properties ask it.
    pub property_process: bool,
    /// What becomes of firings that are undefined.
    pub model_errors: ModelErrors,
    /// Which states are compared with the net's reference semantics.
    pub self_check: SelfCheckMode,
    /// Which runs formulas of linear time are about, if not all.
    pub fairness: Option<Fairness>,
    /// To whom these are fair.
    pub fair_to: FairTo,
    /// Whether runs are to be shortest. Otherwise they are made shorter in [`Effort::shorten_time`].
    pub shortest: bool,
    /// How far to go.
    pub limits: Limits,
    /// Where what does not fit memory is written, with stores that do so.
    pub disk: Disk,
    /// Where checkpoints of the search are written, if any are.
    pub checkpoint: Option<Checkpointing>,
    /// The processes that search together, if there are several.
    pub company: Option<Company>,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// The statistics of the state space, and which assertions hold.
    Explore,
    /// Freedom from deadlock.
    Deadlock,
    /// Freedom from deadlock, but for dead markings that are meant: those that satisfy the formula of this property,
    /// whose quantifier says nothing here.
    DeadlockExcept(Property),
    /// Properties; the search ends when all are decided.
    Check(Vec<Property>),
    /// Properties of which some are about runs. Those that are not are asked together, as with [`Check`](Self::Check), within half of the time; the others
    /// are decided after that, by searches of their own.
    Statements(Vec<Statement>),
}

/// Statistics that make reports long or searches slower, and so are given on request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// The states of each breadth-first level.
    pub levels: bool,
    /// The most tokens of each place.
    pub bounds: bool,
    /// The transitions that are never enabled.
    pub dead_transitions: bool,
}

/// How markings are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// Whichever is expected to serve best.
    #[default]
    Auto,
    /// Bit fields: fastest to fire.
    Fields,
    /// Mixed radix: smallest.
    Radix,
}

impl Encoding {
    /// The name on the command line and in reports.
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
    /// Freedom from deadlock, but for the dead markings that satisfy a formula, if there is one.
    #[must_use]
    pub fn deadlock(except: Option<Property>) -> Self {
        except.map_or(Self::Deadlock, Self::DeadlockExcept)
    }

    /// Properties of either kind.
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

    /// The properties that are asked, of either kind; none where others questions are asked.
    pub(crate) fn statements(&self) -> Vec<Statement> {
        match self {
            Self::Statements(statements) => statements.clone(),
            Self::Check(properties) => properties.iter().cloned().map(Statement::Markings).collect(),
            Self::Explore | Self::Deadlock | Self::DeadlockExcept(_) => Vec::new(),
        }
    }

    /// Whether it is freedom from deadlock, with exceptions or without.
    #[must_use]
    pub fn is_deadlock(&self) -> bool {
        matches!(self, Self::Deadlock | Self::DeadlockExcept(_))
    }

    /// The dead markings that are no deadlocks that are asked about.
    #[must_use]
    pub fn except(&self) -> Option<&Property> {
        match self {
            Self::DeadlockExcept(except) => Some(except),
            Self::Explore | Self::Deadlock | Self::Check(_) | Self::Statements(_) => None,
        }
    }
}

impl Request {
    /// A request for this question, breadth-first on one thread and without limits.
    #[must_use]
    pub fn new(question: Question) -> Self {
        Self {
            assertions: question == Question::Explore,
            property_process: false,
            model_errors: ModelErrors::default(),
            question,
            statistics: Statistics::default(),
            order: Order::default(),
            retention: Retention::default(),
            caching: Caching::default(),
            reductions: Reductions::default(),
            proofs: false,
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

    /// Whether the search may write where [`Self::disk`] says.
    pub(crate) fn may_write(&self) -> bool {
        match self.store.unwrap_or(DEFAULT) {
            StoreChoice::Packed | StoreChoice::ComBack(_) => false,
            // The tree comes later, if it does, and only breadth-first.
            StoreChoice::Auto => self.searches_by_level(),
            StoreChoice::Tree
            | StoreChoice::Disk
            | StoreChoice::HashCompaction(_)
            | StoreChoice::Bitstate(_) => true,
        }
    }

    /// This request, decided by whatever is cheapest: with rules that make the net smaller, stubborn sets and
    /// proofs, as far as these go together with the other choices.
    #[must_use]
    pub fn with_portfolio(self, net: &Net) -> Self {
        if AnalysedNet::new(net, &Facts::default()).kind() == Kind::Coloured {
            let is_helped = matches!(self.question, Question::Check(_) | Question::DeadlockExcept(_));
            let is_one_search = self.depth.is_some() || self.company.is_some();
            let proofs = is_helped && !is_one_search && self.statistics == Statistics::default();
            return Self { proofs, ..self };
        }
        let stubborn = Reductions { events: Events::STUBBORN, ..Reductions::default() };
        // Rules and proofs are about token counts. Where there are several processes, there is one search.
        let counts = net.is_place_transition() && self.company.is_none();
        let usual = [Reductions { structural: counts, ..stubborn }, stubborn];
        let mut reduced =
            usual.map(|reductions| Self { reductions, proofs: counts, ..self.clone() }).into_iter();
        reduced.find(|one| one.refusal().is_none()).unwrap_or(self)
    }

    /// What is looked for, as conditions on a marking, but for what the net asserts. With exceptions, a deadlock is looked
    /// for where something holds of its tokens, so that everything that decides formulas decides this.
    pub(crate) fn goals(&self) -> Vec<Formula> {
        match &self.question {
            // Statements are taken apart before somebody looks for anything.
            Question::Explore | Question::Statements(_) => Vec::new(),
            Question::Deadlock => vec![Formula::Deadlock],
            Question::DeadlockExcept(except) => {
                vec![Formula::And(vec![Formula::Deadlock, except.formula.in_deadlock().negate()])]
            }
            Question::Check(properties) => properties.iter().map(Property::target).collect(),
        }
    }

    /// Whether there are cheaper ways to an answer about a net than one search.
    pub(crate) fn decides(&self, net: AnalysedNet<'_>) -> bool {
        let wants = self.reductions.structural || self.proofs;
        // What is dead without colours says nothing about deadlocks with them.
        let is_helped = || match net.kind() {
            Kind::PlaceTransition => true,
            Kind::Data => false,
            Kind::Coloured => self.question != Question::Deadlock,
        };
        wants && is_helped() && self.depth.is_none() && !self.goals().is_empty()
    }

    /// Whether the runs that the search finds are shortest, as long as it forgets nothing. Stubborn sets keep a shortest one, see
    /// [`Events::STUBBORN`].
    pub(crate) fn finds_shortest_runs(&self) -> bool {
        let knows_states = !self
            .store
            .is_some_and(|store| matches!(store, StoreChoice::HashCompaction(_) | StoreChoice::Bitstate(_)));
        self.order == Order::BreadthFirst
            && matches!(self.reductions.events, Events::ALL | Events::STUBBORN)
            && self.reductions.chains == Chains::default()
            && self.depth.is_none()
            && matches!(self.retention, Retention::Auto | Retention::KeepAll)
            && knows_states
    }

    /// Whether the search goes level by level, so that a report can tell how many states each level has.
    #[must_use]
    pub fn searches_by_level(&self) -> bool {
        self.depth.is_none() && self.options().chosen_driver() == Driver::Batched
    }

    /// Whether something is asked that is about runs, and decided by searches for these.
    #[must_use]
    pub fn is_about_runs(&self) -> bool {
        match self.question {
            Question::Statements(_) => true,
            Question::Check(_) => self.property_process,
            Question::Explore | Question::Deadlock | Question::DeadlockExcept(_) => false,
        }
    }

    /// Whether some property is decided by a search for one run: a formula of LTL, a livelock or a property process.
    pub(crate) fn searches_for_runs(&self) -> bool {
        let is_one_run = |statement: &Statement| match statement {
            Statement::Markings(_) | Statement::Livelock(_) => true,
            Statement::Runs(property) => property.logic == Logic::Ltl,
        };
        self.property_process || self.question.statements().iter().any(is_one_run)
    }

    /// The positions of the net's assertions that are to be checked.
    pub(crate) fn asserted(&self, net: &Net) -> std::ops::Range<usize> {
        let is_asked = self.assertions && !self.question.is_deadlock();
        0..if is_asked { net.assertions.len() } else { 0 }
    }

    pub(crate) fn options(&self) -> Options {
        Options {
            order: self.order,
            store: self.store.unwrap_or(DEFAULT),
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

    /// The choices as a report shows them, as they are carried out; `encoding` is the one that was taken.
    pub(crate) fn as_json(&self, net: &Net, encoding: &str) -> BTreeMap<String, Value> {
        let carried_out = Self {
            driver: self.options().chosen_driver(),
            // A search to a depth keeps all states.
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
