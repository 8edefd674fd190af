//! Nets with known behaviour.

use sanderling_formats::helena::Helena;
use sanderling_net::{Arc, ArcKind, Format, Net, Place, Source, Transition};
use sanderling_testkit::naive::{Stopped, explore};

fn read(text: &str) -> Net {
    Helena
        .parse(&Source::new("net.lna", text))
        .unwrap_or_else(|found| panic!("{found}\n{text}"))
        .nets
        .remove(0)
}

/// Returns the numbers of markings and firings of a net with these definitions.
fn counts(definitions: &str) -> (usize, u64) {
    let explored = explore(&read(&format!("net {{ {definitions} }}")), 10_000).unwrap();
    (explored.states(), explored.firings)
}

/// The philosophers of the example, as a place/transition net.
fn plain(seats: usize) -> Net {
    let mut net = Net::new("table");
    let chair = net.add_place(Place::with_tokens("chair", seats as u64 - 1));
    let places: Vec<_> = (0..seats)
        .map(|seat| {
            ["thinks", "waits", "eats", "fork"].map(|name| {
                let tokens = u64::from(matches!(name, "thinks" | "fork"));
                net.add_place(Place::with_tokens(format!("{name}-{seat}"), tokens))
            })
        })
        .collect();
    for (seat, &[thinks, waits, eats, fork]) in places.iter().enumerate() {
        let next = places[(seat + 1) % seats][3];
        let steps = [
            ("sit", &[thinks, chair, fork][..], &[waits][..]),
            ("eat", &[waits, next], &[eats]),
            ("rise", &[eats], &[thinks, chair, fork, next]),
        ];
        for (name, taken, put) in steps {
            let transition = net.add_transition(Transition::plain(format!("{name}-{seat}")));
            taken.iter().for_each(|place| net.add_arc(Arc::weighted(*place, transition, ArcKind::Input, 1)));
            put.iter().for_each(|place| net.add_arc(Arc::weighted(*place, transition, ArcKind::Output, 1)));
        }
    }
    net
}

#[test]
fn philosophers_have_as_many_states_and_firings_as_in_a_plain_net() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/helena/ok/philosophers.lna");
    let text = std::fs::read_to_string(path).unwrap();
    for seats in [2, 3, 5] {
        let coloured = explore(&read(&text.replace("N := 3", &format!("N := {seats}"))), 10_000).unwrap();
        let plain = explore(&plain(seats), 10_000).unwrap();
        assert_eq!((coloured.states(), coloured.firings), (plain.states(), plain.firings), "{seats}");
        assert!(coloured.deadlocks.is_empty(), "one of them can always eat");
    }
}

#[test]
fn numbers_of_a_modulo_type_go_round() {
    let net = |put: &str| {
        counts(&format!(
            "type n : mod 5; place p {{ dom : n; init : <( 0 )>; }}
             transition t {{ in {{ p : <( x )>; }} out {{ p : <( {put} )>; }} }}"
        ))
    };
    assert_eq!(net("x - 1"), (5, 5));
    assert_eq!(net("pred x"), (5, 5));
    assert_eq!(net("3 * x + 1"), (4, 4), "0, 1, 4, 3, and 0 again");
    assert_eq!(net("-x"), (1, 1));
}

#[test]
fn a_number_beyond_a_range_has_no_meaning_and_a_guard_keeps_it_out() {
    let net = |guard: &str| {
        format!(
            "net {{ type n : range 0 .. 3; place p {{ dom : n; init : <( 0 )>; }}
             transition t {{ in {{ p : <( x )>; }} out {{ p : <( x + 1 )>; }} {guard} }} }}"
        )
    };
    assert!(matches!(explore(&read(&net("")), 100), Err(Stopped::Undefined(_))));
    let explored = explore(&read(&net("guard : x < n'last;")), 100).unwrap();
    assert_eq!((explored.states(), explored.firings), (4, 3));
}

#[test]
fn enumerations_go_round_and_have_an_order() {
    let of = |guard: &str, put: &str| {
        counts(&format!(
            "type c : enum (red, green, blue); place p {{ dom : c; init : <( green )>; }}
             transition t {{ in {{ p : <( x )>; }} out {{ p : <( {put} )>; }} guard : {guard}; }}"
        ))
    };
    assert_eq!(of("true", "succ x"), (3, 3));
    assert_eq!(of("x < blue", "succ x"), (2, 1));
    assert_eq!(of("x != red and not (x = blue)", "x = green ? pred x : x"), (2, 1));
}

#[test]
fn a_picked_variable_has_each_value_of_its_range() {
    let of = |pick: &str| {
        counts(&format!(
            "type n : range 1 .. 9; place p {{ dom : epsilon; init : epsilon; }} place q {{ dom : n; }}
             transition t {{ in {{ p : epsilon; }} out {{ q : <( y )>; }} pick {{ y in {pick}; }} }}"
        ))
    };
    assert_eq!(of("n"), (10, 9));
    assert_eq!(of("n range 2 .. 4"), (4, 3));
}

#[test]
fn loops_and_conditions_choose_tuples() {
    let of = |label: &str| {
        let net = read(&format!(
            "net {{ type n : range 1 .. 4; place p {{ dom : n * n; init : {label}; }} place q {{ dom : n; }} }}"
        ));
        explore(&net, 10).unwrap().bounds[0]
    };
    assert_eq!(of("for (a in n, b in n) <( a, b )>"), 16);
    assert_eq!(of("for (a in n, b in n) <( b, a )>"), 16);
    assert_eq!(of("for (a in n) 2 * <( a, a )>"), 8);
    assert_eq!(of("for (a in n, b in n) if (a < b) <( a, b )>"), 6);
    assert_eq!(of("for (a in n range 2 .. 3) <( a, 1 )> + <( 1, 1 )>"), 3);
    assert_eq!(of("for (a in n range 3 .. 2) <( a, 1 )>"), 0);
}

#[test]
fn inhibitor_arcs_forbid_a_tuple_as_often_as_they_say() {
    let of = |inhibit: &str| {
        counts(&format!(
            "place p {{ dom : bool; init : <( true )>; }}
             transition t {{ in {{ p : <( x )>; }} out {{ p : 2 * <( x )>; }} inhibit {{ p : {inhibit}; }} }}"
        ))
    };
    assert_eq!(of("3 * <( x )>"), (3, 2));
    assert_eq!(of("<( true )>"), (1, 0));
}

#[test]
fn a_variable_that_stands_for_an_expression_has_its_value_everywhere() {
    let net = "type n : range 0 .. 9; place p { dom : n; init : <( 3 )>; } place q { dom : n * n; }
         transition t { in { p : <( x )>; } out { q : <( y, z )>; } let { n y := x * 2; n z := y + 1; } guard : z = 7; }";
    assert_eq!(counts(net), (2, 1));
}

#[test]
fn exponential_expressions_are_refused() {
    let chain: String = (1..40).map(|i| format!("int v{i} := v{} + v{};", i - 1, i - 1)).collect();
    let text = format!(
        "net {{ place p {{ dom : int; init : <( 1 )>; }}
         transition t {{ in {{ p : <( v0 )>; }} out {{ p : <( v39 )>; }} let {{ {chain} }} }} }}"
    );
    let found = Helena.parse(&Source::new("net.lna", text)).unwrap_err().to_string();
    assert!(found.contains("parts together"), "{found}");
}
