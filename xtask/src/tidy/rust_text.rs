//! Rust sources without their comments or strings, with the same line numbers; and the strings alone.
//!
//! A scanner that knows enough of the language to distinguish code, comments, and literals that may look like
//! either: strings of all kinds and characters. Removed text becomes blanks, so line numbers do not change.

/// Returns the code: comments, strings and characters are blank.
pub(super) fn code_only(text: &str) -> String {
    keep(text, |part| part == Part::Code)
}

/// Returns the code and comments: strings and characters are blank.
pub(super) fn without_strings(text: &str) -> String {
    keep(text, |part| part != Part::Literal)
}

/// Returns the strings and characters with their quotes, and the numbers, from 1, of the lines in which they begin.
pub(super) fn literals(text: &str) -> Vec<(usize, &str)> {
    let mut literals = Vec::new();
    let (mut rest, mut line, mut before) = (text, 1, None);
    while !rest.is_empty() {
        let (part, length) = next_part(rest, before);
        let (piece, behind) = rest.split_at(length);
        if part == Part::Literal {
            literals.push((line, piece));
        }
        line += piece.matches('\n').count();
        (rest, before) = (behind, piece.chars().next_back());
    }
    literals
}

/// Returns the numbers, from 1, of the lines that satisfy the condition.
pub(super) fn lines_where(text: &str, condition: impl Fn(&str) -> bool) -> impl Iterator<Item = usize> {
    text.lines().enumerate().filter(move |(_, line)| condition(line)).map(|(index, _)| index + 1)
}

/// Returns the words of a line, separated by characters that cannot be part of an identifier.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Code,
    Comment,
    Literal,
}

fn keep(text: &str, is_kept: impl Fn(Part) -> bool) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (part, length) = next_part(rest, kept.chars().next_back());
        let (piece, behind) = rest.split_at(length);
        if is_kept(part) {
            kept.push_str(piece);
        } else {
            kept.extend(piece.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        }
        rest = behind;
    }
    kept
}

/// Returns the kind of the first part of `rest`, and its length in bytes. `before` is the preceding
/// character, which distinguishes the prefix of a raw string from the end of a word.
fn next_part(rest: &str, before: Option<char>) -> (Part, usize) {
    let is_in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if rest.starts_with("//") {
        return (Part::Comment, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (Part::Comment, block_comment(rest));
    }
    if !is_in_word && let Some(length) = raw_string(rest) {
        return (Part::Literal, length);
    }
    if let Some(body) = rest.strip_prefix('"') {
        return (Part::Literal, 1 + quoted(body, '"'));
    }
    if let Some(length) = character(rest) {
        return (Part::Literal, length);
    }
    (Part::Code, rest.chars().next().map_or(0, char::len_utf8))
}

/// Returns the length of a block comment, which may contain nested ones.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] if depth == 1 => return at + 2,
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    rest.len()
}

/// Returns the length of a raw string such as `r#"…"#`, if there is one.
fn raw_string(rest: &str) -> Option<usize> {
    let body =
        rest.strip_prefix("br").or_else(|| rest.strip_prefix("cr")).or_else(|| rest.strip_prefix('r'))?;
    let quoted = body.trim_start_matches('#');
    let hashes = body.len() - quoted.len();
    let content = quoted.strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = content.find(&end).map_or(content.len(), |index| index + end.len());
    Some(rest.len() - content.len() + length)
}

/// Returns the length of the text after an opening quote, including the closing one.
fn quoted(body: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (index, c) in body.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return index + c.len_utf8(),
            _ => {}
        }
    }
    body.len()
}

/// Returns the length of a character literal, if it is not the quote of a lifetime.
fn character(rest: &str) -> Option<usize> {
    let body = rest.strip_prefix('\'')?;
    let mut characters = body.chars();
    match (characters.next()?, characters.next()?) {
        ('\\', _) => Some(1 + quoted(body, '\'')),
        (c, '\'') => Some(2 + c.len_utf8()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blanks a text and merges the blanks.
    fn code(text: &str) -> String {
        code_only(text).split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn strings_of_all_kinds_are_no_code() {
        assert_eq!(code(r#"a("x // \" y", b"z") b"#), "a( , b ) b");
        assert_eq!(code(r###"a(r"\", r#"q"q"#, br##"z"##) b"###), "a( , , ) b");
        assert_eq!(code("for\"\" or\"\""), "for or");
    }

    #[test]
    fn a_lifetime_is_code_and_a_character_is_not() {
        assert_eq!(code("&'a str 'x' '\\'' '\\u{1}' '\"' b"), "&'a str b");
    }

    #[test]
    fn comments_nest_and_lines_stay() {
        assert_eq!(code_only("a /* b /* c */ d */ e\n// f\ng"), "a                   e\n    \ng");
    }

    #[test]
    fn comments_can_be_kept() {
        assert_eq!(without_strings("a // \"b\"\n\"c\""), "a // \"b\"\n   ");
    }

    #[test]
    fn literals_have_the_lines_in_which_they_begin() {
        assert_eq!(literals("a // \"b\"\n\"c\nd\" 'e'"), [(2, "\"c\nd\""), (3, "'e'")]);
    }

    #[test]
    fn an_unfinished_literal_reaches_to_the_end() {
        for text in ["\"abc", "r#\"abc", "/* abc", "'\\n"] {
            assert_eq!(code_only(text).trim(), "", "{text}");
        }
    }
}
