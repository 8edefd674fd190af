//! Algebraic nets: what is read, and what it does.

use crate::support::{examples, expect, files_below, listing, source};
use sanderling_net::Format;
use sanderling_pnml::Pnml;
use sanderling_testkit::naive::explore;

/// Beside each file stand its net and what exploring it finds.
#[test]
fn algebraic_examples_are_read_and_do_as_expected() {
    let files = files_below(&examples("algebraic"));
    assert!(files.len() >= 5);
    for path in files {
        let parsed = Pnml.parse(&source(&path)).unwrap_or_else(|found| panic!("{}: {found}", path.display()));
        let mut found = listing(&parsed);
        match explore(&parsed.nets[0], 1000) {
            Ok(explored) => {
                let (states, firings, dead) = (explored.states(), explored.firings, explored.deadlocks.len());
                found.push_str(&format!("{states} states, {firings} firings, {dead} deadlocks\n"));
            }
            Err(stopped) => found.push_str(&format!("{stopped:?}\n")),
        }
        expect(&path, &found);
    }
}
