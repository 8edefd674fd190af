//! The options for the order, the store and the driver of a search.

use std::path::Path;

use sanderling_analysis::StoreChoice;
use sanderling_analysis::open::Order;

use super::names::{DRIVERS, ENCODINGS, FAIRNESS, name, names, parse};
use super::text::{parse_directory, parse_seed, parse_size, parse_threads};
use super::{BLANK, Group, SearchOption, Set, Value, put};
use crate::request::choices::{Heuristic, listed};

/// Options for the order, the store and the driver. Only an inexact store changes a result, and the report
/// says so.
pub const SEARCH: Group = Group {
    heading: "Search",
    options: &[
        SearchOption {
            name: "threads",
            value: Value::Text("N"),
            help: "Number of worker threads; verdicts do not depend on it [default: one for each core]",
            manual: "worker threads. Verdicts do not depend on the number; counterexamples in LTL and results of [parallel searches](reductions.md) may",
            set: Set::Alone(|request, text| put(&mut request.threads, parse_threads(text))),
            get: |request| Some(request.threads.max(1).into()),
            key: Some("threads"),
            is_common: true,
            ..BLANK
        },
        SearchOption {
            name: "seed",
            value: Value::Text("N"),
            default: Some("0"),
            help: "Seed for all random choices, except the order `random:SEED`",
            manual: "seed for all random choices, except the order `random:SEED`",
            set: Set::Alone(|request, text| put(&mut request.seed, parse_seed(text))),
            get: |request| Some(request.seed.into()),
            key: Some("seed"),
            ..BLANK
        },
        SearchOption {
            name: "order",
            value: Value::Text("ORDER"),
            default: Some("bfs"),
            help: "Order of the search: bfs (breadth-first), dfs (depth-first), bbfs:W (breadth-first, at most W states of a level at once), alt:B:D (alternates between B levels breadth-first and D depth-first), best (smallest {heuristic} first), random or random:SEED",
            manual: "which state comes next: `bfs` is breadth-first; `dfs` depth-first; `bbfs:W` breadth-first with at most W states of a level at once; `alt:B:D` alternates between B levels breadth-first and D depth-first; `best` takes the smallest `{heuristic}`; `random` or `random:SEED` takes any state",
            set: Set::Alone(|request, text| put(&mut request.order, text.parse::<Order>())),
            get: |request| Some(request.order.to_string().into()),
            key: Some("order"),
            is_common: true,
            ..BLANK
        },
        SearchOption {
            name: "shortest",
            help: "After a run is found, search breadth-first for a shortest one",
            manual: "for `deadlock` and `check`: search breadth-first for a [shortest run](reductions.md#how-long-runs-are), within the limits. For LTL, livelocks and property processes, it is a shortest run of net and automaton",
            set: Set::Alone(|request, _| {
                request.shortest = true;
                Ok(())
            }),
            get: |request| Some(request.shortest.into()),
            key: Some("shortest"),
            is_reported: |request| request.shortest,
            is_common: true,
            ..BLANK
        },
        SearchOption {
            name: "fair",
            value: Value::OneOf("FAIRNESS", || names(FAIRNESS)),
            help: "For formulas of LTL: consider only runs that are fair, weakly or strongly, to each transition or to each process [default: all runs]",
            manual: "for LTL, livelocks and property processes: consider only [fair](properties.md#fairness) runs",
            set: Set::Alone(|request, text| {
                let (fairness, fair_to) = parse(FAIRNESS, text)?;
                (request.fairness, request.fair_to) = (Some(fairness), fair_to);
                Ok(())
            }),
            get: |request| {
                request.fairness.map(|fairness| name(FAIRNESS, &(fairness, request.fair_to)).into())
            },
            key: Some("fair"),
            is_reported: |request| request.fairness.is_some(),
            ..BLANK
        },
        SearchOption {
            name: "heuristic",
            value: Value::Signed("EXPR"),
            help: "Number that {order best} minimizes: distance (from the goal), or a sum such as 'tokens(p) + 2*tokens(q)', for a DVE model 'x + 2*y[1]' [default: the number of enabled transitions]",
            manual: "number that `{order best}` minimizes: a sum such as `'tokens(p) + 2*tokens(q)'` or, for a [DVE model](properties.md#programs), `'x + 2*y[1]'`; or `distance`, an estimate of how far the goal is",
            set: Set::OfNet(|request, text, net| {
                request.heuristic = Heuristic::parse(text, net)?;
                Ok(())
            }),
            get: |request| Some(request.heuristic.to_string().into()),
            key: Some("heuristic"),
            is_reported: |request| request.order == Order::BestFirst,
            ..BLANK
        },
        SearchOption {
            name: "driver",
            value: Value::OneOf("DRIVER", || names(DRIVERS)),
            default: Some("auto"),
            help: "Loop of the search: batched is fast, but breadth-first only; sequential takes one state at a time",
            manual: "loop of the search: `batched` is fast, but breadth-first only and without some features; `sequential` takes one state at a time",
            set: Set::Alone(|request, text| put(&mut request.driver, parse(DRIVERS, text))),
            get: |request| Some(name(DRIVERS, &request.driver).into()),
            key: Some("driver"),
            ..BLANK
        },
        SearchOption {
            name: "encoding",
            value: Value::OneOf("ENCODING", || names(ENCODINGS)),
            default: Some("auto"),
            help: "How markings are packed: bit fields are fast, mixed radix is smallest",
            manual: "packing of markings: bit `fields` are fast, mixed `radix` is smallest (not for DVE models)",
            set: Set::Alone(|request, text| put(&mut request.encoding, parse(ENCODINGS, text))),
            get: |request| Some(name(ENCODINGS, &request.encoding).into()),
            key: Some("encoding"),
            ..BLANK
        },
        SearchOption {
            name: "store",
            value: Value::Text("STORE"),
            help: "How states are stored: {} [default: `packed`; when memory is used up, `tree`; then, with {disk}, `disk`]",
            manual: "how states are stored: {}, see [memory.md](memory.md#stores)",
            names: stores,
            set: Set::Alone(|request, text| put(&mut request.store, text.parse::<StoreChoice>().map(Some))),
            get: |request| request.store.map(|store| store.to_string().into()),
            ..BLANK
        },
        SearchOption {
            name: "disk",
            value: Value::Directory,
            help: "Directory for what a store writes when it does not fit in memory; states go there before any are forgotten [default: with {store disk}, the directory for temporary files, otherwise none]",
            manual: "directory for [states](memory.md#states-on-disk) that do not fit in memory. Its files have no names and disappear when the search ends",
            set: Set::Alone(|request, text| {
                put(&mut request.disk.directory, parse_directory(text).map(Some))
            }),
            get: |request| request.disk.directory.as_deref().and_then(Path::to_str).map(Into::into),
            ..BLANK
        },
        SearchOption {
            name: "disk-size",
            value: Value::Text("SIZE"),
            help: "Maximum size on disk, such as 20G [default: as much as there is room for]",
            manual: "maximum size on disk, such as `20G`",
            set: Set::Alone(|request, text| put(&mut request.disk.max_bytes, parse_size(text).map(Some))),
            get: |request| request.disk.max_bytes.map(Into::into),
            key: Some("disk_bytes"),
            ..BLANK
        },
    ],
};

/// Returns the stores, with the inexact ones at the end.
fn stores(quote: fn(&str) -> String) -> String {
    let of = |is_exact| {
        let kinds = StoreChoice::all().map(StoreChoice::kind);
        let chosen = kinds.filter(move |kind| kind.abilities.is_exact == is_exact);
        listed(chosen.map(|kind| quote(&kind.syntax())), "or")
    };
    format!("{}; or {}, which may miss states and report how likely that is", of(true), of(false))
}
