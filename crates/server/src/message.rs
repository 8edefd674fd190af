//! Messages of JSON-RPC 2.0: requests that come in, replies and notifications that go out.

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

/// An id that is there, even if it is `null`.
fn present<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(input).map(Some)
}

/// The codes of errors. Those below zero are JSON-RPC's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[repr(i32)]
pub enum Code {
    /// The message is not JSON.
    ParseError = -32700,
    /// The message is no request, or the frame was broken.
    InvalidRequest = -32600,
    /// There is no such method.
    MethodNotFound = -32601,
    /// The parameters are not those of the method.
    InvalidParams = -32602,
    /// The server is wrong.
    InternalError = -32603,
    /// The request was cancelled. The code is that of the Language Server Protocol.
    RequestCancelled = -32800,
    /// The text is no net, or cannot be read. `data` has diagnostics.
    BadNet = 1,
    /// There is no net with this id.
    UnknownNet = 2,
    /// There is no analysis with this token.
    UnknownAnalysis = 3,
    /// The transition is not enabled, or the firing has no meaning.
    NotEnabled = 4,
    /// The memory of the server is given to other analyses.
    OutOfBudget = 5,
    /// The options or the property are not understood, or do not go together. `data` may have diagnostics.
    BadQuestion = 6,
    /// There is nothing to be undone.
    NothingToUndo = 7,
    /// The server is shutting down.
    ShuttingDown = 8,
    /// An edit cannot be carried out, and none was. `data` has diagnostics.
    BadEdit = 9,
    /// The request is not for nets of this kind. The message says what to do instead.
    WrongKind = 10,
}

/// Why a request is refused.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The kind of error.
    pub code: Code,
    /// What is wrong, in a line.
    pub message: String,
    /// What else is known of the error: diagnostics, mostly.
    pub data: Option<Value>,
}

impl Refusal {
    /// A refusal without data.
    pub fn new(code: Code, message: impl fmt::Display) -> Self {
        Self { code, message: message.to_string(), data: None }
    }

    /// Adds what was found as data, in a text if it is at hand. Where that is a fault of the program, it becomes the reason, too.
    #[must_use]
    pub(crate) fn with(self, found: &Diagnostics, text: Option<&str>) -> Self {
        let told: Vec<_> = found.iter().map(|one| describe_diagnostic(one, text)).collect();
        let refusal = if found.is_internal() {
            Self::new(Code::InternalError, "the search has found a fault in itself; please report it")
        } else {
            self
        };
        Self { data: serde_json::to_value(told).ok(), ..refusal }
    }

    /// Adds to each diagnostic the position, from 0, of what it is about.
    #[must_use]
    pub(crate) fn about(mut self, what: &str, index: usize) -> Self {
        let told = self.data.iter_mut().filter_map(Value::as_array_mut).flatten();
        for diagnostic in told.filter_map(Value::as_object_mut) {
            diagnostic.insert(what.to_owned(), index.into());
        }
        self
    }

    /// Whether the program is wrong, and not the request.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        self.code == Code::InternalError
    }
}

impl Request {
    /// Understands a message.
    ///
    /// # Errors
    /// The reply that says why it is none.
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
            other => Err(invalid(&format!("`jsonrpc` is `{other}`, and only 2.0 is understood"))),
        }
    }
}

/// A result as it is sent: a text in JSON.
#[derive(Debug)]
pub(crate) struct Json(String);

impl Json {
    /// The text of a value.
    pub(crate) fn of(value: &impl Serialize) -> Result<Self, Refusal> {
        serde_json::to_string(value).map(Self).map_err(|error| Refusal::new(Code::InternalError, error))
    }
}

/// The reply to the request with an id.
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

/// A notification.
pub(crate) fn notification(method: &str, params: &impl Serialize) -> String {
    // Our own types have keys that are texts, and finite numbers.
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
    fn what_is_no_request_is_told_with_its_code() {
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
