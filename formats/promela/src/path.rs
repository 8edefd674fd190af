//! Paths: what happens between two stored states.
//!
//! A path begins at a location of an instance and ends where another process may move: after one step, or at the end
//! of an `atomic` or `d_step`. It collects conditions on the state in which it begins, and assignments. Inside, a
//! condition is expressed by the state at the beginning, through what the path has assigned so far.
//!
//! The same code explores states: with a *base*, all formulas are numbers.

mod executable;
mod process;
mod reading;
mod step;

use std::collections::{BTreeMap, HashMap};

use sanderling_net::Span;

use crate::formula::Formula;
use crate::machine::Machine;
use crate::program::Value;

/// Maximum number of steps of a path, and of paths from a location. A longer `atomic` is divided: the state in between
/// is stored, and only its process may move there.
const MAX_STEPS: usize = 1500;
const MAX_PATHS: usize = 400;

/// Maximum size of a formula that a path keeps for what it has assigned.
const MAX_FORMULA: usize = 2000;

/// Maximum number of assignments and conditions of all paths from a location.
const MAX_CODE: usize = 60_000;

/// What a path has assigned to a cell.
#[derive(Debug, Clone)]
enum Known {
    Number(Formula),
    /// Indices and values, in order.
    Elements(Vec<(Formula, Formula)>),
    /// A value too large to keep.
    Unknown,
}

/// An assignment to a cell or to an element of it. Its formulas are about the cells as they are then.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    pub(crate) cell: usize,
    pub(crate) index: Option<Formula>,
    pub(crate) value: Formula,
}

/// Why a path has no state at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A `d_step` blocks: an error of the model.
    Blocked,
    /// A process gets a number that was not foreseen: a limit of this reader.
    Unforeseen,
}

/// An assertion on a path.
#[derive(Debug, Clone)]
pub(crate) struct Asserted {
    /// Number of conditions of the path before it, and the locations that it requires.
    pub(crate) conditions: usize,
    pub(crate) from: BTreeMap<usize, i64>,
    pub(crate) condition: Formula,
    pub(crate) span: Span,
}

/// A path.
#[derive(Debug, Clone, Default)]
pub(crate) struct Path {
    /// Conditions on the state at the beginning.
    pub(crate) conditions: Vec<Formula>,
    pub(crate) code: Vec<Store>,
    known: HashMap<usize, Known>,
    /// Location at the beginning of each instance that must be somewhere.
    pub(crate) from: BTreeMap<usize, i64>,
    /// Instances that move, with the position of the statement.
    pub(crate) moves: Vec<(usize, Span)>,
    pub(crate) assertions: Vec<Asserted>,
    /// Positions of the statements that send or receive.
    pub(crate) communications: Vec<Span>,
    /// A rendezvous whose values read variables that it changes, so that no order of assignments is right.
    pub(crate) crossed: Option<Span>,
    /// Why the path has no state at its end, if it has none.
    pub(crate) fault: Option<Fault>,
    /// Instance whose `atomic` is interrupted at the end.
    pub(crate) holder: Option<usize>,
    /// Whether a process is created.
    creates: bool,
    /// Bounds of the number of processes at the beginning, if they are known.
    numbers: Option<(u32, u32)>,
    steps: usize,
    /// Whether `timeout` is false here: while it is evaluated, and within an `atomic`.
    is_timeout_false: bool,
    /// Whether a condition could not be expressed.
    is_lost: bool,
}

impl Path {
    /// Returns the location of an instance at the end: 0 if it does not exist, `None` if the path does not know it.
    pub(crate) fn location(&self, machine: &Machine<'_>, instance: usize) -> Option<i64> {
        match self.known.get(&machine.instances[instance].location) {
            Some(Known::Number(number)) => number.number(),
            _ => None,
        }
    }

    fn is_possible(&self) -> bool {
        !self.conditions.iter().any(Formula::is_false)
    }

    fn require(&mut self, condition: Formula) {
        let condition = condition.condition();
        if !condition.is_true() {
            self.conditions.push(condition);
        }
    }
}

/// A step that a path took: the path after it, and where it continues.
struct Stepped {
    path: Path,
    /// Instance and location that must move next, if no other may.
    next: Option<(usize, usize)>,
    is_entry: bool,
}

/// A receive statement: the location and edge from which an instance may take it, and its own ones. They differ if the
/// statement is the first of a `d_step`.
#[derive(Debug, Clone, Copy)]
struct Receiver {
    instance: usize,
    location: usize,
    first: usize,
    node: usize,
    edge: usize,
}

/// When formulas are evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    /// By the state at the beginning of the path.
    Before,
    /// By the cells as they are now.
    Now,
}

/// Finds the paths from a location.
pub(crate) struct Follower<'m, 'a> {
    pub(crate) machine: &'m mut Machine<'a>,
    /// A state, if the paths from one state are followed.
    pub(crate) base: Option<&'m [i64]>,
    /// Whether instances that are missing may be created.
    pub(crate) may_create: bool,
}

impl Follower<'_, '_> {
    /// Returns all paths that begin with a step of an instance from a location. If the instance *holds*, an `atomic` of
    /// it was interrupted there.
    pub(crate) fn paths(&mut self, instance: usize, node: usize, holds: bool) -> Vec<Path> {
        let mut start = Path::default();
        if !self.require_location(&mut start, instance, node as i64 + 1) {
            return Vec::new();
        }
        if let (None, Some((least, most))) = (self.base, self.machine.count_range(instance, node)) {
            start.numbers = Some((least, most));
            if least == most {
                start.known.insert(self.machine.count, Known::Number(Formula::Number(least.into())));
            }
        } else if let (None, Some(count)) = (self.base, self.machine.observed(instance, node)) {
            return self.paths_with(start, count, instance, node, holds);
        }
        self.follow_or_divide(start, instance, node, holds)
    }

    fn follow_or_divide(&mut self, start: Path, instance: usize, node: usize, holds: bool) -> Vec<Path> {
        match self.follow(start.clone(), instance, node, holds, false) {
            Some(paths) => paths,
            None => self.follow(start, instance, node, holds, true).unwrap_or_default(),
        }
    }

    /// Returns the paths where the number of processes at the beginning is likely. If the paths create processes, any
    /// other number is unforeseen.
    fn paths_with(
        &mut self,
        start: Path,
        count: u32,
        instance: usize,
        node: usize,
        holds: bool,
    ) -> Vec<Path> {
        let number = Formula::Number(count.into());
        let is_it = Formula::equal(
            self.read(&mut start.clone(), self.machine.count, None, When::Before),
            number.clone(),
        );
        let mut likely = start.clone();
        likely.require(is_it.clone());
        likely.known.insert(self.machine.count, Known::Number(number));
        let mut paths = self.follow_or_divide(likely, instance, node, holds);
        if !paths.iter().any(|path| path.creates) {
            return self.follow_or_divide(start, instance, node, holds);
        }
        if !self.machine.are_numbers_known {
            let mut other = start;
            other.require(is_it.not());
            other.fault = Some(Fault::Unforeseen);
            other.moves.push((instance, self.machine.process(instance).span));
            paths.push(other);
        }
        paths
    }

    /// Follows all paths; `None` if there are too many, or if one is too long. In single steps, each path ends after
    /// its first step.
    fn follow(
        &mut self,
        start: Path,
        instance: usize,
        node: usize,
        holds: bool,
        single: bool,
    ) -> Option<Vec<Path>> {
        let mut done = Vec::new();
        let mut open = vec![(start, instance, node, holds)];
        let mut size = 0;
        while let Some((mut path, instance, node, is_within)) = open.pop() {
            path.is_timeout_false |= is_within;
            self.machine.work += (path.code.len() + path.conditions.len() + 1) as u64;
            let mut next = Vec::new();
            if is_within {
                next.extend(self.blocked(&path, instance, node).map(|path| (path, None)));
            }
            for edge in 0..self.machine.process(instance).nodes[node].edges.len() {
                for stepped in self.step(&path, instance, node, edge) {
                    let follows = stepped.next.map(|(instance, node)| (instance, node, !stepped.is_entry));
                    next.push((stepped.path, follows));
                }
            }
            for (mut path, follows) in next.into_iter().rev() {
                if path.is_lost && !single {
                    return None;
                }
                if !path.is_possible() {
                    continue;
                }
                match follows {
                    Some((instance, _, true)) if single => {
                        path.holder = Some(instance);
                        done.push(path);
                    }
                    Some((instance, node, is_within)) => open.push((path, instance, node, is_within)),
                    None => {
                        size += path.code.len() + path.conditions.len();
                        done.push(path);
                    }
                }
            }
            let is_long = open.last().is_some_and(|(path, ..)| path.steps > MAX_STEPS);
            if !single && (is_long || done.len() + open.len() > MAX_PATHS || size > MAX_CODE) {
                return None;
            }
        }
        done.reverse();
        Some(done)
    }

    /// Returns the path that ends here because no step is possible within an `atomic`.
    fn blocked(&mut self, path: &Path, instance: usize, node: usize) -> Option<Path> {
        let mut blocked = path.clone();
        let any = self.any_executable(&mut blocked, instance, node);
        blocked.require(any.not());
        if self.machine.process(instance).nodes[node].is_ordered {
            blocked.fault = Some(Fault::Blocked);
        }
        blocked.is_possible().then_some(blocked)
    }

    /// Returns whether a condition of the never claim holds; `None` if that depends on whether a step is possible.
    pub(crate) fn observed(&self, condition: &Value) -> Option<Formula> {
        let mut without = Path { is_timeout_false: true, ..Path::default() };
        let formula = self.value(&mut without, usize::MAX, condition, When::Before);
        let other = self.value(&mut Path::default(), usize::MAX, condition, When::Before);
        (formula == other).then(|| formula.condition())
    }

    /// Returns whether a process is at a label that begins with a prefix.
    pub(crate) fn is_at_label(&self, prefix: &str) -> Formula {
        self.at_locations(&mut Path::default(), When::Before, |_, node| node.has_label(prefix))
    }

    /// Returns the value of an expression without a process.
    pub(crate) fn initial_value(&self, value: &Value) -> Formula {
        self.value(&mut Path::default(), usize::MAX, value, When::Before)
    }
}
