//! Evaluation of assertions in a marking.

use super::error::Problem;
use super::{Binding, Interpreter, Marking, SemanticsError};
use crate::{Assertion, Reading, Value};

impl Interpreter<'_> {
    /// Returns whether the condition of an assertion of this net holds in `marking`.
    ///
    /// # Errors
    /// If a place that it reads does not hold exactly one token, or if the token's value is not of the variable's sort,
    /// or if the condition is undefined. The claim fails in these cases, too.
    ///
    /// # Panics
    /// If [`Net::validate`](crate::Net::validate) has not accepted the assertion.
    pub fn holds(&self, assertion: &Assertion, marking: &Marking) -> Result<bool, SemanticsError> {
        let read = |reading: &Reading| Ok((reading.variable, self.read(reading, marking)?));
        let binding: Result<Binding, Problem> = assertion.reads.iter().map(read).collect();
        let at = |problem| SemanticsError { element: assertion.id.clone(), problem };
        let binding = binding.map_err(at)?;
        self.evaluator.holds(&assertion.condition, &binding).map_err(|failure| failure.at(&assertion.id))
    }

    /// Returns the value of the only token in a place.
    fn read(&self, reading: &Reading, marking: &Marking) -> Result<Value, Problem> {
        let sort = self.net.declarations.variables[reading.variable.index()].sort;
        let tokens = marking.place(reading.place);
        match (tokens.iter().next(), tokens.total()) {
            (Some((value, _)), 1) if self.net.is_value_of(sort, value) => Ok(value.clone()),
            (Some((value, _)), 1) => Err(Problem::out_of_sort(self.net, sort, value)),
            _ => Err(Problem::Undefined("a place that is read does not hold exactly one token")),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::semantics::{Interpreter, initial};
    use crate::{
        Assertion, Inscription, Net, Operator, Place, PlaceId, Reading, Sort, SortDeclaration, SortId, Term,
        Value, VariableDeclaration, VariableId,
    };

    fn number(number: i64) -> Term {
        Term::Literal { sort: SortId::new(1), value: Value::Integer(number) }
    }

    /// Returns whether `10 / (x - 1) > 4` holds if a place holds these tokens, where x is from 0 to 8; otherwise the
    /// error.
    fn holds(tokens: &[i64]) -> Result<bool, String> {
        let mut net = Net::new("n");
        for (id, end) in [("number", 99), ("digit", 8)] {
            let sort = Sort::Range { start: 0, end };
            net.declarations.sorts.push(SortDeclaration { id: id.into(), name: None, sort });
        }
        net.declarations.variables.push(VariableDeclaration {
            id: "x".into(),
            name: None,
            sort: SortId::new(2),
        });
        let sum = Term::Apply(Operator::Sum, tokens.iter().copied().map(number).collect());
        let sum = if tokens.is_empty() { Term::Empty(SortId::new(1)) } else { sum };
        let initial_tokens = Inscription::Term(Box::new(sum));
        net.add_place(Place { sort: SortId::new(1), initial: initial_tokens, ..Place::with_tokens("p", 0) });
        let x = Term::Variable(VariableId::new(0));
        let divisor = Term::Apply(Operator::Subtract, vec![x, number(1)]);
        let quotient = Term::Apply(Operator::Divide, vec![number(10), divisor]);
        net.assertions.push(Assertion {
            id: "a".into(),
            reads: vec![Reading { place: PlaceId::new(0), variable: VariableId::new(0) }],
            condition: Term::Apply(Operator::Greater, vec![quotient, number(4)]),
            span: None,
        });
        let found = net.validate();
        assert!(found.is_empty(), "{found}");
        let start = initial(&net).unwrap();
        Interpreter::new(&net).holds(&net.assertions[0], &start).map_err(|error| error.to_string())
    }

    #[test]
    fn a_condition_is_about_the_value_of_the_token() {
        assert_eq!((holds(&[3]), holds(&[4])), (Ok(true), Ok(false)));
    }

    #[test]
    fn an_undefined_condition_is_an_error() {
        assert_eq!(holds(&[1]), Err("`a`: a division by zero".into()));
    }

    #[test]
    fn a_place_that_is_read_holds_one_token_of_the_variables_sort() {
        let not_one = "`a`: a place that is read does not hold exactly one token";
        for tokens in [&[][..], &[3, 3], &[3, 4]] {
            assert_eq!(holds(tokens), Err(not_one.into()));
        }
        assert_eq!(holds(&[9]), Err("`a`: the value 9, which is not of the sort `digit`".into()));
    }
}
