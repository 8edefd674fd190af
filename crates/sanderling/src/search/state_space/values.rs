//! Columns of values: the variables, channels and process locations of a program.
//!
//! A value is either a single number or several numbers with a length: an array, or a list whose elements may
//! be tuples. All numbers fit in 32 bits, as the cells of a [`ValueModel`] do. Names of constants, such as
//! process locations, are stored once; each state has their positions.

use std::ops::Range;

use sanderling_model::value::Shape;
use sanderling_model::{NetModel, ValueModel};
use sanderling_net::semantics::Marking;
use sanderling_net::{Net, PlaceId, Sort, SortId, Value};
use sanderling_system::{System, with_few_words};

use super::numbered::Numbered;
use super::{BLOCK, Column, Content, Edges, Kept, StateSpace, States};

/// The sort of a place's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueSort {
    /// The number of elements.
    pub form: Form,
    /// The parts of each element: one, unless it is a tuple.
    pub parts: Vec<Part>,
    /// Whether elements are tuples, which may have a single part.
    pub is_tuple: bool,
}

/// The number of elements of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A single element.
    Scalar,
    /// A fixed number of elements.
    Array(usize),
    /// At most this number of elements.
    List(usize),
}

/// A component of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A 32-bit number.
    Number,
    /// A name, given by its position in this list.
    Name(Vec<String>),
}

/// Values of several states, in parallel vectors.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Values {
    /// Whether the state has a value. The error state has none.
    pub is_there: Vec<bool>,
    /// For each value, the position after its last element among all elements, where the next value's
    /// elements start.
    pub ends: Vec<usize>,
    /// For each component, its numbers for all elements. A missing value is 0 for a scalar, and has no
    /// elements otherwise.
    pub parts: Vec<Vec<i32>>,
}

/// Returns the states of a program, which may include an error state.
pub(super) fn space(net: &Net, kept: Kept<ValueModel>, may_have_error_state: bool) -> StateSpace {
    let Kept { states, exhaustive, reason } = kept;
    let shape = |place| states.model.cells().place(place).shape;
    let contents = net.place_ids().map(|place| Content::Values(ValueSort::of(net, place, shape(place))));
    let contents = contents.collect();
    let all = 0..if may_have_error_state { states.store.len() } else { 0 };
    let error_state = all.clone().zip(states.ids(all)).find_map(|(number, id)| {
        let is_error = states.model.is_error(states.store.state(id));
        is_error.then_some(number)
    });
    let states = Box::new(Valued(states));
    StateSpace { states, contents, exhaustive, reason, error_state }
}

/// Numbered states of a data net.
struct Valued(Numbered<ValueModel>);

impl States for Valued {
    fn len(&self) -> usize {
        self.0.store.len()
    }

    fn columns(&self, places: &[(PlaceId, &Content)], states: Range<usize>) -> Vec<Column> {
        with_few_words!(self.0.store.words(), W => self.columns_of::<W>(places, states))
    }

    fn marking(&self, state: usize) -> Option<Marking> {
        self.0.marking(state)
    }

    fn edges(&self, states: Range<usize>) -> Edges {
        self.0.edges(states)
    }
}

impl Valued {
    fn columns_of<const W: usize>(
        &self,
        places: &[(PlaceId, &Content)],
        states: Range<usize>,
    ) -> Vec<Column> {
        let (model, mut ids) = (&self.0.model, self.0.ids(states));
        let mut columns: Vec<(&ValueSort, Values)> =
            places.iter().map(|(_, content)| empty(content)).collect();
        let scratch = model.scratch();
        loop {
            let block: Vec<&[u64]> = ids.by_ref().take(BLOCK).map(|id| self.0.state::<W>(id)).collect();
            if block.is_empty() {
                return columns.into_iter().map(|(_, values)| Column::Values(values)).collect();
            }
            for (&(place, _), (sort, values)) in places.iter().zip(&mut columns) {
                for state in &block {
                    values.push(sort, !model.is_error(state), |offset| {
                        model.held(state, &scratch, place, offset as u32)
                    });
                }
            }
        }
    }
}

/// Returns a column without rows.
fn empty(content: &Content) -> (&ValueSort, Values) {
    let Content::Values(sort) = content else { unreachable!("places of a program hold values") };
    (sort, Values { parts: vec![Vec::new(); sort.parts.len()], ..Values::default() })
}

impl Values {
    /// Appends a value. `held` returns the number at a position; in a list, the length comes first.
    fn push(&mut self, sort: &ValueSort, is_there: bool, held: impl Fn(usize) -> Option<i64>) {
        let (elements, first) = match sort.form {
            Form::Scalar => (1, 0),
            _ if !is_there => (0, 0),
            Form::Array(length) => (length, 0),
            Form::List(_) => (held(0).unwrap_or(0) as usize, 1),
        };
        let width = self.parts.len();
        for (at, part) in self.parts.iter_mut().enumerate() {
            let numbers = (0..elements).map(|element| held(first + element * width + at));
            // The cells of a model are 32-bit numbers.
            part.extend(numbers.map(|number| number.unwrap_or(0) as i32));
        }
        self.is_there.push(is_there);
        self.ends.push(self.parts.first().map_or(0, Vec::len));
    }
}

impl ValueSort {
    fn of(net: &Net, place: PlaceId, shape: Shape) -> Self {
        let sort = net.place(place).sort;
        let (form, element) = match (shape, net.sort(sort)) {
            (Shape::Array(length), Sort::Array { element, .. }) => (Form::Array(length), *element),
            (Shape::List { capacity, .. }, Sort::List { element, .. }) => (Form::List(capacity), *element),
            _ => (Form::Scalar, sort),
        };
        let (parts, is_tuple) = match net.sort(element) {
            Sort::Product(parts) => (parts.iter().map(|&part| Part::of(net, part)).collect(), true),
            _ => (vec![Part::of(net, element)], false),
        };
        Self { form, parts, is_tuple }
    }

    /// Returns the maximum number of numbers in a value.
    #[must_use]
    pub fn numbers(&self) -> usize {
        match self.form {
            Form::Scalar => 1,
            Form::Array(elements) | Form::List(elements) => elements * self.parts.len(),
        }
    }
}

impl Part {
    fn of(net: &Net, sort: SortId) -> Self {
        let name = |value| net.value_text(sort, &value);
        match net.sort(sort) {
            Sort::Bool => Self::Name([false, true].map(|truth| name(Value::Bool(truth))).into()),
            Sort::Enumeration { constants, .. } => {
                Self::Name((0..constants.len()).map(|at| name(Value::Constant(at as u32))).collect())
            }
            _ => Self::Number,
        }
    }
}
