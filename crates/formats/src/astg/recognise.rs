//! Recognition of signal transition graphs by their first words.

use sanderling_net::Source;
use sanderling_net::format::Recognition;

use crate::astg::lexer::{Lexer, Token};

/// Number of bytes to read.
const LOOKED_AT: usize = 8 * 1024;

/// The directives that may come first. Circuits in BLIF also begin with `.model`, but have no `.graph`.
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
