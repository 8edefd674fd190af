//! Statements that Spin expresses by others.

use sanderling_net::{Diagnostics, Span};

use super::{Context, Flow};
use crate::syntax::{
    Binary, ChannelFunction, Expression, ExpressionKind, Initial, Pattern, Reference, Statement,
    StatementKind, Type, Variable,
};

impl Flow<'_, '_> {
    /// Adds a `for` or `select`.
    pub(super) fn expanded(
        &mut self,
        statement: &Statement,
        entry: usize,
        exit: usize,
        context: Context,
    ) -> Result<(), Diagnostics> {
        let mut expanded = self.expansion(&statement.kind, statement.span)?;
        // As in Spin, the labels stand after the first assignment.
        if let Some(last) = expanded.last_mut() {
            last.labels.clone_from(&statement.labels);
        }
        self.names.enter();
        let result = self.sequence(&expanded, entry, exit, context);
        self.names.leave();
        result
    }

    /// Expresses `for` and `select` by other statements, as Spin does.
    fn expansion(&mut self, kind: &StatementKind, span: Span) -> Result<Vec<Statement>, Diagnostics> {
        let plain = |kind| Statement { labels: Vec::new(), kind, span };
        let number = |number| Expression { kind: ExpressionKind::Number(number), span };
        let read =
            |variable: &Reference| Expression { kind: ExpressionKind::Reference(variable.clone()), span };
        let binary = |operator, left, right| Expression {
            kind: ExpressionKind::Binary(operator, Box::new([left, right])),
            span,
        };
        let assign = |variable: &Reference, value| plain(StatementKind::Assign(variable.clone(), value));
        let increase =
            |variable: &Reference| assign(variable, binary(Binary::Add, read(variable), number(1)));
        let counter;
        let mut first = Vec::new();
        let (variable, low, test, body) = match kind {
            StatementKind::For(variable, low, high, body) => {
                let test = binary(Binary::AtMost, read(variable), high.clone());
                (variable, low.clone(), test, body)
            }
            StatementKind::ForIn(message, channel, body) if self.names.is_record(message)? => {
                counter = self.names.counter(message, channel)?;
                let kind = ExpressionKind::Channel(ChannelFunction::Length, channel.clone());
                let test = binary(Binary::Less, read(&counter), Expression { kind, span });
                // As in Spin, each message is received and sent again, so that the channel rotates.
                let (targets, values) = (vec![Pattern::Store(message.clone())], vec![read(message)]);
                let channel = channel.clone();
                first = vec![
                    plain(StatementKind::Receive {
                        channel: channel.clone(),
                        is_random: false,
                        is_copy: false,
                        targets,
                    }),
                    plain(StatementKind::Send { channel, is_sorted: false, values }),
                ];
                (&counter, number(0), test, body)
            }
            StatementKind::ForIn(variable, array, body) => {
                let last = i64::from(self.names.length(array)?) - 1;
                (variable, number(0), binary(Binary::AtMost, read(variable), number(last)), body)
            }
            StatementKind::Select(variable, low, high) => {
                // As in Spin, a short range is a choice. Spin takes a name with an underscore for something else.
                let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
                let is_name = matches!(&variable.parts[..], [(name, None)] if is_plain(&name.text));
                if let (ExpressionKind::Number(low), ExpressionKind::Number(high)) = (&low.kind, &high.kind)
                    && is_name
                    && (0..=32).contains(&(high - low))
                {
                    let options = (*low..=*high).map(|value| vec![assign(variable, number(value))]).collect();
                    return Ok(vec![plain(StatementKind::If(options))]);
                }
                let test = binary(Binary::Less, read(variable), high.clone());
                let options = vec![
                    vec![plain(StatementKind::Test(test)), increase(variable)],
                    vec![plain(StatementKind::Break)],
                ];
                return Ok(vec![assign(variable, low.clone()), plain(StatementKind::Do(options))]);
            }
            _ => return Ok(Vec::new()),
        };
        // As in Spin, the body is no block.
        let mut repeat = vec![plain(StatementKind::Test(test))];
        repeat.append(&mut first);
        repeat.extend_from_slice(body);
        repeat.push(increase(variable));
        let end = vec![plain(StatementKind::Else), plain(StatementKind::Break)];
        Ok(vec![assign(variable, low), plain(StatementKind::Do(vec![repeat, end]))])
    }
}

/// Returns whether Spin expresses a statement by others.
pub(super) fn is_expanded(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::For(..) | StatementKind::ForIn(..) | StatementKind::Select(..))
}

/// Returns the assignment of the initial value to a variable that is declared after the first statement of a process.
/// Spin makes none for records and channels.
pub(super) fn initialisation(variable: &Variable, declared: &Statement) -> Option<Statement> {
    let span = variable.name.span;
    let value = match &variable.initial {
        Initial::Zero if !matches!(variable.sort, Type::Record(_)) => {
            Expression { kind: ExpressionKind::Number(0), span }
        }
        Initial::Value(value) => value.clone(),
        _ => return None,
    };
    let reference = Reference { parts: vec![(variable.name.clone(), None)], span };
    let kind = StatementKind::Assign(reference, value);
    Some(Statement { labels: declared.labels.clone(), kind, span })
}

/// Returns the statements of an option without each `skip` that follows another `skip` or a `printf`. Spin drops them if
/// they have no label and are not the last statement.
pub(super) fn without_repeated_skips(option: &[Statement]) -> Vec<Statement> {
    let is_skip = |statement: &Statement| match &statement.kind {
        StatementKind::Skip { is_print } => !is_print,
        StatementKind::Test(condition) => matches!(condition.kind, ExpressionKind::Number(1)),
        _ => false,
    };
    let mut kept: Vec<Statement> = Vec::new();
    for (position, statement) in option.iter().enumerate() {
        let follows = kept.last().is_some_and(|last| {
            last.labels.is_empty() && (is_skip(last) || matches!(last.kind, StatementKind::Skip { .. }))
        });
        let is_last = position + 1 == option.len();
        if !(follows && is_skip(statement) && statement.labels.is_empty() && !is_last) {
            kept.push(statement.clone());
        }
    }
    kept
}
