//! Messages as the reference shows them: in the order of the wire, in lines that fit a page, and shortened by a rule.
//!
//! A list shows its first two elements, an object within a report eight members, and a text 100 characters. Parts that
//! are nested too deeply or that differ between runs are left out. `…` replaces them.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A JSON text whose members keep their order. An omitted part is an atom.
#[derive(Debug, Clone)]
pub(crate) enum Shown {
    Atom(String),
    List(Vec<Shown>),
    Object(Vec<(String, Shown)>),
}

/// Members whose numbers differ between runs or machines.
const VARYING: &[&str] = &[
    "bytes",
    "bytes_per_state",
    "elapsed_s",
    "memory_bytes",
    "peak_memory_bytes",
    "states_checked",
    "store_bytes",
    "threads",
    "time_s",
    "version",
];
const LEFT_OUT: &str = "…";
const ELEMENTS: usize = 2;
const MEMBERS: usize = 8;
const CHARACTERS: usize = 100;
/// Depth from which lists and objects are left out. The message is at depth 0, its result at depth 1.
const DEPTH: usize = 6;
/// Depth from which an object shows only some of its members.
const WHOLE: usize = 3;
const COLUMNS: usize = 118;

impl Shown {
    /// Reads a JSON text.
    pub(crate) fn parse(text: &str) -> Self {
        serde_json::from_str(text).expect("messages are JSON")
    }

    /// Returns the message, shortened by the rule.
    pub(crate) fn shortened(self) -> Self {
        self.cut(0)
    }

    /// Returns the message without its numbers, which all vary.
    pub(crate) fn without_numbers(self) -> Self {
        match self {
            Self::Atom(text) if text.parse::<f64>().is_ok() => Self::Atom(LEFT_OUT.into()),
            Self::Atom(text) => Self::Atom(text),
            Self::List(elements) => Self::List(elements.into_iter().map(Self::without_numbers).collect()),
            Self::Object(members) => Self::Object(
                members.into_iter().map(|(name, member)| (name, member.without_numbers())).collect(),
            ),
        }
    }

    /// Returns the message without the top-level members with these names.
    pub(crate) fn without(self, names: &[&str]) -> Self {
        match self {
            Self::Object(mut members) => {
                members.retain(|(name, _)| !names.contains(&name.as_str()));
                Self::Object(members)
            }
            other => other,
        }
    }

    fn cut(self, depth: usize) -> Self {
        let left_out = || Self::Atom(LEFT_OUT.into());
        match self {
            Self::Atom(text) if text.chars().count() > CHARACTERS => {
                let kept: String = text.chars().take(CHARACTERS).collect();
                Self::Atom(format!("{kept}{LEFT_OUT}\""))
            }
            Self::Atom(text) => Self::Atom(text),
            Self::List(elements) if depth >= DEPTH && !elements.is_empty() => Self::List(vec![left_out()]),
            Self::Object(members) if depth >= DEPTH && !members.is_empty() => {
                Self::Object(vec![(LEFT_OUT.into(), left_out())])
            }
            Self::List(elements) => {
                let is_cut = elements.len() > ELEMENTS + 1;
                let kept = if is_cut { ELEMENTS } else { elements.len() };
                let shown = elements.into_iter().take(kept).map(|element| element.cut(depth + 1));
                Self::List(shown.chain(is_cut.then(left_out)).collect())
            }
            Self::Object(members) => {
                let is_cut = depth >= WHOLE && members.len() > MEMBERS + 1;
                let kept = if is_cut { MEMBERS } else { members.len() };
                let shown = members.into_iter().take(kept).map(|(name, member)| {
                    let member =
                        if VARYING.contains(&name.as_str()) { left_out() } else { member.cut(depth + 1) };
                    (name, member)
                });
                Self::Object(shown.chain(is_cut.then(|| (LEFT_OUT.into(), left_out()))).collect())
            }
        }
    }

    /// Renders the message on one line.
    fn flat(&self) -> String {
        match self {
            Self::Atom(text) => text.clone(),
            Self::List(elements) => {
                let elements: Vec<_> = elements.iter().map(Self::flat).collect();
                format!("[{}]", elements.join(", "))
            }
            Self::Object(members) if members.is_empty() => "{}".into(),
            Self::Object(members) => {
                let members: Vec<_> =
                    members.iter().map(|(name, member)| labelled(name, &member.flat())).collect();
                format!("{{ {} }}", members.join(", "))
            }
        }
    }

    /// Renders the message in lines that fit, if possible. The first line begins after `before` characters, the others
    /// with the indentation.
    fn lines(&self, before: usize, indentation: usize) -> String {
        let flat = self.flat();
        if before + flat.chars().count() <= COLUMNS {
            return flat;
        }
        let deeper = indentation + 2;
        let parts: Vec<String> = match self {
            Self::Atom(text) => return text.clone(),
            Self::List(elements) => elements.iter().map(|element| element.lines(deeper, deeper)).collect(),
            Self::Object(members) => {
                let label = |name: &str| deeper + name.chars().count() + 4;
                let parts = members.iter();
                parts.map(|(name, member)| labelled(name, &member.lines(label(name), deeper))).collect()
            }
        };
        let (open, close) = if matches!(self, Self::List(_)) { ('[', ']') } else { ('{', '}') };
        let parts = parts.join(&format!(",\n{:deeper$}", ""));
        format!("{open}\n{:deeper$}{parts}\n{:indentation$}{close}", "", "")
    }

    /// Renders the message in lines, after an arrow.
    pub(crate) fn behind(&self, arrow: &str) -> String {
        let before = arrow.chars().count() + 1;
        format!("{arrow} {}\n", self.lines(before, before))
    }
}

/// Renders a member; an omitted part has no name.
fn labelled(name: &str, member: &str) -> String {
    if name == LEFT_OUT { LEFT_OUT.into() } else { format!("\"{name}\": {member}") }
}

impl<'de> Deserialize<'de> for Shown {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reading;

        fn atom<E>(value: impl serde::Serialize) -> Result<Shown, E> {
            Ok(Shown::Atom(serde_json::to_string(&value).expect("an atom")))
        }

        impl<'de> Visitor<'de> for Reading {
            type Value = Shown;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON")
            }

            fn visit_unit<E>(self) -> Result<Shown, E> {
                atom(())
            }

            fn visit_bool<E>(self, value: bool) -> Result<Shown, E> {
                atom(value)
            }

            fn visit_i64<E>(self, value: i64) -> Result<Shown, E> {
                atom(value)
            }

            fn visit_u64<E>(self, value: u64) -> Result<Shown, E> {
                atom(value)
            }

            fn visit_f64<E>(self, value: f64) -> Result<Shown, E> {
                atom(value)
            }

            fn visit_str<E>(self, value: &str) -> Result<Shown, E> {
                atom(value)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Shown, A::Error> {
                let mut list = Vec::new();
                while let Some(element) = elements.next_element()? {
                    list.push(element);
                }
                Ok(Shown::List(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Shown, A::Error> {
                let mut object = Vec::new();
                while let Some(member) = members.next_entry()? {
                    object.push(member);
                }
                Ok(Shown::Object(object))
            }
        }

        deserializer.deserialize_any(Reading)
    }
}

#[test]
fn long_messages_are_shortened_by_the_rule() {
    let text = |text: &str| Shown::parse(text).shortened().behind("<--");
    assert_eq!(
        text(r#"{"z":[1,2,3],"a":[1,2,3,4],"time_s":0.25}"#),
        "<-- { \"z\": [1, 2, 3], \"a\": [1, 2, …], \"time_s\": … }\n"
    );
    assert_eq!(text(r"[[[[[[[1],[]]]]]]]"), "<-- [[[[[[[…], []]]]]]]\n");
    let long = text(&format!("\"{}\"", "x".repeat(200)));
    assert_eq!(long, format!("<-- \"{}…\"\n", "x".repeat(CHARACTERS - 1)));
    let places: Vec<_> = (0..20).map(|i| format!("\"p{i}\":1")).collect();
    let marking = text(&format!("{{\"result\":{{\"trace\":{{\"initial\":{{{}}}}}}}}}", places.join(",")));
    assert!(marking.contains("\"p7\": 1") && marking.contains('…') && !marking.contains("p8"), "{marking}");
}
