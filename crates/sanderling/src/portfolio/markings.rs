//! All reachable markings of a net, as a decision diagram.

use std::rc::Rc;
use std::time::Duration;

use num_bigint::BigUint;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::{DiagramProgress, Progress};
use sanderling_machine::clock::Instant;
use sanderling_model::Structure;
use sanderling_net::{Diagnostic, Diagnostics};
use sanderling_report::{Argument, Decision, Diagram, Means, Reason, Technique};
use sanderling_symbolic::counting::RULES;
use sanderling_symbolic::{
    Budget as DiagramBudget, Cost, Counting, Counts, Reached, Search, SoFar, Stop, Stopped,
};

use super::budget::Budget;
use crate::prepare::{AnalysedNet, Facts};
use crate::request::{DiagramOrder, Request};
use crate::search::natural;

/// Maximum memory of a diagram if the request has no limit, in bytes.
const MAX_BYTES: usize = 4 << 30;

/// Maximum number of tokens in a place if every place has a proved bound. With more, single nodes become too large.
const MAX_TOKENS: u32 = 1 << 22;

/// Maximum number of tokens in a place otherwise, since the net may be unbounded.
const MAX_TOKENS_WITHOUT_BOUNDS: u32 = 1 << 10;

/// Maximum time for reductions that keep numbers.
const MAX_REDUCING: Duration = Duration::from_secs(5);

/// Maximum time for solving equations. Most nets for which this is useful take a few milliseconds.
const MAX_SOLVING: Duration = Duration::from_millis(300);

/// Number of markings whose firings are checked against the net.
const CHECKED_MARKINGS: usize = 16;

/// Returns all reachable markings of a place/transition net as [`find_markings`] does, or `None`.
///
/// # Errors
/// As for [`find_markings`].
pub(crate) fn reached_markings<'a, 'n: 'a>(
    net: AnalysedNet<'n>,
    request: &Request,
    budget: Budget<'a>,
) -> Result<Option<Reached<'a, 'n>>, Diagnostics> {
    Ok(find_markings(net, request, budget)?.ok())
}

/// Returns all reachable markings of a place/transition net. The reason says that the time or the memory does not
/// suffice, or a place has too many tokens, or the net is known to be unbounded. The result stops with the budget, too.
///
/// # Errors
/// The net cannot be compiled, or the set is wrong, which is an error in the program.
pub(crate) fn find_markings<'a, 'n: 'a>(
    net: AnalysedNet<'n>,
    request: &Request,
    budget: Budget<'a>,
) -> Result<Result<Reached<'a, 'n>, Ended>, Diagnostics> {
    let ended = |reason| Ok(Err(Ended { reason, so_far: None }));
    if !net.is_place_transition() {
        return ended(Reason::Unsupported);
    }
    if budget.is_over() {
        return ended(budget.until().reason());
    }
    if net.self_covering().is_some() {
        return ended(Reason::Unbounded);
    }
    let (knowledge, groups) = (net.knowledge()?, Groups::of(net)?);
    let structure = knowledge.structure();
    let search = groups.search(structure, request.diagram_order);
    let bytes = bytes_for_diagrams(request);
    let is_bounded = structure.place_ids().all(|place| knowledge.bounds().upper(place).is_some());
    let max_tokens = if is_bounded { MAX_TOKENS } else { MAX_TOKENS_WITHOUT_BOUNDS };
    let started = Instant::now();
    let listener = move |so_far: &SoFar| budget.control().report(|| progress(so_far, started.elapsed()));
    let limits = DiagramBudget {
        max_tokens,
        listener: Rc::new(listener),
        ..DiagramBudget::new(bytes, move || budget.is_over())
    };
    let reached = match search.run(&limits) {
        Ok(reached) => reached,
        Err(Stopped { stop, so_far }) => {
            let so_far = so_far.map(|SoFar { cost, bytes, least }| (unfinished(cost, &least), bytes));
            return Ok(Err(Ended { reason: reason(stop, budget), so_far }));
        }
    };
    let mut random = StdRng::seed_from_u64(0);
    none_missing(reached.missing_marking(CHECKED_MARKINGS, &mut |of| random.random_range(0..of)))?;
    budget.control().count_compared(CHECKED_MARKINGS as u64);
    Ok(Ok(reached))
}

/// Returns the memory for diagrams that a request allows, in bytes.
pub(crate) fn bytes_for_diagrams(request: &Request) -> u64 {
    (request.limits.memory_bytes.unwrap_or(MAX_BYTES) / 4 * 3) as u64
}

/// Why a search for all markings ended early, and the diagram so far with its memory in bytes.
pub(crate) struct Ended {
    pub(crate) reason: Reason,
    pub(crate) so_far: Option<(Diagram, u64)>,
}

fn progress(so_far: &SoFar, elapsed: Duration) -> Progress {
    let diagram = DiagramProgress { nodes: so_far.cost.nodes, states_at_least: so_far.least.to_string() };
    Progress {
        states: 0,
        stored: 0,
        open: 0,
        firings: 0,
        level: 0,
        bytes: usize::try_from(so_far.bytes).unwrap_or(usize::MAX),
        elapsed,
        shares: Vec::new(),
        diagram: Some(diagram),
    }
}

/// Returns the reason for a stop.
pub(crate) fn reason(stop: Stop, budget: Budget<'_>) -> Reason {
    match stop {
        Stop::Memory => Reason::MemoryLimit,
        Stop::Value => Reason::TokenLimit,
        Stop::Over => budget.until().reason(),
    }
}

/// Describes the diagram of all markings, without their number; `None` if there is no time or memory to count its nodes.
pub(crate) fn described(reached: &mut Reached<'_, '_>) -> Option<Diagram> {
    Some(of_cost(reached.cost().ok()?))
}

fn unfinished(cost: Cost, least: &BigUint) -> Diagram {
    Diagram { states_at_least: Some(natural(least)), ..of_cost(cost) }
}

fn of_cost(Cost { order, levels, nodes, created_nodes, collections }: Cost) -> Diagram {
    Diagram {
        order: order.to_string(),
        levels: levels.into(),
        nodes: nodes.into(),
        created_nodes: created_nodes.into(),
        collections: collections.into(),
        states: None,
        firings: None,
        deadlocks: None,
        states_at_least: None,
    }
}

/// Groups of related places, from which orders of the places are made.
pub(crate) struct Groups {
    units: Vec<Vec<u32>>,
    invariants: Vec<Vec<u32>>,
}

impl Groups {
    /// Returns the nested units and the known invariants of a net.
    ///
    /// # Errors
    /// The net cannot be compiled.
    pub(crate) fn of(net: AnalysedNet<'_>) -> Result<Self, Diagnostics> {
        let units = net
            .net
            .units
            .iter()
            .flat_map(|nested| &nested.units)
            .map(|unit| unit.places.iter().map(|place| place.index() as u32).collect());
        let invariants = net
            .knowledge()?
            .bounds()
            .invariants()
            .invariants
            .iter()
            .map(|invariant| invariant.weights.iter().map(|(place, _)| place.index() as u32).collect());
        Ok(Self { units: units.collect(), invariants: invariants.collect() })
    }

    /// Returns a search for all markings in an order of the places, or in several.
    pub(crate) fn search<'n>(&self, structure: &'n Structure, order: Option<DiagramOrder>) -> Search<'n, '_> {
        Search { structure, units: &self.units, invariants: &self.invariants, order }
    }
}

/// Returns the numbers of markings, firings and tokens of a place/transition net, or `None` if they are not found.
/// If there are no [simpler numbers](simpler_counts), the members of its decision diagram are counted.
///
/// # Errors
/// As for [`reached_markings`].
pub(crate) fn counts(
    net: AnalysedNet<'_>,
    request: &Request,
    budget: Budget<'_>,
) -> Result<Option<(Counts, Decision)>, Diagnostics> {
    let simpler = simpler_counts(net, request, budget)?;
    if simpler.is_some() {
        return Ok(simpler);
    }
    let Some(mut reached) = reached_markings(net, request, budget)? else { return Ok(None) };
    Ok(reached.counts().ok().map(|counts| (counts, Decision::by(Technique::Diagram))))
}

/// Returns the numbers of markings, firings and tokens of a place/transition net without a diagram of all its places,
/// or `None`.
///
/// Rules first make a smaller net. If its markings are all solutions of its place invariants, these are counted;
/// otherwise, the members of its decision diagram.
///
/// # Errors
/// As for [`reached_markings`].
pub(crate) fn simpler_counts(
    net: AnalysedNet<'_>,
    request: &Request,
    budget: Budget<'_>,
) -> Result<Option<(Counts, Decision)>, Diagnostics> {
    if !net.is_place_transition() || budget.is_over() || net.self_covering().is_some() {
        return Ok(None);
    }
    let structure = net.knowledge()?.structure();
    // Reductions and equations must leave time for the diagram.
    let within = |most: Duration| {
        let end = Instant::now() + budget.time_left().map_or(most, |left| most.min(left / 8));
        move || Instant::now() >= end || budget.is_over()
    };
    let smaller = Counting::reduce(RULES, net.net, structure, &within(MAX_REDUCING));
    let smaller = smaller.filter(Counting::is_smaller);
    let means = smaller.as_ref().map(|_| Means::StructuralReduction);
    let of_invariants = Decision::by(Technique::Proof(Argument::PlaceInvariant));
    if let Some(counts) = smaller.as_ref().and_then(|smaller| smaller.solve(&within(MAX_SOLVING))) {
        return Ok(Some((counts, of_invariants.with(means))));
    }
    if let Some(counts) =
        Counting::unreduced(net.net, structure).and_then(|all| all.solve(&within(MAX_SOLVING)))
    {
        return Ok(Some((counts, of_invariants)));
    }
    let Some(smaller) = smaller else { return Ok(None) };
    let facts = Facts::default();
    let analysed = AnalysedNet::new(smaller.net(), &facts);
    let Some(mut reached) = reached_markings(analysed, request, budget)? else { return Ok(None) };
    let mut random = StdRng::seed_from_u64(0);
    let mut choose = |of| random.random_range(0..of);
    none_missing(smaller.missing_marking(structure, &reached, CHECKED_MARKINGS, &mut choose))?;
    let by = Decision::by(Technique::Diagram).with(means);
    Ok(smaller.counts(&mut reached).ok().map(|counts| (counts, by)))
}

/// Returns an internal error that a diagram lacks a reachable marking, if there is one.
pub(crate) fn none_missing(missing: Option<Vec<u64>>) -> Result<(), Diagnostics> {
    let Some(missing) = missing else { return Ok(()) };
    let message = format!(
        "a decision diagram lacks the reachable marking {missing:?}, so its results are not reliable"
    );
    Err(Diagnostic::internal(message).help("report this error, with the file and the command line").into())
}
