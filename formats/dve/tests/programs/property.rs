//! The property process: an automaton beside the net, or a list of its features that automata do not have.

use crate::support::explore::net;
use crate::support::{examples, models, source};
use sanderling_dve::Semantics;
use sanderling_dve::parse::parse;
use sanderling_net::{Net, Operator, PropertyProcess, Term};
use sanderling_testkit::dve::watch;

/// The net of a program with the process P and a property process `L` with this body.
fn with_property(body: &str, semantics: Semantics) -> Net {
    let text = format!(
        "byte x, list[2]; const byte K = 2;
process P {{ byte y; state a, b; init a; trans a -> b {{}}, b -> a {{}}; }}
process L {{ {body} }}
process Q {{ state a, b; init a; trans a -> b {{}}; }}
system async property L;"
    );
    net(text, semantics)
}

fn property(body: &str) -> PropertyProcess {
    *with_property(body, Semantics::Ltsmin).program.unwrap().property.expect("there is one")
}

/// Each transition with its guard.
fn transitions(net: &Net) -> Vec<String> {
    let property = net.program.as_ref().unwrap().property.as_ref().unwrap();
    let words = property.transitions.iter().map(|watch| {
        let [from, to] = [watch.source, watch.target].map(|at| &property.locations[at as usize]);
        let guard = watch.guard.as_ref().map(|guard| {
            let reads: Vec<&str> = guard.reads.iter().map(|read| net.place(read.place).id.as_str()).collect();
            format!(" [{}] of {}", net.term_text(&guard.condition, 200), reads.join(", "))
        });
        format!("{from} -> {to}{}", guard.unwrap_or_default())
    });
    words.collect()
}

#[test]
fn a_property_process_is_an_automaton_whose_guards_are_about_the_program() {
    let body = "state q, r, s; init r; accept s, q; trans
        r -> r {}, -> s { guard x == K and not Q.b; }, s -> s { guard P->y > list[x] or L.q; }, s -> q { guard L.s; }, q -> q { guard L.r; };";
    let net = with_property(body, Semantics::Ltsmin);
    assert_eq!(
        transitions(&net),
        [
            "r -> r",
            "r -> s [(x = 2) ∧ ¬(Q = b)] of x, Q",
            "s -> s [P.y > list[x]] of x, list, P.y",
            "s -> q",
            "q -> q [false] of ",
        ]
    );
    let property = net.program.as_ref().unwrap().property.as_ref().unwrap();
    assert_eq!((property.name.as_str(), property.initial, property.span.unwrap().line), ("L", 1, 3));
    assert_eq!(property.accepting, [[2, 0]]);
    let ids: Vec<&str> = property.guards().map(|guard| guard.id.as_str()).collect();
    assert_eq!(ids, ["L.r->s", "L.s->s", "L.q->q"]);
    assert!(net.validate().is_empty(), "{}", net.validate());
}

#[test]
fn sets_of_accepting_locations_are_those_of_the_file() {
    let accepting = |accept: &str| property(&format!("state q, r; init q; {accept}")).accepting;
    assert_eq!(accepting("accept buchi r;"), [[1]]);
    assert_eq!(accepting("accept genbuchi (q, r), (), (r);"), [vec![0, 1], vec![], vec![1]]);
    assert_eq!(accepting(""), [Vec::<u32>::new()], "without `accept` no run is accepted");
}

#[test]
fn a_right_operand_of_a_guard_counts_as_with_other_guards() {
    let body = "state q; init q; accept q; trans q -> q { guard true and x - 1; };";
    let comparison = |semantics| {
        let net = with_property(body, semantics);
        let guard = net.program.unwrap().property.unwrap().guards().next().unwrap().condition.clone();
        match guard {
            Term::Apply(operator, _) => operator,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(comparison(Semantics::Ltsmin), Operator::NotEqual);
    assert_eq!(comparison(Semantics::Divine2), Operator::Greater);
}

#[test]
fn features_beyond_automata_are_located_and_the_program_is_read() {
    let beyond = |body: &str| {
        let property = property(body);
        assert!(property.transitions.is_empty(), "it cannot be checked");
        let described = property.beyond.iter().map(|one| {
            let span = one.span.unwrap();
            format!("{}:{}: {}", span.line, span.column, one.what)
        });
        described.collect::<Vec<_>>()
    };
    assert_eq!(
        beyond("byte z; state q; init q; accept q; trans q -> q { guard z + x == 1; effect z = 1; };"),
        ["3:54: an effect", "3:54: a guard that reads the process's own variable `L.z`"]
    );
    assert_eq!(beyond("state q; init q; accept rabin (q; );"), ["3:30: `accept rabin`"]);
    assert_eq!(beyond("state q; init q; commit q; accept q;"), ["3:9: the committed location `q`"]);
    let deep = format!("guard {}x{};", "not (".repeat(190), ")".repeat(190));
    assert_eq!(
        beyond(&format!(
            "byte z; state q; init q; trans q -> q {{ guard L.q and z; }}, q -> q {{ {deep} }};"
        ))
        .len(),
        1
    );
}

#[test]
fn a_communication_is_beyond_an_automaton() {
    let text = "channel c; process P { state a; init a; trans a -> a { sync c!; }; }
process L { state q; init q; trans q -> q { sync c?; }; } system async property L;";
    let property = net(text, Semantics::Ltsmin).program.unwrap().property.unwrap();
    assert_eq!(
        (property.beyond[0].what.as_str(), property.beyond[0].span.unwrap().column),
        ("a communication", 50)
    );
}

/// Returns the text before the colon in the first line of an example.
fn claimed(text: &str) -> &str {
    text.strip_prefix("// ").and_then(|line| line.split_once(": ")).expect("it begins with its verdict").0
}

#[test]
fn examples_have_the_verdicts_of_their_first_lines_by_definition() {
    let files = models(&examples("property"));
    assert!(files.len() >= 18, "{}", files.len());
    for path in files {
        let source = source(&path);
        let text = std::str::from_utf8(source.bytes()).unwrap();
        for semantics in [Semantics::Ltsmin, Semantics::Divine2] {
            let model = parse(&source, semantics).unwrap().model;
            let watched = watch(&model, semantics, 1000).expect("it is small");
            let verdict = match (watched.accepts, watched.has_faults) {
                (true, _) => "violated",
                (false, true) => "unknown",
                (false, false) => "holds",
            };
            assert_eq!(verdict, claimed(text), "{} {semantics:?} {watched:?}", path.display());
        }
        let program = net(text, Semantics::Ltsmin).program.unwrap();
        assert_eq!(program.property.unwrap().beyond, [], "{}", path.display());
    }
}
