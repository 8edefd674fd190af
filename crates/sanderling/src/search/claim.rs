//! Checks the claim of a file that its nested units are safe.

use sanderling_analysis::Outcome;
use sanderling_model::{ClaimStatus, NetModel, unit_violation};
use sanderling_net::{Net, PlaceId};
use sanderling_report::NupnClaim;

use crate::replay::{Meaning, Replayer, Until};
use crate::request::Request;

/// Returns the result of the check, for the report.
pub(super) fn claim<M: NetModel>(
    net: &Net,
    request: &Request,
    outcome: &Outcome<M>,
    meaning: &Meaning,
    until: Until<'_>,
) -> NupnClaim {
    let is_whole = outcome.is_exhaustive() && !request.reductions.leave_states_out();
    match outcome.system.claim_status() {
        ClaimStatus::NoClaim => NupnClaim::None,
        ClaimStatus::Refuted(tokens) => refuted(net, tokens),
        ClaimStatus::Proved => NupnClaim::Holds,
        ClaimStatus::NotRefuted if is_whole => NupnClaim::Holds,
        ClaimStatus::NotRefuted | ClaimStatus::Unchecked => match pumped(net, outcome, meaning, until) {
            Some(tokens) => refuted(net, &tokens),
            None => NupnClaim::Unchecked,
        },
    }
}

/// Returns a marking of an unbounded net with two tokens in a place, after one or two rounds of its cycle.
fn pumped<M: NetModel>(
    net: &Net,
    outcome: &Outcome<M>,
    meaning: &Meaning,
    until: Until<'_>,
) -> Option<Vec<u64>> {
    let self_covering = outcome.self_covering.as_ref()?;
    let replayer = Replayer::new(net, meaning, until);
    let mut events = self_covering.prefix.clone();
    // If two rounds leave no place with two tokens, the counts are far from any limit.
    for _ in 0..2 {
        events.extend(&self_covering.cycle);
        let run = replayer.run(&events).ok()?;
        let tokens = |place| run.last().map_or(0, |marking| marking.tokens(place));
        let tokens: Vec<u64> = net.place_ids().map(tokens).collect();
        if tokens.iter().any(|&tokens| tokens > 1) {
            return Some(tokens);
        }
    }
    None
}

fn refuted(net: &Net, tokens: &[u64]) -> NupnClaim {
    let id = |place: PlaceId| net.place(place).id.clone();
    let (one, other) = net.units.as_ref().and_then(|units| unit_violation(units, tokens)).unzip();
    let other = other.filter(|&other| Some(other) != one);
    let marked = tokens.iter().enumerate().filter(|&(_, &tokens)| tokens > 0);
    NupnClaim::Refuted {
        places: one.into_iter().chain(other).map(id).collect(),
        marking: marked.map(|(place, &tokens)| (id(PlaceId::new(place)), tokens.into())).collect(),
    }
}
