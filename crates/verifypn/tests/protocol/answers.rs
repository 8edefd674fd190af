//! Recorded calls with place/transition nets, and what the editor reads of their answers.

use sanderling_net::{Arc, ArcKind, Net, Place, Transition};
use sanderling_report::TraceFormat;
use sanderling_verifypn::Exit;

use crate::calls::{Folder, always, at_most, exported, queries, reach};
use crate::reading::{read, run};

/// The options that the editor passes for a query by default.
const USUAL: &str = " --k-bound 6  --trace  --search-strategy BestFS  --reduction 1 ";
/// The options that the editor passes for a check of boundedness.
const BOUNDEDNESS: &str =
    " --k-bound 6  --search-strategy BFS  --reduction 2  --ctl-algorithm czero --xml-queries 1";

/// Returns a net in which two tokens move from `p` to `q`. `go` replaces them by one token in `r`, if `r` is empty.
fn moving() -> Net {
    let mut net = Net::new("moving");
    let [p, q, r] = [("p", 2), ("q", 0), ("r", 0)].map(|(id, n)| net.add_place(Place::with_tokens(id, n)));
    let [move_, go] = ["move", "go"].map(|id| net.add_transition(Transition::plain(id)));
    net.add_arc(Arc::weighted(p, move_, ArcKind::Input, 1));
    net.add_arc(Arc::weighted(q, move_, ArcKind::Output, 1));
    net.add_arc(Arc::weighted(q, go, ArcKind::Input, 2));
    net.add_arc(Arc::weighted(r, go, ArcKind::Output, 1));
    net.add_arc(Arc::weighted(r, go, ArcKind::Inhibitor, 1));
    net
}

/// Returns a net in which a transition is always enabled and adds tokens to `p`.
pub(crate) fn growing() -> Net {
    let mut net = Net::new("growing");
    let [p, q] = ["p", "q"].map(|id| net.add_place(Place::with_tokens(id, 0)));
    let [more, end] = ["more", "end"].map(|id| net.add_transition(Transition::plain(id)));
    net.add_arc(Arc::weighted(p, more, ArcKind::Output, 1));
    net.add_arc(Arc::weighted(p, end, ArcKind::Input, 3));
    net.add_arc(Arc::weighted(q, end, ArcKind::Output, 1));
    net
}

fn verified(net: &Net, options: &str, formula: &str) -> (crate::calls::Ran, crate::reading::Read) {
    let ran = Folder::new().verify(options, &exported(net), &queries(&[formula]));
    let read = read(&ran.out);
    (ran, read)
}

#[test]
fn a_satisfied_query_has_a_run_that_the_editor_finds() {
    let formula = reach("<is-fireable><transition>go</transition></is-fireable>");
    let (ran, read) = verified(&moving(), USUAL, &formula);
    assert_eq!((ran.exit, read.is_satisfied), (Exit::Satisfied, Some(true)), "{ran:?}");
    let trace = TraceFormat::Tapaal.read(run(&ran.err).expect("a run")).expect("it is well-formed");
    assert_eq!(trace.steps.len(), 2);
    assert_eq!(sanderling::replay(&moving(), &trace).verdict, sanderling_report::Verdict::Holds);
    assert!(
        ran.err.contains("<transition id=\"move\" index=\"0\">\n\t\t<token place=\"p\" age=\"0\"/>"),
        "{}",
        ran.err
    );
}

#[test]
fn a_query_that_is_not_satisfied_has_none() {
    let formula =
        reach("<negation><deadlock/></negation>").replace("<negation><deadlock/></negation>", "<false/>");
    let (ran, read) = verified(&moving(), USUAL, &formula);
    assert_eq!(
        (ran.exit, read.is_satisfied, run(&ran.err)),
        (Exit::NotSatisfied, Some(false), None),
        "{ran:?}"
    );
    let (ran, read) = verified(&moving(), USUAL, &always("<negation><deadlock/></negation>"));
    assert_eq!((ran.exit, read.is_satisfied), (Exit::NotSatisfied, Some(false)));
    assert_eq!(run(&ran.err).map(|xml| xml.matches("<transition ").count()), Some(3), "{ran:?}");
}

#[test]
fn without_a_reduction_the_statistics_are_those_of_the_net() {
    let options = "--k-bound 6 --search-strategy BFS --reduction 2";
    let (ran, read) = verified(&moving(), options, &always(&at_most(&["p", "q", "r"], 2)));
    assert_eq!(read.is_satisfied, Some(true), "{ran:?}");
    assert_eq!((read.discovered, read.explored, read.max_tokens), (Some(4), Some(4), Some(2)), "{ran:?}");
    let pairs = |pairs: &[(&str, i64)]| pairs.iter().map(|&(id, n)| (id.to_owned(), n)).collect::<Vec<_>>();
    assert_eq!(read.by_place, pairs(&[("p", 2), ("q", 2), ("r", 1)]));
    assert_eq!(read.by_transition, pairs(&[("move", -1), ("go", -1)]));
    let dead = reach(&at_most(&["p"], 0)).replace("integer-le", "integer-lt");
    let (_, read) = verified(&growing(), "--k-bound 4 --reduction 2", &dead);
    assert!(read.by_transition.iter().all(|(_, count)| *count == -1), "nothing is known of an unbounded net");
}

#[test]
fn boundedness_is_read_from_the_most_tokens() {
    let (ran, read) = verified(&moving(), BOUNDEDNESS, &always(&at_most(&["p", "q", "r"], 6)));
    assert_eq!((read.is_satisfied, read.max_tokens), (Some(true), Some(2)), "{ran:?}");
    let (ran, read) = verified(&growing(), BOUNDEDNESS, &always(&at_most(&["p", "q"], 6)));
    assert_eq!(read.is_satisfied, Some(false), "{ran:?}");
    assert!(read.max_tokens > Some(6), "the editor has to see that the bound is passed: {ran:?}");
}

#[test]
fn queries_about_markings_beyond_the_bound_are_unknown() {
    // No exploration of an unbounded net is complete.
    let never = reach("<conjunction><deadlock/><true/></conjunction>");
    let odd = "<integer-eq><tokens-count><place>p</place></tokens-count><tokens-count><place>q</place></tokens-count></integer-eq>";
    let formula =
        reach(&format!("<conjunction><negation>{odd}</negation>{}</conjunction>", at_most(&["p"], 0)));
    let (ran, read) = verified(&growing(), "--k-bound 4 --reduction 0 --disable-partial-order", &formula);
    assert_eq!((ran.exit, read.is_satisfied), (Exit::Satisfied, Some(true)), "{ran:?}");
    for options in
        ["--k-bound 4 --reduction 0 --disable-partial-order", "--k-bound 4", "--k-bound 4 --reduction 2"]
    {
        let (ran, read) = verified(&growing(), options, &never);
        assert_ne!(read.is_satisfied, Some(true), "a net that grows for ever has no deadlock: {ran:?}");
        let is_unknown = read.is_satisfied.is_none();
        assert_eq!(is_unknown, ran.out.contains("Query is MAYBE satisfied."), "{ran:?}");
        assert_eq!(is_unknown, ran.exit == Exit::Unknown);
        assert_eq!(is_unknown, ran.err.contains("unknown: Query 0: "), "{ran:?}");
    }
}

#[test]
fn combinations_are_decided_part_by_part() {
    let fireable = |id: &str| format!("<is-fireable><transition>{id}</transition></is-fireable>");
    let goes = reach(&fireable("go"));
    let few = always(&at_most(&["p", "q", "r"], 2));
    let refused = "<control><all-paths><globally><true/></globally></all-paths></control>";
    let and = |one: &str, other: &str| format!("<conjunction>{one}{other}</conjunction>");
    let or = |one: &str, other: &str| format!("<disjunction>{one}{other}</disjunction>");
    let not = |one: &str| format!("<negation>{one}</negation>");
    // What each one comes to, and whether a run shows it: only where one part decides.
    for (formula, is_satisfied, has_run) in [
        (and(&goes, &few), Some(true), false),
        (or(&goes, &few), Some(true), true),
        (not(&or(&goes, &few)), Some(false), true),
        (not(&and(&goes, &not(&few))), Some(true), false),
        (or(refused, &goes), Some(true), true),
        (and(&few, refused), None, false),
        (and(&not(&few), refused), Some(false), false),
    ] {
        let (ran, read) = verified(&moving(), USUAL, &formula);
        assert_eq!(read.is_satisfied, is_satisfied, "{formula}: {ran:?}");
        assert_eq!(run(&ran.err).is_some(), has_run, "{formula}: {ran:?}");
    }
    // A search for one part would never end, and the other part decides.
    let never = reach("<deadlock/>");
    let odd = reach(&not(&at_most(&["q"], 0)));
    let (ran, read) = verified(&growing(), "--k-bound 4 --reduction 0 -p -t", &or(&never, &odd));
    assert_eq!((read.is_satisfied, run(&ran.err).is_some()), (Some(true), true), "{ran:?}");
    // A place that the net does not have is an error in any part of a query.
    let (ran, _) = verified(&moving(), USUAL, &and(&goes, &reach(&at_most(&["none"], 1))));
    assert!(ran.exit == Exit::Error && ran.err.contains("none"), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn files_may_be_called_anything() {
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &[u8]| folder.path().join(std::ffi::OsStr::from_bytes(name));
    let (model, query_file) = (path(b"model-\xff.xml"), path(b"query \xfe.xml"));
    std::fs::write(&model, exported(&moving())).unwrap();
    std::fs::write(&query_file, queries(&[&reach("<deadlock/>")])).unwrap();
    let words = ["-k".into(), "5".into(), model.into_os_string(), query_file.into_os_string()];
    let (mut input, mut out, mut err) = (&b""[..], Vec::new(), Vec::new());
    let mut streams = sanderling_verifypn::Streams { input: &mut input, out: &mut out, err: &mut err };
    assert_eq!(sanderling_verifypn::run(&words, &mut streams), Exit::Satisfied, "{err:?}");
}

#[test]
fn chosen_queries_are_answered_and_bounds_too() {
    let both = queries(&[
        &reach("<false/>"),
        &reach("<deadlock/>"),
        "<place-bound><place>p</place><place>q</place></place-bound>",
    ]);
    let folder = Folder::new();
    let ran = folder.verify("--xml-queries 2", &exported(&moving()), &both);
    assert_eq!((ran.exit, read(&ran.out).is_satisfied), (Exit::Satisfied, Some(true)), "{ran:?}");
    assert!(ran.out.contains("FORMULA Query 1 TRUE TECHNIQUES") && !ran.out.contains("Query 0"), "{ran:?}");
    let ran = folder.verify("-x 1,3", &exported(&moving()), &both);
    assert_eq!(ran.exit, Exit::NotSatisfied);
    assert!(ran.out.contains("FORMULA Query 2 2 TECHNIQUES"), "{ran:?}");
    let ran = folder.verify("-x 4", &exported(&moving()), &both);
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::Error, ""));
    let ran = folder.verify("-e", &exported(&moving()), &both);
    assert!(ran.out.contains("STATE_SPACE STATES 4 TECHNIQUES"), "{ran:?}");
}

#[test]
fn every_option_that_the_editor_gives_is_taken() {
    let formula = reach("<is-fireable><transition>go</transition></is-fireable>");
    for strategy in ["BestFS", "RPFS", "BFS", "DFS", "RDFS", "OverApprox"] {
        for rest in [
            "--reduction 0 --siphon-trap 10 --query-reduction 0 --disable-partial-order --trace-abstraction",
            "--reduction 1 --query-reduction 1 --disable-partitioning --disable-cfp --disable-symmetry-vars",
            "--reduction 2 --ltl-algorithm ndfs --xml-queries 1 --col-reduction 0",
            "--ctl-algorithm local --xml-queries 1 -n",
        ] {
            let options = format!("  --k-bound 6  --trace --search-strategy {strategy}  {rest}");
            let (ran, read) = verified(&moving(), &options, &formula);
            // Proofs alone do not search for runs, but may find one by chance.
            let is_found = read.is_satisfied == Some(true) && run(&ran.err).is_some();
            assert!(
                is_found || (strategy == "OverApprox" && ran.exit == Exit::Unknown),
                "{options}: {ran:?}"
            );
            let is_refuted = verified(
                &moving(),
                &options,
                &reach("<is-fireable><transition>go</transition><transition>move</transition></is-fireable>")
                    .replace("finally>", "globally>"),
            )
            .1;
            assert_ne!(is_refuted.is_satisfied, Some(true), "{options}");
            assert!(is_refuted.is_satisfied.is_some() || strategy == "OverApprox", "{options}");
        }
    }
}

#[test]
fn a_reduced_net_is_written() {
    let folder = Folder::new();
    let reduced = folder.path("reduced.pnml");
    let options = format!("--k-bound 6 --reduction 1 --write-reduced {}", reduced.display());
    let ran = folder.verify(&options, &exported(&moving()), &queries(&[&reach("<deadlock/>")]));
    assert_eq!(read(&ran.out).is_satisfied, Some(true), "{ran:?}");
    assert!(std::fs::read_to_string(reduced).unwrap().contains("<pnml"));
}

#[test]
fn mistakes_end_with_a_message() {
    let folder = Folder::new();
    let good = queries(&[&reach("<deadlock/>")]);
    for (model, queries, part) in [
        (
            "<pnml><net id='n' type='P/T net'><arc id='a' source='p' target='t'/></net></pnml>",
            good.as_str(),
            "model.xml",
        ),
        ("no net", &good, "model.xml"),
        (&exported(&moving()), "<property-set>", "query.xml"),
        (
            &exported(&moving()),
            &queries(&[&reach("<is-fireable><transition>x</transition></is-fireable>")]),
            "no transition `x`",
        ),
        (
            &exported(&moving()),
            "<!DOCTYPE a [<!ENTITY b 'c'>]><property-set>&b;</property-set>",
            "document type",
        ),
    ] {
        let ran = folder.verify(USUAL, model, queries);
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::Error, ""), "{ran:?}");
        assert!(ran.err.starts_with("error: ") && ran.err.contains(part), "{ran:?}");
        assert_eq!(run(&ran.err), None);
    }
    assert_eq!(crate::calls::call("-k", "").exit, Exit::Error);
    assert!(crate::calls::call("none.xml none.xml", "").err.contains("cannot read `none.xml`"));
}
