//! The search for the enabled bindings of one transition in one marking.

use std::ops::ControlFlow;

use sanderling_net::semantics::Interpreter;
use sanderling_net::{Net, PlaceId, TransitionId};
use sanderling_unfolding::{Colour, Compiled, Evaluator, Halt, Verdict};

use super::numbering::{Here, Numbering};
use super::tables::Shortage;

/// The evaluators of one thread.
pub(super) struct Finder<'n> {
    pub(super) interpreter: Interpreter<'n>,
    evaluator: Evaluator<'n>,
    /// By place: the plain tokens, for a marking.
    plain: Vec<[(Colour, u64); 1]>,
    /// The numbers of the enabled bindings, or their events.
    found: Vec<u32>,
    /// The new contents of places after a firing.
    pub(super) fired: Vec<(PlaceId, u64)>,
}

impl<'n> Finder<'n> {
    pub(super) fn new(net: &'n Net) -> Self {
        let (interpreter, evaluator) = (Interpreter::new(net), Evaluator::new(net));
        Self { interpreter, evaluator, plain: Vec::new(), found: Vec::new(), fired: Vec::new() }
    }

    /// Returns the enabled events of a transition in the marking with these numbers, in the order of the reference
    /// semantics.
    ///
    /// # Errors
    /// If they could not be computed.
    pub(super) fn events(
        &mut self,
        compiled: &Compiled,
        numbering: &mut Numbering,
        (transition, numbers): (TransitionId, &[u64]),
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<&[u32], Shortage> {
        std::mem::swap(&mut self.evaluator.colours, &mut numbering.colours);
        let dot = self.evaluator.colours.dot();
        self.plain.clear();
        self.plain.extend(numbers.iter().map(|&count| [(dot, count)]));
        let joined = self.join(compiled, numbering, (transition, numbers), is_stopped);
        std::mem::swap(&mut self.evaluator.colours, &mut numbering.colours);
        match joined {
            Ok(()) => {
                let (colours, firings) = (&numbering.colours, &numbering.firings);
                self.found.sort_unstable_by(|&a, &b| {
                    let pairs = firings.binding(a).iter().zip(firings.binding(b));
                    pairs
                        .map(|(&a, &b)| colours.compare(a, b))
                        .find(|order| order.is_ne())
                        .unwrap_or(a.cmp(&b))
                });
            }
            Err(Halt::Unclear) => self.attempt(compiled, numbering, (transition, numbers), is_stopped)?,
            Err(Halt::Stopped) => return Err(Shortage::Time),
            Err(Halt::Full) => return Err(Shortage::Room),
        }
        for number in &mut self.found {
            *number = numbering.event(*number).ok_or(Shortage::Room)?;
        }
        Ok(&self.found)
    }

    /// Finds the bindings by a join. The evaluator has the colours.
    fn join(
        &mut self,
        compiled: &Compiled,
        numbering: &mut Numbering,
        (transition, numbers): (TransitionId, &[u64]),
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        let Self { evaluator, plain, found, interpreter, .. } = self;
        let Numbering { multisets, firings, room, has_met_negative_difference, .. } = numbering;
        let here = Here::new(multisets, numbers, plain);
        found.clear();
        compiled.bindings(&here, evaluator, is_stopped, &mut |evaluator, binding| {
            match firings.find(transition, binding) {
                Some(known) => match firings.is_enabled(known, &here) {
                    Some(true) => found.push(known),
                    Some(false) => {}
                    None => return Err(Halt::Unclear),
                },
                None => match compiled.verdict(binding, Some(&here), evaluator) {
                    Verdict::Enabled(tokens) => {
                        let key = (transition, binding);
                        found.push(
                            firings.add(interpreter.net(), key, Some(&tokens), room).ok_or(Halt::Full)?,
                        );
                    }
                    Verdict::Disabled => {}
                    Verdict::Negative => *has_met_negative_difference = true,
                    Verdict::Unclear => return Err(Halt::Unclear),
                },
            }
            Ok(())
        })
    }

    /// Finds the bindings by the reference semantics.
    fn attempt(
        &mut self,
        compiled: &Compiled,
        numbering: &mut Numbering,
        (transition, numbers): (TransitionId, &[u64]),
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<(), Shortage> {
        let marking = numbering.marking(numbers);
        let Self { evaluator, found, interpreter, .. } = self;
        found.clear();
        let visited = interpreter.visit_attempts(&marking, transition, is_stopped, |attempt| {
            let values = attempt.firing.binding.iter();
            let binding: Vec<Colour> = values.map(|(_, value)| numbering.colours.of(value)).collect();
            let number = numbering.firings.find(transition, &binding).or_else(|| {
                std::mem::swap(&mut evaluator.colours, &mut numbering.colours);
                let verdict = compiled.verdict(&binding, None, evaluator);
                std::mem::swap(&mut evaluator.colours, &mut numbering.colours);
                let tokens = match &verdict {
                    Verdict::Enabled(tokens) => Some(tokens),
                    _ => None,
                };
                let Numbering { firings, room, .. } = &mut *numbering;
                firings.add(interpreter.net(), (transition, &binding), tokens, room)
            });
            match number {
                Some(number) => found.push(number),
                None => return ControlFlow::Break(()),
            }
            ControlFlow::Continue(())
        });
        numbering.has_met_negative_difference |= interpreter.has_met_negative_difference();
        match visited {
            Ok(ControlFlow::Continue(())) => Ok(()),
            Ok(ControlFlow::Break(())) => Err(Shortage::Room),
            Err(_) => Err(if is_stopped() { Shortage::Time } else { Shortage::Steps }),
        }
    }
}
