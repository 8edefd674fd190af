//! The variables of a transition, and the sources of their values.
//!
//! A variable may have any value of its sort. However, an input or read arc may require a token whose value is the
//! variable itself, or a tuple with the variable as a component. The variable can then only have values of tokens in
//! the place. This does not depend on the marking, so it is computed once.

use std::collections::BTreeSet;

use crate::typing::{Type, Typing};
use crate::{Arc, ArcKind, Operator, PlaceId, Term, Transition, Value, VariableId};

/// The positions that lead from a token's value to a component of it.
type Path = Vec<usize>;

/// A component of the tokens in a place, which covers all enabled values of a variable.
pub(super) struct Origin {
    pub(super) place: PlaceId,
    path: Path,
}

impl Origin {
    /// Returns this component of a token's value.
    pub(super) fn component<'a>(&self, token: &'a Value) -> Option<&'a Value> {
        self.path.iter().try_fold(token, |value, &position| match value {
            Value::Tuple(values) => values.get(position),
            _ => None,
        })
    }
}

/// The variables for which a binding of a transition has values, in order: all except those that the code segment
/// assigns before they are read.
pub(super) struct Scope(Vec<(VariableId, Option<Origin>)>);

impl Scope {
    pub(super) fn of(transition: &Transition, arcs: &[&Arc], typing: &Typing<'_>) -> Self {
        let mut origins = origins(arcs, typing);
        // The sort is stable: of several origins, the first on the first arc counts.
        origins.sort_by_key(|&(variable, _)| variable);
        origins.dedup_by_key(|&mut (variable, _)| variable);
        let mut origins = origins.into_iter().peekable();
        // A variable with an origin occurs on an arc, so it is one of the bound variables.
        let mut origin = |variable| origins.next_if(|&(v, _)| v == variable).map(|(_, origin)| origin);
        Self(bound_variables(transition, arcs).into_iter().map(|v| (v, origin(v))).collect())
    }

    pub(super) fn contains(&self, variable: VariableId) -> bool {
        self.0.binary_search_by_key(&variable, |&(v, _)| v).is_ok()
    }

    /// Returns the variables with their origins, in the order of the variables.
    pub(super) fn iter(&self) -> impl Iterator<Item = (VariableId, Option<&Origin>)> {
        self.0.iter().map(|(variable, origin)| (*variable, origin.as_ref()))
    }
}

/// Returns the variables for which a binding of a transition with these arcs has values: all except those that the code
/// segment assigns before they are read.
#[must_use]
pub fn bound_variables(transition: &Transition, arcs: &[&Arc]) -> BTreeSet<VariableId> {
    let (mut needed, mut assigned) = (BTreeSet::new(), BTreeSet::new());
    for term in transition.guard.iter().chain(terms(arcs, |kind| kind != ArcKind::Output)) {
        collect_variables(term, &BTreeSet::new(), &mut needed);
    }
    for assignment in &transition.code {
        collect_variables(&assignment.value, &assigned, &mut needed);
        assigned.insert(assignment.variable);
    }
    for term in terms(arcs, |kind| kind == ArcKind::Output) {
        collect_variables(term, &assigned, &mut needed);
    }
    needed
}

/// Returns the terms on arcs of some kinds.
fn terms<'a>(arcs: &[&'a Arc], kinds: impl Fn(ArcKind) -> bool) -> impl Iterator<Item = &'a Term> {
    let wanted = arcs.iter().filter(move |arc| arc.kind != ArcKind::Reset && kinds(arc.kind));
    wanted.filter_map(|arc| arc.inscription.term())
}

/// Adds the variables in a term that are not in `bound`.
fn collect_variables(term: &Term, bound: &BTreeSet<VariableId>, variables: &mut BTreeSet<VariableId>) {
    match term {
        Term::Variable(variable) if !bound.contains(variable) => {
            variables.insert(*variable);
        }
        Term::Tuple(terms) | Term::Apply(_, terms) => {
            terms.iter().for_each(|term| collect_variables(term, bound, variables));
        }
        _ => {}
    }
}

/// Returns the variables that occur bare on an input or read arc, input arcs first.
fn origins(arcs: &[&Arc], typing: &Typing<'_>) -> Vec<(VariableId, Origin)> {
    let of_kind = |kind| arcs.iter().filter(move |arc| arc.kind == kind);
    let of_arc = |arc: &&Arc| {
        let place = arc.place;
        let bare = arc.inscription.term().map(|term| bare_variables(term, typing));
        bare.into_iter().flatten().map(move |(variable, path)| (variable, Origin { place, path }))
    };
    of_kind(ArcKind::Input).chain(of_kind(ArcKind::Read)).flat_map(of_arc).collect()
}

/// Returns the variables whose values a token of the multiset `term` must have, each with the path to its component.
fn bare_variables(term: &Term, typing: &Typing<'_>) -> Vec<(VariableId, Path)> {
    match term {
        Term::Variable(variable) => vec![(*variable, Path::new())],
        Term::Apply(Operator::Sum, terms) => terms.iter().flat_map(|t| bare_variables(t, typing)).collect(),
        Term::Apply(Operator::NumberOf, terms) => match &terms[0] {
            Term::Literal { value: Value::Integer(1..), .. } => bare_variables(&terms[1], typing),
            _ => Vec::new(),
        },
        // A multiset in the tuple may be empty, and there is no token in that case.
        Term::Tuple(parts) if matches!(typing.infer(term), Ok(Type::Tuple(_))) => {
            let below = |(position, part): (usize, &Term)| {
                let inner = match part {
                    Term::Variable(_) | Term::Tuple(_) => bare_variables(part, typing),
                    _ => Vec::new(),
                };
                inner.into_iter().map(move |(variable, path)| (variable, [vec![position], path].concat()))
            };
            parts.iter().enumerate().flat_map(below).collect()
        }
        _ => Vec::new(),
    }
}
