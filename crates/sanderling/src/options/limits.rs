//! How much a search may take.

use super::text::{parse_count, parse_duration, parse_memory};
use super::{BLANK, Group, SearchOption, Set, Value, put};

/// How much a search may take.
pub const LIMITS: Group = Group {
    heading: "Limits",
    options: &[
        SearchOption {
            name: "memory",
            value: Value::Text("SIZE"),
            help: "Memory that the search may take, such as 512M or 4G; when it is used up, explored states are forgotten (see {retain}) [default: three quarters of what is free]",
            manual: "memory that may be taken: `512M`, `4G`; units are powers of 1024. Where the system does not say what is free there is no limit by default. When it is used up, explored states are forgotten, see [memory.md](memory.md). From 128 MiB on, on Linux, it is the memory of the whole program, of which at least half is the search's; less is that of the search alone, and the program takes up to 64 MiB more",
            set: Set::Alone(|request, text| {
                put(&mut request.limits.memory_bytes, parse_memory(text).map(Some))
            }),
            get: |request| request.limits.memory_bytes.map(Into::into),
            key: Some("memory_bytes"),
            is_common: true,
            ..BLANK
        },
        SearchOption {
            name: "time",
            value: Value::Text("DURATION"),
            help: "Time that the search may take, such as 30s or 5m",
            manual: "time that the search may take, with the unfolding of a coloured net before it: `500ms`, `30s`, `1m30s`, `2h`",
            set: Set::Alone(|request, text| put(&mut request.limits.time, parse_duration(text).map(Some))),
            get: |request| request.limits.time.map(|time| time.as_secs_f64().into()),
            key: Some("time_s"),
            is_common: true,
            ..BLANK
        },
        SearchOption {
            name: "max-states",
            value: Value::Text("N"),
            help: "States that the search may discover, each as often as it is, such as 1000000 or 1e6",
            manual: "states after which the search ends, each counted as often as it is discovered: `1000000`, `1e6`. It ends at the next pause, and so may discover a few more. `deadlock` and `check` may decide by [several searches](reductions.md), each of which may find as many, and by what needs no states: only a limit of time is one for these",
            set: Set::Alone(|request, text| put(&mut request.limits.states, parse_count(text).map(Some))),
            get: |request| request.limits.states.map(Into::into),
            key: Some("max_states"),
            ..BLANK
        },
    ],
};
