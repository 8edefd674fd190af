//! Expressions that LTSmin and DiVinE 2 parse differently, because their levels of precedence differ.
//!
//! If DiVinE 2 has several operators on one level, it combines them from the left. LTSmin parses them differently
//! exactly if one of them binds tighter, in LTSmin, than an earlier one. It is enough to compare with the nearest one:
//! as long as none binds tighter, they bind less and less tightly.

use sanderling_net::{Diagnostic, Span};

use super::binding::level;
use super::cursor::Parser;
use crate::Semantics;
use crate::syntax::BinaryOperator;

/// The relevant operators between two parentheses.
#[derive(Default)]
pub(super) struct Mixes {
    /// The last operator at each level of DiVinE 2 that looser operators have not ended.
    last: Vec<(BinaryOperator, Span)>,
    is_reported: bool,
}

impl Mixes {
    /// Adds the next operator. Returns the earlier one with which it should not be mixed.
    fn take(&mut self, operator: BinaryOperator, span: Span) -> Option<Span> {
        let divine = |operator| level(operator, Semantics::Divine2);
        while self.last.pop_if(|(earlier, _)| divine(*earlier) > divine(operator)).is_some() {}
        let same = self.last.pop_if(|(earlier, _)| divine(*earlier) == divine(operator));
        self.last.push((operator, span));
        let ltsmin = |operator| level(operator, Semantics::Ltsmin);
        same.filter(|(earlier, _)| ltsmin(operator) > ltsmin(*earlier)).map(|(_, span)| span)
    }
}

impl Parser<'_> {
    /// Warns of the next token, an operator, if the two semantics parse it differently. Warns once for the content of a
    /// pair of parentheses.
    pub(super) fn warn_of_mix(&mut self, mixes: &mut Mixes, operator: BinaryOperator) {
        let Some(earlier) = mixes.take(operator, self.span) else { return };
        if std::mem::replace(&mut mixes.is_reported, true) {
            return;
        }
        let [first, second] = [earlier, self.span].map(|span| self.excerpt(span));
        let message = format!("`{second}` after `{first}` without parentheses");
        let help = match self.semantics {
            Semantics::Ltsmin => {
                format!("`{second}` binds tighter here, as with LTSmin, but not with DiVinE 2")
            }
            Semantics::Divine2 => {
                format!("`{first}` comes first here, as with DiVinE 2, but not with LTSmin")
            }
        };
        let warning = Diagnostic::warning(message).at(self.span).expected("parentheses around one of them");
        self.report(warning.related(earlier, format!("`{first}`")).help(help));
    }
}
