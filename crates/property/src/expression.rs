//! Numbers that depend on the marking: what a search may be guided by.
//!
//! An expression is what stands on one side of a comparison: sums, differences and multiples of what
//! places hold. In a net whose places hold values it is these values that are added up, and `value(x)`
//! asks for one; in others it is `tokens(p)`. About a program it is any of its terms.
//!
//! INVARIANT: within the limits of a comparison, so that no sum overflows 128 bits.

use sanderling_net::{Diagnostics, Net, PlaceId};

use crate::comparison::{MAX_COEFFICIENTS, TooLarge, collect_by_place};
use crate::parse::{self, Quantity};
use crate::resolve::{resolve_sum, resolve_term};
use crate::{Pattern, Tokens, ValueTerm};

/// A weighted sum of what places hold, and a number.
///
/// What is added up is what places hold or, with colours, [`Tokens`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression<P = PlaceId> {
    /// Coefficients and places, a place once.
    pub terms: Vec<(i64, P)>,
    /// What is added.
    pub constant: i128,
    /// About a program, the whole of it; then there are no terms.
    pub value: Option<ValueTerm>,
    /// The expression as it was written.
    pub text: String,
}

impl Expression {
    /// Reads one expression.
    ///
    /// # Errors
    /// What is wrong with the text, each error with its line and column.
    pub fn parse(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        only(Self::parse_list(text, net)?)
    }

    /// Reads one or more expressions, with commas between them.
    ///
    /// # Errors
    /// What is wrong with the text, each error with its line and column.
    pub fn parse_list(text: &str, net: &Net) -> Result<Vec<Self>, Diagnostics> {
        let read = read_list(text, net, false)?;
        let plain = |one: Expression<Tokens>| Self {
            terms: one.terms.into_iter().map(|(coefficient, tokens)| (coefficient, tokens.place)).collect(),
            constant: one.constant,
            value: one.value,
            text: one.text,
        };
        Ok(read.into_iter().map(plain).collect())
    }

    /// The value of the expression, where places hold these numbers.
    pub fn of(&self, number: impl Fn(PlaceId) -> i128) -> i128 {
        let term = |&(coefficient, place): &(i64, PlaceId)| number(place).saturating_mul(coefficient.into());
        self.terms.iter().map(term).fold(self.constant, i128::saturating_add)
    }
}

impl Expression<Tokens> {
    /// Reads one expression, which may speak of colours.
    ///
    /// # Errors
    /// As [`Expression::parse`].
    pub fn parse_coloured(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        only(read_list(text, net, true)?)
    }

    /// Whether it speaks of places as a whole.
    #[must_use]
    pub fn is_without_colours(&self) -> bool {
        self.terms.iter().all(|(_, tokens)| tokens.colours == Pattern::Any)
    }

    /// The expression about the places that hold these tokens.
    ///
    /// # Errors
    /// Where it has too many terms then.
    pub fn expand(&self, places: &dyn Fn(&Tokens) -> Vec<PlaceId>) -> Result<Expression, TooLarge> {
        let spread = |(coefficient, tokens): &(i64, Tokens)| {
            let coefficient = *coefficient;
            places(tokens).into_iter().map(move |place| (coefficient, place))
        };
        let mut terms: Vec<_> = self.terms.iter().flat_map(spread).collect();
        if terms.iter().map(|&(coefficient, _)| i128::from(coefficient).abs()).sum::<i128>()
            > MAX_COEFFICIENTS
        {
            return Err(TooLarge::Coefficients);
        }
        collect_by_place(&mut terms);
        Ok(Expression { terms, constant: self.constant, value: self.value.clone(), text: self.text.clone() })
    }
}

fn read_list(text: &str, net: &Net, allows_colours: bool) -> Result<Vec<Expression<Tokens>>, Diagnostics> {
    if net.program.is_some() {
        return read_terms(text, net);
    }
    let holds_values = !allows_colours && !net.is_place_transition();
    let read = parse::read_sums(text, if holds_values { Quantity::Value } else { Quantity::Tokens })?;
    let mut diagnostics = Diagnostics::new();
    let resolved = read.into_iter().filter_map(|(sum, text)| {
        let (terms, constant) = resolve_sum(&sum, net, allows_colours, &mut diagnostics)?;
        Some(Expression { terms, constant, value: None, text })
    });
    let expressions = resolved.collect();
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(expressions) }
}

/// Expressions about a program.
fn read_terms(text: &str, net: &Net) -> Result<Vec<Expression<Tokens>>, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let resolved = parse::read_terms(text)?.into_iter().filter_map(|(term, text)| {
        let value = Some(resolve_term(&term, net, &mut diagnostics)?);
        Some(Expression { terms: Vec::new(), constant: 0, value, text })
    });
    let expressions = resolved.collect();
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(expressions) }
}

fn only<P>(mut expressions: Vec<Expression<P>>) -> Result<Expression<P>, Diagnostics> {
    match (expressions.pop(), expressions.is_empty()) {
        (Some(expression), true) => Ok(expression),
        _ => Err(sanderling_net::Diagnostic::error("several expressions").expected("one").into()),
    }
}

#[cfg(test)]
mod tests {
    use sanderling_net::Place;

    use super::*;

    fn net() -> Net {
        let mut net = Net::new("n");
        let _ids = ["p", "q"].map(|id| net.add_place(Place::with_tokens(id, 1)));
        net
    }

    #[test]
    fn an_expression_adds_up_what_places_hold() {
        let expression = Expression::parse("2*tokens(p, q) - (tokens(q) - 7)", &net()).unwrap();
        assert_eq!(expression.of(|place| [10, 100][place.index()]), 2 * 110 - 100 + 7);
        assert_eq!(expression.text, "2*tokens(p, q) - (tokens(q) - 7)");
    }

    #[test]
    fn a_list_has_its_expressions_in_order() {
        let list = Expression::parse_list("tokens(p), -tokens(q) ,3", &net()).unwrap();
        assert_eq!(
            list.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(),
            ["tokens(p)", "-tokens(q)", "3"]
        );
        assert_eq!(list[1].of(|_| 5), -5);
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for text in
            ["", "tokens(r)", "deadlock", "tokens(p) <= 3", "tokens(p) tokens(q)", "tokens(p),", "value(p)"]
        {
            assert!(Expression::parse_list(text, &net()).is_err(), "{text}");
        }
        assert!(Expression::parse("1, 2", &net()).is_err());
    }
}
