//! Component numbers of the product of markings and tableau, which show the checker that no run satisfies a formula.
//!
//! The product is the checker's own, so that states have its numbers. Its strongly connected components are found
//! depth-first (R. Tarjan, *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing, 1972), those
//! that lead nowhere else first. A component gets the number of one that it leads to, or the least greater one, with
//! which there is still an until that all edges of this number postpone: so there are few numbers, and they are usually
//! small.

use std::time::Instant;

use sanderling::Control;
use sanderling_certificate_check::product::Product;

/// Limits on the cost of the product.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<'a> {
    /// Maximum number of states.
    pub(crate) states: u64,
    /// Maximum number of bytes.
    pub(crate) bytes: Option<usize>,
    /// Time at which it must be finished.
    pub(crate) until: Option<Instant>,
    /// Control that may stop it.
    pub(crate) control: &'a Control<'a>,
}

/// Result for a product.
pub(crate) enum Components {
    /// No run satisfies the formula: a number for each state.
    Numbered(Vec<u32>),
    /// Some run satisfies the formula: the states of a component in which such a run stays.
    Accepted(Vec<usize>),
}

/// Number of states that are expanded between two checks of the limits.
const STATES_BETWEEN_LOOKS: usize = 1 << 10;

impl Bounds<'_> {
    /// Expands all states.
    ///
    /// # Errors
    /// If not all states could be expanded; the error is the reason.
    pub(crate) fn explore(self, product: &mut Product<'_, '_>) -> Result<(), String> {
        let mut at = 0;
        while at < product.states() {
            product.edges(at)?;
            at += 1;
            if at.is_multiple_of(STATES_BETWEEN_LOOKS) || at == product.states() {
                self.look(product)?;
            }
        }
        Ok(())
    }

    /// Checks the limits. The search for components needs some more bytes.
    fn look(self, product: &Product<'_, '_>) -> Result<(), String> {
        let is_over = self.until.is_some_and(|until| Instant::now() > until);
        Err(match () {
            () if self.control.is_cancelled() => "the search for a certificate was cancelled",
            () if is_over => "the product of markings and formula could not be explored in the time",
            () if self
                .bytes
                .is_some_and(|bytes| product.bytes() + product.states() * BYTES_OF_SEARCH > bytes) =>
            {
                "the product of markings and formula does not fit in the memory"
            }
            () if product.states() as u64 > self.states => {
                return Err(format!(
                    "the product of markings and formula has more than {} states",
                    self.states
                ));
            }
            () => return Ok(()),
        }
        .into())
    }
}

/// Maximum number of bytes of a state on the path of the search for components.
const BYTES_OF_SEARCH: usize = 100;

/// Number of a state that has none yet.
const OPEN: u32 = u32::MAX;
/// Number of a state in the current component.
const HERE: u32 = u32::MAX - 1;

/// State on the path of the search.
struct Frame {
    state: usize,
    edges: Vec<(usize, u64)>,
    next: usize,
}

/// Numbers the components of a product whose states are all expanded.
///
/// # Errors
/// If there is not enough time.
pub(crate) fn components(product: &mut Product<'_, '_>, bounds: Bounds<'_>) -> Result<Components, String> {
    let states = product.states();
    // INVARIANT: `low` is 0 for states that are not discovered.
    let (mut low, mut numbers) = (vec![0_u32; states], vec![OPEN; states]);
    let (mut stack, mut discovered) = (vec![0_usize], 1);
    let mut postponed = Vec::new();
    low[0] = 1;
    let mut path = vec![Frame { state: 0, edges: product.edges(0)?, next: 0 }];
    // Position at which each state of the path was discovered.
    let mut order = vec![1_u32];
    while let Some(frame) = path.last_mut() {
        let from = frame.state;
        if let Some(&(to, _)) = frame.edges.get(frame.next) {
            frame.next += 1;
            if low[to] == 0 {
                discovered += 1;
                if (discovered as usize).is_multiple_of(STATES_BETWEEN_LOOKS) {
                    bounds.look(product)?;
                }
                low[to] = discovered;
                stack.push(to);
                order.push(discovered);
                path.push(Frame { state: to, edges: product.edges(to)?, next: 0 });
            } else if numbers[to] == OPEN {
                low[from] = low[from].min(low[to]);
            }
            continue;
        }
        path.pop();
        let is_root = order.pop() == Some(low[from]);
        if let Some(before) = path.last() {
            low[before.state] = low[before.state].min(low[from]);
        }
        if is_root {
            let first = stack.iter().rposition(|&one| one == from).unwrap_or(0);
            let members = stack.split_off(first);
            let Some(number) = number(product, &members, &mut numbers, &mut postponed)? else {
                return Ok(Components::Accepted(members));
            };
            members.iter().for_each(|&member| numbers[member] = number);
        }
    }
    Ok(Components::Numbered(numbers))
}

/// Returns the number of a component all of whose successor components are numbered; `None` if no until is postponed by
/// all edges within. For each number, `postponed` holds the untils that all its edges postpone.
fn number(
    product: &mut Product<'_, '_>,
    members: &[usize],
    numbers: &mut [u32],
    postponed: &mut Vec<u64>,
) -> Result<Option<u32>, String> {
    members.iter().for_each(|&member| numbers[member] = HERE);
    // Untils that all edges within postpone, and that all edges to the greatest number postpone.
    let (mut within, mut greatest, mut beyond) = (u64::MAX, 0, u64::MAX);
    for &member in members {
        for (to, edge) in product.edges(member)? {
            match numbers[to] {
                HERE => within &= edge,
                number if number > greatest => (greatest, beyond) = (number, edge),
                number if number == greatest => beyond &= edge,
                _ => {}
            }
        }
    }
    if within == 0 {
        return Ok(None);
    }
    let mut edges = within & beyond;
    for number in greatest.. {
        let at = number as usize;
        if at == postponed.len() {
            postponed.push(u64::MAX);
        }
        if postponed[at] & edges != 0 {
            postponed[at] &= edges;
            return Ok(Some(number));
        }
        edges = within;
    }
    unreachable!("a new number fits")
}
