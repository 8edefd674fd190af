//! The outcome of a binding whose conditions do not rule it out.

use super::{Firing, SemanticsError};

/// A firing that is enabled, or that would be if everything about it were defined.
///
/// For an explorer, an enabled firing is an edge to a successor, and an undefined one is an edge to an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The firing.
    pub firing: Firing,
    /// What the model leaves undefined about the firing; [`Problem::is_model_error`](super::Problem::is_model_error) is
    /// true for it. `None` if the firing is enabled.
    pub error: Option<SemanticsError>,
}

impl Attempt {
    /// Returns the firing, if it is enabled.
    ///
    /// # Errors
    /// The part of the firing that is undefined.
    pub fn into_enabled(self) -> Result<Firing, SemanticsError> {
        self.error.map_or(Ok(self.firing), Err)
    }
}
