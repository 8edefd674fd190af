//! Reduction of a failing model: greedy, one deletion or simplification after the other.
//!
//! A walk over the tree visits all positions at which something can be removed or simplified, the largest first:
//! processes, transitions, parts of them, declarations, and then expressions, which are replaced by a number or by one
//! of their operands. The n-th candidate is the model changed at the n-th of these positions. Any candidate that still
//! fails is kept, until nothing more can be removed. Many candidates are invalid, since they use a removed name: the
//! test must report that those do not fail. INVARIANT: every change makes the model smaller, so that the process
//! terminates.

use sanderling_dve::syntax::{
    Declaration, Expression, ExpressionKind as Kind, Initialiser, Model, Process, Transition, Variable, Width,
};

/// Returns a model that still `fails`, as small as the reduction can make it.
#[must_use]
pub fn shrink(model: &Model, mut fails: impl FnMut(&Model) -> bool) -> Model {
    let mut smallest = model.clone();
    loop {
        let (mut position, mut is_smaller) = (0, false);
        while let Some(candidate) = changed(&smallest, position) {
            if fails(&candidate) {
                (smallest, is_smaller) = (candidate, true);
            } else {
                position += 1;
            }
        }
        if !is_smaller {
            return smallest;
        }
    }
}

/// Returns the model changed at one position; `None` if there are no more.
fn changed(model: &Model, position: usize) -> Option<Model> {
    let mut candidate = model.clone();
    let mut walk = Walk { left: position, is_done: false };
    walk.model(&mut candidate);
    walk.is_done.then_some(candidate)
}

/// Walk that changes one position.
struct Walk {
    /// Number of positions to skip.
    left: usize,
    is_done: bool,
}

impl Walk {
    /// Returns whether this is the position.
    fn is_here(&mut self) -> bool {
        let is_here = !self.is_done && self.left == 0;
        self.is_done |= is_here;
        self.left = self.left.saturating_sub(1);
        is_here
    }

    /// Removes an item.
    fn drop_one<T>(&mut self, items: &mut Vec<T>) {
        if let Some(position) = (0..items.len()).find(|_| self.is_here()) {
            items.remove(position);
        }
    }

    fn drop_it<T>(&mut self, item: &mut Option<T>) {
        if item.is_some() && self.is_here() {
            *item = None;
        }
    }

    fn model(&mut self, model: &mut Model) {
        self.drop_one(&mut model.processes);
        self.drop_it(&mut model.system.property);
        for process in &mut model.processes {
            self.drop_one(&mut process.transitions);
        }
        for transition in model.processes.iter_mut().flat_map(|process| &mut process.transitions) {
            self.transition(transition);
        }
        for process in &mut model.processes {
            self.process(process);
        }
        self.drop_one(&mut model.declarations);
        self.exchanges(model);
        for declaration in &mut model.declarations {
            if let Declaration::Variable(variable) = declaration {
                self.variable(variable);
            }
        }
        let transitions = model.processes.iter_mut().flat_map(|process| &mut process.transitions);
        for expression in transitions.flat_map(expressions) {
            self.expression(expression);
        }
    }

    fn transition(&mut self, transition: &mut Transition) {
        self.drop_it(&mut transition.guard);
        self.drop_it(&mut transition.communication);
        self.drop_one(&mut transition.effects);
        for effect in &mut transition.effects {
            self.drop_it(&mut effect.index);
        }
    }

    fn process(&mut self, process: &mut Process) {
        self.drop_one(&mut process.assertions);
        self.drop_one(&mut process.committed);
        process.accepting.sets.iter_mut().for_each(|set| self.drop_one(set));
        process.accepting.sets.retain(|set| !set.is_empty());
        self.drop_one(&mut process.variables);
        self.drop_one(&mut process.states);
        for variable in &mut process.variables {
            self.variable(variable);
        }
        for assertion in &mut process.assertions {
            self.expression(&mut assertion.condition);
        }
    }

    /// Removes a part of the messages of a channel: a type, or one of the values everywhere.
    fn exchanges(&mut self, model: &mut Model) {
        let Model { declarations, processes, .. } = model;
        for declaration in declarations {
            let Declaration::Channel(channel) = declaration else { continue };
            if let Some(capacity) = channel.capacity.as_mut().filter(|capacity| capacity.value > 0)
                && self.is_here()
            {
                capacity.value -= 1;
            }
            if channel.items.is_some() && self.is_here() {
                (channel.items, channel.capacity) = (None, None);
            }
            let transitions = processes.iter_mut().flat_map(|process| &mut process.transitions);
            let exchanges = transitions.filter_map(|transition| transition.communication.as_mut());
            let mut lists: Vec<_> = exchanges.filter(|it| it.channel.text == channel.name.text).collect();
            let most = lists.iter().map(|list| list.values.len()).max().unwrap_or(0);
            if let Some(position) = (0..most).find(|_| self.is_here()) {
                lists.iter_mut().filter(|list| position < list.values.len()).for_each(|list| {
                    list.values.remove(position);
                });
                if let Some(items) = channel.items.as_mut().filter(|items| position < items.len()) {
                    items.remove(position);
                }
            }
        }
    }

    fn variable(&mut self, variable: &mut Variable) {
        self.drop_it(&mut variable.initial);
        self.drop_it(&mut variable.length);
        if let Some(length) = variable.length.as_mut().filter(|length| length.value > 1)
            && self.is_here()
        {
            length.value -= 1;
        }
        if variable.width == Width::Int && self.is_here() {
            variable.width = Width::Byte;
        }
        match &mut variable.initial {
            None => {}
            Some(Initialiser::Value(value)) => self.expression(value),
            Some(Initialiser::List(values, _)) => {
                self.drop_one(values);
                values.iter_mut().for_each(|value| self.expression(value));
            }
        }
    }

    fn expression(&mut self, expression: &mut Expression) {
        for replacement in smaller(expression) {
            if self.is_here() {
                expression.kind = replacement;
                return;
            }
        }
        for operand in operands_mut(&mut expression.kind) {
            self.expression(operand);
        }
    }
}

/// Returns the expressions of a transition.
fn expressions(transition: &mut Transition) -> impl Iterator<Item = &mut Expression> {
    let values = transition.communication.iter_mut().flat_map(|communication| &mut communication.values);
    let effects = transition.effects.iter_mut();
    let effects =
        effects.flat_map(|effect| effect.index.iter_mut().chain(std::iter::once(&mut effect.value)));
    transition.guard.iter_mut().chain(values).chain(effects)
}

/// Returns the possible replacements of an expression.
fn smaller(expression: &Expression) -> Vec<Kind> {
    let mut smaller = match expression.kind {
        Kind::Number(number) => {
            let numbers = [(0, number != 0), (1, number > 1), (number / 2, number > 3)];
            return numbers.into_iter().filter(|&(_, is)| is).map(|(it, _)| Kind::Number(it)).collect();
        }
        _ => vec![Kind::Number(0), Kind::Number(1)],
    };
    smaller.extend(operands(&expression.kind).map(|operand| operand.kind.clone()));
    match &expression.kind {
        Kind::Element(name, _) => smaller.push(Kind::Variable(name.clone())),
        Kind::Foreign(process, name, Some(_)) => {
            smaller.push(Kind::Foreign(process.clone(), name.clone(), None));
        }
        _ => {}
    }
    smaller
}

fn operands(kind: &Kind) -> impl Iterator<Item = &Expression> {
    let operands: &[Expression] = match kind {
        Kind::Element(_, operand) | Kind::Prefix(_, operand) | Kind::Foreign(_, _, Some(operand)) => {
            std::slice::from_ref(operand)
        }
        Kind::Binary(_, operands) => &operands[..],
        Kind::Number(_) | Kind::Variable(_) | Kind::Location(..) | Kind::Foreign(_, _, None) => &[],
    };
    operands.iter()
}

fn operands_mut(kind: &mut Kind) -> impl Iterator<Item = &mut Expression> {
    let operands: &mut [Expression] = match kind {
        Kind::Element(_, operand) | Kind::Prefix(_, operand) | Kind::Foreign(_, _, Some(operand)) => {
            std::slice::from_mut(operand)
        }
        Kind::Binary(_, operands) => &mut operands[..],
        Kind::Number(_) | Kind::Variable(_) | Kind::Location(..) | Kind::Foreign(_, _, None) => &mut [],
    };
    operands.iter_mut()
}
