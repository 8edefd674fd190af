//! The parts of the net that all transitions share: sorts, places and their variables.
//!
//! Each place has one variable with the same name, which holds the value of its only token. INVARIANT: variables are
//! declared in the order of the places, so that both have the same number. The property process has no places; the
//! check has ensured that no other process refers to it.

use sanderling_net::{
    Declarations, Inscription, Net, Place, PlaceId, SortId, Span, Term, Value, VariableDeclaration,
    VariableId,
};

use super::sorts::Sorts;
use crate::Semantics;
use crate::check::resolved::{CellId, ChannelId, ConstantId, Location, LocationId, ProcessId, Program};

/// The sorts, places and variables of one model.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    pub(super) program: &'a Program,
    pub(super) semantics: Semantics,
    pub(super) sorts: Sorts,
    cells: Vec<Option<PlaceId>>,
    locations: Vec<Option<PlaceId>>,
    buffers: Vec<Option<PlaceId>>,
    constants: Vec<Option<SortId>>,
    /// The sort of each place.
    sorts_of_places: Vec<SortId>,
}

impl<'a> Frame<'a> {
    /// Adds the places to a net: global variables and buffers, and then for each process its location and its
    /// variables.
    pub(super) fn build(program: &'a Program, semantics: Semantics, net: &mut Net) -> Self {
        let mut frame = Self {
            program,
            semantics,
            sorts: Sorts::declare(&mut net.declarations),
            cells: vec![None; program.cells.len()],
            locations: vec![None; program.processes.len()],
            buffers: vec![None; program.channels.len()],
            constants: vec![None; program.constants.len()],
            sorts_of_places: Vec::new(),
        };
        let own = program.cells.iter().position(|cell| cell.owner.is_some()).unwrap_or(program.cells.len());
        (0..own).for_each(|cell| frame.add_cell(net, cell));
        (0..program.channels.len()).for_each(|channel| frame.add_buffer(net, channel));
        let mut cell = own;
        for process in (0..program.processes.len()).map(ProcessId::new) {
            let is_kept = program.property != Some(process);
            if is_kept {
                frame.add_location(net, process);
            }
            while program.cells.get(cell).is_some_and(|cell| cell.owner == Some(process)) {
                if is_kept {
                    frame.add_cell(net, cell);
                }
                cell += 1;
            }
        }
        frame.declare_constants(&mut net.declarations);
        frame
    }

    fn add_cell(&mut self, net: &mut Net, index: usize) {
        let cell = &self.program.cells[index];
        let mut values = cell.initial.iter().map(|&value| Value::Integer(value.into()));
        let (sort, initial) = match cell.length {
            Some(length) => {
                (self.sorts.array(&mut net.declarations, cell.width, length), Value::List(values.collect()))
            }
            None => (self.sorts.width(cell.width), values.next().unwrap_or(Value::Integer(0))),
        };
        self.cells[index] = Some(self.add_place(net, &cell.name, sort, initial, cell.span));
    }

    fn add_buffer(&mut self, net: &mut Net, index: usize) {
        let channel = &self.program.channels[index];
        if channel.is_buffered() {
            let sort = self.sorts.buffer(&mut net.declarations, channel);
            let place = self.add_place(net, &channel.name, sort, Value::List(Vec::new()), channel.span);
            self.buffers[index] = Some(place);
        }
    }

    fn add_location(&mut self, net: &mut Net, id: ProcessId) {
        let process = &self.program.processes[id.index()];
        let sort = Sorts::locations(&mut net.declarations, process);
        let initial = Value::Constant(process.initial.position());
        self.locations[id.index()] = Some(self.add_place(net, &process.name, sort, initial, process.span));
    }

    fn add_place(&mut self, net: &mut Net, id: &str, sort: SortId, initial: Value, span: Span) -> PlaceId {
        net.declarations.variables.push(VariableDeclaration { id: id.to_owned(), name: None, sort });
        self.sorts_of_places.push(sort);
        let initial = Inscription::Term(Box::new(Term::Literal { sort, value: initial }));
        let place = Place { sort, initial, span: Some(span), ..Place::with_tokens(id, 0) };
        net.add_place(place)
    }

    fn declare_constants(&mut self, declarations: &mut Declarations) {
        for (index, constant) in self.program.constants.iter().enumerate() {
            if constant.is_array && !constant.values.is_empty() {
                let length = constant.values.len() as u32;
                self.constants[index] = Some(self.sorts.array(declarations, constant.width, length));
            }
        }
    }

    pub(super) fn cell(&self, id: CellId) -> PlaceId {
        self.cells[id.index()].expect("the check refuses access to the property's variables")
    }

    pub(super) fn location(&self, id: ProcessId) -> PlaceId {
        self.locations[id.index()].expect("the check refuses access to the property's location")
    }

    pub(super) fn buffer(&self, id: ChannelId) -> Option<PlaceId> {
        self.buffers[id.index()]
    }

    /// Returns the place and the value that represent a process at a location.
    pub(super) fn at(&self, process: ProcessId, location: LocationId) -> (PlaceId, Term) {
        let place = self.location(process);
        let sort = self.sorts_of_places[place.index()];
        (place, Term::Literal { sort, value: Value::Constant(location.position()) })
    }

    /// Returns an array of constants as a literal.
    pub(super) fn table(&self, id: ConstantId) -> Term {
        let values = &self.program.constants[id.index()].values;
        let sort = self.constants[id.index()].expect("only arrays of constants have elements");
        Term::Literal { sort, value: Value::List(values.iter().map(|&v| Value::Integer(v.into())).collect()) }
    }

    /// Returns the position of a process among those of the net.
    pub(super) fn number_of_process(&self, id: ProcessId) -> u32 {
        let is_behind = self.program.property.is_some_and(|property| property < id);
        (id.index() - usize::from(is_behind)) as u32
    }

    /// Returns the committed locations of all processes.
    pub(super) fn committed(&self) -> Vec<(PlaceId, Term)> {
        let mut committed = Vec::new();
        for process in self.program.kept() {
            let locations = &self.program.processes[process.index()].locations;
            let is_committed = |(_, location): &(usize, &Location)| location.is_committed;
            let ids = locations.iter().enumerate().filter(is_committed).map(|(i, _)| LocationId::new(i));
            committed.extend(ids.map(|location| self.at(process, location)));
        }
        committed
    }

    /// Returns the places of the global variables, and those of the variables of each process.
    pub(super) fn cells_by_owner(&self) -> (Vec<PlaceId>, Vec<Vec<PlaceId>>) {
        let (mut global, mut local) = (Vec::new(), vec![Vec::new(); self.program.processes.len()]);
        for (cell, place) in self.program.cells.iter().zip(&self.cells) {
            match cell.owner {
                Some(owner) => local[owner.index()].extend(*place),
                None => global.extend(*place),
            }
        }
        (global, local)
    }
}

/// Returns the variable that holds the value of a place's token.
pub(super) fn variable(place: PlaceId) -> VariableId {
    VariableId::new(place.index())
}
