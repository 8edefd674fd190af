//! Tests of the store of pairs with every strategy, over a system of two numbers, compared with plain maps.

use std::collections::{HashMap, VecDeque};

use super::*;
use crate::Records;

/// A system of two numbers, in which every event is always enabled.
struct Mixing {
    modulus: u64,
    unpacked: Vec<u64>,
}

const EVENTS: usize = 3;

impl Mixing {
    fn new(modulus: u64) -> Self {
        Self { modulus, unpacked: Vec::new() }
    }

    fn successor(&self, state: &[u64], event: usize) -> Vec<u64> {
        let (a, b) = (state[0], state[1]);
        let next = match event {
            0 => [a + 1, b],
            1 => [b * 3 + 1, a],
            _ => [a, a + b * b],
        };
        next.map(|number| number % self.modulus).to_vec()
    }
}

impl Replay for Mixing {
    fn unpack<const W: usize>(&mut self, state: &[u64]) {
        self.unpacked = state.to_vec();
    }

    fn fire<const W: usize>(&mut self, state: &[u64], event: EventId, successor: &mut [u64]) {
        assert_eq!(self.unpacked, state, "states are unpacked before events are fired there");
        successor.copy_from_slice(&self.successor(state, event.index()));
    }
}

/// Returns every strategy, with caches and levels of several sizes.
fn all_options() -> Vec<PairOptions> {
    let mut all = vec![PairOptions::default()];
    if cfg!(miri) {
        let whole = WholeLevels(7);
        all.push(PairOptions { cache: CacheSize::States(1), strategy: "lru".parse().unwrap(), whole });
        return all;
    }
    for strategy in ["fixed", "fifo", "lru", "random", "distance"] {
        for states in [0, 1, 9, 10_000] {
            for every in [0, 1, 7] {
                all.push(PairOptions {
                    cache: CacheSize::States(states),
                    strategy: strategy.parse().unwrap(),
                    whole: WholeLevels(every),
                });
            }
        }
    }
    all
}

/// Returns a modulus, which is smaller if states have only a few hashes, since each state is then compared with many
/// others.
fn modulus() -> u64 {
    match sanderling_cutoff::has_weak_hashes() {
        _ if cfg!(miri) => 5,
        true => 13,
        false => 31,
    }
}

/// Explores one state at a time, depth first or breadth first.
fn explored(options: PairOptions, is_depth_first: bool) -> (PairStore, HashMap<Vec<u64>, StateId>) {
    let mut replay = Mixing::new(modulus());
    let mut store = PairStore::new(2, EVENTS, options);
    let initial = vec![1, 2];
    let root = store.insert_root(&initial);
    let mut known = HashMap::from([(initial, root)]);
    let mut open = VecDeque::from([(root, 0)]);
    while let Some((pred, depth)) = if is_depth_first { open.pop_back() } else { open.pop_front() } {
        let mut state = vec![0; 2];
        store.load::<_, 2>(&mut replay, pred, &mut state);
        assert_eq!(known[&state], pred);
        for event in 0..EVENTS {
            let next = replay.successor(&state, event);
            let origin = Origin { pred, event: EventId::new(event), depth: depth + 1 };
            match store.insert::<_, 2>(&mut replay, &next, origin) {
                Insertion::New(id) => {
                    assert!(known.insert(next, id).is_none());
                    open.push_back((id, depth + 1));
                }
                Insertion::Known(id) => assert_eq!(known.get(&next), Some(&id)),
                Insertion::Full => panic!("there is room"),
            }
        }
    }
    (store, known)
}

#[test]
fn each_state_is_stored_once_and_found_again_whatever_is_cached() {
    let mut replay = Mixing::new(modulus());
    for options in all_options() {
        for is_depth_first in [false, true] {
            let (mut store, known) = explored(options, is_depth_first);
            assert_eq!(store.len(), known.len());
            assert!(known.len() as u64 > modulus(), "{}", known.len());
            for (state, &id) in &known {
                let mut found = vec![0; 2];
                store.load::<_, 0>(&mut replay, id, &mut found);
                assert_eq!(found, *state, "{options:?}");
                assert_eq!(store.find::<_, 2>(&mut replay, state), Some(id));
                let along = |state: Vec<u64>, event: &EventId| replay.successor(&state, event.index());
                assert_eq!(store.events_to(id).iter().fold(vec![1, 2], along), *state, "{options:?}");
            }
            assert_eq!(store.find::<_, 2>(&mut replay, &[modulus(), 0]), None);
        }
    }
}

#[test]
fn states_that_are_found_together_are_those_that_are_found_one_by_one() {
    let mut replay = Mixing::new(modulus());
    for options in all_options() {
        let (mut store, known) = explored(options, false);
        let by_id: HashMap<StateId, &Vec<u64>> = known.iter().map(|(state, &id)| (id, state)).collect();
        let mut ids: Vec<StateId> = known.values().copied().filter(|id| id.position() % 3 != 1).collect();
        ids.sort_unstable();
        let mut states = Vec::new();
        store.load_all(&mut replay, &ids, &mut states);
        assert_eq!(states.len(), 2 * ids.len());
        assert!(ids.iter().zip(states.chunks(2)).all(|(id, state)| by_id[id] == state), "{options:?}");
    }
}

#[test]
fn what_is_put_in_together_is_what_is_put_in_one_by_one() {
    let mut replay = Mixing::new(modulus());
    for options in all_options() {
        let (_, known) = explored(options, false);
        let mut store = PairStore::new(2, EVENTS, options);
        store.insert_root(&[1, 2]);
        let mut closed = vec![0; SHARDS];
        for depth in 1.. {
            let end: Vec<usize> = (0..SHARDS).map(|shard| store.positions_in(shard)).collect();
            let level = (0..SHARDS).flat_map(|shard| {
                (closed[shard]..end[shard]).map(move |position| StateId::new(shard, position))
            });
            let level: Vec<StateId> = level.collect();
            if level.is_empty() {
                break;
            }
            let mut states = Vec::new();
            store.load_all(&mut replay, &level, &mut states);
            let mut records = vec![Records::new(); SHARDS];
            for (&pred, state) in level.iter().zip(states.chunks(2)) {
                for event in 0..EVENTS {
                    let next = replay.successor(state, event);
                    let hash = hash(&next);
                    let record = [event as u64, next[0], next[1]];
                    records[shard_of(hash)].push(pred, within_shard(hash), &record);
                }
            }
            assert!(store.insert_all::<_, 2>(&mut replay, |shard| &records[shard], depth));
            closed = end;
        }
        assert_eq!(store.len(), known.len(), "{options:?}");
        assert!(known.keys().all(|state| store.find::<_, 2>(&mut replay, state).is_some()));
    }
}

/// Removes leaves of the tree of predecessors first.
#[test]
fn what_is_removed_may_come_again_and_the_others_stay() {
    let mut replay = Mixing::new(modulus());
    for options in all_options() {
        let (mut store, mut known) = explored(options, false);
        let mut gone: Vec<(Vec<u64>, Origin)> = Vec::new();
        for round in 0..3 {
            let preds: Vec<StateId> = known.values().map(|&id| store.pred(id)).collect();
            let is_leaf = |id: StateId| !preds.contains(&id);
            let leaves = known.iter().filter(|&(state, &id)| is_leaf(id) && state[0] % 3 != round);
            let leaves: Vec<_> = leaves.map(|(state, &id)| (state.clone(), id)).collect();
            for (state, id) in leaves {
                let origin =
                    Origin { pred: store.pred(id), event: store.event_and_wholeness(id).0, depth: 1 };
                store.remove(id);
                assert!(!store.is_taken(id));
                known.remove(&state);
                gone.push((state, origin));
            }
            assert_eq!(store.len(), known.len());
            assert!(gone.iter().all(|(state, _)| store.find::<_, 2>(&mut replay, state).is_none()));
        }
        for (state, origin) in gone.into_iter().rev() {
            // The ids of removed states may have been reused.
            if !known.values().any(|&id| id == origin.pred) {
                continue;
            }
            let mut pred = vec![0; 2];
            store.load::<_, 2>(&mut replay, origin.pred, &mut pred);
            if replay.successor(&pred, origin.event.index()) == state {
                let Insertion::New(id) = store.insert::<_, 2>(&mut replay, &state, origin) else {
                    panic!("it was gone")
                };
                known.insert(state, id);
            }
        }
        for (state, &id) in &known {
            assert_eq!(store.find::<_, 2>(&mut replay, state), Some(id), "{options:?}");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "a count of many states, without unsafe code")]
fn a_state_takes_little_whatever_its_words() {
    if sanderling_cutoff::has_weak_hashes() {
        return;
    }
    for words in [1, 2, 10] {
        let options = PairOptions { cache: CacheSize::States(100), ..PairOptions::default() };
        let mut store = PairStore::new(words, 256, options);
        let mut state = vec![0; words];
        let root = store.insert_root(&state);
        for number in 1..300_000_u64 {
            state[words - 1] = number;
            let origin = Origin { pred: root, event: EventId::new(7), depth: number as u32 };
            store.insert_surely(hash(&state), &state, origin, false);
        }
        let share = store.bytes() as f64 / store.len() as f64;
        assert!(share < 14.5, "{share} bytes for a state of {words} words");
    }
}
