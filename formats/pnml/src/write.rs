//! Writing of PNML: the standard's place/transition nets or coloured nets and, where the standard lacks a construct,
//! the spelling that most tools read (`<type value="inhibitor"/>`, `<capacity>`, the contest's nested units).
//!
//! A written net is read back as the same net. The standard requires an id on every arc. Arcs without an id get a
//! generated one, and an element of our own states the prefix of the generated ids. Anything that cannot be written is
//! detected before the first byte is written.

use std::io::{self, Write};

use sanderling_net::format::WriteError;
use sanderling_net::{Arc, ArcKind, Inscription, NestedUnits, Net, Point};

mod colours;
mod declaration;
mod structure;
mod term;

use crate::arc_kind;
use crate::escape::{attribute, text};
use crate::writable;
use colours::Colours;

/// The name of our tool in `toolspecific` elements.
pub(crate) const TOOL: &str = "sanderling";
/// The element with the prefix of generated arc ids.
pub(crate) const UNNAMED_ARCS: &str = "unnamedArcs";

const NAMESPACE: &str = "http://www.pnml.org/version-2009/grammar/pnml";
const TYPES: &str = "http://www.pnml.org/version-2009/grammar";

/// Writes a net as a file.
pub(crate) fn write(net: &Net, sink: &mut dyn Write) -> Result<(), WriteError> {
    writable::check(net).map_err(WriteError::Unsupported)?;
    let colours = Colours::of(net)?;
    let mut out = io::BufWriter::new(sink);
    document(net, &colours, &mut out)?;
    out.flush()?;
    Ok(())
}

fn document(net: &Net, colours: &Colours, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<pnml xmlns=\"{NAMESPACE}\">")?;
    writeln!(out, "  <net id=\"{}\" type=\"{TYPES}/{}\">", attribute(&net.id), colours.net_type)?;
    name(net.name.as_deref(), 4, out)?;
    let unnamed = unnamed_prefix(net);
    if let Some(prefix) = &unnamed {
        writeln!(out, "    <toolspecific tool=\"{TOOL}\" version=\"1\">")?;
        writeln!(out, "      <{UNNAMED_ARCS} prefix=\"{}\"/>", attribute(prefix))?;
        writeln!(out, "    </toolspecific>")?;
    }
    if let Some(declarations) = &colours.declarations {
        writeln!(out, "    <declaration><structure>{declarations}</structure></declaration>")?;
    }
    writeln!(out, "    <page id=\"{}\">", attribute(&fresh(net, "page", |id, page| id == page)))?;
    nodes(net, colours, out)?;
    for (index, arc) in net.arcs.iter().enumerate() {
        let id =
            arc.id.clone().unwrap_or_else(|| format!("{}{index}", unnamed.as_deref().unwrap_or_default()));
        write_arc(net, arc, &id, colours.arcs.get(index), out)?;
    }
    if let Some(units) = &net.units {
        write_units(net, units, out)?;
    }
    writeln!(out, "    </page>")?;
    write_final_markings(net, out)?;
    writeln!(out, "  </net>\n</pnml>")
}

fn nodes(net: &Net, colours: &Colours, out: &mut impl Write) -> io::Result<()> {
    for (index, place) in net.places.iter().enumerate() {
        writeln!(out, "      <place id=\"{}\">", attribute(&place.id))?;
        name(place.name.as_deref(), 8, out)?;
        graphics(place.position.as_slice(), out)?;
        if let Some(label) = colours.places.get(index) {
            write!(out, "{label}")?;
        } else if let Inscription::Tokens(tokens @ 1..) = place.initial {
            writeln!(out, "        <initialMarking><text>{tokens}</text></initialMarking>")?;
        }
        if let Some(capacity) = place.capacity {
            writeln!(out, "        <capacity><text>{capacity}</text></capacity>")?;
        }
        writeln!(out, "      </place>")?;
    }
    for (index, transition) in net.transitions.iter().enumerate() {
        writeln!(out, "      <transition id=\"{}\">", attribute(&transition.id))?;
        name(transition.name.as_deref(), 8, out)?;
        graphics(transition.position.as_slice(), out)?;
        write!(out, "{}", colours.transitions.get(index).map_or("", String::as_str))?;
        writeln!(out, "      </transition>")?;
    }
    Ok(())
}

fn write_arc(net: &Net, arc: &Arc, id: &str, label: Option<&String>, out: &mut impl Write) -> io::Result<()> {
    let (place, transition) = (&net.place(arc.place).id, &net.transition(arc.transition).id);
    let (source, target) = match arc.kind {
        ArcKind::Output => (transition, place),
        _ => (place, transition),
    };
    let (id, source, target) = (attribute(id), attribute(source), attribute(target));
    writeln!(out, "      <arc id=\"{id}\" source=\"{source}\" target=\"{target}\">")?;
    graphics(&arc.bends, out)?;
    if let Some(label) = label.filter(|label| !label.is_empty()) {
        write!(out, "{label}")?;
    } else if let Inscription::Tokens(weight) = arc.inscription
        && weight != 1
    {
        writeln!(out, "        <inscription><text>{weight}</text></inscription>")?;
    }
    if let Some(kind) = arc_kind::written(arc.kind) {
        writeln!(out, "        <type value=\"{kind}\"/>")?;
    }
    writeln!(out, "      </arc>")
}

fn write_units(net: &Net, units: &NestedUnits, out: &mut impl Write) -> io::Result<()> {
    let (places, transitions, arcs) = (net.places.len(), net.transitions.len(), net.arcs.len());
    let unit_id = |id: &sanderling_net::UnitId| units.units[id.index()].id.as_str();
    writeln!(out, "      <toolspecific tool=\"nupn\" version=\"1.1\">")?;
    writeln!(out, "        <size places=\"{places}\" transitions=\"{transitions}\" arcs=\"{arcs}\"/>")?;
    let (count, root) = (units.units.len(), attribute(unit_id(&units.root)));
    writeln!(out, "        <structure units=\"{count}\" root=\"{root}\" safe=\"{}\">", units.claims_safe)?;
    for unit in &units.units {
        writeln!(out, "          <unit id=\"{}\">", attribute(&unit.id))?;
        list("places", unit.places.iter().map(|p| net.place(*p).id.as_str()), out)?;
        list("subunits", unit.subunits.iter().map(unit_id), out)?;
        writeln!(out, "          </unit>")?;
    }
    writeln!(out, "        </structure>\n      </toolspecific>")
}

/// Writes the final markings in the form of pm4py and ProM.
fn write_final_markings(net: &Net, out: &mut impl Write) -> io::Result<()> {
    if net.final_markings.is_empty() {
        return Ok(());
    }
    writeln!(out, "    <finalmarkings>")?;
    for marking in &net.final_markings {
        writeln!(out, "      <marking>")?;
        for marked in marking {
            let id = attribute(&net.place(marked.place).id);
            writeln!(out, "        <place idref=\"{id}\"><text>{}</text></place>", marked.tokens)?;
        }
        writeln!(out, "      </marking>")?;
    }
    writeln!(out, "    </finalmarkings>")
}

fn list<'n>(element: &str, ids: impl Iterator<Item = &'n str>, out: &mut impl Write) -> io::Result<()> {
    write!(out, "            <{element}>")?;
    for (index, id) in ids.enumerate() {
        write!(out, "{}{}", if index == 0 { "" } else { " " }, text(id))?;
    }
    writeln!(out, "</{element}>")
}

fn name(name: Option<&str>, indent: usize, out: &mut impl Write) -> io::Result<()> {
    match name {
        Some(name) => writeln!(out, "{:indent$}<name><text>{}</text></name>", "", text(name)),
        None => Ok(()),
    }
}

fn graphics(points: &[Point], out: &mut impl Write) -> io::Result<()> {
    if points.is_empty() {
        return Ok(());
    }
    write!(out, "        <graphics>")?;
    for Point { x, y } in points {
        write!(out, "<position x=\"{x}\" y=\"{y}\"/>")?;
    }
    writeln!(out, "</graphics>")
}

/// Returns a prefix with which no id begins; `None` if all arcs have ids.
fn unnamed_prefix(net: &Net) -> Option<String> {
    let is_needed = net.arcs.iter().any(|arc| arc.id.is_none());
    is_needed.then(|| fresh(net, "arc-", |id, prefix| id.starts_with(prefix)))
}

/// Returns `wish`, made longer until no id of the net clashes with it.
fn fresh(net: &Net, wish: &str, clashes: impl Fn(&str, &str) -> bool) -> String {
    let ids = || {
        let places = net.places.iter().map(|p| p.id.as_str());
        let transitions = net.transitions.iter().map(|t| t.id.as_str());
        let arcs = net.arcs.iter().filter_map(|a| a.id.as_deref());
        places.chain(transitions).chain(arcs).chain([net.id.as_str()])
    };
    let longest = ids().filter(|id| clashes(id, wish) || id.starts_with(wish)).map(str::len).max();
    let missing = longest.map_or(0, |longest| longest + 1 - wish.len());
    format!("{wish}{}", "-".repeat(missing))
}
