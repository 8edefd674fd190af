//! The types of the clients in JavaScript and Python, generated from the schema.

mod python;
mod typescript;

use std::collections::BTreeMap;

use crate::reference::sentences;
use crate::schema::schema;
use crate::shapes::{Form, Message, Protocol, Type};
use crate::written::keep;

/// The note at the beginning of a generated file.
const NOTE: &str = "The messages of `sanderling serve`, written from docs/server.schema.json by the tests of the server: not to be edited.";

/// The description of each method, by its name.
type Sentences = BTreeMap<String, String>;

#[test]
fn the_types_of_the_clients_are_those_of_the_schema() {
    let protocol = Protocol::of(&schema());
    let sentences = sentences(&protocol);
    let python = "crates/python/python/sanderling/client";
    keep(&format!("{python}/protocol.py"), &python::types(&protocol));
    keep(&format!("{python}/requests.py"), &python::requests(&protocol, &sentences));
    keep("clients/javascript/protocol.d.ts", &typescript::types(&protocol, &sentences));
}

/// Whether a message starts an analysis, which continues after the reply.
fn starts_analysis(message: &Message, protocol: &Protocol) -> bool {
    let Some(Type::Named(name)) = &message.result else { return false };
    match &protocol.types[name].form {
        Form::Record(members) => members.iter().any(|member| member.name == "analysis"),
        _ => false,
    }
}
