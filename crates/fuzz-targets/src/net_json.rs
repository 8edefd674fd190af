//! The reader for nets as JSON, the output of external converters, on arbitrary bytes.

use sanderling_net::json;

use crate::Target;

pub(crate) const TARGET: Target = Target {
    name: "net_json",
    promise: "what is refused has an error; what is accepted is valid, and is read back as the same net after it was written",
    run,
};

fn run(bytes: &[u8]) {
    let nets = match json::read_all(bytes) {
        Err(found) => return assert!(found.has_errors(), "refused without an error"),
        Ok(nets) => nets,
    };
    assert!(!nets.is_empty(), "a document without a net was accepted");
    for net in nets {
        assert!(!net.validate().has_errors(), "an accepted net is not sound");
        let mut written = Vec::new();
        json::write(&net, &mut written).expect("a net that was read can be written");
        let again = json::read(&written).expect("a written net can be read");
        assert!(again == net, "a net was read back as another one");
    }
}
