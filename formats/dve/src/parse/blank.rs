//! Blanks between tokens: white space, comments, and line ends after a backslash.
//!
//! Comments interact in a surprising way: within `/* … */`, a `//` hides the rest of its line, so that a `*/` there
//! does not close the comment.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::combinator::{opt, recognize};
use nom::{IResult, Parser as _};

/// The rest of a text after the blanks at its beginning.
pub(super) enum Behind<'a> {
    /// A token, or the end.
    Text(&'a str),
    /// A comment that is never closed.
    Unclosed(&'a str),
}

/// Skips everything that is not a token.
pub(super) fn skip(mut text: &str) -> Behind<'_> {
    loop {
        let piece: IResult<_, _> = alt((white_space, line_comment, continuation)).parse(text);
        if let Ok((rest, _)) = piece {
            text = rest;
        } else if text.starts_with("/*") {
            match end_of_block(text) {
                Some(end) => text = &text[end..],
                None => return Behind::Unclosed(text),
            }
        } else {
            return Behind::Text(text);
        }
    }
}

fn white_space(text: &str) -> IResult<&str, &str> {
    take_while1(|c| matches!(c, ' ' | '\t' | '\n' | '\r')).parse(text)
}

fn line_comment(text: &str) -> IResult<&str, &str> {
    recognize((tag("//"), take_while(|c| c != '\n'))).parse(text)
}

fn continuation(text: &str) -> IResult<&str, &str> {
    let blanks = take_while(|c| c == ' ' || c == '\t');
    recognize((tag("\\"), blanks, opt(tag("\r")), tag("\n"))).parse(text)
}

/// Returns the end of a `/* … */` at the beginning of the text.
fn end_of_block(text: &str) -> Option<usize> {
    let mut at = 2;
    while let Some(pair) = text.as_bytes().get(at..at + 2) {
        match pair {
            b"*/" => return Some(at + 2),
            b"//" => at += text[at..].find('\n')?,
            _ => at += 1,
        }
    }
    None
}

/// Returns whether a comment is unclosed only because of a `//` in it.
pub(super) fn is_hidden(comment: &str) -> bool {
    comment.lines().any(|line| line.split_once("//").is_some_and(|(_, hidden)| hidden.contains("*/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behind(text: &str) -> &str {
        match skip(text) {
            Behind::Text(rest) => rest,
            Behind::Unclosed(_) => "unclosed",
        }
    }

    #[test]
    fn comments_and_white_space_are_passed_over() {
        for text in [" \t\r\nx", "// a\nx", "/* a */x", "/**/x", "/***/x", "/* / * \n */ // */\n/**/ x"] {
            assert_eq!(behind(text), "x", "{text:?}");
        }
    }

    #[test]
    fn a_line_comment_hides_the_end_of_a_block_comment() {
        assert_eq!(behind("/* // */ y\n*/x"), "x");
        assert_eq!(behind("/*//*/\n*/x"), "x");
        assert_eq!(behind("/* // */ x"), "unclosed");
        assert!(is_hidden("/* // */ x") && !is_hidden("/* // x"));
    }

    #[test]
    fn block_comments_do_not_nest_and_need_an_end_of_their_own() {
        assert_eq!(behind("/* /* */x"), "x");
        for text in ["/*", "/*/", "/* *", "/* //\n"] {
            assert_eq!(behind(text), "unclosed", "{text:?}");
        }
    }

    #[test]
    fn a_backslash_may_end_a_line_and_nothing_else() {
        assert_eq!(behind("\\\nx"), "x");
        assert_eq!(behind("\\ \t\r\nx"), "x");
        assert_eq!(behind("\\x"), "\\x");
        assert_eq!(behind("\\"), "\\");
    }
}
