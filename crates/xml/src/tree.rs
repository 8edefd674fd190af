//! The tree of a text.

use std::borrow::Cow;

use roxmltree::{Node, ParsingOptions};

use crate::malformed::{Malformed, excess, explain};
use crate::position::{Positions, Span};

/// Maximum nesting depth of elements.
pub(crate) const MAX_DEPTH: usize = 256;

/// A parsed text.
#[derive(Debug)]
pub struct Document<'t> {
    tree: roxmltree::Document<'t>,
    positions: Positions<'t>,
    /// The offset in the text at which the parsed part begins.
    start: usize,
}

/// An element.
#[derive(Debug, Clone, Copy)]
pub struct Element<'d> {
    node: Node<'d, 'd>,
    document: &'d Document<'d>,
}

impl<'t> Document<'t> {
    /// Parses a text. White space may precede it.
    ///
    /// # Errors
    /// If the text is not well-formed XML, has a document type, is nested too deeply, or is too large.
    pub fn parse(text: &'t str) -> Result<Self, Malformed> {
        let start =
            text.len() - text.trim_start_matches(|c: char| c == '\u{FEFF}' || c.is_whitespace()).len();
        let (positions, inner) = (Positions::of(text), &text[start..]);
        let malformed =
            |(message, offset): (String, usize)| Malformed { message, span: positions.span(start + offset) };
        excess(inner).map_or(Ok(()), |message| Err(malformed((message, 0))))?;
        let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
        let tree = roxmltree::Document::parse_with_options(inner, options)
            .map_err(|error| malformed(explain(inner, &error)))?;
        if let Some(offset) = too_deep(&tree) {
            return Err(malformed((format!("elements that are nested more than {MAX_DEPTH} deep"), offset)));
        }
        Ok(Self { tree, positions, start })
    }

    /// Returns the root element.
    #[must_use]
    pub fn root(&self) -> Element<'_> {
        Element { node: self.tree.root_element(), document: self }
    }
}

impl<'d> Element<'d> {
    /// Returns the element's name without a prefix.
    #[must_use]
    pub fn name(self) -> &'d str {
        self.node.tag_name().name()
    }

    /// Returns the children.
    #[must_use]
    pub fn children(self) -> Vec<Self> {
        self.elements().collect()
    }

    /// Returns the children with this name.
    pub fn named(self, name: &str) -> impl Iterator<Item = Self> {
        self.elements().filter(move |child| child.name() == name)
    }

    fn elements(self) -> impl Iterator<Item = Self> {
        self.node.children().filter(Node::is_element).map(move |node| Self { node, ..self })
    }

    /// Returns the attribute with this name, without a prefix.
    #[must_use]
    pub fn attribute(self, name: &str) -> Option<&'d str> {
        self.node.attributes().find(|attribute| attribute.name() == name).map(|attribute| attribute.value())
    }

    /// Returns the attributes, by name and value, without those that have a prefix.
    pub fn attributes(self) -> impl Iterator<Item = (&'d str, &'d str)> {
        let own = self.node.attributes().filter(|attribute| attribute.namespace().is_none());
        own.map(|attribute| (attribute.name(), attribute.value()))
    }

    /// Returns the span of the value of the attribute with this name, or of the element's tag if it has none.
    #[must_use]
    pub fn value_span(self, name: &str) -> Span {
        let found = self.node.attributes().find(|attribute| attribute.name() == name);
        found.map_or_else(
            || self.span(),
            |attribute| {
                let std::ops::Range { start, end } = attribute.range_value();
                self.document.positions.range(self.document.start + start..self.document.start + end)
            },
        )
    }

    /// Returns the text directly in the element, without white space around it.
    #[must_use]
    pub fn text(self) -> Cow<'d, str> {
        let mut parts = self.node.children().filter(Node::is_text).filter_map(|part| part.text());
        let first = parts.next().unwrap_or_default();
        match parts.next() {
            None => first.trim().into(),
            Some(second) => {
                let all: String = [first, second].into_iter().chain(parts).collect();
                all.trim().to_owned().into()
            }
        }
    }

    /// Returns the span of the element's tag.
    #[must_use]
    pub fn span(self) -> Span {
        self.document.positions.span(self.document.start + self.node.range().start)
    }
}

/// Returns the offset of an element that is nested too deeply.
fn too_deep(tree: &roxmltree::Document<'_>) -> Option<usize> {
    // The ends of the open elements.
    let mut open = Vec::new();
    let mut begins = tree.descendants().filter(Node::is_element).map(|element| element.range());
    let deep = begins.find(|range| {
        while open.last().is_some_and(|&end| end <= range.start) {
            open.pop();
        }
        open.push(range.end);
        open.len() > MAX_DEPTH
    });
    deep.map(|range| range.start)
}
