//! The options that limit time, memory and states.

use super::text::{parse_count, parse_duration, parse_memory};
use super::{BLANK, Group, SearchOption, Set, Value, put};

/// Options that limit time, memory and states.
pub const LIMITS: Group = Group {
    heading: "Limits",
    options: &[
        SearchOption {
            name: "memory",
            value: Value::Text("SIZE"),
            help: "Memory limit, such as 512M or 4G; when it is reached, the search forgets explored states (see {retain}) [default: three quarters of what is free]",
            manual: "memory limit: `512M`, `4G` (powers of 1024). When it is reached, the search forgets explored states, see [memory.md](memory.md). On Linux, a limit of 128 MiB or more covers the whole program, a smaller one the search alone",
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
            help: "Time limit for the search, such as 30s or 5m",
            manual: "time limit for the search and the unfolding of a coloured net: `500ms`, `30s`, `1m30s`, `2h`",
            set: Set::Alone(|request, text| put(&mut request.limits.time, parse_duration(text).map(Some))),
            get: |request| request.limits.time.map(|time| time.as_secs_f64().into()),
            key: Some("time_s"),
            is_common: true,
            ..BLANK
        },
        SearchOption {
            name: "max-states",
            value: Value::Text("N"),
            help: "Maximum number of states to discover, including rediscoveries, such as 1000000 or 1e6",
            manual: "the search ends soon after discovering this number of states, rediscoveries included: `1000000`, `1e6`. `deadlock` and `check` may run [several searches](reductions.md), each with this limit",
            set: Set::Alone(|request, text| put(&mut request.limits.states, parse_count(text).map(Some))),
            get: |request| request.limits.states.map(Into::into),
            key: Some("max_states"),
            ..BLANK
        },
    ],
};
