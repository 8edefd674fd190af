//! Everything that refers to places and transitions accepts their names, if the ids are an editor's.

use sanderling::options::Choices;
use sanderling::{Control, PreparedNet, Question, Request, analyse};
use sanderling_net::{Arc, ArcKind, Net, Place, Transition};
use sanderling_property::{ColouredProperty, Property};
use sanderling_report::Verdict;
use sanderling_unfolding::{Budget, Options};
use serde_json::json;

/// Creates a net of two phases in sequence.
fn net() -> Net {
    let mut net = Net::new("phases");
    let place =
        |id: &str, name: &str, tokens| Place { name: Some(name.into()), ..Place::with_tokens(id, tokens) };
    let first = net.add_place(place("cId895573641648373832", "Phase1", 3));
    let second = net.add_place(place("cId895573641648373833", "Phase 2", 0));
    let go = net.add_transition(Transition { name: Some("go".into()), ..Transition::plain("cId1") });
    net.add_arc(Arc::weighted(first, go, ArcKind::Input, 1));
    net.add_arc(Arc::weighted(second, go, ArcKind::Output, 1));
    net
}

const PROPERTIES: [&str; 2] =
    ["always tokens(Phase1, \"Phase 2\") == 3", "reach tokens(Phase1) == 0 and not fireable(go)"];

#[test]
fn properties_in_names_are_answered() {
    let net = net();
    let properties = PROPERTIES.map(|text| Property::parse(text, &net).expect("a property"));
    let report =
        analyse(&net, &Request::new(Question::Check(properties.to_vec())), &Control::default()).unwrap();
    assert!(report.answers.iter().all(|answer| answer.verdict == Verdict::Holds), "{:?}", report.answers);
    let prepared = PreparedNet::of(net, Options::default(), &Budget::default());
    let prepared = prepared.unwrap_or_else(|refused| panic!("{}", refused.1));
    let coloured = ColouredProperty::parse_coloured(PROPERTIES[1], prepared.net()).expect("a property");
    assert_eq!(prepared.to_unfolded(&coloured).unwrap().formula, properties[1].formula);
}

#[test]
fn options_in_names_are_read_and_written() {
    let net = net();
    for options in [
        json!({ "order": "best", "heuristic": "2*tokens(\"Phase 2\") - tokens(Phase1)" }),
        json!({ "retain": "sweep", "progress-measure": "tokens(\"Phase 2\")" }),
    ] {
        let choices = Choices::from_json(options.as_object().expect("an object")).expect("options");
        let properties = PROPERTIES.map(|text| Property::parse(text, &net).expect("a property"));
        let request = choices.request(Question::Check(properties.to_vec()), &net).expect("a request");
        let report = analyse(&net, &request, &Control::default()).unwrap();
        assert_eq!(report.verdict, Verdict::Holds, "{options}");
        let written = request.written(&net);
        assert_eq!(written.read(&net).expect("it is read back").written(&net), written);
    }
}
