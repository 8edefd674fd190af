//! Several analyses at once: progress, cancelling, memory, and one that panics.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::Client;

/// A net with too many markings to visit: independent cells that are on or off.
pub(crate) fn switches(count: usize) -> String {
    let nodes: String = (0..count)
        .map(|i| {
            format!(
                "<place id=\"off{i}\"><initialMarking><text>1</text></initialMarking></place><place id=\"on{i}\"/>\
                 <transition id=\"up{i}\"/><transition id=\"down{i}\"/>\
                 <arc id=\"a{i}\" source=\"off{i}\" target=\"up{i}\"/><arc id=\"b{i}\" source=\"up{i}\" target=\"on{i}\"/>\
                 <arc id=\"c{i}\" source=\"on{i}\" target=\"down{i}\"/><arc id=\"d{i}\" source=\"down{i}\" target=\"off{i}\"/>"
            )
        })
        .collect();
    format!(
        "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net id=\"n\" \
         type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">{nodes}</page></net></pnml>"
    )
}

#[test]
fn a_long_analysis_reports_its_progress_and_ends_when_it_is_cancelled() {
    let mut client = Client::new();
    let net = client.load_text(&switches(60)).unwrap();
    let started = client.request("analysis/start", json!({ "net": net, "question": "explore" })).unwrap();
    let analysis = started["analysis"].as_str().unwrap().to_owned();
    let progress = client.wait(|message| message["method"] == "analysis/progress");
    assert_eq!(progress["params"]["analysis"], analysis.as_str());
    assert!(progress["params"]["states"].as_u64().unwrap() > 0);
    // While the analysis runs, all other requests are answered.
    client.request("simulation/fire", json!({ "net": net, "transition": "up3" })).unwrap();
    client.request("net/unload", json!({ "net": net })).unwrap();
    client.request("analysis/cancel", json!({ "analysis": analysis })).unwrap();
    let result = client.result(&analysis);
    assert_eq!(
        (result["report"]["verdict"].as_str(), result["report"]["reason"].as_str()),
        (Some("unknown"), Some("cancelled"))
    );
    client.leave();
}

#[test]
fn a_request_that_takes_its_time_is_cancelled_at_once() {
    let mut client = Client::new();
    let net = client.load_text(&switches(60)).unwrap();
    let graph = client.ask("graph/states", json!({ "net": net, "most_states": 2000 }));
    let started = Instant::now();
    client.send(
        &json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": graph } }).to_string(),
    );
    let reply = client.wait(|message| message["id"] == graph);
    assert_eq!(reply["error"]["code"], -32800, "{reply}");
    assert!(started.elapsed() < Duration::from_secs(1), "drawing 2000 states takes longer");
    // A request that is answered, or was never sent, can no longer be cancelled.
    for id in [json!(graph), json!("never"), json!(null)] {
        assert_eq!(client.request("$/cancelRequest", json!({ "id": id })), Ok(json!(null)));
    }
    assert_eq!(client.request("$/cancelRequest", json!({})).unwrap_err()["code"], -32602);
    assert!(client.request("net/info", json!({ "net": net })).is_ok());
    client.leave();
}

#[test]
fn shutdown_cancels_pending_requests() {
    let mut client = Client::new();
    let net = client.load_text(&switches(60)).unwrap();
    let graph = client.ask("graph/states", json!({ "net": net, "most_states": 2000 }));
    client.request("shutdown", json!(null)).unwrap();
    let reply = client.wait(|message| message["id"] == graph);
    assert_eq!(reply["error"]["code"], -32800, "{reply}");
    client.leave();
}

#[test]
fn twenty_analyses_share_one_budget_and_another_one_waits() {
    let memory = 1_u64 << 30;
    let mut client = Client::with_memory(memory);
    let net = client.load_text(&switches(60)).unwrap();
    let params = json!({ "net": net, "question": "explore", "memory_bytes": memory / 20 });
    let mut analyses = Vec::new();
    for _ in 0..20 {
        let started = client.request("analysis/start", params.clone()).unwrap();
        analyses.push((
            started["analysis"].as_str().unwrap().to_owned(),
            started["memory_bytes"].as_u64().unwrap(),
        ));
    }
    assert!(analyses.iter().map(|analysis| analysis.1).sum::<u64>() <= memory);
    let waiting = client.request("analysis/start", params).unwrap();
    assert_eq!(waiting["waits"], true);
    analyses.push((waiting["analysis"].as_str().unwrap().to_owned(), memory / 20));
    let too_much = json!({ "net": net, "question": "explore", "memory_bytes": memory + 1 });
    let refused = client.request("analysis/start", too_much).unwrap_err();
    assert_eq!(refused["code"], 5);
    assert!(refused["message"].as_str().unwrap().contains("request less"), "{refused}");
    for (analysis, _) in &analyses {
        // The analysis may have ended because of its memory limit.
        let _ = client.request("analysis/cancel", json!({ "analysis": analysis }));
    }
    for (analysis, bytes) in &analyses {
        let result = client.result(analysis);
        assert_eq!(result["report"]["verdict"], "unknown");
        // A search ends with the block of states that reaches its limit.
        let peak = result["report"]["peak_memory_bytes"].as_u64().unwrap();
        assert!(peak <= bytes + bytes / 100, "{peak} of {bytes}");
    }
    let params = json!({ "net": net, "question": "explore", "memory_bytes": memory });
    let started = client.request("analysis/start", params).expect("all memory has come back");
    let analysis = started["analysis"].as_str().unwrap().to_owned();
    client.request("analysis/cancel", json!({ "analysis": analysis })).unwrap();
    client.result(&analysis);
    client.leave();
}

#[test]
fn leaving_cancels_running_analyses() {
    let mut client = Client::new();
    let net = client.load_text(&switches(60)).unwrap();
    client.request("analysis/start", json!({ "net": net, "question": "explore" })).unwrap();
    let started = Instant::now();
    client.leave();
    assert!(started.elapsed() < Duration::from_secs(50), "it would never have come to an end by itself");
}
