//! Advice for an `unknown` answer: for each reason, from the most to the least promising.

use sanderling_report::Reason;

/// Returns what may help, in sentences for the caller of the tool.
pub(crate) fn what_to_try(reason: Reason) -> &'static [&'static str] {
    match reason {
        Reason::TimeLimit => &[
            "Call again with a larger `max_seconds`.",
            "Ask for less: one property in a call, or `check` instead of `explore`, which often needs no search at all.",
            "Make the model smaller: fewer processes, fewer tokens, smaller ranges of variables.",
        ],
        Reason::MemoryLimit | Reason::StoreFull | Reason::TreeTooLarge | Reason::RevisitLimit => &[
            "Call again with a larger `max_memory_mb`.",
            "Ask for less: `check` instead of `explore`, which often needs no search at all.",
            "Give `options` {\"store\": \"hash-compaction\"} to look for a violation in less memory: what it finds is true, what it does not find stays unknown.",
            "Make the model smaller: fewer processes, fewer tokens, smaller ranges of variables.",
        ],
        Reason::StateLimit => &["Call again with a larger `max_states`, or without it."],
        Reason::DepthLimit => &["Call again with a larger `depth` among the `options`, or without it."],
        Reason::Cancelled => {
            &["The call was cancelled, or ran beyond `max_seconds`: call again, with a larger one."]
        }
        Reason::Unbounded => &[
            "The net has infinitely many states, since some places grow without bound (`/unbounded/places` of the report): that may be the flaw that you look for.",
            "Give these places a capacity in the model, or take tokens away somewhere, and ask again.",
            "`analyse` shows which properties of an unbounded net can be decided.",
        ],
        Reason::NotExhaustive => {
            &["The chosen store may miss states: omit `store` in `options` for an exact answer."]
        }
        Reason::TraceLost | Reason::DiskFailed | Reason::DiskFull | Reason::DiskLimit => &[
            "A temporary file failed: free space in the folder for temporary files, or call again with a larger `max_memory_mb`.",
        ],
        Reason::TokenOverflow => &[
            "A place would hold more than 2^64 - 1 tokens: the model probably counts something without end.",
        ],
        Reason::TokenLimit => {
            &["A place has too many tokens for a decision diagram: call again without the `engine` diagram."]
        }
        Reason::NoSymmetry | Reason::SymmetryLimit => {
            &["Symmetries do not help with this net and question: call again without the `engine` symmetric."]
        }
        Reason::ModelError => &[
            "The model is undefined in a reachable marking (`/model_error` of the report): correct that first.",
        ],
        Reason::UnfoldingTooLarge => &[
            "The unfolded net is too large: make the sorts of its colours smaller, or call again with larger budgets.",
        ],
        Reason::Unsupported => &[
            "The model or the property uses something that is not supported: `reason_text` of the report says what.",
        ],
        Reason::NotUnderstood => &["A property is invalid: its message in the report says where and why."],
        Reason::PeerLost => &["A process was lost: call again."],
    }
}
