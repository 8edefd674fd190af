//! Nets that are edited in place: the results, and the refused edits.

use std::fmt::Write;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::client::Client;
use crate::together::switches;

/// Returns the net in its own JSON format.
fn text(client: &mut Client, net: &str) -> String {
    let converted = client.request("net/convert", json!({ "net": net, "format": "json" })).unwrap();
    converted["text"].as_str().unwrap().to_owned()
}

/// The test's own copy of a net, in order.
#[derive(Default)]
struct Model {
    places: Vec<Value>,
    transitions: Vec<Value>,
    /// Place, transition, kind, weight, and an id or `null`. Places and transitions are given by their ids.
    arcs: Vec<(String, String, &'static str, u64, Value)>,
    given: usize,
}

const KINDS: [&str; 5] = ["input", "output", "inhibitor", "read", "reset"];

impl Model {
    fn fresh(&mut self) -> String {
        self.given += 1;
        format!("n{} \"{}\"", self.given, self.given)
    }

    fn id(nodes: &[Value], at: usize) -> String {
        nodes[at]["id"].as_str().unwrap().to_owned()
    }

    /// Whether an arc is the only one of its kind between its nodes.
    fn is_alone(&self, at: usize) -> bool {
        let of = |at: usize| (&self.arcs[at].0, &self.arcs[at].1, self.arcs[at].2);
        (0..self.arcs.len()).filter(|&other| of(other) == of(at)).count() == 1
    }

    /// Makes a random edit in this copy, and returns it.
    fn edit(&mut self, random: &mut StdRng) -> Value {
        let point = |random: &mut StdRng| json!([random.random_range(-9..9), random.random_range(0..99)]);
        let (places, transitions) = (self.places.len(), self.transitions.len());
        loop {
            match random.random_range(0..12) {
                0 | 1 => {
                    let mut place = json!({ "id": self.fresh(), "tokens": random.random_range(0..3) });
                    if random.random() {
                        place["capacity"] = json!(random.random_range(2..5));
                        place["position"] = point(random);
                        place["name"] = json!("a place");
                    }
                    self.places.push(place.clone());
                    return json!({ "add_place": place });
                }
                2 | 3 => {
                    let transition = json!({ "id": self.fresh(), "position": point(random) });
                    self.transitions.push(transition.clone());
                    return json!({ "add_transition": transition });
                }
                4..=6 if places * transitions > 0 => {
                    let place = Self::id(&self.places, random.random_range(0..places));
                    let transition = Self::id(&self.transitions, random.random_range(0..transitions));
                    let kind = KINDS[random.random_range(0..KINDS.len())];
                    let weight = if kind == "reset" { 1 } else { random.random_range(1..4) };
                    let id = if random.random() { json!(self.fresh()) } else { Value::Null };
                    let edit = json!({ "place": place, "transition": transition, "kind": kind, "weight": weight, "id": id });
                    self.arcs.push((place, transition, kind, weight, id));
                    return json!({ "add_arc": edit });
                }
                7 if places > 0 => {
                    let at = random.random_range(0..places);
                    let old = Self::id(&self.places, at);
                    let new = self.fresh();
                    let tokens = random.random_range(0..3);
                    let edit = json!({ "place": old, "id": new, "tokens": tokens, "capacity": null, "name": "renamed" });
                    let place = &mut self.places[at];
                    for (key, value) in
                        [("id", json!(new)), ("tokens", json!(tokens)), ("name", json!("renamed"))]
                    {
                        place[key] = value;
                    }
                    place.as_object_mut().unwrap().remove("capacity");
                    self.arcs.iter_mut().filter(|arc| arc.0 == old).for_each(|arc| arc.0.clone_from(&new));
                    return json!({ "change_place": edit });
                }
                8 if transitions > 0 => {
                    let at = random.random_range(0..transitions);
                    let (old, new) = (Self::id(&self.transitions, at), self.fresh());
                    self.transitions[at] = json!({ "id": new });
                    self.arcs.iter_mut().filter(|arc| arc.1 == old).for_each(|arc| arc.1.clone_from(&new));
                    return json!({ "change_transition": { "transition": old, "id": new, "position": null } });
                }
                9 if !self.arcs.is_empty() => {
                    let at = random.random_range(0..self.arcs.len());
                    let (place, transition, kind, _, id) = self.arcs[at].clone();
                    let name = if id.is_string() {
                        id
                    } else {
                        json!({ "place": place, "transition": transition, "kind": kind })
                    };
                    if name.is_object() && !self.is_alone(at) {
                        continue;
                    }
                    let (kind, weight) = (KINDS[random.random_range(0..4)], random.random_range(1..5));
                    (self.arcs[at].2, self.arcs[at].3) = (kind, weight);
                    return json!({ "change_arc": { "arc": name, "kind": kind, "weight": weight } });
                }
                10 if !self.arcs.is_empty() => {
                    let (place, transition, kind, _, id) =
                        self.arcs[random.random_range(0..self.arcs.len())].clone();
                    if id.is_string() {
                        self.arcs.retain(|arc| arc.4 != id);
                        return json!({ "remove_arc": { "arc": id } });
                    }
                    self.arcs.retain(|arc| (&arc.0, &arc.1, arc.2) != (&place, &transition, kind));
                    let name = json!({ "place": place, "transition": transition, "kind": kind });
                    return json!({ "remove_arc": { "arc": name } });
                }
                11 if places > 3 && transitions > 3 => {
                    let is_place = random.random();
                    let nodes = if is_place { &mut self.places } else { &mut self.transitions };
                    let gone = nodes.remove(random.random_range(0..nodes.len()))["id"].clone();
                    self.arcs.retain(|arc| gone != if is_place { &*arc.0 } else { &*arc.1 });
                    let what = if is_place { "remove_place" } else { "remove_transition" };
                    return json!({ what: { "id": gone } });
                }
                _ => {}
            }
        }
    }

    /// Returns the text of a net like this copy.
    fn text(&self) -> String {
        let point = |node: &Value| json!({ "x": node["position"][0], "y": node["position"][1] });
        let written = |nodes: &[Value]| {
            let mut nodes = nodes.to_vec();
            for node in &mut nodes {
                let place = point(node);
                let members = node.as_object_mut().unwrap();
                if members.remove("position").is_some() {
                    members.insert("position".to_owned(), place);
                }
                if let Some(tokens) = members.remove("tokens") {
                    members.insert("initial".to_owned(), json!({ "tokens": tokens }));
                }
            }
            Value::Array(nodes)
        };
        let position = |nodes: &[Value], id: &str| nodes.iter().position(|node| node["id"] == id).unwrap();
        let arcs = self.arcs.iter().map(|(place, transition, kind, weight, id)| {
            json!({
                "id": id, "kind": kind, "inscription": { "tokens": weight },
                "place": position(&self.places, place), "transition": position(&self.transitions, transition),
            })
        });
        let arcs: Vec<Value> = arcs.collect();
        json!({
            "sanderling_net": 1, "id": "edited",
            "places": written(&self.places), "transitions": written(&self.transitions), "arcs": arcs,
        })
        .to_string()
    }
}

fn load(client: &mut Client, text: &str) -> Value {
    client.request("net/load", json!({ "text": text, "name": "net.json" })).unwrap()
}

/// Explores a net up to a few thousand states, and returns the result.
fn explored(client: &mut Client, net: &Value) -> Value {
    let options = json!({ "max-states": 3000, "bounds": true });
    let params = json!({ "net": net, "question": "explore", "options": options });
    let started = client.request("analysis/start", params).unwrap();
    let report = client.result(started["analysis"].as_str().unwrap())["report"].clone();
    match report["exhaustive"] == true {
        true => json!([report["states"], report["firings"], report["deadlocks"], report["bounds"]]),
        false => report["reason"].clone(),
    }
}

#[test]
fn an_edited_net_equals_the_same_net_loaded_from_text() {
    let seeds = match std::env::var("SANDERLING_SEED") {
        Ok(seed) => vec![seed.parse().unwrap()],
        Err(_) => (0..40).collect::<Vec<u64>>(),
    };
    let mut client = Client::new();
    for seed in seeds {
        let (mut random, mut model) = (StdRng::seed_from_u64(seed), Model::default());
        let net = load(&mut client, &model.text())["net"].as_str().unwrap().to_owned();
        for version in 2..12 {
            let edits: Vec<Value> =
                (0..random.random_range(1..12)).map(|_| model.edit(&mut random)).collect();
            let edited = client.request("net/edit", json!({ "net": net, "edits": edits })).unwrap();
            let anew = load(&mut client, &model.text());
            let summary =
                |loaded: &Value| ["places", "transitions", "arcs", "kind"].map(|key| loaded[key].clone());
            assert_eq!(
                (summary(&edited), &edited["net_version"]),
                (summary(&anew), &json!(version)),
                "seed {seed}"
            );
            let other = anew["net"].as_str().unwrap();
            assert_eq!(text(&mut client, &net), text(&mut client, other), "seed {seed}: {edits:?}");
            client.request("net/unload", json!({ "net": other })).unwrap();
        }
        let anew = load(&mut client, &model.text())["net"].clone();
        assert_eq!(explored(&mut client, &json!(net)), explored(&mut client, &anew), "seed {seed}");
    }
    client.leave();
}

#[test]
fn edits_are_carried_out_all_or_none() {
    let mut client = Client::new();
    let net = client.load("kanban-2.pnml");
    let before = text(&mut client, &net);
    let arc = |kind: &str| json!({ "place": "idle_1", "transition": "fresh", "kind": kind });
    let fine = json!({ "add_transition": { "id": "fresh" } });
    let twice = [json!({ "add_arc": arc("input") }), json!({ "add_arc": arc("input") })];
    let place = serde_json::from_str::<Value>(&before).unwrap()["places"][0]["id"].clone();
    let with_place = |mut edit: Value| {
        let member = edit.as_object_mut().unwrap().values_mut().next().unwrap();
        let inner = if member["arc"].is_object() { &mut member["arc"] } else { member };
        inner["place"] = place.clone();
        edit
    };
    let twice = twice.map(with_place);
    for (edits, at, part) in [
        (vec![fine.clone(), fine.clone()], json!(1), "belongs to another node"),
        (vec![fine.clone(), json!({ "add_place": { "id": "" } })], json!(1), "without id"),
        (vec![json!({ "remove_place": { "id": "nowhere" } })], json!(0), "no place `nowhere`"),
        (
            vec![fine.clone(), json!({ "remove_place": { "id": "fresh" } })],
            json!(1),
            "`fresh` is a transition",
        ),
        (vec![json!({ "remove_arc": { "arc": "nothing" } })], json!(0), "no arc `nothing`"),
        (
            vec![fine.clone(), with_place(json!({ "remove_arc": { "arc": arc("reset") } }))],
            json!(1),
            "no such arc",
        ),
        (
            vec![
                fine.clone(),
                twice[0].clone(),
                twice[1].clone(),
                with_place(json!({ "change_arc": { "arc": arc("input"), "weight": 2 } })),
            ],
            json!(3),
            "2 arcs of this kind",
        ),
        (
            vec![
                fine.clone(),
                with_place(
                    json!({ "add_arc": { "place": "", "transition": "fresh", "kind": "read", "weight": 0 } }),
                ),
            ],
            json!(1),
            "weight 0",
        ),
    ] {
        let error = client.request("net/edit", json!({ "net": net, "edits": edits })).unwrap_err();
        assert_eq!((&error["code"], &error["data"][0]["edit"]), (&json!(9), &at), "{error}");
        assert!(error["data"][0]["message"].as_str().unwrap().contains(part), "{error}");
        assert_eq!(text(&mut client, &net), before);
    }
    for (edits, part) in [
        (json!([{ "add_place": { "id": "p", "tokens": -1 } }]), "`edits[0].add_place.tokens`"),
        (json!([{ "add_place": {} }]), "missing field `id`"),
        (json!([{ "paint": {} }]), "unknown variant `paint`"),
        (json!([{ "remove_arc": { "arc": 7 } }]), "the id of an arc"),
        (json!({ "add_place": { "id": "p" } }), "`edits`: invalid type: map, expected a sequence"),
    ] {
        let error = client.request("net/edit", json!({ "net": net, "edits": edits })).unwrap_err();
        assert!(error["code"] == -32602 && error["message"].as_str().unwrap().contains(part), "{error}");
    }
    client.leave();
}

#[test]
fn each_kind_of_edit_is_refused_with_its_position_and_changes_nothing() {
    let mut client = Client::new();
    let text_of = json!({
        "sanderling_net": 1, "id": "two",
        "places": [{ "id": "p", "initial": { "tokens": 1 } }, { "id": "q" }],
        "transitions": [{ "id": "t" }],
        "arcs": [
            { "id": "in", "place": 0, "transition": 0, "kind": "input" },
            { "id": "twice", "place": 1, "transition": 0, "kind": "output" },
            { "id": "twice", "place": 1, "transition": 0, "kind": "output" },
        ],
    });
    let net = load(&mut client, &text_of.to_string())["net"].as_str().unwrap().to_owned();
    let before = text(&mut client, &net);
    let fine = [
        json!({ "add_transition": { "id": "u" } }),
        json!({ "change_place": { "place": "p", "name": "first", "tokens": 3 } }),
        json!({ "remove_arc": { "arc": "in" } }),
    ];
    let between = |kind: &str| json!({ "place": "q", "transition": "t", "kind": kind });
    for (bad, part) in [
        (json!({ "add_place": { "id": "" } }), "without id"),
        (json!({ "add_place": { "id": "t" } }), "`t` belongs to another node"),
        (json!({ "add_transition": { "id": "u" } }), "`u` belongs to another node"),
        (json!({ "add_arc": { "place": "r", "transition": "t", "kind": "input" } }), "no place `r`"),
        (json!({ "add_arc": { "place": "t", "transition": "t", "kind": "input" } }), "`t` is a transition"),
        (json!({ "add_arc": { "place": "p", "transition": "q", "kind": "read" } }), "`q` is a place"),
        (json!({ "add_arc": { "place": "p", "transition": "t", "kind": "input", "weight": 0 } }), "weight 0"),
        (json!({ "change_place": { "place": "r", "tokens": 1 } }), "no place `r`"),
        (json!({ "change_place": { "place": "p", "id": "q" } }), "`q` belongs to another node"),
        (json!({ "change_place": { "place": "p", "id": "" } }), "without id"),
        (json!({ "change_transition": { "transition": "p" } }), "`p` is a place"),
        (json!({ "change_transition": { "transition": "t", "id": "u" } }), "`u` belongs to another node"),
        (json!({ "change_arc": { "arc": "in", "weight": 2 } }), "no arc `in`"),
        (json!({ "change_arc": { "arc": "twice", "weight": 2 } }), "2 arcs have the id `twice`"),
        (json!({ "change_arc": { "arc": between("output"), "weight": 2 } }), "2 arcs of this kind"),
        (json!({ "change_arc": { "arc": between("reset"), "weight": 2 } }), "no such arc"),
        (json!({ "remove_place": { "id": "r" } }), "no place `r`"),
        (json!({ "remove_place": { "id": "t" } }), "`t` is a transition"),
        (json!({ "remove_transition": { "id": "q" } }), "`q` is a place"),
        (json!({ "remove_arc": { "arc": "in" } }), "no arc `in`"),
        (json!({ "remove_arc": { "arc": between("input") } }), "no such arc"),
    ] {
        let edits = [&fine[..], &[bad.clone(), fine[0].clone()]].concat();
        let error = client.request("net/edit", json!({ "net": net, "edits": edits })).unwrap_err();
        assert_eq!((&error["code"], &error["data"][0]["edit"]), (&json!(9), &json!(3)), "{bad}: {error}");
        assert!(error["data"][0]["message"].as_str().unwrap().contains(part), "{bad}: {error}");
        assert_eq!(text(&mut client, &net), before, "{bad}");
    }
    let zero = json!([{ "change_arc": { "arc": "in", "weight": 0 } }]);
    let error = client.request("net/edit", json!({ "net": net, "edits": zero })).unwrap_err();
    assert_eq!((&error["code"], &error["data"][0]["edit"]), (&json!(9), &json!(0)), "{error}");
    let edited = client.request("net/edit", json!({ "net": net, "edits": fine })).unwrap();
    assert_eq!(edited["net_version"], 2, "what was refused is no version");
    client.leave();
}

#[test]
fn only_place_transition_nets_can_be_edited() {
    let mut client = Client::new();
    for (file, part) in [("coloured/philosophers-3.pnml", "has colours"), ("jugs.dve", "is a program")] {
        let net = client.load(file);
        let error = client.request("net/edit", json!({ "net": net, "edits": [] })).unwrap_err();
        let message = error["message"].as_str().unwrap();
        assert!(error["code"] == 10 && message.contains(part) && message.contains("net/load"), "{error}");
    }
    client.leave();
}

#[test]
fn an_analysis_keeps_the_net_that_it_began_with_and_the_game_begins_anew() {
    let mut client = Client::new();
    let net = client.load_text(&switches(60)).unwrap();
    let started = client.request("analysis/start", json!({ "net": net, "question": "explore" })).unwrap();
    client.request("simulation/fire", json!({ "net": net, "transition": "up0" })).unwrap();
    let mut edits = String::new();
    for at in 1..60 {
        let _ = write!(
            edits,
            "{{\"remove_place\":{{\"id\":\"off{at}\"}}}},{{\"remove_transition\":{{\"id\":\"up{at}\"}}}},"
        );
        let _ = write!(
            edits,
            "{{\"remove_place\":{{\"id\":\"on{at}\"}}}},{{\"remove_transition\":{{\"id\":\"down{at}\"}}}},"
        );
    }
    let edits: Value = serde_json::from_str(&format!("[{}]", edits.trim_end_matches(','))).unwrap();
    let edited = client.request("net/edit", json!({ "net": net, "edits": edits })).unwrap();
    assert_eq!(
        (&edited["places"], &edited["arcs"], &edited["net_version"]),
        (&json!(2), &json!(4), &json!(2))
    );
    let game = client.request("simulation/enabled", json!({ "net": net })).unwrap();
    assert_eq!((&game["steps"], &game["marking"]), (&json!(0), &json!({ "off0": 1 })));
    let small = client.request("analysis/start", json!({ "net": net, "question": "explore" })).unwrap();
    let small = client.result(small["analysis"].as_str().unwrap());
    assert_eq!((&small["net_version"], &small["report"]["states"]), (&json!(2), &json!(2)));
    let analysis = started["analysis"].clone();
    client.wait(|message| {
        let (method, progress) = (&message["method"], &message["params"]);
        method == "analysis/progress"
            && progress["analysis"] == analysis
            && progress["states"].as_u64() > Some(1000)
    });
    client.request("analysis/cancel", json!({ "analysis": analysis })).unwrap();
    let large = client.result(started["analysis"].as_str().unwrap());
    assert_eq!((&started["net_version"], &large["net_version"]), (&json!(1), &json!(1)));
    assert!(large["report"]["states"].as_u64().unwrap() > 1000, "{large}");
    client.leave();
}

#[test]
fn edits_update_units_pages_and_final_markings() {
    let mut client = Client::new();
    let net = client.load("nested-units.pnml");
    let before: Value = serde_json::from_str(&text(&mut client, &net)).unwrap();
    let gone = before["places"][0]["id"].clone();
    let edits = json!([{ "remove_place": { "id": gone } }, { "add_place": { "id": "fresh" } }]);
    client.request("net/edit", json!({ "net": net, "edits": edits })).unwrap();
    let after: Value = serde_json::from_str(&text(&mut client, &net)).unwrap();
    assert_eq!(
        (&before["units"]["claims_safe"], &after["units"]["claims_safe"]),
        (&json!(true), &json!(false))
    );
    let members = |net: &Value| {
        let names = |unit: &Value| {
            let places = unit["places"].as_array().unwrap().iter();
            places
                .map(|place| net["places"][place.as_u64().unwrap() as usize]["id"].clone())
                .collect::<Vec<_>>()
        };
        net["units"]["units"].as_array().unwrap().iter().map(names).collect::<Vec<_>>()
    };
    let mut expected = members(&before);
    expected.iter_mut().for_each(|unit| unit.retain(|place| *place != gone));
    expected[before["units"]["root"].as_u64().unwrap() as usize].push(json!("fresh"));
    assert_eq!(members(&after), expected);

    let places = json!([{ "id": "p" }, { "id": "q" }, { "id": "r" }]);
    let marked = json!([[{ "place": 1, "tokens": 2 }, { "place": 2, "tokens": 1 }]]);
    let pages = json!([{ "id": "one", "places": [1, 2] }, { "id": "other", "within": 0, "places": [0] }]);
    let text_of = json!({ "sanderling_net": 1, "places": places, "transitions": [], "arcs": [], "pages": pages, "final_markings": marked });
    let net = load(&mut client, &text_of.to_string())["net"].as_str().unwrap().to_owned();
    let edits = json!([{ "remove_place": { "id": "q" } }, { "remove_place": { "id": "p" } }]);
    client.request("net/edit", json!({ "net": net, "edits": edits })).unwrap();
    let after: Value = serde_json::from_str(&text(&mut client, &net)).unwrap();
    assert_eq!(after["final_markings"], json!([[{ "place": 0, "tokens": 1 }]]));
    assert_eq!((&after["pages"][0]["places"], &after["pages"][1]["places"]), (&json!([0]), &json!([])));
    client.leave();
}
