//! A start tag: its name, its attributes and its position.
//!
//! Tags borrow from the text. Their attributes are checked once, when the cursor reads the tag ([`check`]). Later
//! look-ups cannot fail, and copy only values that contain a reference.

use std::borrow::Cow;

use quick_xml::events::attributes::{AttrError, Attributes};
use sanderling_net::{Diagnostic, Span};

use crate::limits;
use crate::namespace::Namespace;
use crate::reference;
use crate::report::Step;

/// A start tag.
#[derive(Debug, Clone)]
pub(crate) struct Element<'a> {
    /// The name of the element without prefix.
    pub(crate) name: &'a str,
    /// The name of the element as written.
    pub(crate) qualified: &'a str,
    /// The namespace of the element.
    pub(crate) namespace: Namespace<'a>,
    /// Span of the tag.
    pub(crate) span: Span,
    /// The text between `<` and `>`; see [`attributes`].
    pub(crate) source: &'a str,
}

/// An attribute as written.
#[derive(Debug)]
pub(crate) struct Attribute<'a> {
    /// The name of the attribute with prefix.
    pub(crate) name: &'a str,
    /// The value of the attribute between the quotes.
    raw: &'a str,
}

impl<'a> Attribute<'a> {
    /// Returns the value with its references resolved and its white space normalised according to XML.
    pub(crate) fn decoded(&self) -> Cow<'a, str> {
        reference::decode_attribute(self.raw).unwrap_or(Cow::Borrowed(self.raw))
    }
}

impl<'a> Element<'a> {
    /// Returns whether the element belongs to PNML.
    pub(crate) fn is_pnml(&self) -> bool {
        self.namespace == Namespace::Pnml
    }

    /// Returns the value of an attribute without prefix.
    pub(crate) fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        attributes(self.source).find(|a| a.name == name).map(|a| a.decoded())
    }

    /// Returns the value of an attribute, if it is not empty.
    pub(crate) fn filled(&self, name: &str) -> Option<Cow<'a, str>> {
        self.attribute(name).filter(|value| !value.is_empty())
    }
}

/// Returns the attributes of a tag, given the text between its angle brackets. Malformed ones are omitted, because
/// [`check`] has refused the tag before.
pub(crate) fn attributes(source: &str) -> impl Iterator<Item = Attribute<'_>> {
    let mut found = Attributes::new(source, name_length(source));
    found.with_checks(false);
    found.flatten().map(move |a| Attribute { name: a.key.0, raw: borrowed(source, &a.value) })
}

/// Returns the borrowed value. INVARIANT: the tokeniser borrows values from its input, and replacing an owned one by an
/// empty one loses nothing.
fn borrowed<'a>(source: &'a str, value: &Cow<'a, str>) -> &'a str {
    match value {
        Cow::Borrowed(value) => value,
        Cow::Owned(_) => &source[..0],
    }
}

/// Returns the length of the name at the start of a tag's content.
pub(crate) fn name_length(source: &str) -> usize {
    source.find([' ', '\t', '\n', '\r', '/']).unwrap_or(source.len())
}

/// Refuses tags that are not well-formed or exceed the limits.
pub(crate) fn check(source: &str, span: Span) -> Step<()> {
    let name = &source[..name_length(source)];
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == ':') {
        return Err(Diagnostic::error("`<` without the name of an element")
            .at(span)
            .help("write `&lt;` for the character")
            .into());
    }
    for (count, attribute) in Attributes::new(source, name.len()).enumerate() {
        let attribute = attribute.map_err(|error| malformed(name, source, &error).at(span))?;
        if count >= limits::ATTRIBUTES {
            let found = format!("more than {} attributes of `{name}`", limits::ATTRIBUTES);
            return Err(Diagnostic::error(found).at(span).into());
        }
        check_value(name, attribute.key.0, &attribute.value, span)?;
    }
    Ok(())
}

fn check_value(element: &str, attribute: &str, value: &str, span: Span) -> Step<()> {
    let problem = if value.len() > limits::ATTRIBUTE_BYTES {
        format!("more than {} bytes", limits::ATTRIBUTE_BYTES)
    } else if value.contains('<') {
        "`<`, which must be written `&lt;`".to_owned()
    } else if let Err(problem) = reference::decode_attribute(value) {
        problem
    } else {
        return Ok(());
    };
    Err(Diagnostic::error(format!("{problem} in the attribute `{attribute}` of `{element}`")).at(span).into())
}

fn malformed(element: &str, source: &str, error: &AttrError) -> Diagnostic {
    match error {
        AttrError::Duplicated(at, _) => {
            let rest = source.get(*at..).unwrap_or_default();
            let name = rest.split(['=', ' ', '\t', '\n', '\r']).next().unwrap_or_default();
            Diagnostic::error(format!("the attribute `{name}` twice on `{element}`"))
        }
        _ => Diagnostic::error(format!("a malformed attribute of `{element}`")).expected("name=\"value\""),
    }
}
