//! Markings in short form: sums of tokens, or the value of every variable. Parts that belong together are not broken
//! into lines.

use sanderling_report::{Count, GraphState, Tokens};

use crate::text::flat;

/// Returns the marking of a state.
pub(super) fn marking(state: &GraphState) -> String {
    if state.error {
        return "model error".to_owned();
    }
    let has_values = state.marking.iter().any(|(_, tokens)| matches!(tokens, Tokens::Value(_)));
    let terms: Vec<String> =
        state.marking.iter().flat_map(|(place, tokens)| terms(place, tokens, has_values)).collect();
    match terms.as_slice() {
        [] => "no tokens".to_owned(),
        _ => terms.join(if has_values { ", " } else { " + " }),
    }
}

fn terms(place: &str, tokens: &Tokens, has_values: bool) -> Vec<String> {
    let place = flat(place).replace(' ', "\u{a0}");
    match tokens {
        _ if has_values => vec![flat(&format!("{place}={tokens}")).replace(' ', "\u{a0}")],
        Tokens::Plain(count) => product(&count.to_string(), &place),
        Tokens::Value(value) => vec![format!("{place}={value}")],
        Tokens::Coloured(colours) => {
            let term = |(colour, count): &(String, Count)| {
                let colour = if colour.starts_with('(') { colour.clone() } else { format!("({colour})") };
                product(&count.to_string(), &flat(&format!("{place}{colour}")).replace(' ', "\u{a0}"))
            };
            colours.iter().flat_map(term).collect()
        }
    }
}

/// Returns the term for a number of tokens of a place: empty for zero tokens, and without a number for one.
fn product(count: &str, place: &str) -> Vec<String> {
    match count {
        "0" => Vec::new(),
        "1" => vec![place.to_owned()],
        "+inf" => vec![format!("∞\u{a0}{place}")],
        _ => vec![format!("{count}\u{a0}{place}")],
    }
}
