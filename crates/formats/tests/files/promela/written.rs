//! The text of small models, and the words of what is refused.

use sanderling_dve::{Dve, Semantics};
use sanderling_formats::promela::Promela;
use sanderling_net::{
    ArcKind, Constant, Format, Inscription, Net, Sort, SortDeclaration, SortId, Source, Term, Value,
};
use sanderling_testkit::tiny::nets;

fn written(net: &Net, bounds: &[Option<u64>]) -> String {
    sanderling_testkit::written(&Promela, net, bounds)
}

fn program(semantics: Semantics, text: &str) -> String {
    let parsed = Dve { semantics }.parse(&Source::new("program.dve", text)).unwrap();
    written(&parsed.nets[0], &[])
}

/// A net with this number of tokens in its places, and arcs with weights from or to its transitions.
fn net(tokens: &[u64], arcs: &[(usize, usize, ArcKind, u64)]) -> Net {
    let transitions = arcs.iter().map(|arc| arc.1 + 1).max().unwrap_or(0);
    let mut net = nets::net("small", tokens, transitions, arcs);
    net.places.iter_mut().enumerate().for_each(|(index, place)| place.id = format!("place {index}"));
    net
}

#[test]
fn every_kind_of_arc() {
    use ArcKind::{Inhibitor, Input, Output, Read, Reset};
    let mut small = net(
        &[3, 0, 0, 300],
        &[
            (0, 0, Input, 1),
            (0, 0, Input, 1),
            (1, 0, Output, 1),
            (2, 0, Read, 2),
            (2, 0, Read, 1),
            (3, 0, Inhibitor, 5),
            (0, 1, Reset, 1),
            (0, 1, Output, 2),
            (1, 1, Input, 1),
            (1, 1, Output, 1),
            (2, 1, Output, 7),
            (3, 2, Reset, 1),
            (2, 3, Inhibitor, 1),
        ],
    );
    small.arcs[12].inscription = Inscription::Tokens(0);
    small.places[2].capacity = Some(9);
    insta::assert_snapshot!(written(&small, &[Some(3), None, None, Some(300)]));
}

#[test]
fn unproved_bounds_are_asserted() {
    let mut small = net(&[1, 0], &[(0, 0, ArcKind::Input, 1), (1, 0, ArcKind::Output, 1)]);
    let unknown = written(&small, &[]);
    assert!(unknown.contains("int p1_place_1;") && unknown.contains("assert(p1_place_1 <= 2147483646)"));
    let proved = written(&small, &[Some(1), Some(1)]);
    assert!(proved.contains("bit p1_place_1;") && !proved.contains("assert"));
    small.units = Some(sanderling_net::NestedUnits {
        root: sanderling_net::UnitId::new(0),
        units: vec![sanderling_net::Unit {
            id: "u".into(),
            places: small.place_ids().collect(),
            subunits: Vec::new(),
        }],
        claims_safe: true,
    });
    let claimed = written(&small, &[]);
    assert!(claimed.contains("bit p1_place_1;") && claimed.contains("assert(p1_place_1 <= 0)"), "{claimed}");
}

#[test]
fn a_net_without_transitions_has_a_loop() {
    insta::assert_snapshot!(written(&net(&[1], &[]), &[]));
}

#[test]
fn variables_arrays_buffers_and_constants() {
    insta::assert_snapshot!(program(
        Semantics::Ltsmin,
        "const byte K[3] = {5, 6, 7};
         byte a[3] = {1, 2, 3}, x = 255, y;
         int i = -4;
         channel {byte, int} c[2];
         process P {
           state s, t, u; init s; commit t;
           assert s: x > 0;
           trans s -> t { guard x / y > 1 and a[y] == K[y] or not Q.b; effect a[y] = a[2], x = x + 1, i = i - 1; },
                 t -> u { guard x << y < 40 and (y < 3) * 2 == 2; sync c!{x % 3, i}; effect y = ~x; },
                 u -> s { sync c?{a[0], i}; };
         }
         process Q { state a, b; init a; trans a -> b { effect y = P.t; }; }
         system async;"
    ));
}

#[test]
fn values_that_may_overflow_are_asserted() {
    insta::assert_snapshot!(program(
        Semantics::Divine2,
        "byte x; process P { state s; init s; trans s -> s { effect x = x + 1; }; } system async;"
    ));
}

/// A net with a place of this sort and a token, and a transition that only reads it.
fn coloured(sort: Sort, value: &Value) -> Net {
    let mut net = net(&[0], &[]);
    net.declarations.sorts.push(SortDeclaration { id: "colour".into(), name: None, sort });
    let sort = SortId::new(1);
    net.places[0].sort = sort;
    let token =
        Term::Apply(sanderling_net::Operator::Sum, vec![Term::Literal { sort, value: value.clone() }; 2]);
    net.places[0].initial = Inscription::Term(Box::new(token));
    net
}

#[test]
fn refusals_name_the_unsupported_part() {
    let constants = ["r", "g"].map(|id| Constant { id: id.into(), name: None }).to_vec();
    let several = coloured(Sort::Enumeration { cyclic: false, constants }, &Value::Constant(1));
    let texts = [
        written(&several, &[]),
        written(&net(&[1 << 31], &[]), &[]),
        program(
            Semantics::Ltsmin,
            "int i; process P { state s; init s; trans s -> s { guard (i * i) * i > 4; }; } system async;",
        ),
    ];
    insta::assert_snapshot!(texts.concat());
}
