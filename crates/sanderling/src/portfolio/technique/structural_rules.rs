//! Structural rules alone, if they prove that the net has no deadlock. They were applied when the net was
//! reduced, so this costs nothing.

use sanderling_net::Diagnostics;
use sanderling_report::Decision;

use super::{Kind, Part, Portfolio, Technique};
use crate::replay::finding::Finding;

pub(crate) struct StructuralRules;

impl Technique for StructuralRules {
    fn kinds(&self) -> &'static [Kind] {
        &[Kind::PlaceTransition]
    }

    fn is_wanted(&self, _: &Portfolio<'_>, part: &Part<'_>) -> bool {
        part.is_decided()
    }

    fn attempt(&self, part: &Part<'_>, portfolio: &mut Portfolio<'_>) -> Result<(), Diagnostics> {
        let by = Decision::by(sanderling_report::Technique::Reduction);
        portfolio.findings.set(part.goals[0], Finding::Absent(by));
        portfolio.record.note_net(part);
        Ok(())
    }
}
