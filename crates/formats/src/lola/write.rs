//! The writer, and the check whether LoLA can express a net.

use std::collections::BTreeMap;
use std::io;

use sanderling_net::{ArcKind, Net, PlaceId};

use crate::lola::name::names;

/// Maximum number that LoLA supports; it uses signed 32-bit integers.
const MAX: u64 = i32::MAX as u64;

/// The tokens that a transition consumes and adds.
#[derive(Debug, Default)]
pub(crate) struct Weights {
    taken: BTreeMap<PlaceId, u64>,
    put: BTreeMap<PlaceId, u64>,
}

/// Returns the weights of all transitions.
///
/// # Errors
/// If LoLA cannot express the net.
pub(crate) fn transitions(net: &Net) -> Result<Vec<Weights>, String> {
    check(net)?;
    let mut all: Vec<Weights> = net.transitions.iter().map(|_| Weights::default()).collect();
    let mut read: Vec<BTreeMap<PlaceId, u64>> = vec![BTreeMap::new(); all.len()];
    for arc in &net.arcs {
        let (weights, weight) = (&mut all[arc.transition.index()], arc.inscription.tokens());
        let sum = match arc.kind {
            ArcKind::Input => weights.taken.entry(arc.place).or_default(),
            ArcKind::Output => weights.put.entry(arc.place).or_default(),
            ArcKind::Read => {
                let read = read[arc.transition.index()].entry(arc.place).or_default();
                *read = weight.max(*read);
                continue;
            }
            kind => return Err(refused_arc(net, arc.transition.index(), kind)),
        };
        *sum = sum.saturating_add(weight);
    }
    for (weights, read) in all.iter_mut().zip(read) {
        read.into_iter().for_each(|(place, weight)| weights.read(place, weight));
    }
    let too_heavy = |weights: &Weights| weights.taken.values().chain(weights.put.values()).any(|&w| w > MAX);
    match all.iter().position(too_heavy) {
        Some(index) => {
            Err(format!("`{}` has an arc of more tokens than LoLA counts", net.transitions[index].id))
        }
        None => Ok(all),
    }
}

impl Weights {
    /// Adds a read arc: tokens that are not taken anyway are taken and put back.
    fn read(&mut self, place: PlaceId, weight: u64) {
        let taken = self.taken.entry(place).or_default();
        if weight > *taken {
            let put = self.put.entry(place).or_default();
            *put = put.saturating_add(weight - *taken);
            *taken = weight;
        }
    }
}

fn check(net: &Net) -> Result<(), String> {
    if !net.is_place_transition() {
        return Err("tokens have values, and LoLA's nets have plain tokens only".into());
    }
    if net.places.is_empty() || net.transitions.is_empty() {
        return Err("LoLA's nets have a place and a transition at least".into());
    }
    for place in &net.places {
        if place.capacity.is_some() {
            return Err(format!("`{}` has a capacity, which LoLA takes for a promise and no rule", place.id));
        }
        if place.initial.tokens() > MAX {
            return Err(format!("`{}` holds more tokens than LoLA counts", place.id));
        }
    }
    Ok(())
}

fn refused_arc(net: &Net, transition: usize, kind: ArcKind) -> String {
    let kind = if kind == ArcKind::Reset { "a reset arc" } else { "an inhibitor arc" };
    format!("`{}` has {kind}, and LoLA's nets have none", net.transitions[transition].id)
}

/// Writes the net. Adjacent places with the same proved bound are declared together, as safe for this number of tokens.
pub(crate) fn write(
    net: &Net,
    transitions: &[Weights],
    bounds: &[Option<u64>],
    sink: &mut dyn io::Write,
) -> io::Result<()> {
    let ids = net.places.iter().map(|place| &place.id).chain(net.transitions.iter().map(|t| &t.id));
    let names = names(ids.map(String::as_str));
    let (places, names) = names.split_at(net.places.len());
    write_places(places, bounds, sink)?;
    let marked = net.places.iter().zip(places).filter(|(place, _)| place.initial.tokens() > 0);
    let marked: Vec<String> =
        marked.map(|(place, name)| format!("{name}: {}", place.initial.tokens())).collect();
    writeln!(sink, "\nMARKING\n  {};", marked.join(", "))?;
    for (name, weights) in names.iter().zip(transitions) {
        writeln!(sink, "\nTRANSITION {name}")?;
        writeln!(sink, "  CONSUME {};", list(&weights.taken, places))?;
        writeln!(sink, "  PRODUCE {};", list(&weights.put, places))?;
    }
    Ok(())
}

fn write_places(names: &[String], bounds: &[Option<u64>], sink: &mut dyn io::Write) -> io::Result<()> {
    let bound = |index: usize| {
        let bound = bounds.get(index).copied().flatten().map(|bound| bound.max(1));
        bound.filter(|&bound| bound <= MAX)
    };
    let declared: Vec<(Option<u64>, &str)> =
        names.iter().enumerate().map(|(index, name)| (bound(index), name.as_str())).collect();
    writeln!(sink, "PLACE")?;
    for group in declared.chunk_by(|left, right| left.0 == right.0) {
        let safe = group[0].0.map_or(String::new(), |bound| format!("SAFE {bound}: "));
        let names: Vec<&str> = group.iter().map(|(_, name)| *name).collect();
        writeln!(sink, "  {safe}{};", names.join(", "))?;
    }
    Ok(())
}

fn list(weights: &BTreeMap<PlaceId, u64>, places: &[String]) -> String {
    let real = weights.iter().filter(|(_, weight)| **weight > 0);
    let arcs: Vec<String> =
        real.map(|(place, weight)| format!("{}: {weight}", places[place.index()])).collect();
    arcs.join(", ")
}
