//! Long conditions as decision diagrams.
//!
//! A guard with hundreds of alternatives is slow to evaluate from left to right. Substituting the content of one narrow
//! cell at a time makes it shorter. A diagram whose nodes branch on the content of a cell therefore decides it in a few
//! steps. Equal remainders share a node. A remainder that depends on no narrow cell is evaluated as a condition at the
//! leaf.
//!
//! Source: decision diagrams with one branch for each value, as in Srinivasan, Kam, Malik and Brayton, *Algorithms for
//! Discrete Function Manipulation*, ICCAD 1990. These diagrams are not ordered: each node branches on the cell that
//! occurs most often in its remainder.

use std::collections::HashMap;
use std::sync::Arc;

use sanderling_cutoff::{
    DIAGRAM_BITS, DIAGRAM_FREE, DIAGRAM_GROWTH, DIAGRAM_SAMPLED, DIAGRAM_TRIED, LONG_CONDITION,
};

use sanderling_data_net::{Binary, CellId, Cells, Expression, Unary, wrap};

use super::slot::Slots;

/// The target of a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Branch {
    Holds,
    Fails,
    Node(u32),
}

/// A step of the decision.
#[derive(Debug, Clone)]
pub(super) enum Node {
    /// Branches for each content of the cell's slot.
    Switch(CellId, Vec<Branch>),
    /// Evaluates the remaining condition.
    Evaluate(Expression),
}

/// A decision diagram of a condition.
#[derive(Debug, Clone)]
pub(super) struct Diagram {
    pub(super) root: Branch,
    pub(super) nodes: Vec<Node>,
}

/// Creates the diagram of a condition.
///
/// It grows level by level until the total size of the remainders is too large. Remainders without branches are then
/// evaluated.
pub(super) fn diagram(condition: &Expression, cells: &Cells, slots: &Slots) -> Arc<Diagram> {
    let budget = DIAGRAM_GROWTH.size() * condition.operations() + DIAGRAM_FREE.size();
    let mut builder = Builder { cells, slots, nodes: Vec::new(), known: HashMap::new(), budget };
    let root = builder.branch(condition.clone());
    let mut next = 0;
    while let Some(node) = builder.nodes.get(next) {
        if let Node::Evaluate(condition) = node
            && builder.budget > 0
            && let Some(cell) = builder.next(condition)
        {
            let condition = condition.clone();
            builder.nodes[next] = builder.switch(&condition, cell);
        }
        next += 1;
    }
    Arc::new(Diagram { root, nodes: builder.nodes })
}

struct Builder<'a> {
    cells: &'a Cells,
    slots: &'a Slots,
    nodes: Vec<Node>,
    known: HashMap<Expression, Branch>,
    /// The number of operations that remainders may still have.
    budget: usize,
}

impl Builder<'_> {
    fn branch(&mut self, condition: Expression) -> Branch {
        if let Expression::Number(number) = condition {
            return if number == 0 { Branch::Fails } else { Branch::Holds };
        }
        if let Some(&known) = self.known.get(&condition) {
            return known;
        }
        let branch = Branch::Node(self.nodes.len() as u32);
        self.nodes.push(Node::Evaluate(condition.clone()));
        self.known.insert(condition, branch);
        branch
    }

    fn switch(&mut self, condition: &Expression, cell: CellId) -> Node {
        let slot = self.slots.slot(cell);
        let mut branches = Vec::with_capacity(1 << slot.width);
        for raw in 0..1_u64 << slot.width {
            let number = slot.number(raw);
            branches.push(if self.cells.cell(cell).sort.contains(number) {
                let remainder = assign(condition, cell, number);
                self.budget = self.budget.saturating_sub(remainder.operations());
                self.branch(remainder)
            } else {
                Branch::Fails
            });
        }
        Node::Switch(cell, branches)
    }

    /// Returns the narrow cell whose branches have the shortest remainders, among those that occur most often.
    fn next(&self, condition: &Expression) -> Option<CellId> {
        if !condition.is_longer_than(2) {
            return None;
        }
        let mut counts: HashMap<CellId, usize> = HashMap::new();
        count(condition, &mut counts);
        let is_narrow =
            |cell: &CellId| (1..=DIAGRAM_BITS.bits()).contains(&u32::from(self.slots.slot(*cell).width));
        let mut narrow: Vec<(CellId, usize)> =
            counts.into_iter().filter(|(cell, _)| is_narrow(cell)).collect();
        narrow.sort_unstable_by_key(|&(cell, count)| (std::cmp::Reverse(count), cell));
        let frequent = narrow.into_iter().map(|(cell, _)| cell).take(DIAGRAM_TRIED.size());
        match condition.is_longer_than(LONG_CONDITION.size()) {
            true => frequent.min_by_key(|&cell| self.remainders(condition, cell)),
            false => frequent.take(1).next(),
        }
    }

    /// Estimates the total size of the remainders of a condition after branching on a cell, from a few of them.
    fn remainders(&self, condition: &Expression, cell: CellId) -> usize {
        let count = self.contents(cell).count();
        let few = self.contents(cell).step_by(count.div_ceil(DIAGRAM_SAMPLED.size()).max(1));
        let (sum, taken) = few.fold((0, 0), |(sum, taken), number| {
            (sum + assign(condition, cell, number).operations(), taken + 1)
        });
        sum * count / taken.max(1)
    }

    /// Iterates over the numbers that a cell can contain.
    fn contents(&self, cell: CellId) -> impl Iterator<Item = i64> {
        let (slot, sort) = (self.slots.slot(cell), self.cells.cell(cell).sort);
        let all = (0..1_u64 << slot.width).map(move |raw| slot.number(raw));
        all.filter(move |&number| sort.contains(number))
    }
}

fn count(expression: &Expression, counts: &mut HashMap<CellId, usize>) {
    if let Expression::Cell(cell) = expression {
        *counts.entry(*cell).or_default() += 1;
    }
    expression.parts().iter().for_each(|part| count(part, counts));
}

/// Returns the expression with a number substituted for a cell.
pub(super) fn assign(expression: &Expression, cell: CellId, number: i64) -> Expression {
    let part = |part: &Expression| assign(part, cell, number);
    match expression {
        Expression::Number(_) | Expression::Temporary(_) => expression.clone(),
        Expression::Cell(id) if *id == cell => Expression::Number(number),
        Expression::Cell(_) => expression.clone(),
        Expression::Element(elements, index) => {
            let index = part(index);
            match elements.at(&index) {
                Some(chosen) => part(&Expression::Cell(chosen)),
                None => Expression::Element(*elements, Box::new(index)),
            }
        }
        Expression::Choice(numbers, index) => Expression::Choice(numbers.clone(), Box::new(part(index))),
        Expression::Unary(operation, a) => match (operation, part(a)) {
            (Unary::Not, Expression::Unary(Unary::Not, inner)) => *inner,
            (operation, a) => Expression::unary(*operation, a),
        },
        Expression::Binary(operation, parts) => binary(*operation, parts, cell, number),
        Expression::All(parts) => chain(parts, true, cell, number),
        Expression::Any(parts) => chain(parts, false, cell, number),
        Expression::If(parts) => match part(&parts[0]) {
            Expression::Number(0) => part(&parts[2]),
            Expression::Number(_) => part(&parts[1]),
            condition => Expression::If(Box::new([condition, part(&parts[1]), part(&parts[2])])),
        },
        Expression::Wrap(sort, a) => match part(a) {
            Expression::Number(number) => Expression::Number(wrap(*sort, number)),
            a => Expression::Wrap(*sort, Box::new(a)),
        },
        Expression::Within(sort, a) => match part(a) {
            Expression::Number(number) if sort.contains(number) => Expression::Number(number),
            a => Expression::Within(*sort, Box::new(a)),
        },
    }
}

fn binary(operation: Binary, parts: &[Expression; 2], cell: CellId, number: i64) -> Expression {
    Expression::binary(operation, assign(&parts[0], cell, number), assign(&parts[1], cell, number))
}

fn chain(parts: &[Expression], is_all: bool, cell: CellId, number: i64) -> Expression {
    let mut kept = Vec::new();
    for part in parts {
        match assign(part, cell, number) {
            Expression::Number(truth) if (truth != 0) == is_all => {}
            end @ Expression::Number(_) if kept.is_empty() => return end,
            end @ Expression::Number(_) => {
                kept.push(end);
                break;
            }
            other => kept.push(other),
        }
    }
    match kept.len() {
        0 => Expression::Number(i64::from(is_all)),
        1 => kept.remove(0),
        _ if is_all => Expression::All(kept),
        _ => Expression::Any(kept),
    }
}

#[cfg(test)]
mod tests;
