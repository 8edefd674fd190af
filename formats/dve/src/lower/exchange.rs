//! Communication: the order in which values are sent, received and stored.
//!
//! In models compiled for LTSmin, all values are read in the state before the step and then stored one target after the
//! other; an index is evaluated just before its target is stored. The effects follow, those of the receiver before
//! those of the sender. DiVinE 2 reads each value just before it is stored, and the indices of all targets before the
//! step; on a buffer it exchanges messages after the effects. A value is copied to a temporary variable only if it is
//! read early and may be overwritten.

use std::collections::HashSet;

use sanderling_net::{Operator, PlaceId, SortId, Term, Value};

use super::firing::{Firing, Mover};
use super::interval::of_width;
use super::number::{Condition, Number};
use super::temporary::Use;
use crate::Semantics;
use crate::check::resolved::{CellId, Channel, Expression, Store, Target};

impl Firing<'_> {
    /// Adds the communication of a sender and a receiver that move together.
    pub(super) fn rendezvous(
        &mut self,
        channel: &Channel,
        (sender, values): (Mover<'_>, &[Expression]),
        (receiver, targets): (Mover<'_>, &[Target]),
    ) {
        if self.frame.semantics == Semantics::Divine2 && self.write_the_same(sender, receiver) {
            return self.conflict();
        }
        self.set_communicating(true);
        let values = self.values_or_zeros(channel, values);
        match self.frame.semantics {
            Semantics::Ltsmin => self.hand_over(&values, targets),
            Semantics::Divine2 => self.hand_over_in_turn(channel, &values, targets),
        }
        self.set_communicating(false);
        self.arrive(receiver);
        self.arrive(sender);
    }

    /// Returns whether the effects of both assign the same global variable.
    fn write_the_same(&self, (_, sender): Mover<'_>, (_, receiver): Mover<'_>) -> bool {
        let cells = |stores: &[Store]| stores.iter().map(|store| store.target.cell).collect::<HashSet<_>>();
        let receiver = cells(&receiver.effects);
        let is_global = |cell: &CellId| self.frame.program.cells[cell.index()].owner.is_none();
        cells(&sender.effects).intersection(&receiver).any(is_global)
    }

    /// Returns the values that are sent: zeros if a typed channel is used without values.
    fn values_or_zeros<'v>(&self, channel: &Channel, values: &'v [Expression]) -> Vec<Sent<'v>> {
        let arity = channel.arity.map_or(0, |(arity, _)| arity);
        match values {
            [] => vec![Sent::Zero; arity],
            values => values.iter().map(Sent::Value).collect(),
        }
    }

    fn hand_over(&mut self, values: &[Sent<'_>], targets: &[Target]) {
        let mut overwritten = HashSet::new();
        let mut kept = Vec::new();
        for (target, value) in targets.iter().zip(values) {
            let (value, reads) = self.sent(*value);
            let is_lost = reads.iter().any(|place| overwritten.contains(place));
            kept.push(if is_lost { self.freeze(Use::Sent, value) } else { value });
            overwritten.insert(self.frame.cell(target.cell));
        }
        for (target, value) in targets.iter().zip(kept) {
            self.write(target, value);
        }
    }

    fn hand_over_in_turn(&mut self, channel: &Channel, values: &[Sent<'_>], targets: &[Target]) {
        let indices = self.indices(targets, HashSet::new());
        for (position, ((target, index), value)) in targets.iter().zip(indices).zip(values).enumerate() {
            let (value, _) = self.sent(*value);
            let value = match &channel.items {
                Some(items) => self.wrapped(items[position], value),
                None => value,
            };
            self.write_at(target.cell, index, value);
        }
    }

    /// Returns the current indices of all targets. `overwritten` are places that are written before the first target.
    fn indices(&mut self, targets: &[Target], mut overwritten: HashSet<PlaceId>) -> Vec<Option<Number>> {
        let mut indices = Vec::new();
        for target in targets {
            indices.push(target.index.as_ref().map(|index| {
                let (index, reads) = self.number_and_reads(index);
                let is_lost = reads.iter().any(|place| overwritten.contains(place));
                if is_lost { self.freeze(Use::Index, index) } else { index }
            }));
            overwritten.insert(self.frame.cell(target.cell));
        }
        indices
    }

    fn sent(&mut self, value: Sent<'_>) -> (Number, Vec<PlaceId>) {
        match value {
            Sent::Zero => (self.reader.literal(0), Vec::new()),
            Sent::Value(expression) => self.number_and_reads(expression),
        }
    }

    /// Adds the sending of a message to a buffer.
    pub(super) fn send(
        &mut self,
        channel: &Channel,
        buffer: PlaceId,
        mover: Mover<'_>,
        values: &[Expression],
    ) {
        match self.frame.semantics {
            Semantics::Ltsmin => {
                self.append(channel, buffer, values);
                self.arrive(mover);
            }
            Semantics::Divine2 => {
                self.arrive(mover);
                self.append(channel, buffer, values);
            }
        }
    }

    fn append(&mut self, channel: &Channel, buffer: PlaceId, values: &[Expression]) {
        self.set_communicating(true);
        let widths = channel.items.as_deref().unwrap_or_default();
        let values = self.values_or_zeros(channel, values);
        let mut items = Vec::new();
        for (value, width) in values.into_iter().zip(widths) {
            let (value, _) = self.sent(value);
            items.push(self.wrapped(*width, value).term);
        }
        let message = match <[Term; 1]>::try_from(items) {
            Ok([item]) => item,
            Err(items) => Term::Tuple(items),
        };
        let queue = self.reader.read(buffer);
        self.assign(buffer, Term::Apply(Operator::Append, vec![queue, message]));
        self.set_communicating(false);
    }

    /// Adds the receiving of a message from a buffer.
    pub(super) fn receive(
        &mut self,
        channel: &Channel,
        buffer: PlaceId,
        mover: Mover<'_>,
        targets: &[Target],
    ) {
        self.set_communicating(true);
        match self.frame.semantics {
            Semantics::Ltsmin => {
                for (position, target) in targets.iter().enumerate() {
                    let item = self.head(channel, buffer, position);
                    self.write(target, item);
                }
                self.remove(buffer);
                self.set_communicating(false);
                self.arrive(mover);
            }
            Semantics::Divine2 => {
                let effects = mover.1.effects.iter().map(|store| self.frame.cell(store.target.cell));
                let indices = self.indices(targets, effects.collect());
                self.set_communicating(false);
                self.arrive(mover);
                for (position, (target, index)) in targets.iter().zip(indices).enumerate() {
                    let item = self.head(channel, buffer, position);
                    self.write_at(target.cell, index, item);
                }
                self.remove(buffer);
            }
        }
    }

    /// Returns a value of the oldest message.
    fn head(&mut self, channel: &Channel, buffer: PlaceId, position: usize) -> Number {
        let widths = channel.items.as_deref().unwrap_or_default();
        let first = self.reader.literal(0).term;
        let message = Term::Apply(Operator::Index, vec![self.reader.read(buffer), first]);
        let term = match widths.len() {
            1 => message,
            _ => Term::Apply(Operator::Component(position as u32), vec![message]),
        };
        Number { term, range: of_width(widths[position]) }
    }

    fn remove(&mut self, buffer: PlaceId) {
        let queue = self.reader.read(buffer);
        self.assign(buffer, Term::Apply(Operator::RemoveFirst, vec![queue]));
    }

    /// Requires room in a buffer for sending, or a message for receiving.
    pub(super) fn require_buffer(&mut self, channel: &Channel, buffer: PlaceId, is_send: bool) {
        let queue = self.reader.read(buffer);
        let length = Term::Apply(Operator::Length, vec![queue]);
        let literal =
            |sort: SortId, number: u32| Term::Literal { sort, value: Value::Integer(number.into()) };
        let (operator, bound) =
            if is_send { (Operator::Less, channel.capacity) } else { (Operator::Greater, 0) };
        let bound = literal(self.frame.sorts.number, bound);
        self.require(Condition::Term(Term::Apply(operator, vec![length, bound])));
    }
}

/// A value of a message.
#[derive(Debug, Clone, Copy)]
enum Sent<'a> {
    /// 0, if the values are omitted.
    Zero,
    /// The value of an expression.
    Value(&'a Expression),
}
