//! Formulas of a property file, with the net's ids.
//!
//! Conditions on a marking become a [`Formula`]. Sums of tokens are linear, so comparisons are brought into the normal
//! form of [`Comparison`]. [`Names`] collects the names that the net does not have, each once for each formula.

use std::collections::HashSet;

use sanderling_net::{Diagnostic, Diagnostics, Net, PlaceId};
use sanderling_property::{
    Bindings, ColouredFormula as Formula, ColouredProperty, Comparison, NodeKind, Nodes, Pattern, Quantifier,
    Relation, Tokens,
};

use sanderling_report::xml::Element;

use super::property_set::{ContestQuery, span};

/// The ids and names of a net, for reading formulas.
#[derive(Debug)]
pub struct Names<'a> {
    pub(crate) net: &'a Net,
    nodes: Nodes<'a>,
    reported: HashSet<String>,
    /// The names in a formula that the net does not have.
    unknown: Diagnostics,
}

/// The reason why an element is not a condition or a number.
pub(crate) enum Trouble {
    /// An element of another kind, such as a path quantifier.
    Other(String),
    /// An error.
    Mistake(Diagnostics),
}

impl From<Diagnostics> for Trouble {
    fn from(mistake: Diagnostics) -> Self {
        Self::Mistake(mistake)
    }
}

/// Coefficients of places, and a number that is added.
type Sum = (Vec<(i64, PlaceId)>, i128);

impl<'a> Names<'a> {
    pub(crate) fn of(net: &'a Net) -> Self {
        Self { net, nodes: Nodes::of(net), reported: HashSet::new(), unknown: Diagnostics::new() }
    }

    /// Takes the unknown names of the formula that was read.
    pub(crate) fn take_unknown(&mut self) -> Diagnostics {
        self.reported.clear();
        std::mem::take(&mut self.unknown)
    }

    /// Returns the query of a formula, for a property with this id. Unknown places and transitions are omitted here and
    /// reported at the end.
    ///
    /// # Errors
    /// Other errors of the formula.
    pub fn query(&mut self, id: &str, formula: Element<'_>) -> Result<ContestQuery, Diagnostics> {
        if formula.name() == "place-bound" {
            return Ok(ContestQuery::Bound(self.places(formula)?));
        }
        match self.quantified(formula) {
            Ok((quantifier, formula)) => {
                let text = format!("{} {}", quantifier.keyword(), formula.display(self.net));
                Ok(ContestQuery::Formula(ColouredProperty {
                    name: Some(id.to_owned()),
                    quantifier,
                    formula,
                    text,
                }))
            }
            Err(Trouble::Other(element)) => Ok(ContestQuery::Unsupported(element)),
            Err(Trouble::Mistake(mistake)) => Err(mistake),
        }
    }

    /// Reads a condition with its quantifier over markings.
    fn quantified(&mut self, element: Element<'_>) -> Result<(Quantifier, Formula), Trouble> {
        let [child] = element.children()[..] else {
            return match element.name() {
                "exists-path" | "all-paths" | "negation" | "invariant" | "possibility" | "impossibility" => {
                    Err(self.miscounted(element).into())
                }
                name => Err(Trouble::Other(name.to_owned())),
            };
        };
        let not = |formula| Formula::Not(Box::new(formula));
        Ok(match element.name() {
            "negation" => match self.quantified(child)? {
                (Quantifier::Always, formula) => (Quantifier::Reach, not(formula)),
                (Quantifier::Reach, formula) => (Quantifier::Always, not(formula)),
            },
            "invariant" => (Quantifier::Always, self.condition(child)?),
            "possibility" => (Quantifier::Reach, self.condition(child)?),
            "impossibility" => (Quantifier::Always, not(self.condition(child)?)),
            "exists-path" | "all-paths" => match (element.name(), child.name()) {
                ("exists-path", "finally") => (Quantifier::Reach, self.condition(self.only(child)?)?),
                ("all-paths", "globally") => (Quantifier::Always, self.condition(self.only(child)?)?),
                (_, other) => return Err(Trouble::Other(other.to_owned())),
            },
            other => return Err(Trouble::Other(other.to_owned())),
        })
    }

    /// Reads a condition on a marking.
    pub(crate) fn condition(&mut self, element: Element<'_>) -> Result<Formula, Trouble> {
        let relation = match element.name() {
            "true" => return Ok(Formula::Constant(true)),
            "false" => return Ok(Formula::Constant(false)),
            "deadlock" => return Ok(Formula::Deadlock),
            "is-fireable" => return Ok(self.enabled(element)?),
            "negation" => return Ok(Formula::Not(Box::new(self.condition(self.only(element)?)?))),
            "conjunction" => return Ok(Formula::And(self.conditions(element)?)),
            "disjunction" => return Ok(Formula::Or(self.conditions(element)?)),
            "implication" => return Ok(Formula::Implies(self.both_conditions(element)?)),
            "equivalence" => return Ok(Formula::Iff(self.both_conditions(element)?)),
            "exclusive-disjunction" => {
                return Ok(Formula::Not(Box::new(Formula::Iff(self.both_conditions(element)?))));
            }
            "integer-le" => Relation::AtMost,
            "integer-lt" => Relation::Less,
            "integer-ge" => Relation::AtLeast,
            "integer-gt" => Relation::Greater,
            "integer-eq" => Relation::Equal,
            "integer-ne" | "integer-neq" => Relation::Unequal,
            other => return Err(Trouble::Other(other.to_owned())),
        };
        Ok(self.comparison(element, relation)?)
    }

    fn conditions(&mut self, element: Element<'_>) -> Result<Vec<Formula>, Trouble> {
        let children = element.children();
        if children.is_empty() {
            return Err(self.miscounted(element).into());
        }
        children.into_iter().map(|child| self.condition(child)).collect()
    }

    fn both_conditions(&mut self, element: Element<'_>) -> Result<Box<[Formula; 2]>, Trouble> {
        let [left, right] = self.both(element)?;
        Ok(Box::new([self.condition(left)?, self.condition(right)?]))
    }

    fn enabled(&mut self, element: Element<'_>) -> Result<Formula, Diagnostics> {
        let mut transitions = Vec::new();
        for child in element.children() {
            let id = &*child.text();
            match self.nodes.transition(id) {
                Some(transition) => transitions.push(Bindings { transition, values: Vec::new() }),
                None => self.report(id, child, NodeKind::Transition),
            }
        }
        if element.children().is_empty() {
            return Err(self.miscounted(element));
        }
        transitions.sort_unstable();
        transitions.dedup();
        Ok(Formula::Enabled(transitions))
    }

    fn comparison(&mut self, element: Element<'_>, relation: Relation) -> Result<Formula, Diagnostics> {
        let [left, right] = self.both(element)?;
        let ((mut terms, left_number), (right, right_number)) = (self.sum(left)?, self.sum(right)?);
        terms.extend(right.into_iter().map(|(coefficient, place)| (-coefficient, place)));
        let all = |(coefficient, place)| (coefficient, Tokens { place, colours: Pattern::Any });
        let terms = terms.into_iter().map(all);
        let too_large = |what: String| Diagnostic::error(what).at(span(element));
        let bound =
            right_number.checked_sub(left_number).ok_or_else(|| too_large("a number too large".into()))?;
        let comparison = Comparison::build(terms, relation, bound);
        let comparison = comparison.map_err(|error| too_large(error.to_string()))?;
        Ok(match comparison.terms() {
            [] => Formula::Constant(relation.admits(0.cmp(&bound))),
            _ => Formula::Compare(comparison),
        })
    }

    /// Reads a sum of the tokens of places and a number.
    fn sum(&mut self, element: Element<'_>) -> Result<Sum, Diagnostics> {
        let too_large = || Diagnostic::error("a number too large").at(span(element));
        match element.name() {
            "tokens-count" => Ok((self.places(element)?.into_iter().map(|place| (1, place)).collect(), 0)),
            "integer-constant" => {
                let number = element.text().parse::<i64>().map_err(|_| {
                    let error = Diagnostic::error(format!("the number `{}`", element.text()));
                    error.expected("an integer of at most 18 digits").at(span(element))
                })?;
                Ok((Vec::new(), i128::from(number)))
            }
            "integer-sum" => {
                let mut all: Sum = (Vec::new(), 0);
                for child in element.children() {
                    let (terms, number) = self.sum(child)?;
                    all.0.extend(terms);
                    all.1 = all.1.checked_add(number).ok_or_else(too_large)?;
                }
                Ok(all)
            }
            "integer-difference" => {
                let [left, right] = self.both(element)?;
                let ((mut terms, number), other) = (self.sum(left)?, self.sum(right)?);
                terms.extend(other.0.into_iter().map(|(coefficient, place)| (-coefficient, place)));
                Ok((terms, number.checked_sub(other.1).ok_or_else(too_large)?))
            }
            "integer-product" => {
                let [left, right] = self.both(element)?;
                let (factor, (terms, number)) = match (self.sum(left)?, self.sum(right)?) {
                    ((terms, factor), sum) if terms.is_empty() => (factor, sum),
                    (sum, (terms, factor)) if terms.is_empty() => (factor, sum),
                    _ => {
                        return Err(Diagnostic::error("a product of two sums of tokens")
                            .at(span(element))
                            .into());
                    }
                };
                let scaled = |(coefficient, place): (i64, PlaceId)| {
                    let product = factor.checked_mul(i128::from(coefficient))?;
                    Some((i64::try_from(product).ok().filter(|product| *product != i64::MIN)?, place))
                };
                let terms = terms.into_iter().map(scaled).collect::<Option<_>>().ok_or_else(too_large)?;
                Ok((terms, number.checked_mul(factor).ok_or_else(too_large)?))
            }
            other => {
                let error = Diagnostic::error(format!("`{other}` instead of a number"));
                Err(error
                    .expected("`tokens-count`, `integer-constant` or another number")
                    .at(span(element))
                    .into())
            }
        }
    }

    fn places(&mut self, element: Element<'_>) -> Result<Vec<PlaceId>, Diagnostics> {
        let mut places = Vec::new();
        for child in element.children() {
            let id = &*child.text();
            match self.nodes.place(id) {
                Some(place) => places.push(place),
                None => self.report(id, child, NodeKind::Place),
            }
        }
        if element.children().is_empty() {
            let error = Diagnostic::error(format!("`{}` without a place", element.name()));
            return Err(error.at(span(element)).into());
        }
        Ok(places)
    }

    pub(crate) fn only<'e>(&self, element: Element<'e>) -> Result<Element<'e>, Diagnostics> {
        let [child] = element.children()[..] else { return Err(self.miscounted(element)) };
        Ok(child)
    }

    pub(crate) fn both<'e>(&self, element: Element<'e>) -> Result<[Element<'e>; 2], Diagnostics> {
        element.children().try_into().map_err(|_| self.miscounted(element))
    }

    fn miscounted(&self, element: Element<'_>) -> Diagnostics {
        let message = format!("`{}` with {} elements in it", element.name(), element.children().len());
        Diagnostic::error(message).at(span(element)).into()
    }

    fn report(&mut self, id: &str, element: Element<'_>, kind: NodeKind) {
        if self.reported.insert(id.to_owned()) {
            self.unknown.push(self.nodes.missing(id, kind).at(span(element)));
        }
    }
}
