//! Exact numbers of a set: its members, the firings from them, and the greatest values.
//!
//! One pass from the bottom level to the top. A node's number is a sum of its children's. The same holds for the number
//! of members with which a tail of an event is enabled, so the firings of all events are counted together. Only the
//! numbers of one level and the next are in memory, at most a quarter of it.
//!
//! A variable may stand for the sum of several *summands*. A member then counts once for each choice of the summands:
//! with n summands, the value v has C(v + n − 1, n − 1) choices, and C(v − d + n − 1, n − 1) with given summands of at
//! least d together.

use std::collections::{BTreeMap, BTreeSet, HashMap};
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
    /// Returns `None` if the number is too large.
    fn of(number: BigUint) -> Option<Self>;
    /// Adds `times` times another number. Returns `None` if the sum is too large.
    fn add(&mut self, other: &Self, times: u32) -> Option<()>;
    /// Adds the product of two numbers. Returns `None` if the sum is too large.
    fn add_product(&mut self, one: &Self, other: &Self) -> Option<()>;
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

    fn of(number: BigUint) -> Option<Self> {
        Self::try_from(number).ok()
    }

    #[inline]
    fn add(&mut self, other: &Self, times: u32) -> Option<()> {
        self.add_product(other, &u128::from(times))
    }

    #[inline]
    fn add_product(&mut self, one: &Self, other: &Self) -> Option<()> {
        *self = self.checked_add(one.checked_mul(*other)?)?;
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

    fn of(number: BigUint) -> Option<Self> {
        Some(Self::new(number))
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

    fn add_product(&mut self, one: &Self, other: &Self) -> Option<()> {
        *Self::make_mut(self) += &**one * &**other;
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

/// For each value of a level, the number of choices of its summands.
type Choices<N> = Rc<HashMap<u32, N>>;

/// The part of a tail at a level.
struct Step<N> {
    /// The position of the rest of the tail below.
    below: usize,
    /// The least and the greatest value that it admits.
    low: u32,
    high: u32,
    /// `None` if the variable is not a sum.
    choices: Option<Choices<N>>,
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
        self.measure_sums(set, &[], events)
    }

    /// Measures a set whose variables are sums. `summands` gives the number of summands of each level from the bottom;
    /// levels beyond it have one. Members, and firings from them, are counted once for each choice of the summands. An
    /// event demands its lower limit of some summands of a level together, and has no upper limit at a level with
    /// several.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn measure_sums(&mut self, set: &Set, summands: &[u32], events: &[Event]) -> Result<Measures, Stop> {
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
        let (numbers, enabled) = match self.count::<u128>(&levels, &plan, summands, &place) {
            Err(Failure::TooLarge) => match self.count::<Rc<BigUint>>(&levels, &plan, summands, &place) {
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
        summands: &[u32],
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
            let mut choices = self.choices::<N>(nodes, summands.get(level - 1).copied().unwrap_or(1));
            let mut step = |tail: TailId| {
                let there = self.tails.get(tail);
                let is_here = there.level as usize == level;
                let (low, high) = if is_here { (there.local.low, there.local.high) } else { (0, u32::MAX) };
                let below = position(if is_here { there.below } else { tail });
                Some(Step { below, low, high, choices: choices(low)? })
            };
            let all = step(DONE).ok_or(Failure::TooLarge)?;
            let steps: Option<Vec<_>> = plan.active[level].iter().map(|&tail| step(tail)).collect();
            let steps = steps.ok_or(Failure::TooLarge)?;
            let tops = plan.tops[level].iter().map(|(&tail, &times)| Some((tail, step(tail)?, times)));
            let tops = tops.collect::<Option<Vec<_>>>().ok_or(Failure::TooLarge)?;
            drop(choices);
            let mut here =
                Level { by_tail: vec![Vec::new(); steps.len()], firings: Vec::new(), total: Vec::new() };
            for &node in nodes {
                self.check().map_err(Failure::Stopped)?;
                children.clear();
                self.nodes.for_each_child(node, |value, child| children.push((value, place(child))));
                self.count_children(children.len() * (1 + steps.len() + tops.len()));
                let sum = |step: &Step<N>, numbers: &[N]| {
                    let mut sum = N::zero();
                    let admitted = |value| step.low <= value && value <= step.high;
                    for &(value, child) in children.iter().filter(|&&(value, _)| admitted(value)) {
                        match &step.choices {
                            None => sum.add(&numbers[child], 1)?,
                            Some(choices) => sum.add_product(&numbers[child], &choices[&value])?,
                        }
                    }
                    Some(sum)
                };
                for (step, numbers) in steps.iter().zip(&mut here.by_tail) {
                    let number = sum(step, &below.by_tail[step.below]).ok_or(Failure::TooLarge)?;
                    bytes += number.bytes();
                    numbers.push(number);
                }
                let mut firings = sum(&all, &below.firings).ok_or(Failure::TooLarge)?;
                for (tail, step, times) in &tops {
                    let number = sum(step, &below.by_tail[step.below]).ok_or(Failure::TooLarge)?;
                    if !number.is_zero() {
                        enabled.insert(*tail, ());
                    }
                    firings.add(&number, *times).ok_or(Failure::TooLarge)?;
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

    /// Returns a function from the value that an event demands at a level to the choices of the values there. It
    /// returns `None` if a number is too large, and no choices if there is one summand.
    fn choices<N: Number>(
        &self,
        nodes: &[Id],
        summands: u32,
    ) -> impl FnMut(u32) -> Option<Option<Choices<N>>> + use<N> {
        let mut values = BTreeSet::new();
        if summands > 1 {
            nodes.iter().for_each(|&node| self.nodes.for_each_child(node, |value, _| values.extend([value])));
        }
        let mut known: HashMap<u32, Choices<N>> = HashMap::new();
        move |low| {
            if summands <= 1 {
                return Some(None);
            }
            if let Some(choices) = known.get(&low) {
                return Some(Some(choices.clone()));
            }
            let choices =
                values.range(low..).map(|&value| Some((value, N::of(splits(value - low, summands))?)));
            let choices = Rc::new(choices.collect::<Option<_>>()?);
            known.insert(low, Rc::clone(&choices));
            Some(Some(choices))
        }
    }
}

/// Returns the number of ways to write a value as an ordered sum of numbers: C(value + summands − 1, summands − 1).
///
/// # Panics
/// There are no summands.
#[must_use]
pub fn splits(value: u32, summands: u32) -> BigUint {
    let others = u64::from(summands) - 1;
    let all = u64::from(value) + others;
    (1..=others.min(value.into())).fold(BigUint::from(1u32), |product, k| product * (all + 1 - k) / k)
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
