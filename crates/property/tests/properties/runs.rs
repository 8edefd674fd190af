//! Formulas about runs: how they are read, and that what is printed is read as the same.

use crate::sample::{net, program, workshop};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_property::{
    ColouredStatement, ColouredTemporal, Formula, Logic, PathOperator, PathQuantifier, Statement, Temporal,
    TemporalProperty, Tokens,
};

fn read(text: &str) -> TemporalProperty<Tokens, sanderling_property::Bindings> {
    match ColouredStatement::parse(text, &net()) {
        Ok(Statement::Runs(property)) => property,
        Ok(_) => panic!("{text} is not about runs"),
        Err(found) => panic!("{text}: {found}"),
    }
}

#[test]
fn a_formula_without_operators_is_about_the_first_marking() {
    let formula = read("ltl t and not deadlock or tokens(p) <= 2").formula;
    assert!(matches!(formula, Temporal::State(Formula::Or(_))), "{formula:?}");
}

#[test]
fn letters_are_names_where_nothing_stands_behind_them() {
    let mut net = net();
    net.transitions[0].id = "F".into();
    net.transitions[1].id = "U".into();
    let read = |text: &str| match ColouredStatement::parse(text, &net) {
        Ok(Statement::Runs(property)) => property.formula,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(read("ltl G F F"), read("ltl G F fireable(F)"));
    assert_eq!(read("ltl \"U\" U F"), read("ltl fireable(U) U fireable(F)"));
    assert_eq!(read("ctl A[\"U\" U F] or EF F"), read("ctl A[fireable(U) U fireable(F)] or EF fireable(F)"));
}

#[test]
fn statements_of_both_kinds_follow_each_other() {
    let text = "property one: always tokens(p) <= 3\nltl G F t\nctl AG EF t; []tokens(p) <= 1; reach t";
    let statements = ColouredStatement::parse_all(text, &net()).expect("is correct");
    let kinds: Vec<bool> =
        statements.iter().map(|statement| matches!(statement, Statement::Runs(_))).collect();
    assert_eq!(kinds, [false, true, true, false, false]);
    assert_eq!((statements[0].name(), statements[1].text()), (Some("one"), "ltl G F t"));
}

#[test]
fn formulas_about_runs_may_mention_colours_and_values() {
    let coloured = "ltl G (fireable(start(m=drill)) -> F tokens(busy(drill)) >= 1)";
    let statement = ColouredStatement::parse(coloured, &workshop()).expect(coloured);
    assert!(statement.without_colours().is_none());
    for text in ["ctl AG (x == 1 -> A[level[0] <= 2 U P.cs])", "ltl G (P.idle -> F (P.cs and x > 0))"] {
        assert!(ColouredStatement::parse(text, &program()).is_ok(), "{text}");
    }
}

#[test]
fn equivalences_that_double_too_often_are_refused() {
    let nested = |depth| (0..depth).fold("F t".to_string(), |text, _| format!("(({text}) iff F u)"));
    assert!(ColouredStatement::parse(&format!("ltl {}", nested(5)), &net()).is_ok());
    let found = ColouredStatement::parse(&format!("ltl {}", nested(40)), &net()).expect_err("is too large");
    assert!(found.to_string().contains("more than 100000 parts"), "{found}");
    let long: Vec<String> = (0..40).map(|_| "(t iff u)".to_string()).collect();
    assert!(ColouredStatement::parse(&format!("ltl F ({})", long.join(" and ")), &net()).is_ok());
}

#[test]
fn deeply_nested_formulas_are_refused() {
    for (text, is_read) in [("X ", true), ("not X ", false), ("(", false), ("GFGF ", false)] {
        let text = format!("ltl {}t", text.repeat(250));
        assert_eq!(ColouredStatement::parse(&text, &net()).is_ok(), is_read, "{text}");
    }
}

/// A formula with up to this number of operators in a row.
fn random_formula(random: &mut StdRng, logic: Logic, depth: u32) -> ColouredTemporal {
    use PathOperator::{Finally, Globally, Next, Release, StrongRelease, Until, WeakUntil};
    if depth == 0 || random.random_bool(0.1) {
        let atoms = ["t", "tokens(p) <= 2", "deadlock", "t or u", "true", "not u"];
        let atom = atoms[random.random_range(0..atoms.len())];
        return read(&format!("ltl {atom}")).formula;
    }
    let mut operand = || random_formula(random, logic, depth - 1);
    let (one, two) = (operand(), operand());
    let quantifiers = [PathQuantifier::All, PathQuantifier::Some];
    let quantifier = (logic == Logic::Ctl).then(|| quantifiers[random.random_range(0..2)]);
    match random.random_range(0..10) {
        0 => Temporal::Not(Box::new(one)),
        1 => Temporal::And(vec![one, two]),
        2 => Temporal::Or(vec![one, two]),
        choice @ 3..=5 => {
            Temporal::path(quantifier, [Next, Finally, Globally][choice as usize - 3], vec![one])
        }
        choice => {
            let operator = [Until, WeakUntil, Release, StrongRelease][choice as usize - 6];
            Temporal::path(quantifier, operator, vec![one, two])
        }
    }
}

/// With boolean operators on formulas about single markings as parts of these.
fn merged(formula: &ColouredTemporal) -> ColouredTemporal {
    let all = |parts: &[ColouredTemporal]| parts.iter().map(merged).collect::<Vec<_>>();
    let states = |parts: &[ColouredTemporal]| -> Option<Vec<_>> {
        let state = |part: &ColouredTemporal| match part {
            Temporal::State(formula) => Some(formula.clone()),
            _ => None,
        };
        parts.iter().map(state).collect()
    };
    match formula {
        Temporal::State(_) => formula.clone(),
        Temporal::Not(inner) => match merged(inner) {
            Temporal::State(formula) => Temporal::State(Formula::Not(Box::new(formula))),
            inner => Temporal::Not(Box::new(inner)),
        },
        Temporal::And(parts) => {
            let parts = all(parts);
            states(&parts).map_or(Temporal::And(parts), |parts| Temporal::State(Formula::And(parts)))
        }
        Temporal::Or(parts) => {
            let parts = all(parts);
            states(&parts).map_or(Temporal::Or(parts), |parts| Temporal::State(Formula::Or(parts)))
        }
        Temporal::Path { quantifier, operator, operands } => {
            Temporal::path(*quantifier, *operator, all(operands))
        }
    }
}

#[test]
fn printed_formulas_are_read_as_the_same() {
    let seed = std::env::var("SANDERLING_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("SANDERLING_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    for round in 0..2000 {
        let logic = if round % 2 == 0 { Logic::Ltl } else { Logic::Ctl };
        let formula = random_formula(&mut random, logic, 4);
        let property = TemporalProperty { name: Some("a name".into()), logic, formula, text: String::new() };
        let printed = property.display(&net());
        let again = read(&printed);
        assert_eq!((again.logic, again.name), (logic, property.name), "{printed}");
        assert_eq!(again.formula, merged(&property.formula), "{printed}");
    }
}
