//! The operators whose arguments need no special treatment.

use sanderling_net::{Diagnostic, Operator, Term};

use super::dictionary::Translation;
use super::forest::Tree;
use super::term::{Kind, Typed, Wanted};
use crate::number::shortened;

const ANY: usize = usize::MAX;

/// The names of elements, their operators, and their minimum and maximum numbers of arguments.
pub(crate) const OPERATORS: [(&str, Operator, usize, usize); 28] = [
    ("add", Operator::Sum, 1, ANY),
    ("subtract", Operator::Difference, 2, ANY),
    ("cardinality", Operator::Cardinality, 1, 1),
    ("inequality", Operator::NotEqual, 2, 2),
    ("lessthan", Operator::Less, 2, 2),
    ("lessthanorequal", Operator::LessOrEqual, 2, 2),
    ("greaterthan", Operator::Greater, 2, 2),
    ("greaterthanorequal", Operator::GreaterOrEqual, 2, 2),
    ("lt", Operator::Less, 2, 2),
    ("leq", Operator::LessOrEqual, 2, 2),
    ("gt", Operator::Greater, 2, 2),
    ("geq", Operator::GreaterOrEqual, 2, 2),
    ("and", Operator::And, 1, ANY),
    ("or", Operator::Or, 1, ANY),
    ("imply", Operator::Imply, 2, 2),
    ("not", Operator::Not, 1, 1),
    ("addition", Operator::Add, 2, 2),
    ("subtraction", Operator::Subtract, 2, 2),
    ("mult", Operator::Multiply, 2, 2),
    ("div", Operator::Divide, 2, 2),
    ("mod", Operator::Remainder, 2, 2),
    ("lts", Operator::Less, 2, 2),
    ("leqs", Operator::LessOrEqual, 2, 2),
    ("gts", Operator::Greater, 2, 2),
    ("geqs", Operator::GreaterOrEqual, 2, 2),
    ("stringlength", Operator::Length, 1, 1),
    ("stringconcatenation", Operator::Concatenate, 2, 2),
    ("listconcatenation", Operator::Concatenate, 2, 2),
];

/// Operators of the standard that occur in no known file and whose meaning the standard leaves open.
const UNSUPPORTED: [&str; 5] = ["cardinalityof", "contains", "stringappend", "unparsed", "arbitraryoperator"];

impl<'f, 'a> Translation<'_, 'f, 'a> {
    /// Translates an operator of the table with its arguments.
    pub(crate) fn operator_term(&mut self, tree: Tree<'f, 'a>, wanted: Wanted) -> Option<Typed> {
        let name = tree.name();
        let Some(&(_, operator, least, most)) = OPERATORS.iter().find(|(known, ..)| *known == name) else {
            return self.refuse(tree, unknown(name));
        };
        let arguments = self.arguments(tree, least, most)?;
        let (mut terms, mut kind) = (Vec::with_capacity(arguments.len()), Kind::Unknown);
        for argument in arguments {
            let wanted = match operator {
                Operator::Sum | Operator::Difference | Operator::Cardinality => {
                    Wanted::multiset(wanted.sort().or(kind.sort()))
                }
                _ => Wanted::value(kind.sort()),
            };
            let typed = self.term(argument, wanted)?;
            kind = if kind == Kind::Unknown { typed.kind } else { kind };
            terms.push(typed.term);
        }
        if terms.len() == 1 && matches!(operator, Operator::Sum | Operator::And | Operator::Or) {
            return terms.pop().map(|term| Typed { term, kind });
        }
        let keeps_kind = matches!(operator, Operator::Sum | Operator::Difference | Operator::Concatenate);
        let kind = if keeps_kind { kind } else { Kind::Unknown };
        Some(Typed { term: Term::Apply(operator, terms), kind })
    }
}

fn unknown(name: &str) -> Diagnostic {
    if UNSUPPORTED.contains(&name) {
        return Diagnostic::error(format!("the unsupported operator `{name}`"))
            .expected("an operator of symmetric nets, of integers, of strings or of lists")
            .help("write the term without it, or read the net in another format that says what it means");
    }
    Diagnostic::error(format!("the unknown operator `{}`", shortened(name))).expected("a term")
}
