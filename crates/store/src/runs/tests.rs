//! Tests of `LevelRuns` on disk, compared with sets in memory.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::fewer;

type States = BTreeSet<Vec<u64>>;

/// Runs all jobs on two threads.
fn on_two_threads(jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    std::thread::scope(|scope| {
        scope.spawn(|| (0..jobs).filter(|at| at % 2 == 1).for_each(job));
        (0..jobs).filter(|at| at % 2 == 0).for_each(job);
    });
}

fn on_one_thread(jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    (0..jobs).for_each(job);
}

const WORK: Work<'static> = Work { share_out: &on_two_threads, is_cut: &|| false };

fn space(max_bytes: Option<u64>) -> Arc<Space> {
    Arc::new(Space::new(tempfile::tempfile, max_bytes))
}

fn states_of(levels: &LevelRuns, level: usize, from: u64, at_a_time: usize) -> Vec<Vec<u64>> {
    let (mut reader, mut states, mut all) = (levels.reader(level, from), Vec::new(), Vec::new());
    loop {
        states.clear();
        reader.read::<0>(at_a_time, &mut states).expect("they can be read");
        if states.is_empty() {
            return all;
        }
        assert!(states.len() / levels.words() <= at_a_time);
        all.extend(states.chunks_exact(levels.words()).map(<[u64]>::to_vec));
    }
}

/// Returns a random state with numbers up to `spread`.
fn state(random: &mut StdRng, words: usize, spread: u64) -> Vec<u64> {
    (0..words).map(|word| if word % 3 == 2 { 0 } else { random.random_range(0..=spread) }).collect()
}

/// Adds states level by level, and compares each level with the expected one.
fn add_levels(
    levels: &mut LevelRuns,
    random: &mut StdRng,
    (count, most, spread): (usize, usize, u64),
) -> Vec<States> {
    let mut known: Vec<States> =
        (0..levels.levels()).map(|level| states_of(levels, level, 0, 100).into_iter().collect()).collect();
    for _ in 0..count {
        let mut new = States::new();
        for _ in 0..random.random_range(1..=most) {
            let state = state(random, levels.words(), spread);
            levels.add(&state);
            if !known.iter().any(|level| level.contains(&state)) {
                new.insert(state);
            }
            if random.random_range(0..most) < 2 {
                levels.spill(WORK).expect("there is room");
            }
        }
        assert_eq!(levels.finish(u64::MAX, WORK), Ok(new.len() as u64));
        assert_eq!(levels.candidates(), 0);
        if !new.is_empty() {
            known.push(new);
        }
    }
    known
}

fn compare(levels: &LevelRuns, known: &[States], random: &mut StdRng) {
    assert_eq!(levels.levels(), known.len());
    assert_eq!(levels.known(), known.iter().map(States::len).sum::<usize>() as u64);
    for (level, known) in known.iter().enumerate() {
        assert_eq!(levels.states_of(level), known.len() as u64);
        let all = states_of(levels, level, 0, random.random_range(1..5000));
        assert_eq!(all.iter().cloned().collect::<States>(), *known);
        let from = random.random_range(0..=all.len());
        assert_eq!(states_of(levels, level, from as u64, 77), all[from..]);
    }
}

#[test]
fn each_level_is_what_no_level_before_has() {
    for seed in 0..fewer(40) as u64 {
        let mut random = StdRng::seed_from_u64(seed);
        let words = [1, 1, 2, 3, 6, 7, 9][random.random_range(0..7)];
        let spread = [1, 3, 60, 2000, u64::MAX][random.random_range(0..5)];
        let mut levels = LevelRuns::new(words, &space(None));
        let known = add_levels(&mut levels, &mut random, (20, 300, spread));
        compare(&levels, &known, &mut random);
    }
}

#[test]
fn large_levels_go_through_files_and_the_threads_make_no_difference() {
    if sanderling_cutoff::has_weak_hashes() {
        return;
    }
    let shares: [ShareOut<'_>; 2] = [&on_one_thread, &on_two_threads];
    let read = shares.map(|share_out| {
        let work = Work { share_out, is_cut: &|| false };
        let mut random = StdRng::seed_from_u64(3);
        let mut levels = LevelRuns::new(1, &space(None));
        let mut known = States::new();
        for _ in 0..4 {
            let mut new = States::new();
            for at in 0..fewer(120_000) {
                let state = state(&mut random, 1, 1 << 40);
                levels.add(&state);
                if at % 100_000 == 99_999 {
                    levels.spill(work).expect("there is room");
                }
                if !known.contains(&state) {
                    new.insert(state);
                }
            }
            assert_eq!(levels.finish(u64::MAX, work), Ok(new.len() as u64));
            known.extend(new);
        }
        let usage = levels.usage();
        assert!(cfg!(miri) || usage.read > 0 && usage.taken > 0 && usage.written > usage.taken, "{usage:?}");
        assert!(usage.peak >= usage.taken);
        (0..4).map(|level| states_of(&levels, level, 0, 1000)).collect::<Vec<_>>()
    });
    assert_eq!(read[0], read[1]);
}

#[test]
fn translated_states_are_in_their_levels_and_what_is_closed_comes_first() {
    for seed in 0..fewer(30) as u64 {
        let mut random = StdRng::seed_from_u64(seed);
        let mut levels = LevelRuns::new(1, &space(None));
        let known = add_levels(&mut levels, &mut random, (6, 200, 1000));
        let last = known.len() - 1;
        let closed = random.random_range(0..=known[last].len() as u64);
        let is_closed: States = states_of(&levels, last, 0, 50)[..closed as usize].iter().cloned().collect();
        let candidates: States = (0..50).map(|_| state(&mut random, 1, 2000)).collect();
        candidates.iter().for_each(|state| levels.add(state));
        let wide = |state: &[u64]| vec![state[0] << 60, 7, state[0] >> 4];
        let translate = |state: &[u64], wider: &mut [u64]| wider.copy_from_slice(&wide(state));
        levels
            .translate((3, closed), translate, random.random_range(0..10_000), WORK)
            .expect("there is room");
        let widened = |states: &States| states.iter().map(|state| wide(state)).collect::<States>();
        let known: Vec<States> = known.iter().map(widened).collect();
        compare(&levels, &known, &mut random);
        let open: States = states_of(&levels, last, closed, 10).into_iter().collect();
        assert_eq!(open, known[last].difference(&widened(&is_closed)).cloned().collect());
        let new = widened(&candidates);
        let new = new.iter().filter(|state| !known.iter().any(|level| level.contains(*state))).count();
        assert_eq!(levels.finish(u64::MAX, WORK), Ok(new as u64));
    }
}

#[test]
fn a_key_of_zeros_is_a_key() {
    for words in 1..8 {
        let mut candidates = Candidates::new(words);
        let zeros = vec![0; words];
        candidates.insert_all::<0>(&zeros);
        candidates.insert_all::<0>(&zeros);
        assert_eq!(candidates.len(), 1);
        candidates.sort();
        assert_eq!(candidates.sorted(), zeros);
        candidates.clear();
        let others = [vec![1; words], zeros.clone(), vec![u64::MAX; words]].concat();
        candidates.insert_all::<0>(&others);
        candidates.sort();
        assert_eq!(candidates.sorted(), [zeros, vec![1; words], vec![u64::MAX; words]].concat());
    }
}

#[test]
fn candidates_are_each_there_once_and_in_order() {
    for words in 1..9 {
        let mut random = StdRng::seed_from_u64(words as u64);
        let mut candidates = Candidates::new(words);
        for _ in 0..3 {
            let mut known = States::new();
            for _ in 0..random.random_range(0..fewer(3000)) {
                let key = state(&mut random, words, 9);
                let predicted = candidates.bytes_with(1);
                sanderling_system::with_words!(words, W => candidates.insert_all::<W>(&key));
                assert!(candidates.bytes() <= predicted);
                known.insert(key);
            }
            candidates.sort();
            assert!(candidates.sorted().chunks_exact(words).eq(known.iter()));
            candidates.clear();
            assert!(candidates.is_empty());
        }
    }
}

/// Adds more candidates than are kept in memory.
fn much(levels: &mut LevelRuns) -> Result<u64, RunError> {
    (0..400_000_u64).for_each(|number| levels.add(&[number.wrapping_mul(0x9e37_79b9_7f4a_7c15)]));
    levels.finish(u64::MAX, WORK)
}

#[test]
#[cfg_attr(miri, ignore = "files")]
fn what_does_not_fit_or_cannot_be_written_is_said() {
    assert_eq!(much(&mut LevelRuns::new(1, &space(Some(1 << 20)))), Err(RunError::Limit));
    let nowhere = || Arc::new(Space::new(|| tempfile::tempfile_in("does/not/exist"), None));
    assert_eq!(much(&mut LevelRuns::new(1, &nowhere())), Err(RunError::Unwritable));
    // Files are created only when needed, so what fits memory needs none.
    let mut few = LevelRuns::new(1, &nowhere());
    few.add(&[7]);
    assert_eq!(few.finish(u64::MAX, WORK), Ok(1));
    let cut = Work { is_cut: &|| true, ..WORK };
    few.add(&[8]);
    assert_eq!(few.finish(u64::MAX, cut), Err(RunError::Cut));
}

#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(miri, ignore = "files")]
fn a_full_disk_and_an_unwritable_one_are_different_errors() {
    let full = || std::fs::File::options().read(true).write(true).open("/dev/full");
    let space = Arc::new(Space::new(full, None));
    assert_eq!(much(&mut LevelRuns::new(1, &space)), Err(RunError::Full));
    assert_eq!(space.usage().taken, 0);
}

#[test]
#[cfg_attr(miri, ignore = "files")]
fn what_was_changed_on_disk_is_not_believed() {
    use std::io::{Seek, SeekFrom, Write};
    use std::sync::Mutex;
    let files: Arc<Mutex<Vec<std::fs::File>>> = Arc::default();
    let kept = Arc::clone(&files);
    let make = move || {
        let file = tempfile::tempfile()?;
        kept.lock().expect("no thread panics").push(file.try_clone()?);
        Ok(file)
    };
    let mut levels = LevelRuns::new(1, &Arc::new(Space::new(make, None)));
    much(&mut levels).expect("there is room");
    for file in &mut *files.lock().expect("no thread panics") {
        file.seek(SeekFrom::Start(12_345)).and_then(|_| file.write_all(&[0x55; 3])).expect("it is a file");
    }
    let mut reader = levels.reader(0, 0);
    assert_eq!(reader.read::<1>(usize::MAX, &mut Vec::new()), Err(RunError::Unreadable));
}

#[test]
fn candidates_are_looked_for_wherever_the_scope_has_them() {
    for seed in 0..fewer(60) as u64 {
        let mut random = StdRng::seed_from_u64(seed);
        let period = [1, 2, 3, 7, (1 << 61) - 1][random.random_range(0..5)];
        let back = [None, Some(0), Some(1), Some(3)][random.random_range(0..4)];
        let mut levels = LevelRuns::new(2, &space(None));
        levels.keep_to(Scope { period, back });
        let mut known: Vec<States> = Vec::new();
        for level in 0..15_u64 {
            if level > 0 && random.random_bool(0.2) {
                // In this level only other processes have states.
                levels.add_empty_level();
                known.push(States::new());
                continue;
            }
            let mut new = States::new();
            for _ in 0..random.random_range(1..200) {
                let state = vec![random.random_range(0..1 << 20), level % period];
                if !known.iter().any(|level| level.contains(&state)) {
                    levels.add(&state);
                    new.insert(state);
                }
            }
            // States are met again only in levels of the scope.
            for (before, states) in known.iter().enumerate() {
                let is_near = back.is_none_or(|back| before as u64 + back + 1 >= level);
                if is_near && before as u64 % period == level % period {
                    states.iter().take(50).for_each(|state| levels.add(state));
                }
            }
            let states = new.len() as u64;
            assert_eq!(levels.finish(u64::MAX, WORK), Ok(states), "{seed}");
            if states == 0 {
                levels.add_empty_level();
            }
            known.push(new);
            levels.closed.check(&levels.vault);
        }
        compare(&levels, &known, &mut random);
    }
}

#[test]
fn a_level_that_is_finished_in_part_is_completed_later() {
    for seed in 0..fewer(60) as u64 {
        let mut random = StdRng::seed_from_u64(seed);
        let mut levels = LevelRuns::new(1, &space(None));
        let mut known: Vec<States> = Vec::new();
        for _ in 0..5 {
            let states: States =
                (0..random.random_range(1..9000)).map(|_| state(&mut random, 1, 1 << 20)).collect();
            let new: States = states
                .iter()
                .filter(|state| !known.iter().any(|level| level.contains(*state)))
                .cloned()
                .collect();
            states.iter().for_each(|state| levels.add(state));
            let mut left = new.len() as u64;
            while left > 0 {
                let most = random.random_range(0..=left);
                assert_eq!(levels.finish(most, WORK), Ok(most));
                left -= most;
                assert_eq!(levels.candidates(), left);
            }
            assert!(!levels.is_partial());
            known.push(new);
        }
        compare(&levels, &known, &mut random);
        let order: Vec<_> = states_of(&levels, 4, 0, 100)
            .iter()
            .map(|state| {
                let mut key = vec![0];
                to_key::<0>(state, &mut key);
                key
            })
            .collect();
        assert!(order.is_sorted());
    }
}
