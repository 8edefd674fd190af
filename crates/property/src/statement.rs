//! Properties of all kinds, as a text states them.

use sanderling_net::{Diagnostics, Net, PlaceId, TransitionId};

use crate::display::Named;
use crate::parse::{parse_about, read_about};
use crate::resolve::resolve_statements;
use crate::{Bindings, Livelock, Property, PropertySyntax, TemporalProperty, Tokens};

/// A property of any kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement<P = PlaceId, T = TransitionId> {
    /// A property of single markings.
    Markings(Property<P, T>),
    /// A property of runs.
    Runs(TemporalProperty<P, T>),
    /// The absence of runs without progress.
    Livelock(Livelock<T>),
}

/// A property of any kind about tokens and bindings of a coloured net.
pub type ColouredStatement = Statement<Tokens, Bindings>;

impl<P, T> Statement<P, T> {
    /// Returns the author's name for the property.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Markings(property) => property.name.as_deref(),
            Self::Runs(property) => property.name.as_deref(),
            Self::Livelock(property) => property.name.as_deref(),
        }
    }

    /// Returns the original text of the property, from its first word to its last.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Markings(property) => &property.text,
            Self::Runs(property) => &property.text,
            Self::Livelock(property) => &property.text,
        }
    }

    /// Returns the property with another name.
    #[must_use]
    pub fn named(self, name: Option<String>) -> Self {
        match self {
            Self::Markings(property) => Self::Markings(Property { name, ..property }),
            Self::Runs(property) => Self::Runs(TemporalProperty { name, ..property }),
            Self::Livelock(property) => Self::Livelock(Livelock { name, ..property }),
        }
    }
}

impl Statement {
    /// Parses a text with one property of `net`. The property must not refer to colours.
    ///
    /// # Errors
    /// As for [`Property::parse`].
    pub fn parse_plain(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        let statement = ColouredStatement::resolved(parse_about(text, net)?, net, false)?;
        Ok(statement.without_colours().expect("the resolver has seen to it that there are no colours"))
    }
}

impl<P: Named + Ord + Clone, T: Named> Statement<P, T> {
    /// Returns the property as text, which parses to an equal property.
    #[must_use]
    pub fn display(&self, net: &Net) -> String {
        match self {
            Self::Markings(property) => property.display(net).to_string(),
            Self::Runs(property) => property.display(net),
            Self::Livelock(property) => property.display(net),
        }
    }
}

impl ColouredStatement {
    /// Parses a text with one property of `net`.
    ///
    /// # Errors
    /// As for [`Property::parse`].
    pub fn parse(text: &str, net: &Net) -> Result<Self, Diagnostics> {
        Self::resolved(parse_about(text, net)?, net, true)
    }

    fn resolved(syntax: PropertySyntax, net: &Net, allows_colours: bool) -> Result<Self, Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        let mut statements = resolve_statements(&[syntax], net, allows_colours, &mut diagnostics);
        diagnostics.sort();
        statements.pop().filter(|_| !diagnostics.has_errors()).ok_or(diagnostics)
    }

    /// Parses a text with any number of properties of `net`.
    ///
    /// # Errors
    /// As for [`Property::parse_all`].
    pub fn parse_all(text: &str, net: &Net) -> Result<Vec<Self>, Diagnostics> {
        let (syntax, mut diagnostics) = read_about(text, net);
        let statements = resolve_statements(&syntax, net, true, &mut diagnostics);
        diagnostics.sort();
        if diagnostics.has_errors() { Err(diagnostics) } else { Ok(statements) }
    }

    /// Returns the property about places and transitions, if it does not refer to colours.
    #[must_use]
    pub fn without_colours(&self) -> Option<Statement> {
        Some(match self {
            Self::Markings(property) => Statement::Markings(property.without_colours()?),
            Self::Runs(property) => Statement::Runs(property.without_colours()?),
            Self::Livelock(property) => Statement::Livelock(property.without_colours()?),
        })
    }
}
