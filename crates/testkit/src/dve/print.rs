//! A syntax tree as text that is parsed to the same tree, whatever the precedences of operators.
//!
//! Implementations use two tables of precedences. Parentheses are omitted only if both tables agree without them, so
//! that a parser is tested as far as possible.

use std::fmt::Write as _;

use sanderling_dve::syntax::{
    AcceptanceKind, BinaryOperator as Binary, Channel, Communication, Declaration, Direction, Expression,
    ExpressionKind as Kind, Initialiser, Model, Name, PrefixOperator as Prefix, Process, Transition,
    Variable, Width,
};

/// Returns the text of a model.
#[must_use]
pub fn print(model: &Model) -> String {
    let mut text = String::new();
    for declaration in &model.declarations {
        let line = match declaration {
            Declaration::Variable(one) => variable(one),
            Declaration::Channel(one) => channel(one),
        };
        line_to(&mut text, &line);
    }
    for one in &model.processes {
        process(&mut text, one);
    }
    let kind = if model.system.is_synchronous { "sync" } else { "async" };
    let property = model.system.property.as_ref().map(|name| format!(" property {}", name.text));
    line_to(&mut text, &format!("system {kind}{};", property.unwrap_or_default()));
    text
}

fn line_to(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn width(width: Width) -> &'static str {
    match width {
        Width::Byte => "byte",
        Width::Int => "int",
    }
}

fn variable(variable: &Variable) -> String {
    let constant = if variable.is_const { "const " } else { "" };
    let length = variable.length.map(|length| format!("[{}]", length.value)).unwrap_or_default();
    let initial = match &variable.initial {
        None => String::new(),
        Some(Initialiser::Value(value)) => format!(" = {}", expression(value)),
        Some(Initialiser::List(values, _)) => format!(" = {{{}}}", list(values, expression)),
    };
    format!("{constant}{} {}{length}{initial};", width(variable.width), variable.name.text)
}

fn channel(channel: &Channel) -> String {
    let items =
        channel.items.as_ref().map(|items| format!("{{{}}} ", list(items, |&item| width(item).into())));
    let capacity = channel.capacity.map(|capacity| format!("[{}]", capacity.value));
    format!("channel {}{}{};", items.unwrap_or_default(), channel.name.text, capacity.unwrap_or_default())
}

fn list<T>(items: &[T], one: impl Fn(&T) -> String) -> String {
    items.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn names(names: &[Name]) -> String {
    list(names, |name| name.text.clone())
}

fn process(text: &mut String, process: &Process) {
    line_to(text, &format!("process {} {{", process.name.text));
    for one in &process.variables {
        line_to(text, &format!("  {}", variable(one)));
    }
    line_to(text, &format!("  state {};", names(&process.states)));
    line_to(text, &format!("  init {};", process.initial.text));
    if !process.committed.is_empty() {
        line_to(text, &format!("  commit {};", names(&process.committed)));
    }
    match (process.accepting.kind, process.accepting.sets.as_slice()) {
        (_, []) => {}
        (AcceptanceKind::Buchi, sets) => line_to(text, &format!("  accept {};", names(&sets[0]))),
        (kind, sets) => {
            let is_of_pairs = matches!(kind, AcceptanceKind::Rabin | AcceptanceKind::Streett);
            let groups: Vec<_> = sets.chunks(if is_of_pairs { 2 } else { 1 }).collect();
            let group = |sets: &[Vec<Name>]| sets.iter().map(|set| names(set)).collect::<Vec<_>>().join("; ");
            let sets = list(&groups, |sets| format!("({})", group(sets)));
            line_to(text, &format!("  accept {} {sets};", kind.keyword()));
        }
    }
    if !process.assertions.is_empty() {
        let all = list(&process.assertions, |assertion| {
            format!("{}: {}", assertion.location.text, expression(&assertion.condition))
        });
        line_to(text, &format!("  assert {all};"));
    }
    for (i, one) in process.transitions.iter().enumerate() {
        let before = i.checked_sub(1).map(|before| &process.transitions[before].source.text);
        // Every other transition with the same source as the one before omits it.
        let is_short = i % 2 == 1 && before == Some(&one.source.text);
        let start = if i == 0 { "trans\n" } else { "" };
        let end = if i + 1 == process.transitions.len() { ";" } else { "," };
        line_to(text, &format!("{start}    {}{end}", transition(one, is_short)));
    }
    line_to(text, "}");
}

fn transition(transition: &Transition, is_short: bool) -> String {
    let source = if is_short { "" } else { transition.source.text.as_str() };
    let mut text = format!("{source} -> {} {{", transition.target.text);
    if let Some(guard) = &transition.guard {
        let _ = write!(text, " guard {};", expression(guard));
    }
    if let Some(one) = &transition.communication {
        let _ = write!(text, " sync {};", communication(one));
    }
    if !transition.effects.is_empty() {
        let effects = list(&transition.effects, |effect| {
            let index = effect.index.as_ref().map(|index| format!("[{}]", expression(index)));
            format!("{}{} = {}", effect.target.text, index.unwrap_or_default(), expression(&effect.value))
        });
        let _ = write!(text, " effect {effects};");
    }
    text + " }"
}

fn communication(communication: &Communication) -> String {
    let direction = if communication.direction == Direction::Send { "!" } else { "?" };
    let values = match &*communication.values {
        [] => String::new(),
        [value] => expression(value),
        values => format!("{{{}}}", list(values, expression)),
    };
    format!("{}{direction}{values}", communication.channel.text)
}

/// Returns the text of an expression.
fn expression(expression: &Expression) -> String {
    let index = |index: &Expression| format!("[{}]", self::expression(index));
    match &expression.kind {
        Kind::Number(number) => number.to_string(),
        Kind::Variable(name) => name.text.clone(),
        Kind::Element(name, at) => format!("{}{}", name.text, index(at)),
        Kind::Location(process, location) => format!("{}.{}", process.text, location.text),
        Kind::Foreign(process, name, at) => {
            format!("{}->{}{}", process.text, name.text, at.as_deref().map(index).unwrap_or_default())
        }
        Kind::Prefix(operator, operand) => {
            let parenthesise = matches!(operand.kind, Kind::Binary(..));
            format!("{}{}", prefix(*operator), operand_text(operand, parenthesise))
        }
        Kind::Binary(operator, operands) => {
            let [left, right] = [0, 1].map(|side| {
                let operand = &operands[side];
                let parenthesise = match &operand.kind {
                    Kind::Binary(inner, _) => !binds_as_written(*operator, *inner, side == 0),
                    _ => false,
                };
                operand_text(operand, parenthesise)
            });
            format!("{left} {} {right}", binary(*operator))
        }
    }
}

fn operand_text(operand: &Expression, parenthesise: bool) -> String {
    let text = expression(operand);
    if parenthesise { format!("({text})") } else { text }
}

/// Returns whether `inner` may be an operand of `outer` without parentheses: in both tables it binds tighter, or
/// equally tight on the left side.
fn binds_as_written(outer: Binary, inner: Binary, is_left: bool) -> bool {
    let holds = |level: fn(Binary) -> u8| {
        let [outer, inner] = [outer, inner].map(level);
        inner > outer || (inner == outer && is_left)
    };
    holds(as_in_c) && holds(as_in_divine2)
}

/// Returns the precedence of an operator in compiled models.
fn as_in_c(operator: Binary) -> u8 {
    match operator {
        Binary::Imply => 1,
        Binary::Or => 2,
        Binary::And => 3,
        Binary::BitOr => 4,
        Binary::BitXor => 5,
        Binary::BitAnd => 6,
        Binary::Equal | Binary::Unequal => 7,
        Binary::Less | Binary::AtMost | Binary::Greater | Binary::AtLeast => 8,
        Binary::ShiftLeft | Binary::ShiftRight => 9,
        Binary::Add | Binary::Subtract => 10,
        Binary::Multiply | Binary::Divide | Binary::Remainder => 11,
    }
}

/// Returns the precedence of an operator in the interpreter of DiVinE 2.
fn as_in_divine2(operator: Binary) -> u8 {
    match operator {
        Binary::Imply => 1,
        Binary::Or | Binary::And => 2,
        Binary::BitOr | Binary::BitAnd | Binary::BitXor => 3,
        Binary::Equal | Binary::Unequal => 4,
        Binary::Less | Binary::AtMost | Binary::Greater | Binary::AtLeast => 5,
        Binary::ShiftLeft | Binary::ShiftRight => 6,
        Binary::Add | Binary::Subtract => 7,
        Binary::Multiply | Binary::Divide | Binary::Remainder => 8,
    }
}

/// Returns the text of a prefix operator, with a blank if two of them in a row would be another token.
fn prefix(operator: Prefix) -> &'static str {
    match operator {
        Prefix::Negate => "- ",
        Prefix::Invert => "~",
        Prefix::Not => "not ",
    }
}

fn binary(operator: Binary) -> &'static str {
    match operator {
        Binary::Imply => "imply",
        Binary::Or => "or",
        Binary::And => "and",
        Binary::BitOr => "|",
        Binary::BitXor => "^",
        Binary::BitAnd => "&",
        Binary::Equal => "==",
        Binary::Unequal => "!=",
        Binary::Less => "<",
        Binary::AtMost => "<=",
        Binary::Greater => ">",
        Binary::AtLeast => ">=",
        Binary::ShiftLeft => "<<",
        Binary::ShiftRight => ">>",
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Remainder => "%",
    }
}
