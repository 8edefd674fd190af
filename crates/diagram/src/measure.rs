//! Exact numbers of a set: its members, the firings from them, and the greatest values.
//!
//! One pass from the bottom level to the top. A node's number is a sum of its children's. The same holds for the number
//! of members with which a tail of an event is enabled, so the firings of all events are counted together. Only the
//! numbers of one level and the next are in memory, at most a quarter of it.

use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::nodes::{Id, Kept, UNIT};
use crate::relation::{DONE, TailId};
use crate::{Diagrams, Event, Set, Stop};

/// Exact numbers of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measures {
    /// The number of members.
    pub members: BigUint,
    /// The number of pairs of a member and an event that is enabled in it.
    pub firings: BigUint,
    /// For each event, whether it is enabled in a member.
    pub enabled: Vec<bool>,
    /// For each level from the bottom, the greatest value; 0 if the set is empty.
    pub most: Vec<u32>,
    /// The greatest sum of all values of a member.
    pub max_in_total: u64,
}

/// A number that may be too large.
trait Number: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    fn is_zero(&self) -> bool;
    /// Adds `times` times another number. Returns `None` if the sum is too large.
    fn add(&mut self, other: &Self, times: u32) -> Option<()>;
    fn big(&self) -> BigUint;
    /// Returns the memory that it takes, in bytes.
    fn bytes(&self) -> usize;
}

impl Number for u128 {
    fn zero() -> Self {
        0
    }

    fn one() -> Self {
        1
    }

    fn is_zero(&self) -> bool {
        *self == 0
    }

    #[inline]
    fn add(&mut self, other: &Self, times: u32) -> Option<()> {
        *self = self.checked_add(other.checked_mul(u128::from(times))?)?;
        Some(())
    }

    fn big(&self) -> BigUint {
        BigUint::from(*self)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

/// A number of any size. Nodes with one child share that of the child.
impl Number for Rc<BigUint> {
    fn zero() -> Self {
        Self::default()
    }

    fn one() -> Self {
        Self::new(BigUint::from(1u32))
    }

    fn is_zero(&self) -> bool {
        Zero::is_zero(&**self)
    }

    fn add(&mut self, other: &Self, times: u32) -> Option<()> {
        if times == 1 && Number::is_zero(self) {
            *self = other.clone();
        } else if times == 1 {
            *Self::make_mut(self) += &**other;
        } else {
            *Self::make_mut(self) += &**other * times;
        }
        Some(())
    }

    fn big(&self) -> BigUint {
        (**self).clone()
    }

    fn bytes(&self) -> usize {
        // A shared number is counted where it was made.
        let own = if Self::strong_count(self) == 1 { 64 + self.bits() / 8 } else { 0 };
        size_of::<Self>() + own as usize
    }
}

/// A failed count.
enum Failure {
    TooLarge,
    Stopped(Stop),
}

/// The tails that are counted, and where they end and begin.
struct Plan {
    /// For each level from 0, the tails whose numbers the levels above need, ascending. The first is [`DONE`].
    active: Vec<Vec<TailId>>,
    /// For each level from 0, the tails of events with this top, each with the number of events.
    tops: Vec<BTreeMap<TailId, u32>>,
}

/// The numbers of the nodes of a level.
struct Level<N> {
    /// For each active tail, the number of each node.
    by_tail: Vec<Vec<N>>,
    /// For each node, the number of firings of events with a top at this level or below.
    firings: Vec<N>,
    /// For each node, the greatest sum.
    total: Vec<u64>,
}

impl Diagrams<'_> {
    /// Measures a set. `events` are those whose firings are counted.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn measure(&mut self, set: &Set, events: &[Event]) -> Result<Measures, Stop> {
        let root = self.node(set);
        let guards: Vec<_> = events.iter().map(|event| self.tails.of(&event.guard())).collect();
        let levels = self.nodes_by_level(root)?;
        let most = levels.iter().map(|nodes| nodes.iter().map(|&node| self.nodes.most(node)).max());
        let most: Vec<_> = most.map(|most| most.unwrap_or(0)).collect();
        if root == crate::nodes::EMPTY {
            let enabled = vec![false; events.len()];
            return Ok(Measures {
                members: BigUint::ZERO,
                firings: BigUint::ZERO,
                enabled,
                most,
                max_in_total: 0,
            });
        }
        let plan = self.plan(&guards);
        let kept = self.nodes.numbered(levels.iter().flatten().copied());
        let mut position = vec![0; levels.iter().map(Vec::len).sum()];
        for nodes in &levels {
            for (place, &node) in nodes.iter().enumerate() {
                position[rank(&kept, node)] = place as u32;
            }
        }
        let place = |node: Id| if node == UNIT { 0 } else { position[rank(&kept, node)] as usize };
        let (numbers, enabled) = match self.count::<u128>(&levels, &plan, &place) {
            Err(Failure::TooLarge) => match self.count::<Rc<BigUint>>(&levels, &plan, &place) {
                Err(Failure::Stopped(stop)) => return Err(stop),
                Err(Failure::TooLarge) => unreachable!("big integers have no limit"),
                Ok((level, enabled)) => (level.ends(), enabled),
            },
            Err(Failure::Stopped(stop)) => return Err(stop),
            Ok((level, enabled)) => (level.ends(), enabled),
        };
        let (members, firings, max_in_total) = numbers;
        let enabled = guards.iter().map(|&tail| tail == DONE || enabled.contains_key(&tail)).collect();
        Ok(Measures { members, firings, enabled, most, max_in_total })
    }

    /// Returns the tails to count at each level.
    fn plan(&self, guards: &[TailId]) -> Plan {
        let levels = self.levels as usize;
        let mut tops = vec![BTreeMap::new(); levels + 1];
        for &tail in guards {
            *tops[self.tails.get(tail).level as usize].entry(tail).or_insert(0) += 1;
        }
        let mut active = vec![vec![DONE]; levels + 1];
        for level in (0..levels).rev() {
            let here = &active[level + 1];
            let above = here.iter().chain(tops[level + 1].keys());
            let tails: std::collections::BTreeSet<_> = above
                .map(|&tail| {
                    let tail_there = self.tails.get(tail);
                    if tail_there.level as usize == level + 1 { tail_there.below } else { tail }
                })
                .chain([DONE])
                .collect();
            active[level] = tails.into_iter().collect();
        }
        Plan { active, tops }
    }

    /// Counts from the bottom to the top. Also returns the enabled events' tails.
    fn count<N: Number>(
        &mut self,
        levels: &[Vec<Id>],
        plan: &Plan,
        place: &dyn Fn(Id) -> usize,
    ) -> Result<(Level<N>, BTreeMap<TailId, ()>), Failure> {
        let mut enabled = BTreeMap::new();
        let everywhere = plan.tops[0].get(&DONE).copied().unwrap_or(0);
        let mut firings = N::zero();
        firings.add(&N::one(), everywhere).ok_or(Failure::TooLarge)?;
        let mut below = Level { by_tail: vec![vec![N::one()]], firings: vec![firings], total: vec![0] };
        let mut children = Vec::new();
        let mut bytes_below = 0;
        for (level, nodes) in (1..).zip(levels) {
            let mut bytes = 0;
            let position = |tail: TailId| plan.active[level - 1].binary_search(&tail).unwrap_or(0);
            // For each tail: its position below, and the values that it admits here.
            let step = |tail: TailId| {
                let there = self.tails.get(tail);
                let is_here = there.level as usize == level;
                let (low, high) = if is_here { (there.local.low, there.local.high) } else { (0, u32::MAX) };
                (position(if is_here { there.below } else { tail }), low, high)
            };
            let steps: Vec<_> = plan.active[level].iter().map(|&tail| step(tail)).collect();
            let tops: Vec<_> =
                plan.tops[level].iter().map(|(&tail, &times)| (tail, step(tail), times)).collect();
            let mut here =
                Level { by_tail: vec![Vec::new(); steps.len()], firings: Vec::new(), total: Vec::new() };
            for &node in nodes {
                self.check().map_err(Failure::Stopped)?;
                children.clear();
                self.nodes.for_each_child(node, |value, child| children.push((value, place(child))));
                self.count_children(children.len() * (1 + steps.len() + tops.len()));
                let sum = |(from, low, high): (usize, u32, u32), sum: &mut N, times| {
                    let numbers = &below.by_tail[from];
                    let admitted = children.iter().filter(|&&(value, _)| low <= value && value <= high);
                    admitted.into_iter().try_for_each(|&(_, child)| sum.add(&numbers[child], times))
                };
                for (&step, numbers) in steps.iter().zip(&mut here.by_tail) {
                    let mut number = N::zero();
                    sum(step, &mut number, 1).ok_or(Failure::TooLarge)?;
                    bytes += number.bytes();
                    numbers.push(number);
                }
                let mut firings = N::zero();
                for &(_, child) in &children {
                    firings.add(&below.firings[child], 1).ok_or(Failure::TooLarge)?;
                }
                for &(tail, step, times) in &tops {
                    let mut number = N::zero();
                    sum(step, &mut number, 1).ok_or(Failure::TooLarge)?;
                    if !number.is_zero() {
                        enabled.insert(tail, ());
                    }
                    firings.add(&number, times).ok_or(Failure::TooLarge)?;
                }
                bytes += firings.bytes();
                if (bytes_below + bytes) as u64 > self.limits.bytes / 4 {
                    return Err(Failure::Stopped(Stop::Memory));
                }
                here.firings.push(firings);
                let totals = children.iter().map(|&(value, child)| u64::from(value) + below.total[child]);
                here.total.push(totals.max().unwrap_or(0));
            }
            (below, bytes_below) = (here, bytes);
        }
        Ok((below, enabled))
    }
}

fn rank(kept: &Kept, node: Id) -> usize {
    kept.moved(node).map_or(0, |moved| moved as usize - 2)
}

impl<N: Number> Level<N> {
    /// Returns the numbers of the only node of the top level: members, firings and the greatest sum.
    fn ends(&self) -> (BigUint, BigUint, u64) {
        (self.by_tail[0][0].big(), self.firings[0].big(), self.total[0])
    }
}
