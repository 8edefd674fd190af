//! A question about a state space, in the terms of the net that was read.

use sanderling::options::Choices;
use sanderling::{Company, Limits, PreparedNet, Question, Request, describe_diagnostic, not_unfolded};
use sanderling_net::Net;
use sanderling_property::ColouredProperty;
use sanderling_query::Properties;
use sanderling_report::Report;
use sanderling_unfolding::{Naming, NotUnfolded, Options};

use crate::origin::Origin;
use crate::search::Problem;

/// The kind of a question.
#[derive(Debug)]
pub enum Kind {
    /// The statistics of the state space.
    Explore,
    /// Freedom from deadlock, except where this condition holds.
    Deadlock(Option<ColouredProperty>),
    /// Properties.
    Check {
        /// Whether the assertions of the net are checked, too.
        assertions: bool,
        /// Whether the property process of the net is checked, too.
        property_process: bool,
    },
}

/// A question about a state space, with the options of the search.
#[derive(Debug)]
pub struct Ask {
    /// The kind of the question.
    pub kind: Kind,
    /// The properties to check.
    pub properties: Properties,
    /// The options that the user chose.
    pub choices: Choices,
}

/// The option for errors of a model.
const MODEL_ERRORS: &str = "model-errors";

impl Ask {
    /// A question about a net with this origin. DiVinE 2 has an error state, so a model that is read with its meaning has one, too.
    #[must_use]
    pub fn new(kind: Kind, properties: Properties, choices: Choices, origin: &Origin) -> Self {
        let mut ask = Self { kind, properties, choices };
        let is_divine = origin.dve_semantics == Some("divine2");
        if is_divine && !ask.is_about_runs() && !ask.choices.has(MODEL_ERRORS) {
            ask.choices.choose(MODEL_ERRORS, "state").expect("this option exists");
        }
        ask
    }

    /// Whether the question is about runs. Runs end at an error, so such a question has no error state.
    fn is_about_runs(&self) -> bool {
        matches!(self.kind, Kind::Check { property_process: true, .. }) || self.properties.are_about_runs()
    }

    /// Returns the limits that the options set.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.choices.without_net(Question::Explore).limits
    }

    /// Returns how the net is unfolded: with these names, and with bindings merged if the question allows it.
    #[must_use]
    pub fn unfolding(&self, naming: Naming) -> Options {
        Options { naming, merges: self.merges() }
    }

    /// Whether bindings with the same effect may become one transition. An exploration counts them, and properties may name them. In a
    /// deadlock no binding is enabled, so exceptions may name them.
    fn merges(&self) -> bool {
        let names_bindings = || self.properties.statements.iter().any(|one| one.without_colours().is_none());
        match self.kind {
            Kind::Explore => false,
            Kind::Deadlock(_) => true,
            Kind::Check { .. } => !names_bindings(),
        }
    }

    /// Returns the request that the question becomes for a net, for several processes if there is a company.
    ///
    /// # Errors
    /// If the net has not what the question or an option names.
    pub fn request(&self, net: &PreparedNet, company: Option<Company>) -> Result<Request, Problem> {
        let request = self.choices.request_together(self.question(net)?, net.net(), company);
        let request = request.map_err(Problem::Misuse)?;
        Ok(match self.kind {
            Kind::Check { assertions, property_process } => {
                Request { assertions, property_process, ..request }
            }
            Kind::Explore | Kind::Deadlock(_) => request,
        })
    }

    fn question(&self, net: &PreparedNet) -> Result<Question, Problem> {
        match &self.kind {
            Kind::Explore => Ok(Question::Explore),
            Kind::Deadlock(None) => Ok(Question::Deadlock),
            Kind::Deadlock(Some(except)) => {
                net.to_unfolded(except).map(Question::DeadlockExcept).map_err(Problem::Except)
            }
            Kind::Check { .. } => {
                let statements =
                    self.properties.statements.iter().enumerate().map(|(position, statement)| {
                        net.statement_to_unfolded(statement)
                            .map_err(|found| Problem::Property(position, found))
                    });
                statements.collect::<Result<_, _>>().map(Question::check)
            }
        }
    }

    /// Returns the report of a question that has no answer because its net could not be unfolded in time or memory.
    ///
    /// # Errors
    /// If the net cannot be unfolded for another reason.
    pub fn unanswered(&self, net: &Net, problem: NotUnfolded, limits: Limits) -> Result<Report, NotUnfolded> {
        if !matches!(problem, NotUnfolded::TooLarge { .. } | NotUnfolded::Cancelled) {
            return Err(problem);
        }
        let question = match &self.kind {
            Kind::Explore => Question::Explore,
            Kind::Deadlock(_) => Question::Deadlock,
            Kind::Check { .. } => Question::Check(Vec::new()),
        };
        let request = Request { limits, ..Request::new(question) };
        let mut report = not_unfolded(net, &request, &self.properties.statements, &problem);
        report.except = self.exception().map(str::to_owned);
        Ok(report)
    }

    /// Returns the text of the exception.
    #[must_use]
    pub fn exception(&self) -> Option<&str> {
        match &self.kind {
            Kind::Deadlock(except) => except.as_ref().map(|property| property.text.as_str()),
            Kind::Explore | Kind::Check { .. } => None,
        }
    }

    /// Adds the properties that are not answered and the origin of the net to a report.
    pub fn complete(&self, report: &mut Report, origin: &Origin) {
        self.properties.complete(report);
        let left_out = self.properties.warnings().map(|one| describe_diagnostic(one, None));
        report.warnings.splice(0..0, left_out);
        origin.complete(report);
    }
}
