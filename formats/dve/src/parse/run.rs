//! Combination of operands and binary operators by precedence.
//!
//! Robert W. Floyd, *Syntactic Analysis and Operator Precedence*, Journal of the ACM, 1963. Operators stay on a stack
//! until one follows that binds no tighter. Equal operators in a row form one run, so that a run of an associative
//! operator becomes a balanced tree: a hundred thousand `and`s nest 17 deep.
//!
//! INVARIANT: from the bottom of the stack to its top, each run binds tighter than the one below it.

use sanderling_net::Span;

use super::MAX_DEPTH;
use super::binding::{is_associative, level};
use super::cursor::joined;
use crate::Semantics;
use crate::syntax::{BinaryOperator, Expression, ExpressionKind};

/// An expression and its nesting depth, which is 0 for a leaf.
pub(super) struct Nested {
    pub(super) expression: Expression,
    pub(super) height: usize,
}

/// An expression that nests too deep, given by its span.
pub(super) struct TooDeep(pub(super) Span);

impl Nested {
    pub(super) fn leaf(kind: ExpressionKind, span: Span) -> Self {
        Self { expression: Expression { kind, span }, height: 0 }
    }

    /// Creates an expression of this kind around one of depth `height`.
    pub(super) fn around(height: usize, kind: ExpressionKind, span: Span) -> Result<Self, TooDeep> {
        if height >= MAX_DEPTH {
            return Err(TooDeep(span));
        }
        Ok(Self { expression: Expression { kind, span }, height: height + 1 })
    }

    fn join(self, operator: BinaryOperator, right: Self) -> Result<Self, TooDeep> {
        let height = self.height.max(right.height);
        let span = joined(self.expression.span, right.expression.span);
        let operands = Box::new([self.expression, right.expression]);
        Self::around(height, ExpressionKind::Binary(operator, operands), span)
    }
}

/// Equal operators in a row, whose last operand is still missing.
struct Run {
    operator: BinaryOperator,
    /// Position of its first operand in `operands`.
    start: usize,
}

/// The operator stack.
pub(super) struct Runs {
    semantics: Semantics,
    open: Vec<Run>,
    /// The operands of all runs, one run after the other.
    operands: Vec<Nested>,
}

impl Runs {
    pub(super) fn new(semantics: Semantics) -> Self {
        Self { semantics, open: Vec::new(), operands: Vec::new() }
    }

    /// Adds an operand and the operator after it.
    pub(super) fn push(&mut self, operand: Nested, operator: BinaryOperator) -> Result<(), TooDeep> {
        let operand = self.close_before(operand, Some(operator))?;
        if self.open.last().is_none_or(|run| run.operator != operator) {
            self.open.push(Run { operator, start: self.operands.len() });
        }
        self.operands.push(operand);
        Ok(())
    }

    /// Adds the last operand and returns the whole expression.
    pub(super) fn finish(mut self, last: Nested) -> Result<Nested, TooDeep> {
        self.close_before(last, None)
    }

    /// Returns the operand combined with the preceding runs that end before `next`.
    fn close_before(&mut self, operand: Nested, next: Option<BinaryOperator>) -> Result<Nested, TooDeep> {
        let mut operand = operand;
        while let Some(run) = self.open.pop_if(|run| ends_before(run.operator, next, self.semantics)) {
            operand = self.close(&run, operand)?;
        }
        Ok(operand)
    }

    /// Returns a run combined with its last operand.
    fn close(&mut self, run: &Run, last: Nested) -> Result<Nested, TooDeep> {
        let mut operands = self.operands.drain(run.start..);
        if operands.len() > 1 && is_associative(run.operator, self.semantics) {
            return balanced(run.operator, operands.chain([last]).collect());
        }
        let first = operands.next().expect("a run has operands");
        operands.chain([last]).try_fold(first, |left, right| left.join(run.operator, right))
    }
}

fn ends_before(operator: BinaryOperator, next: Option<BinaryOperator>, semantics: Semantics) -> bool {
    next.is_none_or(|next| operator != next && level(operator, semantics) >= level(next, semantics))
}

/// Returns a tree in which all operands have about the same depth. There must be at least one operand.
fn balanced(operator: BinaryOperator, mut operands: Vec<Nested>) -> Result<Nested, TooDeep> {
    while operands.len() > 1 {
        operands = pairs(operator, operands)?;
    }
    Ok(operands.pop().expect("a run has operands"))
}

/// Joins each operand with its neighbour.
fn pairs(operator: BinaryOperator, operands: Vec<Nested>) -> Result<Vec<Nested>, TooDeep> {
    let mut joined = Vec::with_capacity(operands.len().div_ceil(2));
    let mut operands = operands.into_iter();
    while let Some(left) = operands.next() {
        joined.push(match operands.next() {
            Some(right) => left.join(operator, right)?,
            None => left,
        });
    }
    Ok(joined)
}
