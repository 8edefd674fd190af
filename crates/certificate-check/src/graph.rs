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
