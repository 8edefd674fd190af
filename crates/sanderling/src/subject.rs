//! The net that questions are about, made ready to be analysed.
//!
//! A place/transition net and the net of a program are analysed as they are. Any other coloured net is unfolded first, and
//! what is analysed is the place/transition net that comes of it: its places are called `P(a,b)` and its transitions
//! `t(x=a,y=b)`, and that is how traces tell them. Questions are put in terms of the coloured net, and expanded: the tokens
//! of a coloured place are those of all of its places, and a coloured transition is enabled where one of its
//! transitions is. What cannot be unfolded can mostly be explored [as it is](Subject::as_it_is). INVARIANT: a trace is shown after it has been replayed on both nets.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use sanderling_analysis::Control;
use sanderling_model::{ModelErrors, ValueModel};
use sanderling_net::semantics::{self, Firing, Interpreter};
use sanderling_net::{Diagnostic, Diagnostics, Net, PlaceId, TransitionId};
use sanderling_property::{Bindings, ColouredProperty, Pattern, Property, Tokens};
use sanderling_report::{Binding, Means, Report, Trace, Unfolding as UnfoldingFigures};
use sanderling_unfolding::{Budget, NotUnfolded, Options, Unfolding, unfold_with};

use crate::analyse::analyse;
use crate::answer::empty_report;
use crate::examine::Examined;
use crate::interned::can_be_interned;
use crate::request::Request;
use crate::tell::Teller;

/// A net that is ready to be analysed.
#[derive(Debug)]
pub enum Subject {
    /// As it was read.
    Itself(Box<Net>),
    /// The unfolding of a coloured net.
    Unfolded(Box<Unfolded>),
}

/// A coloured net with its unfolding.
#[derive(Debug)]
pub struct Unfolded {
    coloured: Net,
    unfolding: Unfolding,
    time: Duration,
}

impl Subject {
    /// Makes a net ready: unfolds it where that has to be done. Where bindings that do the same are merged, firings are fewer,
    /// and properties may not speak of bindings.
    ///
    /// # Errors
    /// Where it has to be unfolded, and cannot be or only beyond the budget: the net, and why not.
    pub fn of(net: Net, options: Options, budget: &Budget<'_>) -> Result<Self, Box<(Net, NotUnfolded)>> {
        if net.is_place_transition() || net.program.is_some() {
            return Ok(Self::Itself(Box::new(net)));
        }
        let started = Instant::now();
        match unfold_with(&net, options, budget) {
            Ok(unfolding) => {
                let unfolded = Unfolded { coloured: net, unfolding, time: started.elapsed() };
                Ok(Self::Unfolded(Box::new(unfolded)))
            }
            // Places with one token each may hold values that cannot be listed.
            Err(_) if ValueModel::build(&net, ModelErrors::Report).is_ok() => Ok(Self::Itself(Box::new(net))),
            Err(problem) => Err(Box::new((net, problem))),
        }
    }

    /// A net that is not to be unfolded, as it is: where what its places hold can be numbered as it is met, it can be explored
    /// without, if more slowly.
    ///
    /// # Errors
    /// Where it cannot, or where somebody wanted it to end: the same.
    pub fn as_it_is(refused: Box<(Net, NotUnfolded)>) -> Result<Self, Box<(Net, NotUnfolded)>> {
        let is_wanted = !matches!(refused.1, NotUnfolded::Cancelled);
        if is_wanted && can_be_interned(&refused.0) {
            Ok(Self::Itself(Box::new(refused.0)))
        } else {
            Err(refused)
        }
    }

    /// The net that is analysed.
    #[must_use]
    pub fn net(&self) -> &Net {
        match self {
            Self::Itself(net) => net,
            Self::Unfolded(unfolded) => unfolded.unfolding.net(),
        }
    }

    /// The net that questions speak of: the one that was read.
    #[must_use]
    pub fn asked(&self) -> &Net {
        match self {
            Self::Itself(net) => net,
            Self::Unfolded(unfolded) => &unfolded.coloured,
        }
    }

    /// How large the unfolding is, and what it took, where there is one.
    #[must_use]
    pub fn figures(&self) -> Option<UnfoldingFigures> {
        let Self::Unfolded(unfolded) = self else { return None };
        let (net, figures) = (unfolded.unfolding.net(), unfolded.unfolding.figures());
        Some(UnfoldingFigures {
            coloured_places: unfolded.coloured.places.len(),
            coloured_transitions: unfolded.coloured.transitions.len(),
            places: net.places.len(),
            transitions: net.transitions.len(),
            arcs: net.arcs.len(),
            all_colours: figures.all_colours.map(Into::into),
            all_bindings: figures.all_bindings.map(Into::into),
            time_s: unfolded.time.as_secs_f64(),
        })
    }

    /// The net with the places and transitions that examinations speak of.
    #[must_use]
    pub fn examined(&self) -> Examined<'_> {
        let Self::Unfolded(unfolded) = self else { return Examined::plain(self.net()) };
        let (coloured, unfolding) = (&unfolded.coloured, &unfolded.unfolding);
        Examined {
            net: unfolding.net(),
            places: coloured.place_ids().map(|place| unfolding.places_of(place).collect()).collect(),
            transitions: coloured
                .transition_ids()
                .map(|one| unfolding.transitions_of(one).collect())
                .collect(),
            is_unfolding: true,
        }
    }

    /// A property of the net that was read, as one of the net that is analysed.
    ///
    /// # Errors
    /// Where a sum has too many terms then, or where the net was not unfolded and the property speaks of colours.
    ///
    /// # Panics
    /// Where the property is not of the net that was read.
    pub fn expanded(&self, property: &ColouredProperty) -> Result<Property, Diagnostics> {
        let expanded = match self {
            Self::Itself(_) if property.formula.without_colours().is_none() => {
                let error = format!("the property `{}`, which speaks of colours", property.text);
                let error = Diagnostic::error(error).expected("places and transitions as a whole");
                return Err(error.help("colours can be asked for in nets that are unfolded").into());
            }
            Self::Itself(_) => {
                property.expand(&|tokens| vec![tokens.place], &|bindings| vec![bindings.transition])
            }
            Self::Unfolded(unfolded) => {
                property.expand(&|tokens| unfolded.places(tokens), &|bindings| unfolded.transitions(bindings))
            }
        };
        expanded.map_err(|problem| {
            Diagnostic::error(format!("the property `{}`: {problem}", property.text)).into()
        })
    }

    /// A weighted sum of places of the net that was read, as one of the net that is analysed.
    #[must_use]
    pub fn expanded_sum(&self, sum: &[(i64, PlaceId)]) -> Vec<(i64, PlaceId)> {
        match self {
            Self::Itself(_) => sum.to_vec(),
            Self::Unfolded(unfolded) => unfolded.spread(sum),
        }
    }

    /// For each transition of the net that is analysed, in order, the values of the variables of the coloured
    /// transition that it stands for; nothing where the net is as it was read.
    #[must_use]
    pub fn bindings(&self) -> Vec<Binding> {
        let Self::Unfolded(unfolded) = self else {
            return vec![Binding::default(); self.net().transitions.len()];
        };
        let teller = Teller::new(&unfolded.coloured);
        let transitions = unfolded.unfolding.net().transition_ids();
        transitions.map(|one| teller.binding(&unfolded.unfolding.firing(one))).collect()
    }

    /// A trace of the net that is analysed, as one of the net that was read.
    ///
    /// # Panics
    /// Where it is no trace of the net that is analysed.
    #[must_use]
    pub fn folded(&self, trace: &Trace) -> Trace {
        match self {
            Self::Itself(_) => trace.clone(),
            Self::Unfolded(unfolded) => unfolded.folded(trace),
        }
    }

    /// Answers a request about the net that is analysed, as [`analyse`].
    ///
    /// # Errors
    /// As there.
    ///
    /// # Panics
    /// Where a trace does not replay.
    pub fn analyse(&self, request: &Request, control: &Control<'_>) -> Result<Report, Diagnostics> {
        let mut report = analyse(self.net(), request, control)?;
        if let Self::Unfolded(unfolded) = self {
            let of_answers = report.answers.iter().filter_map(|answer| answer.trace.as_ref());
            let unbounded = report.unbounded.as_ref().map(|proof| &proof.prefix);
            of_answers
                .chain(report.trace.as_ref())
                .chain(unbounded)
                .for_each(|trace| unfolded.confirm(trace));
            report.unfolding = self.figures();
            report.decisions_mut().for_each(|decision| {
                decision.with.insert(Means::Unfolding);
            });
            report.time_s.total += unfolded.time.as_secs_f64();
        }
        Ok(report)
    }
}

impl Unfolded {
    fn spread(&self, sum: &[(i64, PlaceId)]) -> Vec<(i64, PlaceId)> {
        let places = |place| self.unfolding.places_of(place);
        sum.iter().flat_map(|&(factor, place)| places(place).map(move |place| (factor, place))).collect()
    }

    /// The places that hold these tokens.
    fn places(&self, tokens: &Tokens) -> Vec<PlaceId> {
        let all = self.unfolding.places_of(tokens.place);
        match tokens.colours {
            Pattern::Any => all.collect(),
            _ => all.filter(|&place| tokens.colours.admits(&self.unfolding.origin(place).1)).collect(),
        }
    }

    /// The transitions that stand for these bindings.
    fn transitions(&self, bindings: &Bindings) -> Vec<TransitionId> {
        let all = self.unfolding.transitions_of(bindings.transition);
        match bindings.values.as_slice() {
            [] => all.collect(),
            _ => all.filter(|&one| bindings.admit(&self.unfolding.firing(one).binding)).collect(),
        }
    }

    /// Tells a trace of the unfolding as it is on the coloured net.
    fn folded(&self, trace: &Trace) -> Trace {
        let net = self.unfolding.net();
        let ids: HashMap<&str, TransitionId> =
            net.transition_ids().map(|one| (net.transition(one).id.as_str(), one)).collect();
        let (teller, interpreter) = (Teller::new(&self.coloured), Interpreter::new(&self.coloured));
        let mut marking =
            semantics::initial(&self.coloured).expect("a net that was unfolded has an initial marking");
        let initial = teller.marking(&marking);
        let mut steps = Vec::with_capacity(trace.steps.len());
        for step in &trace.steps {
            let firing = self.unfolding.firing(ids[step.event.as_str()]);
            let before = marking.clone();
            let fired = interpreter.fire(&mut marking, &firing);
            assert!(
                fired.is_ok(),
                "the trace does not replay on the coloured net: {} cannot fire",
                step.event
            );
            steps.push(teller.step(&firing, &before, &marking));
        }
        Trace { initial, steps }
    }

    /// Replays a trace of the unfolding on both nets, and compares the markings that they end in.
    fn confirm(&self, trace: &Trace) {
        let net = self.unfolding.net();
        let ids: HashMap<&str, TransitionId> =
            net.transition_ids().map(|one| (net.transition(one).id.as_str(), one)).collect();
        let (plain, coloured) = (Interpreter::new(net), Interpreter::new(&self.coloured));
        let initial = |net| semantics::initial(net).expect("a net that was unfolded has an initial marking");
        let (mut below, mut above) = (initial(net), initial(&self.coloured));
        for step in &trace.steps {
            let transition = ids[step.event.as_str()];
            let fired = plain.fire(&mut below, &Firing::plain(transition)).is_ok()
                && coloured.fire(&mut above, &self.unfolding.firing(transition)).is_ok();
            assert!(fired, "the trace does not replay on the coloured net: {} cannot fire", step.event);
        }
        assert!(self.unfolding.folded(&below) == above, "the trace leads elsewhere in the coloured net");
    }
}

/// The report that nothing was found out about a net, nor these properties of it, since it could not be unfolded within its budget.
#[must_use]
pub fn not_unfolded(
    net: &Net,
    request: &Request,
    properties: &[ColouredProperty],
    problem: &NotUnfolded,
) -> Report {
    use sanderling_report::{Answer, Reason, Verdict};
    let mut report = empty_report(net, request);
    report.verdict = Verdict::Unknown;
    report.reason = Some(match problem {
        NotUnfolded::Cancelled => Reason::Cancelled,
        // Either it took the time that the request has, or more than is good for an unfolding.
        NotUnfolded::TooLarge { what: "seconds", limit }
            if request.limits.time.is_some_and(|time| time.as_secs() <= *limit) =>
        {
            Reason::TimeLimit
        }
        _ => Reason::UnfoldingTooLarge,
    });
    report.reason_text = Some(problem.to_string());
    let unknown = |property: &ColouredProperty| Answer {
        name: property.name.clone(),
        property: property.text.clone(),
        verdict: Verdict::Unknown,
        reason: report.reason,
        trace: None,
        decided_by: None,
    };
    report.answers = properties.iter().map(unknown).collect();
    report
}
