//! The collection of files that GreatSPN's editors wrote: what is in them is counted by their text alone, and nets that say the same in
//! two ways have the same states.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use regex::Regex;
use sanderling_formats::greatspn::GreatSpn;
use sanderling_net::format::StoredFormula;
use sanderling_net::{Format, Net};
use sanderling_testkit::files::{ending_in, shared, source};
use sanderling_testkit::naive::explore;

/// The nets that are left out of their projects, with a word of the reason.
const LEFT_OUT: [(&str, &str); 13] = [
    ("FluidHSPN", "fluid"),
    ("Fluid Line", "fluid"),
    ("FluidImmediate", "fluid"),
    ("CHPN1", "fluid"),
    ("ColorSemanticTest", "not circular"),
    ("SimpleCPN", "not circular"),
    ("MRNP3", "no value"),
    ("MRNP3", "no value"),
    ("MRNP3-1", "no value"),
    ("MRNP1-pict", "no node is called"),
    ("CPN1", "no value"),
    ("CPN2", "no value"),
    ("IRENgeoparam", "no value"),
];

/// A page of a project: its name, and the text up to its end.
fn pages(text: &str) -> Vec<(String, &str)> {
    let name = Regex::new("^[^>]*? name=\"([^\"]*)\"").unwrap();
    let page = |page| (name.captures(page).unwrap()[1].to_owned(), page.split("</gspn>").next().unwrap());
    text.split("<gspn").skip(1).map(page).collect()
}

/// The numbers that the constants and parameters of a page stand for.
fn numbers(page: &str) -> HashMap<String, u64> {
    let element = Regex::new("<(?:constant|template) [^>]*>").unwrap();
    let value = Regex::new(" (?:value|last-binding)=\"([0-9]+)\"").unwrap();
    let name = Regex::new(" name=\"([^\"]*)\"").unwrap();
    let number = |found: regex::Match<'_>| {
        let number = value.captures(found.as_str())?[1].parse().ok()?;
        Some((name.captures(found.as_str())?[1].to_owned(), number))
    };
    element.find_iter(page).filter_map(number).collect()
}

fn check_page(page: &str, net: &Net) {
    let count = |tag: &str| page.matches(tag).count();
    assert_eq!(net.places.len(), count("<place "), "{}", net.id);
    assert_eq!(net.transitions.len(), count("<transition "), "{}", net.id);
    assert_eq!(net.arcs.len(), count("<arc "), "{}", net.id);
    let bends: usize = net.arcs.iter().map(|arc| arc.bends.len()).sum();
    assert_eq!(bends, count("<point "), "{}", net.id);
    assert_eq!(
        net.transitions.iter().filter(|transition| transition.guard.is_some()).count(),
        count(" guard=\""),
        "{}",
        net.id
    );
    if net.is_place_transition() {
        let (marking, numbers) = (Regex::new(" marking=\"([^\"]*)\"").unwrap(), numbers(page));
        let number = |text: &str| text.parse().unwrap_or_else(|_| numbers[text]);
        let tokens: u64 = marking.captures_iter(page).map(|found| number(&found[1])).sum();
        assert_eq!(net.places.iter().map(|place| place.initial.tokens()).sum::<u64>(), tokens, "{}", net.id);
    }
}

#[test]
fn projects_have_what_a_count_of_their_tags_finds() {
    let Some(folder) = shared("corpora/editors/greatspn-pnpro") else { return };
    let (mut plain, mut coloured, mut left_out, mut timed) = (0, 0, Vec::new(), 0);
    for path in ending_in(&folder, "PNPRO") {
        let text = fs::read_to_string(&path).unwrap();
        let source = source(&path);
        let parsed =
            GreatSpn.parse_untimed(&source).unwrap_or_else(|found| panic!("{}: {found}", path.display()));
        timed += GreatSpn.parse(&source).map_or(0, |parsed| parsed.nets.len());
        let mut nets = parsed.nets.iter().peekable();
        for (name, page) in pages(&text) {
            match nets.next_if(|net| net.id == name) {
                Some(net) => {
                    check_page(page, net);
                    *(if net.is_place_transition() { &mut plain } else { &mut coloured }) += 1;
                }
                None => {
                    let of = format!("the net `{name}` is ignored: ");
                    let reason = parsed.warnings.iter().find(|warning| warning.message.starts_with(&of));
                    left_out.push((name, reason.unwrap().message.clone()));
                }
            }
        }
        assert!(nets.next().is_none(), "{}", path.display());
    }
    println!(
        "{plain} plain nets, {coloured} with colours, {} ignored; {timed} without --untimed",
        left_out.len()
    );
    for (name, reason) in &left_out {
        assert!(LEFT_OUT.iter().any(|(known, word)| known == name && reason.contains(word)), "{reason}");
    }
    assert_eq!(left_out.len(), LEFT_OUT.len());
    assert_eq!((plain, coloured), (70, 25));
}

/// The nets of a file with these names.
fn nets<const N: usize>(folder: &Path, file: &str, names: [&str; N]) -> [Net; N] {
    let parsed = GreatSpn.parse_untimed(&source(&folder.join(file))).unwrap();
    names.map(|name| parsed.nets.iter().find(|net| net.id == name).unwrap().clone())
}

#[test]
fn nets_with_colours_have_the_states_of_their_unfoldings() {
    let Some(folder) = shared("corpora/editors/greatspn-pnpro") else { return };
    let statistics = |net: &Net| {
        let found = explore(net, 20_000).unwrap();
        (found.states(), found.firings, found.deadlocks.len())
    };
    let [domino, unfolded] = nets(&folder, "CPN.PNPRO", ["Domino", "Unfolding of Domino"]);
    assert_eq!(statistics(&domino), statistics(&unfolded));
    let [ring, unfolded] = nets(&folder, "pnml-test.PNPRO", ["PetriNet", "Unfolding of PetriNet"]);
    assert_eq!(statistics(&ring), statistics(&unfolded));
    // The sieve of the Model Checking Contest, once with numbers of colours and once as a plain net.
    let [sieve] = nets(&folder, "CPN.PNPRO", ["Erathostenes"]);
    let [plain, house] =
        nets(&folder, "pnml-test.PNPRO", ["Eratosthenes-PT-010", "HouseConstruction-PT-002"]);
    assert_eq!(statistics(&sieve), statistics(&plain));
    assert_eq!(statistics(&house).0, 1501);
    // The editor's own solver found 41 markings.
    let [ctl] = nets(&folder, "CTL_Test.PNPRO", ["CTL2"]);
    assert_eq!(statistics(&ctl).0, 41);
    let queries = GreatSpn.stored_queries(&source(&folder.join("CTL_Test.PNPRO")), &ctl).unwrap();
    let shown: Vec<_> = queries.iter().map(|query| (query.name.as_str(), query.formula.clone())).collect();
    let formula = StoredFormula::Property("EF deadlock".into());
    assert_eq!(shown, [("RS using DD of CTL2", Ok(formula))]);
}

#[test]
fn text_files_have_what_their_first_line_and_a_count_of_lines_say() {
    let Some(folder) = shared("corpora/editors/greatspn-net-def") else { return };
    let head = Regex::new("(?m)^f +0 +([0-9]+) +0 +([0-9]+)").unwrap();
    let arc = Regex::new("(?m)^ +-?[0-9]+ +[0-9]+ +[0-9]+ 0\\s*$").unwrap();
    let (mut read, mut with_colours) = (0, 0);
    for path in ending_in(&folder, "net") {
        let text = fs::read_to_string(&path).unwrap();
        match GreatSpn.parse(&source(&path)) {
            Ok(mut parsed) => {
                let (net, head) = (parsed.nets.remove(0), head.captures(&text).unwrap());
                let count = |field: usize| head[field].parse::<usize>().unwrap();
                assert_eq!(
                    (net.places.len(), net.transitions.len()),
                    (count(1), count(2)),
                    "{}",
                    path.display()
                );
                assert_eq!(net.arcs.len(), arc.find_iter(&text).count(), "{}", path.display());
                let places = text[head.get(0).unwrap().end()..].lines().skip(1).take(count(1));
                let tokens: u64 =
                    places.map(|line| line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()).sum();
                assert_eq!(net.places.iter().map(|place| place.initial.tokens()).sum::<u64>(), tokens);
                read += 1;
            }
            Err(found) => {
                assert!(
                    found
                        .iter()
                        .all(|error| error.span.is_some() && error.help.as_ref().unwrap().contains(".def"))
                );
                with_colours += 1;
            }
        }
    }
    println!("{read} read, {with_colours} with colours");
    assert!(read == 5 && with_colours == 3);
}
