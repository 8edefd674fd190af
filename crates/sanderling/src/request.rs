//! What a caller asks for.

use std::collections::BTreeMap;

use sanderling_analysis::open::Order;
use sanderling_analysis::reduce::{Chains, Events};
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{DepthBound, Disk, Driver, Limits, Options, StoreChoice};
use sanderling_model::ModelErrors;
use sanderling_net::Net;
use sanderling_property::{Formula, Property};
use serde_json::Value;

use crate::choices::{Heuristic, ProgressMeasure, Reductions};
use crate::portfolio::Effort;
use crate::prepare::{AnalysedNet, Facts, Kind};
use crate::search::self_check::SelfCheckMode;
use crate::store::DEFAULT;

/// Questions about a net, and how to look for the answers.
#[derive(Debug, Clone)]
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
    /// How markings are packed.
    pub encoding: Encoding,
    /// Whether the net's assertions are checked, too. Only [`Question::Deadlock`] never asks for them.
    pub assertions: bool,
    /// What becomes of firings that are undefined.
    pub model_errors: ModelErrors,
    /// Which states are compared with the net's reference semantics.
    pub self_check: SelfCheckMode,
    /// How far to go.
    pub limits: Limits,
    /// Where what does not fit memory is written, with stores that do so.
    pub disk: Disk,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// The statistics of the state space, and which assertions hold.
    Explore,
    /// Freedom from deadlock.
    Deadlock,
    /// Properties; the search ends when all are decided.
    Check(Vec<Property>),
}

/// Figures that make reports long or searches slower, and so are given on request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Fields => "fields",
            Self::Radix => "radix",
        }
    }
}

impl Request {
    /// This question, breadth-first on one thread and without limits.
    #[must_use]
    pub fn new(question: Question) -> Self {
        Self {
            assertions: question == Question::Explore,
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
            encoding: Encoding::default(),
            self_check: SelfCheckMode::default(),
            limits: Limits::default(),
            disk: Disk::default(),
        }
    }

    /// Why these choices do not go together, if they do not: then the request is refused.
    #[must_use]
    pub fn refusal(&self) -> Option<&'static str> {
        let forgets_some = self.retention.caches();
        if self.heuristic != Heuristic::default() && self.order != Order::BestFirst {
            Some("a heuristic says which state comes first in best-first search: add `--order best`")
        } else if self.progress_measure != ProgressMeasure::default() && !self.retention.sweeps() {
            Some("a progress measure is what a sweep-line goes by: add `--retain sweep` or `cache+sweep`")
        } else if self.caching.max_states.is_some() && !forgets_some {
            Some(
                "`--cache-states` limits a cache, and this search has none: choose `--retain cache` or `cache+sweep`",
            )
        } else if self.caching.replacement != Caching::default().replacement && !forgets_some {
            Some(
                "`--replace` says what a cache forgets first, and this search has none: choose `--retain cache` or `cache+sweep`",
            )
        } else if self.reductions.chains == Chains::OffTree && !forgets_some {
            Some(
                "`--reduce chains` lets more states be forgotten, and this search has no cache: choose `--retain cache` or `cache+sweep`",
            )
        } else if self.disk != Disk::default() && !self.may_write() {
            Some(
                "nothing is written to a disk in this search: leave out `--disk` and `--disk-size`, or choose `--store tree`",
            )
        } else if self.depth.is_some() {
            self.refusal_to_depth()
        } else {
            let refusal = self.refusal_of_structural().or_else(|| self.refusal_of_stubborn());
            refusal.or_else(|| self.options().refusal())
        }
    }

    /// Whether the search may write where [`Self::disk`] says.
    fn may_write(&self) -> bool {
        match self.store.unwrap_or(DEFAULT) {
            StoreChoice::Packed | StoreChoice::ComBack(_) => false,
            // The tree comes later, if it does, and only breadth-first.
            StoreChoice::Auto => self.searches_by_level(),
            StoreChoice::Tree | StoreChoice::HashCompaction(_) | StoreChoice::Bitstate(_) => true,
        }
    }

    /// The same question, decided by whatever is cheapest: with rules that make the net smaller, stubborn sets
    /// and proofs, as far as these go together with the other choices.
    #[must_use]
    pub fn with_portfolio(self, net: &Net) -> Self {
        if AnalysedNet::new(net, &Facts::default()).kind() == Kind::Coloured {
            let is_check = matches!(self.question, Question::Check(_));
            let proofs = is_check && self.depth.is_none() && self.statistics == Statistics::default();
            return Self { proofs, ..self };
        }
        let stubborn = Reductions { events: Events::STUBBORN, ..Reductions::default() };
        // Rules and proofs are about token counts.
        let counts = net.is_place_transition();
        let usual = [Reductions { structural: counts, ..stubborn }, stubborn];
        let mut reduced =
            usual.map(|reductions| Self { reductions, proofs: counts, ..self.clone() }).into_iter();
        reduced.find(|one| one.refusal().is_none()).unwrap_or(self)
    }

    /// What is looked for, as conditions on a marking, but for what the net asserts.
    pub(crate) fn goals(&self) -> Vec<Formula> {
        match &self.question {
            Question::Explore => Vec::new(),
            Question::Deadlock => vec![Formula::Deadlock],
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

    /// Why reductions of the net do not go together with what is asked, if they do not.
    fn refusal_of_structural(&self) -> Option<&'static str> {
        if !self.reductions.structural {
            None
        } else if self.question == Question::Explore {
            Some(
                "a net that is reduced has other markings, and `explore` counts those of this one: leave out `--reduce structural`",
            )
        } else if self.statistics != Statistics::default() {
            Some(
                "a net that is reduced has other markings, so that levels, bounds and transitions that never fire cannot be told: leave out `--levels` and `--bounds`, or `--reduce structural`",
            )
        } else if matches!(self.heuristic, Heuristic::Expression(_))
            || matches!(self.progress_measure, ProgressMeasure::Given(_))
        {
            Some(
                "an expression of `--heuristic` or `--progress-measure` names places, which rules may take away: leave out `--reduce structural`",
            )
        } else {
            None
        }
    }

    /// Why stubborn sets do not go together with what is asked, if they do not.
    fn refusal_of_stubborn(&self) -> Option<&'static str> {
        if !self.reductions.events.are_of_stubborn_sets() {
            None
        } else if self.question == Question::Explore {
            Some(
                "stubborn sets leave states out that a deadlock or a property does not need, and `explore` counts all of them: leave out `--reduce stubborn`",
            )
        } else if self.statistics != Statistics::default() {
            Some(
                "stubborn sets leave states out, so that levels, bounds and transitions that never fire cannot be told: leave out `--levels` and `--bounds`, or `--reduce stubborn`",
            )
        } else {
            None
        }
    }

    /// Why these choices do not go together with a depth, if they do not.
    fn refusal_to_depth(&self) -> Option<&'static str> {
        if self.order != Order::default() {
            Some(
                "a search to a depth has an order of its own, depth-first to a bound that grows: leave out `--order`",
            )
        } else if self.driver != Driver::Auto || self.threads > 1 {
            Some(
                "a search to a depth takes one event at a time, on one thread: leave out `--driver` and `--threads`",
            )
        } else if self.reductions != Reductions::default() {
            Some(
                "a search to a depth fires all events, since what is left out may be a nearest way: leave out `--reduce`",
            )
        } else if !matches!(self.retention, Retention::Auto | Retention::KeepAll)
            || self.caching != Caching::default()
        {
            Some(
                "a search to a depth keeps all states, with what is known of each: leave out `--retain`, `--cache-states`, `--replace` and `--max-revisit-factor`",
            )
        } else if self.store.is_some_and(|store| !matches!(store, StoreChoice::Auto | StoreChoice::Packed)) {
            Some("a search to a depth knows states by their place in the packed store: leave out `--store`")
        } else if self.statistics.levels {
            Some(
                "a search to a depth does not tell how far each state is: leave out `--levels`, or `--depth`",
            )
        } else if self.depth.is_some_and(|bound| bound.depth > DepthBound::MAX_DEPTH) {
            Some("no search goes deeper than 2147483647 firings: give a smaller `--depth`")
        } else if self.depth.is_some_and(|bound| bound.increment == 0) {
            Some("the bound has to grow from round to round: give an `--increment` of at least 1")
        } else {
            None
        }
    }

    /// Whether the search goes level by level, so that a report can tell how many states each level has.
    #[must_use]
    pub fn searches_by_level(&self) -> bool {
        self.depth.is_none() && self.options().chosen_driver() == Driver::Batched
    }

    /// The positions of the net's assertions that are to be checked.
    pub(crate) fn asserted(&self, net: &Net) -> std::ops::Range<usize> {
        let is_asked = self.assertions && self.question != Question::Deadlock;
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
        }
    }

    /// The choices as a report tells them; `encoding` is the one that was taken.
    pub(crate) fn as_json(&self, net: &Net, encoding: &str) -> BTreeMap<String, Value> {
        let driver = match self.options().chosen_driver() {
            Driver::Sequential => "sequential",
            _ => "batched",
        };
        let mut options = BTreeMap::from([
            ("order".to_owned(), self.order.to_string().into()),
            ("driver".to_owned(), driver.into()),
            ("threads".to_owned(), self.threads.max(1).into()),
            ("encoding".to_owned(), encoding.into()),
            ("retain".to_owned(), retention_name(self.retention).into()),
            ("reduce".to_owned(), self.reductions.to_string().into()),
            ("proof".to_owned(), if self.proofs { "on" } else { "off" }.into()),
        ]);
        let model_errors = match self.model_errors {
            ModelErrors::Report => "report",
            ModelErrors::State => "state",
        };
        if !net.is_place_transition() {
            options.insert("model_errors".to_owned(), model_errors.into());
        }
        let caches = self.retention.caches() && self.depth.is_none();
        let limits = [
            ("memory_bytes", self.limits.memory_bytes.map(Value::from)),
            ("time_s", self.limits.time.map(|time| time.as_secs_f64().into())),
            ("max_states", self.limits.states.map(Value::from)),
            ("disk_bytes", self.disk.max_bytes.map(Value::from)),
            ("cache_states", self.caching.max_states.map(Value::from)),
            ("replace", caches.then(|| self.caching.replacement.to_string().into())),
            ("max_revisit_factor", caches.then(|| self.caching.max_revisits.into())),
            ("heuristic", (self.order == Order::BestFirst).then(|| self.heuristic.to_string().into())),
            ("progress_measure", self.retention.sweeps().then(|| self.progress_measure.to_string().into())),
        ];
        if let Some(bound) = self.depth {
            options.extend(depth_choices(&bound));
        }
        options.extend(limits.into_iter().filter_map(|(name, limit)| Some((name.to_owned(), limit?))));
        options
    }
}

/// The choices of a search to a depth, which keeps all states in an order of its own.
fn depth_choices(bound: &DepthBound) -> [(String, Value); 7] {
    let switch = |is_on: bool| Value::from(if is_on { "on" } else { "off" });
    [
        ("order", "depth".into()),
        ("driver", "depth".into()),
        ("retain", retention_name(Retention::KeepAll).into()),
        ("depth", bound.depth.into()),
        ("increment", bound.increment.into()),
        ("depth_thresholds", switch(bound.thresholds)),
        ("frontier_tree", switch(bound.frontier_tree)),
    ]
    .map(|(name, choice)| (name.to_owned(), choice))
}

/// The name of a way of keeping states, on the command line and in reports.
fn retention_name(retention: Retention) -> &'static str {
    match retention {
        Retention::KeepAll => "all",
        Retention::Auto => "auto",
        Retention::Cache => "cache",
        Retention::Sweep => "sweep",
        Retention::CacheAndSweep => "cache+sweep",
    }
}
