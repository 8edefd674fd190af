//! Firings that take one step per word.
//!
//! If the effect of a firing depends on a few narrow cells alone, it is precomputed for each of their contents:
//! `step[j] = 2` and `k = k + 1` are masks once `j` and `k` are known. A firing then reads these cells, and for each
//! word keeps some bits and adds others, without a branch. There is no action for contents for which an effect breaks
//! an assumption, is undefined, or still needs a program. Such firings run the program.

use sanderling_cutoff::{ACTION_BITS, ACTION_CONTENTS};
use sanderling_data_net::{CellId, Expression, Interval, Narrowed, Ranges, Refusal, Rule, Statement};

use super::compile::Compiler;
use super::effect::{self, Effect};
use super::gather::Gathers;
use super::guard::{self, Guard};

/// Maximum number of words of markings that have actions. An action has an entry for each word.
const MAX_WORDS: usize = sanderling_system::MAX_WORDS;

/// The cells that determine the action of an event.
#[derive(Debug, Clone, Copy)]
struct Choice {
    key: Gathers<1>,
    /// The number of the action for key 0.
    first: u32,
}

/// The actions of all events.
#[derive(Debug, Clone, Default)]
pub(super) struct Actions {
    choices: Vec<Choice>,
    /// For each action, whether it is valid, and for each word the bits to keep and the number to add.
    steps: Vec<u64>,
    words: usize,
    /// The number of contents that may still be precomputed.
    left: usize,
}

impl Actions {
    /// Creates an empty set of actions for markings of `words` words.
    pub(super) fn new(words: usize) -> Self {
        Self { choices: Vec::new(), steps: Vec::new(), words, left: ACTION_CONTENTS.size() }
    }

    /// Writes the successor by an event if there is an action for it in this state, and returns whether there is.
    #[inline(always)]
    pub(super) fn fire<const W: usize>(&self, event: usize, state: &[u64], successor: &mut [u64]) -> bool {
        if W == 0 {
            return false;
        }
        let Choice { key, first } = self.choices[event];
        let step = &self.steps[(first as usize + key.read::<W>(state)) * (1 + 2 * W)..][..1 + 2 * W];
        for word in 0..W {
            successor[word] = (state[word] & step[1 + 2 * word]).wrapping_add(step[2 + 2 * word]);
        }
        step[0] != 0
    }

    /// Adds the event of a rule with this guard, which has been assumed in `narrowed`, and this effect.
    pub(super) fn add(
        &mut self,
        compiler: &mut Compiler<'_>,
        (rule, guard, effect): (&Rule, &Guard, &Effect),
        ranges: &dyn Ranges,
        narrowed: &Narrowed<'_>,
    ) -> Result<(), Refusal> {
        let first = (self.steps.len() / (1 + 2 * self.words)) as u32;
        if self.words > MAX_WORDS || !guard.is_possible {
            self.choices.push(Choice { key: Gathers::none(), first });
            self.push(None);
            return Ok(());
        }
        let is_one = is_alone(guard, effect);
        let cells = if is_one || !compiler.is_final { Vec::new() } else { self.cells(compiler, rule, guard) };
        let (key, reading) = Gathers::key_of(&cells, compiler.slots).expect("such cells have been chosen");
        self.choices.push(Choice { key: reading, first });
        if cells.is_empty() {
            self.push(is_one.then_some(effect));
            return Ok(());
        }
        self.left = self.left.saturating_sub(1 << key.bits());
        for content in 0..1_u64 << key.bits() {
            let number = |cell| {
                let slot = compiler.slots.slot(cell);
                slot.number(key.content(content, cell, compiler.slots).unwrap_or_default())
            };
            let effect = known(compiler, (rule, guard), &cells, number, ranges, narrowed)?;
            self.push(effect.as_ref());
        }
        Ok(())
    }

    fn push(&mut self, effect: Option<&Effect>) {
        let start = self.steps.len();
        self.steps.resize(start + 1 + 2 * self.words, 0);
        let Some(effect) = effect else { return };
        let step = &mut self.steps[start..];
        step[0] = 1;
        step[1..].chunks_exact_mut(2).for_each(|word| word[0] = u64::MAX);
        for mask in &effect.masks {
            let word = mask.word as usize;
            step[1 + 2 * word] = !mask.clear;
            step[2 + 2 * word] = mask.set.wrapping_add(mask.add);
        }
    }

    /// Returns the narrow cells that determine the effect, starting with those that choose elements.
    fn cells(&self, compiler: &Compiler<'_>, rule: &Rule, guard: &Guard) -> Vec<CellId> {
        let (mut indices, mut others) = (Vec::new(), Vec::new());
        rule.for_each_expression(&mut |expression| read(expression, &mut indices, &mut others));
        for statement in &rule.statements {
            if let Statement::SetElement(_, index, _) = statement {
                index.for_each_cell(&mut |cell| indices.push(cell));
            }
        }
        if guard.may_fail {
            guard.rest.iter().for_each(|condition| read(condition, &mut indices, &mut others));
        }
        let mut chosen = Vec::new();
        for cell in indices.into_iter().chain(others) {
            if compiler.slots.slot(cell).width == 0 || chosen.contains(&cell) {
                continue;
            }
            chosen.push(cell);
            let key = Gathers::<1>::key_of(&chosen, compiler.slots);
            if !key.is_some_and(|(key, _)| ACTION_BITS.admits(key.bits()) && 1 << key.bits() <= self.left) {
                chosen.pop();
            }
        }
        chosen
    }
}

/// Whether an effect consists of its masks alone, in every state.
fn is_alone(guard: &Guard, effect: &Effect) -> bool {
    !guard.may_fail && effect.program.is_none() && effect.checks.is_empty()
}

/// Collects the cells that an expression reads: those that choose elements, and others.
fn read(expression: &Expression, indices: &mut Vec<CellId>, others: &mut Vec<CellId>) {
    match expression {
        Expression::Element(_, index) => index.for_each_cell(&mut |cell| indices.push(cell)),
        Expression::Cell(cell) => others.push(*cell),
        _ => expression.parts().iter().for_each(|part| read(part, indices, others)),
    }
}

/// Returns the effect for known numbers in some cells, if it consists of masks alone.
fn known(
    compiler: &mut Compiler<'_>,
    (rule, guard): (&Rule, &Guard),
    cells: &[CellId],
    number: impl Fn(CellId) -> i64,
    ranges: &dyn Ranges,
    narrowed: &Narrowed<'_>,
) -> Result<Option<Effect>, Refusal> {
    let is_possible = |&cell: &CellId| {
        compiler.cells.cell(cell).sort.contains(number(cell)) && narrowed.cell(cell).contains(number(cell))
    };
    if !cells.iter().all(is_possible) {
        return Ok(None);
    }
    let mut narrowed = narrowed.clone();
    if guard.may_fail {
        narrowed = Narrowed::new(ranges);
    }
    cells.iter().for_each(|&cell| narrowed.set(cell, Interval::only(number(cell))));
    if guard.may_fail {
        let known = guard::analyse(compiler, rule, &mut narrowed);
        if !known.is_possible || known.may_fail {
            return Ok(None);
        }
    }
    let start = compiler.machine.operations.len();
    let effect = effect::compile(compiler, rule, narrowed)?;
    compiler.machine.operations.truncate(start);
    Ok(Some(effect).filter(|effect| effect.program.is_none() && effect.checks.is_empty()))
}

#[cfg(test)]
mod tests;
