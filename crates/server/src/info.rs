//! A description of a net without exploring it.

use std::sync::Arc;

use sanderling::{PreparedNet, outline};
use sanderling_unfolding::{Budget as UnfoldingBudget, NotUnfolded, Options};

use crate::budget::{Budget, Grant};
use crate::message::{Code, Json, Refusal};
use crate::nets::Entry;
use crate::pending::{Task, cancelled};

/// Returns the task that answers `net/info`. A coloured net is described directly or, on request, unfolded within a
/// quarter of the memory.
pub(crate) fn task(entry: Arc<Entry>, unfold: bool, budget: &Budget) -> Result<Task, Refusal> {
    let is_coloured = !entry.net.is_place_transition() && entry.net.program.is_none();
    let grant = if is_coloured && unfold { Some(budget.grant(None)?) } else { None };
    Ok(Box::new(move |control| {
        let mut described = if is_coloured && !unfold {
            outline(&entry.net)
        } else {
            prepared(&entry, grant.as_ref(), &|| control.is_cancelled())?.describe().map_err(|found| {
                entry.refused(Refusal::new(Code::BadNet, "the net cannot be described"), &found)
            })?
        };
        described.file.clone_from(&entry.origin.file);
        described.format.clone_from(&entry.origin.format);
        described.warnings.clone_from(&entry.origin.warnings);
        Json::of(&described)
    }))
}

fn prepared(
    entry: &Entry,
    grant: Option<&Grant>,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<PreparedNet, Refusal> {
    let usual = UnfoldingBudget::default();
    let bytes = grant.map_or(usual.bytes, |grant| grant.bytes.min(usual.bytes));
    let budget = UnfoldingBudget { bytes, is_cancelled, ..usual };
    let options = Options { merges: false, ..Options::default() };
    PreparedNet::of(entry.net.as_ref().clone(), options, &budget)
        .map_err(|refused| not_unfolded(entry, refused.1))
}

/// Returns the refusal of a description that needs the unfolding.
pub(crate) fn not_unfolded(entry: &Entry, problem: NotUnfolded) -> Refusal {
    match problem {
        NotUnfolded::Cancelled => cancelled(),
        NotUnfolded::Infinite(found) | NotUnfolded::Unsupported(found) => {
            entry.refused(Refusal::new(Code::BadNet, "the net cannot be unfolded"), &(*found).into())
        }
        problem => Refusal::new(Code::BadNet, problem),
    }
}
