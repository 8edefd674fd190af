//! Widths of texts, and line breaks.
//!
//! The font of the reader is unknown: each letter is assumed to be as wide as in a wide sans-serif font.

/// Height of a line, relative to the size of its font.
pub(crate) const LINE: f64 = 1.2;

/// Returns the width of a text in a font of this size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(letter).sum::<f64>() * size
}

fn letter(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.32,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | ' ' | '\u{a0}' | '-' | '/' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' | '→' | '∞' => 1.0,
        '+' | '=' | '<' | '>' | '−' | '≤' | '≥' | '≠' => 0.84,
        'A'..='Z' => 0.75,
        '\0'..='\u{10ff}' => 0.63,
        // Characters of scripts with square shapes.
        _ => 1.05,
    }
}

/// Rules for breaking a text into lines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wrap {
    /// Size of the font.
    pub(crate) size: f64,
    /// Maximum width of a line.
    pub(crate) width: f64,
    /// Maximum number of lines; the rest of a longer text is omitted.
    pub(crate) lines: usize,
    /// Whether names may be broken, and not only texts of several words.
    pub(crate) breaks_names: bool,
}

impl Wrap {
    /// Returns the lines of a text, at least one, all of similar width.
    pub(crate) fn wrapped(&self, text: &str) -> Vec<String> {
        let (mut lines, is_cut) = self.filled(text);
        let mut narrower = *self;
        while !is_cut && lines.len() > 1 {
            narrower.width -= self.size;
            // No word is broken for the sake of similar widths.
            if narrower.pieces(text) != self.pieces(text) {
                break;
            }
            match narrower.filled(text) {
                (tried, false) if tried.len() == lines.len() => lines = tried,
                _ => break,
            }
        }
        lines
    }

    /// Returns the text in lines that are as full as possible, and whether something is omitted.
    fn filled(&self, text: &str) -> (Vec<String>, bool) {
        let mut lines = vec![String::new()];
        let mut is_cut = false;
        for piece in self.pieces(text) {
            let number = lines.len();
            let last = &mut lines[number - 1];
            if last.is_empty() || width(last, self.size) + width(piece.trim_end(), self.size) <= self.width {
                last.push_str(piece);
            } else if number == self.lines {
                last.truncate(last.trim_end().len());
                last.push('…');
                is_cut = true;
                break;
            } else {
                lines.push(piece.to_owned());
            }
        }
        (lines.iter().map(|line| line.trim_end().to_owned()).collect(), is_cut)
    }

    /// Returns the pieces that stay together. No piece is wider than a line.
    fn pieces<'t>(&self, text: &'t str) -> Vec<&'t str> {
        // Four of the narrowest letters are wider than the font size: more than this do not fit.
        let enough = 4 * self.lines * (self.width / self.size) as usize + 8;
        let text = text.char_indices().nth(enough).map_or(text, |(end, _)| &text[..end]);
        let mut pieces = Vec::new();
        let (mut start, mut taken, mut before) = (0, 0.0, '\0');
        for (position, letter) in text.char_indices() {
            let wide = width(letter.encode_utf8(&mut [0; 4]), self.size);
            if position > start && (self.is_break(before, letter) || taken + wide > self.width) {
                pieces.push(&text[start..position]);
                (start, taken) = (position, 0.0);
            }
            taken += wide;
            before = letter;
        }
        pieces.push(&text[start..]);
        pieces
    }

    fn is_break(&self, before: char, after: char) -> bool {
        let in_name = "_.:/-,".contains(before) || (before.is_lowercase() && after.is_uppercase());
        before == ' ' || (self.breaks_names && in_name && before != after)
    }
}

/// Returns a text on one line: all white space that may break becomes spaces.
pub(crate) fn flat(text: &str) -> String {
    text.chars().map(|c| if c.is_whitespace() && c != '\u{a0}' { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: Wrap = Wrap { size: 10.0, width: 60.0, lines: 2, breaks_names: true };
    const WORDS: Wrap = Wrap { breaks_names: false, ..NAMES };

    #[test]
    fn texts_are_broken_where_they_may_be_and_into_lines_about_as_wide() {
        for (wrap, text, lines) in [
            (NAMES, "", &[""][..]),
            (NAMES, "short", &["short"]),
            (NAMES, "take_left_12", &["take_", "left_12"]),
            (NAMES, "takeLeftForks", &["takeLeft", "Forks"]),
            (WORDS, "take_left_12", &["take_left_1", "2"]),
            (WORDS, "a + bb + ccc + d", &["a + bb +", "ccc + d"]),
            (WORDS, "one two three four five", &["one two", "three four…"]),
        ] {
            assert_eq!(wrap.wrapped(text), lines, "{text}");
        }
    }

    #[test]
    fn a_text_of_any_length_takes_no_more_than_its_lines() {
        let lines = WORDS.wrapped(&"ab ".repeat(1_000_000));
        assert!(lines.len() == 2 && lines.iter().all(|line| width(line, 10.0) < 75.0), "{lines:?}");
    }
}
