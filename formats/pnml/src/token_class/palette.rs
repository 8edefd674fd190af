//! The colours of a net of several token classes: the enumeration of the classes, and multisets over it.

use std::collections::HashMap;

use sanderling_net::{
    ArcKind, Constant, Diagnostic, Inscription, Net, Operator, Sort, SortDeclaration, SortId, Span, Term,
    Value,
};

use super::{TokenClasses, Tokens};
use crate::report::Report;

/// The sort whose constants are the classes.
const CLASSES: &str = "tokenclass";
/// The sort of the numbers of tokens of a class.
const NUMBERS: &str = "integer";

/// The classes of a net.
#[derive(Debug)]
pub(super) struct Palette<'c> {
    classes: SortId,
    numbers: SortId,
    positions: HashMap<String, u32>,
    /// The class of a number without one.
    default: &'c str,
}

impl<'c> Palette<'c> {
    /// Declares the classes in this order.
    pub(super) fn declare(net: &mut Net, order: Vec<String>, default: Option<&'c str>) -> Self {
        let mut declare = |id: &str, sort| {
            net.declarations.sorts.push(SortDeclaration { id: id.to_owned(), name: None, sort });
            SortId::new(net.declarations.sorts.len() - 1)
        };
        let constants = order.iter().map(|id| Constant { id: id.clone(), name: None }).collect();
        Self {
            classes: declare(CLASSES, Sort::Enumeration { cyclic: false, constants }),
            numbers: declare(NUMBERS, Sort::Integer { minimum: None }),
            positions: order.into_iter().zip(0..).collect(),
            default: default.unwrap_or_default(),
        }
    }

    /// Sets the multiset of each place and each arc.
    pub(super) fn paint(&self, net: &mut Net, stated: &TokenClasses, span: Span, report: &mut Report<'_>) {
        let (mut markings, mut weights) =
            (stated.markings.iter().peekable(), stated.weights.iter().peekable());
        for (index, place) in net.places.iter_mut().enumerate() {
            let stated = markings.next_if(|(marked, _)| marked.index() == index).map(|(_, tokens)| tokens);
            place.sort = self.classes;
            self.colour(&mut place.initial, stated, place.span.unwrap_or(span), report);
        }
        for (index, arc) in net.arcs.iter_mut().enumerate() {
            let stated = weights.next_if(|(weighed, _)| *weighed == index).map(|(_, tokens)| tokens);
            if arc.kind != ArcKind::Reset {
                self.colour(&mut arc.inscription, stated, arc.span.unwrap_or(span), report);
            }
        }
    }

    fn colour(
        &self,
        inscription: &mut Inscription,
        stated: Option<&Tokens>,
        span: Span,
        report: &mut Report<'_>,
    ) {
        let number = [(self.default.to_owned(), inscription.tokens())];
        let counts = stated.map_or(number.as_slice(), |tokens| tokens.classes.as_slice());
        match self.multiset(counts) {
            Some(multiset) => *inscription = Inscription::Term(Box::new(multiset)),
            None => {
                let found = Diagnostic::error("a number of coloured tokens that is too large");
                report.say(found.expected(format!("at most {}", i64::MAX)).at(span));
            }
        }
    }

    fn multiset(&self, counts: &[(String, u64)]) -> Option<Term> {
        let present = counts.iter().filter(|(_, count)| *count > 0);
        let mut parts: Vec<Term> =
            present.map(|(class, count)| self.copies(class, *count)).collect::<Option<_>>()?;
        Some(match parts.len() {
            0 => Term::Empty(self.classes),
            1 => parts.remove(0),
            _ => Term::Apply(Operator::Sum, parts),
        })
    }

    fn copies(&self, class: &str, count: u64) -> Option<Term> {
        let position = *self.positions.get(class)?;
        let token = Term::Literal { sort: self.classes, value: Value::Constant(position) };
        if count == 1 {
            return Some(token);
        }
        let count = Value::Integer(i64::try_from(count).ok()?);
        let count = Term::Literal { sort: self.numbers, value: count };
        Some(Term::Apply(Operator::NumberOf, vec![count, token]))
    }
}
