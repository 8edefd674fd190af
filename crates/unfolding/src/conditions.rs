//! Conditions on a binding whose variables all have a colour, and the tokens that the binding produces.
//!
//! As in the reference semantics, all conditions come first; then the code segment, and then the output arcs. Something
//! undefined is refused only if no condition rules the binding out.

use sanderling_net::{Arc, Net, PlaceId, SortId};

use crate::colour::Colour;
use crate::evaluator::{Evaluator, Failure, Tokens};
use crate::live::Live;
use crate::rule::{Inscribed, Rule};

/// Result of the conditions on a binding.
pub(crate) enum Conditions {
    Hold,
    /// One of the conditions holds in no marking.
    Forbidden,
    /// One of the conditions needs this colour in this place, in which it is not live.
    Needs(PlaceId, Colour),
    /// A difference of multisets is negative. All other conditions may hold.
    NegativeDifference,
    /// All other conditions may hold, and this one is undefined.
    Undefined(String, Failure),
}

/// Evaluates all conditions. A condition that does not hold decides, even if others are undefined. A negative
/// difference counts as a condition that does not hold, and is reported as such if no other condition rules the binding
/// out.
pub(crate) fn conditions(
    net: &Net,
    rule: &Rule,
    binding: &[Colour],
    live: &Live,
    evaluator: &mut Evaluator<'_>,
) -> Conditions {
    let (mut needs, mut undefined, mut is_negative) = (None, None, false);
    for arc in rule.inputs.iter().chain(&rule.reads).filter(|arc| !arc.is_covered) {
        match evaluator.tokens(&arc.bag, binding) {
            Ok(tokens) => {
                let missing = tokens.iter().find(|&&(colour, _)| !live.contains(arc.place, colour));
                needs = needs.or(missing.map(|&(colour, _)| (arc.place, colour)));
            }
            Err(Failure::Negative) => is_negative = true,
            Err(failure) => undefined = undefined.or(Some((arc_words(net, arc), failure))),
        }
    }
    for arc in &rule.inhibitors {
        match evaluator.tokens(&arc.bag, binding) {
            // Every marking holds at least the empty multiset.
            Ok(tokens) if tokens.is_empty() => return Conditions::Forbidden,
            Ok(_) => {}
            Err(Failure::Negative) => is_negative = true,
            Err(failure) => undefined = undefined.or(Some((arc_words(net, arc), failure))),
        }
    }
    match rule.fallible.as_ref().map(|guard| evaluator.holds(guard, binding)) {
        None | Some(Ok(true)) => {}
        Some(Ok(false)) => return Conditions::Forbidden,
        Some(Err(Failure::Negative)) => is_negative = true,
        Some(Err(failure)) => undefined = undefined.or(Some(("the guard".to_owned(), failure))),
    }
    match (needs, undefined) {
        (Some((place, colour)), _) => Conditions::Needs(place, colour),
        _ if is_negative => Conditions::NegativeDifference,
        (None, Some((what, failure))) => Conditions::Undefined(what, failure),
        (None, None) => Conditions::Hold,
    }
}

/// Returns the tokens that a firing produces, after its code segment.
pub(crate) fn outputs(
    net: &Net,
    rule: &Rule,
    binding: &[Colour],
    evaluator: &mut Evaluator<'_>,
) -> Result<Vec<(PlaceId, Tokens)>, (String, Failure)> {
    let mut changed = Vec::new();
    let slots = if rule.code.is_empty() {
        binding
    } else {
        changed = execute_code(rule, binding, evaluator).map_err(|failure| ("the code".into(), failure))?;
        &changed
    };
    let (mut outputs, mut undefined) = (Vec::with_capacity(rule.outputs.len()), None);
    for arc in &rule.outputs {
        let sort = net.place(arc.place).sort;
        let tokens = evaluator.tokens(&arc.bag, slots).and_then(|tokens| {
            let stray = tokens.iter().find(|&&(colour, _)| !evaluator.colours.is_of(net, sort, colour));
            stray.map_or(Ok(()), |&(colour, _)| Err(out_of_sort(evaluator, sort, colour))).map(|()| tokens)
        });
        match tokens {
            Ok(tokens) => outputs.push((arc.place, tokens)),
            Err(Failure::Negative) => return Err((String::new(), Failure::Negative)),
            Err(failure) => undefined = undefined.or(Some((arc_words(net, arc), failure))),
        }
    }
    drop(changed);
    undefined.map_or(Ok(outputs), Err)
}

fn execute_code(
    rule: &Rule,
    binding: &[Colour],
    evaluator: &mut Evaluator<'_>,
) -> Result<Vec<Colour>, Failure> {
    let mut slots = binding.to_vec();
    slots.resize(rule.sorts.len(), evaluator.colours.dot());
    for assigned in &rule.code {
        let value = evaluator.colour(&assigned.value, &slots)?;
        let sort = rule.sorts[assigned.slot];
        if !evaluator.colours.is_of(evaluator.net, sort, value) {
            return Err(out_of_sort(evaluator, sort, value));
        }
        slots[assigned.slot] = value;
    }
    Ok(slots)
}

fn out_of_sort(evaluator: &Evaluator<'_>, sort: SortId, colour: Colour) -> Failure {
    let net = evaluator.net;
    let value = net.value_text(sort, &evaluator.colours.value(colour));
    let id = &net.declarations.sorts[sort.index()].id;
    Failure::Undefined(format!("the value {value}, which is not of the sort `{id}`"))
}

/// Returns the name of an arc in messages.
fn arc_words(net: &Net, arc: &Inscribed) -> String {
    arc_name(net, &net.arcs[arc.arc])
}

/// Returns the name of an arc in messages.
pub(crate) fn arc_name(net: &Net, arc: &Arc) -> String {
    match &arc.id {
        Some(id) if !id.is_empty() => format!("the arc `{id}`"),
        _ => {
            let (place, transition) = (&net.place(arc.place).id, &net.transition(arc.transition).id);
            format!("the arc between `{place}` and `{transition}`")
        }
    }
}
