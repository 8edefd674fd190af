//! Transitions: guards, communication and effects.

use rand::RngExt;
use sanderling_dve::syntax::{
    Assignment, BinaryOperator, Communication, Direction, Expression, ExpressionKind as Kind, Name,
    PrefixOperator, Process, Transition, Variable,
};

use super::Maker;
use super::tree::{NOWHERE, binary, number, of, prefix};

impl Maker<'_> {
    pub(super) fn transition(&mut self, process: usize) -> Transition {
        let communicates = !self.channels.is_empty() && self.often(self.shape.communicating);
        let effects = self.random.random_range(self.shape.effects.clone());
        Transition {
            source: self.source(process),
            target: self.location(process),
            guard: self.often(self.shape.guarded).then(|| self.condition(process, self.shape.depth)),
            communication: if communicates { self.communication(process) } else { None },
            effects: (0..effects).filter_map(|_| self.effect(process)).collect(),
            span: NOWHERE,
        }
    }

    /// Returns usually the initial location, or the target of an earlier transition.
    fn source(&mut self, process: usize) -> Name {
        let Process { initial, transitions, .. } = &self.processes[process];
        let entered: Vec<_> = transitions.iter().map(|it| &it.target).chain([initial]).cloned().collect();
        if self.often(0.8) { self.pick(&entered) } else { self.location(process) }
    }

    /// Returns a communication; `None` if the process has no variable to receive into.
    fn communication(&mut self, process: usize) -> Option<Communication> {
        let position = self.below(self.channels.len());
        let (channel, values) = (self.channels[position].channel.clone(), self.channels[position].values);
        let direction = if self.often(0.5) { Direction::Send } else { Direction::Receive };
        let is_left_out = channel.items.is_some() && self.often(0.04);
        if let Some(values) = self.targets_in_turn(process).filter(|_| values == 2)
            && direction == Direction::Receive
            && self.often(0.5)
        {
            return Some(Communication { channel: channel.name, direction, values, span: NOWHERE });
        }
        let values = (0..if is_left_out { 0 } else { values }).map(|_| match direction {
            Direction::Send => Some(self.sent(process)),
            Direction::Receive => self.target(process).map(|(variable, index)| match index {
                Some(index) => of(Kind::Element(variable.name, Box::new(index))),
                None => of(Kind::Variable(variable.name)),
            }),
        });
        let values = values.collect::<Option<Vec<Expression>>>()?;
        Some(Communication { channel: channel.name, direction, values, span: NOWHERE })
    }

    /// Returns a value to send, sometimes one that no item of a byte holds, or one that is true without being positive.
    fn sent(&mut self, process: usize) -> Expression {
        let small = self.small(process);
        match self.below(16) {
            0 => {
                let borders = [number(256), number(257), number(-1), number(32_769)];
                binary(BinaryOperator::Add, small, self.pick(&borders))
            }
            1 => {
                let operators = [BinaryOperator::And, BinaryOperator::Or];
                let negative = prefix(PrefixOperator::Negate, self.value(process));
                binary(self.pick(&operators), small, negative)
            }
            _ => small,
        }
    }

    /// Returns `{x, a[x & 1]}`: a variable, and an element at a position that depends on it.
    fn targets_in_turn(&mut self, process: usize) -> Option<Vec<Expression>> {
        let visible = self.visible(process).into_iter().filter(|variable| !variable.is_const);
        let (arrays, scalars): (Vec<_>, Vec<_>) = visible.partition(|variable| variable.length.is_some());
        let array = arrays.into_iter().find(|array| array.length.is_some_and(|length| length.value > 1))?;
        let scalar = of(Kind::Variable(scalars.into_iter().next()?.name));
        let index = binary(BinaryOperator::BitAnd, scalar.clone(), number(1));
        Some(vec![scalar, of(Kind::Element(array.name, Box::new(index)))])
    }

    fn effect(&mut self, process: usize) -> Option<Assignment> {
        let (variable, index) = self.target(process)?;
        Some(Assignment { target: variable.name, index, value: self.small(process), span: NOWHERE })
    }

    /// Returns a variable that can be assigned, and the position in it.
    fn target(&mut self, process: usize) -> Option<(Variable, Option<Expression>)> {
        let variables: Vec<_> = self.visible(process).into_iter().filter(|it| !it.is_const).collect();
        let variable = if variables.is_empty() { return None } else { self.pick(&variables) };
        let index = self.index(process, &variable);
        Some((variable, index))
    }
}
