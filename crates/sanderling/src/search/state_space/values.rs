//! Columns of values: what the variables, the channels and the processes of a program hold.
//!
//! A value is one number, or several with a length: an array, or a list whose elements may be tuples. All numbers fit 32 bits, since the cells of
//! a [`ValueModel`] do; names of constants, such as the locations of a process, are told once, and by their positions in each state.

use std::ops::Range;

use sanderling_model::value::Shape;
use sanderling_model::{NetModel, ValueModel};
use sanderling_net::semantics::Marking;
use sanderling_net::{Net, PlaceId, Sort, SortId, Value};
use sanderling_system::{System, with_few_words};

use super::numbered::Numbered;
use super::{BLOCK, Column, Content, Edges, Kept, StateSpace, States};

/// What the values of a place are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueSort {
    /// How many elements they have.
    pub form: Form,
    /// The parts of each element: one, unless it is a tuple.
    pub parts: Vec<Part>,
    /// Whether elements are tuples, which may have a single part.
    pub is_tuple: bool,
}

/// How many elements a value has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// It is one.
    Scalar,
    /// Always so many.
    Array(usize),
    /// Up to so many.
    List(usize),
}

/// A part without parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A number of 32 bits.
    Number,
    /// One of these names, by its position.
    Name(Vec<String>),
}

/// Values, one at each position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Values {
    /// Whether there is one: there is none in the error state.
    pub is_there: Vec<bool>,
    /// Where the elements of each end among all elements. Those of the next begin there.
    pub ends: Vec<usize>,
    /// For each part, that of all elements. Where there is no value, a scalar is 0, and anything else has no elements.
    pub parts: Vec<Vec<i32>>,
}

/// The states of a program, among which there may be an error state.
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

/// Numbered states whose places hold values.
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

/// A column without rows.
fn empty(content: &Content) -> (&ValueSort, Values) {
    let Content::Values(sort) = content else { unreachable!("places of a program hold values") };
    (sort, Values { parts: vec![Vec::new(); sort.parts.len()], ..Values::default() })
}

impl Values {
    /// Appends a value, of which `held` tells the number at a position, behind the length of a list.
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
            // The cells of a model are numbers of 32 bits.
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

    /// The most numbers that a value has.
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
