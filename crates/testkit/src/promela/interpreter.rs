//! The steps of a state.
//!
//! A step that cannot be taken returns no successor, so a statement is executable if it has one. A process moves alone
//! within an `atomic` or `d_step`, and loses that right if it blocks there.

use sanderling_promela::program::{Action, Cell, Edge, Pattern, Program, Target, Value};

use super::evaluate::{Context, Offer, first_match};
use super::state::{Channel, Fault, Process, State, cut};

/// Maximum number of processes, as in Spin.
const MAX_PROCESSES: usize = 255;

/// Maximum number of steps within an `atomic`.
const MAX_STEPS: usize = 300;

/// Maximum number of states at the ends of the paths of one process from one state.
const MAX_ENDS: usize = 5000;

/// A step of one statement.
#[derive(Debug, Clone)]
struct Step {
    state: State,
    /// The process that moves next, if no other may.
    next: Option<usize>,
    /// Whether the step only enters a `d_step`.
    is_entry: bool,
    /// Line of the assertion that does not hold.
    violated: Option<u32>,
}

/// What happens between two stored states.
#[derive(Debug, Default)]
pub struct Moves {
    /// State at the end of each path.
    pub states: Vec<State>,
    /// Line of each failing assertion that a path executes.
    pub violated: Vec<u32>,
}

/// Interpreter of a program.
#[derive(Debug)]
pub struct Interpreter<'a> {
    pub(super) program: &'a Program,
}

impl<'a> Interpreter<'a> {
    /// Returns the interpreter of a program.
    #[must_use]
    pub fn new(program: &'a Program) -> Self {
        Self { program }
    }

    /// Returns the initial state.
    ///
    /// # Errors
    /// If an initial value is undefined.
    pub fn initial(&self) -> Result<State, Fault> {
        let mut state = State::default();
        self.add_channels(&mut state, None);
        for cell in &self.program.cells {
            state.globals.push(vec![0; elements(cell)]);
        }
        for (number, cell) in self.program.cells.iter().enumerate() {
            for element in 0..elements(cell) {
                let context = Context { state: &state, process: usize::MAX, is_timeout: false, offer: None };
                let value = self.initial_value(context, cell, element)?;
                state.globals[number][element] = cut(value, cell.range);
            }
        }
        for (kind, process) in self.program.processes.iter().enumerate() {
            for _ in 0..process.active {
                self.create(&mut state, kind, &[])?;
            }
        }
        Ok(state)
    }

    /// Returns all moves from a state.
    ///
    /// # Errors
    /// If a step has no meaning.
    pub fn moves(&self, state: &State) -> Result<Moves, Fault> {
        let mut moves = Moves::default();
        for is_timeout in [false, true] {
            for process in (0..state.processes.len()).rev() {
                self.follow(state, process, is_timeout, &mut moves)?;
            }
            if !moves.states.is_empty() {
                break;
            }
        }
        Ok(moves)
    }

    /// Returns whether the program may stop in a state.
    #[must_use]
    pub fn is_end(&self, state: &State) -> bool {
        state.processes.iter().all(|process| {
            let declared = &self.program.processes[process.kind];
            process.location == declared.end || declared.nodes[process.location].has_label("end")
        })
    }

    /// Follows all paths that begin with a step of a process.
    fn follow(
        &self,
        state: &State,
        process: usize,
        is_timeout: bool,
        moves: &mut Moves,
    ) -> Result<(), Fault> {
        let mut open = vec![(state.clone(), process, is_timeout, 0)];
        while let Some((state, process, is_timeout, steps)) = open.pop() {
            if steps > MAX_STEPS || moves.states.len() + open.len() > MAX_ENDS {
                return Err(Fault::Endless);
            }
            let context = Context { state: &state, process, is_timeout, offer: None };
            let location = state.processes[process].location;
            let node = &self.program.processes[state.processes[process].kind].nodes[location];
            let mut taken = Vec::new();
            for edge in 0..node.edges.len() {
                if !(node.is_ordered && steps > 0 && !taken.is_empty()) {
                    taken.extend(self.steps(context, location, edge)?);
                }
            }
            if taken.is_empty() && steps > 0 {
                if node.is_ordered {
                    return Err(Fault::Blocked);
                }
                moves.states.push(state);
                continue;
            }
            for Step { state, next, is_entry, violated } in taken {
                moves.violated.extend(violated);
                match next {
                    Some(next) => open.push((state, next, is_timeout && is_entry, steps + 1)),
                    None => moves.states.push(state),
                }
            }
        }
        Ok(())
    }

    /// Returns whether an edge from a location can be taken.
    fn is_any_executable(&self, context: Context<'_>, location: usize) -> Result<bool, Fault> {
        let kind = context.state.processes[context.process].kind;
        for number in 0..self.program.processes[kind].nodes[location].edges.len() {
            if !self.steps(context, location, number)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether `else` can be taken.
    fn is_else(&self, context: Context<'_>, location: usize) -> Result<bool, Fault> {
        let kind = context.state.processes[context.process].kind;
        for (number, edge) in self.program.processes[kind].nodes[location].edges.iter().enumerate() {
            let is_other = !matches!(edge.action, Action::Else);
            if is_other && !self.steps(context, location, number)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether the process may move at all, and no escape has priority over the edge.
    fn may_take(&self, context: Context<'_>, edge: &Edge) -> Result<bool, Fault> {
        let kind = context.state.processes[context.process].kind;
        if let Some(provided) = &self.program.processes[kind].provided
            && self.value(context, provided)? == 0
        {
            return Ok(false);
        }
        for escape in &edge.unless {
            if self.is_any_executable(context, *escape)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes an edge in all ways.
    fn steps(&self, context: Context<'_>, location: usize, number: usize) -> Result<Vec<Step>, Fault> {
        let Context { state, process, .. } = context;
        let kind = state.processes[process].kind;
        let edge = &self.program.processes[kind].nodes[location].edges[number];
        if !self.may_take(context, edge)? {
            return Ok(Vec::new());
        }
        if context.offer.is_some() && !matches!(edge.action, Action::Receive { .. }) {
            return Ok(Vec::new());
        }
        let mut step = Step {
            state: state.clone(),
            next: edge.keeps.then_some(process),
            is_entry: false,
            violated: None,
        };
        step.state.processes[process].location = edge.target;
        let is_taken = match &edge.action {
            Action::Skip => true,
            Action::Test(condition) => self.value(context, condition)? != 0,
            Action::Else => self.is_else(context, location)?,
            Action::Assert(condition) => {
                step.violated = (self.value(context, condition)? == 0).then_some(edge.span.line);
                true
            }
            Action::Assign(target, value) => {
                let value = self.value(context, value)?;
                self.assign(context, &mut step.state, target, value)?;
                true
            }
            Action::Enter => {
                step.is_entry = true;
                self.is_any_executable(context, edge.target)?
            }
            Action::End => {
                let is_youngest = process + 1 == state.processes.len();
                if is_youngest {
                    step.state.channels.truncate(state.processes[process].first_channel);
                    step.state.processes.pop();
                }
                is_youngest
            }
            Action::Run { process: kind, arguments, target } => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.value(context, argument)?);
                }
                let created = state.processes.len();
                if let Some(target) = target {
                    self.assign(context, &mut step.state, target, created as i64)?;
                }
                self.create(&mut step.state, *kind, &values)?;
                true
            }
            Action::Send { channel, is_sorted, values } => {
                let position = self.channel_position(context, channel)?;
                let declared = &self.program.channels[state.channels[position].declaration];
                let mut message = Vec::new();
                for value in values {
                    message.push(self.value(context, value)?);
                }
                if message.len() != declared.fields.len() {
                    return Err(Fault::Channel);
                }
                let sent = message.clone();
                message
                    .iter_mut()
                    .zip(&declared.fields)
                    .for_each(|(value, range)| *value = cut(*value, *range));
                if declared.capacity == 0 {
                    let offer = Offer { channel: position, message: &message };
                    return self.hand_over(context, &step.state, offer);
                }
                let messages = &mut step.state.channels[position].messages;
                let is_possible = messages.len() < declared.capacity as usize;
                let end = messages.len();
                let greater = messages.iter().position(|other| *is_sorted && *other > sent);
                messages.insert(greater.unwrap_or(end), message);
                is_possible
            }
            Action::Receive { channel, is_random, is_copy, patterns } => {
                let position = self.channel_position(context, channel)?;
                let wanted = self.wanted(context, patterns)?;
                let found = &state.channels[position];
                let capacity = self.program.channels[found.declaration].capacity;
                let is_offered = context.offer.is_some_and(|offer| offer.channel == position);
                if (capacity == 0) != is_offered || is_offered != context.offer.is_some() {
                    return Ok(Vec::new());
                }
                let mut offered = found.clone();
                offered.messages.extend(context.offer.map(|offer| offer.message.to_vec()));
                if wanted.len() != self.program.channels[found.declaration].fields.len() {
                    return Err(Fault::Channel);
                }
                match first_match(&offered, &wanted, *is_random) {
                    None => false,
                    Some(at) => {
                        self.store(context, &mut step.state, patterns, &offered.messages[at])?;
                        if !is_copy && !is_offered {
                            step.state.channels[position].messages.remove(at);
                        }
                        true
                    }
                }
            }
        };
        Ok(if is_taken { vec![step] } else { Vec::new() })
    }

    /// Hands a message over to each process that can receive it. The sender has moved in `state`.
    fn hand_over(&self, context: Context<'_>, state: &State, offer: Offer<'_>) -> Result<Vec<Step>, Fault> {
        let mut all = Vec::new();
        for (receiver, found) in state.processes.iter().enumerate().rev() {
            if receiver == context.process {
                continue;
            }
            let own = Context { state, process: receiver, is_timeout: false, offer: Some(offer) };
            let nodes = &self.program.processes[found.kind].nodes;
            for (edge, declared) in nodes[found.location].edges.iter().enumerate() {
                if !matches!(declared.action, Action::Enter) {
                    all.extend(self.steps(own, found.location, edge)?);
                } else if self.may_take(own, declared)? {
                    for inner in 0..nodes[declared.target].edges.len() {
                        all.extend(self.steps(own, declared.target, inner)?);
                    }
                }
            }
        }
        Ok(all)
    }

    /// Returns the values that a receive statement compares.
    fn wanted(&self, context: Context<'_>, patterns: &[Pattern]) -> Result<Vec<Option<i64>>, Fault> {
        let of = |pattern: &Pattern| match pattern {
            Pattern::Equal(value) => self.value(context, value).map(Some),
            Pattern::Store(_) | Pattern::Ignore => Ok(None),
        };
        patterns.iter().map(of).collect()
    }

    /// Stores the values of a message, one after the other.
    fn store(
        &self,
        context: Context<'_>,
        state: &mut State,
        patterns: &[Pattern],
        message: &[i64],
    ) -> Result<(), Fault> {
        for (pattern, value) in patterns.iter().zip(message) {
            if let Pattern::Store(target) = pattern {
                let before = state.clone();
                self.assign(Context { state: &before, ..context }, state, target, *value)?;
            }
        }
        Ok(())
    }

    /// Assigns a value. The index is evaluated in the context.
    fn assign(
        &self,
        context: Context<'_>,
        state: &mut State,
        target: &Target,
        value: i64,
    ) -> Result<(), Fault> {
        let index = self.index(context, target.index.as_ref())?;
        if index >= state.cells(context.process, target.cell).len() {
            return Err(Fault::Index);
        }
        state.assign(self.program, context.process, target.cell, index, value);
        Ok(())
    }

    /// Creates a process.
    fn create(&self, state: &mut State, kind: usize, arguments: &[i64]) -> Result<(), Fault> {
        let process = state.processes.len();
        if process >= MAX_PROCESSES {
            return Err(Fault::Processes);
        }
        let declared = &self.program.processes[kind];
        let cells = declared.cells.iter().map(|cell| vec![0; elements(cell)]).collect();
        let first_channel = state.channels.len();
        state.processes.push(Process { kind, location: declared.entry, cells, first_channel });
        self.add_channels(state, Some(kind));
        for (number, cell) in declared.cells.iter().enumerate() {
            for element in 0..elements(cell) {
                let value = if number < declared.parameters {
                    arguments.get(number).copied().unwrap_or(0)
                } else {
                    let context = Context { state, process, is_timeout: false, offer: None };
                    self.initial_value(context, cell, element)?
                };
                state.processes[process].cells[number][element] = cut(value, cell.range);
            }
        }
        Ok(())
    }

    fn add_channels(&self, state: &mut State, owner: Option<usize>) {
        for (declaration, declared) in self.program.channels.iter().enumerate() {
            if declared.owner == owner {
                let channel = Channel { declaration, messages: Vec::new() };
                state.channels.extend((0..declared.count).map(|_| channel.clone()));
            }
        }
    }

    fn initial_value(&self, context: Context<'_>, cell: &Cell, element: usize) -> Result<i64, Fault> {
        let initial = cell.initial.get(element).or_else(|| cell.initial.first());
        initial.map_or(Ok(0), |value: &Value| self.value(context, value))
    }
}

/// Returns the number of values of a variable.
fn elements(cell: &Cell) -> usize {
    cell.count().unwrap_or(1) as usize
}
