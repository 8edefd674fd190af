//! Self-check: compares searches with the reference interpreter of the searched net.
//!
//! A model is compiled in many steps, and states pass through encodings, stores and reconstructions. Each of
//! these may be wrong without a visible failure. A search therefore compares some of its states (see
//! [`Reference`](sanderling_analysis::Reference)) with `net::semantics`, which shares none of this code. If
//! the net was reduced or unfolded, the comparison uses the net that is searched; traces are replayed on the
//! user's own net.
//!
//! INVARIANT: if something differs, the result is an [error](sound), without statistics or a verdict.

mod comparison;
#[cfg(test)]
mod faulty;
#[cfg(test)]
mod tests;
mod wording;

use std::sync::{Mutex, PoisonError};

use sanderling_analysis::{Discrepancy, Expanded, Outcome, Reference, Sampling, SelfCheck};
use sanderling_model::{ModelErrors, NetModel};
use sanderling_net::semantics::Interpreter;
use sanderling_net::{Diagnostic, Diagnostics, Net};

use self::comparison::Comparison;
use crate::request::{Request, SelfCheckMode};

/// The reference with which searches of a net are compared.
pub(crate) struct NetReference<'n> {
    net: &'n Net,
    mode: SelfCheckMode,
    model_errors: ModelErrors,
    /// Interpreters that no thread is using.
    spare: Mutex<Vec<Interpreter<'n>>>,
}

impl<'n> NetReference<'n> {
    /// Creates the reference for a request about a net.
    pub(crate) fn new(net: &'n Net, request: &Request) -> Self {
        let (mode, model_errors) = (request.self_check, request.model_errors);
        Self { net, mode, model_errors, spare: Mutex::default() }
    }

    /// Returns the self-check for a search of a model of the net.
    pub(crate) fn check<M: NetModel>(&self, model: &M) -> Option<SelfCheck<'_, M>> {
        let sampling = match self.mode {
            SelfCheckMode::None => return None,
            // Comparing also numbers what it meets, so a sample must not depend on time.
            SelfCheckMode::Sample if model.tables().is_some() => Sampling::Counted,
            SelfCheckMode::Sample => Sampling::Timed,
            SelfCheckMode::All => Sampling::All,
        };
        Some(SelfCheck { reference: self, sampling })
    }

    fn interpreter(&self) -> Interpreter<'n> {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        spare.unwrap_or_else(|| Interpreter::new(self.net))
    }
}

impl<M: NetModel> Reference<M> for NetReference<'_> {
    fn compare(&self, expanded: &Expanded<'_, M>) -> Result<(), Discrepancy> {
        let interpreter = self.interpreter();
        let model_errors = self.model_errors;
        let result =
            Comparison { net: self.net, interpreter: &interpreter, model_errors, expanded }.compare();
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(interpreter);
        result
    }
}

/// Returns an error if the search differs from its net in one of the compared states.
///
/// # Errors
/// A difference was found: an [internal](Diagnostic::internal) error.
pub(crate) fn sound<M: NetModel>(outcome: &Outcome<M>) -> Result<(), Diagnostics> {
    let searched = format!("encoding {}, store {}", outcome.system.encoding(), outcome.store.name());
    outcome.discrepancy.as_ref().map_or(Ok(()), |found| Err(internal_error(found, &searched).into()))
}

/// Returns the error that a search differs from its net.
pub(crate) fn internal_error(found: &Discrepancy, searched: &str) -> Diagnostic {
    let Discrepancy { state, expected, found } = found;
    Diagnostic::internal(format!(
        "the search ({searched}) does not behave as the net does, so its results are not reliable: in {state}, {found}"
    ))
    .expected(expected)
    .help("report this error, with the file and the command line; another encoding or store may work in the meantime")
}
