//! XML texts as trees: properties, traces, messages of editors, and files of editors whose nets are small.
//!
//! The tree is roxmltree's. This crate adds lines and columns, uniform error messages, and protection against malicious
//! texts. A document type is refused, so that no entities need expansion except the five of XML and character
//! references. INVARIANT: no element is deeper than `MAX_DEPTH`, so that recursion over the tree is bounded, and the
//! memory of the tree is at most a fixed number of bytes for each byte of the text.

mod escaped;
mod malformed;
mod position;
mod root;
mod tree;

pub use escaped::{Escaped, escaped};
pub use malformed::Malformed;
pub use position::{Positions, Span};
pub use root::root_element;
pub use tree::{Document, Element};

#[cfg(test)]
mod tests {
    use super::malformed::MAX_MARKS;
    use super::tree::MAX_DEPTH;
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
        let span = root.value_span("x");
        assert_eq!((span.line, span.column, &text[span.bytes]), (3, 7, "1&lt;&#65;"));
        assert_eq!(root.attributes().collect::<Vec<_>>(), [("x", "1<A")]);
        let span = second.span();
        assert_eq!((span.line, span.column, &text[span.bytes]), (3, 80, "<b>"));
    }

    #[test]
    fn escaped_text_reads_back() {
        let odd = "a<b>&\"'\n\té\u{1F600}";
        let text = format!("<a x=\"{0}\">{0}</a>", Escaped(odd));
        let document = Document::parse(&text).unwrap();
        assert_eq!((document.root().attribute("x"), &*document.root().text()), (Some(odd), odd));
        assert_eq!(Escaped("\u{1}\0").to_string(), "??");
    }

    #[test]
    fn malformed_and_harmful_texts_are_refused() {
        let deep = |depth| "<a>".repeat(depth) + &"</a>".repeat(depth);
        assert!(Document::parse(&deep(MAX_DEPTH)).is_ok());
        for (text, expected) in [
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
            assert!(fault.starts_with(expected), "{}: {fault}", &text[..text.len().min(99)]);
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
