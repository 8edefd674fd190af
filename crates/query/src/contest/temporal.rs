//! Temporal formulas of a property file.
//!
//! In CTL each operator is inside a quantifier over runs; in LTL one quantifier, over all runs, encloses the whole
//! formula. A formula that mixes the two belongs to neither logic.

use sanderling_net::{Diagnostic, Diagnostics};
use sanderling_property::{
    ColouredTemporal, Logic, PathOperator, PathQuantifier, Temporal, TemporalProperty,
};
use sanderling_report::xml::Element;

use super::ContestQuery;
use super::condition::{Names, Trouble};

type Read = Result<ColouredTemporal, Trouble>;

impl Names<'_> {
    /// Returns the query of a formula about runs, for a property with this id, in the logic that it belongs to. A
    /// formula of both is read as LTL; a formula of neither is [`ContestQuery::Unsupported`].
    pub(crate) fn query_of_runs(
        &mut self,
        id: &str,
        formula: Element<'_>,
    ) -> Result<ContestQuery, Diagnostics> {
        let is_quantified = |inner| has(inner, &|name| quantifier(name).is_some());
        let is_of_one_run = formula.name() == "all-paths"
            && matches!(formula.children()[..], [inner] if !is_quantified(inner));
        self.query_in(if is_of_one_run { Logic::Ltl } else { Logic::Ctl }, id, formula)
    }

    /// Returns the query of a formula about runs in this logic, for a property with this id. A formula of LTL is about
    /// all runs, with or without a quantifier. A formula of another logic is [`ContestQuery::Unsupported`].
    ///
    /// # Errors
    /// Errors of the formula, except for names that the net does not have; see [`Self::query`].
    pub fn query_in(
        &mut self,
        logic: Logic,
        id: &str,
        formula: Element<'_>,
    ) -> Result<ContestQuery, Diagnostics> {
        let inner = match (logic, formula.name()) {
            (Logic::Ltl, "all-paths") => self.only(formula)?,
            _ => formula,
        };
        match self.formula(inner, logic) {
            Ok(formula) => {
                let property = TemporalProperty { name: None, logic, formula, text: String::new() };
                let (name, text) = (Some(id.to_owned()), property.display(self.net));
                Ok(ContestQuery::Temporal(TemporalProperty { name, text, ..property }))
            }
            Err(Trouble::Other(element)) => Ok(ContestQuery::Unsupported(element)),
            Err(Trouble::Mistake(mistake)) => Err(mistake),
        }
    }

    fn formula(&mut self, element: Element<'_>, logic: Logic) -> Read {
        if !has(element, &|name| quantifier(name).is_some() || operator(name).is_some()) {
            return Ok(Temporal::State(self.condition(element)?));
        }
        let not = |formula| Temporal::Not(Box::new(formula));
        Ok(match element.name() {
            "negation" => not(self.formula(self.only(element)?, logic)?),
            "conjunction" => Temporal::And(self.formulas(element, logic)?),
            "disjunction" => Temporal::Or(self.formulas(element, logic)?),
            "implication" => {
                let [left, right] = self.two(element, logic)?;
                Temporal::Or(vec![not(left), right])
            }
            "equivalence" => self.same(element, logic)?,
            "exclusive-disjunction" => not(self.same(element, logic)?),
            name => match (quantifier(name), operator(name), logic) {
                (Some(quantifier), _, Logic::Ctl) => {
                    let inner = self.only(element)?;
                    let operator = operator(inner.name()).ok_or_else(|| other(inner))?;
                    self.path(inner, Some(quantifier), operator, logic)?
                }
                (None, Some(operator), Logic::Ltl) => self.path(element, None, operator, logic)?,
                _ => return Err(other(element)),
            },
        })
    }

    fn formulas(&mut self, element: Element<'_>, logic: Logic) -> Result<Vec<ColouredTemporal>, Trouble> {
        element.children().into_iter().map(|child| self.formula(child, logic)).collect()
    }

    fn two(&mut self, element: Element<'_>, logic: Logic) -> Result<[ColouredTemporal; 2], Trouble> {
        let [left, right] = self.both(element)?;
        Ok([self.formula(left, logic)?, self.formula(right, logic)?])
    }

    /// Reads the equivalence of two operands.
    fn same(&mut self, element: Element<'_>, logic: Logic) -> Read {
        let sides = self.two(element, logic)?;
        Temporal::iff(sides).ok_or_else(|| {
            let found = Diagnostic::error("equivalences that are too large when expanded");
            Trouble::Mistake(found.expected("a smaller formula").into())
        })
    }

    /// Reads an operator with its operands; each of two operands is in an element of its own.
    fn path(
        &mut self,
        element: Element<'_>,
        quantifier: Option<PathQuantifier>,
        operator: PathOperator,
        logic: Logic,
    ) -> Read {
        use PathOperator::{Finally, Globally, Next};
        let operands = match operator {
            Next | Finally | Globally => vec![self.formula(self.only(element)?, logic)?],
            _ => {
                let sides: [_; 2] = self.both(element)?;
                let sides = sides.map(|side| match side.name() {
                    "before" | "reach" => self.only(side),
                    _ => Ok(side),
                });
                let sides: Result<Vec<_>, Diagnostics> = sides.into_iter().collect();
                sides?.into_iter().map(|side| self.formula(side, logic)).collect::<Result<_, _>>()?
            }
        };
        Ok(Temporal::path(quantifier, operator, operands))
    }
}

fn other(element: Element<'_>) -> Trouble {
    Trouble::Other(element.name().to_owned())
}

/// Returns whether an element, or one of its descendants, has such a name.
fn has(element: Element<'_>, is_one: &dyn Fn(&str) -> bool) -> bool {
    is_one(element.name()) || element.children().into_iter().any(|child| has(child, is_one))
}

fn quantifier(name: &str) -> Option<PathQuantifier> {
    match name {
        "all-paths" => Some(PathQuantifier::All),
        "exists-path" => Some(PathQuantifier::Some),
        _ => None,
    }
}

fn operator(name: &str) -> Option<PathOperator> {
    Some(match name {
        "next" => PathOperator::Next,
        "finally" => PathOperator::Finally,
        "globally" => PathOperator::Globally,
        "until" => PathOperator::Until,
        "weak-until" => PathOperator::WeakUntil,
        "release" => PathOperator::Release,
        _ => return None,
    })
}
