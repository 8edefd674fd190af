//! The schema in a form for generators: messages, named types, and members with their types.
//!
//! The definitions of the schema become named types. An object described at its use also gets a name, from the type and
//! the member that contain it. Unsupported forms of schema cause a panic, so that nothing is skipped.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// All messages and types.
pub(crate) struct Protocol {
    pub(crate) messages: Vec<Message>,
    pub(crate) types: BTreeMap<String, Named>,
}

/// A request, or a notification, which has no result.
pub(crate) struct Message {
    pub(crate) method: String,
    pub(crate) params: Type,
    pub(crate) result: Option<Type>,
    /// Whether the server sends it.
    pub(crate) is_from_server: bool,
}

/// A type with a name.
pub(crate) struct Named {
    pub(crate) description: String,
    pub(crate) form: Form,
}

pub(crate) enum Form {
    /// An object with these members.
    Record(Vec<Member>),
    /// One of these texts, each with its meaning.
    OneOf(Vec<(String, String)>),
    /// Any other type, with a name.
    Alias(Type),
}

/// A member of an object.
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) of: Type,
    pub(crate) is_required: bool,
    pub(crate) default: Option<Value>,
    pub(crate) description: String,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Type {
    Any,
    Null,
    Boolean,
    Integer,
    Number,
    Text,
    /// Exactly this text.
    Literal(String),
    List(Box<Type>),
    /// A list with this number of elements.
    Tuple(Box<Type>, usize),
    /// An object from any names to values of a type.
    Map(Box<Type>),
    Named(String),
    Either(Vec<Type>),
}

impl Type {
    /// Returns the names of the types in it.
    fn names(&self) -> Vec<&str> {
        match self {
            Self::Named(name) => vec![name],
            Self::List(of) | Self::Tuple(of, _) | Self::Map(of) => of.names(),
            Self::Either(types) => types.iter().flat_map(Self::names).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the type without `null`.
    pub(crate) fn without_null(&self) -> Self {
        match self {
            Self::Either(types) => {
                let mut types: Vec<_> = types.iter().filter(|&of| *of != Self::Null).cloned().collect();
                if types.len() == 1 { types.remove(0) } else { Self::Either(types) }
            }
            other => other.clone(),
        }
    }
}

impl Message {
    /// Returns the names of the types in the message, including those nested in other types. Types that `is_left_out`
    /// names are left out with everything in them.
    pub(crate) fn names(
        &self,
        types: &BTreeMap<String, Named>,
        is_left_out: impl Fn(&str) -> bool,
    ) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut open: Vec<&str> = self.params.names();
        open.extend(self.result.iter().flat_map(Type::names));
        while let Some(name) = open.pop() {
            if !is_left_out(name) && found.insert(name.to_owned()) {
                open.extend(types[name].names());
            }
        }
        found
    }
}

impl Named {
    fn names(&self) -> Vec<&str> {
        match &self.form {
            Form::Record(members) => members.iter().flat_map(|member| member.of.names()).collect(),
            Form::OneOf(_) => Vec::new(),
            Form::Alias(of) => of.names(),
        }
    }
}

impl Protocol {
    /// Reads the schema.
    pub(crate) fn of(schema: &Value) -> Self {
        let definitions = schema["$defs"].as_object().expect("definitions");
        let mut reader = Reader { definitions, types: BTreeMap::new() };
        for (name, definition) in definitions {
            let named = reader.named(name, definition);
            reader.add(name, named);
        }
        let messages = schema["messages"].as_object().expect("messages").iter();
        let messages = messages.map(|(method, message)| Message {
            method: method.clone(),
            params: reader.read(method, &message["params"]),
            result: message.get("result").map(|result| reader.read(method, result)),
            is_from_server: message.get("from").is_some(),
        });
        let messages = messages.collect();
        Self { messages, types: reader.types }
    }
}

/// Maximum number of texts listed at their use; a longer enumeration gets a name.
const FEW: usize = 6;

struct Reader<'s> {
    definitions: &'s Map<String, Value>,
    types: BTreeMap<String, Named>,
}

impl Reader<'_> {
    fn add(&mut self, name: &str, named: Named) {
        assert!(self.types.insert(name.to_owned(), named).is_none(), "two types are called {name}");
    }

    /// Returns the type with this name, or the unnamed type to which the name is given.
    fn named(&mut self, name: &str, schema: &Value) -> Named {
        let form = match schema.get("oneOf").and_then(Value::as_array).and_then(|choices| texts(choices)) {
            Some(texts) => Form::OneOf(texts),
            None => match self.members(name, schema) {
                Some(members) => Form::Record(members),
                None => Form::Alias(self.read(name, schema)),
            },
        };
        Named { description: description(schema), form }
    }

    /// Returns the members of an object, including one that extends another. Returns `None` for other types, and for an
    /// object with arbitrary members.
    fn members(&mut self, owner: &str, schema: &Value) -> Option<Vec<Member>> {
        let properties = schema.get("properties")?.as_object()?;
        let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
        let own = properties.iter().map(|(name, of)| Member {
            name: name.clone(),
            of: self.read(&format!("{owner}{}", capitalised(name)), of),
            is_required: required.iter().any(|one| one == name),
            default: of.get("default").filter(|default| !default.is_null()).cloned(),
            description: description(of),
        });
        let mut members: Vec<_> = own.collect();
        if let Some(base) = schema.get("$ref") {
            members.extend(self.members(owner, &self.definitions[referred(base)])?);
        }
        // Required members come first, in the order of the program.
        members
            .sort_by_key(|member| required.iter().position(|one| one == &member.name).unwrap_or(usize::MAX));
        Some(members)
    }

    /// Reads a type. An object with members gets this name.
    fn read(&mut self, name: &str, schema: &Value) -> Type {
        let Some(object) = schema.as_object() else { return Type::Any };
        if object.contains_key("properties") {
            let named = self.named(name, schema);
            self.add(name, named);
            return Type::Named(name.to_owned());
        }
        if let Some(target) = object.get("$ref") {
            return Type::Named(referred(target).to_owned());
        }
        if let Some(text) = object.get("const") {
            return literal(text);
        }
        if let Some(values) = object.get("enum") {
            let values = values.as_array().expect("values");
            if values.len() > FEW {
                let text = |value: &Value| (value.as_str().expect("a text").to_owned(), String::new());
                let form = Form::OneOf(values.iter().map(text).collect());
                self.add(name, Named { description: String::new(), form });
                return Type::Named(name.to_owned());
            }
            return either(values.iter().map(literal).collect());
        }
        if let Some(choices) = object.get("oneOf").or_else(|| object.get("anyOf")) {
            let choices = choices.as_array().expect("choices").iter().enumerate();
            return either(
                choices.map(|(index, choice)| self.read(&variant(name, index, choice), choice)).collect(),
            );
        }
        match object.get("type") {
            None => {
                let annotations = ["description", "default"];
                assert!(object.keys().all(|key| annotations.contains(&key.as_str())), "{name}: {schema}");
                Type::Any
            }
            Some(Value::Array(kinds)) => {
                either(kinds.iter().map(|kind| self.simple(name, kind, schema)).collect())
            }
            Some(kind) => self.simple(name, kind, schema),
        }
    }

    fn simple(&mut self, name: &str, kind: &Value, schema: &Value) -> Type {
        match kind.as_str().expect("the name of a type") {
            "null" => Type::Null,
            "boolean" => Type::Boolean,
            "integer" => Type::Integer,
            "number" => Type::Number,
            "string" => Type::Text,
            "array" => {
                let of = Box::new(self.read(name, schema.get("items").unwrap_or(&Value::Bool(true))));
                match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
                    (Some(least), Some(most)) if least == most => {
                        Type::Tuple(of, usize::try_from(most).unwrap())
                    }
                    _ => Type::List(of),
                }
            }
            "object" => {
                let values = schema.get("additionalProperties").unwrap_or(&Value::Bool(true));
                Type::Map(Box::new(self.read(name, values)))
            }
            other => panic!("{name}: {other} is no type that is known here"),
        }
    }
}

/// Returns the texts of an enumeration with their meanings, if it is one.
fn texts(choices: &[Value]) -> Option<Vec<(String, String)>> {
    let text = |choice: &Value| Some((choice.get("const")?.as_str()?.to_owned(), description(choice)));
    choices.iter().map(text).collect()
}

fn description(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ")
}

fn referred(target: &Value) -> &str {
    target.as_str().and_then(|path| path.strip_prefix("#/$defs/")).expect("a definition")
}

fn literal(value: &Value) -> Type {
    match value {
        Value::Null => Type::Null,
        Value::String(text) => Type::Literal(text.clone()),
        other => panic!("{other} is no text"),
    }
}

fn either(mut types: Vec<Type>) -> Type {
    if types.len() == 1 { types.remove(0) } else { Type::Either(types) }
}

/// Returns the name of one of several objects, from the text that distinguishes it or the member that only it has.
fn variant(owner: &str, index: usize, schema: &Value) -> String {
    let properties = schema["properties"].as_object();
    let tag = properties.and_then(|members| members.values().find_map(|member| member["const"].as_str()));
    let only = || properties.filter(|members| members.len() == 1)?.keys().next().map(String::as_str);
    match tag.or_else(only) {
        Some(tag) => format!("{owner}{}", capitalised(tag)),
        None => format!("{owner}{}", index + 1),
    }
}

/// Returns a name in capitals: `dead_transitions` and `max-states` become `DeadTransitions` and `MaxStates`.
pub(crate) fn capitalised(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric());
    words
        .filter_map(|word| {
            let mut letters = word.chars();
            Some(letters.next()?.to_uppercase().collect::<String>() + letters.as_str())
        })
        .collect()
}

#[test]
fn objects_that_are_one_of_several_get_names() {
    let schema = serde_json::json!({
        "messages": { "a/b": { "params": { "$ref": "#/$defs/Edits" } } },
        "$defs": {
            "Edits": { "properties": {
                "edits": { "items": { "$ref": "#/$defs/Edit" }, "type": "array" },
                "at": { "type": ["array", "null"], "items": { "type": "number" }, "minItems": 2, "maxItems": 2 },
            }, "required": ["edits"], "type": "object" },
            "Edit": { "oneOf": [
                { "type": "object", "properties": { "add_place": { "$ref": "#/$defs/Name" } }, "required": ["add_place"] },
                { "type": "object", "properties": { "kind": { "const": "other" }, "x": { "type": "string" } } },
            ] },
            "Name": { "anyOf": [{ "type": "string", "description": "An id." }, { "$ref": "#/$defs/Edits" }] },
        },
    });
    let protocol = Protocol::of(&schema);
    let names: Vec<_> = protocol.types.keys().map(String::as_str).collect();
    assert_eq!(names, ["Edit", "EditAddPlace", "EditOther", "Edits", "Name"]);
    let Form::Record(members) = &protocol.types["Edits"].form else { panic!("an object") };
    assert!(members[0].name == "edits" && members[0].is_required);
    let pair = Type::Tuple(Box::new(Type::Number), 2);
    assert!(members[1].of.without_null() == pair && !members[1].is_required);
    assert_eq!(protocol.messages[0].names(&protocol.types, |_| false).len(), 5);
}
