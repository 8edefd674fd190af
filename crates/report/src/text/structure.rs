//! The structure of a net as text.

use std::fmt::Write;

use super::coloured;
use super::hint::hints;
use super::program;
use super::reduction::{self, unfolding};
use super::statistics::{Statistics, counted, figure, some_of, widest};
use crate::{
    Count, Diagnostic, DiagramOutline, Invariant, Layout, OrderOfPlaces, StoreEstimate, StoredQuery,
    StructureReport,
};

/// Maximum number of ids of a list to name.
const MAX_IDS: usize = 8;
/// Maximum number of rows of a table to show.
const MAX_ROWS: usize = 20;
/// Number of orders of places in a line.
const ORDERS_IN_A_LINE: usize = 6;
/// Maximum number of terms of an invariant to show.
const MAX_TERMS: usize = 12;

/// Renders the whole description.
#[must_use]
pub fn structure(report: &StructureReport) -> String {
    let mut out = String::new();
    let net = report.net.as_deref().unwrap_or_default();
    let name = report.name.as_ref().map(|name| format!(" \"{name}\"")).unwrap_or_default();
    let kind = if report.program.is_some() { "model" } else { "net" };
    let title = format!("{}: {} {kind} {net}{name}", report.file, report.format);
    let _ = writeln!(out, "{}", title.trim_end());
    hints(&report.hints, &mut out);
    out.push('\n');
    match &report.program {
        Some(program) => program::statistics(report, program).write(&mut out),
        None => statistics(report).write(&mut out),
    }
    report.diagram.iter().for_each(|diagram| orders(diagram, &mut out));
    invariants(&report.invariants, &mut out);
    report.coloured.iter().for_each(|net| coloured::tables(net, &mut out));
    match (&report.program, &report.layout) {
        (Some(program), layout) => {
            program::tables(program, &mut out);
            layout.iter().for_each(|layout| stores(layout, &mut out));
        }
        (None, Some(layout)) => packing(layout, &mut out),
        (None, None) if report.coloured.is_some() => out.push_str(coloured::MORE),
        (None, None) => {}
    }
    if let Some(reason) = report.reason {
        let is_proved = !(report.invariants.is_empty() && report.bounds.is_empty());
        let what = if is_proved { "the packing is" } else { "invariants, bounds and packing are" };
        let _ = writeln!(out, "\n{what} not known: {}", reason.in_words());
    }
    report.reduction.iter().for_each(|reduction| reduction::write(reduction, &mut out));
    queries(&report.queries, &mut out);
    remarks(&report.warnings, &mut out);
    out
}

/// Renders the orders of the places for decision diagrams.
fn orders(diagram: &DiagramOutline, out: &mut String) {
    let order = |OrderOfPlaces { order, span }: &OrderOfPlaces| match span {
        Some(span) => format!("{order} {span:.1}"),
        None => order.clone(),
    };
    let orders: Vec<String> = diagram.orders.iter().map(order).collect();
    let levels = counted(diagram.levels, "level");
    let _ =
        writeln!(out, "\ndecision diagram: {levels}; orders to try, with the average span of a transition:");
    for line in orders.chunks(ORDERS_IN_A_LINE) {
        let _ = writeln!(out, "  {}", line.join(", "));
    }
}

fn statistics(report: &StructureReport) -> Statistics {
    let mut statistics = Statistics::default();
    if report.nets_in_file > 1 {
        statistics.row("nets in the file", figure(report.nets_in_file.into()), "this is one of them");
    }
    report.unfolding.iter().for_each(|one| unfolding(one, &mut statistics));
    statistics.count("places", report.places);
    statistics.count("transitions", report.transitions);
    let kinds: Vec<String> = report
        .arcs_by_kind
        .iter()
        .filter(|(_, number)| *number > 0)
        .map(|(kind, number)| format!("{} {kind}", figure((*number).into())))
        .collect();
    statistics.row("arcs", figure(report.arcs.into()), kinds.join(", "));
    let known = |count: Option<Count>| count.map_or_else(|| "?".to_owned(), figure);
    statistics.row("largest weight", known(report.largest_weight), "");
    let marked = format!("in {}", counted(report.marked_places, "place"));
    statistics.row("initial tokens", known(report.initial_tokens), marked);
    if report.places_with_capacity > 0 {
        statistics.count("with capacity", report.places_with_capacity);
    }
    for (name, ids) in [
        ("source places", &report.source_places),
        ("sink places", &report.sink_places),
        ("source transitions", &report.source_transitions),
        ("sink transitions", &report.sink_transitions),
        ("isolated nodes", &report.isolated_nodes),
    ] {
        if !ids.is_empty() {
            statistics.row(name, figure(ids.len().into()), some_of(ids, MAX_IDS));
        }
    }
    if let Some(units) = &report.units {
        let safe = if units.claims_safe { "claimed to be safe" } else { "not claimed to be safe" };
        statistics.row("nested units", figure(units.units.into()), format!("depth {}, {safe}", units.depth));
    }
    if report.coloured.is_none() {
        let how = "by what is proved before the search";
        statistics.row("bounded places", figure(report.bounds.len().into()), how);
    }
    if !report.unbounded_places.is_empty() {
        let ids = &report.unbounded_places;
        statistics.row("unbounded places", figure(ids.len().into()), some_of(ids, MAX_IDS));
    }
    statistics
}

fn invariants(invariants: &[Invariant], out: &mut String) {
    if invariants.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nplace invariants ({}):", figure(invariants.len().into()));
    for invariant in invariants.iter().take(MAX_ROWS) {
        let _ = writeln!(out, "  {} = {}", sum(invariant), figure(invariant.value));
    }
    left_out(invariants.len(), out);
}

fn sum(invariant: &Invariant) -> String {
    let mut terms: Vec<String> = invariant
        .weights
        .iter()
        .take(MAX_TERMS)
        .map(|(place, weight)| match *weight {
            Count::Finite(1) => place.clone(),
            weight => format!("{}·{place}", figure(weight)),
        })
        .collect();
    if invariant.weights.len() > MAX_TERMS {
        terms.push(format!("… ({} terms)", figure(invariant.weights.len().into())));
    }
    terms.join(" + ")
}

fn packing(layout: &Layout, out: &mut String) {
    let _ = writeln!(
        out,
        "\na state takes {} in {} ({})",
        counted(layout.bits_per_state, "bit"),
        counted(layout.words_per_state, "word"),
        layout.encoding
    );
    for encoding in &layout.encodings {
        let _ = writeln!(out, "  {:8} {}", encoding.name, counted(encoding.bits_per_state, "bit"));
    }
    if !layout.encoding_why.is_empty() {
        let _ = writeln!(out, "  chosen: {}, {}", layout.encoding, layout.encoding_why);
    }
    let shown = &layout.slots[..layout.slots.len().min(MAX_ROWS)];
    let width = widest(shown.iter().map(|slot| &slot.place));
    for slot in shown {
        let bound = slot.bound.map(|bound| format!("at most {}, ", figure(bound))).unwrap_or_default();
        let _ = writeln!(
            out,
            "  {:width$}  {:>7}  {bound}{}",
            slot.place,
            counted(slot.bits, "bit"),
            slot.origin
        );
    }
    left_out(layout.slots.len(), out);
    stores(layout, out);
}

/// Renders the size of a state in each store, and the default store.
fn stores(layout: &Layout, out: &mut String) {
    if layout.stores.is_empty() {
        return;
    }
    out.push_str("\nstored, a state takes about\n");
    let width = widest(layout.stores.iter().map(|store| &store.name));
    for StoreEstimate { name, bytes_per_state, basis } in &layout.stores {
        let _ = writeln!(out, "  {name:width$}  {bytes_per_state:>6.1} bytes  {basis}");
    }
    let _ = writeln!(out, "  chosen: {}, {}", layout.store, layout.store_why);
}

fn left_out(rows: usize, out: &mut String) {
    if rows > MAX_ROWS {
        let _ = writeln!(out, "  … and {} more", figure((rows - MAX_ROWS).into()));
    }
}

/// Renders the queries, with the numbers by which they can be checked.
fn queries(queries: &[StoredQuery], out: &mut String) {
    if queries.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nqueries in the file ({}), for check --query:", figure(queries.len().into()));
    for (index, query) in queries.iter().enumerate() {
        let name = if query.name.is_empty() { "without a name" } else { &query.name };
        let what = match (&query.property, &query.why_not) {
            (Some(property), _) => property.clone(),
            (None, why) => format!("not supported: {}", why.as_deref().unwrap_or_default()),
        };
        let _ = writeln!(out, "  {:>2}  {name}\n      {what}", index + 1);
    }
}

fn remarks(warnings: &[Diagnostic], out: &mut String) {
    if !warnings.is_empty() {
        let _ = writeln!(out, "\nwarnings: {}", figure(warnings.len().into()));
    }
}
