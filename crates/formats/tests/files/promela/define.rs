//! Macros that are defined before the text of a Promela model.

use sanderling_formats::promela::Promela;
use sanderling_formats::{NotRead, Reading};
use sanderling_net::format::Parsed;
use sanderling_net::{Diagnostics, Format, Source};
use sanderling_testkit::naive;

/// As many states as `N` says, and one more; by default two more.
const COUNTER: &str =
    "#ifndef N\n#define N 1\n#endif\nbyte x;\nactive proctype P() { end: do :: x < N -> x++ od }\n";

fn read(text: &str, definitions: &[&str]) -> Result<Parsed, Diagnostics> {
    let definitions = definitions.iter().map(|&one| one.into()).collect();
    Promela.parse(&Source::new("model.pml", text).with_definitions(definitions))
}

fn states(definitions: &[&str]) -> usize {
    let parsed = read(COUNTER, definitions).unwrap_or_else(|found| panic!("{found}"));
    assert!(parsed.warnings.is_empty(), "{}", parsed.warnings);
    naive::explore(&parsed.nets[0], 1000).expect("a small model").states()
}

#[test]
fn a_definition_is_a_macro() {
    assert_eq!(states(&["N=4"]) - states(&[]), 2 * 3);
    assert_eq!(states(&["N"]), states(&[]));
    assert_eq!(states(&["N=(2+2)"]), states(&["N=4"]));
    assert_eq!(states(&["M(a)=a+1", "N=M(3)"]), states(&["N=4"]));
    // The last definition of a macro counts.
    assert_eq!(states(&["N=9", "N=4"]), states(&["N=4"]));
}

#[test]
fn formulas_use_definitions() {
    let text = format!("{COUNTER}ltl reached {{ <> (x == N) }}");
    let source = Source::new("model.pml", text.as_bytes()).with_definitions(vec!["N=4".into()]);
    let net = Promela.parse(&source).unwrap().nets.remove(0);
    let queries = Promela.stored_queries(&source, &net).unwrap();
    let formula = format!("{:?}", queries[0].formula);
    assert!(formula.contains('4') && !formula.contains("Number(1)"), "{formula}");
}

#[test]
fn definitions_without_effect_have_warnings() {
    let warnings = |text: &str, definitions: &[&str]| read(text, definitions).unwrap().warnings.to_string();
    let unused = warnings(COUNTER, &["N=4", "MAX=2"]);
    assert!(unused.contains("`MAX=2` of a macro that the model does not use"), "{unused}");
    let text = "byte x = N;\n#define N 3\nactive proctype P() { x = N }";
    let replaced = warnings(text, &["N=4"]);
    assert!(replaced.starts_with("2:1: warning: a definition that replaces `N=4`"), "{replaced}");
    // The model removes the macro itself.
    assert_eq!(warnings(&format!("#undef N\n{COUNTER}"), &["N=4"]), "");
}

#[test]
fn wrong_definitions_are_refused() {
    for wrong in ["", "=4", "4=N", "a b=1", "-N=1", "N=\"", "N=1\nM", "f(x=1", "N+1", " N=4"] {
        let found = read(COUNTER, &[wrong]).expect_err(wrong).to_string();
        assert!(found.contains("expected `NAME` or `NAME=VALUE`, such as `N=4`"), "{wrong}: {found}");
    }
}

#[test]
fn only_formats_with_macros_take_definitions() {
    let source = Source::new("model.dve", "system async;").with_definitions(vec!["N=4".into()]);
    let problem = Reading::default().read(&source, "".as_ref(), true).unwrap_err();
    let NotRead::Refused(found) = problem else { panic!("{problem:?}") };
    assert_eq!(
        found.to_string().trim(),
        "error: the definition `N=4` for a file in the format `dve`; expected a format with macros: promela"
    );
}
