//! A coloured net that cannot be unfolded: it counts as long as there is fuel.

use std::fs;

use serde_json::{Value, json};

use crate::client::Client;

/// `sum` starts at 0, and each of five plain tokens allows one addition of 1. Without a search, the numbers have no
/// known bound.
const COUNTS: &str = r#"<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
<net id="counts" type="http://www.pnml.org/version-2009/grammar/highlevelnet">
<declaration><structure><declarations><namedsort id="dot" name="dot"><dot/></namedsort>
<variabledecl id="x" name="x"><integer/></variabledecl></declarations></structure></declaration>
<page id="page">
<place id="fuel"><type><structure><dot/></structure></type><hlinitialMarking><structure><numberof>
<subterm><numberconstant value="5"><positive/></numberconstant></subterm><subterm><dotconstant/></subterm>
</numberof></structure></hlinitialMarking></place>
<place id="sum"><type><structure><integer/></structure></type><hlinitialMarking><structure><numberof>
<subterm><numberconstant value="1"><positive/></numberconstant></subterm>
<subterm><numberconstant value="0"><integer/></numberconstant></subterm>
</numberof></structure></hlinitialMarking></place>
<transition id="add"/>
<arc id="a" source="fuel" target="add"><hlinscription><structure><dotconstant/></structure></hlinscription></arc>
<arc id="b" source="sum" target="add"><hlinscription><structure><variable refvariable="x"/></structure></hlinscription></arc>
<arc id="c" source="add" target="sum"><hlinscription><structure><addition>
<subterm><variable refvariable="x"/></subterm>
<subterm><numberconstant value="1"><integer/></numberconstant></subterm>
</addition></structure></hlinscription></arc>
</page></net></pnml>
"#;

/// Explores the net with this much memory and these options, and returns the report.
fn explored(memory_bytes: u64, options: &Value) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("counts.pnml");
    fs::write(&file, COUNTS).unwrap();
    let mut client = Client::new();
    let loaded = client.request("net/load", json!({ "uri": file })).unwrap();
    let params = json!({ "net": loaded["net"], "question": "explore", "options": options, "memory_bytes": memory_bytes });
    let started = client.request("analysis/start", params).unwrap();
    let report = client.result(started["analysis"].as_str().unwrap())["report"].clone();
    client.leave();
    report
}

#[test]
fn a_report_says_that_a_net_is_explored_with_explicit_colours() {
    let report = explored(64 << 20, &json!({}));
    assert_eq!((&report["states"], &report["deadlocks"]), (&json!(6), &json!(1)), "{report}");
    assert_eq!(report["options"]["encoding"], "explicit");
    let message = report["warnings"][0]["message"].as_str().unwrap();
    assert!(
        message.starts_with("the net is explored with explicit colours, since it cannot be unfolded"),
        "{message}"
    );
}

#[test]
fn the_time_is_that_of_the_unfolding_too() {
    let report = explored(1 << 29, &json!({ "time": "1ms" }));
    assert_eq!(
        (&report["verdict"], &report["reason"]),
        (&json!("unknown"), &json!("time_limit")),
        "{report}"
    );
    assert_eq!(
        (&report["options"]["time_s"], &report["exhaustive"]),
        (&json!(0.001), &json!(false)),
        "{report}"
    );
    assert_eq!(report["options"]["memory_bytes"], 1 << 29, "{report}");
    // With more memory the unfolding finishes, and the report shows the requested options.
    let report = explored(64 << 20, &json!({ "time": "50s" }));
    assert_eq!((&report["states"], &report["options"]["time_s"]), (&json!(6), &json!(50.0)), "{report}");
}
