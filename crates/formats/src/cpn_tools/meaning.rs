//! What an expression means: as much of it as is known before the net fires.
//!
//! Everything that does not depend on the values of variables is computed when the file is read, functions included. What does
//! is kept as a term of the common net, or as a structure with such terms in it, whose sort shows where it is
//! [used](crate::cpn_tools::lower). INVARIANT: nothing is deeper than `DEPTH`, so that it can be walked, and dropped, by recursion.

use std::rc::Rc;

use sanderling_net::{SortId, Term};

use crate::cpn_tools::colour::ColourId;
use crate::cpn_tools::ml::Clause;
use crate::cpn_tools::problem::{Outcome, Problem};

/// How deep a meaning may be.
const DEPTH: u32 = 120;

/// A meaning, which may be shared.
#[derive(Debug, Clone)]
pub(crate) struct Meaning(Rc<(Shape, u32)>);

/// See the module.
#[derive(Debug)]
pub(crate) enum Shape {
    Unit,
    Number(i64),
    Truth(bool),
    Text(String),
    /// A constant of an enumeration.
    Constant(SortId, u32),
    /// A tuple; where a component is a multiset, all tuples with one of its elements.
    Tuple(Vec<Meaning>),
    Record(Vec<(String, Meaning)>),
    List(Vec<Meaning>),
    /// A value of a union: which constructor, and its argument.
    Variant(ColourId, u32, Option<Meaning>),
    /// A multiset: a number of copies.
    Copies(Meaning, Meaning),
    /// A multiset: all of these.
    Sum(Vec<Meaning>),
    /// A multiset: the first without the second.
    Difference(Meaning, Meaning),
    /// A multiset: every value of a colour set.
    All(ColourId),
    /// One of two, by a condition on variables.
    If(Term, Meaning, Meaning),
    /// What depends on variables, with its colour set if that is known.
    Term(Term, Option<ColourId>),
    Function(Function),
}

/// A function.
#[derive(Debug, Clone)]
pub(crate) enum Function {
    /// One that was declared, with what is bound around it and the arguments that it already has.
    Clauses { name: Option<String>, clauses: Rc<[Clause]>, scope: Scope, arguments: Vec<Meaning> },
    /// One that CPN ML has for each colour set, or for all.
    BuiltIn(String),
    /// The constructor of a union.
    Constructor(ColourId, u32),
    /// The values of an index set, by their numbers.
    Index,
}

impl Meaning {
    pub(crate) fn new(shape: Shape) -> Outcome<Self> {
        let deepest = |parts: &[&Self]| parts.iter().map(|part| part.0.1).max().unwrap_or(0);
        let depth = 1 + match &shape {
            Shape::Tuple(parts) | Shape::List(parts) | Shape::Sum(parts) => {
                deepest(&parts.iter().collect::<Vec<_>>())
            }
            Shape::Record(fields) => deepest(&fields.iter().map(|(_, field)| field).collect::<Vec<_>>()),
            Shape::Variant(_, _, Some(part)) => deepest(&[part]),
            Shape::Copies(one, other) | Shape::Difference(one, other) => deepest(&[one, other]),
            Shape::If(condition, one, other) => depth_of(condition).max(deepest(&[one, other])),
            Shape::Term(term, _) => depth_of(term),
            Shape::Function(Function::Clauses { arguments, .. }) => {
                deepest(&arguments.iter().collect::<Vec<_>>())
            }
            _ => 0,
        };
        if depth > DEPTH {
            return Err(Problem::new("an expression that becomes too deep"));
        }
        Ok(Self(Rc::new((shape, depth))))
    }

    pub(crate) fn shape(&self) -> &Shape {
        &self.0.0
    }

    /// Whether a multiset is meant, as opposed to a value.
    pub(crate) fn is_multiset(&self) -> bool {
        match self.shape() {
            Shape::Copies(..) | Shape::Sum(_) | Shape::Difference(..) | Shape::All(_) => true,
            Shape::If(_, yes, no) => yes.is_multiset() || no.is_multiset(),
            Shape::Tuple(parts) => parts.iter().any(Self::is_multiset),
            _ => false,
        }
    }
}

impl Meaning {
    /// The number of tokens without a value, if that is all that is meant.
    pub(crate) fn black_tokens(&self) -> Option<u64> {
        match self.shape() {
            Shape::Unit => Some(1),
            Shape::Copies(number, of) => match number.shape() {
                Shape::Number(number) => u64::try_from(*number).ok()?.checked_mul(of.black_tokens()?),
                _ => None,
            },
            Shape::Sum(parts) | Shape::List(parts) => {
                parts.iter().try_fold(0_u64, |sum, part| sum.checked_add(part.black_tokens()?))
            }
            _ => None,
        }
    }

    /// The one token with a plain value that a marking is.
    pub(crate) fn token(&self) -> Option<&Self> {
        match self.shape() {
            Shape::Number(_) | Shape::Truth(_) | Shape::Text(_) | Shape::Constant(..) => Some(self),
            Shape::Copies(number, of) if matches!(number.shape(), Shape::Number(1)) => of.token(),
            _ => None,
        }
    }
}

/// The depth of a term. INVARIANT: terms are made here only of parts of meanings, so that they are as shallow.
fn depth_of(term: &Term) -> u32 {
    match term {
        Term::Tuple(parts) | Term::Apply(_, parts) => 1 + parts.iter().map(depth_of).max().unwrap_or(0),
        _ => 1,
    }
}

/// Names with what they are bound to, the innermost first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope(Option<Rc<(String, Meaning, Scope)>>);

impl Scope {
    pub(crate) fn with(&self, name: &str, meaning: Meaning) -> Self {
        Self(Some(Rc::new((name.to_owned(), meaning, self.clone()))))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Meaning> {
        let mut scope = self;
        while let Some(bound) = &scope.0 {
            if bound.0 == name {
                return Some(&bound.1);
            }
            scope = &bound.2;
        }
        None
    }
}

impl Drop for Scope {
    /// One after the other: a chain may be long.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some((_, _, mut outer)) = next.and_then(|bound| Rc::try_unwrap(bound).ok()) {
            next = outer.0.take();
        }
    }
}
