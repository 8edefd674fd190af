//! Describes a coloured net as its file declares it: sorts, variables, guards and inscriptions. It does not
//! unfold the net or enumerate values.

use std::cmp::Reverse;
use std::collections::HashMap;

use sanderling_net::semantics::bound_variables;
use sanderling_net::{Arc, ArcKind, Inscription, Net, Place, Sort, SortId, Transition};
use sanderling_report::{ColouredPlace, ColouredStructure, ColouredTransition, Ordered, SortStructure};

use crate::replay::marking_display::MarkingDisplay;

/// Maximum number of characters of a term to print.
const LONGEST_TERM: usize = 400;
/// Maximum number of constants of an enumeration to print.
const MAX_CONSTANTS: usize = 20;

/// Describes the declarations, places and transitions of a coloured net.
pub(super) fn coloured_structure(net: &Net) -> ColouredStructure {
    let display = MarkingDisplay::new(net);
    let variable = |one: &sanderling_net::VariableDeclaration| (one.id.clone(), net.sort_text(one.sort));
    let transitions = net.transition_ids().map(|id| transition(net, net.transition(id), display.arcs(id)));
    ColouredStructure {
        sorts: sorts(net),
        variables: net.declarations.variables.iter().map(variable).collect(),
        places: net.places.iter().map(|one| place(net, one)).collect(),
        transitions: transitions.collect(),
        inscriptions: inscriptions(net),
    }
}

/// Returns the declared sorts. The sort of plain tokens is among them only if a place has it.
fn sorts(net: &Net) -> Vec<SortStructure> {
    let is_shown = |id: SortId| id != SortId::DOT || net.places.iter().any(|place| place.sort == id);
    let ids = (0..net.declarations.sorts.len()).map(SortId::new).filter(|&id| is_shown(id));
    let sort = |id: SortId| SortStructure {
        name: net.sort_text(id),
        text: sort_in_words(net, id, MAX_CONSTANTS),
        values: net.value_count(id).map(Into::into),
    };
    ids.map(sort).collect()
}

/// Describes a sort in words, with at most `max_constants` constants of an enumeration.
pub(super) fn sort_in_words(net: &Net, id: SortId, max_constants: usize) -> String {
    match net.sort(id) {
        Sort::Dot => "plain tokens".into(),
        Sort::Bool => "false, true".into(),
        Sort::Enumeration { cyclic, constants } => {
            let shown = constants.iter().take(max_constants).map(|constant| constant.id.as_str());
            let mut text = shown.collect::<Vec<_>>().join(", ");
            if constants.len() > max_constants {
                text.push_str(", …");
            }
            if *cyclic { format!("{text}, in a cycle") } else { text }
        }
        Sort::Range { start, end } => format!("{start} to {end}"),
        Sort::Integer { minimum: None } => "integers".into(),
        Sort::Integer { minimum: Some(least) } => format!("integers from {least} on"),
        Sort::String => "strings".into(),
        Sort::Product(parts) => parts.iter().map(|&part| net.sort_text(part)).collect::<Vec<_>>().join(" × "),
        Sort::List { element, capacity } => {
            let most = capacity.map(|most| format!(", at most {most} long")).unwrap_or_default();
            format!("lists of {}{most}", net.sort_text(*element))
        }
        Sort::Array { element, length } => format!("arrays of {length} {}", net.sort_text(*element)),
    }
}

fn place(net: &Net, place: &Place) -> ColouredPlace {
    ColouredPlace {
        id: place.id.clone(),
        name: place.name.clone().filter(|name| *name != place.id),
        sort: net.sort_text(place.sort),
        tokens: net.inscription_size(&place.initial).map(Into::into),
        initial: in_words(net, &place.initial),
    }
}

fn transition(net: &Net, transition: &Transition, arcs: &[&Arc]) -> ColouredTransition {
    let id = |variable: sanderling_net::VariableId| net.declarations.variables[variable.index()].id.clone();
    ColouredTransition {
        id: transition.id.clone(),
        name: transition.name.clone().filter(|name| *name != transition.id),
        guard: transition.guard.as_ref().map(|guard| net.term_text(guard, LONGEST_TERM)),
        variables: bound_variables(transition, arcs).into_iter().map(id).collect(),
    }
}

/// Returns the distinct inscriptions with the number of their arcs, the most frequent first, and ties in the
/// order of the file.
fn inscriptions(net: &Net) -> Ordered<usize> {
    let (mut counts, mut position) = (Vec::<(String, usize)>::new(), HashMap::new());
    for arc in net.arcs.iter().filter(|arc| arc.kind != ArcKind::Reset) {
        let text = in_words(net, &arc.inscription);
        let at = *position.entry(text.clone()).or_insert(counts.len());
        match counts.get_mut(at) {
            Some((_, count)) => *count += 1,
            None => counts.push((text, 1)),
        }
    }
    counts.sort_by_key(|&(_, count)| Reverse(count));
    Ordered(counts)
}

fn in_words(net: &Net, inscription: &Inscription) -> String {
    match inscription {
        Inscription::Tokens(tokens) => tokens.to_string(),
        Inscription::Term(term) => net.term_text(term, LONGEST_TERM),
    }
}
