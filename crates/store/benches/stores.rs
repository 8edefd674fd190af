//! Hashing states, and what each store takes to put one in and to find it again.
//!
//! States are the nodes of a tree with eight branches, each as two words whose bits are mixed, so that they are spread
//! as those of a search are, and a store of pairs can find its way to each. `cargo bench -p sanderling-store`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use sanderling_store::hash::{hash, shard_of, within_shard};
use sanderling_store::pairs::{Origin, PairOptions, PairStore, Replay};
use sanderling_store::{
    Bitstate, Fingerprint, Folded, HashCompaction, PackedStore, Records, StateId, TreeStore,
};
use sanderling_system::EventId;

fn main() {
    divan::main();
}

const BRANCHES: u64 = 8;

/// Few enough for a fast run, and more than the nearest caches hold.
const STATES: u64 = 1 << 17;

/// The numbers of half-words repeat, as those of a net's places do.
fn state(number: u64) -> [u64; 2] {
    [number & 0xff | (number >> 8 & 0x3f) << 40, number >> 14 | (number & 0x7) << 50]
}

fn number([a, b]: [u64; 2]) -> u64 {
    a & 0xff | (a >> 40) << 8 | (b & 0xff_ffff_ffff) << 14
}

/// Each state with the number of the one that it is found from.
fn states() -> impl Iterator<Item = ([u64; 2], u64)> {
    (1..STATES).map(|at| (state(at), (at - 1) / BRANCHES))
}

/// The tree as a system.
struct Tree;

impl Replay for Tree {
    fn unpack<const W: usize>(&mut self, _: &[u64]) {}

    fn fire<const W: usize>(&mut self, from: &[u64], event: EventId, successor: &mut [u64]) {
        let next = number([from[0], from[1]]) * BRANCHES + event.index() as u64 + 1;
        successor.copy_from_slice(&state(next));
    }
}

#[divan::bench(consts = [1, 2, 4, 8])]
fn hashing<const W: usize>(bencher: Bencher<'_, '_>) {
    let states: Vec<[u64; W]> = (0..1000).map(|at| [at; W]).collect();
    bencher
        .counter(ItemsCount::new(states.len()))
        .bench_local(|| states.iter().fold(0, |sum, state| sum ^ hash(black_box(state))));
}

#[divan::bench(consts = [1, 2, 4, 8])]
fn hashing_to_128_bits<const W: usize>(bencher: Bencher<'_, '_>) {
    let states: Vec<[u64; W]> = (0..1000).map(|at| [at; W]).collect();
    bencher
        .counter(ItemsCount::new(states.len()))
        .bench_local(|| states.iter().fold(0, |sum, state| sum ^ Fingerprint::of(black_box(state)).first));
}

/// Benches for putting all states into a new store, and for looking them up in one that has them.
macro_rules! bench_store {
    ($name:ident, $new:expr, $insert:expr) => {
        mod $name {
            use super::*;

            #[divan::bench]
            fn insert(bencher: Bencher<'_, '_>) {
                let bencher = bencher.counter(ItemsCount::new(STATES));
                bencher.with_inputs(|| $new).bench_local_refs(|store| $insert(store));
            }

            #[divan::bench]
            fn look_up(bencher: Bencher<'_, '_>) {
                let mut store = $new;
                $insert(&mut store);
                bencher.counter(ItemsCount::new(STATES)).bench_local(|| $insert(&mut store));
            }
        }
    };
}

bench_store!(packed, PackedStore::new(2), |store: &mut PackedStore| {
    for (state, _) in states() {
        black_box(store.insert::<2>(&state, StateId::new(0, 0)));
    }
});

bench_store!(packed_in_batches, (PackedStore::new(2), batches()), |(store, batches): &mut (
    PackedStore,
    Vec<Records>
)| {
    for (shard, records) in store.shards_mut().iter_mut().zip(batches) {
        assert!(shard.insert_all(records));
    }
});

/// The states sorted by shard, as a batched search hands them over.
fn batches() -> Vec<Records> {
    let mut batches: Vec<Records> = (0..256).map(|_| Records::new()).collect();
    for (state, _) in states() {
        let hash = hash(&state);
        batches[shard_of(hash)].push(StateId::new(0, 0), within_shard(hash), &state);
    }
    batches
}

bench_store!(tree, tree(), |(store, folded): &mut (TreeStore, Folded)| {
    for (state, _) in states() {
        store.fold_known(None, &state, folded);
        let key = folded.keys[0].expect("all nodes are known");
        black_box(store.insert(key)).expect("there is room");
    }
});

/// A tree that has all nodes and no state.
fn tree() -> (TreeStore, Folded) {
    let mut tree = TreeStore::new(2);
    let all: Vec<u64> = states().flat_map(|(state, _)| state).collect();
    tree.fold(&all, &mut Vec::new()).expect("there is room");
    tree.widen().expect("there is room");
    (tree, Folded::default())
}

bench_store!(comback, PairStore::new(2, 8, PairOptions::default()), |store: &mut PairStore| {
    let mut ids = Vec::with_capacity(STATES as usize);
    ids.push(match store.find::<_, 2>(&mut Tree, &state(0)) {
        Some(root) => root,
        None => store.insert_root(&state(0)),
    });
    for (at, (state, pred)) in states().enumerate() {
        let event = EventId::new(at % BRANCHES as usize);
        let origin = Origin { pred: ids[pred as usize], event, depth: depth(at as u64 + 1) };
        match store.insert::<_, 2>(&mut Tree, &state, origin) {
            sanderling_store::Insertion::New(id) | sanderling_store::Insertion::Known(id) => ids.push(id),
            sanderling_store::Insertion::Full => unreachable!("there is room"),
        }
    }
});

/// How many branches lead to a node.
fn depth(mut node: u64) -> u32 {
    let mut depth = 0;
    while node > 0 {
        (node, depth) = ((node - 1) / BRANCHES, depth + 1);
    }
    depth
}

bench_store!(hash_compaction, HashCompaction::new(64), |store: &mut HashCompaction| {
    for (state, _) in states() {
        black_box(store.visit(Fingerprint::of(&state)));
    }
});

bench_store!(bitstate, Bitstate::new(1 << 22, 3), |store: &mut Bitstate| {
    for (state, _) in states() {
        black_box(store.visit(Fingerprint::of(&state)));
    }
});
