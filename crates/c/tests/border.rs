//! Whatever crosses the border from C is answered: nonsense, closed sessions, many threads, calls that wait while a session is closed.

use std::ffi::{CStr, CString, c_char, c_void};
use std::path::Path;
use std::ptr;
use std::sync::Mutex;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use sanderling_c::{
    SanderlingSession, sanderling_analyse, sanderling_at, sanderling_cancel, sanderling_close,
    sanderling_free, sanderling_listen, sanderling_load, sanderling_open, sanderling_poll,
    sanderling_request, sanderling_version,
};
use serde_json::{Value, json};

const MEMORY: u64 = 512 << 20;

/// A text that a function has returned.
fn taken(text: *mut c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: it was returned by the library.
    let taken = unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned();
    // SAFETY: it is not used any more.
    unsafe { sanderling_free(text) };
    Some(taken)
}

fn json_of(text: *mut c_char) -> Value {
    serde_json::from_str(&taken(text).expect("there is an answer")).unwrap()
}

fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

fn request(session: SanderlingSession, method: &str, params: &Value) -> Value {
    let (method, params) = (c(method), c(&params.to_string()));
    // SAFETY: both are texts.
    json_of(unsafe { sanderling_request(session, method.as_ptr(), params.as_ptr()) })
}

fn analyse(session: SanderlingSession, params: &Value) -> Value {
    let (method, params) = (c("analysis/start"), c(&params.to_string()));
    // SAFETY: both are texts.
    json_of(unsafe { sanderling_analyse(session, method.as_ptr(), params.as_ptr()) })
}

fn load(session: SanderlingSession, name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets").join(name);
    let path = c(path.to_str().unwrap());
    // SAFETY: it is a text.
    json_of(unsafe { sanderling_load(session, path.as_ptr()) })
}

/// A net of 2^60 states.
fn endless(session: SanderlingSession) -> String {
    let mut text = String::from("net switches\n");
    for at in 0..60 {
        text += &format!("pl off{at} (1)\ntr set{at} off{at} -> on{at}\ntr reset{at} on{at} -> off{at}\n");
    }
    let loaded =
        request(session, "net/load", &json!({ "text": text, "name": "switches.net", "format": "tina" }));
    loaded["result"]["net"].as_str().unwrap_or_else(|| panic!("{loaded}")).to_owned()
}

#[test]
fn a_net_is_loaded_and_queried() {
    let session = sanderling_open(MEMORY);
    let loaded = load(session, "philosophers-3.pnml");
    assert_eq!(loaded["result"]["kind"], "place_transition", "{loaded}");
    let net = &loaded["result"]["net"];
    let found = analyse(session, &json!({ "net": net, "question": "deadlock" }));
    assert_eq!(found["report"]["verdict"], "violated", "{found}");
    assert!(!found["report"]["trace"]["steps"].as_array().unwrap().is_empty());
    let info = request(session, "net/info", &json!({ "net": net }));
    assert_eq!(info["result"]["places"], loaded["result"]["places"]);
    // SAFETY: it is a text that is always there.
    assert_eq!(unsafe { CStr::from_ptr(sanderling_version()) }.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    sanderling_close(session);
}

#[test]
fn nonsense_is_an_error() {
    let session = sanderling_open(MEMORY);
    let no_text = [0xff_u8, 0];
    let method = c("net/info");
    // SAFETY: all are NULL or end in NUL.
    unsafe {
        let bad = no_text.as_ptr().cast();
        for answer in [
            sanderling_load(session, ptr::null()),
            sanderling_load(session, bad),
            sanderling_request(session, ptr::null(), ptr::null()),
            sanderling_request(session, bad, ptr::null()),
            sanderling_request(session, method.as_ptr(), bad),
            sanderling_request(session, method.as_ptr(), ptr::null()),
            sanderling_request(session, method.as_ptr(), c("{").as_ptr()),
            sanderling_request(session, c("no\"such").as_ptr(), ptr::null()),
            sanderling_request(session, c("exit").as_ptr(), ptr::null()),
            sanderling_analyse(session, method.as_ptr(), ptr::null()),
            sanderling_analyse(
                session,
                c("analysis/start").as_ptr(),
                c("{\"net\":\"net9\",\"question\":\"explore\"}").as_ptr(),
            ),
            sanderling_analyse(session, c("analysis/cancel").as_ptr(), c("{\"analysis\":\"a\"}").as_ptr()),
        ] {
            let answer = json_of(answer);
            assert!(answer["error"]["code"].is_i64() && answer["error"]["message"].is_string(), "{answer}");
        }
        assert!(!sanderling_cancel(session, c("analysis9").as_ptr()));
        assert!(!sanderling_cancel(session, ptr::null()));
        assert!(!sanderling_cancel(session, bad));
        assert!(!sanderling_listen(session, None, ptr::null_mut()));
        assert_eq!(taken(sanderling_at(ptr::null(), bad)), None);
        assert_eq!(taken(sanderling_at(c("{").as_ptr(), c("/a").as_ptr())), None);
        sanderling_free(ptr::null_mut());
    }
    assert_eq!(taken(sanderling_poll(session, 0)), None);
    let broken = json!({ "text": "process P { state a; init b; }", "name": "broken.dve" });
    let reply = request(session, "net/load", &broken);
    assert_eq!(reply["error"]["data"][0]["column"], 31, "{reply}");
    sanderling_close(session);
}

#[test]
fn calls_to_a_closed_or_unknown_session_are_errors() {
    let session = sanderling_open(MEMORY);
    sanderling_close(session);
    sanderling_close(session);
    for none in [0, session, u64::MAX] {
        let reply = load(none, "philosophers-3.pnml");
        assert!(reply["error"]["message"].as_str().unwrap().contains("there is no session"), "{reply}");
        assert_eq!(taken(sanderling_poll(none, 10_000)), None);
        // SAFETY: NULL stands for all.
        assert!(!unsafe { sanderling_cancel(none, ptr::null()) });
        sanderling_close(none);
    }
}

#[test]
fn many_threads_share_a_session() {
    let session = sanderling_open(MEMORY);
    thread::scope(|scope| {
        for at in 0..8 {
            scope.spawn(move || {
                let (name, states) = [("kanban-2.pnml", 4600), ("counter-8.pnml", 256)][at % 2];
                let loaded = load(session, name);
                let net = loaded["result"]["net"].as_str().unwrap();
                for _ in 0..3 {
                    let found = analyse(session, &json!({ "net": net, "question": "explore" }));
                    assert_eq!(found["report"]["states"], states, "{found}");
                }
                assert_eq!(request(session, "net/unload", &json!({ "net": net }))["result"], Value::Null);
            });
        }
    });
    assert_eq!(
        taken(sanderling_poll(session, 0)).filter(|message| message.contains("analysis/result")),
        None
    );
    sanderling_close(session);
}

#[test]
fn an_analysis_is_polled_and_cancelled() {
    let session = sanderling_open(MEMORY);
    let net = endless(session);
    let started = request(
        session,
        "analysis/start",
        &json!({ "net": net, "question": "explore", "options": { "bounds": true } }),
    );
    let name = c(started["result"]["analysis"].as_str().unwrap());
    let progress: Value = serde_json::from_str(&taken(sanderling_poll(session, 60_000)).unwrap()).unwrap();
    assert_eq!(progress["method"], "analysis/progress", "{progress}");
    // SAFETY: it is a text.
    assert!(unsafe { sanderling_cancel(session, name.as_ptr()) });
    let result = loop {
        let message: Value = serde_json::from_str(&taken(sanderling_poll(session, 60_000)).unwrap()).unwrap();
        if message["method"] == "analysis/result" {
            break message;
        }
    };
    assert_eq!(result["params"]["report"]["reason"], "cancelled", "{result}");
    // SAFETY: as above.
    assert!(!unsafe { sanderling_cancel(session, name.as_ptr()) });
    sanderling_close(session);
}

#[test]
fn closing_ends_calls_that_wait() {
    let session = sanderling_open(MEMORY);
    let net = endless(session);
    let began = Instant::now();
    thread::scope(|scope| {
        let waits = scope.spawn(|| analyse(session, &json!({ "net": net, "question": "explore" })));
        let polls = scope.spawn(|| while taken(sanderling_poll(session, 3_600_000)).is_some() {});
        thread::sleep(Duration::from_millis(300));
        sanderling_close(session);
        let answer = waits.join().unwrap();
        let is_ended = answer["report"]["reason"] == "cancelled" || answer["error"].is_object();
        assert!(is_ended, "{answer}");
        polls.join().unwrap();
    });
    assert!(began.elapsed() < Duration::from_secs(60));
}

/// What a listener is given.
struct Context {
    sender: Mutex<Sender<String>>,
    session: SanderlingSession,
}

unsafe extern "C" fn on_message(message: *const c_char, context: *mut c_void) {
    // SAFETY: both are what the library was given, or gives.
    let (message, context) = unsafe { (CStr::from_ptr(message), &*context.cast::<Context>()) };
    let message = message.to_str().unwrap();
    // A listener may call everything, and close the session, too.
    if message.contains("analysis/result") {
        assert_eq!(request(context.session, "initialize", &Value::Null)["result"]["name"], "sanderling");
        sanderling_close(context.session);
    }
    context.sender.lock().unwrap().send(message.to_owned()).unwrap();
}

#[test]
fn a_listener_receives_the_result_and_may_close_the_session() {
    let session = sanderling_open(MEMORY);
    let (sender, messages) = mpsc::channel();
    // The listener closes the session, so that no call follows when it has returned.
    let context: &Context = Box::leak(Box::new(Context { sender: Mutex::new(sender), session }));
    let pointer = ptr::from_ref(context).cast_mut().cast();
    // SAFETY: the context lives for ever.
    unsafe {
        assert!(sanderling_listen(session, Some(on_message), pointer));
        assert!(!sanderling_listen(session, Some(on_message), pointer), "there is one already");
    }
    assert_eq!(taken(sanderling_poll(session, 60_000)), None, "the listener receives it");
    let net = load(session, "kanban-2.pnml")["result"]["net"].clone();
    request(session, "analysis/start", &json!({ "net": net, "question": "explore" }));
    let message = loop {
        let message = messages.recv_timeout(Duration::from_secs(60)).unwrap();
        if message.contains("analysis/result") {
            break message;
        }
    };
    let message: Value = serde_json::from_str(&message).unwrap();
    assert_eq!(message["params"]["report"]["states"], 4600, "{message}");
    assert!(load(session, "kanban-2.pnml")["error"].is_object());
}
