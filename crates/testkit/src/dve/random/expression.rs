//! Numbers and conditions.

use sanderling_dve::syntax::{
    BinaryOperator as Binary, Expression, ExpressionKind as Kind, Name, PrefixOperator as Prefix, Variable,
};

use super::Maker;
use super::tree::{binary, number, of, prefix};

/// Numbers that some width cannot hold, or only just.
const BORDERS: &[i32] =
    &[-1, 127, 255, 256, -256, 300, 32_767, 32_768, -32_768, 65_535, 65_536, i32::MAX, -i32::MAX];

const RELATIONS: &[Binary] =
    &[Binary::Equal, Binary::Unequal, Binary::Less, Binary::AtMost, Binary::Greater, Binary::AtLeast];

impl Maker<'_> {
    /// Returns any number.
    pub(super) fn number(&mut self, process: usize, depth: usize) -> Expression {
        if depth == 0 || self.often(0.3) {
            return self.leaf(process);
        }
        match self.below(12) {
            0 => {
                let operator = self.pick(&[Prefix::Negate, Prefix::Invert, Prefix::Not]);
                prefix(operator, self.number(process, depth - 1))
            }
            1 => self.condition(process, depth - 1),
            2 => {
                let operator = self.pick(&[Binary::Divide, Binary::Remainder]);
                let dividend = self.number(process, depth - 1);
                binary(operator, dividend, self.divisor(process, depth - 1))
            }
            3 => {
                let operator = self.pick(&[Binary::ShiftLeft, Binary::ShiftRight]);
                let shifted = self.number(process, depth - 1);
                binary(operator, shifted, self.count(process, depth - 1))
            }
            _ => {
                let operators = [
                    Binary::Add,
                    Binary::Subtract,
                    Binary::Multiply,
                    Binary::BitAnd,
                    Binary::BitOr,
                    Binary::BitXor,
                ];
                let operator = self.pick(&operators);
                let left = self.number(process, depth - 1);
                binary(operator, left, self.number(process, depth - 1))
            }
        }
    }

    /// Returns a number that is usually small and not negative.
    pub(super) fn small(&mut self, process: usize) -> Expression {
        if self.often(self.shape.wild) {
            return self.number(process, self.shape.depth);
        }
        match self.below(8) {
            0 | 1 => number(self.pick(&[0, 1, 2, 3])),
            2 => self.condition(process, 1),
            3 | 4 => {
                let sum = binary(Binary::Add, self.value(process), number(1));
                self.masked(sum)
            }
            5 => self.value(process),
            _ => {
                let any = self.number(process, self.shape.depth);
                self.masked(any)
            }
        }
    }

    fn masked(&mut self, value: Expression) -> Expression {
        if self.often(0.2) {
            binary(Binary::Remainder, value, number(self.pick(&[2, 3])))
        } else {
            binary(Binary::BitAnd, value, number(self.pick(&[1, 1, 3])))
        }
    }

    /// Returns any condition.
    pub(super) fn condition(&mut self, process: usize, depth: usize) -> Expression {
        if depth > 0 && self.often(0.4) {
            let operator = self.pick(&[Binary::And, Binary::And, Binary::Or, Binary::Or, Binary::Imply]);
            let left = self.condition(process, depth - 1);
            return binary(operator, left, self.condition(process, depth - 1));
        }
        match self.below(12) {
            0 => prefix(Prefix::Not, self.condition(process, depth.saturating_sub(1))),
            1 => self.number(process, depth),
            2 => self.protected(process).unwrap_or_else(|| number(1)),
            3 => self.location_predicate(),
            4 => prefix(Prefix::Negate, self.value(process)),
            5 => {
                let relation = self.pick(RELATIONS);
                let left = self.number(process, depth);
                binary(relation, left, self.number(process, depth))
            }
            _ => {
                let relation = self.pick(RELATIONS);
                let left = self.value(process);
                binary(relation, left, number(self.pick(&[0, 0, 1, 1, 2])))
            }
        }
    }

    /// Returns `i >= 0 and i < n and a[i] == 1` or `d != 0 and n / d == 1`, which never fail.
    fn protected(&mut self, process: usize) -> Option<Expression> {
        let visible = self.visible(process);
        let at = self.leaf(process);
        let relation = |operator, right| binary(operator, at.clone(), number(right));
        if self.often(0.5) {
            let quotient = binary(Binary::Divide, self.leaf(process), at.clone());
            let is_one = binary(Binary::Equal, quotient, number(1));
            return Some(binary(Binary::And, relation(Binary::Unequal, 0), is_one));
        }
        let arrays: Vec<_> = visible.into_iter().filter(|variable| variable.length.is_some()).collect();
        let array = if arrays.is_empty() { return None } else { self.pick(&arrays) };
        let length = array.length?.value;
        let element = of(Kind::Element(array.name, Box::new(at.clone())));
        let is_one = binary(Binary::Equal, element, number(1));
        if self.often(0.5) {
            let is_within = binary(Binary::And, relation(Binary::AtLeast, 0), relation(Binary::Less, length));
            return Some(binary(Binary::And, is_within, is_one));
        }
        let is_outside = binary(Binary::Or, relation(Binary::Less, 0), relation(Binary::AtLeast, length));
        Some(binary(Binary::Or, is_outside, is_one))
    }

    fn leaf(&mut self, process: usize) -> Expression {
        match self.below(10) {
            0 | 1 => self.literal(),
            2 if self.often(0.3) => self.location_predicate(),
            3 => self.foreign(process).unwrap_or_else(|| self.literal()),
            _ => self.value(process),
        }
    }

    /// Returns the content of a variable, if there is one.
    pub(super) fn value(&mut self, process: usize) -> Expression {
        let visible = self.visible(process);
        if visible.is_empty() { self.literal() } else { self.read(process, &visible) }
    }

    fn literal(&mut self) -> Expression {
        if self.often(self.shape.large) {
            number(self.pick(BORDERS))
        } else {
            number(self.pick(&[0, 1, 2, 3]))
        }
    }

    /// Returns a variable, or an element of an array.
    fn read(&mut self, process: usize, variables: &[Variable]) -> Expression {
        let variable = self.pick(variables);
        match self.index(process, &variable) {
            Some(index) => of(Kind::Element(variable.name, Box::new(index))),
            None => of(Kind::Variable(variable.name)),
        }
    }

    /// Returns a position in an array; sometimes none, which stands for the first.
    pub(super) fn index(&mut self, process: usize, variable: &Variable) -> Option<Expression> {
        let length = variable.length?.value;
        if self.often(0.1) {
            return None;
        }
        Some(if self.often(self.shape.wild) {
            self.number(process, 1)
        } else if length > 1 && self.often(0.4) {
            binary(Binary::BitAnd, self.scalar(process), number(1))
        } else {
            number(self.random_index(length))
        })
    }

    fn random_index(&mut self, length: i32) -> i32 {
        let positions: Vec<i32> = (0..length).collect();
        self.pick(&positions)
    }

    /// Returns a number without an index.
    fn scalar(&mut self, process: usize) -> Expression {
        let scalars = self.visible(process).into_iter().filter(|variable| variable.length.is_none());
        let names: Vec<Name> = scalars.map(|variable| variable.name).collect();
        if names.is_empty() { number(1) } else { of(Kind::Variable(self.pick(&names))) }
    }

    /// Returns whether a process is at a location.
    pub(super) fn location_predicate(&mut self) -> Expression {
        let other = self.below(self.processes.len());
        of(Kind::Location(self.processes[other].name.clone(), self.location(other)))
    }

    pub(super) fn location(&mut self, process: usize) -> Name {
        let states = self.processes[process].states.clone();
        self.pick(&states)
    }

    /// Returns a variable that is visible in an earlier process.
    fn foreign(&mut self, process: usize) -> Option<Expression> {
        if process == 0 || process != self.looks_into_others {
            return None;
        }
        let other = self.below(process);
        let seen: Vec<_> = self.visible(other).into_iter().filter(|variable| !variable.is_const).collect();
        let variable = if seen.is_empty() { return None } else { self.pick(&seen) };
        let index = self.index(process, &variable).map(Box::new);
        Some(of(Kind::Foreign(self.processes[other].name.clone(), variable.name, index)))
    }

    fn divisor(&mut self, process: usize, depth: usize) -> Expression {
        if self.often(self.shape.wild) {
            return self.number(process, depth);
        }
        if self.often(0.7) {
            return number(self.pick(&[1, 2, 2, 3, -2]));
        }
        let any = self.number(process, depth);
        binary(Binary::Add, binary(Binary::BitAnd, any, number(3)), number(1))
    }

    fn count(&mut self, process: usize, depth: usize) -> Expression {
        if self.often(self.shape.wild) {
            return if self.often(0.3) {
                number(self.pick(&[15, 31, 32]))
            } else {
                self.number(process, depth)
            };
        }
        if self.often(0.6) {
            return number(self.pick(&[0, 1, 2]));
        }
        let any = self.number(process, depth);
        binary(Binary::BitAnd, any, number(3))
    }
}
