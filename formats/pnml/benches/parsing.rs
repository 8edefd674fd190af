//! What reading a PNML file takes, in bytes a second: place/transition nets and a coloured one.
//!
//! `cargo bench -p sanderling-pnml`.

use divan::Bencher;
use divan::counter::BytesCount;
use sanderling_net::{Format, Source};
use sanderling_pnml::Pnml;

fn main() {
    divan::main();
}

/// Files of the repository's own, by name.
const FILES: [(&str, &[u8]); 3] = [
    ("kanban-2", include_bytes!("../../../nets/kanban-2.pnml")),
    ("slotted-ring-3", include_bytes!("../../../nets/slotted-ring-3.pnml")),
    ("coloured philosophers-3", include_bytes!("../../../nets/coloured/philosophers-3.pnml")),
];

#[divan::bench(args = FILES.map(|(name, _)| name))]
fn parsing(bencher: Bencher<'_, '_>, name: &str) {
    let (_, bytes) = FILES.into_iter().find(|(file, _)| *file == name).expect("it is one of them");
    let source = Source::new(name, bytes.to_vec());
    bencher.counter(BytesCount::new(bytes.len())).bench_local(|| Pnml.parse(&source).expect("it is a net"));
}
