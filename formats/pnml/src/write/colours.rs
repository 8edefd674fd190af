//! The coloured labels of a net, computed before the first byte is written.
//!
//! A place/transition net has none. Labels that our reader infers are written nevertheless, for tools that do not infer
//! them: the type of every place and the inscription of every arc.

use std::fmt::Write;

use sanderling_net::format::WriteError;
use sanderling_net::{Arc, ArcKind, Declarations, Inscription, Net, Operator, Place, Sort, SortId, Term};

use super::declaration::declarations;
use super::structure::{Structure, Written, unsupported};
use super::term::Terms;

/// Labels of places, transitions and arcs, in their order; empty for a net without colours.
#[derive(Debug)]
pub(super) struct Colours {
    pub(super) net_type: &'static str,
    pub(super) declarations: Option<String>,
    pub(super) places: Vec<String>,
    pub(super) transitions: Vec<String>,
    pub(super) arcs: Vec<String>,
}

impl Colours {
    /// Returns the labels of a net.
    ///
    /// # Errors
    /// If PNML cannot express something in the net.
    pub(super) fn of(net: &Net) -> Result<Self, WriteError> {
        let mut colours = Self {
            net_type: "ptnet",
            declarations: None,
            places: Vec::new(),
            transitions: Vec::new(),
            arcs: Vec::new(),
        };
        if net.is_place_transition() && net.declarations == Declarations::default() {
            return Ok(colours);
        }
        refuse_programs(net)?;
        colours.net_type = if is_symmetric(net) { "symmetricnet" } else { "highlevelnet" };
        colours.declarations = Some(declarations(net)?);
        for place in &net.places {
            colours.places.push(of_place(net, place)?);
        }
        for transition in &net.transitions {
            let guard = transition.guard.as_ref();
            let label = guard.map(|guard| label(net, "condition", |terms| terms.value(guard)));
            colours.transitions.push(label.transpose()?.unwrap_or_default());
        }
        for arc in &net.arcs {
            colours.arcs.push(of_arc(net, arc)?);
        }
        Ok(colours)
    }
}

fn refuse_programs(net: &Net) -> Written {
    if net.program.is_some() || !net.assertions.is_empty() {
        return Err(unsupported("PNML cannot express a program or assertions"));
    }
    if net.transitions.iter().any(|transition| !transition.code.is_empty()) {
        return Err(unsupported("PNML cannot express transitions with code"));
    }
    Ok(())
}

fn label(
    net: &Net,
    name: &str,
    content: impl FnOnce(&mut Terms<'_>) -> Written,
) -> Result<String, WriteError> {
    let mut terms = Terms { net, out: Structure::default() };
    content(&mut terms)?;
    Ok(format!("        <{name}><structure>{}</structure></{name}>\n", terms.out.finish()))
}

fn of_place(net: &Net, place: &Place) -> Result<String, WriteError> {
    let mut text = label(net, "type", |terms| terms.sort(place.sort))?;
    match &place.initial {
        Inscription::Tokens(0) => {}
        Inscription::Tokens(count) => {
            text.push_str(&label(net, "hlinitialMarking", |terms| terms.tokens(*count))?);
        }
        Inscription::Term(term) => {
            text.push_str(&label(net, "hlinitialMarking", |terms| terms.multiset(term))?);
        }
    }
    Ok(text)
}

/// Returns the label of an arc; empty if its plain weight suffices.
fn of_arc(net: &Net, arc: &Arc) -> Result<String, WriteError> {
    match (&arc.inscription, arc.kind) {
        (Inscription::Term(_), ArcKind::Reset) => Err(unsupported("a reset arc with a multiset")),
        (Inscription::Term(term), _) => label(net, "hlinscription", |terms| terms.multiset(term)),
        (Inscription::Tokens(_), ArcKind::Reset) => Ok(String::new()),
        (Inscription::Tokens(count), ArcKind::Inhibitor) if net.place(arc.place).sort != SortId::DOT => {
            let mut text = String::new();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "        <inscription><text>{count}</text></inscription>");
            Ok(text)
        }
        (Inscription::Tokens(count), _) => label(net, "hlinscription", |terms| terms.tokens(*count)),
    }
}

/// Returns whether the net is a symmetric net of the standard, judging by its sorts and operators.
fn is_symmetric(net: &Net) -> bool {
    let is_finite = |sort: SortId| net.value_count(sort).is_some();
    let is_known = |sort: &Sort| !matches!(sort, Sort::String | Sort::List { .. });
    net.declarations.operators.is_empty()
        && net.declarations.sorts.iter().all(|declared| is_known(&declared.sort))
        && net.places.iter().all(|place| is_finite(place.sort))
        && net.declarations.variables.iter().all(|variable| is_finite(variable.sort))
        && all_terms(net).all(is_symmetric_term)
}

fn all_terms(net: &Net) -> impl Iterator<Item = &Term> {
    let places = net.places.iter().filter_map(|place| place.initial.term());
    let arcs = net.arcs.iter().filter_map(|arc| arc.inscription.term());
    places.chain(arcs).chain(net.transitions.iter().filter_map(|transition| transition.guard.as_ref()))
}

/// Returns whether a term is allowed in symmetric nets. Only high-level nets compute numbers.
fn is_symmetric_term(term: &Term) -> bool {
    let (Term::Tuple(parts) | Term::Apply(_, parts)) = term else { return true };
    let is_known = match term {
        Term::Apply(operator, _) => !matches!(
            operator,
            Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide | Operator::Remainder
        ),
        _ => true,
    };
    is_known && parts.iter().all(is_symmetric_term)
}
