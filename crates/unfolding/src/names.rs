//! Ids of unfolded nodes.
//!
//! Nodes without colours keep their ids; others get the values appended: `P(a,b)`, `t(x=a,y=b)`. Constants are written
//! by their ids, since names may be the same. Ids can hold any text, so that two nodes may get the same text: then a
//! number is appended to distinguish them, and an id of the coloured net is only ever that of the node that had it.

use std::collections::HashMap;

use sanderling_net::{Net, Sort, SortId, TransitionId, Value, VariableId};

use crate::live::NumberMap;

/// Scheme of the ids of unfolded nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Naming {
    /// `P(a,b)` and `t(x=a,y=b)`; `P` and `t` if there are no colours.
    #[default]
    Values,
    /// `P_i`, with i the number of the colour, in which the first component of a tuple counts fastest, and `t_k`,
    /// numbered in order: as TAPAAL does without partitioning. Colours of sorts that are not finite have no number, and
    /// are written by their values.
    Tapaal,
}

/// Ids that are used.
pub(crate) struct Ids<'a> {
    net: &'a Net,
    naming: Naming,
    taken: NumberMap<String, ()>,
    given: HashMap<String, u64>,
}

impl<'a> Ids<'a> {
    pub(crate) fn new(net: &'a Net, naming: Naming) -> Self {
        let (mut taken, given) = (NumberMap::default(), HashMap::new());
        if naming == Naming::Values {
            let places = net.places.iter().map(|place| place.id.clone());
            let transitions = net.transitions.iter().map(|transition| transition.id.clone());
            taken.extend(places.chain(transitions).map(|id| (id, ())));
        }
        Self { net, naming, taken, given }
    }

    /// Returns the id of a colour of a place.
    pub(crate) fn of_place(&mut self, id: &str, sort: SortId, colour: &Value) -> String {
        match (self.naming, number_of(self.net, sort, colour)) {
            (Naming::Tapaal, Some(number)) => self.unique(format!("{id}_{number}")),
            (Naming::Values, _) if sort == SortId::DOT => id.to_owned(),
            _ => {
                let mut text = id.to_owned();
                // A tuple has its own parentheses.
                let is_tuple = matches!(colour, Value::Tuple(_));
                text.push_str(if is_tuple { "" } else { "(" });
                write_value(self.net, sort, colour, &mut text);
                text.push_str(if is_tuple { "" } else { ")" });
                self.unique(text)
            }
        }
    }

    /// Returns the id of a binding of a transition; `position` is its position among the bindings.
    pub(crate) fn of_transition(
        &mut self,
        transition: TransitionId,
        binding: &[(VariableId, Value)],
        position: usize,
    ) -> String {
        let id = &self.net.transition(transition).id;
        if self.naming == Naming::Tapaal {
            return self.unique(format!("{id}_{position}"));
        }
        if binding.is_empty() {
            return id.clone();
        }
        let mut text = format!("{id}(");
        for (index, (variable, value)) in binding.iter().enumerate() {
            let variable = &self.net.declarations.variables[variable.index()];
            text.push_str(if index == 0 { "" } else { "," });
            text.push_str(&variable.id);
            text.push('=');
            write_value(self.net, variable.sort, value, &mut text);
        }
        text.push(')');
        self.unique(text)
    }

    /// Returns the text, with a number appended if it is already used.
    fn unique(&mut self, text: String) -> String {
        if self.taken.insert(text.clone(), ()).is_none() {
            return text;
        }
        let given = self.given.entry(text.clone()).or_insert(1);
        loop {
            *given += 1;
            let id = format!("{text}.{given}");
            if self.taken.insert(id.clone(), ()).is_none() {
                return id;
            }
        }
    }
}

/// Writes a value: constants by their ids, tuples and lists with their parts.
fn write_value(net: &Net, sort: SortId, value: &Value, text: &mut String) {
    let (open, close, values) = match (net.sort(sort), value) {
        (_, Value::Tuple(values)) => ('(', ')', values),
        (_, Value::List(values)) => ('[', ']', values),
        (_, Value::Dot) => return text.push_str("dot"),
        _ => return text.push_str(&net.value_text(sort, value)),
    };
    text.push(open);
    for (index, value) in values.iter().enumerate() {
        let part = match net.sort(sort) {
            Sort::Product(sorts) => sorts.get(index).copied(),
            Sort::List { element, .. } | Sort::Array { element, .. } => Some(*element),
            _ => None,
        };
        text.push_str(if index == 0 { "" } else { "," });
        write_value(net, part.unwrap_or(SortId::DOT), value, text);
    }
    text.push(close);
}

/// Returns the number of a colour in its sort. The first component of a tuple counts fastest.
fn number_of(net: &Net, sort: SortId, value: &Value) -> Option<u128> {
    match (net.sort(sort), value) {
        (Sort::Dot, Value::Dot) => Some(0),
        (Sort::Bool, Value::Bool(truth)) => Some(u128::from(*truth)),
        (Sort::Enumeration { .. }, Value::Constant(position)) => Some(u128::from(*position)),
        (Sort::Range { start, .. }, Value::Integer(number)) => {
            u128::try_from(i128::from(*number) - i128::from(*start)).ok()
        }
        (Sort::Product(sorts), Value::Tuple(values)) => {
            let (mut number, mut size) = (0_u128, 1_u128);
            for (&sort, value) in sorts.iter().zip(values) {
                number = number.checked_add(size.checked_mul(number_of(net, sort, value)?)?)?;
                size = size.checked_mul(u128::from(net.value_count(sort)?))?;
            }
            Some(number)
        }
        _ => None,
    }
}
