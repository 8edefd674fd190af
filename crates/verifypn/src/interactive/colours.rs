//! Colours by the editor's names, and as PNML terms.

use std::fmt::Write;

use sanderling_net::{Net, Sort, SortId, Value};
use sanderling_report::xml::{Element, Escaped};

use crate::Outcome;

/// Maximum number of colours that a term may denote.
const MAX_COLOURS: u64 = 100_000;

/// Returns the editor's name of a colour that is not a tuple.
pub(super) fn name(net: &Net, sort: SortId, value: &Value) -> String {
    match value {
        Value::Dot => "dot".into(),
        value => net.value_text(sort, value),
    }
}

/// Returns the colour with this name, which is the id or the name of a constant.
pub(super) fn named(net: &Net, sort: SortId, text: &str) -> Option<Value> {
    let value = match net.sort(sort) {
        Sort::Dot => matches!(text, "dot" | "•").then_some(Value::Dot),
        Sort::Bool => text.parse().ok().map(Value::Bool),
        Sort::Enumeration { constants, .. } => {
            let by_id = constants.iter().position(|constant| constant.id == text);
            let position = by_id.or_else(|| constants.iter().position(|c| c.name.as_deref() == Some(text)));
            position.and_then(|position| u32::try_from(position).ok()).map(Value::Constant)
        }
        Sort::Range { .. } | Sort::Integer { .. } => text.parse().ok().map(Value::Integer),
        Sort::String | Sort::Product(_) | Sort::List { .. } | Sort::Array { .. } => None,
    };
    value.filter(|value| net.is_value_of(sort, value))
}

/// Returns the colours of a sort that a term denotes.
pub(super) fn of_term(net: &Net, sort: SortId, term: Element<'_>) -> Outcome<Vec<Value>> {
    let by_name = |attribute: &str| {
        let text =
            term.attribute(attribute).ok_or_else(|| format!("`{}` without `{attribute}`", term.name()))?;
        let value =
            named(net, sort, text).ok_or_else(|| format!("there is no colour `{text}` in that place"))?;
        Ok(vec![value])
    };
    match term.name() {
        "subterm" | "structure" => of_term(net, sort, only(term)?),
        "dotconstant" if *net.sort(sort) == Sort::Dot => Ok(vec![Value::Dot]),
        "useroperator" => by_name("declaration"),
        "finiteintrangeconstant" | "numberconstant" | "booleanconstant" => by_name("value"),
        "all" => net.values_of(sort, MAX_COLOURS).ok_or_else(|| "`all` of too many colours".to_owned()),
        "tuple" => tuples(net, sort, term),
        other => Err(format!("the term `{other}` where a colour should be")),
    }
}

fn tuples(net: &Net, sort: SortId, term: Element<'_>) -> Outcome<Vec<Value>> {
    let Sort::Product(sorts) = net.sort(sort) else { return Err("a tuple in a place without tuples".into()) };
    let parts = term.children();
    if sorts.len() != parts.len() {
        return Err(format!("a tuple of {} values; expected {}", parts.len(), sorts.len()));
    }
    let mut tuples = vec![Vec::new()];
    for (&sort, part) in sorts.iter().zip(parts) {
        let colours = of_term(net, sort, part)?;
        if (tuples.len() as u64).saturating_mul(colours.len() as u64) > MAX_COLOURS {
            return Err("a tuple of too many colours".into());
        }
        let longer = |tuple: &Vec<Value>, colour: &Value| tuple.iter().chain([colour]).cloned().collect();
        tuples = tuples.iter().flat_map(|tuple| colours.iter().map(move |c| longer(tuple, c))).collect();
    }
    Ok(tuples.into_iter().map(Value::Tuple).collect())
}

/// Returns the only child of an element.
pub(super) fn only(element: Element<'_>) -> Outcome<Element<'_>> {
    match element.children()[..] {
        [child] => Ok(child),
        ref children => Err(format!("`{}` with {} elements in it", element.name(), children.len())),
    }
}

/// Writes a colour as a PNML term.
pub(super) fn write(out: &mut String, net: &Net, sort: SortId, value: &Value) -> Outcome<()> {
    let written = match (net.sort(sort), value) {
        (_, Value::Dot) => write!(out, "<dotconstant/>"),
        (_, Value::Bool(truth)) => write!(out, "<booleanconstant value=\"{truth}\"/>"),
        (Sort::Enumeration { constants, .. }, Value::Constant(position)) => {
            let id = constants.get(*position as usize).map_or("", |constant| &constant.id);
            write!(out, "<useroperator declaration=\"{}\"/>", Escaped(id))
        }
        (Sort::Range { start, end }, Value::Integer(number)) => {
            let range = format!("<finiteintrange start=\"{start}\" end=\"{end}\"/>");
            write!(out, "<finiteintrangeconstant value=\"{number}\">{range}</finiteintrangeconstant>")
        }
        (Sort::Product(sorts), Value::Tuple(values)) => {
            out.push_str("<tuple>");
            for (&sort, value) in sorts.iter().zip(values) {
                out.push_str("<subterm>");
                write(out, net, sort, value)?;
                out.push_str("</subterm>");
            }
            write!(out, "</tuple>")
        }
        _ => return Err(format!("the colour {} has no term", net.value_text(sort, value))),
    };
    written.map_err(|error| error.to_string())
}
