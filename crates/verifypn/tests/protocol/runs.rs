//! Formulas about runs, in either logic: recorded calls, random formulas against their definition, and the contest's files.

use std::cell::Cell;
use std::fmt::Write;
use std::fs;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_net::{Arc, ArcKind, Net, Place, Transition};
use sanderling_property::{Logic, Statement};
use sanderling_query::contest::Examination;
use sanderling_report::{Trace, TraceFormat, Verdict};
use sanderling_testkit::corpora::{Answer, KnownAnswers, corpora, skip};
use sanderling_testkit::naive;
use sanderling_testkit::random::{self, Shape, for_seeds, is_met};
use sanderling_tests::temporal::Graph;
use sanderling_verifypn::Exit;

use crate::answers::growing;
use crate::calls::{Folder, Ran, call, exported, queries};
use crate::reading::{read, run};

/// A token goes round between `p` and `q`, or ends in `r`.
fn round() -> Net {
    let mut net = Net::new("round");
    let [p, q, r] = [("p", 1), ("q", 0), ("r", 0)].map(|(id, n)| net.add_place(Place::with_tokens(id, n)));
    for (id, from, to) in [("there", p, q), ("back", q, p), ("leave", p, r)] {
        let transition = net.add_transition(Transition::plain(id));
        net.add_arc(Arc::weighted(from, transition, ArcKind::Input, 1));
        net.add_arc(Arc::weighted(to, transition, ArcKind::Output, 1));
    }
    net
}

fn marked(place: &str) -> String {
    format!(
        "<integer-ge><tokens-count><place>{place}</place></tokens-count><integer-constant>1</integer-constant></integer-ge>"
    )
}

fn element(name: &str, inner: &str) -> String {
    format!("<{name}>{inner}</{name}>")
}

fn all(operator: &str, inner: &str) -> String {
    element("all-paths", &element(operator, inner))
}

fn some(operator: &str, inner: &str) -> String {
    element("exists-path", &element(operator, inner))
}

fn verified(net: &Net, options: &str, formula: &str) -> (Option<bool>, Ran) {
    let ran = Folder::new().verify(options, &exported(net), &queries(&[formula]));
    (read(&ran.out).is_satisfied, ran)
}

fn shown(ran: &Ran) -> Option<Trace> {
    run(&ran.err).map(|xml| TraceFormat::Tapaal.read(xml).expect("it is well-formed"))
}

const CTL: &str = " --k-bound 5 --trace --search-strategy BestFS --reduction 1 --ctl-algorithm czero ";
const LTL: &str = " --k-bound 5 --trace --search-strategy BestFS --reduction 1 --ltl-algorithm ";

#[test]
fn formulas_of_both_logics_are_answered() {
    let [p, q, r] = ["p", "q", "r"].map(marked);
    let until =
        |l: &str, r: &str| element("until", &format!("{}{}", element("before", l), element("reach", r)));
    let dead = "<deadlock/>";
    for (options, formula, expected) in [
        (CTL, all("finally", &r), false),
        (CTL, some("globally", &element("negation", &r)), true),
        (CTL, all("globally", &some("finally", &p)), false),
        (CTL, all("globally", &element("disjunction", &format!("{r}{}", some("finally", &p)))), true),
        (CTL, element("exists-path", &until(&element("negation", &r), &q)), true),
        // Without a next marking, every condition on all next markings holds, and none on some next marking.
        (CTL, some("finally", &element("conjunction", &format!("{r}{}", all("next", &p)))), true),
        (CTL, some("finally", &element("conjunction", &format!("{r}{}", some("next", &r)))), false),
        (CTL, element("conjunction", &format!("{p}{}", some("next", &q))), true),
        (CTL, element("negation", &all("finally", &r)), true),
        (LTL, all("finally", &r), false),
        (LTL, element("finally", &r), false),
        (LTL, some("finally", &element("globally", &q)), false),
        (LTL, some("globally", &element("finally", &q)), true),
        (LTL, all("globally", &element("finally", &element("disjunction", &format!("{p}{r}")))), true),
        // The last marking of a run is repeated for ever.
        (LTL, some("finally", &element("conjunction", &format!("{dead}{}", element("next", &r)))), true),
        // One quantifier is around both sides: some run satisfies neither.
        (
            LTL,
            element(
                "disjunction",
                &format!("{}{}", element("finally", &r), element("globally", &element("finally", &q))),
            ),
            true,
        ),
        (
            LTL,
            element("disjunction", &format!("{}{}", element("finally", &r), element("globally", &p))),
            false,
        ),
        (LTL, element("negation", &all("finally", &r)), true),
        (LTL, element("conjunction", &format!("{p}{}", some("finally", &element("globally", &r)))), true),
    ] {
        let (answer, ran) = verified(&round(), options, &formula);
        assert_eq!(answer, Some(expected), "{options} {formula}: {ran:?}");
        assert_eq!(ran.exit, if expected { Exit::Satisfied } else { Exit::NotSatisfied });
        assert!(ran.out.contains("Query index 0 was solved"), "{ran:?}");
        if let Some(trace) = shown(&ran) {
            assert_eq!(sanderling::replay(&round(), &trace).verdict, Verdict::Holds, "{ran:?}");
        }
    }
}

#[test]
fn an_infinite_run_is_shown_with_its_loop() {
    let [q, r] = ["q", "r"].map(marked);
    for formula in [all("finally", &r), some("globally", &element("finally", &q))] {
        let (_, ran) = verified(&round(), LTL, &formula);
        let xml = run(&ran.err).expect("a run");
        assert_eq!(xml.matches("<loop/>").count(), 1, "{xml}");
        let trace = shown(&ran).unwrap();
        assert!(trace.repeated_from.is_some_and(|from| from < trace.steps.len()), "{xml}");
    }
    let (_, ran) = verified(&round(), &LTL.replace("--trace", ""), &all("finally", &r));
    assert_eq!(run(&ran.err), None);
}

#[test]
fn formulas_of_neither_logic_are_refused_with_the_reason() {
    let p = marked("p");
    for (options, formula, reason) in [
        (CTL, all("finally", &element("globally", &p)), "has `globally` where one of CTL does not"),
        (CTL, element("finally", &p), "has `finally` where one of CTL does not"),
        (CTL, element("all-paths", &element("conjunction", &format!("{p}{p}"))), "has `conjunction` where"),
        (LTL, all("finally", &all("globally", &p)), "has `all-paths` within it"),
        (LTL, element("exists-path", &all("finally", &p)), "has `all-paths` within it"),
        (CTL, element("control", &all("globally", &p)), "a game"),
        (
            LTL,
            element("disjunction", &format!("{}{}", element("finally", &p), all("next", &p))),
            "has `all-paths` within",
        ),
    ] {
        let (answer, ran) = verified(&round(), options, &formula);
        assert_eq!((answer, ran.exit, run(&ran.err)), (None, Exit::Unknown, None), "{ran:?}");
        assert!(ran.out.contains("Query is MAYBE satisfied.") && ran.err.contains(reason), "{ran:?}");
    }
    let (_, ran) = verified(&round(), CTL, &all("finally", &element("globally", &p)));
    assert!(ran.err.contains("-ltl"), "{ran:?}");
    let (_, ran) = verified(&round(), LTL, &all("finally", &element("globally", &marked("none"))));
    assert!(ran.exit == Exit::Error && ran.err.contains("no place `none`"), "{ran:?}");
}

#[test]
fn queries_about_an_unbounded_net_are_answered_only_if_a_run_shows_it() {
    let net = growing();
    let q = marked("q");
    let (answer, ran) = verified(&net, CTL, &all("globally", &all("finally", &q)));
    assert_eq!(answer, None, "{ran:?}");
    assert!(ran.err.contains("some state may have more than 6 tokens"), "{ran:?}");
    let (answer, ran) = verified(&net, LTL, &all("next", &element("next", &q)));
    assert_eq!(answer, Some(false), "{ran:?}");
    assert_eq!(sanderling::replay(&net, &shown(&ran).expect("a run")).verdict, Verdict::Holds);
}

#[test]
fn queries_about_the_unfolded_net_are_answered_alike() {
    let folder = Folder::new();
    let (unfolded, written) = (folder.path("unfolded.pnml"), folder.path("unfolded-queries.xml"));
    let [p, q] = ["p", "q"].map(marked);
    let until = element("until", &format!("<before>{p}</before><reach>{q}</reach>"));
    let can = |id: &str| format!("<is-fireable><transition>{id}</transition></is-fireable>");
    for (logic, formula) in [
        ("-ctl", all("globally", &some("finally", &can("turn")))),
        ("-ctl", element("negation", &element("exists-path", &until))),
        ("-ctl", element("conjunction", &format!("{p}{}", all("next", &element("negation", &q))))),
        ("-ltl", all("finally", &element("globally", &can("turn")))),
        ("-ltl", some("finally", &element("globally", &can("pair")))),
        ("-ltl", element("next", &element("disjunction", &format!("{until}{p}")))),
    ] {
        let options = format!(
            "{logic} --write-unfolded-net {} --write-unfolded-queries {}",
            unfolded.display(),
            written.display()
        );
        let first = folder.verify(&options, &crate::coloured::model(), &queries(&[&formula]));
        let expected = read(&first.out).is_satisfied;
        assert!(expected.is_some(), "{first:?}");
        let ran = call(&format!("{logic} {} {}", unfolded.display(), written.display()), "");
        let text = fs::read_to_string(&written).unwrap();
        assert_eq!(read(&ran.out).is_satisfied, expected, "{formula}\n{text}\n{ran:?}");
        assert_eq!(text.contains("exists-path"), formula.contains("exists-path"), "{text}");
    }
}

/// A formula with operators of a logic, in XML and in our words.
fn formula(net: &Net, logic: Logic, operators: u32, random: &mut StdRng) -> (String, String) {
    if operators == 0 {
        let place = &net.places[random.random_range(0..net.places.len())].id;
        let transition = &net.transitions[random.random_range(0..net.transitions.len())].id;
        let number = random.random_range(0..3);
        return match random.random_range(0..4) {
            0 => ("<deadlock/>".into(), "deadlock".into()),
            1 => (
                format!("<is-fireable><transition>{transition}</transition></is-fireable>"),
                format!("fireable({transition})"),
            ),
            _ => (
                format!(
                    "<integer-le><tokens-count><place>{place}</place></tokens-count><integer-constant>{number}</integer-constant></integer-le>"
                ),
                format!("tokens({place}) <= {number}"),
            ),
        };
    }
    let left = random.random_range(0..operators);
    let (one, text) = formula(net, logic, left, random);
    let (other, other_text) = formula(net, logic, operators - 1 - left, random);
    let (quantifier, letter) = [("all-paths", "A"), ("exists-path", "E")][random.random_range(0..2)];
    let quantified = |xml: String, text: String| match logic {
        Logic::Ctl => (element(quantifier, &xml), format!("{letter}{text}")),
        Logic::Ltl => (xml, text),
    };
    match random.random_range(0..7) {
        0 => (element("negation", &one), format!("not ({text})")),
        1 => (element("conjunction", &format!("{one}{other}")), format!("(({text}) and ({other_text}))")),
        2 => (element("implication", &format!("{one}{other}")), format!("(({text}) -> ({other_text}))")),
        3 => {
            let xml = element("until", &format!("<before>{one}</before><reach>{other}</reach>"));
            match (logic, letter) {
                (Logic::Ctl, letter) => {
                    (element(quantifier, &xml), format!("{letter}[({text}) U ({other_text})]"))
                }
                (Logic::Ltl, _) => (xml, format!("(({text}) U ({other_text}))")),
            }
        }
        4 => quantified(element("next", &one), format!("X ({text})")),
        5 => quantified(element("finally", &one), format!("F ({text})")),
        _ => quantified(element("globally", &one), format!("G ({text})")),
    }
}

#[test]
fn random_formulas_are_answered_as_they_are_defined() {
    let shape = Shape { read: 0.0, reset: 0.0, capacity: 0.0, places: 1..=4, ..Shape::special() };
    let (answered, lassos) = (Cell::new(0), Cell::new(0));
    for_seeds(150, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let net = random::net(seed, &shape);
        if net.places.is_empty() || net.transitions.is_empty() {
            return;
        }
        let Ok(explored) = naive::explore(&net, 60) else { return };
        let graph = Graph::of(&net, &explored);
        let logic = [Logic::Ltl, Logic::Ctl][random.random_range(0..2)];
        let operators = random.random_range(1..=4);
        let (xml, text) = formula(&net, logic, operators, &mut random);
        let about = ["", "all-paths", "exists-path"][random.random_range(0..3)];
        let (xml, text, is_negated) = match (logic, about) {
            (Logic::Ctl, _) => (xml, format!("ctl {text}"), false),
            (Logic::Ltl, "") => (xml, format!("ltl {text}"), false),
            (Logic::Ltl, "exists-path") => (element(about, &xml), format!("ltl not ({text})"), true),
            (Logic::Ltl, _) => (element(about, &xml), format!("ltl {text}"), false),
        };
        let Ok(Statement::Runs(property)) = Statement::parse_plain(&text, &net) else {
            panic!("{text} is about runs")
        };
        let Some(satisfies) = graph.satisfies(&property) else { return };
        let bound = ["", "--k-bound 1", "--k-bound 50"][random.random_range(0..3)];
        let rest = ["", "-r 0", "-r 0 -p", "-r 2", "-s DFS", "-s BFS -q 0"][random.random_range(0..6)];
        let options = format!("{} {bound} {rest} --trace -z 1", format_args!("-{}", logic.keyword()));
        let (answer, ran) = verified(&net, &options, &xml);
        let expected = satisfies != is_negated;
        assert_eq!(answer, Some(expected), "{options}\n{xml}\n{text}\n{ran:?}");
        answered.set(answered.get() + 1);
        let Some(trace) = shown(&ran) else { return };
        assert_eq!(sanderling::replay(&net, &trace).verdict, Verdict::Holds, "{ran:?}");
        if logic == Logic::Ltl && !satisfies {
            let event = |id: &str| {
                net.transition_ids().find(|&one| net.transition(one).id == id).expect("a transition")
            };
            let events: Vec<_> = trace.steps.iter().map(|step| event(&step.event)).collect();
            let (prefix, cycle) = events.split_at(trace.repeated_from.unwrap_or(events.len()));
            let cycle = trace.repeated_from.map(|_| cycle);
            assert_ne!(graph.is_violated_by(&property, prefix, cycle), Some(false), "{ran:?}");
            lassos.set(lassos.get() + 1);
        }
    });
    assert!(is_met(answered.get(), 60) && is_met(lassos.get(), 10), "{answered:?} {lassos:?}");
}

#[test]
fn the_contests_small_instances_have_their_known_answers() {
    let name = "the_contests_small_instances_have_their_known_answers";
    let Some(corpora) = corpora() else { return skip(name, "../shared/corpora") };
    let known = KnownAnswers::read_file(&corpora.join("known-answers-temporal.tsv")).unwrap();
    let sizes = KnownAnswers::read(&corpora);
    let is_small = |model: &&str| sizes.count(model, "states").is_some_and(|states| states <= 1000);
    let mut compared = 0;
    for model in known.models().into_iter().filter(is_small) {
        let folder = corpora.join("mcc").join(model);
        if !folder.is_dir() {
            continue;
        }
        for examination in Examination::ALL {
            let Some(logic) = examination.logic() else { continue };
            let file = folder.join(examination.property_file().expect("it has one"));
            let text = fs::read_to_string(&file).unwrap();
            let ids: Vec<&str> =
                text.split("<id>").skip(1).map(|rest| rest.split("</id>").next().unwrap().trim()).collect();
            let positions = (1..=ids.len()).fold(String::new(), |mut all, position| {
                let _ = write!(all, "{position},");
                all
            });
            let ran = call(
                &format!(
                    "-{} -n -x {positions} {} {}",
                    logic.keyword(),
                    folder.join("model.pnml").display(),
                    file.display()
                ),
                "",
            );
            let mut sorted = ids.clone();
            sorted.sort_unstable();
            for id in ids {
                let number = match logic {
                    Logic::Ctl => format!("{:02}", sorted.binary_search(&id).unwrap()),
                    Logic::Ltl => id[id.len() - 2..].to_owned(),
                };
                let Some(Answer::Truth(truth)) = known.get(model, &format!("formula {examination}-{number}"))
                else {
                    continue;
                };
                let line = format!("FORMULA {id} {} ", if *truth { "TRUE" } else { "FALSE" });
                assert!(ran.out.contains(&line), "{line}: {}\n{}", ran.out, ran.err);
                compared += 1;
            }
        }
    }
    assert!(compared > 900, "{compared} answers were compared");
}
