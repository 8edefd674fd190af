//! Definitions of colour classes: `circular c{1..n} is A + {x, y} is B`, or `A * B`.

use super::parse::{Mode, Parser, whole};
use super::{Colours, Definition, Subclass};
use crate::greatspn::text::{Step, remedied};

/// Parses the definition of a colour class.
pub(crate) fn definition(text: &str) -> Step<Definition<'_>> {
    whole(text, Parser::definition)
}

impl<'t> Parser<'t> {
    fn definition(&mut self) -> Step<Definition<'t>> {
        let is_product = self.tokens.get(1).is_some_and(|token| token.text == "*");
        if is_product {
            let mut classes = vec![self.name()?];
            while self.takes("*") {
                classes.push(self.name()?);
            }
            return Ok(Definition::Product(classes));
        }
        let is_circular = self.order()?;
        let mut subclasses = vec![self.subclass()?];
        while self.takes("+") {
            subclasses.push(self.subclass()?);
        }
        Ok(Definition::Simple { is_circular, subclasses })
    }

    /// Parses the word that states whether the first colour follows the last.
    fn order(&mut self) -> Step<bool> {
        if self.takes("circular") || self.takes("ordered") {
            return Ok(true);
        }
        let is_prefix = self.tokens.get(1).is_some_and(|token| token.text == "{");
        if self.sees("agent") && !is_prefix {
            return Err(remedied("a class of agents, of agent-based models", "define it as `enum`"));
        }
        if !self.takes("enum") {
            self.takes("unordered");
        }
        Ok(false)
    }

    fn subclass(&mut self) -> Step<Subclass<'t>> {
        let prefix = if self.sees("{") { "" } else { self.name()? };
        self.expect("{")?;
        let is_interval = self.tokens.get(self.at + 1).is_some_and(|token| token.text == "..");
        let colours = if is_interval {
            let first = self.sum(Mode::Scalar)?;
            self.expect("..")?;
            let last = self.sum(Mode::Scalar)?;
            Colours::Interval { prefix, bounds: Box::new([first, last]) }
        } else if prefix.is_empty() {
            let mut names = vec![self.name()?];
            while self.takes(",") {
                names.push(self.name()?);
            }
            Colours::Listed(names)
        } else {
            return Err(self.unexpected("an interval `1..n`"));
        };
        self.expect("}")?;
        let name = if self.takes("is") { Some(self.name()?) } else { None };
        Ok(Subclass { name, colours })
    }
}
