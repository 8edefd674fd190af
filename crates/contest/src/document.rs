//! An XML text as a tree of elements, as far as files of properties need it.
//!
//! Comments and processing instructions are passed over, and attributes are ignored. A document type is refused, so
//! that there are no entities to expand but the five of XML and characters. INVARIANT: no element is deeper than
//! [`MAX_DEPTH`], so that recursion over the tree is bounded.

use quick_xml::Reader;
use quick_xml::events::Event;
use sanderling_net::{Diagnostic, Diagnostics, Span};

/// How deep elements may be nested.
const MAX_DEPTH: usize = 256;

/// An element.
#[derive(Debug)]
pub(crate) struct Element {
    /// Its name without a prefix.
    pub(crate) name: String,
    /// The elements in it.
    pub(crate) children: Vec<Element>,
    /// Where its tag stands.
    pub(crate) span: Span,
    text: String,
}

impl Element {
    /// The characters directly in it, without white space around them.
    pub(crate) fn text(&self) -> &str {
        self.text.trim()
    }

    /// The first element in it with this name.
    pub(crate) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }
}

/// The root element of a text.
///
/// # Errors
/// What is wrong with the text as XML, or that it has a document type or is nested too deeply.
pub(crate) fn parse(text: &str) -> Result<Element, Diagnostics> {
    let mut reader = Reader::from_str(text);
    let mut lines = Lines { text, line: 1, column: 1, offset: 0 };
    // The elements that are open, from the root on.
    let mut open: Vec<Element> = Vec::new();
    loop {
        let start = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let event = reader.read_event();
        let span = lines.span(start, usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX));
        let event =
            event.map_err(|error| Diagnostic::error(format!("text that is not XML: {error}")).at(span))?;
        let closed = match event {
            Event::Start(tag) => {
                if open.len() == MAX_DEPTH {
                    let message = format!("elements that are nested more than {MAX_DEPTH} deep");
                    return Err(Diagnostic::error(message).at(span).into());
                }
                open.push(Element::new(tag.local_name().as_ref(), span));
                None
            }
            Event::Empty(tag) => Some(Element::new(tag.local_name().as_ref(), span)),
            Event::End(_) => open.pop(),
            Event::Text(text) => {
                add(&mut open, &text.xml10_content());
                None
            }
            Event::CData(text) => {
                add(&mut open, &text.xml10_content());
                None
            }
            Event::GeneralRef(reference) => {
                let character = reference.resolve_char_ref().ok().flatten().or_else(|| named(&reference));
                let unknown = || Diagnostic::error("an entity that XML does not define").at(span);
                add(&mut open, character.ok_or_else(unknown)?.encode_utf8(&mut [0; 4]));
                None
            }
            Event::DocType(_) => {
                let error = Diagnostic::error("a document type").expected("properties without one");
                return Err(error.at(span).into());
            }
            Event::Eof => {
                let error = match open.last() {
                    Some(element) => format!("the end of the text within `{}`", element.name),
                    None => "a text without an element".to_owned(),
                };
                return Err(Diagnostic::error(error).at(span).into());
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => None,
        };
        match (closed, open.last_mut()) {
            (Some(element), Some(parent)) => parent.children.push(element),
            (Some(root), None) => return Ok(root),
            (None, _) => {}
        }
    }
}

impl Element {
    fn new(name: &str, span: Span) -> Self {
        Self { name: name.to_owned(), children: Vec::new(), span, text: String::new() }
    }
}

/// Adds characters to the innermost open element.
fn add(open: &mut [Element], characters: &str) {
    if let Some(element) = open.last_mut() {
        element.text.push_str(characters);
    }
}

/// The characters that XML has names for.
fn named(reference: &str) -> Option<char> {
    Some(match reference {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "apos" => '\'',
        "quot" => '"',
        _ => return None,
    })
}

/// Line and column of offsets that are asked for in ascending order.
struct Lines<'a> {
    text: &'a str,
    line: u32,
    column: u32,
    offset: usize,
}

impl Lines<'_> {
    fn span(&mut self, start: usize, end: usize) -> Span {
        let passed = self.text.as_bytes().get(self.offset..start).unwrap_or_default();
        for byte in passed {
            match byte {
                b'\n' => (self.line, self.column) = (self.line.saturating_add(1), 1),
                // Bytes within a character do not count.
                0x80..=0xBF => {}
                _ => self.column = self.column.saturating_add(1),
            }
        }
        self.offset = start;
        let clamp = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { line: self.line, column: self.column, start: clamp(start), end: clamp(end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_names_texts_and_places() {
        let root = parse(
            "<?xml version='1.0'?>\n<a>\n <p:b x='1'> q<![CDATA[<]]>&amp;&#65; </p:b><!-- c --><d/></a>",
        )
        .expect("well-formed");
        let [b, d] = &root.children[..] else { panic!("two children") };
        assert_eq!((b.name.as_str(), b.text(), b.span.line, b.span.column), ("b", "q<&A", 3, 2));
        assert_eq!((d.name.as_str(), d.text()), ("d", ""));
        assert!(root.child("b").is_some() && root.child("c").is_none());
    }

    #[test]
    fn what_is_not_well_formed_or_not_harmless_is_refused() {
        for (text, message) in [
            ("", "without an element"),
            ("<a><b></a>", "not XML"),
            ("<a>", "within `a`"),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "a document type"),
            ("<a>&b;</a>", "an entity"),
            (&"<a>".repeat(300), "nested"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
