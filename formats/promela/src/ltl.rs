//! Formulas of linear temporal logic in a model (`ltl`), translated to the property language.

use std::collections::HashMap;
use std::rc::Rc;

use sanderling_net::format::{StoredFormula, StoredQuery};
use sanderling_net::{Diagnostic, Net};

use crate::machine::WITHIN_ATOMIC;
use crate::parse::{self, Temporal};
use crate::program::Program;
use crate::syntax::{Binary, ChannelFunction, Expression, ExpressionKind, Model, Reference, Unary};

/// Returns the formulas of a model as queries about its net. Labels that begin with `progress` or `accept` are queries,
/// too: every infinite run is at the former again and again, and no run is at the latter again and again.
pub(crate) fn queries(model: &Model, program: &Program, net: &Net) -> Vec<StoredQuery> {
    let symbols = crate::check::symbols(model).into_iter().collect();
    let writer = Writer { symbols, net, program };
    let mut unnamed = 0..;
    // Spin calls formulas without a name `ltl_0`, `ltl_1`, ….
    let mut name_of = |formula: &crate::syntax::Formula| match &formula.name {
        Some(name) => name.text.to_string(),
        None => format!("ltl_{}", unnamed.next().unwrap_or(0)),
    };
    let query = |formula: &crate::syntax::Formula| StoredQuery {
        name: name_of(formula),
        span: formula.span,
        formula: parse::formula(formula.tokens.clone(), formula.span)
            .map_err(|found| {
                Box::new(found.into_iter().next().unwrap_or_else(|| Diagnostic::error("a formula")))
            })
            .and_then(|temporal| writer.temporal(&temporal))
            .map(|text| StoredFormula::Property(format!("ltl {text}"))),
    };
    let mut queries: Vec<StoredQuery> = model.formulas.iter().map(query).collect();
    let mut labelled = |name: &str, prefix, text: &dyn Fn(&str) -> String| {
        let has_label =
            |process: &&crate::program::Process| process.labels.keys().any(|label| label.starts_with(prefix));
        if let Some(process) = program.processes.iter().find(has_label) {
            let formula = Ok(StoredFormula::Property(text(&writer.at_label(prefix))));
            queries.push(StoredQuery { name: name.to_owned(), span: process.span, formula });
        }
    };
    labelled("progress", "progress", &|at| {
        let never = writer.unary("[]", &format!("(not {at} and not deadlock)"));
        format!("ltl not {}", writer.unary("<>", &never))
    });
    labelled("acceptance", "accept", &|at| {
        format!("ltl not {}", writer.unary("[]", &writer.unary("<>", at)))
    });
    queries
}

struct Writer<'a> {
    symbols: HashMap<Rc<str>, i64>,
    net: &'a Net,
    program: &'a Program,
}

type Written = Result<String, Box<Diagnostic>>;

impl Writer<'_> {
    fn temporal(&self, formula: &Temporal) -> Written {
        Ok(match formula {
            Temporal::Unary(operator, operand) => self.unary(operator, &self.temporal(operand)?),
            Temporal::Binary(operator, sides) => {
                let [left, right] = [self.temporal(&sides[0])?, self.temporal(&sides[1])?];
                let (left, right) = match *operator {
                    "U" | "W" => (self.if_visible(&left), self.visible_and(&right)),
                    "R" => (self.visible_and(&left), self.if_visible(&right)),
                    _ => (left, right),
                };
                format!("({left} {operator} {right})")
            }
            Temporal::Atom(atom) => self.condition(atom)?,
        })
    }

    fn unary(&self, operator: &str, operand: &str) -> String {
        let operand = match operator {
            "[]" => self.if_visible(operand),
            "<>" => self.visible_and(operand),
            "X" if self.is_divided() => {
                format!("({WITHIN_ATOMIC} != 0 U {})", self.visible_and(operand))
            }
            _ => operand.to_owned(),
        };
        format!("({operator} {operand})")
    }

    /// Returns whether states within a divided `atomic` are stored. A formula is about the other states of a run only.
    fn is_divided(&self) -> bool {
        self.net.places.iter().any(|place| place.id == WITHIN_ATOMIC)
    }

    /// Returns a formula that holds in all states within a divided `atomic`, and where `formula` does.
    fn if_visible(&self, formula: &str) -> String {
        if self.is_divided() { format!("({WITHIN_ATOMIC} != 0 or {formula})") } else { formula.to_owned() }
    }

    /// Returns a formula that holds where `formula` does, but in no state within a divided `atomic`.
    fn visible_and(&self, formula: &str) -> String {
        if self.is_divided() { format!("({WITHIN_ATOMIC} == 0 and {formula})") } else { formula.to_owned() }
    }

    fn condition(&self, expression: &Expression) -> Written {
        let refused =
            |what: &str| Box::new(Diagnostic::error(format!("{what} in a formula")).at(expression.span));
        Ok(match &expression.kind {
            ExpressionKind::Number(number) => (if *number == 0 { "false" } else { "true" }).to_owned(),
            ExpressionKind::Unary(Unary::Not, operand) => format!("not ({})", self.condition(operand)?),
            ExpressionKind::Binary(operator, sides) => match operator {
                Binary::And => format!("({} and {})", self.condition(&sides[0])?, self.condition(&sides[1])?),
                Binary::Or => format!("({} or {})", self.condition(&sides[0])?, self.condition(&sides[1])?),
                Binary::Equal | Binary::Unequal if sides.iter().any(is_condition) => {
                    let same = self.same(sides)?;
                    if *operator == Binary::Equal { same } else { format!("not {same}") }
                }
                _ => match comparison(*operator) {
                    Some(sign) => format!("{} {sign} {}", self.number(&sides[0])?, self.number(&sides[1])?),
                    None => format!("{} != 0", self.number(expression)?),
                },
            },
            ExpressionKind::At { process, number, label } => {
                let wanted =
                    match number.as_deref().map(|number| crate::constant::value(number, &self.symbols)) {
                        None => None,
                        Some(Some(number)) => Some(format!("{}_{number}", process.text)),
                        Some(None) => return Err(refused("a process number that is no constant")),
                    };
                let declared = self.program.processes.iter().find(|found| found.name == process.text);
                if !declared.is_some_and(|found| found.labels.contains_key(&label.text))
                    || &*label.text == "none"
                {
                    return Err(refused(&format!("the label `{}` of `{}`", label.text, process.text)));
                }
                let prefix = format!("{}_", process.text);
                let processes = self.net.program.iter().flat_map(|program| &program.processes);
                let at: Vec<String> = processes
                    .filter(|found| match &wanted {
                        Some(name) => found.name == *name,
                        None => {
                            found.name.strip_prefix(&prefix).is_some_and(|rest| rest.parse::<u32>().is_ok())
                        }
                    })
                    .filter(|found| names(self.net, found).contains(&&*label.text))
                    .map(|found| format!("{}.{}", found.name, label.text))
                    .collect();
                any(&at)
            }
            ExpressionKind::NonProgress => format!("not {}", self.at_label("progress")),
            ExpressionKind::Channel(function, channel) => {
                let length = format!("{}.len", self.name(channel)?);
                match function {
                    ChannelFunction::Length => format!("{length} != 0"),
                    ChannelFunction::Empty => format!("{length} == 0"),
                    ChannelFunction::NotEmpty => format!("{length} != 0"),
                    ChannelFunction::Full | ChannelFunction::NotFull => {
                        let place = self.net.places.iter().find(|place| place.id == length);
                        let capacity = place.and_then(|place| match self.net.sort(place.sort) {
                            sanderling_net::Sort::Range { end, .. } => Some(*end),
                            _ => None,
                        });
                        let Some(capacity) = capacity else { return Err(refused("this channel")) };
                        let sign = if *function == ChannelFunction::Full { "==" } else { "!=" };
                        format!("{length} {sign} {capacity}")
                    }
                }
            }
            _ => format!("{} != 0", self.number(expression)?),
        })
    }

    /// Returns the condition that two values are the same, one of which is the value 0 or 1 of a condition.
    fn same(&self, sides: &[Expression; 2]) -> Written {
        let [left, right] = sides;
        let (number, condition) = if is_condition(right) { (left, right) } else { (right, left) };
        let condition = self.condition(condition)?;
        let [one, zero] = if is_condition(number) {
            let other = self.condition(number)?;
            [format!("({other})"), format!("not ({other})")]
        } else {
            let number = self.number(number)?;
            [format!("{number} == 1"), format!("{number} == 0")]
        };
        Ok(format!("({one} and ({condition}) or {zero} and not ({condition}))"))
    }

    /// Returns the condition that a process is at a label that begins with a prefix.
    fn at_label(&self, prefix: &str) -> String {
        let processes = self.net.program.iter().flat_map(|program| &program.processes);
        let at = processes.flat_map(|process| {
            let names = names(self.net, process).into_iter().filter(|name| name.starts_with(prefix));
            names.map(|name| format!("{}.{name}", process.name))
        });
        any(&at.collect::<Vec<_>>())
    }

    fn number(&self, expression: &Expression) -> Written {
        let refused =
            |what: &str| Box::new(Diagnostic::error(format!("{what} in a formula")).at(expression.span));
        if let Some(number) = crate::constant::value(expression, &self.symbols) {
            return Ok(if number < 0 { format!("(0 - {})", -number) } else { number.to_string() });
        }
        Ok(match &expression.kind {
            ExpressionKind::Reference(reference) => match &reference.parts[..] {
                [(name, None)] if self.symbols.contains_key(&name.text) => {
                    self.symbols[&name.text].to_string()
                }
                _ => self.name(reference)?,
            },
            ExpressionKind::Binary(operator, sides) => {
                let sign = match operator {
                    Binary::Add => "+",
                    Binary::Subtract => "-",
                    Binary::Multiply => "*",
                    Binary::Divide => "/",
                    Binary::Remainder => "%",
                    _ => return Err(refused("this operator")),
                };
                format!("({} {sign} {})", self.number(&sides[0])?, self.number(&sides[1])?)
            }
            ExpressionKind::Unary(Unary::Negate, operand) => format!("(0 - {})", self.number(operand)?),
            ExpressionKind::Channel(ChannelFunction::Length, channel) => {
                format!("{}.len", self.name(channel)?)
            }
            ExpressionKind::ProcessCount => "_nr_pr".to_owned(),
            _ => return Err(refused("this expression")),
        })
    }

    /// Returns the name of a variable in the net, with its index.
    fn name(&self, reference: &Reference) -> Written {
        let names: Vec<&str> = reference.parts.iter().map(|(name, _)| &*name.text).collect();
        let mut indices = reference.parts.iter().filter_map(|(_, index)| index.as_ref());
        let name = names.join(".");
        match (indices.next(), indices.next()) {
            (None, _) => Ok(name),
            (Some(index), None) => Ok(format!("{name}[{}]", self.number(index)?)),
            (Some(_), Some(_)) => {
                let found = format!("`{name}`, an array in an array, in a formula");
                Err(Box::new(Diagnostic::error(found).at(reference.span)))
            }
        }
    }
}

/// Returns the names of a process's locations.
fn names<'n>(net: &'n Net, process: &'n sanderling_net::program::Process) -> Vec<&'n str> {
    let constants = match net.sort(net.place(process.location).sort) {
        sanderling_net::Sort::Enumeration { constants, .. } => &constants[..],
        _ => &[],
    };
    let aliases = process.aliases.iter().map(|alias| &*alias.name);
    constants.iter().map(|constant| &*constant.id).chain(aliases).collect()
}

/// Returns whether the value of an expression is that of a condition: 0 or 1.
fn is_condition(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Unary(Unary::Not, _) | ExpressionKind::At { .. } | ExpressionKind::NonProgress => {
            true
        }
        ExpressionKind::Binary(operator, _) => {
            matches!(operator, Binary::And | Binary::Or) || comparison(*operator).is_some()
        }
        ExpressionKind::Channel(function, _) => *function != ChannelFunction::Length,
        _ => false,
    }
}

fn any(conditions: &[String]) -> String {
    if conditions.is_empty() { "false".to_owned() } else { format!("({})", conditions.join(" or ")) }
}

fn comparison(operator: Binary) -> Option<&'static str> {
    Some(match operator {
        Binary::Equal => "==",
        Binary::Unequal => "!=",
        Binary::Less => "<",
        Binary::Greater => ">",
        Binary::AtMost => "<=",
        Binary::AtLeast => ">=",
        _ => return None,
    })
}
