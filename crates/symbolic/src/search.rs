//! Finding all reachable markings: several orders of the places compete.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use num_bigint::BigUint;
use sanderling_diagram::order::{Heuristic, Incidence, Order, candidates, sum_of_spans};
use sanderling_diagram::{Diagrams, Limits, Relation, Set, Stop};
use sanderling_machine::clock::Instant;
use sanderling_model::Structure;

use crate::events::{event_of, touched};
use crate::reached::{Cost, Reached};

/// The time that each order gets at first.
const FIRST_SLICE: Duration = Duration::from_millis(50);

/// The time between two reports of a search.
const BETWEEN_REPORTS: Duration = Duration::from_secs(1);

/// Time limit for counting the markings reached so far.
const TIME_TO_COUNT: Duration = Duration::from_millis(200);

/// How much longer a slice is than that of the round before.
const SLICE_GROWTH: u32 = 4;

/// The limits of a search.
#[derive(Clone)]
pub struct Budget<'a> {
    /// Maximum memory, in bytes.
    pub bytes: u64,
    /// Maximum number of tokens in a place. A net with more, such as an unbounded one, ends the search.
    pub max_tokens: u32,
    /// Whether to stop now.
    pub is_over: Rc<dyn Fn() -> bool + 'a>,
    /// The number of results in each cache at first; only for tests that need small ones.
    pub first_cache: usize,
    /// Receives what has been reached about every second, after the first second.
    pub listener: Rc<dyn Fn(&SoFar) + 'a>,
}

/// What an unfinished search has reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoFar {
    /// What the current order has cost. The nodes are all that are in memory.
    pub cost: Cost,
    /// The memory in use, in bytes; of a stopped search, the maximum.
    pub bytes: u64,
    /// A lower bound of the number of reachable markings: the largest that was found in any order.
    pub least: BigUint,
}

/// A search that was stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stopped {
    /// Why it stopped.
    pub stop: Stop,
    /// What it had reached, unless it stopped within a second for lack of memory or because of a place.
    pub so_far: Option<SoFar>,
}

impl<'a> Budget<'a> {
    /// Creates a budget with the usual sizes.
    #[must_use]
    pub fn new(bytes: u64, is_over: impl Fn() -> bool + 'a) -> Self {
        let Limits { most, is_over, first_cache, .. } = Limits::new(bytes, is_over);
        Self { bytes, max_tokens: most, is_over, first_cache, listener: Rc::new(|_| ()) }
    }
}

/// What a search looks at.
#[derive(Clone, Copy)]
pub struct Search<'n, 'h> {
    /// The net.
    pub structure: &'n Structure,
    /// Groups of places that are never marked together, such as units; empty if none are known.
    pub units: &'h [Vec<u32>],
    /// The places of each known invariant.
    pub invariants: &'h [Vec<u32>],
    /// The order of the places; `None` to try several.
    pub order: Option<Order>,
}

/// When a search with one order has to stop.
#[derive(Clone, Copy, Default)]
struct Deadline {
    time: Option<Instant>,
    /// Whether only the time counts, and not the budget.
    is_alone: bool,
}

/// What is to be closed: the events, the set to begin with, and the set within which runs count.
pub(crate) struct Closing {
    pub(crate) relation: Relation,
    pub(crate) start: Set,
    pub(crate) within: Option<Set>,
}

/// Prepares what a candidate closes, or returns `None` if it cannot be described. Called again after [`Stop::Over`].
pub(crate) type Prepare<'p, 'a, 'n> = &'p dyn Fn(&mut Reached<'a, 'n>) -> Result<Option<Closing>, Stop>;

/// A search with one order.
struct Candidate<'a, 'n> {
    deadline: Rc<Cell<Deadline>>,
    /// The markings: none until a forward search ends, the enclosure in a backward search.
    reached: Reached<'a, 'n>,
    closing: Option<Closing>,
    has_begun: bool,
}

/// The markings of the order that ended first, and what was closed with its closure, unless it cannot be described.
pub(crate) type Closed<'a, 'n> = (Reached<'a, 'n>, Option<(Closing, Set)>);

impl<'a, 'n> Candidate<'a, 'n> {
    /// Continues for a time. `None` is unlimited.
    fn proceed(
        &mut self,
        time: Option<Duration>,
        prepare: Prepare<'_, 'a, 'n>,
        reports: &mut Reports<'_>,
    ) -> Result<Option<Set>, Stop> {
        let end = time.map(|time| Instant::now() + time);
        if self.closing.is_none() {
            self.closing = self.until(end, |candidate| prepare(&mut candidate.reached))?;
        }
        if self.closing.is_none() {
            return Ok(None);
        }
        loop {
            let next = end.map_or(reports.next, |end| end.min(reports.next));
            let result = self.until(Some(next), Self::close);
            let is_due = Instant::now() >= reports.next;
            if result == Err(Stop::Over) && (is_due || (reports.is_over)()) {
                reports.report(self);
            }
            let is_over = || (reports.is_over)() || end.is_some_and(|end| Instant::now() >= end);
            if result != Err(Stop::Over) || is_over() {
                return result.map(Some);
            }
        }
    }

    /// Works until a time, or the end of the budget.
    fn until<T>(&mut self, time: Option<Instant>, work: impl FnOnce(&mut Self) -> T) -> T {
        self.deadline.set(Deadline { time, is_alone: false });
        let done = work(self);
        self.deadline.set(Deadline::default());
        done
    }

    /// Ends with the closure.
    fn end(mut self, closed: Option<Set>, peak: u64) -> Closed<'a, 'n> {
        self.reached.peak_bytes = peak;
        (self.reached, self.closing.zip(closed))
    }

    /// Begins or continues to close what is prepared.
    fn close(&mut self) -> Result<Set, Stop> {
        let Closing { relation, start, within } = self.closing.as_ref().expect("it is prepared");
        if std::mem::replace(&mut self.has_begun, true) {
            return self.reached.diagrams.resume();
        }
        self.reached.diagrams.closure(*relation, start, within.as_ref())
    }

    /// Returns the number of markings reached so far, after [`Stop::Over`]. The budget may be over.
    fn reached_so_far(&mut self) -> Result<BigUint, Stop> {
        self.deadline.set(Deadline { time: Some(Instant::now() + TIME_TO_COUNT), is_alone: true });
        let diagrams = &mut self.reached.diagrams;
        let counted = diagrams.reached_so_far().and_then(|set| {
            let measures = diagrams.measure(&set, &[]);
            diagrams.release(set);
            Ok(measures?.members)
        });
        self.deadline.set(Deadline::default());
        counted
    }

    fn cost(&self) -> Cost {
        Cost {
            order: self.reached.order(),
            levels: self.reached.levels.len() as u32,
            nodes: self.reached.diagrams.stored_nodes(),
            created_nodes: self.reached.diagrams.created_nodes(),
            collections: self.reached.diagrams.collections(),
        }
    }

    /// Returns the number of nodes created for each finished level: less is better.
    fn nodes_per_level(&self) -> u64 {
        let closed_levels = if self.has_begun { self.reached.diagrams.closed_levels() } else { 0 };
        self.reached.diagrams.created_nodes() / (1 + u64::from(closed_levels))
    }
}

/// Reports of a search while it runs.
struct Reports<'a> {
    is_over: Rc<dyn Fn() -> bool + 'a>,
    listener: Rc<dyn Fn(&SoFar) + 'a>,
    /// When the next one is due.
    next: Instant,
    last: Option<SoFar>,
}

impl<'a> Reports<'a> {
    fn begin(budget: &Budget<'a>) -> Self {
        let (is_over, listener) = (budget.is_over.clone(), budget.listener.clone());
        Self { is_over, listener, next: Instant::now() + BETWEEN_REPORTS, last: None }
    }

    /// Reports what has been reached, with at least as many markings as before.
    fn report(&mut self, candidate: &mut Candidate<'_, '_>) {
        let before = self.last.take().map(|last| last.least);
        let least = candidate.reached_so_far().unwrap_or_default().max(before.unwrap_or_default());
        // The initial marking is reachable.
        let least = least.max(BigUint::from(1_u32));
        let so_far = SoFar { cost: candidate.cost(), bytes: candidate.reached.diagrams.bytes(), least };
        (self.listener)(&so_far);
        (self.next, self.last) = (Instant::now() + BETWEEN_REPORTS, Some(so_far));
    }

    fn stopped(self, stop: Stop, peak: u64) -> Stopped {
        let so_far = self.last.map(|last| SoFar { bytes: last.bytes.max(peak), ..last });
        Stopped { stop, so_far }
    }
}

impl<'n> Search<'n, '_> {
    /// Finds all reachable markings.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn run<'a>(&self, budget: &Budget<'a>) -> Result<Reached<'a, 'n>, Stopped> {
        let prepare = |reached: &mut Reached<'a, 'n>| {
            let events: Vec<_> = reached.events.iter().flatten().cloned().collect();
            let relation = reached.diagrams.relation(&events);
            let start = reached.diagrams.copy(&reached.initial);
            Ok(Some(Closing { relation, start, within: None }))
        };
        let (mut reached, closed) = self.close(&prepare, budget)?;
        let (_, all) = closed.expect("it is described");
        reached.all = all;
        Ok(reached)
    }

    /// Closes a set in the order that ends first.
    ///
    /// Each order gets a slice of time. After each round the better half continues with longer slices, until one order
    /// ends. The memory is divided among the orders that remain.
    ///
    /// # Errors
    /// A limit was reached.
    pub(crate) fn close<'a>(
        &self,
        prepare: Prepare<'_, 'a, 'n>,
        budget: &Budget<'a>,
    ) -> Result<Closed<'a, 'n>, Stopped> {
        let touched = touched(self.structure);
        let incidence = self.incidence(&touched);
        let mut orders = self.order.map_or_else(|| candidates(&incidence), |order| vec![order]).into_iter();
        let mut slice = (orders.len() > 1).then_some(FIRST_SLICE);
        let mut candidates: Vec<Candidate<'a, 'n>> = Vec::new();
        let (mut last, mut peak, mut reports) = (Stop::Over, 0, Reports::begin(budget));
        loop {
            let mut remaining = Vec::new();
            let mut waiting = std::mem::take(&mut candidates).into_iter();
            loop {
                let mut candidate = match waiting.next() {
                    Some(candidate) => candidate,
                    None => match orders.next() {
                        Some(order) => match self.candidate(order, &incidence, budget) {
                            Ok(candidate) => candidate,
                            Err(stop) => return Err(reports.stopped(stop, peak)),
                        },
                        None => break,
                    },
                };
                let result = candidate.proceed(slice, prepare, &mut reports);
                let all = waiting.as_slice().iter().chain(&remaining).chain([&candidate]);
                peak = peak.max(all.map(|candidate| candidate.reached.diagrams.bytes()).sum());
                match result {
                    Ok(closed) => return Ok(candidate.end(closed, peak)),
                    Err(Stop::Over) if (budget.is_over)() => return Err(reports.stopped(Stop::Over, peak)),
                    Err(Stop::Over) => remaining.push(candidate),
                    // A place with too many tokens has them in every order.
                    Err(Stop::Value) => return Err(reports.stopped(Stop::Value, peak)),
                    Err(Stop::Memory) => last = Stop::Memory,
                }
            }
            if remaining.is_empty() {
                return Err(reports.stopped(last, peak));
            }
            remaining.sort_by_key(Candidate::nodes_per_level);
            remaining.truncate(remaining.len().div_ceil(2));
            slice = (remaining.len() > 1).then(|| slice.unwrap_or(FIRST_SLICE) * SLICE_GROWTH);
            let share = budget.bytes / remaining.len() as u64;
            remaining.iter_mut().for_each(|candidate| candidate.reached.diagrams.set_bytes(share));
            candidates = remaining;
        }
    }

    fn incidence<'i>(&'i self, touched: &'i [Vec<u32>]) -> Incidence<'i> {
        let variables = self.structure.place_count();
        Incidence { variables, events: touched, units: self.units, invariants: self.invariants }
    }

    /// Returns the orders that [`run`](Self::run) tries, in this sequence. Each has the average number of levels from the
    /// lowest to the highest place of a transition, unless `is_over` returned true before that.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "an average is for reading")]
    pub fn orders(&self, is_over: &dyn Fn() -> bool) -> Vec<(Order, Option<f64>)> {
        let touched = touched(self.structure);
        let incidence = self.incidence(&touched);
        let mut spans: HashMap<Heuristic, Option<f64>> = HashMap::new();
        let span = |order: Order| {
            let span = || {
                let arranged = order.arrange(&incidence, is_over);
                let events = touched.iter().filter(|places| !places.is_empty()).count();
                (!is_over()).then(|| sum_of_spans(&incidence, &arranged) as f64 / events.max(1) as f64)
            };
            // The mirror image of an order has the same spans.
            (order, *spans.entry(order.heuristic).or_insert_with(span))
        };
        candidates(&incidence).into_iter().map(span).collect()
    }

    fn candidate<'a>(
        &self,
        order: Order,
        incidence: &Incidence<'_>,
        budget: &Budget<'a>,
    ) -> Result<Candidate<'a, 'n>, Stop> {
        let structure = self.structure;
        let arranged = order.arrange(incidence, &*budget.is_over);
        let mut levels = vec![0; arranged.len()];
        for (level, &place) in (1..).zip(&arranged) {
            levels[place as usize] = level;
        }
        let deadline = Rc::new(Cell::new(Deadline::default()));
        let (of_slice, of_all) = (deadline.clone(), budget.is_over.clone());
        let is_over = move || {
            let Deadline { time, is_alone } = of_slice.get();
            time.is_some_and(|end| Instant::now() >= end) || !is_alone && of_all()
        };
        // The first slices are short, so each may use much of the memory.
        let limits = Limits {
            most: budget.max_tokens,
            first_cache: budget.first_cache,
            ..Limits::new(budget.bytes / 4, is_over)
        };
        let mut diagrams = Diagrams::new(structure.place_count() as u32, limits);
        let events = structure.transition_ids().map(|transition| event_of(structure, transition, &levels));
        let events: Vec<_> = events.collect::<Result<_, _>>().map_err(|_| Stop::Value)?;
        let values = arranged.iter().map(|&place| u32::try_from(structure.initial()[place as usize]));
        let values: Vec<u32> = values.collect::<Result<_, _>>().map_err(|_| Stop::Value)?;
        let initial = diagrams.single(&values)?;
        let empty = diagrams.empty();
        let reached = Reached::new(structure, (diagrams, initial, empty), (order, levels, events));
        Ok(Candidate { deadline, reached, closing: None, has_begun: false })
    }
}
