//! Expressions that mean different things to LTSmin and to DiVinE 2, because their levels differ.
//!
//! Where DiVinE 2 has several operators on one level, it takes them from the left. LTSmin's reading is
//! another exactly if one of them binds tighter, for it, than one before it; it is enough to look at
//! the nearest, since as long as none does they bind less and less tightly.

use sanderling_net::{Diagnostic, Span};

use super::binding::level;
use super::cursor::Parser;
use crate::Semantics;
use crate::syntax::BinaryOperator;

/// The operators that were met between two parentheses, as far as they matter.
#[derive(Default)]
pub(super) struct Mixes {
    /// The last operator at each level of DiVinE 2 that looser ones have not ended.
    last: Vec<(BinaryOperator, Span)>,
    is_reported: bool,
}

impl Mixes {
    /// Takes the next operator; gives the earlier one with which it should not be mixed.
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
    /// Warns of the next token, an operator, where the two semantics read it differently; once for
    /// what stands between two parentheses.
    pub(super) fn warn_of_mix(&mut self, mixes: &mut Mixes, operator: BinaryOperator) {
        let Some(earlier) = mixes.take(operator, self.span) else { return };
        if std::mem::replace(&mut mixes.is_reported, true) {
            return;
        }
        let [first, second] = [earlier, self.span].map(|span| self.excerpt(span));
        let message = format!("`{second}` behind `{first}` without parentheses");
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
