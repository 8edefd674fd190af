//! Nested depth-first search by several threads: CNDFS.
//!
//! Source: S. Evangelista, A. Laarman, L. Petrucci and J. van de Pol, *Improved Multi-Core Nested Depth-First Search*,
//! ATVA 2012. Each thread searches all nodes depth-first, in its own order, and skips *blue* nodes; its own path is
//! *cyan*. When it leaves an accepting node, the *red* search looks for a path back to the cyan path, and skips *red*
//! nodes. It paints the nodes it has seen red once all accepting nodes among them are, and waits for other threads for
//! that.
//!
//! Where we differ: accepting edges become accepting [nodes](sanderling_temporal::Buchi). The first search also finds
//! cycles, if an end of the closing edge is accepting (Schwoon and Esparza, *A Note on On-the-Fly Verification
//! Algorithms*, TACAS 2005). The red search stays in the automaton's component, and is skipped if all successors in it
//! are red (Laarman et al., *Multi-Core Nested Depth-First Search*, ATVA 2011). One thread paints red immediately.
//!
//! INVARIANT: no accepting node on a cycle is red. Otherwise take the first one that becomes red, and a cycle through
//! it. The node that blocks its red search on the cycle was red before. So was the successor of that node on the cycle,
//! which its painter had seen or awaited; and so on up to the node itself.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::sync::atomic::Ordering;

use sanderling_system::Adaptive;
use sanderling_temporal::{Buchi, BuchiState};

use super::expansion::{Expander, full, permute};
use super::memory::{Colour, IdentityHasher, Memory, Node};
use super::path::{Cyan, MAX_NODES, Path};
use super::shared::{Ending, FIRINGS_AT_A_TIME, Halted, Shared, Tally};
use crate::accepting::Product;

/// A thread of the search.
pub(super) struct Thread<'s, 'a, S: Adaptive, M: Memory> {
    number: usize,
    product: &'s Product<'a, S>,
    buchi: &'s Buchi,
    memory: &'s M,
    shared: &'s Shared<'s, M::Id>,
    expander: Expander<'s, 'a, S, M>,
    /// The path of the blue search, and the positions of its nodes.
    blue: Path<M::Id>,
    cyan: Cyan,
    /// For each node on the path, whether all nodes reached from it in its component so far are red.
    is_red_behind: Vec<bool>,
    /// The path of the red search.
    red: Path<M::Id>,
    /// The nodes that the red search has seen, if there are other threads.
    seen: HashSet<Node<M::Id>, BuildHasherDefault<IdentityHasher>>,
    /// The number of nodes that it was the first to paint blue.
    painted: u64,
    /// When to check the limits next: after this number of further visits, or this total number of firings.
    visits_until_look: u64,
    firings_at_look: u64,
}

/// One of the two searches.
#[derive(Debug, Clone, Copy)]
enum Search {
    Blue,
    Red,
}

type Done<Id> = Result<(), Halted<Id>>;

impl<'s, 'a, S: Adaptive, M: Memory> Thread<'s, 'a, S, M> {
    pub(super) fn new(
        number: usize,
        (system, product, buchi): (&'s S, &'s Product<'a, S>, &'s Buchi),
        memory: &'s M,
        shared: &'s Shared<'s, M::Id>,
    ) -> Self {
        Self {
            number,
            product,
            buchi,
            memory,
            shared,
            expander: Expander::new((system, product, buchi), memory, true),
            blue: Path::new(M::IS_AMPLE),
            cyan: Cyan::new(),
            is_red_behind: Vec::new(),
            red: Path::new(M::IS_AMPLE),
            seen: HashSet::default(),
            painted: 0,
            visits_until_look: 0,
            firings_at_look: FIRINGS_AT_A_TIME,
        }
    }

    /// Searches until this thread has no work left, or the search is over.
    pub(super) fn run(mut self) {
        // No thread waits for one that has panicked.
        let watched = EndsOnPanic(self.shared);
        match self.search_blue() {
            Err(Halted::Ends(ending)) => self.shared.end(Some(ending)),
            Ok(()) | Err(Halted::IsOver) => {}
        }
        self.report(&self.shared.tallies[self.number]);
        let checks = &self.expander.checks;
        self.shared.note(self.expander.faults, checks.states(), checks.discrepancy());
        std::mem::forget(watched);
    }

    fn search_blue(&mut self) -> Done<M::Id> {
        let first = self.expander.first()?;
        self.enter(first)?;
        while !self.blue.is_empty() {
            let Some(node) = self.blue.next() else {
                self.leave()?;
                continue;
            };
            if self.memory.has(Colour::Blue, node) {
                self.look_behind(node);
            } else if let Some(position) = self.cyan.position(&self.blue, node) {
                self.close(position)?;
            } else {
                self.enter(node)?;
            }
        }
        Ok(())
    }

    /// Moves to a node that is neither blue nor on the path.
    fn enter(&mut self, node: Node<M::Id>) -> Done<M::Id> {
        self.count_visit()?;
        if self.blue.len() == MAX_NODES {
            return Err(full().into());
        }
        self.blue.push(node);
        self.cyan.push(&self.blue);
        self.is_red_behind.push(true);
        if self.product.is_universal_from(self.at(node).of as u32) {
            return Err(Halted::Ends(Ending::Universal(self.blue.nodes_from(0).collect())));
        }
        self.expand_last(Search::Blue)
    }

    /// Handles an edge from the last node to one on the path.
    fn close(&mut self, position: usize) -> Done<M::Id> {
        let ends = [self.blue.node(position), self.last()];
        if ends.iter().any(|&end| self.at(end).is_accepting) {
            return Err(Halted::Ends(self.cycle(position)));
        }
        self.look_behind(ends[0]);
        Ok(())
    }

    /// Leaves the last node after all its successors have been followed.
    fn leave(&mut self) -> Done<M::Id> {
        let node = self.last();
        let is_first = self.paint(Colour::Blue, node)?;
        let is_red_behind = self.is_red_behind.pop() == Some(true);
        if self.at(node).is_accepting && !self.memory.has(Colour::Red, node) {
            if !is_red_behind {
                self.search_red(node)?;
            }
            self.paint(Colour::Red, node)?;
        }
        self.cyan.pop(&self.blue);
        let has_others = self.blue.pop();
        // Not earlier: progress reported in between would count the node twice, since it is on the path.
        self.painted += u64::from(is_first);
        if has_others {
            self.expand_last(Search::Blue)?;
        }
        if !self.blue.is_empty() {
            self.look_behind(node);
        }
        Ok(())
    }

    /// Records whether a node reached from an accepting node is red.
    fn look_behind(&mut self, behind: Node<M::Id>) {
        let last = self.at(self.last());
        if last.is_accepting && last.component == self.at(behind).component {
            let is_red = self.memory.has(Colour::Red, behind);
            self.is_red_behind.last_mut().iter_mut().for_each(|all| **all &= is_red);
        }
    }

    /// Searches for a path from an accepting node back to the cyan path.
    fn search_red(&mut self, seed: Node<M::Id>) -> Done<M::Id> {
        self.seen.clear();
        self.seen.insert(seed);
        self.enter_red(seed)?;
        while !self.red.is_empty() {
            let Some(node) = self.red.next() else {
                self.leave_red()?;
                continue;
            };
            if self.at(node).component != self.at(seed).component || self.memory.has(Colour::Red, node) {
                continue;
            }
            if let Some(position) = self.cyan.position(&self.blue, node) {
                return Err(Halted::Ends(self.cycle(position)));
            }
            if self.see(node)? {
                self.enter_red(node)?;
            }
        }
        self.await_others(seed)?;
        let seen = std::mem::take(&mut self.seen);
        seen.iter().try_for_each(|&node| self.paint(Colour::Red, node).map(|_| ()))?;
        // After a large search, no more memory is kept than after a small one.
        if seen.capacity() < SEEN_KEPT {
            self.seen = seen;
        }
        Ok(())
    }

    fn enter_red(&mut self, node: Node<M::Id>) -> Done<M::Id> {
        self.count_visit()?;
        self.red.push(node);
        self.expand_last(Search::Red)
    }

    fn leave_red(&mut self) -> Done<M::Id> {
        if self.red.pop() { self.expand_last(Search::Red) } else { Ok(()) }
    }

    /// Appends the successors of the last node of a path, in the thread's own order.
    fn expand_last(&mut self, search: Search) -> Done<M::Id> {
        let path = match search {
            Search::Blue => &mut self.blue,
            Search::Red => &mut self.red,
        };
        let node = path.last().expect("the search is at a node");
        self.expander.expand(node, path.end())?;
        permute(node, self.number, path.last_appended());
        if self.expander.firings >= self.firings_at_look { self.look_at_limits() } else { Ok(()) }
    }

    /// Whether the red search sees a node for the first time.
    fn see(&mut self, node: Node<M::Id>) -> Result<bool, Halted<M::Id>> {
        if self.shared.tallies.len() > 1 { Ok(self.seen.insert(node)) } else { self.paint(Colour::Red, node) }
    }

    /// Waits until the accepting nodes that the red search has seen are red, except for its seed.
    fn await_others(&mut self, seed: Node<M::Id>) -> Done<M::Id> {
        let is_awaited = |&&node: &&Node<M::Id>| node != seed && self.at(node).is_accepting;
        for &node in self.seen.iter().filter(is_awaited) {
            while !self.memory.has(Colour::Red, node) {
                if self.shared.is_over() {
                    return Err(Halted::IsOver);
                }
                std::thread::yield_now();
            }
        }
        Ok(())
    }

    /// Returns the cycle from a node of the path along it, and along the path of the red search, if there is
    /// one.
    fn cycle(&self, position: usize) -> Ending<M::Id> {
        let way = (0..=position).map(|position| self.blue.node(position)).collect();
        // The red search begins with the last node of the path.
        let back = self.red.nodes_from(0).skip(1);
        Ending::Cycle(way, self.blue.nodes_from(position).chain(back).collect())
    }

    fn paint(&self, colour: Colour, node: Node<M::Id>) -> Result<bool, Halted<M::Id>> {
        self.memory.paint(colour, node).map_err(|_| full().into())
    }

    fn last(&self) -> Node<M::Id> {
        self.blue.last().expect("the search is at a node")
    }

    fn at(&self, node: Node<M::Id>) -> &'s BuchiState {
        &self.buchi.states()[node.location as usize]
    }

    /// Checks the limits if that is due.
    fn count_visit(&mut self) -> Done<M::Id> {
        if self.visits_until_look == 0 {
            self.look_at_limits()?;
        }
        self.visits_until_look -= 1;
        Ok(())
    }

    fn look_at_limits(&mut self) -> Done<M::Id> {
        let report = |tally: &Tally| self.report(tally);
        self.visits_until_look = self.shared.look_at_limits(self.number, report, self.memory)?;
        self.firings_at_look = self.expander.firings + FIRINGS_AT_A_TIME;
        Ok(())
    }

    /// Publishes the progress of this thread.
    fn report(&self, tally: &Tally) {
        tally.painted.store(self.painted, Ordering::Relaxed);
        tally.open.store(self.blue.len() as u64, Ordering::Relaxed);
        tally.firings.store(self.expander.firings, Ordering::Relaxed);
        tally.bytes.store(self.bytes() as u64, Ordering::Relaxed);
    }

    /// Returns the memory of this thread, in bytes.
    fn bytes(&self) -> usize {
        // Seven in eight entries of the hash table may be used. Each has an additional byte.
        let seen = self.seen.capacity() / 7 * 8 * (size_of::<Node<M::Id>>() + 1);
        self.blue.bytes() + self.cyan.bytes() + self.is_red_behind.capacity() + self.red.bytes() + seen
    }
}

/// Number of seen nodes above which a red search frees its table.
const SEEN_KEPT: usize = 1 << 12;

/// Ends the search if a thread panics, so that no other thread waits for it.
struct EndsOnPanic<'s, Id>(&'s Shared<'s, Id>);

impl<Id> Drop for EndsOnPanic<'_, Id> {
    fn drop(&mut self) {
        self.0.end(None);
    }
}
