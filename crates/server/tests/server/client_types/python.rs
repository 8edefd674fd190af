//! Python: a `TypedDict` for each object, and a class with a method for each request.

use std::fmt::Write;

use sanderling_server::protocol::PROTOCOL;

use super::{NOTE, Sentences, starts_analysis};
use crate::shapes::{Form, Member, Named, Protocol, Type};

/// Names that attributes cannot have.
const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
    "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
    "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// Generates `protocol.py`.
pub(super) fn types(protocol: &Protocol) -> String {
    let mut text = format!(
        "\"\"\"{NOTE}\"\"\"\n\nfrom __future__ import annotations\n\n\
         from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union\n\n\
         if TYPE_CHECKING:\n    from typing import NotRequired\n\n\
         #: The version of the protocol that these types are of.\nPROTOCOL = {PROTOCOL}\n"
    );
    // Expressions evaluated when the module is loaded must not refer to later names.
    let (texts, others): (Vec<_>, Vec<_>) =
        protocol.types.iter().partition(|(_, named)| matches!(named.form, Form::OneOf(_)));
    for (name, named) in texts.into_iter().chain(others) {
        text += &defined(name, named);
    }
    text
}

fn defined(name: &str, Named { description, form }: &Named) -> String {
    let about = if description.is_empty() { String::new() } else { format!("\"\"\"{description}\"\"\"\n") };
    match form {
        Form::OneOf(texts) => {
            let values = texts.iter().map(|(text, meaning)| {
                format!(
                    "    \"{text}\",{}\n",
                    if meaning.is_empty() { String::new() } else { format!("  # {meaning}") }
                )
            });
            format!("\n{name} = Literal[\n{}]\n{about}", values.collect::<String>())
        }
        Form::Alias(of) => format!("\n{name} = {}\n{about}", quoted(of)),
        Form::Record(members) if members.iter().all(|member| is_attribute(&member.name)) => {
            let members = members.iter().map(|member| {
                format!(
                    "\n    {}: {}\n{}",
                    member.name,
                    annotation(member),
                    indented_docstring(&member.description)
                )
            });
            let about = if about.is_empty() { about } else { format!("    {about}") };
            let members: String = members.collect();
            format!("\n\nclass {name}(TypedDict):\n{about}{}\n", members.trim_end())
        }
        Form::Record(members) => {
            let members = members.iter().map(|member| {
                let meaning = &member.description;
                let meaning =
                    if meaning.is_empty() { String::new() } else { format!("        # {meaning}\n") };
                format!(
                    "{meaning}        \"{}\": \"{}\",\n",
                    member.name,
                    annotation(member).replace('"', "'")
                )
            });
            let members: String = members.collect();
            format!("\n{name} = TypedDict(\n    \"{name}\",\n    {{\n{members}    }},\n)\n{about}")
        }
    }
}

fn indented_docstring(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("    \"\"\"{}\"\"\"\n", text.replace('\\', "\\\\")) }
}

fn is_attribute(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !KEYWORDS.contains(&name)
}

fn annotation(member: &Member) -> String {
    let of = written(&member.of);
    if member.is_required { of } else { format!("NotRequired[{of}]") }
}

/// Renders a type for immediate evaluation, in which later names are quoted.
fn quoted(of: &Type) -> String {
    match of {
        Type::Named(name) => format!("\"{name}\""),
        Type::List(of) | Type::Tuple(of, _) => format!("List[{}]", quoted(of)),
        Type::Map(of) => format!("Dict[str, {}]", quoted(of)),
        Type::Either(types) => format!("Union[{}]", types.iter().map(quoted).collect::<Vec<_>>().join(", ")),
        other => written(other),
    }
}

fn written(of: &Type) -> String {
    match of {
        Type::Any => "Any".into(),
        Type::Null => "None".into(),
        Type::Boolean => "bool".into(),
        Type::Integer => "int".into(),
        Type::Number => "float".into(),
        Type::Text => "str".into(),
        Type::Literal(text) => format!("Literal[\"{text}\"]"),
        Type::List(of) | Type::Tuple(of, _) => format!("List[{}]", written(of)),
        Type::Map(of) => format!("Dict[str, {}]", written(of)),
        Type::Named(name) => name.clone(),
        Type::Either(types) => {
            let literals = types.iter().filter_map(|of| match of {
                Type::Literal(text) => Some(format!("\"{text}\"")),
                _ => None,
            });
            let literals: Vec<_> = literals.collect();
            let others = types.iter().filter(|of| !matches!(of, Type::Literal(_))).map(written);
            let literals = (!literals.is_empty()).then(|| format!("Literal[{}]", literals.join(", ")));
            let types: Vec<_> = literals.into_iter().chain(others).collect();
            if types.len() == 1 { types.concat() } else { format!("Union[{}]", types.join(", ")) }
        }
    }
}

/// Generates `requests.py`.
pub(super) fn requests(protocol: &Protocol, sentences: &Sentences) -> String {
    let mut text = format!(
        "\"\"\"{NOTE}\"\"\"\n\nfrom __future__ import annotations\n\n\
         from typing import TYPE_CHECKING, Any, Callable, Optional\n\n\
         if TYPE_CHECKING:\n    from typing import Unpack\n\n    from . import protocol\n    from .analysis import Analysis\n\n\n\
         class Requests:\n    \"\"\"A method for each request; its named arguments are the members of its parameters.\"\"\"\n\n    \
         def request(self, method: str, params: Any = None) -> Any:\n        \
         \"\"\"Sends a request, and answers its result.\"\"\"\n        raise NotImplementedError\n\n    \
         def start(\n        self, method: str, params: Any, on_progress: Optional[Callable[[protocol.Progress], None]] = None\n    \
         ) -> Analysis:\n        \
         \"\"\"Sends a request that starts an analysis.\"\"\"\n        raise NotImplementedError\n"
    );
    for message in &protocol.messages {
        let Some(result) = &message.result else { continue };
        let method = &message.method;
        let name = method.replace('/', "_");
        let params = match &message.params {
            Type::Null => None,
            Type::Named(name) => Some(name),
            _ => panic!("{method}: parameters are an object"),
        };
        let given = params.map_or_else(String::new, |name| format!(", **params: Unpack[protocol.{name}]"));
        let sent = if params.is_some() { ", params" } else { "" };
        let (arguments, answer, body) = if starts_analysis(message, protocol) {
            let arguments =
                format!(", on_progress: Optional[Callable[[protocol.Progress], None]] = None{given}");
            let body = format!("return self.start(\"{method}\"{sent}, on_progress)");
            (arguments, "Analysis".to_owned(), body)
        } else {
            let call = format!("self.request(\"{method}\"{sent})");
            let answer = qualified(result);
            let body = match result {
                Type::Null => call,
                Type::Any => format!("return {call}"),
                _ => format!("result: {answer} = {call}\n        return result"),
            };
            (given, answer, body)
        };
        let about = &sentences[method];
        let head = defined_as(&name, &arguments, &answer);
        write!(text, "\n{head}\n        \"\"\"{about}.\"\"\"\n        {body}\n").unwrap();
    }
    text
}

/// Returns the first line of a method, or its first lines.
fn defined_as(name: &str, arguments: &str, answer: &str) -> String {
    let line = format!("    def {name}(self{arguments}) -> {answer}:");
    if line.len() <= 110 {
        return line;
    }
    format!("    def {name}(\n        self{arguments}\n    ) -> {answer}:")
}

fn qualified(of: &Type) -> String {
    match of {
        Type::Named(name) => format!("protocol.{name}"),
        other => written(other),
    }
}
