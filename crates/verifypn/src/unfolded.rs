//! Writes queries about the unfolding of a coloured net as a file of properties.

use std::fmt::Write;
use std::slice;

use sanderling::PreparedNet;
use sanderling_net::{Net, PlaceId};
use sanderling_property::{
    Bindings, Comparison, Formula, Logic, PathOperator, PathQuantifier, Relation, Temporal, TemporalProperty,
    Tokens,
};
use sanderling_query::contest::ContestQuery;
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
    let mut writer = Writer { net: prepared.net(), out: &mut text };
    let (connective, parts) = match combination {
        Combination::One(ContestQuery::Formula(property)) => {
            writer.runs(prepared, &property.clone().into(), false)?;
            return Ok(Ok(text));
        }
        Combination::One(ContestQuery::Temporal(property)) => {
            writer.runs(prepared, property, false)?;
            return Ok(Ok(text));
        }
        Combination::Not(inner) if let Combination::One(ContestQuery::Temporal(property)) = &**inner => {
            writer.runs(prepared, property, true)?;
            return Ok(Ok(text));
        }
        Combination::One(ContestQuery::Bound(places)) => {
            let sum: Vec<(i64, PlaceId)> = places.iter().map(|&place| (1, place)).collect();
            let sum = prepared.sum_to_unfolded(&sum);
            writer.each("place-bound", &sum, |writer, (_, place)| writer.place(*place));
            return Ok(Ok(text));
        }
        Combination::One(ContestQuery::Unsupported(element)) => return Ok(Err(element.clone())),
        Combination::Not(inner) => ("negation", slice::from_ref(&**inner)),
        Combination::And(parts) => ("conjunction", &parts[..]),
        Combination::Or(parts) => ("disjunction", &parts[..]),
        Combination::Iff(sides) => ("equivalence", &sides[..]),
    };
    let parts: Result<Vec<String>, String> =
        parts.iter().map(|part| formula(prepared, part)).collect::<Outcome<_>>()?;
    Ok(parts.map(|parts| format!("<{connective}>\n{}</{connective}>\n", parts.concat())))
}

struct Writer<'a> {
    net: &'a Net,
    out: &'a mut String,
}

impl Writer<'_> {
    /// Writes a formula about runs, or its negation; in LTL, the negation is about some run.
    fn runs(
        &mut self,
        prepared: &PreparedNet,
        property: &TemporalProperty<Tokens, Bindings>,
        is_negated: bool,
    ) -> Outcome<()> {
        let property = prepared.temporal_to_unfolded(property).map_err(|found| found.to_string())?;
        let formula = match property.formula {
            formula if !is_negated => formula,
            Temporal::Not(inner) => *inner,
            formula => Temporal::Not(Box::new(formula)),
        };
        match (property.logic, is_negated) {
            (Logic::Ctl, _) => self.temporal(&formula),
            (Logic::Ltl, false) => self.around("all-paths", |writer| writer.temporal(&formula)),
            (Logic::Ltl, true) => self.around("exists-path", |writer| writer.temporal(&formula)),
        }
        Ok(())
    }

    /// Writes a formula. Its depth was limited when it was read.
    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Constant(truth) => self.line(&format!("<{truth}/>")),
            Formula::Deadlock => self.line("<deadlock/>"),
            // No transition of the unfolding represents it.
            Formula::Enabled(transitions) if transitions.is_empty() => self.line("<false/>"),
            Formula::Enabled(transitions) => self.each("is-fireable", transitions, |writer, &transition| {
                let id = Escaped(&writer.net.transition(transition).id).to_string();
                writer.line(&format!("<transition>{id}</transition>"));
            }),
            Formula::Compare(comparison) => self.comparison(comparison),
            Formula::Values(_) => unreachable!("places of a place/transition net hold no values"),
            Formula::Not(inner) => self.each("negation", slice::from_ref(&**inner), Self::formula),
            Formula::And(parts) => self.joined(("conjunction", "<true/>"), parts, Self::formula),
            Formula::Or(parts) => self.joined(("disjunction", "<false/>"), parts, Self::formula),
            Formula::Implies(sides) => self.each("implication", &**sides, Self::formula),
            Formula::Iff(sides) => self.each("equivalence", &**sides, Self::formula),
        }
    }

    fn temporal(&mut self, formula: &Temporal) {
        match formula {
            Temporal::State(formula) => self.formula(formula),
            Temporal::Not(inner) => self.each("negation", slice::from_ref(&**inner), Self::temporal),
            Temporal::And(parts) => self.joined(("conjunction", "<true/>"), parts, Self::temporal),
            Temporal::Or(parts) => self.joined(("disjunction", "<false/>"), parts, Self::temporal),
            Temporal::Path { quantifier, operator, operands } => {
                let path = |writer: &mut Self| writer.path(*operator, operands);
                match quantifier {
                    None => path(self),
                    Some(PathQuantifier::All) => self.around("all-paths", path),
                    Some(PathQuantifier::Some) => self.around("exists-path", path),
                }
            }
        }
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
            operands => operands.iter().for_each(|operand| writer.temporal(operand)),
        });
    }

    /// Writes a conjunction or disjunction, or the constant that it is without parts.
    fn joined<T>(&mut self, (element, empty): (&str, &str), parts: &[T], write: fn(&mut Self, &T)) {
        if parts.is_empty() { self.line(empty) } else { self.each(element, parts, write) }
    }

    fn each<'p, T: 'p>(
        &mut self,
        element: &str,
        parts: impl IntoIterator<Item = &'p T>,
        write: fn(&mut Self, &T),
    ) {
        self.around(element, |writer| parts.into_iter().for_each(|part| write(writer, part)));
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
