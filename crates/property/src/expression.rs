//! Numbers that depend on the marking, which can guide a search.
//!
//! An expression is one side of a comparison: sums, differences and multiples of the contents of places. In a net whose
//! places hold values, these values are added up, written `value(x)`; in other nets, the token counts, written
//! `tokens(p)`. In a program, an expression is any of its terms.
//!
//! INVARIANT: an expression stays within the limits of a comparison, so that no sum overflows 128 bits.

use sanderling_net::{Diagnostics, Net, PlaceId};

use crate::comparison::{MAX_COEFFICIENTS, TooLarge, collect_by_place};
use crate::parse::{self, Quantity};
use crate::resolve::{resolve_sum, resolve_term};
use crate::{Pattern, Tokens, ValueTerm};

/// A weighted sum of the contents of places, plus a number.
///
/// The contents are those of places or, with colours, [`Tokens`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression<P = PlaceId> {
    /// Coefficients and places, each place once.
    pub terms: Vec<(i64, P)>,
    /// The number that is added.
    pub constant: i128,
    /// The whole expression, if it is about a program; there are no terms then.
    pub value: Option<ValueTerm>,
    /// The original text.
    pub text: String,
}

impl Expression {
    /// Parses one expression.
    ///
    /// # Errors
    /// Errors of the text, each with its line and column.
    pub fn parse(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        only(Self::parse_list(text, net)?)
    }

    /// Parses one or more expressions, with commas between them.
    ///
    /// # Errors
    /// Errors of the text, each with its line and column.
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

    /// Returns the value of the expression for these contents of places.
    pub fn of(&self, number: impl Fn(PlaceId) -> i128) -> i128 {
        let term = |&(coefficient, place): &(i64, PlaceId)| number(place).saturating_mul(coefficient.into());
        self.terms.iter().map(term).fold(self.constant, i128::saturating_add)
    }
}

impl Expression<Tokens> {
    /// Parses one expression, which may refer to colours.
    ///
    /// # Errors
    /// As for [`Expression::parse`].
    pub fn parse_coloured(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        only(read_list(text, net, true)?)
    }

    /// Returns whether the expression does not refer to colours.
    #[must_use]
    pub fn is_without_colours(&self) -> bool {
        self.terms.iter().all(|(_, tokens)| tokens.colours == Pattern::Any)
    }

    /// Returns the expression about the places that hold these tokens.
    ///
    /// # Errors
    /// If the result exceeds the limits.
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

/// Parses expressions about a program.
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
    fn invalid_expressions_are_refused() {
        for text in
            ["", "tokens(r)", "deadlock", "tokens(p) <= 3", "tokens(p) tokens(q)", "tokens(p),", "value(p)"]
        {
            assert!(Expression::parse_list(text, &net()).is_err(), "{text}");
        }
        assert!(Expression::parse("1, 2", &net()).is_err());
    }
}
