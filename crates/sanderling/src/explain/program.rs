//! Describes the structure of a program and the declared widths of its variables.

use sanderling_net::program::{Channel, Process, Program};
use sanderling_net::{Net, PlaceId, Sort, SortId, Value};
use sanderling_report::{ChannelStructure, ProcessStructure, ProgramStructure, Slot, VariableStructure};

/// Describes a program. `slots` are those of the places of the net, in order.
pub(crate) fn describe_program(net: &Net, program: &Program, slots: &[Slot]) -> ProgramStructure {
    let outline = Outline { net, program, slots };
    let declared = net.places.iter().map(|place| declared_bits(net, place.sort));
    ProgramStructure {
        processes: (0..program.processes.len()).map(|index| outline.process(index)).collect(),
        variables: program.variables.iter().map(|&place| outline.variable(place)).collect(),
        channels: program.channels.iter().map(|channel| outline.channel(channel)).collect(),
        assertions: net.assertions.len(),
        left_out: program.left_out.clone(),
        declared_bits: declared.fold(0, u64::saturating_add),
    }
}

/// The context for describing parts of a program.
struct Outline<'a> {
    net: &'a Net,
    program: &'a Program,
    slots: &'a [Slot],
}

impl Outline<'_> {
    fn process(&self, index: usize) -> ProcessStructure {
        let process = &self.program.processes[index];
        let moves_in = |step: &&sanderling_net::program::Step| {
            step.moves.iter().any(|one| one.process as usize == index)
        };
        ProcessStructure {
            name: process.name.clone(),
            line: process.span.map(|span| span.line),
            locations: self.locations(process),
            committed: process.committed.iter().map(|&position| self.location(process, position)).collect(),
            transitions: self.program.steps.iter().filter(moves_in).count(),
            bits: self.bits(process.location),
            variables: process.variables.iter().map(|&place| self.variable(place)).collect(),
        }
    }

    fn locations(&self, process: &Process) -> usize {
        match self.net.sort(self.net.place(process.location).sort) {
            Sort::Enumeration { constants, .. } => constants.len(),
            _ => 0,
        }
    }

    fn location(&self, process: &Process, position: u32) -> String {
        self.net.value_text(self.net.place(process.location).sort, &Value::Constant(position))
    }

    fn variable(&self, place: PlaceId) -> VariableStructure {
        let sort = self.net.place(place).sort;
        let slot = self.slots.get(place.index());
        let declared_range = range(self.net, sort);
        VariableStructure {
            place: self.net.place(place).id.clone(),
            declared: type_name(self.net, sort),
            declared_range,
            range: slot.and_then(|slot| slot.range).filter(|range| Some(*range) != declared_range),
            bits: self.bits(place),
            origin: slot.map(|slot| slot.origin.clone()).unwrap_or_default(),
        }
    }

    fn channel(&self, channel: &Channel) -> ChannelStructure {
        let sort = channel.buffer.map(|buffer| self.net.sort(self.net.place(buffer).sort));
        let capacity = match sort {
            Some(Sort::List { capacity, .. }) => capacity.unwrap_or(u64::MAX),
            _ => 0,
        };
        let items = channel.items.as_ref();
        ChannelStructure {
            name: channel.name.clone(),
            capacity,
            items: items.map(|sorts| sorts.iter().map(|&sort| type_name(self.net, sort)).collect()),
            bits: channel.buffer.map_or(0, |buffer| self.bits(buffer)),
        }
    }

    fn bits(&self, place: PlaceId) -> u32 {
        self.slots.get(place.index()).map_or(0, |slot| slot.bits)
    }
}

/// Returns the name of a sort as a type: its id, or the element type with the length of an array.
fn type_name(net: &Net, sort: SortId) -> String {
    match net.sort(sort) {
        Sort::Array { element, length } => format!("{}[{length}]", type_name(net, *element)),
        _ => net.declarations.sorts[sort.index()].id.clone(),
    }
}

/// Returns the minimum and maximum of a sort, or of the elements of an array.
pub(crate) fn range(net: &Net, sort: SortId) -> Option<[i64; 2]> {
    match *net.sort(sort) {
        Sort::Range { start, end } => Some([start, end]),
        Sort::Array { element, .. } => range(net, element),
        _ => None,
    }
}

/// Returns the number of bits of a value, derived from its sort alone. A number takes the bits of its range,
/// an array those of its elements, and a list those of its maximum number of elements and of its length.
/// Validation of the net limits the nesting of sorts.
pub(crate) fn declared_bits(net: &Net, sort: SortId) -> u64 {
    match net.sort(sort) {
        Sort::Dot => 0,
        Sort::Bool => 1,
        Sort::Enumeration { constants, .. } => width_of(constants.len() as u64),
        Sort::Range { start, end } => width_of(end.wrapping_sub(*start).cast_unsigned().saturating_add(1)),
        Sort::Integer { .. } | Sort::String => 64,
        Sort::Product(sorts) => {
            sorts.iter().map(|&sort| declared_bits(net, sort)).fold(0, u64::saturating_add)
        }
        Sort::Array { element, length } => declared_bits(net, *element).saturating_mul(*length),
        Sort::List { element, capacity } => {
            let capacity = capacity.unwrap_or(u64::from(u32::MAX));
            declared_bits(net, *element)
                .saturating_mul(capacity)
                .saturating_add(width_of(capacity.saturating_add(1)))
        }
    }
}

/// Returns the number of bits that distinguish `values` values.
fn width_of(values: u64) -> u64 {
    u64::from(u64::BITS - values.saturating_sub(1).leading_zeros())
}
