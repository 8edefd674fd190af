//! The interface to the protocol's library: the server's description, its tools, and their calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler};
use tokio::sync::mpsc;

use crate::answer::Problem;
use crate::engine::{Engine, Progress};
use crate::kept::Kept;
use crate::tools::{Call, TOOLS, ToolEntry};

/// The introduction for agents.
const INSTRUCTIONS: &str = "Sanderling checks models of concurrent systems: Petri nets (PNML and other formats) and programs of communicating processes (DVE). It explores all states that a model can reach and decides, exactly, whether the model can get stuck (a deadlock), whether a condition always holds, or whether a situation can be reached; a violation comes with the run that leads to it. Start with `validate`, which also lists the ids for properties; then call `check`. Every tool that searches requires a budget: `max_seconds` and `max_memory_mb`. The verdict `unknown` means undecided: it comes with its reason and with what to try. Long answers are cut, and `more` reads the rest.";

/// The server of one agent.
pub(crate) struct Agents {
    engine: Arc<Engine>,
    kept: Arc<Kept>,
}

impl Agents {
    pub(crate) fn new(engine: Arc<Engine>) -> Self {
        Self { engine, kept: Arc::default() }
    }
}

impl ServerHandler for Agents {
    fn get_info(&self) -> ServerConfig {
        let implementation = Implementation::new("sanderling", sanderling_report::VERSION)
            .with_title("Sanderling")
            .with_description("A state-space explorer for Petri nets, coloured nets and DVE programs");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(implementation)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(ToolEntry::tool).collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        TOOLS.iter().find(|tool| tool.name == name).map(ToolEntry::tool)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = TOOLS.iter().find(|tool| tool.name == request.name) else {
            let names: Vec<_> = TOOLS.iter().map(|tool| tool.name).collect();
            let message = format!("unknown tool `{}`: expected one of {}", request.name, names.join(", "));
            return Err(ErrorData::invalid_params(message, None));
        };
        let cancelled = Arc::new(AtomicBool::new(false));
        let (progress_sender, mut progress_receiver) = mpsc::unbounded_channel();
        let call = Call {
            engine: Arc::clone(&self.engine),
            kept: Arc::clone(&self.kept),
            cancelled: Arc::clone(&cancelled),
            progress: progress_sender,
        };
        let arguments = request.arguments.unwrap_or_default();
        let mut work = tokio::task::spawn_blocking(move || tool.carry_out(&call, arguments));
        let result = loop {
            tokio::select! {
                result = &mut work => break result,
                Some(progress) = progress_receiver.recv() => notify_progress(&context, progress).await,
                () = context.ct.cancelled(), if !cancelled.load(Ordering::Relaxed) => {
                    cancelled.store(true, Ordering::Relaxed);
                }
            }
        };
        let answer = result.unwrap_or_else(|error| Err(Problem::internal(error)));
        let answer = answer.and_then(|answer| serde_json::to_value(answer).map_err(Problem::internal));
        Ok(CallToolResponse::from(match answer {
            Ok(answer) => CallToolResult::structured(answer),
            Err(problem) => CallToolResult::error(vec![ContentBlock::text(problem.to_text())]),
        }))
    }
}

/// Reports the progress of a search, if the agent has requested it.
async fn notify_progress(context: &RequestContext<RoleServer>, Progress { states, elapsed_s }: Progress) {
    let Some(token) = context.meta.get_progress_token() else { return };
    // A count of 2^53 states does not fit in memory.
    let notification = ProgressNotificationParam::new(token, states as f64)
        .with_message(format!("{states} states after {elapsed_s:.1} s"));
    // If the client is gone, the notification is lost.
    let _ = context.peer.notify_progress(notification).await;
}
