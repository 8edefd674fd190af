//! The reader for query files of TAPAAL's editor on arbitrary bytes.

use sanderling_property::Logic;

use crate::Target;
use crate::nets::{COLOURED, PLAIN};

pub(crate) const TARGET: Target =
    Target { name: "queries", promise: "what is refused is refused with a message", run };

fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for net in [&*PLAIN, &*COLOURED] {
        for logic in [Logic::Ctl, Logic::Ltl] {
            match sanderling_verifypn::query_ids(logic, &text, net) {
                Ok(ids) => assert!(ids.iter().all(|id| !id.is_empty()), "a query without an id"),
                Err(message) => assert!(!message.is_empty(), "refused without a message"),
            }
        }
    }
}
