//! The files that a call requests, and the bindings of an unfolding as XML on standard output.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use sanderling::PreparedNet;
use sanderling_net::Net;
use sanderling_property::Property;
use sanderling_query::contest::ContestQuery;
use sanderling_report::xml::Escaped;

use crate::arguments::Call;
use crate::query::{Combination, Query};
use crate::verify::print;
use crate::{Outcome, Streams, unfolded};

/// Writes the requested files.
pub(crate) fn write(
    call: &Call,
    prepared: &PreparedNet,
    queries: &[(usize, Query)],
    streams: &mut Streams<'_>,
) -> Outcome<()> {
    if call.wants_bindings {
        print(streams, &bindings(prepared))?;
    }
    if let Some(path) = &call.unfolded_net {
        write_net(prepared.net(), path)?;
    }
    if let Some(path) = &call.unfolded_queries {
        let text = unfolded::queries(prepared, queries.iter().map(|(_, query)| query), streams)?;
        fs::write(path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    }
    let first = queries.iter().find_map(|(_, query)| match &query.combination {
        Combination::One(ContestQuery::Formula(property)) => {
            Some(prepared.to_unfolded(property).map_err(|found| found.to_string()))
        }
        _ => None,
    });
    if let (Some(path), Some(property)) = (&call.reduced_net, first) {
        write_reduced(prepared.net(), &property?, path)?;
    }
    Ok(())
}

/// Writes the net after a structural reduction that preserves a property.
fn write_reduced(net: &Net, property: &Property, path: &Path) -> Outcome<()> {
    use sanderling_structural::{Budget, Preserved, reduce};
    let formula = &property.formula;
    let preserved = Preserved {
        deadlocks: formula.mentions_deadlock(),
        places: formula.places().into_iter().collect(),
        transitions: formula.transitions().into_iter().collect(),
    };
    let budget = Budget::of(std::time::Duration::from_secs(60));
    let reduction = reduce(net, &preserved, &budget).map_err(|found| found.to_string())?;
    write_net(reduction.net(), path)
}

fn write_net(net: &Net, path: &Path) -> Outcome<()> {
    let format = sanderling_formats::by_name("pnml").ok_or("PNML is not known")?;
    let mut bytes = Vec::new();
    format.write(net, &mut bytes).map_err(|error| format!("the net cannot be written as PNML: {error}"))?;
    fs::write(path, bytes).map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}

/// Returns the `bindings` element of an unfolded net; empty for other nets.
fn bindings(prepared: &PreparedNet) -> String {
    if prepared.statistics().is_none() {
        return String::new();
    }
    let mut out = String::from("<bindings>\n");
    for (transition, binding) in prepared.net().transition_ids().zip(prepared.bindings()) {
        let _ = writeln!(out, "\t<transition id=\"{}\">", Escaped(&prepared.net().transition(transition).id));
        for (variable, value) in &binding {
            let _ = writeln!(out, "\t\t<variable id=\"{}\">", Escaped(variable));
            let _ = writeln!(out, "\t\t\t<color>{}</color>", Escaped(value));
            out.push_str("\t\t</variable>\n");
        }
        out.push_str("\t</transition>\n");
    }
    out + "</bindings>\n"
}
