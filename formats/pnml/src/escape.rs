//! Escaping of text for XML.
//!
//! White space that a reader would treat as layout, or turn into blanks, is written as character references. An empty
//! text is written as an empty CDATA section, to distinguish it from a missing text.

use std::borrow::Cow;

/// Escapes the value of an attribute.
pub(crate) fn attribute(value: &str) -> Cow<'_, str> {
    escaped(value, |_, c| matches!(c, '\t' | '\n' | '\r'))
}

/// Escapes the content of an element.
pub(crate) fn text(value: &str) -> Cow<'_, str> {
    if value.is_empty() {
        return Cow::Borrowed("<![CDATA[]]>");
    }
    let last = value.len() - 1;
    escaped(value, |at, c| matches!(c, '\t' | '\n' | '\r') || c == ' ' && (at == 0 || at == last))
}

fn escaped(value: &str, is_referenced: impl Fn(usize, char) -> bool) -> Cow<'_, str> {
    let needs = |at, c| matches!(c, '&' | '<' | '>' | '"') || is_referenced(at, c);
    if !value.char_indices().any(|(at, c)| needs(at, c)) {
        return Cow::Borrowed(value);
    }
    let mut escaped = String::with_capacity(value.len() + 16);
    for (at, c) in value.char_indices() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if is_referenced(at, c) => escaped.push_str(&format!("&#{};", c as u32)),
            c => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_that_would_be_lost_is_referenced() {
        assert_eq!(attribute("a b\nc"), "a b&#10;c");
        assert_eq!(text(" a b "), "&#32;a b&#32;");
        assert_eq!(text(" "), "&#32;");
        assert_eq!(text(""), "<![CDATA[]]>");
        assert_eq!(text("a<b]]>&\""), "a&lt;b]]&gt;&amp;&quot;");
        assert!(matches!(text("plain"), Cow::Borrowed(_)));
    }
}
