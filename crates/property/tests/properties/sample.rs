//! The net of `docs/properties.md`, and a valuation that each test chooses.

#![allow(dead_code, reason = "each test crate uses a part")]

use sanderling_net::program::{Channel, Process, Program, Step};
use sanderling_net::{
    Arc, ArcKind, Constant, Inscription, Net, Operator, Place, PlaceId, Sort, SortDeclaration, SortId, Term,
    Transition, TransitionId, Value, VariableDeclaration, VariableId,
};
use sanderling_property::Valuation;

/// Places `p`, `q`, `r`, `free`, `buffer-1`, `1st floor`, `p26` with the name `waiting`, `p27` and `p28` with
/// the name `ready`; transitions `t`, `u`, `take.left`, `go!`, and `t7` with the name `leave`.
pub(crate) fn net() -> Net {
    let mut net = Net::new("sample");
    for id in ["p", "q", "r", "free", "buffer-1", "1st floor"] {
        net.add_place(Place::with_tokens(id, 0));
    }
    for (id, name) in [("p26", "waiting"), ("p27", "ready"), ("p28", "ready")] {
        net.add_place(Place { name: Some(name.into()), ..Place::with_tokens(id, 0) });
    }
    for id in ["t", "u", "take.left", "go!"] {
        net.add_transition(Transition::plain(id));
    }
    net.add_transition(Transition { name: Some("leave".into()), ..Transition::plain("t7") });
    net
}

/// A workshop: jobs of a machine and a priority wait, and machines are busy. The sorts are `Machine` (`drill`, `lathe`, and `m3`
/// with the name `press`; `m4` and `m5` share the name `spare`), `Priority` (1 to 3), `Job` of both, and `Move` of
/// a job and a machine; the variables `m` (with the name `machine`), `n`, and `j` of a job.
pub(crate) fn workshop() -> Net {
    let mut net = Net::new("workshop");
    let constant = |(id, name): (&str, Option<&str>)| Constant { id: id.into(), name: name.map(Into::into) };
    let machines = [
        ("drill", None),
        ("lathe", None),
        ("m3", Some("press")),
        ("m4", Some("spare")),
        ("m5", Some("spare")),
    ];
    let constants = machines.map(constant).to_vec();
    let mut declare = |id: &str, sort| {
        net.declarations.sorts.push(SortDeclaration { id: id.into(), name: None, sort });
        SortId::new(net.declarations.sorts.len() - 1)
    };
    let machine = declare("Machine", Sort::Enumeration { cyclic: true, constants });
    let priority = declare("Priority", Sort::Range { start: 1, end: 3 });
    let job = declare("Job", Sort::Product(vec![machine, priority]));
    let r#move = declare("Move", Sort::Product(vec![job, machine]));
    let flag = declare("Flag", Sort::Bool);
    let label = declare("Label", Sort::String);
    for (id, name, sort) in [("m", Some("machine"), machine), ("n", None, priority), ("j", None, job)] {
        let name = name.map(Into::into);
        net.declarations.variables.push(VariableDeclaration { id: id.into(), name, sort });
    }
    let jobs = [(0, 1), (0, 2), (1, 3)].map(|(m, n)| {
        let parts = vec![Value::Constant(m), Value::Integer(n)];
        Term::Literal { sort: job, value: Value::Tuple(parts) }
    });
    let initial = Inscription::Term(Box::new(Term::Apply(Operator::Sum, jobs.to_vec())));
    let waiting = net.add_place(Place { sort: job, initial, ..Place::with_tokens("waiting", 0) });
    let busy = net.add_place(Place { sort: machine, ..Place::with_tokens("busy", 0) });
    for (id, sort) in [("moved", r#move), ("lamp", flag), ("sign", label)] {
        net.add_place(Place { sort, ..Place::with_tokens(id, 0) });
    }
    net.add_place(Place::with_tokens("door", 1));
    let (start, stop) = (Transition::plain("start"), Transition::plain("stop"));
    let (start, stop) = (net.add_transition(start), net.add_transition(stop));
    net.add_transition(Transition::plain("open"));
    let variable = |index| Term::Variable(VariableId::new(index));
    let arcs = [
        (waiting, start, ArcKind::Input, Term::Tuple(vec![variable(0), variable(1)])),
        (busy, start, ArcKind::Output, variable(0)),
        (busy, stop, ArcKind::Input, variable(0)),
    ];
    for (place, transition, kind, term) in arcs {
        let inscription = Inscription::Term(Box::new(term));
        net.add_arc(Arc { inscription, ..Arc::weighted(place, transition, kind, 1) });
    }
    assert!(!net.validate().has_errors(), "{}", net.validate());
    net
}

/// A program: the variables `x`, `y` and `level[3]`, the channels `c` for two messages of two bytes, `log` for two of one
/// byte and `go` without a buffer, and the processes `P`, with the variable `i`, and `Q`, each at `idle` or `cs`.
pub(crate) fn program() -> Net {
    let mut net = Net::new("program");
    let mut declare = |id: &str, sort| {
        net.declarations.sorts.push(SortDeclaration { id: id.into(), name: None, sort });
        SortId::new(net.declarations.sorts.len() - 1)
    };
    let byte = declare("byte", Sort::Range { start: 0, end: 255 });
    let array = declare("byte[3]", Sort::Array { element: byte, length: 3 });
    let pair = declare("pair", Sort::Product(vec![byte, byte]));
    let of_pairs = declare("c", Sort::List { element: pair, capacity: Some(2) });
    let of_bytes = declare("log", Sort::List { element: byte, capacity: Some(2) });
    let constants = ["idle", "cs"].map(|id| Constant { id: id.into(), name: None }).to_vec();
    let location = declare("location", Sort::Enumeration { cyclic: false, constants });
    let bytes = |numbers: &[i64]| Value::List(numbers.iter().copied().map(Value::Integer).collect());
    let mut hold = |id: &str, sort, value| {
        let initial = Inscription::Term(Box::new(Term::Literal { sort, value }));
        net.add_place(Place { sort, initial, ..Place::with_tokens(id, 0) })
    };
    let message = Value::Tuple(vec![Value::Integer(5), Value::Integer(6)]);
    let variables = vec![
        hold("x", byte, Value::Integer(3)),
        hold("y", byte, Value::Integer(0)),
        hold("level", array, bytes(&[1, 2, 0])),
    ];
    let (c, log) = (hold("c", of_pairs, Value::List(vec![message])), hold("log", of_bytes, bytes(&[7, 8])));
    let (p, q) = (hold("P", location, Value::Constant(1)), hold("Q", location, Value::Constant(0)));
    let i = hold("P.i", byte, Value::Integer(1));
    let channel = |name: &str, buffer| Channel { name: name.into(), items: None, buffer, span: None };
    let process = |name: &str, location, variables| Process {
        name: name.into(),
        location,
        variables,
        committed: Vec::new(),
        aliases: Vec::new(),
        span: None,
    };
    net.add_transition(Transition::plain("Q.idle->cs"));
    net.program = Some(Program {
        variables,
        processes: vec![process("P", p, vec![i]), process("Q", q, Vec::new())],
        channels: vec![channel("c", Some(c)), channel("log", Some(log)), channel("go", None)],
        steps: vec![Step { moves: Vec::new(), communication: None }],
        left_out: Vec::new(),
        end: None,
        limits: Vec::new(),
        property: None,
    });
    net
}

/// Tokens and enabledness by position; places and transitions beyond them have none and are not.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    pub(crate) tokens: Vec<u64>,
    pub(crate) enabled: Vec<bool>,
    pub(crate) deadlock: bool,
}

impl Valuation for Table {
    fn tokens(&self, place: PlaceId) -> u64 {
        self.tokens.get(place.index()).copied().unwrap_or(0)
    }

    fn is_enabled(&self, transition: TransitionId) -> bool {
        self.enabled.get(transition.index()).copied().unwrap_or(false)
    }

    fn is_deadlock(&self) -> bool {
        self.deadlock
    }
}
