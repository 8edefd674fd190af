//! The reader for files of PNEditor on arbitrary bytes.

use sanderling_formats::pflow::Pflow;
use sanderling_net::format::{Parsed, WriteError};
use sanderling_net::{Diagnostics, Format, Net, Source};

use crate::Target;

pub(crate) const TARGET: Target = Target {
    name: "pflow",
    promise: "what is refused has an error; what is accepted is valid, and is read back as the same net after it was written, if it can be",
    run,
};

fn run(bytes: &[u8]) {
    let source = Source::new("fuzz.pflow", bytes);
    Pflow.recognise(&source);
    check(Pflow.parse(&source));
    check(Pflow.parse_untimed(&source));
}

fn check(parsed: Result<Parsed, Diagnostics>) {
    match parsed {
        Err(found) => assert!(found.has_errors(), "refused without an error"),
        Ok(parsed) => {
            assert!(parsed.nets.len() == 1 && !parsed.warnings.has_errors());
            parsed.nets.into_iter().for_each(check_net);
        }
    }
}

fn check_net(net: Net) {
    assert!(!net.validate().has_errors(), "an accepted net is not sound");
    let mut written = Vec::new();
    match Pflow.write(&net, &mut written) {
        Ok(()) => {}
        // PNEditor supports numbers up to 2^31 - 1, and XML does not keep all white space.
        Err(WriteError::Unsupported(_)) => return,
        Err(WriteError::Io(error)) => panic!("{error}"),
    }
    let again = Pflow.parse(&Source::new("again.pflow", written)).expect("a written net can be read");
    assert!(again.nets.len() == 1 && undrawn(again.nets[0].clone()) == undrawn(net));
}

/// Returns the net without its spans in a file and without positions, which are rounded.
fn undrawn(mut net: Net) -> Net {
    net.places.iter_mut().for_each(|place| (place.span, place.position) = (None, None));
    net.transitions.iter_mut().for_each(|transition| (transition.span, transition.position) = (None, None));
    net.arcs.iter_mut().for_each(|arc| {
        arc.span = None;
        arc.bends.clear();
    });
    net
}
