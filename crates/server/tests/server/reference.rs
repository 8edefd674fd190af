//! `docs/server-reference.md`, and the list of methods in `docs/server.md`.
//!
//! Both pages are written by hand except for marked regions, `<!-- generated: NAME -->` to `<!-- end -->`. In the
//! reference each method has a section with a region for its types and exchanges. A method without a section gets one.
//! Types that several methods share are at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::exchanges::exchanges;
use crate::schema::schema;
use crate::shapes::{Form, Member, Message, Named, Protocol, Type};
use crate::written::{keep, read};

const REFERENCE: &str = "docs/server-reference.md";
const PAGE: &str = "docs/server.md";
/// The region of the types that several methods share.
const SHARED: &str = "shared types";
/// The region of the list of methods.
const METHODS: &str = "methods";

/// Types of reports that messages contain. They and their parts are described in `docs/json.md`.
const REPORTS: &[(&str, &str)] = &[
    ("AnalysisReport", "[page of `analyse`](json.md#analyse)"),
    ("Diagnostic", "[diagnostic](json.md#failures)"),
    ("ReplayReport", "[replay](json.md#replay)"),
    ("Report", "[answer](json.md#the-answer-to-a-question)"),
    ("StateGraph", "[state graph](json.md#graph)"),
    ("Step", "[step](json.md#trace)"),
    ("StructureReport", "[description](json.md#info)"),
    ("Tokens", "[contents of a place](json.md#rules-that-hold-everywhere)"),
];

/// Members that the schema leaves open because they are parts of reports that may be incomplete, with their
/// descriptions.
const OPEN: &[(&str, &str)] = &[
    ("binding", "object of values by variable"),
    ("data", "list of [diagnostics](json.md#failures)"),
    ("marking", "[marking](json.md#rules-that-hold-everywhere)"),
    ("trace", "[trace](json.md#trace)"),
];

#[test]
fn the_reference_is_that_of_the_types_and_of_the_server() {
    let protocol = Protocol::of(&schema());
    let exchanges = exchanges();
    let reference = Reference::of(&protocol);
    let mut regions = Vec::new();
    for message in &protocol.messages {
        let Some(exchange) = exchanges.get(&message.method) else {
            panic!("`{}` has no exchange: add one to tests/server/exchanges.rs", message.method);
        };
        regions.push((message.method.as_str(), reference.section(message, exchange)));
    }
    regions.push((SHARED, reference.shared_types()));
    let page = with_sections(&read(REFERENCE), &reference);
    let page = filled(&page, &regions);
    keep(REFERENCE, &page);
    keep(PAGE, &filled(&read(PAGE), &[(METHODS, overview(&page))]));
    for (member, _) in OPEN {
        assert!(reference.leaves_open(member), "no `{member}` is left open any more: take it from OPEN");
    }
    for (name, _) in REPORTS {
        assert!(protocol.types.contains_key(*name), "no message has `{name}` any more: take it from REPORTS");
    }
}

struct Reference<'p> {
    protocol: &'p Protocol,
    /// The types that several methods share, or that are described separately for another reason.
    shared: BTreeSet<String>,
}

impl<'p> Reference<'p> {
    fn of(protocol: &'p Protocol) -> Self {
        let mut users: BTreeMap<String, usize> = BTreeMap::new();
        for name in protocol.messages.iter().flat_map(|message| message.names(&protocol.types, is_of_reports))
        {
            *users.entry(name).or_default() += 1;
        }
        let shared = users.into_iter().filter(|(_, users)| *users > 1).map(|(name, _)| name);
        Self { protocol, shared: shared.collect() }
    }

    /// Returns the generated part about a method.
    fn section(&self, message: &Message, exchange: &str) -> String {
        let mut text = self.side("Parameters", &message.params);
        if let Some(result) = &message.result {
            text += &self.side("Result", result);
        }
        let named = [Some(&message.params), message.result.as_ref()];
        let named: Vec<_> = named.into_iter().flatten().filter_map(name_of).collect();
        let mut own = message.names(&self.protocol.types, is_of_reports);
        let lines = self.lines_of_others();
        own.retain(|name| {
            !self.shared.contains(name) && !named.contains(&name.as_str()) && !lines.contains(name.as_str())
        });
        for name in own {
            text += &self.described(&name);
        }
        text + &format!("```text\n{exchange}```\n")
    }

    /// Describes the parameters or the result of a method.
    fn side(&self, title: &str, of: &Type) -> String {
        let named = name_of(of).filter(|name| !self.shared.contains(*name) && !is_of_reports(name));
        match named.map(|name| (name, &self.protocol.types[name].form)) {
            Some((name, Form::Record(members))) if !members.is_empty() => {
                format!("{title} (`{name}`):\n\n{}\n", table(members))
            }
            _ if *of == Type::Null => format!("{title}: none.\n\n"),
            _ => format!("{title}: {}.\n\n", written(of)),
        }
    }

    fn shared_types(&self) -> String {
        let lines = self.lines_of_others();
        let shared = self.shared.iter().filter(|name| !lines.contains(name.as_str()));
        shared.map(|name| self.described(name)).collect()
    }

    /// Describes a type under a heading.
    fn described(&self, name: &str) -> String {
        let Named { description, form } = &self.protocol.types[name];
        let description = if description.is_empty() { String::new() } else { format!("{description}\n\n") };
        let body = match form {
            Form::Record(members) => table(members),
            Form::OneOf(texts) if texts.iter().all(|(_, meaning)| meaning.is_empty()) => {
                let texts: Vec<_> = texts.iter().map(|(text, _)| format!("`{text}`")).collect();
                format!("One of {}.\n", texts.join(", "))
            }
            Form::OneOf(texts) => {
                let lines = texts.iter().map(|(text, meaning)| format!("| `{text}` | {} |\n", cell(meaning)));
                format!("| value | meaning |\n| --- | --- |\n{}", lines.collect::<String>())
            }
            Form::Alias(of) => match self.variants(of) {
                Some(variants) => {
                    let lines = variants.iter().map(|(variant, member)| {
                        let meaning = cell(&self.protocol.types[*variant].description);
                        format!("| `{}` | {} | {meaning} |\n", member.name, written(&member.of))
                    });
                    let lines: String = lines.collect();
                    format!(
                        "One of these members:\n\n| member | type | meaning |\n| --- | --- | --- |\n{lines}"
                    )
                }
                None => format!("{}.\n", capital(&written(of))),
            },
        };
        format!("### {name}\n\n{description}{body}\n")
    }

    /// Returns the alternatives of a type if each is an object with one member, together with that member.
    fn variants<'t>(&'t self, of: &'t Type) -> Option<Vec<(&'t str, &'t Member)>> {
        let Type::Either(types) = of else { return None };
        let only = |of: &'t Type| match &self.protocol.types[name_of(of)?].form {
            Form::Record(members) if members.len() == 1 && members[0].is_required => {
                Some((name_of(of)?, &members[0]))
            }
            _ => None,
        };
        types.iter().map(only).collect()
    }

    /// Returns the types that are described as lines of another type.
    fn lines_of_others(&self) -> BTreeSet<&str> {
        let aliases = self.protocol.types.values().filter_map(|named| match &named.form {
            Form::Alias(of) => self.variants(of),
            _ => None,
        });
        aliases.flatten().map(|(variant, _)| variant).collect()
    }

    /// Whether the schema leaves open a member with this name.
    fn leaves_open(&self, name: &str) -> bool {
        let members = self.protocol.types.values().filter_map(|named| match &named.form {
            Form::Record(members) => Some(members),
            _ => None,
        });
        members.flatten().any(|member| member.name == name && is_open(&member.of))
    }

    /// Returns the initial text of a new section, to be replaced by hand.
    fn first_words(&self, method: &str) -> String {
        let message = self.protocol.messages.iter().find(|message| message.method == method);
        let params =
            message.and_then(|message| name_of(&message.params)).map(|name| &self.protocol.types[name]);
        let description = params.map_or("", |params| params.description.as_str());
        let description = description.split_once("`: ").map_or(description, |(_, description)| description);
        capital(description)
    }
}

fn table(members: &[Member]) -> String {
    let mut table = "| member | type | | meaning |\n| --- | --- | --- | --- |\n".to_owned();
    for Member { name, of, is_required, default, description } in members {
        let (of, presence) = match (default, is_required) {
            (_, true) => (of.clone(), String::new()),
            (Some(default), false) => (of.without_null(), format!("default `{default}`")),
            (None, false) => (of.without_null(), "optional".to_owned()),
        };
        let allowed = OPEN.iter().find(|(member, _)| member == name).filter(|_| is_open(&of));
        let of = allowed.map_or_else(|| written(&of), |(_, allowed)| (*allowed).to_owned());
        writeln!(table, "| `{name}` | {of} | {presence} | {} |", cell(description)).unwrap();
    }
    table
}

/// Describes a type in words.
fn written(of: &Type) -> String {
    match of {
        Type::Any => "any".into(),
        Type::Null => "null".into(),
        Type::Boolean => "boolean".into(),
        Type::Integer => "integer".into(),
        Type::Number => "number".into(),
        Type::Text => "string".into(),
        Type::Literal(text) => format!("`{text}`"),
        Type::List(of) => format!("list of {}", written(of)),
        Type::Tuple(of, length) => format!("`[{}]`", vec![written(of); *length].join(", ")),
        Type::Map(of) if **of == Type::Any => "object".into(),
        Type::Map(of) => format!("object of {}", written(of)),
        Type::Named(name) => match REPORTS.iter().find(|(report, _)| report == name) {
            Some((_, link)) => (*link).to_owned(),
            None => format!("[{name}](#{})", name.to_lowercase()),
        },
        Type::Either(types) => types.iter().map(written).collect::<Vec<_>>().join(" or "),
    }
}

/// Whether a type does not describe its contents.
fn is_open(of: &Type) -> bool {
    match of.without_null() {
        Type::Any => true,
        Type::List(of) | Type::Map(of) => *of == Type::Any,
        _ => false,
    }
}

/// Whether a type is described in `docs/json.md`.
fn is_of_reports(name: &str) -> bool {
    REPORTS.iter().any(|(report, _)| *report == name)
}

fn name_of(of: &Type) -> Option<&str> {
    match of {
        Type::Named(name) => Some(name),
        _ => None,
    }
}

/// Escapes a text for a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// Adds a section for every method without one, before the shared types.
fn with_sections(page: &str, reference: &Reference<'_>) -> String {
    let mut page = page.to_owned();
    for Message { method, .. } in &reference.protocol.messages {
        if !page.contains(&begin(method)) {
            let section =
                format!("## `{method}`\n\n{}\n\n{}\n{END}\n\n", reference.first_words(method), begin(method));
            let place = page.find("## Shared types").expect("the reference has shared types");
            page.insert_str(place, &section);
        }
    }
    page
}

const END: &str = "<!-- end -->";

fn begin(region: &str) -> String {
    format!("<!-- generated: {region} -->")
}

/// Replaces the contents of the page's regions.
fn filled(page: &str, regions: &[(&str, String)]) -> String {
    let mut parts = page.split("<!-- generated: ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" -->").expect("a region has a name");
        let (_, rest) = rest.split_once(END).expect("a region ends");
        let Some((_, region)) = regions.iter().find(|(region, _)| *region == name) else {
            panic!("there is nothing to be written about `{name}`: its section is to go");
        };
        write!(text, "{}\n\n{}\n\n{END}{rest}", begin(name), region.trim_end()).unwrap();
    }
    text
}

/// Returns the methods in the order of the reference, each with its first sentence.
fn overview(reference: &str) -> String {
    let mut table = "| method | |\n| --- | --- |\n".to_owned();
    for (method, sentence) in first_sentences(reference) {
        let anchor: String = method.chars().filter(|c| c.is_alphanumeric()).collect();
        let sentence = sentence.replace("](#", "](server-reference.md#");
        writeln!(table, "| [`{method}`](server-reference.md#{}) | {sentence} |", anchor.to_lowercase())
            .unwrap();
    }
    table
}

/// Returns the method and the first sentence of each section, in order.
fn first_sentences(reference: &str) -> impl Iterator<Item = (&str, &str)> {
    reference.split("\n## `").skip(1).map(|section| {
        let (method, text) = section.split_once('`').expect("a heading ends");
        let sentence = text.trim_start().lines().next().and_then(|line| line.split(". ").next());
        (method, sentence.unwrap_or_default().trim_end_matches('.'))
    })
}

/// Returns a sentence about each method, without links.
pub(crate) fn sentences(protocol: &Protocol) -> BTreeMap<String, String> {
    let page = with_sections(&read(REFERENCE), &Reference::of(protocol));
    let without_links = |text: &str| {
        let mut parts = text.split("](");
        let first = parts.next().unwrap_or_default().to_owned();
        let text = parts.fold(first, |text, part| text + part.split_once(')').map_or(part, |(_, rest)| rest));
        text.replace('[', "")
    };
    first_sentences(&page).map(|(method, sentence)| (method.to_owned(), without_links(sentence))).collect()
}

#[test]
fn regions_are_filled_and_the_rest_is_left_alone() {
    let page = "a\n<!-- generated: x -->\nold\n<!-- end -->\nb\n";
    let once = filled(page, &[("x", "new\n".into())]);
    assert_eq!(once, "a\n<!-- generated: x -->\n\nnew\n\n<!-- end -->\nb\n");
    assert_eq!(filled(&once, &[("x", "new\n".into())]), once);
}
