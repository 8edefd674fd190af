//! Place/transition nets: a variable for the number of tokens of each place.
//!
//! A place with a proved bound has the narrowest type for it. Any other place is an `int`, or a `bit` if the file
//! claims that the net is safe. Each firing that adds to such a place first asserts that the sum fits, so that a wrong
//! claim, or an overflow of the type, ends Spin's search with an error. All arcs between a place and a transition are
//! combined, so that there is at most one condition for each bound; conditions that the type implies are omitted.

use std::collections::BTreeMap;

use sanderling_data_net::Interval;
use sanderling_net::{ArcKind, NestedUnits, Net, Place, PlaceId};

use crate::promela::Refusal;
use crate::promela::document::{Choice, Document};
use crate::promela::limit::variable_type;
use crate::promela::name::name;

/// The variable of a place.
struct Variable {
    name: String,
    /// Maximum number of tokens that it can hold.
    most: i128,
    /// Whether the maximum is proved for all reachable markings.
    is_proved: bool,
    capacity: Option<i128>,
}

/// All arcs between a place and a transition.
#[derive(Default)]
struct Arcs {
    taken: i128,
    read: i128,
    /// The minimum weight of the inhibitor arcs.
    inhibited: Option<i128>,
    /// The weight of the output arcs, if there are any.
    put: Option<i128>,
    is_reset: bool,
}

/// Returns the model of a net. `bounds` holds the proved bounds of its first places; those of the others are unknown.
pub(crate) fn document(net: &Net, bounds: &[Option<u64>]) -> Result<Document, Refusal> {
    let claims_safe = net.units.as_ref().is_some_and(|units: &NestedUnits| units.claims_safe);
    let mut document = Document::default();
    let mut variables = Vec::with_capacity(net.places.len());
    for (index, place) in net.places.iter().enumerate() {
        let bound = bounds.get(index).copied().flatten();
        let (variable, declaration) = declare(index, place, bound, claims_safe)?;
        document.declarations.push(declaration);
        document.state.push(variable.name.clone());
        variables.push(variable);
    }
    for (transition, arcs) in net.transitions.iter().zip(arcs(net)) {
        let mut option = Choice { id: transition.id.clone(), guard: Vec::new(), effect: Vec::new() };
        for (place, arcs) in &arcs {
            add_conditions(&variables[place.index()], arcs, &mut option.guard);
        }
        for (place, arcs) in &arcs {
            add_effect(&variables[place.index()], arcs, &mut option.effect);
        }
        document.options.push(option);
    }
    Ok(document)
}

fn declare(
    index: usize,
    place: &Place,
    bound: Option<u64>,
    claims_safe: bool,
) -> Result<(Variable, String), Refusal> {
    let initial = place.initial.tokens();
    let by_capacity = place.capacity.map(|capacity| capacity.max(initial));
    let proved = match (bound, by_capacity) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    let assumed = if claims_safe { 1.max(initial) } else { Interval::I32.high as u64 };
    let highest = i64::try_from(proved.unwrap_or(assumed)).unwrap_or(i64::MAX).min(Interval::I32.high);
    let (kind, limit) = match i64::try_from(initial) {
        Ok(initial) => variable_type(Interval::new(0, highest.max(initial))),
        Err(_) => None,
    }
    .ok_or_else(|| format!("`{}` holds more tokens than the 32 bits of Promela can count", place.id))?;
    let variable = Variable {
        name: name('p', index, &place.id),
        most: limit.high.into(),
        is_proved: proved.is_some_and(|bound| bound <= limit.high as u64),
        capacity: place.capacity.map(i128::from),
    };
    let start = if initial == 0 { String::new() } else { format!(" = {initial}") };
    let declaration = format!("{kind} {}{start};", variable.name);
    Ok((variable, declaration))
}

/// Returns the arcs of each transition, by place.
fn arcs(net: &Net) -> Vec<BTreeMap<PlaceId, Arcs>> {
    let mut all: Vec<BTreeMap<PlaceId, Arcs>> = net.transitions.iter().map(|_| BTreeMap::new()).collect();
    for arc in &net.arcs {
        let arcs = all[arc.transition.index()].entry(arc.place).or_default();
        let weight = i128::from(arc.inscription.tokens());
        match arc.kind {
            ArcKind::Input => arcs.taken += weight,
            ArcKind::Output => *arcs.put.get_or_insert(0) += weight,
            ArcKind::Read => arcs.read = arcs.read.max(weight),
            ArcKind::Inhibitor => {
                arcs.inhibited = Some(arcs.inhibited.map_or(weight, |least| least.min(weight)));
            }
            ArcKind::Reset => arcs.is_reset = true,
        }
    }
    all
}

/// Adds the conditions of a place on the enabledness of a transition.
fn add_conditions(place: &Variable, arcs: &Arcs, guard: &mut Vec<String>) {
    let least = arcs.taken.max(arcs.read);
    let mut most = arcs.inhibited.map(|weight| weight - 1);
    let mut is_possible = true;
    if let (Some(put), Some(capacity)) = (arcs.put, place.capacity) {
        if arcs.is_reset {
            is_possible = put <= capacity;
        } else {
            let room = capacity - put + arcs.taken;
            most = Some(most.map_or(room, |most| most.min(room)));
        }
    }
    let most = most.unwrap_or(place.most);
    if !is_possible || least > most.min(place.most) {
        guard.push("false".into());
        return;
    }
    if least > 0 {
        guard.push(format!("{} >= {least}", place.name));
    }
    if most < place.most {
        guard.push(format!("{} <= {most}", place.name));
    }
}

/// Adds the effect of a firing on a place.
fn add_effect(place: &Variable, arcs: &Arcs, effect: &mut Vec<String>) {
    let (name, put) = (&place.name, arcs.put.unwrap_or(0));
    if arcs.is_reset {
        if put > place.most {
            effect.push("assert(false)".into());
        } else {
            effect.push(format!("{name} = {put}"));
        }
        return;
    }
    let change = put - arcs.taken;
    if change < 0 {
        effect.push(format!("{name} = {name} - {}", -change));
    } else if change > place.most {
        effect.push("assert(false)".into());
    } else if change > 0 {
        if !place.is_proved {
            effect.push(format!("assert({name} <= {})", place.most - change));
        }
        effect.push(format!("{name} = {name} + {change}"));
    }
}
