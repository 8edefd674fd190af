//! Sort inference for concatenation, slices and search of strings and lists.

use super::{IllSorted, Inferred, Type, Typing};
use crate::{Operator, Sort, Term};

/// The kind of parts that a string or a list has.
enum Parts {
    Characters,
    /// `None` for the empty list, which fits every list type.
    Elements(Option<Type>),
}

impl Typing<'_> {
    /// Returns the type of an operator on strings or lists.
    pub(super) fn sequence(&self, operator: Operator, arguments: &[Term]) -> Inferred {
        let first = self.value(&arguments[0])?;
        let parts = self.parts(&first)?;
        if operator == Operator::Slice {
            return arguments[1..].iter().try_for_each(|number| self.number(number)).map(|()| first);
        }
        let second = self.value(&arguments[1])?;
        match (&parts, self.parts(&second)?) {
            (Parts::Characters, Parts::Characters) | (Parts::Elements(_), Parts::Elements(None)) => {}
            (Parts::Elements(None), Parts::Elements(_)) => {
                return Ok(if operator == Operator::HasPart { Type::Bool } else { second });
            }
            (Parts::Elements(Some(element)), Parts::Elements(Some(other))) => {
                self.expect_fit(&other, element)?;
            }
            _ => return Err(IllSorted::new(self.describe(&second), self.describe(&first))),
        }
        Ok(if operator == Operator::HasPart { Type::Bool } else { first })
    }

    fn parts(&self, found: &Type) -> Result<Parts, IllSorted> {
        match found {
            Type::List(element) => return Ok(Parts::Elements(element.as_deref().cloned())),
            Type::Sort(sort) => match self.net.sort(*sort) {
                Sort::String => return Ok(Parts::Characters),
                Sort::List { element, .. } => return Ok(Parts::Elements(Some(Type::Sort(*element)))),
                _ => {}
            },
            _ => {}
        }
        Err(IllSorted::new(self.describe(found), "a string or a list"))
    }
}
