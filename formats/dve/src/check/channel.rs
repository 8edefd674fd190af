//! Checks of communications: direction, number of values, and targets.
//!
//! The first use of an untyped channel decides how many values its messages have. A typed channel declares it. A use
//! may omit the values altogether, which sends zeros and drops received values.

use sanderling_net::Diagnostic;

use super::names::{Kind, Symbol};
use super::resolved::{ChannelId, Exchange, ProcessId, Side, Target};
use super::{Check, Scope};
use crate::syntax::{Communication, Direction, Expression, ExpressionKind};

impl Check<'_> {
    pub(super) fn exchange(&mut self, process: ProcessId, exchange: &Communication) -> Option<Exchange> {
        let channel = self.channel_of(exchange);
        let is_counted = channel.is_none_or(|channel| self.count(channel, exchange));
        let scope = Scope::of_step(process);
        let side = match exchange.direction {
            Direction::Send => {
                let values: Vec<_> =
                    exchange.values.iter().map(|value| self.expression(scope, value)).collect();
                Side::Send(values.into_iter().collect::<Option<_>>()?)
            }
            Direction::Receive => {
                let targets: Vec<_> =
                    exchange.values.iter().map(|value| self.receiver(scope, value)).collect();
                Side::Receive(targets.into_iter().collect::<Option<_>>()?)
            }
        };
        is_counted.then_some(Exchange { channel: channel?, side, span: exchange.span })
    }

    /// Returns the channel of a communication, or reports an error.
    fn channel_of(&mut self, exchange: &Communication) -> Option<ChannelId> {
        let name = &exchange.channel;
        if let Some(Symbol { kind: Kind::Channel(channel), .. }) = self.names.global(&name.text) {
            return Some(channel);
        }
        self.unknown(name, "a channel", |kind| matches!(kind, Kind::Channel(_)), None);
        None
    }

    /// Checks the number of values, and returns whether it is right.
    fn count(&mut self, channel: ChannelId, exchange: &Communication) -> bool {
        let (channel, found) = (&mut self.program.channels[channel.index()], exchange.values.len());
        let (expected, span) = *channel.arity.get_or_insert((found, exchange.span));
        if found == expected || (found == 0 && channel.items.is_some()) {
            return true;
        }
        let decided = if channel.items.is_some() { "declared" } else { "first used" };
        let wrong = format!("{} on the channel `{}`", values(found), channel.name);
        let wrong = Diagnostic::error(wrong).expected(values(expected)).at(exchange.span);
        self.report.say(wrong.related(span, decided));
        false
    }

    /// Returns the target of a received value, or reports an error.
    fn receiver(&mut self, scope: Scope, value: &Expression) -> Option<Target> {
        match &value.kind {
            ExpressionKind::Variable(name) => self.target(scope, name, None),
            ExpressionKind::Element(name, index) => self.target(scope, name, Some(index)),
            _ => {
                let other = Diagnostic::error("an expression where a received value goes");
                self.report.say(other.expected("a variable or an element of an array").at(value.span));
                None
            }
        }
    }
}

fn values(count: usize) -> String {
    match count {
        0 => "no value".to_owned(),
        1 => "1 value".to_owned(),
        _ => format!("{count} values"),
    }
}
