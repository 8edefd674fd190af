//! The description of a coloured net without its unfolding.

use sanderling_report::{
    ColouredPlace, ColouredStructure, ColouredTransition, Count, SortStructure, StructureReport, text,
};

use crate::fits::assert_fits;

#[test]
fn a_coloured_net_is_described_with_its_colours() {
    let place = |id: &str, tokens, initial: &str| ColouredPlace {
        id: id.into(),
        name: Some(format!("{id} of\nall")),
        sort: "Seat".into(),
        tokens,
        initial: initial.into(),
    };
    let transition = |id: &str, guard: Option<String>| ColouredTransition {
        id: id.into(),
        name: None,
        guard,
        variables: vec!["x".into(), "y".into()],
    };
    let sort = |name: &str, text: &str, values: Option<u64>| SortStructure {
        name: name.into(),
        text: text.into(),
        values: values.map(Count::from),
    };
    let report = StructureReport {
        file: "seats.pnml".into(),
        format: "pnml".into(),
        places: 3,
        transitions: 2,
        arcs: 3,
        largest_weight: None,
        initial_tokens: None,
        coloured: Some(ColouredStructure {
            sorts: vec![sort("Seat", "1 to 3", Some(3)), sort("Number", "integers", None)],
            variables: [("x", "Seat".to_owned()), ("y", "Seat".to_owned())].into_iter().collect(),
            places: vec![
                place("free", Some(Count::from(3_u64)), "Seat.all"),
                place("taken", Some(Count::ZERO), "0"),
                place("some", None, "f(1)"),
            ],
            transitions: vec![
                transition("sit", Some("x ≠ y".into())),
                transition("rise", Some("y > x ∧ ".repeat(20))),
            ],
            inscriptions: [("x", 2), ("x + y", 1)].into_iter().collect(),
        }),
        ..StructureReport::new()
    };
    assert_fits("StructureReport", &report);
    insta::assert_snapshot!(text::structure(&report));
}
