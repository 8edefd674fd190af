//! What the net of a model looks like: places, ids, arcs, the program that it stands for.

use crate::support::explore::net;
use sanderling_dve::{Dve, Semantics};
use sanderling_net::{ArcKind, Format, Inscription, Net, Operator, Source, Term, TransitionId};

const MODEL: &str = "channel {byte} c[2];
byte x = 3, list[2];
channel r;
const int K = 4;
int y = -1;
process P {
    byte x;
    state a, b;
    init b;
    trans
    a -> b { effect list[x] = y; },
    -> b { sync c!x  +
       1; },
    b -> b { guard Q.t; sync r?x; };
}
process L { byte z; state q; init q; trans q -> q {}; }
process Q { state s, t; init s; commit t; assert s: x == 3; trans s -> t { sync r!K; }, t -> s { sync c?y; }; }
system async property L;";

/// The arcs of a transition: kind, place, and the term where it is no variable of the place's name.
fn arcs(net: &Net, transition: usize) -> Vec<String> {
    let own = net.arcs.iter().filter(|arc| arc.transition == TransitionId::new(transition));
    own.map(|arc| {
        let place = net.place(arc.place);
        let Inscription::Term(term) = &arc.inscription else { panic!("a plain weight") };
        let what = match term.as_ref() {
            Term::Variable(v) if net.declarations.variables[v.index()].id == place.id => "its value".into(),
            Term::Literal { sort, value } => net.value_text(*sort, value),
            other => panic!("{other:?}"),
        };
        format!("{:?} {} {what}", arc.kind, place.id)
    })
    .collect()
}

#[test]
fn places_are_globals_then_buffers_then_processes_with_their_variables() {
    let net = net(MODEL, Semantics::Ltsmin);
    let ids: Vec<&str> = net.places.iter().map(|place| place.id.as_str()).collect();
    assert_eq!(ids, ["x", "list", "y", "c", "P", "P.x", "Q"]);
    let variables: Vec<&str> = net.declarations.variables.iter().map(|v| v.id.as_str()).collect();
    assert_eq!(variables, ids);
    assert!(net.places.iter().all(|place| place.span.is_some()));
}

#[test]
fn transitions_are_steps_and_pairs_in_the_order_of_the_senders() {
    let net = net(MODEL, Semantics::Ltsmin);
    let ids: Vec<&str> = net.transitions.iter().map(|transition| transition.id.as_str()).collect();
    assert_eq!(ids, ["P.a->b", "P.a->b#2", "Q.s->t/P.b->b", "Q.t->s"]);
    let lines: Vec<u32> = net.transitions.iter().map(|transition| transition.span.unwrap().line).collect();
    assert_eq!(lines, [11, 12, 17, 17]);
}

#[test]
fn arcs_say_what_is_read_what_is_written_and_who_is_committed() {
    let net = net(MODEL, Semantics::Ltsmin);
    let [first, third] = [0, 2].map(|transition| arcs(&net, transition));
    let own = ["Input P a", "Output P b", "Inhibitor Q t"];
    let values = ["Input list its value", "Output list its value", "Read y its value", "Read P.x its value"];
    assert_eq!(first, [own.as_slice(), &values].concat());
    assert_eq!(third, ["Input Q s", "Output Q t", "Read P b", "Input P.x its value", "Output P.x its value"]);
}

#[test]
fn a_committed_step_is_not_inhibited() {
    let net = net(MODEL, Semantics::Ltsmin);
    assert!(net.arcs.iter().any(|arc| arc.kind == ArcKind::Inhibitor));
    assert!(arcs(&net, 3).iter().all(|arc| !arc.starts_with("Inhibitor")));
}

#[test]
fn the_program_names_processes_channels_and_communications() {
    let net = net(MODEL, Semantics::Ltsmin);
    let program = net.program.as_ref().unwrap();
    let places =
        |ids: &[sanderling_net::PlaceId]| ids.iter().map(|p| net.place(*p).id.clone()).collect::<Vec<_>>();
    assert_eq!(places(&program.variables), ["x", "list", "y"]);
    let [p, q] = program.processes.as_slice() else { panic!("two processes") };
    assert_eq!(
        (p.name.as_str(), places(&p.variables), p.committed.as_slice()),
        ("P", vec!["P.x".into()], [].as_slice())
    );
    assert_eq!(
        (q.name.as_str(), places(&q.variables), q.committed.as_slice()),
        ("Q", vec![], [1].as_slice())
    );
    assert_eq!((net.place(q.location).id.as_str(), q.span.unwrap().line), ("Q", 17));
    let channels: Vec<_> = program.channels.iter().map(|c| (c.name.as_str(), c.buffer.is_some())).collect();
    assert_eq!(channels, [("c", true), ("r", false)]);
    let steps: Vec<_> = program.steps.iter().map(|step| step.communication.as_deref()).collect();
    assert_eq!(steps, [None, Some("c!x + 1"), Some("r!K, r?x"), Some("c?y")]);
    let moves: Vec<u32> = program.steps[2].moves.iter().map(|m| m.process).collect();
    assert_eq!(moves, [1, 0]);
    assert_eq!(program.left_out, ["the property process `L`"]);
}

#[test]
fn terms_that_cannot_fail_are_not_checked() {
    let text = "byte x, y[300]; int z;
        process P { state a; init a; trans
            a -> a { effect x = x / 2 + 1 & 127, z = x * x - (x << 3), z = (x > 1) * 40 + 2; },
            a -> a { effect x = y[x] % 200, y[z & 7] = x >> 1; }; }
        system async;";
    let net = net(text, Semantics::Ltsmin);
    let mut open: Vec<&Term> =
        net.transitions.iter().flat_map(|t| t.code.iter().map(|assignment| &assignment.value)).collect();
    let mut checks = Vec::new();
    while let Some(term) = open.pop() {
        if let Term::Apply(operator, parts) = term {
            open.extend(parts);
            checks.extend(matches!(operator, Operator::Wrap(_) | Operator::Within(_)).then_some(operator));
        }
    }
    // Only the square of a byte may be too large for its cell.
    assert_eq!(checks.len(), 1, "{checks:?}");
    assert!(matches!(checks[0], Operator::Wrap(_)));
}

#[test]
fn ids_stay_apart_where_names_look_numbered() {
    let text = "process P { state a, b, b#2; init a; trans a -> b {}, a -> b#2 {}, a -> b {}, a -> b#2 {}; }
        system async;";
    let net = net(text, Semantics::Ltsmin);
    let ids: Vec<&str> = net.transitions.iter().map(|transition| transition.id.as_str()).collect();
    assert_eq!(ids, ["P.a->b", "P.a->b#2", "P.a->b#3", "P.a->b#2#2"]);
}

/// How a model of two processes is refused that meet so often.
fn refused(senders: usize, receivers: usize, effects: usize) -> String {
    let transitions = |count: usize, sync: &str| {
        let effects = vec!["x = x + 1"; effects].join(", ");
        vec![format!("a -> a {{ sync {sync}; effect {effects}; }}"); count].join(",")
    };
    let text = format!(
        "channel c; byte x; process S {{ state a; init a; trans {}; }}
         process R {{ state a; init a; trans {}; }} system async;",
        transitions(senders, "c!"),
        transitions(receivers, "c?"),
    );
    match Dve::default().parse(&Source::new("large.dve", text)) {
        Ok(_) => panic!("it is read"),
        Err(found) => found.to_string(),
    }
}

#[test]
fn too_many_pairs_are_refused_before_they_are_made() {
    let found = refused(20_000, 20_000, 1);
    assert!(found.contains("more than 1048576 transitions and pairs of a sender and a receiver"), "{found}");
}

#[test]
fn arcs_from_committed_locations_are_counted() {
    let process = |i: usize| {
        format!("process P{i} {{ state a, b; init a; commit a; trans a -> b {{}}, b -> a {{}}; }}\n")
    };
    let text: String = (0..3000).map(process).collect();
    let found = Dve::default().parse(&Source::new("large.dve", text + "system async;")).unwrap_err();
    assert!(found.to_string().contains("more than 4194304 arcs"), "{found}");
}

#[test]
fn an_array_of_constants_is_not_written_down_too_often() {
    let sum = vec!["K[x]"; 150].join(" + ");
    let text = format!(
        "const byte K[40000] = {{1}}; byte x; process P {{ state a; init a;
         trans a -> a {{ effect x = {sum}; }}; }} system async;"
    );
    let found = Dve::default().parse(&Source::new("large.dve", text)).unwrap_err();
    assert!(found.to_string().contains("the array `K`, which is too large to be used so often"), "{found}");
}

#[test]
fn a_net_that_grows_too_large_is_refused() {
    let found = refused(60, 60, 1000);
    assert!(found.contains("more than 4194304 arcs and parts of expressions"), "{found}");
}
