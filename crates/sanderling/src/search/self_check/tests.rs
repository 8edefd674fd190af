//! Every kind of fault is found in every configuration, and none is reported for a correct model.

use std::cell::Cell;

use sanderling_analysis::reduce::{Chains, Events};
use sanderling_analysis::retention::{Caching, Retention};
use sanderling_analysis::{Control, DepthBound, Driver, Guidance, Observation, StoreChoice, open::Order};
use sanderling_dve::{Dve, Semantics};
use sanderling_engine::Explorable;
use sanderling_machine::clock::Instant;
use sanderling_model::explicit::{TableLimits, Tables};
use sanderling_model::{
    ColouredModel, CountModel, FieldModel, Knowledge, ModelErrors, RadixModel, ValueModel,
};
use sanderling_net::{Diagnostics, Format, Source};
use sanderling_system::SlotId;
use sanderling_testkit::random::{for_seeds, is_met, symmetric};
use sanderling_testkit::tiny::nets;

use super::faulty::{FAULTS, Fault, Faulty, Model};
use super::*;
use crate::prepare::{AnalysedNet, Facts};
use crate::request::Question;
use crate::request::choices::Reductions;
use crate::search::{Searched, Wanted, run};

/// Returns the configurations: each driver with each of its stores, and searches that forget or skip states.
fn requests(mode: SelfCheckMode) -> Vec<Request> {
    let store = |name: &str| -> Option<StoreChoice> { Some(name.parse().expect("it is a store")) };
    let plain = Request {
        self_check: mode,
        retention: Retention::KeepAll,
        store: store("packed"),
        ..Request::new(Question::Explore)
    };
    let mut requests = Vec::new();
    for threads in [1, 2] {
        for name in ["packed", "tree", "comback"] {
            requests.push(Request { threads, store: store(name), ..plain.clone() });
        }
    }
    let deep = Request { order: Order::DepthFirst, ..plain.clone() };
    for name in ["packed", "comback", "hash-compaction", "bitstate"] {
        requests.push(Request { store: store(name), ..deep.clone() });
    }
    let cached = Caching { max_states: Some(1000), ..Caching::default() };
    requests.push(Request { retention: Retention::Cache, caching: cached, ..deep.clone() });
    requests.push(Request { retention: Retention::Sweep, driver: Driver::Sequential, ..plain.clone() });
    let reduced = |events| Reductions { events, ..Reductions::default() };
    requests.push(Request { reductions: reduced(Events::SLEEP), ..deep.clone() });
    let chains = Reductions { chains: Chains::Unstored { every: 2 }, ..Reductions::default() };
    requests.push(Request { reductions: chains, ..deep.clone() });
    let deadlock = Request { question: Question::Deadlock, assertions: false, ..plain.clone() };
    requests.push(Request { reductions: reduced(Events::STUBBORN), ..deadlock });
    requests.push(Request { depth: Some(DepthBound::new(30)), ..plain });
    requests
}

fn searched(net: &Net, model: Faulty, request: &Request) -> Result<Searched, Diagnostics> {
    let slots: crate::search::target::SlotsOfPlace<'_> = &|place| vec![SlotId::new(place.index())];
    let facts = Facts::default();
    let net = AnalysedNet::new(net, &facts);
    run(net, model, (request, Wanted::default()), slots, &Control::default(), Instant::now())
}

/// Injects each fault into each search of a model. A sample finds a fault that shows in the first states;
/// comparing all states finds it in any state.
fn check_model(net: &Net, model: &Model, may_reduce: bool) {
    let always: fn(&[u64]) -> bool = |_| true;
    let seldom: fn(&[u64]) -> bool = |state| state.iter().map(|word| word.count_ones()).sum::<u32>() % 3 == 1;
    for (mode, is_affected) in [(SelfCheckMode::Sample, always), (SelfCheckMode::All, seldom)] {
        for request in requests(mode) {
            if !may_reduce && request.reductions != Reductions::default() {
                continue;
            }
            let with = |fault| Faulty { model: model.clone(), fault, is_affected };
            let about = |fault| format!("{} {fault:?} {}: {request:?}", net.id, with(fault).encoding());
            let sound = searched(net, with(Fault::None), &request);
            assert!(sound.is_ok(), "{}: {}", about(Fault::None), sound.err().unwrap());
            for fault in FAULTS {
                let found = searched(net, with(fault), &request).err();
                let found = found.unwrap_or_else(|| panic!("{}: nothing was found", about(fault)));
                assert!(found.is_internal(), "{}: {found}", about(fault));
            }
        }
    }
}

#[test]
fn every_fault_is_found_over_bit_fields_and_mixed_radix() {
    let net = nets::philosophers(4);
    let knowledge = Knowledge::of(&net).unwrap();
    check_model(&net, &Model::Fields(FieldModel::compile(knowledge.clone())), true);
    check_model(&net, &Model::Radix(RadixModel::compile(knowledge)), true);
}

#[test]
fn every_fault_is_found_in_programs() {
    let text = include_str!("../../../../../nets/peterson-3.dve");
    let format = Dve { semantics: Semantics::Ltsmin };
    let nets = format.parse(&Source::new("peterson-3.dve", text)).unwrap().nets;
    let model = ValueModel::build(&nets[0], ModelErrors::Report).unwrap();
    check_model(&nets[0], &Model::Values(model), false);
}

#[test]
fn every_fault_is_found_with_explicit_colours() {
    // A model with explicit colours borrows its net.
    let net = Box::leak(Box::new(nets::philosophers(3)));
    let model = ColouredModel::build(net, TableLimits::default()).unwrap();
    check_model(net, &Model::Coloured(model), false);
}

/// Tables that are full still know the states of an earlier search.
#[test]
fn full_tables_are_no_fault() {
    let (full, repeated) = (Cell::new(0), Cell::new(0));
    for_seeds(60, |seed| {
        let net = symmetric::net(seed);
        let mut request = Request { self_check: SelfCheckMode::All, ..Request::new(Question::Explore) };
        request.limits.states = Some(500);
        let facts = Facts::default();
        let searched = |model: ColouredModel<'_>, about: &str| {
            let slots: crate::search::target::SlotsOfPlace<'_> = &|place| vec![SlotId::new(place.index())];
            let (net, request) = (AnalysedNet::new(&net, &facts), (&request, Wanted::default()));
            let found = run(net, model, request, slots, &Control::default(), Instant::now());
            assert!(found.is_ok(), "{seed}, {about}: {}", found.err().unwrap());
        };
        let limits = TableLimits::default();
        let Ok(whole) = ColouredModel::build(&net, limits) else { return };
        searched(whole.clone(), "enough room");
        let bytes = whole.tables().expect("explicit colours").bytes();
        for share in 1..8 {
            let limits = TableLimits { bytes: bytes * share / 8, ..limits };
            let Ok(model) = ColouredModel::build(&net, limits) else { continue };
            searched(model.clone(), "the first search");
            full.set(full.get() + usize::from(model.tables().and_then(Tables::shortage).is_some()));
            searched(model, "the second search");
            repeated.set(repeated.get() + 1);
        }
    });
    assert!(is_met(full.get(), 100) && full.get() < repeated.get(), "{} of {}", full.get(), repeated.get());
}

#[test]
fn faults_are_found_on_random_walks() {
    let net = nets::philosophers(4);
    let request = Request::new(Question::Deadlock);
    let reference = NetReference::new(&net, &request);
    for fault in FAULTS.into_iter().chain([Fault::None]) {
        let model = Model::Fields(FieldModel::compile(Knowledge::of(&net).unwrap()));
        let model = Faulty { model, fault, is_affected: |_| true };
        let goal: sanderling_analysis::Goal<'_, _> = Box::new(|_, _, _, events| events.is_empty());
        let observation =
            Observation { goals: vec![goal], self_check: reference.check(&model), ..Observation::default() };
        let walked = model.random_walks(&observation, &Guidance::default(), (1, None), &Control::default());
        assert_eq!(walked.discrepancy.is_some(), fault != Fault::None, "{fault:?}: {walked:?}");
    }
}

#[test]
fn a_difference_names_the_marking_and_the_expected_and_found_values() {
    let net = nets::ring(3, 1);
    let model = Model::Fields(FieldModel::compile(Knowledge::of(&net).unwrap()));
    let text = |fault| {
        let model = Faulty { model: model.clone(), fault, is_affected: |_| true };
        searched(&net, model, &Request::new(Question::Explore)).err().unwrap().to_string()
    };
    let place = &net.places[0].id;
    assert!(text(Fault::IsToldWrongly).contains(place), "{}", text(Fault::IsToldWrongly));
    for (fault, part) in [
        (Fault::DropsAnEvent, "among what is enabled"),
        (Fault::RepeatsAnEvent, "twice"),
        (Fault::StaysWhereItIs, "after `"),
        (Fault::IsMisread, "after `"),
        (Fault::IsUndefined, "it is undefined"),
    ] {
        assert!(text(fault).contains(part), "{}", text(fault));
        assert!(text(fault).contains("encoding fields, store packed"), "{}", text(fault));
        assert!(text(fault).contains("; expected "), "{}", text(fault));
    }
}

#[test]
fn the_mode_decides_how_many_states_are_compared() {
    let net = nets::philosophers(3);
    let checked = |self_check| {
        let request = Request { self_check, ..Request::new(Question::Explore) };
        let report = crate::analyse(&net, &request, &Control::default()).unwrap();
        (report.states, report.self_check.map(|check| check.states_checked))
    };
    let (states, all) = checked(SelfCheckMode::All);
    assert_eq!(all, states);
    assert_eq!(checked(SelfCheckMode::None), (states, Some(0_u64.into())));
    assert!(checked(SelfCheckMode::Sample).1 >= Some(4_u64.into()));
}
