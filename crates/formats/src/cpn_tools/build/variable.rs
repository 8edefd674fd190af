//! Variables in terms, and names in expressions.

use std::collections::HashSet;

use sanderling_net::{Operator, Term, Value, VariableId};

use crate::cpn_tools::ml::Expression;

/// Returns whether a term depends on variables.
pub(super) fn has_variables(term: &Term) -> bool {
    let mut found = HashSet::new();
    variables(term, &mut found);
    !found.is_empty()
}

/// Adds the variables of a term.
pub(super) fn variables(term: &Term, found: &mut HashSet<VariableId>) {
    match term {
        Term::Variable(variable) => _ = found.insert(*variable),
        Term::Tuple(parts) | Term::Apply(_, parts) => parts.iter().for_each(|part| variables(part, found)),
        Term::Literal { .. } | Term::All(_) | Term::Empty(_) => {}
    }
}

/// Adds the variables whose values are determined by a token that matches the term.
pub(super) fn matched(term: &Term, found: &mut HashSet<VariableId>) {
    match term {
        Term::Variable(variable) => _ = found.insert(*variable),
        Term::Tuple(parts) | Term::Apply(Operator::Sum, parts) => {
            parts.iter().for_each(|part| matched(part, found));
        }
        Term::Apply(Operator::NumberOf, parts) => {
            if let [Term::Literal { value: Value::Integer(1..), .. }, of] = parts.as_slice() {
                matched(of, found);
            }
        }
        _ => {}
    }
}

/// Adds the names in an expression.
pub(super) fn names(expression: &Expression, found: &mut HashSet<String>) {
    let mut open = vec![expression];
    while let Some(expression) = open.pop() {
        match expression {
            Expression::Name(name) => _ = found.insert(name.clone()),
            Expression::Number(_) | Expression::Text(_) => {}
            Expression::Tuple(parts) | Expression::List(parts) => open.extend(parts),
            Expression::Record(fields) => open.extend(fields.iter().map(|(_, field)| field)),
            Expression::Select(_, of) => open.push(of),
            Expression::Apply(one, other) | Expression::Binary(_, one, other) => {
                open.extend([&**one, &**other]);
            }
            Expression::If(parts) => open.extend(parts.iter()),
            Expression::Case(scrutinee, clauses) => {
                open.push(scrutinee);
                open.extend(clauses.iter().map(|clause| &clause.body));
            }
            Expression::Function(clauses) => open.extend(clauses.iter().map(|clause| &clause.body)),
            Expression::Let(_, body) => open.push(body),
        }
    }
}
