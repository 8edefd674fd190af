//! Promela that is read, against the numbers that Spin prints.

use sanderling_formats::promela::Promela;
use sanderling_net::{Format, Net, Source};
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::{corpora, naive};

use super::small::SMALL;

fn read(text: &str) -> Net {
    let parsed = Promela.parse(&Source::new("model.pml", text));
    let net = parsed.unwrap_or_else(|found| panic!("{found}\n{text}")).nets.remove(0);
    assert!(!net.validate().has_errors(), "{text}");
    net
}

fn refusal(text: &str) -> String {
    Promela.parse(&Source::new("model.pml", text)).unwrap_err().to_string()
}

/// Returns the states and firings that the reference semantics counts.
fn counts(net: &Net) -> (usize, usize) {
    let explored = naive::explore(net, 100_000).expect("a small model");
    (explored.states(), explored.firings as usize)
}

#[test]
fn states_and_steps_are_those_of_spin() {
    for (text, states, transitions) in SMALL {
        assert_eq!(counts(&read(text)), (*states, transitions - 1), "{text}");
    }
}

#[test]
fn each_construct_has_the_states_of_spin() {
    let test = "each_construct_has_the_states_of_spin";
    let folder = corpora::reference().map(|folder| folder.join("promela-conformance"));
    let Some(folder) = folder.filter(|folder| folder.is_dir()) else {
        return corpora::skip(test, "the folder of conformance models");
    };
    let expected = std::fs::read_to_string(folder.join("expected.tsv")).expect("the table is there");
    let mut right = 0;
    for line in expected.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let text = std::fs::read_to_string(folder.join(columns[0])).expect("the model is there");
        let parsed = Promela.parse(&Source::new(columns[0], text));
        // Priorities are refused. A name that is declared again is refused, as by Spin. An index out of range and a
        // division by zero are errors here.
        let stem = columns[0].split('-').next().unwrap_or_default();
        if matches!(stem, "69" | "76") {
            assert!(parsed.is_err(), "{}", columns[0]);
            continue;
        }
        let net = parsed.unwrap_or_else(|found| panic!("{}: {found}", columns[0])).nets.remove(0);
        if matches!(stem, "53" | "57") {
            assert!(naive::explore(&net, 100_000).is_err(), "{}", columns[0]);
            continue;
        }
        let wanted = (columns[2].parse().unwrap_or(0), columns[3].parse::<usize>().unwrap_or(0) - 1);
        assert_eq!(counts(&net), wanted, "{}", columns[0]);
        right += 1;
    }
    assert_eq!(right, 79);
}

#[test]
fn an_error_has_a_position_and_an_expectation() {
    for (text, wanted) in [
        ("active proctype P() { x = 1 }", "1:23: error: the name `x`; expected a declared variable"),
        ("active proctype P() { goto L }", "1:28: error: the label `L`; expected a label of this process"),
        ("active proctype P() { break }", "1:23: error: `break` outside of a loop"),
        (
            "init { { skip; L: skip } unless { goto L } }",
            "an escape of `unless` that jumps into what it guards",
        ),
        ("active proctype P() { if fi }", "1:26: error: `fi`; expected `::`"),
        ("byte x; byte x; active proctype P() { skip }", "the name `x`, which is declared already"),
        ("proctype P() { skip }", "a model without a process in the initial state"),
        (
            "inline f() { L: skip } init { f(); goto L; f() }",
            "1:41: error: the label `L`; expected a label of this process",
        ),
        (
            "inline f() { L: skip } init { f(); L: skip }",
            "1:36: error: the label `L`, which exists already; expected another name",
        ),
        (
            "inline g() { L: skip } inline f() { g(); L: skip } init { f() }",
            "error: the label `L`, which exists already; expected another name",
        ),
        (
            "typedef M { byte a }; chan c = [0] of { M }; init { M x; for (x in c) { skip } }",
            "1:68: error: a loop over `c`; expected a channel with a buffer",
        ),
        (
            "typedef M { byte a }; chan c = [1] of { M, M }; init { M x; for (x in c) { skip } }",
            "a loop over `c`; expected a channel with a buffer for messages of this type",
        ),
        (
            "typedef M { byte a }; proctype P(chan c) { M x; for (x in c) { skip } } init { skip }",
            "a loop over `c`; expected a channel with a buffer",
        ),
        (
            "chan c = [1] of { byte }; init { byte x; for (x in c) { skip } }",
            "a loop over something else; expected an array",
        ),
        ("#include \"a.h\"\nactive proctype P() { skip }", "1:1: error: `#include \"a.h\"`"),
        ("#if 1\nactive proctype P() { skip }", "a condition that does not end"),
        ("#define F(x) x\nactive proctype P() { F(1, 2) }", "2 arguments of the macro `F`; expected 1"),
        ("active proctype P() { c_code { x } }", "embedded C code cannot be read"),
        ("active proctype P() { byte i; i = run P() + 1 }", "`run P` within an expression"),
        (
            "chan q = [0] of { byte, byte }; byte a, b;
             active proctype P() { q?a, b } active proctype Q() { q!b, a }",
            "values read variables that it changes",
        ),
        ("active proctype P() { skip", "expected `}`"),
        ("byte a[0]; active proctype P() { skip }", "the length of an array; expected 1 to 65536"),
    ] {
        let found = refusal(text);
        assert!(found.contains(wanted), "{text}\n{found}");
    }
    let nested = format!("active proctype P() {{ {}1{} }}", "(".repeat(5000), ")".repeat(5000));
    assert!(refusal(&nested).contains("nests too deep"));
    let doubled: String = (1..60).map(|n| format!("#define M{n} M{} M{}\n", n - 1, n - 1)).collect();
    let bomb = format!("#define M0 1\n{doubled}active proctype P() {{ M59 }}");
    assert!(refusal(&bomb).contains("more than"));
}

#[test]
fn a_long_atomic_is_divided_and_keeps_its_verdict() {
    let text = "byte x, y; byte n;
        active proctype P() { atomic { do :: x = 1; x = 2 :: y = 3 -> break od; n = 7 }; assert(n == 7) }
        active proctype Q() { assert(x != 1); y = 1 }";
    let parsed = Promela.parse(&Source::new("model.pml", text)).unwrap();
    assert!(parsed.warnings.to_string().contains("too long to be one step"), "{}", parsed.warnings);
    let explored = naive::explore(&parsed.nets[0], 10_000).unwrap();
    // Nothing moves between `x = 1` and `x = 2`.
    assert_eq!(explored.deadlocks.len(), 4, "`x` is 0 or 2 in the end, and `y` is 1 or 3");
}

#[test]
fn processes_created_endlessly_in_an_atomic_are_read_in_bounded_work() {
    let found = Promela.parse(&Source::new(
        "model.pml",
        "byte g;
         proctype Q(byte a) { byte v; for (g : 0 .. 0) { atomic { timeout; a++ } } }
         active proctype P() { byte v; atomic { do :: run Q(v == g); g = 1 :: g; v = 3 & g; break od } }
         active proctype R() { byte w;
            atomic { if :: do :: g = (g > 2) % 3 :: else; break od; select (g : 0 .. 1) :: else fi; w = 0 } }",
    ));
    assert_eq!(found.unwrap().warnings.len(), 1, "an `atomic` is divided");
}

#[test]
fn formulas_are_queries_in_the_words_of_the_properties() {
    let text = "mtype = { red, green }; mtype light; bool p[2]; chan q = [2] of { byte };
        active proctype P() { light = red; wait: q!1; p[1] = true }
        ltl first { [] (P@wait -> <> (p[1] && light == red)) }
        ltl { (len(q) < 2) U full(q) || !p[0] }
        ltl same { [] (p[1] == (light == red && !p[0])) && (6 ^ 9) != -len(q) }
        ltl bad { [] (_pid == 1) }";
    let source = Source::new("model.pml", text);
    let net = Promela.parse(&source).unwrap().nets.remove(0);
    let queries = Promela.stored_queries(&source, &net).unwrap();
    let shown: Vec<String> = queries
        .iter()
        .map(|query| match &query.formula {
            Ok(formula) => format!("{}: {formula:?}", query.name),
            Err(found) => format!("{}: {found}", query.name),
        })
        .collect();
    insta::assert_debug_snapshot!(shown);
}

#[test]
fn random_bytes_harm_nobody() {
    let words = [
        "active",
        "proctype",
        "P",
        "(",
        ")",
        "{",
        "}",
        "do",
        "od",
        "::",
        ";",
        "->",
        "x",
        "=",
        "1",
        "byte",
        "chan",
        "[",
        "]",
        "of",
        "!",
        "?",
        "if",
        "fi",
        "atomic",
        "\n#define x ",
        "\n#if ",
        "\n#endif\n",
        "run",
        "goto",
        "L",
        ":",
        "d_step",
        "else",
        "timeout",
        "+",
        "unless",
        "\"",
        "'",
        "/*",
        "inline",
        "mtype",
        "typedef",
        ",",
        "ltl",
        "for",
    ];
    for_seeds(2000, |seed| {
        let mut state = seed;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        let mut text = String::from(if seed % 2 == 0 { "byte x; active proctype P() { " } else { "" });
        for _ in 0..below(40) {
            text += words[below(words.len())];
            text.push(' ');
        }
        let source = Source::new("model.pml", text);
        if let Ok(parsed) = Promela.parse(&source) {
            assert!(!parsed.nets[0].validate().has_errors());
        }
    });
}
