//! The part of the meaning of an expression that is known before the net fires.
//!
//! Everything that does not depend on the values of variables is evaluated when the file is read, including functions.
//! The rest is kept as a term of the common net, or as a structure that contains such terms. Its sort is determined
//! where it is [used](crate::cpn_tools::lower). INVARIANT: nothing is deeper than `DEPTH`, so that recursion over it,
//! including `drop`, is safe.

use std::rc::Rc;

use sanderling_net::{SortId, Term};

use crate::cpn_tools::colour::ColourId;
use crate::cpn_tools::ml::Clause;
use crate::cpn_tools::problem::{Outcome, Problem};

/// Maximum depth of a meaning.
const DEPTH: u32 = 120;

/// A meaning, which may be shared.
#[derive(Debug, Clone)]
pub(crate) struct Meaning(Rc<(Shape, u32)>);

/// The structure of a meaning; see the module.
#[derive(Debug)]
pub(crate) enum Shape {
    Unit,
    Number(i64),
    Truth(bool),
    Text(String),
    /// A constant of an enumeration.
    Constant(SortId, u32),
    /// A tuple. If a component is a multiset, all tuples with one of its elements.
    Tuple(Vec<Meaning>),
    Record(Vec<(String, Meaning)>),
    List(Vec<Meaning>),
    /// A value of a union: the constructor and its argument.
    Variant(ColourId, u32, Option<Meaning>),
    /// A multiset of a number of copies.
    Copies(Meaning, Meaning),
    /// A multiset that is the sum of these.
    Sum(Vec<Meaning>),
    /// A multiset that is the first minus the second.
    Difference(Meaning, Meaning),
    /// A multiset of all values of a colour set, once each.
    All(ColourId),
    /// A choice between two meanings, by a condition on variables.
    If(Term, Meaning, Meaning),
    /// A term that depends on variables, with its colour set if that is known.
    Term(Term, Option<ColourId>),
    Function(Function),
}

/// A function.
#[derive(Debug, Clone)]
pub(crate) enum Function {
    /// A declared function, with its enclosing scope and the arguments applied so far.
    Clauses { name: Option<String>, clauses: Rc<[Clause]>, scope: Scope, arguments: Vec<Meaning> },
    /// A built-in function of CPN ML, for a colour set or for all.
    BuiltIn(String),
    /// The constructor of a union.
    Constructor(ColourId, u32),
    /// The function from the numbers of an index set to its values.
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

    /// Returns whether the meaning is a multiset and not a value.
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
    /// Returns the number of tokens without a value, if there are no others.
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

    /// Returns the only token, if the marking is one token with a simple value.
    pub(crate) fn token(&self) -> Option<&Self> {
        match self.shape() {
            Shape::Number(_) | Shape::Truth(_) | Shape::Text(_) | Shape::Constant(..) => Some(self),
            Shape::Copies(number, of) if matches!(number.shape(), Shape::Number(1)) => of.token(),
            _ => None,
        }
    }
}

/// Returns the depth of a term. INVARIANT: terms are built here only from parts of meanings, so they are equally
/// shallow.
fn depth_of(term: &Term) -> u32 {
    match term {
        Term::Tuple(parts) | Term::Apply(_, parts) => 1 + parts.iter().map(depth_of).max().unwrap_or(0),
        _ => 1,
    }
}

/// Bound names and their meanings, the innermost first.
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
    /// Drops the bindings iteratively, because the chain may be long.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some((_, _, mut outer)) = next.and_then(|bound| Rc::try_unwrap(bound).ok()) {
            next = outer.0.take();
        }
    }
}
