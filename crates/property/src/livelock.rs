//! Livelocks: infinite runs without progress.
//!
//! Some transitions are progress. An infinite run on which none of them fires after some marking is a livelock. In a
//! net with finitely many markings, there is a livelock if a cycle without progress is reachable: a *non-progress
//! cycle* in the terms of G. J. Holzmann, *The Model Checker SPIN*, IEEE Transactions on Software
//! Engineering 23(5), 1997. A run that ends is not a livelock but a deadlock.

use sanderling_net::TransitionId;

use crate::Bindings;

/// The property that there is no livelock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Livelock<T = TransitionId> {
    /// The author's name for the property.
    pub name: Option<String>,
    /// The transitions that are progress, in ascending order and each once.
    pub progress: Vec<T>,
    /// The original text of the property.
    pub text: String,
}

impl Livelock<Bindings> {
    /// Returns the property about transitions, if it does not refer to colours.
    #[must_use]
    pub fn without_colours(&self) -> Option<Livelock> {
        let is_plain = self.progress.iter().all(|bindings| bindings.values.is_empty());
        is_plain.then(|| self.with(self.progress.iter().map(|bindings| bindings.transition).collect()))
    }

    /// Returns the property of a net in which `transitions` are the bindings.
    #[must_use]
    pub fn expand(&self, transitions: &dyn Fn(&Bindings) -> Vec<TransitionId>) -> Livelock {
        self.with(self.progress.iter().flat_map(transitions).collect())
    }

    fn with(&self, mut progress: Vec<TransitionId>) -> Livelock {
        progress.sort_unstable();
        progress.dedup();
        Livelock { name: self.name.clone(), progress, text: self.text.clone() }
    }
}
