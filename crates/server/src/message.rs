//! Messages of JSON-RPC 2.0: incoming requests, and outgoing replies and notifications.

use std::fmt;

use sanderling::describe_diagnostic;
use sanderling_net::Diagnostics;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A request, or a notification if it has no id.
#[derive(Debug, Deserialize)]
pub(crate) struct Request {
    #[serde(default)]
    jsonrpc: String,
    #[serde(default, deserialize_with = "present")]
    pub(crate) id: Option<Value>,
    pub(crate) method: String,
    #[serde(default)]
    pub(crate) params: Value,
}

/// Reads an id that is present, even if it is `null`.
fn present<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(input).map(Some)
}

/// The codes of errors. Negative ones are defined by JSON-RPC, or by the Language Server Protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[repr(i32)]
pub enum Code {
    /// The message is not JSON.
    ParseError = -32700,
    /// The message is not a request, or the frame was invalid.
    InvalidRequest = -32600,
    /// The method is unknown.
    MethodNotFound = -32601,
    /// The parameters do not fit the method.
    InvalidParams = -32602,
    /// The server has a bug.
    InternalError = -32603,
    /// The request was cancelled. The code is that of the Language Server Protocol.
    RequestCancelled = -32800,
    /// The text is not a net, or cannot be read. `data` has diagnostics.
    BadNet = 1,
    /// No net has this id.
    UnknownNet = 2,
    /// No analysis has this token.
    UnknownAnalysis = 3,
    /// The transition is not enabled, or the firing is undefined.
    NotEnabled = 4,
    /// Other analyses hold the memory of the server.
    OutOfBudget = 5,
    /// The options or the property are invalid, or do not go together. `data` may have diagnostics.
    BadQuestion = 6,
    /// There is nothing to undo.
    NothingToUndo = 7,
    /// The server is shutting down.
    ShuttingDown = 8,
    /// An edit failed, and none was applied. `data` has diagnostics.
    BadEdit = 9,
    /// The request does not apply to nets of this kind. The message says what to do instead.
    WrongKind = 10,
}

/// The reason for refusing a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The kind of error.
    pub code: Code,
    /// The problem, in one line.
    pub message: String,
    /// Further details of the error, usually diagnostics.
    pub data: Option<Value>,
}

impl Refusal {
    /// Creates a refusal without data.
    pub fn new(code: Code, message: impl fmt::Display) -> Self {
        Self { code, message: message.to_string(), data: None }
    }

    /// Adds diagnostics as data, with excerpts of the text if it is given. If they report a bug in the program, the
    /// code becomes `Code::InternalError`.
    #[must_use]
    pub(crate) fn with(self, found: &Diagnostics, text: Option<&str>) -> Self {
        let described: Vec<_> = found.iter().map(|one| describe_diagnostic(one, text)).collect();
        let refusal = if found.is_internal() {
            Self::new(Code::InternalError, "the search detected an internal error; please report it")
        } else {
            self
        };
        Self { data: serde_json::to_value(described).ok(), ..refusal }
    }

    /// Adds to each diagnostic the position, from 0, of its subject.
    #[must_use]
    pub(crate) fn about(mut self, what: &str, index: usize) -> Self {
        let diagnostics = self.data.iter_mut().filter_map(Value::as_array_mut).flatten();
        for diagnostic in diagnostics.filter_map(Value::as_object_mut) {
            diagnostic.insert(what.to_owned(), index.into());
        }
        self
    }

    /// Whether the program has a bug, rather than the request.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        self.code == Code::InternalError
    }
}

impl Request {
    /// Parses a message.
    ///
    /// # Errors
    /// The reply that says why the message is not a request.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(bytes)
            .map_err(|error| reply(&Value::Null, Err(Refusal::new(Code::ParseError, error))))?;
        let id = value.get("id").cloned().unwrap_or(Value::Null);
        let invalid =
            |message: &dyn fmt::Display| reply(&id, Err(Refusal::new(Code::InvalidRequest, message)));
        if value.is_array() {
            return Err(invalid(&"batches are not supported: send the requests one by one"));
        }
        let request: Self = serde_json::from_value(value).map_err(|error| invalid(&error))?;
        match request.jsonrpc.as_str() {
            "2.0" => Ok(request),
            other => Err(invalid(&format!("`jsonrpc` is `{other}`: expected 2.0"))),
        }
    }
}

/// A result to send, as JSON text.
#[derive(Debug)]
pub(crate) struct Json(String);

impl Json {
    /// Serializes a value.
    pub(crate) fn of(value: &impl Serialize) -> Result<Self, Refusal> {
        serde_json::to_string(value).map(Self).map_err(|error| Refusal::new(Code::InternalError, error))
    }
}

/// Returns the reply to the request with this id.
pub(crate) fn reply(id: &Value, result: Result<Json, Refusal>) -> String {
    match result {
        Ok(Json(result)) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
        Err(Refusal { code, message, data }) => {
            let mut error = json!({ "code": code as i32, "message": message });
            if let Some(data) = data {
                error["data"] = data;
            }
            json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string()
        }
    }
}

/// Returns a notification.
pub(crate) fn notification(method: &str, params: &impl Serialize) -> String {
    // All our types have string keys and finite numbers.
    let params = serde_json::to_string(params).unwrap_or_else(|_| "null".to_owned());
    format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_without_an_id_is_a_notification_and_null_is_an_id() {
        let id = |text: &str| Request::parse(text.as_bytes()).unwrap().id;
        assert_eq!(id(r#"{"jsonrpc":"2.0","method":"exit"}"#), None);
        assert_eq!(id(r#"{"jsonrpc":"2.0","id":null,"method":"exit"}"#), Some(Value::Null));
        assert_eq!(id(r#"{"jsonrpc":"2.0","id":"a","method":"exit"}"#), Some("a".into()));
    }

    #[test]
    fn invalid_requests_are_refused_with_a_code() {
        for (text, code) in [
            ("{", -32700),
            ("[]", -32600),
            ("7", -32600),
            (r#"{"jsonrpc":"2.0","id":1}"#, -32600),
            (r#"{"id":1,"method":"a"}"#, -32600),
            (r#"{"jsonrpc":"2.0","id":1,"method":3}"#, -32600),
        ] {
            let reply: Value = serde_json::from_str(&Request::parse(text.as_bytes()).unwrap_err()).unwrap();
            assert_eq!(reply["error"]["code"], code, "{text}");
        }
    }
}
