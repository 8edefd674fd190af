//! A net with more bindings than the reference semantics can try: it is explored with explicit colours, and results say no
//! more than can be confirmed.

use sanderling::{Control, PreparedNet, Question, Request};
use sanderling_net::{Format, Net, Source};
use sanderling_pnml::Pnml;
use sanderling_property::Statement;
use sanderling_report::{Reason, Verdict};
use sanderling_tests::without_unfolding;

/// The number of colours. Its cube exceeds the number of bindings that the reference semantics tries.
const COLOURS: usize = 110;

/// Returns a net whose transition takes the same colour from three places, as its guard demands, and puts it into `done`.
fn three_equal() -> Net {
    let colours: String =
        (0..COLOURS).map(|one| format!("<feconstant id=\"c{one}\" name=\"c{one}\"/>")).collect();
    let sort = "<usersort declaration=\"Colour\"/>";
    let variables = ["x", "y", "z"];
    let variable = |name: &str| format!("<variabledecl id=\"{name}\" name=\"{name}\">{sort}</variabledecl>");
    let place = |id: &str, tokens: &str| {
        format!("<place id=\"{id}\"><type><structure>{sort}</structure></type>{tokens}</place>")
    };
    let full = format!("<hlinitialMarking><structure><all>{sort}</all></structure></hlinitialMarking>");
    let term = |name: &str| format!("<subterm><variable refvariable=\"{name}\"/></subterm>");
    let arc = |source: &str, target: &str, name: &str| {
        let one = "<subterm><numberconstant value=\"1\"><positive/></numberconstant></subterm>";
        let inscription = format!("<numberof>{one}{}</numberof>", term(name));
        let inscription = format!("<hlinscription><structure>{inscription}</structure></hlinscription>");
        format!("<arc id=\"{source}-{target}\" source=\"{source}\" target=\"{target}\">{inscription}</arc>")
    };
    let equal = |a: &str, b: &str| format!("<subterm><equality>{}{}</equality></subterm>", term(a), term(b));
    let guard = format!("<and>{}{}</and>", equal("x", "y"), equal("y", "z"));
    let text = [
        "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">".to_owned(),
        "<net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/symmetricnet\">".to_owned(),
        "<declaration><structure><declarations><namedsort id=\"Colour\" name=\"Colour\">".to_owned(),
        format!("<cyclicenumeration>{colours}</cyclicenumeration></namedsort>"),
        variables.map(variable).concat(),
        "</declarations></structure></declaration><page id=\"page\">".to_owned(),
        variables.map(|id| place(&format!("from_{id}"), &full)).concat(),
        place("done", ""),
        format!("<transition id=\"t\"><condition><structure>{guard}</structure></condition></transition>"),
        variables.map(|name| arc(&format!("from_{name}"), "t", name)).concat(),
        arc("t", "done", "x"),
        "</page></net></pnml>".to_owned(),
    ];
    Pnml.parse(&Source::new("net.pnml", text.concat())).expect("a valid net").nets.remove(0)
}

/// Returns the verdicts and reasons for some properties, and whether they come with a trace.
fn answers(prepared: &PreparedNet, texts: &[&str]) -> Vec<(Verdict, Option<Reason>, bool)> {
    let statement = |text: &&str| {
        let parsed = Statement::parse(text, prepared.original_net()).expect("a valid property");
        prepared.statement_to_unfolded(&parsed).expect("it is small")
    };
    let question = Question::check(texts.iter().map(statement).collect());
    let report = prepared.analyse(&Request::new(question), &Control::default()).expect("no internal error");
    report.answers.iter().map(|answer| (answer.verdict, answer.reason, answer.trace.is_some())).collect()
}

#[test]
fn answers_about_tokens_have_traces_and_others_have_none() {
    let prepared = without_unfolding(three_equal()).expect("explicit colours");
    let found = answers(
        &prepared,
        &[
            "ctl EX EX tokens(done) >= 2",
            "reach tokens(done) >= 2",
            "ctl EX (fireable(t) and EX tokens(done) >= 2)",
            "reach tokens(done) >= 2 and fireable(t)",
        ],
    );
    let expected = [
        (Verdict::Holds, None, true),
        (Verdict::Holds, None, true),
        (Verdict::Holds, None, false),
        (Verdict::Unknown, Some(Reason::Unsupported), false),
    ];
    assert_eq!(found, expected);
}
