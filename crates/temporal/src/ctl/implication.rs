//! Implications between formulas in normal form that can be seen without a graph.
//!
//! As for linear time (`crate::implication`), with two classes: a formula may hold wherever it holds in a state that can be reached, as EF does,
//! or hold in all states that can be reached where it holds, as AG does.

use super::{Ctl, Path};

/// Formulas are compared at most this number of times to see one implication.
const MAX_COMPARISONS: usize = 2000;

impl Ctl {
    /// Whether the formula holds wherever it holds in a state that can be reached.
    ///
    /// Where `E[a R b]` holds in such a state and `b` is of this class, `b` holds on the path there. `EX a` holds, since a successor reaches `a`.
    pub(crate) fn is_eventual(&self) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::And(operands) | Self::Or(operands) => operands.iter().all(Self::is_eventual),
            Self::Exists(Path::Next(a)) => a.is_eventual(),
            Self::Exists(Path::Until(of)) => of[0] == Self::Constant(true) || of[1].is_eventual(),
            Self::Exists(Path::Release(of)) | Self::All(Path::Until(of)) => of[1].is_eventual(),
            _ => false,
        }
    }

    /// Whether the formula holds in all states that can be reached where it holds: the negation is of the other class.
    pub(crate) fn is_universal(&self) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::And(operands) | Self::Or(operands) => operands.iter().all(Self::is_universal),
            Self::All(Path::Next(a)) => a.is_universal(),
            Self::All(Path::Release(of)) => of[0] == Self::Constant(false) || of[1].is_universal(),
            Self::All(Path::Until(of)) | Self::Exists(Path::Release(of)) => of[1].is_universal(),
            _ => false,
        }
    }

    /// Whether it can be seen that the other formula holds wherever this one does.
    pub(crate) fn implies(&self, other: &Self) -> bool {
        implies(self, other, &mut MAX_COMPARISONS.clone())
    }
}

fn implies(a: &Ctl, b: &Ctl, left: &mut usize) -> bool {
    if a == b {
        return true;
    }
    if *left == 0 {
        return false;
    }
    *left -= 1;
    by_left(a, b, left) || by_right(a, b, left) || by_both(a, b, left) || by_class(a, b, left)
}

fn by_left(a: &Ctl, b: &Ctl, left: &mut usize) -> bool {
    match a {
        Ctl::Constant(value) => !value,
        Ctl::And(operands) => operands.iter().any(|operand| implies(operand, b, left)),
        Ctl::Or(operands) => operands.iter().all(|operand| implies(operand, b, left)),
        Ctl::Exists(Path::Until(of)) | Ctl::All(Path::Until(of)) => {
            implies(&of[1], b, left) && implies(&of[0], b, left)
        }
        Ctl::Exists(Path::Release(of)) | Ctl::All(Path::Release(of)) => implies(&of[1], b, left),
        _ => false,
    }
}

fn by_right(a: &Ctl, b: &Ctl, left: &mut usize) -> bool {
    match b {
        Ctl::Constant(value) => *value,
        Ctl::And(operands) => operands.iter().all(|operand| implies(a, operand, left)),
        Ctl::Or(operands) => operands.iter().any(|operand| implies(a, operand, left)),
        Ctl::Exists(Path::Until(of)) | Ctl::All(Path::Until(of)) => implies(a, &of[1], left),
        Ctl::Exists(Path::Release(of)) | Ctl::All(Path::Release(of)) => {
            implies(a, &of[1], left) && implies(a, &of[0], left)
        }
        _ => false,
    }
}

/// Operators are monotonic. What every path is like, some path is like, too, but a deadlock has no second state.
fn by_both(a: &Ctl, b: &Ctl, left: &mut usize) -> bool {
    let (one, other) = match (a, b) {
        (Ctl::Exists(one), Ctl::Exists(other)) | (Ctl::All(one), Ctl::All(other)) => (one, other),
        (Ctl::All(one), Ctl::Exists(other)) if !matches!(one, Path::Next(_)) => (one, other),
        _ => return false,
    };
    match (one, other) {
        (Path::Next(a), Path::Next(b)) => implies(a, b, left),
        (Path::Until(a), Path::Until(b)) | (Path::Release(a), Path::Release(b)) => {
            implies(&a[1], &b[1], left) && implies(&a[0], &b[0], left)
        }
        _ => false,
    }
}

/// What is eventual holds where a state is reached in which it is implied; what is universal implies wherever it leads what it implies here.
fn by_class(a: &Ctl, b: &Ctl, left: &mut usize) -> bool {
    let reached = match a {
        Ctl::Exists(Path::Next(reached)) => Some(&**reached),
        Ctl::Exists(Path::Until(of)) | Ctl::All(Path::Until(of)) => Some(&of[1]),
        _ => None,
    };
    let kept = match b {
        Ctl::All(Path::Next(kept)) => Some(&**kept),
        Ctl::Exists(Path::Release(of)) | Ctl::All(Path::Release(of)) => Some(&of[1]),
        _ => None,
    };
    reached.is_some_and(|reached| b.is_eventual() && implies(reached, b, left))
        || kept.is_some_and(|kept| a.is_universal() && implies(a, kept, left))
}
