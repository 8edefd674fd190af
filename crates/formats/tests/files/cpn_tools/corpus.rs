//! Files of the editor.

use crate::cpn_tools::support::{ending_in, shared, source};
use sanderling_formats::cpn_tools::CpnTools;
use sanderling_net::{Format, Net, Severity};
use sanderling_testkit::naive::explore;

/// Files with their places, transitions and arcs.
const READ: [(&str, [usize; 3]); 5] = [
    ("database.cpn", [11, 5, 29]),
    ("phil(i).cpn", [0, 0, 0]),
    ("philosophers.cpn", [5, 3, 15]),
    ("simtest.cpn", [0, 0, 0]),
    ("telephones.cpn", [14, 14, 63]),
];

fn read(name: &str) -> Option<Net> {
    let folder = shared("corpora/editors/cpntools-cpn")?;
    Some(CpnTools.parse(&source(&folder.join(name))).unwrap_or_else(|found| panic!("{found}")).nets.remove(0))
}

#[test]
fn every_file_is_read_or_refused_where_it_is_not_understood() {
    let Some(folder) = shared("corpora/editors/cpntools-cpn") else { return };
    for path in ending_in(&folder, "cpn") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let counts = READ.iter().find(|(read, _)| *read == name).map(|(_, counts)| *counts);
        match CpnTools.parse(&source(&path)) {
            Ok(parsed) => {
                let net = &parsed.nets[0];
                assert_eq!(Some([net.places.len(), net.transitions.len(), net.arcs.len()]), counts, "{name}");
            }
            Err(found) => {
                assert_eq!(counts, None, "{name}: {found}");
                let is_error = |found: &&sanderling_net::Diagnostic| found.severity == Severity::Error;
                assert!(found.iter().filter(is_error).any(|error| error.span.is_some()), "{name}: {found}");
            }
        }
    }
}

#[test]
fn the_distributed_data_base_has_as_many_states_as_in_the_book() {
    let Some(net) = read("database.cpn") else { return };
    let explored = explore(&net, 1000).unwrap();
    // Jensen, Coloured Petri Nets, volume 2, 1995: 1 + n * 3^(n - 1) for n data bases, and here the state before they are there.
    assert_eq!(explored.states(), 1 + 1 + 4 * 27);
    assert!(explored.deadlocks.is_empty());
}

#[test]
fn philosophers_who_take_both_sticks_at_once_have_a_lucas_number_of_states() {
    let Some(net) = read("philosophers.cpn") else { return };
    let explored = explore(&net, 100_000).unwrap();
    // Sets of philosophers on a circle of 20 of whom no two are neighbours, and the state before they are there.
    assert_eq!(explored.states(), 1 + 15_127);
}
