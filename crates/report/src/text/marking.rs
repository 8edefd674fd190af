//! Markings and changes of markings as text.
//!
//! Tokens without colours are counted: `idle, fork=3`, and empty places are left out. If places hold values, they are
//! like variables, and all are shown: `x=0, P=idle`.

use std::fmt::Write;

use super::statistics::figure;
use crate::{Change, Marking, Step, TokenValue, Tokens};

/// Maximum number of values of an array to show.
const MAX_VALUES: usize = 24;
/// Maximum number of changed cells of an array to show individually.
const MAX_CELLS: usize = 8;

/// Renders the places that hold something, at most `most` of them: `idle, fork=3, msg={red=2, blue=1}`.
#[must_use]
pub fn marking(marking: &Marking, most: usize) -> String {
    let has_values = marking.iter().any(|(_, tokens)| matches!(tokens, Tokens::Value(_)));
    let shown: Vec<_> = marking.iter().filter(|(_, tokens)| has_values || !tokens.is_empty()).collect();
    if shown.is_empty() {
        return "no tokens".into();
    }
    let mut out = String::new();
    for (i, (place, tokens)) in shown.iter().take(most).enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        out.push_str(place);
        if has_values || *tokens != Tokens::from(1u64) {
            let _ = write!(out, "={}", contents(tokens));
        }
    }
    if shown.len() > most {
        let _ = write!(out, " and {} more", figure((shown.len() - most).into()));
    }
    out
}

/// Renders the changed places of a step, before and after: `idle 1→0, fork 3→2, a[1] 0→7`. Processes that move are left
/// out, because [`step`](super::step) shows their moves.
#[must_use]
pub fn changes(step: &Step) -> String {
    let is_announced = |change: &&Change| step.moves.iter().any(|one| one.process == change.place);
    let texts: Vec<_> = step.changed.iter().filter(|change| !is_announced(change)).map(change).collect();
    texts.join(", ")
}

fn change(change: &Change) -> String {
    let Change { place, before, after } = change;
    match cells(before, after) {
        Some(cells) => {
            let texts = cells.iter().map(|(at, before, after)| format!("{place}[{at}] {before}→{after}"));
            texts.collect::<Vec<_>>().join(", ")
        }
        None => format!("{place} {}→{}", contents(before), contents(after)),
    }
}

/// Returns the cells that differ, with their values, if both contents are arrays and few cells differ.
fn cells<'a>(before: &'a Tokens, after: &'a Tokens) -> Option<Vec<(usize, &'a TokenValue, &'a TokenValue)>> {
    let (Tokens::Value(TokenValue::List(before)), Tokens::Value(TokenValue::List(after))) = (before, after)
    else {
        return None;
    };
    if before.len() != after.len() {
        return None;
    }
    let pairs = before.iter().zip(after).enumerate().map(|(at, (before, after))| (at, before, after));
    let differing: Vec<_> = pairs.filter(|(_, before, after)| before != after).collect();
    (differing.len() <= MAX_CELLS).then_some(differing)
}

fn contents(tokens: &Tokens) -> String {
    if let Some(colour) = tokens.only_colour() {
        return colour.to_owned();
    }
    match tokens {
        Tokens::Plain(count) => figure(*count),
        Tokens::Value(TokenValue::List(values)) if values.len() > MAX_VALUES => {
            let shown: Vec<_> = values.iter().take(MAX_VALUES).map(ToString::to_string).collect();
            format!("[{}, … ({} values)]", shown.join(", "), figure(values.len().into()))
        }
        Tokens::Value(value) => value.to_string(),
        Tokens::Coloured(colours) => {
            let parts: Vec<_> =
                colours.iter().map(|(colour, count)| format!("{colour}={}", figure(*count))).collect();
            format!("{{{}}}", parts.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Count, Move, Ordered};

    fn array(numbers: &[i64]) -> Tokens {
        TokenValue::List(numbers.iter().copied().map(TokenValue::Number).collect()).into()
    }

    fn changed(place: &str, before: Tokens, after: Tokens) -> Change {
        Change { place: place.into(), before, after }
    }

    #[test]
    fn single_tokens_are_not_counted_and_empty_places_not_named() {
        let shown: Marking =
            [("a", 1u64), ("b", 0), ("c", 12_000)].map(|(p, n)| (p, n.into())).into_iter().collect();
        assert_eq!(marking(&shown, usize::MAX), "a, c=12000");
        assert_eq!(marking(&shown, 1), "a and 1 more");
        assert_eq!(marking(&Marking::default(), 5), "no tokens");
    }

    #[test]
    fn every_value_is_shown() {
        let shown: Marking = [
            ("x", Tokens::from(TokenValue::Number(0))),
            ("a", array(&[1, -2])),
            ("P", TokenValue::Text("idle".into()).into()),
        ]
        .into_iter()
        .collect();
        assert_eq!(marking(&shown, usize::MAX), "x=0, a=[1, -2], P=idle");
        let json = serde_json::to_string(&shown).unwrap();
        let read: Marking = serde_json::from_str(&json).unwrap();
        assert_eq!(marking(&read, usize::MAX), "x=0, a=[1, -2], P=idle", "also when it was read from JSON");
    }

    #[test]
    fn a_long_array_is_cut() {
        let shown: Marking = [("a", array(&[7; 1000]))].into_iter().collect();
        let text = marking(&shown, usize::MAX);
        assert!(text.starts_with("a=[7, 7, ") && text.ends_with(", 7, … (1000 values)]"), "{text}");
    }

    #[test]
    fn arrays_show_the_cells_that_change_and_channels_their_messages() {
        let step = Step {
            changed: vec![
                changed("a", array(&[0, 5, 0]), array(&[1, 5, 7])),
                changed("c", array(&[]), array(&[3])),
                changed("b", array(&[0; 9]), array(&[1; 9])),
            ],
            ..Step::default()
        };
        assert_eq!(
            changes(&step),
            "a[0] 0→1, a[2] 0→7, c []→[3], b [0, 0, 0, 0, 0, 0, 0, 0, 0]→[1, 1, 1, 1, 1, 1, 1, 1, 1]"
        );
    }

    #[test]
    fn changes_omit_the_locations_of_moving_processes() {
        let location = |name: &str| Tokens::from(TokenValue::Text(name.into()));
        let one = Move { process: "P".into(), line: 3, column: 1, from: "a".into(), to: "b".into() };
        let step = Step {
            moves: vec![one],
            changed: vec![
                changed("P", location("a"), location("b")),
                changed("P.x", TokenValue::Number(-1).into(), TokenValue::Number(2).into()),
            ],
            ..Step::default()
        };
        assert_eq!(changes(&step), "P.x -1→2");
    }

    #[test]
    fn colours_are_counted() {
        let colours = Tokens::Coloured([("red", Count::from(2u64))].into_iter().collect());
        let step = Step {
            changed: vec![changed("msg", Tokens::Coloured(Ordered::default()), colours)],
            ..Step::default()
        };
        assert_eq!(changes(&step), "msg {}→{red=2}");
    }
}
