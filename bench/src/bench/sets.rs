//! `cargo xtask bench --sets`: the cost of stubborn sets, relative to firing.
//!
//! For each net and model, a sample of states is collected breadth-first. In all of them the enabled events
//! are computed; then either all of them are fired, or the stubborn set for deadlocks is computed. The time
//! for the enabled events is subtracted from both times. The firing time keeps at least a twentieth of it,
//! since it may be lost in the noise. A set that costs as much as firing all events has the ratio 1. The
//! share of chosen events is reported, too.
//!
//! Sets memoize results, so each pass starts with an empty memo and visits each state once, as a search does.
//! The fastest of several passes counts, since others may be disturbed, by processor time of the thread if
//! the system reports it.
//!
//! In addition to the project's nets and the models of a collection, the place/transition nets of a folder
//! can be measured. Nets with very many transitions are skipped, since sampling their states takes too long.

use std::collections::HashSet;
use std::hint::black_box;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use sanderling_analysis::reduce::{SelectEvents, Stubborn, StubbornMethod, StubbornOptions, Target};
use sanderling_dve::{Dve, Semantics};
use sanderling_families::Family;
use sanderling_model::{CountModel, FieldModel, Knowledge, ModelErrors, ValueModel};
use sanderling_net::{Format, Net, Source};
use sanderling_pnml::Pnml;
use sanderling_system::{Dependencies, EventId, Fired, System};

use super::models;
use crate::runner::exploration::NetSource;

/// Maximum number of sampled states.
const STATES: usize = 10_000;

/// Time limit for sampling.
const SAMPLING: Duration = Duration::from_secs(5);

/// Minimum time of the passes over the states. At least `PASSES` passes are made.
const TIME: Duration = Duration::from_millis(30);
const PASSES: usize = 5;

/// Maximum number of transitions of a net from a folder.
const MAX_TRANSITIONS: usize = 3000;

/// The families and the sizes at which stubborn sets matter.
const NETS: [(&str, u64); 5] =
    [("philosophers", 20), ("kanban", 20), ("fms", 20), ("slotted-ring", 20), ("token-ring", 20)];

/// An operation on the enabled events of a state.
type Each<'a, S> = dyn FnMut(&[u64], &<S as System>::Scratch, &mut Vec<EventId>) + 'a;

/// For each method, the time of a set relative to firing, and the share of chosen events.
type Row = [(f64, f64); StubbornMethod::ALL.len()];

/// Measures the project's nets, those of a folder and the models, and prints a table.
///
/// # Errors
/// A model cannot be read.
pub(super) fn measure(
    models: &models::Arguments,
    folder: Option<&Path>,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<(), String> {
    let mut nets = Vec::new();
    for (family, size) in NETS.into_iter().filter(|net| is_wanted(net.0)) {
        let net = Family::named(family)?.net(size)?;
        let row = of_net(&net)?.ok_or("a family has few transitions")?;
        show(&format!("{family}-{size}"), row)?;
        nets.push(row);
    }
    for path in folder.map_or(Ok(Vec::new()), net_files)? {
        let name = name_of(&path);
        if !is_wanted(&name) {
            continue;
        }
        let parsed = Pnml.parse(&read(&name, &path)?).map_err(|found| found.to_string())?;
        match parsed.nets.first().map(of_net) {
            Some(Ok(Some(row))) => {
                show(&name, row)?;
                nets.push(row);
            }
            Some(Err(reason)) => eprintln!("{name}: {reason}"),
            None | Some(Ok(None)) => eprintln!("{name}: skipped"),
        }
    }
    let mut rows = Vec::new();
    for case in models.cases(is_wanted)? {
        let NetSource::File(path) = &case.net else { continue };
        let parsed = Dve { semantics: Semantics::Ltsmin }.parse(&read(&case.name, path)?);
        let net = parsed.map_err(|found| found.to_string())?.nets.swap_remove(0);
        let model = ValueModel::build(&net, ModelErrors::Report).map_err(|found| found.to_string())?;
        rows.push(row(&model));
        show(&case.name, rows[rows.len() - 1])?;
    }
    show_median("the nets", &nets)?;
    show_median("the models", &rows)?;
    rows.append(&mut nets);
    show_median("all", &rows)
}

fn show(name: &str, row: Row) -> Result<(), String> {
    let columns = row.map(|(time, chosen)| format!("{time:>8.2} {:>4.0} %", 100.0 * chosen));
    writeln!(std::io::stdout(), "{name:36} {}", columns.join("  ")).map_err(|error| error.to_string())
}

fn show_median(of: &str, rows: &[Row]) -> Result<(), String> {
    let within = rows.iter().filter(|row| row[0].0 <= 1.0).count();
    let name = format!("median of {of}, {within} of {} within 1", rows.len());
    if rows.is_empty() { Ok(()) } else { show(&name, median(rows)) }
}

fn read(name: &str, path: &Path) -> Result<Source, String> {
    let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Source::new(name, text))
}

/// Returns the name of a file without its extension, or of its folder if the file is called `model`.
fn name_of(path: &Path) -> String {
    let stem = path.file_stem().filter(|stem| *stem != "model");
    let name = stem.or(path.parent().and_then(Path::file_name));
    name.unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the PNML files in a folder and its subfolders, by name.
fn net_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = folder.read_dir().map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pnml") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Measures a place/transition net; `None` if it has too many transitions.
fn of_net(net: &Net) -> Result<Option<Row>, String> {
    if !net.is_place_transition() || net.transitions.len() > MAX_TRANSITIONS {
        return Ok(None);
    }
    let known = Knowledge::of(net).map_err(|found| found.to_string())?;
    Ok(Some(row(&FieldModel::compile(known))))
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

fn row<S: Dependencies>(system: &S) -> Row {
    let states = sample(system);
    let (mut scratch, mut events) = (system.scratch(), Vec::new());
    let mut successor = vec![0; system.words()];
    let mut pass = |each: &mut Each<'_, S>| {
        let started = time();
        for state in &states {
            events.clear();
            system.unpack::<0>(state, &mut scratch);
            system.enabled::<0>(state, &scratch, &mut events);
            each(state, &scratch, &mut events);
            black_box(&events);
        }
        time() - started
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
        let (mut all, mut chosen) = (0_usize, 0);
        let choosing = fastest(|| {
            let sets = Stubborn::of(system, &[Target::Deadlock], options);
            let mut workspace = SelectEvents::<S>::workspace(&sets);
            pass(&mut |state, scratch, events| {
                all += events.len();
                sets.select(&mut workspace, (system, state, scratch), events);
                chosen += events.len();
            })
        });
        ((choosing - enabled) / (firing - enabled).max(enabled / 20.0), chosen as f64 / (all.max(1) as f64))
    })
}

/// Returns the processor time of the thread, or the wall-clock time if the system does not report it.
fn time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        use nix::time::{ClockId, clock_gettime};
        if let Ok(time) = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID) {
            return time.into();
        }
    }
    time_on_the_wall()
}

/// Returns the processor time of the program, or the wall-clock time if the system does not report it.
pub(super) fn processor_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        use nix::time::{ClockId, clock_gettime};
        if let Ok(time) = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID) {
            return time.into();
        }
    }
    time_on_the_wall()
}

fn time_on_the_wall() -> Duration {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed()
}

/// Returns the duration of the fastest pass in seconds.
fn fastest(mut pass: impl FnMut() -> Duration) -> f64 {
    let started = Instant::now();
    let (mut least, mut passes) = (Duration::MAX, 0);
    while passes < PASSES || started.elapsed() < TIME {
        least = least.min(pass());
        passes += 1;
    }
    least.as_secs_f64()
}

/// Returns the first states in breadth-first order.
fn sample<S: Dependencies>(system: &S) -> Vec<Vec<u64>> {
    let mut state = vec![0; system.words()];
    system.initial(&mut state);
    let (mut states, mut known) = (vec![state.clone()], HashSet::from([state]));
    let (mut scratch, mut next) = (system.scratch(), 0);
    let started = Instant::now();
    while next < states.len() && states.len() < STATES && started.elapsed() < SAMPLING {
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
        let row = row(&model);
        assert!(row.iter().all(|&(time, chosen)| time > 0.0 && chosen > 0.0 && chosen < 1.0), "{row:?}");
    }
}
