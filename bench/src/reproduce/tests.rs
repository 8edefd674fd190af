//! Tests of the experiments on a small model of the project.

use sanderling_analysis::Control;

use super::caching::{Group, best, with_more};
use super::explored_model::{ExploredModel, Halt};
use super::laboratory::Laboratory;
use super::records::Records;
use super::run::Run;
use super::setting::{Kind, Learned, Setting};
use super::{experiment, sleep, strategies, sweep};
use crate::runner::exploration;

/// Number of states of `nets/msi-3.dve`.
const STATES: u64 = 536;

fn protocol() -> ExploredModel {
    let path = crate::workspace().join("nets/msi-3.dve");
    ExploredModel::read(&path, None, &Control::default()).unwrap()
}

fn replacements() -> Vec<sanderling_analysis::retention::Replacement> {
    strategies::parse(&["in-degree", "random"].map(str::to_owned)).unwrap()
}

/// Returns the best run of a group, and the number of runs made for it.
fn best_of(explored: &ExploredModel, group: Group) -> (Run, usize) {
    let mut runs = 0;
    let run = best(group, STATES, &replacements(), |setting, allowed| {
        runs += 1;
        explored.search(setting, allowed, None, &Control::default())
    });
    (run.unwrap().expect("some cache suffices"), runs)
}

#[test]
fn the_smallest_cache_is_the_least_that_suffices() {
    let explored = protocol();
    assert_eq!(explored.states, STATES);
    for group in Group::all() {
        let (run, _) = best_of(&explored, group);
        let cache = run.setting.cache_states.unwrap();
        assert!(run.statistics.peak_stored <= cache && run.statistics.peak_tree <= cache, "{run:?}");
        assert!((STATES..=5 * STATES).contains(&run.statistics.visits), "{run:?}");
        let smaller = super::caching::cache_states(STATES, (cache * 100).div_ceil(STATES) - 5);
        for replacement in replacements() {
            let setting = Setting { cache_states: Some(smaller), replacement, ..run.setting };
            let below = explored.search(&setting, 5 * STATES, None, &Control::default()).unwrap();
            assert!(!below.is_success(), "{below:?}");
        }
    }
}

#[test]
fn with_a_cache_for_all_states_each_is_visited_once() {
    let explored = protocol();
    let search = |setting: &_, allowed| explored.search(setting, allowed, None, &Control::default());
    let (run, _) = best_of(&explored, Group { kind: Kind::Bfs, chains: false });
    let runs = with_more(&run, STATES, search).unwrap();
    assert_eq!(runs.last().map(|run| run.statistics.visits), Some(STATES));
}

#[test]
fn resumed_runs_need_no_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.jsonl");
    let explored = protocol();
    let group = Group { kind: Kind::Alt, chains: true };
    let find = |resume| {
        let records = Records::open(&path, resume).unwrap();
        let laboratory = Laboratory::new(records, std::sync::Arc::default(), 1);
        let search = |setting: &_, allowed| laboratory.search(&explored, setting, allowed, None);
        best(group, STATES, &replacements(), search).unwrap()
    };
    let first = find(false);
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(first.is_some() && written.lines().count() > 9);
    assert_eq!(find(true), first);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), written);
}

#[test]
fn a_laboratory_that_is_stopped_makes_no_more_runs() {
    let folder = tempfile::tempdir().unwrap();
    let control: std::sync::Arc<Control<'static>> = std::sync::Arc::default();
    let records = Records::open(&folder.path().join("runs.jsonl"), false).unwrap();
    let laboratory = Laboratory::new(records, std::sync::Arc::clone(&control), 3);
    let run = |&job: &u64| match job {
        1 => Err(Halt::Broken("one".to_owned())),
        2 => {
            control.cancel();
            Ok(job)
        }
        _ => Ok(job),
    };
    let finished = laboratory.each(&[0, 1, 2, 3], 1, |_| 1, run, |_| String::new());
    assert_eq!((finished.results, finished.failures), (vec![0, 2], vec!["one".to_owned()]));
    assert!(finished.is_cancelled);
}

#[test]
fn a_sweep_with_a_cache_stores_no_more_than_without() {
    let explored = protocol();
    let seen = sanderling_progress::Sample::of(&explored.model, sanderling_progress::Effort::whole(10_000));
    let measure = sanderling_progress::learn_from(&seen, 0.2);
    let search = |setting: &_| explored.search(setting, 5 * STATES, Some(&measure), &Control::default());
    let learned = Learned { level: 5, sample: 10_000 };
    let pair = sweep::measure(learned, STATES, &replacements(), search).unwrap();
    let combined = pair.combined.expect("what is ample suffices");
    assert!(pair.alone.is_success() && pair.alone.statistics.peak_stored < STATES);
    assert!(combined.statistics.peak_stored <= pair.alone.statistics.peak_stored);
}

/// The models of protocols can be read, and sleep sets lose no state of a small one.
#[test]
fn searches_with_sleep_sets_visit_all_states() {
    let control = Control::default();
    let protocols = experiment::protocols().unwrap();
    assert_eq!(protocols.len(), 4);
    for path in &protocols {
        assert_eq!(exploration::read(path).unwrap().len(), 1, "{}", path.display());
    }
    let path = crate::workspace().join("nets/alternating-bit.pml");
    let explored = ExploredModel::read(&path, None, &control).unwrap();
    let mut measured = Vec::new();
    sleep::measure(&explored, &control, &mut |one| measured.push(one)).unwrap();
    let [without, with] = &measured[..] else { panic!("{measured:?}") };
    assert_eq!((without.sleep, with.sleep), (false, true));
    assert!(measured.iter().all(|one| one.whole.visits == explored.states), "{measured:?}");
}
