//! The description of a net.

use sanderling_report::{
    Count, Encoding, Invariant, Layout, Slot, StoreEstimate, StructureReport, UnitTree, text,
};

use crate::fits::assert_fits;

#[test]
fn a_net_is_described() {
    let count = |n: u64| Count::from(n);
    let report = StructureReport {
        file: "nets/philosophers-2.pnml".into(),
        format: "pnml".into(),
        net: Some("philosophers-2".into()),
        name: Some("Dining philosophers".into()),
        nets_in_file: 2,
        places: 8,
        transitions: 6,
        arcs: 22,
        arcs_by_kind: [("input", 11), ("output", 10), ("inhibitor", 0), ("read", 1)].into_iter().collect(),
        largest_weight: Some(count(2)),
        initial_tokens: Some(count(4)),
        marked_places: 4,
        sink_places: vec!["done".into()],
        unbounded_places: vec!["log".into()],
        units: Some(UnitTree { units: 3, depth: 2, claims_safe: true }),
        invariants: vec![Invariant {
            weights: [("idle_1", count(1)), ("eats_1", count(2))].into_iter().collect(),
            value: count(1),
        }],
        bounds: [("idle_1", count(1))].into_iter().collect(),
        layout: Some(Layout {
            encoding: "fields".into(),
            bits_per_state: 9,
            words_per_state: 1,
            encodings: vec![
                Encoding { name: "fields".into(), bits_per_state: 9 },
                Encoding { name: "radix".into(), bits_per_state: 8 },
            ],
            encoding_why: "mixed radix saves no word".into(),
            store: "packed".into(),
            store_why: "fastest".into(),
            stores: vec![
                StoreEstimate { name: "packed".into(), bytes_per_state: 20.0, basis: "computed".into() },
                StoreEstimate { name: "tree".into(), bytes_per_state: 8.25, basis: "sampled".into() },
            ],
            slots: vec![
                Slot {
                    place: "idle_1".into(),
                    bits: 1,
                    bound: Some(count(1)),
                    range: None,
                    origin: "invariant".into(),
                },
                Slot {
                    place: "done".into(),
                    bits: 8,
                    bound: None,
                    range: None,
                    origin: "assumed, checked at every firing".into(),
                },
            ],
        }),
        ..StructureReport::new()
    };
    assert_fits("StructureReport", &report);
    insta::assert_snapshot!(text::structure(&report));
}
