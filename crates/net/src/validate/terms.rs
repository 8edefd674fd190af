//! Validation of terms: references, depth and sorts.
//!
//! The context of a term decides what it must denote: a multiset over the place's sort, a condition, or a value.
//! [`Typing`] may recurse only after references and depth have been checked.

use std::collections::HashSet;

use super::assertions::claims;
use super::depth::dependency_order;
use super::nodes::arc_name;
use super::{MAX_TERM_DEPTH, Report};
use crate::typing::{IllSorted, Typing};
use crate::{ArcKind, Diagnostic, Inscription, Net, Operator, Span, Term, VariableId};

/// Checks every term of the net.
pub(super) fn check(net: &Net, report: &mut Report) {
    check_references(net, report);
    if report.errors == 0 {
        check_depths(net, report);
    }
    if report.errors == 0 {
        check_scopes(net, report);
        check_sorts(net, report);
    }
}

/// A term of a net with the id and the span of the element that it belongs to.
type Located<'a> = (&'a Term, String, Option<Span>);

/// Returns every term that is not the body of an operator.
fn placed_terms(net: &Net) -> impl Iterator<Item = Located<'_>> {
    let initial = net.places.iter().filter_map(|p| Some((p.initial.term()?, p.id.clone(), p.span)));
    let of_transitions = net.transitions.iter().flat_map(|transition| {
        let code = transition.code.iter().map(|assignment| &assignment.value);
        transition.guard.iter().chain(code).map(|term| (term, transition.id.clone(), transition.span))
    });
    let of_arcs =
        net.arcs.iter().filter_map(|arc| Some((arc.inscription.term()?, arc_name(net, arc), arc.span)));
    let of_assertions = claims(net).map(|a| (&a.condition, a.id.clone(), a.span));
    initial.chain(of_transitions).chain(of_arcs).chain(of_assertions)
}

/// Returns the direct subterms of a term.
fn subterms(term: &Term) -> &[Term] {
    match term {
        Term::Tuple(terms) | Term::Apply(_, terms) => terms,
        _ => &[],
    }
}

/// Returns a term and all terms in it, with their depths from 1.
fn with_depths(term: &Term) -> impl Iterator<Item = (&Term, usize)> {
    let mut open = vec![(term, 1)];
    std::iter::from_fn(move || {
        let (term, depth) = open.pop()?;
        open.extend(subterms(term).iter().map(|subterm| (subterm, depth + 1)));
        Some((term, depth))
    })
}

/// Returns the variables in a term.
fn variables(term: &Term) -> impl Iterator<Item = VariableId> + '_ {
    with_depths(term).filter_map(|(term, _)| match term {
        Term::Variable(variable) => Some(*variable),
        _ => None,
    })
}

/// Checks that everything that terms refer to is declared.
fn check_references(net: &Net, report: &mut Report) {
    let bodies = net.declarations.operators.iter().map(|o| (&o.body, o.id.clone(), None));
    for (term, element, span) in bodies.chain(placed_terms(net)) {
        for (term, _) in with_depths(term) {
            if let Some(problem) = undeclared(net, term) {
                report.add(&element, span, problem);
            }
        }
    }
    for transition in &net.transitions {
        for assignment in &transition.code {
            if let Some(problem) = undeclared(net, &Term::Variable(assignment.variable)) {
                report.add(&transition.id, transition.span, problem);
            }
        }
    }
}

fn undeclared(net: &Net, term: &Term) -> Option<Diagnostic> {
    let declarations = &net.declarations;
    let (what, index, count) = match term {
        Term::Variable(id) => ("variable", id.index(), declarations.variables.len()),
        Term::Literal { sort, .. }
        | Term::All(sort)
        | Term::Empty(sort)
        | Term::Apply(Operator::Wrap(sort) | Operator::Within(sort), _) => {
            ("sort", sort.index(), declarations.sorts.len())
        }
        Term::Apply(Operator::Declared(id), _) => ("operator", id.index(), declarations.operators.len()),
        Term::Apply(Operator::PartitionElementOf(id) | Operator::PartitionLess(id), _) => {
            ("partition", id.index(), declarations.partitions.len())
        }
        _ => return None,
    };
    (index >= count).then(|| {
        Diagnostic::error(format!("{what} number {index}, which is not declared"))
            .expected(format!("a number below {count}"))
    })
}

/// Checks that operators are not recursive, and that no term is too deep.
fn check_depths(net: &Net, report: &mut Report) {
    let operators = &net.declarations.operators;
    let used = |operator: usize| {
        with_depths(&operators[operator].body)
            .filter_map(|(term, _)| match term {
                Term::Apply(Operator::Declared(id), _) => Some(id.index()),
                _ => None,
            })
            .collect()
    };
    let order = match dependency_order(operators.len(), used) {
        Ok(order) => order,
        Err(operator) => {
            let circular = Diagnostic::error("an operator that uses itself");
            report.add(&operators[operator].id, None, circular.expected("operators without recursion"));
            return;
        }
    };
    let mut depths = vec![0; operators.len()];
    for operator in order {
        let declaration = &operators[operator];
        depths[operator] = check_depth(&declaration.body, &depths, &declaration.id, None, report);
    }
    for (term, element, span) in placed_terms(net) {
        check_depth(term, &depths, &element, span, report);
    }
}

/// Checks the depth of a term, and returns it. `operators` holds the depths of the operators' bodies.
fn check_depth(
    term: &Term,
    operators: &[usize],
    element: &str,
    span: Option<Span>,
    report: &mut Report,
) -> usize {
    let below = |term: &Term| match term {
        Term::Apply(Operator::Declared(id), _) => operators[id.index()],
        _ => 0,
    };
    let depth = with_depths(term).map(|(term, depth)| depth + below(term)).max().unwrap_or(1);
    if depth > MAX_TERM_DEPTH {
        let deep = Diagnostic::error(format!("a term that nests deeper than {MAX_TERM_DEPTH} levels"));
        report.add(element, span, deep.help("write long sums and conjunctions as one term with many parts"));
    }
    depth
}

/// Checks variables: an initial marking has none, an operator only its parameters, and an assertion only those that
/// hold the values of tokens.
fn check_scopes(net: &Net, report: &mut Report) {
    let name = |variable: VariableId| &net.declarations.variables[variable.index()].id;
    for place in &net.places {
        let Inscription::Term(term) = &place.initial else { continue };
        if let Some(variable) = variables(term).next() {
            let message = format!("the variable `{}` in an initial marking", name(variable));
            report.add(
                &place.id,
                place.span,
                Diagnostic::error(message).expected("a term without variables"),
            );
        }
    }
    for operator in &net.declarations.operators {
        let parameters: HashSet<_> = operator.parameters.iter().copied().collect();
        if let Some(variable) = variables(&operator.body).find(|v| !parameters.contains(v)) {
            let message = format!("the variable `{}` in an operator's body", name(variable));
            report.add(&operator.id, None, Diagnostic::error(message).expected("parameters only"));
        }
    }
    for assertion in claims(net) {
        let read: HashSet<_> = assertion.reads.iter().map(|reading| reading.variable).collect();
        if let Some(variable) = variables(&assertion.condition).find(|v| !read.contains(v)) {
            let message = format!("the variable `{}` in an assertion that does not read it", name(variable));
            let stray = Diagnostic::error(message).expected("variables that have the value of a token");
            report.add(&assertion.id, assertion.span, stray);
        }
    }
}

/// Checks that every term has the type that its context requires.
fn check_sorts(net: &Net, report: &mut Report) {
    let typing = Typing::new(net);
    let mut note = |element: &str, span, outcome: Result<(), IllSorted>| {
        if let Err(IllSorted { found, expected }) = outcome {
            report.add(element, span, Diagnostic::error(found).expected(expected));
        }
    };
    for (index, operator) in net.declarations.operators.iter().enumerate() {
        note(&operator.id, None, typing.body(crate::OperatorId::new(index)).map(drop));
    }
    for place in &net.places {
        if let Inscription::Term(term) = &place.initial {
            note(&place.id, place.span, typing.check_multiset(term, place.sort));
        }
    }
    for transition in &net.transitions {
        let guard = transition.guard.as_ref().map_or(Ok(()), |guard| typing.check_condition(guard));
        note(&transition.id, transition.span, guard);
        for assignment in &transition.code {
            let sort = net.declarations.variables[assignment.variable.index()].sort;
            note(&transition.id, transition.span, typing.check_value(&assignment.value, sort));
        }
    }
    for arc in &net.arcs {
        if let (Inscription::Term(term), false) = (&arc.inscription, arc.kind == ArcKind::Reset) {
            let sort = net.place(arc.place).sort;
            note(&arc_name(net, arc), arc.span, typing.check_multiset(term, sort));
        }
    }
    for assertion in claims(net) {
        for reading in &assertion.reads {
            let sort = net.place(reading.place).sort;
            note(&assertion.id, assertion.span, typing.check_value(&Term::Variable(reading.variable), sort));
        }
        note(&assertion.id, assertion.span, typing.check_condition(&assertion.condition));
    }
}
