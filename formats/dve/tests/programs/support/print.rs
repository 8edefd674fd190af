//! A syntax tree as the text of a model with all parentheses, each thing on a line of its own.
//!
//! Two trees are alike, but for where their parts stand, exactly if they are printed alike.

use std::fmt::{Display, Write};

use sanderling_dve::syntax::*;

pub(crate) fn print(model: &Model) -> String {
    let mut text = String::new();
    for declaration in &model.declarations {
        match declaration {
            Declaration::Variable(variable) => print_variable(&mut text, "", variable),
            Declaration::Channel(channel) => print_channel(&mut text, channel),
        }
    }
    for process in &model.processes {
        print_process(&mut text, process);
    }
    let system = if model.system.is_synchronous { "sync" } else { "async" };
    let property = model.system.property.iter().map(|name| format!(" property {}", name.text));
    writeln!(text, "system {system}{};", property.collect::<String>()).unwrap();
    text
}

fn print_variable(text: &mut String, indent: &str, variable: &Variable) {
    let is_const = if variable.is_const { "const " } else { "" };
    let name = &variable.name.text;
    write!(text, "{indent}{is_const}{} {name}", width(variable.width)).unwrap();
    if let Some(length) = variable.length {
        write!(text, "[{}]", length.value).unwrap();
    }
    match &variable.initial {
        None => {}
        Some(Initialiser::Value(value)) => write!(text, " = {}", expression(value)).unwrap(),
        Some(Initialiser::List(values, _)) => {
            write!(text, " = {{{}}}", joined(values.iter().map(expression))).unwrap();
        }
    }
    text.push_str(";\n");
}

fn width(width: Width) -> &'static str {
    match width {
        Width::Byte => "byte",
        Width::Int => "int",
    }
}

fn print_channel(text: &mut String, channel: &Channel) {
    let name = &channel.name.text;
    match (&channel.items, channel.capacity) {
        (Some(items), Some(capacity)) => {
            let items = joined(items.iter().map(|&item| width(item)));
            writeln!(text, "channel {{{items}}} {name}[{}];", capacity.value).unwrap();
        }
        (None, None) => writeln!(text, "channel {name};").unwrap(),
        _ => panic!("a capacity without types, or types without a capacity: {name}"),
    }
}

fn print_process(text: &mut String, process: &Process) {
    writeln!(text, "process {} {{", process.name.text).unwrap();
    for variable in &process.variables {
        print_variable(text, "  ", variable);
    }
    writeln!(text, "  state {};", names(&process.states)).unwrap();
    writeln!(text, "  init {};", process.initial.text).unwrap();
    if !process.committed.is_empty() {
        writeln!(text, "  commit {};", names(&process.committed)).unwrap();
    }
    if !process.accepting.sets.is_empty() {
        writeln!(text, "  accept {};", accepting(&process.accepting)).unwrap();
    }
    if !process.assertions.is_empty() {
        let assertions = process.assertions.iter();
        let assertions = assertions.map(|a| format!("{}: {}", a.location.text, expression(&a.condition)));
        writeln!(text, "  assert {};", joined(assertions)).unwrap();
    }
    if !process.transitions.is_empty() {
        let transitions: Vec<_> = process.transitions.iter().map(transition).collect();
        writeln!(text, "  trans\n    {};", transitions.join(",\n    ")).unwrap();
    }
    text.push_str("}\n");
}

fn accepting(accepting: &Accepting) -> String {
    let pairs =
        |per_group: usize| {
            let groups = accepting.sets.chunks(per_group);
            joined(groups.map(|sets| {
                format!("({})", sets.iter().map(|set| names(set)).collect::<Vec<_>>().join("; "))
            }))
        };
    let keyword = accepting.kind.keyword();
    match accepting.kind {
        AcceptanceKind::Buchi => names(&accepting.sets[0]),
        AcceptanceKind::GeneralisedBuchi | AcceptanceKind::Muller => format!("{keyword} {}", pairs(1)),
        AcceptanceKind::Rabin | AcceptanceKind::Streett => format!("{keyword} {}", pairs(2)),
    }
}

fn transition(transition: &Transition) -> String {
    let mut text = format!("{} -> {} {{", transition.source.text, transition.target.text);
    if let Some(guard) = &transition.guard {
        write!(text, " guard {};", expression(guard)).unwrap();
    }
    if let Some(communication) = &transition.communication {
        write!(text, " sync {};", communicated(communication)).unwrap();
    }
    if !transition.effects.is_empty() {
        write!(text, " effect {};", joined(transition.effects.iter().map(assignment))).unwrap();
    }
    text + " }"
}

fn communicated(communication: &Communication) -> String {
    let sign = match communication.direction {
        Direction::Send => '!',
        Direction::Receive => '?',
    };
    let values = match &communication.values[..] {
        [] => String::new(),
        [value] => expression(value),
        values => format!("{{{}}}", joined(values.iter().map(expression))),
    };
    format!("{}{sign}{values}", communication.channel.text)
}

fn assignment(assignment: &Assignment) -> String {
    let index = assignment.index.iter().map(|index| format!("[{}]", expression(index)));
    let index: String = index.collect();
    format!("{}{index} = {}", assignment.target.text, expression(&assignment.value))
}

/// An expression with parentheses around every operator.
pub(crate) fn expression(whole: &Expression) -> String {
    written(whole, false)
}

/// An expression with parentheses around every operator, but one pair around `and`s, or `or`s, within one
/// another: what they mean does not depend on which two are joined first.
pub(crate) fn flat_expression(whole: &Expression) -> String {
    written(whole, true)
}

fn written(whole: &Expression, is_flat: bool) -> String {
    let inner = |inner: &Expression| written(inner, is_flat);
    match &whole.kind {
        ExpressionKind::Number(number) => number.to_string(),
        ExpressionKind::Variable(name) => name.text.clone(),
        ExpressionKind::Element(name, index) => format!("{}[{}]", name.text, inner(index)),
        ExpressionKind::Location(process, state) => format!("{}.{}", process.text, state.text),
        ExpressionKind::Foreign(process, name, None) => format!("{}->{}", process.text, name.text),
        ExpressionKind::Foreign(process, name, Some(index)) => {
            format!("{}->{}[{}]", process.text, name.text, inner(index))
        }
        ExpressionKind::Prefix(operator, operand) => format!("({} {})", prefix(*operator), inner(operand)),
        ExpressionKind::Binary(operator, operands) => {
            let mut parts = Vec::new();
            operands.iter().for_each(|operand| collect(operand, *operator, is_flat, &mut parts));
            let parts: Vec<_> = parts.into_iter().map(inner).collect();
            format!("({})", parts.join(&format!(" {} ", sign(*operator))))
        }
    }
}

/// The operands that an operand of `operator` stands for.
fn collect<'a>(
    whole: &'a Expression,
    operator: BinaryOperator,
    is_flat: bool,
    parts: &mut Vec<&'a Expression>,
) {
    let joins = is_flat && matches!(operator, BinaryOperator::And | BinaryOperator::Or);
    match &whole.kind {
        ExpressionKind::Binary(inner, operands) if joins && *inner == operator => {
            operands.iter().for_each(|operand| collect(operand, operator, is_flat, parts));
        }
        _ => parts.push(whole),
    }
}

fn prefix(operator: PrefixOperator) -> &'static str {
    match operator {
        PrefixOperator::Negate => "-",
        PrefixOperator::Invert => "~",
        PrefixOperator::Not => "not",
    }
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Imply => "imply",
        BinaryOperator::Or => "or",
        BinaryOperator::And => "and",
        BinaryOperator::BitOr => "|",
        BinaryOperator::BitXor => "^",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::Equal => "==",
        BinaryOperator::Unequal => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::AtMost => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::AtLeast => ">=",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "%",
    }
}

fn names(names: &[Name]) -> String {
    joined(names.iter().map(|name| &name.text))
}

fn joined<T: Display>(parts: impl Iterator<Item = T>) -> String {
    let parts: Vec<_> = parts.map(|part| part.to_string()).collect();
    parts.join(", ")
}
