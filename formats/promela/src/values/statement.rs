//! Code segments and output arcs as assignments.
//!
//! A number that may leave the sort of where it is put is computed once, into a hidden variable, and
//! asserted to fit: otherwise the firing has no meaning. The statements come in the net's order.

use sanderling_interval::Interval;
use sanderling_net::{Operator, PlaceId, Term, Value, VariableId};

use super::SCRATCH;
use super::cells::{Shape, number_of, scalar_limit};
use super::expression::{Number, outside};
use super::rule::Scope;
use crate::Refusal;

impl Scope<'_, '_> {
    /// An assignment of the code segment.
    pub(super) fn assign(&mut self, variable: VariableId, value: &Term) -> Result<(), Refusal> {
        if self.put_back.contains(&variable)
            && let Some(&place) = self.bound.get(&variable)
        {
            return self.assign_place(variable, place, value);
        }
        let sort = self.frame.net.declarations.variables[variable.index()].sort;
        let limit = scalar_limit(self.frame.net, sort)
            .ok_or_else(|| self.refuse("a variable of a sort that Promela has no type for"))?;
        let number = self.number(value)?;
        let name = self.frame.hidden_variable(variable);
        self.effect.push(format!("{name} = {}", number.text));
        let kept = Number { text: name, limit: number.limit };
        self.effect.extend(outside(&kept, limit).map(|condition| format!("assert({condition})")));
        self.assigned.insert(variable, number.limit.clamp(limit));
        Ok(())
    }

    fn assign_place(&mut self, variable: VariableId, place: PlaceId, value: &Term) -> Result<(), Refusal> {
        let is_itself = |term: &Term| *term == Term::Variable(variable);
        if is_itself(value) {
            return Ok(());
        }
        let cells = self.frame.cells[place.index()].clone();
        match (&cells.shape, value) {
            (Shape::Scalar(limit), value) => {
                let number = self.number(value)?;
                self.set(&cells.name, *limit, &number);
                Ok(())
            }
            (Shape::Array(length, limit), Term::Apply(Operator::Update, parts)) if is_itself(&parts[0]) => {
                let (index, number) = (self.number(&parts[1])?, self.number(&parts[2])?);
                let is_known = index.limit.low == index.limit.high;
                if is_known && !(0..*length as i64).contains(&index.limit.low) {
                    self.effect.push("assert(false)".into());
                } else {
                    self.set(&format!("{}[{}]", cells.name, index.text), *limit, &number);
                }
                Ok(())
            }
            (Shape::List(capacity, components), Term::Apply(Operator::Append, parts))
                if is_itself(&parts[0]) =>
            {
                self.append(place, *capacity, components, &parts[1])
            }
            (Shape::List(capacity, components), Term::Apply(Operator::RemoveFirst, parts))
                if is_itself(&parts[0]) =>
            {
                self.remove_first(place, *capacity, components);
                Ok(())
            }
            _ => Err(self.refuse("an assignment of a whole array or list")),
        }
    }

    /// Puts a number where only some fit.
    fn set(&mut self, target: &str, limit: Interval, number: &Number) {
        if limit.includes(number.limit) {
            self.effect.push(format!("{target} = {}", number.text));
            return;
        }
        self.frame.needs_scratch = true;
        let kept = Number { text: SCRATCH.into(), limit: number.limit };
        self.effect.push(format!("{SCRATCH} = {}", number.text));
        self.effect.extend(outside(&kept, limit).map(|condition| format!("assert({condition})")));
        self.effect.push(format!("{target} = {SCRATCH}"));
    }

    fn append(
        &mut self,
        place: PlaceId,
        capacity: u64,
        components: &[Interval],
        element: &Term,
    ) -> Result<(), Refusal> {
        let cells = self.frame.cells[place.index()].clone();
        let values = match element {
            Term::Tuple(values) => values.iter().map(|value| self.number(value)).collect(),
            Term::Literal { value: Value::Tuple(values), .. } => {
                Ok(values.iter().map(|value| Number::known(number_of(value))).collect())
            }
            value => self.number(value).map(|number| vec![number]),
        };
        let (values, length): (Vec<Number>, String) = (values?, cells.length());
        if values.len() != components.len() {
            return Err(self.refuse("an element of a list that is not written down"));
        }
        if !self.is_known_to_have_room(place) {
            self.effect.push(format!("assert({length} < {capacity})"));
        }
        for (component, (value, &limit)) in values.iter().zip(components).enumerate() {
            self.set(&format!("{}[{length}]", cells.component(component)), limit, value);
        }
        self.effect.push(format!("{length} = {length} + 1"));
        self.forget_length(place);
        Ok(())
    }

    fn remove_first(&mut self, place: PlaceId, capacity: u64, components: &[Interval]) {
        let cells = self.frame.cells[place.index()].clone();
        let length = cells.length();
        if !self.is_known_to_have_one(place) {
            self.effect.push(format!("assert({length} > 0)"));
        }
        for (component, &limit) in components.iter().enumerate() {
            let array = cells.component(component);
            for position in 1..capacity {
                self.effect.push(format!("{array}[{}] = {array}[{position}]", position - 1));
            }
            self.effect.push(format!(
                "{array}[{}] = {}",
                capacity - 1,
                Number::known(limit.nearest_to_zero()).text
            ));
        }
        self.effect.push(format!("{length} = {length} - 1"));
        self.forget_length(place);
    }

    /// Puts the tokens of the output arcs: all are computed before the first one changes a variable.
    pub(super) fn put(&mut self, outputs: &[(PlaceId, &Term)]) -> Result<(), Refusal> {
        let mut sets = Vec::new();
        for &(place, term) in outputs {
            if let Term::Variable(variable) = term
                && self.put_back.contains(variable)
                && self.bound.get(variable) == Some(&place)
            {
                continue;
            }
            self.scalar(place)?;
            sets.push((place, self.number(term)?));
        }
        let is_simple = |number: &Number| number.limit.low == number.limit.high;
        if sets.len() > 1 && !sets.iter().all(|(_, number)| is_simple(number)) {
            return Err(self.refuse("several output arcs with terms that are no constants"));
        }
        for (place, number) in sets {
            let cells = self.frame.cells[place.index()].clone();
            if let Shape::Scalar(limit) = cells.shape {
                self.set(&cells.name, limit, &number);
            }
        }
        Ok(())
    }
}
