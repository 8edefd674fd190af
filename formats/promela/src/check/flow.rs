//! The graph of control of a process type.
//!
//! A statement leads from one location to another. Where two names mean the same location (the end of a statement and
//! the target of a `goto` after it, say), one becomes an *alias* of the other. An option whose first statement is a
//! loop *includes* the edges of the loop's location, because the loop comes back to its own location and not to that
//! of the option.

mod expanded;
mod graph;

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use sanderling_net::{Diagnostic, Diagnostics, Span};

use super::names::Names;
use crate::program::{Action, Process};
use crate::syntax::{self, Expression, ExpressionKind, Name, Reference, Statement, StatementKind};
use expanded::{initialisation, is_expanded, without_repeated_skips};

/// Maximum number of locations and edges of a process type.
const MAX_SIZE: usize = 1 << 16;

/// A location under construction.
#[derive(Debug, Default)]
struct Point {
    edges: Vec<RawEdge>,
    /// Locations whose edges are also edges of this one.
    includes: Vec<usize>,
    alias: Option<usize>,
    labels: Vec<Rc<str>>,
    line: u32,
    /// Whether the first statement from here is in an `atomic` or `d_step`, if there is a statement.
    is_atomic: Option<bool>,
    is_ordered: bool,
    /// Whether an `atomic` or `d_step` ends here.
    ends_atomic: bool,
    /// Entries of the escapes that apply here.
    unless: Vec<usize>,
}

#[derive(Debug, Clone)]
struct RawEdge {
    action: Action,
    target: usize,
    is_atomic: bool,
    span: Span,
}

/// Where a statement stands.
#[derive(Debug, Clone, Copy, Default)]
struct Context {
    is_atomic: bool,
    is_ordered: bool,
    /// Whether it is the first statement of an option.
    is_option: bool,
    /// Whether it is the first statement of a block.
    is_block: bool,
    /// Target of `break`, and whether its loop began outside of the `atomic` around the statement.
    exit: Option<usize>,
    is_exit_outside: bool,
}

/// A builder of the graph of one process type.
pub(super) struct Flow<'a, 'b> {
    names: &'a mut Names<'b>,
    points: Vec<Point>,
    labels: HashMap<Rc<str>, usize>,
    /// Labels that a `goto` uses before they are defined.
    wanted: Vec<Name>,
    unless: Vec<usize>,
    edges: usize,
}

impl<'a, 'b> Flow<'a, 'b> {
    /// Builds the graph of a process type.
    ///
    /// # Errors
    /// The first name or statement that is wrong.
    pub(super) fn build(
        names: &'a mut Names<'b>,
        number: usize,
        process: &syntax::Process,
    ) -> Result<Process, Diagnostics> {
        let active = super::active(process, &names.symbols)?;
        names.enter_process(number);
        let mut flow = Flow {
            names,
            points: Vec::new(),
            labels: HashMap::new(),
            wanted: Vec::new(),
            unless: Vec::new(),
            edges: 0,
        };
        for parameter in &process.parameters {
            flow.names.declare(parameter)?;
        }
        flow.names.local_cells.iter_mut().for_each(|cell| cell.is_assigned = true);
        let parameters = flow.names.local_cells.len();
        let provided = process.provided.as_ref().map(|provided| flow.names.value(provided)).transpose()?;
        let (entry, end) = (flow.point(process.name.span), flow.point(process.end));
        flow.sequence(&process.body, entry, end, Context::default())?;
        flow.edge(end, Action::End, end, process.end, Context::default())?;
        if let Some(missing) = flow.wanted.iter().find(|name| flow.points[flow.labels[&name.text]].line == 0)
        {
            let found = Diagnostic::error(format!("the label `{}`", missing.text)).at(missing.span);
            return Err(found.expected("a label of this process").into());
        }
        let (nodes, entry, end) = flow.finish(entry, end);
        if let Some(edge) = graph::circular(&nodes).and_then(|node| nodes[node].edges.first()) {
            let found = Diagnostic::error("an escape of `unless` that jumps into what it guards");
            return Err(found.at(edge.span).expected("a statement before the `goto`").into());
        }
        let labels =
            flow.labels.iter().map(|(label, point)| (label.clone(), flow.resolved(*point).0)).collect();
        let cells = flow.names.leave_process();
        Ok(Process {
            name: process.name.text.clone(),
            active,
            parameters,
            cells,
            nodes,
            entry,
            end,
            provided,
            labels,
            span: process.name.span,
        })
    }

    fn point(&mut self, span: Span) -> usize {
        self.points.push(Point { line: span.line, ..Point::default() });
        self.points.len() - 1
    }

    fn edge(
        &mut self,
        from: usize,
        action: Action,
        target: usize,
        span: Span,
        context: Context,
    ) -> Result<(), Diagnostics> {
        self.edges += 1;
        if self.edges > MAX_SIZE {
            let large = Diagnostic::error(format!("a process of more than {MAX_SIZE} statements")).at(span);
            return Err(large.into());
        }
        self.begin(from, span, context);
        self.points[from].edges.push(RawEdge { action, target, is_atomic: context.is_atomic, span });
        Ok(())
    }

    /// Records that a statement begins at a location.
    fn begin(&mut self, from: usize, span: Span, context: Context) {
        // No escape interrupts a `d_step`.
        let unless = if context.is_ordered { Vec::new() } else { self.unless.clone() };
        let point = &mut self.points[from];
        if point.is_atomic.is_none() {
            point.is_atomic = Some(context.is_atomic);
            point.is_ordered = context.is_ordered;
            point.line = span.line;
            point.unless = unless;
        }
    }

    fn sequence(
        &mut self,
        statements: &[Statement],
        entry: usize,
        exit: usize,
        context: Context,
    ) -> Result<(), Diagnostics> {
        let mut rest = Vec::new();
        for statement in statements {
            match &statement.kind {
                StatementKind::Declare { variables, is_step } => {
                    for variable in variables {
                        self.names.declare(variable)?;
                    }
                    let assigned = variables.iter().filter(|_| *is_step);
                    let mut steps =
                        assigned.filter_map(|variable| initialisation(variable, statement)).peekable();
                    if steps.peek().is_none() && !statement.labels.is_empty() {
                        let kind = StatementKind::Block(Vec::new());
                        rest.push(Cow::Owned(Statement { kind, ..statement.clone() }));
                    }
                    rest.extend(steps.map(Cow::Owned));
                }
                _ => rest.push(Cow::Borrowed(statement)),
            }
        }
        let Some(last) = rest.len().checked_sub(1) else {
            let span = statements.first().map_or(self.here(entry), |s| s.span);
            return self.jump(entry, exit, span, Context { is_block: false, ..context });
        };
        let mut at = entry;
        for (position, statement) in rest.iter().enumerate() {
            let next = if position == last { exit } else { self.point(statement.span) };
            let is_option = context.is_option && position == 0;
            let is_block = context.is_block && position == 0;
            self.labelled(statement, at, next, Context { is_option, is_block, ..context })?;
            at = next;
        }
        Ok(())
    }

    fn here(&self, point: usize) -> Span {
        Span { line: self.points[point].line.max(1), column: 1, start: 0, end: 0 }
    }

    /// Makes a location the same as another one; where options and blocks begin, a step leads from one to the other.
    fn jump(&mut self, from: usize, target: usize, span: Span, context: Context) -> Result<(), Diagnostics> {
        if context.is_option || context.is_block {
            return self.edge(from, Action::Skip, target, span, context);
        }
        if self.resolved(from).0 != self.resolved(target).0 {
            self.points[from].alias = Some(target);
        }
        Ok(())
    }

    fn labelled(
        &mut self,
        statement: &Statement,
        mut entry: usize,
        exit: usize,
        mut context: Context,
    ) -> Result<(), Diagnostics> {
        if !statement.labels.is_empty() && !is_expanded(&statement.kind) {
            if context.is_option {
                entry = self.included(entry, statement.span, context);
                context.is_option = false;
            }
            for label in &statement.labels {
                let point = self.label_point(&label.text);
                if self.points[point].line != 0 {
                    let twice =
                        Diagnostic::error(format!("the label `{}`, which exists already", label.text));
                    return Err(twice.at(label.span).expected("another name").into());
                }
                // As in Spin, a jump to an `atomic` leads to the location before it, where no `atomic` holds.
                self.points[point].line = label.span.line;
                self.points[point].alias = Some(entry);
                self.points[point].ends_atomic = !context.is_atomic;
                self.points[entry].labels.push(label.text.clone());
            }
        }
        self.statement(statement, entry, exit, context)
    }

    /// Returns a location of its own for a statement that begins an option.
    fn included(&mut self, entry: usize, span: Span, context: Context) -> usize {
        self.begin(entry, span, context);
        let own = self.point(span);
        self.points[entry].includes.push(own);
        own
    }

    fn label(&mut self, name: &Name) -> usize {
        if !self.labels.contains_key(&name.text) {
            self.wanted.push(name.clone());
        }
        self.label_point(&name.text)
    }

    /// Returns the location that a label names.
    fn label_point(&mut self, text: &Rc<str>) -> usize {
        *self.labels.entry(text.clone()).or_insert_with(|| {
            self.points.push(Point::default());
            self.points.len() - 1
        })
    }

    fn statement(
        &mut self,
        statement: &Statement,
        entry: usize,
        exit: usize,
        context: Context,
    ) -> Result<(), Diagnostics> {
        let span = statement.span;
        // As in Spin, a jump at a label with a meaning takes a step.
        let is_kept = statement.labels.iter().any(|label| is_meaningful(&label.text));
        let kept = Context { is_block: context.is_block || is_kept, ..context };
        let action = match &statement.kind {
            StatementKind::Declare { .. } => return self.jump(entry, exit, span, context),
            StatementKind::Skip { .. } => Action::Skip,
            StatementKind::Else => Action::Else,
            StatementKind::Test(Expression { kind: ExpressionKind::Run(name, arguments), .. }) => {
                self.run(name, arguments, None)?
            }
            StatementKind::Test(condition) => Action::Test(self.names.value(condition)?),
            StatementKind::Assert(condition) => Action::Assert(self.names.value(condition)?),
            StatementKind::Assign(reference, value) => self.assign(reference, value)?,
            StatementKind::Send { channel, is_sorted, values } => {
                let mut all = Vec::new();
                for value in values {
                    all.extend(self.names.message_values(value)?);
                }
                Action::Send { channel: self.names.channel_of(channel)?, is_sorted: *is_sorted, values: all }
            }
            StatementKind::Receive { channel, is_random, is_copy, targets } => {
                let mut patterns = Vec::new();
                for target in targets {
                    patterns.extend(self.names.patterns(target)?);
                }
                let channel = self.names.channel_of(channel)?;
                Action::Receive { channel, is_random: *is_random, is_copy: *is_copy, patterns }
            }
            StatementKind::Goto(name) => {
                let target = self.label(name);
                return self.jump(entry, target, span, kept);
            }
            StatementKind::Break => {
                let Some(target) = context.exit else {
                    let found = Diagnostic::error("`break` outside of a loop").at(span);
                    return Err(found.help("`break` ends the innermost `do`").into());
                };
                if context.is_atomic && context.is_exit_outside {
                    return self.edge(entry, Action::Skip, target, span, context);
                }
                return self.jump(entry, target, span, kept);
            }
            StatementKind::Block(body) => {
                self.names.enter();
                let result = self.sequence(body, entry, exit, Context { is_block: true, ..context });
                self.names.leave();
                return result;
            }
            StatementKind::If(options) => {
                self.begin(entry, span, context);
                return self.options(options, entry, exit, Context { is_option: true, ..context });
            }
            StatementKind::Do(options) => {
                let head = self.loop_head(entry, span, context)?;
                let inner = Context { is_option: true, exit: Some(exit), is_exit_outside: false, ..context };
                return self.options(options, head, head, inner);
            }
            StatementKind::Atomic(body) => return self.atomic(body, entry, exit, span, context),
            StatementKind::DStep(body) => return self.d_step(body, entry, exit, span, context),
            StatementKind::Unless(main, escape) => {
                return self.escape(main, escape, entry, exit, span, context);
            }
            StatementKind::For(..) | StatementKind::ForIn(..) | StatementKind::Select(..) => {
                return self.expanded(statement, entry, exit, context);
            }
        };
        self.edge(entry, action, exit, span, context)
    }

    /// Returns the location of a loop that begins at `entry`.
    fn loop_head(&mut self, entry: usize, span: Span, context: Context) -> Result<usize, Diagnostics> {
        if context.is_option || context.is_block {
            let head = self.included(entry, span, context);
            self.begin(head, span, context);
            return Ok(head);
        }
        self.begin(entry, span, context);
        Ok(entry)
    }

    fn options(
        &mut self,
        options: &[Vec<Statement>],
        entry: usize,
        exit: usize,
        context: Context,
    ) -> Result<(), Diagnostics> {
        for option in options {
            self.names.enter_option();
            let result = self.sequence(&without_repeated_skips(option), entry, exit, context);
            self.names.leave();
            result?;
        }
        Ok(())
    }

    fn atomic(
        &mut self,
        body: &[Statement],
        entry: usize,
        exit: usize,
        span: Span,
        context: Context,
    ) -> Result<(), Diagnostics> {
        self.names.enter();
        let result = if context.is_atomic {
            self.sequence(body, entry, exit, Context { is_block: true, ..context })
        } else {
            let end = self.point(span);
            self.points[end].alias = Some(exit);
            self.points[end].ends_atomic = true;
            self.sequence(
                body,
                entry,
                end,
                Context { is_atomic: true, is_block: true, is_exit_outside: true, ..context },
            )
        };
        self.names.leave();
        result
    }

    fn d_step(
        &mut self,
        body: &[Statement],
        entry: usize,
        exit: usize,
        span: Span,
        context: Context,
    ) -> Result<(), Diagnostics> {
        if context.is_ordered {
            return self.atomic(body, entry, exit, span, context);
        }
        let (inner, end) = (self.point(span), self.point(span));
        self.edge(entry, Action::Enter, inner, span, Context { is_atomic: true, ..context })?;
        self.points[end].alias = Some(exit);
        self.points[end].ends_atomic = !context.is_atomic;
        self.names.enter();
        let within = Context { is_atomic: true, is_ordered: true, is_option: false, ..context };
        let result = self.sequence(body, inner, end, within);
        self.names.leave();
        result
    }

    fn escape(
        &mut self,
        main: &Statement,
        escape: &Statement,
        entry: usize,
        exit: usize,
        span: Span,
        context: Context,
    ) -> Result<(), Diagnostics> {
        let start = if context.is_option { self.included(entry, span, context) } else { entry };
        let leave = self.point(escape.span);
        let inner = Context { is_option: false, is_block: false, ..context };
        // Within an `atomic`, a jump that begins the escape takes a step.
        self.part(escape, leave, exit, Context { is_block: context.is_atomic, ..inner })?;
        self.unless.push(leave);
        // A jump takes a step there, too.
        let begins = Context { is_block: context.is_option || context.is_block, ..inner };
        let result = self.part(main, start, exit, begins);
        self.unless.pop();
        result
    }

    /// Adds a part of an `unless`. As in Spin, its braces are no block.
    fn part(
        &mut self,
        part: &Statement,
        entry: usize,
        exit: usize,
        context: Context,
    ) -> Result<(), Diagnostics> {
        match &part.kind {
            StatementKind::Block(body) if part.labels.is_empty() => {
                self.names.enter();
                let result = self.sequence(body, entry, exit, context);
                self.names.leave();
                result
            }
            _ => self.labelled(part, entry, exit, context),
        }
    }

    fn run(
        &mut self,
        name: &Name,
        arguments: &[Expression],
        target: Option<crate::program::Target>,
    ) -> Result<Action, Diagnostics> {
        let mut values = Vec::new();
        for argument in arguments {
            values.extend(self.names.message_values(argument)?);
        }
        Ok(Action::Run { process: self.names.process(name)?, arguments: values, target })
    }

    fn assign(&mut self, reference: &Reference, value: &Expression) -> Result<Action, Diagnostics> {
        if let [(name, None)] = &reference.parts[..]
            && &*name.text == "_"
        {
            return Ok(Action::Skip);
        }
        if let ExpressionKind::Run(name, arguments) = &value.kind {
            let target = self.names.assigned(reference)?;
            return self.run(name, arguments, Some(target));
        }
        let value = self.names.value(value)?;
        Ok(Action::Assign(self.names.assigned(reference)?, value))
    }
}

fn is_meaningful(label: &str) -> bool {
    ["end", "accept", "progress"].iter().any(|prefix| label.starts_with(prefix))
}
