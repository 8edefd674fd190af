//! Ultimately periodic words, and the semantics of formulas on them.
//!
//! A lasso is finite, so a formula has a truth value at each of its positions. The values of an operator follow from
//! those of its operands by its definition. Everything else in the crate is checked against this semantics.

use crate::Ltl;

/// The infinite word that begins with `prefix` and repeats `cycle` forever. Bit `i` of a letter is set if atom `i`
/// holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lasso {
    /// The letters that are read once.
    pub prefix: Vec<u64>,
    /// The letters that are repeated; at least one.
    pub cycle: Vec<u64>,
}

impl Lasso {
    /// Returns the letters of the prefix, then those of the cycle.
    pub(crate) fn letters(&self) -> impl Iterator<Item = u64> {
        self.prefix.iter().chain(&self.cycle).copied()
    }

    /// Returns the number of positions.
    pub(crate) fn len(&self) -> usize {
        self.prefix.len() + self.cycle.len()
    }

    /// Returns the next position.
    pub(crate) fn next(&self, position: usize) -> usize {
        if position + 1 < self.len() { position + 1 } else { self.prefix.len() }
    }
}

impl Ltl {
    /// Returns whether the word satisfies the formula, by the definition of the operators. Takes time proportional to
    /// the product of the number of positions and the number of operators.
    ///
    /// # Panics
    /// If the cycle is empty, or an atom is not below 64.
    #[must_use]
    pub fn holds_on(&self, word: &Lasso) -> bool {
        assert!(!word.cycle.is_empty(), "a word is infinite");
        let mut known: Vec<Vec<bool>> = Vec::new();
        for formula in self.bottom_up() {
            let operands = known.split_off(known.len() - formula.operands().len());
            known.push(values(formula, &operands, word));
        }
        known[0][0]
    }
}

/// Returns the values of a formula at all positions, from those of its operands.
fn values(formula: &Ltl, of: &[Vec<bool>], word: &Lasso) -> Vec<bool> {
    let now = |holds: &dyn Fn(usize) -> bool| (0..word.len()).map(holds).collect();
    match formula {
        Ltl::Constant(value) => now(&|_| *value),
        Ltl::Atom(atom) => {
            assert!(*atom < 64, "atoms are numbers below 64");
            word.letters().map(|letter| letter >> atom & 1 == 1).collect()
        }
        Ltl::Not(_) => now(&|i| !of[0][i]),
        Ltl::And(_) => now(&|i| of.iter().all(|values| values[i])),
        Ltl::Or(_) => now(&|i| of.iter().any(|values| values[i])),
        Ltl::Implies(_) => now(&|i| !of[0][i] || of[1][i]),
        Ltl::Iff(_) => now(&|i| of[0][i] == of[1][i]),
        Ltl::Next(_) => now(&|i| of[0][word.next(i)]),
        Ltl::Finally(_) => fixpoint(word, false, &|i, next| of[0][i] || next),
        Ltl::Globally(_) => fixpoint(word, true, &|i, next| of[0][i] && next),
        Ltl::Until(_) => fixpoint(word, false, &|i, next| of[1][i] || of[0][i] && next),
        Ltl::WeakUntil(_) => fixpoint(word, true, &|i, next| of[1][i] || of[0][i] && next),
        Ltl::Release(_) => fixpoint(word, true, &|i, next| of[1][i] && (of[0][i] || next)),
        Ltl::StrongRelease(_) => fixpoint(word, false, &|i, next| of[1][i] && (of[0][i] || next)),
    }
}

/// Returns the least (`from` is false) or greatest solution of `value(i) = step(i, value(next(i)))`.
///
/// Two backward passes suffice: after the first, the values of the cycle have propagated once around it.
fn fixpoint(word: &Lasso, from: bool, step: &dyn Fn(usize, bool) -> bool) -> Vec<bool> {
    let mut values = vec![from; word.len()];
    for _ in 0..2 {
        for i in (0..word.len()).rev() {
            values[i] = step(i, values[word.next(i)]);
        }
    }
    values
}
