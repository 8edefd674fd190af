//! Livelocks by definition: the markings that remain after repeatedly removing those that can only
//! continue by progress.

use sanderling_net::TransitionId;
use sanderling_net::semantics::Interpreter;

use super::Graph;

impl Graph<'_> {
    /// Whether some run is infinite and, from some marking on, without any of these transitions.
    ///
    /// # Panics
    /// If the enabled transitions are undefined.
    #[must_use]
    pub fn has_livelock(&self, progress: &[TransitionId]) -> bool {
        let interpreter = Interpreter::new(self.net);
        let others = self.markings.iter().zip(&self.successors).map(|(marking, successors)| {
            let firings = interpreter.enabled(marking).expect("enabledness is defined");
            let others =
                firings.iter().zip(successors).filter(|(firing, _)| !progress.contains(&firing.transition));
            others.map(|(_, &target)| target).collect::<Vec<_>>()
        });
        let others: Vec<_> = others.collect();
        let mut left = vec![true; others.len()];
        loop {
            let next: Vec<bool> =
                others.iter().map(|targets| targets.iter().any(|&target| left[target])).collect();
            let next = left.iter().zip(next).map(|(&before, continues)| before && continues).collect();
            if left == next {
                return left.contains(&true);
            }
            left = next;
        }
    }
}
