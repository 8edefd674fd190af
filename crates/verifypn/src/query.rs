//! What a file of queries asks.
//!
//! Where verifypn allows a formula, it may be put together from several, as `EF p and AG q` is. The contest's files have no such
//! formulas, and their reader does not answer them; here they are taken apart, down to formulas that it does.

use sanderling_contest::{Asked, ContestProperty, Names, read_with};
use sanderling_net::{Diagnostics, Net};
use sanderling_report::xml::Element;

use crate::Outcome;

/// A query.
#[derive(Debug)]
pub(crate) struct Query {
    pub(crate) id: String,
    pub(crate) asked: Combination,
}

/// A formula, or several with a connective.
#[derive(Debug)]
pub(crate) enum Combination {
    One(Asked),
    Not(Box<Self>),
    And(Vec<Self>),
    Or(Vec<Self>),
    Iff(Box<[Self; 2]>),
}

/// Reads the queries of a text about a net.
pub(crate) fn read(text: &str, net: &Net) -> Outcome<Vec<Query>> {
    let formula = |names: &mut Names<'_>, id: &str, formula: Element<'_>| match names.asked(id, formula)? {
        Asked::Unsupported(element) => apart(names, id, formula, element),
        asked => Ok(Combination::One(asked)),
    };
    let queries = read_with(text, net, formula).map_err(|found| found.to_string())?;
    let query = |ContestProperty { id, asked }| {
        Ok(Query { id, asked: asked.map_err(|found: Diagnostics| found.to_string())? })
    };
    queries.into_iter().map(query).collect()
}

/// Takes a formula apart that is not answered as a whole, because of the element with this name.
fn apart(
    names: &mut Names<'_>,
    id: &str,
    formula: Element<'_>,
    element: String,
) -> Result<Combination, Diagnostics> {
    let not = |inner| Combination::Not(Box::new(inner));
    let mut part = |formula| match names.asked(id, formula)? {
        asked @ Asked::Formula(_) => Ok(Combination::One(asked)),
        // Only a whole query may be a number.
        Asked::Bound(_) => Ok(Combination::One(Asked::Unsupported("place-bound".into()))),
        asked @ Asked::Temporal(_) => Ok(Combination::One(asked)),
        Asked::Unsupported(element) => apart(names, id, formula, element),
    };
    Ok(match (formula.name(), &formula.children()[..]) {
        ("negation", &[inner]) => not(part(inner)?),
        ("conjunction", parts @ [_, ..]) => {
            Combination::And(parts.iter().copied().map(part).collect::<Result<_, _>>()?)
        }
        ("disjunction", parts @ [_, ..]) => {
            Combination::Or(parts.iter().copied().map(part).collect::<Result<_, _>>()?)
        }
        ("implication", &[when, then]) => Combination::Or(vec![not(part(when)?), part(then)?]),
        ("equivalence", &[left, right]) => Combination::Iff(Box::new([part(left)?, part(right)?])),
        ("exclusive-disjunction", &[left, right]) => {
            not(Combination::Iff(Box::new([part(left)?, part(right)?])))
        }
        _ => Combination::One(Asked::Unsupported(element)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_in_a_part_is_found_where_it_stands() {
        let reach = |inner: &str| format!("<exists-path>\n<finally>{inner}</finally></exists-path>");
        let unknown = reach("<is-fireable><transition>t</transition></is-fireable>");
        let text = format!(
            "<property-set><property><id>a</id><formula><conjunction>{}{unknown}</conjunction></formula></property></property-set>",
            reach("<deadlock/>")
        );
        let found = read(&text, &Net::new("n")).unwrap_err();
        assert!(found.starts_with("3:23: error: the net has no transition `t`"), "{found}");
    }
}
