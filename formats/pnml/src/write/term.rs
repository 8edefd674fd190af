//! Writing of terms in the standard's form: if a multiset is wanted, a value has its number, `1'x`.

use sanderling_net::format::WriteError;
use sanderling_net::{Net, Operator, Sort, SortId, Term, Value, VariableId};

use super::structure::{Structure, Written, unsupported};
use crate::coloured::OPERATORS;
use crate::writable::check_words;

/// A writer of the terms of a net.
#[derive(Debug)]
pub(crate) struct Terms<'n> {
    pub(super) net: &'n Net,
    pub(super) out: Structure,
}

impl Terms<'_> {
    /// Writes a term that denotes a multiset.
    pub(crate) fn multiset(&mut self, term: &Term) -> Written {
        match term {
            multiset if is_multiset(multiset) => self.value(multiset),
            _ => {
                self.out.open("numberof", &[])?;
                self.subterm(|terms| terms.number("1", Some(1)))?;
                self.subterm(|terms| terms.value(term))?;
                self.out.close();
                Ok(())
            }
        }
    }

    /// Writes this number of plain tokens.
    pub(crate) fn tokens(&mut self, count: u64) -> Written {
        self.out.open("numberof", &[])?;
        self.subterm(|terms| terms.number(&count.to_string(), Some(1)))?;
        self.subterm(|terms| terms.out.leaf("dotconstant", &[]))?;
        self.out.close();
        Ok(())
    }

    /// Writes a term unchanged.
    pub(crate) fn value(&mut self, term: &Term) -> Written {
        match term {
            Term::Variable(variable) => {
                let id = self.variable_id(*variable);
                self.out.leaf("variable", &[("refvariable", id.as_str())])
            }
            Term::Literal { sort, value } => self.literal(*sort, value),
            Term::Tuple(parts) => self.apply("tuple", &[], parts),
            Term::All(sort) => self.of_sort("all", *sort),
            Term::Empty(sort) => self.of_sort("empty", *sort),
            Term::Apply(operator, arguments) => self.operation(*operator, arguments),
        }
    }

    fn operation(&mut self, operator: Operator, arguments: &[Term]) -> Written {
        match (operator, arguments) {
            (Operator::Sum | Operator::Difference, _) => {
                self.out.open(if operator == Operator::Sum { "add" } else { "subtract" }, &[])?;
                arguments.iter().try_for_each(|part| self.subterm(|terms| terms.multiset(part)))?;
                self.out.close();
                Ok(())
            }
            (Operator::NumberOf, [number, multiset]) => {
                self.out.open(if is_multiset(multiset) { "scalarproduct" } else { "numberof" }, &[])?;
                self.subterm(|terms| terms.value(number))?;
                self.subterm(|terms| terms.value(multiset))?;
                self.out.close();
                Ok(())
            }
            (Operator::Wrap(sort), [Term::Apply(step @ (Operator::Add | Operator::Subtract), parts)]) => {
                let one = Value::Integer(1);
                match parts.as_slice() {
                    [number, Term::Literal { value, .. }] if *value == one && self.is_of(number, sort) => {
                        let name = if *step == Operator::Add { "successor" } else { "predecessor" };
                        self.apply(name, &[], std::slice::from_ref(number))
                    }
                    _ => Err(unsupported("a number that is wrapped around a range")),
                }
            }
            (Operator::Successor, _) => self.apply("successor", &[], arguments),
            (Operator::Predecessor, _) => self.apply("predecessor", &[], arguments),
            (Operator::Equal, _) => self.apply("equality", &[], arguments),
            (Operator::PartitionElementOf(partition), _) => {
                let id = self.net.partition(partition).id.clone();
                self.apply("partitionelementof", &[("refpartition", &id)], arguments)
            }
            (Operator::PartitionLess(_), _) => self.apply("ltp", &[], arguments),
            (Operator::Declared(operator), _) => {
                let id = self.net.operator(operator).id.clone();
                self.apply("useroperator", &[("declaration", &id)], arguments)
            }
            (Operator::MakeList, _) => self.apply("makelist", &[], arguments),
            (Operator::Append, _) => self.apply("listappend", &[], arguments),
            (Operator::Index, [list, Term::Literal { value: Value::Integer(index), .. }]) => {
                self.apply("memberatindex", &[("index", &index.to_string())], std::slice::from_ref(list))
            }
            (
                Operator::Slice,
                [whole, Term::Literal { value: start, .. }, Term::Literal { value: length, .. }],
            ) => {
                let (Value::Integer(start), Value::Integer(length)) = (start, length) else {
                    return Err(unsupported("a part of a string or a list from what is no number"));
                };
                let attributes = [("start", &*start.to_string()), ("length", &*length.to_string())];
                let name = if self.is_string(whole) { "substring" } else { "sublist" };
                self.apply(name, &attributes, std::slice::from_ref(whole))
            }
            (operator, [first, ..]) if self.is_string(first) && string_operator(operator).is_some() => {
                self.apply(string_operator(operator).unwrap_or_default(), &[], arguments)
            }
            (Operator::Length, _) => self.apply("listlength", &[], arguments),
            (Operator::Concatenate, _) => self.apply("listconcatenation", &[], arguments),
            _ => match OPERATORS.iter().find(|(_, known, ..)| *known == operator) {
                Some((name, ..)) => self.apply(name, &[], arguments),
                None => Err(unsupported(format!("PNML cannot express the operator `{operator:?}`"))),
            },
        }
    }

    /// Returns whether a term is known to be a number of this range.
    fn is_of(&self, term: &Term, range: SortId) -> bool {
        match term {
            Term::Variable(variable) => self.net.declarations.variables[variable.index()].sort == range,
            Term::Literal { sort, .. } | Term::Apply(Operator::Wrap(sort), _) => *sort == range,
            _ => false,
        }
    }

    /// Returns whether a term is known to be a string.
    fn is_string(&self, term: &Term) -> bool {
        let sort = match term {
            Term::Variable(variable) => self.net.declarations.variables[variable.index()].sort,
            Term::Literal { sort, .. } => *sort,
            Term::Apply(Operator::Concatenate | Operator::Slice, parts) => {
                return parts.first().is_some_and(|first| self.is_string(first));
            }
            _ => return false,
        };
        *self.net.sort(sort) == Sort::String
    }

    fn literal(&mut self, sort: SortId, value: &Value) -> Written {
        match (value, self.net.sort(sort)) {
            (Value::Dot, _) => self.out.leaf("dotconstant", &[]),
            (Value::Bool(truth), _) => self.out.leaf("booleanconstant", &[("value", &truth.to_string())]),
            (Value::Constant(position), Sort::Enumeration { constants, .. }) => {
                let id = constants.get(*position as usize).map(|constant| constant.id.clone());
                self.out.leaf("useroperator", &[("declaration", &id.unwrap_or_default())])
            }
            (Value::Integer(number), Sort::Range { start, end }) => {
                let (start, end) = (start.to_string(), end.to_string());
                self.out.open("finiteintrangeconstant", &[("value", &number.to_string())])?;
                self.out.leaf("finiteintrange", &[("start", &start), ("end", &end)])?;
                self.out.close();
                Ok(())
            }
            (Value::Integer(number), Sort::Integer { minimum }) => self.number(&number.to_string(), *minimum),
            (Value::String(words), _) => {
                check_words(words).map_err(WriteError::Unsupported)?;
                self.out.open("stringconstant", &[])?;
                self.out.open("value", &[])?;
                self.out.words(words);
                self.out.close();
                self.out.close();
                Ok(())
            }
            (Value::Tuple(values), Sort::Product(sorts)) => {
                let part =
                    |(value, sort): (&Value, &SortId)| Term::Literal { sort: *sort, value: value.clone() };
                self.apply("tuple", &[], &values.iter().zip(sorts).map(part).collect::<Vec<_>>())
            }
            (Value::List(values), Sort::List { element, .. }) => {
                let part = |value: &Value| Term::Literal { sort: *element, value: value.clone() };
                self.apply("makelist", &[], &values.iter().map(part).collect::<Vec<_>>())
            }
            _ => Err(unsupported(format!("PNML cannot express the constant {value:?}"))),
        }
    }

    fn number(&mut self, number: &str, minimum: Option<i64>) -> Written {
        self.out.open("numberconstant", &[("value", number)])?;
        self.out.leaf(numbers(minimum)?, &[])?;
        self.out.close();
        Ok(())
    }

    fn of_sort(&mut self, name: &'static str, sort: SortId) -> Written {
        self.out.open(name, &[])?;
        self.sort(sort)?;
        self.out.close();
        Ok(())
    }

    /// Writes a reference to a sort.
    pub(crate) fn sort(&mut self, sort: SortId) -> Written {
        let id = self.net.declarations.sorts[sort.index()].id.clone();
        self.out.leaf("usersort", &[("declaration", &id)])
    }

    fn apply(&mut self, name: &'static str, attributes: &[(&str, &str)], arguments: &[Term]) -> Written {
        self.out.open(name, attributes)?;
        arguments.iter().try_for_each(|argument| self.subterm(|terms| terms.value(argument)))?;
        self.out.close();
        Ok(())
    }

    fn subterm(&mut self, term: impl FnOnce(&mut Self) -> Written) -> Written {
        self.out.open("subterm", &[])?;
        term(self)?;
        self.out.close();
        Ok(())
    }

    fn variable_id(&self, variable: VariableId) -> String {
        self.net.declarations.variables[variable.index()].id.clone()
    }
}

/// Returns the standard's name of an operator whose arguments are strings.
fn string_operator(operator: Operator) -> Option<&'static str> {
    Some(match operator {
        Operator::Less => "lts",
        Operator::LessOrEqual => "leqs",
        Operator::Greater => "gts",
        Operator::GreaterOrEqual => "geqs",
        Operator::Length => "stringlength",
        Operator::Concatenate => "stringconcatenation",
        _ => return None,
    })
}

/// Returns whether a term cannot denote a single value.
fn is_multiset(term: &Term) -> bool {
    match term {
        Term::All(_) | Term::Empty(_) => true,
        Term::Apply(operator, _) => {
            matches!(operator, Operator::Sum | Operator::Difference | Operator::NumberOf)
        }
        _ => false,
    }
}

/// Returns the standard's name of the integers from a minimum on.
pub(super) fn numbers(minimum: Option<i64>) -> Result<&'static str, WriteError> {
    match minimum {
        None => Ok("integer"),
        Some(0) => Ok("natural"),
        Some(1) => Ok("positive"),
        Some(least) => Err(unsupported(format!("the integers from {least} on"))),
    }
}
