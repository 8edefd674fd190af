//! Small XML texts as trees: properties, traces, and what an editor sends; and texts escaped for XML that is written.
//!
//! The tree is roxmltree's. Here are the lines and columns of what is in it, mistakes in the same words for everyone who reads
//! such texts, and what keeps bad ones harmless. A document type is refused, so that there are no entities to expand but the
//! five of XML and characters. INVARIANT: no element is deeper than `MAX_DEPTH`, so that recursion over the tree is
//! bounded, and the tree takes no more memory than a fixed number of bytes for each byte of the text.

use std::borrow::Cow;
use std::fmt;

use roxmltree::{Error, Node, ParsingOptions, TextPos};

use crate::position::Positions;

pub use crate::position::Span;

/// How deep elements may be nested.
const MAX_DEPTH: usize = 256;

/// How many tags and attributes there may be: roxmltree makes room for one at each `<` and each `=`.
const MAX_MARKS: usize = 1 << 24;

/// How many namespaces may be declared: each element that declares one has a list of all that are visible there.
const MAX_NAMESPACES: usize = 256;

/// A text between tags as XML writes it. Characters that XML 1.0 cannot say, even as references, become U+FFFD.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\r' => out.push_str("&#13;"),
            '\t' | '\n' | ' '..='\u{fffd}' | '\u{10000}'.. => out.push(c),
            _ => out.push('\u{fffd}'),
        }
    }
    out
}

/// A text as a tree.
#[derive(Debug)]
pub struct Document<'t> {
    tree: roxmltree::Document<'t>,
    positions: Positions<'t>,
    /// The byte of the text at which that of the tree begins.
    start: usize,
}

/// An element.
#[derive(Debug, Clone, Copy)]
pub struct Element<'d> {
    node: Node<'d, 'd>,
    document: &'d Document<'d>,
}

/// A mistake in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// What was found.
    pub message: String,
    /// Where.
    pub span: Span,
}

impl<'t> Document<'t> {
    /// The tree of a text. Blanks may stand in front of what XML allows to come first.
    ///
    /// # Errors
    /// What is wrong with the text as XML, or that it has a document type, is nested too deeply or has too much in it.
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

    /// The root element.
    #[must_use]
    pub fn root(&self) -> Element<'_> {
        Element { node: self.tree.root_element(), document: self }
    }
}

impl<'d> Element<'d> {
    /// The element's name without a prefix.
    #[must_use]
    pub fn name(self) -> &'d str {
        self.node.tag_name().name()
    }

    /// The elements in it.
    #[must_use]
    pub fn children(self) -> Vec<Self> {
        self.elements().collect()
    }

    /// The elements in it with this name.
    pub fn named(self, name: &str) -> impl Iterator<Item = Self> {
        self.elements().filter(move |child| child.name() == name)
    }

    fn elements(self) -> impl Iterator<Item = Self> {
        self.node.children().filter(Node::is_element).map(move |node| Self { node, ..self })
    }

    /// The attribute with this name, without a prefix.
    #[must_use]
    pub fn attribute(self, name: &str) -> Option<&'d str> {
        self.node.attributes().find(|attribute| attribute.name() == name).map(|attribute| attribute.value())
    }

    /// The characters directly in it, without white space around them.
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

    /// Where the element's tag stands.
    #[must_use]
    pub fn span(self) -> Span {
        self.document.positions.span(self.document.start + self.node.range().start)
    }
}

/// What a text has too much of.
fn excess(text: &str) -> Option<String> {
    if text.bytes().filter(|byte| matches!(byte, b'<' | b'=')).count() > MAX_MARKS {
        return Some(format!("more than {MAX_MARKS} tags and attributes"));
    }
    let has_too_many = text.matches("xmlns").count() > MAX_NAMESPACES;
    has_too_many.then(|| format!("more than {MAX_NAMESPACES} namespaces"))
}

/// Where an element begins that is nested too deeply.
fn too_deep(tree: &roxmltree::Document<'_>) -> Option<usize> {
    // Where the elements end that are open.
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

/// What is wrong with a text, and at which byte. roxmltree does not say where a text is cut off, nor where a document type
/// is.
fn explain(text: &str, error: &Error) -> (String, usize) {
    let at = offset(text, error.pos());
    match error {
        Error::DtdDetected => ("a document type".into(), text.find("<!DOCTYPE").unwrap_or(0)),
        Error::NoRootNode => ("a text without an element".into(), text.len()),
        Error::UnclosedRootNode => (format!("the end of the text within {}", open_at_end(text)), text.len()),
        Error::UnexpectedEndOfStream => ("the end of the text within a tag".into(), text.len()),
        Error::UnknownToken(_) => match &text.as_bytes()[at..] {
            [b'<', b'!' | b'?', ..] | [b'<'] => ("text that is not XML".into(), at),
            [b'<', ..] => ("a second root element".into(), at),
            _ => ("text outside of the root element".into(), at),
        },
        other => {
            let message = other.to_string().replace(&format!(" at {}", other.pos()), "");
            (format!("text that is not XML: {message}"), at)
        }
    }
}

/// The innermost element that is not closed at the end of a text that is well-formed up to there: the one that another end
/// tag does not close.
fn open_at_end(text: &str) -> String {
    match roxmltree::Document::parse(&format!("{text}</_>")) {
        Err(Error::UnexpectedCloseTag(name, ..)) => format!("`{name}`"),
        _ => "an element".into(),
    }
}

/// The byte at a line and a column.
fn offset(text: &str, TextPos { row, col }: TextPos) -> usize {
    let lines = text.split_inclusive('\n').take(row as usize - 1);
    let line: usize = lines.map(str::len).sum();
    let column = text[line..].char_indices().nth(col as usize - 1);
    column.map_or(text.len(), |(column, _)| line + column)
}

impl fmt::Display for Malformed {
    /// `3:7: the message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.span.line, self.span.column, self.message)
    }
}

impl std::error::Error for Malformed {}

/// A text as it stands within XML, in an element or in an attribute.
#[derive(Debug, Clone, Copy)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    /// Characters that XML cannot hold at all become question marks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\n' | '\r' | '\t' => write!(f, "&#{};", u32::from(c))?,
                '\0'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => f.write_str("?")?,
                c => fmt::Write::write_char(f, c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_names_attributes_and_texts() {
        let text = "\u{FEFF}\n<?xml version='1.0'?>\n<a x='1&lt;&#65;' xmlns:p='u' p:y=\"\"> q<![CDATA[<]]>&amp;&#65; <!-- c --><p:b/><b> 1 </b></a>\n";
        let document = Document::parse(text).unwrap();
        let root = document.root();
        assert_eq!((root.name(), &*root.text()), ("a", "q<&A"));
        assert_eq!(
            (root.attribute("x"), root.attribute("y"), root.attribute("z")),
            (Some("1<A"), Some(""), None)
        );
        assert_eq!((root.named("b").count(), root.named("c").count()), (2, 0));
        let [first, second] = root.children()[..] else { panic!("two children") };
        assert_eq!((&*first.text(), &*second.text()), ("", "1"));
        let span = second.span();
        assert_eq!((span.line, span.column, &text[span.bytes]), (3, 80, "<b>"));
    }

    #[test]
    fn what_is_escaped_is_read_as_it_was() {
        let odd = "a<b>&\"'\n\té\u{1F600}";
        let text = format!("<a x=\"{0}\">{0}</a>", Escaped(odd));
        let document = Document::parse(&text).unwrap();
        assert_eq!((document.root().attribute("x"), &*document.root().text()), (Some(odd), odd));
        assert_eq!(Escaped("\u{1}\0").to_string(), "??");
    }

    #[test]
    fn what_is_not_well_formed_or_not_harmless_is_refused() {
        let deep = |depth| "<a>".repeat(depth) + &"</a>".repeat(depth);
        assert!(Document::parse(&deep(MAX_DEPTH)).is_ok());
        for (text, said) in [
            ("", "1:1: a text without an element"),
            ("<a>\n<b></a>", "2:4: text that is not XML: expected 'b' tag, not 'a'"),
            ("<a>", "1:4: the end of the text within `a`"),
            ("<a>\n <é>ü<c/>", "2:10: the end of the text within `é`"),
            ("<a>\n<b x='", "2:7: the end of the text within a tag"),
            ("<a>\n<b", "2:3: the end of the text within an element"),
            ("\n<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "3:1: a document type"),
            ("<a>ü&b;</a>", "1:5: text that is not XML: unknown entity reference 'b'"),
            ("<a x='&b;'/>", "1:7: text that is not XML: unknown entity"),
            ("<a x='1' x='2'/>", "1:10: text that is not XML: attribute 'x' is already defined"),
            ("<a x=1/>", "1:6: text that is not XML: expected a quote not '1'"),
            ("<a/><b/>", "1:5: a second root"),
            ("<a/>b", "1:5: text outside"),
            ("<a><!b></a>", "1:4: text that is not XML"),
            (&deep(MAX_DEPTH + 1), "1:769: elements that are nested"),
            (&"<a xmlns='b'>".repeat(300), "1:1: more than 256 namespaces"),
            (&"<".repeat(MAX_MARKS + 1), "1:1: more than 16777216 tags"),
        ] {
            let fault = Document::parse(text).expect_err("refused").to_string();
            assert!(fault.starts_with(said), "{}: {fault}", &text[..text.len().min(99)]);
        }
    }

    #[test]
    fn depth_costs_no_stack() {
        let text = "<a>".repeat(1 << 20);
        let fault = Document::parse(&(text.clone() + &"</a>".repeat(1 << 20))).unwrap_err();
        assert!(fault.message.contains("nested"), "{fault}");
        assert!(Document::parse(&text).is_err());
    }
}
