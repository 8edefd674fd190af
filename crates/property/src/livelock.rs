//! Livelocks: runs that go on without progress.
//!
//! Some transitions are progress. A run without an end on which none of them is fired any more, from some marking on, is a livelock; in a net
//! with finitely many markings there is one where a cycle without progress can be reached: a *non-progress cycle*, in the words of
//! G. J. Holzmann, *The Model Checker SPIN*, IEEE Transactions on Software Engineering 23(5), 1997. A run that ends is none, but a deadlock.

use sanderling_net::TransitionId;

use crate::Bindings;

/// That there is no livelock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Livelock<T = TransitionId> {
    /// What the author of the property calls it.
    pub name: Option<String>,
    /// The transitions that are progress, in ascending order and each once.
    pub progress: Vec<T>,
    /// The text of the property as it was written.
    pub text: String,
}

impl Livelock<Bindings> {
    /// The property about transitions, where it says nothing about colours.
    #[must_use]
    pub fn without_colours(&self) -> Option<Livelock> {
        let is_plain = self.progress.iter().all(|bindings| bindings.values.is_empty());
        is_plain.then(|| self.with(self.progress.iter().map(|bindings| bindings.transition).collect()))
    }

    /// The property of a net in which `transitions` are the bindings.
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
