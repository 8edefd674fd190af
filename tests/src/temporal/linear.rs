//! Linear time: paths with correct guesses of the subformulas that hold.
//!
//! Each marking of a run is combined with a guess for each subformula with an operator: whether the rest of
//! the run satisfies it. A guess is correct if it agrees with the guesses at the next marking. At the end of
//! a run it must agree with itself, without a pending promise. On an infinite run, the promise of an *until*
//! must be fulfilled at some time. M. Vardi and P. Wolper, *An Automata-Theoretic Approach to Automatic
//! Program Verification*, LICS 1986; Emerson and Lei, *Efficient Model Checking in Fragments of the
//! Propositional Mu-Calculus*, LICS 1986, for the fixpoint of fair paths.

use sanderling_property::{PathOperator, Temporal};

use super::Graph;

/// Maximum number of operators. The number of nodes is multiplied by two to the power of it.
const MAX_OPERATORS: usize = 5;

/// A formula over conditions with the operators `X` and `U` only.
enum Linear {
    Condition(Vec<bool>),
    Not(Box<Self>),
    And(Vec<Self>),
    /// An operator, given by the bit of its guess.
    Guess(usize),
}

/// The meaning of the bit of a guess.
enum Operator {
    Next(Linear),
    Until(Linear, Linear),
}

/// The infinitely repeated part of runs without an end.
pub(super) struct Tail {
    /// For each marking, whether runs may still visit it.
    pub(super) within: Vec<bool>,
    /// Sets of markings that runs visit infinitely often.
    pub(super) again: Vec<Vec<bool>>,
}

impl Graph<'_> {
    /// Whether some run satisfies a formula. Returns `None` if the formula has too many operators.
    pub(super) fn has_run(&self, formula: &Temporal) -> Option<bool> {
        self.has_run_with(formula, &[Tail { within: vec![true; self.markings.len()], again: Vec::new() }])
    }

    /// Whether a formula is satisfied by some run that ends, or finally stays in one of these tails.
    pub(super) fn has_run_with(&self, formula: &Temporal, tails: &[Tail]) -> Option<bool> {
        let mut operators = Vec::new();
        let formula = self.linear(formula, &mut operators);
        if operators.len() > MAX_OPERATORS {
            return None;
        }
        let guesses = 1 << operators.len();
        let nodes = self.markings.len() * guesses;
        let parts = |node: usize| (node / guesses, node % guesses);
        let value = |formula: &Linear, node| formula.value(parts(node));
        let is_right = |node: usize, next: Option<usize>| {
            operators.iter().enumerate().all(|(bit, operator)| {
                let guess = node >> bit & 1 == 1;
                guess
                    == match operator {
                        Operator::Next(inner) => value(inner, next.unwrap_or(node)),
                        Operator::Until(on_the_way, wanted) => {
                            let holds_next = next.is_some_and(|next| next >> bit & 1 == 1);
                            value(wanted, node) || value(on_the_way, node) && holds_next
                        }
                    }
            })
        };
        let successors: Vec<Vec<usize>> = (0..nodes)
            .map(|node| {
                let next = self.successors[parts(node).0].iter();
                let next = next.flat_map(|&next| (0..guesses).map(move |guess| next * guesses + guess));
                next.filter(|&next| is_right(node, Some(next))).collect()
            })
            .collect();
        let reaching = |wanted: &dyn Fn(usize) -> bool, within: &[bool]| {
            let mut reaching: Vec<bool> = (0..nodes).map(|node| within[node] && wanted(node)).collect();
            loop {
                let goes = |node: usize| {
                    reaching[node] || within[node] && successors[node].iter().any(|&next| reaching[next])
                };
                let next: Vec<bool> = (0..nodes).map(goes).collect();
                if next == reaching {
                    return reaching;
                }
                reaching = next;
            }
        };
        let is_fair = tails.iter().map(|tail| {
            let mut fair: Vec<bool> = (0..nodes).map(|node| tail.within[parts(node).0]).collect();
            loop {
                let mut next: Vec<bool> = (0..nodes)
                    .map(|node| fair[node] && successors[node].iter().any(|&next| fair[next]))
                    .collect();
                for (bit, operator) in operators.iter().enumerate() {
                    let Operator::Until(_, wanted) = operator else { continue };
                    let keeps = |node: usize| node >> bit & 1 == 0 || value(wanted, node);
                    next = reaching(&keeps, &next);
                }
                for again in &tail.again {
                    next = reaching(&|node| again[parts(node).0], &next);
                }
                if next == fair {
                    return fair;
                }
                fair = next;
            }
        });
        let is_fair: Vec<Vec<bool>> = is_fair.collect();
        let ends = |node: usize| self.successors[parts(node).0].is_empty() && is_right(node, None);
        let is_good = |node: usize| ends(node) || is_fair.iter().any(|fair| fair[node]);
        let good = reaching(&is_good, &vec![true; nodes]);
        let first = self.initial * guesses;
        Some((first..first + guesses).any(|node| good[node] && value(&formula, node)))
    }

    fn linear(&self, formula: &Temporal, operators: &mut Vec<Operator>) -> Linear {
        let not = |formula| Linear::Not(Box::new(formula));
        let mut all = |parts: &[Temporal]| -> Vec<Linear> {
            parts.iter().map(|part| self.linear(part, operators)).collect()
        };
        match formula {
            Temporal::State(formula) => Linear::Condition(self.condition(formula)),
            Temporal::Not(inner) => not(self.linear(inner, operators)),
            Temporal::And(parts) => Linear::And(all(parts)),
            Temporal::Or(parts) => not(Linear::And(all(parts).into_iter().map(not).collect())),
            Temporal::Path { operator, operands, .. } => {
                let mut operand = |at: usize| self.linear(&operands[at], operators);
                let constant = |holds| Linear::Condition(vec![holds; self.markings.len()]);
                let (operator, is_negated) = match operator {
                    PathOperator::Next => (Operator::Next(operand(0)), false),
                    PathOperator::Finally => (Operator::Until(constant(true), operand(0)), false),
                    PathOperator::Globally => (Operator::Until(constant(true), not(operand(0))), true),
                    PathOperator::Until => (Operator::Until(operand(0), operand(1)), false),
                    // The negation: the right operand fails until neither holds.
                    PathOperator::WeakUntil => {
                        let neither = Linear::And(vec![not(operand(0)), not(operand(1))]);
                        (Operator::Until(not(operand(1)), neither), true)
                    }
                    PathOperator::Release => (Operator::Until(not(operand(0)), not(operand(1))), true),
                    PathOperator::StrongRelease => {
                        let both = Linear::And(vec![operand(0), operand(1)]);
                        (Operator::Until(operand(1), both), false)
                    }
                };
                operators.push(operator);
                let guess = Linear::Guess(operators.len() - 1);
                if is_negated { not(guess) } else { guess }
            }
        }
    }
}

impl Linear {
    fn value(&self, (marking, guess): (usize, usize)) -> bool {
        match self {
            Self::Condition(holds) => holds[marking],
            Self::Not(inner) => !inner.value((marking, guess)),
            Self::And(parts) => parts.iter().all(|part| part.value((marking, guess))),
            Self::Guess(bit) => guess >> bit & 1 == 1,
        }
    }
}
