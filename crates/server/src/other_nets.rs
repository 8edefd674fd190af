//! Nets derived from nets: a net in another format, and the unfolding of a coloured net.

use std::sync::Arc;

use sanderling::{MarkingDisplay, written};
use sanderling_formats::FORMATS;
use sanderling_net::format::WriteError;
use sanderling_net::{Format, Net, PlaceId, SortId, TransitionId};
use sanderling_report::Ordered;
use sanderling_session::Origin;
use sanderling_unfolding::{Budget as UnfoldingBudget, Unfolding, unfold};

use crate::budget::Budget;
use crate::info::not_unfolded;
use crate::message::{Code, Json, Refusal};
use crate::nets::{Entry, Nets};
use crate::pending::Task;
use crate::protocol::{Convert, Converted, Origins, PlaceOrigin, TransitionOrigin, Unfolded};

/// Returns the task that answers `net/convert`.
pub(crate) fn convert(entry: Arc<Entry>, request: &Convert) -> Result<Task, Refusal> {
    let format = sanderling_formats::by_name(&request.format).filter(|format| format.can_write());
    let format = format.ok_or_else(|| {
        let message =
            format!("`{}` cannot be written: expected one of {}", request.format, writable().join(", "));
        Refusal::new(Code::BadQuestion, message)
    })?;
    Ok(Box::new(move |control| Json::of(&converted(&entry.net, format, &|| control.is_cancelled())?)))
}

/// Returns the formats that can be written.
pub(crate) fn writable() -> Vec<&'static str> {
    FORMATS.iter().filter(|format| format.can_write()).map(|format| format.name()).collect()
}

fn converted(net: &Net, format: &dyn Format, is_stopped: &dyn Fn() -> bool) -> Result<Converted, Refusal> {
    let text = written(format, net, is_stopped).map_err(|error| match error {
        WriteError::Unsupported(what) => {
            let is_coloured = !net.is_place_transition() && net.program.is_none();
            let help = match () {
                () if is_coloured => "; help: unfold it first with net/unfold",
                () if net.program.is_some() => "; help: use the format `json` or `promela`",
                () => "",
            };
            let message = format!("the net cannot be written as {}: {what}{help}", format.name());
            Refusal::new(Code::BadQuestion, message)
        }
        WriteError::Io(error) => Refusal::new(Code::InternalError, error),
    })?;
    let lost = sanderling_formats::lost(format, net, &text);
    let text = String::from_utf8(text).map_err(|error| Refusal::new(Code::InternalError, error))?;
    Ok(Converted { format: format.name(), text, lost })
}

/// Returns the task that answers `net/unfold`, within a quarter of the memory.
pub(crate) fn unfolding(entry: Arc<Entry>, nets: Nets, budget: &Budget) -> Result<Task, Refusal> {
    if entry.net.program.is_some() || entry.net.is_place_transition() {
        let message = "`net/unfold` requires a coloured net: this one has no colours";
        return Err(Refusal::new(Code::WrongKind, message));
    }
    let grant = budget.grant(None)?;
    Ok(Box::new(move |control| {
        let usual = UnfoldingBudget::default();
        let is_cancelled = || control.is_cancelled();
        let budget =
            UnfoldingBudget { bytes: grant.bytes.min(usual.bytes), is_cancelled: &is_cancelled, ..usual };
        let unfolding = unfold(&entry.net, &budget).map_err(|problem| not_unfolded(&entry, problem))?;
        let origins = origins(&entry.net, &unfolding);
        let net = Arc::new(unfolding.into_net());
        let origin = Origin { warnings: Vec::new(), ..entry.origin.clone() };
        let unfolded = Entry { net, version: 1, origin, ..Entry::clone(&entry) };
        let loaded = nets.add(unfolded, &is_cancelled)?;
        Json::of(&Unfolded { loaded, origins })
    }))
}

/// Returns the coloured nodes from which the nodes of an unfolding come.
fn origins(coloured: &Net, unfolding: &Unfolding) -> Origins {
    let (net, display) = (unfolding.net(), MarkingDisplay::new(coloured));
    let place = |id: PlaceId| {
        let (origin, value) = unfolding.origin(id);
        let origin = coloured.place(origin);
        let colour = (origin.sort != SortId::DOT).then(|| coloured.value_text(origin.sort, &value));
        (net.place(id).id.clone(), PlaceOrigin { place: origin.id.clone(), colour })
    };
    let transition = |id: TransitionId| {
        let step = display.firing(&unfolding.firing(id));
        (net.transition(id).id.clone(), TransitionOrigin { transition: step.event, binding: step.binding })
    };
    Origins {
        places: net.place_ids().map(place).collect::<Ordered<_>>(),
        transitions: net.transition_ids().map(transition).collect::<Ordered<_>>(),
    }
}
