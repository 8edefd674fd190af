//! Sets of colours: the components of a tuple.

use sanderling_net::{Operator, Term};

use super::colour::Value;
use super::{Colour, Lower};
use crate::greatspn::expression::{Expression, Kind, Sign};
use crate::greatspn::project::{ClassId, Named};
use crate::greatspn::text::{Step, error, remedied, shortened};

/// A set of colours of one class.
#[derive(Debug)]
pub(super) enum Set {
    /// Colours by their positions, in order. `is_all` is whether they are the whole class.
    Known { class: ClassId, positions: Vec<u32>, is_all: bool },
    /// A single colour that depends on the binding.
    Single(Colour),
    /// All colours of the class except one.
    AllBut(Colour),
    /// The static subclass of a colour.
    SubclassOf(Colour),
}

impl Set {
    /// Returns the positions, if they are known.
    pub(super) fn known(&self) -> Option<&[u32]> {
        match self {
            Self::Known { positions, .. } => Some(positions),
            _ => None,
        }
    }

    /// Returns the number of colours, if it is the same in every binding.
    pub(super) fn size(&self) -> Option<i64> {
        match self {
            Self::Known { positions, .. } => i64::try_from(positions.len()).ok(),
            Self::Single(_) => Some(1),
            Self::AllBut(_) | Self::SubclassOf(_) => None,
        }
    }

    /// Returns whether the set has one colour in every binding.
    pub(super) fn is_single(&self) -> bool {
        self.size() == Some(1)
    }

    /// Returns whether the set is the whole class.
    pub(super) fn is_all(&self) -> bool {
        matches!(self, Self::Known { is_all: true, .. })
    }

    /// Returns whether the set includes another one in every binding.
    pub(super) fn surely_covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Known { positions, .. }, Self::Known { positions: others, .. }) => {
                others.iter().all(|other| positions.binary_search(other).is_ok())
            }
            (known, _) => known.is_all(),
        }
    }
}

impl Lower<'_, '_> {
    /// Converts a set of colours; `expected` is its class, if that is known.
    pub(super) fn set(&mut self, expression: &Expression<'_>, expected: Option<ClassId>) -> Step<Set> {
        match &expression.kind {
            Kind::Name(name) => self.named_set(expression, name, expected),
            Kind::Call("Subclass", arguments) if arguments.len() == 1 => {
                let colour = self.colour(&arguments[0], expected)?;
                self.subclass_of(colour)
            }
            Kind::Sum(terms) => self.joined(expression, terms, expected),
            _ => self.colour(expression, expected).and_then(|colour| self.of(colour)),
        }
    }

    fn of(&mut self, colour: Colour) -> Step<Set> {
        Ok(match colour.term {
            Value::Known(position) => {
                let is_all = self.scope.class(colour.class).colours.len() == 1;
                Set::Known { class: colour.class, positions: vec![position], is_all }
            }
            Value::Term(_) => Set::Single(colour),
        })
    }

    fn named_set(&mut self, whole: &Expression<'_>, name: &str, expected: Option<ClassId>) -> Step<Set> {
        let class = match (self.scope.names.get(name), expected) {
            (Some(Named::Class(class)), _) => Some(*class),
            (Some(Named::Variable(..)), _) => None,
            (_, Some(class)) if name == "All" => Some(class),
            (_, None) if name == "All" => {
                return Err(remedied("`All` where no class is expected", "write the name of the class"));
            }
            _ => None,
        };
        if let Some(class) = class {
            let end = self.scope.class(class).colours.len() as u32;
            return self.run(whole, class, 0, end, expected);
        }
        let is_variable = matches!(self.scope.names.get(name), Some(Named::Variable(..)));
        match self.scope.subclass(name, expected).filter(|_| !is_variable) {
            Some((class, start, end)) => self.run(whole, class, start, end, expected),
            None => self.colour(whole, expected).and_then(|colour| self.of(colour)),
        }
    }

    fn run(
        &mut self,
        whole: &Expression<'_>,
        class: ClassId,
        start: u32,
        end: u32,
        expected: Option<ClassId>,
    ) -> Step<Set> {
        if let Some(expected) = expected.filter(|expected| *expected != class) {
            let name = &self.scope.class(class).name;
            let found = format!("`{}`, of the class `{name}`", shortened(whole.text));
            return Err(error(found, &format!("colours of `{}`", self.scope.class(expected).name)));
        }
        let is_all = end - start == self.scope.class(class).colours.len() as u32;
        if !is_all {
            self.scope.write_out((end - start) as usize)?;
        }
        Ok(Set::Known { class, positions: (start..end).collect(), is_all })
    }

    fn subclass_of(&mut self, colour: Colour) -> Step<Set> {
        let Value::Known(position) = colour.term else { return Ok(Set::SubclassOf(colour)) };
        let class = self.scope.class(colour.class);
        let subclass = class.subclasses.partition_point(|(_, end)| *end <= position);
        let (start, end) = class.subclasses.get(subclass).copied().unwrap_or((position, position + 1));
        let is_all = (end - start) as usize == class.colours.len();
        self.scope.write_out((end - start) as usize)?;
        Ok(Set::Known { class: colour.class, positions: (start..end).collect(), is_all })
    }

    /// Converts a sum or difference of sets. In the editor, `+` and `-` of colours are operators on sets; the solvers
    /// treat them as operators on multisets.
    fn joined(
        &mut self,
        whole: &Expression<'_>,
        terms: &[(Sign, Expression<'_>)],
        expected: Option<ClassId>,
    ) -> Step<Set> {
        let mut sets = Vec::new();
        for (sign, term) in terms {
            sets.push((*sign, self.set(term, expected)?));
        }
        let ambiguous = || {
            let found = format!("`{}`: a sum or a difference of colours within `< >`", shortened(whole.text));
            remedied(found, "write a sum of tuples, `<x> + <y>`, or a guard; `All - x` can be read")
        };
        let mut sets = sets.into_iter();
        let Some((_, mut joined)) = sets.next() else { return Err(ambiguous()) };
        for (sign, next) in sets {
            joined = match (sign, joined, next) {
                (
                    sign,
                    Set::Known { class, positions, .. },
                    Set::Known { class: other, positions: others, .. },
                ) if class == other => {
                    self.combined(class, sign, &positions, &others).ok_or_else(ambiguous)?
                }
                (Sign::Minus, Set::Known { class, is_all: true, .. }, Set::Single(colour))
                    if colour.class == class =>
                {
                    Set::AllBut(colour)
                }
                _ => return Err(ambiguous()),
            };
        }
        Ok(joined)
    }

    /// Combines two known sets, if sets and multisets agree: added colours are new, and subtracted ones are present.
    fn combined(&self, class: ClassId, sign: Sign, left: &[u32], right: &[u32]) -> Option<Set> {
        let is_in_left = |position: &u32| left.binary_search(position).is_ok();
        let mut positions: Vec<u32> = match sign {
            Sign::Plus if right.iter().any(is_in_left) => return None,
            Sign::Plus => left.iter().chain(right).copied().collect(),
            Sign::Minus if !right.iter().all(is_in_left) => return None,
            Sign::Minus => {
                left.iter().copied().filter(|position| right.binary_search(position).is_err()).collect()
            }
        };
        positions.sort_unstable();
        let is_all = positions.len() == self.scope.class(class).colours.len();
        Some(Set::Known { class, positions, is_all })
    }

    /// Returns the set as a term: each of its colours once.
    pub(super) fn set_term(&mut self, set: Set) -> Step<Term> {
        Ok(match set {
            Set::Known { class, is_all: true, positions } if positions.len() > 1 => {
                Term::All(self.scope.class(class).sort)
            }
            Set::Known { class, positions, .. } => self.listed(class, &positions)?,
            Set::Single(colour) => self.colour_term(colour),
            Set::AllBut(colour) => {
                let all = Term::All(self.scope.class(colour.class).sort);
                Term::Apply(Operator::Difference, vec![all, self.colour_term(colour)])
            }
            Set::SubclassOf(colour) => self.subclass_term(colour)?,
        })
    }

    fn listed(&mut self, class: ClassId, positions: &[u32]) -> Step<Term> {
        self.scope.write_out(positions.len())?;
        let mut colours: Vec<Term> =
            positions.iter().map(|&position| self.scope.constant(class, position)).collect();
        Ok(match colours.len() {
            0 => Term::Empty(self.scope.class(class).sort),
            1 => colours.remove(0),
            _ => Term::Apply(Operator::Sum, colours),
        })
    }

    /// Returns a chain of tests for the subclasses; the last subclass needs no test.
    fn subclass_term(&mut self, colour: Colour) -> Step<Term> {
        const MAX_SUBCLASSES: usize = 64;
        let class = colour.class;
        let subclasses = self.scope.class(class).subclasses.clone();
        if subclasses.len() > MAX_SUBCLASSES {
            return Err(error(
                format!("`Subclass` of a class with more than {MAX_SUBCLASSES} subclasses"),
                "fewer",
            ));
        }
        let term = self.colour_term(colour);
        let mut nested = None;
        for (start, end) in subclasses.into_iter().rev() {
            let colours = self.listed(class, &(start..end).collect::<Vec<_>>())?;
            nested = Some(match nested {
                None => colours,
                Some(others) => {
                    let is_below = vec![term.clone(), self.scope.constant(class, end.saturating_sub(1))];
                    let is_below = Term::Apply(Operator::LessOrEqual, is_below);
                    Term::Apply(Operator::IfThenElse, vec![is_below, colours, others])
                }
            });
        }
        nested.ok_or_else(|| error("a class without colours", "at least one"))
    }
}
