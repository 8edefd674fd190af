//! The way from a net to a report about its reachable markings.

use std::time::Instant;

use sanderling_analysis::{
    Control, Goal, Measure, Observation, Witness, explore, explore_to_depth, open::Order, random_walks,
};
use sanderling_model::interned::Tables;
use sanderling_model::{CountModel, FieldModel, Knowledge, NetModel, RadixModel, ValueModel};
use sanderling_net::{Diagnostic, Diagnostics, Net, PlaceId};
use sanderling_property::Property;
use sanderling_report::{Report, SelfCheck, Timings};
use sanderling_system::{EventId, SlotId, System};

use crate::answer::{depth, report, timings};
use crate::choices::{Heuristic, Reductions};
use crate::decide::{decide, one_by_one};
use crate::finding::{Finding, by_walk, findings};
use crate::guidance::guidance;
use crate::interned::{self, is_interned};
use crate::meaning::Meaning;
use crate::packed_marking::PackedMarking;
use crate::request::{Encoding, Question, Request};
use crate::self_check::{NetReference, internal_error, sound};
use crate::target::SlotsOfPlace;
use crate::verdict::{Findings, fill_verdict};

/// Explores the reachable markings of a net as far as the question needs.
///
/// Every trace in the report has been replayed on the net. `file`, `format`, the time for parsing
/// and the warnings of the file are the caller's to fill in.
///
/// ```
/// use sanderling::{Control, Question, Request, analyse};
/// use sanderling_net::{Arc, ArcKind, Net, Place, Transition};
///
/// let mut net = Net::new("a match");
/// let whole = net.add_place(Place::with_tokens("whole", 1));
/// let burn = net.add_transition(Transition::plain("burn"));
/// net.add_arc(Arc::weighted(whole, burn, ArcKind::Input, 1));
///
/// let report = analyse(&net, &Request::new(Question::Deadlock), &Control::default())?;
/// assert_eq!(report.verdict.as_str(), "violated");
/// assert_eq!(report.trace.map(|trace| trace.steps[0].event.clone()), Some("burn".to_owned()));
/// # Ok::<(), sanderling_net::Diagnostics>(())
/// ```
///
/// # Errors
/// Where the net uses something that cannot be compiled, or [`Request::refusal`] says why the request's
/// choices do not go together.
pub fn analyse(net: &Net, request: &Request, control: &Control<'_>) -> Result<Report, Diagnostics> {
    if let Some(refusal) = request.refusal() {
        return Err(Diagnostic::error(refusal).into());
    }
    let (started, compared) = (Instant::now(), control.compared());
    let Searched { mut report, findings, undefined, survey, .. } =
        if request.decides(net) { decide(net, request, control) } else { search(net, request, control) }?;
    let searched = Instant::now();
    fill_verdict(
        &mut report,
        net,
        request,
        &Findings { goals: findings, undefined, meaning: survey.meaning },
    );
    report.self_check = Some(SelfCheck {
        mode: request.self_check.to_string(),
        states_checked: (control.compared() - compared).into(),
    });
    report.time_s.replay = searched.elapsed().as_secs_f64();
    report.time_s.total = started.elapsed().as_secs_f64();
    Ok(report)
}

/// What a search has found out.
pub(crate) struct Searched {
    /// Its figures; nothing is said of verdicts.
    pub(crate) report: Report,
    /// What it found of each goal.
    pub(crate) findings: Vec<Finding>,
    /// Where it ended at an undefined event: the way to it, of which it is the last.
    pub(crate) undefined: Option<Vec<EventId>>,
    /// The states visited.
    pub(crate) visits: u64,
    /// The firings from those that were expanded.
    pub(crate) firings: u64,
    /// What else was seen.
    pub(crate) survey: Survey,
}

/// What a search has seen of the net as it is.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// The greatest value of each sum that was asked for.
    pub(crate) measured: Vec<i128>,
    /// The transitions that were enabled nowhere, if they were asked for.
    pub(crate) never_fired: Option<Vec<EventId>>,
    /// What the events of findings are.
    pub(crate) meaning: Meaning,
}

/// How to walk.
pub(crate) struct Walks {
    pub(crate) seed: u64,
    /// When to end.
    pub(crate) deadline: Instant,
    /// Whether to go nearer to the goals at every other step.
    pub(crate) guided: bool,
}

/// Explores a net as far as the request wants.
///
/// # Errors
/// Where the net uses something that cannot be compiled.
pub(crate) fn search(net: &Net, request: &Request, control: &Control<'_>) -> Result<Searched, Diagnostics> {
    if net.is_place_transition() {
        survey(net, request, &[], control)
    } else if is_interned(net) {
        interned::search(net, request, &[], control)
    } else {
        values(net, request, control)
    }
}

/// Looks for the goals of a request on random walks over a place/transition net.
///
/// # Errors
/// Where the net cannot be compiled.
pub(crate) fn walk(
    net: &Net,
    request: &Request,
    walks: &Walks,
    control: &Control<'_>,
) -> Result<Vec<Finding>, Diagnostics> {
    let model = FieldModel::compile(Knowledge::of(net)?);
    let request = Request {
        heuristic: if walks.guided { Heuristic::Distance } else { Heuristic::default() },
        reductions: Reductions::default(),
        ..one_by_one(request, if walks.guided { Order::BestFirst } else { Order::DepthFirst })
    };
    let guidance = guidance(net, &model, &request, &|place| vec![SlotId::new(place.index())])?;
    let reference = NetReference::new(net, &request);
    let (goals, self_check) = (goals(net, &request), reference.check(&model));
    let observation = Observation { goals, self_check, ..Observation::default() };
    let walked = random_walks(model, &observation, &guidance, (walks.seed, Some(walks.deadline)), control);
    if let Some(discrepancy) = walked.discrepancy {
        return Err(internal_error(&discrepancy, "encoding fields, random walks").into());
    }
    let hits = walked.hits;
    let found = |way: Witness| Finding::Found(way.events, by_walk());
    Ok(hits.into_iter().map(|hit| hit.map_or(Finding::Open, found)).collect())
}

/// A weighted sum of the tokens of some places.
pub(crate) type Sum = Vec<(i64, PlaceId)>;

/// Explores a place/transition net as far as the request wants, and finds the greatest value of each of some sums.
///
/// # Errors
/// Where the net cannot be compiled.
pub(crate) fn survey(
    net: &Net,
    request: &Request,
    sums: &[Sum],
    control: &Control<'_>,
) -> Result<Searched, Diagnostics> {
    let started = Instant::now();
    let knowledge = Knowledge::of(net)?;
    let radix = || RadixModel::compile(knowledge.clone());
    let fields = || FieldModel::compile(knowledge.clone());
    let slots: SlotsOfPlace<'_> = &|place| vec![SlotId::new(place.index())];
    match request.encoding {
        Encoding::Fields => run(net, fields(), (request, sums), slots, control, started),
        Encoding::Radix => run(net, radix(), (request, sums), slots, control, started),
        Encoding::Auto => match choose(fields(), radix()) {
            Chosen::Fields(model) => run(net, model, (request, sums), slots, control, started),
            Chosen::Radix(model) => run(net, model, (request, sums), slots, control, started),
        },
    }
}

/// The analysis of a net whose places hold one token each, with a value.
fn values(net: &Net, request: &Request, control: &Control<'_>) -> Result<Searched, Diagnostics> {
    let started = Instant::now();
    if request.encoding == Encoding::Radix {
        let refusal = Diagnostic::error("mixed radix packs numbers of tokens, and these tokens have values");
        return Err(refusal.help("leave out `--encoding radix`: values are packed as bit fields").into());
    }
    if request.reductions.structural {
        let refusal =
            Diagnostic::error("structural rules are about numbers of tokens, and these tokens have values");
        return Err(refusal
            .help("leave `structural` and `all` out of `--reduce`; `stubborn` can stay")
            .into());
    }
    let model = ValueModel::build(net, request.model_errors)?;
    let slots_of = |place| model.cells().place(place).cells().map(|cell| SlotId::new(cell.index())).collect();
    let slots: Vec<Vec<SlotId>> = net.place_ids().map(slots_of).collect();
    run(net, model, (request, &[]), &|place| slots[place.index()].clone(), control, started)
}

/// A model in one of the encodings.
pub(crate) enum Chosen {
    /// Bit fields.
    Fields(FieldModel),
    /// Mixed radix.
    Radix(RadixModel),
}

/// The encoding that is expected to serve best: bit fields, unless mixed radix saves whole words.
/// Unpacking costs a little for each state; memory that is not moved saves as much for each firing.
pub(crate) fn choose(fields: FieldModel, radix: RadixModel) -> Chosen {
    if radix.words() < fields.words() { Chosen::Radix(radix) } else { Chosen::Fields(fields) }
}

/// Carries out a request over a model of a net.
///
/// # Errors
/// Where the request asks for what the net does not have.
pub(crate) fn run<M: NetModel>(
    net: &Net,
    model: M,
    (request, sums): (&Request, &[Sum]),
    slots: SlotsOfPlace<'_>,
    control: &Control<'_>,
    started: Instant,
) -> Result<Searched, Diagnostics> {
    let guidance = guidance(net, &model, request, slots)?;
    let compiled = started.elapsed();
    let goals = goals(net, request);
    let reference = NetReference::new(net, request);
    let observation = Observation {
        self_check: reference.check(&model),
        stop_when_decided: !goals.is_empty() && request.question != Question::Explore,
        goals,
        extremes: net.is_place_transition() || model.tables().is_some(),
        measures: sums.iter().map(measure).collect(),
        // Tables tell it at the end; not even the number of events is known before.
        fired_events: request.figures.dead_transitions && model.tables().is_none(),
    };
    let mut options = request.options();
    // What it took to compile the model counts, too.
    options.limits.time = options.limits.time.map(|time| time.saturating_sub(started.elapsed()));
    let (outcome, bounded) = match &request.depth {
        None => (explore(model, &options, &observation, &guidance, control), None),
        Some(bound) => {
            let (outcome, figures) = explore_to_depth(model, bound, options.limits, &observation, control);
            let bounded = depth(bound, &figures, &outcome);
            (outcome, Some(bounded))
        }
    };
    sound(&outcome)?;
    let searched = started.elapsed();
    let meaning = Meaning::of(&outcome);
    let mut report = report(net, request, &outcome, &meaning);
    report.depth = bounded;
    report.time_s = Timings {
        compile: compiled.as_secs_f64(),
        search: (searched - compiled).as_secs_f64(),
        ..timings(&outcome.phases)
    };
    let undefined = outcome.undefined.as_ref().map(|witness| witness.events.clone());
    let (visits, firings) = (outcome.visits, outcome.firings);
    let findings = findings(&outcome, request.reductions.events);
    let survey = Survey { measured: outcome.measured, never_fired: outcome.never_fired, meaning };
    Ok(Searched { report, findings, undefined, visits, firings, survey })
}

/// The weighted sum of some places' tokens.
fn measure<'a, M: NetModel>(terms: &Sum) -> Measure<'a, M> {
    let terms = terms.clone();
    Box::new(move |model, state, scratch| {
        let term = |&(factor, place): &(i64, PlaceId)| {
            i128::from(factor) * i128::from(model.tokens(state, scratch, place))
        };
        terms.iter().map(term).sum()
    })
}

/// What to look for: a state for each goal decides its question. The goals of assertions come last.
fn goals<'a, M: NetModel>(net: &Net, request: &Request) -> Vec<Goal<'a, M>> {
    let mut goals: Vec<Goal<'a, M>> = match &request.question {
        Question::Explore => Vec::new(),
        Question::Deadlock => vec![Box::new(|_, _, _, events| events.is_empty())],
        Question::Check(properties) => properties.iter().map(goal).collect(),
    };
    goals.extend(request.asserted(net).map(|assertion| -> Goal<'a, M> {
        Box::new(move |model, state, scratch, _| !model.asserts(state, scratch, assertion))
    }));
    goals
}

fn goal<'a, M: NetModel>(property: &Property) -> Goal<'a, M> {
    let target = property.target().compile();
    Box::new(move |model, state, scratch, events| {
        let is_known = model.tables().is_none() || Tables::are_all_known(events);
        is_known && target.holds(&PackedMarking { model, state, scratch, events })
    })
}
