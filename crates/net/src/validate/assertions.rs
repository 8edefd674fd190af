//! Validation of assertions and of the guards of a property process: their ids and readings.

use std::collections::HashSet;

use super::Report;
use crate::{Assertion, Diagnostic, Net, PropertyProcess, Reading, SortId};

/// Checks assertions, except for their conditions.
pub(super) fn check(net: &Net, report: &mut Report) {
    let mut ids = HashSet::new();
    for assertion in &net.assertions {
        let (id, span) = (&assertion.id, assertion.span);
        if id.is_empty() {
            report.add("", span, Diagnostic::error("an assertion without id"));
        } else if !ids.insert(id) {
            let twice = Diagnostic::error(format!("the id `{id}` belongs to two assertions"));
            report.add(id, span, twice.expected("an id of its own"));
        }
    }
    for claim in claims(net) {
        check_reads(net, claim, report);
    }
}

/// Returns the assertions of a net and the guards of its property process.
pub(super) fn claims(net: &Net) -> impl Iterator<Item = &Assertion> {
    let property = net.program.iter().filter_map(|program| program.property.as_deref());
    net.assertions.iter().chain(property.flat_map(PropertyProcess::guards))
}

/// Checks that every reading has its own variable and its own coloured place.
fn check_reads(net: &Net, assertion: &Assertion, report: &mut Report) {
    let (mut places, mut variables) = (HashSet::new(), HashSet::new());
    for reading in &assertion.reads {
        let problem = lost(net, reading).or_else(|| {
            let (place, variable) =
                (net.place(reading.place), &net.declarations.variables[reading.variable.index()]);
            if place.sort == SortId::DOT {
                let plain = Diagnostic::error(format!("the place `{}` of plain tokens is read", place.id));
                Some(plain.expected("a place whose tokens have values"))
            } else if !places.insert(reading.place) {
                Some(Diagnostic::error(format!("the place `{}` is read twice", place.id)))
            } else if !variables.insert(reading.variable) {
                Some(Diagnostic::error(format!("the variable `{}` has two values", variable.id)))
            } else {
                None
            }
        });
        if let Some(problem) = problem {
            report.add(&assertion.id, assertion.span, problem);
        }
    }
}

/// Returns the error of a reading with an invalid place or variable.
fn lost(net: &Net, reading: &Reading) -> Option<Diagnostic> {
    let (places, variables) = (net.places.len(), net.declarations.variables.len());
    let (place, variable) = (reading.place.index(), reading.variable.index());
    (place >= places || variable >= variables).then(|| {
        Diagnostic::error(format!("place number {place} is read as variable number {variable}"))
            .expected(format!("a place below {places} and a variable below {variables}"))
    })
}

#[cfg(test)]
mod tests {
    use crate::{
        Assertion, Net, Operator, Place, PlaceId, Reading, Sort, SortDeclaration, SortId, Term,
        VariableDeclaration, VariableId,
    };

    /// Returns a net with the places `p` and `q` of numbers and `d` of plain tokens, the variables x and y over numbers
    /// and `b` over truth values, and an assertion for each list of readings, with the condition x = y.
    fn net(assertions: &[(&str, &[(usize, usize)])]) -> Net {
        let mut net = Net::new("n");
        let sorts = [Sort::Range { start: 0, end: 2 }, Sort::Bool, Sort::Range { start: 5, end: 9 }];
        let named = |(id, sort): (&str, Sort)| SortDeclaration { id: id.into(), name: None, sort };
        net.declarations.sorts.extend(["small", "truth", "large"].into_iter().zip(sorts).map(named));
        for (id, sort) in [("p", 1), ("q", 3), ("d", 0)] {
            net.add_place(Place { sort: SortId::new(sort), ..Place::with_tokens(id, 0) });
        }
        for (id, sort) in [("x", 1), ("y", 1), ("b", 2)] {
            let sort = SortId::new(sort);
            net.declarations.variables.push(VariableDeclaration { id: id.into(), name: None, sort });
        }
        for (id, reads) in assertions {
            let variable = |index| Term::Variable(VariableId::new(index));
            let condition = Term::Apply(Operator::Equal, vec![variable(0), variable(1)]);
            let reading = |&(p, v): &_| Reading { place: PlaceId::new(p), variable: VariableId::new(v) };
            let reads = reads.iter().map(reading).collect();
            net.assertions.push(Assertion { id: (*id).into(), reads, condition, span: None });
        }
        net
    }

    fn findings(net: &Net) -> Vec<String> {
        let with_element = |d: &crate::Diagnostic| format!("{}: {d}", d.element.as_deref().unwrap_or("-"));
        net.validate().iter().map(with_element).collect()
    }

    #[test]
    fn a_net_with_assertions_is_no_place_transition_net() {
        let mut net = net(&[("a", &[(0, 0), (1, 1)])]);
        assert_eq!(findings(&net), [""; 0], "numbers of all ranges are one kind");
        net.places.clear();
        assert!(!net.is_place_transition());
        net.assertions.clear();
        assert!(net.is_place_transition());
    }

    #[test]
    fn assertions_have_ids_of_their_own() {
        let reads = &[(0, 0), (1, 1)][..];
        assert_eq!(
            findings(&net(&[("", reads), ("a", reads), ("a", reads)])),
            [
                "-: error: an assertion without id",
                "a: error: the id `a` belongs to two assertions; expected an id of its own",
            ]
        );
    }

    #[test]
    fn readings_lead_somewhere() {
        let expected = "expected a place below 3 and a variable below 3";
        assert_eq!(
            findings(&net(&[("a", &[(3, 0), (0, 3), (u32::MAX as usize, 1)])])),
            [
                format!("a: error: place number 3 is read as variable number 0; {expected}"),
                format!("a: error: place number 0 is read as variable number 3; {expected}"),
                format!("a: error: place number 4294967295 is read as variable number 1; {expected}"),
            ]
        );
    }

    #[test]
    fn every_reading_is_of_another_coloured_place_and_another_variable() {
        assert_eq!(
            findings(&net(&[("a", &[(0, 0), (0, 1), (1, 0), (2, 2)])])),
            [
                "a: error: the place `p` is read twice",
                "a: error: the variable `x` has two values",
                "a: error: the place `d` of plain tokens is read; expected a place whose tokens have values",
            ]
        );
    }

    #[test]
    fn conditions_are_over_the_variables_that_are_read() {
        let expected = "a: error: the variable `y` in an assertion that does not read it; \
                        expected variables that have the value of a token";
        assert_eq!(findings(&net(&[("a", &[(0, 0)])])), [expected]);
    }

    #[test]
    fn a_variable_is_of_the_kind_of_its_place() {
        let mut net = net(&[("a", &[(0, 2)])]);
        net.assertions[0].condition = Term::Variable(VariableId::new(2));
        let expected = "a: error: a value of sort `truth`; expected a value of sort `small`";
        assert_eq!(findings(&net), [expected]);
    }

    #[test]
    fn conditions_are_checked_as_terms_are() {
        let number = || Term::Variable(VariableId::new(0));
        let deep = (0..300).fold(number(), |term, _| Term::Apply(Operator::BitNot, vec![term]));
        let cases = [
            (number(), "a value of sort `small`; expected a condition"),
            (Term::Variable(VariableId::new(7)), "variable number 7, which is not declared"),
            (deep, "a term that nests deeper than 256 levels"),
        ];
        for (condition, message) in cases {
            let mut net = net(&[("a", &[(0, 0)])]);
            net.assertions[0].condition = condition;
            let found = findings(&net);
            assert!(found.len() == 1 && found[0].starts_with(&format!("a: error: {message}")), "{found:?}");
        }
    }
}
