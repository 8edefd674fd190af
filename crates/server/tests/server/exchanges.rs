//! The conversation shown in the reference: at least one exchange for every method.
//!
//! A new method gets a line here. Names such as `net1`, the copy shop, come from earlier exchanges.

use std::collections::BTreeMap;

use crate::recorder::Recorder;
use crate::together::switches;

/// Returns the exchanges by method.
pub(crate) fn exchanges() -> BTreeMap<String, String> {
    let mut server = Recorder::new();
    server.show("initialize", r#"{"client": "an editor"}"#);
    server.show("net/load", r#"{"uri": "nets/copy-shop.pnml"}"#);
    server.show("net/load", r#"{"text": "process P { state a; init b; }", "name": "wrong.dve"}"#);
    server.show("net/info", r#"{"net": "net1"}"#);
    server.show("net/drawing", r#"{"net": "net1"}"#);
    server.show("net/groups", r#"{"net": "net1"}"#);

    server.show("simulation/enabled", r#"{"net": "net1"}"#);
    server.show("simulation/fire", r#"{"net": "net1", "transition": "t1"}"#);
    server.show("simulation/fire", r#"{"net": "net1", "transition": "t3"}"#);
    server.show("simulation/undo", r#"{"net": "net1"}"#);
    server.show("simulation/reset", r#"{"net": "net1"}"#);

    server.show(
        "analysis/start",
        r#"{"net": "net1", "question": "check", "properties": ["reach tokens(p5) == 1", "always tokens(p4, p7) <= 1"]}"#,
    );
    server.show_received_notification("analysis/result");
    server.show(
        "analysis/standard",
        r#"{"net": "net1", "only": ["bounded", "live"], "options": {"time": "10s"}}"#,
    );
    server.await_notification("analysis/result");
    server.show(
        "trace/replay",
        r#"{"net": "net1", "trace": {"initial": {"p1": 1, "p2": 1, "p3": 1, "p6": 1}, "steps": [{"event": "t1"}, {"event": "t4"}]}}"#,
    );
    server.show("graph/states", r#"{"net": "net1", "max_states": 3}"#);

    server.show(
        "net/edit",
        r#"{"net": "net1", "edits": [{"change_place": {"place": "p1", "tokens": 2}}, {"remove_place": {"id": "nowhere"}}]}"#,
    );
    server.show("net/edit", r#"{"net": "net1", "edits": [{"change_place": {"place": "p1", "tokens": 2}}]}"#);
    server.show("net/convert", r#"{"net": "net1", "format": "lola"}"#);

    // A net with too many markings to visit, so that there is an analysis to cancel.
    let large = serde_json::json!({ "text": switches(400), "name": "switches.pnml" });
    server.prepare("net/load", &large.to_string());
    server.prepare("analysis/start", r#"{"net": "net2", "question": "explore"}"#);
    server.show_received_notification_without_numbers("analysis/progress");
    server.show("analysis/cancel", r#"{"analysis": "analysis3"}"#);
    server.await_notification("analysis/result");
    server.show_cancelled("graph/states", r#"{"net": "net2", "max_states": 2000}"#);

    server.prepare("net/load", r#"{"uri": "nets/coloured/philosophers-3.pnml"}"#);
    server.show("net/unfold", r#"{"net": "net3"}"#);

    server.show("net/unload", r#"{"net": "net1"}"#);
    server.show("shutdown", "null");
    server.show_sent_notification("exit");
    server.end()
}
