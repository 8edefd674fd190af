//! Properties: a formula, and over which markings it is asked.

use sanderling_net::{Diagnostics, Net};

use crate::parse::read;
use crate::resolve::resolve_into;
use crate::{Formula, resolve};

/// Over which reachable markings a formula is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantifier {
    /// Does it hold in every reachable marking? An invariant; the contest's `AG`.
    Always,
    /// Does it hold in some reachable marking? The contest's `EF`.
    Reach,
}

impl Quantifier {
    /// How it is written.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Reach => "reach",
        }
    }
}

/// A property of a net.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// What its author calls it.
    pub name: Option<String>,
    /// Over which markings it is asked.
    pub quantifier: Quantifier,
    /// What is asked of a marking.
    pub formula: Formula,
    /// As it was written, from its first word to its last.
    pub text: String,
}

impl Property {
    /// Reads a text that holds one property of `net`.
    ///
    /// # Errors
    /// What is wrong with the text, each error with its line and column; all unknown ids at once.
    pub fn parse(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        resolve(&crate::parse(text)?, net)
    }

    /// Reads a text that holds any number of properties of `net`.
    ///
    /// # Errors
    /// What is wrong with any of them, in the order of the text.
    pub fn parse_all(text: &str, net: &Net) -> Result<Vec<Self>, Diagnostics> {
        let (syntax, mut diagnostics) = read(text);
        let properties = resolve_into(&syntax, net, &mut diagnostics);
        diagnostics.sort();
        if diagnostics.has_errors() { Err(diagnostics) } else { Ok(properties) }
    }

    /// The formula to look for: a reachable marking where it holds decides the property. It
    /// violates an `always` and fulfils a `reach`; where there is none, it is the other way round.
    #[must_use]
    pub fn target(&self) -> Formula {
        match self.quantifier {
            Quantifier::Always => self.formula.negate(),
            Quantifier::Reach => self.formula.clone(),
        }
    }
}
