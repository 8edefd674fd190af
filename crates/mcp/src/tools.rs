//! The tools, one file each, in one visible list.

mod analyse;
mod check;
mod explain;
mod explore;
mod head;
mod more;
mod nodes;
mod replay;
mod validate;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rmcp::handler::server::common::{schema_for_input, schema_for_output};
use rmcp::model::{Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::answer::{Answer, Found, Problem};
use crate::arguments::{self, Budget};
use crate::engine::{Engine, Progress, Text, Until};
use crate::kept::Kept;
use crate::model::Opened;

/// The tools, in the order in which they are listed.
pub(crate) const TOOLS: [ToolEntry; 7] = [
    ToolEntry::of::<validate::Validate>(),
    ToolEntry::of::<check::Check>(),
    ToolEntry::of::<explore::Explore>(),
    ToolEntry::of::<analyse::Analyse>(),
    ToolEntry::of::<replay::Replay>(),
    ToolEntry::of::<explain::Explain>(),
    ToolEntry::of::<more::More>(),
];

/// Time limit of tools that do not search.
const WITHOUT_SEARCH: Duration = Duration::from_secs(60);

/// The arguments of a tool, with its name, its description and its answer.
pub(crate) trait Ask: DeserializeOwned + JsonSchema + 'static {
    const NAME: &'static str;
    const TITLE: &'static str;
    const DESCRIPTION: &'static str;
    /// Whether it searches, and therefore needs a budget.
    const SEARCHES: bool;

    /// Returns the maximum size of the answer, if it is given.
    fn max_answer_kb(&self) -> Option<u64>;

    /// Computes the answer.
    fn answer(self, call: &Call) -> Result<Found, Problem>;
}

/// A tool of the list.
pub(crate) struct ToolEntry {
    pub(crate) name: &'static str,
    title: &'static str,
    description: &'static str,
    input: fn() -> Arc<Map<String, Value>>,
    answer: fn(&Call, Map<String, Value>) -> Result<Answer, Problem>,
}

/// A call of a tool.
pub(crate) struct Call {
    pub(crate) engine: Arc<Engine>,
    pub(crate) kept: Arc<Kept>,
    pub(crate) cancelled: Arc<AtomicBool>,
    pub(crate) progress: UnboundedSender<Progress>,
}

impl ToolEntry {
    const fn of<A: Ask>() -> Self {
        Self {
            name: A::NAME,
            title: A::TITLE,
            description: A::DESCRIPTION,
            input: || schema_for_input::<A>().unwrap_or_default(),
            answer: |call, arguments| {
                let request: A = arguments::read(arguments, A::SEARCHES)?;
                let kilobytes = request.max_answer_kb();
                request.answer(call)?.within(kilobytes, &call.kept)
            },
        }
    }

    /// Describes the tool for the protocol.
    pub(crate) fn tool(&self) -> Tool {
        let reads_only = ToolAnnotations::new().read_only(true).idempotent(true).open_world(false);
        Tool::new(self.name, self.description, (self.input)())
            .with_title(self.title)
            .with_annotations(reads_only)
            .with_raw_output_schema(schema_for_output::<Answer>())
    }

    /// Carries out a call.
    pub(crate) fn carry_out(&self, call: &Call, arguments: Map<String, Value>) -> Result<Answer, Problem> {
        (self.answer)(call, arguments)
    }
}

impl Call {
    /// Returns when a call that does not search ends.
    pub(crate) fn until(&self) -> Until {
        Until { cancelled: Arc::clone(&self.cancelled), deadline: Instant::now() + WITHOUT_SEARCH }
    }

    /// Returns when a call that searches ends, with its budget.
    pub(crate) fn within(&self, budget: &Budget) -> Until {
        Until { cancelled: Arc::clone(&self.cancelled), deadline: budget.deadline() }
    }

    /// Returns the report of an analysis of a model within a budget.
    pub(crate) fn analysis(
        &self,
        method: &str,
        model: &Opened<'_>,
        mut params: Value,
        budget: &Budget,
    ) -> Result<Text, Problem> {
        params["net"] = model.net.as_str().into();
        params["memory_bytes"] = json!(budget.memory_bytes);
        params["options"]["time"] = budget.time();
        if budget.memory_bytes > self.engine.memory_bytes {
            let megabytes = self.engine.memory_bytes >> 20;
            return Err(Problem::new(
                format!("`max_memory_mb` is more than the {megabytes} MB that this server has for all calls"),
                format!(
                    "Ask for at most {megabytes}, or start the server with more: `sanderling serve --mcp --memory 8G`."
                ),
            ));
        }
        let forward = |progress| {
            // The receiver may be gone.
            let _ = self.progress.send(progress);
        };
        Ok(self.engine.analysis(method, &params, &self.within(budget), forward)?)
    }
}
