//! The conformance nets of the reference, as far as reading goes: what each of them says.

use crate::support::{net_listing, shared, source};
use sanderling_net::{Format, Net};
use sanderling_pnml::Pnml;

fn nets(name: &str) -> Option<Vec<Net>> {
    let path = shared("reference/pnml-conformance")?.join(format!("{name}.pnml"));
    let parsed = Pnml.parse(&source(&path)).unwrap_or_else(|found| panic!("{name}: {found}"));
    assert!(parsed.warnings.is_empty(), "{name}: {}", parsed.warnings);
    Some(parsed.nets)
}

fn check(name: &str, expected: &[&str]) {
    let Some(nets) = nets(name) else { return };
    let found: String = nets.iter().map(net_listing).collect();
    let found: Vec<&str> = found.lines().map(str::trim).collect();
    assert_eq!(found, expected, "{name}");
}

/// Place, tokens; then arcs as kind, place, transition, weight.
type Shape<'a> = (&'a [(&'a str, u64)], &'a [&'a str]);

fn check_shape(name: &str, (places, arcs): Shape<'_>) {
    let Some(nets) = nets(name) else { return };
    let listing = net_listing(&nets[0]);
    let of = |word: &str| -> Vec<String> {
        listing.lines().map(str::trim).filter(|line| line.starts_with(word)).map(str::to_owned).collect()
    };
    let expected: Vec<String> = places.iter().map(|(id, tokens)| format!("place {id:?}: {tokens}")).collect();
    assert_eq!(of("place"), expected, "{name}");
    let found: Vec<String> = listing
        .lines()
        .filter_map(|line| line.trim().split_once(": "))
        .filter(|(_, joined)| joined.contains(" -> "))
        .map(|(head, joined)| format!("{} {}", head.split(' ').next().unwrap(), joined.replace('"', "")))
        .collect();
    assert_eq!(found, arcs, "{name}");
}

#[test]
fn c01_missing_labels_take_their_defaults() {
    check_shape("C01", (&[("p", 0), ("q", 2)], &["input q -> t weight 1", "output t -> p weight 1"]));
}

#[test]
fn c02_parallel_arcs_are_kept_apart_to_be_added() {
    let arcs = [
        "input p -> t weight 1",
        "input p -> t weight 1",
        "output t -> q weight 1",
        "output t -> q weight 2",
    ];
    check_shape("C02", (&[("p", 3), ("q", 0)], &arcs));
}

#[test]
fn c03_a_self_loop_is_two_arcs() {
    let arcs = ["input p -> t weight 2", "output t -> p weight 2", "input q -> t weight 1"];
    check_shape("C03", (&[("p", 1), ("q", 1)], &arcs));
}

#[test]
fn c04_isolated_nodes_stay() {
    check_shape("C04", (&[("iso", 5), ("p", 1)], &["input p -> t weight 1"]));
    let Some(nets) = nets("C04") else { return };
    assert_eq!(nets[0].transitions.len(), 2);
}

#[test]
fn c05_references_are_followed_across_pages() {
    let arcs = [
        "input P -> T weight 1",
        "output T -> Q2 weight 1",
        "input P -> U weight 1",
        "output U -> Q weight 1",
    ];
    check_shape("C05", (&[("P", 1), ("Q2", 0), ("Q", 0)], &arcs));
}

#[test]
fn c06_arcs_may_come_before_their_nodes() {
    check_shape("C06", (&[("q", 0), ("p", 1)], &["input p -> t weight 1", "output t -> q weight 1"]));
}

#[test]
fn c07_two_places_may_share_a_name() {
    check(
        "C07",
        &[
            "net \"n\"",
            "place \"a\" called \"P\": 1",
            "place \"b\" called \"P\": 0",
            "transition \"t\"",
            "input \"a13\": \"a\" -> \"t\" weight 1",
            "output \"a14\": \"t\" -> \"b\" weight 1",
        ],
    );
}

#[test]
fn c08_the_pieces_of_a_text_are_put_together() {
    check_shape("C08", (&[("p", 2)], &["input p -> t weight 2"]));
}

#[test]
fn c09_numbers_have_64_bits() {
    let places = [("p", 4_294_967_296), ("q", 0), ("r", 4_294_967_295)];
    check_shape("C09", (&places, &["input p -> t weight 4294967296", "output t -> q weight 1"]));
}

#[test]
fn c10_a_transition_may_have_no_inputs() {
    check_shape("C10", (&[("p", 0)], &["output src -> p weight 1"]));
}

#[test]
fn c11_several_nets_stay_apart() {
    let Some(nets) = nets("C11") else { return };
    let shapes: Vec<_> = nets.iter().map(|net| (net.id.as_str(), net.places.len(), net.arcs.len())).collect();
    assert_eq!(shapes, [("n1", 1, 1), ("n2", 1, 1)]);
}

#[test]
fn c12_what_tools_keep_is_opaque() {
    check_shape("C12", (&[("p", 1)], &["input p -> t weight 1"]));
}

#[test]
fn c13_nested_units_are_kept_with_their_claim() {
    let Some(nets) = nets("C13") else { return };
    let units = nets[0].units.as_ref().unwrap();
    assert!(units.claims_safe);
    let places: Vec<usize> = units.units.iter().map(|unit| unit.places.len()).collect();
    assert_eq!(places, [0, 2, 1]);
    assert_eq!(units.units[units.root.index()].subunits.len(), 2);
}

#[test]
fn c14_an_inhibitor_is_no_ordinary_arc() {
    let arcs = ["input p -> t weight 1", "inhibitor h -> t weight 2", "input h -> u weight 1"];
    check_shape("C14", (&[("p", 2), ("h", 2)], &arcs));
}

#[test]
fn c15_a_reset_is_no_ordinary_arc() {
    let arcs = [
        "input p -> t weight 1",
        "input c -> t weight 1",
        "output t -> c weight 1",
        "input c -> r weight 1",
        "output r -> q weight 1",
        "reset p -> r weight 1",
    ];
    check_shape("C15", (&[("p", 3), ("c", 1), ("q", 0)], &arcs));
}

#[test]
fn c16_capacities_are_kept() {
    let Some(nets) = nets("C16") else { return };
    assert_eq!(nets[0].places[0].capacity, Some(2));
}
