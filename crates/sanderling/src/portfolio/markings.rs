//! All reachable markings of a net, as a decision diagram.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::{Diagnostic, Diagnostics};
use sanderling_symbolic::{Budget as DiagramBudget, Reached, Search};

use super::budget::Budget;
use crate::prepare::AnalysedNet;
use crate::request::Request;

/// Maximum memory of a diagram if the request has no limit, in bytes.
const MAX_BYTES: usize = 4 << 30;

/// Maximum number of tokens in a place if every place has a proved bound. With more, single nodes become too large.
const MAX_TOKENS: u32 = 1 << 22;

/// Maximum number of tokens in a place otherwise, since the net may be unbounded.
const MAX_TOKENS_WITHOUT_BOUNDS: u32 = 1 << 10;

/// Number of markings whose firings are checked against the net.
const CHECKED_MARKINGS: usize = 16;

/// Returns all reachable markings of a place/transition net, or `None` if the time or the memory does not suffice, or a
/// place has too many tokens, or the net is known to be unbounded. The result stops with the budget, too.
///
/// # Errors
/// The net cannot be compiled, or the set is wrong, which is an error in the program.
pub(crate) fn reached_markings<'a, 'n: 'a>(
    net: AnalysedNet<'n>,
    request: &Request,
    budget: Budget<'a>,
) -> Result<Option<Reached<'a, 'n>>, Diagnostics> {
    if !net.is_place_transition() || budget.is_over() || net.self_covering().is_some() {
        return Ok(None);
    }
    let knowledge = net.knowledge()?;
    let units: Vec<Vec<u32>> = net
        .net
        .units
        .iter()
        .flat_map(|nested| &nested.units)
        .map(|unit| unit.places.iter().map(|place| place.index() as u32).collect())
        .collect();
    let invariants: Vec<Vec<u32>> = knowledge
        .bounds()
        .invariants()
        .invariants
        .iter()
        .map(|invariant| invariant.weights.iter().map(|(place, _)| place.index() as u32).collect())
        .collect();
    let structure = knowledge.structure();
    let search = Search { structure, units: &units, invariants: &invariants, order: None };
    let bytes = request.limits.memory_bytes.unwrap_or(MAX_BYTES) / 4 * 3;
    let is_bounded = structure.place_ids().all(|place| knowledge.bounds().upper(place).is_some());
    let max_tokens = if is_bounded { MAX_TOKENS } else { MAX_TOKENS_WITHOUT_BOUNDS };
    let limits = DiagramBudget { max_tokens, ..DiagramBudget::new(bytes as u64, move || budget.is_over()) };
    let Ok(reached) = search.run(&limits) else {
        return Ok(None);
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
    Ok(Some(reached))
}
