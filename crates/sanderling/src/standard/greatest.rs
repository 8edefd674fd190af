//! The maximum values of sums of tokens, decided by proofs, searches or coverability like the contest's upper
//! bounds.

use sanderling_analysis::Control;
use sanderling_net::{Diagnostics, Net};
use sanderling_property::{Expression, Formula, Property, Quantifier, Relation};
use sanderling_report::{Greatest, GreatestValue, Verdict};

use super::Left;
use super::page::{Page, Shown, after};
use super::queries::in_words;
use sanderling_system::EventId;

use crate::portfolio::decide;
use crate::portfolio::plan::Share;
use crate::portfolio::query::{Known, QueriedNet, compare, greatest_values};
use crate::replay::finding::Finding;
use crate::replay::{Meaning, Replayer};
use crate::request::Question;
use crate::search::Sum;

/// The time for the values. The rest is for finding runs to markings with these values.
const VALUES: Share = Share::all_but(4);

/// Computes the maximum values of all requested sums.
///
/// # Errors
/// The net cannot be compiled.
pub(super) fn describe(
    queried: &QueriedNet<'_>,
    page: &mut Page<'_>,
    left: Left<'_>,
) -> Result<(), Diagnostics> {
    let requested = &left.request.sums;
    if requested.is_empty() {
        return Ok(());
    }
    let sums: Vec<Sum> = requested.iter().map(|sum| sum.terms.clone()).collect();
    let request = left.request_for(Question::Explore, VALUES);
    let control = Control::of_part(left.budget.control());
    let (known, ended_by) = greatest_values(queried, &sums, &request, &control)?;
    let ended_by = ended_by.unwrap_or_else(|| left.why_not().to_owned());
    for (position, sum) in requested.iter().enumerate() {
        let known = known.get(position).cloned();
        page.report.greatest.push(Describing { queried, sum, left }.described(known, &ended_by)?);
    }
    Ok(())
}

/// The context for describing a sum.
struct Describing<'a> {
    queried: &'a QueriedNet<'a>,
    sum: &'a Expression,
    left: Left<'a>,
}

impl Describing<'_> {
    fn described(&self, known: Option<Known>, ended_by: &str) -> Result<GreatestValue, Diagnostics> {
        let mut described = GreatestValue {
            sum: self.sum.text.clone(),
            verdict: Verdict::Unknown,
            value: None,
            at_least: None,
            at_most: None,
            text: ended_by.to_owned(),
            trace: None,
            marking: None,
        };
        let Some(known) = known else { return Ok(described) };
        // The search ignored the constant of the expression.
        let whole = |number: i128| number.checked_add(self.sum.constant).map(Greatest::Finite);
        described.at_least = whole(known.least);
        described.at_most = known.most.as_ref().and_then(|(most, _)| whole(*most));
        let Some((greatest, by)) = &known.greatest else {
            let known = match (described.at_least, described.at_most) {
                (Some(least), Some(most)) => format!("from {least} to {most}: "),
                (Some(least), None) => format!("{least} or more: "),
                (None, Some(most)) => format!("at most {most}: "),
                (None, None) => String::new(),
            };
            described.text = format!("{known}{ended_by}");
            return Ok(described);
        };
        described.value = match *greatest {
            Greatest::Infinite => Some(Greatest::Infinite),
            Greatest::Finite(number) => whole(number),
        };
        (described.at_least, described.at_most) = (described.value, described.value);
        described.verdict = if described.value.is_some() { Verdict::Computed } else { Verdict::Unknown };
        let shown = match *greatest {
            Greatest::Infinite => self.rising(),
            Greatest::Finite(number) => self.run_to(number)?,
        };
        described.text = in_words(by);
        if let Some(trace) = &shown.trace {
            let when = match greatest {
                Greatest::Infinite => "can rise for ever".to_owned(),
                Greatest::Finite(_) => after(trace.steps.len()),
            };
            described.text = format!("{when}, {}", described.text);
        }
        (described.trace, described.marking) = (shown.trace, shown.marking);
        Ok(described)
    }

    /// Returns a run to a marking in which the terms have at least this value, if one is found in a share of
    /// the time.
    fn run_to(&self, value: i128) -> Result<Shown, Diagnostics> {
        let net = self.queried.net;
        let Some(formula) = compare(self.sum.terms.iter().copied(), Relation::AtLeast, value) else {
            return Ok(Shown::default());
        };
        if formula == Formula::Constant(true) {
            return Ok(Shown::run(net.net, &[], self.left).unwrap_or_default());
        }
        let property = Property { name: None, quantifier: Quantifier::Reach, formula, text: String::new() };
        let parts = u32::try_from(2 * self.left.request.sums.len()).unwrap_or(u32::MAX);
        let request = self.left.request_for(Question::Check(vec![property]), Share::part(parts));
        let request = if net.is_place_transition() { request.with_portfolio(net.net) } else { request };
        let searched = decide(net, &request, &Control::of_part(self.left.budget.control()))?;
        Ok(match searched.findings.into_iter().next() {
            Some(Finding::Found(run, _)) => Shown::run_of(net.net, &searched.meaning, &run.events, self.left),
            _ => None,
        }
        .unwrap_or_default())
    }

    /// Returns firings that can be repeated forever, if the self-covering sequence that was found increases
    /// this sum.
    fn rising(&self) -> Shown {
        let Some(proof) = self.queried.net.self_covering() else { return Shown::default() };
        let net = self.queried.net.net;
        let events: Vec<_> = proof.prefix.iter().chain(&proof.cycle).copied().collect();
        let value = |events| value_after(net, events, (self.sum, self.left));
        match (value(&proof.prefix), value(&events)) {
            (Some(before), Some(behind)) if before < behind => {
                Shown::run(net, &events, self.left).unwrap_or_default()
            }
            _ => Shown::default(),
        }
    }
}

/// Returns the value of a sum after some firings.
fn value_after(net: &Net, events: &[EventId], (sum, left): (&Expression, Left<'_>)) -> Option<i128> {
    let run = Replayer::new(net, &Meaning::Transitions, left.until()).run(events).ok()?;
    run.last().map(|marking| sum.of(|place| marking.tokens(place).into()))
}
