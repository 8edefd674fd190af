//! Searches with stubborn sets over every store.

use sanderling_analysis::reduce::{Events, Stubborn, StubbornOptions, Target};
use sanderling_analysis::{Control, Driver, Guidance, Observation, Options, StoreChoice, explore};
use sanderling_model::{CountModel, FieldModel, Knowledge};
use sanderling_testkit::tiny::nets::diamond;

#[test]
fn of_independent_events_one_is_fired_in_each_state() {
    for store in StoreChoice::all().filter(|store| store.abilities().is_exact) {
        for driver in [Driver::Sequential, Driver::Batched] {
            let options = Options { store, driver, events: Events::STUBBORN, ..Options::default() };
            if options.refusal().is_some() {
                continue;
            }
            let system = FieldModel::compile(Knowledge::of(&diamond(10)).expect("it is a net"));
            let sets = Stubborn::of(&system, &[Target::Deadlock], StubbornOptions::default());
            let guidance = Guidance { stubborn: Some(Box::new(sets)), ..Guidance::default() };
            let control = Control::default();
            let outcome = explore(system, &options, &Observation::default(), &guidance, &control);
            assert_eq!(outcome.visits, 11, "{store} {driver:?}");
        }
    }
}
