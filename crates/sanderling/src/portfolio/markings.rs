//! All reachable markings of a net, as a decision diagram.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_model::Structure;
use sanderling_net::{Diagnostic, Diagnostics};
use sanderling_report::{Diagram, Reason};
use sanderling_symbolic::{Budget as DiagramBudget, Cost, Reached, Search, Stop};

use super::budget::Budget;
use crate::prepare::AnalysedNet;
use crate::request::{DiagramOrder, Request};

/// Maximum memory of a diagram if the request has no limit, in bytes.
const MAX_BYTES: usize = 4 << 30;

/// Maximum number of tokens in a place if every place has a proved bound. With more, single nodes become too large.
const MAX_TOKENS: u32 = 1 << 22;

/// Maximum number of tokens in a place otherwise, since the net may be unbounded.
const MAX_TOKENS_WITHOUT_BOUNDS: u32 = 1 << 10;

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
) -> Result<Result<Reached<'a, 'n>, Reason>, Diagnostics> {
    if !net.is_place_transition() {
        return Ok(Err(Reason::Unsupported));
    }
    if budget.is_over() {
        return Ok(Err(budget.until().reason()));
    }
    if net.self_covering().is_some() {
        return Ok(Err(Reason::Unbounded));
    }
    let (knowledge, groups) = (net.knowledge()?, Groups::of(net)?);
    let structure = knowledge.structure();
    let search = groups.search(structure, request.diagram_order);
    let bytes = request.limits.memory_bytes.unwrap_or(MAX_BYTES) / 4 * 3;
    let is_bounded = structure.place_ids().all(|place| knowledge.bounds().upper(place).is_some());
    let max_tokens = if is_bounded { MAX_TOKENS } else { MAX_TOKENS_WITHOUT_BOUNDS };
    let limits = DiagramBudget { max_tokens, ..DiagramBudget::new(bytes as u64, move || budget.is_over()) };
    let reached = match search.run(&limits) {
        Ok(reached) => reached,
        Err(stop) => return Ok(Err(reason(stop, budget))),
    };
    let mut random = StdRng::seed_from_u64(0);
    if let Some(missing) = reached.missing_marking(CHECKED_MARKINGS, &mut |of| random.random_range(0..of)) {
        let message = format!(
            "a decision diagram lacks the reachable marking {missing:?}, so its results are not reliable"
        );
        return Err(Diagnostic::internal(message)
            .help("report this error, with the file and the command line")
            .into());
    }
    budget.control().count_compared(CHECKED_MARKINGS as u64);
    Ok(Ok(reached))
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
    let Cost { order, levels, nodes, created_nodes, collections } = reached.cost().ok()?;
    Some(Diagram {
        order: order.to_string(),
        levels: levels.into(),
        nodes: nodes.into(),
        created_nodes: created_nodes.into(),
        collections: collections.into(),
        states: None,
        firings: None,
        deadlocks: None,
    })
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
