//! What comes of trying a binding that no condition forbids.

use super::{Firing, SemanticsError};

/// A firing that is enabled, or that nothing but its own lack of meaning keeps from being so.
///
/// To an explorer, the first is an edge to a successor, and the second an edge to an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The firing.
    pub firing: Firing,
    /// What the model leaves undefined about it: [`Problem::is_model_error`](super::Problem::is_model_error)
    /// is true of it. `None` where the firing is enabled.
    pub error: Option<SemanticsError>,
}

impl Attempt {
    /// The firing where it is enabled.
    ///
    /// # Errors
    /// What is undefined about it.
    pub fn into_enabled(self) -> Result<Firing, SemanticsError> {
        self.error.map_or(Ok(self.firing), Err)
    }
}
