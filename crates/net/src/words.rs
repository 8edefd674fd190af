//! Descriptions of sorts and terms for people.

use crate::{Net, Operator, Sort, SortId, Term, Value};

/// Maximum depth of a term that is described.
const DEEPEST: usize = 64;

impl Net {
    /// Describes a sort by its name or, without one, its id.
    #[must_use]
    pub fn sort_text(&self, id: SortId) -> String {
        let declaration = &self.declarations.sorts[id.index()];
        match &declaration.sort {
            Sort::Array { element, length } => {
                format!("{}[{length}]", self.declarations.sorts[element.index()].id)
            }
            _ => declaration.name.clone().unwrap_or_else(|| declaration.id.clone()),
        }
    }

    /// Describes a term, cut off after `longest` characters.
    #[must_use]
    pub fn term_text(&self, term: &Term, longest: usize) -> String {
        let text = Words { net: self, longest }.term(term, 0);
        match text.char_indices().nth(longest) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }
}

struct Words<'n> {
    net: &'n Net,
    /// Maximum number of arguments that are described.
    longest: usize,
}

impl Words<'_> {
    fn term(&self, term: &Term, depth: usize) -> String {
        if depth > DEEPEST {
            return "…".to_owned();
        }
        match term {
            Term::Variable(id) => self.net.declarations.variables[id.index()].id.clone(),
            Term::Literal { sort, value } => self.net.value_text(*sort, value),
            Term::Tuple(parts) => format!("({})", self.list(parts, depth, ", ")),
            Term::All(sort) => format!("{}.all", self.net.sort_text(*sort)),
            Term::Empty(_) => "∅".to_owned(),
            Term::Apply(operator, arguments) => self.apply(*operator, arguments, depth + 1),
        }
    }

    fn list(&self, terms: &[Term], depth: usize, between: &str) -> String {
        let shown = terms.iter().take(self.longest).map(|term| self.term(term, depth + 1));
        shown.collect::<Vec<_>>().join(between)
    }

    fn apply(&self, operator: Operator, arguments: &[Term], depth: usize) -> String {
        let all = |between: &str| self.list(arguments, depth, between);
        let part = |index: usize| arguments.get(index).map_or_else(String::new, |one| self.term(one, depth));
        match operator {
            Operator::NumberOf if is_one(arguments.first()) => part(1),
            Operator::NumberOf => all("'"),
            Operator::Wrap(_) | Operator::Within(_) => part(0),
            Operator::Successor => format!("{}++", part(0)),
            Operator::Predecessor => format!("{}--", part(0)),
            Operator::Not => format!("¬{}", part(0)),
            Operator::Negate => format!("-{}", part(0)),
            Operator::Component(index) => format!("{}.{}", part(0), index + 1),
            Operator::Index => format!("{}[{}]", part(0), part(1)),
            Operator::IfThenElse if depth > 1 => format!("({} ? {} : {})", part(0), part(1), part(2)),
            Operator::IfThenElse => format!("{} ? {} : {}", part(0), part(1), part(2)),
            Operator::Declared(id) => format!("{}({})", self.net.operator(id).id, all(", ")),
            other => match infix(other) {
                Some(sign) if depth > 1 && arguments.len() > 1 => format!("({})", all(sign)),
                Some(sign) => all(sign),
                None => format!("{}({})", name(other), all(", ")),
            },
        }
    }
}

fn is_one(term: Option<&Term>) -> bool {
    matches!(term, Some(Term::Literal { value: Value::Integer(1), .. }))
}

fn infix(operator: Operator) -> Option<&'static str> {
    Some(match operator {
        Operator::Sum | Operator::Add => " + ",
        Operator::Difference | Operator::Subtract => " − ",
        Operator::TruncatedDifference => " ∸ ",
        Operator::Equal => " = ",
        Operator::NotEqual => " ≠ ",
        Operator::Less | Operator::PartitionLess(_) => " < ",
        Operator::LessOrEqual => " ≤ ",
        Operator::Greater => " > ",
        Operator::GreaterOrEqual => " ≥ ",
        Operator::And => " ∧ ",
        Operator::Or => " ∨ ",
        Operator::Imply => " → ",
        Operator::Multiply => " · ",
        Operator::Divide => " / ",
        Operator::Remainder => " % ",
        Operator::BitAnd => " & ",
        Operator::BitOr => " | ",
        Operator::BitXor => " ^ ",
        Operator::ShiftLeft => " << ",
        Operator::ShiftRight => " >> ",
        Operator::Concatenate => " ++ ",
        Operator::HasPart => " ∋ ",
        _ => return None,
    })
}

fn name(operator: Operator) -> &'static str {
    match operator {
        Operator::Cardinality => "size",
        Operator::BitNot => "not",
        Operator::PartitionElementOf(_) => "class",
        Operator::Update => "with",
        Operator::Append => "append",
        Operator::RemoveFirst => "rest",
        Operator::Length => "length",
        Operator::MakeList => "list",
        Operator::Slice => "part",
        _ => "",
    }
}
