//! The claims of a certificate, one by one: the statement of each, and what must be shown for it.

use sha2::{Digest, Sha256};

use crate::clauses::Clauses;
use crate::condition::Condition;
use crate::exploration::{Explored, explore};
use crate::graph::Graph;
use crate::live::{self, Groups};
use crate::ltl::Ltl;
use crate::net::{Ground, Transition};
use crate::schema::{Certificate, Claim, Evidence, Lemma, Property, Statistics, VERSION, Verdict};
use crate::{Refusal, boxes, lasso, lemma, pnml, product, unit_propagation};

/// Judgement on a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// The claim is true; the text describes the evidence.
    Accepted(String),
    /// The claim is not proved; the text is the reason.
    NotProved(String),
    /// The claim or its evidence is wrong; the text is the reason.
    Refused(Refusal),
}

/// Statement that must be shown.
enum Goal {
    /// A reachable marking satisfies the condition.
    Reached(Condition),
    /// No reachable marking satisfies the condition.
    Absent(Condition),
    /// A run satisfies the formula.
    Run(Ltl),
    /// No run satisfies the formula.
    NoRun(Ltl),
    /// The groups are live.
    Live(Groups),
    /// Some group is not live.
    NotLive(Groups),
    Unbounded,
    StateSpace(Statistics),
}

/// Judges every claim of a certificate about the net in a file. Up to `repeat` markings are explored again if the
/// certificate has no list of them.
///
/// # Errors
/// If the certificate is not about this file.
pub fn check(certificate: Certificate, file: &[u8], repeat: u64) -> Result<Vec<Judgement>, Refusal> {
    if !(1..=VERSION).contains(&certificate.sanderling_certificate) {
        return Err(format!("version {} is not known", certificate.sanderling_certificate));
    }
    if certificate.claims.is_empty() {
        return Err("it claims nothing".into());
    }
    let hash: String = Sha256::digest(file).iter().map(|byte| format!("{byte:02x}")).collect();
    if hash != certificate.sha256 {
        return Err(format!("it is about another file: SHA-256 is {hash}, not {}", certificate.sha256));
    }
    let net = match certificate.derived_net {
        Some(derived) => derived.net,
        None => pnml::read(file)?,
    };
    if !net.is_closed() {
        return Err("an arc leads to no place".into());
    }
    let ground = Ground::of(&net)?;
    let goals: Vec<_> = certificate.claims.iter().map(|claim| Goal::of(&ground, claim)).collect();
    let targets: Vec<_> = goals.iter().map(target).collect();
    let explored = match certificate.exploration {
        Some(claimed) if claimed.markings.is_some() || repeat > 0 => {
            Some(explore(&net, claimed, repeat, &targets))
        }
        Some(_) => None,
        None => Some(Err("there is no exploration".into())),
    };
    let mut graph = Graph::of(&net);
    let judge = |(at, (goal, claim)): (usize, (Result<Option<Goal>, Refusal>, Claim))| match goal {
        Err(refusal) => Judgement::Refused(refusal),
        Ok(goal) => judge(&ground, goal, claim.evidence, (&mut graph, &explored, at))
            .unwrap_or_else(Judgement::Refused),
    };
    Ok(goals.into_iter().zip(certificate.claims).enumerate().map(judge).collect())
}

/// Returns the condition that no marking of an exploration may satisfy; for some goals, one that is never satisfied.
fn target(goal: &Result<Option<Goal>, Refusal>) -> Condition {
    match goal {
        Ok(Some(Goal::Absent(condition))) => condition.clone(),
        _ => Condition::Any(Vec::new()),
    }
}

impl Goal {
    /// Returns the goal of a claim, if something has been claimed.
    fn of(ground: &Ground<'_>, claim: &Claim) -> Result<Option<Self>, Refusal> {
        let condition = |formula| Condition::of(ground, formula);
        Ok(Some(match (&claim.property, claim.verdict) {
            (_, Verdict::Unknown) | (Property::Other(_), _) => return Ok(None),
            (Property::Always(formula), Verdict::Holds) => Self::Absent(condition(formula)?.negated()?),
            (Property::Always(formula), Verdict::Violated) => Self::Reached(condition(formula)?.negated()?),
            (Property::Reach(formula), Verdict::Holds) => Self::Reached(condition(formula)?),
            (Property::Reach(formula), Verdict::Violated) => Self::Absent(condition(formula)?),
            (Property::Ltl(formula), Verdict::Violated) => Self::Run(Ltl::of(ground, formula, false)?),
            (Property::Ltl(formula), Verdict::Holds) => Self::NoRun(Ltl::of(ground, formula, false)?),
            (Property::Live(ids), Verdict::Holds) => Self::Live(live::groups(ground, ids)?),
            (Property::Live(ids), Verdict::Violated) => Self::NotLive(live::groups(ground, ids)?),
            (Property::Unbounded, Verdict::Holds) => Self::Unbounded,
            (Property::StateSpace(statistics), Verdict::Holds) => Self::StateSpace(statistics.clone()),
            _ => return Err("this verdict cannot be shown".into()),
        }))
    }
}

/// Judges a claim by its goal and its evidence.
fn judge(
    ground: &Ground<'_>,
    goal: Option<Goal>,
    evidence: Evidence,
    (graph, explored, at): (&mut Graph<'_>, &Option<Result<Explored, Refusal>>, usize),
) -> Result<Judgement, Refusal> {
    let accepted = |by: String| Ok(Judgement::Accepted(by));
    match (goal, evidence) {
        (_, Evidence::None(reason)) => Ok(Judgement::NotProved(reason)),
        (Some(Goal::Reached(condition)), Evidence::Run(run)) => {
            let marking = fire(ground, ground.net.initial(), &run, |_| ())?;
            if !condition.holds(&marking) {
                return Err(format!("the run ends in {}, which decides nothing", ground.net.show(&marking)));
            }
            accepted(format!("a run of {} firings", run.len()))
        }
        (Some(Goal::Run(formula)), Evidence::Lasso(prefix, cycle)) => {
            lasso::check(ground, &formula, &prefix, &cycle)?;
            accepted(match cycle.len() {
                0 => format!("a run of {} firings, after which nothing is enabled", prefix.len()),
                repeated => format!("a run of {} firings, and {repeated} that are repeated", prefix.len()),
            })
        }
        (Some(Goal::NoRun(formula)), Evidence::Product(components)) => {
            product::check(graph, formula, &components)?;
            accepted(format!("components of a product of {} states", components.len()))
        }
        (Some(Goal::Unbounded), Evidence::SelfCovering(prefix, cycle)) => {
            check_cycle(ground, &fire(ground, ground.net.initial(), &prefix, |_| ())?, &cycle)?;
            accepted(format!("{} firings that can be repeated for ever", cycle.len()))
        }
        (Some(Goal::Absent(condition)), Evidence::Proof(lemmas, lines)) => {
            prove(ground, &condition, &lemmas, &lines)?;
            accepted(format!("a proof of {} lemmas and {} lines", lemmas.len(), lines.len()))
        }
        (Some(Goal::Absent(condition)), Evidence::Boxes(boxes)) => {
            boxes::check(ground, &condition, &boxes)?;
            accepted(format!("{} boxes of markings", boxes.len()))
        }
        (Some(Goal::Live(groups)), Evidence::Home(home)) => {
            live::check_home(ground, &groups, &home)?;
            let (returns, lemmas) = (home.returns.len(), home.lemmas.len());
            accepted(format!("{returns} returns to the initial marking, and a proof of {lemmas} lemmas"))
        }
        (Some(Goal::NotLive(groups)), Evidence::LeftBehind(run, group, lemmas, lines)) => {
            live::check_left_behind(ground, &groups, (&run, group), (&lemmas, &lines))?;
            accepted(format!("a run of {} firings, and a proof of {} lemmas", run.len(), lemmas.len()))
        }
        (Some(Goal::NotLive(groups)), Evidence::Fading(weights, group)) => {
            live::check_fading(ground, &groups, &weights, group)?;
            accepted(format!("weights of {} places", weights.len()))
        }
        (
            Some(goal @ (Goal::Absent(_) | Goal::StateSpace(_) | Goal::Live(_) | Goal::NotLive(_))),
            Evidence::Exploration,
        ) => {
            let Some(explored) = explored else {
                return Ok(Judgement::NotProved(
                    "counts and hashes are evidence, not a proof; --repeat explores anew".into(),
                ));
            };
            let Explored { statistics, hits } = explored.as_ref().map_err(Clone::clone)?;
            match goal {
                Goal::StateSpace(claimed) => compare(&claimed, statistics)?,
                Goal::Live(groups) => {
                    if let Some(number) = live::not_live(ground, graph, &groups)? {
                        return Err(format!("group {number} is not live"));
                    }
                }
                Goal::NotLive(groups) => {
                    live::not_live(ground, graph, &groups)?.ok_or("every group is live")?;
                }
                _ => hits[at]
                    .as_ref()
                    .map_or(Ok(()), |hit| Err(format!("{hit} is reachable, and decides otherwise")))?,
            }
            accepted(format!("{} markings", statistics.states.unwrap_or_default()))
        }
        _ => Err("this is no evidence for such a claim".into()),
    }
}

/// Checks a proof that no reachable marking satisfies a condition.
pub(crate) fn prove(
    ground: &Ground<'_>,
    condition: &Condition,
    lemmas: &[Lemma],
    lines: &[Vec<i32>],
) -> Result<(), Refusal> {
    let checked = lemmas
        .iter()
        .enumerate()
        .map(|(at, one)| lemma::check(ground, one).map_err(|refusal| format!("lemma {}: {refusal}", at + 1)));
    let clauses = Clauses::of(condition, &checked.collect::<Result<Vec<_>, _>>()?);
    unit_propagation::check(&clauses.clauses, clauses.variables(), lines)
}

/// Returns the marking after a run; `pass` is called with each marking before it.
pub(crate) fn fire(
    ground: &Ground<'_>,
    mut marking: Vec<u64>,
    run: &[String],
    mut pass: impl FnMut(&[u64]),
) -> Result<Vec<u64>, Refusal> {
    for (at, id) in run.iter().enumerate() {
        pass(&marking);
        let (_, transition) = ground.transition(id)?;
        let fired = ground.net.fire(transition, &marking)?;
        marking = fired.ok_or_else(|| format!("`{id}`, firing {}, is not enabled", at + 1))?;
    }
    Ok(marking)
}

/// Checks that the cycle loses no token and increases the tokens of a place that it does not reset, and that the places
/// that gain tokens neither inhibit anything in it nor have a capacity. Then it can be repeated for ever (Karp and
/// Miller, *Parallel Program Schemata*, 1969).
fn check_cycle(ground: &Ground<'_>, before: &[u64], cycle: &[String]) -> Result<(), Refusal> {
    let after = fire(ground, before.to_vec(), cycle, |_| ())?;
    if let Some(place) = (0..before.len()).find(|&place| after[place] < before[place]) {
        return Err(format!("the cycle loses tokens of `{}`", ground.net.places[place].id));
    }
    let mut grows: Vec<bool> = (0..before.len()).map(|place| after[place] > before[place]).collect();
    let greater = grows.clone();
    for id in cycle {
        let Transition { post, inhibitor, reset, .. } = ground.transition(id)?.1;
        let is_limited = |arc: &&(usize, u64)| ground.net.places[arc.0].capacity.is_some();
        if inhibitor.iter().chain(post.iter().filter(is_limited)).any(|arc| greater[arc.0]) {
            return Err(format!("what grows may hinder `{id}`"));
        }
        reset.iter().for_each(|&place| grows[place] = false);
    }
    if grows.contains(&true) { Ok(()) } else { Err("nothing grows in the cycle".into()) }
}

fn compare(claimed: &Statistics, found: &Statistics) -> Result<(), Refusal> {
    let kept = Statistics {
        states: claimed.states.and(found.states),
        firings: claimed.firings.and(found.firings),
        deadlocks: claimed.deadlocks.and(found.deadlocks),
        max_tokens_in_place: claimed.max_tokens_in_place.and(found.max_tokens_in_place),
        max_tokens_in_marking: claimed.max_tokens_in_marking.and(found.max_tokens_in_marking),
    };
    if kept == *claimed { Ok(()) } else { Err(format!("the statistics are {kept:?}")) }
}
