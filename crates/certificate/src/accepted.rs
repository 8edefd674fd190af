//! An infinite run that ends in a component of the product in which some run stays.
//!
//! It reaches the component on a shortest path, and goes around in it until every until has, in some step, not been
//! postponed.

use std::collections::{HashMap, HashSet, VecDeque};

use sanderling_certificate_check::net::{Net, Takers};
use sanderling_certificate_check::product::Product;

/// Edge: its target, and the untils that it postpones.
type Edge = (usize, u64);

/// Returns the prefix and the cycle of a run. Without a cycle, nothing is enabled at the end.
///
/// # Errors
/// Only errors that the exploration of the product would have returned before.
pub(crate) fn lasso(
    net: &Net,
    product: &mut Product<'_, '_>,
    component: &[usize],
) -> Result<(Vec<String>, Vec<String>), String> {
    let within: HashSet<usize> = component.iter().copied().collect();
    let is_first = within.contains(&0);
    let prefix = if is_first { Vec::new() } else { path(product, 0, None, &|(to, _)| within.contains(&to))? };
    let entry = prefix.last().map_or(0, |edge: &Edge| edge.0);
    let (mut cycle, mut at, mut missing) = (Vec::<Edge>::new(), entry, product.untils());
    while missing != 0 || at != entry || cycle.is_empty() {
        let is_wanted =
            |(to, postponed): Edge| if missing == 0 { to == entry } else { missing & !postponed != 0 };
        let more = path(product, at, Some(&within), &is_wanted)?;
        missing = more.iter().fold(missing, |missing, edge| missing & edge.1);
        at = more.last().map_or(at, |edge| edge.0);
        cycle.extend(more);
    }
    let markings = |from: usize, edges: &[Edge]| -> Vec<Vec<u64>> {
        std::iter::once(from)
            .chain(edges.iter().map(|edge| edge.0))
            .map(|state| product.marking(state))
            .collect()
    };
    let takers = Takers::of(net);
    Ok((firings(&takers, &markings(0, &prefix))?, firings(&takers, &markings(entry, &cycle))?))
}

/// Returns a shortest path within a set of states to the first edge that is wanted.
fn path(
    product: &mut Product<'_, '_>,
    from: usize,
    within: Option<&HashSet<usize>>,
    is_wanted: &dyn Fn(Edge) -> bool,
) -> Result<Vec<Edge>, String> {
    let mut before: HashMap<usize, (usize, Edge)> = HashMap::new();
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        for edge in product.edges(at)? {
            if within.is_some_and(|within| !within.contains(&edge.0)) {
                continue;
            }
            if is_wanted(edge) {
                let (mut path, mut state) = (vec![edge], at);
                while state != from {
                    let (earlier, edge) = before[&state];
                    path.push(edge);
                    state = earlier;
                }
                path.reverse();
                return Ok(path);
            }
            if edge.0 != from && !before.contains_key(&edge.0) {
                before.insert(edge.0, (at, edge));
                open.push_back(edge.0);
            }
        }
    }
    Err("no path leads on in the product".into())
}

/// Returns the transitions that lead from each marking to the next. Nothing is added if nothing is enabled and a
/// marking repeats itself.
fn firings(takers: &Takers<'_>, markings: &[Vec<u64>]) -> Result<Vec<String>, String> {
    let mut ids = Vec::new();
    for pair in markings.windows(2) {
        let firings = takers.firings(&pair[0])?;
        match firings.iter().find(|(_, after)| *after == pair[1]) {
            Some((transition, _)) => ids.push(transition.id.clone()),
            None if firings.is_empty() => {}
            None => return Err("no firing leads to what follows in the product".into()),
        }
    }
    Ok(ids)
}
