//! Conversion of rules to options of the loop and their statements.
//!
//! Conditions are ordered such that a false condition prevents the evaluation of undefined ones after it. A number that
//! may lie outside the sort of its target is computed once, stored in a hidden variable, and asserted to fit; otherwise
//! the firing is undefined.

use sanderling_data_net::{
    CellRanges, Elements, Expression, Interval, ListCells, Narrowed, Ranges, Rule, Statement, execute,
};

use super::expression::{Number, outside};
use super::{Frame, SCRATCH};
use crate::promela::Refusal;
use crate::promela::document::Choice;

/// The state of converting a rule.
pub(super) struct Scope<'f, 'n> {
    pub(super) frame: &'f mut Frame<'n>,
    pub(super) rule: &'n Rule,
    /// The id of the transition.
    id: &'n str,
    /// The known ranges of cells at this point.
    pub(super) ranges: Narrowed<'n>,
    /// The statements so far.
    effect: Vec<String>,
}

/// Returns the option of a rule, for a transition with this id.
pub(super) fn option<'n>(
    frame: &mut Frame<'n>,
    sorts: &'n CellRanges,
    rule: &'n Rule,
    id: &'n str,
) -> Result<Choice, Refusal> {
    let mut scope = Scope { frame, rule, id, ranges: Narrowed::new(sorts), effect: Vec::new() };
    let mut guard = Vec::new();
    for condition in rule.conditions.iter().chain(&rule.guard) {
        guard.push(scope.number(condition)?.text);
        scope.ranges.assume(condition, true);
    }
    for statement in &rule.statements {
        scope.statement(statement)?;
        execute(statement, &mut scope.ranges, scope.frame.cells, &mut Vec::new());
    }
    Ok(Choice { id: id.to_owned(), guard, effect: scope.effect })
}

impl Scope<'_, '_> {
    pub(super) fn refuse(&self, what: &str) -> Refusal {
        format!("`{}`: {what}", self.id)
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Refusal> {
        match statement {
            Statement::Set(cell, value) => {
                let number = self.number(value)?;
                let (target, limit) = (self.frame.variables.cell(*cell), self.frame.variables.limit(*cell));
                self.set(&target, limit, &number);
            }
            Statement::SetElement(elements, index, value) => {
                let (index, number) = (self.number(index)?, self.number(value)?);
                match index.limit.single() {
                    Some(at) if !(0..i64::from(elements.count)).contains(&at) => {
                        self.effect.push("assert(false)".into());
                    }
                    _ => self.set_element(*elements, &index.text, &number),
                }
            }
            Statement::Compute(temporary, range, value) => {
                let number = self.number(value)?;
                let name = self.frame.hidden(self.rule, *temporary);
                self.keep(name, &number, *range);
            }
            Statement::Append(list, values) => self.append(*list, values)?,
            Statement::RemoveFirst(list) => self.remove_first(*list),
        }
        Ok(())
    }

    /// Assigns a number to a target with a limited range.
    fn set(&mut self, target: &str, limit: Interval, number: &Number) {
        if limit.includes(number.limit) {
            self.effect.push(format!("{target} = {}", number.text));
            return;
        }
        self.frame.hidden.insert(SCRATCH.into());
        self.keep(SCRATCH.into(), number, limit);
        self.effect.push(format!("{target} = {SCRATCH}"));
    }

    /// Assigns a number to a hidden variable, and asserts that it fits.
    fn keep(&mut self, name: String, number: &Number, limit: Interval) {
        self.effect.push(format!("{name} = {}", number.text));
        let kept = Number { text: name, limit: number.limit };
        self.effect.extend(outside(&kept, limit).map(|condition| format!("assert({condition})")));
    }

    fn set_element(&mut self, elements: Elements, index: &str, number: &Number) {
        let target = format!("{}[{index}]", self.frame.variables.array(elements));
        self.set(&target, self.frame.variables.limit(elements.first), number);
    }

    fn append(&mut self, list: ListCells, values: &[Expression]) -> Result<(), Refusal> {
        let length = self.frame.variables.cell(list.length);
        if self.ranges.cell(list.length).high >= list.capacity as i64 {
            self.effect.push(format!("assert({length} < {})", list.capacity));
        }
        for (component, value) in values.iter().enumerate() {
            let number = self.number(value)?;
            self.set_element(list.component(component), &length, &number);
        }
        self.effect.push(format!("{length} = {length} + 1"));
        Ok(())
    }

    fn remove_first(&mut self, list: ListCells) {
        let length = self.frame.variables.cell(list.length);
        if self.ranges.cell(list.length).low <= 0 {
            self.effect.push(format!("assert({length} > 0)"));
        }
        for elements in (0..list.components).map(|component| list.component(component)) {
            let cells: Vec<String> = elements.cells().map(|cell| self.frame.variables.cell(cell)).collect();
            self.effect.extend(cells.windows(2).map(|pair| format!("{} = {}", pair[0], pair[1])));
            let rest = Number::known(self.frame.variables.limit(elements.first).nearest_to_zero()).text;
            self.effect.extend(cells.last().map(|last| format!("{last} = {rest}")));
        }
        self.effect.push(format!("{length} = {length} - 1"));
    }
}
