//! Elimination of the hierarchy of pages.
//!
//! Starting from the prime pages, a page is instantiated once for each substitution transition that refers to it. A
//! port is merged with the socket that it is assigned to. All instances of all places of a fusion set are merged.
//! Substitution transitions and their arcs are removed.
//!
//! Source: Jensen and Kristensen, *Coloured Petri Nets*, 2009, chapters 5 and 6.

use std::collections::{HashMap, HashSet};

use sanderling_net::Diagnostic;

use crate::cpn_tools::page::Page;

/// Maximum total weight of all instances. Their number may grow exponentially, because pages may be used twice on each
/// level.
const WEIGHT: usize = 1 << 17;

/// Maximum nesting depth of pages.
const DEPTH: usize = 100;

/// The instances of all pages.
#[derive(Debug)]
pub(crate) struct Flat {
    pub(crate) instances: Vec<Instance>,
    weight: usize,
    /// The pages that have an instance.
    used: HashSet<usize>,
    /// For each place of an instance, an earlier place that it is merged with, or itself.
    same: Vec<usize>,
}

/// An instance of a page.
#[derive(Debug)]
pub(crate) struct Instance {
    /// The page, by its position.
    pub(crate) page: usize,
    /// The names of the substitution transitions above it, each followed by a dot.
    pub(crate) path: String,
    /// The number of its first place among the places of all instances.
    first: usize,
    depth: usize,
}

impl Flat {
    /// Returns the instances of these prime pages and of all pages below them.
    pub(crate) fn of(pages: &[Page], primes: &[usize]) -> Result<Self, Box<Diagnostic>> {
        let mut flat = Self { instances: Vec::new(), weight: 0, used: HashSet::new(), same: Vec::new() };
        let by_id: HashMap<&str, usize> =
            pages.iter().enumerate().map(|(at, page)| (page.id.as_str(), at)).collect();
        for &prime in primes {
            flat.add(pages, prime, String::new(), 0)?;
        }
        let mut next = 0;
        while next < flat.instances.len() {
            flat.expand(pages, &by_id, next)?;
            next += 1;
        }
        flat.fuse(pages);
        Ok(flat)
    }

    fn add(
        &mut self,
        pages: &[Page],
        page: usize,
        path: String,
        depth: usize,
    ) -> Result<usize, Box<Diagnostic>> {
        let (first, added) = (self.same.len(), &pages[page]);
        // The first instance of a page is as large as its part of the file. The path is part of the id of each node.
        let is_first = self.used.insert(page);
        self.weight += if is_first { 1 } else { added.weight() }
            + (added.places.len() + added.transitions.len()) * path.len() / 32;
        if self.weight > WEIGHT || depth > DEPTH {
            let found = "pages that are used below each other too often, or by themselves";
            return Err(Box::new(Diagnostic::error(found).at(added.span)));
        }
        self.same.extend(first..first + added.places.len());
        self.instances.push(Instance { page, path, first, depth });
        Ok(self.instances.len() - 1)
    }

    /// Adds the instances below an instance.
    fn expand(
        &mut self,
        pages: &[Page],
        by_id: &HashMap<&str, usize>,
        instance: usize,
    ) -> Result<(), Box<Diagnostic>> {
        let Instance { page, first, depth, .. } = self.instances[instance];
        for transition in &pages[page].transitions {
            let Some(substitution) = &transition.substitution else { continue };
            let wrong = |found: &str| Box::new(Diagnostic::error(found.to_owned()).at(transition.span));
            let below = by_id.get(substitution.page.as_str()).copied();
            let below =
                below.ok_or_else(|| wrong("a substitution transition for a page that is not there"))?;
            let path = format!("{}{}.", self.instances[instance].path, transition.name);
            let inner = self.add(pages, below, path, depth + 1)?;
            let place = |page: &Page, id: &str| page.by_id.get(id).copied();
            for (port, socket) in &substitution.sockets {
                let (port, socket) = (place(&pages[below], port), place(&pages[page], socket));
                let (Some(port), Some(socket)) = (port, socket) else {
                    return Err(wrong("a port or a socket that is not a place of its page"));
                };
                let (port, socket) = (self.instances[inner].first + port, first + socket);
                self.unite(socket, port);
            }
        }
        Ok(())
    }

    /// Merges the places of each fusion set.
    fn fuse(&mut self, pages: &[Page]) {
        let mut sets: HashMap<&str, usize> = HashMap::new();
        for instance in 0..self.instances.len() {
            let Instance { page, first, .. } = self.instances[instance];
            for (at, place) in pages[page].places.iter().enumerate() {
                let Some(fusion) = &place.fusion else { continue };
                let one = *sets.entry(fusion).or_insert(first + at);
                self.unite(one, first + at);
            }
        }
    }

    fn unite(&mut self, one: usize, other: usize) {
        let (one, other) = (self.representative(one), self.representative(other));
        self.same[one.max(other)] = one.min(other);
    }

    fn representative(&mut self, mut place: usize) -> usize {
        while self.same[place] != place {
            self.same[place] = self.same[self.same[place]];
            place = self.same[place];
        }
        place
    }

    /// Returns the number of the first place that is merged with a place of an instance.
    pub(crate) fn place(&mut self, instance: usize, place: usize) -> usize {
        let number = self.instances[instance].first + place;
        self.representative(number)
    }
}
