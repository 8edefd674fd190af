//! Provides the model in which runs are searched, for each kind of net.

use sanderling_analysis::{Limits, StopReason};
use sanderling_engine::Explorable;
use sanderling_model::explicit::{ColouredModel, Tables};
use sanderling_model::{ModelErrors, NetModel};
use sanderling_net::Diagnostics;
use sanderling_report::Reason;
use sanderling_runs::RunTree;
use sanderling_system::SlotId;

use super::{FormulaClaim, Temporal, Undecided, Witness};
use crate::prepare::{AnalysedNet, Encoded};
use crate::replay::{Meaning, Until, reason};
use crate::request::Kind;
use crate::search::{SlotsOfPlace, explicit, slots_of_values};

/// An operation on a model of any kind.
pub(super) trait WithModel {
    type Outcome;

    /// Runs the operation within these limits. With the model come the slots of each place, if they are known
    /// in advance.
    fn with<M: Explorable>(
        self,
        temporal: &mut Temporal<'_>,
        model: (M, Option<SlotsOfPlace<'_>>),
        limits: Limits,
    ) -> Self::Outcome;
}

/// The tables of a model that give its events a meaning; only a model with explicit colours has them.
pub(super) struct Met<'n>(Option<ColouredModel<'n>>);

impl Met<'_> {
    /// Events that have a meaning without tables.
    pub(super) const NONE: Self = Self(None);
}

impl<'a> Temporal<'a> {
    /// Runs an operation on a model of a net. The memory limit includes the tables of the model.
    ///
    /// # Errors
    /// The net cannot be compiled.
    pub(super) fn with_model<'n, D: WithModel>(
        &mut self,
        net: AnalysedNet<'n>,
        mut limits: Limits,
        done: D,
    ) -> Result<(D::Outcome, Met<'n>), Diagnostics>
    where
        'a: 'n,
    {
        let slots: SlotsOfPlace<'_> = &|place| vec![SlotId::new(place.index())];
        let outcome = match net.kind() {
            Kind::PlaceTransition => match net.encoded()? {
                Encoded::Fields(model) => done.with(self, (model, Some(slots)), limits),
                Encoded::Radix(model) => done.with(self, (model, Some(slots)), limits),
            },
            Kind::Data => {
                let model = net.data_model(ModelErrors::Report)?;
                let slots = slots_of_values(net.net, &model);
                done.with(self, (model, Some(&|place| slots[place.index()].clone())), limits)
            }
            Kind::Coloured => {
                let until = Until::of(&limits, self.budget.control());
                let tables = explicit::share_of(&mut limits);
                let model = net.coloured_model(tables, move || until.is_over())?;
                let met = Met(Some(model.clone()));
                return Ok((done.with(self, (model, None), limits), met));
            }
        };
        Ok((outcome, Met::NONE))
    }
}

impl Met<'_> {
    /// Returns the witness for runs, with the meaning of their events.
    pub(super) fn witness(&self, tree: RunTree<FormulaClaim>, shows: Option<FormulaClaim>) -> Witness {
        witness(self.tables(), tree, shows)
    }

    /// Returns why a search that stopped for this reason has decided nothing.
    pub(super) fn undecided(&self, stop: StopReason, stopped: Reason) -> Option<Undecided> {
        undecided(stop, self.tables(), stopped)
    }

    /// Returns the size of the tables in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.tables().map_or(0, Tables::bytes)
    }

    fn tables(&self) -> Option<&Tables> {
        self.0.as_ref().and_then(NetModel::tables)
    }
}

/// Returns the witness for runs of a model with these tables, with the meaning of their events.
pub(super) fn witness(
    tables: Option<&Tables>,
    tree: RunTree<FormulaClaim>,
    shows: Option<FormulaClaim>,
) -> Witness {
    let mut events = Vec::new();
    tree.for_each_event(&mut |event| events.push(event));
    let meaning = Meaning::of_events(tables, events.iter());
    Witness { tree, meaning, is_shortest: None, shows }
}

/// Returns why a search that stopped for this reason, over a model with these tables, has decided nothing.
/// `stopped` is the reason if there was no time to compute the firings of a marking.
pub(super) fn undecided(stop: StopReason, tables: Option<&Tables>, stopped: Reason) -> Option<Undecided> {
    let tables = tables.filter(|_| stop == StopReason::Unrepresentable);
    let shortage = tables.and_then(|tables| explicit::shortage(tables, stopped));
    match shortage {
        Some((reason, text)) => Some(Undecided { reason, text }),
        None => reason(stop).map(Undecided::from),
    }
}
