//! Whether a file is a net of Helena, by its first words.

use sanderling_net::Source;
use sanderling_net::format::Recognition;

use crate::helena::lexer::{Token, beginning};

/// How much is looked at.
const LOOKED_AT: usize = 8 * 1024;
/// As many tokens are looked at: the head may have parameters.
const MAX_TOKENS: usize = 200;

/// The words with which a definition begins.
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

/// `name {` or `name (parameters) {`, and behind it the first word of a definition.
fn begins_a_net(text: &str) -> bool {
    let tokens = beginning(text, MAX_TOKENS);
    let Some(open) = tokens.iter().position(|token| *token == Token::Symbol("{")) else { return false };
    let has_head = matches!(
        &tokens[..open],
        [Token::Word(_)] | [Token::Word(_), Token::Symbol("("), .., Token::Symbol(")")]
    );
    has_head && matches!(tokens.get(open + 1), Some(Token::Word(word)) if DEFINITIONS.contains(word))
}
