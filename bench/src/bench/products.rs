//! `cargo xtask bench --products`: the speed of searching for runs, compared with a depth-first search of the
//! same net.
//!
//! The automaton is that of the formula `G F a`, where `a` always holds but is evaluated in every state. It
//! stays in one location. So the product is as large as the net, no run is accepted, and each firing belongs
//! to both; only the search differs. Both searches must count the same states and firings, which is checked.
//! The fastest of several runs counts, by processor time if the system reports it. Compiling the net is part
//! of both.
//!
//! A second table has wall-clock times of the product search on one thread, on two threads, and with half of
//! the memory that one thread used. In the last case, the search starts again with the tree store. It also
//! has the bytes per state of each.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use sanderling::{Control, Encoding, Limits, Order, Question, Request, SelfCheckMode, StoreChoice};
use sanderling_engine::Explorable;
use sanderling_families::Family;
use sanderling_model::{CountModel, FieldModel, Knowledge};
use sanderling_net::Net;
use sanderling_runs::{Acceptance, Product};
use sanderling_temporal::{Automaton, Ltl, translate_negation};

use super::sets::processor_time;

/// Nets with several hundred thousand to several million states.
const NETS: [(&str, u64); 4] = [("philosophers", 13), ("kanban", 5), ("fms", 5), ("slotted-ring", 6)];

/// The counts of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counted {
    states: u128,
    firings: u128,
}

/// Measures the nets, and prints a line for each.
///
/// # Errors
/// The searches have different counts.
pub(super) fn measure(runs: u16, is_wanted: impl Fn(&str) -> bool) -> Result<(), String> {
    let mut out = std::io::stdout();
    let mut say = |line: String| writeln!(out, "{line}").map_err(|error| error.to_string());
    say(format!(
        "{:18} {:>12} {:>12} {:>12} {:>12} {:>8}",
        "million firings/s", "states", "firings", "product", "depth-first", "share"
    ))?;
    for (family, size) in NETS.into_iter().filter(|net| is_wanted(net.0)) {
        let net = Family::named(family)?.net(size)?;
        let (mut product, mut plain) = (Duration::MAX, Duration::MAX);
        let mut counted = None;
        for _ in 0..runs {
            let (one, time) =
                timed(|| searched_as_product(&net, Limits::default(), 1).map(|one| counted_by(&one)))?;
            product = product.min(time);
            let (other, time) = timed(|| searched_depth_first(&net))?;
            plain = plain.min(time);
            if one != other {
                return Err(format!("{family} {size}: the product counts {one:?}, and the net {other:?}"));
            }
            counted = Some(one);
        }
        let Some(Counted { states, firings }) = counted else { continue };
        let rate = |time: Duration| firings as f64 / time.as_secs_f64() / 1e6;
        say(format!(
            "{:18} {states:>12} {firings:>12} {:>12.1} {:>12.1} {:>8.2}",
            format!("{family} {size}"),
            rate(product),
            rate(plain),
            rate(product) / rate(plain)
        ))?;
    }
    say(format!(
        "{:18} {:>8} {:>9} {:>8} {:>9} {:>8} {:>8} {:>8}",
        "seconds", "1 thread", "2 threads", "1, tree", "2, tree", "bytes", "2", "tree"
    ))?;
    for (family, size) in NETS.into_iter().filter(|net| is_wanted(net.0)) {
        let net = Family::named(family)?.net(size)?;
        let (one, first) = by_the_wall(runs, &net, Limits::default(), 1)?;
        let half = Limits { memory_bytes: Some(one.bytes / 2), ..Limits::default() };
        let (two, second) = by_the_wall(runs, &net, Limits::default(), 2)?;
        let (_, third) = by_the_wall(runs, &net, half, 1)?;
        let (tree, fourth) = by_the_wall(runs, &net, half, 2)?;
        let [first, second, third, fourth] = [first, second, third, fourth].map(|time| time.as_secs_f64());
        let bytes = |searched: &Acceptance| searched.bytes as f64 / one.states as f64;
        say(format!(
            "{:18} {first:>8.2} {second:>9.2} {third:>8.2} {fourth:>9.2} {:>8.1} {:>8.1} {:>8.1}",
            format!("{family} {size}"),
            bytes(&one),
            bytes(&two),
            bytes(&tree)
        ))?;
    }
    Ok(())
}

/// Returns the fastest of several runs by wall-clock time.
fn by_the_wall(
    runs: u16,
    net: &Net,
    limits: Limits,
    threads: usize,
) -> Result<(Acceptance, Duration), String> {
    let mut best = None;
    for _ in 0..runs.max(1) {
        let started = Instant::now();
        let searched = searched_as_product(net, limits, threads)?;
        let time = started.elapsed();
        if best.as_ref().is_none_or(|(_, least)| time < *least) {
            best = Some((searched, time));
        }
    }
    best.ok_or_else(|| format!("{}: no run", net.id))
}

fn timed(search: impl FnOnce() -> Result<Counted, String>) -> Result<(Counted, Duration), String> {
    let started = processor_time();
    let counted = search()?;
    Ok((counted, processor_time() - started))
}

/// Searches the product with an automaton that accepts no run.
fn searched_as_product(net: &Net, limits: Limits, threads: usize) -> Result<Acceptance, String> {
    let model = FieldModel::compile(Knowledge::of(net).map_err(|found| found.to_string())?);
    let automaton = always_again()?;
    let product = Product::new(&automaton, vec![Box::new(|_, _, _, _| black_box(true))]);
    let searched = model.accepted_run(&product, limits, threads, &Control::default());
    match searched.run {
        Ok(None) => {}
        ref other => return Err(format!("{}: the product was not searched whole: {other:?}", net.id)),
    }
    if limits == Limits::default() && threads == 1 && searched.visits != searched.states {
        return Err(format!("{}: {} visits of {} states", net.id, searched.visits, searched.states));
    }
    Ok(searched)
}

fn counted_by(searched: &Acceptance) -> Counted {
    Counted { states: searched.states.into(), firings: searched.firings.into() }
}

/// Returns the automaton of the runs that do not satisfy `G F a`.
fn always_again() -> Result<Automaton, String> {
    let again = Ltl::Finally(Box::new(Ltl::Atom(0)));
    translate_negation(&Ltl::Globally(Box::new(again))).map_err(|found| found.to_string())
}

fn searched_depth_first(net: &Net) -> Result<Counted, String> {
    let request = Request {
        order: Order::DepthFirst,
        store: Some(StoreChoice::Packed),
        encoding: Encoding::Fields,
        self_check: SelfCheckMode::None,
        ..Request::new(Question::Explore)
    };
    let report =
        sanderling::analyse(net, &request, &Control::default()).map_err(|found| found.to_string())?;
    let finite = |count: Option<sanderling_report::Count>| count.and_then(sanderling_report::Count::finite);
    match (finite(report.states), finite(report.firings)) {
        (Some(states), Some(firings)) => Ok(Counted { states, firings }),
        _ => Err(format!("{}: the net was not searched whole", net.id)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_searches_count_all_states_and_firings() {
        for (family, size, states) in [("philosophers", 5, 243), ("kanban", 2, 4600)] {
            let net = Family::named(family).unwrap().net(size).unwrap();
            for threads in [1, 2] {
                let product = counted_by(&searched_as_product(&net, Limits::default(), threads).unwrap());
                assert_eq!(product.states, states);
                if threads == 1 {
                    assert_eq!(searched_depth_first(&net), Ok(product));
                }
            }
        }
    }
}
