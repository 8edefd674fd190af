//! Texts as they stand within XML.

use std::fmt;

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
