//! Nets in other formats, and unfoldings of coloured nets.

use serde_json::{Value, json};

use crate::client::Client;

#[test]
fn a_net_is_written_in_each_format_that_the_server_lists() {
    let mut client = Client::new();
    let net = client.load("philosophers-3.pnml");
    let capabilities = client.request("initialize", Value::Null).unwrap();
    let readable: Vec<&Value> =
        capabilities["formats"].as_array().unwrap().iter().map(|format| &format["name"]).collect();
    let writable = capabilities["writable"].as_array().unwrap();
    assert!(writable.contains(&json!("pnml")) && !writable.contains(&json!("helena")), "{writable:?}");
    let mut again = 0;
    for format in writable {
        let written = client.request("net/convert", json!({ "net": net, "format": format })).unwrap();
        assert_eq!(written["format"], *format);
        let keeps_all = written["lost"].as_array().unwrap().is_empty();
        match format.as_str() {
            Some("json" | "pnml") => assert!(keeps_all, "{format}"),
            Some("lola" | "promela") => assert!(!keeps_all, "{format}"),
            _ => {}
        }
        if readable.contains(&format) {
            again += 1;
            let params = json!({ "text": written["text"], "format": format });
            let loaded = client.request("net/load", params).unwrap();
            let sizes = ["places", "transitions"].map(|key| loaded[key].as_u64().unwrap());
            // A program in Promela has other nodes: variables and locations.
            assert!(sizes == [15, 15] || *format == "promela", "{format}: {sizes:?}");
        }
    }
    assert!(again >= 4, "{again} formats are read and written");
    let unknown = client.request("net/convert", json!({ "net": net, "format": "dot" })).unwrap_err();
    assert!(
        unknown["code"] == 6 && unknown["message"].as_str().unwrap().contains("one of pnml"),
        "{unknown}"
    );
    let coloured = client.load("coloured/philosophers-3.pnml");
    let refused = client.request("net/convert", json!({ "net": coloured, "format": "lola" })).unwrap_err();
    assert!(refused["code"] == 6 && refused["message"].as_str().unwrap().contains("net/unfold"), "{refused}");
    client.leave();
}

#[test]
fn an_unfolding_is_a_net_whose_nodes_lead_back() {
    let mut client = Client::new();
    for file in ["coloured/philosophers-3.pnml", "coloured/sorting-4.pnml"] {
        let net = client.load(file);
        let unfolded = client.request("net/unfold", json!({ "net": net })).unwrap();
        assert_eq!((&unfolded["kind"], &unfolded["net_version"]), (&json!("place_transition"), &json!(1)));
        let (places, transitions) = (&unfolded["origins"]["places"], &unfolded["origins"]["transitions"]);
        assert_eq!(places.as_object().unwrap().len() as u64, unfolded["places"], "{file}");
        assert_eq!(transitions.as_object().unwrap().len() as u64, unfolded["transitions"], "{file}");
        // The two games run side by side: each step of one is translated by the origins and made in the other.
        let mut below = client.request("simulation/enabled", json!({ "net": unfolded["net"] })).unwrap();
        let mut above = client.request("simulation/enabled", json!({ "net": net })).unwrap();
        for _ in 0..4 {
            let mut folded = json!({});
            for (place, tokens) in below["marking"].as_object().unwrap() {
                let origin = &places[place];
                folded[origin["place"].as_str().unwrap()][origin["colour"].as_str().unwrap()] =
                    tokens.clone();
            }
            assert_eq!(folded, above["marking"], "{file}");
            let enabled = below["enabled"].as_array().unwrap();
            assert_eq!(enabled.len(), above["enabled"].as_array().unwrap().len(), "{file}");
            let Some(step) = enabled.last() else { break };
            let origin = &transitions[step["event"].as_str().unwrap()];
            let fire = json!({ "net": unfolded["net"], "transition": step["event"] });
            below = client.request("simulation/fire", fire).unwrap();
            let fire =
                json!({ "net": net, "transition": origin["transition"], "binding": origin["binding"] });
            above = client.request("simulation/fire", fire).unwrap();
        }
        assert!(below["steps"].as_u64().unwrap() > 1, "{file}");
    }
    let plain = client.load("order.pnml");
    assert_eq!(client.request("net/unfold", json!({ "net": plain })).unwrap_err()["code"], 10);
    let mut poor = Client::with_memory(1 << 20);
    let net = poor.load("coloured/philosophers-3.pnml");
    assert_eq!(poor.request("net/unfold", json!({ "net": net })).unwrap_err()["code"], 5);
    poor.leave();
    client.leave();
}
