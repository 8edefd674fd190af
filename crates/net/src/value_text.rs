//! Conversion of values to text and back.
//!
//! The ids of constants can contain any character, including commas and parentheses. The parser therefore keeps all
//! possible readings of a text, indexed by the length of the rest after each part. It rejects a text with several
//! readings.

use std::collections::BTreeMap;
use std::iter::repeat_n;

use crate::{Net, Sort, SortId, Value};

impl Net {
    /// Describes a value: constants by their ids, `(a, 1)` for a tuple, `[1, 2]` for a list, `•` for the value of
    /// `dot`. A value that is not of the sort is described as well as possible.
    #[must_use]
    pub fn value_text(&self, sort: SortId, value: &Value) -> String {
        let parts = |sorts: &mut dyn Iterator<Item = SortId>, values: &[Value]| {
            values.iter().zip(sorts).map(|(v, s)| self.value_text(s, v)).collect::<Vec<_>>().join(", ")
        };
        match (self.sort(sort), value) {
            (Sort::Enumeration { constants, .. }, Value::Constant(position)) => {
                constants.get(*position as usize).map_or_else(|| format!("#{position}"), |c| c.id.clone())
            }
            (Sort::Product(sorts), Value::Tuple(values)) => {
                format!("({})", parts(&mut sorts.iter().copied(), values))
            }
            (Sort::List { element, .. } | Sort::Array { element, .. }, Value::List(values)) => {
                format!("[{}]", parts(&mut std::iter::repeat(*element), values))
            }
            (_, Value::Dot) => "•".into(),
            (_, Value::Bool(truth)) => truth.to_string(),
            (_, Value::Integer(number)) => number.to_string(),
            (_, Value::String(text)) => format!("{text:?}"),
            (_, other) => format!("{other:?}"),
        }
    }

    /// Returns the value of a sort that [`value_text`](Self::value_text) writes as `text`; `None` if there is none, or
    /// if there are several.
    #[must_use]
    pub fn value_of_text(&self, sort: SortId, text: &str) -> Option<Value> {
        let value = self.readings(sort, text).remove(&0)??;
        self.is_value_of(sort, &value).then_some(value)
    }

    fn readings(&self, sort: SortId, text: &str) -> Readings<Value> {
        let of_word = |word: &str, value| Some((text.strip_prefix(word)?.len(), Some(value)));
        match self.sort(sort) {
            Sort::Dot => of_word("•", Value::Dot).into_iter().collect(),
            Sort::Bool => [false, true]
                .into_iter()
                .filter_map(|truth| of_word(&truth.to_string(), Value::Bool(truth)))
                .collect(),
            Sort::Enumeration { constants, .. } => {
                let constants = (0..).zip(constants);
                constants
                    .filter_map(|(position, constant)| of_word(&constant.id, Value::Constant(position)))
                    .collect()
            }
            Sort::Range { .. } | Sort::Integer { .. } => number(text).into_iter().collect(),
            Sort::String => quoted(text).into_iter().collect(),
            Sort::Product(sorts) => {
                let all = self.sequence(('(', ')'), sorts.iter().copied(), sorts.len(), text);
                values_of(all, Value::Tuple)
            }
            Sort::List { element, capacity } => {
                let most = capacity.and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX);
                values_of(self.sequence(('[', ']'), repeat_n(*element, most), 0, text), Value::List)
            }
            Sort::Array { element, length } => {
                let length = usize::try_from(*length).unwrap_or(usize::MAX);
                values_of(self.sequence(('[', ']'), repeat_n(*element, length), length, text), Value::List)
            }
        }
    }

    /// Parses at least `least` values of these sorts, with commas between them.
    fn sequence(
        &self,
        (open, close): (char, char),
        sorts: impl Iterator<Item = SortId>,
        least: usize,
        text: &str,
    ) -> Readings<Vec<Value>> {
        let rest = |left: usize| &text[text.len() - left..];
        let (mut closed, mut sorts) = (Readings::new(), sorts.enumerate());
        let mut begun: Readings<Vec<Value>> =
            text.strip_prefix(open).map(|rest| (rest.len(), Some(Vec::new()))).into_iter().collect();
        while !begun.is_empty() {
            let next = sorts.next();
            for (&left, values) in &begun {
                let is_enough = next.is_none_or(|(count, _)| count >= least);
                if let Some(rest) = rest(left).strip_prefix(close).filter(|_| is_enough) {
                    add(&mut closed, rest.len(), values.clone());
                }
            }
            let Some((count, sort)) = next else { break };
            let mut longer = Readings::new();
            for (left, values) in begun {
                let text = if count == 0 { Some(rest(left)) } else { rest(left).strip_prefix(", ") };
                for (left, value) in text.map(|text| self.readings(sort, text)).unwrap_or_default() {
                    let all = values.iter().zip(value).next();
                    let all = all.map(|(values, value)| values.iter().cloned().chain([value]).collect());
                    add(&mut longer, left, all);
                }
            }
            begun = longer;
        }
        closed
    }
}

/// The possible prefixes of a text: the number of bytes after each, and its value, or `None` if there are several
/// values.
type Readings<T> = BTreeMap<usize, Option<T>>;

fn add<T>(readings: &mut Readings<T>, left: usize, reading: Option<T>) {
    readings.entry(left).and_modify(|several| *several = None).or_insert(reading);
}

fn values_of(readings: Readings<Vec<Value>>, value: fn(Vec<Value>) -> Value) -> Readings<Value> {
    readings.into_iter().map(|(left, values)| (left, values.map(value))).collect()
}

fn number(text: &str) -> Option<(usize, Option<Value>)> {
    let digits = text.strip_prefix('-').unwrap_or(text).trim_start_matches(|c: char| c.is_ascii_digit());
    let number: i64 = text[..text.len() - digits.len()].parse().ok()?;
    Some((digits.len(), Some(Value::Integer(number))))
}

/// Parses a text in quotes, with the escapes of Rust.
fn quoted(text: &str) -> Option<(usize, Option<Value>)> {
    let (mut content, mut rest) = (String::new(), text.strip_prefix('"')?.chars());
    loop {
        match rest.next()? {
            '"' => break,
            '\\' => content.push(escaped(&mut rest)?),
            other => content.push(other),
        }
    }
    let left = rest.as_str().len();
    // Each string has only one accepted spelling.
    let is_written_so = format!("{content:?}") == text[..text.len() - left];
    is_written_so.then_some((left, Some(Value::String(content))))
}

fn escaped(rest: &mut std::str::Chars<'_>) -> Option<char> {
    Some(match rest.next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        'u' => {
            let (digits, behind) = rest.as_str().strip_prefix('{')?.split_once('}')?;
            *rest = behind.chars();
            char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
        }
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Constant, SortDeclaration};

    fn net(constants: &[&str]) -> Net {
        let mut net = Net::new("n");
        let constants = constants.iter().map(|id| Constant { id: (*id).into(), name: None }).collect();
        let [colour, range, dot] = [1, 2, 0].map(SortId::new);
        for sort in [
            Sort::Enumeration { cyclic: false, constants },
            Sort::Range { start: -5, end: 5 },
            Sort::Product(vec![colour, range, dot]),
            Sort::List { element: SortId::new(3), capacity: Some(2) },
            Sort::Array { element: colour, length: 2 },
            Sort::String,
            Sort::Bool,
            Sort::Product(vec![SortId::new(6), SortId::new(7)]),
        ] {
            net.declarations.sorts.push(SortDeclaration { id: String::new(), name: None, sort });
        }
        net
    }

    #[test]
    fn every_value_is_read_back_from_its_text() {
        let net = net(&["a", "a, 1", "b)", "(", "aa"]);
        for sort in [0, 1, 2, 3, 5, 7].map(SortId::new) {
            for value in net.values_of(sort, 1000).unwrap() {
                assert_eq!(net.value_of_text(sort, &net.value_text(sort, &value)), Some(value));
            }
        }
        let texts = ["", "a\"b", "\\", "tab\t\u{7f}\u{301}", "𝄞, (\n"];
        for text in texts.map(|text| Value::String(text.into())) {
            let pair = Value::Tuple(vec![text.clone(), Value::Bool(true)]);
            for (sort, value) in [(6, text), (8, pair)].map(|(sort, value)| (SortId::new(sort), value)) {
                assert_eq!(net.value_of_text(sort, &net.value_text(sort, &value)), Some(value));
            }
        }
        let pair = Value::Tuple(vec![Value::Constant(1), Value::Integer(-5), Value::Dot]);
        let list = Value::List(vec![pair.clone(), pair]);
        assert_eq!(net.value_of_text(SortId::new(4), "[(a, 1, -5, •), (a, 1, -5, •)]"), Some(list));
    }

    #[test]
    fn invalid_and_ambiguous_values_are_none() {
        let net = net(&["a", "b", "a, b", "b, a"]);
        let read = |sort, text| net.value_of_text(SortId::new(sort), text);
        for (sort, text) in
            [(1, "c"), (1, "a "), (2, "6"), (2, "+1"), (2, "01x"), (3, "(a, 1)"), (6, "\"\\u{61}\"")]
        {
            assert_eq!(read(sort, text), None, "{text}");
        }
        assert!(read(5, "[a, b]").is_some() && read(5, "[a, b, b]").is_some());
        assert_eq!(read(5, "[a, b, a]"), None, "`a, b` and `a`, or `a` and `b, a`");
    }
}
