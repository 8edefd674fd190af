//! Checkpoints of runs on disk. The runs are files in the folder of the checkpoints, and a checkpoint
//! records the position of each run in them. Candidates in memory are spilled first. The logs are empty.

use sanderling_checkpoint::{Kept, KeptFiles, Problem, kept};
use sanderling_store::StateId;
use sanderling_store::runs::{LevelRuns, RunError, SavedRuns};
use sanderling_system::{Adaptive, Extremes};

use super::super::disk::DiskLevels;
use super::super::met::Met;
use super::{Log, Resumable};
use crate::checkpoint::Resumed;
use crate::checkpoint::content::Standing;
use crate::driver::search::{Search, due};
use crate::limits::StopReason;
use crate::store::{ALONE, DiskStates, disk_stop};

/// Whether anything has been saved.
#[derive(Default)]
pub(in crate::driver::batched) struct LoggedRuns {
    is_begun: bool,
}

impl<S: Extremes + Adaptive + Send> Resumable<S> for DiskLevels {
    type Logged = LoggedRuns;

    fn unlogged(_: &Search<'_, S, DiskStates>, _: &LoggedRuns) -> usize {
        0
    }

    fn log(
        search: &mut Search<'_, S, DiskStates>,
        logged: &mut LoggedRuns,
        mut log: Log<'_>,
    ) -> Result<(), StopReason> {
        if !std::mem::replace(&mut logged.is_begun, true) {
            // An earlier store may have written logs.
            log.renew();
        }
        let files = search.store.save().map_err(|error| disk_stop(error, None))?;
        let kept = |file: sanderling_store::runs::SavedFile| Kept {
            number: file.number,
            file: file.file,
            bytes: file.bytes,
        };
        let next = search.store.runs().next_kept();
        log.keep(KeptFiles { files: files.into_iter().map(kept).collect(), next });
        Ok(())
    }

    fn standing(&self, search: &Search<'_, S, DiskStates>) -> Standing {
        let SavedRuns { levels, spilled, is_partial } = search.store.saved().clone();
        let (begun, closed) = self.position();
        let (met, looked_at) = self.met.saved();
        Standing::Disk { levels, spilled, is_partial, begun, closed, met: met.to_vec(), looked_at }
    }

    fn restore(
        search: &mut Search<'_, S, DiskStates>,
        resumed: &Resumed,
    ) -> Result<(Self, LoggedRuns), Problem> {
        let standing = resumed.content.standing.clone();
        let Standing::Disk { levels, spilled, is_partial, begun, closed, met, looked_at } = standing else {
            return Err(resumed.contradiction("it is of another store"));
        };
        let saved = SavedRuns { levels, spilled, is_partial };
        let words = search.system.words();
        let mut problem = None;
        let open = |number: u64| {
            let bytes = resumed.bytes_of_file(number)?;
            let file = kept::open(resumed.folder(), number, bytes);
            file.map_err(|found| problem = Some(found)).ok().map(|file| (file, bytes))
        };
        let space = DiskStates::space(search.options, Some((resumed.folder(), resumed.next_kept()?)));
        let runs = LevelRuns::restore(words, &space, search.guidance.scope, &saved, open);
        let mut runs = match (runs, problem) {
            (_, Some(problem)) => return Err(problem),
            (Err(_), None) => return Err(resumed.contradiction("its runs are not those that it says")),
            (Ok(runs), None) => runs,
        };
        let states = |level: usize| runs.states_of(level);
        let is_whole = runs.known() == resumed.content.search.states
            && (1..=runs.levels()).contains(&begun)
            && closed <= states(begun - 1)
            && met.iter().all(|(_, (level, state))| *level < runs.levels() && state.len() == words);
        if !is_whole {
            return Err(resumed.contradiction("its states are not as many as it says"));
        }
        match runs.close_levels(ALONE) {
            Ok(()) => {}
            Err(RunError::Unreadable) => return Err(resumed.contradiction("its runs cannot be read")),
            // The runs are readable, but the disk has no room to complete the levels.
            Err(error) => search.stop = Some(disk_stop(error, due(search.control, &search.clock))),
        }
        search.store = DiskStates::of(runs, search.options);
        search.root = StateId::new(0, 0);
        let levels = Self::at(&search.store, (begun, closed), Met::of(met, looked_at));
        Ok((levels, LoggedRuns { is_begun: true }))
    }
}
