//! Checkpoints of a search one event at a time.
//!
//! A round ends at a pause, or earlier if a checkpoint is due or the search is to end. Decisions about
//! memory and goals are made only at pauses, so that they do not depend on the time of a checkpoint. Data
//! that only grows is logged continuously: the states while none is forgotten, and the paths of a
//! sweep-line. Everything else is in a [snapshot](crate::checkpoint::snapshot): the ordered open states with
//! their fired and sleeping events, and for a cache, the states and their bookkeeping.

use sanderling_checkpoint::Problem;
use sanderling_store::MAX_STATES_OF_SHARD;
use sanderling_system::{Adaptive, Extremes};

use super::{Course, cache_of, open_set_of, sleep_of, sweep_of};
use crate::checkpoint::append_only::{AppendOnly, Logged, LoggedStates};
use crate::checkpoint::content::Standing;
use crate::checkpoint::log::{BYTES_AT_LEAST, Log, entries, id_at};
use crate::checkpoint::round::Round;
use crate::checkpoint::snapshot::{Snapshot, Source};
use crate::checkpoint::tree::{LoggedTree, Shape};
use crate::checkpoint::{Checkpoints, Resumed, Saver};
use crate::driver::search::Search;
use crate::limits::StopReason;
use crate::open::OpenState;
use crate::reduce::SetId;
use crate::store::{ById, ENTRY_BYTES, OneByOne, PathLog, Store, StoreWithIds, TreeStates};

/// Name of the log of the paths to states.
const PATHS: &str = "paths";

/// The checkpoints of a search, and what they contain.
pub(super) struct Saving<'a> {
    checkpoints: Option<&'a Checkpoints>,
    logged: Logged<LoggedParts>,
}

/// The logged amounts of data that only grows.
#[derive(Default)]
struct LoggedParts {
    states: LoggedStates,
    tree: LoggedTree,
    paths: usize,
}

impl<'a> Saving<'a> {
    /// Disables checkpoints.
    pub(super) fn none() -> Self {
        Self { checkpoints: None, logged: Logged::default() }
    }

    /// Starts at the initial state or resumes from a checkpoint. If resuming fails, the search is over.
    pub(super) fn begin<S: Extremes + Adaptive>(
        search: &mut Search<'a, S, OneByOne>,
        start: impl FnOnce(&mut Search<'a, S, OneByOne>) -> Course,
    ) -> (Course, Self) {
        let Some(checkpoints) = Checkpoints::possible(search.checkpoints) else {
            return (start(search), Self::none());
        };
        let Some(resumed) = checkpoints.lock().take_resumed() else {
            return (start(search), Self { checkpoints: Some(checkpoints), logged: Logged::default() });
        };
        match restored(search, &resumed) {
            Ok((course, logged)) => (course, Self { checkpoints: Some(checkpoints), logged }),
            Err(problem) => {
                checkpoints.lock().fail(problem);
                (search.cache, search.sweep, search.sleep) = (None, None, None);
                search.stop = Some(StopReason::DiskFailed);
                (Course::of(open_set_of(search.options)), Self::none())
            }
        }
    }

    /// Saves after a round.
    pub(super) fn after_round<S: Extremes + Adaptive>(
        &mut self,
        search: &mut Search<'_, S, OneByOne>,
        course: &Course,
    ) -> Result<(), StopReason> {
        let logged = &mut self.logged;
        Checkpoints::possible(self.checkpoints)
            .map_or(Ok(()), |checkpoints| checkpoints.after(&mut OneByOneRound { search, course, logged }))
    }

    /// Saves when the search is over, if it can resume from there.
    pub(super) fn end<S: Extremes + Adaptive>(self, search: &mut Search<'_, S, OneByOne>, course: &Course) {
        let (stop, mut logged) = (search.stop, self.logged);
        if let Some(checkpoints) = Checkpoints::possible(self.checkpoints).filter(|_| !course.is_half_done) {
            checkpoints.end(&mut OneByOneRound { search, course, logged: &mut logged }, stop);
        }
    }
}

/// A round of a search one event at a time.
struct OneByOneRound<'r, 's, S: Extremes> {
    search: &'r mut Search<'s, S, OneByOne>,
    course: &'r Course,
    logged: &'r mut Logged<LoggedParts>,
}

impl<S: Extremes> OneByOneRound<'_, '_, S> {
    /// Whether the log belongs to the current store.
    fn is_of_store(&mut self) -> bool {
        self.logged.relaxations == Some(self.search.relaxations.count)
            && tree(self.search).is_none_or(|states| self.logged.of_store.tree.is_of(states))
    }
}

impl<S: Extremes + Adaptive> Round for OneByOneRound<'_, '_, S> {
    fn unlogged(&mut self) -> usize {
        let anew = LoggedParts::default();
        let is_of_store = self.is_of_store();
        let (search, logged) = (&mut *self.search, if is_of_store { &self.logged.of_store } else { &anew });
        let states = match grown(search) {
            Some(store) => store.unlogged(&logged.states),
            None => tree(search).map_or(0, |states| logged.tree.unlogged(states)),
        };
        let paths = paths(search).map_or(0, |log| (log.len() - logged.paths) * ENTRY_BYTES);
        states + paths
    }

    fn worth_logging(&self) -> usize {
        grown(self.search).map_or(BYTES_AT_LEAST, ById::worth_logging)
    }

    fn log(&mut self, mut log: Log<'_>) -> Result<(), StopReason> {
        if !self.is_of_store() {
            self.logged.relaxations = None;
        }
        let search = &mut *self.search;
        self.logged.renew(search.relaxations.count, &mut log);
        let logged = &mut self.logged.of_store;
        if let Some(store) = grown(search) {
            store.log(&mut logged.states, &mut log)?;
        }
        if let Some(states) = tree(search) {
            logged.tree.log(states, &mut log)?;
        }
        if let Some(paths) = paths(search) {
            let new = (logged.paths, paths.len());
            logged.paths = log.entries((PATHS, 0), new, ENTRY_BYTES, |entries, block| {
                paths.read(entries, block).map_err(|_| StopReason::TraceLost)
            })?;
        }
        Ok(())
    }

    fn commit(&mut self, checkpoints: &mut Saver) {
        save(self.search, self.course, checkpoints);
        let is_over = self.course.is_over || self.search.stop == Some(StopReason::Decided);
        let standing = Standing::Sequential { until_pause: self.course.until_pause };
        checkpoints.commit(self.search.saved(is_over), standing);
    }
}

/// Returns the store if no state is ever removed from it.
fn grown<'s, S: Extremes>(search: &'s Search<'_, S, OneByOne>) -> Option<&'s ById> {
    match &search.store {
        OneByOne::ById(store) if search.cache.is_none() => Some(store),
        _ => None,
    }
}

/// Returns the store if it is a tree.
fn tree<'s, S: Extremes>(search: &'s mut Search<'_, S, OneByOne>) -> Option<&'s mut TreeStates> {
    match &mut search.store {
        OneByOne::ById(_) => None,
        OneByOne::Visited(store) => store.tree_mut(),
    }
}

/// Returns the paths to states if closed states are not kept.
fn paths<'s, S: Extremes>(search: &'s mut Search<'_, S, OneByOne>) -> Option<&'s mut PathLog> {
    match &mut search.store {
        OneByOne::Visited(store) => Some(store.paths()),
        OneByOne::ById(_) => search.sweep.as_mut().map(|sweep| &mut sweep.log),
    }
}

/// Writes everything that is not in logs.
fn save<S: Extremes>(search: &Search<'_, S, OneByOne>, course: &Course, checkpoints: &mut Saver) {
    let mut to = checkpoints.snapshot();
    if let OneByOne::Visited(store) = &search.store
        && let Some(states) = store.tree()
    {
        let Shape { left_bits, widths, looks } = Shape::of(states);
        left_bits.save(&mut to);
        widths.save(&mut to);
        looks.save(&mut to);
    }
    match &search.store {
        OneByOne::ById(store) => store.save(search.cache.is_none(), &mut to),
        OneByOne::Visited(store) => store.save(&mut to),
    }
    course.open.save(&mut to);
    search.cache.iter().for_each(|cache| cache.save(&mut to));
    search.sweep.iter().for_each(|sweep| sweep.save(&mut to));
    search.sleep.iter().for_each(|sleep| sleep.save(&mut to));
    to.end();
}

fn restored<S: Extremes + Adaptive>(
    search: &mut Search<'_, S, OneByOne>,
    resumed: &Resumed,
) -> Result<(Course, Logged<LoggedParts>), Problem> {
    let saved = &resumed.content.search;
    let &Standing::Sequential { until_pause } = &resumed.content.standing else {
        return Err(resumed.contradiction("it is of another search"));
    };
    if !search.restore_system(saved) {
        return Err(resumed.contradiction("its states are not those of this net"));
    }
    search.cache = cache_of(search);
    (search.sweep, search.sleep) = (sweep_of(search, Vec::new()), sleep_of(search));
    let mut from = resumed.snapshot()?;
    let mut of_store = restore_logs(search, resumed, &mut from)?;
    let mut course = Course::of(open_set_of(search.options));
    let is_restored = restore_rest(search, &mut course, &mut from).is_some() && from.is_at_end();
    if let Some(problem) = from.problem() {
        return Err(problem);
    }
    // If the initial state has been forgotten, it is not needed.
    let is_kept = search.cache.is_none() && search.store.keeps_closed_states();
    let root =
        id_at(
            saved.root,
            |shard| if is_kept { search.store.positions_in(shard) } else { MAX_STATES_OF_SHARD },
        );
    let (true, Some(root)) = (is_restored && are_sound(search, &mut course), root) else {
        return Err(resumed.contradiction("its states are not those of this search"));
    };
    search.root = root;
    if search.visits() != saved.states || !search.restore(saved) {
        return Err(resumed.contradiction("what it counts is not what this search counts"));
    }
    let waits = search.sweep.as_mut().map_or(0, |sweep| sweep.waiting().len());
    let is_open = course.open.len() + waits > 0;
    if saved.is_over {
        (course.is_over, search.stop) = (true, is_open.then_some(StopReason::Decided));
    } else if until_pause == course.until_pause {
        // No event has been fired since the last pause.
        let open = (course.open.len() + waits) as u64;
        search.stop_if_due(open, search.bytes() + course.open.bytes());
    }
    course.until_pause = until_pause.clamp(1, course.until_pause);
    of_store.paths = paths(search).map_or(0, |log| log.len());
    Ok((course, Logged { relaxations: Some(saved.relaxations.count), of_store }))
}

/// Fills the store and the log of paths from the logs.
fn restore_logs<S: Extremes>(
    search: &mut Search<'_, S, OneByOne>,
    resumed: &Resumed,
    from: &mut Source,
) -> Result<LoggedParts, Problem> {
    let mut logged = LoggedParts::default();
    search.store = OneByOne::empty(search.options, &search.system);
    let of_states = (search.system.words(), &search.options.disk);
    if let Some(states) = tree(search) {
        let shape = shape(from).ok_or_else(|| resumed.contradiction("there is no such tree"))?;
        (*states, logged.tree) = LoggedTree::restore(resumed, shape, of_states)?;
    }
    if search.cache.is_none()
        && let OneByOne::ById(store) = &mut search.store
    {
        logged.states = store.restore(resumed)?;
    }
    if let Some(paths) = paths(search) {
        let wrong = || resumed.contradiction("its paths are none");
        let mut blocks = resumed.blocks(PATHS)?;
        while let Some(block) = blocks.next_block()? {
            let (_, _, bytes) = entries(block, ENTRY_BYTES).ok_or_else(wrong)?;
            if !bytes.as_chunks().0.iter().all(|entry| paths.restore(entry)) {
                return Err(wrong());
            }
        }
    }
    Ok(logged)
}

/// Restores what [`save`] has written.
fn restore_rest<S: Extremes>(
    search: &mut Search<'_, S, OneByOne>,
    course: &mut Course,
    from: &mut Source,
) -> Option<()> {
    let Search { system, store, cache, sweep, sleep, .. } = search;
    match store {
        OneByOne::ById(store) => store.load_saved(cache.is_none(), from)?,
        OneByOne::Visited(store) => store.load(from)?,
    }
    course.open.load(from)?;
    if let Some(cache) = cache {
        cache.load(from, store.by_id())?;
    }
    if let Some(sweep) = sweep {
        sweep.load(from, store.by_id())?;
    }
    if let Some(sleep) = sleep {
        sleep.load(from, system.events(), store.by_id())?;
    }
    Some(())
}

fn shape(from: &mut Source) -> Option<Shape> {
    let (left_bits, widths, looks) = (Snapshot::load(from)?, Snapshot::load(from)?, Snapshot::load(from)?);
    Some(Shape { left_bits, widths, looks })
}

/// Whether the open states belong to the store, and the cache has their bookkeeping.
fn are_sound<S: Extremes>(search: &mut Search<'_, S, OneByOne>, course: &mut Course) -> bool {
    let Search { system, store, cache, sweep, sleep, .. } = search;
    let has = |set: SetId| sleep.as_ref().map_or(set == SetId::EMPTY, |sets| sets.has(set));
    let is_sound = |state: &&mut OpenState| {
        store.is_taken(state.id)
            && state.ancestor.is_none_or(|ancestor| store.is_taken(ancestor))
            && state.arrival.is_none_or(|event| event.index() < system.events())
            && has(state.sleep)
            && (state.due == SetId::ALL || has(state.due))
    };
    let waiting = sweep.as_mut().map(|sweep| sweep.waiting().iter_mut()).into_iter().flatten();
    let open = course.open.iter_mut().filter(|state| !state.is_done);
    if !open.chain(waiting).all(|state| is_sound(&state)) {
        return false;
    }
    let mut open = course.open.iter_mut().filter(|state| !state.is_done).map(|state| state.id);
    cache.as_ref().is_none_or(|cache| cache.tree.is_sound(store.by_id(), &mut open))
}
