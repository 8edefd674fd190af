//! The syntax tree of a property: places and transitions are names with their positions in the text.
//!
//! The parser has checked the grammar and the kinds of conditions and numbers. Only the names remain to be resolved
//! with a net.

use sanderling_net::Span;

use crate::{Factor, Logic, PathOperator, PathQuantifier, Quantifier, Relation};

/// A property with unresolved names; made by [`parse`](crate::parse()).
#[derive(Debug, Clone)]
pub struct PropertySyntax {
    pub(crate) name: Option<Name>,
    pub(crate) scope: Scope,
    pub(crate) condition: Condition,
    pub(crate) text: String,
    pub(crate) span: Span,
}

impl PropertySyntax {
    /// Returns the author's name for the property.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_ref().map(|name| name.text.as_str())
    }

    /// Returns the original text of the property, from its first word to its last.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the span of the property in the text.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }
}

/// The subject of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Single markings: the condition has no temporal operators.
    Markings(Quantifier),
    /// Runs, in this logic.
    Runs(Logic),
    /// Runs without progress; the condition defines progress.
    Livelock,
}

/// A name in the text, without quotes and escapes.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// A place, and the colours of the tokens to count.
#[derive(Debug, Clone)]
pub(crate) struct TokensSyntax {
    pub(crate) place: Name,
    /// The pattern in parentheses after the place.
    pub(crate) colours: Option<PatternSyntax>,
}

/// A transition, and the values of some of its variables.
#[derive(Debug, Clone)]
pub(crate) struct BindingsSyntax {
    pub(crate) transition: Name,
    pub(crate) values: Vec<(Name, PatternSyntax)>,
}

/// A pattern of colours.
#[derive(Debug, Clone)]
pub(crate) struct PatternSyntax {
    pub(crate) shape: PatternShape,
    pub(crate) span: Span,
}

/// The structure of a pattern.
#[derive(Debug, Clone)]
pub(crate) enum PatternShape {
    /// The wildcard `_`.
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
    /// A bare name of a transition.
    Bare(Name),
    Fireable(Vec<BindingsSyntax>),
    /// A comparison of the sum with zero.
    Compare(Sum, Relation),
    /// A comparison of two numbers, in a program.
    Values(Box<[TermSyntax; 2]>, Relation),
    /// A channel is empty or full, in a program.
    Channel(Name, Filling),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Implies(Box<[Condition; 2]>),
    Iff(Box<[Condition; 2]>),
    /// Names of the transitions that are progress, as patterns.
    Progress(Vec<Name>),
    /// A temporal operator.
    Path(Option<PathQuantifier>, PathOperator, Vec<Condition>),
}

impl Condition {
    /// Returns whether the condition has a temporal operator.
    pub(crate) fn is_about_runs(&self) -> bool {
        match self {
            Self::Path(..) => true,
            Self::Not(inner) => inner.is_about_runs(),
            Self::And(parts) | Self::Or(parts) => parts.iter().any(Self::is_about_runs),
            Self::Implies(sides) | Self::Iff(sides) => sides.iter().any(Self::is_about_runs),
            _ => false,
        }
    }
}

/// A weighted sum of token counts and a number.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sum {
    pub(crate) terms: Vec<(i64, TokensSyntax)>,
    /// The sum of the coefficients' magnitudes.
    pub(crate) magnitude: i128,
    pub(crate) constant: i128,
}

/// The filling of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Filling {
    Empty,
    Full,
}

/// A number that depends on the contents of the places of a program's net.
#[derive(Debug, Clone)]
pub(crate) enum TermSyntax {
    Number(i128),
    /// A name with indices in brackets.
    Held(Name, Vec<Index>),
    /// The number of messages in a channel.
    Length(Name),
    /// The tokens of places, which are refused with advice.
    Tokens(Vec<Name>),
    /// A sum of terms; those with `false` are subtracted.
    Sum(Vec<(bool, TermSyntax)>),
    Product(Box<TermSyntax>, Vec<(Factor, TermSyntax)>),
}

/// An index in brackets.
#[derive(Debug, Clone)]
pub(crate) struct Index {
    pub(crate) term: TermSyntax,
    pub(crate) span: Span,
}
