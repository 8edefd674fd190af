//! Transitions: variables, arcs and guards.
//!
//! A variable is a name that occurs alone in a tuple on an input arc, outside loops and conditions, and is not a
//! constant. A variable may also be picked from a type, or stand for an expression (`let`).

use sanderling_net::{Arc, ArcKind, Diagnostic, Inscription, Operator, Term, Transition, TransitionId};

use super::names::Scope;
use super::value::{Kind, Value};
use super::{Lowering, Outcome};
use crate::helena::syntax::{self, Binary, Iteration};

impl<'a> Lowering<'a> {
    pub(super) fn transition(&mut self, transition: &'a syntax::Transition<'a>) -> Outcome<()> {
        let name = transition.name;
        let id =
            self.net.add_transition(Transition { span: Some(name.span), ..Transition::plain(name.text) });
        let mut scope = self.variables(&transition.inputs)?;
        let mut conditions = Vec::new();
        for iteration in &transition.free {
            self.pick(iteration, &mut scope, &mut conditions)?;
        }
        self.arcs(&transition.inputs, ArcKind::Input, id, &scope)?;
        for bound in &transition.bound {
            let of = self.type_named(bound.type_name)?;
            let value = self.value(&bound.value, &scope)?;
            let value = self.cast(of, value, bound.value.span)?;
            self.declare(bound.name, value, &mut scope)?;
        }
        self.arcs(&transition.outputs, ArcKind::Output, id, &scope)?;
        self.inhibitors(&transition.inhibitors, id, &scope)?;
        if let Some(guard) = &transition.guard {
            conditions.push(self.truth(guard, &scope)?);
        }
        self.net.transitions[id.index()].guard = self.all_of(conditions);
        Ok(())
    }

    /// Declares the variables on input arcs.
    fn variables(&mut self, inputs: &'a [syntax::Arc<'a>]) -> Outcome<Scope<'a>> {
        let mut scope = Scope::new();
        for arc in inputs {
            let place = self.place_named(arc.place)?;
            let domain = self.domains[place.index()].clone();
            let open =
                arc.label.iter().filter(|tuple| tuple.iterations.is_empty() && tuple.condition.is_none());
            for (component, of) in open.flat_map(|tuple| tuple.components.iter().zip(&domain)) {
                let Some(name) = component.as_name() else { continue };
                let is_constant = self.names.constant(name).is_some() || matches!(name, "true" | "false");
                if !is_constant && !scope.contains_key(name) {
                    let variable = self.names.variable(name, *of, &mut self.types, &mut self.net);
                    scope.insert(name, variable);
                }
            }
        }
        Ok(scope)
    }

    /// Declares a variable that may have any value of a type or of a range.
    fn pick(
        &mut self,
        iteration: &'a Iteration<'a>,
        scope: &mut Scope<'a>,
        conditions: &mut Vec<Value>,
    ) -> Outcome<()> {
        let of = self.type_named(iteration.type_name)?;
        let variable = self.names.variable(iteration.name.text, of, &mut self.types, &mut self.net);
        let range = iteration.range.as_ref().map(|range| [&range.first, &range.last]);
        for (end, operator) in range.into_iter().flatten().zip([Binary::GreaterOrEqual, Binary::LessOrEqual])
        {
            let value = self.value(end, scope)?;
            conditions.push(self.binary(operator, [variable.clone(), value], end.span)?);
        }
        self.declare(iteration.name, variable, scope)
    }

    fn declare(&self, name: syntax::Name<'a>, value: Value, scope: &mut Scope<'a>) -> Outcome<()> {
        if self.names.constant(name.text).is_some() || scope.insert(name.text, value).is_some() {
            let error = Diagnostic::error(format!("a second meaning of `{}`", name.text)).at(name.span);
            return Err(Box::new(error.expected("another name")));
        }
        Ok(())
    }

    fn arcs(
        &mut self,
        arcs: &'a [syntax::Arc<'a>],
        kind: ArcKind,
        transition: TransitionId,
        scope: &Scope<'a>,
    ) -> Outcome<()> {
        for arc in arcs {
            let place = self.place_named(arc.place)?;
            let inscription = self.label(&arc.label, place, scope)?;
            if inscription == Inscription::Tokens(0) {
                continue;
            }
            let span = Some(arc.place.span);
            self.net.add_arc(Arc { inscription, span, ..Arc::weighted(place, transition, kind, 1) });
        }
        Ok(())
    }

    /// Converts inhibitor arcs, which forbid a tuple. Several tuples, or tuples under a condition, are ambiguous and
    /// refused.
    fn inhibitors(
        &mut self,
        arcs: &'a [syntax::Arc<'a>],
        transition: TransitionId,
        scope: &Scope<'a>,
    ) -> Outcome<()> {
        for arc in arcs {
            let is_one =
                matches!(arc.label.as_slice(), [one] if one.iterations.is_empty() && one.condition.is_none());
            if !is_one {
                let error = Diagnostic::error("an inhibitor arc with loops, conditions or several tuples");
                let error = error.at(arc.place.span).element(self.net.transition(transition).id.clone());
                return Err(Box::new(error.expected("one tuple").help("write an arc for each tuple")));
            }
        }
        self.arcs(arcs, ArcKind::Inhibitor, transition, scope)
    }

    /// Returns the conjunction of conditions, unless it is trivially true.
    fn all_of(&mut self, conditions: Vec<Value>) -> Option<Term> {
        debug_assert!(conditions.iter().all(|one| one.kind == Kind::Truth));
        let open: Vec<Value> = conditions.into_iter().filter(|one| one.known_truth() != Some(true)).collect();
        let mut terms: Vec<Term> = open.into_iter().map(|one| self.term(one)).collect();
        match terms.len() {
            0 | 1 => terms.pop(),
            _ => Some(Term::Apply(Operator::And, terms)),
        }
    }
}
