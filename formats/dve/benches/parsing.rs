//! What reading a DVE file takes, in bytes a second: parsing, looking names up, making a net of it.
//!
//! `cargo bench -p sanderling-dve`.

use divan::Bencher;
use divan::counter::BytesCount;
use sanderling_dve::Dve;
use sanderling_net::{Format, Source};

fn main() {
    divan::main();
}

/// Models of the repository's own, by name.
const FILES: [(&str, &[u8]); 3] = [
    ("sliding-window", include_bytes!("../../../nets/sliding-window.dve")),
    ("philosophers-8", include_bytes!("../../../nets/philosophers-8.dve")),
    ("msi-3", include_bytes!("../../../nets/msi-3.dve")),
];

#[divan::bench(args = FILES.map(|(name, _)| name))]
fn parsing(bencher: Bencher<'_, '_>, name: &str) {
    let (_, bytes) = FILES.into_iter().find(|(file, _)| *file == name).expect("it is one of them");
    let source = Source::new(name, bytes.to_vec());
    let dve = Dve::default();
    bencher.counter(BytesCount::new(bytes.len())).bench_local(|| dve.parse(&source).expect("it is a model"));
}
