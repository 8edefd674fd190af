//! Formulas of linear temporal logic.

use std::fmt;

/// A formula over atoms, which are numbers below 64.
///
/// It is about infinite words of letters; a letter is a `u64` whose bit `i` is set if atom `i` holds. For binary
/// operators, the left operand comes first. Cloning, comparing, printing and dropping recurse to the depth of the
/// formula. All other functions here do not recurse, or refuse formulas that are too deep.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Ltl {
    /// True or false.
    Constant(bool),
    /// The atom holds now.
    Atom(usize),
    /// The operand does not hold.
    Not(Box<Ltl>),
    /// All operands hold; true without any.
    And(Vec<Ltl>),
    /// One of the operands holds; false without any.
    Or(Vec<Ltl>),
    /// X: the operand holds at the next position.
    Next(Box<Ltl>),
    /// F: the operand holds now or later.
    Finally(Box<Ltl>),
    /// G: the operand holds from now on.
    Globally(Box<Ltl>),
    /// U: the right operand holds now or later, and the left one holds until then.
    Until(Box<[Ltl; 2]>),
    /// W: until, or the left operand holds forever.
    WeakUntil(Box<[Ltl; 2]>),
    /// R: the right operand holds up to and including the position at which the left one holds, or forever.
    Release(Box<[Ltl; 2]>),
    /// M: release, and the left operand holds now or later.
    StrongRelease(Box<[Ltl; 2]>),
    /// The left operand does not hold, or the right one does.
    Implies(Box<[Ltl; 2]>),
    /// Both operands hold, or neither does.
    Iff(Box<[Ltl; 2]>),
}

impl Ltl {
    /// Returns the operands, from left to right.
    #[must_use]
    pub fn operands(&self) -> &[Self] {
        match self {
            Self::Constant(_) | Self::Atom(_) => &[],
            Self::And(operands) | Self::Or(operands) => operands,
            Self::Not(operand) | Self::Next(operand) | Self::Finally(operand) | Self::Globally(operand) => {
                std::slice::from_ref(operand)
            }
            Self::Until(operands)
            | Self::WeakUntil(operands)
            | Self::Release(operands)
            | Self::StrongRelease(operands)
            | Self::Implies(operands)
            | Self::Iff(operands) => &operands[..],
        }
    }

    /// Returns the number of operators above the deepest atom or constant, found without recursion.
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut open = vec![(self, 0)];
        while let Some((formula, depth)) = open.pop() {
            deepest = deepest.max(depth);
            open.extend(formula.operands().iter().map(|operand| (operand, depth + 1)));
        }
        deepest
    }

    /// Returns every subformula, operands before their operators, the formula itself last.
    pub(crate) fn bottom_up(&self) -> Vec<&Self> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(formula) = open.pop() {
            found.push(formula);
            open.extend(formula.operands());
        }
        found.reverse();
        found
    }

    /// Returns whether the formula has no X, so that repeating letters of a word does not change its value.
    #[must_use]
    pub fn is_next_free(&self) -> bool {
        self.bottom_up().iter().all(|formula| !matches!(formula, Self::Next(_)))
    }
}

impl fmt::Display for Ltl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(value) => write!(f, "{value}"),
            Self::Atom(atom) => write!(f, "p{atom}"),
            Self::Not(operand) => write!(f, "!{operand}"),
            Self::And(operands) => write_joined(f, operands, "&", "true"),
            Self::Or(operands) => write_joined(f, operands, "|", "false"),
            Self::Next(operand) => write!(f, "X {operand}"),
            Self::Finally(operand) => write!(f, "F {operand}"),
            Self::Globally(operand) => write!(f, "G {operand}"),
            Self::Until(operands) => write_joined(f, &operands[..], "U", ""),
            Self::WeakUntil(operands) => write_joined(f, &operands[..], "W", ""),
            Self::Release(operands) => write_joined(f, &operands[..], "R", ""),
            Self::StrongRelease(operands) => write_joined(f, &operands[..], "M", ""),
            Self::Implies(operands) => write_joined(f, &operands[..], "->", ""),
            Self::Iff(operands) => write_joined(f, &operands[..], "<->", ""),
        }
    }
}

fn write_joined(f: &mut fmt::Formatter<'_>, operands: &[Ltl], operator: &str, empty: &str) -> fmt::Result {
    let [first, rest @ ..] = operands else { return f.write_str(empty) };
    write!(f, "({first}")?;
    for operand in rest {
        write!(f, " {operator} {operand}")?;
    }
    f.write_str(")")
}
