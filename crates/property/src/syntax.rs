//! A property as its text says it: places and transitions are names with their places in the text.
//!
//! The parser has checked the grammar and that conditions and numbers stand where they may; what
//! is left for a net to say is which place or transition a name means.

use sanderling_net::Span;

use crate::{Quantifier, Relation};

/// A property whose names have not been looked up yet; made by [`parse`](crate::parse()).
#[derive(Debug, Clone)]
pub struct PropertySyntax {
    pub(crate) name: Option<Name>,
    pub(crate) quantifier: Quantifier,
    pub(crate) condition: Condition,
    pub(crate) text: String,
    pub(crate) span: Span,
}

impl PropertySyntax {
    /// What the author of the property calls it.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_ref().map(|name| name.text.as_str())
    }

    /// Over which markings it is asked.
    #[must_use]
    pub fn quantifier(&self) -> Quantifier {
        self.quantifier
    }

    /// The text of the property as it was written, from its first word to its last.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where the property stands in the text.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }
}

/// A name in the text, without quotes and escapes.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// A place, and the colours of those of its tokens that are meant.
#[derive(Debug, Clone)]
pub(crate) struct TokensSyntax {
    pub(crate) place: Name,
    /// In parentheses behind the place.
    pub(crate) colours: Option<PatternSyntax>,
}

/// A transition, and the values of some of its variables.
#[derive(Debug, Clone)]
pub(crate) struct BindingsSyntax {
    pub(crate) transition: Name,
    pub(crate) values: Vec<(Name, PatternSyntax)>,
}

/// A colour, or several.
#[derive(Debug, Clone)]
pub(crate) struct PatternSyntax {
    pub(crate) shape: PatternShape,
    pub(crate) span: Span,
}

/// What a pattern is made of.
#[derive(Debug, Clone)]
pub(crate) enum PatternShape {
    /// `_`
    Any,
    /// A constant, a number, or a string.
    Written(String),
    Tuple(Vec<PatternSyntax>),
}

/// A formula over names.
#[derive(Debug, Clone)]
pub(crate) enum Condition {
    Constant(bool),
    Deadlock,
    /// The marking is the initial one.
    Initial(Span),
    /// A name alone, which is a transition's.
    Bare(Name),
    Fireable(Vec<BindingsSyntax>),
    /// The sum compared with zero.
    Compare(Sum, Relation),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Implies(Box<[Condition; 2]>),
    Iff(Box<[Condition; 2]>),
}

/// A weighted sum of token counts and a number.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sum {
    pub(crate) terms: Vec<(i64, TokensSyntax)>,
    /// The coefficients added up without their signs.
    pub(crate) magnitude: i128,
    pub(crate) constant: i128,
}
