//! Replacement of the initial marking of a net.

use super::{Marking, Multiset};
use crate::{Inscription, Net, Operator, Place, Sort, SortDeclaration, SortId, Term, Value};

impl Net {
    /// Returns the net with `marking` as its initial marking.
    ///
    /// A coloured net may get an additional sort for the numbers of tokens.
    ///
    /// # Panics
    /// If the marking is not of this net.
    #[must_use]
    pub fn beginning_at(&self, marking: &Marking) -> Self {
        let mut net = self.clone();
        let numbers = numbers(&mut net, marking);
        for (place, tokens) in net.places.iter_mut().zip(marking.iter()) {
            place.initial = match place.sort {
                SortId::DOT => Inscription::Tokens(tokens.total()),
                _ => Inscription::Term(Box::new(term(place, tokens, numbers))),
            };
        }
        net
    }
}

/// Returns the sort of the numbers of tokens, and declares it if the marking needs one.
fn numbers(net: &mut Net, marking: &Marking) -> SortId {
    let sorts = &mut net.declarations.sorts;
    let is_natural = |one: &SortDeclaration| matches!(one.sort, Sort::Integer { minimum: None | Some(0) });
    let is_needed = marking.iter().any(|tokens| tokens.max_count() > 1);
    SortId::new(sorts.iter().position(is_natural).unwrap_or_else(|| {
        if is_needed {
            let sort = Sort::Integer { minimum: Some(0) };
            sorts.push(SortDeclaration { id: "natural".into(), name: None, sort });
        }
        sorts.len() - 1
    }))
}

/// Returns the tokens as a term; a single token is its value.
fn term(place: &Place, tokens: &Multiset, numbers: SortId) -> Term {
    let literal = |sort, value| Term::Literal { sort, value };
    let copies = |value: &Value, count: u64| match i64::try_from(count) {
        Ok(1) => literal(place.sort, value.clone()),
        count => {
            let number = literal(numbers, Value::Integer(count.unwrap_or(i64::MAX)));
            Term::Apply(Operator::NumberOf, vec![number, literal(place.sort, value.clone())])
        }
    };
    let parts =
        tokens.iter().flat_map(|(value, &count)| pieces(count).map(move |piece| copies(value, piece)));
    let mut parts: Vec<Term> = parts.collect();
    match parts.len() {
        0 => Term::Empty(place.sort),
        1 => parts.swap_remove(0),
        _ => Term::Apply(Operator::Sum, parts),
    }
}

/// Splits a number of tokens into pieces, because a number in a term has 63 bits.
fn pieces(count: u64) -> impl Iterator<Item = u64> {
    const MOST: u64 = i64::MAX as u64;
    let left = std::iter::successors(Some(count), |left| left.checked_sub(MOST));
    left.map(|left| left.min(MOST)).filter(|&piece| piece > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Constant;
    use crate::semantics::initial;

    #[test]
    fn the_net_begins_at_the_given_marking() {
        let mut net = Net::new("n");
        let constants = ["a", "b"].map(|id| Constant { id: id.into(), name: None }).to_vec();
        let sort = Sort::Enumeration { cyclic: false, constants };
        net.declarations.sorts.push(SortDeclaration { id: "colour".into(), name: None, sort });
        let colour = SortId::new(1);
        net.add_place(Place::with_tokens("plain", 3));
        for id in ["p", "q", "r", "s"] {
            let initial = Inscription::Term(Box::new(Term::All(colour)));
            net.add_place(Place { sort: colour, initial, ..Place::with_tokens(id, 0) });
        }
        let of = |counts: [u64; 2]| {
            let counts = (0..).zip(counts);
            counts.fold(Multiset::default(), |all, (position, count)| {
                all.with(Value::Constant(position), count).unwrap()
            })
        };
        let plain = Multiset::of(Value::Dot, u64::MAX);
        let ones = [plain.clone(), of([0, 0]), of([0, 1]), of([1, 1]), of([1, 0])].into_iter().collect();
        let many = [plain, of([0, 0]), of([u64::MAX, 0]), of([2, i64::MAX as u64 + 1]), of([1, 1])];
        for marking in [ones, many.into_iter().collect::<Marking>()] {
            let there = net.beginning_at(&marking);
            assert_eq!(initial(&there), Ok(marking));
            assert!(!there.validate().has_errors());
        }
    }
}
