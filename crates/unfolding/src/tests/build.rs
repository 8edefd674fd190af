//! Small coloured nets for tests.

use sanderling_net::{
    Arc, ArcKind, Constant, Inscription, Net, Operator, Place, PlaceId, Sort, SortDeclaration, SortId, Term,
    Transition, TransitionId, Value, VariableDeclaration, VariableId,
};

/// Sorts of [`Build::new`].
pub(super) const COLOUR: usize = 1;
pub(super) const PAIR: usize = 2;
pub(super) const NESTED: usize = 3;
pub(super) const RANGE: usize = 4;
pub(super) const INTEGER: usize = 5;

/// Net under construction, with the colours a, b and c, pairs of them, pairs of such a pair and a colour, the numbers 1
/// to 4, and the integers.
pub(super) struct Build(pub(super) Net);

impl Build {
    pub(super) fn new() -> Self {
        let mut net = Net::new("n");
        let constants =
            ["a", "b", "c"].map(|id| Constant { id: id.into(), name: Some("same".into()) }).to_vec();
        let [colour, pair] = [COLOUR, PAIR].map(SortId::new);
        let sorts = [
            Sort::Enumeration { cyclic: true, constants },
            Sort::Product(vec![colour, colour]),
            Sort::Product(vec![pair, colour]),
            Sort::Range { start: 1, end: 4 },
            Sort::Integer { minimum: None },
        ];
        for (sort, id) in sorts.into_iter().zip(["colour", "pair", "nested", "range", "integer"]) {
            net.declarations.sorts.push(SortDeclaration { id: id.into(), name: None, sort });
        }
        Self(net)
    }

    pub(super) fn variable(&mut self, id: &str, sort: usize) -> Term {
        let sort = SortId::new(sort);
        self.0.declarations.variables.push(VariableDeclaration { id: id.into(), name: None, sort });
        Term::Variable(VariableId::new(self.0.declarations.variables.len() - 1))
    }

    pub(super) fn place(&mut self, id: &str, sort: usize, initial: Term) -> PlaceId {
        let initial = Inscription::Term(Box::new(initial));
        self.0.add_place(Place { sort: SortId::new(sort), initial, ..Place::with_tokens(id, 0) })
    }

    pub(super) fn transition(&mut self, id: &str, guard: Option<Term>) -> TransitionId {
        self.0.add_transition(Transition { guard, ..Transition::plain(id) })
    }

    pub(super) fn arc(&mut self, place: PlaceId, transition: TransitionId, kind: ArcKind, term: Term) {
        let inscription = Inscription::Term(Box::new(term));
        self.0.add_arc(Arc { inscription, ..Arc::weighted(place, transition, kind, 1) });
    }
}

pub(super) fn constant(position: u32) -> Term {
    Term::Literal { sort: SortId::new(COLOUR), value: Value::Constant(position) }
}

pub(super) fn number(number: i64) -> Term {
    Term::Literal { sort: SortId::new(INTEGER), value: Value::Integer(number) }
}

pub(super) fn all(sort: usize) -> Term {
    Term::All(SortId::new(sort))
}

pub(super) fn none(sort: usize) -> Term {
    Term::Empty(SortId::new(sort))
}

pub(super) fn tuple(parts: &[Term]) -> Term {
    Term::Tuple(parts.to_vec())
}

pub(super) fn apply(operator: Operator, arguments: &[Term]) -> Term {
    Term::Apply(operator, arguments.to_vec())
}
