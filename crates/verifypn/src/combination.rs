//! Answers a Boolean combination of queries from the answers to its parts.
//!
//! Each part is decided separately. Unknown parts are combined by Kleene's strong logic, so the answer to one
//! operand may be enough.
//!
//! INVARIANT: a run is shown only if it proves the whole combination: it is the run of the single part that
//! decided it.

use sanderling_query::contest::ContestQuery;

use crate::Outcome;
use crate::answer::{Answered, Truth};
use crate::query::Combination;

/// Decides a combination by deciding its parts, as far as they are needed.
pub(crate) fn decide(
    combination: &Combination,
    answer_one: &mut dyn FnMut(&ContestQuery) -> Outcome<Answered>,
) -> Outcome<Answered> {
    Ok(match combination {
        Combination::One(query) => Answered { report: None, ..answer_one(query)? },
        Combination::Not(inner) => {
            let answered = decide(inner, answer_one)?;
            Answered { truth: not(answered.truth), ..answered }
        }
        Combination::And(parts) => until(&Truth::NotSatisfied, parts, answer_one)?,
        Combination::Or(parts) => until(&Truth::Satisfied, parts, answer_one)?,
        Combination::Iff(sides) => {
            let [left, right] = [decide(&sides[0], answer_one)?, decide(&sides[1], answer_one)?];
            match (&left.truth, &right.truth) {
                (Truth::Unknown(_), _) => left,
                (_, Truth::Unknown(_)) => right,
                (one, other) => together(is(one == other), &[left, right]),
            }
        }
    })
}

/// Decides one part after another until one has this truth value, which then is that of the whole.
fn until(
    decisive: &Truth,
    parts: &[Combination],
    answer_one: &mut dyn FnMut(&ContestQuery) -> Outcome<Answered>,
) -> Outcome<Answered> {
    let (mut settled, mut unknown) = (Vec::new(), None);
    for part in parts {
        let answered = decide(part, answer_one)?;
        match &answered.truth {
            truth if truth == decisive => return Ok(answered),
            Truth::Unknown(_) => unknown = unknown.or(Some(answered)),
            _ => settled.push(answered),
        }
    }
    Ok(unknown.unwrap_or_else(|| together(not(decisive.clone()), &settled)))
}

/// Returns an answer for which all of these were needed. None of their runs shows it.
fn together(truth: Truth, parts: &[Answered]) -> Answered {
    let decided_by = parts.iter().flat_map(|part| part.decided_by.clone()).collect();
    Answered { truth, decided_by, run: None, report: None }
}

fn is(truth: bool) -> Truth {
    if truth { Truth::Satisfied } else { Truth::NotSatisfied }
}

fn not(truth: Truth) -> Truth {
    match truth {
        Truth::Satisfied => Truth::NotSatisfied,
        Truth::NotSatisfied => Truth::Satisfied,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a part whose name is its result.
    fn part(name: &str) -> Combination {
        Combination::One(ContestQuery::Unsupported(name.to_owned()))
    }

    fn decided(combination: &Combination) -> Truth {
        let mut answer_one = |query: &ContestQuery| {
            let ContestQuery::Unsupported(name) = query else { panic!("the parts have names") };
            Ok(match name.as_str() {
                "true" => together(Truth::Satisfied, &[]),
                "false" => together(Truth::NotSatisfied, &[]),
                _ => Answered::unknown("who knows"),
            })
        };
        decide(combination, &mut answer_one).unwrap().truth
    }

    #[test]
    fn unknown_parts_may_not_matter() {
        let unknown = Truth::Unknown("who knows".into());
        for (one, other, and, or, iff) in [
            ("true", "true", Truth::Satisfied, Truth::Satisfied, Truth::Satisfied),
            ("true", "false", Truth::NotSatisfied, Truth::Satisfied, Truth::NotSatisfied),
            ("false", "false", Truth::NotSatisfied, Truth::NotSatisfied, Truth::Satisfied),
            ("true", "?", unknown.clone(), Truth::Satisfied, unknown.clone()),
            ("false", "?", Truth::NotSatisfied, unknown.clone(), unknown.clone()),
            ("?", "?", unknown.clone(), unknown.clone(), unknown.clone()),
        ] {
            for [a, b] in [[one, other], [other, one]] {
                let both = || vec![part(a), part(b)];
                assert_eq!(decided(&Combination::And(both())), and, "{a} and {b}");
                assert_eq!(decided(&Combination::Or(both())), or, "{a} or {b}");
                assert_eq!(decided(&Combination::Iff(Box::new([part(a), part(b)]))), iff, "{a} iff {b}");
                let neither = Combination::Not(Box::new(Combination::Or(both())));
                assert_eq!(decided(&neither), not(or.clone()), "not ({a} or {b})");
            }
        }
    }
}
