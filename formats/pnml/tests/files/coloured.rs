//! Coloured nets from the file to the statistics, explored naively on the reference semantics.

use std::collections::HashMap;
use std::fs;
use std::time::Instant;

use crate::support::{shared, source, without_spans};
use sanderling_net::{Diagnostic, Format, Net, Source};
use sanderling_pnml::Pnml;
use sanderling_testkit::naive::explore;

/// States, firings, deadlocks, the most tokens of a colour in a place, the most tokens in all.
type Statistics = (usize, u64, usize, u64, u128);

fn statistics(net: &Net, limit: usize) -> Statistics {
    let found = explore(net, limit).unwrap_or_else(|stopped| panic!("{}: {stopped:?}", net.id));
    let dead = found.deadlocks.len();
    (found.states(), found.firings, dead, found.max_tokens_in_place, found.max_tokens_in_marking)
}

/// Checks that the net is unchanged after it is written and read back.
fn assert_kept(net: &Net) {
    let mut bytes = Vec::new();
    Pnml.write(net, &mut bytes).unwrap_or_else(|error| panic!("{}: {error}", net.id));
    let again = Pnml.parse(&Source::new("again.pnml", bytes)).unwrap_or_else(|found| panic!("{found}"));
    assert_eq!(without_spans(again.nets[0].clone()), without_spans(net.clone()));
}

const CONFORMANCE: [(&str, Statistics); 14] = [
    ("S01", (3, 3, 0, 1, 1)),
    ("S02", (3, 3, 0, 1, 1)),
    ("S03", (27, 54, 1, 2, 6)),
    ("S04", (4, 4, 1, 1, 6)),
    ("S05", (4, 3, 3, 1, 1)),
    ("S06", (3, 3, 2, 2, 3)),
    ("S07", (4, 3, 3, 1, 3)),
    ("S08", (2, 1, 1, 1, 3)),
    ("S09", (4, 4, 1, 1, 4)),
    ("S10", (4, 4, 1, 1, 2)),
    ("S11", (4, 3, 1, 3, 3)),
    ("S12", (2, 1, 1, 1, 2)),
    ("S13", (2, 1, 1, 1, 3)),
    ("S14", (2, 1, 1, 1, 4)),
];

#[test]
fn conformance_nets_have_their_statistics() {
    let Some(folder) = shared("reference/pnml-conformance") else { return };
    for (name, expected) in CONFORMANCE {
        let path = folder.join(name).with_extension("pnml");
        let parsed = Pnml.parse(&source(&path)).unwrap_or_else(|found| panic!("{name}: {found}"));
        assert_eq!(statistics(&parsed.nets[0], 100), expected, "{name}");
        assert_kept(&parsed.nets[0]);
        let warns = !parsed.warnings.is_empty();
        assert_eq!(warns, name == "S02", "{name}: {}", parsed.warnings);
    }
}

#[test]
fn generated_ids_of_sorts_differ_from_declared_ones() {
    let sort = |id: &str, sort: &str| format!("<namedsort id=\"{id}\" name=\"{id}\">{sort}</namedsort>");
    let place = |id: &str, sort: &str| {
        format!("<place id=\"{id}\"><type><structure>{sort}</structure></type></place>")
    };
    let text = format!(
        "<pnml><declaration><structure><declarations>{}{}</declarations></structure></declaration>\
         <net id=\"n\" type=\"P/T net\">{}{}</net></pnml>",
        sort("bool", "<string/>"),
        sort("bool-", "<integer/>"),
        place("p", "<bool/>"),
        place("q", "<usersort declaration=\"bool\"/>"),
    );
    let parsed = Pnml.parse(&Source::new("ids.pnml", text)).unwrap_or_else(|found| panic!("{found}"));
    let ids: Vec<_> = parsed.nets[0].declarations.sorts.iter().map(|sort| sort.id.as_str()).collect();
    assert_eq!(ids, ["dot", "bool", "bool-", "bool--"]);
    assert_kept(&parsed.nets[0]);
}

#[test]
fn a_long_chain_of_names_is_followed_to_its_end() {
    const LENGTH: usize = 50_000;
    let alias = |i: usize| {
        format!("<namedsort id=\"s{i}\" name=\"s{i}\"><usersort declaration=\"s{}\"/></namedsort>", i + 1)
    };
    let chain: String = (0..LENGTH).map(alias).collect();
    let text = |end: &str| {
        format!(
            "<pnml><net id=\"n\" type=\"P/T net\"><declaration><structure><declarations>{chain}\
             <namedsort id=\"s{LENGTH}\" name=\"end\">{end}</namedsort></declarations></structure></declaration>\
             <place id=\"p\"><type><structure><usersort declaration=\"s0\"/></structure></type></place></net></pnml>"
        )
    };
    let parsed = Pnml.parse(&Source::new("chain.pnml", text("<bool/>"))).unwrap();
    let sort = parsed.nets[0].places[0].sort;
    assert_eq!(*parsed.nets[0].sort(sort), sanderling_net::Sort::Bool);
    let circle = Pnml.parse(&Source::new("circle.pnml", text("<usersort declaration=\"s7\"/>"))).unwrap_err();
    assert!(circle.to_string().contains("made of itself"), "{circle}");
}

#[test]
fn errors_name_the_place_transition_or_arc() {
    let label = |name: &str, term: &str| format!("<{name}><structure>{term}</structure></{name}>");
    let unknown = "<variable refvariable=\"x\"/>";
    let text = format!(
        "<pnml><net id=\"n\" type=\"P/T net\">\n\
         <place id=\"p\">{}{}</place>\n\
         <transition id=\"t\">{}</transition>\n\
         <arc id=\"a\" source=\"p\" target=\"t\">{}</arc>\n\
         <inputArc source=\"p\" target=\"t\">{}</inputArc>\n\
         <outputArc source=\"t\" target=\"p\"/>\n</net></pnml>",
        label("type", "<bool/>"),
        label("hlinitialMarking", unknown),
        label("condition", unknown),
        label("hlinscription", unknown),
        label("hlinscription", unknown),
    );
    let found = Pnml.parse(&Source::new("errors.pnml", text)).unwrap_err();
    let of = |error: &Diagnostic| (error.element.clone().unwrap(), error.span.unwrap().line);
    let found: Vec<_> = found.iter().map(of).collect();
    let expected = [("p", 2), ("t", 3), ("a", 4), ("p → t", 5), ("t → p", 6)];
    assert_eq!(found, expected.map(|(id, line)| (id.to_owned(), line)));
}

#[test]
fn signs_between_the_elements_of_a_structure_are_left_out_with_a_warning() {
    let read = |stray: &str| {
        let text = format!(
            "<pnml><net id=\"n\" type=\"P/T net\"><place id=\"p\"><type><structure>{stray}<bool/></structure></type>\
             <hlinitialMarking><structure><numberof><subterm><numberconstant value=\"2\"/>{stray}</subterm>\
             <subterm><booleanconstant value=\"true\"/></subterm></numberof></structure></hlinitialMarking></place>\
             </net></pnml>"
        );
        Pnml.parse(&Source::new("stray.pnml", text)).unwrap()
    };
    let stray = read(" $\n");
    let warnings: Vec<String> = stray.warnings.iter().map(|found| found.message.clone()).collect();
    assert_eq!(warnings, ["the text `$` between the elements of a structure is ignored"; 2]);
    assert_eq!(stray.nets[0].places[0].sort, read("").nets[0].places[0].sort);
    assert_eq!(stray.nets[0].places[0].initial, read("").nets[0].places[0].initial);
}

/// Where the naive explorer is fast enough.
const EXPLORED: usize = 60_000;

#[test]
fn coloured_instances_of_the_contest_have_their_known_statistics() {
    let Some(folder) = shared("corpora/mcc") else { return };
    let table = fs::read_to_string(folder.join("../known-answers.tsv")).unwrap();
    let known = known_answers(&table);
    let (mut read, mut explored) = (0, 0);
    let mut names: Vec<String> = fs::read_dir(folder.clone())
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    for name in names.iter().filter(|name| name.contains("-COL-")) {
        let start = Instant::now();
        let path = folder.join(name).join("model.pnml");
        let parsed = Pnml.parse(&source(&path)).unwrap_or_else(|found| panic!("{name}: {found}"));
        assert!(parsed.warnings.is_empty(), "{name}: {}", parsed.warnings);
        assert_kept(&parsed.nets[0]);
        read += 1;
        let reading = start.elapsed();
        let answers = known.get(name.as_str());
        let answer = |kind: &str| answers.and_then(|answers| answers.get(kind)?.parse::<u64>().ok());
        if let (Some(states), Some(edges)) = (answer("states"), answer("edges"))
            && states as usize <= EXPLORED
        {
            let found = statistics(&parsed.nets[0], EXPLORED);
            assert_eq!((found.0 as u64, found.1), (states, edges), "{name}");
            assert_eq!(answer("max_token_in_place"), Some(found.3), "{name}");
            assert_eq!(answer("max_token_per_marking").map(u128::from), Some(found.4), "{name}");
            explored += 1;
            println!("{name}: read in {reading:?}, {states} states in {:?}", start.elapsed());
        }
    }
    println!("{read} read, {explored} explored");
    assert!(read >= 32 && explored >= 8, "{read} read, {explored} explored");
}

/// The answers of each model by their kinds.
fn known_answers(table: &str) -> HashMap<&str, HashMap<&str, &str>> {
    let mut known: HashMap<&str, HashMap<&str, &str>> = HashMap::new();
    for line in table.lines() {
        if let [model, kind, value] = line.split('\t').collect::<Vec<_>>()[..] {
            known.entry(model).or_default().insert(kind, value);
        }
    }
    known
}
