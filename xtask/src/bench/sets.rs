//! `cargo xtask bench --sets`: what stubborn sets cost, as a share of firing.
//!
//! Of each net and model some states are taken, breadth-first. In all of them the enabled events are found, and then either all of
//! them are fired, or the stubborn set is found by which a deadlock would be sought. Of both times that of finding the
//! enabled events is taken off (of that of firing, a twentieth of it stays at the least, as it may be
//! lost in the noise). A set that costs as much as firing all events has the ratio 1; besides, it is told
//! which share of the events is chosen. Sets remember what they have found: each pass begins without any memory and sees
//! each state once, as a search does. Of some passes the fastest counts, since others may be disturbed.

use std::collections::HashSet;
use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use sanderling_analysis::reduce::{SelectEvents, Stubborn, StubbornMethod, StubbornOptions, Target};
use sanderling_dve::{Dve, Semantics};
use sanderling_model::{CountModel, FieldModel, Knowledge, ModelErrors, ValueModel};
use sanderling_net::{Format, Source};
use sanderling_system::{EventId, Fired, Footprints, System};

use super::models;
use crate::family::Family;

/// So many states are taken.
const STATES: usize = 10_000;

/// They are gone through for at least so long, and so many times.
const TIME: Duration = Duration::from_millis(30);
const PASSES: usize = 3;

/// Sizes of families at which sets matter.
const NETS: [(&str, u64); 5] =
    [("philosophers", 20), ("kanban", 20), ("fms", 20), ("slotted-ring", 20), ("token-ring", 20)];

/// What is done with the enabled events of a state.
type Each<'a, S> = dyn FnMut(&[u64], &<S as System>::Scratch, &mut Vec<EventId>) + 'a;

/// For each method, the time of a set as a share of that of firing, and the share of events chosen.
type Row = [(f64, f64); StubbornMethod::ALL.len()];

/// Measures, and shows a table.
///
/// # Errors
/// That a model cannot be read.
pub(super) fn measure(models: &models::Arguments, is_wanted: impl Fn(&str) -> bool) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    let mut rows: Vec<Row> = Vec::new();
    let mut show = |name: &str, row: Row| {
        let columns = row.map(|(time, chosen)| format!("{time:>8.2} {:>4.0} %", 100.0 * chosen));
        writeln!(out, "{name:24} {}", columns.join("  ")).map_err(|error| error.to_string())
    };
    for (family, size) in NETS.into_iter().filter(|net| is_wanted(net.0)) {
        let net = Family::named(family)?.net(size)?;
        let known = Knowledge::of(&net).map_err(|found| found.to_string())?;
        rows.push(row(&FieldModel::compile(known)));
        show(&format!("{family}-{size}"), rows[rows.len() - 1])?;
    }
    for case in models.cases(is_wanted)? {
        let text = std::fs::read(case.path()).map_err(|error| error.to_string())?;
        let source = Source::new(case.name(), text);
        let parsed = Dve { semantics: Semantics::Ltsmin }.parse(&source);
        let net = parsed.map_err(|found| found.to_string())?.nets.swap_remove(0);
        let model = ValueModel::build(&net, ModelErrors::Report).map_err(|found| found.to_string())?;
        rows.push(row(&model));
        show(case.name(), rows[rows.len() - 1])?;
    }
    if !rows.is_empty() {
        show("median", median(&rows))?;
    }
    Ok(())
}

fn median(rows: &[Row]) -> Row {
    let of = |mut numbers: Vec<f64>| {
        numbers.sort_by(f64::total_cmp);
        numbers[numbers.len() / 2]
    };
    std::array::from_fn(|method| {
        let column = |pick: fn(&(f64, f64)) -> f64| of(rows.iter().map(|row| pick(&row[method])).collect());
        (column(|it| it.0), column(|it| it.1))
    })
}

fn row<S: Footprints>(system: &S) -> Row {
    let states = sample(system);
    let (mut scratch, mut events) = (system.scratch(), Vec::new());
    let mut successor = vec![0; system.words()];
    let mut pass = |each: &mut Each<'_, S>| {
        let started = Instant::now();
        for state in &states {
            events.clear();
            system.unpack::<0>(state, &mut scratch);
            system.enabled::<0>(state, &scratch, &mut events);
            each(state, &scratch, &mut events);
            black_box(&events);
        }
        started.elapsed()
    };
    let enabled = fastest(|| pass(&mut |_, _, _| {}));
    let firing = fastest(|| {
        pass(&mut |state, scratch, events| {
            for &event in events.iter() {
                black_box(system.fire::<0>(state, scratch, event, &mut successor));
            }
        })
    });
    StubbornMethod::ALL.map(|method| {
        let options = StubbornOptions { method, ..StubbornOptions::default() };
        let (mut all, mut chosen) = (0, 0);
        let choosing = fastest(|| {
            let sets = Stubborn::of(system, &[Target::Deadlock], options);
            let mut desk = SelectEvents::<S>::desk(&sets);
            pass(&mut |state, scratch, events| {
                all += events.len();
                sets.select(&mut desk, (system, state, scratch), events);
                chosen += events.len();
            })
        });
        ((choosing - enabled) / (firing - enabled).max(enabled / 20.0), chosen as f64 / (all.max(1) as f64))
    })
}

/// The seconds that the fastest pass takes.
fn fastest(mut pass: impl FnMut() -> Duration) -> f64 {
    let started = Instant::now();
    let (mut least, mut passes) = (Duration::MAX, 0);
    while passes < PASSES || started.elapsed() < TIME {
        least = least.min(pass());
        passes += 1;
    }
    least.as_secs_f64()
}

/// The first states, breadth-first.
fn sample<S: Footprints>(system: &S) -> Vec<Vec<u64>> {
    let mut state = vec![0; system.words()];
    system.initial(&mut state);
    let (mut states, mut known) = (vec![state.clone()], HashSet::from([state]));
    let (mut scratch, mut next) = (system.scratch(), 0);
    while next < states.len() && states.len() < STATES {
        let state = states[next].clone();
        next += 1;
        let mut events = Vec::new();
        system.unpack::<0>(&state, &mut scratch);
        system.enabled::<0>(&state, &scratch, &mut events);
        for event in events {
            let mut successor = vec![0; system.words()];
            let fired = system.fire::<0>(&state, &scratch, event, &mut successor);
            if fired == Fired::Successor && known.insert(successor.clone()) {
                states.push(successor);
            }
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_of_a_small_net_is_all_of_its_states() {
        let net = Family::named("philosophers").unwrap().net(4).unwrap();
        let model = FieldModel::compile(Knowledge::of(&net).unwrap());
        assert_eq!(sample(&model).len(), 81);
        assert!(row(&model).iter().all(|&(time, chosen)| time > 0.0 && chosen > 0.0 && chosen < 1.0));
    }
}
