//! Operators.

use sanderling_net::{Operator, Sort, SortId, Term, Value};

use super::Evaluator;
use crate::cpn_tools::colour::Parts;
use crate::cpn_tools::meaning::{Meaning, Shape};
use crate::cpn_tools::ml::Binary;
use crate::cpn_tools::problem::{Outcome, Problem};

impl Evaluator<'_> {
    pub(super) fn binary(&mut self, operator: Binary, left: &Meaning, right: &Meaning) -> Outcome<Meaning> {
        match operator {
            Binary::Copies if right.is_multiset() => {
                Err(Problem::new("copies of a multiset").help("write `n ** m`"))
            }
            Binary::Copies | Binary::Scale => Meaning::new(Shape::Copies(left.clone(), right.clone())),
            Binary::Sum => self.sum(&[left.clone(), right.clone()]),
            Binary::Difference => Meaning::new(Shape::Difference(left.clone(), right.clone())),
            Binary::Add | Binary::Subtract | Binary::Multiply => self.arithmetic(operator, left, right),
            Binary::Divide | Binary::Modulo => self.division(operator, left, right),
            Binary::Equal => self.equal(left, right),
            Binary::NotEqual => {
                let equal = self.equal(left, right)?;
                self.not(&equal)
            }
            Binary::Less | Binary::LessOrEqual | Binary::Greater | Binary::GreaterOrEqual => {
                self.order(operator, left, right)
            }
            Binary::And | Binary::Or => self.connective(operator, left, right),
            Binary::Cons => match right.shape() {
                Shape::List(parts) => {
                    self.spend(parts.len())?;
                    Meaning::new(Shape::List([std::slice::from_ref(left), parts].concat()))
                }
                _ => Err(Problem::new("`::` before a list that is not known before the net fires")),
            },
            Binary::Join => self.join(left, right),
            Binary::At if self.is_untimed => Ok(left.clone()),
            Binary::At => {
                Err(Problem::new("a time stamp").help("`--untimed` reads the net without its times"))
            }
        }
    }

    /// Returns the sum of multisets, without nested sums.
    pub(super) fn sum(&mut self, parts: &[Meaning]) -> Outcome<Meaning> {
        let mut all = Vec::with_capacity(parts.len());
        for part in parts {
            match part.shape() {
                Shape::Sum(inner) => all.extend(inner.iter().cloned()),
                _ => all.push(part.clone()),
            }
        }
        self.spend(all.len())?;
        Meaning::new(Shape::Sum(all))
    }

    fn arithmetic(&mut self, operator: Binary, left: &Meaning, right: &Meaning) -> Outcome<Meaning> {
        if let (Shape::Number(left), Shape::Number(right)) = (left.shape(), right.shape()) {
            let result = match operator {
                Binary::Add => left.checked_add(*right),
                Binary::Subtract => left.checked_sub(*right),
                _ => left.checked_mul(*right),
            };
            return Meaning::new(Shape::Number(
                result.ok_or_else(|| Problem::new("a number that becomes too large"))?,
            ));
        }
        let operator = match operator {
            Binary::Add => Operator::Add,
            Binary::Subtract => Operator::Subtract,
            _ => Operator::Multiply,
        };
        let arguments = vec![self.lower.number(left)?, self.lower.number(right)?];
        self.operation(operator, arguments)
    }

    /// Evaluates a division. ML rounds down, the common net towards zero.
    fn division(&mut self, operator: Binary, left: &Meaning, right: &Meaning) -> Outcome<Meaning> {
        let &Shape::Number(divisor @ 1..) = right.shape() else {
            return Err(Problem::new("a division by something else than a positive constant"));
        };
        if let Shape::Number(number) = left.shape() {
            let result = match operator {
                Binary::Divide => number.div_euclid(divisor),
                _ => number.rem_euclid(divisor),
            };
            return Meaning::new(Shape::Number(result));
        }
        let (number, by) = (self.lower.number(left)?, self.lower.number(right)?);
        let apply = |operator, left: Term, right: &Term| Term::Apply(operator, vec![left, right.clone()]);
        let is_natural = self.is_natural(&number);
        let remainder = apply(Operator::Remainder, number.clone(), &by);
        let modulo = match is_natural {
            true => remainder,
            false => apply(Operator::Remainder, apply(Operator::Add, remainder, &by), &by),
        };
        let result = match operator {
            Binary::Modulo => modulo,
            _ if is_natural => apply(Operator::Divide, number, &by),
            _ => apply(Operator::Divide, apply(Operator::Subtract, number, &modulo), &by),
        };
        self.term(result, None)
    }

    /// Returns whether a term is obviously never negative.
    fn is_natural(&self, term: &Term) -> bool {
        let sort = match term {
            Term::Variable(variable) => self.colours().declarations.variables[variable.index()].sort,
            Term::Literal { value: Value::Integer(number), .. } => return *number >= 0,
            Term::Apply(Operator::Add | Operator::Multiply, parts) => {
                return parts.iter().all(|part| self.is_natural(part));
            }
            _ => return false,
        };
        matches!(self.colours().described(sort), Sort::Range { start: 0.., .. })
    }

    fn order(&mut self, operator: Binary, left: &Meaning, right: &Meaning) -> Outcome<Meaning> {
        if let (Shape::Number(left), Shape::Number(right)) = (left.shape(), right.shape()) {
            return Meaning::new(Shape::Truth(match operator {
                Binary::Less => left < right,
                Binary::LessOrEqual => left <= right,
                Binary::Greater => left > right,
                _ => left >= right,
            }));
        }
        let operator = match operator {
            Binary::Less => Operator::Less,
            Binary::LessOrEqual => Operator::LessOrEqual,
            Binary::Greater => Operator::Greater,
            _ => Operator::GreaterOrEqual,
        };
        let arguments = vec![self.lower.number(left)?, self.lower.number(right)?];
        self.operation(operator, arguments)
    }

    fn connective(&mut self, operator: Binary, left: &Meaning, right: &Meaning) -> Outcome<Meaning> {
        match (operator, left.shape(), right.shape()) {
            (Binary::And, Shape::Truth(true), _) | (Binary::Or, Shape::Truth(false), _) => {
                return Ok(right.clone());
            }
            (Binary::And, _, Shape::Truth(true)) | (Binary::Or, _, Shape::Truth(false)) => {
                return Ok(left.clone());
            }
            _ => {}
        }
        let arguments = vec![self.lower.condition(left)?, self.lower.condition(right)?];
        self.operation(if operator == Binary::And { Operator::And } else { Operator::Or }, arguments)
    }

    pub(super) fn not(&mut self, condition: &Meaning) -> Outcome<Meaning> {
        if let Shape::Truth(truth) = condition.shape() {
            return Meaning::new(Shape::Truth(!truth));
        }
        let condition = self.lower.condition(condition)?;
        self.operation(Operator::Not, vec![condition])
    }

    /// Compares two values. The result is known, or a condition on variables.
    pub(super) fn equal(&mut self, left: &Meaning, right: &Meaning) -> Outcome<Meaning> {
        self.spend(1)?;
        let truth = |truth| Meaning::new(Shape::Truth(truth));
        match (left.shape(), right.shape()) {
            (Shape::Unit, Shape::Unit) => truth(true),
            (Shape::Number(one), Shape::Number(other)) => truth(one == other),
            (Shape::Truth(one), Shape::Truth(other)) => truth(one == other),
            (Shape::Text(one), Shape::Text(other)) => truth(one == other),
            (Shape::Constant(sort, one), Shape::Constant(own, other)) if sort == own => truth(one == other),
            (Shape::Tuple(ones), Shape::Tuple(others)) if ones.len() == others.len() => {
                let pairs =
                    ones.iter().zip(others).map(|(one, other)| (one.clone(), other.clone())).collect();
                self.all_equal(pairs)
            }
            (Shape::Record(ones), Shape::Record(others)) if ones.len() == others.len() => {
                let pairs =
                    ones.iter().zip(others).map(|(one, other)| (one.1.clone(), other.1.clone())).collect();
                self.all_equal(pairs)
            }
            (Shape::List(ones), Shape::List(others)) => {
                if ones.len() != others.len() {
                    return truth(false);
                }
                self.all_equal(ones.iter().cloned().zip(others.iter().cloned()).collect())
            }
            (Shape::Variant(_, one, first), Shape::Variant(_, other, second)) => match (first, second) {
                (Some(first), Some(second)) if one == other => self.equal(&first.clone(), &second.clone()),
                _ => truth(one == other),
            },
            _ => {
                let sort = self.sort_of(left).or(self.sort_of(right));
                let sort =
                    sort.ok_or_else(|| Problem::new("a comparison of values whose colour set is not plain"))?;
                let arguments = vec![self.lower.at(left, sort)?, self.lower.at(right, sort)?];
                self.operation(Operator::Equal, arguments)
            }
        }
    }

    fn all_equal(&mut self, pairs: Vec<(Meaning, Meaning)>) -> Outcome<Meaning> {
        let mut all = Meaning::new(Shape::Truth(true))?;
        for (one, other) in pairs {
            let equal = self.equal(&one, &other)?;
            if matches!(equal.shape(), Shape::Truth(false)) {
                return Ok(equal);
            }
            all = self.connective(Binary::And, &all, &equal)?;
        }
        Ok(all)
    }

    /// Returns the sort at which a value can be compared.
    fn sort_of(&mut self, meaning: &Meaning) -> Option<SortId> {
        match meaning.shape() {
            Shape::Number(_) => Some(self.lower.colours.int()),
            Shape::Truth(_) => Some(self.lower.colours.bool()),
            Shape::Text(_) => Some(self.lower.colours.string()),
            Shape::Unit => Some(SortId::DOT),
            Shape::Constant(sort, _) => Some(*sort),
            Shape::Variant(colour, ..) => Some(self.colours().get(*colour).sort),
            Shape::Term(_, Some(colour)) => {
                let sort = self.colours().get(*colour).sort;
                let is_number = matches!(self.colours().described(sort), Sort::Range { .. });
                // A number outside of a range differs from all numbers in it; this is not an error.
                Some(if is_number { self.lower.colours.int() } else { sort })
            }
            Shape::Term(Term::Apply(operator, _), None) => match operator {
                Operator::Add
                | Operator::Subtract
                | Operator::Multiply
                | Operator::Divide
                | Operator::Remainder
                | Operator::Negate
                | Operator::Length => Some(self.lower.colours.int()),
                _ => Some(self.lower.colours.bool()),
            },
            Shape::If(_, yes, no) => self.sort_of(&yes.clone()).or_else(|| self.sort_of(&no.clone())),
            _ => None,
        }
    }

    fn join(&mut self, left: &Meaning, right: &Meaning) -> Outcome<Meaning> {
        match (left.shape(), right.shape()) {
            (Shape::Text(one), Shape::Text(other)) => {
                self.spend(one.len() + other.len())?;
                Meaning::new(Shape::Text(format!("{one}{other}")))
            }
            (Shape::List(one), Shape::List(other)) => {
                self.spend(one.len() + other.len())?;
                Meaning::new(Shape::List([&one[..], &other[..]].concat()))
            }
            (Shape::Term(list, Some(colour)), Shape::List(added)) => {
                let Parts::List(element) = self.colours().get(*colour).parts else {
                    return Err(Problem::new("`^^` after something that is not a list"));
                };
                let (mut list, element) = (list.clone(), self.colours().get(element).sort);
                for part in added {
                    list = Term::Apply(Operator::Append, vec![list, self.lower.at(part, element)?]);
                }
                self.term(list, Some(*colour))
            }
            _ => Err(Problem::new("`^` or `^^` with a value that is unknown before the net fires")),
        }
    }
}
