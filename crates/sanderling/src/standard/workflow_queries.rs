//! Properties of a process that has too many markings to explore. The portfolio decides whether its end can
//! be reached, whether an improper end can be reached, and whether every transition can fire; other answers
//! follow.

use sanderling_analysis::Control;
use sanderling_net::{Arc, ArcKind, Diagnostics, Net, Place, PlaceId, TransitionId};
use sanderling_property::{Formula, Property, Quantifier, Relation};
use sanderling_report::StandardProperty;

use super::end::{End, compared};
use super::page::{Page, Shown};
use super::queries::in_words;
use super::{Left, implications};
use crate::portfolio::decide;
use crate::portfolio::plan::Share;
use crate::portfolio::query::{Answer, Answered, QueriedNet, Query, answer};
use crate::prepare::{AnalysedNet, Facts};
use crate::replay::finding::Finding;
use crate::request::{Question, Request};

/// The time for one question.
const ONE_QUERY: Share = Share::part(3);

/// A net that starts in the first marking of the process, and the end of the process.
pub(super) struct Asking<'a> {
    pub(super) net: AnalysedNet<'a>,
    pub(super) end: &'a End,
    pub(super) left: Left<'a>,
}

impl Asking<'_> {
    /// Answers the open properties that can be decided.
    ///
    /// # Errors
    /// The net cannot be compiled.
    pub(super) fn ask(&self, page: &mut Page<'_>) -> Result<(), Diagnostics> {
        use StandardProperty::{
            NoDeadTransition, OptionToComplete, ProperCompletion, RelaxedSound, Sound, WeaklySound,
        };
        let places = self.net.net.places.len();
        // Soundness depends on its parts, whether these are requested or not.
        let is_open =
            |page: &Page<'_>, part| page.known(part).is_none() && page.lacks_any(&[part, Sound, WeaklySound]);
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
            let failed: &[_] = if self.net.net.transitions.is_empty() {
                &[WeaklySound, Sound]
            } else {
                &[RelaxedSound, WeaklySound, Sound]
            };
            self.fail(failed, "it can never end", page);
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
        implications::conclude(page);
        if page.lacks(RelaxedSound) {
            self.describe_relaxed_soundness(page)?;
        }
        implications::conclude(page);
        Ok(())
    }

    /// Decides for each transition whether it occurs in a run that ends properly. An additional place counts
    /// its firings, so the question is whether a proper end with a count of at least one can be reached.
    fn describe_relaxed_soundness(&self, page: &mut Page<'_>) -> Result<(), Diagnostics> {
        let property = StandardProperty::RelaxedSound;
        let net = self.net.net;
        let mut all_useful = true;
        for transition in net.transition_ids() {
            if self.left.is_over() {
                return Ok(());
            }
            let (counted, counter) = with_counter(net, transition);
            let facts = Facts::default();
            let asking = Asking { net: AnalysedNet::new(&counted, &facts), ..*self };
            let has_fired = compared([counter], Relation::AtLeast, 1);
            let at_end = self.end.formula(net.places.len());
            match asking.sought(Formula::And(vec![at_end, has_fired]))? {
                Some(Sought::Found(..)) => {}
                Some(Sought::Absent(by)) => {
                    let text =
                        format!("{} is on no run that ends properly, {by}", page.transition(transition));
                    let nodes = Shown::nodes([net.transition(transition).id.clone()]);
                    page.show(property, false, text, nodes);
                    return Ok(());
                }
                None => all_useful = false,
            }
        }
        if all_useful {
            page.answer(property, true, "every task is on a run that ends properly, by searches for each");
        }
        Ok(())
    }

    fn fail(&self, properties: &[StandardProperty], why: &str, page: &mut Page<'_>) {
        properties.iter().for_each(|&property| page.answer(property, false, why));
    }

    /// Looks for a marking that satisfies a formula, in a share of the time.
    fn sought(&self, formula: Formula) -> Result<Option<Sought>, Diagnostics> {
        if self.left.is_over() {
            return Ok(None);
        }
        let property = Property { name: None, quantifier: Quantifier::Reach, formula, text: String::new() };
        let request = self.request(Question::Check(vec![property])).with_portfolio(self.net.net);
        let searched = decide(self.net, &request, &Control::of_part(self.left.budget.control()))?;
        Ok(match searched.findings.into_iter().next() {
            Some(Finding::Found(run, _)) => {
                let shown = Shown::run(self.net.net, &run.events, self.left);
                shown.map(|shown| Sought::Found(Box::new(shown), run.events.len()))
            }
            Some(Finding::Absent(by)) => Some(Sought::Absent(in_words(&by))),
            _ => None,
        })
    }

    /// Returns whether every transition can fire, and what shows it.
    fn quasi_liveness(&self) -> Result<Option<(bool, String)>, Diagnostics> {
        if self.left.is_over() {
            return Ok(None);
        }
        let mut first_answer = None;
        let request = self.request(Question::Explore);
        let control = Control::of_part(self.left.budget.control());
        answer(&QueriedNet::of(self.net), &Query::QuasiLiveness, &request, &control, &mut |answered| {
            first_answer.get_or_insert(answered);
        })?;
        Ok(match first_answer {
            Some(Answered { answer: Answer::Truth(truth), by, .. }) => Some((truth, in_words(&by))),
            _ => None,
        })
    }

    fn request(&self, question: Question) -> Request {
        self.left.request_for(question, ONE_QUERY)
    }
}

/// The answer to the search for a marking.
enum Sought {
    /// A run of this length leads to such a marking.
    Found(Box<Shown>, usize),
    /// No such marking can be reached; describes why.
    Absent(String),
}

/// Returns the net with an additional place that counts the firings of a transition.
fn with_counter(net: &Net, transition: TransitionId) -> (Net, PlaceId) {
    let mut counted = net.clone();
    let counter = counted.add_place(Place::with_tokens(fresh_id(net), 0));
    counted.add_arc(Arc::weighted(counter, transition, ArcKind::Output, 1));
    // The claim of safe units refers to the places of the file only.
    counted.units = None;
    (counted, counter)
}

/// Returns an id that no place has.
fn fresh_id(net: &Net) -> String {
    let is_taken = |id: &String| net.places.iter().any(|place| place.id == *id);
    let mut ids = (0..).map(|number| format!("fired {number}"));
    ids.find(|id| !is_taken(id)).expect("there are more numbers than places")
}
