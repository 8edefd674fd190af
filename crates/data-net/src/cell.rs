//! The cells of a marking: the numbers that the tokens of a data net are made of.
//!
//! A place that always holds exactly one token is a variable, and its token's value is one number or several: an array
//! has a cell for each element; a list has one for its length and then, for each position up to its capacity, one for
//! each component of an element. Positions after the end of a list hold a fixed number, so that equal lists have equal
//! cells.
//!
//! ```text
//! x: byte      a: array of 3        c: list of pairs, capacity 2
//! ┌───┐        ┌────┬────┬────┐     ┌────────┬──────┬──────┬──────┬──────┐
//! │ x │        │a[0]│a[1]│a[2]│     │ length │c[0].0│c[0].1│c[1].0│c[1].1│
//! └───┘        └────┴────┴────┘     └────────┴──────┴──────┴──────┴──────┘
//! ```

use sanderling_net::semantics::Marking;
use sanderling_net::{Net, PlaceId, Sort, SortId, Value};

use crate::estimate::CellRanges;
use crate::expression::Elements;
use crate::interval::Interval;
use crate::refusal::Refusal;
use crate::rule::ListCells;

/// Maximum number of cells of a marking.
const MAX_CELLS: usize = 1 << 20;

/// Cell: a position in [`Cells`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(u32);

impl CellId {
    /// Returns the cell with this number.
    ///
    /// # Panics
    /// If the number is 2^32 or more.
    #[must_use]
    #[inline]
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("there are at most 2^20 cells"))
    }

    /// Returns the number of the cell.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Declaration of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Numbers of the cell's sort.
    pub sort: Interval,
    /// Initial content.
    pub initial: i64,
    /// Place of the cell.
    pub place: PlaceId,
}

/// Structure of the value that the cells of a place form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One number.
    Scalar,
    /// The given number of numbers.
    Array(usize),
    /// Length, followed by the components of the elements.
    List {
        /// Maximum length.
        capacity: usize,
        /// Number of components of an element.
        components: usize,
    },
}

/// Cells of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceCells {
    /// First cell; the others follow directly.
    pub first: CellId,
    /// Structure of the value.
    pub shape: Shape,
}

impl PlaceCells {
    /// Returns the number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.shape {
            Shape::Scalar => 1,
            Shape::Array(length) => length,
            Shape::List { capacity, components } => 1 + capacity * components,
        }
    }

    /// Returns whether there are none: an array without elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the cell at an offset from the first one.
    #[must_use]
    pub fn cell(&self, offset: usize) -> CellId {
        CellId::new(self.first.index() + offset)
    }

    /// Returns the ranges of cells that an index chooses from: those of an array, or of each component of a list's
    /// elements.
    #[must_use]
    pub fn arrays(&self) -> Vec<Elements> {
        match self.shape {
            Shape::Scalar => Vec::new(),
            Shape::Array(length) => {
                vec![Elements { first: self.first, stride: 1, count: length as u32, length: None }]
            }
            Shape::List { capacity, components } => {
                let list = ListCells { length: self.first, capacity, components };
                (0..components).map(|component| list.component(component)).collect()
            }
        }
    }

    /// Returns all cells of the place.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + use<> {
        (self.first.index()..self.first.index() + self.len()).map(CellId::new)
    }
}

/// All cells of a net, by place.
#[derive(Debug, Clone)]
pub struct Cells {
    cells: Vec<Cell>,
    places: Vec<PlaceCells>,
    /// Sort of each place.
    sorts: Vec<SortId>,
    /// Sorts that the net declares.
    declared: Vec<Sort>,
}

impl Cells {
    /// Returns the cells of a net with the initial marking `marking`.
    ///
    /// # Errors
    /// If a place does not hold one token, or is of a sort without numbers of 32 bits.
    pub fn build(net: &Net, marking: &Marking) -> Result<Self, Refusal> {
        let declared = net.declarations.sorts.iter().map(|declaration| declaration.sort.clone()).collect();
        let mut cells = Self { cells: Vec::new(), places: Vec::new(), sorts: Vec::new(), declared };
        for place in net.place_ids() {
            let declaration = net.place(place);
            let value = match marking.place(place).iter().next() {
                Some((value, 1)) if marking.tokens(place) == 1 => value,
                _ => {
                    let what = "a place that does not start with exactly one token";
                    return Err(Refusal::new(what, &declaration.id));
                }
            };
            cells.add_place(net, place, value)?;
        }
        Ok(cells)
    }

    fn add_place(&mut self, net: &Net, place: PlaceId, value: &Value) -> Result<(), Refusal> {
        let sort = net.place(place).sort;
        let refused = || Refusal::new("a place of a sort that cannot be packed", &net.place(place).id);
        let first = CellId::new(self.cells.len());
        let shape = match net.sort(sort) {
            Sort::Array { element, length } => {
                let range = scalar_range(net, *element).ok_or_else(refused)?;
                self.reserve(*length, 1).ok_or_else(refused)?;
                self.push_numbers(place, range, numbers_of(value));
                Shape::Array(*length as usize)
            }
            Sort::List { element, capacity: Some(capacity) } => {
                let ranges = component_ranges(net, *element).filter(|ranges| !ranges.is_empty());
                let ranges = ranges.ok_or_else(refused)?;
                let room = self.reserve(*capacity, ranges.len()).ok_or_else(refused)?;
                self.push_list(place, &ranges, *capacity as usize, value);
                Shape::List { capacity: room / ranges.len(), components: ranges.len() }
            }
            _ => {
                let range = scalar_range(net, sort).ok_or_else(refused)?;
                self.reserve(1, 1).ok_or_else(refused)?;
                self.push_numbers(place, range, vec![number_of(value)]);
                Shape::Scalar
            }
        };
        self.places.push(PlaceCells { first, shape });
        self.sorts.push(sort);
        Ok(())
    }

    /// Returns the number of cells for a number of elements, if there is room for them.
    fn reserve(&self, elements: u64, components: usize) -> Option<usize> {
        let wanted = usize::try_from(elements).ok()?.checked_mul(components)?;
        (wanted <= MAX_CELLS && self.cells.len() + wanted < MAX_CELLS).then_some(wanted)
    }

    fn push_numbers(&mut self, place: PlaceId, sort: Interval, numbers: Vec<i64>) {
        self.cells.extend(numbers.into_iter().map(|initial| Cell { sort, initial, place }));
    }

    fn push_list(&mut self, place: PlaceId, ranges: &[Interval], capacity: usize, value: &Value) {
        let Value::List(elements) = value else { unreachable!("a list place holds a list") };
        let length = Interval::new(0, capacity as i64);
        self.push_numbers(place, length, vec![elements.len() as i64]);
        for position in 0..capacity {
            let numbers = match elements.get(position) {
                Some(element) => numbers_of(element),
                None => ranges.iter().map(|range| range.nearest_to_zero()).collect(),
            };
            for (&range, number) in ranges.iter().zip(numbers) {
                self.push_numbers(place, range, vec![number]);
            }
        }
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns a cell.
    #[must_use]
    #[inline]
    pub fn cell(&self, id: CellId) -> &Cell {
        &self.cells[id.index()]
    }

    /// Returns all cells.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = CellId> + use<> {
        (0..self.cells.len()).map(CellId::new)
    }

    /// Returns the numbers that the sorts of the cells have.
    #[must_use]
    pub fn sorts(&self) -> CellRanges {
        CellRanges(self.cells.iter().map(|cell| cell.sort).collect())
    }

    /// Returns the cells of a place.
    #[must_use]
    #[inline]
    pub fn place(&self, place: PlaceId) -> PlaceCells {
        self.places[place.index()]
    }

    /// Returns the number of places.
    #[must_use]
    pub fn place_count(&self) -> usize {
        self.places.len()
    }

    /// Returns the contents of the cells in a marking; `None` if a place does not hold one value of the shape of its
    /// cells.
    #[must_use]
    pub fn numbers(&self, marking: &Marking) -> Option<Vec<i64>> {
        let mut numbers = Vec::with_capacity(self.cells.len());
        for (place, tokens) in marking.iter().enumerate() {
            let (value, _) = tokens.iter().next().filter(|_| tokens.total() == 1)?;
            let cells = self.places[place];
            let end = numbers.len() + cells.len();
            if let (Shape::List { .. }, Value::List(elements)) = (cells.shape, value) {
                numbers.push(elements.len() as i64);
                numbers.extend(elements.iter().flat_map(numbers_of));
                // Positions after the end of a list.
                let rest = self.cells.get(numbers.len()..end)?;
                numbers.extend(rest.iter().map(|cell| cell.sort.nearest_to_zero()));
            } else {
                numbers.extend(numbers_of(value));
            }
            if numbers.len() != end {
                return None;
            }
        }
        Some(numbers)
    }

    /// Returns the value of a place, given the contents of its cells.
    #[must_use]
    pub fn value(&self, place: PlaceId, number: impl Fn(CellId) -> i64) -> Value {
        let cells = self.place(place);
        let at = |offset: usize| number(cells.cell(offset));
        let sort = self.sorts[place.index()];
        match (cells.shape, self.sort(sort)) {
            (Shape::Array(length), Sort::Array { element, .. }) => {
                Value::List((0..length).map(|offset| self.scalar(*element, at(offset))).collect())
            }
            (Shape::List { components, .. }, Sort::List { element, .. }) => {
                let length = at(0) as usize;
                let value = |position: usize| {
                    self.components(*element, |component| at(1 + position * components + component))
                };
                Value::List((0..length).map(value).collect())
            }
            _ => self.scalar(sort, at(0)),
        }
    }

    fn sort(&self, sort: SortId) -> &Sort {
        &self.declared[sort.index()]
    }

    /// Returns the value of a list's element, given its components.
    fn components(&self, element: SortId, number: impl Fn(usize) -> i64) -> Value {
        match self.sort(element) {
            Sort::Product(sorts) => {
                let values = sorts.iter().enumerate().map(|(at, &sort)| self.scalar(sort, number(at)));
                Value::Tuple(values.collect())
            }
            _ => self.scalar(element, number(0)),
        }
    }

    /// Returns the value that a number stands for.
    fn scalar(&self, sort: SortId, number: i64) -> Value {
        match self.sort(sort) {
            Sort::Bool => Value::Bool(number != 0),
            Sort::Enumeration { .. } => Value::Constant(number as u32),
            _ => Value::Integer(number),
        }
    }
}

/// Returns the numbers that stand for the values of a sort without parts, if they fit 32 bits.
pub(crate) fn scalar_range(net: &Net, sort: SortId) -> Option<Interval> {
    let range = match net.sort(sort) {
        Sort::Bool => Interval::TRUTH,
        Sort::Enumeration { constants, .. } => Interval::new(0, constants.len() as i64 - 1),
        Sort::Range { start, end } => Interval::new(*start, *end),
        _ => return None,
    };
    let fits = Interval::I32.includes(range) && range.low <= range.high;
    fits.then_some(range)
}

fn component_ranges(net: &Net, element: SortId) -> Option<Vec<Interval>> {
    match net.sort(element) {
        Sort::Product(sorts) => sorts.iter().map(|&sort| scalar_range(net, sort)).collect(),
        _ => scalar_range(net, element).map(|range| vec![range]),
    }
}

/// Returns the number that stands for a value without parts.
pub(crate) fn number_of(value: &Value) -> i64 {
    match value {
        Value::Bool(truth) => i64::from(*truth),
        Value::Constant(position) => i64::from(*position),
        Value::Integer(number) => *number,
        _ => 0,
    }
}

/// Returns the numbers that stand for the parts of a value.
fn numbers_of(value: &Value) -> Vec<i64> {
    match value {
        Value::Tuple(parts) | Value::List(parts) => parts.iter().map(number_of).collect(),
        _ => vec![number_of(value)],
    }
}
