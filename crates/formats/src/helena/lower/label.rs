//! Conversion of labels to multisets. A loop becomes the sum of its tuples, or `all` if it covers all values.

use sanderling_net::{Diagnostic, Inscription, Operator, PlaceId, SortId, Term, Value as Known};

use super::names::Scope;
use super::types::{TypeId, Types};
use super::value::Value;
use super::{Lowering, Outcome};
use crate::helena::syntax::{Iteration, Label, Tuple};

impl<'a> Lowering<'a> {
    /// Converts a label at a place.
    pub(super) fn label(
        &mut self,
        label: &Label<'a>,
        place: PlaceId,
        scope: &Scope<'a>,
    ) -> Outcome<Inscription> {
        let mut parts = Vec::new();
        for tuple in label {
            self.check_components(tuple, place)?;
            let factor = self.factor(tuple)?;
            match self.all_values(tuple, place, scope)? {
                Some(term) => parts.push((term, factor)),
                None => self.loops(
                    tuple,
                    factor,
                    place,
                    &mut scope.clone(),
                    tuple.iterations.as_slice(),
                    &mut parts,
                )?,
            }
        }
        Ok(self.sum(parts, self.net.place(place).sort))
    }

    fn check_components(&self, tuple: &Tuple<'a>, place: PlaceId) -> Outcome<()> {
        let wanted = self.domains[place.index()].len();
        if tuple.components.len() == wanted {
            return Ok(());
        }
        let shown = |count: usize| match count {
            0 => "`epsilon`".to_owned(),
            1 => "a tuple of 1 component".to_owned(),
            count => format!("a tuple of {count} components"),
        };
        let error = Diagnostic::error(shown(tuple.components.len())).at(tuple.span).expected(shown(wanted));
        Err(Box::new(error.element(self.net.place(place).id.clone())))
    }

    fn factor(&mut self, tuple: &Tuple<'a>) -> Outcome<i64> {
        let Some(factor) = &tuple.factor else { return Ok(1) };
        let number = self.fixed_number(factor)?;
        if number > 0 {
            return Ok(number);
        }
        Err(Box::new(
            Diagnostic::error(format!("the factor {number}")).at(factor.span).expected("a positive number"),
        ))
    }

    /// Converts a loop in which each variable occurs once, alone, for all values of its component; `None` for other
    /// loops.
    fn all_values(&mut self, tuple: &Tuple<'a>, place: PlaceId, scope: &Scope<'a>) -> Outcome<Option<Term>> {
        if tuple.iterations.is_empty() || tuple.condition.is_some() {
            return Ok(None);
        }
        let domain = self.domains[place.index()].clone();
        let mut all: Vec<Option<TypeId>> = vec![None; domain.len()];
        for iteration in &tuple.iterations {
            let of = self.type_named(iteration.type_name)?;
            let name = iteration.name.text;
            let mut places = tuple.components.iter().enumerate().filter(|(_, one)| one.mentions(name));
            match (places.next(), places.next()) {
                (Some((at, one)), None)
                    if one.as_name() == Some(name) && domain[at] == of && iteration.range.is_none() =>
                {
                    all[at] = Some(of);
                }
                _ => return Ok(None),
            }
        }
        let mut parts = Vec::new();
        for ((component, of), all) in tuple.components.iter().zip(&domain).zip(all) {
            parts.push(match all {
                Some(of) => Term::All(self.types.sort(of, &mut self.net)),
                None => {
                    let value = self.value(component, scope)?;
                    self.fitted(*of, value, component.span)?
                }
            });
        }
        Ok(Some(one_or_tuple(parts)))
    }

    /// Adds the tuples of the remaining loops, each with its factor.
    fn loops(
        &mut self,
        tuple: &Tuple<'a>,
        factor: i64,
        place: PlaceId,
        scope: &mut Scope<'a>,
        iterations: &[Iteration<'a>],
        parts: &mut Vec<(Term, i64)>,
    ) -> Outcome<()> {
        let Some((iteration, inner)) = iterations.split_first() else {
            parts.extend(self.tuple(tuple, place, scope)?.map(|term| (term, factor)));
            return Ok(());
        };
        let (of, first, last) = self.span_of(iteration)?;
        let outer = scope.remove(iteration.name.text);
        for position in first..=last {
            self.count(1, tuple.span)?;
            scope.insert(iteration.name.text, self.types.value_at(of, position));
            self.loops(tuple, factor, place, scope, inner, parts)?;
        }
        scope.remove(iteration.name.text);
        scope.extend(outer.map(|value| (iteration.name.text, value)));
        Ok(())
    }

    /// Returns the type of a loop variable, and its first and last position, which must be known.
    fn span_of(&mut self, iteration: &Iteration<'a>) -> Outcome<(TypeId, i64, i64)> {
        let of = self.type_named(iteration.type_name)?;
        let Some(range) = &iteration.range else {
            let (first, last) = self.types.bounds(of);
            return Ok((of, first, last));
        };
        let mut ends = [0; 2];
        for (end, expression) in ends.iter_mut().zip([&range.first, &range.last]) {
            let value = self.fixed(expression)?;
            self.types.check_member(of, &value, expression.span)?;
            *end = Types::position(&value).unwrap_or_default();
        }
        Ok((of, ends[0], ends[1]))
    }

    /// Converts a tuple without its loops and its factor; `None` if its condition never holds.
    fn tuple(&mut self, tuple: &Tuple<'a>, place: PlaceId, scope: &Scope<'a>) -> Outcome<Option<Term>> {
        let condition = match &tuple.condition {
            None => Value::truth(true),
            Some(condition) => self.truth(condition, scope)?,
        };
        if condition.known_truth() == Some(false) {
            return Ok(None);
        }
        let domain = self.domains[place.index()].clone();
        let mut parts = Vec::new();
        for (component, of) in tuple.components.iter().zip(&domain) {
            let value = self.value(component, scope)?;
            parts.push(self.fitted(*of, value, component.span)?);
        }
        let sort = self.net.place(place).sort;
        let term = match parts.is_empty() {
            true => Term::Literal { sort: SortId::DOT, value: Known::Dot },
            false => one_or_tuple(parts),
        };
        Ok(Some(match condition.known_truth() {
            Some(_) => term,
            None => Term::Apply(Operator::IfThenElse, vec![self.term(condition), term, Term::Empty(sort)]),
        }))
    }

    /// Returns the sum of multisets, as a number if it has only plain tokens.
    fn sum(&mut self, parts: Vec<(Term, i64)>, sort: SortId) -> Inscription {
        let is_plain = |term: &Term| matches!(term, Term::Literal { sort: SortId::DOT, .. });
        if sort == SortId::DOT && parts.iter().all(|(term, _)| is_plain(term)) {
            return Inscription::Tokens(parts.iter().map(|(_, factor)| factor.unsigned_abs()).sum());
        }
        let mut terms: Vec<Term> = Vec::new();
        for (term, factor) in parts {
            terms.push(match factor {
                1 => term,
                _ => Term::Apply(Operator::NumberOf, vec![self.term(Value::number(factor)), term]),
            });
        }
        Inscription::Term(Box::new(match terms.len() {
            0 => Term::Empty(sort),
            1 => terms.remove(0),
            _ => Term::Apply(Operator::Sum, terms),
        }))
    }
}

fn one_or_tuple(mut parts: Vec<Term>) -> Term {
    if parts.len() == 1 { parts.remove(0) } else { Term::Tuple(parts) }
}
