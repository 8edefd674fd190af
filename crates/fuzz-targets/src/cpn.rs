//! The reader for files of CPN Tools on arbitrary bytes, with and without times.

use sanderling_formats::cpn_tools::CpnTools;
use sanderling_net::{Format, Source};
use sanderling_testkit::examples::check_any;

use crate::Target;

pub(crate) const TARGET: Target = Target {
    name: "cpn",
    promise: "what is refused has an error; what is accepted is valid; what is accepted with times is accepted without",
    run,
};

fn run(bytes: &[u8]) {
    let is_accepted = check_any(&CpnTools, bytes);
    assert!(!is_accepted || CpnTools.parse_untimed(&Source::new("fuzz.cpn", bytes)).is_ok());
}
