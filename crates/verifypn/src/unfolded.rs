//! Writes queries about the unfolding of a coloured net as a file of properties.

use std::fmt::Write;

use sanderling::PreparedNet;
use sanderling_net::{Net, PlaceId};
use sanderling_property::{
    Bindings, Comparison, Formula, Logic, PathOperator, PathQuantifier, Quantifier, Relation, Temporal,
    TemporalProperty, Tokens,
};
use sanderling_query::contest::Asked;
use sanderling_report::xml::Escaped;

use crate::query::{Combination, Query};
use crate::{Outcome, Streams};

/// Returns the queries in terms of the analysed net. Queries that are not supported are omitted with a
/// warning.
pub(crate) fn queries<'a>(
    prepared: &PreparedNet,
    queries: impl Iterator<Item = &'a Query>,
    streams: &mut Streams<'_>,
) -> Outcome<String> {
    let mut out = String::from("<?xml version=\"1.0\"?>\n<property-set xmlns=\"http://tapaal.net/\">\n");
    for query in queries {
        let id = Escaped(&query.id);
        let head = format!("<property>\n<id>{id}</id>\n<description>{id}</description>\n<formula>\n");
        let formula = match formula(prepared, &query.combination)? {
            Ok(formula) => formula,
            Err(element) => {
                let _ = writeln!(
                    streams.err,
                    "warning: the query {} uses `{element}`, and is left out",
                    query.id
                );
                continue;
            }
        };
        out.push_str(&format!("{head}{formula}</formula>\n</property>\n"));
    }
    Ok(out + "</property-set>\n")
}

/// Returns the formula of a query, or the element that is not supported.
fn formula(prepared: &PreparedNet, combination: &Combination) -> Outcome<Result<String, String>> {
    let mut text = String::new();
    let (connective, parts) = match combination {
        Combination::One(Asked::Formula(property)) => {
            let property = prepared.to_unfolded(property).map_err(|found| found.to_string())?;
            let (paths, when) = match property.quantifier {
                Quantifier::Always => ("all-paths", "globally"),
                Quantifier::Reach => ("exists-path", "finally"),
            };
            let _ = writeln!(text, "<{paths}><{when}>");
            Writer { net: prepared.net(), out: &mut text }.formula(&property.formula);
            return Ok(Ok(text + &format!("</{when}></{paths}>\n")));
        }
        Combination::One(Asked::Bound(places)) => {
            let sum: Vec<(i64, PlaceId)> = places.iter().map(|&place| (1, place)).collect();
            text.push_str("<place-bound>\n");
            let mut writer = Writer { net: prepared.net(), out: &mut text };
            prepared.sum_to_unfolded(&sum).iter().for_each(|(_, place)| writer.place(*place));
            return Ok(Ok(text + "</place-bound>\n"));
        }
        Combination::One(Asked::Temporal(property)) => return Ok(Ok(runs(prepared, property, false)?)),
        Combination::Not(inner) if let Combination::One(Asked::Temporal(property)) = &**inner => {
            return Ok(Ok(runs(prepared, property, true)?));
        }
        Combination::One(Asked::Unsupported(element)) => return Ok(Err(element.clone())),
        Combination::Not(inner) => ("negation", std::slice::from_ref(&**inner)),
        Combination::And(parts) => ("conjunction", &parts[..]),
        Combination::Or(parts) => ("disjunction", &parts[..]),
        Combination::Iff(sides) => ("equivalence", &sides[..]),
    };
    let _ = writeln!(text, "<{connective}>");
    for part in parts {
        match formula(prepared, part)? {
            Ok(part) => text.push_str(&part),
            Err(element) => return Ok(Err(element)),
        }
    }
    Ok(Ok(text + &format!("</{connective}>\n")))
}

/// Writes a formula about runs, or its negation; in LTL, the negation is about some run.
fn runs(
    prepared: &PreparedNet,
    property: &TemporalProperty<Tokens, Bindings>,
    is_negated: bool,
) -> Outcome<String> {
    let TemporalProperty { logic, formula, .. } =
        prepared.temporal_to_unfolded(property).map_err(|found| found.to_string())?;
    let negated = |formula| match formula {
        Temporal::Not(inner) => *inner,
        other => Temporal::Not(Box::new(other)),
    };
    let formula = if is_negated { negated(formula) } else { formula };
    let mut text = String::new();
    let mut writer = Writer { net: prepared.net(), out: &mut text };
    match (logic, is_negated) {
        (Logic::Ctl, _) => writer.temporal(&formula),
        (Logic::Ltl, false) => writer.around("all-paths", |writer| writer.temporal(&formula)),
        (Logic::Ltl, true) => writer.around("exists-path", |writer| writer.temporal(&formula)),
    }
    Ok(text)
}

struct Writer<'a> {
    net: &'a Net,
    out: &'a mut String,
}

impl Writer<'_> {
    /// Writes a formula. Its depth was limited when it was read.
    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Constant(truth) => self.line(&format!("<{truth}/>")),
            Formula::Deadlock => self.line("<deadlock/>"),
            // No transition of the unfolding represents it.
            Formula::Enabled(transitions) if transitions.is_empty() => self.line("<false/>"),
            Formula::Enabled(transitions) => {
                self.line("<is-fireable>");
                for &transition in transitions {
                    let id = Escaped(&self.net.transition(transition).id).to_string();
                    self.line(&format!("<transition>{id}</transition>"));
                }
                self.line("</is-fireable>");
            }
            Formula::Compare(comparison) => self.comparison(comparison),
            Formula::Values(_) => unreachable!("places of a place/transition net hold no values"),
            Formula::Not(inner) => self.within("negation", std::slice::from_ref(&**inner)),
            Formula::And(parts) if parts.is_empty() => self.line("<true/>"),
            Formula::Or(parts) if parts.is_empty() => self.line("<false/>"),
            Formula::And(parts) => self.within("conjunction", parts),
            Formula::Or(parts) => self.within("disjunction", parts),
            Formula::Implies(sides) => self.within("implication", &**sides),
            Formula::Iff(sides) => self.within("equivalence", &**sides),
        }
    }

    fn within(&mut self, element: &str, parts: &[Formula]) {
        self.around(element, |writer| parts.iter().for_each(|part| writer.formula(part)));
    }

    fn temporal(&mut self, formula: &Temporal) {
        match formula {
            Temporal::State(formula) => self.formula(formula),
            Temporal::Not(inner) => self.around("negation", |writer| writer.temporal(inner)),
            Temporal::And(parts) if parts.is_empty() => self.line("<true/>"),
            Temporal::Or(parts) if parts.is_empty() => self.line("<false/>"),
            Temporal::And(parts) => self.around("conjunction", |writer| writer.all(parts)),
            Temporal::Or(parts) => self.around("disjunction", |writer| writer.all(parts)),
            Temporal::Path { quantifier, operator, operands } => match quantifier {
                None => self.path(*operator, operands),
                Some(PathQuantifier::All) => {
                    self.around("all-paths", |writer| writer.path(*operator, operands));
                }
                Some(PathQuantifier::Some) => {
                    self.around("exists-path", |writer| writer.path(*operator, operands));
                }
            },
        }
    }

    fn all(&mut self, formulas: &[Temporal]) {
        formulas.iter().for_each(|formula| self.temporal(formula));
    }

    fn path(&mut self, operator: PathOperator, operands: &[Temporal]) {
        let element = match operator {
            PathOperator::Next => "next",
            PathOperator::Finally => "finally",
            PathOperator::Globally => "globally",
            PathOperator::Until => "until",
            PathOperator::WeakUntil => "weak-until",
            PathOperator::Release => "release",
            PathOperator::StrongRelease => {
                unreachable!("it has no element that it could have been read from")
            }
        };
        self.around(element, |writer| match operands {
            [before, reach] => {
                writer.around("before", |writer| writer.temporal(before));
                writer.around("reach", |writer| writer.temporal(reach));
            }
            operands => writer.all(operands),
        });
    }

    fn around(&mut self, element: &str, write: impl FnOnce(&mut Self)) {
        self.line(&format!("<{element}>"));
        write(self);
        self.line(&format!("</{element}>"));
    }

    fn comparison(&mut self, comparison: &Comparison) {
        let element = match comparison.relation() {
            Relation::AtMost => "integer-le",
            Relation::Less => "integer-lt",
            Relation::AtLeast => "integer-ge",
            Relation::Greater => "integer-gt",
            Relation::Equal => "integer-eq",
            Relation::Unequal => "integer-ne",
        };
        self.line(&format!("<{element}>\n<integer-sum>"));
        for &(factor, place) in comparison.terms() {
            self.line("<integer-product>");
            self.line(&format!("<integer-constant>{factor}</integer-constant>\n<tokens-count>"));
            self.place(place);
            self.line("</tokens-count>\n</integer-product>");
        }
        self.line("<integer-constant>0</integer-constant>\n</integer-sum>");
        self.line(&format!("<integer-constant>{}</integer-constant>\n</{element}>", comparison.bound()));
    }

    fn place(&mut self, place: PlaceId) {
        let id = Escaped(&self.net.place(place).id).to_string();
        self.line(&format!("<place>{id}</place>"));
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.out, "{line}");
    }
}
