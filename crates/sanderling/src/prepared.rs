//! Answers questions about a [`PreparedNet`], and translates the answers to the net that was read.

use std::time::Duration;

use sanderling_analysis::Control;
use sanderling_net::{Diagnostics, NodeNames};
use sanderling_report::{AnalysisReport, Hint, Means, Report, StructureReport};

use crate::analyse::analyse_prepared;
use crate::explain::describe::describe_until;
use crate::explain::hints::{
    Disabled, about_differences, about_property_process, hints, hints_about_properties, no_tokens,
};
use crate::prepare::PreparedNet;
use crate::request::Request;
use crate::standard::{StandardRequest, standard_properties};

impl PreparedNet {
    /// Describes the analysed net as [`describe`](crate::describe()) does, with hints about the net that was
    /// read.
    ///
    /// # Errors
    /// As for [`describe`](crate::describe()).
    pub fn describe(&self) -> Result<StructureReport, Diagnostics> {
        self.describe_until(None, &Control::default())
    }

    /// Describes the net as `describe` does, within a time limit and until cancelled. A
    /// report that was cut short has no proofs and no layout, and gives the reason.
    ///
    /// # Errors
    /// As for `describe`.
    pub fn describe_until(
        &self,
        time: Option<Duration>,
        control: &Control<'_>,
    ) -> Result<StructureReport, Diagnostics> {
        let mut report = describe_until(self.net(), time, control)?;
        report.unfolding = self.statistics();
        report.hints = no_tokens(self.original_net()).into_iter().collect();
        Ok(report)
    }

    /// Computes the standard properties of the analysed net. The caller fills in `file`, `format` and the
    /// warnings of the file.
    ///
    /// # Errors
    /// The net is not a place/transition net.
    ///
    /// # Panics
    /// A run does not replay.
    pub fn standard_properties(
        &self,
        request: &StandardRequest,
        control: &Control<'_>,
    ) -> Result<AnalysisReport, Diagnostics> {
        let mut report = standard_properties(&self.queried(), request, control)?;
        report.unfolding = self.statistics();
        let origin = |place| self.origin(place);
        let hints = hints_about_properties(&report, self.original_net(), self.net(), origin);
        report.hints.extend(hints);
        report.hints.extend(self.about_differences());
        Ok(report)
    }

    /// Answers a request about the analysed net as [`analyse`](crate::analyse()) does.
    ///
    /// # Errors
    /// As for [`analyse`](crate::analyse()).
    ///
    /// # Panics
    /// A trace does not replay.
    pub fn analyse(&self, request: &Request, control: &Control<'_>) -> Result<Report, Diagnostics> {
        let mut report = analyse_prepared(self.analysed(), request, control)?;
        if let Some(unfolded) = self.unfolded() {
            let of_answers = report.answers.iter().filter_map(|answer| answer.trace.as_ref());
            let unbounded = report.unbounded.as_ref().map(|proof| &proof.prefix);
            of_answers
                .chain(report.trace.as_ref())
                .chain(unbounded)
                .for_each(|trace| unfolded.confirm(trace));
            report.unfolding = self.statistics();
            report.decisions_mut().for_each(|decision| {
                decision.with.insert(Means::Unfolding);
            });
            report.time_s.total += unfolded.time.as_secs_f64();
        }
        let hints = hints(&report, self.original_net(), self.net(), |place| self.origin(place));
        report.hints.extend(hints);
        report.hints.extend(about_property_process(self.net(), request));
        report.hints.extend(self.about_differences());
        if report.mentions_nodes() {
            report.fill_names(&self.labels(NodeNames::Names));
        }
        Ok(report)
    }

    /// Returns the hint about differences of multisets, if they disable bindings.
    fn about_differences(&self) -> Option<Hint> {
        about_differences(match self.unfolded() {
            Some(unfolded) => Disabled::Never(unfolded.unfolding.statistics().negative_differences),
            None => Disabled::InSomeMarking(self.analysed().has_met_negative_difference()),
        })
    }
}
