//! The configuration square: every combination of order, store, retention and reduction.
//!
//! The configurations that keep all states are few, and all of them are always tested. There are too many
//! that may forget states. [`Configuration::rotation`] draws a few of these by a seed, so that over many
//! seeds every pair of choices occurs. Refused combinations are drawn again.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sanderling::{
    Caching, Chains, Driver, Encoding, Events, Heuristic, KeyEvent, Limits, Order, ProgressMeasure, Question,
    Reductions, Replacement, Request, Retention, SelfCheckMode, Statistics, StoreChoice, StubbornMethod,
    StubbornOptions,
};

use sanderling_report::{Reason, Report};

/// A configuration of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Configuration {
    /// The driver.
    pub driver: Driver,
    /// The store.
    pub store: StoreChoice,
    /// The order of the open states.
    pub order: Order,
    /// The number of threads.
    pub threads: usize,
    /// The encoding of markings.
    pub encoding: Encoding,
    /// Which closed states are kept.
    pub retention: Retention,
    /// Which closed states are forgotten first.
    pub replacement: Replacement,
    /// Maximum number of states in a cache.
    pub cache_states: Option<u64>,
    /// The reductions.
    pub reductions: Reductions,
    /// The level at which a progress measure is learned, or `None` for the default of the net.
    pub level: Option<usize>,
}

/// The orders of searches that may forget states.
const ORDERS: [Order; 7] = [
    Order::BreadthFirst,
    Order::DepthFirst,
    Order::BoundedWidth(2),
    Order::Alternating { breadth: 1, depth: 3 },
    Order::Alternating { breadth: 0, depth: 2 },
    Order::BestFirst,
    Order::Random(7),
];

/// Sizes of caches, from very small to large enough for small state spaces.
const CACHES: [Option<u64>; 6] = [Some(1), Some(8), Some(30), Some(100), Some(100_000), None];

/// The replacement strategies.
const REPLACEMENTS: [&str; 11] = [
    "random",
    "oldest",
    "lru",
    "in-degree,-distance",
    "-out-degree",
    "distance",
    "frequency,oldest",
    "event-type",
    "stratified:3",
    "stratified:8:3,-lru",
    "-in-degree",
];

/// Below the default, since there are many configurations.
const MAX_REVISITS: f64 = 30.0;

/// Larger than any model of the tests.
const MAX_STATES: u64 = 1 << 21;

const CHAINS: [Chains; 4] =
    [Chains::Kept, Chains::OffTree, Chains::Unstored { every: 1 }, Chains::Unstored { every: 5 }];

const RETENTIONS: [Retention; 5] =
    [Retention::KeepAll, Retention::Auto, Retention::Cache, Retention::Sweep, Retention::CacheAndSweep];

/// Returns the exact stores.
fn exact_stores() -> Vec<StoreChoice> {
    StoreChoice::all().filter(|&store| store != StoreChoice::Auto && store.abilities().is_exact).collect()
}

impl Configuration {
    /// Returns a configuration that keeps all states and fires all events.
    fn plain(driver: Driver, order: Order, threads: usize, encoding: Encoding) -> Self {
        Self {
            driver,
            store: StoreChoice::Packed,
            order,
            threads,
            encoding,
            retention: Retention::KeepAll,
            replacement: Caching::default().replacement,
            cache_states: None,
            reductions: Reductions::default(),
            level: None,
        }
    }

    /// Returns every combination without forgetting that is not refused.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for encoding in [Encoding::Fields, Encoding::Radix] {
            for driver in [Driver::Sequential, Driver::Batched] {
                for order in [Order::BreadthFirst, Order::DepthFirst] {
                    for store in exact_stores() {
                        let plain = |threads| Self { store, ..Self::plain(driver, order, threads, encoding) };
                        all.extend([1, 2, 3].map(plain));
                    }
                }
            }
        }
        all.retain(|one: &Self| one.request(Question::Explore).refusal().is_none());
        for store in exact_stores() {
            let of_store = all.iter().filter(|one| one.store == store).count();
            assert!(of_store > 5, "too few combinations are supported: {store}");
        }
        all
    }

    /// Returns every distinct combination. The sequential driver has one thread.
    #[must_use]
    pub fn distinct() -> Vec<Self> {
        let is_distinct = |one: &Self| one.driver == Driver::Batched || one.threads == 1;
        Self::all().into_iter().filter(is_distinct).collect()
    }

    /// Returns every combination for nets with values in tokens. Mixed radix can only pack numbers of
    /// tokens.
    #[must_use]
    pub fn of_programs() -> Vec<Self> {
        Self::all().into_iter().filter(|one| one.encoding == Encoding::Fields).collect()
    }

    /// Returns this number of configurations that may forget states or skip events, drawn by this seed.
    #[must_use]
    pub fn rotation(seed: u64, count: usize) -> Vec<Self> {
        Self::rotation_for(&Question::Explore, seed, count)
    }

    /// Returns this number of configurations that answer a query, drawn by this seed.
    #[must_use]
    pub fn rotation_for(question: &Question, seed: u64, count: usize) -> Vec<Self> {
        let mut random = StdRng::seed_from_u64(seed);
        let drawn = std::iter::repeat_with(|| Self::draw(&mut random));
        drawn.filter(|one| one.request(question.clone()).refusal().is_none()).take(count).collect()
    }

    /// Returns this number of configurations for nets with values in tokens, drawn by this seed.
    #[must_use]
    pub fn rotation_of_programs(seed: u64, count: usize) -> Vec<Self> {
        let packed = |one: Self| Self { encoding: Encoding::Fields, ..one };
        Self::rotation(seed, count).into_iter().map(packed).collect()
    }

    fn draw(random: &mut StdRng) -> Self {
        let retention = *RETENTIONS.choose(random).expect("there are some");
        let store = *exact_stores().choose(random).expect("there are some");
        let (mut cache_states, mut replacement) = (None, Caching::default().replacement);
        // Where a store forgets nothing, a strategy would make no difference.
        if retention.caches() && store.abilities().forgets {
            cache_states = *CACHES.choose(random).expect("there are some");
            let name = REPLACEMENTS.choose(random).expect("there are some");
            replacement = name.parse().expect("it is one");
        }
        let reductions = Reductions {
            structural: false,
            events: *Events::all().choose(random).expect("there are some"),
            stubborn: StubbornOptions {
                method: *StubbornMethod::ALL.choose(random).expect("there are some"),
                key: *KeyEvent::ALL.choose(random).expect("there are some"),
            },
            chains: *CHAINS.choose(random).expect("there are some"),
        };
        let order = *ORDERS.choose(random).expect("there are some");
        // Most choices do not go with a store on disk, so it would hardly ever be drawn.
        let is_on_disk = store == StoreChoice::Disk;
        let order = if is_on_disk { Order::BreadthFirst } else { order };
        let reductions =
            if is_on_disk { Reductions { chains: Chains::Kept, ..reductions } } else { reductions };
        let level = retention.sweeps().then(|| random.random_range(0..6)).filter(|_| random.random_bool(0.7));
        Self {
            order,
            store,
            driver: if random.random_bool(0.5) { Driver::Auto } else { Driver::Sequential },
            threads: random.random_range(1..=2),
            encoding: if random.random_bool(0.5) { Encoding::Fields } else { Encoding::Radix },
            retention,
            replacement,
            cache_states,
            reductions,
            level,
        }
    }

    /// Whether paths to states are shortest.
    #[must_use]
    pub fn is_breadth_first(&self) -> bool {
        self.order == Order::BreadthFirst
            && !self.retention.sweeps()
            && self.reductions.events.keep_shortest_paths()
            && !matches!(self.reductions.chains, Chains::Unstored { .. })
    }

    /// Whether the search is refused if there are too many events for the independence relation.
    #[must_use]
    pub fn needs_independence(&self) -> bool {
        self.reductions.events.need_independence()
    }

    /// Whether the search goes level by level, and so reports the number of states of each.
    #[must_use]
    pub fn has_levels(&self) -> bool {
        self.request(Question::Explore).searches_by_level()
    }

    /// Whether the search may end without an answer, because too few states may be forgotten.
    #[must_use]
    pub fn may_give_up(&self) -> bool {
        self.retention.caches() && self.cache_states.is_some()
    }

    /// Whether a search that forgets states ended early for an acceptable reason.
    #[must_use]
    pub fn gave_up(&self, report: &Report) -> bool {
        let reasons = [Some(Reason::TreeTooLarge), Some(Reason::RevisitLimit)];
        !report.exhaustive && self.may_give_up() && reasons.contains(&report.reason)
    }

    /// Creates a request for this query and all statistics. It has limits, so that it ends even if a fault
    /// leads to infinitely many states. If the state space is explored, every state is compared with the
    /// reference semantics, and otherwise a sample.
    #[must_use]
    pub fn request(&self, question: Question) -> Request {
        // Stubborn sets skip states, so there are no statistics.
        let has_statistics = !self.reductions.leave_states_out();
        let is_whole =
            question == Question::Explore && self.store == StoreChoice::Packed && self.threads == 1;
        Request {
            statistics: Statistics {
                levels: has_statistics,
                bounds: has_statistics,
                dead_transitions: has_statistics,
            },
            order: self.order,
            store: Some(self.store),
            driver: self.driver,
            threads: self.threads,
            encoding: self.encoding,
            retention: self.retention,
            caching: Caching {
                max_states: self.cache_states,
                replacement: self.replacement,
                max_revisits: MAX_REVISITS,
                ..Caching::default()
            },
            reductions: self.reductions,
            self_check: if is_whole { SelfCheckMode::All } else { SelfCheckMode::Sample },
            heuristic: Heuristic::default(),
            progress_measure: self.level.map_or(ProgressMeasure::Auto, ProgressMeasure::Learned),
            limits: Limits { states: Some(MAX_STATES), ..Limits::default() },
            ..Request::new(question)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Returns the choices of a configuration, each in words.
    fn choices(one: &Configuration) -> [String; 7] {
        [
            one.store.to_string(),
            one.order.to_string(),
            format!("{:?}", one.retention),
            one.replacement.to_string(),
            format!("{:?}", one.cache_states),
            format!("{:?}", one.reductions.events),
            format!("{:?}", one.reductions.chains),
        ]
    }

    fn pairs(one: &Configuration) -> Vec<(String, String)> {
        let choices = choices(one);
        let pair = |(i, j): (usize, usize)| (format!("{i} {}", choices[i]), format!("{j} {}", choices[j]));
        (0..choices.len()).flat_map(|i| (0..i).map(move |j| (i, j))).map(pair).collect()
    }

    #[test]
    fn every_pair_of_choices_occurs_in_the_rotation() {
        let drawn = |seeds: std::ops::Range<u64>| {
            let all = seeds.flat_map(|seed| Configuration::rotation_for(&Question::Deadlock, seed, 3));
            all.flat_map(|one| pairs(&one)).collect::<HashSet<_>>()
        };
        let (few, many) = (drawn(0..1500), drawn(1500..6000));
        let missing: Vec<_> = many.difference(&few).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(few.len() > 400, "{}", few.len());
    }
}
