//! Labels and attributes in nonstandard spellings.
//!
//! Nothing in a net, a page, a place, a transition or an arc is ignored if it may change the meaning of the net.
//! [`HARMLESS_ELEMENTS`] and [`HARMLESS_ATTRIBUTES`] list names that are known to be harmless. [`SPELLINGS`] lists
//! nonstandard but unambiguous names, which are read with a warning. Everything else is an error. `docs/formats.md` has
//! the same table.

use sanderling_net::Diagnostic;

use crate::arc_kind::Kind;
use crate::document::Reading;
use crate::element::{Element, attributes};
use crate::number::shortened;
use crate::report::Step;
use crate::token_class::Tokens;

/// The owner of a label or an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    Place,
    Arc,
}

/// The meaning of a label or an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Means {
    /// The initial marking of a place.
    Marking,
    /// The capacity of a place.
    Capacity,
    /// The weight of an arc.
    Weight,
    /// The kind of an arc, which applies unless the text is `false`.
    Kind(Kind),
}

/// Nonstandard spellings of elements and attributes, in lower case and without `-` and `_`.
pub(crate) const SPELLINGS: [(Owner, Means, &[&str]); 7] = [
    (
        Owner::Place,
        Means::Marking,
        &[
            "initialmarking",
            "marking",
            "tokens",
            "token",
            "initialtokens",
            "initialtoken",
            "tokencount",
            "markers",
        ],
    ),
    (Owner::Place, Means::Capacity, &["capacity", "maxtokens", "maxcapacity", "bound"]),
    (
        Owner::Arc,
        Means::Weight,
        &["weight", "multiplicity", "cardinality", "arcweight", "value", "inscription", "expression"],
    ),
    (Owner::Arc, Means::Kind(Kind::Inhibitor), &["inhibitor", "isinhibitor", "inhibitorarc"]),
    (Owner::Arc, Means::Kind(Kind::Read), &["read", "test", "readarc", "testarc", "isread", "istest"]),
    (Owner::Arc, Means::Kind(Kind::Reset), &["reset", "resetarc", "isreset", "flush"]),
    (Owner::Arc, Means::Kind(Kind::Ordinary), &["normal", "ordinary"]),
];

/// Elements that do not affect firing, in addition to those that are read or skipped by name.
const HARMLESS_ELEMENTS: [&str; 14] = [
    "description",
    "comment",
    "comments",
    "documentation",
    "note",
    "label",
    "tooltip",
    "title",
    "layout",
    "visible",
    "author",
    "date",
    "version",
    "metadata",
];

/// Attributes that do not affect firing, in addition to those that are read.
pub(crate) const HARMLESS_ATTRIBUTES: [&str; 23] = [
    "description",
    "comment",
    "documentation",
    "label",
    "title",
    "tooltip",
    "x",
    "y",
    "z",
    "width",
    "height",
    "radius",
    "size",
    "rotation",
    "style",
    "fill",
    "stroke",
    "visible",
    "selected",
    "layer",
    "author",
    "date",
    "version",
];

/// Returns the meaning of an element or attribute in a nonstandard spelling.
pub(crate) fn means(owner: Owner, name: &str) -> Option<Means> {
    let name: String =
        name.chars().filter(|c| !matches!(c, '-' | '_')).collect::<String>().to_ascii_lowercase();
    let mut found = SPELLINGS.iter().filter(|(on, _, names)| *on == owner && names.contains(&name.as_str()));
    found.next().map(|&(_, means, _)| means)
}

/// Returns whether an element is known to be harmless, in a net, a page, a node or an arc.
pub(crate) fn is_harmless(name: &str) -> bool {
    HARMLESS_ELEMENTS.contains(&name)
}

impl Means {
    /// Returns a description for messages.
    fn word(self) -> &'static str {
        match self {
            Self::Marking => "the initial marking of the place",
            Self::Capacity => "the capacity of the place",
            Self::Weight => "the weight of the arc",
            Self::Kind(Kind::Ordinary) => "an ordinary arc",
            Self::Kind(Kind::Inhibitor) => "an inhibitor arc",
            Self::Kind(Kind::Read) => "a read arc",
            Self::Kind(Kind::Reset) => "a reset arc",
        }
    }
}

impl<'a> Reading<'a> {
    /// Warns of a nonstandard spelling.
    pub(crate) fn respelled(&mut self, what: &str, name: &str, means: Means, element: &Element<'a>) {
        self.report.flaw("other spellings", || {
            let found = format!("the {what} `{}`, which is read as {}", shortened(name), means.word());
            Diagnostic::warning(found).at(element.span)
        });
    }

    /// Returns the number that a label in a nonstandard spelling states, in its text or in an attribute.
    pub(crate) fn respelled_count(&mut self, child: &Element<'a>, means: Means) -> Step<Option<Tokens>> {
        let stated = ["value", "text", "count", "number"].iter().find_map(|name| child.filled(name));
        let label = self.label(child)?;
        let tokens = match stated {
            Some(words) if label.is_silent() => {
                self.attribute_count(&words, means.word(), child).map(Tokens::plain)
            }
            _ if label.is_silent() => {
                self.unreadable(child, "a number");
                None
            }
            _ => self.tokens(&label, means.word()),
        };
        if tokens.is_some() {
            self.respelled("element", child.qualified, means, child);
        }
        Ok(tokens)
    }

    /// Returns the kind that an element such as `<reset/>` or `<inhibitor>true</inhibitor>` gives to its arc.
    pub(crate) fn respelled_kind(&mut self, child: &Element<'a>, kind: Kind) -> Step<Option<Kind>> {
        let stated = child.filled("value");
        let label = self.label(child)?;
        let words = stated.as_deref().unwrap_or(label.words());
        let Some(is_meant) = truth(words) else {
            self.unreadable(child, "`true` or `false`");
            return Ok(None);
        };
        self.respelled("element", child.qualified, Means::Kind(kind), child);
        Ok(is_meant.then_some(kind))
    }

    /// Returns the nonstandard attributes of a node or an arc with their meanings, and checks the others.
    pub(crate) fn respelled_attributes(
        &mut self,
        owner: Owner,
        element: &Element<'a>,
        read: &[&str],
    ) -> Vec<(Means, String)> {
        let mut found = Vec::new();
        for attribute in attributes(element.source) {
            let name = attribute.name;
            if read.contains(&name) {
                continue;
            }
            match means(owner, name) {
                Some(means) => {
                    self.respelled("attribute", name, means, element);
                    found.push((means, attribute.decoded().trim().to_owned()));
                }
                None => self.unknown_attribute(name, element),
            }
        }
        found
    }

    /// Reports a label in a nonstandard spelling whose content is wrong.
    pub(crate) fn unreadable(&mut self, child: &Element<'a>, expected: &str) {
        let found = format!("`{}` that says something else", shortened(child.qualified));
        self.report.say(Diagnostic::error(found).expected(expected).at(child.span));
    }
}

/// Returns whether a text means yes; `None` if it means neither yes nor no.
pub(crate) fn truth(words: &str) -> Option<bool> {
    match words.trim().to_ascii_lowercase().as_str() {
        "" | "true" | "yes" | "1" => Some(true),
        "false" | "no" | "0" => Some(false),
        _ => None,
    }
}
