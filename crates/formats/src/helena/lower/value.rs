//! The values of expressions: a kind, and a known value or a term.

use sanderling_net::{Operator, SortId, Term, Value as Known};

use super::types::TypeId;

/// The kind of an expression's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Numbers, computed without bounds.
    Number,
    /// Numbers of a modulo type; operations give numbers of the same type.
    Modulo(TypeId),
    /// Constants of an enumeration.
    Constant(TypeId),
    /// Truth values.
    Truth,
}

/// The value of an expression.
#[derive(Debug, Clone)]
pub(super) struct Value {
    pub(super) kind: Kind,
    pub(super) meaning: Meaning,
}

/// A known value, or the term that computes it.
#[derive(Debug, Clone)]
pub(super) enum Meaning {
    Known(Known),
    Computed(Term),
    /// A term all of whose values lie in this sort.
    Member(Term, SortId),
}

impl Value {
    pub(super) fn number(number: i64) -> Self {
        Self { kind: Kind::Number, meaning: Meaning::Known(Known::Integer(number)) }
    }

    pub(super) fn truth(truth: bool) -> Self {
        Self { kind: Kind::Truth, meaning: Meaning::Known(Known::Bool(truth)) }
    }

    pub(super) fn constant(of: TypeId, position: u32) -> Self {
        Self { kind: Kind::Constant(of), meaning: Meaning::Known(Known::Constant(position)) }
    }

    pub(super) fn computed(kind: Kind, operator: Operator, operands: Vec<Term>) -> Self {
        Self { kind, meaning: Meaning::Computed(Term::Apply(operator, operands)) }
    }

    pub(super) fn known(&self) -> Option<&Known> {
        if let Meaning::Known(known) = &self.meaning { Some(known) } else { None }
    }

    pub(super) fn known_number(&self) -> Option<i64> {
        if let Some(Known::Integer(number)) = self.known() { Some(*number) } else { None }
    }

    pub(super) fn known_truth(&self) -> Option<bool> {
        if let Some(Known::Bool(truth)) = self.known() { Some(*truth) } else { None }
    }

    pub(super) fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Number | Kind::Modulo(_))
    }
}

/// Returns the number of nodes of a term.
pub(super) fn size(term: &Term) -> usize {
    match term {
        Term::Tuple(parts) | Term::Apply(_, parts) => 1 + parts.iter().map(size).sum::<usize>(),
        _ => 1,
    }
}
