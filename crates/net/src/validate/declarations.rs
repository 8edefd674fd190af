//! Validation of sorts, variables and partitions.

use std::collections::HashSet;

use super::depth::dependency_order;
use super::{MAX_PARTS, MAX_SORT_DEPTH, Report};
use crate::{Declarations, Diagnostic, Net, PartitionDeclaration, Sort, SortId};

/// Checks the declarations of a net, except for the bodies of operators.
pub(super) fn check(net: &Net, report: &mut Report) {
    let declarations = &net.declarations;
    if declarations.sorts.first().is_none_or(|first| first.sort != Sort::Dot) {
        let first =
            Diagnostic::error("the first declared sort is not `dot`").expected("the built-in sort `dot`");
        report.add("", None, first);
    }
    check_references(declarations, report);
    if report.errors > 0 {
        return;
    }
    let Ok(order) = dependency_order(declarations.sorts.len(), |sort| references(declarations, sort))
        .map_err(|sort| report.add(&declarations.sorts[sort].id, None, circular()))
    else {
        return;
    };
    check_sizes(declarations, &order, report);
    for declaration in &declarations.sorts {
        if let Some(problem) = problem_of_sort(&declaration.sort) {
            report.add(&declaration.id, None, problem);
        }
    }
    if report.errors == 0 {
        declarations.partitions.iter().for_each(|partition| check_partition(net, partition, report));
    }
}

fn circular() -> Diagnostic {
    Diagnostic::error("a sort that is made of itself")
        .expected("sorts that do not refer to each other in circles")
}

/// Returns the sorts that are components of a sort.
fn parts(sort: &Sort) -> &[SortId] {
    match sort {
        Sort::Product(sorts) => sorts,
        Sort::List { element, .. } | Sort::Array { element, .. } => std::slice::from_ref(element),
        _ => &[],
    }
}

fn references(declarations: &Declarations, sort: usize) -> Vec<usize> {
    parts(&declarations.sorts[sort].sort).iter().map(|part| part.index()).collect()
}

/// Checks that every sort and variable that a declaration names is declared.
fn check_references(declarations: &Declarations, report: &mut Report) {
    let (sorts, variables) = (declarations.sorts.len(), declarations.variables.len());
    let named = declarations.sorts.iter().flat_map(|d| parts(&d.sort).iter().map(|&sort| (&d.id, sort)));
    let of_variables = declarations.variables.iter().map(|d| (&d.id, d.sort));
    let of_partitions = declarations.partitions.iter().map(|d| (&d.id, d.sort));
    for (id, sort) in named.chain(of_variables).chain(of_partitions) {
        if sort.index() >= sorts {
            let missing = Diagnostic::error(format!("sort number {}, which is not declared", sort.index()));
            report.add(id, None, missing.expected(format!("a number below {sorts}")));
        }
    }
    for operator in &declarations.operators {
        let mut seen = HashSet::new();
        for parameter in &operator.parameters {
            if parameter.index() >= variables {
                let number = parameter.index();
                let missing = Diagnostic::error(format!("variable number {number}, which is not declared"));
                report.add(&operator.id, None, missing.expected(format!("a number below {variables}")));
            } else if !seen.insert(parameter) {
                report.add(&operator.id, None, Diagnostic::error("a parameter that is given twice"));
            }
        }
    }
}

/// Checks the depth and the width of sorts. In `order`, every sort follows its components.
fn check_sizes(declarations: &Declarations, order: &[usize], report: &mut Report) {
    let mut depths = vec![0_usize; declarations.sorts.len()];
    let mut widths = vec![1_u64; declarations.sorts.len()];
    for &sort in order {
        let declaration = &declarations.sorts[sort];
        let parts = parts(&declaration.sort).iter().map(|part| part.index());
        depths[sort] = parts.clone().map(|part| depths[part]).max().unwrap_or(0) + 1;
        let width = parts.fold(0_u64, |sum, part| sum.saturating_add(widths[part]));
        widths[sort] = match declaration.sort {
            Sort::Array { length, .. } => width.saturating_mul(length).max(1),
            _ => width.max(1),
        };
        if depths[sort] > MAX_SORT_DEPTH {
            let deep = Diagnostic::error(format!("a sort that nests deeper than {MAX_SORT_DEPTH} levels"));
            report.add(&declaration.id, None, deep);
        }
        if widths[sort] > MAX_PARTS {
            let wide = Diagnostic::error(format!("a sort whose values have more than {MAX_PARTS} parts"));
            report.add(&declaration.id, None, wide);
        }
    }
}

fn problem_of_sort(sort: &Sort) -> Option<Diagnostic> {
    match sort {
        Sort::Enumeration { constants, .. } => {
            let mut seen = HashSet::new();
            if constants.is_empty() {
                return Some(Diagnostic::error("an enumeration without constants").expected("at least one"));
            }
            let twice = constants.iter().find(|constant| !seen.insert(&constant.id))?;
            Some(Diagnostic::error(format!("the constant `{}` is listed twice", twice.id)))
        }
        Sort::Range { start, end } if start > end => Some(
            Diagnostic::error(format!("a range from {start} to {end}")).expected("a start up to the end"),
        ),
        Sort::Product(sorts) if sorts.is_empty() => {
            Some(Diagnostic::error("a product of no sorts").expected("at least one"))
        }
        _ => None,
    }
}

fn check_partition(net: &Net, partition: &PartitionDeclaration, report: &mut Report) {
    let (mut ids, mut values) = (HashSet::new(), HashSet::new());
    for class in &partition.elements {
        if !ids.insert(&class.id) {
            report.add(
                &partition.id,
                None,
                Diagnostic::error(format!("class `{}` is listed twice", class.id)),
            );
        }
        for value in &class.values {
            let problem = if !net.is_value_of(partition.sort, value) {
                "which is not of the partition's sort"
            } else if values.insert(value) {
                continue;
            } else {
                "which is in a class already"
            };
            let message = format!("class `{}` has the value {value:?}, {problem}", class.id);
            report.add(&partition.id, None, Diagnostic::error(message));
        }
    }
}
