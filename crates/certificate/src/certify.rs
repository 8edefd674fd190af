//! Makes a certificate from answers.

use std::time::{Duration, Instant};

use sanderling::{Control, Limits, Question, Request, analyse};
use sanderling_certificate_check::condition::Condition;
use sanderling_certificate_check::graph::Graph;
use sanderling_certificate_check::ltl::Ltl;
use sanderling_certificate_check::net::{Ground, Net as CheckedNet};
use sanderling_certificate_check::product::Product;
use sanderling_certificate_check::schema::{
    Certificate, Claim, DerivedNet, Evidence, Exploration, Property as Written, Temporal, VERSION, Verdict,
};
use sanderling_model::Knowledge;
use sanderling_net::{Diagnostics, Net, TransitionId};
use sanderling_proof::{Budget, Prover};
use sanderling_property::{Formula, Property, Quantifier};
use sha2::{Digest, Sha256};

use crate::answer::{Answer, Query, events};
use crate::exploration::exploration;
use crate::live::Liveness;
use crate::net::checked;
use crate::product::{self, Bounds, Components};
use crate::{accepted, boxes, formula, lasso, proof};

/// File of a net.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'a> {
    /// Name of the file.
    pub name: &'a str,
    /// Content of the file.
    pub bytes: &'a [u8],
    /// Derivation of the net from the one in the file, if it is a different one.
    pub derived_by: Option<&'a str>,
}

/// Limits on the cost of evidence that is not available yet.
#[derive(Debug, Clone, Copy)]
pub struct EvidenceBudget {
    /// Time for the proof of an answer.
    pub proof_time: Duration,
    /// Maximum number of markings in a list.
    pub max_markings: u64,
    /// Maximum number of states of a product of markings and formula.
    pub max_product_states: u64,
    /// Number of threads of an exploration.
    pub threads: usize,
    /// Limits of an exploration.
    pub limits: Limits,
}

/// Maximum depth of nesting. Readers of JSON refuse more than 128 levels, and a formula is itself nested in some.
const MAX_DEPTH: usize = 120;

/// Factor by which the time for a proof is longer if the markings cannot all be explored.
const LONGER: u32 = 12;

impl Default for EvidenceBudget {
    fn default() -> Self {
        let (proof_time, limits) = (Duration::from_secs(5), Limits::default());
        let (max_markings, max_product_states) = (10_000_000, 10_000_000);
        Self { proof_time, max_markings, max_product_states, threads: 1, limits }
    }
}

/// Certifies answers about a place/transition net.
///
/// # Errors
/// If the net cannot be compiled.
pub fn certify(
    net: &Net,
    origin: &Origin<'_>,
    answers: &[Answer],
    budget: &EvidenceBudget,
    control: &Control<'_>,
) -> Result<Certificate, Diagnostics> {
    let answers = with_runs(net, answers, budget, control)?;
    let knowledge = Knowledge::of(net)?;
    let checked = checked(net, knowledge.structure());
    let until = budget.limits.time.and_then(|time| Instant::now().checked_add(time * 3 / 4));
    let graph = Graph::of(&checked);
    let mut certifier =
        Certifier { net, knowledge, checked: &checked, budget, control, graph, until, exploration: None };
    let claims = answers.iter().map(|answer| certifier.claim(answer)).collect();
    let exploration = certifier.exploration.and_then(Result::ok);
    let derived_net = origin.derived_by.map(|by| DerivedNet { by: by.to_owned(), net: checked.clone() });
    Ok(Certificate {
        sanderling_certificate: VERSION,
        file: origin.name.to_owned(),
        sha256: Sha256::digest(origin.bytes).iter().map(|byte| format!("{byte:02x}")).collect(),
        derived_net,
        exploration,
        claims,
    })
}

/// Returns the answers with the missing runs, which are all searched for together.
fn with_runs(
    net: &Net,
    answers: &[Answer],
    budget: &EvidenceBudget,
    control: &Control<'_>,
) -> Result<Vec<Answer>, Diagnostics> {
    let mut answers = answers.to_vec();
    let missing: Vec<(usize, Property)> = answers.iter().enumerate().filter_map(lacking_a_run).collect();
    if missing.is_empty() {
        return Ok(answers);
    }
    let properties = missing.iter().map(|(_, property)| property.clone()).collect();
    for ((at, _), run) in missing.iter().zip(runs_to(net, properties, budget, control)?) {
        answers[*at].run = run;
    }
    Ok(answers)
}

/// Returns a run that decides each property, if one is found.
fn runs_to(
    net: &Net,
    properties: Vec<Property>,
    budget: &EvidenceBudget,
    control: &Control<'_>,
) -> Result<Vec<Option<Vec<String>>>, Diagnostics> {
    let EvidenceBudget { threads, limits, .. } = *budget;
    let request =
        Request { threads, limits, ..Request::new(Question::Check(properties)) }.with_portfolio(net);
    let report = analyse(net, &request, control)?;
    Ok(report.answers.into_iter().map(|found| found.trace.map(|trace| events(&trace.steps))).collect())
}

/// Returns the position of an answer and its property, if it states that there is a marking of some kind but not how it
/// is reached.
fn lacking_a_run((at, answer): (usize, &Answer)) -> Option<(usize, Property)> {
    let Query::Property(property) = &answer.query else { return None };
    let is_found = match property.quantifier {
        Quantifier::Always => answer.verdict == Verdict::Violated,
        Quantifier::Reach => answer.verdict == Verdict::Holds,
    };
    (is_found && answer.run.is_none()).then(|| (at, property.clone()))
}

struct Certifier<'a> {
    net: &'a Net,
    knowledge: Knowledge,
    checked: &'a CheckedNet,
    budget: &'a EvidenceBudget,
    control: &'a Control<'a>,
    /// Markings of products. All of them must be explored by the time `until`.
    graph: Graph<'a>,
    until: Option<Instant>,
    /// All markings, or the reason why there is no list of them, after the first attempt.
    exploration: Option<Result<Exploration, String>>,
}

impl Certifier<'_> {
    fn claim(&mut self, answer: &Answer) -> Claim {
        let (name, verdict) = (answer.name.clone(), answer.verdict);
        let property = answer.query.written(self.net);
        if formula::depth(&property) > MAX_DEPTH {
            let evidence = Evidence::None("the formula nests too deeply to be written".into());
            return Claim { property: Written::Other(name.clone()), name, verdict, evidence };
        }
        let evidence = self.evidence(answer, &property);
        Claim { name, property, verdict, evidence }
    }

    fn evidence(&mut self, answer: &Answer, written: &Written) -> Evidence {
        match (&answer.query, &answer.run) {
            _ if answer.verdict == Verdict::Unknown => Evidence::None("the answer is not known".into()),
            (Query::Unbounded(cycle), Some(prefix)) => Evidence::SelfCovering(prefix.clone(), cycle.clone()),
            // For branching time, a run may be given that shows a part of an answer about all runs.
            (Query::Property(property), _) if is_absence(written, answer.verdict) => {
                self.absence(property, written)
            }
            (Query::Property(_), Some(run)) => Evidence::Run(run.clone()),
            (Query::Ltl(_), Some(run)) if answer.verdict == Verdict::Violated => {
                self.lasso(run, answer.cycle.as_deref())
            }
            (Query::StateSpace(_), _) => self.by_exploration(),
            (Query::Live(groups), run) => self.liveness(groups, answer.verdict, run.as_deref()),
            (Query::Property(_), None) => {
                Evidence::None("no run was found within the limits, or it is too long to be written".into())
            }
            (Query::Ltl(_), _) => self.by_product(answer.verdict, written),
            (Query::Other(_), _) => Evidence::None("there are no certificates for such questions yet".into()),
            (Query::Unbounded(_), None) => Evidence::None("the run is not known".into()),
        }
    }

    /// Returns evidence about liveness: a proof, or all markings.
    fn liveness(
        &mut self,
        groups: &[Vec<TransitionId>],
        verdict: Verdict,
        run: Option<&[String]>,
    ) -> Evidence {
        let Self { net, checked, budget, control, .. } = *self;
        let (knowledge, time, is_cancelled) = (&self.knowledge, budget.proof_time, || control.is_cancelled());
        let liveness = Liveness { net, knowledge, checked, groups, time, is_cancelled: &is_cancelled };
        let runs_to = |groups: &[&Vec<TransitionId>]| {
            let reach = |group: &&Vec<TransitionId>| Property {
                name: None,
                quantifier: Quantifier::Reach,
                formula: Formula::Enabled((*group).clone()),
                text: String::new(),
            };
            runs_to(net, groups.iter().map(reach).collect(), budget, control).ok()?.into_iter().collect()
        };
        liveness.evidence(verdict, run, &runs_to).unwrap_or_else(|| self.by_exploration())
    }

    /// Returns an infinite run as evidence. If its continuation does not matter, any one is used.
    fn lasso(&self, prefix: &[String], cycle: Option<&[String]>) -> Evidence {
        let known = cycle.map(|cycle| (prefix.to_vec(), cycle.to_vec()));
        let is_cancelled = || self.control.is_cancelled();
        match known.or_else(|| lasso::endless(self.checked, prefix, &is_cancelled)) {
            Some((prefix, cycle)) => Evidence::Lasso(prefix, cycle),
            None => {
                Evidence::None("the run that was found has not come back to a marking, or to an end".into())
            }
        }
    }

    /// Returns evidence from the product of markings and formula: numbers of its components, or a run.
    fn by_product(&mut self, verdict: Verdict, written: &Written) -> Evidence {
        let Written::Ltl(formula) = written else { return Evidence::None("it is not about runs".into()) };
        self.searched(verdict, formula).unwrap_or_else(Evidence::None)
    }

    fn searched(&mut self, verdict: Verdict, formula: &Temporal) -> Result<Evidence, String> {
        let ground = Ground::of(self.checked)?;
        let negation = Ltl::of(&ground, formula, false)?;
        let EvidenceBudget { max_product_states: states, limits, .. } = *self.budget;
        let bounds = Bounds { states, bytes: limits.memory_bytes, until: self.until, control: self.control };
        let mut product = Product::of(&mut self.graph, negation)?;
        bounds.explore(&mut product)?;
        Ok(match (product::components(&mut product, bounds)?, verdict) {
            (Components::Numbered(numbers), Verdict::Holds) => Evidence::Product(numbers),
            (Components::Accepted(component), Verdict::Violated) => {
                let (prefix, cycle) = accepted::lasso(self.checked, &mut product, &component)?;
                Evidence::Lasso(prefix, cycle)
            }
            _ => Evidence::None("the product of markings and formula contradicts the answer".into()),
        })
    }

    /// Returns evidence that no reachable marking decides a query otherwise. A list of all markings serves as well as a
    /// proof if it is already there. Otherwise boxes come before such a list, since they also describe infinitely many
    /// markings.
    fn absence(&mut self, property: &Property, written: &Written) -> Evidence {
        let is_listed = matches!(&self.exploration, Some(Ok(all)) if all.markings.is_some());
        let time = self.budget.proof_time;
        let proof = if is_listed { None } else { self.proof(property, written, time) };
        let proof = proof.or_else(|| if is_listed { None } else { self.boxes(written) });
        match proof.unwrap_or_else(|| self.by_exploration()) {
            Evidence::None(why) => {
                self.proof(property, written, time * LONGER).unwrap_or(Evidence::None(why))
            }
            evidence => evidence,
        }
    }

    fn boxes(&self, written: &Written) -> Option<Evidence> {
        let ground = Ground::of(self.checked).ok()?;
        let is_cancelled = || self.control.is_cancelled();
        boxes::evidence(
            &ground,
            &target(&ground, written)?,
            &Budget::new(self.budget.proof_time, &is_cancelled),
        )
    }

    fn proof(&self, property: &Property, written: &Written, time: Duration) -> Option<Evidence> {
        let ground = Ground::of(self.checked).ok()?;
        let target = target(&ground, written)?;
        let is_cancelled = || self.control.is_cancelled();
        let budget = Budget::new(time, &is_cancelled);
        let invariants = self.knowledge.bounds().invariants();
        let prover = Prover::with_invariants(self.knowledge.structure(), invariants);
        let found = prover.unreachable(&property.target(), &budget)?;
        let budget = Budget::new(time, &is_cancelled);
        proof::evidence(self.net, &ground, &target, &found.lemmas, &budget)
    }

    fn by_exploration(&mut self) -> Evidence {
        let EvidenceBudget { max_markings, threads, limits, .. } = *self.budget;
        let (net, knowledge, control) = (self.net, &self.knowledge, self.control);
        let all = self
            .exploration
            .get_or_insert_with(|| exploration(net, knowledge, (max_markings, threads, limits), control));
        all.as_ref().map_or_else(|why| Evidence::None(why.clone()), |_| Evidence::Exploration)
    }
}

/// Returns the condition that no reachable marking satisfies, according to an answer.
fn target(ground: &Ground<'_>, written: &Written) -> Option<Condition> {
    match written {
        Written::Always(formula) => Condition::of(ground, formula).ok()?.negated().ok(),
        Written::Reach(formula) => Condition::of(ground, formula).ok(),
        _ => None,
    }
}

/// Returns whether an answer states that there is no marking of some kind.
fn is_absence(property: &Written, verdict: Verdict) -> bool {
    matches!(
        (property, verdict),
        (Written::Always(_), Verdict::Holds) | (Written::Reach(_), Verdict::Violated)
    )
}
