//! The writer for PNEditor: one subnet with all nodes and arcs.

use std::collections::HashSet;
use std::io::{self, Write};

use sanderling_net::format::WriteError;
use sanderling_net::{Arc, ArcKind, Net, Place, Point, Transition};
use sanderling_xml::Escaped;

/// Maximum number that PNEditor supports.
const MAX_NUMBER: u64 = i32::MAX as u64;

/// Writes a net, or refuses it before the first byte.
pub(crate) fn write(net: &Net, sink: &mut dyn io::Write) -> Result<(), WriteError> {
    if let Some(refusal) = refusal(net) {
        return Err(WriteError::Unsupported(refusal));
    }
    document(net, sink).map_err(WriteError::from)
}

/// Returns the reason why a net cannot be written, if there is one.
fn refusal(net: &Net) -> Option<String> {
    if !net.is_place_transition() {
        return Some("tokens have values, and PNEditor's nets have plain tokens only".into());
    }
    let found = net.validate();
    if found.has_errors() {
        return Some(format!("the net is not sound: {found}"));
    }
    let texts = [Some(&net.id)].into_iter().flatten();
    let mut ids = texts
        .chain(net.places.iter().map(|place| &place.id))
        .chain(net.transitions.iter().map(|transition| &transition.id))
        .chain(net.arcs.iter().filter_map(|arc| arc.id.as_ref()));
    let names = net.name.iter();
    let mut names = names
        .chain(net.places.iter().filter_map(|place| place.name.as_ref()))
        .chain(net.transitions.iter().filter_map(|transition| transition.name.as_ref()));
    ids.find_map(|id| unkept(id))
        .or_else(|| {
            names.find_map(|name| if name.is_empty() { Some("an empty name".into()) } else { unkept(name) })
        })
        .or_else(|| net.places.iter().find_map(unkept_place))
        .or_else(|| net.arcs.iter().find_map(|arc| unkept_arc(net, arc)))
        .or_else(|| limited_reset(net))
}

/// Returns the reason why a text would not be read back unchanged, if there is one.
fn unkept(text: &str) -> Option<String> {
    if text.trim() != text {
        return Some(format!("`{}` has blanks around it, which are not kept", text.escape_debug()));
    }
    let odd = |c: &char| !matches!(c, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..);
    text.chars()
        .find(odd)
        .map(|c| format!("`{}` has U+{:04X}, which XML does not have", text.escape_debug(), c as u32))
}

fn unkept_place(place: &Place) -> Option<String> {
    let (id, tokens) = (&place.id, place.initial.tokens());
    match place.capacity {
        _ if tokens > MAX_NUMBER => {
            Some(format!("`{id}` has {tokens} tokens, and PNEditor counts up to {MAX_NUMBER}"))
        }
        Some(0) => Some(format!("`{id}` has a capacity of 0, which PNEditor takes for none")),
        Some(capacity) if capacity > MAX_NUMBER => {
            Some(format!("`{id}` has a capacity of {capacity}, and PNEditor counts up to {MAX_NUMBER}"))
        }
        Some(capacity) if tokens > capacity => Some(format!("`{id}` has more tokens than its capacity")),
        _ => None,
    }
}

fn unkept_arc(net: &Net, arc: &Arc) -> Option<String> {
    let weight = arc.inscription.tokens();
    let (place, transition) = (&net.place(arc.place).id, &net.transition(arc.transition).id);
    (weight > MAX_NUMBER)
        .then(|| format!("the arc between `{place}` and `{transition}` has a weight of {weight}, and PNEditor counts up to {MAX_NUMBER}"))
}

/// Returns a place with a capacity, a reset arc and an output arc. PNEditor ignores resets when it checks capacities.
fn limited_reset(net: &Net) -> Option<String> {
    let of = |arc: &Arc| (arc.place, arc.transition);
    let outputs: HashSet<_> = net.arcs.iter().filter(|arc| arc.kind == ArcKind::Output).map(of).collect();
    let mut resets = net.arcs.iter().filter(|arc| arc.kind == ArcKind::Reset);
    let found = resets.find(|arc| net.place(arc.place).capacity.is_some() && outputs.contains(&of(arc)))?;
    let (place, transition) = (&net.place(found.place).id, &net.transition(found.transition).id);
    Some(format!("`{transition}` empties `{place}`, which has a capacity, and puts tokens into it"))
}

fn document(net: &Net, sink: &mut dyn io::Write) -> io::Result<()> {
    let mut sink = io::BufWriter::new(sink);
    writeln!(sink, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document>")?;
    element(&mut sink, 1, "id", &net.id)?;
    writeln!(sink, "    <x/>\n    <y/>")?;
    element(&mut sink, 1, "label", net.name.as_deref().unwrap_or_default())?;
    writeln!(sink, "    <subnet>\n        <id/>\n        <x>0</x>\n        <y>0</y>\n        <label/>")?;
    net.places.iter().try_for_each(|place| write_place(&mut sink, place))?;
    net.transitions.iter().try_for_each(|transition| write_transition(&mut sink, transition))?;
    net.arcs.iter().try_for_each(|arc| write_arc(&mut sink, net, arc))?;
    writeln!(sink, "    </subnet>\n    <roles/>\n</document>")?;
    sink.flush()
}

fn element(sink: &mut dyn io::Write, depth: usize, name: &str, text: &str) -> io::Result<()> {
    let indent = "    ".repeat(depth);
    if text.is_empty() {
        return writeln!(sink, "{indent}<{name}/>");
    }
    writeln!(sink, "{indent}<{name}>{}</{name}>", Escaped(text))
}

/// Writes a position. PNEditor's positions are whole numbers.
fn position(sink: &mut dyn io::Write, depth: usize, at: Option<Point>) -> io::Result<()> {
    let Some(Point { x, y }) = at else { return Ok(()) };
    let whole =
        |number: f64| format!("{:.0}", number.clamp(f64::from(i32::MIN), f64::from(i32::MAX)).round() + 0.0);
    element(sink, depth, "x", &whole(x))?;
    element(sink, depth, "y", &whole(y))
}

fn write_place(sink: &mut dyn io::Write, place: &Place) -> io::Result<()> {
    writeln!(sink, "        <place>")?;
    element(sink, 3, "id", &place.id)?;
    position(sink, 3, place.position)?;
    element(sink, 3, "label", place.name.as_deref().unwrap_or_default())?;
    element(sink, 3, "tokens", &place.initial.tokens().to_string())?;
    element(sink, 3, "isStatic", "false")?;
    if let Some(capacity) = place.capacity {
        element(sink, 3, "tokenLimit", &capacity.to_string())?;
    }
    writeln!(sink, "        </place>")
}

fn write_transition(sink: &mut dyn io::Write, transition: &Transition) -> io::Result<()> {
    writeln!(sink, "        <transition>")?;
    element(sink, 3, "id", &transition.id)?;
    position(sink, 3, transition.position)?;
    element(sink, 3, "label", transition.name.as_deref().unwrap_or_default())?;
    writeln!(sink, "        </transition>")
}

fn write_arc(sink: &mut dyn io::Write, net: &Net, arc: &Arc) -> io::Result<()> {
    let (place, transition) = (&net.place(arc.place).id, &net.transition(arc.transition).id);
    let (source, target, kind) = match arc.kind {
        ArcKind::Input => (place, transition, "regular"),
        ArcKind::Output => (transition, place, "regular"),
        ArcKind::Inhibitor => (place, transition, "inhibitor"),
        ArcKind::Read => (place, transition, "read"),
        ArcKind::Reset => (place, transition, "reset"),
    };
    writeln!(sink, "        <arc>")?;
    if let Some(id) = &arc.id {
        element(sink, 3, "id", id)?;
    }
    element(sink, 3, "type", kind)?;
    element(sink, 3, "sourceId", source)?;
    element(sink, 3, "destinationId", target)?;
    element(sink, 3, "multiplicity", &arc.inscription.tokens().to_string())?;
    for bend in &arc.bends {
        writeln!(sink, "            <breakPoint>")?;
        position(sink, 4, Some(*bend))?;
        writeln!(sink, "            </breakPoint>")?;
    }
    writeln!(sink, "        </arc>")
}
