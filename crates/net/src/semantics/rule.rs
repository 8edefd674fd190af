//! The firing rule of one transition.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::evaluate::Evaluator;
use super::scope::Scope;
use super::{Binding, FireError, Marking, Multiset, NotEnabled};
use crate::{Arc, ArcKind, Inscription, Net, PlaceId, Term, Transition, TransitionId, Value, VariableId};

/// A transition with its arcs.
pub(super) struct Rule<'a> {
    pub(super) net: &'a Net,
    pub(super) evaluator: &'a Evaluator<'a>,
    pub(super) arcs: &'a [&'a Arc],
    /// Computed on first use.
    pub(super) scope: &'a OnceCell<Scope>,
    pub(super) id: TransitionId,
}

/// The contents of the places that a firing changes.
type Changes = BTreeMap<PlaceId, Multiset>;

impl<'a> Rule<'a> {
    pub(super) fn declaration(&self) -> &'a Transition {
        self.net.transition(self.id)
    }

    pub(super) fn arcs(&self, kind: ArcKind) -> impl Iterator<Item = &'a Arc> {
        self.arcs.iter().copied().filter(move |arc| arc.kind == kind)
    }

    pub(super) fn scope(&self) -> &'a Scope {
        self.scope.get_or_init(|| Scope::of(self.declaration(), self.arcs, self.evaluator.typing()))
    }

    /// Returns whether an arc with a constant inscription disables all bindings.
    ///
    /// PERF: most transitions of a large net wait for a control token that is in another place. This check detects that
    /// without evaluating terms or bindings.
    pub(super) fn is_ruled_out(&self, marking: &Marking) -> bool {
        self.arcs.iter().any(|arc| {
            let place = marking.place(arc.place);
            let (held, weight) = match (&arc.inscription, arc.kind) {
                (Inscription::Tokens(weight), ArcKind::Inhibitor) => (place.total(), *weight),
                (Inscription::Tokens(weight), _) => (place.count(&Value::Dot), *weight),
                (Inscription::Term(term), _) => match term.as_ref() {
                    Term::Literal { value, .. } => (place.count(value), 1),
                    _ => return false,
                },
            };
            match arc.kind {
                ArcKind::Input | ArcKind::Read => held < weight,
                ArcKind::Inhibitor => held >= weight,
                ArcKind::Output | ArcKind::Reset => false,
            }
        })
    }

    /// Checks that a binding has a value of the right sort for each variable of the transition, and for no other.
    pub(super) fn check_binding(&self, binding: &Binding) -> Result<(), FireError> {
        let stray = binding.iter().find(|&&(variable, _)| !self.scope().contains(variable));
        if let Some(&(stray, _)) = stray {
            return Err(FireError::NotEnabled(NotEnabled::Stray(stray)));
        }
        let is_bound = |variable: VariableId| {
            let sort = self.net.declarations.variables[variable.index()].sort;
            binding.get(variable).is_some_and(|value| self.net.is_value_of(sort, value))
        };
        match self.scope().iter().find(|&(variable, _)| !is_bound(variable)) {
            Some((unbound, _)) => Err(FireError::NotEnabled(NotEnabled::Unbound(unbound))),
            None => Ok(()),
        }
    }

    /// Returns the contents of the changed places after the firing.
    pub(super) fn changes(&self, marking: &Marking, binding: &Binding) -> Result<Changes, FireError> {
        let mut changes = Changes::new();
        let taken = std::iter::once_with(|| self.take(marking, binding, &mut changes));
        let read = self.arcs(ArcKind::Read).map(|arc| self.check_read(marking, arc, binding));
        let inhibited = self.arcs(ArcKind::Inhibitor).map(|arc| self.check_inhibitor(marking, arc, binding));
        let guard = std::iter::once_with(|| self.check_guard(binding));
        settle(taken.chain(read).chain(inhibited).chain(guard))?;
        let binding = self.execute_code(binding)?;
        for arc in self.arcs(ArcKind::Reset) {
            changes.insert(arc.place, Multiset::default());
        }
        self.put(marking, &binding, changes)
    }

    fn check_guard(&self, binding: &Binding) -> Result<(), FireError> {
        let transition = self.declaration();
        let Some(guard) = &transition.guard else { return Ok(()) };
        match self.evaluator.holds(guard, binding) {
            Ok(true) => Ok(()),
            Ok(false) => Err(FireError::NotEnabled(NotEnabled::Guard)),
            Err(failure) => Err(failure.while_firing(&transition.id)),
        }
    }

    /// Removes the tokens of all input arcs, one arc after the other, so that parallel arcs add up.
    fn take(&self, marking: &Marking, binding: &Binding, changes: &mut Changes) -> Result<(), FireError> {
        settle(self.arcs(ArcKind::Input).map(|arc| {
            let wanted = self.tokens(arc, binding)?;
            let held = changes.get(&arc.place).unwrap_or(marking.place(arc.place));
            let left = held.checked_sub(&wanted).ok_or(missing(arc))?;
            changes.insert(arc.place, left);
            Ok(())
        }))
        .map(drop)
    }

    fn check_read(&self, marking: &Marking, arc: &Arc, binding: &Binding) -> Result<(), FireError> {
        let wanted = self.tokens(arc, binding)?;
        if marking.place(arc.place).includes(&wanted) { Ok(()) } else { Err(missing(arc)) }
    }

    fn check_inhibitor(&self, marking: &Marking, arc: &Arc, binding: &Binding) -> Result<(), FireError> {
        let is_inhibited = match arc.inscription {
            Inscription::Tokens(weight) => marking.tokens(arc.place) >= weight,
            Inscription::Term(_) => marking.place(arc.place).includes(&self.tokens(arc, binding)?),
        };
        if is_inhibited { Err(FireError::NotEnabled(NotEnabled::Inhibited(arc.place))) } else { Ok(()) }
    }

    /// Executes the code segment and returns the resulting binding.
    fn execute_code(&self, binding: &Binding) -> Result<Binding, FireError> {
        let (mut binding, transition) = (binding.clone(), self.declaration());
        for assignment in &transition.code {
            let sort = self.net.declarations.variables[assignment.variable.index()].sort;
            let value = self.evaluator.value_of(sort, &assignment.value, &binding);
            binding.set(assignment.variable, value.map_err(|failure| failure.while_firing(&transition.id))?);
        }
        Ok(binding)
    }

    /// Adds the tokens of all output arcs, if the capacities allow all of them.
    fn put(&self, marking: &Marking, binding: &Binding, mut changes: Changes) -> Result<Changes, FireError> {
        let put = |arc: &Arc| Ok((arc.place, self.output(arc, binding)?));
        let outputs = settle(self.arcs(ArcKind::Output).map(put))?;
        let held =
            |changes: &Changes, place: PlaceId| changes.get(&place).unwrap_or(marking.place(place)).clone();
        let mut totals: BTreeMap<PlaceId, u128> = BTreeMap::new();
        for (place, tokens) in &outputs {
            let total = totals.entry(*place).or_insert_with(|| u128::from(held(&changes, *place).total()));
            *total += u128::from(tokens.total());
        }
        let is_over = |&(&place, &total): &(&PlaceId, &u128)| {
            self.net.place(place).capacity.is_some_and(|capacity| total > u128::from(capacity))
        };
        if let Some((place, _)) = totals.iter().find(is_over) {
            return Err(FireError::NotEnabled(NotEnabled::Capacity(*place)));
        }
        for (place, tokens) in outputs {
            let sum = held(&changes, place).checked_add(&tokens).ok_or(FireError::Overflow(place))?;
            changes.insert(place, sum);
        }
        Ok(changes)
    }

    /// Returns the tokens that an arc moves or tests.
    fn tokens(&self, arc: &Arc, binding: &Binding) -> Result<Multiset, FireError> {
        match &arc.inscription {
            Inscription::Tokens(weight) => Ok(Multiset::of(Value::Dot, *weight)),
            Inscription::Term(term) => self
                .evaluator
                .multiset(term, binding)
                .map_err(|failure| failure.while_firing(&self.arc_name(arc))),
        }
    }

    /// Returns the tokens that an output arc adds, which must be of the place's sort.
    fn output(&self, arc: &Arc, binding: &Binding) -> Result<Multiset, FireError> {
        match &arc.inscription {
            Inscription::Tokens(_) => self.tokens(arc, binding),
            Inscription::Term(term) => self
                .evaluator
                .multiset_of(self.net.place(arc.place).sort, term, binding)
                .map_err(|failure| failure.while_firing(&self.arc_name(arc))),
        }
    }

    fn arc_name(&self, arc: &Arc) -> String {
        crate::validate::arc_name(self.net, arc)
    }
}

fn missing(arc: &Arc) -> FireError {
    FireError::NotEnabled(NotEnabled::MissingTokens(arc.place))
}

/// Combines all conditions. If one does not hold, it decides, even if others are undefined. A negative difference is
/// the reason only if all other conditions may hold.
fn settle<T>(conditions: impl IntoIterator<Item = Result<T, FireError>>) -> Result<Vec<T>, FireError> {
    let (mut settled, mut undefined, mut negative) = (Vec::new(), None, None);
    for condition in conditions {
        match condition {
            Ok(one) => settled.push(one),
            Err(error @ FireError::NotEnabled(NotEnabled::NegativeDifference)) => negative = Some(error),
            Err(error @ FireError::NotEnabled(_)) => return Err(error),
            Err(error) => undefined = undefined.or(Some(error)),
        }
    }
    negative.or(undefined).map_or(Ok(settled), Err)
}
