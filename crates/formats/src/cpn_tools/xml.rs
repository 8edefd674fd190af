//! The file as a tree of elements.
//!
//! CPN Tools writes ISO-8859-1 and a document type that names a DTD on the web. The document type is replaced by
//! blanks, because it does not matter; one with declarations is refused. INVARIANT: no element is deeper than
//! `MAX_DEPTH`.

use std::borrow::Cow;

use roxmltree::{Document, Node};
use sanderling_net::{Diagnostic, Position, Span};

/// Maximum nesting depth of elements.
const MAX_DEPTH: usize = 256;
/// Maximum number of tags and attributes.
const MAX_MARKS: usize = 1 << 24;
/// Number of bytes between two stored positions. Positions are stored because a line may be as long as the file.
const STRIDE: usize = 1024;
/// Maximum number of namespace declarations. CPN Tools writes none.
const MAX_NAMESPACES: usize = 16;

/// Decodes a file, and replaces its document type by blanks.
pub(crate) fn decode(bytes: &[u8]) -> Result<String, Box<Diagnostic>> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
    let named = head.split_once("encoding=").map(|(_, rest)| rest.trim_start_matches(['"', '\'']));
    let named = named.map(|rest| rest.split(['"', '\'', '?']).next().unwrap_or_default());
    let encoding = named.and_then(|name| encoding_rs::Encoding::for_label(name.as_bytes()));
    let encoding = encoding.filter(|encoding| encoding.is_ascii_compatible()).unwrap_or(encoding_rs::UTF_8);
    let (text, _, has_errors) = encoding.decode(bytes);
    let text = if has_errors { encoding_rs::WINDOWS_1252.decode(bytes).0 } else { text };
    without_document_type(text)
}

fn without_document_type(text: Cow<'_, str>) -> Result<String, Box<Diagnostic>> {
    let mut text = text.into_owned();
    let Some(start) = text.find("<!DOCTYPE") else { return Ok(text) };
    let end = text[start..].find(['>', '[']).map(|end| start + end);
    let Some(end) = end.filter(|end| text.as_bytes()[*end] == b'>') else {
        let found = Diagnostic::error("a document type that declares something, which is not read");
        return Err(found.at(Span::within(&text, start, start + 9)).into());
    };
    let blanks: String = text[start..=end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
    text.replace_range(start..=end, &blanks);
    Ok(text)
}

/// A file parsed as XML.
#[derive(Debug)]
pub(crate) struct Tree<'t> {
    document: Document<'t>,
    text: &'t str,
    /// The position of every [`STRIDE`]th byte.
    positions: Vec<Position>,
}

impl<'t> Tree<'t> {
    /// Parses a text.
    pub(crate) fn parse(text: &'t str) -> Result<Self, Box<Diagnostic>> {
        let start = Position::START.to(0);
        if text.bytes().filter(|byte| matches!(byte, b'<' | b'=')).count() > MAX_MARKS {
            return Err(Diagnostic::error("a file with too many tags").at(start).into());
        }
        if text.matches("xmlns").count() > MAX_NAMESPACES {
            return Err(Diagnostic::error(format!("more than {MAX_NAMESPACES} namespaces")).at(start).into());
        }
        let positions = positions(text);
        let document = Document::parse(text).map_err(|error| {
            let at = error.pos();
            let span = Span { line: at.row, column: at.col, start: 0, end: 0 };
            Box::new(Diagnostic::error(format!("text that is not XML: {error}")).at(span))
        })?;
        let tree = Self { document, text, positions };
        match tree.too_deep() {
            Some(deep) => {
                Err(Diagnostic::error(format!("elements that are nested more than {MAX_DEPTH} deep"))
                    .at(deep)
                    .into())
            }
            None => Ok(tree),
        }
    }

    fn too_deep(&self) -> Option<Span> {
        let mut open: Vec<usize> = Vec::new();
        let mut elements =
            self.document.descendants().filter(Node::is_element).map(|element| element.range());
        let deep = elements.find(|range| {
            while open.last().is_some_and(|&end| end <= range.start) {
                open.pop();
            }
            open.push(range.end);
            open.len() > MAX_DEPTH
        });
        deep.map(|range| self.span_of(range.start, range.start))
    }

    /// Returns the length of the text.
    pub(crate) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Returns the root element.
    pub(crate) fn root(&self) -> Node<'_, 't> {
        self.document.root_element()
    }

    /// Returns the span of an element's tag.
    pub(crate) fn span(&self, element: Node<'_, '_>) -> Span {
        let range = element.range();
        let end = self.text[range.clone()].find('>').map_or(range.end, |end| range.start + end + 1);
        self.span_of(range.start, end)
    }

    fn span_of(&self, start: usize, end: usize) -> Span {
        let mut position = self.positions[start / STRIDE];
        position.advance(&self.text.as_bytes()[position.offset..start]);
        position.to(end)
    }
}

/// Returns the position of every [`STRIDE`]th byte of a text, including the first.
fn positions(text: &str) -> Vec<Position> {
    let mut position = Position::START;
    let mut positions = vec![position];
    for piece in text.as_bytes().chunks(STRIDE) {
        position.advance(piece);
        positions.push(position);
    }
    positions
}

/// Returns the children of an element.
pub(crate) fn children<'d, 't: 'd>(element: Node<'d, 't>) -> impl Iterator<Item = Node<'d, 't>> {
    element.children().filter(Node::is_element)
}

/// Returns the children of an element with this name.
pub(crate) fn named<'d, 't: 'd>(element: Node<'d, 't>, name: &str) -> impl Iterator<Item = Node<'d, 't>> {
    children(element).filter(move |child| child.tag_name().name() == name)
}

/// Returns the first child with this name.
pub(crate) fn first<'d, 't: 'd>(element: Node<'d, 't>, name: &str) -> Option<Node<'d, 't>> {
    named(element, name).next()
}

/// Returns the text directly in an element, without white space around it.
pub(crate) fn text(element: Node<'_, '_>) -> String {
    let parts = element.children().filter(Node::is_text).filter_map(|part| part.text());
    parts.collect::<String>().trim().to_owned()
}

/// Returns the text of the element `text` in the first child with this name, which is the structure of labels in CPN
/// Tools.
pub(crate) fn label(element: Node<'_, '_>, name: &str) -> String {
    first(element, name).and_then(|label| first(label, "text")).map(text).unwrap_or_default()
}
