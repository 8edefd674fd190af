//! The effect of a step: locations, effects, and the values that are passed between processes.
//!
//! Compiled models evaluate sent values in the state before the step, store them, and then execute the receiver's
//! effects before the sender's. DiVinE 2 differs in the order on buffered channels, in the states in which sent values
//! and receiving positions are evaluated, and in the values that are too large.

use sanderling_dve::Semantics;
use sanderling_dve::syntax::{Communication, Direction, Expression, ExpressionKind, Transition};

use super::Interpreter;
use super::evaluate::{Cell, Evaluation, wrap};
use super::state::{Fault, Move, State};

impl Interpreter<'_> {
    /// Returns the state after a step of one process, or of a sender and a receiver.
    pub(super) fn fire(&self, moves: &[Move], before: &State) -> Result<State, Fault> {
        let mut state = before.clone();
        match *moves {
            [sender, receiver] => self.fire_pair(sender, receiver, before, &mut state)?,
            _ => self.fire_alone(moves[0], before, &mut state)?,
        }
        Ok(state)
    }

    fn fire_alone(&self, one: Move, before: &State, state: &mut State) -> Result<(), Fault> {
        let Some(communication) = &self.transition(one).communication else {
            return self.move_on(one, state);
        };
        let is_late = self.semantics == Semantics::Divine2;
        match communication.direction {
            Direction::Send if is_late => {
                self.move_on(one, state)?;
                self.append(one, communication, &state.clone(), state)
            }
            Direction::Send => {
                self.append(one, communication, before, state)?;
                self.move_on(one, state)
            }
            Direction::Receive if is_late => {
                let targets = communication.values.iter().map(|target| self.target(one, target, before));
                let targets: Vec<Cell> = targets.collect::<Result<_, _>>()?;
                self.move_on(one, state)?;
                let message = state.buffers[self.names.channel(&communication.channel.text)].remove(0);
                targets.iter().zip(message).try_for_each(|(&cell, value)| self.store(state, cell, value))
            }
            Direction::Receive => {
                let message = state.buffers[self.names.channel(&communication.channel.text)].remove(0);
                for (target, value) in communication.values.iter().zip(message) {
                    let cell = self.target(one, target, state)?;
                    self.store(state, cell, value)?;
                }
                self.move_on(one, state)
            }
        }
    }

    /// Appends a message to a buffer: its values in `from`, cast to the types of the channel.
    fn append(
        &self,
        sender: Move,
        communication: &Communication,
        from: &State,
        state: &mut State,
    ) -> Result<(), Fault> {
        let channel = self.names.channel(&communication.channel.text);
        let widths = self.names.channels[channel].items.as_deref().unwrap_or_default();
        let mut message = vec![0; widths.len()];
        for ((item, &width), value) in message.iter_mut().zip(widths).zip(&communication.values) {
            *item = wrap(width, self.sent(sender).value(value, from)?);
        }
        state.buffers[channel].push(message);
        Ok(())
    }

    fn fire_pair(
        &self,
        sender: Move,
        receiver: Move,
        before: &State,
        state: &mut State,
    ) -> Result<(), Fault> {
        let [sent, received] = [sender, receiver].map(|one| self.communication(one));
        let channel = self.names.channel(&sent.channel.text);
        let is_divine2 = self.semantics == Semantics::Divine2;
        if is_divine2 && self.assign_the_same(sender, receiver) {
            return Err(Fault::Conflict);
        }
        let items = self.names.channels[channel].items.as_deref();
        for (i, target) in received.values.iter().enumerate() {
            // A message without values consists of zeros, as in a buffer.
            let value = |state: &State| {
                sent.values.get(i).map_or(Ok(0), |value| self.sent(sender).value(value, state))
            };
            let (value, cell) = if is_divine2 {
                let value = value(state)?;
                let value = items.map_or(value, |widths| wrap(widths[i], value));
                (value, self.target(receiver, target, before)?)
            } else {
                (value(before)?, self.target(receiver, target, state)?)
            };
            self.store(state, cell, value)?;
        }
        self.move_on(receiver, state)?;
        self.move_on(sender, state)
    }

    /// Returns whether both assign the same variable of the model in their effects.
    fn assign_the_same(&self, sender: Move, receiver: Move) -> bool {
        let assigned = |one: Move| {
            let effects = self.transition(one).effects.iter();
            effects.map(move |effect| self.names.variable(Some(one.process), &effect.target.text))
        };
        assigned(sender)
            .filter(|&variable| self.names.owners[variable].is_none())
            .any(|variable| assigned(receiver).any(|other| other == variable))
    }

    /// Sets the location first, then executes the effects one after the other.
    fn move_on(&self, one: Move, state: &mut State) -> Result<(), Fault> {
        let Transition { target, effects, .. } = self.transition(one);
        state.locations[one.process] = self.names.location(one.process, &target.text);
        let acting = self.acting(one);
        for effect in effects {
            let value = acting.value(&effect.value, state)?;
            let cell = acting.cell(&effect.target.text, effect.index.as_ref(), state)?;
            self.store(state, cell, value)?;
        }
        Ok(())
    }

    /// Returns the cell that a received value is stored in.
    fn target(&self, receiver: Move, target: &Expression, state: &State) -> Result<Cell, Fault> {
        match &target.kind {
            ExpressionKind::Variable(name) => self.sent(receiver).cell(&name.text, None, state),
            ExpressionKind::Element(name, index) => self.sent(receiver).cell(&name.text, Some(index), state),
            other => panic!("nothing is received into {other:?}"),
        }
    }

    fn store(&self, state: &mut State, (variable, cell): Cell, value: i32) -> Result<(), Fault> {
        let wrapped = wrap(self.names.variables[variable].width, value);
        if self.semantics == Semantics::Divine2 && wrapped != value {
            return Err(Fault::Store);
        }
        state.variables[variable][cell] = wrapped;
        Ok(())
    }

    fn communication(&self, one: Move) -> &Communication {
        self.transition(one).communication.as_ref().expect("both partners communicate")
    }

    /// Returns the evaluation of guards and effects.
    pub(super) fn acting(&self, one: Move) -> Evaluation<'_> {
        Evaluation { only_positive_is_true: self.semantics == Semantics::Divine2, ..self.sent(one) }
    }

    /// Returns the evaluation of sent values, and of the targets of received ones.
    fn sent(&self, one: Move) -> Evaluation<'_> {
        Evaluation { names: &self.names, process: Some(one.process), only_positive_is_true: false }
    }
}
