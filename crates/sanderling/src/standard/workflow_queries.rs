//! What the portfolio finds out about a process whose markings are too many to be explored: whether its end can be reached at all, whether
//! an improper one can, whether every transition can fire, and what follows.

use sanderling_analysis::Control;
use sanderling_net::Diagnostics;
use sanderling_property::{Formula, Property, Quantifier};
use sanderling_report::{StandardProperty, Verdict};

use super::Left;
use super::end::End;
use super::page::{Page, Shown};
use super::queries::in_words;
use crate::portfolio::decide;
use crate::portfolio::finding::Finding;
use crate::portfolio::query::{Answer, Answered, QueriedNet, Query, answer};
use crate::prepare::AnalysedNet;
use crate::request::{Question, Request};

/// A net that begins with the marking that the process begins with, and its end.
pub(super) struct Asking<'a> {
    pub(super) net: AnalysedNet<'a>,
    pub(super) end: &'a End,
    pub(super) left: Left<'a>,
}

impl Asking<'_> {
    /// Answers what it can of what is open.
    ///
    /// # Errors
    /// Where the net cannot be compiled.
    pub(super) fn ask(&self, page: &mut Page<'_>) -> Result<(), Diagnostics> {
        use StandardProperty::{NoDeadTransition, OptionToComplete, ProperCompletion, Sound, WeaklySound};
        let places = self.net.net.places.len();
        // The whole depends on its parts, whether they are asked for or not.
        let is_open = |page: &Page<'_>, part| page.lacks_any(&[part, Sound, WeaklySound]);
        if is_open(page, ProperCompletion) {
            match self.sought(self.end.improper_formula(places))? {
                Some(Sought::Found(shown, firings)) => {
                    let text = self.end.describe_improper(firings, page);
                    page.show(ProperCompletion, false, text, *shown);
                    self.fail(&[WeaklySound, Sound], self.end.improper_in_words(), page);
                }
                Some(Sought::Absent(by)) => {
                    page.answer(ProperCompletion, true, format!("{}, {by}", self.end.proper_in_words()));
                }
                None => {}
            }
        }
        if is_open(page, OptionToComplete)
            && let Some(Sought::Absent(by)) = self.sought(self.end.formula(places))?
        {
            page.answer(OptionToComplete, false, format!("the end can never be reached, {by}"));
            self.fail(&[WeaklySound, Sound], "it can never end", page);
        }
        if page.lacks_any(&[NoDeadTransition, Sound])
            && let Some((is_quasi_live, by)) = self.quasi_liveness()?
        {
            let text = if is_quasi_live { "every task can be done" } else { "some task can never be done" };
            page.answer(NoDeadTransition, is_quasi_live, format!("{text}, {by}"));
            if !is_quasi_live {
                self.fail(&[Sound], text, page);
            }
        }
        if is_known(page, WeaklySound, Verdict::Violated) {
            page.answer(Sound, false, "it is not even weakly sound");
        }
        Ok(())
    }

    fn fail(&self, properties: &[StandardProperty], why: &str, page: &mut Page<'_>) {
        properties.iter().for_each(|&property| page.answer(property, false, why));
    }

    /// Looks for a marking in which a formula holds, in a share of the time.
    fn sought(&self, formula: Formula) -> Result<Option<Sought>, Diagnostics> {
        if self.left.is_over() {
            return Ok(None);
        }
        let property = Property { name: None, quantifier: Quantifier::Reach, formula, text: String::new() };
        let request = self.request(Question::Check(vec![property])).with_portfolio(self.net.net);
        let searched = decide(self.net, &request, &Control::of_part(self.left.control))?;
        Ok(match searched.findings.into_iter().next() {
            Some(Finding::Found(run, _)) => {
                let shown = Shown::run(self.net.net, &run.events, self.left);
                shown.map(|shown| Sought::Found(Box::new(shown), run.events.len()))
            }
            Some(Finding::Absent(by)) => Some(Sought::Absent(in_words(&by))),
            _ => None,
        })
    }

    /// Whether every transition can fire, and what shows it.
    fn quasi_liveness(&self) -> Result<Option<(bool, String)>, Diagnostics> {
        if self.left.is_over() {
            return Ok(None);
        }
        let mut heard = None;
        let request = self.request(Question::Explore);
        let control = Control::of_part(self.left.control);
        answer(&QueriedNet::of(self.net), &Query::QuasiLiveness, &request, &control, &mut |answered| {
            heard.get_or_insert(answered);
        })?;
        Ok(match heard {
            Some(Answered { answer: Answer::Truth(truth), by, .. }) => Some((truth, in_words(&by))),
            _ => None,
        })
    }

    fn request(&self, question: Question) -> Request {
        Request {
            threads: self.left.request.threads,
            limits: self.left.limits(3),
            self_check: self.left.request.self_check,
            ..Request::new(question)
        }
    }
}

/// What was found out about a marking that was looked for.
enum Sought {
    /// It can be reached by a run of this length.
    Found(Box<Shown>, usize),
    /// It cannot be reached, and what shows that.
    Absent(String),
}

fn is_known(page: &Page<'_>, property: StandardProperty, verdict: Verdict) -> bool {
    page.report.answer(property).is_some_and(|answer| answer.verdict == verdict)
}
