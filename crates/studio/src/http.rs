//! Requests over HTTP: the page and its files, the messages that it sends, and the events that it receives.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use http_body_util::{BodyExt, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use sanderling_server::Server;
use serde_json::{Value, json};
use tokio::sync::{broadcast, oneshot};

use crate::access::Access;
use crate::assets;
use crate::events::Content;

/// Maximum length of a message, in bytes.
const LONGEST_MESSAGE: usize = 16 << 20;
/// What the page may run and fetch. No other page may show it in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src blob:; base-uri 'none'; form-action \
                      'none'; frame-ancestors 'none'";
/// The policy for a page in a frame of an editor, whose URL schemes no web page has.
const POLICY_FRAMED: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src blob:; base-uri 'none'; \
                             form-action 'none'; frame-ancestors vscode-webview: vscode-file:";

/// The state that all connections share.
pub(crate) struct Shared {
    pub(crate) access: Access,
    pub(crate) server: Mutex<Option<Server>>,
    pub(crate) notifications: broadcast::Sender<Bytes>,
    /// The page.
    pub(crate) page: String,
    /// The parameters for `net/load`. They replace those of the page.
    pub(crate) load: Value,
    /// Whether an editor may show the page in a frame.
    pub(crate) is_framed: bool,
}

/// Answers a request.
pub(crate) async fn answer(
    shared: Arc<Shared>,
    request: Request<Incoming>,
) -> Result<Response<Content>, Infallible> {
    let path = request.uri().path().to_owned();
    // Without the token, a request learns nothing, not even whether a page exists.
    let inside = shared.access.inside(&path).filter(|_| shared.access.is_ours(request.headers()));
    let mut response = match (inside, request.method()) {
        (None, _) => plain(StatusCode::NOT_FOUND, "not found"),
        (Some("rpc"), &Method::POST) => pass_on(Arc::clone(&shared), request).await,
        (Some("rpc"), _) => not_allowed("POST"),
        (Some(name), &Method::GET) => get(&shared, name),
        (Some(_), _) => not_allowed("GET"),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", if shared.is_framed { POLICY_FRAMED } else { POLICY }),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

fn get(shared: &Shared, name: &str) -> Response<Content> {
    match name {
        "" => typed("text/html; charset=utf-8", Content::text(shared.page.clone())),
        "events" => typed("text/event-stream", Content::events(shared.notifications.subscribe())),
        name => match assets::asset(name) {
            Some((text, kind)) => typed(kind, Content::text(text)),
            None => plain(StatusCode::NOT_FOUND, "not found"),
        },
    }
}

/// Passes a message to the server, and waits for the reply.
async fn pass_on(shared: Arc<Shared>, request: Request<Incoming>) -> Response<Content> {
    let Ok(body) = Limited::new(request.into_body(), LONGEST_MESSAGE).collect().await else {
        return plain(StatusCode::PAYLOAD_TOO_LARGE, "the message is too long, or broken");
    };
    let message = match allowed(body.to_bytes(), &shared.load) {
        Ok(message) => message,
        Err(refusal) => return typed("application/json", Content::text(refusal)),
    };
    let (sender, receiver) = oneshot::channel();
    let take = Box::new(move |reply: Option<String>| {
        // NOTE: the client may be gone.
        let _ = sender.send(reply);
    });
    let passed = tokio::task::spawn_blocking(move || {
        let mut server = shared.server.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(server) = server.as_mut() {
            server.answer_to(&message, take);
        }
    });
    let reply = match passed.await {
        Ok(()) => receiver.await,
        Err(_) => {
            return plain(
                StatusCode::INTERNAL_SERVER_ERROR,
                "the request failed unexpectedly; please report it",
            );
        }
    };
    match reply {
        Ok(Some(reply)) => typed("application/json", Content::text(reply)),
        Ok(None) => plain(StatusCode::NO_CONTENT, ""),
        Err(_) => plain(StatusCode::SERVICE_UNAVAILABLE, "the studio is ending"),
    }
}

/// Returns a message in the form for the server. The page loads the net with which the studio was started, and cannot
/// end the server.
fn allowed(body: Bytes, load: &Value) -> Result<Bytes, String> {
    let Ok(mut message) = serde_json::from_slice::<Value>(&body) else { return Ok(body) };
    match message.get("method").and_then(Value::as_str) {
        Some("net/load") => {
            message["params"] = load.clone();
            Ok(Bytes::from(message.to_string()))
        }
        Some("shutdown" | "exit") => {
            let error = json!({ "code": -32601, "message": "the studio ends with Ctrl-C" });
            Err(json!({ "jsonrpc": "2.0", "id": message.get("id"), "error": error }).to_string())
        }
        _ => Ok(body),
    }
}

fn typed(kind: &'static str, content: Content) -> Response<Content> {
    let mut response = Response::new(content);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

fn plain(status: StatusCode, text: &'static str) -> Response<Content> {
    let mut response = typed("text/plain; charset=utf-8", Content::text(text));
    *response.status_mut() = status;
    response
}

fn not_allowed(method: &'static str) -> Response<Content> {
    let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "this method is not allowed");
    response.headers_mut().insert(ALLOW, HeaderValue::from_static(method));
    response
}
