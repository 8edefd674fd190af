//! Recognition of Helena's nets by their first words.

use sanderling_net::Source;
use sanderling_net::format::Recognition;

use crate::helena::lexer::{Token, beginning};

/// Number of bytes to examine.
const LOOKED_AT: usize = 8 * 1024;
/// Number of tokens to examine; the head may have parameters.
const MAX_TOKENS: usize = 200;

/// The first words of definitions.
const DEFINITIONS: [&str; 8] =
    ["type", "subtype", "constant", "function", "import", "place", "transition", "proposition"];

pub(crate) fn recognise(source: &Source) -> Recognition {
    let bytes = source.bytes();
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOKED_AT)]);
    if begins_a_net(head.strip_prefix('\u{feff}').unwrap_or(&head)) {
        Recognition::ByContent
    } else if source.extension() == "lna" {
        Recognition::ByName
    } else {
        Recognition::No
    }
}

/// Returns whether the text begins with `name {` or `name (parameters) {`, followed by the first word of a definition.
fn begins_a_net(text: &str) -> bool {
    let tokens = beginning(text, MAX_TOKENS);
    let Some(open) = tokens.iter().position(|token| *token == Token::Symbol("{")) else { return false };
    let has_head = matches!(
        &tokens[..open],
        [Token::Word(_)] | [Token::Word(_), Token::Symbol("("), .., Token::Symbol(")")]
    );
    has_head && matches!(tokens.get(open + 1), Some(Token::Word(word)) if DEFINITIONS.contains(word))
}
