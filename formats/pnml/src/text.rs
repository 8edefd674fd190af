//! The text of an element, joined from all its pieces.
//!
//! Comments, references and CDATA sections split a text, and the pieces are concatenated. White space around a text is
//! layout unless it was written as a reference or as CDATA. A name that begins with a blank, or that is empty, can
//! therefore be written and read back.

/// A text with its layout.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    value: String,
    /// The part that is certainly content, from its first byte to after its last byte.
    explicit: Option<(usize, usize)>,
}

/// White space in XML.
pub(crate) const LAYOUT: [char; 4] = [' ', '\t', '\n', '\r'];

impl Text {
    /// Adds text as written in the file, with line ends normalised according to XML.
    pub(crate) fn push_literal(&mut self, raw: &str) {
        if raw.contains('\r') {
            self.value.push_str(&raw.replace("\r\n", "\n").replace('\r', "\n"));
        } else {
            self.value.push_str(raw);
        }
    }

    /// Adds text that is content even if it is white space.
    pub(crate) fn push_explicit(&mut self, content: &str) {
        let from = self.explicit.map_or(self.value.len(), |(from, _)| from);
        self.value.push_str(content);
        self.explicit = Some((from, self.value.len()));
    }

    /// Returns the number of bytes so far.
    pub(crate) fn len(&self) -> usize {
        self.value.len()
    }

    /// Returns the text without the white space around it, for parsing numbers.
    pub(crate) fn collapsed(&self) -> &str {
        self.value.trim_matches(LAYOUT)
    }

    /// Returns whether the text is only white space.
    pub(crate) fn is_blank(&self) -> bool {
        self.collapsed().is_empty()
    }

    /// Returns the text without its layout; `None` if there is only layout.
    pub(crate) fn content(&self) -> Option<&str> {
        let (from, to) = self.explicit.unwrap_or((self.value.len(), 0));
        let start = (self.value.len() - self.value.trim_start_matches(LAYOUT).len()).min(from);
        let end = self.value.trim_end_matches(LAYOUT).len().max(to);
        (start < end || self.explicit.is_some()).then(|| self.value.get(start..end).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(raw: &str) -> Text {
        let mut text = Text::default();
        text.push_literal(raw);
        text
    }

    #[test]
    fn layout_does_not_belong_to_the_content() {
        assert_eq!(literal("\n  two words\r\n").content(), Some("two words"));
        assert_eq!(literal("a\r\nb").content(), Some("a\nb"));
        assert_eq!(literal(" \n ").content(), None);
        assert_eq!(literal("").content(), None);
    }

    #[test]
    fn references_and_cdata_belong_to_the_content() {
        let mut text = literal("  ");
        text.push_explicit(" ");
        text.push_literal("name  ");
        assert_eq!(text.content(), Some(" name"));
        assert_eq!(text.collapsed(), "name");
        let mut empty = literal(" ");
        empty.push_explicit("");
        assert_eq!(empty.content(), Some(""));
    }
}
