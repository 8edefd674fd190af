//! The values of expressions during parsing: conditions or numbers.
//!
//! The grammar has one kind of expression, so that a parenthesis may open either a condition or a number. Each operator
//! checks the kinds of its operands. An operand of the wrong kind is reported once and becomes `Wrong`, which every
//! operator accepts silently, so that several errors in one formula are all reported.

use sanderling_net::{Diagnostic, Span};

use crate::syntax::{Condition, Name, Sum, TermSyntax, TokensSyntax};
use crate::{MAX_COEFFICIENTS, MAX_CONSTANT, TooLarge};

/// A parsed expression and its span.
#[derive(Debug, Clone)]
pub(crate) struct Operand {
    pub(crate) value: Value,
    pub(crate) span: Span,
}

#[derive(Debug, Clone)]
pub(crate) enum Value {
    Condition(Condition),
    Number(Sum),
    /// A number of a program.
    Term(TermSyntax),
    /// A bare name, which is a condition or a number depending on the context.
    Bare(Name),
    /// Already reported.
    Wrong,
}

impl From<Condition> for Value {
    fn from(condition: Condition) -> Self {
        Self::Condition(condition)
    }
}

impl From<TermSyntax> for Value {
    fn from(term: TermSyntax) -> Self {
        Self::Term(term)
    }
}

impl From<Sum> for Value {
    fn from(sum: Sum) -> Self {
        Self::Number(sum)
    }
}

/// Joins the spans of the first and the last part of an expression.
pub(crate) fn joined(first: Span, last: Span) -> Span {
    Span { end: last.end, ..first }
}

impl Sum {
    /// Returns the tokens of these places, added up.
    pub(crate) fn tokens(places: Vec<TokensSyntax>) -> Self {
        let magnitude = i128::try_from(places.len()).expect("a length fits 128 bits");
        Self { terms: places.into_iter().map(|place| (1, place)).collect(), magnitude, constant: 0 }
    }

    pub(crate) fn number(constant: i128) -> Result<Self, TooLarge> {
        Self { constant, ..Self::default() }.within_limits()
    }

    pub(crate) fn plus(mut self, mut other: Self) -> Result<Self, TooLarge> {
        self.terms.append(&mut other.terms);
        self.magnitude += other.magnitude;
        self.constant += other.constant;
        self.within_limits()
    }

    pub(crate) fn minus(self, other: Self) -> Result<Self, TooLarge> {
        self.plus(other.negated())
    }

    pub(crate) fn negated(mut self) -> Self {
        self.constant = -self.constant;
        for (coefficient, _) in &mut self.terms {
            *coefficient = -*coefficient;
        }
        self
    }

    /// Returns the product with a number.
    pub(crate) fn times(mut self, factor: i128) -> Result<Self, TooLarge> {
        self.constant = self.constant.checked_mul(factor).ok_or(TooLarge::Constant)?;
        self.magnitude = self.magnitude.checked_mul(factor.abs()).ok_or(TooLarge::Coefficients)?;
        let mut product = self.within_limits()?;
        for (coefficient, _) in &mut product.terms {
            let multiplied = i128::from(*coefficient) * factor;
            *coefficient = i64::try_from(multiplied).expect("the magnitude is within limits");
        }
        Ok(product)
    }

    fn within_limits(self) -> Result<Self, TooLarge> {
        if self.constant.abs() > MAX_CONSTANT {
            Err(TooLarge::Constant)
        } else if self.magnitude > MAX_COEFFICIENTS {
            Err(TooLarge::Coefficients)
        } else {
            Ok(self)
        }
    }
}

/// Returns the error about a number or a sum that is too large.
pub(crate) fn too_large(limit: TooLarge, span: Span) -> Diagnostic {
    let expected = match limit {
        TooLarge::Coefficients => "smaller ones, so that no sum of token counts overflows",
        TooLarge::Constant => "a smaller one",
    };
    Diagnostic::error(limit.to_string()).at(span).expected(expected)
}

/// Returns the text of a span, shortened for a message.
pub(crate) fn excerpt(text: &str, span: Span) -> String {
    const LONGEST: usize = 40;
    let words: Vec<&str> = text[span.start as usize..span.end as usize].split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    let head: String = line.chars().take(LONGEST - 1).collect();
    format!("{head}…")
}
