//! Conversion of meanings to terms of a required sort.

use sanderling_net::{Operator, Sort, SortId, Term, Value};

use crate::cpn_tools::colour::{Colour, Colours, Parts};
use crate::cpn_tools::meaning::{Meaning, Shape};
use crate::cpn_tools::problem::{Outcome, Problem};

/// Maximum total number of terms in all inscriptions of a net.
const TERMS: usize = 1 << 18;

/// A converter of meanings to terms.
#[derive(Debug)]
pub(crate) struct Lowering<'c> {
    pub(crate) colours: &'c mut Colours,
    terms: usize,
}

impl<'c> Lowering<'c> {
    pub(crate) fn new(colours: &'c mut Colours) -> Self {
        Self { colours, terms: 0 }
    }

    /// Converts a meaning to a value of a sort, or a multiset over it.
    pub(crate) fn at(&mut self, meaning: &Meaning, sort: SortId) -> Outcome<Term> {
        self.terms += 1;
        if self.terms > TERMS {
            return Err(Problem::new("expressions that become too large"));
        }
        let literal = |value| Ok(Term::Literal { sort, value });
        match meaning.shape() {
            Shape::Unit => self.checked(sort, Value::Dot),
            Shape::Number(number) => self.checked(sort, Value::Integer(*number)),
            Shape::Truth(truth) => self.checked(sort, Value::Bool(*truth)),
            Shape::Text(text) => self.checked(sort, Value::String(text.clone())),
            Shape::Constant(own, position) if *own == sort => literal(Value::Constant(*position)),
            Shape::Tuple(parts) => {
                let sorts = self.product(sort, parts.len())?;
                let parts = parts.iter().zip(sorts).map(|(part, sort)| self.at(part, sort));
                Ok(Term::Tuple(parts.collect::<Outcome<_>>()?))
            }
            Shape::List(parts) => {
                let element = self.element(sort)?;
                let parts = parts.iter().map(|part| self.at(part, element)).collect::<Outcome<Vec<_>>>()?;
                if parts.is_empty() {
                    return literal(Value::List(Vec::new()));
                }
                Ok(Term::Apply(Operator::MakeList, parts))
            }
            Shape::Copies(number, of) => {
                let of = self.at(of, sort)?;
                match number.shape() {
                    Shape::Number(1) => Ok(of),
                    Shape::Number(0) => Ok(Term::Empty(sort)),
                    Shape::Number(number) if *number < 0 => {
                        Err(Problem::new(format!("{number} copies of a token")))
                    }
                    _ => Ok(Term::Apply(Operator::NumberOf, vec![self.number(number)?, of])),
                }
            }
            Shape::Sum(parts) if parts.is_empty() => Ok(Term::Empty(sort)),
            Shape::Sum(parts) => {
                let mut parts = parts.iter().map(|part| self.at(part, sort)).collect::<Outcome<Vec<_>>>()?;
                Ok(if parts.len() == 1 { parts.remove(0) } else { Term::Apply(Operator::Sum, parts) })
            }
            Shape::Difference(one, other) => {
                Ok(Term::Apply(Operator::Difference, vec![self.at(one, sort)?, self.at(other, sort)?]))
            }
            Shape::All(colour) => {
                let all = self.colours.get(*colour).sort;
                if !self.colours.is_finite(all) {
                    return Err(Problem::new("all values of a colour set that has infinitely many"));
                }
                Ok(Term::All(all))
            }
            Shape::If(condition, yes, no) => {
                let (yes, no) = (self.at(yes, sort)?, self.at(no, sort)?);
                Ok(Term::Apply(Operator::IfThenElse, vec![condition.clone(), yes, no]))
            }
            Shape::Term(term, _) => {
                self.terms += size(term);
                Ok(term.clone())
            }
            Shape::Record(_) | Shape::Variant(..) => self.structure(meaning, sort),
            Shape::Constant(..) => Err(Problem::new("a value of another colour set")),
            Shape::Function(_) => Err(Problem::new("a function where a value is expected")),
        }
    }

    /// Converts a record or a value of a union.
    fn structure(&mut self, meaning: &Meaning, sort: SortId) -> Outcome<Term> {
        match meaning.shape() {
            Shape::Record(fields) => {
                let [(_, only)] = fields.as_slice() else {
                    let sorts = self.product(sort, fields.len())?;
                    let parts = fields.iter().zip(sorts).map(|((_, part), sort)| self.at(part, sort));
                    return Ok(Term::Tuple(parts.collect::<Outcome<_>>()?));
                };
                self.at(only, sort)
            }
            Shape::Variant(colour, constructor, argument) => {
                let Colour { sort: own, parts: Parts::Union(constructors), .. } =
                    self.colours.get(*colour).clone()
                else {
                    return Err(Problem::new("a constructor of no union"));
                };
                if own != sort {
                    return Err(Problem::new("a value of another colour set"));
                }
                let mut sorts = self.product(sort, constructors.len() + 1)?.into_iter();
                let mut parts = Vec::with_capacity(constructors.len() + 1);
                let which = Value::Constant(*constructor);
                parts.extend(sorts.next().map(|sort| Term::Literal { sort, value: which }));
                for (number, sort) in sorts.enumerate() {
                    let is_this = number == *constructor as usize;
                    parts.push(match argument.as_ref().filter(|_| is_this) {
                        Some(argument) => self.at(argument, sort)?,
                        None => Term::Literal { sort, value: self.colours.first_value(sort) },
                    });
                }
                Ok(Term::Tuple(parts))
            }
            _ => Err(Problem::new("a value of another colour set")),
        }
    }

    /// Returns a constant, if it belongs to the sort.
    fn checked(&self, sort: SortId, value: Value) -> Outcome<Term> {
        let has_it = match (self.colours.described(sort), &value) {
            (Sort::Dot, Value::Dot) | (Sort::Bool, Value::Bool(_)) | (Sort::String, Value::String(_)) => true,
            (Sort::Integer { .. }, Value::Integer(_)) => true,
            (Sort::Range { start, end }, Value::Integer(number)) if (start..=end).contains(&number) => true,
            (Sort::Range { start, end }, Value::Integer(number)) => {
                return Err(Problem::new(format!(
                    "the number {number} of a colour set from {start} to {end}"
                )));
            }
            _ => false,
        };
        if has_it {
            Ok(Term::Literal { sort, value })
        } else {
            Err(Problem::new("a value of another colour set"))
        }
    }

    fn product(&self, sort: SortId, count: usize) -> Outcome<Vec<SortId>> {
        match self.colours.described(sort) {
            Sort::Product(sorts) if sorts.len() == count => Ok(sorts.clone()),
            _ => Err(Problem::new(format!("a tuple of {count}, which is no value of its colour set"))),
        }
    }

    fn element(&self, sort: SortId) -> Outcome<SortId> {
        match self.colours.described(sort) {
            Sort::List { element, .. } => Ok(*element),
            _ => Err(Problem::new("a list, which is no value of the colour set")),
        }
    }

    /// Converts a number.
    pub(crate) fn number(&mut self, meaning: &Meaning) -> Outcome<Term> {
        let sort = self.colours.int();
        self.at(meaning, sort)
    }

    /// Converts a condition.
    pub(crate) fn condition(&mut self, meaning: &Meaning) -> Outcome<Term> {
        let sort = self.colours.bool();
        self.at(meaning, sort)
    }
}

fn size(term: &Term) -> usize {
    match term {
        Term::Tuple(parts) | Term::Apply(_, parts) => 1 + parts.iter().map(size).sum::<usize>(),
        _ => 1,
    }
}
