//! The instances of processes and channels, and the cells in which a state is stored.

use std::collections::HashMap;

use sanderling_net::Span;

use crate::presearch::Counts;
use crate::program::{Cell, CellRef, Process, Program, Range, Value};

/// Name of [`Machine::exclusive`]: a keyword, so that no variable has it.
pub(crate) const WITHIN_ATOMIC: &str = "atomic";

/// What a cell holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Number,
    Symbol,
    Channel,
    /// Location of an instance: 0 while it does not exist, otherwise the number of the location plus 1.
    Location(usize),
}

/// A cell of the state: a number, or an array of numbers.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) name: String,
    pub(crate) range: Range,
    pub(crate) count: Option<u32>,
    /// Position of its first number in a state.
    pub(crate) offset: usize,
    pub(crate) role: Role,
    /// The instance that owns it.
    pub(crate) owner: Option<usize>,
    pub(crate) span: Span,
}

/// A channel.
#[derive(Debug)]
pub(crate) struct Channel {
    pub(crate) capacity: u32,
    /// Ranges of the numbers of a message.
    pub(crate) fields: Vec<Range>,
    /// Cell with the number of messages, and a cell for each field; unused in a channel without buffer.
    pub(crate) length: usize,
    pub(crate) slots: Vec<usize>,
    pub(crate) owner: Option<usize>,
}

/// A process type at a process number.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) process: usize,
    /// Its process number (`_pid`).
    pub(crate) slot: u32,
    pub(crate) name: String,
    pub(crate) location: usize,
    pub(crate) cells: Vec<usize>,
}

/// All instances, channels and cells that the model may use.
#[derive(Debug)]
pub(crate) struct Machine<'a> {
    pub(crate) program: &'a Program,
    pub(crate) cells: Vec<Store>,
    pub(crate) globals: Vec<usize>,
    /// The channel with number n is at n - 1.
    pub(crate) channels: Vec<Channel>,
    pub(crate) instances: Vec<Instance>,
    /// Cell with the number of processes that exist.
    pub(crate) count: usize,
    /// Cell with the number of the instance, plus 1, whose `atomic` is interrupted between two stored states; 0 if
    /// there is none.
    pub(crate) exclusive: usize,
    /// Number of numbers in a state.
    pub(crate) size: usize,
    /// Whether all instances are known, and so are all numbers in `met`.
    pub(crate) are_numbers_known: bool,
    /// For an instance at a location, the number of processes in all states that a search met; `None` for several.
    pub(crate) met: HashMap<(usize, usize), Option<u32>>,
    /// The result of [`crate::presearch::counts`].
    pub(crate) counts: Option<Counts>,
    /// Number of assignments and conditions of the paths that have been continued by a step, for limits of time.
    pub(crate) work: u64,
    numbers: HashMap<(usize, u32, Option<usize>), usize>,
    names: HashMap<String, u32>,
}

impl<'a> Machine<'a> {
    /// Creates the cells and channels of the model. Instances are added when they are found.
    pub(crate) fn new(program: &'a Program) -> Self {
        let mut machine = Self {
            program,
            cells: Vec::new(),
            globals: Vec::new(),
            channels: Vec::new(),
            instances: Vec::new(),
            count: 0,
            exclusive: 0,
            size: 0,
            are_numbers_known: false,
            met: HashMap::new(),
            counts: crate::presearch::counts(program),
            work: 0,
            numbers: HashMap::new(),
            names: HashMap::new(),
        };
        for cell in &program.cells {
            let store = machine.declare(cell, "", None);
            machine.globals.push(store);
        }
        machine.channels_of(None, None);
        let nowhere = Span { line: 1, column: 1, start: 0, end: 0 };
        machine.count = machine.add("_nr_pr", Range::BYTE, None, Role::Number, None, nowhere);
        let all = Range { low: 0, high: 1 << 16 };
        machine.exclusive = machine.add(WITHIN_ATOMIC, all, None, Role::Number, None, nowhere);
        machine
    }

    fn add(
        &mut self,
        name: &str,
        range: Range,
        count: Option<u32>,
        role: Role,
        owner: Option<usize>,
        span: Span,
    ) -> usize {
        let name = self.unused(name);
        self.cells.push(Store { name, range, count, offset: self.size, role, owner, span });
        self.size += count.unwrap_or(1) as usize;
        self.cells.len() - 1
    }

    /// Returns the name itself if it is new, otherwise with a number that makes it so.
    fn unused(&mut self, name: &str) -> String {
        let copies = self.names.entry(name.to_owned()).or_insert(0);
        *copies += 1;
        if *copies == 1 {
            return name.to_owned();
        }
        let other = format!("{name}#{copies}");
        self.unused(&other)
    }

    fn declare(&mut self, cell: &Cell, prefix: &str, owner: Option<usize>) -> usize {
        let role = match cell {
            Cell { is_channel: true, .. } => Role::Channel,
            Cell { is_symbol: true, .. } => Role::Symbol,
            _ => Role::Number,
        };
        self.add(&format!("{prefix}{}", cell.name), cell.range, cell.count(), role, owner, cell.span)
    }

    /// Creates the channels that the model or an instance declares.
    fn channels_of(&mut self, process: Option<usize>, owner: Option<usize>) {
        let program = self.program;
        for (declaration, declared) in program.channels.iter().enumerate() {
            if declared.owner != process {
                continue;
            }
            for element in 0..declared.count {
                let prefix = owner.map_or(String::new(), |owner| format!("{}.", self.instances[owner].name));
                let suffix = if declared.count > 1 { format!("[{element}]") } else { String::new() };
                let name = format!("{prefix}{}{suffix}", declared.name);
                let (mut length, mut slots) = (0, Vec::new());
                if declared.capacity > 0 {
                    let full = Range { low: 0, high: declared.capacity.into() };
                    length = self.add(&format!("{name}.len"), full, None, Role::Number, owner, declared.span);
                    let count = Some(declared.capacity).filter(|capacity| *capacity > 1);
                    for (position, range) in declared.fields.iter().enumerate() {
                        let name = format!("{name}.{position}");
                        slots.push(self.add(&name, *range, count, Role::Number, owner, declared.span));
                    }
                }
                self.channels.push(Channel {
                    capacity: declared.capacity,
                    fields: declared.fields.clone(),
                    length,
                    slots,
                    owner,
                });
                self.numbers.insert((declaration, element, owner), self.channels.len());
            }
        }
    }

    /// Returns the number of the channel that a declaration creates for an instance.
    pub(crate) fn channel_number(&self, declaration: usize, element: u32, instance: Option<usize>) -> i64 {
        let owner = self.program.channels[declaration].owner.and(instance);
        self.numbers.get(&(declaration, element, owner)).map_or(0, |number| *number as i64)
    }

    /// Returns the instance of a process type with a process number, if there is one.
    pub(crate) fn find(&self, process: usize, slot: u32) -> Option<usize> {
        self.instances.iter().position(|instance| instance.process == process && instance.slot == slot)
    }

    /// Returns the instance of a process type with a process number, and creates it if it is new.
    pub(crate) fn instance(&mut self, process: usize, slot: u32) -> usize {
        if let Some(found) = self.find(process, slot) {
            return found;
        }
        let (number, program) = (self.instances.len(), self.program);
        let declared = &program.processes[process];
        let name = format!("{}_{slot}", declared.name);
        let locations = Range { low: 0, high: declared.nodes.len() as i64 };
        let role = Role::Location(number);
        let location = self.add(&name, locations, None, role, Some(number), declared.span);
        self.instances.push(Instance { process, slot, name: name.clone(), location, cells: Vec::new() });
        for cell in &declared.cells {
            let store = self.declare(cell, &format!("{name}."), Some(number));
            self.instances[number].cells.push(store);
        }
        self.channels_of(Some(process), Some(number));
        number
    }

    /// Returns bounds of the number of processes while an instance is at a location.
    pub(crate) fn count_range(&self, instance: usize, node: usize) -> Option<(u32, u32)> {
        let Counts { caller, at } = self.counts.as_ref()?;
        (self.instances[instance].process == *caller).then(|| at.get(&node).copied())?
    }

    /// Returns the number of processes while an instance is at a location, if the search has met only one.
    pub(crate) fn observed(&self, instance: usize, node: usize) -> Option<u32> {
        self.met.get(&(instance, node)).copied().flatten()
    }

    pub(crate) fn process(&self, instance: usize) -> &'a Process {
        let program = self.program;
        &program.processes[self.instances[instance].process]
    }

    /// Returns the cell that an instance means by a reference, and its declaration.
    pub(crate) fn cell(&self, instance: usize, cell: CellRef) -> (usize, &'a Cell) {
        let program = self.program;
        match cell {
            CellRef::Global(cell) => (self.globals[cell], &program.cells[cell]),
            CellRef::Local(cell) => {
                (self.instances[instance].cells[cell], &self.process(instance).cells[cell])
            }
        }
    }

    /// Returns the content of a cell that no statement changes, if it is known.
    pub(crate) fn fixed(&self, instance: usize, cell: &Cell, element: Option<i64>) -> Option<i64> {
        if cell.is_assigned {
            return None;
        }
        let position = if cell.initial.len() == 1 { 0 } else { usize::try_from(element?).ok()? };
        let count = cell.count().unwrap_or(1);
        if cell.count().is_some() && !element.is_some_and(|element| (0..i64::from(count)).contains(&element))
        {
            return None;
        }
        match cell.initial.get(position)? {
            Value::Number(number) => Some(cell.range.wrap(*number)),
            Value::NewChannel(declaration, element) => {
                Some(self.channel_number(*declaration, *element, Some(instance)))
            }
            _ => None,
        }
    }
}
