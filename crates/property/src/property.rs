//! Properties: a formula, and over which markings it is asked.

use sanderling_net::{Diagnostics, Net, PlaceId, TransitionId};

use crate::parse::{parse_about, parse_condition_about, read_about};
use crate::resolve::{resolve_about_markings, resolve_into};
use crate::{ColouredProperty, Formula, PropertySyntax, resolve};

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

    /// What it becomes behind `not`: then it is about the opposite of its condition.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Always => Self::Reach,
            Self::Reach => Self::Always,
        }
    }
}

/// A property of a net, about its places and transitions or, with colours, about
/// [`Tokens`](crate::Tokens) and [`Bindings`](crate::Bindings).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property<P = PlaceId, T = TransitionId> {
    /// What the author of the property calls it.
    pub name: Option<String>,
    /// Over which markings it is asked.
    pub quantifier: Quantifier,
    /// What is asked of a marking.
    pub formula: Formula<P, T>,
    /// The text of the property as it was written, from its first word to its last.
    pub text: String,
}

impl Property {
    /// Reads a text that holds one property of `net`.
    ///
    /// # Errors
    /// What is wrong with the text, each error with its line and column; all unknown ids at once.
    pub fn parse(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        resolve(&parse_about(text, net)?, net)
    }

    /// Reads a text that holds one condition on the markings of `net` and no quantifier, as a property with this
    /// one.
    ///
    /// # Errors
    /// As for [`Property::parse`].
    pub fn parse_condition(quantifier: Quantifier, text: &str, net: &Net) -> Result<Self, Diagnostics> {
        resolve(&parse_condition_about(quantifier, text, net)?, net)
    }

    /// Reads a text that holds any number of properties of `net`.
    ///
    /// # Errors
    /// What is wrong with any of them, in the order of the text.
    pub fn parse_all(text: &str, net: &Net) -> Result<Vec<Self>, Diagnostics> {
        let (syntax, mut diagnostics) = read_about(text, net);
        let properties = resolve_into(&syntax, net, &mut diagnostics);
        diagnostics.sort();
        if diagnostics.has_errors() { Err(diagnostics) } else { Ok(properties) }
    }
}

impl ColouredProperty {
    /// Reads a text that holds one property of `net`, which may speak of colours.
    ///
    /// # Errors
    /// As for [`Property::parse`].
    pub fn parse_coloured(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        Self::resolved(parse_about(text, net)?, net)
    }

    /// Reads a text that holds one condition on the markings of `net` and no quantifier, which may speak of colours,
    /// as a property with this one.
    ///
    /// # Errors
    /// As for [`Property::parse`].
    pub fn parse_condition_coloured(
        quantifier: Quantifier,
        text: &str,
        net: &Net,
    ) -> Result<Self, Diagnostics> {
        Self::resolved(parse_condition_about(quantifier, text, net)?, net)
    }

    fn resolved(syntax: PropertySyntax, net: &Net) -> Result<Self, Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        let mut properties = resolve_about_markings(&[syntax], net, true, &mut diagnostics);
        diagnostics.sort();
        properties.pop().filter(|_| !diagnostics.has_errors()).ok_or(diagnostics)
    }

    /// Reads a text that holds any number of properties of `net`, which may speak of colours.
    ///
    /// # Errors
    /// As for [`Property::parse_all`].
    pub fn parse_all_coloured(text: &str, net: &Net) -> Result<Vec<Self>, Diagnostics> {
        let (syntax, mut diagnostics) = read_about(text, net);
        let properties = resolve_about_markings(&syntax, net, true, &mut diagnostics);
        diagnostics.sort();
        if diagnostics.has_errors() { Err(diagnostics) } else { Ok(properties) }
    }
}

impl<P: Ord + Clone, T: Clone> Property<P, T> {
    /// The formula to look for: a reachable marking where it holds decides the property. It
    /// violates an `always` and fulfils a `reach`; where there is none, it is the other way round.
    #[must_use]
    pub fn target(&self) -> Formula<P, T> {
        match self.quantifier {
            Quantifier::Always => self.formula.negate(),
            Quantifier::Reach => self.formula.clone(),
        }
    }
}
