//! Component numbers of the product of markings and tableau, by which the checker sees that no run satisfies a formula.
//!
//! The product is the checker's own, so that states have its numbers. Its strongly connected components are found depth-first (R. Tarjan,
//! *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing, 1972), those that lead nowhere else first. A component takes the
//! number of one that it leads to, or the least greater one, with which there is still an until that all edges of this number postpone: so there are few
//! numbers, and most are small.

use std::time::Instant;

use sanderling::Control;
use sanderling_certificate_check::product::Product;

/// What the product may take.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<'a> {
    /// The states.
    pub(crate) states: u64,
    /// The bytes.
    pub(crate) bytes: Option<usize>,
    /// The time by which it has to be done.
    pub(crate) until: Option<Instant>,
    /// Who may stop it.
    pub(crate) control: &'a Control<'a>,
}

/// What has been found out of a product.
pub(crate) enum Components {
    /// No run satisfies the formula: a number for each state.
    Numbered(Vec<u32>),
    /// The states of a component within which a path is one of a run that does.
    Accepted(Vec<usize>),
}

/// So many states are expanded between two looks at the bounds.
const STATES_BETWEEN_LOOKS: usize = 1 << 10;

impl Bounds<'_> {
    /// Expands all states.
    ///
    /// # Errors
    /// Why not.
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

    /// The bytes of a search for components are some more.
    fn look(self, product: &Product<'_, '_>) -> Result<(), String> {
        let is_over = self.until.is_some_and(|until| Instant::now() > until);
        Err(match () {
            () if self.control.is_cancelled() => "somebody stopped the search for a certificate",
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

/// So many bytes a state may take on the path of the search for components.
const BYTES_OF_SEARCH: usize = 100;

/// The number of a state that has none yet.
const OPEN: u32 = u32::MAX;
/// That of a state in the component which is looked at.
const HERE: u32 = u32::MAX - 1;

/// A state on the path of the search.
struct Frame {
    state: usize,
    edges: Vec<(usize, u64)>,
    next: usize,
}

/// Numbers the components of a product of which all states are expanded.
///
/// # Errors
/// That there is no time for it.
pub(crate) fn components(product: &mut Product<'_, '_>, bounds: Bounds<'_>) -> Result<Components, String> {
    let states = product.states();
    // INVARIANT: `low` is 0 for states that are not discovered.
    let (mut low, mut numbers) = (vec![0_u32; states], vec![OPEN; states]);
    let (mut stack, mut discovered) = (vec![0_usize], 1);
    let mut postponed = Vec::new();
    low[0] = 1;
    let mut path = vec![Frame { state: 0, edges: product.edges(0)?, next: 0 }];
    // The position at which each state of the path was discovered.
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

/// The number of a component of which those that it leads to have theirs; `None` where no until is postponed by all edges within. For each number, `postponed`
/// are the untils that all its edges postpone.
fn number(
    product: &mut Product<'_, '_>,
    members: &[usize],
    numbers: &mut [u32],
    postponed: &mut Vec<u64>,
) -> Result<Option<u32>, String> {
    members.iter().for_each(|&member| numbers[member] = HERE);
    // What all edges within postpone, and all those to the greatest number.
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
