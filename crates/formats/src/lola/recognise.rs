//! Recognition of LoLA's low-level nets by their first words.

use sanderling_net::Source;
use sanderling_net::format::Recognition;

use crate::lola::lexer::{Lexer, Token};

/// Number of bytes to examine.
const LOOKED_AT: usize = 8 * 1024;

/// Recognises a file. Other languages also begin with `PLACE`, but continue differently.
pub(crate) fn recognise(source: &Source) -> Recognition {
    let bytes = source.bytes();
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOKED_AT)]);
    if declares_places(head.strip_prefix('\u{feff}').unwrap_or(&head)) {
        Recognition::ByContent
    } else if source.extension() == "lola" {
        Recognition::ByName
    } else {
        Recognition::No
    }
}

/// Returns whether the text begins with `PLACE a,`, `PLACE a;` or `PLACE SAFE`, ignoring comments.
fn declares_places(text: &str) -> bool {
    let mut lexer = Lexer::new(text);
    let [first, second, third] = std::array::from_fn(|_| lexer.next().0);
    let is_list = matches!(third, Token::Symbol(',' | ';')) && matches!(second, Token::Word(_));
    let is_safe = second == Token::Word("SAFE") && matches!(third, Token::Word(_) | Token::Symbol(':'));
    first == Token::Word("PLACE") && (is_list || is_safe)
}
