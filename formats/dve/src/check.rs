//! Name resolution: from a syntax tree to a model with resolved names, constants and initial values.
//!
//! There is one scope for the whole file and one for each process. The scope of a process holds its variables and its
//! control locations, and is searched first. Declarations are processed in the order of the file, because an
//! initialiser may use earlier declarations. Only the names of processes and of their locations are known from the
//! start, because `P.s` may refer to a later process. All errors are collected. Constructs that the implementations
//! accept but handle wrongly (a name declared twice, an assignment to a constant) are refused here.

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

/// Maximum number of values in variables, constants and buffers altogether.
pub(crate) const MAX_VALUES: u64 = 1 << 16;

/// Maximum number of values in arrays of constants, each counted once for every element access whose index is not
/// constant: the net contains the whole array there.
pub(crate) const MAX_COPIED: u64 = 1 << 22;

/// Resolves all names of a model, and returns the result with warnings. `whole` returns the complete transition for a
/// transition of the outline.
///
/// # Errors
/// All problems with names, constants, initialisers and the use of channels.
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
    /// Number of values declared so far.
    values: u64,
    /// Number of values in arrays of constants, counted once for every element access.
    copied: u64,
    /// The only process that reads variables of others, and the position of its first access.
    foreign_reader: Option<(ProcessId, Span)>,
}

/// The context of an expression.
#[derive(Debug, Clone, Copy)]
struct Scope {
    /// The process; `None` for global declarations.
    process: Option<ProcessId>,
    /// Whether it is an initialiser, in which variables denote their initial values.
    is_initial: bool,
}

impl Scope {
    /// Creates the scope of the transitions of a process.
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
