//! The answers of an examination, as answers to properties if they can be expressed so.
//!
//! A maximum becomes two properties: that it is reached, and that it is not exceeded. Safe is one property about all
//! places. That every transition can be enabled is one property for each of them, and so is that every place changes.
//! The opposite is one property, about the transition or place that was found.

use sanderling::query::{Answer as Given, Answered, Lasso, QueriedNet, Query as Questions};
use sanderling_certificate_check::schema::{Statistics, Verdict};
use sanderling_model::Structure;
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_property::{Comparison, Formula, Property, Quantifier, Relation};
use sanderling_report::Count;

use crate::answer::{Answer, Query};

/// Returns the answers to an examination, for a certificate. `names` are those of the queries, and `whole` that of the
/// examination.
#[must_use]
pub fn examined(
    examined: &QueriedNet<'_>,
    examination: &Questions,
    answered: &[Answered],
    (names, whole): (&[String], &str),
) -> Vec<Answer> {
    if matches!(examination, Questions::StateSpace) {
        return state_space(examined, answered);
    }
    let of_answer = |one: &Answered| {
        let name = names.get(one.question).map_or(whole, String::as_str);
        let mut answers = of_question(examined, examination, one);
        for answer in &mut answers {
            answer.name = format!("{name}{}", answer.name);
            if answer.run.is_none() {
                (answer.run, answer.cycle) = run(examined.net(), one);
            }
        }
        answers
    };
    answered.iter().flat_map(of_answer).collect()
}

fn of_question(examined: &QueriedNet<'_>, examination: &Questions, answered: &Answered) -> Vec<Answer> {
    let &Given::Truth(holds) = &answered.answer else {
        let Questions::Bounds(sums) = examination else { return Vec::new() };
        return greatest(&sums[answered.question], &answered.answer);
    };
    match examination {
        Questions::Formulas(properties) => vec![property(properties[answered.question].clone(), holds)],
        Questions::Temporal(properties) => {
            let verdict = if holds { Verdict::Holds } else { Verdict::Violated };
            let (query, verdict) = Query::of_temporal(&properties[answered.question], verdict);
            vec![Answer { name: String::new(), query, verdict, run: None, cycle: None }]
        }
        Questions::Deadlock => vec![property(reach(Formula::Deadlock), holds)],
        Questions::OneSafe => {
            let groups = examined.places.iter();
            let is_safe =
                |group: &Vec<PlaceId>| sum(group.iter().map(|&place| (1, place)), Relation::AtMost, 1);
            let all = groups.map(is_safe).collect::<Option<Vec<_>>>().unwrap_or_default();
            vec![property(always(Formula::And(all)), holds)]
        }
        Questions::QuasiLiveness if holds => {
            let each = examined.transitions.iter();
            let enabled = |group: &Vec<TransitionId>| property(reach(Formula::Enabled(group.clone())), true);
            each.map(enabled).collect()
        }
        Questions::QuasiLiveness => match answered.group {
            Some(group) => {
                vec![property(reach(Formula::Enabled(examined.transitions[group].clone())), false)]
            }
            None => vec![other("whether each transition can be enabled")],
        },
        Questions::StableMarking => changed(examined, answered.group),
        Questions::Liveness => {
            let verdict = if holds { Verdict::Holds } else { Verdict::Violated };
            let query = Query::Live(examined.transitions.clone());
            vec![Answer { name: String::new(), query, verdict, run: None, cycle: None }]
        }
        Questions::StateSpace | Questions::Bounds(_) => {
            unreachable!("their answers are numbers")
        }
    }
}

/// Returns answers to whether each place, or group of places, may hold a number of tokens different from its initial
/// one; or the answer that the group with this number never does.
fn changed(examined: &QueriedNet<'_>, stable: Option<usize>) -> Vec<Answer> {
    let Ok(structure) = Structure::build(examined.net()) else { return vec![other("another kind of net")] };
    let initial = |place: &PlaceId| i128::from(structure.initial()[place.index()]);
    let changed = |group: &Vec<PlaceId>| {
        let at_start = group.iter().map(initial).sum();
        let formula = sum(group.iter().map(|&place| (1, place)), Relation::Unequal, at_start);
        let answer = |formula| property(reach(formula), stable.is_none());
        formula.map_or_else(|| other("a number that is too large"), answer)
    };
    match stable {
        Some(group) => vec![changed(&examined.places[group])],
        None => examined.places.iter().map(changed).collect(),
    }
}

/// Returns the answers that a sum reaches its maximum, and never exceeds it.
fn greatest(terms: &[(i64, PlaceId)], given: &Given) -> Vec<Answer> {
    let Given::Number(Count::Finite(number)) = given else { return vec![other("a sum without bound")] };
    let compared = |relation| {
        let number = i128::try_from(*number).ok()?;
        sum(terms.iter().copied(), relation, number)
    };
    let (Some(reached), Some(never_more)) = (compared(Relation::AtLeast), compared(Relation::AtMost)) else {
        return vec![other("a number that is too large")];
    };
    let named = |name: &str, answer| Answer { name: name.to_owned(), ..answer };
    vec![
        named(" (reached)", property(reach(reached), true)),
        named(" (never more)", property(always(never_more), true)),
    ]
}

/// Returns the comparison of a sum with a number; `None` if the numbers are too large.
fn sum(terms: impl IntoIterator<Item = (i64, PlaceId)>, relation: Relation, number: i128) -> Option<Formula> {
    let comparison = Comparison::build(terms, relation, number).ok()?;
    Some(match comparison.terms() {
        [] => Formula::Constant(relation.admits(0.cmp(&number))),
        _ => Formula::Compare(comparison),
    })
}

fn property(property: Property, holds: bool) -> Answer {
    let verdict = if holds { Verdict::Holds } else { Verdict::Violated };
    Answer { name: String::new(), query: Query::Property(property), verdict, run: None, cycle: None }
}

fn reach(formula: Formula) -> Property {
    Property { name: None, quantifier: Quantifier::Reach, formula, text: String::new() }
}

fn always(formula: Formula) -> Property {
    Property { quantifier: Quantifier::Always, ..reach(formula) }
}

fn other(words: &str) -> Answer {
    let verdict = Verdict::Unknown;
    Answer { name: String::new(), query: Query::Other(words.to_owned()), verdict, run: None, cycle: None }
}

/// Returns the ids of the firings that decide a query, and of those that are repeated after them.
fn run(net: &Net, answered: &Answered) -> (Option<Vec<String>>, Option<Vec<String>>) {
    let ids =
        |firings: &Vec<TransitionId>| firings.iter().map(|&one| net.transition(one).id.clone()).collect();
    match &answered.lasso {
        Some(Lasso { prefix, cycle }) => (Some(ids(prefix)), cycle.as_ref().map(ids)),
        None => (answered.run.as_ref().map(ids), None),
    }
}

/// Returns the available ones of the four statistics of a state space. In other nets, those of places are about groups
/// of places.
fn state_space(examined: &QueriedNet<'_>, answered: &[Answered]) -> Vec<Answer> {
    let figure = |question: usize| {
        let one = answered.iter().find(|one| one.question == question)?;
        let Given::Number(Count::Finite(number)) = one.answer else { return None };
        Some(number)
    };
    let small = |question| figure(question).and_then(|number| u64::try_from(number).ok());
    let is_plain = examined.places.iter().all(|group| group.len() == 1);
    let statistics = Statistics {
        states: small(0),
        firings: small(1),
        deadlocks: None,
        max_tokens_in_place: small(2).filter(|_| is_plain),
        max_tokens_in_marking: figure(3),
    };
    let verdict = if statistics.states.is_some() { Verdict::Holds } else { Verdict::Unknown };
    vec![Answer {
        name: "StateSpace".into(),
        query: Query::StateSpace(statistics),
        verdict,
        run: None,
        cycle: None,
    }]
}
