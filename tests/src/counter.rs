//! A net that counts in a place of integers. It is a coloured net with infinitely many markings, unless its
//! guard bounds them.

use sanderling_net::{
    Arc, ArcKind, Inscription, Net, Operator, Place, Sort, SortDeclaration, SortId, Term, Transition, Value,
    VariableDeclaration, VariableId,
};

/// Returns a net with a place of integers that starts with 0, and a transition with a guard and an output
/// term for x.
#[must_use]
pub fn counter(guard: Option<Term>, put: Term) -> Net {
    let mut net = Net::new("counter");
    let sort = SortId::new(1);
    let integer = Sort::Integer { minimum: None };
    net.declarations.sorts.push(SortDeclaration { id: "integer".into(), name: None, sort: integer });
    net.declarations.variables.push(VariableDeclaration { id: "x".into(), name: None, sort });
    let term = |term| Inscription::Term(Box::new(term));
    let place = net.add_place(Place { sort, initial: term(number(0)), ..Place::with_tokens("p", 0) });
    let transition = net.add_transition(Transition { guard, ..Transition::plain("t") });
    for (kind, inscription) in [(ArcKind::Input, x()), (ArcKind::Output, put)] {
        let inscription = term(inscription);
        net.add_arc(Arc { inscription, ..Arc::weighted(place, transition, kind, 1) });
    }
    net
}

/// Returns the variable of a [`counter`].
#[must_use]
pub fn x() -> Term {
    Term::Variable(VariableId::new(0))
}

/// Returns a number, as a term of a [`counter`].
#[must_use]
pub fn number(number: i64) -> Term {
    Term::Literal { sort: SortId::new(1), value: Value::Integer(number) }
}

/// Returns an operator applied to two terms.
#[must_use]
pub fn apply(operator: Operator, first: Term, second: Term) -> Term {
    Term::Apply(operator, vec![first, second])
}
