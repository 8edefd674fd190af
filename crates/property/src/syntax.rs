//! A property as its text says it: places and transitions are names with their places in the text.
//!
//! The parser has checked the grammar and that conditions and numbers stand where they may; what
//! is left for a net to say is which place or transition a name means.

use sanderling_net::Span;

use crate::{Factor, Logic, PathOperator, PathQuantifier, Quantifier, Relation};

/// A property whose names have not been looked up yet; made by [`parse`](crate::parse()).
#[derive(Debug, Clone)]
pub struct PropertySyntax {
    pub(crate) name: Option<Name>,
    pub(crate) scope: Scope,
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

/// What a property is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Single markings: the condition has no temporal operators.
    Markings(Quantifier),
    /// Runs.
    Runs(Logic),
    /// Runs without progress: the condition says what progress is.
    Livelock,
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
    /// Of a program: two numbers compare so.
    Values(Box<[TermSyntax; 2]>, Relation),
    /// Of a program: a channel holds no message, or as many as it can.
    Channel(Name, Filling),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Implies(Box<[Condition; 2]>),
    Iff(Box<[Condition; 2]>),
    /// Transitions whose names match, which are progress.
    Progress(Vec<Name>),
    /// About what follows.
    Path(Option<PathQuantifier>, PathOperator, Vec<Condition>),
}

impl Condition {
    /// Whether it is about what follows.
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
    /// The coefficients added up without their signs.
    pub(crate) magnitude: i128,
    pub(crate) constant: i128,
}

/// How full a channel is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Filling {
    Empty,
    Full,
}

/// A number that depends on what the places of a program's net hold.
#[derive(Debug, Clone)]
pub(crate) enum TermSyntax {
    Number(i128),
    /// A name, and indices in brackets behind it.
    Held(Name, Vec<Index>),
    /// The number of messages in a channel.
    Length(Name),
    /// The tokens of places, which are refused with what to ask instead.
    Tokens(Vec<Name>),
    /// Numbers added up, those with `false` subtracted.
    Sum(Vec<(bool, TermSyntax)>),
    Product(Box<TermSyntax>, Vec<(Factor, TermSyntax)>),
}

/// What stands in brackets.
#[derive(Debug, Clone)]
pub(crate) struct Index {
    pub(crate) term: TermSyntax,
    pub(crate) span: Span,
}
