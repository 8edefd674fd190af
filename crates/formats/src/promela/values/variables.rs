//! The variables of Promela that represent cells.
//!
//! A number is a variable, and an array is an array. A list is its length and, for each component of its elements, an
//! array of its capacity; positions after the end hold a fixed number. Equal lists therefore have equal contents, and
//! Spin's states are markings. The type is the narrowest for the numbers of the sort.

use sanderling_data_net::{CellId, Cells, Elements, Interval, Shape};
use sanderling_net::{Net, PlaceId};

use super::initialiser;
use crate::promela::Refusal;
use crate::promela::limit::{element_type, variable_type};
use crate::promela::name::name;

/// Maximum number of elements that fit a state of Spin.
const MAX_ELEMENTS: u32 = 1 << 14;

/// The names of variables, by place.
pub(super) struct Variables<'a> {
    cells: &'a Cells,
    names: Vec<String>,
}

impl<'a> Variables<'a> {
    /// Returns the variables of all places.
    pub(super) fn of_net(net: &Net, cells: &'a Cells) -> Result<Self, Refusal> {
        for place in net.place_ids() {
            let id = &net.place(place).id;
            if net.place(place).capacity == Some(0) {
                return Err(format!("`{id}` has a token, and no room for one"));
            }
            let fits = |array: &Elements| (1..=MAX_ELEMENTS).contains(&array.count);
            if !cells.place(place).arrays().iter().all(fits) {
                return Err(format!("`{id}` has no element, or more than {MAX_ELEMENTS}"));
            }
        }
        let names = net.places.iter().enumerate().map(|(index, place)| name('p', index, &place.id));
        Ok(Self { cells, names: names.collect() })
    }

    /// Returns the expression that reads a cell.
    pub(super) fn cell(&self, cell: CellId) -> String {
        let place = self.cells.cell(cell).place;
        let (name, cells) = (&self.names[place.index()], self.cells.place(place));
        let offset = cell.index() - cells.first.index();
        match cells.shape {
            Shape::Scalar => name.clone(),
            Shape::Array(_) => format!("{name}[{offset}]"),
            Shape::List { .. } if offset == 0 => format!("{name}_length"),
            Shape::List { components, .. } => {
                format!("{name}_item{}[{}]", (offset - 1) % components, (offset - 1) / components)
            }
        }
    }

    /// Returns the name of an array.
    pub(super) fn array(&self, elements: Elements) -> String {
        self.cell(elements.first).trim_end_matches("[0]").to_owned()
    }

    /// Returns an expression that reads each variable; for an array, its first element.
    pub(super) fn reads(&self) -> Vec<String> {
        self.each(|cell| self.cell(cell), |elements| self.cell(elements.first))
    }

    /// Returns the declarations.
    pub(super) fn declarations(&self) -> Vec<String> {
        self.each(
            |cell| {
                let (kind, _) = variable_type(self.limit(cell)).unwrap_or(("int", Interval::I32));
                let initial = match self.cells.cell(cell).initial {
                    0 => String::new(),
                    number => format!(" = {number}"),
                };
                format!("{kind} {}{initial};", self.cell(cell))
            },
            |elements| {
                let kind = element_type(self.limit(elements.first)).unwrap_or("int");
                let numbers: Vec<i64> = elements.cells().map(|cell| self.cells.cell(cell).initial).collect();
                let is_zero = numbers.iter().all(|&number| number == 0);
                let initial = if is_zero { String::new() } else { format!(" = {}", initialiser(&numbers)) };
                format!("{kind} {}[{}]{initial};", self.array(elements), elements.count)
            },
        )
    }

    /// Returns the numbers that a cell may hold.
    pub(super) fn limit(&self, cell: CellId) -> Interval {
        self.cells.cell(cell).sort
    }

    /// Returns a text for each variable of each place: a number or a length first, then arrays.
    fn each(&self, scalar: impl Fn(CellId) -> String, array: impl Fn(Elements) -> String) -> Vec<String> {
        let mut all = Vec::new();
        for cells in (0..self.names.len()).map(|index| self.cells.place(PlaceId::new(index))) {
            if !matches!(cells.shape, Shape::Array(_)) {
                all.push(scalar(cells.first));
            }
            all.extend(cells.arrays().into_iter().map(&array));
        }
        all
    }
}
