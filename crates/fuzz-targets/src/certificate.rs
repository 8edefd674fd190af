//! The checker of certificates on arbitrary JSON, and its answers against all markings of the net.
//!
//! However a certificate is changed, it may be accepted only if its claims are true. A certificate with a derived net
//! is about that net, and any other about a net of the project. The hash in the certificate is replaced by the correct
//! one, because a fuzzer would not find it.

use std::collections::HashSet;

use sanderling_certificate_check::condition::Condition;
use sanderling_certificate_check::ltl::Ltl;
use sanderling_certificate_check::net::{Ground, Net};
use sanderling_certificate_check::schema::{Certificate, Claim, Property, Statistics, Verdict};
use sanderling_certificate_check::{Judgement, check, pnml};

use crate::Target;

pub(crate) const TARGET: Target = Target {
    name: "certificate",
    promise: "what is accepted of a certificate is true in all markings of the net, as far as they are explored, and on some runs",
    run,
};

/// The net for certificates without a derived net.
const FILE: &[u8] = include_bytes!("../../../nets/philosophers-3.pnml");

/// SHA-256 of [`FILE`].
const HASH: &str = "0e7e4e4a53b7f4e763041eae7102a6f23ff03ec83520f672a8567f97667b0e67";

/// Maximum number of markings to explore, by the checker and by this target.
const LIMIT: usize = 300;

/// Number of runs to check.
const LASSOS: usize = 40;

fn run(bytes: &[u8]) {
    let Ok(mut certificate) = serde_json::from_slice::<Certificate>(bytes) else { return };
    HASH.clone_into(&mut certificate.sha256);
    let net = match &certificate.derived_net {
        Some(derived) => derived.net.clone(),
        None => pnml::read(FILE).expect("the project's own net can be read"),
    };
    let claims = serde_json::to_string(&certificate.claims).expect("claims are JSON");
    let Ok(judgements) = check(certificate, FILE, LIMIT as u64) else { return };
    let claims: Vec<Claim> = serde_json::from_str(&claims).expect("what was written can be read");
    assert_eq!(claims.len(), judgements.len(), "each claim is judged");
    let ground = Ground::of(&net).expect("nothing is judged of what is no net");
    let explored = Explored::of(&net);
    for (claim, judgement) in claims.iter().zip(&judgements) {
        if matches!(judgement, Judgement::Accepted(_)) {
            assert!(explored.allow(&ground, claim), "{claim:?} is not true, and is accepted: {judgement:?}");
        }
    }
}

/// Returns a run and the position to which it returns. A run that ends repeats its last marking. `choice` determines
/// each step. Returns `None` if the run is too long or the tokens cannot be counted.
fn lasso(net: &Net, choice: usize) -> Option<(Vec<Vec<u64>>, usize)> {
    let (mut run, mut left) = (vec![net.initial()], choice * 7919);
    while run.len() < LIMIT {
        let last = run.last().expect("there is an initial marking");
        let firings = net.transitions.iter().map(|one| net.fire(one, last));
        let successors: Vec<Vec<u64>> =
            firings.filter_map(Result::transpose).collect::<Result<_, _>>().ok()?;
        if successors.is_empty() {
            let end = run.len() - 1;
            return Some((run, end));
        }
        let after = &successors[left % successors.len()];
        left = left / successors.len() + choice;
        if let Some(back) = run.iter().position(|marking| marking == after) {
            return Some((run, back));
        }
        run.push(after.clone());
    }
    None
}

/// The first markings of a net, breadth-first.
struct Explored {
    markings: Vec<Vec<u64>>,
    /// Some infinite runs: the markings, and the position to which the last one returns.
    lassos: Vec<(Vec<Vec<u64>>, usize)>,
    statistics: Statistics,
    /// Whether these are all markings of the net.
    is_complete: bool,
}

impl Explored {
    fn of(net: &Net) -> Self {
        let (mut markings, mut known) = (vec![net.initial()], HashSet::from([net.initial()]));
        let (mut firings, mut deadlocks, mut next, mut is_complete) = (0, 0, 0, true);
        while next < markings.len() {
            let fired: Vec<_> = net.transitions.iter().map(|one| net.fire(one, &markings[next])).collect();
            next += 1;
            // A successor has too many tokens to count.
            is_complete &= fired.iter().all(Result::is_ok);
            let successors: Vec<_> = fired.into_iter().filter_map(|one| one.ok().flatten()).collect();
            firings += successors.len() as u64;
            deadlocks += u64::from(successors.is_empty());
            for successor in successors {
                if known.contains(&successor) {
                    continue;
                }
                if markings.len() == LIMIT {
                    is_complete = false;
                    break;
                }
                known.insert(successor.clone());
                markings.push(successor);
            }
        }
        let statistics = Statistics {
            states: Some(markings.len() as u64),
            firings: Some(firings),
            deadlocks: Some(deadlocks),
            max_tokens_in_place: markings.iter().flatten().copied().max(),
            max_tokens_in_marking: markings.iter().map(|one| one.iter().copied().map(u128::from).sum()).max(),
        };
        let lassos = (0..LASSOS).filter_map(|choice| lasso(net, choice)).collect();
        Self { markings, lassos, statistics, is_complete }
    }

    /// Whether a claim may be true.
    fn allow(&self, ground: &Ground<'_>, claim: &Claim) -> bool {
        let condition = |formula| Condition::of(ground, formula).expect("what is accepted could be read");
        let any = |condition: &Condition| self.markings.iter().any(|marking| condition.holds(marking));
        let all = |condition: &Condition| self.markings.iter().all(|marking| condition.holds(marking));
        match (&claim.property, claim.verdict) {
            (Property::Reach(formula), Verdict::Holds) => !self.is_complete || any(&condition(formula)),
            (Property::Reach(formula), Verdict::Violated) => !any(&condition(formula)),
            (Property::Always(formula), Verdict::Holds) => all(&condition(formula)),
            (Property::Always(formula), Verdict::Violated) => !self.is_complete || !all(&condition(formula)),
            (Property::Unbounded, Verdict::Holds) => !self.is_complete,
            (Property::StateSpace(claimed), Verdict::Holds) => !self.is_complete || self.agrees(claimed),
            (Property::Ltl(formula), Verdict::Holds) => {
                let violates = Ltl::of(ground, formula, false).expect("what is accepted could be read");
                !self.lassos.iter().any(|(run, back)| {
                    let letters: Vec<_> = run.iter().map(|marking| violates.letter(marking)).collect();
                    violates.holds_on(&letters, *back)
                })
            }
            // The certificate contains the run, so no other run is needed.
            (Property::Ltl(_), Verdict::Violated) => true,
            _ => false,
        }
    }

    /// Whether the claimed statistics equal those of the markings. Statistics that are not claimed are ignored.
    fn agrees(&self, claimed: &Statistics) -> bool {
        let found = &self.statistics;
        claimed.states.is_none_or(|states| Some(states) == found.states)
            && claimed.firings.is_none_or(|firings| Some(firings) == found.firings)
            && claimed.deadlocks.is_none_or(|deadlocks| Some(deadlocks) == found.deadlocks)
            && claimed.max_tokens_in_place.is_none_or(|tokens| Some(tokens) == found.max_tokens_in_place)
            && claimed.max_tokens_in_marking.is_none_or(|tokens| Some(tokens) == found.max_tokens_in_marking)
    }
}
