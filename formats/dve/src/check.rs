//! From a syntax tree to a model whose names are looked up: scopes, constants, values at the start.
//!
//! There is one scope for the whole file and one for each process, in which its variables and its
//! control locations stand side by side; a name is looked for in the inner one first. Declarations
//! are taken in the order of the file, because an initialiser may use what stands before it; only
//! the names of processes and of their locations are known from the start, since `P.s` may speak of
//! a process that comes later. All errors are collected. What the implementations accept and then
//! get wrong (a name declared twice, a constant that is assigned) is refused here.

mod channel;
mod declare;
mod expression;
mod initial;
mod names;
mod other;
mod process;
pub(crate) mod resolved;
mod suggest;

use sanderling_net::{Diagnostic, Diagnostics, Report, Span};

use crate::syntax::{Model, System, Transition};
use names::{Kind, Names};
use resolved::{ProcessId, Program};

/// How many values variables, constants and buffers may hold altogether.
pub(crate) const MAX_VALUES: u64 = 1 << 16;

/// How many values the arrays of constants may have together, each counted as often as it is asked
/// for an element that is not known yet: the net writes the whole array there.
pub(crate) const MAX_COPIED: u64 = 1 << 22;

/// Looks all names of a model up. `whole` has all of a transition of which the model has the outline. With the
/// result come warnings.
///
/// # Errors
/// Everything that is wrong with names, constants, initialisers and the use of channels.
pub(crate) fn check(
    model: &Model,
    whole: &dyn Fn(&Transition) -> Transition,
) -> Result<(Program, Diagnostics), Diagnostics> {
    let mut check = Check::new(model, whole);
    check.system(&model.system);
    check.declarations(&model.declarations);
    for (index, process) in model.processes.iter().enumerate() {
        check.process(ProcessId::new(index), process);
    }
    if check.report.has_errors() {
        Err(check.report.finish())
    } else {
        Ok((check.program, check.report.finish()))
    }
}

/// A model that is being checked.
struct Check<'a> {
    names: Names<'a>,
    whole: &'a dyn Fn(&Transition) -> Transition,
    program: Program,
    report: Report,
    /// How many values are declared so far.
    values: u64,
    /// How many values the arrays of constants have that are asked for an element, each time counted.
    copied: u64,
    /// The one process that reads variables of others, and where it does first.
    foreign_reader: Option<(ProcessId, Span)>,
}

/// Where an expression stands.
#[derive(Debug, Clone, Copy)]
struct Scope {
    /// The process; `None` of what is declared before the processes.
    process: Option<ProcessId>,
    /// Whether it is an initialiser, so that variables mean their values at the start.
    is_initial: bool,
}

impl Scope {
    /// Of what a process does.
    fn of_step(process: ProcessId) -> Self {
        Self { process: Some(process), is_initial: false }
    }
}

impl<'a> Check<'a> {
    fn new(model: &'a Model, whole: &'a dyn Fn(&Transition) -> Transition) -> Self {
        let mut check = Self {
            names: Names::default(),
            whole,
            program: Program::default(),
            report: Report::default(),
            values: 0,
            copied: 0,
            foreign_reader: None,
        };
        check.announce(&model.processes);
        check
    }

    fn system(&mut self, system: &'a System) {
        if system.is_synchronous {
            let refused =
                Diagnostic::error("a synchronous system").expected("`system async`").at(system.span);
            self.report.say(refused.help("the implementations disagree on what `system sync` means"));
        }
        let Some(name) = &system.property else { return };
        match self.names.process(&name.text) {
            Some(process) => self.program.property = Some(process),
            None => self.unknown(name, "a process", |kind| matches!(kind, Kind::Process), None),
        }
    }
}
