//! Applies theorems of structure theory about liveness and deadlocks, and names them in the answers.

use sanderling_report::StandardProperty;
use sanderling_structure_theory::{Answer, Claim, Workflow, conclusions, soundness};

use super::Left;
use super::page::Page;
use super::structure::Theory;
use crate::portfolio::plan::Share;

/// The time for all theorems.
const ALL_THEOREMS: Share = Share::part(4);

impl Theory<'_> {
    /// Answers the open behavioural properties that a theorem decides.
    pub(super) fn conclude(&self, page: &mut Page<'_>, left: Left<'_>) {
        use StandardProperty::{Bounded, DeadlockFree, Live, Persistent, QuasiLive};
        if left.is_over() || !page.lacks_any(&[Bounded, DeadlockFree, Live, QuasiLive, Persistent]) {
            return;
        }
        let has_transitions = self.flow.structure().transition_count() > 0;
        let found = self.within(ALL_THEOREMS, |budget| conclusions(page.net, &self.flow, budget));
        for conclusion in found {
            let text = format!("{}: {}", conclusion.theorem(), conclusion.explain(&page.named));
            match conclusion.claim() {
                Claim::LiveAndBounded | Claim::Live => {
                    if conclusion.claim() == Claim::LiveAndBounded {
                        page.answer(Bounded, true, text.clone());
                    }
                    page.answer(Live, true, text.clone());
                    page.answer(QuasiLive, true, "as it is live");
                    if has_transitions {
                        page.answer(DeadlockFree, true, "as it is live");
                    }
                }
                Claim::NotLive => page.answer(Live, false, text),
                Claim::DeadlockFree => page.answer(DeadlockFree, true, text),
                // A net that is not well-formed may still be live, or bounded. `conclude_soundness` decides
                // whether workflows are sound.
                Claim::NotWellFormed | Claim::Sound | Claim::Unsound => {}
            }
        }
    }

    /// Concludes whether a free-choice workflow net is sound with one case, and if so, its parts.
    pub(super) fn conclude_soundness(&self, workflow: Workflow, page: &mut Page<'_>) {
        use StandardProperty::{
            NoDeadTransition, OptionToComplete, ProperCompletion, RelaxedSound, Sound, WeaklySound,
        };
        if self.left.is_too_late_for(page.net) {
            return;
        }
        let (is_sound, why) = match self.within(ALL_THEOREMS, |budget| soundness(page.net, workflow, budget))
        {
            Ok(Answer::Yes(_)) => (true, "as the short-circuited net is free choice, live and bounded"),
            Ok(Answer::No(_)) => {
                (false, "as the short-circuited net is free choice, and not live and bounded")
            }
            Ok(Answer::Unknown(_)) | Err(_) => return,
        };
        page.answer(Sound, is_sound, why);
        if is_sound {
            for part in [OptionToComplete, ProperCompletion, NoDeadTransition, RelaxedSound, WeaklySound] {
                page.answer(part, true, "as it is sound");
            }
        }
    }
}
