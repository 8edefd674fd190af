//! Describes a net without exploring it.

use std::time::Duration;

use sanderling_analysis::{Control, Limits};
use sanderling_coverability::{Budget, CoverabilitySet, Tokens};
use sanderling_cutoff::UNREQUESTED_WORK;
use sanderling_engine::Explorable;
use sanderling_machine::clock::Instant;
use sanderling_model::layout::{Extent, Slot as Packed};
use sanderling_model::{CountModel, Invariant as Proved, Knowledge, ModelErrors, NetModel, Proof};
use sanderling_net::{ArcKind, Diagnostics, Inscription, NestedUnits, Net, PlaceId, UnitId};
use sanderling_report::{
    DiagramOutline, Encoding, Invariant, Layout, OrderOfPlaces, Slot, StructureReport, UnitTree,
};

use super::coloured::coloured_structure;
use super::hints::no_tokens;
use super::program::describe_program;
use super::value_layout::value_layout;
use crate::portfolio::markings::Groups;
use crate::prepare::{AnalysedNet, Facts, coverability_set};
use crate::replay::Until;
use crate::search::store::fill_stores;

/// Time limit for measuring orders of the places.
const TIME_FOR_ORDERS: Duration = Duration::from_secs(1);

/// Describes a net and its compiled form. The caller fills in `file`, `format`, `nets_in_file` and the
/// warnings of the file.
///
/// # Errors
/// The net uses something that cannot be compiled.
pub fn describe(net: &Net) -> Result<StructureReport, Diagnostics> {
    describe_until(net, None, &Control::default())
}

/// Describes a net as [`describe`] does, within a time limit and until cancelled. A report that was cut short
/// has no proofs and no layout, and gives the reason.
///
/// # Errors
/// As for [`describe`].
pub(crate) fn describe_until(
    net: &Net,
    time: Option<Duration>,
    control: &Control<'_>,
) -> Result<StructureReport, Diagnostics> {
    let mut report = outline(net);
    let until = Until::of(&Limits { time, ..Limits::default() }, control);
    let facts = Facts::default();
    let analysed = AnalysedNet::new(net, &facts);
    if analysed.learn_until(&|| until.is_over()) {
        if net.is_place_transition() {
            describe_counts(analysed, &mut report)?;
            report.diagram = Some(diagram_outline(analysed, &until)?);
            report.layout = layout(analysed, (&until, control))?;
        } else {
            let layout = value_layout(net, analysed.data_model(ModelErrors::Report)?, control);
            let program = net.program.as_ref();
            report.program = program.map(|program| describe_program(net, program, &layout.slots));
            report.layout = Some(layout);
        }
    }
    if report.layout.is_none() {
        report.reason = Some(until.reason());
    }
    Ok(report)
}

/// Describes a net as its file declares it, without proofs. This is fast, and it does not unfold a coloured
/// net. The caller fills in `file`, `format`, `nets_in_file` and the warnings of the file.
#[must_use]
pub fn outline(net: &Net) -> StructureReport {
    let mut report = StructureReport::new();
    report.net = (!net.id.is_empty()).then(|| net.id.clone());
    report.name.clone_from(&net.name);
    count(net, &mut report);
    list_ends(net, &mut report);
    report.hints = no_tokens(net).into_iter().collect();
    report.units = net.units.as_ref().map(unit_tree);
    let is_coloured = !net.is_place_transition() && net.program.is_none();
    report.coloured = is_coloured.then(|| coloured_structure(net));
    report
}

/// Describes the invariants and bounds of a place/transition net.
fn describe_counts(analysed: AnalysedNet<'_>, report: &mut StructureReport) -> Result<(), Diagnostics> {
    let (net, knowledge) = (analysed.net, analysed.knowledge()?);
    let id = |place: PlaceId| net.place(place).id.clone();
    let bounds = knowledge.bounds();
    report.invariants = bounds
        .invariants()
        .invariants
        .iter()
        .filter(|one| one.exact)
        .map(|one| invariant(net, one))
        .collect();
    let covered = covered(analysed)?;
    let bound = |place| covered.as_ref().map_or(Tokens::Omega, |set| set.bound(place));
    let upper = net.place_ids().filter_map(|place| match (bounds.upper(place), bound(place)) {
        (Some(proved), _) => Some((id(place), proved.into())),
        (None, Tokens::Finite(most)) => Some((id(place), most.into())),
        (None, Tokens::Omega) => None,
    });
    report.bounds = upper.collect();
    if covered.is_some() {
        let unbounded = net.place_ids().filter(|&place| bound(place) == Tokens::Omega);
        report.unbounded_places = unbounded.map(id).collect();
    }
    Ok(())
}

/// Returns the orders of the places for a decision diagram.
fn diagram_outline(net: AnalysedNet<'_>, until: &Until<'_>) -> Result<DiagramOutline, Diagnostics> {
    let (structure, started) = (net.knowledge()?.structure(), Instant::now());
    let is_over = || until.is_over() || started.elapsed() >= TIME_FOR_ORDERS;
    let orders = Groups::of(net)?.search(structure, None).orders(&is_over);
    let orders = orders.into_iter().map(|(order, span)| OrderOfPlaces { order: order.to_string(), span });
    Ok(DiagramOutline { levels: structure.place_count().into(), orders: orders.collect() })
}

/// Returns the coverability set if some place has no proved bound and the set is cheap to compute.
fn covered(net: AnalysedNet<'_>) -> Result<Option<CoverabilitySet<'_>>, Diagnostics> {
    let knowledge = net.knowledge()?;
    if knowledge.structure().place_ids().all(|place| knowledge.bounds().upper(place).is_some()) {
        return Ok(None);
    }
    let budget = Budget { max_work: UNREQUESTED_WORK.number(), ..Budget::unlimited() };
    Ok(coverability_set(knowledge, |_| false, &budget).ok())
}

fn count(net: &Net, report: &mut StructureReport) {
    const KINDS: [(ArcKind, &str); 5] = [
        (ArcKind::Input, "input"),
        (ArcKind::Output, "output"),
        (ArcKind::Inhibitor, "inhibitor"),
        (ArcKind::Read, "read"),
        (ArcKind::Reset, "reset"),
    ];
    let size = |inscription: &Inscription| net.inscription_size(inscription);
    report.places = net.places.len();
    report.transitions = net.transitions.len();
    report.arcs = net.arcs.len();
    let of_kind = |kind| net.arcs.iter().filter(|arc| arc.kind == kind).count();
    report.arcs_by_kind = KINDS.into_iter().map(|(kind, name)| (name, of_kind(kind))).collect();
    let weights: Option<Vec<u64>> =
        net.arcs.iter().filter(|arc| arc.kind != ArcKind::Reset).map(|arc| size(&arc.inscription)).collect();
    report.largest_weight = weights.map(|weights| weights.into_iter().max().unwrap_or(0).into());
    let initial: Vec<Option<u64>> = net.places.iter().map(|place| size(&place.initial)).collect();
    let total = initial.iter().try_fold(0, |sum, tokens| Some(sum + u128::from((*tokens)?)));
    report.initial_tokens = total.map(Into::into);
    report.marked_places = initial.iter().filter(|tokens| **tokens != Some(0)).count();
    report.places_with_capacity = net.places.iter().filter(|place| place.capacity.is_some()).count();
}

/// Lists the places and transitions without input arcs, without output arcs, or without both.
fn list_ends(net: &Net, report: &mut StructureReport) {
    let mut place = vec![Ends::default(); net.places.len()];
    let mut transition = vec![Ends::default(); net.transitions.len()];
    for arc in &net.arcs {
        let (place, transition) = (&mut place[arc.place.index()], &mut transition[arc.transition.index()]);
        place.any = true;
        transition.any = true;
        match arc.kind {
            ArcKind::Input => (place.out, transition.into) = (true, true),
            ArcKind::Output => (place.into, transition.out) = (true, true),
            ArcKind::Reset => place.out = true,
            ArcKind::Inhibitor | ArcKind::Read => {}
        }
    }
    let place_ids = |wanted: fn(&Ends) -> bool| {
        let ids = net.places.iter().zip(&place).filter(|(_, ends)| wanted(ends));
        ids.map(|(place, _)| place.id.clone()).collect::<Vec<_>>()
    };
    let transition_ids = |wanted: fn(&Ends) -> bool| {
        let ids = net.transitions.iter().zip(&transition).filter(|(_, ends)| wanted(ends));
        ids.map(|(transition, _)| transition.id.clone()).collect::<Vec<_>>()
    };
    report.source_places = place_ids(|ends| ends.any && !ends.into);
    report.sink_places = place_ids(|ends| ends.any && !ends.out);
    report.source_transitions = transition_ids(|ends| ends.any && !ends.into);
    report.sink_transitions = transition_ids(|ends| ends.any && !ends.out);
    report.isolated_nodes = place_ids(|ends| !ends.any);
    report.isolated_nodes.extend(transition_ids(|ends| !ends.any));
}

/// Whether a node has any arcs, arcs into it, and arcs out of it.
#[derive(Debug, Clone, Copy, Default)]
struct Ends {
    any: bool,
    into: bool,
    out: bool,
}

fn unit_tree(units: &NestedUnits) -> UnitTree {
    let (mut depth, mut level) = (0, vec![units.root]);
    while !level.is_empty() && depth <= units.units.len() {
        depth += 1;
        let below = |unit: &UnitId| units.units[unit.index()].subunits.clone();
        level = level.iter().flat_map(below).collect();
    }
    UnitTree { units: units.units.len(), depth, claims_safe: units.claims_safe }
}

fn invariant(net: &Net, invariant: &Proved) -> Invariant {
    let weights =
        invariant.weights.iter().map(|&(place, weight)| (net.place(place).id.clone(), weight.into()));
    Invariant { weights: weights.collect(), value: invariant.initial_sum.into() }
}

/// Describes how markings are packed; `None` if the time runs out first.
fn layout(
    analysed: AnalysedNet<'_>,
    (until, control): (&Until<'_>, &Control<'_>),
) -> Result<Option<Layout>, Diagnostics> {
    if until.is_over() {
        return Ok(None);
    }
    let (net, fields) = (analysed.net, analysed.field_model()?);
    if until.is_over() {
        return Ok(None);
    }
    let radix = analysed.radix_model()?;
    if until.is_over() {
        return Ok(None);
    }
    let encodings = [size(&fields), size(&radix)];
    let slots =
        fields.layout().slots().map(|(place, slot)| describe_slot(net, fields.knowledge(), place, slot));
    let slots = slots.collect();
    let (layout, encoding_why) = if analysed.prefers_radix()? {
        (packed_as(radix, control), "since it saves whole words")
    } else {
        (packed_as(fields, control), "since mixed radix saves no whole word")
    };
    let encoding = |(name, size): (&str, u64)| Encoding { name: name.into(), bits_per_state: bits(size) };
    Ok(Some(Layout {
        encodings: encodings.into_iter().map(encoding).collect(),
        encoding_why: encoding_why.into(),
        slots,
        ..layout
    }))
}

/// Describes the encoding of a model's markings and the memory that each store needs for them.
pub(crate) fn packed_as<M: Explorable>(model: M, control: &Control<'_>) -> Layout {
    let mut layout = Layout {
        encoding: model.encoding().into(),
        bits_per_state: bits(model.bits_per_state()),
        words_per_state: bits(model.words() as u64),
        ..Layout::default()
    };
    fill_stores(&mut layout, model, control);
    layout
}

fn bits(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn size<M: NetModel>(model: &M) -> (&'static str, u64) {
    (model.encoding(), model.bits_per_state())
}

fn describe_slot(net: &Net, knowledge: &Knowledge, place: PlaceId, slot: Packed) -> Slot {
    let bounds = knowledge.bounds();
    let width = match slot {
        Packed::Constant(_) => 0,
        Packed::Field(field) => field.width,
    };
    let origin = match (knowledge.extents()[place.index()], bounds.proof(place)) {
        (Extent::Constant(tokens), _) => format!("always {tokens}"),
        (Extent::Assumed(_), _) => "assumed, checked at every firing".into(),
        (Extent::Proved(_), Some(Proof::Invariant(index))) => {
            let is_exact = bounds.invariants().invariants[index].exact;
            if is_exact { format!("invariant {}", index + 1) } else { "a sum that never grows".into() }
        }
        (Extent::Proved(_), Some(Proof::Capacity)) => "capacity".into(),
        (Extent::Proved(_), Some(Proof::UnitSafety)) => "nested units, whose claim is proved".into(),
        (Extent::Proved(_), Some(Proof::NoPair)) => "no two tokens are ever there".into(),
        (Extent::Proved(_), Some(Proof::NeverGains)) => "never gains tokens".into(),
        (Extent::Proved(_), Some(Proof::NeverMarked) | None) => "never marked".into(),
    };
    Slot {
        place: net.place(place).id.clone(),
        bits: width,
        bound: bounds.upper(place).map(Into::into),
        range: None,
        origin,
    }
}
