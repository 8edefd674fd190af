//! A coloured net without its unfolding as text: sorts, variables, places, transitions and inscriptions.

use super::program::table;
use super::statistics::{counted, figure, some_of};
use crate::{ColouredPlace, ColouredStructure, ColouredTransition, Count, SortStructure};

/// Maximum number of variables of a transition to name.
const MAX_VARIABLES: usize = 8;
/// Maximum number of characters of a term to show.
const LONGEST_TERM: usize = 80;

/// Note on how to see the proved properties.
pub(super) const MORE: &str = "\n--unfold describes the unfolded net, with what is proved about it\n";

/// Renders all tables.
pub(super) fn tables(net: &ColouredStructure, out: &mut String) {
    let nothing = String::new;
    let variable = |(name, sort): &(String, String)| [name.clone(), sort.clone(), nothing(), nothing()];
    let inscription =
        |(text, arcs): &(String, usize)| [counted(*arcs, "arc"), cut(text), nothing(), nothing()];
    table("sorts", &net.sorts.iter().map(sort).collect::<Vec<_>>(), out);
    table("variables", &net.variables.iter().map(variable).collect::<Vec<_>>(), out);
    table("places", &net.places.iter().map(place).collect::<Vec<_>>(), out);
    table("transitions", &net.transitions.iter().map(transition).collect::<Vec<_>>(), out);
    table("inscriptions", &net.inscriptions.iter().map(inscription).collect::<Vec<_>>(), out);
}

fn sort(sort: &SortStructure) -> [String; 4] {
    let values = match sort.values {
        Some(Count::Finite(1)) => "1 value".into(),
        Some(values) => format!("{} values", figure(values)),
        None => "unlimited".into(),
    };
    [sort.name.clone(), values, String::new(), sort.text.clone()]
}

fn place(place: &ColouredPlace) -> [String; 4] {
    let (tokens, initial) = match place.tokens {
        Some(Count::ZERO) => (String::new(), String::new()),
        Some(Count::Finite(1)) => ("1 token".into(), cut(&place.initial)),
        Some(tokens) => (format!("{} tokens", figure(tokens)), cut(&place.initial)),
        None => ("? tokens".into(), cut(&place.initial)),
    };
    [named(&place.id, place.name.as_ref()), place.sort.clone(), tokens, initial]
}

fn transition(transition: &ColouredTransition) -> [String; 4] {
    let guard = transition.guard.as_ref().map(|guard| format!("[{}]", cut(guard))).unwrap_or_default();
    let name = named(&transition.id, transition.name.as_ref());
    [name, some_of(&transition.variables, MAX_VARIABLES), String::new(), guard]
}

fn named(id: &str, name: Option<&String>) -> String {
    match name {
        Some(name) => format!("{id} \"{}\"", cut(name)),
        None => id.to_owned(),
    }
}

/// Returns the beginning of a text, on one line.
fn cut(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_TERM) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
