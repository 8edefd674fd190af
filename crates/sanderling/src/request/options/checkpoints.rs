//! The options for checkpoints.

use std::path::PathBuf;

use sanderling_checkpoint::Which;

use super::names::{RESUMED, name, names, parse};
use super::text::parse_duration;
use super::{BLANK, Group, SearchOption, Set, Value};
use crate::request::checkpoint::Checkpointing;

/// Options for writing checkpoints and resuming from them.
pub const CHECKPOINTS: Group = Group {
    heading: "Checkpoints",
    options: &[
        SearchOption {
            name: "checkpoint",
            value: Value::Directory,
            help: "Directory for checkpoints; `sanderling resume` continues from the newest one",
            manual: "directory for [checkpoints](long-runs.md), created if necessary",
            set: Set::Alone(|request, text| {
                if text.is_empty() {
                    return Err("expected the path of a directory".into());
                }
                request.checkpoint = Some(Checkpointing::in_directory(PathBuf::from(text)));
                Ok(())
            }),
            get: |request| request.checkpoint.as_ref()?.directory.to_str().map(Into::into),
            ..BLANK
        },
        SearchOption {
            name: "checkpoint-every",
            value: Value::Text("DURATION"),
            needs: Some("checkpoint"),
            help: "Time between two checkpoints, such as 10m or 1h; one more is written at the end [default: 10m]",
            manual: "time between two checkpoints: `30s`, `10m`, `1h`; one more is written at the end",
            set: Set::Alone(|request, text| {
                let every = parse_duration(text)?;
                request.checkpoint.iter_mut().for_each(|checkpoint| checkpoint.every = every);
                Ok(())
            }),
            get: |request| Some(request.checkpoint.as_ref()?.every.as_secs_f64().into()),
            ..BLANK
        },
        SearchOption {
            name: "resume",
            value: Value::OneOf("WHICH", || names(RESUMED)),
            needs: Some("checkpoint"),
            help: "Continue from a checkpoint in the directory, or start the search if there is none",
            manual: "continue from a checkpoint in the directory, or start if there is none; see [long-runs.md](long-runs.md#scripts)",
            set: Set::Alone(|request, text| {
                let which: Which = parse(RESUMED, text)?;
                request.checkpoint.iter_mut().for_each(|checkpoint| checkpoint.resume = Some(which));
                Ok(())
            }),
            get: |request| Some(name(RESUMED, request.checkpoint.as_ref()?.resume.as_ref()?).into()),
            ..BLANK
        },
    ],
};
