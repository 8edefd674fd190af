//! Properties of linear time: looks for runs that satisfy the negated formula.

use std::time::Duration;

use sanderling_analysis::Limits;
use sanderling_engine::Explorable;
use sanderling_model::NetModel;
use sanderling_net::Diagnostics;
use sanderling_property::{Formula, Logic, PathOperator, Temporal as Written};
use sanderling_report::{Decision, Means, Reason, Technique};
use sanderling_runs::{Acceptance, AcceptedRun, Barred, Product, Sample, Waiting};
use sanderling_temporal::{Automaton, Ltl, TooLarge, translate_negation};

use super::models::{Met, WithModel};
use super::smaller::Smaller;
use super::{Decided, Extent, Temporal, Undecided, Witness};
use crate::prepare::AnalysedNet;
use crate::request::fair_to::agents;
use crate::request::{Kind, Request};
use crate::search::self_check::{NetReference, internal_error};
use crate::search::{SlotsOfPlace, both_ways, goal};

/// A property in the form that the product search needs.
pub(super) struct Question {
    /// The conditions on markings.
    pub(super) atoms: Vec<Formula>,
    /// The automaton that accepts the violating runs.
    pub(super) automaton: Automaton,
    /// The events with which these runs may not continue.
    pub(super) barred: Option<Barred>,
    /// Whether the formula is insensitive to stuttering.
    pub(super) repeats: bool,
}

/// Time limit for structural rules, for each property.
const MAX_TIME_OF_RULES: Duration = Duration::from_secs(10);

/// Time limit for runs of each formula of branching time.
const MAX_TIME_OF_BRANCHING: Duration = Duration::from_secs(60);

impl Temporal<'_> {
    /// Looks for runs that violate the open properties of linear time.
    pub(super) fn look_for_runs(&mut self, extent: Extent) -> Result<(), Diagnostics> {
        let open = self.open_of(Logic::Ltl);
        for (left, &position) in (1..=open.len()).rev().zip(&open) {
            if self.budget.is_over() {
                break;
            }
            let Some(question) = self.question(position) else { continue };
            let searched = match extent {
                Extent::Little(..) => {
                    let limits = extent.limits(&self.budget, left);
                    self.search_part((self.net, &question.atoms), &question, Part::All, limits)?
                }
                Extent::Within(_) | Extent::Whole => self.search_enough(&question, extent, left)?,
            };
            match searched.holds {
                Ok(holds) => {
                    let by = Decision::by(Technique::Search).with(searched.with);
                    let run = self.shortened(&question, searched.run)?;
                    self.settle(position, Decided { holds, by, run });
                }
                Err(undecided) => self.note(&[position], undecided),
            }
        }
        Ok(())
    }

    /// Returns a property of linear time as a question, or notes that its automaton is too large.
    pub(super) fn question(&mut self, position: usize) -> Option<Question> {
        let question = Question::of(&self.simpler[position].property.formula);
        let note = |too_large: TooLarge| {
            let text = Some(too_large.to_string());
            self.note(&[position], Some(Undecided { reason: Reason::Unsupported, text }));
        };
        question.map_err(note).ok()
    }

    /// Decides open properties of branching time that are equivalent to one of linear time.
    pub(super) fn look_for_runs_of_branching(&mut self) -> Result<(), Diagnostics> {
        // In linear time, runs that are not fair do not count.
        if self.request.fairness.is_some() {
            return Ok(());
        }
        let linear = self.open_of(Logic::Ctl).into_iter().filter_map(|position| {
            let (formula, is_negated) = self.simpler[position].property.formula.to_linear()?;
            Some((position, formula.simplified(), is_negated))
        });
        let linear: Vec<_> = linear.collect();
        for (left, (position, formula, is_negated)) in (1..=linear.len()).rev().zip(linear) {
            if self.budget.is_over() {
                break;
            }
            let Ok(question) = Question::of(&formula) else { continue };
            let searched = self.look_for_run(&question, left)?;
            if let Ok(holds) = searched.holds {
                let by = Decision::by(Technique::Search).with(searched.with);
                self.settle(position, Decided { holds: holds != is_negated, by, run: None });
            }
        }
        Ok(())
    }

    /// Looks for a run that violates a formula that belongs to one of branching time: first in a small part of the state
    /// space, then in samples, then in all of it, in one of `parts` parts of the remaining time.
    pub(super) fn look_for_run(
        &mut self,
        question: &Question,
        parts: usize,
    ) -> Result<Searched, Diagnostics> {
        let little = Extent::little(self.request).limits(&self.budget, 2 * parts);
        let searched = self.search_part((self.net, &question.atoms), question, Part::All, little)?;
        if searched.holds.is_ok() {
            return Ok(searched);
        }
        if let Some(searched) = self.look_in_samples_for(question, 2 * parts)? {
            return Ok(searched);
        }
        self.search_enough(question, Extent::Within(MAX_TIME_OF_BRANCHING), parts)
    }

    /// Looks for a run that violates one of `questions` properties, in a reduced net if rules apply, and with
    /// stubborn sets if they help.
    fn search_enough(
        &mut self,
        question: &Question,
        extent: Extent,
        questions: usize,
    ) -> Result<Searched, Diagnostics> {
        let smaller = self.smaller(question, questions)?;
        if self.budget.is_over() {
            let why = Undecided::from(self.budget.until().reason());
            return Ok(Searched { holds: Err(Some(why)), run: None, with: Vec::new() });
        }
        let limits = extent.limits(&self.budget, questions);
        let Some(smaller) = smaller else {
            return self.search_part((self.net, &question.atoms), question, Part::Enough, limits);
        };
        let mut searched =
            self.search_part((smaller.net(), &smaller.atoms), question, Part::Enough, limits)?;
        searched.with.push(Means::StructuralReduction);
        searched.run = searched.run.and_then(|witness| {
            let run = smaller.lift(self.net.net, &witness.tree.run)?;
            Some(Witness { tree: run.into(), ..witness })
        });
        Ok(searched)
    }

    /// Returns a reduced net for a question, if the request allows it and rules apply.
    fn smaller(&self, question: &Question, questions: usize) -> Result<Option<Smaller>, Diagnostics> {
        let wants = self.request.reductions.structural && self.request.fairness.is_none();
        if !wants || !self.net.is_place_transition() {
            return Ok(None);
        }
        let is_over = || self.budget.is_over();
        let time = self.budget.part(2 * questions.max(2), MAX_TIME_OF_RULES);
        let wanted = (question.atoms.as_slice(), question.repeats);
        let smaller = Smaller::of(self.net, wanted, (time, &is_over))?;
        // If there is no time to compute its facts, the search stops.
        Ok(smaller.filter(|smaller| smaller.net().learn_until(&is_over)))
    }

    /// Shortens a run within `shorten_time`, or within all the remaining time if the request demands a
    /// shortest run.
    ///
    /// Does not change fair runs, or runs with explicit colours, whose events are numbered differently in
    /// each model.
    pub(super) fn shortened(
        &mut self,
        question: &Question,
        found: Option<Witness>,
    ) -> Result<Option<Witness>, Diagnostics> {
        let Request { effort, fairness, shortest, .. } = self.request;
        let Some(mut witness) = found else { return Ok(None) };
        let is_wanted = self.wants_runs && (*shortest || !effort.shorten_time.is_zero());
        if !is_wanted || fairness.is_some() || self.net.kind() == Kind::Coloured {
            return Ok(Some(witness));
        }
        let mut limits = self.budget.limits_left();
        if !shortest {
            limits.time = Some(self.budget.at_most(effort.shorten_time));
            limits.states = Some(limits.states.map_or(effort.small, |states| states.min(effort.small)));
        }
        let run = witness.tree.run;
        let (run, _) = self.with_model(self.net, limits, Shortening { question, run })?;
        witness.tree.run = run;
        Ok(Some(witness))
    }

    /// Looks for a run of a net that violates a property, within limits. `atoms` are the conditions in terms
    /// of this net.
    pub(super) fn search_part(
        &mut self,
        (net, atoms): (AnalysedNet<'_>, &[Formula]),
        question: &Question,
        part: Part,
        limits: Limits,
    ) -> Result<Searched, Diagnostics> {
        let searching = Searching { net, atoms, question, part };
        let (found, met) = self.with_model(net, limits, searching)?;
        self.searched(found, &met)
    }

    /// Counts and returns what a search has found.
    ///
    /// # Errors
    /// The self-check has found a discrepancy.
    pub(super) fn searched(
        &mut self,
        (acceptance, with): (Acceptance, Vec<Means>),
        met: &Met<'_>,
    ) -> Result<Searched, Diagnostics> {
        if let Some(discrepancy) = &acceptance.discrepancy {
            return Err(internal_error(discrepancy, "the search for runs").into());
        }
        self.count(acceptance.visits, acceptance.firings, acceptance.bytes as u64 + met.bytes());
        Ok(match acceptance.run {
            Ok(run) => {
                Searched { holds: Ok(run.is_none()), run: run.map(|run| met.witness(run.into(), None)), with }
            }
            Err(stop) => {
                Searched { holds: Err(met.undecided(stop, self.budget.until().reason())), run: None, with }
            }
        })
    }
}

/// The result of a search.
pub(super) struct Searched {
    /// Whether there is no violating run, or why this is undecided.
    pub(super) holds: Result<bool, Option<Undecided>>,
    /// The run that was found, if it can be shown.
    pub(super) run: Option<Witness>,
    /// The means used: stubborn sets, a reduced net.
    pub(super) with: Vec<Means>,
}

/// Which events a search fires.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    /// All events, on one thread, since a small search ends before other threads have started.
    All,
    /// Those of stubborn sets, if the request allows these and they skip enough events.
    Enough,
    Sample(Sample),
}

/// A search for a run of a net that an automaton accepts, over conditions on its markings.
pub(super) struct Searching<'q> {
    pub(super) net: AnalysedNet<'q>,
    pub(super) atoms: &'q [Formula],
    pub(super) question: &'q Question,
    pub(super) part: Part,
}

impl WithModel for Searching<'_> {
    /// The result, and the means used.
    type Outcome = (Acceptance, Vec<Means>);

    fn with<M: Explorable>(
        self,
        temporal: &mut Temporal<'_>,
        (model, slots): (M, Option<SlotsOfPlace<'_>>),
        limits: Limits,
    ) -> Self::Outcome {
        let Self { net, atoms, question, part } = self;
        temporal.found.bits_per_state = model.bits_per_state();
        let reference = NetReference::new(net.net, temporal.request);
        let waiting = slots
            .filter(|_| matches!(part, Part::Enough))
            .and_then(|slots| self.waiting(temporal.request, &model, slots));
        // Explicit colours are numbered as they are met; on one thread the numbers are reproducible.
        let threads = if model.tables().is_some() { 1 } else { temporal.request.threads };
        let with = waiting.iter().map(|_| Means::StubbornSets).collect();
        let product = Product {
            fairness: temporal.request.fairness,
            agents: agents(net.net, temporal.request.fair_to),
            barred: question.barred.clone(),
            waiting,
            self_check: reference.check(&model),
            ..Product::new(&question.automaton, atoms.iter().map(goal).collect())
        };
        let control = temporal.budget.control();
        let acceptance = match part {
            Part::All => model.accepted_run(&product, limits, 1, control),
            Part::Enough => model.accepted_run(&product, limits, threads, control),
            Part::Sample(sample) => model.accepted_run_in_sample(&product, sample, limits, control),
        };
        (acceptance, with)
    }
}

/// Shortens a run of a net that an automaton accepts.
struct Shortening<'q> {
    question: &'q Question,
    run: AcceptedRun,
}

impl WithModel for Shortening<'_> {
    type Outcome = AcceptedRun;

    fn with<M: Explorable>(
        self,
        temporal: &mut Temporal<'_>,
        (model, _): (M, Option<SlotsOfPlace<'_>>),
        limits: Limits,
    ) -> AcceptedRun {
        let Question { automaton, atoms, barred, .. } = self.question;
        let product =
            Product { barred: barred.clone(), ..Product::new(automaton, atoms.iter().map(goal).collect()) };
        model.shorten_run(&product, self.run, limits, temporal.budget.control()).run
    }
}

impl Searching<'_> {
    /// Returns the events outside the stubborn sets, which need not be fired while the automaton waits.
    fn waiting<M: NetModel>(
        &self,
        Request { reductions, fairness, .. }: &Request,
        model: &M,
        slots: SlotsOfPlace<'_>,
    ) -> Option<Waiting<M>> {
        let question = self.question;
        if !reductions.events.are_of_stubborn_sets() || fairness.is_some() || question.barred.is_some() {
            return None;
        }
        let atoms = self.atoms.iter().map(|atom| both_ways(self.net.net, atom, slots));
        let atoms: Vec<_> = atoms.collect();
        Waiting::of(model, &question.automaton, &atoms, reductions.stubborn)
    }
}

impl Question {
    pub(super) fn of(formula: &Written) -> Result<Self, TooLarge> {
        let (formula, atoms) = over_atoms(formula);
        let repeats = formula.is_stutter_invariant();
        Ok(Self { automaton: translate_negation(&formula)?, atoms, barred: None, repeats })
    }
}

/// Translates a formula into one over numbered conditions, and returns the conditions without duplicates.
pub(crate) fn over_atoms(formula: &Written) -> (Ltl, Vec<Formula>) {
    let mut reading = Reading { atoms: Vec::new() };
    (reading.formula(formula), reading.atoms)
}

/// Translates a formula into one over numbered conditions.
struct Reading {
    atoms: Vec<Formula>,
}

impl Reading {
    fn formula(&mut self, formula: &Written) -> Ltl {
        match formula {
            Written::State(Formula::Constant(holds)) => Ltl::Constant(*holds),
            Written::State(formula) => self.atom(formula),
            Written::Not(inner) => Ltl::Not(Box::new(self.formula(inner))),
            Written::And(parts) => Ltl::And(self.formulas(parts)),
            Written::Or(parts) => Ltl::Or(self.formulas(parts)),
            Written::Path { operator, operands, .. } => self.path(*operator, operands),
        }
    }

    fn formulas(&mut self, parts: &[Written]) -> Vec<Ltl> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    fn atom(&mut self, formula: &Formula) -> Ltl {
        let known = self.atoms.iter().position(|other| other == formula);
        Ltl::Atom(known.unwrap_or_else(|| {
            self.atoms.push(formula.clone());
            self.atoms.len() - 1
        }))
    }

    fn path(&mut self, operator: PathOperator, operands: &[Written]) -> Ltl {
        let mut sides = self.formulas(operands);
        let last = sides.pop().unwrap_or(Ltl::Constant(true));
        let Some(first) = sides.pop() else {
            let inner = Box::new(last);
            return match operator {
                PathOperator::Next => Ltl::Next(inner),
                PathOperator::Finally => Ltl::Finally(inner),
                _ => Ltl::Globally(inner),
            };
        };
        let sides = Box::new([first, last]);
        match operator {
            PathOperator::Until => Ltl::Until(sides),
            PathOperator::WeakUntil => Ltl::WeakUntil(sides),
            PathOperator::Release => Ltl::Release(sides),
            _ => Ltl::StrongRelease(sides),
        }
    }
}
