//! The arguments of a tool call, which are read strictly, and the budget, which every search needs.

use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::answer::Problem;

/// Maximum time of a search in seconds. Longer searches belong on the command line, which writes checkpoints.
const MAX_SECONDS: f64 = 86_400.0;
/// Time that a call has after its search, to report the results.
const GRACE: Duration = Duration::from_secs(2);

/// The budget of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    until: Instant,
    pub(crate) memory_bytes: u64,
}

impl Budget {
    /// Creates a budget that begins now.
    pub(crate) fn of(max_seconds: f64, max_memory_mb: u64) -> Result<Self, Problem> {
        if !(max_seconds > 0.0 && max_seconds <= MAX_SECONDS) {
            return Err(Problem::new(
                format!("`max_seconds` is {max_seconds}: expected more than 0 and at most {MAX_SECONDS}"),
                "Start with 10, and increase it if the answer is `unknown`.",
            ));
        }
        if !(1..=1 << 40).contains(&max_memory_mb) {
            return Err(Problem::new(
                format!("`max_memory_mb` is {max_memory_mb}: expected at least 1 megabyte"),
                "Start with 512, and increase it if the answer is `unknown`.",
            ));
        }
        Ok(Self {
            until: Instant::now() + Duration::from_secs_f64(max_seconds),
            memory_bytes: max_memory_mb << 20,
        })
    }

    /// Returns the remaining time as an option of a search.
    pub(crate) fn time(&self) -> Value {
        let left = self.until.saturating_duration_since(Instant::now());
        format!("{}ms", left.as_millis().max(1)).into()
    }

    /// Returns the time at which the call has to end.
    pub(crate) fn deadline(&self) -> Instant {
        self.until + GRACE
    }
}

/// Reads the arguments of a tool.
pub(crate) fn read<T: DeserializeOwned>(arguments: Map<String, Value>, searches: bool) -> Result<T, Problem> {
    let budgets = ["max_seconds", "max_memory_mb"];
    if let Some(missing) = budgets.into_iter().find(|name| searches && !arguments.contains_key(*name)) {
        return Err(Problem::new(
            format!("`{missing}` is missing: a search requires a budget"),
            "Give a time limit in seconds (`max_seconds`, such as 10) and a memory limit in megabytes (`max_memory_mb`, such as 512).",
        ));
    }
    serde_path_to_error::deserialize(Value::Object(arguments)).map_err(|error| {
        let at = error.path().to_string();
        let at = if at == "." { String::new() } else { format!("`{at}`: ") };
        Problem::new(
            format!("{at}{}", error.inner()),
            "Correct the arguments: `tools/list` has their schema.",
        )
    })
}
