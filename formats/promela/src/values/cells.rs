//! The variables of Promela that a place's value is made of.
//!
//! A number is a variable, and an array an array. A list is its length and, for each component of its
//! elements, an array up to its capacity, in which positions behind the end hold a fixed number: so
//! equal lists are equal contents, and Spin's states are markings. The type is the narrowest for the
//! numbers that the sort has.

use sanderling_net::{Net, Place, PlaceId, Sort, SortId, Value, semantics};

use super::initialiser;
use crate::Refusal;
use crate::limit::Limit;
use crate::name::name;

/// More elements than these do not fit a state of Spin's.
const MAX_ELEMENTS: u64 = 1 << 14;

/// The variables of one place.
#[derive(Debug, Clone)]
pub(super) struct Cells {
    /// The name that they share.
    pub(super) name: String,
    /// How they make up the value.
    pub(super) shape: Shape,
    /// What they hold at the start: a list's length first.
    initial: Vec<i64>,
}

/// How variables make up a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// One number of this range.
    Scalar(Limit),
    /// This number of numbers of this range.
    Array(u64, Limit),
    /// At most so many elements, whose components are of these ranges.
    List(u64, Vec<Limit>),
}

impl Cells {
    /// The variables of all places, in their order.
    pub(super) fn of_net(net: &Net) -> Result<Vec<Self>, Refusal> {
        let initial = semantics::initial(net).map_err(|error| error.to_string())?;
        let cells = |(index, place): (usize, &Place)| {
            let tokens = initial.place(PlaceId::new(index));
            match tokens.iter().next() {
                Some((value, 1)) if tokens.total() == 1 => Self::of_place(net, index, place, value),
                _ => Err(format!("`{}` does not start with exactly one token that has a value", place.id)),
            }
        };
        net.places.iter().enumerate().map(cells).collect()
    }

    fn of_place(net: &Net, index: usize, place: &Place, value: &Value) -> Result<Self, Refusal> {
        let refused = || format!("`{}` is of a sort that Promela has no type for", place.id);
        let shape = shape(net, place.sort).ok_or_else(refused)?;
        if place.capacity.is_some_and(|capacity| capacity == 0) {
            return Err(format!("`{}` has a token, and no room for one", place.id));
        }
        let initial = match (&shape, value) {
            (Shape::List(capacity, components), Value::List(elements)) => {
                listed(*capacity, components, elements)
            }
            (_, Value::List(elements)) => elements.iter().map(number_of).collect(),
            (_, value) => vec![number_of(value)],
        };
        Ok(Self { name: name('p', index, &place.id), shape, initial })
    }

    /// The name of a list's length.
    pub(super) fn length(&self) -> String {
        format!("{}_length", self.name)
    }

    /// The name of the array with a component of a list's elements.
    pub(super) fn component(&self, component: usize) -> String {
        format!("{}_item{component}", self.name)
    }

    /// How each of the variables is read: an array by its first element.
    pub(super) fn reads(&self) -> Vec<String> {
        match &self.shape {
            Shape::Scalar(_) => vec![self.name.clone()],
            Shape::Array(..) => vec![format!("{}[0]", self.name)],
            Shape::List(_, components) => {
                let items = (0..components.len()).map(|at| format!("{}[0]", self.component(at)));
                std::iter::once(self.length()).chain(items).collect()
            }
        }
    }

    /// The declarations of the variables.
    pub(super) fn declarations(&self) -> Vec<String> {
        match &self.shape {
            Shape::Scalar(limit) => vec![scalar(&self.name, *limit, self.initial[0])],
            Shape::Array(_, limit) => vec![array(&self.name, *limit, &self.initial)],
            Shape::List(capacity, components) => {
                let length = Limit::new(0, *capacity as i64);
                let mut all = vec![scalar(&self.length(), length, self.initial[0])];
                for (component, limit) in components.iter().enumerate() {
                    let items = self.initial[1..].iter().skip(component).step_by(components.len());
                    let items: Vec<i64> = items.copied().collect();
                    all.push(array(&self.component(component), *limit, &items));
                }
                all
            }
        }
    }
}

fn scalar(name: &str, limit: Limit, initial: i64) -> String {
    let kind = limit.variable_type().map_or("int", |(kind, _)| kind);
    if initial == 0 { format!("{kind} {name};") } else { format!("{kind} {name} = {initial};") }
}

fn array(name: &str, limit: Limit, initial: &[i64]) -> String {
    let (kind, count) = (limit.element_type().unwrap_or("int"), initial.len());
    if initial.iter().all(|&number| number == 0) {
        return format!("{kind} {name}[{count}];");
    }
    format!("{kind} {name}[{count}] = {};", initialiser(initial))
}

/// What a list's variables hold: its length, its elements, and what stands behind them.
fn listed(capacity: u64, components: &[Limit], elements: &[Value]) -> Vec<i64> {
    let mut numbers = vec![elements.len() as i64];
    for position in 0..capacity as usize {
        match elements.get(position) {
            Some(Value::Tuple(parts)) => numbers.extend(parts.iter().map(number_of)),
            Some(element) => numbers.push(number_of(element)),
            None => numbers.extend(components.iter().map(|&limit| rest(limit))),
        }
    }
    numbers
}

/// What stands behind the end of a list.
pub(super) fn rest(limit: Limit) -> i64 {
    0.clamp(limit.low, limit.high)
}

fn shape(net: &Net, sort: SortId) -> Option<Shape> {
    match net.sort(sort) {
        Sort::Array { element, length } => {
            let is_small = (1..=MAX_ELEMENTS).contains(length);
            is_small.then_some(Shape::Array(*length, scalar_limit(net, *element)?))
        }
        Sort::List { element, capacity: Some(capacity) } => {
            let components = match net.sort(*element) {
                Sort::Product(sorts) => {
                    sorts.iter().map(|&sort| scalar_limit(net, sort)).collect::<Option<Vec<_>>>()?
                }
                _ => vec![scalar_limit(net, *element)?],
            };
            let is_small = (1..=MAX_ELEMENTS).contains(capacity) && !components.is_empty();
            is_small.then_some(Shape::List(*capacity, components))
        }
        _ => scalar_limit(net, sort).map(Shape::Scalar),
    }
}

/// The numbers that stand for the values of a sort without parts, if they fit 32 bits.
pub(super) fn scalar_limit(net: &Net, sort: SortId) -> Option<Limit> {
    let limit = match net.sort(sort) {
        Sort::Bool => Limit::TRUTH,
        Sort::Enumeration { constants, .. } => Limit::new(0, constants.len() as i64 - 1),
        Sort::Range { start, end } => Limit::new(*start, *end),
        _ => return None,
    };
    (limit.low <= limit.high && Limit::INT.includes(limit)).then_some(limit)
}

/// The number that stands for a value without parts.
pub(super) fn number_of(value: &Value) -> i64 {
    match value {
        Value::Bool(truth) => i64::from(*truth),
        Value::Constant(position) => i64::from(*position),
        Value::Integer(number) => *number,
        _ => 0,
    }
}
