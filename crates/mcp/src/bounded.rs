//! JSON of bounded size, from a text of any size.
//!
//! A text is read with caps on the items of each list, the members of each object below the first, and the characters of each
//! string. The caps are the largest of a ladder for which the result is small enough, found by bisection. Each cut has a path,
//! a JSON Pointer (RFC 6901), and the whole number of parts.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// A part of an answer that was cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline)]
pub(crate) struct Cut {
    /// The path, as a JSON Pointer into the report: `/trace/steps`.
    pub(crate) path: String,
    /// The number of items, members or characters shown.
    pub(crate) shown: usize,
    /// The number of all of them.
    pub(crate) of: usize,
}

/// A text, cut to a maximum size.
#[derive(Debug)]
pub(crate) struct Bounded {
    pub(crate) value: Value,
    pub(crate) cuts: Vec<Cut>,
}

/// The caps on lists, objects and strings.
#[derive(Debug, Clone, Copy)]
struct Caps {
    items: usize,
    members: usize,
    characters: usize,
}

/// The ladder of caps, from large to small.
const LADDER: [Caps; 15] = [
    caps(10_000, 10_000, 100_000),
    caps(5000, 5000, 50_000),
    caps(2000, 2000, 20_000),
    caps(1000, 1000, 10_000),
    caps(600, 600, 6000),
    caps(300, 300, 3000),
    caps(200, 200, 2000),
    caps(100, 100, 1000),
    caps(60, 60, 600),
    caps(30, 40, 500),
    caps(20, 30, 400),
    caps(10, 24, 300),
    caps(5, 24, 200),
    caps(2, 12, 100),
    caps(0, 0, 40),
];

const fn caps(items: usize, members: usize, characters: usize) -> Caps {
    Caps { items, members, characters }
}

/// Cuts a text to this number of bytes, from an item, member or character of the whole on.
///
/// # Errors
/// The text is not JSON.
pub(crate) fn fit(text: &str, from: usize, bytes: usize) -> serde_json::Result<Bounded> {
    let read = |caps| read(text, from, caps);
    let fits = |bounded: &Bounded| bounded.value.to_string().len() <= bytes;
    // The first step of the ladder with which it is small enough; the last one, if there is none.
    let (mut low, mut high) = (0, LADDER.len() - 1);
    let mut best = None;
    while low < high {
        let middle = usize::midpoint(low, high);
        let bounded = read(LADDER[middle])?;
        if fits(&bounded) {
            high = middle;
            best = Some((middle, bounded));
        } else {
            low = middle + 1;
        }
    }
    match best {
        Some((step, bounded)) if step == low => Ok(bounded),
        _ => read(LADDER[low]),
    }
}

fn read(text: &str, from: usize, caps: Caps) -> serde_json::Result<Bounded> {
    let mut cuts = Vec::new();
    let mut input = serde_json::Deserializer::from_str(text);
    let reader = Reader { caps, from, path: String::new(), cuts: &mut cuts };
    let value = reader.deserialize(&mut input)?;
    input.end()?;
    Ok(Bounded { value, cuts })
}

/// Returns the part of a text at a JSON Pointer.
pub(crate) fn part<'t>(text: &'t str, pointer: &str) -> Option<&'t str> {
    let Some(tokens) = pointer.strip_prefix('/') else { return pointer.is_empty().then_some(text) };
    tokens.split('/').try_fold(text, |text, token| {
        let token = token.replace("~1", "/").replace("~0", "~");
        let found = Step(&token).deserialize(&mut serde_json::Deserializer::from_str(text));
        found.ok().flatten().map(RawValue::get)
    })
}

/// Reads a value with caps.
struct Reader<'c> {
    caps: Caps,
    /// The number of parts of the whole to skip.
    from: usize,
    path: String,
    cuts: &'c mut Vec<Cut>,
}

impl Reader<'_> {
    fn is_whole(&self) -> bool {
        self.path.is_empty()
    }

    fn below(&mut self, token: impl fmt::Display) -> Reader<'_> {
        let path = format!("{}/{token}", self.path);
        Reader { caps: self.caps, from: 0, path, cuts: self.cuts }
    }

    fn cut(self, shown: usize, of: usize) {
        if self.from.saturating_add(shown) < of {
            self.cuts.push(Cut { path: self.path, shown, of });
        }
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Value, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        let kept: String = text.chars().skip(self.from).take(self.caps.characters).collect();
        if kept.len() < text.len() {
            self.cut(kept.chars().count(), text.chars().count());
        }
        Ok(kept.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Value, A::Error> {
        let mut kept = Vec::new();
        let mut at = 0;
        loop {
            let is_kept = at >= self.from && kept.len() < self.caps.items;
            if is_kept {
                let Some(item) = items.next_element_seed(self.below(at))? else { break };
                kept.push(item);
            } else if items.next_element::<IgnoredAny>()?.is_none() {
                break;
            }
            at += 1;
        }
        self.cut(kept.len(), at);
        Ok(kept.into())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<Value, A::Error> {
        let mut kept = Map::new();
        let mut at = 0;
        while let Some(key) = members.next_key::<String>()? {
            if at >= self.from && (self.is_whole() || kept.len() < self.caps.members) {
                let token = key.replace('~', "~0").replace('/', "~1");
                let member = members.next_value_seed(self.below(token))?;
                kept.insert(key, member);
            } else {
                members.next_value::<IgnoredAny>()?;
            }
            at += 1;
        }
        self.cut(kept.len(), at);
        Ok(kept.into())
    }
}

/// Returns a member or an item of a value.
struct Step<'s>(&'s str);

impl<'de> DeserializeSeed<'de> for Step<'_> {
    type Value = Option<&'de RawValue>;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Step<'_> {
    type Value = Option<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let Ok(index) = self.0.parse::<usize>() else { return Ok(None) };
        for _ in 0..index {
            if items.next_element::<IgnoredAny>()?.is_none() {
                return Ok(None);
            }
        }
        let found = items.next_element()?;
        // A list is read to its end.
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(found)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        while let Some(key) = members.next_key::<String>()? {
            if key == self.0 {
                found = Some(members.next_value()?);
            } else {
                members.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn long() -> Value {
        let steps: Vec<_> = (0..5000).map(|at| json!({ "event": format!("t{at}"), "at": at })).collect();
        let names: Map<_, _> = (0..2000).map(|at| (format!("p/{at:04}"), json!("ä".repeat(700)))).collect();
        json!({ "verdict": "violated", "trace": { "steps": steps }, "names": names, "n": null, "f": 0.5, "i": -7 })
    }

    #[test]
    fn small_values_are_not_cut() {
        let value = json!({ "a": [1, -2, 0.5, null, true, "x"], "b": { "c/d~": {} } });
        let bounded = fit(&value.to_string(), 0, 1000).unwrap();
        assert_eq!(bounded.value, value);
        assert_eq!(bounded.cuts, []);
    }

    #[test]
    fn long_texts_fit_every_limit_and_say_what_was_cut() {
        let text = long().to_string();
        for bytes in [1000, 4000, 30_000, 300_000] {
            let bounded = fit(&text, 0, bytes).unwrap();
            assert!(bounded.value.to_string().len() <= bytes, "{bytes}");
            assert_eq!(bounded.value["verdict"], "violated");
            let steps = bounded.cuts.iter().find(|cut| cut.path == "/trace/steps");
            let shown = bounded.value["trace"]["steps"].as_array().map_or(0, Vec::len);
            if bytes >= 4000 {
                assert_eq!(steps, Some(&Cut { path: "/trace/steps".into(), shown, of: 5000 }), "{bytes}");
            }
        }
    }

    #[test]
    fn a_part_is_found_by_its_path_and_read_from_an_index() {
        let value = long();
        let text = value.to_string();
        assert_eq!(part(&text, ""), Some(&*text));
        assert_eq!(part(&text, "/trace/steps/7/event"), Some("\"t7\""));
        assert_eq!(part(&text, "/names/p~10003"), Some(&*value["names"]["p/0003"].to_string()));
        for wrong in ["/nothing", "/trace/steps/5000", "/trace/steps/x", "/verdict/0", "steps"] {
            assert_eq!(part(&text, wrong), None, "{wrong}");
        }
        let steps = fit(part(&text, "/trace/steps").unwrap(), 4990, 10_000).unwrap();
        assert_eq!(steps.value[0]["event"], "t4990");
        assert_eq!(steps.cuts, [], "these are the last ones");
        let steps = fit(part(&text, "/trace/steps").unwrap(), 100, 1000).unwrap();
        assert_eq!(steps.value[0]["event"], "t100");
        assert_eq!(steps.cuts[0].of, 5000);
    }
}
