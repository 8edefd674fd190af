//! The writer, and the check whether TINA can express a net.

use std::collections::HashSet;
use std::io;

use sanderling_net::{Arc, ArcKind, Net};

use crate::tina::name::{is_unwritable, written};

/// Checks that TINA can express the net.
///
/// # Errors
/// The first construct that it cannot express.
pub(crate) fn check(net: &Net) -> Result<(), String> {
    if !net.is_place_transition() {
        return Err("tokens have values, and TINA's nets have plain tokens only".into());
    }
    if let Some(place) = net.places.iter().find(|place| place.capacity.is_some()) {
        return Err(format!("`{}` has a capacity, and TINA's places have none", place.id));
    }
    if let Some(arc) = net.arcs.iter().find(|arc| arc.kind == ArcKind::Reset) {
        let transition = &net.transition(arc.transition).id;
        return Err(format!("`{transition}` has a reset arc, and TINA's nets have none"));
    }
    check_names(net)
}

fn check_names(net: &Net) -> Result<(), String> {
    let mut taken = HashSet::new();
    for id in nodes(net) {
        if id.is_empty() || id.chars().any(is_unwritable) {
            return Err(format!("`{}` is not a name that TINA can read", id.escape_debug()));
        }
        if !taken.insert(id) {
            return Err(format!("two nodes are called `{id}`"));
        }
    }
    if net.id.chars().any(is_unwritable) {
        return Err(format!("`{}` is not a name that TINA can read", net.id.escape_debug()));
    }
    Ok(())
}

fn nodes(net: &Net) -> impl Iterator<Item = &str> {
    let places = net.places.iter().map(|place| place.id.as_str());
    places.chain(net.transitions.iter().map(|transition| transition.id.as_str()))
}

/// Writes the net: all places in order, then the transitions with their arcs.
pub(crate) fn write(net: &Net, sink: &mut dyn io::Write) -> io::Result<()> {
    let is_empty = net.places.is_empty() && net.transitions.is_empty();
    if is_empty || !net.id.is_empty() {
        writeln!(sink, "net {}", written(&net.id))?;
    }
    for place in &net.places {
        write!(sink, "pl {}{}", written(&place.id), label(place.name.as_deref()))?;
        match place.initial.tokens() {
            0 => writeln!(sink)?,
            tokens => writeln!(sink, " ({tokens})")?,
        }
    }
    let mut arcs: Vec<&Arc> = net.arcs.iter().collect();
    arcs.sort_by_key(|arc| (arc.transition, arc.kind == ArcKind::Output));
    let mut arcs = arcs.as_slice();
    for (transition, id) in net.transitions.iter().zip(net.transition_ids()) {
        let own = arcs.partition_point(|arc| arc.transition == id);
        let (here, others) = arcs.split_at(own);
        arcs = others;
        let name = written(&transition.id);
        write!(sink, "tr {name}{}", label(transition.name.as_deref()))?;
        write_arcs(net, here, sink)?;
    }
    Ok(())
}

fn write_arcs(net: &Net, arcs: &[&Arc], sink: &mut dyn io::Write) -> io::Result<()> {
    let (inputs, outputs) = arcs.split_at(arcs.partition_point(|arc| arc.kind != ArcKind::Output));
    for arc in inputs {
        write!(sink, " {}", end(net, arc))?;
    }
    write!(sink, " ->")?;
    for arc in outputs {
        write!(sink, " {}", end(net, arc))?;
    }
    writeln!(sink)
}

/// Returns the place of an arc with the inscription.
fn end(net: &Net, arc: &Arc) -> String {
    let (place, weight) = (written(&net.place(arc.place).id), arc.inscription.tokens());
    match arc.kind {
        ArcKind::Read => format!("{place}?{weight}"),
        ArcKind::Inhibitor => format!("{place}?-{weight}"),
        _ if weight == 1 => place.into_owned(),
        _ => format!("{place}*{weight}"),
    }
}

/// Returns a name as a label, if TINA reads it as one.
fn label(name: Option<&str>) -> String {
    let name = name.filter(|name| !name.is_empty() && !name.chars().any(is_unwritable));
    name.map_or(String::new(), |name| format!(" : {}", written(name)))
}
