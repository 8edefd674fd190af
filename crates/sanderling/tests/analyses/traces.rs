//! Traces of random nets, written in every format, read back and replayed.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling::{Control, MarkingDisplay, PreparedNet, Question, Request, consumption, replay};
use sanderling_net::Net;
use sanderling_net::semantics::{self, Interpreter};
use sanderling_report::{Step, Trace, TraceFormat, Verdict};
use sanderling_testkit::random::{self, Shape, coloured, for_seeds, is_met, symmetric};
use sanderling_unfolding::{Budget, Options};

/// Returns a random run of at most `max_steps` firings.
fn random_run(net: &Net, random: &mut StdRng, max_steps: usize) -> Option<Trace> {
    let (interpreter, display) = (Interpreter::new(net), MarkingDisplay::new(net));
    let mut marking = semantics::initial(net).ok()?;
    let mut trace = Trace { initial: display.marking(&marking), ..Trace::default() };
    for _ in 0..max_steps {
        let firings = interpreter.enabled(&marking).ok()?;
        if firings.is_empty() {
            break;
        }
        let (firing, before) = (&firings[random.random_range(0..firings.len())], marking.clone());
        interpreter.fire(&mut marking, firing).ok()?;
        trace.steps.push(display.step(firing, &before, &marking));
    }
    Some(trace)
}

/// Writes a trace and reads it back.
fn through(format: TraceFormat, net: &Net, trace: &Trace) -> Option<Trace> {
    let text = format.write(trace, &consumption(net, trace)).ok()?;
    assert_eq!(TraceFormat::of_content(&text), format, "{}: the format is recognised\n{text}", net.id);
    Some(format.read(&text).unwrap_or_else(|fault| panic!("{}: {fault}\n{text}", net.id)))
}

fn check(net: &Net, trace: &Trace, format: TraceFormat) {
    let Some(read) = through(format, net, trace) else {
        let has_binding = trace.steps.iter().any(|step| !step.binding.is_empty());
        assert!(format == TraceFormat::Scn && has_binding, "{}: {format:?} holds the trace", net.id);
        return;
    };
    let (written, again) = (replay(net, trace), replay(net, &read));
    assert_eq!(again.verdict, Verdict::Holds, "{}: {format:?}: {:?}", net.id, again.problem);
    assert_eq!((again.steps, &again.marking), (written.steps, &written.marking), "{}: {format:?}", net.id);
}

#[test]
fn runs_of_place_transition_nets_survive_every_format() {
    for shape in [Shape::special(), Shape::conservative_special(), Shape::large_counts()] {
        for_seeds(60, |seed| {
            let net = random::net(seed, &shape);
            let trace = random_run(&net, &mut StdRng::seed_from_u64(seed), 30);
            for (trace, format) in
                trace.iter().flat_map(|trace| TraceFormat::ALL.map(|format| (trace, format)))
            {
                check(&net, trace, format);
            }
        });
    }
}

#[test]
fn runs_of_coloured_nets_keep_their_bindings() {
    let with_binding = std::cell::Cell::new(0);
    for_seeds(60, |seed| {
        for net in [coloured::net(seed), symmetric::net(seed)] {
            let Some(trace) = random_run(&net, &mut StdRng::seed_from_u64(seed), 12) else { continue };
            with_binding
                .set(with_binding.get() + usize::from(trace.steps.iter().any(|s| !s.binding.is_empty())));
            for format in TraceFormat::ALL {
                check(&net, &trace, format);
                let read = through(format, &net, &trace).unwrap_or_else(|| trace.clone());
                for (step, read) in trace.steps.iter().zip(&read.steps) {
                    // JSON objects have no order.
                    let values = |step: &Step| step.binding.iter().cloned().collect::<BTreeMap<_, _>>();
                    assert_eq!((&step.event, values(&step)), (&read.event, values(&read)), "{format:?}");
                }
            }
        }
    });
    assert!(is_met(with_binding.get(), 20), "{with_binding:?}");
}

#[test]
fn a_trace_of_an_unfolding_is_folded_to_one_of_the_coloured_net() {
    for_seeds(40, |seed| {
        let net = symmetric::net(seed);
        let Ok(prepared) = PreparedNet::of(net.clone(), Options::default(), &Budget::default()) else {
            return;
        };
        let Some(trace) = random_run(prepared.net(), &mut StdRng::seed_from_u64(seed), 12) else { return };
        let folded = prepared.folded(&trace);
        let replayed = replay(&net, &folded);
        assert_eq!(
            (replayed.verdict, folded.steps.len()),
            (Verdict::Holds, trace.steps.len()),
            "{replayed:?}"
        );
        check(&net, &folded, TraceFormat::Tapaal);
    });
}

#[test]
fn reading_broken_texts_does_not_panic() {
    for_seeds(40, |seed| {
        let mut random = StdRng::seed_from_u64(seed);
        let net = random::net(seed, &Shape::special());
        let Some(trace) = random_run(&net, &mut random, 5) else { return };
        for format in TraceFormat::ALL {
            let text = format.write(&trace, &consumption(&net, &trace)).expect("it has no bindings");
            for _ in 0..50 {
                let mut bytes = text.clone().into_bytes();
                for _ in 0..random.random_range(1..4) {
                    let at = random.random_range(0..bytes.len());
                    match random.random_range(0..3) {
                        0 => bytes.truncate(at + 1),
                        1 => bytes[at] = *b"<>{}\",;\n\\&#x0:=".get(random.random_range(0..15)).unwrap(),
                        _ => drop(bytes.remove(at)),
                    }
                    if bytes.is_empty() {
                        break;
                    }
                }
                let broken = String::from_utf8_lossy(&bytes).into_owned();
                let formats = [format, TraceFormat::of_content(&broken)];
                for fault in formats.into_iter().filter_map(|format| format.read(&broken).err()) {
                    assert!(!fault.message.is_empty() && fault.line != Some(0) && fault.column != Some(0));
                }
            }
        }
    });
}

#[test]
fn the_run_of_a_report_is_the_one_that_replay_takes_from_it() {
    for_seeds(40, |seed| {
        let net = random::net(seed, &Shape::plain());
        let mut request = Request::new(Question::Deadlock);
        // Some nets are unbounded and have no deadlock.
        request.limits.states = Some(20_000);
        let report = sanderling::analyse(&net, &request, &Control::default()).expect("the net is plain");
        let Some(run) = report.run() else { return };
        let stored =
            TraceFormat::Json.read(&sanderling_report::to_json(&report)).expect("an answer with a trace");
        assert_eq!((&stored.initial, &stored.steps), (&run.initial, &run.steps));
        assert_eq!(replay(&net, &run).verdict, Verdict::Holds);
    });
}
