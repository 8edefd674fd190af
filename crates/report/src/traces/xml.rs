//! A small XML text as a tree of elements with attributes and texts.
//!
//! Comments and processing instructions are passed over. A document type is refused, so that there are no
//! entities to expand but the five of XML and characters. INVARIANT: no element is deeper than [`MAX_DEPTH`], so
//! that recursion over the tree is bounded.

use std::fmt;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::TraceFault;

/// How deep elements may be nested.
const MAX_DEPTH: usize = 64;

/// An element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// Its name without a prefix.
    pub name: String,
    /// Its attributes in order.
    pub attributes: Vec<(String, String)>,
    /// The elements in it.
    pub children: Vec<Element>,
    /// The byte of the text at which its tag begins.
    pub offset: usize,
    text: String,
}

impl Element {
    /// The root element of a text.
    ///
    /// # Errors
    /// What is wrong with the text as XML, or that it has a document type or is nested too deeply.
    pub fn parse(text: &str) -> Result<Self, TraceFault> {
        let mut reader = Reader::from_str(text);
        // The elements that are open, from the root on.
        let mut open: Vec<Self> = Vec::new();
        let mut root = None;
        loop {
            let offset = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
            let fault = |message: String| TraceFault::new(message).at(text, offset);
            let event =
                reader.read_event().map_err(|error| fault(format!("text that is not XML: {error}")))?;
            let closed = match event {
                Event::Start(_) | Event::Empty(_) if root.is_some() => {
                    return Err(fault("a second root element".into()));
                }
                Event::Start(_) if open.len() == MAX_DEPTH => {
                    return Err(fault(format!("elements that are nested more than {MAX_DEPTH} deep")));
                }
                Event::Start(tag) => {
                    open.push(Self::of(&tag, offset).map_err(fault)?);
                    None
                }
                Event::Empty(tag) => Some(Self::of(&tag, offset).map_err(fault)?),
                Event::End(_) => open.pop(),
                Event::Text(text) => add(&mut open, &text.xml10_content()).map_err(fault)?,
                Event::CData(text) => add(&mut open, &text.xml10_content()).map_err(fault)?,
                Event::GeneralRef(reference) => {
                    let character = reference.resolve_char_ref().ok().flatten().or_else(|| named(&reference));
                    let unknown = || fault("an entity that XML does not define".into());
                    add(&mut open, character.ok_or_else(unknown)?.encode_utf8(&mut [0; 4])).map_err(fault)?
                }
                Event::DocType(_) => {
                    return Err(fault("a document type".into()).expected("a text without one"));
                }
                Event::Eof => break,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) => None,
            };
            match (closed, open.last_mut()) {
                (Some(element), Some(parent)) => parent.children.push(element),
                (Some(element), None) => root = Some(element),
                (None, _) => {}
            }
        }
        let missing = match open.last() {
            Some(element) => format!("the end of the text within `{}`", element.name),
            None => "a text without an element".to_owned(),
        };
        root.ok_or_else(|| TraceFault::new(missing).at(text, text.len()))
    }

    fn of(tag: &BytesStart<'_>, offset: usize) -> Result<Self, String> {
        let mut attributes = Vec::new();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| format!("an attribute that is not XML: {error}"))?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| format!("an attribute that is not XML: {error}"))?;
            attributes.push((attribute.key.local_name().as_ref().to_owned(), value.into_owned()));
        }
        let name = tag.local_name().as_ref().to_owned();
        Ok(Self { name, attributes, children: Vec::new(), offset, text: String::new() })
    }

    /// The characters directly in it, without white space around them.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.trim()
    }

    /// An attribute.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The elements in it with this name.
    pub fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

/// Adds characters to the innermost open element. Outside of all there may be blanks only.
fn add(open: &mut [Element], characters: &str) -> Result<Option<Element>, String> {
    match open.last_mut() {
        Some(element) => element.text.push_str(characters),
        None if characters.trim().is_empty() => {}
        None => return Err("text outside of the root element".into()),
    }
    Ok(None)
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
        let text = "<?xml version='1.0'?>\n<a x='1&lt;&#65;' p:y=\"\"> q<![CDATA[<]]>&amp; <!-- c --><p:b/><b/></a>\n";
        let root = Element::parse(text).unwrap();
        assert_eq!((root.name.as_str(), root.text(), root.offset), ("a", "q<&", 22));
        assert_eq!(
            (root.attribute("x"), root.attribute("y"), root.attribute("z")),
            (Some("1<A"), Some(""), None)
        );
        assert_eq!((root.named("b").count(), root.named("c").count()), (2, 0));
    }

    #[test]
    fn what_is_escaped_is_read_as_it_was() {
        let odd = "a<b>&\"'\n\té\u{1F600}";
        let root = Element::parse(&format!("<a x=\"{0}\">{0}</a>", Escaped(odd))).unwrap();
        assert_eq!((root.attribute("x"), root.text()), (Some(odd), odd));
        assert_eq!(Escaped("\u{1}\0").to_string(), "??");
    }

    #[test]
    fn what_is_not_well_formed_or_not_harmless_is_refused() {
        for (text, said) in [
            ("", "1:1: a text without an element"),
            ("<a>\n<b></a>", "2:4: text that is not XML"),
            ("<a>", "1:4: the end of the text within `a`"),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "1:1: a document type"),
            ("<a>&b;</a>", "1:4: an entity"),
            ("<a x='&b;'/>", "1:1: an attribute"),
            ("<a x='1' x='2'/>", "1:1: an attribute"),
            ("<a x=1/>", "1:1: an attribute"),
            ("<a/><b/>", "1:5: a second root"),
            ("<a/>b", "1:5: text outside"),
            (&"<a>".repeat(300), "1:193: elements that are nested"),
        ] {
            let fault = Element::parse(text).expect_err(text).to_string();
            assert!(fault.starts_with(said), "{text}: {fault}");
        }
    }
}
