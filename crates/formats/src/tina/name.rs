//! Names: bare, or in braces, with braces and backslashes escaped by a backslash.

use std::borrow::Cow;

use sanderling_net::Span;

/// The keywords of declarations. As names, they need braces.
pub(crate) const KEYWORDS: [&str; 6] = ["net", "tr", "pl", "lb", "nt", "pr"];

/// A name and its position.
#[derive(Debug, Clone)]
pub(crate) struct Name<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) span: Span,
}

/// The reason why a text in braces is not a name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoName {
    /// A line end, another control character, or bytes that are not UTF-8.
    Character,
    /// An unescaped brace or backslash, or a backslash before another character.
    Escape,
}

/// Returns the name that is written as `raw` in braces.
pub(crate) fn unescaped(raw: &str) -> Result<Cow<'_, str>, NoName> {
    if raw.chars().any(is_unwritable) {
        return Err(NoName::Character);
    }
    if !raw.contains(['\\', '{']) {
        return Ok(Cow::Borrowed(raw));
    }
    let (mut name, mut characters) = (String::new(), raw.chars());
    while let Some(character) = characters.next() {
        let (stands_for, is_escaped) = match character {
            '\\' => (characters.next().ok_or(NoName::Escape)?, true),
            other => (other, false),
        };
        if matches!(stands_for, '{' | '}' | '\\') != is_escaped {
            return Err(NoName::Escape);
        }
        name.push(stands_for);
    }
    Ok(Cow::Owned(name))
}

/// Returns whether no name may contain the character.
pub(crate) fn is_unwritable(c: char) -> bool {
    c.is_control() || c == char::REPLACEMENT_CHARACTER
}

/// Returns the name as written in a file: in braces, unless it certainly does not need them.
pub(crate) fn written(name: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '\'' | '_');
    if !name.is_empty() && name.chars().all(is_plain) && !KEYWORDS.contains(&name) {
        return Cow::Borrowed(name);
    }
    let mut quoted = String::from("{");
    for character in name.chars() {
        if matches!(character, '{' | '}' | '\\') {
            quoted.push('\\');
        }
        quoted.push(character);
    }
    quoted.push('}');
    Cow::Owned(quoted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_braces_read_back() {
        for name in ["a b", "{", "}", "\\", "a\\{b}c", "tr", "", "é", "a.b"] {
            let text = written(name);
            let raw = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap();
            assert_eq!(unescaped(raw).unwrap(), name);
        }
    }

    #[test]
    fn plain_names_stand_alone() {
        for name in ["a", "a'_1", "12", "tr1"] {
            assert_eq!(written(name), name);
        }
    }

    #[test]
    fn stray_braces_and_backslashes_are_refused() {
        for raw in ["a{b", "a\\b", "a\\"] {
            assert_eq!(unescaped(raw), Err(NoName::Escape), "{raw}");
        }
        assert_eq!(unescaped("a\nb"), Err(NoName::Character));
    }
}
