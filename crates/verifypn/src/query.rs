//! Parses a file of queries.
//!
//! Where verifypn expects a formula, it accepts a Boolean combination of several, such as `EF p and AG q`.
//! The combination is split into formulas about all or some markings, for which there are more techniques,
//! and formulas about runs in the logic of the call. These are either CTL, or LTL with a single outermost
//! quantifier, `all-paths` or `exists-path`; `all-paths` may be omitted.

use sanderling_net::{Diagnostics, Net};
use sanderling_property::{Logic, Temporal, TemporalProperty};
use sanderling_query::contest::{ContestProperty, ContestQuery, Names, read_with};
use sanderling_report::xml::Element;

use crate::Outcome;

/// A query.
#[derive(Debug)]
pub(crate) struct Query {
    pub(crate) id: String,
    pub(crate) combination: Combination,
}

/// A formula, or several formulas joined by a connective.
#[derive(Debug)]
pub(crate) enum Combination {
    One(ContestQuery),
    Not(Box<Self>),
    And(Vec<Self>),
    Or(Vec<Self>),
    Iff(Box<[Self; 2]>),
}

/// Reads the queries of a text about a net. Formulas about runs are in this logic.
pub(crate) fn read(logic: Logic, text: &str, net: &Net) -> Outcome<Vec<Query>> {
    let formula =
        |names: &mut Names<'_>, id: &str, formula: Element<'_>| Reader { names, logic, id }.formula(formula);
    let queries = read_with(text, net, formula).map_err(|found| found.to_string())?;
    let query = |ContestProperty { id, query: combination }| {
        Ok(Query { id, combination: combination.map_err(|found: Diagnostics| found.to_string())? })
    };
    queries.into_iter().map(query).collect()
}

/// A reader for the formula of a query.
struct Reader<'a, 'n> {
    names: &'a mut Names<'n>,
    logic: Logic,
    id: &'a str,
}

impl Reader<'_, '_> {
    /// Splits a formula into formulas about all or some markings, or about runs. INVARIANT: only a formula
    /// about a marking is split. Splitting one about a run, such as `F p or G q` of LTL, would change its
    /// meaning.
    fn formula(&mut self, formula: Element<'_>) -> Result<Combination, Diagnostics> {
        let element = match self.names.query(self.id, formula)? {
            ContestQuery::Unsupported(element) => element,
            query => return Ok(Combination::One(query)),
        };
        if !is_about_a_marking(formula) {
            return self.runs(formula);
        }
        let not = |inner| Combination::Not(Box::new(inner));
        Ok(match (formula.name(), &formula.children()[..]) {
            ("negation", &[inner]) => not(self.part(inner)?),
            ("conjunction", parts @ [_, ..]) => Combination::And(self.parts(parts)?),
            ("disjunction", parts @ [_, ..]) => Combination::Or(self.parts(parts)?),
            ("implication", &[when, then]) => Combination::Or(vec![not(self.part(when)?), self.part(then)?]),
            ("equivalence", &[left, right]) => {
                Combination::Iff(Box::new([self.part(left)?, self.part(right)?]))
            }
            ("exclusive-disjunction", &[left, right]) => {
                not(Combination::Iff(Box::new([self.part(left)?, self.part(right)?])))
            }
            (GAME, _) => Combination::One(ContestQuery::Unsupported(element)),
            _ => self.runs(formula)?,
        })
    }

    fn parts(&mut self, parts: &[Element<'_>]) -> Result<Vec<Combination>, Diagnostics> {
        parts.iter().map(|part| self.part(*part)).collect()
    }

    fn part(&mut self, formula: Element<'_>) -> Result<Combination, Diagnostics> {
        Ok(match self.formula(formula)? {
            // Only a complete query may be a number.
            Combination::One(ContestQuery::Bound(_)) => {
                Combination::One(ContestQuery::Unsupported("place-bound".into()))
            }
            part => part,
        })
    }

    /// Reads a formula about runs. An LTL formula about some run is the negation of one about all runs.
    fn runs(&mut self, formula: Element<'_>) -> Result<Combination, Diagnostics> {
        let of_one_run = match (self.logic, formula.name(), &formula.children()[..]) {
            // An LTL formula cannot have two quantifiers.
            (Logic::Ltl, "exists-path", &[inner]) if QUANTIFIERS.contains(&inner.name()) => {
                return Ok(Combination::One(ContestQuery::Unsupported(inner.name().to_owned())));
            }
            (Logic::Ltl, "exists-path", &[inner]) => inner,
            _ => return Ok(Combination::One(self.names.query_in(self.logic, self.id, formula)?)),
        };
        Ok(match self.names.query_in(self.logic, self.id, of_one_run)? {
            ContestQuery::Temporal(property) => {
                let formula = Temporal::Not(Box::new(property.formula));
                let refuted = TemporalProperty { formula, ..property };
                Combination::Not(Box::new(Combination::One(ContestQuery::Temporal(refuted))))
            }
            other => Combination::One(other),
        })
    }
}

/// Describes why a formula is not answered that has this element in a position that the logic does not allow.
pub(crate) fn refusal(logic: Logic, element: &str) -> String {
    let is_of_runs = QUANTIFIERS.contains(&element) || OPERATORS.contains(&element);
    match logic {
        _ if element == GAME => "the formula asks about a game, and games are not answered".to_owned(),
        Logic::Ltl if QUANTIFIERS.contains(&element) => {
            format!(
                "the formula has `{element}` within it, and a formula of LTL has one quantifier, around it"
            )
        }
        Logic::Ctl if is_of_runs || CONNECTIVES.contains(&element) => format!(
            "the formula has `{element}` where one of CTL does not; a formula of LTL is read as such with -ltl"
        ),
        _ => format!("the formula uses `{element}`, which is not understood there"),
    }
}

const GAME: &str = "control";
const QUANTIFIERS: [&str; 2] = ["all-paths", "exists-path"];
const OPERATORS: [&str; 6] = ["next", "finally", "globally", "until", "weak-until", "release"];
const CONNECTIVES: [&str; 6] =
    ["negation", "conjunction", "disjunction", "implication", "equivalence", "exclusive-disjunction"];

/// Returns whether a formula is about a marking: every operator in it is within a quantifier.
fn is_about_a_marking(formula: Element<'_>) -> bool {
    QUANTIFIERS.contains(&formula.name())
        || (!OPERATORS.contains(&formula.name())
            && formula.children().into_iter().all(|inner| is_about_a_marking(inner)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_in_a_part_have_their_position() {
        let reach = |inner: &str| format!("<exists-path>\n<finally>{inner}</finally></exists-path>");
        let unknown = reach("<is-fireable><transition>t</transition></is-fireable>");
        let text = format!(
            "<property-set><property><id>a</id><formula><conjunction>{}{unknown}</conjunction></formula></property></property-set>",
            reach("<deadlock/>")
        );
        let found = read(Logic::Ctl, &text, &Net::new("n")).unwrap_err();
        assert!(found.starts_with("3:23: error: the net has no transition `t`"), "{found}");
    }
}
