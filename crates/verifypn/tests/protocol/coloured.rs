//! Calls with coloured nets, in the editor's dialect.

use std::collections::HashSet;
use std::fs;

use regex::Regex;
use sanderling_net::{Format, Net, Source};
use sanderling_report::{TraceFormat, Verdict};
use sanderling_verifypn::Exit;

use crate::calls::{Folder, at_most, queries, reach};
use crate::reading::{read, run};

/// A hundred years of three colours: `turn` takes one to its successor, `pair` makes a pair of two different ones.
pub(crate) fn model() -> String {
    let constants: String =
        ["red", "green", "blue"].map(|id| format!("<feconstant id=\"{id}\" name=\"{id}\"/>")).concat();
    let sort = |id: &str| {
        format!("<type><text>{id}</text><structure><usersort declaration=\"{id}\"/></structure></type>")
    };
    let term = |term: &str| {
        let one = "<subterm><numberconstant value=\"1\"><positive/></numberconstant></subterm>";
        format!("<structure><numberof>{one}<subterm>{term}</subterm></numberof></structure>")
    };
    let arc = |kind: &str, source: &str, target: &str, colour: &str| {
        format!(
            "<{kind} source=\"{source}\" target=\"{target}\"><inscription><value>1</value></inscription><hlinscription><text>t</text>{}</hlinscription></{kind}>\n",
            term(colour)
        )
    };
    let variable = |id: &str| format!("<variable refvariable=\"{id}\"/>");
    let all = "<structure><numberof><subterm><numberconstant value=\"1\"><positive/></numberconstant></subterm><subterm><all><usersort declaration=\"C\"/></all></subterm></numberof></structure>";
    let different = format!(
        "<condition><text>c</text><structure><inequality><subterm>{}</subterm><subterm>{}</subterm></inequality></structure></condition>",
        variable("x"),
        variable("y")
    );
    let arcs = [
        arc("inputArc", "p", "turn", &variable("x")),
        arc(
            "outputArc",
            "turn",
            "p",
            &format!("<successor><subterm>{}</subterm></successor>", variable("x")),
        ),
        arc("inputArc", "p", "pair", &variable("x")),
        arc("inputArc", "p", "pair", &variable("y")),
        arc(
            "outputArc",
            "pair",
            "q",
            &format!(
                "<tuple><subterm>{}</subterm><subterm>{}</subterm></tuple>",
                variable("x"),
                variable("y")
            ),
        ),
    ];
    format!(
        "<pnml>\n<net id=\"n\" type=\"P/T net\">\n<declaration><structure><declarations>\
         <namedsort id=\"dot\" name=\"dot\"><dot/></namedsort>\
         <namedsort id=\"C\" name=\"C\"><cyclicenumeration>{constants}</cyclicenumeration></namedsort>\
         <namedsort id=\"D\" name=\"D\"><productsort><usersort declaration=\"C\"/><usersort declaration=\"C\"/></productsort></namedsort>\
         <variabledecl id=\"x\" name=\"x\"><usersort declaration=\"C\"/></variabledecl>\
         <variabledecl id=\"y\" name=\"y\"><usersort declaration=\"C\"/></variabledecl>\
         </declarations></structure></declaration>\n\
         <place id=\"p\" name=\"p\" initialMarking=\"3\" >{}<hlinitialMarking><text>m</text>{all}</hlinitialMarking></place>\n\
         <place id=\"q\" name=\"q\" initialMarking=\"0\" >{}</place>\n\
         <transition player=\"0\" id=\"turn\" name=\"turn\" >\n</transition>\n\
         <transition player=\"0\" id=\"pair\" name=\"pair\" >\n{different}</transition>\n{}</net>\n</pnml>",
        sort("C"),
        sort("D"),
        arcs.concat()
    )
}

fn net(text: &str) -> Net {
    let source = Source::new("net.pnml", text.as_bytes().to_vec());
    let format: &dyn Format = sanderling_formats::by_name("pnml").unwrap();
    format.parse(&source).unwrap_or_else(|found| panic!("{found}")).nets.remove(0)
}

/// One pair was made.
fn paired() -> String {
    reach(&at_most(&["p"], 1))
}

#[test]
fn the_unfolded_net_its_queries_and_bindings_go_with_the_run() {
    let folder = Folder::new();
    let (unfolded, unfolded_queries) = (folder.path("unfolded.pnml"), folder.path("unfolded-queries.xml"));
    let options = format!(
        "  --k-bound 7  --trace  --search-strategy BestFS  --reduction 1  --write-unfolded-net {} --write-unfolded-queries {} --bindings ",
        unfolded.display(),
        unfolded_queries.display()
    );
    let ran = folder.verify(&options, &model(), &queries(&[&paired()]));
    assert_eq!((ran.exit, read(&ran.out).is_satisfied), (Exit::Satisfied, Some(true)), "{ran:?}");
    // The run is one of the net that was written, with names that the editor allows.
    let net = net(&fs::read_to_string(&unfolded).unwrap());
    let name = Regex::new("^[a-zA-Z_][a-zA-Z0-9_]*$").unwrap();
    assert!(
        net.places
            .iter()
            .map(|p| &p.id)
            .chain(net.transitions.iter().map(|t| &t.id))
            .all(|id| name.is_match(id))
    );
    let trace = TraceFormat::Tapaal.read(run(&ran.err).expect("a run")).unwrap();
    assert_eq!(sanderling::replay(&net, &trace).verdict, Verdict::Holds);
    assert!(ran.err.contains("<token place=\"p_"), "{}", ran.err);
    // Each transition has its bindings.
    let bindings = &ran.out[ran.out.find("<bindings>").unwrap()..ran.out.find("</bindings>").unwrap()];
    assert_eq!(bindings.matches("<transition id=").count(), net.transitions.len());
    let colours = Regex::new("<color>(red|green|blue)</color>").unwrap().find_iter(bindings).count();
    assert_eq!(colours, 3 + 2 * 6, "{bindings}");
    // The queries are about that net, with the same answer.
    let again = folder.verify(
        "--k-bound 7",
        &fs::read_to_string(&unfolded).unwrap(),
        &fs::read_to_string(unfolded_queries).unwrap(),
    );
    assert_eq!(read(&again.out).is_satisfied, Some(true), "{again:?}");
}

#[test]
fn unfolding_alone_answers_or_says_that_it_does_not() {
    let folder = Folder::new();
    let (unfolded, unfolded_queries) = (folder.path("unfolded.pnml"), folder.path("unfolded-queries.xml"));
    let options = format!(
        "--write-unfolded-queries {} --write-unfolded-net {} --search-strategy OverApprox --reduction 0 --query-reduction 0 --xml-queries 1,2,3,4 --col-reduction 0 --bindings ",
        unfolded_queries.display(),
        unfolded.display()
    );
    let refused = "<all-paths><finally><globally><deadlock/></globally></finally></all-paths>";
    let both =
        format!("<disjunction><negation>{}</negation>{}</disjunction>", paired(), reach("<deadlock/>"));
    let asks = queries(&[&paired(), &reach("<deadlock/>"), refused, &both]);
    let ran = folder.verify(&options, &model(), &asks);
    assert_ne!(ran.exit, Exit::Error, "{ran:?}");
    assert_eq!(net(&fs::read_to_string(unfolded).unwrap()).transitions.len(), 9);
    let written = fs::read_to_string(unfolded_queries).unwrap();
    assert_eq!(written.matches("<property>").count(), 3);
    assert!(
        written.contains("<disjunction>\n<negation>\n") || written.contains("<disjunction>\n<all-paths>"),
        "{written}"
    );
    assert!(ran.err.contains("the query Query 2 uses `globally`"), "{ran:?}");
}

#[test]
fn an_explicit_run_has_bindings_of_the_coloured_net() {
    let ran =
        Folder::new().verify(" --k-bound 7 --trace --reduction 1 -C ", &model(), &queries(&[&paired()]));
    assert_eq!(read(&ran.out).is_satisfied, Some(true), "{ran:?}");
    let xml = run(&ran.err).expect("a run");
    let trace = TraceFormat::Tapaal.read(xml).unwrap();
    let first = trace.steps.get(0).unwrap();
    let values: HashSet<&str> = first.binding.iter().map(|(variable, _)| variable.as_str()).collect();
    assert_eq!((first.event.as_str(), values), ("pair", HashSet::from(["x", "y"])), "{xml}");
    assert_eq!(sanderling::replay(&net(&model()), &trace).verdict, Verdict::Holds);
}

#[test]
fn coloured_places_count_all_colours() {
    let folder = Folder::new();
    for (places, most, expected) in [(&["p"][..], 0, false), (&["p", "q"], 2, true), (&["p", "q"], 1, false)]
    {
        let ran =
            folder.verify("--k-bound 7 --reduction 2", &model(), &queries(&[&reach(&at_most(places, most))]));
        assert_eq!(read(&ran.out).is_satisfied, Some(expected), "{ran:?}");
    }
}

/// Returns a net that cannot be unfolded: each of five tokens allows to double the number in `number`.
fn doubling() -> String {
    let one = "<subterm><numberconstant value='1'><positive/></numberconstant></subterm>";
    let term =
        |term: &str| format!("<structure><numberof>{one}<subterm>{term}</subterm></numberof></structure>");
    let (x, fuel) = ("<variable refvariable='x'/>", term("<dotconstant/>"));
    let twice = format!("<addition><subterm>{x}</subterm><subterm>{x}</subterm></addition>");
    let start = term("<numberconstant value='1'><integer/></numberconstant>");
    let place = |id: &str, sort: &str, marking: &str| {
        format!(
            "<place id='{id}'><type><structure><{sort}/></structure></type><hlinitialMarking>{marking}</hlinitialMarking></place>"
        )
    };
    let arc = |source: &str, target: &str, term: &str| {
        format!(
            "<arc id='{source}-{target}' source='{source}' target='{target}'><hlinscription>{term}</hlinscription></arc>"
        )
    };
    format!(
        "<pnml xmlns='http://www.pnml.org/version-2009/grammar/pnml'><net id='n' type='http://www.pnml.org/version-2009/grammar/highlevelnet'>\
         <declaration><structure><declarations><namedsort id='dot' name='dot'><dot/></namedsort>\
         <variabledecl id='x' name='x'><integer/></variabledecl></declarations></structure></declaration>\
         <page id='page'>{}{}<transition id='double'/>{}{}{}</page></net></pnml>",
        place("fuel", "dot", &fuel.replace("value='1'", "value='5'")),
        place("number", "integer", &start),
        arc("fuel", "double", &fuel),
        arc("number", "double", &term(x)),
        arc("double", "number", &term(&twice)),
    )
}

#[test]
fn a_net_that_cannot_be_unfolded_is_explored_with_explicit_colours() {
    let folder = Folder::new();
    let asks = queries(&[&reach(&at_most(&["fuel"], 0))]);
    for options in ["", "-r 0", "-r 0 -p", "-r 1 -p", "-r 2", "-s DFS -q 0", "-s RDFS -q 0"] {
        let ran = folder.verify(options, &doubling(), &asks);
        assert_eq!(
            (ran.exit, read(&ran.out).is_satisfied),
            (Exit::Satisfied, Some(true)),
            "{options}: {ran:?}"
        );
        assert!(ran.err.contains("warning: the net is explored with explicit colours"), "{ran:?}");
    }
    let ran = folder.verify("-e", &doubling(), &asks);
    assert!(ran.out.contains("STATE_SPACE STATES 6 TECHNIQUES"), "{ran:?}");
}
