//! A coloured net that cannot be unfolded. It adds numbers as long as there is fuel, and only a search can show that
//! they are bounded.

use serde_json::json;

use crate::net_file::Folder;
use crate::running::run;
use crate::words;

/// Returns the net in PNML. `sum` starts at 0, and each of five plain tokens allows one addition of 1 or 2.
pub(crate) fn sums() -> String {
    let of_one = |term: &str| {
        format!(
            "<structure><numberof><subterm><numberconstant value=\"1\"><positive/></numberconstant></subterm>\
             <subterm>{term}</subterm></numberof></structure>"
        )
    };
    let number = |n: u32| format!("<numberconstant value=\"{n}\"><integer/></numberconstant>");
    let arc = |source: &str, target: &str, term: &str| {
        let inscription = of_one(term);
        format!(
            "<arc id=\"{source}-{target}\" source=\"{source}\" target=\"{target}\">\
             <hlinscription>{inscription}</hlinscription></arc>\n"
        )
    };
    let x = "<variable refvariable=\"x\"/>";
    let adds = |n: u32| {
        let (id, sum) = (
            format!("add{n}"),
            format!("<addition><subterm>{x}</subterm><subterm>{}</subterm></addition>", number(n)),
        );
        let arcs = [arc("fuel", &id, "<dotconstant/>"), arc("sum", &id, x), arc(&id, "sum", &sum)];
        format!("<transition id=\"{id}\"/>\n{}", arcs.concat())
    };
    let place = |id: &str, sort: &str, marking: &str| {
        format!(
            "<place id=\"{id}\"><type><structure><{sort}/></structure></type>\
             <hlinitialMarking>{marking}</hlinitialMarking></place>\n"
        )
    };
    let fuel = of_one("<dotconstant/>").replace("value=\"1\"", "value=\"5\"");
    let nodes = [place("fuel", "dot", &fuel), place("sum", "integer", &of_one(&number(0))), adds(1), adds(2)];
    format!(
        "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net id=\"sums\" type=\"http://www.pnml.org/version-2009/grammar/highlevelnet\">\
         <declaration><structure><declarations><namedsort id=\"dot\" name=\"dot\"><dot/></namedsort>\
         <variabledecl id=\"x\" name=\"x\"><integer/></variabledecl></declarations></structure></declaration>\
         <page id=\"page\">\n{}</page></net></pnml>\n",
        nodes.concat()
    )
}

/// Memory limit at which the unfolding fails soon.
const LITTLE: [&str; 2] = ["--memory", "64M"];

#[test]
fn a_net_that_cannot_be_unfolded_is_explored_with_explicit_colours() {
    let folder = Folder::new();
    let net = folder.file("sums.pnml", sums());
    let ran =
        run(&words!["explore", net, LITTLE[0], LITTLE[1], "--bounds", "--threads", "2", "--format", "json"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let json = ran.json();
    assert_eq!(json["states"], 21, "after k firings, the sum is between k and 2k");
    assert_eq!((&json["firings"], &json["deadlocks"]), (&30.into(), &6.into()));
    assert_eq!((&json["max_tokens_in_place"], &json["max_tokens_in_marking"]), (&5.into(), &6.into()));
    assert_eq!((&json["bounds"], &json["dead_transitions"]), (&json!({"fuel": 5, "sum": 1}), &json!([])));
    assert_eq!((&json["options"]["encoding"], &json["options"]["threads"]), (&"explicit".into(), &1.into()));
    assert_eq!(json["options"]["memory_bytes"], 64 << 20);
    let warning = json["warnings"][0]["message"].as_str().unwrap();
    assert!(warning.contains("explored with explicit colours") && warning.contains("too large"), "{warning}");
    let text = run(&words!["explore", net, LITTLE[0], LITTLE[1]]);
    assert!(text.err.starts_with("note: the net is explored with explicit colours"), "{text:?}");
}

#[test]
fn with_explicit_colours_traces_name_bindings_and_can_be_replayed() {
    let folder = Folder::new();
    let net = folder.file("sums.pnml", sums());
    let dead = run(&words!["deadlock", net, LITTLE[0], LITTLE[1], "--format", "json"]);
    assert_eq!(dead.code, Some(1), "{dead:?}");
    let steps = &dead.json()["trace"]["steps"];
    assert_eq!(steps.as_array().unwrap().len(), 5);
    assert_eq!((&steps[0]["event"], &steps[0]["binding"]), (&"add1".into(), &json!({"x": "0"})));
    let trace = folder.file("trace.json", &dead.out);
    let replayed = run(&words!["replay", net, "--trace", trace, "--format", "json"]);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    assert_eq!((&replayed.json()["verdict"], &replayed.json()["deadlock"]), (&"holds".into(), &true.into()));
}

#[test]
fn with_explicit_colours_properties_name_whole_places_and_transitions() {
    let folder = Folder::new();
    let net = folder.file("sums.pnml", sums());
    let words = |formula: &str| words!["check", net, LITTLE[0], LITTLE[1], "--always", formula];
    assert_eq!(run(&words("tokens(sum) = 1")).code, Some(0));
    assert_eq!(run(&words("fireable(add2)")).code, Some(1));
    let refused = run(&words("tokens(sum(3)) = 0"));
    assert_eq!(refused.code, Some(3), "{refused:?}");
    assert!(refused.err.contains("names colours"), "{refused:?}");
}

#[test]
fn choices_that_need_an_unfolding_are_refused() {
    let folder = Folder::new();
    let net = folder.file("sums.pnml", sums());
    for choice in
        [["--reduce", "stubborn"], ["--retain", "cache"], ["--store", "tree"], ["--encoding", "radix"]]
    {
        let ran = run(&words!["deadlock", net, LITTLE[0], LITTLE[1], choice[0], choice[1]]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.err.contains("with explicit colours"), "{ran:?}");
    }
}
