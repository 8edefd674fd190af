//! The initial state, and a short search from it that finds which processes there are.
//!
//! A process gets the number of processes that exist when it is created, so it depends on the run which numbers the
//! processes of a type have. The search is bounded; [`all_numbers`] adds what it may have missed,
//! and a number that neither finds ends a search of the net without an answer.

use std::collections::{HashMap, HashSet};

use sanderling_net::{Diagnostic, Diagnostics};

use crate::check::MAX_PROCESSES;
use crate::formula::Formula;
use crate::machine::Machine;
use crate::path::{Follower, Path};
use crate::program::{Action, Node, Process, Program, Value};

/// Maximum number of states of the search, where the statements `run` bound the number of processes and where they do
/// not.
const MAX_STATES: [usize; 2] = [3000, 30_000];

/// Maximum number of numbers in a state.
const MAX_SIZE: usize = 1 << 18;

/// Maximum number of numbers in the states of the search, 8 bytes each.
const MAX_NUMBERS_STORED: usize = 1 << 24;

/// Maximum number of processes for which all numbers are tried where the search was not complete.
const MAX_TRIED: u64 = 24;

/// Maximum of [`Machine::work`] during the search: some seconds.
const MAX_WORK: u64 = 30_000_000;

/// Returns the initial state, and creates the instances that exist in it.
///
/// # Errors
/// If it would be too large.
pub(crate) fn initial(machine: &mut Machine<'_>) -> Result<Vec<i64>, Diagnostics> {
    let program = machine.program;
    let mut state = vec![0; machine.size];
    for (cell, declared) in program.cells.iter().enumerate() {
        let offset = machine.cells[machine.globals[cell]].offset;
        for element in 0..declared.count().unwrap_or(1) as usize {
            let initial = declared.initial.get(element).or_else(|| declared.initial.first());
            let number = match initial {
                Some(Value::NewChannel(declaration, element)) => {
                    machine.channel_number(*declaration, *element, None)
                }
                Some(value) => constant(machine, &state, value),
                None => 0,
            };
            state[offset + element] = declared.range.wrap(number);
        }
    }
    let mut slot = 0;
    for (process, declared) in program.processes.iter().enumerate() {
        for _ in 0..declared.active {
            let created = machine.instance(process, slot);
            if machine.size > MAX_SIZE {
                let large = format!("more than {MAX_SIZE} values in the variables of all processes");
                return Err(Diagnostic::error(large).at(declared.span).help("use smaller arrays").into());
            }
            state.resize(machine.size, 0);
            let mut path = Path::default();
            Follower { machine, base: Some(&state), may_create: true }.begin(&mut path, created, None);
            state = after(machine, &state, &path);
            slot += 1;
        }
    }
    Ok(state)
}

/// Returns the value of an initial expression of a global variable.
fn constant(machine: &mut Machine<'_>, state: &[i64], value: &Value) -> i64 {
    let of = Follower { machine, base: Some(state), may_create: false }.initial_value(value);
    of.number().unwrap_or(0)
}

/// Returns the state at the end of a path from a state.
fn after(machine: &Machine<'_>, state: &[i64], path: &Path) -> Vec<i64> {
    let mut next = state.to_vec();
    next.resize(machine.size, 0);
    for store in &path.code {
        let element = store.index.as_ref().and_then(Formula::number).unwrap_or(0);
        next[machine.cells[store.cell].offset + element as usize] = store.value.number().unwrap_or(0);
    }
    for (number, instance) in machine.instances.iter().enumerate() {
        if let Some(location) = path.location(machine, number) {
            next[machine.cells[instance.location].offset] = location;
        }
    }
    next[machine.cells[machine.exclusive].offset] = path.holder.map_or(0, |holder| holder as i64 + 1);
    next
}

/// Creates all instances that there can be, or those that a short search finds.
pub(crate) fn find_instances(machine: &mut Machine<'_>, initial: &[i64]) {
    machine.are_numbers_known = search(machine, initial);
    if !machine.are_numbers_known && all_numbers(machine) {
        // Other states than those that were met may have other numbers.
        machine.met.clear();
        machine.are_numbers_known = true;
    }
}

/// Searches from the initial state, and creates the instances that it finds. Returns whether it saw all states.
fn search(machine: &mut Machine<'_>, initial: &[i64]) -> bool {
    let program = machine.program;
    let runs = |node: &Node| node.edges.iter().any(|edge| is_run(&edge.action));
    if !program.processes.iter().any(|process| process.nodes.iter().any(runs)) {
        return true;
    }
    let is_bounded = machine.counts.is_some() || bound(machine).is_some();
    let max_states = MAX_STATES[usize::from(!is_bounded)].min(MAX_NUMBERS_STORED / machine.size.max(1));
    let key = |state: &[i64]| {
        let used = state.iter().rposition(|number| *number != 0).map_or(0, |last| last + 1);
        state[..used].to_vec()
    };
    let mut seen = HashSet::from([key(initial)]);
    let mut open = std::collections::VecDeque::from([initial.to_vec()]);
    let mut is_last_taken = false;
    while let Some(mut state) = if is_last_taken { open.pop_back() } else { open.pop_front() } {
        is_last_taken = !is_last_taken;
        state.resize(machine.size, 0);
        let holder = state[machine.cells[machine.exclusive].offset];
        for instance in 0..machine.instances.len() {
            let location = machine.instances[instance].location;
            state.resize(machine.size, 0);
            let location = state[machine.cells[location].offset];
            let holds = holder == instance as i64 + 1;
            if location > 0 {
                let count = state[machine.cells[machine.count].offset] as u32;
                let met = machine.met.entry((instance, location as usize - 1)).or_insert(Some(count));
                *met = met.filter(|met| *met == count);
            }
            if location == 0 || holder != 0 && !holds {
                continue;
            }
            let mut follower = Follower { machine, base: Some(&state), may_create: true };
            for path in follower.paths(instance, location as usize - 1, holds) {
                if path.fault.is_some() {
                    continue;
                }
                let next = after(machine, &state, &path);
                if seen.insert(key(&next)) {
                    open.push_back(next);
                }
            }
        }
        if seen.len() > max_states || machine.work > MAX_WORK {
            return false;
        }
    }
    true
}

/// Creates all instances that there can be, if the statements `run` bound their number. Returns whether they do.
fn all_numbers(machine: &mut Machine<'_>) -> bool {
    let program = machine.program;
    if let Some(Counts { caller, at: known }) = &machine.counts {
        let mut wanted = Vec::new();
        for (node, here) in program.processes[*caller].nodes.iter().enumerate() {
            for edge in &here.edges {
                if let (Action::Run { process, .. }, Some((least, most))) = (&edge.action, known.get(&node)) {
                    wanted.extend((*least..=*most).map(|slot| (*process, slot)));
                }
            }
        }
        wanted.into_iter().for_each(|(process, slot)| {
            machine.instance(process, slot);
        });
        return true;
    }
    let Some(total) = bound(machine) else { return false };
    let mut least = vec![None; program.processes.len()];
    for instance in &machine.instances {
        let known = least[instance.process].get_or_insert(instance.slot);
        *known = (*known).min(instance.slot);
    }
    // The smallest number of a process that is run by others is one more than theirs.
    for _ in 0..program.processes.len() {
        for caller in 0..program.processes.len() {
            let Some(own) = least[caller] else { continue };
            for edge in program.processes[caller].nodes.iter().flat_map(|node| &node.edges) {
                if let Action::Run { process, .. } = edge.action {
                    let known = least[process].get_or_insert(own + 1);
                    *known = (*known).min(own + 1);
                }
            }
        }
    }
    let edges = || program.processes.iter().flat_map(|process| &process.nodes).flat_map(|node| &node.edges);
    for (process, least) in least.into_iter().enumerate() {
        let is_run =
            edges().any(|edge| matches!(edge.action, Action::Run { process: run, .. } if run == process));
        for slot in least.into_iter().filter(|_| is_run).flat_map(|least| least..total) {
            machine.instance(process, slot);
        }
    }
    true
}

/// Returns the maximum number of processes that can exist, if no `run` is in a loop or in what it creates.
fn bound(machine: &Machine<'_>) -> Option<u32> {
    let program = machine.program;
    let count = program.processes.len();
    let mut total: Vec<u64> = program.processes.iter().map(|process| process.active.into()).collect();
    let mut added = total.clone();
    for _ in 0..=count {
        let mut next = vec![0; count];
        for (caller, created) in added.iter().enumerate().filter(|(_, created)| **created > 0) {
            for (node, here) in program.processes[caller].nodes.iter().enumerate() {
                for edge in &here.edges {
                    if let Action::Run { process, .. } = edge.action {
                        if reaches(&program.processes[caller].nodes, edge.target, node) {
                            return None;
                        }
                        next[process] += created;
                    }
                }
            }
        }
        total.iter_mut().zip(&next).for_each(|(total, next)| *total += next);
        if next.iter().all(|next| *next == 0) {
            let all: u64 = total.iter().sum();
            return (all <= MAX_TRIED.min(MAX_PROCESSES.into())).then_some(all as u32);
        }
        added = next;
    }
    None
}

/// Returns whether a location can be reached from another one within a process.
fn reaches(nodes: &[Node], from: usize, to: usize) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        if node == to {
            return true;
        }
        if seen.insert(node) {
            open.extend(nodes[node].edges.iter().map(|edge| edge.target));
        }
    }
    false
}

/// Bounds of the number of processes at the locations of the only process that creates others.
#[derive(Debug)]
pub(crate) struct Counts {
    /// The process type.
    pub(crate) caller: usize,
    /// For each location that can be reached, the least and the greatest number.
    pub(crate) at: HashMap<usize, (u32, u32)>,
}

/// Returns bounds of the number of processes at the locations of the only process that creates others, if there is one
/// such process and no `run` of it is in a loop.
///
/// A process ends only when all younger ones have ended, so a process that cannot end keeps all older ones alive.
pub(crate) fn counts(program: &Program) -> Option<Counts> {
    let runs = |process: &Process| {
        process.nodes.iter().flat_map(|node| &node.edges).any(|edge| is_run(&edge.action))
    };
    let mut callers = program.processes.iter().enumerate().filter(|(_, process)| runs(process));
    let (caller, process) = callers.next()?;
    if callers.next().is_some() || process.active != 1 {
        return None;
    }
    let total: u32 = program.processes.iter().map(|process| process.active).sum();
    let slot: u32 = program.processes[..caller].iter().map(|process| process.active).sum();
    let can_end = |process: &Process| reaches(&process.nodes, process.entry, process.end);
    let younger = program.processes[caller + 1..].iter().filter(|process| process.active > 0);
    let least = if younger.clone().any(can_end) { slot + 1 } else { total };
    let mut known = HashMap::from([(process.entry, (least, total))]);
    let mut open = vec![process.entry];
    while let Some(node) = open.pop() {
        let (least, most) = known[&node];
        for edge in &process.nodes[node].edges {
            let next = match edge.action {
                Action::Run { process: created, .. } => {
                    if created == caller || reaches(&process.nodes, edge.target, node) {
                        return None;
                    }
                    (least + u32::from(!can_end(&program.processes[created])), most + 1)
                }
                _ => (least, most),
            };
            let before = known.get(&edge.target).copied();
            let joined = before.map_or(next, |before| (before.0.min(next.0), before.1.max(next.1)));
            if before != Some(joined) {
                known.insert(edge.target, joined);
                open.push(edge.target);
            }
        }
    }
    Some(Counts { caller, at: known })
}

fn is_run(action: &Action) -> bool {
    matches!(action, Action::Run { .. })
}
