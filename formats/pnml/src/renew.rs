//! Renew's reference nets, as far as they are place/transition nets: `[]` is a black token.
//!
//! The tokens of a reference net are values: a number is a token with that value, not a count of tokens. A place may
//! have several initial markings. Each is one token or a list of tokens separated by `;`. An arc moves the tokens in
//! its one inscription. In a net of this type, only `[]` is supported. Transitions that call others are refused.

use sanderling_net::{Diagnostic, Span};

use crate::document::Reading;
use crate::number::shortened;

/// The net type of reference nets.
pub(crate) const TYPE: &str = "RefNet";

impl Reading<'_> {
    /// Returns the number of black tokens that a label states; `None` if it states other tokens, which is reported.
    pub(crate) fn black_tokens(&mut self, words: &str, what: &str, span: Span) -> Option<u64> {
        let is_black = |token: &str| token.chars().filter(|c| !c.is_whitespace()).eq("[]".chars());
        if words.split(';').all(is_black) {
            return u64::try_from(words.split(';').count()).ok();
        }
        let found =
            format!("`{}` as {what} in a reference net of Renew: a token with a value", shortened(words));
        self.report.say(Diagnostic::error(found).expected("`[]`, a black token").at(span));
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::document::{Reading, Time};

    #[test]
    fn black_tokens_are_counted_and_others_are_refused() {
        let span = sanderling_net::Span { line: 1, column: 1, start: 0, end: 0 };
        let cases = [
            ("[]", Some(1)),
            (" [ ] ;[]", Some(2)),
            ("3", None),
            ("[];x", None),
            ("[],[]", None),
            ("[1]", None),
        ];
        for (words, expected) in cases {
            let mut reading = Reading::new("", Time::Refused);
            assert_eq!(reading.black_tokens(words, "a marking", span), expected, "{words}");
            assert_eq!(reading.report.has_errors(), expected.is_none(), "{words}");
        }
    }
}
