//! Translates the choices of a request to a compiled net: heuristics, measures, independence and event types.
//!
//! A search works with numbers of a state, but a user names places. A [`SlotOfPlace`] maps a place to a slot
//! if it holds tokens or a single value. Places with arrays or lists have no such number.

use sanderling_analysis::reduce::{Independence, Stubborn};
use sanderling_analysis::{Guidance, Heuristic as StateHeuristic, Scope, open::Order};
use sanderling_model::{NetModel, Structure};
use sanderling_net::{Diagnostic, Diagnostics, Net, PlaceId};
use sanderling_progress::{Effort, LEVELS, Measure, derive, learn};
use sanderling_property::{Expression, Part, ValueTerm};
use sanderling_structure_theory::Recurrence;
use sanderling_system::SlotId;

use super::distance::Distance;
use super::event_types::event_types;
use super::target::{SlotsOfPlace, targets};
use crate::prepare::AnalysedNet;
use crate::request::choices::{Heuristic, ProgressMeasure};
use crate::request::{Question, Request};

/// Default level for learned measures: 5 % of the sampled steps may regress.
const LEARNED_LEVEL: usize = 3;

/// Maps a place to the slot that holds its tokens or value, if there is one.
type SlotOfPlace<'a> = &'a dyn Fn(PlaceId) -> Option<SlotId>;

/// Returns the guidance of a search according to the choices of the request.
///
/// # Errors
/// A choice requires something that the net does not have.
pub(crate) fn guidance<'a, M: NetModel>(
    analysed: AnalysedNet<'a>,
    model: &M,
    request: &Request,
    slots: SlotsOfPlace<'_>,
) -> Result<Guidance<'a, M>, Diagnostics> {
    let net = analysed.net;
    let mut guidance = Guidance::default();
    let slot: SlotOfPlace<'_> = &|place| match slots(place).as_slice() {
        [slot] => Some(*slot),
        _ => None,
    };
    if request.reductions.events.are_of_stubborn_sets() {
        let targets = targets(net, request, slots);
        let sets = Stubborn::of(model, &targets, request.reductions.stubborn);
        guidance.stubborn = Some(Box::new(sets));
    }
    if request.reductions.events.need_independence() {
        guidance.independence = Some(Independence::of(model).map_err(|found| {
            let refusal = Diagnostic::error(found.to_string());
            refusal.help("omit `sleep` and reductions such as `edge-lean`; the others can stay")
        })?);
    }
    if request.order == Order::BestFirst {
        guidance.heuristic = Some(heuristic(analysed, request, slot)?);
    }
    if request.retention.sweeps() {
        guidance.progress = Some(match &request.progress_measure {
            ProgressMeasure::Auto => measured(automatic(net, model)),
            ProgressMeasure::Learned(level) => measured(learned(model, *level)),
            ProgressMeasure::Given(expressions) => given(net, expressions, slot)?,
        });
    }
    if request.caching.replacement.to_string().contains("event-type") {
        guidance.event_types = event_types(net);
    }
    if request.question == Question::Explore {
        guidance.self_covering = analysed.self_covering().cloned();
    }
    if net.is_place_transition() && request.options().may_go_to_disk() {
        guidance.scope = scope(net, request);
    }
    Ok(guidance)
}

/// Returns the levels in which markings can recur, as far as the effects of transitions determine them.
fn scope(net: &Net, request: &Request) -> Scope {
    let recurrence =
        Structure::build(net).map_or(Recurrence::UNKNOWN, |structure| Recurrence::of(&structure));
    // A reduction may skip the transitions that undo a firing.
    let is_undone = recurrence.is_undone_at_once && !request.reductions.leave_states_out();
    Scope { period: recurrence.period, back: is_undone.then_some(1) }
}

fn heuristic<'a, M: NetModel>(
    net: AnalysedNet<'a>,
    request: &Request,
    slot: SlotOfPlace<'_>,
) -> Result<StateHeuristic<'a, M>, Diagnostics> {
    Ok(match &request.heuristic {
        Heuristic::Distance => {
            let distance = Distance::to(&request.goals(), net);
            Box::new(move |model, state, scratch| distance.of(model, state, scratch))
        }
        Heuristic::FewestEnabled => Box::new(|model, state, scratch| {
            let mut events = Vec::new();
            model.enabled::<0>(state, scratch, &mut events);
            events.len() as i64
        }),
        Heuristic::Expression(expression) => {
            let sum = SlotSum::of(net.net, expression, slot)?;
            Box::new(move |model, state, scratch| sum.value(model, state, scratch))
        }
    })
}

/// Derives a measure from the effects of transitions if possible, and learns one otherwise.
fn automatic<M: NetModel>(net: &Net, model: &M) -> Measure {
    let derived = if net.is_place_transition() { derive(model) } else { None };
    derived.filter(|measure| !measure.is_constant()).unwrap_or_else(|| learned(model, LEARNED_LEVEL))
}

fn learned<M: NetModel>(model: &M, level: usize) -> Measure {
    learn(model, LEVELS[level.min(LEVELS.len() - 1)], Effort::default())
}

fn measured<'a, M: NetModel>(measure: Measure) -> sanderling_analysis::ProgressMeasure<'a, M> {
    Box::new(move |model, state, scratch, into| measure.evaluate(model, state, scratch, into))
}

fn given<'a, M: NetModel>(
    net: &Net,
    expressions: &[Expression],
    slot: SlotOfPlace<'_>,
) -> Result<sanderling_analysis::ProgressMeasure<'a, M>, Diagnostics> {
    let sums = expressions.iter().map(|expression| SlotSum::of(net, expression, slot));
    let sums = sums.collect::<Result<Vec<_>, _>>()?;
    Ok(Box::new(move |model, state, scratch, into| {
        into.clear();
        into.extend(sums.iter().map(|sum| sum.value(model, state, scratch)));
    }))
}

/// An expression over slots.
struct SlotSum {
    terms: Vec<(i64, SlotId)>,
    constant: i128,
    /// The whole expression, for a program.
    value: Option<ValueTerm>,
}

impl SlotSum {
    fn of(net: &Net, expression: &Expression, slot: SlotOfPlace<'_>) -> Result<Self, Diagnostics> {
        let mut terms = Vec::with_capacity(expression.terms.len());
        for &(coefficient, place) in &expression.terms {
            let Some(slot) = slot(place) else {
                let place = &net.place(place).id;
                let refusal =
                    Diagnostic::error(format!("`{place}` holds an array or a list, which is no number"));
                return Err(refusal.expected("a variable or a process").into());
            };
            terms.push((coefficient, slot));
        }
        Ok(Self { terms, constant: expression.constant, value: expression.value.clone() })
    }

    /// Returns the value of the expression in a state. The error state, and states in which the expression is
    /// undefined, have the maximum value and come last.
    fn value<M: NetModel>(&self, model: &M, state: &[u64], scratch: &M::Scratch) -> i64 {
        if model.is_end(state) {
            return i64::MAX;
        }
        if let Some(value) = &self.value {
            let held = |part: Part| model.held(state, scratch, part.place, part.offset);
            let number = value.number(&held);
            return number.map_or(i64::MAX, |number| number.clamp(i64::MIN.into(), i64::MAX.into()) as i64);
        }
        let term = |&(coefficient, slot): &(i64, SlotId)| {
            model.value(state, scratch, slot).saturating_mul(coefficient.into())
        };
        let sum = self.terms.iter().map(term).fold(self.constant, i128::saturating_add);
        sum.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }
}
