//! Names: scopes, records divided into their fields, and references to variables.

mod message;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use sanderling_net::{Diagnostic, Diagnostics, Span};

use crate::constant;
use crate::program::{Cell, CellRef, ChannelDeclaration, Range, Target, Value};
use crate::syntax::{
    Binary, Expression, ExpressionKind, Initial, Model, Name, Record, Reference, Type, Variable,
};

/// Maximum number of values of a model; each element of an array is one.
const MAX_ELEMENTS: u64 = 1 << 16;

/// Maximum number of slots of a channel.
const MAX_CAPACITY: i64 = 255;

/// The names that a block declares.
type Scope = HashMap<Rc<str>, Span>;

/// A label, or a variable, of another process.
#[derive(Debug)]
pub(crate) enum Remote {
    Label(Rc<str>),
    Variable(String),
}

/// The names of a model, and of the process that is being read.
pub(crate) struct Names<'a> {
    model: &'a Model,
    pub(crate) symbols: HashMap<Rc<str>, i64>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) channels: Vec<ChannelDeclaration>,
    globals: HashMap<String, usize>,
    /// Cells of the process that is being read.
    pub(crate) local_cells: Vec<Cell>,
    /// The names in each open block of the process, with the number that makes their cells unique.
    scopes: Vec<(Scope, usize)>,
    locals: HashMap<(usize, String), usize>,
    next_scope: usize,
    /// For each open block, the number of the innermost one with braces.
    braces: Vec<usize>,
    process: Option<usize>,
    elements: u64,
    /// Global cells that an expression reads.
    pub(crate) reads: RefCell<HashSet<usize>>,
    /// Labels and variables of process types that an expression reads.
    pub(crate) remote: RefCell<Vec<(usize, Remote, Span)>>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(model: &'a Model, symbols: HashMap<Rc<str>, i64>) -> Self {
        Self {
            model,
            symbols,
            cells: Vec::new(),
            channels: Vec::new(),
            globals: HashMap::new(),
            local_cells: Vec::new(),
            scopes: Vec::new(),
            locals: HashMap::new(),
            next_scope: 0,
            braces: Vec::new(),
            process: None,
            elements: 0,
            reads: RefCell::default(),
            remote: RefCell::default(),
        }
    }

    pub(crate) fn declare_globals(&mut self, variables: &[Variable]) -> Result<(), Diagnostics> {
        for variable in variables {
            if self.model.variables.iter().filter(|other| other.name.text == variable.name.text).count() > 1
                && self.globals.keys().any(|name| name.split('.').next() == Some(&variable.name.text))
            {
                return Err(redeclared(&variable.name).into());
            }
            self.declare(variable)?;
        }
        Ok(())
    }

    /// Begins a process.
    pub(crate) fn enter_process(&mut self, process: usize) {
        self.process = Some(process);
        self.local_cells.clear();
        self.locals.clear();
        self.scopes.clear();
        self.braces.clear();
        self.next_scope = 0;
        self.enter();
    }

    pub(crate) fn leave_process(&mut self) -> Vec<Cell> {
        self.process = None;
        self.scopes.clear();
        std::mem::take(&mut self.local_cells)
    }

    /// Begins a block in braces.
    pub(crate) fn enter(&mut self) {
        self.scopes.push((Scope::new(), self.next_scope));
        self.braces.push(self.next_scope);
        self.next_scope += 1;
    }

    /// Begins an option, which is a block without braces.
    pub(crate) fn enter_option(&mut self) {
        let around = self.braces.last().copied();
        self.enter();
        self.braces.pop();
        self.braces.extend(around);
    }

    pub(crate) fn leave(&mut self) {
        self.scopes.pop();
        self.braces.pop();
    }

    /// Declares a variable in the innermost block, or in the model.
    pub(crate) fn declare(&mut self, variable: &Variable) -> Result<(), Diagnostics> {
        if self.process.is_some() {
            if self.scopes.iter().any(|(scope, _)| scope.contains_key(&variable.name.text)) {
                return Err(redeclared(&variable.name).into());
            }
            let innermost = self.scopes.last_mut();
            innermost.map(|(scope, _)| scope.insert(variable.name.text.clone(), variable.name.span));
        }
        self.divide(variable, "", Vec::new(), 0)
    }

    /// Adds the cells of a variable: itself, or its fields.
    fn divide(
        &mut self,
        variable: &Variable,
        prefix: &str,
        mut dimensions: Vec<Option<u32>>,
        depth: usize,
    ) -> Result<(), Diagnostics> {
        let span = variable.name.span;
        let path = format!("{prefix}{}", variable.name.text);
        dimensions.push(match &variable.length {
            None => None,
            Some(length) => {
                let value = self.constant(length)?;
                let value = u32::try_from(value).ok().filter(|length| (1..=65_536).contains(length));
                Some(
                    value
                        .ok_or_else(|| error("the length of an array", length.span).expected("1 to 65536"))?,
                )
            }
        });
        if let Type::Record(name) = &variable.sort {
            if depth > 32 {
                return Err(error(format!("the type `{name}`, which contains itself"), span).into());
            }
            let Some(record) = self.record(name) else {
                return Err(error(format!("the type `{name}`"), span)
                    .expected("a `typedef` before it")
                    .into());
            };
            for field in &record.fields {
                self.divide(field, &format!("{path}."), dimensions.clone(), depth + 1)?;
            }
            return Ok(());
        }
        let mut cell = Cell {
            name: path.clone(),
            range: match range(&variable.sort) {
                // As in Spin, an element of an array has at least 8 bits.
                Range::BIT if variable.length.is_some() => Range::BYTE,
                range => range,
            },
            dimensions,
            initial: Vec::new(),
            is_hidden: variable.is_hidden && self.process.is_none(),
            is_channel: variable.sort == Type::Channel,
            is_symbol: variable.sort == Type::Symbol,
            is_assigned: false,
            span,
        };
        let count = cell.count().unwrap_or(1);
        self.elements += u64::from(count);
        if self.elements > MAX_ELEMENTS {
            return Err(error(format!("more than {MAX_ELEMENTS} values"), span).into());
        }
        cell.initial = match &variable.initial {
            Initial::Zero => vec![Value::Number(0)],
            Initial::Value(value) => vec![self.value(value)?],
            Initial::List(values) => {
                let mut initial = Vec::new();
                for value in values {
                    initial.push(self.value(value)?);
                }
                if initial.len() > count as usize {
                    let many = format!("{} initial values", initial.len());
                    return Err(error(many, span).expected(format!("at most {count}")).into());
                }
                initial.resize(count as usize, Value::Number(0));
                initial
            }
            Initial::Channel(capacity, fields) => {
                let declaration = self.channel(&path, capacity, fields, count, span)?;
                (0..count).map(|element| Value::NewChannel(declaration, element)).collect()
            }
        };
        self.add(cell, path);
        Ok(())
    }

    fn add(&mut self, cell: Cell, path: String) {
        if self.process.is_some() {
            let scope = self.scopes.last().map_or(0, |(_, number)| *number);
            self.locals.insert((scope, path), self.local_cells.len());
            self.local_cells.push(cell);
        } else {
            self.globals.insert(path, self.cells.len());
            self.cells.push(cell);
        }
    }

    fn channel(
        &mut self,
        path: &str,
        capacity: &Expression,
        fields: &[Type],
        count: u32,
        span: Span,
    ) -> Result<usize, Diagnostics> {
        let slots = self.constant(capacity)?;
        if !(0..=MAX_CAPACITY).contains(&slots) {
            let found = error("the capacity of a channel", capacity.span);
            return Err(found.expected(format!("0 to {MAX_CAPACITY}")).into());
        }
        let mut ranges = Vec::new();
        for field in fields {
            self.flatten(field, &mut ranges, span, 0)?;
        }
        if ranges == [Range::BIT] {
            // As in Spin, a message of one value has at least 8 bits.
            ranges = vec![Range::BYTE];
        }
        self.elements += slots as u64 * ranges.len() as u64 * u64::from(count);
        if self.elements > MAX_ELEMENTS {
            return Err(error(format!("more than {MAX_ELEMENTS} values"), span).into());
        }
        self.channels.push(ChannelDeclaration {
            name: path.to_owned(),
            capacity: slots as u32,
            fields: ranges,
            count,
            owner: self.process,
            span,
        });
        Ok(self.channels.len() - 1)
    }

    /// Appends the ranges of the numbers that a value of a type consists of.
    fn flatten(
        &self,
        sort: &Type,
        ranges: &mut Vec<Range>,
        span: Span,
        depth: usize,
    ) -> Result<(), Diagnostics> {
        let Type::Record(name) = sort else {
            ranges.push(range(sort));
            return Ok(());
        };
        let Some(record) = self.record(name).filter(|_| depth < 32) else {
            return Err(error(format!("the type `{name}` in a message"), span).into());
        };
        for field in &record.fields {
            let count = match &field.length {
                Some(length) => self.constant(length)?,
                None => 1,
            };
            for _ in 0..count.clamp(0, 65_536) {
                self.flatten(&field.sort, ranges, span, depth + 1)?;
                if ranges.len() as u64 > MAX_ELEMENTS {
                    return Err(error("a message that is too large", span).into());
                }
            }
        }
        Ok(())
    }

    fn record(&self, name: &str) -> Option<&'a Record> {
        self.model.records.iter().find(|record| &*record.name.text == name)
    }

    pub(crate) fn constant(&self, expression: &Expression) -> Result<i64, Diagnostics> {
        constant::value(expression, &self.symbols)
            .ok_or_else(|| error("an expression", expression.span).expected("a constant").into())
    }

    /// Returns the cell with a path, in the innermost block that declares it.
    fn cell(&self, path: &str) -> Option<CellRef> {
        let first = path.split('.').next().unwrap_or(path);
        for (scope, number) in self.scopes.iter().rev() {
            if scope.contains_key(first) {
                return self.locals.get(&(*number, path.to_owned())).map(|cell| CellRef::Local(*cell));
            }
        }
        self.globals.get(path).map(|cell| CellRef::Global(*cell))
    }

    fn at(&self, cell: CellRef) -> &Cell {
        match cell {
            CellRef::Global(cell) => &self.cells[cell],
            CellRef::Local(cell) => &self.local_cells[cell],
        }
    }

    fn at_mut(&mut self, cell: CellRef) -> &mut Cell {
        match cell {
            CellRef::Global(cell) => &mut self.cells[cell],
            CellRef::Local(cell) => &mut self.local_cells[cell],
        }
    }

    /// Looks up a variable, and computes the index into its cell.
    fn target(&self, reference: &Reference) -> Result<Target, Diagnostics> {
        let names: Vec<&str> = reference.parts.iter().map(|(name, _)| &*name.text).collect();
        let path = names.join(".");
        let Some(cell) = self.cell(&path) else {
            let found = error(format!("the name `{path}`"), reference.span);
            return Err(found.expected("a declared variable or a symbol of an `mtype`").into());
        };
        Ok(Target { cell, index: self.index(reference, &self.at(cell).dimensions)? })
    }

    fn index(&self, reference: &Reference, dimensions: &[Option<u32>]) -> Result<Option<Value>, Diagnostics> {
        let mut index: Option<Value> = None;
        for ((name, written), length) in reference.parts.iter().zip(dimensions) {
            let part = match (written, length) {
                (None, None) => continue,
                (Some(written), Some(length)) => within(*length, self.value(written)?),
                (Some(_), None) => {
                    return Err(
                        error(format!("an index of `{}`, which is no array", name.text), name.span).into()
                    );
                }
                // As in Spin, the name of an array alone is its first element.
                (None, Some(_)) => Value::Number(0),
            };
            index = Some(match index {
                None => part,
                Some(outer) => add(multiply(outer, length.unwrap_or(1)), part),
            });
        }
        Ok(index)
    }

    /// Looks up a variable that a statement assigns to.
    pub(crate) fn assigned(&mut self, reference: &Reference) -> Result<Target, Diagnostics> {
        let target = self.target(reference)?;
        self.at_mut(target.cell).is_assigned = true;
        Ok(target)
    }

    /// Returns the length of an array.
    pub(crate) fn length(&self, reference: &Reference) -> Result<u32, Diagnostics> {
        let names: Vec<&str> = reference.parts.iter().map(|(name, _)| &*name.text).collect();
        let cell = self.cell(&names.join("."));
        let length = cell.and_then(|cell| self.at(cell).dimensions.last().copied().flatten());
        length.ok_or_else(|| error("a loop over something else", reference.span).expected("an array").into())
    }

    pub(crate) fn process(&self, name: &Name) -> Result<usize, Diagnostics> {
        let found = self.model.processes.iter().position(|process| process.name.text == name.text);
        found.ok_or_else(|| error(format!("`{}`", name.text), name.span).expected("a process type").into())
    }

    /// Converts an expression.
    pub(crate) fn value(&self, expression: &Expression) -> Result<Value, Diagnostics> {
        let boxed = |part: &Expression| self.value(part).map(Box::new);
        Ok(match &expression.kind {
            ExpressionKind::Number(number) => Value::Number(constant::to_int(*number)),
            ExpressionKind::Reference(reference) => self.read(reference)?,
            ExpressionKind::Unary(operator, operand) => Value::Unary(*operator, boxed(operand)?),
            ExpressionKind::Binary(operator, parts) => {
                Value::Binary(*operator, Box::new([self.value(&parts[0])?, self.value(&parts[1])?]))
            }
            ExpressionKind::Conditional(parts) => Value::Conditional(Box::new([
                self.value(&parts[0])?,
                self.value(&parts[1])?,
                self.value(&parts[2])?,
            ])),
            ExpressionKind::Run(name, _) => {
                let found = error(format!("`run {}` within an expression", name.text), expression.span);
                return Err(found.expected("`run` as a statement, or alone on the right of `=`").into());
            }
            ExpressionKind::Channel(function, channel) => {
                Value::Channel(*function, Box::new(self.channel_of(channel)?))
            }
            ExpressionKind::Poll { channel, is_random, targets } => {
                let mut patterns = Vec::new();
                for target in targets {
                    patterns.extend(self.condition_patterns(target)?);
                }
                let channel = Box::new(self.channel_of(channel)?);
                Value::Poll { channel, is_random: *is_random, patterns }
            }
            ExpressionKind::Timeout => Value::Timeout,
            ExpressionKind::ProcessNumber => Value::ProcessNumber,
            ExpressionKind::ProcessCount => Value::ProcessCount,
            ExpressionKind::NonProgress => Value::NonProgress,
            ExpressionKind::At { process, number, label } => {
                let (process, text) = (self.process(process)?, label.text.clone());
                self.remote.borrow_mut().push((process, Remote::Label(text.clone()), label.span));
                let number = number.as_deref().map(boxed).transpose()?;
                Value::At { process, number, label: text }
            }
            ExpressionKind::Remote { process, number, variable } => {
                let names: Vec<&str> = variable.parts.iter().map(|(name, _)| &*name.text).collect();
                let mut indices = variable.parts.iter().filter_map(|(_, index)| index.as_ref());
                let (index, second) = (indices.next(), indices.next());
                if second.is_some() {
                    let found = error("an array in an array of another process", expression.span);
                    return Err(found.expected("a variable of the model").into());
                }
                let (process, name) = (self.process(process)?, names.join("."));
                let read = (process, Remote::Variable(name.clone()), variable.span);
                self.remote.borrow_mut().push(read);
                let number = number.as_deref().map(boxed).transpose()?;
                Value::Remote { process, number, name, index: index.map(boxed).transpose()? }
            }
        })
    }

    fn read(&self, reference: &Reference) -> Result<Value, Diagnostics> {
        if let [(name, None)] = &reference.parts[..]
            && self.cell(&name.text).is_none()
            && let Some(number) = self.symbols.get(&name.text)
        {
            return Ok(Value::Number(*number));
        }
        let target = self.target(reference)?;
        if let CellRef::Global(cell) = target.cell {
            self.reads.borrow_mut().insert(cell);
        }
        Ok(Value::Cell(target.cell, target.index.map(Box::new)))
    }

    pub(crate) fn channel_of(&self, reference: &Reference) -> Result<Value, Diagnostics> {
        let target = self.target(reference)?;
        if !self.at(target.cell).is_channel {
            let name = &self.at(target.cell).name;
            return Err(error(format!("`{name}` as a channel"), reference.span).expected("a channel").into());
        }
        Ok(Value::Cell(target.cell, target.index.map(Box::new)))
    }
}

fn redeclared(name: &Name) -> Diagnostic {
    error(format!("the name `{}`, which is declared already", name.text), name.span).expected("another name")
}

fn error(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error(message).at(span)
}

fn range(sort: &Type) -> Range {
    match sort {
        Type::Bit => Range::BIT,
        Type::Byte | Type::Symbol | Type::Channel | Type::Record(_) => Range::BYTE,
        Type::Short => Range::SHORT,
        Type::Int => Range::INT,
        Type::Unsigned(bits) => Range { low: 0, high: (1 << bits) - 1 },
    }
}

fn within(length: u32, index: Value) -> Value {
    match index {
        Value::Number(number) if (0..i64::from(length)).contains(&number) => index,
        index => Value::Below(length, Box::new(index)),
    }
}

fn multiply(value: Value, factor: u32) -> Value {
    match value {
        Value::Number(number) => Value::Number(number * i64::from(factor)),
        value if factor == 1 => value,
        value => Value::Binary(Binary::Multiply, Box::new([value, Value::Number(factor.into())])),
    }
}

fn add(left: Value, right: Value) -> Value {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => Value::Number(left + right),
        (Value::Number(0), other) | (other, Value::Number(0)) => other,
        (left, right) => Value::Binary(Binary::Add, Box::new([left, right])),
    }
}
