//! Values of expressions.

use sanderling_promela::program::{Binary, ChannelFunction, Process, Unary, Value};

use super::interpreter::Interpreter;
use super::state::{Channel, Fault, State};

/// Where and when an expression is evaluated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context<'s> {
    pub(super) state: &'s State,
    /// Number of the process.
    pub(super) process: usize,
    /// Whether nothing else can move.
    pub(super) is_timeout: bool,
    /// The message that another process offers over a channel without buffer: only receiving it is possible.
    pub(super) offer: Option<Offer<'s>>,
}

/// A message that a process offers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Offer<'s> {
    /// Position of the channel.
    pub(super) channel: usize,
    pub(super) message: &'s [i64],
}

impl Interpreter<'_> {
    pub(super) fn value(&self, context: Context<'_>, value: &Value) -> Result<i64, Fault> {
        let state = context.state;
        let of = |value: &Value| self.value(context, value);
        Ok(match value {
            Value::Number(number) => *number,
            Value::Cell(cell, index) => {
                let index = self.index(context, index.as_deref())?;
                *state.cells(context.process, *cell).get(index).ok_or(Fault::Index)?
            }
            Value::Unary(operator, operand) => {
                let operand = of(operand)? as i32;
                i64::from(match operator {
                    Unary::Not => i32::from(operand == 0),
                    Unary::Invert => !operand,
                    Unary::Negate => operand.wrapping_neg(),
                })
            }
            Value::Binary(Binary::And, parts) => i64::from(of(&parts[0])? != 0 && of(&parts[1])? != 0),
            Value::Binary(Binary::Or, parts) => i64::from(of(&parts[0])? != 0 || of(&parts[1])? != 0),
            Value::Binary(operator, parts) => {
                i64::from(binary(*operator, of(&parts[0])? as i32, of(&parts[1])? as i32)?)
            }
            Value::Conditional(parts) => of(&parts[if of(&parts[0])? != 0 { 1 } else { 2 }])?,
            Value::Below(limit, inner) => {
                let inner = of(inner)?;
                if (0..i64::from(*limit)).contains(&inner) { inner } else { return Err(Fault::Index) }
            }
            Value::NewChannel(declaration, element) => {
                let owned = self.program.channels[*declaration].owner.is_some();
                let first = if owned { state.processes[context.process].first_channel } else { 0 };
                let is_it = |channel: &Channel| channel.declaration == *declaration;
                let at = state.channels[first..].iter().position(is_it).ok_or(Fault::Channel)?;
                (first + at + *element as usize + 1) as i64
            }
            Value::Channel(function, channel) => {
                let channel = self.channel(context, channel)?;
                let length = channel.messages.len();
                let capacity = self.program.channels[channel.declaration].capacity as usize;
                match function {
                    ChannelFunction::Length => length as i64,
                    ChannelFunction::Empty => i64::from(length == 0),
                    ChannelFunction::NotEmpty => i64::from(length > 0),
                    ChannelFunction::Full => i64::from(length == capacity),
                    ChannelFunction::NotFull => i64::from(length < capacity),
                }
            }
            Value::Poll { channel, is_random, patterns } => {
                let channel = self.channel(context, channel)?;
                let mut wanted = Vec::new();
                for pattern in patterns {
                    wanted.push(pattern.as_ref().map(of).transpose()?);
                }
                i64::from(first_match(channel, &wanted, *is_random).is_some())
            }
            Value::Timeout => i64::from(context.is_timeout),
            Value::ProcessNumber => context.process as i64,
            Value::ProcessCount => state.processes.len() as i64,
            Value::NonProgress => {
                let is_at = |process: &super::state::Process| {
                    self.program.processes[process.kind].nodes[process.location].has_label("progress")
                };
                i64::from(!state.processes.iter().any(is_at))
            }
            Value::At { process, number, label } => {
                let number = number.as_deref().map(of).transpose()?;
                let node = self.program.processes[*process].labels.get(label);
                let mut all = state.processes.iter().enumerate();
                i64::from(all.any(|(at, found)| {
                    found.kind == *process
                        && number.is_none_or(|number| number == at as i64)
                        && node == Some(&found.location)
                }))
            }
            Value::Remote { process, number, name, index } => {
                let number = number.as_deref().map(of).transpose()?;
                let mut all = state.processes.iter().enumerate();
                let is_it = |(at, found): &(usize, &super::state::Process)| {
                    found.kind == *process && number.is_none_or(|number| number == *at as i64)
                };
                let (_, found) = all.find(is_it).ok_or(Fault::Remote)?;
                let declared: &Process = &self.program.processes[*process];
                let cell = declared.cells.iter().position(|cell| cell.name == *name).ok_or(Fault::Remote)?;
                let index = self.index(context, index.as_deref())?;
                *found.cells[cell].get(index).ok_or(Fault::Index)?
            }
        })
    }

    /// Returns the position in an array.
    pub(super) fn index(&self, context: Context<'_>, index: Option<&Value>) -> Result<usize, Fault> {
        let index = index.map_or(Ok(0), |index| self.value(context, index))?;
        usize::try_from(index).map_err(|_| Fault::Index)
    }

    /// Returns the channel that a value means.
    pub(super) fn channel<'s>(&self, context: Context<'s>, channel: &Value) -> Result<&'s Channel, Fault> {
        let number = self.channel_position(context, channel)?;
        Ok(&context.state.channels[number])
    }

    pub(super) fn channel_position(&self, context: Context<'_>, channel: &Value) -> Result<usize, Fault> {
        let number = self.value(context, channel)?;
        let position = usize::try_from(number - 1).ok();
        position.filter(|position| *position < context.state.channels.len()).ok_or(Fault::Channel)
    }
}

/// Returns the position of the first message with the wanted values, among all messages or at the front.
pub(super) fn first_match(channel: &Channel, wanted: &[Option<i64>], is_random: bool) -> Option<usize> {
    let matches = |message: &Vec<i64>| {
        message.iter().zip(wanted).all(|(value, wanted)| wanted.is_none_or(|wanted| wanted == *value))
    };
    let found = channel.messages.iter().position(matches);
    found.filter(|position| is_random || *position == 0)
}

fn binary(operator: Binary, a: i32, b: i32) -> Result<i32, Fault> {
    let shift = || u32::try_from(b).ok().filter(|bits| *bits < 32).ok_or(Fault::Arithmetic);
    Ok(match operator {
        Binary::Or | Binary::BitOr => a | b,
        Binary::BitXor => a ^ b,
        Binary::And | Binary::BitAnd => a & b,
        Binary::Equal => i32::from(a == b),
        Binary::Unequal => i32::from(a != b),
        Binary::Less => i32::from(a < b),
        Binary::Greater => i32::from(a > b),
        Binary::AtMost => i32::from(a <= b),
        Binary::AtLeast => i32::from(a >= b),
        Binary::ShiftLeft => a << shift()?,
        Binary::ShiftRight => a >> shift()?,
        Binary::Add => a.wrapping_add(b),
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide => a.checked_div(b).ok_or(Fault::Arithmetic)?,
        Binary::Remainder => a.checked_rem(b).ok_or(Fault::Arithmetic)?,
    })
}
