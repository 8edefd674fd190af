//! Multisets of colours: initial markings, and inscriptions of arcs.

use sanderling_net::{Operator, Term};

use super::set::Set;
use super::{Condition, Lower, Number};
use crate::greatspn::expression::{Expression, Kind, Sign, Tuple};
use crate::greatspn::project::{Domain, Named};
use crate::greatspn::text::{Step, error, remedied, shortened};

/// The tokens that an inhibitor arc forbids.
#[derive(Debug)]
pub(crate) enum Inhibited {
    /// This number of tokens of any colours.
    Tokens(u64),
    /// A number of tokens of one colour.
    Term(Term),
}

/// Returns the tokens that an inhibitor arc forbids in a coloured place.
pub(crate) fn inhibitor(lower: &mut Lower<'_, '_>, text: &str, domain: &Domain) -> Step<Inhibited> {
    let expression = crate::greatspn::expression::multiset(text)?;
    let unclear = || {
        let found = format!("`{}` on an inhibitor arc, which counts each colour by itself", shortened(text));
        remedied(found, "draw an inhibitor arc for each colour, as `2<x>`, or one with `<All>`")
    };
    let Kind::Tuple(tuple) = &expression.kind else { return Err(unclear()) };
    if tuple.guard.is_some() || tuple.has_filter {
        return Err(unclear());
    }
    let coefficient = lower.coefficient(&tuple.coefficient)?;
    let Number::Known(weight @ 1..) = coefficient else { return Err(unclear()) };
    let sets = lower.parts(&expression, tuple, domain)?;
    if sets.iter().all(Set::is_single) {
        let term = lower.product(sets, domain)?;
        return Ok(Inhibited::Term(lower.copies(Number::Known(weight), term)));
    }
    // The arc forbids any token.
    if weight == 1 && sets.iter().all(Set::is_all) { Ok(Inhibited::Tokens(1)) } else { Err(unclear()) }
}

impl Lower<'_, '_> {
    /// Converts a multiset over the domain.
    pub(crate) fn multiset(&mut self, expression: &Expression<'_>, domain: &Domain) -> Step<Term> {
        self.multiset_within(expression, domain, false)
    }

    fn multiset_within(
        &mut self,
        expression: &Expression<'_>,
        domain: &Domain,
        is_constant: bool,
    ) -> Step<Term> {
        match &expression.kind {
            Kind::Tuple(tuple) => self.tuple(expression, tuple, domain),
            Kind::Sum(terms) => self.sum(expression, terms, domain, is_constant),
            Kind::Name(name) => self.constant(name, domain, is_constant),
            Kind::Marking => Err(super::number::depends_on_marking(expression)),
            _ => {
                let found = format!("`{}` for a place with colours", shortened(expression.text));
                Err(error(found, "tuples, as `2<x> + <All>`"))
            }
        }
    }

    /// Converts a constant multiset, by expanding its definition.
    fn constant(&mut self, name: &str, domain: &Domain, is_constant: bool) -> Step<Term> {
        let Some(&Named::Multiset(element)) = self.scope.names.get(name) else {
            let found = format!("the name `{}`", shortened(name));
            return Err(error(found, "tuples, as `2<x> + <All>`, or a constant of the place's domain"));
        };
        if is_constant {
            return Err(remedied(
                format!("the constant `{}` in another one", shortened(name)),
                "write its value instead",
            ));
        }
        let of = self.scope.domain(element.attribute("domain").unwrap_or_default())?;
        if of.sort != domain.sort {
            return Err(error(
                format!("the constant `{}`, of another domain", shortened(name)),
                "one of the place's domain",
            ));
        }
        let text = element.attribute("value").unwrap_or_default();
        let expression = crate::greatspn::expression::multiset(text)?;
        let has_variables = std::mem::replace(&mut self.has_variables, false);
        let term = self.multiset_within(&expression, domain, true);
        self.has_variables = has_variables;
        term
    }

    fn sum(
        &mut self,
        whole: &Expression<'_>,
        terms: &[(Sign, Expression<'_>)],
        domain: &Domain,
        is_constant: bool,
    ) -> Step<Term> {
        let mut sum = Vec::new();
        for (index, (sign, term)) in terms.iter().enumerate() {
            let next = self.multiset_within(term, domain, is_constant)?;
            match sign {
                Sign::Plus => sum.push(next),
                Sign::Minus => {
                    if index != 1 || !self.surely_covers(&terms[0].1, term, domain)? {
                        let found =
                            format!("`{}`: a difference that may be no multiset", shortened(whole.text));
                        return Err(remedied(
                            found,
                            "take the tokens with a guard; `<All> - <x>` can be read",
                        ));
                    }
                    let first = sum.pop().unwrap_or(Term::Empty(domain.sort));
                    sum.push(Term::Apply(Operator::Difference, vec![first, next]));
                }
            }
        }
        Ok(if sum.len() == 1 { sum.remove(0) } else { Term::Apply(Operator::Sum, sum) })
    }

    /// Returns whether one tuple includes what another one subtracts, in every binding.
    fn surely_covers(
        &mut self,
        first: &Expression<'_>,
        second: &Expression<'_>,
        domain: &Domain,
    ) -> Step<bool> {
        let (Kind::Tuple(left), Kind::Tuple(right)) = (&first.kind, &second.kind) else { return Ok(false) };
        if left.guard.is_some() {
            return Ok(false);
        }
        let (Number::Known(more), Number::Known(less)) =
            (self.coefficient(&left.coefficient)?, self.coefficient(&right.coefficient)?)
        else {
            return Ok(false);
        };
        let (left, right) = (self.parts(first, left, domain)?, self.parts(second, right, domain)?);
        Ok(more >= less && left.iter().zip(&right).all(|(left, right)| left.surely_covers(right)))
    }

    fn coefficient(&mut self, coefficient: &Option<Expression<'_>>) -> Step<Number> {
        coefficient.as_ref().map_or(Ok(Number::Known(1)), |coefficient| self.number(coefficient))
    }

    fn parts(&mut self, whole: &Expression<'_>, tuple: &Tuple<'_>, domain: &Domain) -> Step<Vec<Set>> {
        if tuple.parts.len() != domain.classes.len() {
            let found = format!("`{}`, with {} components", shortened(whole.text), tuple.parts.len());
            return Err(error(found, &format!("{}, as the place's domain has", domain.classes.len())));
        }
        let classes = domain.classes.iter();
        tuple.parts.iter().zip(classes).map(|(part, class)| self.set(part, Some(*class))).collect()
    }

    /// Returns all tuples with a colour from each set.
    fn product(&mut self, sets: Vec<Set>, domain: &Domain) -> Step<Term> {
        let mut terms = Vec::new();
        for set in sets {
            terms.push(self.set_term(set)?);
        }
        Ok(if domain.classes.len() == 1 { terms.remove(0) } else { Term::Tuple(terms) })
    }

    fn copies(&mut self, count: Number, of: Term) -> Term {
        match count {
            Number::Known(1) => of,
            count => Term::Apply(Operator::NumberOf, vec![self.number_term(count), of]),
        }
    }

    fn tuple(&mut self, whole: &Expression<'_>, tuple: &Tuple<'_>, domain: &Domain) -> Step<Term> {
        if tuple.has_filter {
            let found = format!("`{}`, with a condition behind the tuple", shortened(whole.text));
            return Err(remedied(found, "write the condition before the tuple, or as a guard"));
        }
        let coefficient = self.coefficient(&tuple.coefficient)?;
        if let Number::Known(negative @ ..0) = coefficient {
            return Err(error(
                format!("{negative} tokens in `{}`", shortened(whole.text)),
                "a natural number",
            ));
        }
        let sets = self.parts(whole, tuple, domain)?;
        let product = self.product(sets, domain)?;
        let tokens = match coefficient {
            Number::Known(0) => Term::Empty(domain.sort),
            coefficient => self.copies(coefficient, product),
        };
        let guard = tuple.guard.as_ref().map_or(Ok(Condition::Known(true)), |guard| self.condition(guard))?;
        Ok(match guard {
            Condition::Known(true) => tokens,
            Condition::Known(false) => Term::Empty(domain.sort),
            Condition::Term(guard) => {
                Term::Apply(Operator::IfThenElse, vec![guard, tokens, Term::Empty(domain.sort)])
            }
        })
    }
}
