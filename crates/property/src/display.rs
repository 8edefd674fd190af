//! Conversion of formulas and properties to text.
//!
//! The text parses to an equal formula, given the net. Parentheses are printed if precedence requires them, and around
//! an operand with the same operator, so that the structure is kept. Terms with negative coefficients are printed on
//! the right side of a comparison, and adjacent ones with the same coefficient as one `tokens(p, q)`.

use std::fmt;

use sanderling_net::{Net, PlaceId, Sort, TransitionId};

use crate::colour::{self, Bindings, Pattern, Tokens};
use crate::lexer::written;
use crate::{Comparison, Formula, Livelock, Property, Quantifier};

/// A subject of a formula, with its text form.
pub trait Named {
    /// Returns the text, which parses to the same subject.
    fn written(&self, net: &Net) -> String;
}

impl Named for PlaceId {
    fn written(&self, net: &Net) -> String {
        written(&net.place(*self).id)
    }
}

impl Named for TransitionId {
    fn written(&self, net: &Net) -> String {
        written(&net.transition(*self).id)
    }
}

impl Named for Tokens {
    fn written(&self, net: &Net) -> String {
        let place = self.place.written(net);
        let sort = net.place(self.place).sort;
        match &self.colours {
            Pattern::Any => place,
            // The parentheses of a tuple serve as those of the place.
            colours if matches!(net.sort(sort), Sort::Product(_)) => {
                format!("{place}{}", colour::written_pattern(net, sort, colours))
            }
            colours => format!("{place}({})", colour::written_pattern(net, sort, colours)),
        }
    }
}

impl Named for Bindings {
    fn written(&self, net: &Net) -> String {
        let transition = self.transition.written(net);
        if self.values.is_empty() {
            return transition;
        }
        let value = |(variable, pattern): &(sanderling_net::VariableId, Pattern)| {
            let declared = &net.declarations.variables[variable.index()];
            format!("{}={}", written(&declared.id), colour::written_pattern(net, declared.sort, pattern))
        };
        format!("{transition}({})", self.values.iter().map(value).collect::<Vec<_>>().join(", "))
    }
}

impl<P: Named + Ord + Clone, T: Named> Formula<P, T> {
    /// Returns the formula as text, which parses to an equal formula.
    #[must_use]
    pub fn display<'a>(&'a self, net: &'a Net) -> impl fmt::Display + use<'a, P, T> {
        Shown { head: None, formula: self, net }
    }
}

impl<P: Named + Ord + Clone, T: Named> Property<P, T> {
    /// Returns the property as text, which parses to an equal property except for [`Property::text`].
    #[must_use]
    pub fn display<'a>(&'a self, net: &'a Net) -> impl fmt::Display + use<'a, P, T> {
        Shown { head: Some((self.name.as_deref(), self.quantifier)), formula: &self.formula, net }
    }
}

impl<T: Named> Livelock<T> {
    /// Returns the property as text, which parses to an equal property except for [`Self::text`].
    #[must_use]
    pub fn display(&self, net: &Net) -> String {
        let name = self.name.as_deref().map(|name| format!("property {}: ", written(name)));
        let progress: Vec<String> = self.progress.iter().map(|one| one.written(net)).collect();
        let without = if progress.is_empty() { "" } else { " without " };
        format!("{}no livelock{without}{}", name.unwrap_or_default(), progress.join(", "))
    }
}

/// A formula with the net for its ids, after the head of its property if there is one.
struct Shown<'a, P, T> {
    head: Option<(Option<&'a str>, Quantifier)>,
    formula: &'a Formula<P, T>,
    net: &'a Net,
}

impl<P: Named + Ord + Clone, T: Named> fmt::Display for Shown<'_, P, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, quantifier)) = self.head {
            if let Some(name) = name {
                write!(f, "property {}: ", written(name))?;
            }
            write!(f, "{} ", quantifier.keyword())?;
        }
        write_formula(f, self.formula, self.net)
    }
}

/// Prints the original text, including the name.
impl<P, T> fmt::Display for Property<P, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns the precedence of the outermost operator; higher values bind tighter.
fn power<P, T>(formula: &Formula<P, T>) -> u8 {
    match formula {
        Formula::Iff(_) => 0,
        Formula::Implies(_) => 1,
        Formula::Or(parts) if parts.len() > 1 => 2,
        Formula::And(parts) if parts.len() > 1 => 3,
        Formula::Or(parts) | Formula::And(parts) => parts.first().map_or(5, power),
        Formula::Not(_) => 4,
        Formula::Constant(_)
        | Formula::Deadlock
        | Formula::Enabled(_)
        | Formula::Compare(_)
        | Formula::Values(_) => 5,
    }
}

fn write_formula<P: Named + Ord + Clone, T: Named>(
    f: &mut fmt::Formatter<'_>,
    formula: &Formula<P, T>,
    net: &Net,
) -> fmt::Result {
    match formula {
        Formula::Constant(value) => write!(f, "{value}"),
        Formula::Deadlock => f.write_str("deadlock"),
        Formula::Enabled(transitions) if transitions.is_empty() => f.write_str("false"),
        Formula::Enabled(transitions) => {
            write_list(f, "fireable", transitions.iter().map(|t| t.written(net)))
        }
        Formula::Compare(comparison) => write_comparison(f, comparison, net),
        Formula::Values(condition) => f.write_str(&condition.written(net)),
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

/// Writes an operand, in parentheses if it binds less tightly than `least`.
fn write_operand<P: Named + Ord + Clone, T: Named>(
    f: &mut fmt::Formatter<'_>,
    formula: &Formula<P, T>,
    least: u8,
    net: &Net,
) -> fmt::Result {
    if power(formula) >= least {
        return write_formula(f, formula, net);
    }
    f.write_str("(")?;
    write_formula(f, formula, net)?;
    f.write_str(")")
}

fn write_chain<P: Named + Ord + Clone, T: Named>(
    f: &mut fmt::Formatter<'_>,
    parts: &[Formula<P, T>],
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

fn write_sides<P: Named + Ord + Clone, T: Named>(
    f: &mut fmt::Formatter<'_>,
    sides: &[Formula<P, T>; 2],
    (word, min_left, min_right): (&str, u8, u8),
    net: &Net,
) -> fmt::Result {
    write_operand(f, &sides[0], min_left, net)?;
    write!(f, " {word} ")?;
    write_operand(f, &sides[1], min_right, net)
}

fn write_comparison<P: Named + Ord + Clone>(
    f: &mut fmt::Formatter<'_>,
    comparison: &Comparison<P>,
    net: &Net,
) -> fmt::Result {
    let (positive, negative): (Vec<_>, Vec<_>) = comparison.terms().iter().partition(|term| term.0 > 0);
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

/// Writes the sum of the terms, without the signs of their coefficients.
fn write_sum<P: Named>(f: &mut fmt::Formatter<'_>, terms: &[&(i64, P)], net: &Net) -> fmt::Result {
    for (i, group) in terms.chunk_by(|a, b| a.0 == b.0).enumerate() {
        if i > 0 {
            f.write_str(" + ")?;
        }
        if group[0].0.abs() != 1 {
            write!(f, "{}*", group[0].0.abs())?;
        }
        write_list(f, "tokens", group.iter().map(|(_, place)| place.written(net)))?;
    }
    Ok(())
}

fn write_list(f: &mut fmt::Formatter<'_>, word: &str, names: impl Iterator<Item = String>) -> fmt::Result {
    write!(f, "{word}({})", names.collect::<Vec<_>>().join(", "))
}
