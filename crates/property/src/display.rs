//! Formulas and properties back to text.
//!
//! What is printed parses to an equal formula, given the net: parentheses stand where precedence
//! needs them and where an operator's operand has the same operator, so that the structure is kept.
//! Terms with negative coefficients are printed on the right side of a comparison, neighbours with
//! the same coefficient as one `tokens(p, q)`.

use std::fmt;

use sanderling_net::{Net, PlaceId};

use crate::lexer::written;
use crate::{Comparison, Formula, Property};

impl Formula {
    /// The formula as text that parses to it again.
    #[must_use]
    pub fn display<'a>(&'a self, net: &'a Net) -> impl fmt::Display + use<'a> {
        Shown { head: None, formula: self, net }
    }
}

impl Property {
    /// The property as text that parses to it again, but for [`Property::text`].
    #[must_use]
    pub fn display<'a>(&'a self, net: &'a Net) -> impl fmt::Display + use<'a> {
        Shown { head: Some(self), formula: &self.formula, net }
    }
}

/// A formula with the net that has its ids, behind the head of its property if it has one.
struct Shown<'a> {
    head: Option<&'a Property>,
    formula: &'a Formula,
    net: &'a Net,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(property) = self.head {
            if let Some(name) = &property.name {
                write!(f, "property {}: ", written(name))?;
            }
            write!(f, "{} ", property.quantifier.keyword())?;
        }
        write_formula(f, self.formula, self.net)
    }
}

/// Prints what was written, the name included.
impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// How tightly the outermost operator binds: the larger, the tighter.
fn power(formula: &Formula) -> u8 {
    match formula {
        Formula::Iff(_) => 0,
        Formula::Implies(_) => 1,
        Formula::Or(parts) if parts.len() > 1 => 2,
        Formula::And(parts) if parts.len() > 1 => 3,
        Formula::Or(parts) | Formula::And(parts) => parts.first().map_or(5, power),
        Formula::Not(_) => 4,
        Formula::Constant(_) | Formula::Deadlock | Formula::Enabled(_) | Formula::Compare(_) => 5,
    }
}

fn write_formula(f: &mut fmt::Formatter<'_>, formula: &Formula, net: &Net) -> fmt::Result {
    match formula {
        Formula::Constant(value) => write!(f, "{value}"),
        Formula::Deadlock => f.write_str("deadlock"),
        Formula::Enabled(transitions) if transitions.is_empty() => f.write_str("false"),
        Formula::Enabled(transitions) => {
            write_list(f, "fireable", transitions.iter().map(|&t| net.transition(t).id.as_str()))
        }
        Formula::Compare(comparison) => write_comparison(f, comparison, net),
        Formula::Not(inner) => {
            f.write_str("not ")?;
            write_operand(f, inner, 4, net)
        }
        Formula::And(parts) => write_chain(f, parts, ("and", "true", 4), net),
        Formula::Or(parts) => write_chain(f, parts, ("or", "false", 3), net),
        Formula::Implies(sides) => write_sides(f, sides, ("implies", 2, 1), net),
        Formula::Iff(sides) => write_sides(f, sides, ("iff", 1, 1), net),
    }
}

/// Writes an operand, in parentheses where it binds less tightly than `least`.
fn write_operand(f: &mut fmt::Formatter<'_>, formula: &Formula, least: u8, net: &Net) -> fmt::Result {
    if power(formula) >= least {
        return write_formula(f, formula, net);
    }
    f.write_str("(")?;
    write_formula(f, formula, net)?;
    f.write_str(")")
}

fn write_chain(
    f: &mut fmt::Formatter<'_>,
    parts: &[Formula],
    (word, none, least): (&str, &str, u8),
    net: &Net,
) -> fmt::Result {
    match parts {
        [] => f.write_str(none),
        [only] => write_formula(f, only, net),
        [first, others @ ..] => {
            write_operand(f, first, least, net)?;
            others.iter().try_for_each(|part| {
                write!(f, " {word} ")?;
                write_operand(f, part, least, net)
            })
        }
    }
}

fn write_sides(
    f: &mut fmt::Formatter<'_>,
    sides: &[Formula; 2],
    (word, least_left, least_right): (&str, u8, u8),
    net: &Net,
) -> fmt::Result {
    write_operand(f, &sides[0], least_left, net)?;
    write!(f, " {word} ")?;
    write_operand(f, &sides[1], least_right, net)
}

fn write_comparison(f: &mut fmt::Formatter<'_>, comparison: &Comparison, net: &Net) -> fmt::Result {
    let positive: Vec<_> = comparison.terms().iter().filter(|term| term.0 > 0).copied().collect();
    let negative: Vec<_> = comparison.terms().iter().filter(|term| term.0 < 0).copied().collect();
    if positive.is_empty() {
        f.write_str("0")?;
    }
    write_sum(f, &positive, net)?;
    write!(f, " {} ", comparison.relation().symbol())?;
    write_sum(f, &negative, net)?;
    match comparison.bound() {
        bound if negative.is_empty() => write!(f, "{bound}"),
        0 => Ok(()),
        bound if bound > 0 => write!(f, " + {bound}"),
        bound => write!(f, " - {}", -bound),
    }
}

/// The sum of the terms without the signs of their coefficients.
fn write_sum(f: &mut fmt::Formatter<'_>, terms: &[(i64, PlaceId)], net: &Net) -> fmt::Result {
    for (i, group) in terms.chunk_by(|a, b| a.0 == b.0).enumerate() {
        if i > 0 {
            f.write_str(" + ")?;
        }
        if group[0].0.abs() != 1 {
            write!(f, "{}*", group[0].0.abs())?;
        }
        write_list(f, "tokens", group.iter().map(|&(_, place)| net.place(place).id.as_str()))?;
    }
    Ok(())
}

fn write_list<'a>(f: &mut fmt::Formatter<'_>, word: &str, ids: impl Iterator<Item = &'a str>) -> fmt::Result {
    let ids: Vec<String> = ids.map(written).collect();
    write!(f, "{word}({})", ids.join(", "))
}
