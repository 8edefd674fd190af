//! The findings of the naive explorer, compared with a report.
//!
//! If the naive explorer is exhaustive, the report must agree in every number. If it is not, because there
//! are too many markings or a place overflows, the report may only prove the net unbounded or be undecided.
//! A trace in the report still has to be valid.

use sanderling::{Control, Question, Request, analyse};
use sanderling_cutoff::{UNIT_CLAIM_CHECKS, UNIT_CLAIM_PATH, UNIT_CLAIM_WORK};
use sanderling_net::semantics::Marking;
use sanderling_net::{Net, PlaceId};
use sanderling_property::{Formula, Property, Quantifier, ReferenceValuation};
use sanderling_report::{Count, NupnClaim, Reason, Report, Trace, Verdict};
use sanderling_testkit::naive::{self, Explored, Stopped, respects};

use crate::{Configuration, check_counts, check_self_covering, play};

/// A net with the findings of the naive explorer.
#[derive(Debug)]
pub struct Oracle<'a> {
    net: &'a Net,
    limit: usize,
    found: Result<Explored, Stopped>,
}

impl<'a> Oracle<'a> {
    /// Explores a net of at most `limit` markings.
    #[must_use]
    pub fn of(net: &'a Net, limit: usize) -> Self {
        Self { net, limit, found: naive::explore(net, limit) }
    }

    /// Returns the findings, if the naive explorer was exhaustive.
    #[must_use]
    pub fn explored(&self) -> Option<&Explored> {
        self.found.as_ref().ok()
    }

    /// Analyses the net and checks the whole report.
    ///
    /// # Panics
    /// If the report is wrong.
    #[must_use]
    pub fn check(&self, configuration: &Configuration, question: Question) -> Report {
        let mut request = configuration.request(question);
        if self.found.is_err() {
            request.limits.states = Some(self.limit as u64);
        }
        let report = analyse(self.net, &request, &Control::default())
            .unwrap_or_else(|found| panic!("{}: {found}", self.net.id));
        let about = format!("{} {configuration:?}", self.net.id);
        match (&request.question, &self.found) {
            // The report gives the reason why it is incomplete.
            (Question::Explore, Ok(_)) if configuration.gave_up(&report) => {
                assert_eq!(report.verdict, Verdict::Unknown, "{about}");
            }
            (Question::Explore, Ok(explored)) => {
                check_statistics(self.net, explored, &report, configuration, &about);
            }
            (Question::Explore, Err(stopped)) => {
                self.check_unfinished(stopped, &report, configuration, &about);
            }
            _ => self.check_answers(&request, &report, configuration, &about),
        }
        report
    }

    /// Checks the report about a net on which the naive explorer gave up.
    fn check_unfinished(
        &self,
        stopped: &Stopped,
        report: &Report,
        configuration: &Configuration,
        about: &str,
    ) {
        if let Some(proof) = &report.unbounded {
            check_self_covering(self.net, proof);
            assert_eq!(
                (report.verdict, report.states),
                (Verdict::Computed, Some(Count::Infinite)),
                "{about}"
            );
            assert_eq!(report.reason, Some(Reason::Unbounded), "{about}");
            assert!(!report.exhaustive, "{about}");
        } else if report.exhaustive {
            assert_eq!(*stopped, Stopped::LimitReached, "{about}: an overflow was overlooked");
            let visits = report.states.or(report.retention.map(|retention| retention.visits));
            assert!(visits > Some(Count::from(self.limit)), "{about}: {visits:?}");
            assert_eq!((report.verdict, report.reason), (Verdict::Computed, None), "{about}");
        } else {
            assert_eq!(report.verdict, Verdict::Unknown, "{about}");
            let reason = report.reason.unwrap_or_else(|| panic!("{about}: unknown for no reason"));
            let is_expected = [Reason::StateLimit, Reason::TokenOverflow].contains(&reason);
            assert!(is_expected || configuration.gave_up(report), "{about}: {reason}");
        }
    }

    fn check_answers(&self, request: &Request, report: &Report, configuration: &Configuration, about: &str) {
        match &request.question {
            Question::Explore => {}
            Question::Deadlock | Question::DeadlockExcept(_) => {
                let deadlock = freedom_from_deadlock(request.question.except(), self.net);
                self.check_answer(
                    &deadlock,
                    (report.verdict, &report.trace),
                    report.exhaustive,
                    configuration,
                    about,
                );
            }
            Question::Check(properties) => {
                assert_eq!(report.answers.len(), properties.len(), "{about}");
                for (property, answer) in properties.iter().zip(&report.answers) {
                    assert_eq!(answer.property, property.text, "{about}");
                    let found = (answer.verdict, &answer.trace);
                    self.check_answer(property, found, report.exhaustive, configuration, about);
                }
                let together = Verdict::all(report.answers.iter().map(|answer| answer.verdict));
                assert_eq!(report.verdict, together, "{about}");
            }
            Question::Statements(_) => unreachable!("runs are judged by their own graph"),
        }
    }

    fn check_answer(
        &self,
        property: &Property,
        (verdict, trace): (Verdict, &Option<Trace>),
        is_exhaustive: bool,
        configuration: &Configuration,
        about: &str,
    ) {
        let about = format!("{about}: {}", property.text);
        let if_found =
            if property.quantifier == Quantifier::Always { Verdict::Violated } else { Verdict::Holds };
        let if_not = if if_found == Verdict::Holds { Verdict::Violated } else { Verdict::Holds };
        if let Some(trace) = trace {
            assert!(
                decides(self.net, property, &play(self.net, trace)),
                "{about}: the trace decides nothing"
            );
            assert_eq!(verdict, if_found, "{about}");
        } else {
            assert_eq!(verdict, if is_exhaustive { if_not } else { Verdict::Unknown }, "{about}");
        }
        let Some(explored) = self.explored() else { return };
        if verdict == Verdict::Unknown && configuration.may_give_up() {
            return;
        }
        let deciding = explored.markings.iter().filter(|(marking, _)| decides(self.net, property, marking));
        let nearest = deciding.map(|(_, &distance)| distance).min();
        assert_eq!(verdict, if nearest.is_some() { if_found } else { if_not }, "{about}");
        if configuration.is_breadth_first() {
            let steps = trace.as_ref().map(|trace| trace.steps.len());
            assert_eq!(steps, nearest, "{about}: a shortest trace");
        }
    }
}

/// Returns the property that every deadlock is an excepted one.
///
/// # Panics
/// Never.
#[must_use]
pub fn freedom_from_deadlock(except: Option<&Property>, net: &Net) -> Property {
    let mut always = Property::parse("always not deadlock", net).expect("a property");
    if let Some(except) = except {
        always.text = format!("always deadlock implies ({})", except.text);
        always.formula = Formula::Implies(Box::new([Formula::Deadlock, except.formula.clone()]));
    }
    always
}

/// Whether a marking decides a property: it violates an `always`, or fulfils a `reach`.
fn decides(net: &Net, property: &Property, marking: &Marking) -> bool {
    let valuation = ReferenceValuation::build(net, marking).expect("enabledness is defined");
    property.formula.holds(&valuation) == (property.quantifier == Quantifier::Reach)
}

fn check_statistics(
    net: &Net,
    explored: &Explored,
    report: &Report,
    configuration: &Configuration,
    about: &str,
) {
    let is_complete = report.exhaustive && report.reason.is_none() && report.unbounded.is_none();
    assert!(is_complete && report.verdict == Verdict::Computed, "{about}: {report:?}");
    let counts = [explored.states().into(), explored.firings.into(), explored.deadlocks.len().into()];
    check_counts(report, counts).unwrap_or_else(|difference| panic!("{about}: {difference}"));
    let most: [Count; 2] = [explored.max_tokens_in_place.into(), explored.max_tokens_in_marking.into()];
    assert_eq!(
        [report.max_tokens_in_place, report.max_tokens_in_marking],
        most.map(Some),
        "{about}: most tokens"
    );
    let counts = |levels: &[usize]| levels.iter().map(|&states| states.into()).collect::<Vec<Count>>();
    let levels = configuration.has_levels().then(|| counts(&explored.levels));
    assert_eq!(report.levels, levels, "{about}: levels");
    let bounds =
        net.places.iter().zip(&explored.bounds).map(|(place, &most)| (place.id.clone(), most.into()));
    assert_eq!(report.bounds, Some(bounds.collect()), "{about}: bounds");
    let dead = net.transition_ids().filter(|id| !explored.fired.contains(id));
    let dead: Vec<_> = dead.map(|id| net.transition(id).id.clone()).collect();
    assert_eq!(report.dead_transitions, Some(dead), "{about}: dead transitions");
    check_claim(net, explored, &report.nupn_claim, about);
}

fn check_claim(net: &Net, explored: &Explored, claim: &NupnClaim, about: &str) {
    let Some(units) = net.units.as_ref().filter(|units| units.claims_safe) else {
        return assert_eq!(*claim, NupnClaim::None, "{about}");
    };
    match claim {
        NupnClaim::Holds => assert!(explored.is_unit_safe, "{about}: the claim is false"),
        NupnClaim::Refuted { places, marking } => {
            assert!(!explored.is_unit_safe, "{about}: the claim is true");
            let tokens = |place: PlaceId| match marking.get(&net.place(place).id) {
                Some(sanderling_report::Tokens::Plain(Count::Finite(tokens))) => *tokens as u64,
                _ => 0,
            };
            let tokens: Vec<_> = net.place_ids().map(tokens).collect();
            let marking = Marking::of_tokens(&tokens);
            assert!(explored.markings.contains_key(&marking), "{about}: {tokens:?} is not reachable");
            assert!(!respects(units, &marking), "{about}: {tokens:?} refutes nothing");
            assert!((1..=2).contains(&places.len()), "{about}: {places:?}");
        }
        // The checks would take more than the cutoffs allow.
        NupnClaim::Unchecked if claim_cutoffs_are_small() => {}
        other => panic!("{about}: {other:?}"),
    }
}

fn claim_cutoffs_are_small() -> bool {
    [UNIT_CLAIM_WORK, UNIT_CLAIM_PATH, UNIT_CLAIM_CHECKS].iter().any(|cutoff| cutoff.number() < 100_000)
}
