//! A backward search from a goal with decision diagrams, within the bounds and the place invariants of the net. It
//! decides a goal if little leads to it, even if most markings can be reached.

use num_bigint::BigUint;
use sanderling_net::Diagnostics;
use sanderling_report::{Decision, Technique as DecidedBy};
use sanderling_symbolic::{Backwards, Budget, Enclosure, Refutation};
use sanderling_system::EventId;

use super::{Kind, Part, Portfolio, Technique};
use crate::portfolio::markings::{Groups, bytes_for_diagrams, none_missing};
use crate::replay::finding::{Finding, Path};
use crate::request::Engine;

/// Maximum number of digits of a number in a proof.
const MAX_DIGITS: usize = 15;

pub(crate) struct BackwardSearch;

impl Technique for BackwardSearch {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::PlaceTransition]
    }

    fn is_wanted(&self, portfolio: &Portfolio<'_>, _: &Part<'_>) -> bool {
        let request = portfolio.request;
        !portfolio.searches_are_over && request.proofs && request.engine == Engine::Auto
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        let (request, net, budget) = (portfolio.request, part.net(), portfolio.budget);
        let (knowledge, groups) = (net.knowledge()?, Groups::of(net)?);
        let Some(target) = part.request.goals().into_iter().next() else { return Ok(()) };
        let Some(enclosure) = Enclosure::of(knowledge.structure(), knowledge.bounds()) else { return Ok(()) };
        let search = groups.search(knowledge.structure(), request.diagram_order);
        let limits = Budget::new(bytes_for_diagrams(request), move || budget.is_over());
        let by = Decision::by(DecidedBy::Diagram);
        let finding = match search.backwards(&target, &enclosure, &limits) {
            Ok(Some(Backwards::Absent(refutation))) => {
                Finding::Absent(Decision { proof: explained(&refutation), ..by })
            }
            Ok(Some(Backwards::Run(run))) => {
                let events = run.into_iter().map(|transition| EventId::new(transition.index()));
                Finding::Found(Path::of(events.collect()), by)
            }
            Ok(Some(Backwards::Contradiction(marking))) => return none_missing(Some(marking)),
            // The diagram of all markings comes later, and gives the reason if it ends early, too.
            Ok(None) | Err(_) => return Ok(()),
        };
        portfolio.findings.set(part.goals[0], part.lift(finding));
        portfolio.record.note_net(part);
        Ok(())
    }
}

/// Explains a refutation in lines for people.
fn explained(Refutation { enclosed, goals, leading }: &Refutation) -> Vec<String> {
    let within = format!("{} markings are within the bounds and the place invariants", size(enclosed));
    if *goals == BigUint::ZERO {
        return vec![format!("{within}, and none of them is a goal")];
    }
    vec![
        format!("{within}, and {} of them are goals", size(goals)),
        format!(
            "runs within these lead to a goal from {} markings, but not from the initial one",
            size(leading)
        ),
    ]
}

/// Returns a number, or its power of ten if it is long.
fn size(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() > MAX_DIGITS { format!("about 10^{}", digits.len() - 1) } else { digits }
}
