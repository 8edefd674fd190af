//! Looks up the names of a model, and builds the graphs of control of its processes.
//!
//! The graphs have the control states of Spin's verifier without merged statements (`spin -o3`): each statement is an
//! edge; `if` and `do` are locations that their options leave; `goto` and `break` take no step, except as the first
//! statement of an option.

mod flow;
mod names;

use std::collections::HashMap;
use std::rc::Rc;

use sanderling_net::{Diagnostic, Diagnostics};

use crate::constant;
use crate::program::Program;
use crate::syntax::Model;
use flow::Flow;
use names::{Names, Remote};

/// Maximum number of instances of a process type in the initial state, and of processes in all.
pub(crate) const MAX_PROCESSES: u32 = 255;

/// Looks up the names of a model.
///
/// # Errors
/// All problems of declarations, or the first one of each process.
pub(crate) fn check(model: &Model) -> Result<Program, Diagnostics> {
    let symbols = symbols(model).into_iter().collect();
    let mut names = Names::new(model, symbols);
    names.declare_globals(&model.variables)?;
    let mut processes = Vec::new();
    let mut problems = Diagnostics::new();
    for (number, process) in model.processes.iter().enumerate() {
        match Flow::build(&mut names, number, process) {
            Ok(built) => processes.push(built),
            Err(found) => problems.extend(found),
        }
    }
    let mut claim = None;
    if let Some(first) = model.claims.first() {
        match Flow::build(&mut names, model.processes.len(), first) {
            Ok(built) => claim = Some(built),
            Err(found) => problems.extend(found),
        }
    }
    if problems.has_errors() {
        return Err(problems);
    }
    let Names { mut cells, channels, reads, remote, .. } = names;
    for (process, read, span) in remote.into_inner() {
        let declared = &processes[process];
        let (what, is_known) = match &read {
            Remote::Label(label) => (format!("the label `{label}`"), declared.labels.contains_key(label)),
            Remote::Variable(name) => {
                (format!("the variable `{name}`"), declared.cells.iter().any(|cell| cell.name == *name))
            }
        };
        if !is_known {
            let missing = Diagnostic::error(format!("{what} of `{}`", declared.name)).at(span);
            problems.push(missing.expected("one that the process declares"));
        }
    }
    if problems.has_errors() {
        return Err(problems);
    }
    // A hidden variable that matters must be part of the state.
    reads.borrow().iter().for_each(|cell| cells[*cell].is_hidden = false);
    let program = Program { cells, channels, processes, claim };
    let total: u64 = program.processes.iter().map(|process| u64::from(process.active)).sum();
    if total == 0 {
        let none = Diagnostic::error("a model without a process in the initial state");
        return Err(none.expected("`init` or an `active proctype`").into());
    }
    if total > u64::from(MAX_PROCESSES) {
        let many = Diagnostic::error(format!("{total} processes in the initial state"));
        return Err(many.expected(format!("at most {MAX_PROCESSES}")).into());
    }
    Ok(program)
}

/// Returns the symbolic names of a model and their numbers. As in Spin, the numbers of a list run backwards, and continue in
/// the next list.
pub(crate) fn symbols(model: &Model) -> Vec<(Rc<str>, i64)> {
    let mut symbols: Vec<(Rc<str>, i64)> = Vec::new();
    for list in &model.symbols {
        let before = symbols.len();
        let number = |position: usize| (before + list.len() - position) as i64;
        symbols.extend(list.iter().enumerate().map(|(position, name)| (name.text.clone(), number(position))));
    }
    symbols
}

/// Returns the number of instances of a process type in the initial state.
fn active(process: &crate::syntax::Process, symbols: &HashMap<Rc<str>, i64>) -> Result<u32, Diagnostics> {
    let Some(active) = &process.active else { return Ok(0) };
    let count = constant::value(active, symbols).and_then(|count| u32::try_from(count).ok());
    count.filter(|count| *count <= MAX_PROCESSES).ok_or_else(|| {
        let wrong = Diagnostic::error("the number of active processes").at(active.span);
        wrong.expected(format!("a constant from 0 to {MAX_PROCESSES}")).into()
    })
}
