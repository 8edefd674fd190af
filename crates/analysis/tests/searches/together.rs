//! Searches by several processes, which are threads with channels here. The results equal those of one
//! process.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sanderling_analysis::{
    Control, Disk, Goal, Guidance, Limits, Lost, Observation, Options, Outcome, Peers, StopReason,
    StoreChoice, Stored, Together, Traffic, explore, explore_together,
};
use sanderling_cutoff::Inherited;
use sanderling_system::{Adaptive, EventId, Extremes, System};
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::tiny::systems::{after, clock, deadlock, diamond, one_way_chain, ring, self_loop};

use crate::on_disk::small_pieces;
use crate::stages::Counters;
use sanderling_testkit::tiny::{Growing, random_edges};

/// Channels to and from all processes. If `lost_after` is given, the process is lost after this number of
/// exchanges.
struct Channels {
    own: usize,
    to: Vec<Sender<Vec<u8>>>,
    from: Vec<Receiver<Vec<u8>>>,
    lost_after: Option<usize>,
}

impl Channels {
    fn of(processes: usize) -> Vec<Self> {
        let mut all: Vec<Self> = (0..processes)
            .map(|own| Self { own, to: Vec::new(), from: Vec::new(), lost_after: None })
            .collect();
        for from in 0..processes {
            for one in &mut all {
                let (sender, receiver) = channel();
                one.from.push(receiver);
                one.to.push(sender);
                debug_assert_eq!(one.from.len(), from + 1);
            }
        }
        // The sender at `[to][from]` belongs to the process that sends.
        let mut senders: Vec<_> = all.iter_mut().map(|one| std::mem::take(&mut one.to).into_iter()).collect();
        for one in &mut all {
            one.to =
                senders.iter_mut().map(|of_receiver| of_receiver.next().expect("one for each")).collect();
        }
        all
    }
}

impl Peers for Channels {
    fn processes(&self) -> usize {
        self.from.len()
    }

    fn own(&self) -> usize {
        self.own
    }

    fn send(&mut self, messages: Vec<Vec<u8>>) -> Result<(), Lost> {
        if let Some(left) = &mut self.lost_after {
            if *left == 0 {
                self.to.clear();
                return Err(Lost::new(self.own, "it was to be lost".into()));
            }
            *left -= 1;
        }
        for (process, message) in messages.into_iter().enumerate() {
            let lost = |_| Lost::new(process, "its channel is closed".into());
            self.to[process].send(message).map_err(lost)?;
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Vec<Vec<u8>>, Lost> {
        let received = self.from.iter().enumerate();
        let lost = |process| Lost::new(process, "its channel is closed".into());
        received.map(|(process, from)| from.recv().map_err(|_| lost(process))).collect()
    }

    fn leave(&mut self, _: StopReason) {
        self.to.clear();
    }

    fn traffic(&self) -> Traffic {
        Traffic::default()
    }
}

/// The results of a search that do not depend on the number of processes.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    counts: [u64; 4],
    levels: Vec<u64>,
    states: Option<u64>,
    stop: Option<StopReason>,
    maxima: Vec<u64>,
    never_fired: Vec<EventId>,
    lengths: Vec<Option<usize>>,
    undefined: Option<usize>,
    unwitnessed: Vec<usize>,
}

impl Found {
    fn of<S>(outcome: &Outcome<S>) -> Self {
        let hits = outcome.hits.iter();
        Self {
            counts: [outcome.visits, outcome.expanded, outcome.firings, outcome.dead],
            levels: outcome.levels.clone(),
            states: outcome.states,
            stop: outcome.stop,
            maxima: outcome.maxima.clone().expect("it was requested").each,
            never_fired: outcome.never_fired.clone().expect("it was requested"),
            lengths: hits.map(|hit| hit.as_ref().map(|witness| witness.events.len())).collect(),
            undefined: outcome.undefined.as_ref().map(|witness| witness.events.len()),
            unwitnessed: outcome.unwitnessed.clone(),
        }
    }
}

fn observation<S: System>(goals: Vec<Goal<'_, S>>) -> Observation<'_, S> {
    Observation { goals, extremes: true, fired_events: true, ..Observation::default() }
}

/// Searches with this number of processes, and returns the results of each.
fn together<S: Extremes + Adaptive + Send + Sync + Clone>(
    (system, options, processes): (&S, &Options, usize),
    observation: &Observation<'_, S>,
    lost: Option<(usize, usize)>,
) -> Vec<Together<S>> {
    let mut channels = Channels::of(processes);
    lost.into_iter().for_each(|(process, after)| channels[process].lost_after = Some(after));
    let cutoffs = Inherited::of_this_thread();
    let one = |mut peers: Channels| {
        cutoffs.take_over();
        let (guidance, control) = (Guidance::default(), Control::default());
        explore_together(system.clone(), options, observation, &guidance, &control, (&mut peers, "the same"))
    };
    thread::scope(|scope| {
        let threads: Vec<_> = channels.into_iter().map(|peers| scope.spawn(|| one(peers))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no process panics")).collect()
    })
}

/// Checks that any number of processes and threads gives the results of one process.
fn agree<S: Extremes + Adaptive + Send + Sync + Clone>(
    system: &S,
    goals: impl Fn() -> Vec<Goal<'static, S>>,
) {
    let observation = observation(goals());
    let plain =
        explore(system.clone(), &Options::default(), &observation, &Guidance::default(), &Control::default());
    let expected = Found::of(&plain);
    let of_trees =
        [(1, 2), (2, 1), (3, 1)].map(|(processes, threads)| (StoreChoice::Tree, processes, threads));
    let of_disks =
        [(1, 1), (2, 2), (3, 1)].map(|(processes, threads)| (StoreChoice::Disk, processes, threads));
    let of_whole = [(1, 1), (2, 1), (3, 2), (4, 1)];
    let of_whole = of_whole.map(|(processes, threads)| (StoreChoice::Packed, processes, threads));
    for (store, processes, threads) in of_whole.into_iter().chain(of_trees).chain(of_disks) {
        let options = Options { threads, store, ..Options::default() };
        for one in together((system, &options, processes), &observation, None) {
            assert_eq!(one.lost, None);
            let used = match one.outcome.store {
                Stored::Tree(_) => StoreChoice::Tree,
                Stored::Disk(_) => StoreChoice::Disk,
                _ => StoreChoice::Packed,
            };
            assert_eq!(used, store);
            assert_eq!(Found::of(&one.outcome), expected, "{processes} processes, {store:?}");
            assert_eq!(one.shares.len(), processes);
            assert_eq!(one.shares.iter().map(|share| share.states).sum::<u64>(), plain.visits);
            for (hit, goal) in one.outcome.hits.iter().zip(&observation.goals) {
                assert!(hit.as_ref().is_none_or(|witness| leads_to(
                    &one.outcome.system,
                    &witness.events,
                    goal
                )));
            }
        }
    }
}

/// Whether the state after these events meets a goal.
fn leads_to<S: System>(system: &S, events: &[EventId], goal: &Goal<'_, S>) -> bool {
    let state = after(system, events);
    let (mut scratch, mut enabled) = (system.scratch(), Vec::new());
    system.unpack::<0>(&state, &mut scratch);
    system.enabled::<0>(&state, &scratch, &mut enabled);
    goal(system, &state, &scratch, &enabled)
}

fn is_dead<S: System>() -> Goal<'static, S> {
    Box::new(|_, _, _, events| events.is_empty())
}

#[test]
fn several_processes_count_the_states_of_tiny_systems() {
    let size = if sanderling_cutoff::has_weak_hashes() { 5 } else { 9 };
    for system in [clock(100), ring(37), diamond(size), one_way_chain(70), deadlock(), self_loop()] {
        for words in [1, 2, 7] {
            agree(&system.clone().with_words(words), || vec![is_dead()]);
        }
    }
}

#[test]
fn several_processes_agree_with_one_on_systems_that_outgrow_their_packing() {
    for_seeds(60, |seed| {
        let edges = random_edges(seed);
        let mut random = StdRng::seed_from_u64(seed);
        let wanted = random.random_range(0..edges.len());
        let goals = move || -> Vec<Goal<'static, Growing>> {
            vec![Box::new(move |_, _, &node, _| node == wanted), is_dead()]
        };
        agree(&Growing::new(edges), goals);
    });
}

/// The counts before an undefined event is met depend on the size of batches. Its state and its distance do
/// not.
#[test]
fn an_undefined_event_is_found_where_one_process_finds_it() {
    let mut met = 0;
    for seed in 0..80 {
        let edges = random_edges(seed);
        let mut random = StdRng::seed_from_u64(seed);
        let undefined = random.random_range(1..edges.len());
        let system = Growing::new(edges).with_undefined(Some(undefined));
        let observation = observation(Vec::new());
        let (guidance, control) = (Guidance::default(), Control::default());
        let plain = explore(system.clone(), &Options::default(), &observation, &guidance, &control);
        met += usize::from(plain.undefined.is_some());
        for store in [StoreChoice::Auto, StoreChoice::Tree, StoreChoice::Disk] {
            let options = Options { store, ..Options::default() };
            for one in together((&system, &options, 3), &observation, None) {
                assert_eq!(one.outcome.stop, plain.stop, "{seed}");
                let length =
                    |outcome: &Outcome<Growing>| outcome.undefined.as_ref().map(|path| path.events.len());
                assert_eq!(length(&one.outcome), length(&plain), "{seed}");
            }
        }
    }
    assert!(met > 5, "{met}");
}

#[test]
fn limits_hold_for_all_processes() {
    let system = diamond(12);
    let observation = observation(Vec::new());
    let limits = Limits { states: Some(300), ..Limits::default() };
    for one in together((&system, &Options { limits, ..Options::default() }, 3), &observation, None) {
        assert_eq!(one.outcome.stop, Some(StopReason::States));
        assert!((300..4096).contains(&one.outcome.visits), "{}", one.outcome.visits);
    }
    let limits = Limits { memory_bytes: Some(1), ..Limits::default() };
    for one in together((&system, &Options { limits, ..Options::default() }, 2), &observation, None) {
        assert_eq!(one.outcome.stop, Some(StopReason::Memory));
    }
}

/// Each process has as many ids as a search by one.
#[test]
fn several_processes_have_room_for_more_states_than_one() {
    if sanderling_cutoff::has_weak_hashes() {
        return;
    }
    let system = diamond(13);
    let observation = observation(vec![is_dead()]);
    let (guidance, control) = (Guidance::default(), Control::default());
    let options = Options { states_of_shard: 16, store: StoreChoice::Packed, ..Options::default() };
    let one = explore(system.clone(), &options, &observation, &guidance, &control);
    assert_eq!(one.stop, Some(StopReason::StoreFull));
    let few = together((&system, &options, 2), &observation, None);
    assert!(few.iter().all(|one| one.outcome.stop == Some(StopReason::StoreFull) && one.lost.is_none()));
    for one in together((&system, &options, 8), &observation, None) {
        assert_eq!((one.outcome.stop, one.outcome.visits), (None, 1 << 13));
        assert!(one.outcome.visits > 16 * 256);
        assert_eq!(one.outcome.hits[0].as_ref().map(|hit| hit.events.len()), Some(13));
    }
}

/// With too little memory all processes fail. With more and more memory, all give the results of one
/// process, and some searches end with such a store.
fn some_memory_leads_to(is_that_store: impl Fn(&Stored) -> bool, disk: &Disk) {
    let system = Counters;
    let observation = observation(vec![is_dead()]);
    let (guidance, control) = (Guidance::default(), Control::default());
    let expected =
        Found::of(&explore(system.clone(), &Options::default(), &observation, &guidance, &control));
    let mut bytes = 1 << 16;
    while bytes < 1 << 23 {
        let limits = Limits { memory_bytes: Some(bytes), ..Limits::default() };
        let options = Options { limits, disk: disk.clone(), store: StoreChoice::Auto, ..Options::default() };
        let all = together((&system, &options, 2), &observation, None);
        let of = |one: &Together<Counters>| (one.outcome.stop, is_that_store(&one.outcome.store));
        let first = of(&all[0]);
        for one in &all {
            assert_eq!((of(one), &one.lost), (first, &None));
            match first.0 {
                None => assert_eq!(Found::of(&one.outcome), expected),
                stop => assert_eq!(stop, Some(StopReason::Memory)),
            }
        }
        if first == (None, true) {
            return;
        }
        bytes += bytes / 40;
    }
    panic!("no memory leads to that store");
}

/// If one of them runs out of memory for whole states, all restart with trees.
#[test]
fn where_memory_is_used_up_all_go_on_over_trees() {
    if sanderling_cutoff::has_weak_hashes() {
        return;
    }
    some_memory_leads_to(|store| matches!(store, Stored::Tree(_)), &Disk::default());
}

/// If trees do not fit either, and a directory is given, all restart on disk.
#[test]
fn where_trees_are_too_large_all_go_on_on_disk() {
    if sanderling_cutoff::has_weak_hashes() {
        return;
    }
    let disk = Disk { directory: Some(std::env::temp_dir()), max_bytes: None };
    some_memory_leads_to(|store| matches!(store, Stored::Disk(_)), &disk);
}

#[test]
fn a_disk_that_is_too_small_for_one_ends_all() {
    let _entered = small_pieces().enter();
    let observation = observation(Vec::new());
    let disk = Disk { max_bytes: Some(300), ..Disk::default() };
    let options = Options { store: StoreChoice::Disk, disk, ..Options::default() };
    for processes in [1, 2, 3] {
        for one in together((&diamond(12), &options, processes), &observation, None) {
            assert_eq!((one.outcome.stop, one.lost), (Some(StopReason::DiskLimit), None));
        }
    }
}

#[test]
fn losing_a_process_ends_the_search_everywhere() {
    let system = diamond(8);
    let observation = observation(Vec::new());
    for after in 0..8 {
        for (number, one) in together((&system, &Options::default(), 3), &observation, Some((1, after)))
            .into_iter()
            .enumerate()
        {
            assert_eq!(one.outcome.stop, Some(StopReason::PeerLost), "{number}, {after}");
            assert!(one.lost.is_some());
        }
    }
}

#[test]
fn a_decided_search_ends_with_a_shortest_path_everywhere() {
    let goal = |node: usize| -> Goal<'static, _> {
        Box::new(
            move |system: &sanderling_testkit::tiny::systems::GraphSystem,
                  state: &[u64],
                  _: &_,
                  _: &[EventId]| { system.node(state) == Some(node) },
        )
    };
    let observation = Observation { stop_when_decided: true, ..observation(vec![goal(40)]) };
    for processes in 1..=4 {
        for one in together((&ring(100), &Options::default(), processes), &observation, None) {
            assert_eq!(one.outcome.stop, Some(StopReason::Decided));
            assert_eq!(one.outcome.hits[0].as_ref().map(|hit| hit.events.len()), Some(40));
        }
    }
}
