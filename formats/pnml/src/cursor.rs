//! A cursor over the elements of an XML text: streaming, forward only, in constant memory.
//!
//! quick-xml splits the text into tokens and checks that end tags match. The cursor adds the remaining checks: one root
//! element, well-formed attributes and names, namespaces, the limits, positions, and the policy on document type
//! declarations (none with an internal subset; external ones are never loaded).
//!
//! INVARIANT: a caller that receives an element calls [`Cursor::child`] until it returns `None` for it, or calls a
//! function that does so ([`Cursor::skip`], [`Cursor::text`]). `child` therefore always refers to the innermost open
//! element.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::errors::Error;
use quick_xml::events::Event;
use sanderling_net::{Diagnostic, Position, Span};

use crate::element::{self, Element};
use crate::limits;
use crate::malformed;
use crate::namespace::Namespaces;
use crate::reference;
use crate::report::Step;
use crate::text::{LAYOUT, Text};

/// A token of the text, without comments and instructions.
enum Token<'a> {
    Start(Element<'a>),
    End,
    Literal(&'a str),
    Explicit(&'a str),
    Character(char),
    Eof,
}

/// A part of the content of an element that holds elements.
pub(crate) enum Part<'a> {
    /// An element.
    Child(Element<'a>),
    /// Text that is not layout, and its position.
    Text(Cow<'a, str>, Span),
    /// The end of the element.
    End,
}

/// A cursor; see the module.
pub(crate) struct Cursor<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    position: Position,
    namespaces: Namespaces<'a>,
    /// The names and positions of the open elements, for the message about one that is never closed.
    open: Vec<(&'a str, Span)>,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the start of a text.
    pub(crate) fn new(text: &'a str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self { text, reader, position: Position::START, namespaces: Namespaces::default(), open: Vec::new() }
    }

    /// Returns the root element.
    pub(crate) fn root(&mut self) -> Step<Element<'a>> {
        match self.outermost()? {
            Some(element) => Ok(element),
            None => Err(Diagnostic::error("no XML element in the file").at(self.here()).into()),
        }
    }

    /// Checks that no element follows the root element. Returns the position of other content after it, which is not
    /// read.
    pub(crate) fn finish(&mut self) -> Step<Option<Span>> {
        let rest = &self.text[self.offset()..];
        match self.outermost() {
            Ok(Some(element)) => {
                Err(Diagnostic::error(format!("a second root element `{}`", element.qualified))
                    .expected("the end of the file")
                    .at(element.span)
                    .into())
            }
            Ok(None) => Ok(None),
            Err(problem) if holds_start_tag(rest) => Err(problem),
            Err(problem) => Ok(problem.0.span),
        }
    }

    /// Treats the namespace as PNML's from here on.
    pub(crate) fn adopt(&mut self, namespace: &str) {
        self.namespaces.adopt(namespace);
    }

    /// Returns the next element at the top level.
    fn outermost(&mut self) -> Step<Option<Element<'a>>> {
        loop {
            match self.token()? {
                Token::Start(element) => return Ok(Some(element)),
                Token::Eof => return Ok(None),
                Token::Literal(text) if text.trim().is_empty() => {}
                Token::Literal(_) | Token::Explicit(_) | Token::Character(_) | Token::End => {
                    return Err(Diagnostic::error("text outside the root element")
                        .help("the file is not an XML file, or it is damaged")
                        .at(self.here())
                        .into());
                }
            }
        }
    }

    /// Returns the next child of the innermost open element; `None` at its end.
    pub(crate) fn child(&mut self) -> Step<Option<Element<'a>>> {
        loop {
            match self.part()? {
                Part::Child(element) => return Ok(Some(element)),
                Part::End => return Ok(None),
                Part::Text(..) => {}
            }
        }
    }

    /// Returns the next part of the innermost open element.
    pub(crate) fn part(&mut self) -> Step<Part<'a>> {
        loop {
            let text = match self.token()? {
                Token::Start(element) => return Ok(Part::Child(element)),
                Token::End => return Ok(Part::End),
                Token::Eof => return Err(self.unclosed().into()),
                Token::Literal(text) | Token::Explicit(text) => Cow::Borrowed(text),
                Token::Character(c) => Cow::Owned(c.to_string()),
            };
            let layout = text.len() - text.trim_start_matches(LAYOUT).len();
            if layout < text.len() {
                let mut start = self.position;
                start.advance(&text.as_bytes()[..layout]);
                return Ok(Part::Text(text, start.to(self.offset())));
            }
        }
    }

    /// Returns the next child of the innermost open element; `None` at its end. Text before it is added to `text`.
    pub(crate) fn child_or_text(&mut self, text: &mut Text) -> Step<Option<Element<'a>>> {
        loop {
            match self.token()? {
                Token::Start(element) => return Ok(Some(element)),
                Token::End => return Ok(None),
                Token::Eof => return Err(self.unclosed().into()),
                Token::Literal(raw) => text.push_literal(raw),
                Token::Explicit(content) => text.push_explicit(content),
                Token::Character(c) => text.push_explicit(c.encode_utf8(&mut [0; 4])),
            }
            if text.len() > limits::TEXT_BYTES {
                let found = format!("a text of more than {} bytes", limits::TEXT_BYTES);
                return Err(Diagnostic::error(found).at(self.here()).into());
            }
        }
    }

    /// Returns the text of the innermost open element, without that of its descendants.
    pub(crate) fn text(&mut self) -> Step<Text> {
        let mut text = Text::default();
        while self.child_or_text(&mut text)?.is_some() {
            self.skip()?;
        }
        Ok(text)
    }

    /// Skips the rest of the innermost open element.
    pub(crate) fn skip(&mut self) -> Step<()> {
        self.skip_watching(|_| {})
    }

    /// Skips an element, and passes each element in it to `watch`.
    pub(crate) fn skip_watching(&mut self, mut watch: impl FnMut(&Element<'a>)) -> Step<()> {
        let outside = self.open.len() - 1;
        while self.open.len() > outside {
            if let Some(element) = self.child()? {
                watch(&element);
            }
        }
        Ok(())
    }

    fn token(&mut self) -> Step<Token<'a>> {
        loop {
            let start = self.offset();
            let passed = self.text.as_bytes().get(self.position.offset..start);
            self.position.advance(passed.unwrap_or_default());
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => return Err(self.malformed(&error).into()),
            };
            let raw = self.text.get(start..self.offset()).unwrap_or_default();
            return Ok(match event {
                Event::Start(_) | Event::Empty(_) => Token::Start(self.start(raw)?),
                Event::End(_) => {
                    self.namespaces.leave(self.open.len());
                    self.open.pop();
                    Token::End
                }
                Event::Text(_) => Token::Literal(raw),
                Event::CData(_) => Token::Explicit(between(raw, "<![CDATA[", "]]>")),
                Event::GeneralRef(_) => Token::Character(self.character(between(raw, "&", ";"))?),
                Event::DocType(_) => {
                    self.document_type(raw)?;
                    continue;
                }
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) => continue,
                Event::Eof => Token::Eof,
            });
        }
    }

    fn start(&mut self, raw: &'a str) -> Step<Element<'a>> {
        let source = raw.strip_prefix('<').unwrap_or(raw);
        let source = source.strip_suffix('>').unwrap_or(source);
        let source = source.strip_suffix('/').unwrap_or(source);
        let span = self.here();
        element::check(source, span)?;
        let qualified = &source[..element::name_length(source)];
        self.open.push((qualified, span));
        if self.open.len() > limits::DEPTH {
            let found = format!("more than {} elements inside each other", limits::DEPTH);
            return Err(Diagnostic::error(found).at(span).into());
        }
        self.namespaces.enter(self.open.len(), source, span)?;
        let (namespace, name) = self.namespaces.resolve(qualified);
        Ok(Element { name, qualified, namespace, span, source })
    }

    fn character(&self, name: &str) -> Step<char> {
        reference::resolve(name).map_err(|problem| Diagnostic::error(problem).at(self.here()).into())
    }

    fn document_type(&self, raw: &str) -> Step<()> {
        if !self.open.is_empty() {
            return Err(Diagnostic::error("a document type declaration inside an element")
                .at(self.here())
                .into());
        }
        if raw.contains('[') {
            return Err(Diagnostic::error("a document type declaration with an internal subset")
                .expected("a PNML file, which has none")
                .help("delete the <!DOCTYPE ...> declaration; entities are never expanded")
                .at(self.here())
                .into());
        }
        Ok(())
    }

    fn offset(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }

    /// Returns the span of the current token.
    fn here(&self) -> Span {
        self.position.to(self.offset())
    }

    fn unclosed(&self) -> Diagnostic {
        let error =
            Diagnostic::error("the file ends in the middle of an element").help("the file is cut off");
        match self.open.last() {
            Some((name, span)) => {
                error.expected(format!("`</{name}>`")).at(self.here()).related(*span, "opened")
            }
            None => error.at(self.here()),
        }
    }

    fn malformed(&self, error: &Error) -> Diagnostic {
        let at = usize::try_from(self.reader.error_position()).unwrap_or(usize::MAX).min(self.text.len());
        let diagnostic = malformed::diagnostic(error).at(Span::within(self.text, at, self.offset()));
        match self.open.last() {
            Some((_, opened)) if diagnostic.expected.is_some() => diagnostic.related(*opened, "opened"),
            _ => diagnostic,
        }
    }
}

/// Returns whether a text contains a start tag.
fn holds_start_tag(text: &str) -> bool {
    text.split('<')
        .skip(1)
        .any(|piece| piece.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == ':'))
}

/// Returns the content between a token's delimiters.
fn between<'a>(raw: &'a str, open: &str, close: &str) -> &'a str {
    let raw = raw.strip_prefix(open).unwrap_or(raw);
    raw.strip_suffix(close).unwrap_or(raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        let mut cursor = Cursor::new(text);
        let read = |cursor: &mut Cursor<'_>| -> Step<()> {
            cursor.root()?;
            cursor.skip()?;
            cursor.finish()?;
            Ok(())
        };
        read(&mut cursor).map_or_else(|fatal| fatal.0.to_string(), |()| "fine".to_owned())
    }

    #[test]
    fn well_formed_texts_are_read_to_the_end() {
        assert_eq!(
            problem("<?xml version='1.0'?><!DOCTYPE a SYSTEM 'x'><!-- c --><a><b x='1'/>t</a >\n"),
            "fine"
        );
    }

    #[test]
    fn the_pieces_of_a_text_are_put_together() {
        let mut cursor = Cursor::new("<a> <!-- two -->&#x30;<?pi?><b>no</b><![CDATA[2]]>\t</a>");
        cursor.root().unwrap();
        assert_eq!(cursor.text().unwrap().collapsed(), "02");
    }

    #[test]
    fn namespaces_come_and_go_with_their_elements() {
        let mut cursor =
            Cursor::new("<p:a xmlns:p='http://www.pnml.org/x' xmlns='y'><b/><c xmlns=''/><q:d/><p:e/></p:a>");
        assert!(cursor.root().unwrap().is_pnml());
        let mut found = Vec::new();
        while let Some(element) = cursor.child().unwrap() {
            found.push((element.name, element.is_pnml()));
            cursor.skip().unwrap();
        }
        assert_eq!(found, [("b", false), ("c", true), ("d", false), ("e", true)]);
    }

    #[test]
    fn errors_have_the_position_of_invalid_xml() {
        let expectations = [
            ("", "1:1: error: no XML element"),
            ("net", "1:1: error: text outside"),
            ("<a>", "1:4: error: the file ends in the middle of an element; expected `</a>` (opened at 1:1)"),
            ("<a>\n<b></a>", "2:4: error: the end tag `</a>`; expected `</b>` (opened at 2:1)"),
            ("<a/><b/>", "1:5: error: a second root element `b`"),
            ("<a x=1/>", "1:1: error: a malformed attribute of `a`"),
            ("<a x='1' x='2'/>", "1:1: error: the attribute `x` twice on `a`"),
            ("<a x='&e;'/>", "1:1: error: the unknown entity `&e;`"),
            ("<a>&e;</a>", "1:4: error: the unknown entity `&e;`"),
            ("<a>a & b</a>", "1:6: error: `&` that starts no reference"),
            ("<a>< b/></a>", "1:4: error: `<` without the name"),
            (
                "<!DOCTYPE a [<!ENTITY e 'x'>]><a/>",
                "1:1: error: a document type declaration with an internal",
            ),
            ("<a><!-- </a>", "1:4: error: malformed XML: comment not closed"),
        ];
        for (text, expected) in expectations {
            assert!(problem(text).starts_with(expected), "{text}: {}", problem(text));
        }
    }

    #[test]
    fn text_after_the_root_is_rubbish_unless_it_has_an_element() {
        let rest = |text: &str| {
            let mut cursor = Cursor::new(text);
            cursor.root().and_then(|_| cursor.skip()).unwrap();
            cursor.finish().map(|rubbish| rubbish.map(|span| (span.line, span.column)))
        };
        assert_eq!(rest("<a/>\n<!-- <b> --> ").unwrap(), None);
        assert_eq!(rest("<a/>x").unwrap(), Some((1, 5)));
        assert_eq!(rest("<a></a></a>").unwrap(), Some((1, 8)));
        assert_eq!(rest("<a/>\n &&& </").unwrap(), Some((2, 2)));
        assert!(rest("<a/>x<b/>").is_err());
        assert!(rest("<a/></a><b/>").is_err());
    }

    #[test]
    fn the_depth_of_elements_is_limited() {
        let deep = |n: usize| "<a>".repeat(n) + &"</a>".repeat(n);
        assert_eq!(problem(&deep(limits::DEPTH)), "fine");
        assert!(problem(&deep(limits::DEPTH + 1)).contains("more than 256 elements"));
    }
}
