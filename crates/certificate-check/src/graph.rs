//! Markings by numbers, in the order of discovery, and their successors. If nothing is enabled, a marking is its own
//! successor.

use std::collections::HashMap;
use std::rc::Rc;

use crate::Refusal;
use crate::net::{Net, Takers};

/// Discovered markings of a net. The initial marking is the first.
#[derive(Debug)]
pub struct Graph<'n> {
    net: &'n Net,
    takers: Takers<'n>,
    markings: Vec<Rc<[u8]>>,
    numbers: HashMap<Rc<[u8]>, u32>,
    /// Successors of each marking, if they have been computed.
    successors: Vec<Option<Rc<[u32]>>>,
    /// Size of the lists in bytes.
    bytes: usize,
}

impl<'n> Graph<'n> {
    /// Returns a graph with the initial marking only.
    #[must_use]
    pub fn of(net: &'n Net) -> Self {
        let initial: Rc<[u8]> = Net::pack(&net.initial()).into();
        let (numbers, successors) = (HashMap::from([(initial.clone(), 0)]), vec![None]);
        Self { net, takers: Takers::of(net), markings: vec![initial], numbers, successors, bytes: 0 }
    }

    /// Returns the approximate size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes + self.markings.len() * 120
    }

    /// Returns the marking with a number.
    #[must_use]
    pub fn marking(&self, number: u32) -> Vec<u64> {
        Net::unpack(&self.markings[number as usize], self.net.places.len())
    }

    /// Returns the successors of a marking. They are computed once.
    ///
    /// # Errors
    /// If a place would hold too many tokens, or there are 2^32 markings.
    pub fn successors(&mut self, number: u32) -> Result<Rc<[u32]>, Refusal> {
        if let Some(known) = &self.successors[number as usize] {
            return Ok(known.clone());
        }
        let firings = self.takers.firings(&self.marking(number))?;
        let met = firings.iter().map(|(_, after)| self.meet(after)).collect::<Result<Vec<u32>, _>>()?;
        let met: Rc<[u32]> = if met.is_empty() { [number].into() } else { met.into() };
        self.bytes += met.len() * size_of::<u32>();
        self.successors[number as usize] = Some(met.clone());
        Ok(met)
    }

    /// Returns the strongly connected components that no firing leaves, as lists of markings. Explores all markings.
    ///
    /// # Errors
    /// As for [`successors`](Self::successors).
    pub fn last_components(&mut self) -> Result<Vec<Vec<u32>>, Refusal> {
        const OPEN: u32 = u32::MAX;
        let mut last = Vec::new();
        // R. Tarjan, Depth-First Search and Linear Graph Algorithms, SIAM Journal on Computing, 1972, in the form of
        // H. Gabow, 2000: `roots` are the positions on the stack at which components may begin.
        let (mut order, mut component): (HashMap<u32, usize>, Vec<u32>) = (HashMap::new(), Vec::new());
        let (mut stack, mut roots, mut path) = (vec![0], vec![0], vec![(0, 0)]);
        let mut components = 0;
        order.insert(0, 0);
        while let Some(&mut (marking, ref mut next)) = path.last_mut() {
            let successors = self.successors(marking)?;
            component.resize(self.markings.len(), OPEN);
            if let Some(&successor) = successors.get(*next) {
                *next += 1;
                match order.get(&successor) {
                    None => {
                        order.insert(successor, stack.len());
                        roots.push(stack.len());
                        stack.push(successor);
                        path.push((successor, 0));
                    }
                    Some(&at) if component[successor as usize] == OPEN => {
                        while roots.last().is_some_and(|&root| root > at) {
                            roots.pop();
                        }
                    }
                    Some(_) => {}
                }
                continue;
            }
            path.pop();
            let root = *roots.last().expect("the marking is on the stack");
            if stack[root] == marking {
                roots.pop();
                let found = stack.split_off(root);
                found.iter().for_each(|&one| component[one as usize] = components);
                let mut is_last = true;
                for &one in &found {
                    is_last &= self.successors(one)?.iter().all(|&to| component[to as usize] == components);
                }
                components += 1;
                last.extend(is_last.then_some(found));
            }
        }
        Ok(last)
    }

    fn meet(&mut self, marking: &[u64]) -> Result<u32, Refusal> {
        let packed: Rc<[u8]> = Net::pack(marking).into();
        if let Some(&known) = self.numbers.get(&packed) {
            return Ok(known);
        }
        let number = u32::try_from(self.markings.len()).map_err(|_| "there are 2^32 markings")?;
        self.bytes += packed.len();
        self.markings.push(packed.clone());
        self.numbers.insert(packed, number);
        self.successors.push(None);
        Ok(number)
    }
}
