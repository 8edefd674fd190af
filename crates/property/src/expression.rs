//! Numbers that depend on the marking: what a search may be guided by.
//!
//! An expression is what stands on one side of a comparison: sums, differences and multiples of what
//! places hold. In a net whose places hold values it is these values that are added up, and `value(x)`
//! asks for one; in others it is `tokens(p)`.
//!
//! INVARIANT: within the limits of a comparison, so that no sum overflows 128 bits.

use sanderling_net::{Diagnostics, Net, PlaceId};

use crate::parse::{self, Quantity};
use crate::resolve::resolve_sum;

/// A weighted sum of what places hold, and a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// Coefficients and places, a place once.
    pub terms: Vec<(i64, PlaceId)>,
    /// What is added.
    pub constant: i128,
    /// The expression as it was written.
    pub text: String,
}

impl Expression {
    /// Reads one expression.
    ///
    /// # Errors
    /// What is wrong with the text, each error with its line and column.
    pub fn parse(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        let mut expressions = Self::parse_list(text, net)?;
        match (expressions.pop(), expressions.is_empty()) {
            (Some(expression), true) => Ok(expression),
            _ => Err(sanderling_net::Diagnostic::error("several expressions").expected("one").into()),
        }
    }

    /// Reads one or more expressions, with commas between them.
    ///
    /// # Errors
    /// What is wrong with the text, each error with its line and column.
    pub fn parse_list(text: &str, net: &Net) -> Result<Vec<Self>, Diagnostics> {
        let quantity = if net.is_place_transition() { Quantity::Tokens } else { Quantity::Value };
        let read = parse::read_sums(text, quantity)?;
        let mut diagnostics = Diagnostics::new();
        let resolved = read.into_iter().filter_map(|(sum, text)| {
            let (terms, constant) = resolve_sum(&sum, net, &mut diagnostics)?;
            Some(Self { terms, constant, text })
        });
        let expressions = resolved.collect();
        if diagnostics.has_errors() { Err(diagnostics) } else { Ok(expressions) }
    }

    /// The value of the expression, where places hold these numbers.
    pub fn of(&self, number: impl Fn(PlaceId) -> i128) -> i128 {
        let term = |&(coefficient, place): &(i64, PlaceId)| number(place).saturating_mul(coefficient.into());
        self.terms.iter().map(term).fold(self.constant, i128::saturating_add)
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
