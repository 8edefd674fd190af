//! Whether a file is a signal transition graph, by its first words.

use sanderling_net::Source;
use sanderling_net::format::Recognition;

use crate::lexer::{Lexer, Token};

/// How many bytes are looked at.
const LOOKED_AT: usize = 8 * 1024;

/// What a file begins with. Circuits in BLIF begin with `.model`, too, and have no `.graph`.
const FIRST: [&str; 8] =
    [".model", ".name", ".inputs", ".outputs", ".internal", ".dummy", ".silent", ".graph"];

pub(crate) fn recognise(source: &Source) -> Recognition {
    let bytes = source.bytes();
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOKED_AT)]);
    if has_graph(head.strip_prefix('\u{feff}').unwrap_or(&head)) {
        Recognition::ByContent
    } else if source.extension() == "g" {
        Recognition::ByName
    } else {
        Recognition::No
    }
}

fn has_graph(text: &str) -> bool {
    let mut lexer = Lexer::new(text);
    let mut words = std::iter::from_fn(|| Some(lexer.next().0).filter(|token| *token != Token::End))
        .filter(|token| *token != Token::EndOfLine)
        .peekable();
    let is_first = matches!(words.peek(), Some(Token::Word(word)) if FIRST.contains(word));
    is_first && words.any(|token| token == Token::Word(".graph"))
}
