//! TypeScript: an interface for each object, and two that map each message to its types.

use std::fmt::Write;

use super::{NOTE, Sentences};
use crate::shapes::{Form, Member, Message, Named, Protocol, Type};

/// Generates `protocol.d.ts`.
pub(super) fn types(protocol: &Protocol, sentences: &Sentences) -> String {
    let mut text = format!("// {NOTE}\n");
    for (name, named) in &protocol.types {
        text += &defined(name, named);
    }
    let about = |message: &Message| comment("  ", &format!("{}.", sentences[&message.method]));
    text += "\n/** Requests, with their parameters and results. */\nexport interface Requests {\n";
    for message in &protocol.messages {
        if let Some(result) = &message.result {
            let (params, result) = (written(&message.params), written(result));
            let about = about(message);
            writeln!(text, "{about}  \"{}\": {{ params: {params}; result: {result} }};", message.method)
                .unwrap();
        }
    }
    text += "}\n\n/** Notifications from the server, with their parameters. */\nexport interface Notifications {\n";
    for message in protocol.messages.iter().filter(|message| message.is_from_server) {
        writeln!(text, "{}  \"{}\": {};", about(message), message.method, written(&message.params)).unwrap();
    }
    text + "}\n"
}

fn defined(name: &str, Named { description, form }: &Named) -> String {
    let about = comment("", description);
    match form {
        Form::OneOf(texts) => {
            let values =
                texts.iter().map(|(text, meaning)| format!("{}  | \"{text}\"", comment("  ", meaning)));
            format!("\n{about}export type {name} =\n{};\n", values.collect::<Vec<_>>().join("\n"))
        }
        Form::Alias(of) => format!("\n{about}export type {name} = {};\n", written(of)),
        Form::Record(members) => {
            let members: String = members.iter().map(member).collect();
            format!("\n{about}export interface {name} {{\n{members}}}\n")
        }
    }
}

fn member(Member { name, of, is_required, description, .. }: &Member) -> String {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let name = if is_plain { name.clone() } else { format!("\"{name}\"") };
    let mark = if *is_required { "" } else { "?" };
    format!("{}  {name}{mark}: {};\n", comment("  ", description), written(of))
}

fn comment(indentation: &str, text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("{indentation}/** {} */\n", text.replace("*/", "* /"))
    }
}

fn written(of: &Type) -> String {
    match of {
        Type::Any => "any".into(),
        Type::Null => "null".into(),
        Type::Boolean => "boolean".into(),
        Type::Integer | Type::Number => "number".into(),
        Type::Text => "string".into(),
        Type::Literal(text) => format!("\"{text}\""),
        Type::List(of) => format!("Array<{}>", written(of)),
        Type::Tuple(of, length) => format!("[{}]", vec![written(of); *length].join(", ")),
        Type::Map(of) => format!("Record<string, {}>", written(of)),
        Type::Named(name) => name.clone(),
        Type::Either(types) => types.iter().map(written).collect::<Vec<_>>().join(" | "),
    }
}
