//! The options that control which states are kept, forgotten or skipped.

use sanderling_analysis::retention::Replacement;

use super::names::{PRESETS, RETENTIONS, SWITCH, name, names, parse};
use super::text::{parse_count, parse_factor};
use super::{BLANK, Group, SearchOption, Set, Value, put};
use crate::request::Request;
use crate::request::choices::{ProgressMeasure, Reductions};

/// Options that control which states are kept, and which may be forgotten when the states do not fit in
/// memory.
pub const RETENTION: Group = Group {
    heading: "When memory is short (see docs/memory.md)",
    options: &[
        SearchOption {
            name: "search",
            value: Value::OneOf("PRESET", || names(PRESETS)),
            default: Some("auto"),
            help: "What happens when memory is used up: auto forgets explored states, exhaustive ends the search",
            manual: "what happens when memory is used up: `auto` forgets explored states, `exhaustive` ends the search",
            set: Set::Alone(|request, text| put(&mut request.retention, parse(PRESETS, text))),
            ..BLANK
        },
        SearchOption {
            name: "retain",
            value: Value::OneOf("WHICH", || names(RETENTIONS)),
            excludes: Some("search"),
            help: "Which explored states are kept: all, those that fit in a cache, or those that a sweep-line has not passed [default: as {search} says]",
            manual: "which explored states are [kept](memory.md#what-is-kept); overrides `{search}`",
            set: Set::Alone(|request, text| put(&mut request.retention, parse(RETENTIONS, text))),
            get: |request| Some(name(RETENTIONS, &request.retention).into()),
            key: Some("retain"),
            ..BLANK
        },
        SearchOption {
            name: "cache-states",
            value: Value::Text("N"),
            help: "Maximum number of states in a cache, besides the limit of {memory}",
            manual: "maximum number of states in a cache, besides the limit of `{memory}`",
            set: Set::Alone(|request, text| {
                put(&mut request.caching.max_states, parse_count(text).map(Some))
            }),
            get: |request| request.caching.max_states.map(Into::into),
            key: Some("cache_states"),
            ..BLANK
        },
        SearchOption {
            name: "replace",
            value: Value::Signed("LIST"),
            default: Some("in-degree,out-degree"),
            help: "What the cache forgets first: random, oldest, lru, in-degree, out-degree, distance, frequency, event-type, stratified:N or stratified:N:K; a list with commas is in order of priority, and '-' reverses an entry",
            manual: "what a cache [forgets first](memory.md#what-is-kept), in order of priority with commas; `-` reverses an entry",
            set: Set::Alone(|request, text| {
                put(&mut request.caching.replacement, text.parse::<Replacement>())
            }),
            get: |request| Some(request.caching.replacement.to_string().into()),
            key: Some("replace"),
            is_reported: caches,
            ..BLANK
        },
        SearchOption {
            name: "max-revisit-factor",
            value: Value::Text("F"),
            default: Some("100"),
            help: "The search ends when all visits, rediscoveries included, exceed F times the estimated number of states",
            manual: "the search ends when all visits, rediscoveries included, exceed F times the estimated number of states",
            set: Set::Alone(|request, text| put(&mut request.caching.max_revisits, parse_factor(text))),
            get: |request| Some(request.caching.max_revisits.into()),
            key: Some("max_revisit_factor"),
            is_reported: caches,
            ..BLANK
        },
        SearchOption {
            name: "reduce",
            value: Value::Text("LIST"),
            help: "Reductions: none, all (structural and stubborn), or a list with commas: structural (rules make the net smaller); {}; chains (states with one successor need not be kept) or branching:K (only each K-th of them is stored) [default: for `deadlock` and `check`, `all` on place/transition nets and `stubborn` on DVE models, as far as the other options allow; otherwise `none`]",
            manual: "`none`, `all` (that is `structural,stubborn`), or a list with commas of `structural`; {}; `chains` or `branching:K`, see [reductions.md](reductions.md) and [memory.md](memory.md#what-is-left-out)",
            names: Reductions::of_events,
            set: Set::Alone(|request, text| put(&mut request.reductions, text.parse::<Reductions>())),
            get: |request| Some(request.reductions.to_string().into()),
            key: Some("reduce"),
            is_common: true,
            ..BLANK
        },
        SearchOption {
            name: "proof",
            value: Value::OneOf("SWITCH", || names(SWITCH)),
            help: "Whether a proof may decide a query about a place/transition net without a search [default: on if {reduce} makes nets smaller]",
            manual: "whether a proof may decide `deadlock` and `check` without a search",
            set: Set::Alone(|request, text| put(&mut request.proofs, parse(SWITCH, text))),
            get: |request| Some(name(SWITCH, &request.proofs).into()),
            key: Some("proof"),
            ..BLANK
        },
        SearchOption {
            name: "progress-measure",
            value: Value::Signed("MEASURE"),
            default: Some("auto"),
            help: "Progress measure of a sweep-line: auto, learn:LEVEL (0 to 5), or sums as in {heuristic} with commas between them",
            manual: "[progress measure](memory.md#what-is-kept) of a sweep-line",
            set: Set::OfNet(|request, text, net| {
                request.progress_measure = ProgressMeasure::parse(text, net)?;
                Ok(())
            }),
            get: |request| Some(request.progress_measure.to_string().into()),
            key: Some("progress_measure"),
            is_reported: |request| request.retention.sweeps(),
            ..BLANK
        },
    ],
};

/// Returns whether a search may forget individual states.
fn caches(request: &Request) -> bool {
    request.retention.caches() && request.depth.is_none()
}
