//! Negative differences of multisets in both semantics: unfolded, with explicit colours, and by the naive
//! explorer.

use std::cell::Cell;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::{Control, PreparedNet, Question, Request};
use sanderling_net::{Differences, Format, Inscription, Net, Operator, Sort, SortId, Source, Term, Value};
use sanderling_pnml::Pnml;
use sanderling_report::{Count, HintKind};
use sanderling_testkit::naive::explore;
use sanderling_testkit::random::{for_seeds, is_met, symmetric};
use sanderling_tests::without_unfolding;
use sanderling_unfolding::{Budget, Options};

/// Maximum number of markings of a compared net.
const MAX: usize = 150;

fn counts(prepared: &PreparedNet) -> [Option<Count>; 2] {
    let report = prepared.analyse(&Request::new(Question::Explore), &Control::default()).unwrap();
    [report.states, report.firings]
}

/// Returns whether a hint says that the answer may depend on the semantics of differences: unfolded, and with
/// explicit colours if possible.
fn has_hint(net: &Net) -> [Option<bool>; 2] {
    let unfolded = PreparedNet::of(net.clone(), Options::default(), &Budget::default()).ok();
    [unfolded, without_unfolding(net.clone())].map(|prepared| {
        let report = prepared?.analyse(&Request::new(Question::Explore), &Control::default()).unwrap();
        Some(report.hints.iter().any(|hint| hint.kind == HintKind::Differences))
    })
}

/// Compares the counts with those of the naive explorer and returns them, if the net is small.
fn compared(net: &Net, about: &str) -> Option<[usize; 2]> {
    let explored = explore(net, MAX).ok()?;
    let expected = [explored.states(), usize::try_from(explored.firings).unwrap()];
    let wanted = expected.map(|count| Some(Count::from(count as u64)));
    if let Ok(prepared) = PreparedNet::of(net.clone(), Options::default(), &Budget::default()) {
        assert_eq!(counts(&prepared)[0], wanted[0], "{about}: unfolded");
    }
    if let Some(prepared) = without_unfolding(net.clone()) {
        assert_eq!(counts(&prepared), wanted, "{about}: explicit colours");
    }
    Some(expected)
}

/// Subtracts a colour from the inscriptions of some arcs.
fn with_differences(mut net: Net, random: &mut StdRng) -> Net {
    for at in 0..net.arcs.len() {
        let sort = net.place(net.arcs[at].place).sort;
        let Inscription::Term(term) = &net.arcs[at].inscription else { continue };
        if sort == SortId::DOT || random.random_bool(0.5) {
            continue;
        }
        let Sort::Enumeration { constants, .. } = net.sort(sort) else { continue };
        let value = Value::Constant(random.random_range(0..constants.len() as u32));
        let taken = Term::Literal { sort, value };
        let parts = vec![term.as_ref().clone(), taken];
        net.arcs[at].inscription = Inscription::Term(Box::new(Term::Apply(Operator::Difference, parts)));
    }
    net
}

#[test]
fn both_readings_mean_the_same_unfolded_and_with_explicit_colours() {
    let [compared_nets, differ, needless] = [const { Cell::new(0) }; 3];
    for_seeds(300, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let mut net = with_differences(symmetric::net(seed), &mut random);
        if net.validate().has_errors() {
            return;
        }
        let readings = [Differences::Defined, Differences::Truncated].map(|reading| {
            net.read_differences(reading);
            let counts = compared(&net, &format!("seed {seed}, {reading:?}"));
            (counts, counts.map_or([None; 2], |_| has_hint(&net)))
        });
        let [(defined, hints), (truncated, none)] = readings;
        assert!(none.iter().all(|hint| *hint != Some(true)), "seed {seed}");
        let readings = [defined, truncated];
        if let [Some(defined), Some(truncated)] = readings {
            compared_nets.set(compared_nets.get() + 1);
            differ.set(differ.get() + u32::from(defined != truncated));
            // Without a hint, the semantics makes no difference.
            for hint in hints.into_iter().flatten() {
                assert!(defined == truncated || hint, "seed {seed}: {defined:?}, {truncated:?}");
                needless.set(needless.get() + u32::from(defined == truncated && hint));
            }
        }
    });
    let counts = [compared_nets, differ].map(Cell::into_inner);
    println!("{counts:?} nets were compared, and differ; {} hints were needless", needless.get());
    assert!(counts.iter().all(|&count| is_met(count, 10)), "{counts:?}");
}

/// The expected counts of markings and firings in both semantics were determined by hand.
#[test]
fn files_with_differences_have_the_counts_of_their_reading() {
    for (text, defined, truncated) in [
        (include_str!("../data/difference-on-input.pnml"), [3, 2], [5, 5]),
        (include_str!("../data/difference-on-output.pnml"), [2, 1], [4, 4]),
        (include_str!("../data/difference-of-two-variables.pnml"), [7, 9], [16, 27]),
    ] {
        // TAPAAL's own files truncate differences at zero.
        for (name, expected) in [("net.pnml", defined), ("net.tapn", truncated)] {
            let parsed = Pnml.parse(&Source::new(name, text.as_bytes().to_vec())).unwrap();
            assert_eq!(compared(&parsed.nets[0], name), Some(expected), "{name}");
        }
        let mut net = Pnml.parse(&Source::new("net.pnml", text.as_bytes().to_vec())).unwrap().nets.remove(0);
        for (reading, expected) in [
            (Differences::Truncated, truncated),
            (Differences::Defined, defined),
            (Differences::Truncated, truncated),
        ] {
            net.read_differences(reading);
            assert_eq!(compared(&net, "read again"), Some(expected));
            assert_eq!(has_hint(&net), [Some(reading == Differences::Defined); 2]);
        }
        // PNML cannot express a truncated difference: it would be read as another net.
        let written = Pnml.write_bounded(&net, &[], &mut Vec::new());
        assert!(written.is_err());
    }
}
