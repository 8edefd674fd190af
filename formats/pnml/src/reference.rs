//! References such as `&lt;` and `&#x30;`.
//!
//! Only the five predefined entities and character references are supported. Nothing else is ever expanded, so a file
//! can neither grow during reading nor access other files.

use std::borrow::Cow;

use crate::decode::is_xml_char;

/// Returns the character for `&name;`.
pub(crate) fn resolve(name: &str) -> Result<char, String> {
    match name {
        "lt" => Ok('<'),
        "gt" => Ok('>'),
        "amp" => Ok('&'),
        "apos" => Ok('\''),
        "quot" => Ok('"'),
        _ => match name.strip_prefix('#') {
            Some(number) => character(number),
            None => {
                let name = shortened(name);
                Err(format!("the unknown entity `&{name};` (XML has `lt`, `gt`, `amp`, `apos` and `quot`)"))
            }
        },
    }
}

fn character(number: &str) -> Result<char, String> {
    let (digits, radix) = match number.strip_prefix('x') {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    let code = Some(digits)
        .filter(|d| !d.is_empty() && d.chars().all(|c| c.is_digit(radix)))
        .and_then(|d| u32::from_str_radix(d, radix).ok());
    code.and_then(char::from_u32)
        .filter(|&c| is_xml_char(c))
        .ok_or_else(|| format!("`&#{};`, which is not a character of XML", shortened(number)))
}

/// Shortens a name from the file, for a message.
fn shortened(name: &str) -> String {
    name.chars().take(40).collect()
}

/// Decodes an attribute's value: resolves references, and turns literal white space into blanks.
pub(crate) fn decode_attribute(raw: &str) -> Result<Cow<'_, str>, String> {
    if !raw.contains(['&', '\t', '\n', '\r']) {
        return Ok(Cow::Borrowed(raw));
    }
    let mut value = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find(['&', '\t', '\n', '\r']) {
        value.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(reference) = rest.strip_prefix('&') {
            let end = reference.find(';').ok_or("`&` without `;`")?;
            value.push(resolve(&reference[..end])?);
            rest = &reference[end + 1..];
        } else {
            value.push(' ');
            rest = rest.strip_prefix("\r\n").unwrap_or(&rest[1..]);
        }
    }
    value.push_str(rest);
    Ok(Cow::Owned(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predefined_entities_and_characters_are_resolved() {
        assert_eq!(decode_attribute("a&lt;b&#48;&#x1F426;&amp;").unwrap(), "a<b0\u{1F426}&");
        assert!(matches!(decode_attribute("plain").unwrap(), Cow::Borrowed("plain")));
    }

    #[test]
    fn literal_white_space_becomes_blanks_and_references_keep_theirs() {
        assert_eq!(decode_attribute("a\r\nb\tc&#10;d").unwrap(), "a b c\nd");
    }

    #[test]
    fn other_references_are_errors() {
        for raw in ["&lol;", "&#0;", "&#x110000;", "&#xD800;", "&#+5;", "&#;", "a & b", "&amp"] {
            assert!(decode_attribute(raw).is_err(), "{raw}");
        }
    }
}
