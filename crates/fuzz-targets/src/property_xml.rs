//! The reader for property files of the contest on arbitrary bytes.

use sanderling_net::Net;
use sanderling_query::contest::{ContestQuery, is_property_set, read};

use crate::Target;
use crate::nets::{COLOURED, PLAIN};

pub(crate) const TARGET: Target = Target {
    name: "property_xml",
    promise: "what is refused has an error; of what is accepted, each property has an id of its own, and bounds are of places of the net",
    run,
};

fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _looks_like_one = is_property_set(&text);
    check(&text, &PLAIN);
    check(&text, &COLOURED);
}

fn check(text: &str, net: &Net) {
    let properties = match read(text, net) {
        Err(found) => return assert!(found.has_errors(), "refused without an error"),
        Ok(properties) => properties,
    };
    for (position, property) in properties.iter().enumerate() {
        assert!(!property.id.is_empty(), "a property without an id");
        assert!(properties[..position].iter().all(|other| other.id != property.id), "an id twice");
        match &property.query {
            Ok(ContestQuery::Bound(places)) => {
                assert!(
                    places.iter().all(|place| place.index() < net.places.len()),
                    "a place of another net"
                );
            }
            Err(found) => assert!(found.has_errors(), "not understood without an error"),
            Ok(_) => {}
        }
    }
}
