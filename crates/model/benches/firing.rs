//! What a model takes to unpack a state, to find its events, and to fire one: nets in both encodings, and a program.
//!
//! The states are those of a walk that takes its events in turn. A figure for firing is one event; packing is part of it,
//! since effects are added to packed states. `cargo bench -p sanderling-model`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use sanderling_dve::Dve;
use sanderling_model::{CountModel, FieldModel, Knowledge, ModelErrors, RadixModel, ValueModel};
use sanderling_net::{Format, Net, Source};
use sanderling_system::{EventId, Fired, System, with_words};
use sanderling_testkit::tiny::nets;

fn main() {
    divan::main();
}

const STATES: usize = 1000;

/// Ten rings of six places with a token each, side by side.
fn net() -> Net {
    use sanderling_net::ArcKind::{Input, Output};
    let (rings, places) = (10, 6);
    let arc = |ring: usize, at: usize| {
        let place = |at: usize| ring * places + at % places;
        [(place(at), place(at), Input, 1), (place(at + 1), place(at), Output, 1)]
    };
    let arcs: Vec<_> = (0..rings).flat_map(|ring| (0..places).flat_map(move |at| arc(ring, at))).collect();
    let tokens: Vec<u64> = (0..rings * places).map(|place| u64::from(place % places == 0)).collect();
    nets::net("rings", &tokens, rings * places, &arcs)
}

fn fields() -> FieldModel {
    FieldModel::compile(Knowledge::of(&net()).expect("it is a net"))
}

fn radix() -> RadixModel {
    RadixModel::compile(Knowledge::of(&net()).expect("it is a net"))
}

fn program() -> ValueModel {
    let source =
        Source::new("sliding-window.dve", include_bytes!("../../../nets/sliding-window.dve").to_vec());
    let net = Dve::default().parse(&source).expect("it is a model").nets.remove(0);
    ValueModel::build(&net, ModelErrors::default()).expect("it can be compiled")
}

/// States, word by word, on a walk that ends where an assumption breaks.
fn walk<S: System>(system: &S) -> Vec<Vec<u64>> {
    let mut state = vec![0; system.words()];
    system.initial(&mut state);
    let (mut scratch, mut events) = (system.scratch(), Vec::new());
    let mut walk = vec![state.clone()];
    for step in 0..STATES {
        events.clear();
        system.unpack::<0>(&state, &mut scratch);
        system.enabled::<0>(&state, &scratch, &mut events);
        let Some(&event) = events.get(step % events.len().max(1)) else { break };
        let mut successor = state.clone();
        if system.fire::<0>(&state, &scratch, event, &mut successor) == Fired::Successor {
            state = successor;
        }
        walk.push(state.clone());
    }
    walk
}

/// Benches for a model.
macro_rules! bench_model {
    ($name:ident) => {
        mod $name {
            use super::*;

            #[divan::bench]
            fn unpacking(bencher: Bencher<'_, '_>) {
                let model = super::$name();
                with_words!(model.words(), W => unpack::<_, W>(&model, bencher));
            }

            #[divan::bench]
            fn finding_events(bencher: Bencher<'_, '_>) {
                let model = super::$name();
                with_words!(model.words(), W => find::<_, W>(&model, bencher));
            }

            #[divan::bench]
            fn firing(bencher: Bencher<'_, '_>) {
                let model = super::$name();
                with_words!(model.words(), W => fire::<_, W>(&model, bencher));
            }
        }
    };
}

bench_model!(fields);
bench_model!(radix);
bench_model!(program);

fn unpack<S: System, const W: usize>(system: &S, bencher: Bencher<'_, '_>) {
    let (states, mut scratch) = (walk(system), system.scratch());
    bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
        for state in &states {
            system.unpack::<W>(black_box(state), &mut scratch);
            black_box(&scratch);
        }
    });
}

/// A state that has been unpacked, and its events.
type Prepared<'a, S> = (&'a Vec<u64>, <S as System>::Scratch, Vec<EventId>);

fn prepared<'a, S: System, const W: usize>(system: &S, states: &'a [Vec<u64>]) -> Vec<Prepared<'a, S>> {
    let prepare = |state: &'a Vec<u64>| {
        let (mut scratch, mut events) = (system.scratch(), Vec::new());
        system.unpack::<W>(state, &mut scratch);
        system.enabled::<W>(state, &scratch, &mut events);
        (state, scratch, events)
    };
    states.iter().map(prepare).collect()
}

fn find<S: System, const W: usize>(system: &S, bencher: Bencher<'_, '_>) {
    let states = walk(system);
    let prepared = prepared::<S, W>(system, &states);
    let mut events = Vec::new();
    bencher.counter(ItemsCount::new(prepared.len())).bench_local(|| {
        for (state, scratch, _) in &prepared {
            events.clear();
            system.enabled::<W>(black_box(state), scratch, &mut events);
            black_box(&events);
        }
    });
}

fn fire<S: System, const W: usize>(system: &S, bencher: Bencher<'_, '_>) {
    let states = walk(system);
    let prepared = prepared::<S, W>(system, &states);
    let mut successor = vec![0; system.words()];
    let all: usize = prepared.iter().map(|(_, _, events)| events.len()).sum();
    bencher.counter(ItemsCount::new(all)).bench_local(|| {
        for (state, scratch, events) in &prepared {
            for &event in events {
                black_box(system.fire::<W>(black_box(state), scratch, event, &mut successor));
                black_box(&successor);
            }
        }
    });
}
