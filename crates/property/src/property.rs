//! Properties: a formula with a quantifier over reachable markings.

use sanderling_net::{Diagnostics, Net, PlaceId, TransitionId};

use crate::parse::{parse_about, parse_condition_about, read_about};
use crate::resolve::{resolve_about_markings, resolve_into};
use crate::{ColouredProperty, Formula, PropertySyntax, resolve};

/// A quantifier over reachable markings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantifier {
    /// Every reachable marking: an invariant; the contest's `AG`.
    Always,
    /// Some reachable marking; the contest's `EF`.
    Reach,
}

impl Quantifier {
    /// Returns the keyword.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Reach => "reach",
        }
    }

    /// Returns the quantifier after moving a preceding `not` into the condition.
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
    /// The author's name for the property.
    pub name: Option<String>,
    /// The quantifier over reachable markings.
    pub quantifier: Quantifier,
    /// The condition on a marking.
    pub formula: Formula<P, T>,
    /// The original text of the property, from its first word to its last.
    pub text: String,
}

impl Property {
    /// Parses a text with one property of `net`.
    ///
    /// # Errors
    /// Errors of the text, each with its line and column, including all unknown ids.
    pub fn parse(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        resolve(&parse_about(text, net)?, net)
    }

    /// Parses a text with one condition on the markings of `net` and no quantifier, as a property with this quantifier.
    ///
    /// # Errors
    /// As for [`Property::parse`].
    pub fn parse_condition(quantifier: Quantifier, text: &str, net: &Net) -> Result<Self, Diagnostics> {
        resolve(&parse_condition_about(quantifier, text, net)?, net)
    }

    /// Parses a text with any number of properties of `net`.
    ///
    /// # Errors
    /// Errors of all properties, in the order of the text.
    pub fn parse_all(text: &str, net: &Net) -> Result<Vec<Self>, Diagnostics> {
        let (syntax, mut diagnostics) = read_about(text, net);
        let properties = resolve_into(&syntax, net, &mut diagnostics);
        diagnostics.sort();
        if diagnostics.has_errors() { Err(diagnostics) } else { Ok(properties) }
    }
}

impl ColouredProperty {
    /// Parses a text with one property of `net`. The property may refer to colours.
    ///
    /// # Errors
    /// As for [`Property::parse`].
    pub fn parse_coloured(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        Self::resolved(parse_about(text, net)?, net)
    }

    /// Parses a text with one condition on the markings of `net` and no quantifier, as a property with this quantifier.
    /// It may refer to colours.
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

    /// Parses a text with any number of properties of `net`. The properties may refer to colours.
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
    /// Returns the formula to search for. A reachable marking that satisfies it violates an `always` and fulfils a
    /// `reach`; if there is none, the `always` holds and the `reach` fails.
    #[must_use]
    pub fn target(&self) -> Formula<P, T> {
        match self.quantifier {
            Quantifier::Always => self.formula.negate(),
            Quantifier::Reach => self.formula.clone(),
        }
    }
}
