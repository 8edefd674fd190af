//! Checkpoints of stores with state ids, which hold whole states or pairs. A [frontier](Frontier) gives the
//! open states.

use sanderling_checkpoint::Problem;
use sanderling_store::pairs::{Effort, PairStore};
use sanderling_store::{PackedStore, StateId};
use sanderling_system::{Adaptive, Extremes};

use super::super::frontier::Frontier;
use super::super::packed::PackedLevels;
use super::super::pairs::PairLevels;
use super::{Log, Resumable, id_at};
use crate::checkpoint::Resumed;
use crate::checkpoint::append_only::{AppendOnly, Logged, LoggedStates};
use crate::checkpoint::content::Standing;
use crate::driver::search::Search;
use crate::limits::StopReason;

impl<S: Extremes + Adaptive + Send> Resumable<S> for PackedLevels {
    type Logged = Logged<LoggedStates>;

    fn unlogged(search: &Search<'_, S, PackedStore>, logged: &Self::Logged) -> usize {
        logged.unlogged(&search.store, search.relaxations.count)
    }

    fn log(
        search: &mut Search<'_, S, PackedStore>,
        logged: &mut Self::Logged,
        log: Log<'_>,
    ) -> Result<(), StopReason> {
        log_new(search, logged, log)
    }

    fn standing(&self, _: &Search<'_, S, PackedStore>) -> Standing {
        let (closed, end) = self.frontier.borders();
        Standing::Packed { closed: closed.to_vec(), end: end.to_vec() }
    }

    fn restore(
        search: &mut Search<'_, S, PackedStore>,
        resumed: &Resumed,
    ) -> Result<(Self, Self::Logged), Problem> {
        let Standing::Packed { closed, end } = &resumed.content.standing else {
            return Err(resumed.contradiction("it is of another store"));
        };
        let (frontier, logged) = restore(search, resumed, (closed, end))?;
        Ok((Self { frontier }, logged))
    }
}

impl<S: Extremes + Adaptive + Send> Resumable<S> for PairLevels {
    type Logged = Logged<LoggedStates>;

    fn unlogged(search: &Search<'_, S, PairStore>, logged: &Self::Logged) -> usize {
        logged.unlogged(&search.store, search.relaxations.count)
    }

    fn worth_logging(search: &Search<'_, S, PairStore>) -> usize {
        search.store.worth_logging()
    }

    fn log(
        search: &mut Search<'_, S, PairStore>,
        logged: &mut Self::Logged,
        log: Log<'_>,
    ) -> Result<(), StopReason> {
        log_new(search, logged, log)
    }

    fn standing(&self, search: &Search<'_, S, PairStore>) -> Standing {
        let (closed, end) = self.frontier.borders();
        let Effort { reconstructions, events, comparisons } = search.store.effort();
        let effort = [reconstructions, events, comparisons];
        Standing::Pairs { closed: closed.to_vec(), end: end.to_vec(), effort }
    }

    fn restore(
        search: &mut Search<'_, S, PairStore>,
        resumed: &Resumed,
    ) -> Result<(Self, Self::Logged), Problem> {
        let &Standing::Pairs { ref closed, ref end, effort: [reconstructions, events, comparisons] } =
            &resumed.content.standing
        else {
            return Err(resumed.contradiction("it is of another store"));
        };
        let (frontier, logged) = restore(search, resumed, (closed, end))?;
        search.store.restore_effort(Effort { reconstructions, events, comparisons });
        Ok((Self::at(frontier), logged))
    }
}

fn log_new<S: Extremes + Adaptive, T: AppendOnly>(
    search: &Search<'_, S, T>,
    logged: &mut Logged<LoggedStates>,
    mut log: Log<'_>,
) -> Result<(), StopReason> {
    logged.renew(search.relaxations.count, &mut log);
    search.store.log(&mut logged.of_store, &mut log)
}

fn restore<S: Extremes + Adaptive, T: AppendOnly>(
    search: &mut Search<'_, S, T>,
    resumed: &Resumed,
    (closed, end): (&[usize], &[usize]),
) -> Result<(Frontier, Logged<LoggedStates>), Problem> {
    let mut store = T::empty(search.options, &search.system);
    let of_store = store.restore(resumed)?;
    let saved = &resumed.content.search;
    let positions = |shard| store.positions_in(shard);
    let frontier = Frontier::of_borders(closed, end, positions);
    // With several processes, the initial state belongs to one of them.
    let elsewhere = resumed.content.share.as_ref().map(|_| StateId::new(0, 0));
    let root = id_at(saved.root, positions).or(elsewhere);
    let is_whole = store.len() as u64 == saved.states;
    let (Some(frontier), Some(root), true) = (frontier, root, is_whole) else {
        return Err(resumed.contradiction("its states are not as many as it says"));
    };
    (search.store, search.root) = (store, root);
    Ok((frontier, Logged { relaxations: Some(saved.relaxations.count), of_store }))
}
