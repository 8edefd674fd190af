//! The PNML reader on arbitrary bytes.

use sanderling_net::{Format, Net, Source};
use sanderling_pnml::Pnml;

use crate::Target;

pub(crate) const TARGET: Target = Target {
    name: "pnml",
    promise: "what is refused has an error; what is accepted is valid, and is read back as the same net after it was written",
    run,
};

fn run(bytes: &[u8]) {
    let source = Source::new("fuzz.pnml", bytes);
    Pnml.recognise(&source);
    match Pnml.parse(&source) {
        Err(found) => assert!(found.has_errors(), "refused without an error"),
        Ok(parsed) => {
            assert!(!parsed.nets.is_empty() && !parsed.warnings.has_errors());
            parsed.nets.into_iter().for_each(check);
        }
    }
}

fn check(net: Net) {
    assert!(!net.validate().has_errors(), "an accepted net is not sound");
    let mut written = Vec::new();
    if let Err(error) = Pnml.write(&net, &mut written) {
        // A term that is read from the maximum depth of elements may need a greater depth when it is written.
        return assert!(error.to_string().contains("elements inside each other"), "{error}");
    }
    let again = Pnml.parse(&Source::new("again.pnml", written)).expect("a written net can be read");
    assert!(again.nets.len() == 1 && without_spans(again.nets[0].clone()) == without_spans(net));
}

fn without_spans(mut net: Net) -> Net {
    net.places.iter_mut().for_each(|place| place.span = None);
    net.transitions.iter_mut().for_each(|transition| transition.span = None);
    net.arcs.iter_mut().for_each(|arc| arc.span = None);
    net
}
