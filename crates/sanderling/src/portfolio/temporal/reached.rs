//! `EF` and `AG`: a reached marking becomes the initial marking of a net, and the operand is decided for this net with
//! all techniques. `EF` holds if its operand holds in one reachable marking, and `AG` fails if it fails in one.

use sanderling_net::Diagnostics;
use sanderling_property::{Logic, PathOperator, PathQuantifier, Temporal as Written, TemporalProperty};
use sanderling_report::Means;

use super::super::plan::Share;
use super::super::random_run::random_run;
use super::returning::PROOF_OF_RETURN;
use super::{Decided, Temporal, decide_all};
use crate::prepare::{AnalysedNet, Facts, starting_in};
use crate::request::Request;

/// The maximum lengths of the random runs whose last markings are tried.
const RUNS: [usize; 7] = [0, 3, 10, 30, 100, 1000, 10_000];

/// A property that a single reachable marking may decide.
struct Sought {
    position: usize,
    /// The formula to be decided in the marking.
    operand: Written,
    /// The value of the operand that decides the property.
    deciding: bool,
    /// The value of the property then.
    holds: bool,
}

impl Temporal<'_> {
    /// Decides open properties in the markings at the ends of random runs.
    pub(super) fn decide_by_reached_markings(&mut self) -> Result<(), Diagnostics> {
        if !self.net.is_place_transition() {
            return Ok(());
        }
        let request = Request {
            effort: self.request.effort.without(&["reached markings", PROOF_OF_RETURN]),
            ..self.request.clone()
        };
        for (left, (seed, length)) in (1..=RUNS.len() as u32).rev().zip((0..).zip(RUNS)) {
            let sought = self.sought();
            if sought.is_empty() || self.budget.is_over() {
                break;
            }
            let budget = self.budget.within(Share::part(left), 1);
            let is_over = || budget.is_over();
            let Some(run) = random_run(self.net.net, length, seed, &is_over) else { break };
            let (net, facts) = (starting_in(self.net.net, &run.end), Facts::default());
            let net = AnalysedNet::new(&net, &facts);
            if !net.learn_until(&is_over) {
                continue;
            }
            let property = |sought: &Sought| TemporalProperty {
                formula: sought.operand.clone(),
                ..self.simpler[sought.position].property.clone()
            };
            let operands: Vec<TemporalProperty> = sought.iter().map(property).collect();
            let found = decide_all((net, false), &operands, (&request, budget), &mut |_, _| ())?;
            self.count(found.visits, found.firings, found.peak_bytes);
            for (sought, decided) in sought.into_iter().zip(found.decided) {
                if let Ok(Decided { holds, by, .. }) = decided
                    && holds == sought.deciding
                {
                    let by = by.with([Means::RandomWalk]);
                    self.settle(sought.position, Decided { holds: sought.holds, by, run: None });
                }
            }
        }
        Ok(())
    }

    /// Returns the open properties that a reachable marking may decide.
    fn sought(&self) -> Vec<Sought> {
        let of = |position: usize| {
            let (operand, deciding, holds) = sought(&self.simpler[position].property.formula)?;
            Some(Sought { position, operand: operand.clone(), deciding, holds })
        };
        self.open_of(Logic::Ctl).into_iter().filter_map(of).collect()
    }
}

/// Returns the operand that a single marking may decide, the value that decides, and the value of the formula then.
/// Conditions on single markings are left to the portfolio.
fn sought(formula: &Written) -> Option<(&Written, bool, bool)> {
    match formula {
        Written::Not(inner) => sought(inner).map(|(operand, deciding, holds)| (operand, deciding, !holds)),
        Written::Path { quantifier, operator, operands } => {
            let deciding = match (quantifier, operator) {
                (Some(PathQuantifier::Some), PathOperator::Finally) => true,
                (Some(PathQuantifier::All), PathOperator::Globally) => false,
                _ => return None,
            };
            let operand = operands.first()?;
            (!matches!(operand, Written::State(_))).then_some((operand, deciding, deciding))
        }
        Written::State(_) | Written::And(_) | Written::Or(_) => None,
    }
}
