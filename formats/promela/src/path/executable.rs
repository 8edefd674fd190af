//! Whether a step can be taken.

use super::{Follower, Path, Receiver, When};
use crate::formula::Formula;
use crate::program::{Action, Edge, Pattern, Range, Value};
use crate::syntax::Binary;

impl Follower<'_, '_> {
    /// Returns whether a step from a location is possible.
    pub(super) fn any_executable(&self, path: &mut Path, instance: usize, node: usize) -> Formula {
        let edges = &self.machine.process(instance).nodes[node].edges;
        Formula::any(edges.iter().map(|edge| self.executable(path, instance, node, edge)))
    }

    /// Returns whether an edge can be taken, by the state at the beginning of the path.
    pub(super) fn executable(&self, path: &mut Path, instance: usize, node: usize, edge: &Edge) -> Formula {
        let clauses = self.clauses(path, instance, edge);
        if clauses.is_false() {
            return clauses;
        }
        let own = match &edge.action {
            Action::Skip | Action::Assert(_) | Action::Assign(..) | Action::Run { .. } => Formula::TRUE,
            Action::Test(condition) => self.value(path, instance, condition, When::Before),
            Action::Else => {
                let edges = self.machine.process(instance).nodes[node].edges.iter();
                let others = edges.filter(|edge| !matches!(edge.action, Action::Else));
                Formula::any(others.map(|edge| self.executable(path, instance, node, edge))).not()
            }
            Action::Enter => self.any_executable(path, instance, edge.target),
            Action::End => self.may_end(path, instance),
            Action::Send { channel, values, .. } => {
                let number = self.value(path, instance, channel, When::Before);
                let mut any = Vec::new();
                for (channel, is_it) in self.candidates(&number, values.len()) {
                    let can = match self.machine.channels[channel].capacity {
                        0 => self.some_receiver(path, instance, channel, values),
                        capacity => {
                            let length =
                                self.read(path, self.machine.channels[channel].length, None, When::Before);
                            Formula::binary(Binary::Less, length, Formula::Number(capacity.into()))
                        }
                    };
                    any.push(Formula::all([is_it, can]));
                }
                Formula::any(any)
            }
            Action::Receive { channel, is_random, patterns, .. } => {
                let number = self.value(path, instance, channel, When::Before);
                let values = self.compared(path, instance, patterns);
                let mut any = Vec::new();
                for (channel, is_it) in self.candidates(&number, patterns.len()) {
                    let capacity = self.machine.channels[channel].capacity;
                    let positions = if *is_random { capacity } else { capacity.min(1) };
                    for position in 0..positions {
                        let matches = self.matches(path, channel, position, &values, When::Before);
                        any.push(Formula::all([is_it.clone(), matches]));
                    }
                }
                Formula::any(any)
            }
        };
        Formula::all([clauses, own])
    }

    /// Returns whether the process may move at all, and no escape has priority over the edge.
    pub(super) fn clauses(&self, path: &mut Path, instance: usize, edge: &Edge) -> Formula {
        let mut all = vec![self.is_provided(path, instance)];
        for escape in &edge.unless {
            all.push(self.any_executable(path, instance, *escape).not());
        }
        Formula::all(all)
    }

    fn is_provided(&self, path: &mut Path, instance: usize) -> Formula {
        match &self.machine.process(instance).provided {
            Some(provided) => self.value(path, instance, provided, When::Before),
            None => Formula::TRUE,
        }
    }

    pub(super) fn may_end(&self, path: &mut Path, instance: usize) -> Formula {
        let count = self.read(path, self.machine.count, None, When::Before);
        Formula::equal(count, Formula::Number(i64::from(self.machine.instances[instance].slot) + 1))
    }

    /// Returns the values that a receive statement compares.
    pub(super) fn compared(
        &self,
        path: &mut Path,
        instance: usize,
        patterns: &[Pattern],
    ) -> Vec<Option<Formula>> {
        let of = |pattern: &Pattern| match pattern {
            Pattern::Equal(value) => Some(self.value(path, instance, value, When::Before)),
            Pattern::Store(_) | Pattern::Ignore => None,
        };
        patterns.iter().map(of).collect()
    }

    /// Returns the receive statements of all other instances.
    pub(super) fn receivers(&self, sender: usize) -> Vec<Receiver> {
        let others = (0..self.machine.instances.len()).filter(|instance| *instance != sender);
        let locations =
            |instance| (0..self.machine.process(instance).nodes.len()).map(move |node| (instance, node));
        others.flat_map(locations).flat_map(|(instance, node)| self.receivers_at(instance, node)).collect()
    }

    /// Returns the receive statements of an instance at a location.
    fn receivers_at(&self, instance: usize, location: usize) -> Vec<Receiver> {
        let nodes = &self.machine.process(instance).nodes;
        let mut all = Vec::new();
        for (first, found) in nodes[location].edges.iter().enumerate() {
            let receiver = |node, edge| Receiver { instance, location, first, node, edge };
            match found.action {
                Action::Receive { .. } => all.push(receiver(location, first)),
                Action::Enter => {
                    let inner = nodes[found.target].edges.iter().enumerate();
                    let receives = inner.filter(|(_, edge)| matches!(edge.action, Action::Receive { .. }));
                    all.extend(receives.map(|(edge, _)| receiver(found.target, edge)));
                }
                _ => {}
            }
        }
        all
    }

    /// Returns the condition under which a receiver takes a message from a channel without buffer. As in Spin, an
    /// escape has priority only if it takes the message too.
    pub(super) fn takes(
        &self,
        path: &mut Path,
        receiver: Receiver,
        channel: usize,
        values: &[Formula],
    ) -> Formula {
        let edge = self.edge_of(receiver);
        let unless =
            &self.machine.process(receiver.instance).nodes[receiver.location].edges[receiver.first].unless;
        let receiver = receiver.instance;
        let Action::Receive { channel: own, patterns, .. } = &edge.action else { return Formula::FALSE };
        let number = self.value(path, receiver, own, When::Before);
        let is_it = Formula::equal(number, Formula::Number(channel as i64 + 1));
        if is_it.is_false() {
            return is_it;
        }
        let mut all = vec![is_it, self.is_provided(path, receiver)];
        for escape in unless.iter().flat_map(|escape| self.receivers_at(receiver, *escape)) {
            all.push(self.takes(path, escape, channel, values).not());
        }
        for (wanted, value) in self.compared(path, receiver, patterns).into_iter().zip(values) {
            all.extend(wanted.map(|wanted| Formula::equal(wanted, value.clone())));
        }
        Formula::all(all)
    }

    pub(super) fn edge_of(&self, receiver: Receiver) -> &Edge {
        &self.machine.process(receiver.instance).nodes[receiver.node].edges[receiver.edge]
    }

    pub(super) fn some_receiver(
        &self,
        path: &mut Path,
        sender: usize,
        channel: usize,
        values: &[Value],
    ) -> Formula {
        let values = self.sent(path, sender, channel, values, When::Before);
        let mut any = Vec::new();
        for receiver in self.receivers(sender) {
            let place = self.machine.instances[receiver.instance].location;
            let location = self.read(path, place, None, When::Before);
            let is_there = Formula::equal(location, Formula::Number(receiver.location as i64 + 1));
            if !is_there.is_false() {
                let takes = self.takes(path, receiver, channel, &values);
                any.push(Formula::all([is_there, takes]));
            }
        }
        Formula::any(any)
    }

    /// Returns the values of a message, cut to the ranges of the channel.
    pub(super) fn sent(
        &self,
        path: &mut Path,
        sender: usize,
        channel: usize,
        values: &[Value],
        when: When,
    ) -> Vec<Formula> {
        let fields = &self.machine.channels[channel].fields;
        let cut =
            |(value, range): (&Value, &Range)| Formula::wrap(*range, self.value(path, sender, value, when));
        values.iter().zip(fields).map(cut).collect()
    }
}
