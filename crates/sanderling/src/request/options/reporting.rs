//! The options for model errors, the self-check and additional statistics.

use super::names::{ON_MODEL_ERRORS, name, names, parse};
use super::{BLANK, Group, SearchOption, Set, Value, put};

/// Options for handling model errors.
pub const MODEL_ERRORS: Group = Group {
    heading: "Model errors",
    options: &[SearchOption {
        name: "model-errors",
        value: Value::OneOf("WHAT", || names(ON_MODEL_ERRORS)),
        help: "Meaning of a division by zero or a similar error: report stops the search and reports it, state makes it a step to the error state [default: report; with {dve-semantics divine2}: state]",
        manual: "[meaning](dve.md#model-errors) of a division by zero and similar errors",
        set: Set::Alone(|request, text| put(&mut request.model_errors, parse(ON_MODEL_ERRORS, text))),
        get: |request| Some(name(ON_MODEL_ERRORS, &request.model_errors).into()),
        key: Some("model_errors"),
        ..BLANK
    }],
};

/// Options for comparing the search with the net's reference semantics.
pub const SELF_CHECK: Group = Group {
    heading: "Self-check",
    options: &[SearchOption {
        name: "self-check",
        value: Value::Text("WHICH"),
        default: Some("sample"),
        help: "Which states are compared with the plain interpreter during the search: none, sample (within half a percent of the time) or all; a difference ends the search with exit code 4",
        manual: "which states are [compared](#self-check) with a plain interpreter: `none`, `sample` or `all`",
        set: Set::Alone(|request, text| put(&mut request.self_check, text.parse())),
        get: |request| Some(request.self_check.to_string().into()),
        ..BLANK
    }],
};

/// Options for statistics that have a small cost.
pub const STATISTICS: Group = Group {
    heading: "Statistics",
    options: &[
        SearchOption {
            name: "levels",
            help: "Report the number of states at each distance from the initial one",
            manual: "report the number of states at each distance from the initial one",
            set: Set::Alone(|request, _| {
                request.statistics.levels = true;
                Ok(())
            }),
            get: |request| Some(request.statistics.levels.into()),
            is_common: true,
            ..BLANK
        },
        SearchOption {
            name: "bounds",
            help: "Report the maximum number of tokens in each place (not for a DVE model), and the transitions that are never enabled",
            manual: "report the maximum number of tokens in each place (not for a DVE model), and the transitions that are never enabled",
            set: Set::Alone(|request, _| {
                (request.statistics.bounds, request.statistics.dead_transitions) = (true, true);
                Ok(())
            }),
            get: |request| Some(request.statistics.bounds.into()),
            is_common: true,
            ..BLANK
        },
        SearchOption {
            name: "explain-plan",
            help: "Report the stages of the plan: which techniques were tried, what they decided, and their states and time",
            manual: "report which techniques were tried, what they decided, and their states and time",
            set: Set::Alone(|request, _| {
                request.explain_plan = true;
                Ok(())
            }),
            get: |request| Some(request.explain_plan.into()),
            is_reported: |request| request.explain_plan,
            ..BLANK
        },
    ],
};
