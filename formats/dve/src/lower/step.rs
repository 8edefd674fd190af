//! The transitions of the net: each step of a single process, and each pair of a sender and a receiver.
//!
//! They are in the order of the file; a pair is at the position of its sender. A pair of a committed and an uncommitted
//! process can never move, and a process cannot communicate with itself, so such pairs are omitted.

use sanderling_net::program::{Move, Step as Described};
use sanderling_net::{Diagnostics, Net, PlaceId, Term};

use super::describe::{Ids, quoted};
use super::firing::{Firing, Mover};
use super::frame::Frame;
use super::size::Size;
use super::temporary::Temporaries;
use crate::check::resolved::{
    ChannelId, Exchange, Expression, LocationId, ProcessId, Program, Side, Step, Target,
};

/// A converter of the steps of a model.
pub(super) struct Steps<'a> {
    frame: &'a Frame<'a>,
    text: &'a str,
    temporaries: Temporaries,
    ids: Ids,
    size: Size,
    committed: Vec<(PlaceId, Term)>,
    described: Vec<Described>,
}

/// The processes that can receive on a channel, by whether they are committed then.
type Receivers<'a> = [Vec<(ProcessId, Vec<(&'a Step, &'a Exchange, &'a [Target])>)>; 2];

impl<'a> Steps<'a> {
    /// Adds all transitions to the net, and returns their descriptions.
    ///
    /// # Errors
    /// If the net would be too large, or a term in it too deep.
    pub(super) fn lower(
        frame: &'a Frame<'a>,
        text: &'a str,
        net: &mut Net,
    ) -> Result<Vec<Described>, Diagnostics> {
        let mut steps = Self {
            frame,
            text,
            temporaries: Temporaries::new(&net.declarations, frame.sorts.number),
            ids: Ids::default(),
            size: Size::default(),
            committed: frame.committed(),
            described: Vec::new(),
        };
        let receivers = receivers(frame.program);
        for process in frame.program.kept() {
            for step in &frame.program.processes[process.index()].steps {
                steps.step((process, step), &receivers, net)?;
            }
        }
        steps.temporaries.finish(&mut net.declarations);
        Ok(steps.described)
    }

    fn step(
        &mut self,
        mover: Mover<'a>,
        receivers: &[Receivers<'a>],
        net: &mut Net,
    ) -> Result<(), Diagnostics> {
        let Some(exchange) = &mover.1.exchange else {
            return self.single(mover, None, net, |firing| firing.arrive(mover));
        };
        let channel = &self.frame.program.channels[exchange.channel.index()];
        match (&exchange.side, self.frame.buffer(exchange.channel)) {
            (Side::Send(values), Some(buffer)) => {
                self.single(mover, Some((exchange, buffer)), net, |firing| {
                    firing.send(channel, buffer, mover, values);
                })
            }
            (Side::Receive(targets), Some(buffer)) => {
                self.single(mover, Some((exchange, buffer)), net, |firing| {
                    firing.receive(channel, buffer, mover, targets);
                })
            }
            (Side::Send(values), None) => {
                let is_committed = self.is_committed(mover);
                let receivers = &receivers[exchange.channel.index()][usize::from(is_committed)];
                for (process, steps) in receivers.iter().filter(|(process, _)| *process != mover.0) {
                    for (step, received, targets) in steps {
                        let sender = (mover, exchange, values.as_slice());
                        self.pair(sender, ((*process, step), received, targets), net)?;
                    }
                }
                Ok(())
            }
            (Side::Receive(_), None) => Ok(()),
        }
    }

    /// Adds the step of a single process.
    fn single(
        &mut self,
        mover: Mover<'a>,
        buffer: Option<(&Exchange, PlaceId)>,
        net: &mut Net,
        act: impl FnOnce(&mut Firing<'_>),
    ) -> Result<(), Diagnostics> {
        let id = self.ids.unused(&self.arrow(mover));
        let committed = if self.is_committed(mover) { &[] } else { self.committed.as_slice() };
        let mut firing = Firing::start(self.frame, &mut self.temporaries, &[mover]);
        if let Some((exchange, buffer)) = buffer {
            let channel = &self.frame.program.channels[exchange.channel.index()];
            firing.require_buffer(channel, buffer, matches!(exchange.side, Side::Send(_)));
        }
        firing.require_guard(mover.1);
        act(&mut firing);
        firing.finish(net, id, committed);
        let communication = buffer.map(|(exchange, _)| self.communication(exchange));
        self.describe(&[mover], communication);
        self.size.count(net, mover.1.span)
    }

    /// Adds the joint step of a sender and a receiver.
    fn pair(
        &mut self,
        (sender, sent, values): (Mover<'a>, &Exchange, &[Expression]),
        (receiver, received, targets): (Mover<'a>, &Exchange, &[Target]),
        net: &mut Net,
    ) -> Result<(), Diagnostics> {
        let id = self.ids.unused(&format!("{}/{}", self.arrow(sender), self.arrow(receiver)));
        let committed = if self.is_committed(sender) { &[] } else { self.committed.as_slice() };
        let mut firing = Firing::start(self.frame, &mut self.temporaries, &[sender, receiver]);
        firing.require_guard(sender.1);
        firing.require_guard(receiver.1);
        let channel = &self.frame.program.channels[sent.channel.index()];
        firing.rendezvous(channel, (sender, values), (receiver, targets));
        firing.finish(net, id, committed);
        let communication = format!("{}, {}", self.communication(sent), self.communication(received));
        self.describe(&[sender, receiver], Some(communication));
        self.size.count(net, sender.1.span)
    }

    fn is_committed(&self, (process, step): Mover<'_>) -> bool {
        self.frame.program.is_committed(process, step)
    }

    /// Returns the description of a step: `P.a->b`.
    fn arrow(&self, (process, step): Mover<'_>) -> String {
        let process = &self.frame.program.processes[process.index()];
        let name = |location: LocationId| &process.locations[location.index()].name;
        format!("{}.{}->{}", process.name, name(step.source), name(step.target))
    }

    /// Returns a communication as written in the file.
    fn communication(&self, exchange: &Exchange) -> String {
        let channel = &self.frame.program.channels[exchange.channel.index()].name;
        quoted(self.text, exchange.span).unwrap_or_else(|| channel.clone())
    }

    fn describe(&mut self, movers: &[Mover<'_>], communication: Option<String>) {
        let moved = |(process, step): &Mover<'_>| Move {
            process: self.frame.number_of_process(*process),
            span: step.span,
        };
        self.described.push(Described { moves: movers.iter().map(moved).collect(), communication });
    }
}

/// Returns the possible receivers on each channel.
fn receivers(program: &Program) -> Vec<Receivers<'_>> {
    let mut receivers: Vec<Receivers<'_>> = program.channels.iter().map(|_| Receivers::default()).collect();
    for process in program.kept() {
        for step in &program.processes[process.index()].steps {
            let Some((channel, exchange, targets)) = received(step) else { continue };
            let is_committed = program.is_committed(process, step);
            let waiting = &mut receivers[channel.index()][usize::from(is_committed)];
            match waiting.last_mut() {
                Some((last, steps)) if *last == process => steps.push((step, exchange, targets)),
                _ => waiting.push((process, vec![(step, exchange, targets)])),
            }
        }
    }
    receivers
}

fn received(step: &Step) -> Option<(ChannelId, &Exchange, &[Target])> {
    let exchange = step.exchange.as_ref()?;
    match &exchange.side {
        Side::Receive(targets) => Some((exchange.channel, exchange, targets)),
        Side::Send(_) => None,
    }
}
