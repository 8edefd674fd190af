//! Negation normal form with few operators.
//!
//! Negations stand before atoms. Of path operators X, U and R are left, since U and R are each other's dual, under E and A, and the others are
//! short for them: `F b` for `true U b`, `G b` for `false R b`, `a W b` for `b R (a or b)`. Operands of conjunctions and
//! disjunctions are ascending, and none of these is directly within its like.

use super::{Ctl, Path};

impl Ctl {
    /// The formula, or its negation, in normal form.
    pub(crate) fn normal(&self, positive: bool) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(*value == positive),
            Self::Atom(atom) if positive => Self::Atom(*atom),
            Self::Atom(atom) => Self::Not(Box::new(Self::Atom(*atom))),
            Self::Not(operand) => operand.normal(!positive),
            Self::And(operands) => joined(positive, operands.iter().map(|operand| operand.normal(positive))),
            Self::Or(operands) => joined(!positive, operands.iter().map(|operand| operand.normal(positive))),
            Self::Exists(path) => quantified(positive, path.normal(positive)),
            Self::All(path) => quantified(!positive, path.normal(positive)),
        }
    }

    /// The negation of a formula in normal form.
    pub(super) fn negation(&self) -> Self {
        self.normal(false)
    }

    /// The formula with F and G instead of U and R where that is shorter.
    pub(super) fn shortened(&self) -> Self {
        match self {
            Self::Constant(_) | Self::Atom(_) | Self::Not(_) => self.clone(),
            Self::And(operands) => Self::And(operands.iter().map(Self::shortened).collect()),
            Self::Or(operands) => Self::Or(operands.iter().map(Self::shortened).collect()),
            Self::Exists(path) => Self::Exists(path.shortened()),
            Self::All(path) => Self::All(path.shortened()),
        }
    }
}

impl Path {
    fn normal(&self, positive: bool) -> Self {
        let mut of = self.operands().iter().map(|operand| operand.normal(positive));
        let mut operand = || of.next().expect("there are as many operands as the operator has");
        match self {
            Self::Next(_) => Self::Next(Box::new(operand())),
            Self::Finally(_) => fixpoint(positive, Ctl::Constant(positive), operand()),
            Self::Globally(_) => fixpoint(!positive, Ctl::Constant(!positive), operand()),
            Self::Until(_) => fixpoint(positive, operand(), operand()),
            Self::Release(_) => fixpoint(!positive, operand(), operand()),
            Self::WeakUntil(_) => {
                let (a, b) = (operand(), operand());
                fixpoint(!positive, b.clone(), joined(!positive, [a, b]))
            }
        }
    }

    fn shortened(&self) -> Self {
        let pair = |[a, b]: &[Ctl; 2]| Box::new([a.shortened(), b.shortened()]);
        match self {
            Self::Until(of) if of[0] == Ctl::Constant(true) => Self::Finally(Box::new(of[1].shortened())),
            Self::Release(of) if of[0] == Ctl::Constant(false) => Self::Globally(Box::new(of[1].shortened())),
            Self::Next(a) => Self::Next(Box::new(a.shortened())),
            Self::Finally(a) => Self::Finally(Box::new(a.shortened())),
            Self::Globally(a) => Self::Globally(Box::new(a.shortened())),
            Self::Until(of) => Self::Until(pair(of)),
            Self::WeakUntil(of) => Self::WeakUntil(pair(of)),
            Self::Release(of) => Self::Release(pair(of)),
        }
    }
}

/// E or A.
pub(super) fn quantified(exists: bool, path: Path) -> Ctl {
    if exists { Ctl::Exists(path) } else { Ctl::All(path) }
}

/// U or R.
pub(super) fn fixpoint(least: bool, a: Ctl, b: Ctl) -> Path {
    if least { Path::Until(Box::new([a, b])) } else { Path::Release(Box::new([a, b])) }
}

/// The conjunction (or disjunction), without duplicates and neutral operands.
pub(super) fn joined(is_and: bool, operands: impl IntoIterator<Item = Ctl>) -> Ctl {
    let mut flat = Vec::new();
    for operand in operands {
        match operand {
            Ctl::Constant(value) if value == is_and => {}
            Ctl::Constant(_) => return operand,
            Ctl::And(inner) if is_and => flat.extend(inner),
            Ctl::Or(inner) if !is_and => flat.extend(inner),
            _ => flat.push(operand),
        }
    }
    flat.sort_unstable();
    flat.dedup();
    match flat.len() {
        0 => Ctl::Constant(is_and),
        1 => flat.swap_remove(0),
        _ if is_and => Ctl::And(flat),
        _ => Ctl::Or(flat),
    }
}
