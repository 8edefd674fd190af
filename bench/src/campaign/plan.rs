//! The runs of a campaign: each model with each question, by each configuration and tool that can answer it.

use std::collections::HashSet;

use super::models::Model;
use super::record::{Outcome, Run};
use super::suite::{Ask, Configuration, Question, Suite};
use super::tool::Tool;

/// A planned run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) model: &'a Model,
    pub(super) question: &'a Question,
    pub(super) solver: Solver<'a>,
    /// The number of the repetition, from 1.
    pub(super) repetition: u32,
}

/// Our own program or another tool.
#[derive(Debug, Clone, Copy)]
pub(super) enum Solver<'a> {
    Own(&'a Configuration),
    Other(&'a Tool),
}

/// Which runs that have been made before are made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Again {
    /// Runs that left something open, or ran out of time or memory
    Unknown,
    /// Runs with a wrong answer
    Wrong,
    /// Runs that crashed
    Crashed,
    /// Runs that did not accept the model
    Refused,
}

impl Solver<'_> {
    /// Returns the name in tables.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Own(configuration) => &configuration.name,
            Self::Other(tool) => &tool.name,
        }
    }

    fn can_answer(&self, model: &Model, question: &Question) -> bool {
        // A model that cannot be read is reported once for each of our own configurations.
        let is_readable = model.trouble.is_none();
        match self {
            Self::Own(configuration) => configuration.is_for(question) && suits(model, question),
            Self::Other(tool) => {
                is_readable
                    && tool.questions.contains(&question.ask)
                    && (tool.formats.contains(&model.format))
                    && model.net.is_none()
            }
        }
    }
}

/// Whether a question applies to a model.
fn suits(model: &Model, question: &Question) -> bool {
    match question.ask {
        Ask::Explore | Ask::Deadlock => true,
        Ask::Check => question.property.is_some() || model.format == "dve",
        Ask::Examination => model.path.file_name().is_some_and(|name| name == "model.pnml"),
    }
}

impl<'a> Task<'a> {
    /// Identifies the task, as [`Run::key`].
    pub(super) fn key(&self) -> (&str, &str, &str, u32) {
        (&self.model.name, &self.question.name, self.solver.name(), self.repetition)
    }

    /// Returns all tasks, model by model, with these tools of the suite. For each model, everything is run once before
    /// anything is repeated, so that a disturbance affects all solvers alike. If a tool has several entries, the first
    /// that can answer is used.
    pub(super) fn all(suite: &'a Suite, models: &'a [Model], tools: &[&'a Tool]) -> Vec<Self> {
        let own = suite.configurations.iter().map(Solver::Own);
        let solvers: Vec<Solver<'a>> = own.chain(tools.iter().copied().map(Solver::Other)).collect();
        let mut tasks = Vec::new();
        for model in models {
            for repetition in 1..=suite.repetitions {
                for question in &suite.questions {
                    let mut names = HashSet::new();
                    let able = solvers.iter().filter(|solver| solver.can_answer(model, question));
                    let able = able.filter(|solver| names.insert(solver.name()));
                    tasks.extend(able.map(|&solver| Task { model, question, solver, repetition }));
                }
            }
        }
        tasks
    }

    /// Returns the tasks that have not been executed, or are to be repeated.
    pub(super) fn open(tasks: Vec<Self>, made: &[Run], again: &[Again]) -> Vec<Self> {
        let closed = made.iter().filter(|run| !again.iter().any(|again| again.is_meant(run)));
        let closed: HashSet<_> = closed.map(Run::key).collect();
        tasks.into_iter().filter(|task| !closed.contains(&task.key())).collect()
    }
}

impl Again {
    fn is_meant(self, run: &Run) -> bool {
        match self {
            Self::Unknown => {
                matches!(run.outcome, Outcome::Unknown | Outcome::OutOfTime | Outcome::OutOfMemory)
            }
            Self::Wrong => run.count(super::record::Rating::Wrong) > 0,
            Self::Crashed => run.outcome == Outcome::Crashed,
            Self::Refused => run.outcome == Outcome::Refused,
        }
    }
}
