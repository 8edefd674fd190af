//! The number of tokens that an inscription denotes, computed without listing values.

use crate::{Inscription, Net, Operator, Term, Value};

impl Net {
    /// Returns the number of tokens that an inscription denotes, if it is the same for all values of its variables for
    /// which the inscription is defined. No values are listed.
    #[must_use]
    pub fn inscription_size(&self, inscription: &Inscription) -> Option<u64> {
        match inscription {
            Inscription::Tokens(tokens) => Some(*tokens),
            Inscription::Term(term) => size(self, term),
        }
    }
}

/// Returns the number of elements of the multiset that a term denotes.
fn size(net: &Net, term: &Term) -> Option<u64> {
    match term {
        Term::Variable(_) | Term::Literal { .. } => Some(1),
        Term::Tuple(parts) => {
            parts.iter().try_fold(1_u64, |size_so_far, part| size_so_far.checked_mul(size(net, part)?))
        }
        Term::All(sort) => net.value_count(*sort),
        Term::Empty(_) => Some(0),
        Term::Apply(operator, parts) => size_of_application(net, *operator, parts),
    }
}

fn size_of_application(net: &Net, operator: Operator, parts: &[Term]) -> Option<u64> {
    match (operator, parts) {
        (Operator::NumberOf, [Term::Literal { value: Value::Integer(copies), .. }, of]) => {
            u64::try_from(*copies).ok()?.checked_mul(size(net, of)?)
        }
        (Operator::NumberOf | Operator::TruncatedDifference | Operator::Declared(_), _) => None,
        (Operator::Sum, parts) => parts.iter().try_fold(0_u64, |sum, part| sum.checked_add(size(net, part)?)),
        (Operator::Difference, [from, less @ ..]) => {
            less.iter().try_fold(size(net, from)?, |left, part| left.checked_sub(size(net, part)?))
        }
        (Operator::IfThenElse, [_, one, other]) => {
            size(net, one).filter(|&size_of_one| size(net, other) == Some(size_of_one))
        }
        // All others denote one value.
        _ => Some(1),
    }
}
