//! Which bindings of a transition are worth a try.
//!
//! A variable may have any value of its sort. Where an input or read arc asks for a token with just
//! the variable's value (or a tuple with the variable as a component), only values that tokens in
//! the place have can be enabled, and only these are tried. That changes nothing about the result, and makes
//! variables over the integers possible. INVARIANT: every enabled binding is among the candidates,
//! each candidate is there once, and they come in the order of the variables and their values.

use std::collections::{BTreeMap, BTreeSet};

use super::error::Problem;
use super::rule::Rule;
use super::{Binding, Marking, SemanticsError};
use crate::typing::Type;
use crate::{ArcKind, Inscription, Operator, Term, Value, VariableId};

/// How many values of a sort are tried for a variable, and how many bindings of a transition.
const MAX_CANDIDATES: u64 = 1 << 20;

/// The positions that lead from a token's value to a component of it.
type Path = Vec<usize>;

impl Rule<'_> {
    /// The variables that a binding of the transition has values for: all but those that the code
    /// segment binds before anything asks for them.
    pub(super) fn variables(&self) -> BTreeSet<VariableId> {
        let (mut needed, mut assigned) = (BTreeSet::new(), BTreeSet::new());
        let transition = self.declaration();
        for term in transition.guard.iter().chain(self.terms(|kind| kind != ArcKind::Output)) {
            collect_variables(term, &BTreeSet::new(), &mut needed);
        }
        for assignment in &transition.code {
            collect_variables(&assignment.value, &assigned, &mut needed);
            assigned.insert(assignment.variable);
        }
        for term in self.terms(|kind| kind == ArcKind::Output) {
            collect_variables(term, &assigned, &mut needed);
        }
        needed
    }

    /// The terms on the transition's arcs of some kinds.
    fn terms(&self, kinds: impl Fn(ArcKind) -> bool) -> impl Iterator<Item = &Term> {
        let wanted = self.arcs.iter().filter(move |arc| arc.kind != ArcKind::Reset && kinds(arc.kind));
        wanted.filter_map(|arc| match &arc.inscription {
            Inscription::Term(term) => Some(term.as_ref()),
            Inscription::Tokens(_) => None,
        })
    }

    /// The bindings that may be enabled in `marking`.
    pub(super) fn candidates(&self, marking: &Marking) -> Result<Vec<Binding>, SemanticsError> {
        let too_many =
            |what| SemanticsError { element: self.declaration().id.clone(), problem: Problem::TooMany(what) };
        let mut tokens = self.values_of_tokens(marking);
        let mut choices: Vec<(VariableId, Vec<Value>)> = Vec::new();
        for variable in self.variables() {
            let sort = self.net.declarations.variables[variable.index()].sort;
            let values = match tokens.remove(&variable) {
                Some(values) => values.into_iter().filter(|v| self.net.is_value_of(sort, v)).collect(),
                None => self
                    .net
                    .values_of(sort, MAX_CANDIDATES)
                    .ok_or_else(|| too_many("a variable with more values than can be tried"))?,
            };
            choices.push((variable, values));
        }
        let count = choices.iter().try_fold(1_u64, |n, (_, values)| n.checked_mul(values.len() as u64));
        if count.is_none_or(|count| count > MAX_CANDIDATES) {
            return Err(too_many("more bindings than can be tried"));
        }
        Ok(choices.into_iter().fold(vec![Binding::default()], |bindings, (variable, values)| {
            let bound = |binding: &Binding, value: &Value| {
                let mut binding = binding.clone();
                binding.set(variable, value.clone());
                binding
            };
            bindings.iter().flat_map(|b| values.iter().map(move |v| bound(b, v))).collect()
        }))
    }

    /// The values that tokens allow for the variables that stand bare on an input or read arc.
    fn values_of_tokens(&self, marking: &Marking) -> BTreeMap<VariableId, BTreeSet<Value>> {
        let mut values = BTreeMap::new();
        for arc in self.arcs(ArcKind::Input).chain(self.arcs(ArcKind::Read)) {
            let Inscription::Term(term) = &arc.inscription else { continue };
            for (variable, path) in self.bare_variables(term) {
                let tokens = marking.place(arc.place).iter().filter_map(|(value, _)| component(value, &path));
                values.entry(variable).or_insert_with(|| tokens.cloned().collect());
            }
        }
        values
    }

    /// The variables whose values a token of the multiset `term` must have, with the component.
    fn bare_variables(&self, term: &Term) -> Vec<(VariableId, Path)> {
        match term {
            Term::Variable(variable) => vec![(*variable, Path::new())],
            Term::Apply(Operator::Sum, terms) => terms.iter().flat_map(|t| self.bare_variables(t)).collect(),
            Term::Apply(Operator::NumberOf, terms) => match &terms[0] {
                Term::Literal { value: Value::Integer(1..), .. } => self.bare_variables(&terms[1]),
                _ => Vec::new(),
            },
            // A multiset in the tuple may be empty, and then there is no token.
            Term::Tuple(parts) if matches!(self.evaluator.typing().infer(term), Ok(Type::Tuple(_))) => {
                let below = |(position, part): (usize, &Term)| {
                    let inner = match part {
                        Term::Variable(_) | Term::Tuple(_) => self.bare_variables(part),
                        _ => Vec::new(),
                    };
                    inner.into_iter().map(move |(variable, path)| (variable, [vec![position], path].concat()))
                };
                parts.iter().enumerate().flat_map(below).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The component of a value that a path leads to.
fn component<'a>(value: &'a Value, path: &[usize]) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, &position| match value {
        Value::Tuple(values) => values.get(position),
        _ => None,
    })
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
