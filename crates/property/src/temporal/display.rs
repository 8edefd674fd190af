//! Conversion of temporal formulas to text.
//!
//! Every operand that is more than a word or a call is in parentheses, unless it and its operator are prefixes, because
//! readers disagree about the precedence of temporal operators.

use std::fmt::{self, Formatter};

use sanderling_net::Net;

use super::{PathOperator, PathQuantifier, Temporal, TemporalProperty};
use crate::Formula;
use crate::display::Named;
use crate::lexer::written;

impl PathOperator {
    /// Returns the letter of the quantifier.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Next => 'X',
            Self::Finally => 'F',
            Self::Globally => 'G',
            Self::Until => 'U',
            Self::WeakUntil => 'W',
            Self::Release => 'R',
            Self::StrongRelease => 'M',
        }
    }
}

impl PathQuantifier {
    /// Returns the letter of the operator.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::All => 'A',
            Self::Some => 'E',
        }
    }
}

impl<P: Named + Ord + Clone, T: Named> Temporal<P, T> {
    /// Returns the formula as text.
    #[must_use]
    pub fn display<'a>(&'a self, net: &'a Net) -> impl fmt::Display + use<'a, P, T> {
        Shown { formula: self, net }
    }
}

impl<P: Named + Ord + Clone, T: Named> TemporalProperty<P, T> {
    /// Returns the property as text, which parses to an equal property except for [`TemporalProperty::text`].
    #[must_use]
    pub fn display(&self, net: &Net) -> String {
        let name = self.name.as_ref().map(|name| format!("property {}: ", written(name)));
        let (name, formula) = (name.unwrap_or_default(), self.formula.display(net));
        format!("{name}{} {formula}", self.logic.keyword())
    }
}

/// Prints the original text, including the name.
impl<P, T> fmt::Display for TemporalProperty<P, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

struct Shown<'a, P, T> {
    formula: &'a Temporal<P, T>,
    net: &'a Net,
}

impl<P: Named + Ord + Clone, T: Named> Shown<'_, P, T> {
    fn operand(&self, formula: &Temporal<P, T>, f: &mut Formatter<'_>) -> fmt::Result {
        let shown = Shown { formula, net: self.net };
        let is_atom = match formula {
            Temporal::State(formula) => {
                matches!(formula, Formula::Constant(_) | Formula::Deadlock | Formula::Enabled(_))
            }
            Temporal::Path { quantifier: Some(_), operands, .. } => operands.len() == 2,
            _ => false,
        };
        if is_atom { write!(f, "{shown}") } else { write!(f, "({shown})") }
    }

    /// Writes the operand of a prefix.
    fn prefixed(&self, formula: &Temporal<P, T>, f: &mut Formatter<'_>) -> fmt::Result {
        let is_prefix = match formula {
            Temporal::Not(_) => true,
            Temporal::Path { operands, .. } => operands.len() == 1,
            _ => false,
        };
        if is_prefix { write!(f, "{}", Shown { formula, net: self.net }) } else { self.operand(formula, f) }
    }

    fn joined(&self, parts: &[Temporal<P, T>], word: &str, f: &mut Formatter<'_>) -> fmt::Result {
        for (position, part) in parts.iter().enumerate() {
            if position > 0 {
                write!(f, " {word} ")?;
            }
            self.operand(part, f)?;
        }
        Ok(())
    }
}

impl<P: Named + Ord + Clone, T: Named> fmt::Display for Shown<'_, P, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.formula {
            Temporal::State(formula) => write!(f, "{}", formula.display(self.net)),
            Temporal::Not(inner) => {
                write!(f, "not ")?;
                self.prefixed(inner, f)
            }
            Temporal::And(parts) if parts.is_empty() => write!(f, "true"),
            Temporal::Or(parts) if parts.is_empty() => write!(f, "false"),
            Temporal::And(parts) => self.joined(parts, "and", f),
            Temporal::Or(parts) => self.joined(parts, "or", f),
            Temporal::Path { quantifier, operator, operands } => {
                let letter = operator.letter();
                if let Some(quantifier) = quantifier {
                    write!(f, "{}", quantifier.letter())?;
                }
                match (quantifier, &operands[..]) {
                    (_, [inner]) => {
                        write!(f, "{letter} ")?;
                        self.prefixed(inner, f)
                    }
                    (None, _) => self.joined(operands, &letter.to_string(), f),
                    (Some(_), _) => {
                        write!(f, "[")?;
                        self.joined(operands, &letter.to_string(), f)?;
                        write!(f, "]")
                    }
                }
            }
        }
    }
}
