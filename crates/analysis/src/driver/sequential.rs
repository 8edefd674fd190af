//! The sequential driver: the general state exploring algorithm, one event at a time, with state caching.
//!
//! Source: Evangelista and Kristensen, *Search-Order Independent State Caching*, Transactions on Petri Nets
//! and Other Models of Concurrency IV, 2010, figures 1 and 3. An open state may be partly expanded, and the
//! open set chooses the next one. The [cache](crate::retention::cache) and the
//! [sweep-line](crate::retention::sweep) decide which states to forget.
//!
//! INVARIANT: every stored state is open or closed. Every successor of a closed state has been visited, or
//! will be along another path, as the reduction guarantees.

mod expansion;
mod forgetting;
pub(super) mod handover;
mod restart;
mod saving;

use std::time::Duration;

use sanderling_cutoff::{EVENTS_BETWEEN_PAUSES, EVENTS_OF_SAMPLE};
use sanderling_machine::clock::Instant;
use sanderling_system::{Adaptive, Extremes, Fired, with_few_words, with_words_of};

use self::expansion::{Expansion, Followed};
use self::saving::Saving;
use super::Options;
use super::guide::Guide;
use super::search::{Interruption, Search};
use crate::limits::StopReason;
use crate::open::{OpenSet, OpenState};
use crate::outcome::Outcome;
use crate::phases::{Sample, Timer, Untimed, Work};
use crate::reduce::{Chains, SetId, SleepSets};
use crate::relaxation::Ended;
use crate::retention::Caching;
use crate::retention::cache::Cache;
use crate::retention::sweep::Sweep;
use crate::store::{OneByOne, Store};

/// Target for the time between two checks of whether the search is to end.
const BETWEEN_GLANCES: Duration = Duration::from_millis(5);

/// The progress of a search between pauses.
struct Course {
    open: OpenSet,
    /// The number of events to fire until the next pause.
    until_pause: u32,
    /// Whether no work is left.
    is_over: bool,
    /// Whether an event was fired whose effect has not been recorded. The search cannot resume from there.
    is_half_done: bool,
}

impl Course {
    /// Starts after a pause, with these open states.
    fn of(open: OpenSet) -> Self {
        Self { open, until_pause: EVENTS_BETWEEN_PAUSES.bits(), is_over: false, is_half_done: false }
    }

    /// Marks the last event to be fired again. That is impossible if states of a chain have been passed.
    fn put_back(&mut self, passes_chains: bool) {
        self.is_half_done = passes_chains;
        if let Some(current) = self.open.current() {
            current.fired = current.fired.saturating_sub(1);
        }
    }
}

/// Explores from the initial state, or resumes from a checkpoint.
pub(super) fn explore<S: Extremes + Adaptive>(mut search: Search<'_, S, OneByOne>) -> Outcome<S> {
    let (course, saving) = Saving::begin(&mut search, start);
    go_along(search, course, saving)
}

/// Continues from these open states, without checkpoints.
pub(super) fn go_on<S: Extremes + Adaptive>(search: Search<'_, S, OneByOne>, open: OpenSet) -> Outcome<S> {
    go_along(search, Course::of(open), Saving::none())
}

/// Opens the initial state.
fn start<S: Extremes + Adaptive>(search: &mut Search<'_, S, OneByOne>) -> Course {
    let options = search.options;
    let root = search.state(search.root);
    search.sleep = sleep_of(search);
    search.sleep.iter_mut().for_each(|sleep| sleep.discovered(search.root, SetId::EMPTY));
    search.cache = cache_of(search);
    if let Some(cache) = &mut search.cache {
        cache.discovered(search.store.by_id(), (search.root, &root), 0, 0);
        cache.note_peak();
    }
    let mut guide = Guide::new(&search.system, search.guidance, options);
    guide.look_at::<0>(&search.system, &root);
    search.sweep = sweep_of(search, guide.progress.clone());
    search.sweep.iter_mut().for_each(|sweep| sweep.log.add(search.root, None, &[]));
    let mut open = open_set_of(options);
    open.push_in(&guide.progress, OpenState::new(search.root, 0, None), guide.priority);
    Course::of(open)
}

/// The sleep sets, if events may sleep. They are empty at first.
fn sleep_of<'a, S: Extremes>(search: &Search<'a, S, OneByOne>) -> Option<SleepSets<'a>> {
    let independence = || search.guidance.independence.as_ref();
    let sleep_sets = || SleepSets::new(independence().expect("sleep sets need to know what is independent"));
    search.options.events.sleep.then(sleep_sets)
}

/// The empty cache that a search begins with, if any. If memory alone limits the states, the cache is built
/// when memory runs out.
fn cache_of<S: Extremes>(search: &Search<'_, S, OneByOne>) -> Option<Cache> {
    let options = search.options;
    let passes_chains = matches!(options.chains, Chains::Unstored { .. });
    let is_limited = options.retention.caches() && options.caching.max_states.is_some();
    // A sweep-line without a cache keeps the states of its class, and depends on that.
    let max_states = options.caching.max_states.filter(|_| options.retention.caches());
    let caching = Caching { max_states, ..options.caching.clone() };
    let needs_cache = is_limited || options.retention.sweeps() || passes_chains;
    needs_cache.then(|| Cache::new(&caching, search.store.by_id()))
}

/// The sweep-line that a search begins with, if any, at this progress.
fn sweep_of<S: Extremes>(search: &Search<'_, S, OneByOne>, progress: Vec<i64>) -> Option<Sweep> {
    search.options.retention.sweeps().then(|| Sweep::at(progress, &search.options.disk))
}

fn open_set_of(options: &Options) -> OpenSet {
    if options.retention.sweeps() {
        OpenSet::with_classes(options.order)
    } else {
        OpenSet::new(options.order)
    }
}

fn go_along<'a, S: Extremes + Adaptive>(
    mut search: Search<'a, S, OneByOne>,
    mut course: Course,
    mut saving: Saving<'a>,
) -> Outcome<S> {
    while search.stop.is_none() && !course.is_over {
        if course.open.is_empty() && !start_next_sweep(&mut search, &mut course.open) {
            course.is_over = true;
            continue;
        }
        if let Some(interruption) = explore_some(&mut search, &mut course) {
            relax(&mut search, &mut course, interruption);
        }
        if search.must_forget && search.stop.is_none() {
            begin_to_forget(&mut search, &mut course.open, true);
        }
        if search.stop.is_none() {
            search.stop = saving.after_round(&mut search, &course).err();
        }
        #[cfg(debug_assertions)]
        check(&search, &mut course.open);
    }
    saving.end(&mut search, &course);
    if search.stop.is_none() {
        pause(&mut search, 0, course.open.bytes(), 0);
    }
    if let Some(sweep) = &mut search.sweep {
        sweep.note_class(search.store.by_id());
    }
    search.outcome()
}

/// Reports progress, makes room, and stops the search if a limit is reached. The open states take `bytes`,
/// and may soon take `reserve` more.
fn pause<S: Extremes + Adaptive>(
    search: &mut Search<'_, S, OneByOne>,
    open: u64,
    bytes: usize,
    reserve: usize,
) {
    let bytes = search.report(open, bytes);
    search.grow_or_forget(bytes + reserve);
    search.stop_if_due(open, bytes);
}

/// See [`Search::begin_to_forget`].
fn begin_to_forget<S: Extremes + Adaptive>(
    search: &mut Search<'_, S, OneByOne>,
    open: &mut OpenSet,
    is_full: bool,
) {
    let open = open.iter_mut().filter(|state| !state.is_done).map(|state| state.id);
    search.begin_to_forget(open, is_full);
}

/// Asserts the invariants of the termination-detection tree, if that is quick.
#[cfg(debug_assertions)]
fn check<S: Extremes + Adaptive>(search: &Search<'_, S, OneByOne>, open: &mut OpenSet) {
    if let Some(cache) = search.cache.as_ref().filter(|_| search.store.len() < 10_000) {
        let open = open.iter_mut().filter(|state| !state.is_done);
        cache.tree.check(search.store.by_id(), open.map(|state| state.id));
    }
}

/// Opens the states from which the next sweep starts, and returns whether there are any.
fn start_next_sweep<S: Extremes + Adaptive>(
    search: &mut Search<'_, S, OneByOne>,
    open: &mut OpenSet,
) -> bool {
    let (Some(sweep), Some(cache)) = (&mut search.sweep, &mut search.cache) else { return false };
    let roots =
        with_few_words!(search.store.words(), W => sweep.next_sweep::<W>(cache, search.store.by_id_mut()));
    let mut guide = Guide::new(&search.system, search.guidance, search.options);
    for &root in &roots {
        let state = search.state(root.id);
        guide.look_at::<0>(&search.system, &state);
        open.push_in(&guide.progress, root, guide.priority);
    }
    let (Some(sweep), Some(cache)) = (&mut search.sweep, &mut search.cache) else { return false };
    if let Some(progress) = open.progress() {
        with_few_words!(search.store.words(), W => sweep.advance::<W>(cache, search.store.by_id_mut(), progress));
    }
    !roots.is_empty()
}

/// Explores until the next pause, until no state is open, the search is stopped, or an event has no
/// successor. In the last case, returns the event and its state. The first few events are timed.
fn explore_some<S: Extremes + Adaptive>(
    search: &mut Search<'_, S, OneByOne>,
    course: &mut Course,
) -> Option<Interruption> {
    let began = Instant::now();
    let Course { open, until_pause, .. } = course;
    let mut expansion = Expansion::<S>::new(search);
    let mut sample = Sample::start();
    // NOTE: measured with a known number of words, the shares of the sample hardly differ, and this saves
    // half of the code.
    let mut interruption = fire_some::<S, 0, _>(
        (search, open),
        &mut expansion,
        (until_pause, EVENTS_OF_SAMPLE.bits()),
        &mut sample,
    );
    let mut events = EVENTS_OF_SAMPLE.bits();
    let mut is_cut = false;
    // If events are slow, a request to end does not wait for all of them. The checks of memory do not depend
    // on this clock, so that the same states are forgotten each time.
    while *until_pause > 0 && interruption.is_none() && search.stop.is_none() {
        is_cut = !open.is_empty() && (search.cut().is_some() || search.is_checkpoint_due());
        if is_cut {
            break;
        }
        let (began, left) = (Instant::now(), *until_pause);
        // The number of words changes when the system is relaxed; until then it is a constant.
        interruption = with_words_of!(S, with_few_words, search.system.words(), W => {
            fire_some::<S, W, _>((search, open), &mut expansion, (until_pause, events), &mut Untimed)
        });
        if *until_pause == left {
            break;
        }
        events = if began.elapsed() < BETWEEN_GLANCES { events * 2 } else { (events / 2).max(1) };
    }
    search.stopwatch.sample(&sample);
    search.stopwatch.undivided(began.elapsed());
    search.add(&mut expansion.watch);
    if search.stop.is_none() {
        let waiting = search.sweep.as_mut().map_or(0, |sweep| sweep.waiting().len());
        let all_open = (open.len() + waiting) as u64;
        if is_cut && search.checkpoints.is_some() {
            // The decision of a pause does not depend on its time.
            search.report(all_open, open.bytes());
            search.stop = search.cut();
        } else {
            // The number of open states may double.
            pause(search, all_open, open.bytes(), open.bytes());
            *until_pause = EVENTS_BETWEEN_PAUSES.bits();
        }
    }
    interruption
}

/// Fires about the given number of events, but at most those left until the pause. Stops earlier for the
/// reasons of [`explore_some`].
#[inline(never)]
fn fire_some<'a, S: Extremes + Adaptive, const W: usize, L: Timer>(
    (search, open): (&mut Search<'a, S, OneByOne>, &mut OpenSet),
    expansion: &mut Expansion<'a, S>,
    (until_pause, events): (&mut u32, u32),
    timer: &mut L,
) -> Option<Interruption> {
    let accounting = if search.cache.is_some() { Work::Retain } else { Work::Rest };
    let end = until_pause.saturating_sub(events);
    while let Some(current) = open.current() {
        timer.record(Work::Rest);
        if current.is_done {
            open.close();
            timer.record(Work::Rest);
            expansion.move_line::<W>(search, open);
            timer.record(accounting);
            continue;
        }
        if expansion.loaded != Some((current.id, current.due)) {
            expansion.load::<W>(search, current);
            if search.stop.is_some() {
                return None;
            }
        }
        let Some(&event) = expansion.events.get(current.fired as usize) else {
            timer.record(Work::Fire);
            let closed = current.id;
            open.close();
            timer.record(Work::Rest);
            expansion.close(search, closed);
            expansion.move_line::<W>(search, open);
            timer.record(accounting);
            continue;
        };
        current.fired += 1;
        let from = *current;
        let fired =
            search.system.fire::<W>(&expansion.state, &expansion.scratch, event, &mut expansion.successor);
        if fired != Fired::Successor {
            return Some(Interruption { state: from.id, events: vec![event], fired });
        }
        timer.record(Work::Fire);
        // A chain may still be interrupted, and then the search returns to the state.
        let is_last = from.fired as usize == expansion.events.len() && !expansion.passes_chains;
        if is_last {
            open.finish();
        }
        let followed = expansion.follow::<W>((search, open), &from, event, timer);
        timer.record(Work::Rest);
        if is_last {
            expansion.close(search, from.id);
            expansion.move_line::<W>(search, open);
            timer.record(accounting);
        }
        match followed {
            Followed::Nothing => {}
            Followed::New(id) => {
                let cache = search.cache.as_mut();
                if !cache.is_none_or(|cache| cache.make_room::<W>(search.store.by_id_mut(), id)) {
                    search.stop = Some(StopReason::TreeTooLarge);
                    return None;
                }
                timer.record(accounting);
            }
            Followed::StoreFull => {
                search.stop = Some(StopReason::StoreFull);
                return None;
            }
            Followed::Interrupted(by) => return Some(by),
        }
        *until_pause = until_pause.saturating_sub(1 + expansion.passed.len() as u32);
        if *until_pause <= end {
            break;
        }
    }
    None
}

/// After an assumption broke, continues with a system that does not make it. If the search has been stopped,
/// the event is fired again on resumption.
fn relax<S: Extremes + Adaptive>(
    search: &mut Search<'_, S, OneByOne>,
    course: &mut Course,
    interruption: Interruption,
) {
    let passes_chains = matches!(search.options.chains, Chains::Unstored { .. });
    let may_wait = |stop| matches!(stop, StopReason::Cancelled | StopReason::Time);
    if passes_chains && search.checkpoints.is_some() && search.stop.is_some_and(may_wait) {
        // Some states of a chain have been passed, and a checkpoint cannot contain a half-done step.
        let limit = search.limit_reached(search.bytes() + course.open.bytes());
        search.stop = limit.filter(|&reason| !may_wait(reason));
    }
    if search.stop.is_some() {
        course.put_back(passes_chains);
    } else if let Err(ended) = try_to_relax(search, &mut course.open, interruption) {
        end(search, &mut course.open, ended);
        course.is_half_done = true;
    }
}

fn try_to_relax<S: Extremes + Adaptive>(
    search: &mut Search<'_, S, OneByOne>,
    open: &mut OpenSet,
    interruption: Interruption,
) -> Result<(), Ended> {
    if !search.store.keeps_closed_states() {
        let path = search.path_through(interruption)?;
        search.restart(&path)?;
        *open = open_root(search);
        return Ok(());
    }
    if search.cache.is_none() && search.options.retention.caches() && !search.may_translate() {
        // Forgotten states need not be packed again.
        begin_to_forget(search, open, false);
    }
    let path = search.path_through(interruption)?;
    search.forget_before_packing();
    let resumed = search.resume(&path, 1, |_| 0)?;
    let waiting = search.sweep.as_mut().map(Sweep::waiting).into_iter().flatten();
    let is_open = |state: &&mut OpenState| !state.is_done;
    for state in open.iter_mut().filter(is_open).chain(waiting) {
        state.id = resumed.new_id(state.id);
        state.ancestor = state.ancestor.map(|ancestor| resumed.new_id(ancestor));
        // The order of its events may have changed, so it starts again.
        state.fired = 0;
    }
    search.adopt(resumed);
    Ok(())
}

/// Ends the search after observing the states that have not been observed yet.
fn end<S: Extremes + Adaptive>(search: &mut Search<'_, S, OneByOne>, open: &mut OpenSet, ended: Ended) {
    let waiting = search.sweep.as_mut().map(Sweep::waiting).into_iter().flatten();
    let all = open.iter_mut().chain(waiting);
    let unseen = all.filter(|state| !state.is_observed).map(|state| state.id).collect();
    search.observe(unseen);
    search.end(ended);
}

/// Opens the initial state in a set without classes.
fn open_root<S: Extremes + Adaptive>(search: &mut Search<'_, S, OneByOne>) -> OpenSet {
    let root = search.state(search.root);
    let mut guide = Guide::new(&search.system, search.guidance, search.options);
    guide.look_at::<0>(&search.system, &root);
    let mut open = OpenSet::new(search.options.order);
    open.push_with(OpenState::new(search.root, 0, None), guide.priority);
    open
}
