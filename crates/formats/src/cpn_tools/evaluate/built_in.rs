//! Built-in functions of CPN ML.

use sanderling_net::{Operator, Term};

use super::Evaluator;
use crate::cpn_tools::colour::Parts;
use crate::cpn_tools::meaning::{Meaning, Shape};
use crate::cpn_tools::ml::Binary;
use crate::cpn_tools::problem::{Outcome, Problem};

/// Functions on values.
const FUNCTIONS: [&str; 12] = [
    "not",
    "~",
    "abs",
    "hd",
    "tl",
    "length",
    "null",
    "List.hd",
    "List.tl",
    "List.length",
    "List.null",
    "List.tabulate",
];

impl Evaluator<'_> {
    pub(super) fn is_built_in(&self, name: &str) -> bool {
        let of_colour_set =
            name.rsplit_once('.').and_then(|(colour, own)| Some((self.colours().find(colour)?, own)));
        FUNCTIONS.contains(&name) || matches!(of_colour_set, Some((_, "all" | "mult")))
    }

    pub(super) fn built_in(&mut self, name: &str, argument: &Meaning) -> Outcome<Meaning> {
        match name.strip_prefix("List.").unwrap_or(name) {
            "not" => self.not(argument),
            "~" => {
                let zero = Meaning::new(Shape::Number(0))?;
                self.binary(Binary::Subtract, &zero, argument)
            }
            "abs" => match argument.shape() {
                Shape::Number(number) => {
                    let absolute = number
                        .checked_abs()
                        .ok_or_else(|| Problem::new("a number that becomes too large"))?;
                    Meaning::new(Shape::Number(absolute))
                }
                _ => Err(Problem::new("`abs` of a value that is unknown before the net fires")),
            },
            "tabulate" => self.tabulate(argument),
            own @ ("hd" | "tl" | "length" | "null") => self.of_list(own, argument),
            _ => {
                let (colour, own) = name.rsplit_once('.').unwrap_or_default();
                let colour = self.colours().named(colour)?;
                match own {
                    "all" => Meaning::new(Shape::All(colour)),
                    _ => Ok(argument.clone()),
                }
            }
        }
    }

    fn of_list(&mut self, name: &str, list: &Meaning) -> Outcome<Meaning> {
        let empty = || Problem::new(format!("`{name}` of the empty list"));
        match list.shape() {
            Shape::List(parts) => match name {
                "hd" => parts.first().cloned().ok_or_else(empty),
                "tl" => {
                    self.spend(parts.len())?;
                    Meaning::new(Shape::List(parts.get(1..).ok_or_else(empty)?.to_vec()))
                }
                "length" => Meaning::new(Shape::Number(parts.len() as i64)),
                _ => Meaning::new(Shape::Truth(parts.is_empty())),
            },
            Shape::Term(list, Some(colour)) => {
                let Parts::List(element) = self.colours().get(*colour).parts else {
                    return Err(Problem::new(format!("`{name}` of something that is not a list")));
                };
                let zero = self.lower.number(&Meaning::new(Shape::Number(0))?)?;
                let length = Term::Apply(Operator::Length, vec![list.clone()]);
                match name {
                    "hd" => self.term(Term::Apply(Operator::Index, vec![list.clone(), zero]), Some(element)),
                    "tl" => self.term(Term::Apply(Operator::RemoveFirst, vec![list.clone()]), Some(*colour)),
                    "length" => self.term(length, None),
                    _ => self.operation(Operator::Equal, vec![length, zero]),
                }
            }
            _ => Err(Problem::new(format!("`{name}` of a value that is unknown before the net fires"))),
        }
    }

    /// Returns the list of a function's values for 0, 1 and so on.
    fn tabulate(&mut self, argument: &Meaning) -> Outcome<Meaning> {
        let count = self.select("1", argument)?;
        let function = self.select("2", argument)?;
        let &Shape::Number(count) = count.shape() else {
            return Err(Problem::new("`List.tabulate` of a number that is not known before the net fires"));
        };
        let mut parts = Vec::new();
        for number in 0..count {
            self.spend(1)?;
            let number = Meaning::new(Shape::Number(number))?;
            parts.push(self.apply(&function, number)?);
        }
        Meaning::new(Shape::List(parts))
    }
}
