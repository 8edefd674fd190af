//! Boxes of markings: an interval for each place. A list of boxes is closed if it has the initial marking, and each
//! firing from a marking of a box leads to a marking of a box. Then every reachable marking lies in one of the boxes.
//!
//! The boxes are an invariant in the sense of abstract interpretation (Cousot and Cousot, *Static Determination of
//! Dynamic Properties of Programs*, 1976), so it does not matter how they were found. They are evidence about nets
//! with infinitely many markings, too.

use crate::Refusal;
use crate::condition::{Condition, Inequality};
use crate::net::{Ground, Net, Transition};
use crate::schema::Ranges;

/// Maximum number of intervals of all boxes: about 100 MB.
pub const MAX_INTERVALS: usize = 1 << 22;

/// Numbers of tokens of a place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Interval {
    /// Minimum number of tokens.
    pub least: u64,
    /// Maximum number of tokens, if there is one.
    pub most: Option<u64>,
}

/// An interval for each place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intervals(pub Vec<Interval>);

impl Interval {
    fn includes(self, other: Self) -> bool {
        let is_below = self.most.is_none_or(|most| other.most.is_some_and(|other| other <= most));
        self.least <= other.least && is_below
    }

    /// Returns the numbers that are at least and at most as large as these.
    fn limited(self, least: u64, most: Option<u64>) -> Option<Self> {
        let least = self.least.max(least);
        let most = self.most.into_iter().chain(most).min();
        most.is_none_or(|most| least <= most).then_some(Self { least, most })
    }
}

impl Intervals {
    /// Returns the box of a single marking.
    #[must_use]
    pub fn of(marking: &[u64]) -> Self {
        Self(marking.iter().map(|&tokens| Interval { least: tokens, most: Some(tokens) }).collect())
    }

    /// Returns whether each marking of another box belongs to this one.
    #[must_use]
    pub fn includes(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one.includes(*other))
    }

    /// Returns a box with the markings to which a transition leads from those of this box, if it is enabled in one.
    #[must_use]
    pub fn after(&self, net: &Net, transition: &Transition) -> Option<Self> {
        let Transition { pre, post, read, inhibitor, reset, .. } = transition;
        let mut after = self.clone();
        for &(place, tokens) in pre.iter().chain(read) {
            after.0[place] = after.0[place].limited(tokens, None)?;
        }
        for &(place, tokens) in inhibitor {
            after.0[place] = after.0[place].limited(0, Some(tokens.checked_sub(1)?))?;
        }
        for &(place, tokens) in pre {
            let Interval { least, most } = after.0[place];
            after.0[place] = Interval { least: least - tokens, most: most.map(|most| most - tokens) };
        }
        for &place in reset {
            after.0[place] = Interval { least: 0, most: Some(0) };
        }
        for &(place, tokens) in post {
            let Interval { least, most } = after.0[place];
            let (least, most) =
                (least.saturating_add(tokens), most.and_then(|most| most.checked_add(tokens)));
            after.0[place] = Interval { least, most }.limited(0, net.places[place].capacity)?;
        }
        Some(after)
    }

    /// Returns whether a marking of the box might satisfy a condition. Inequalities are looked at one by one.
    #[must_use]
    pub fn may_satisfy(&self, condition: &Condition) -> bool {
        match condition {
            Condition::AtLeast(Inequality { terms, at_least }) => {
                let greatest = |&(place, factor): &(usize, i128)| match (factor > 0, self.0[place]) {
                    (true, Interval { most, .. }) => most.map(|most| factor * i128::from(most)),
                    (false, Interval { least, .. }) => Some(factor * i128::from(least)),
                };
                terms.iter().map(greatest).sum::<Option<i128>>().is_none_or(|sum| sum >= *at_least)
            }
            Condition::All(parts) => parts.iter().all(|part| self.may_satisfy(part)),
            Condition::Any(parts) => parts.iter().any(|part| self.may_satisfy(part)),
        }
    }

    fn read(ground: &Ground<'_>, ranges: &Ranges) -> Result<Self, Refusal> {
        let empty = Interval { least: 0, most: Some(0) };
        let mut read = Self(vec![empty; ground.net.places.len()]);
        for &(ref place, least, most) in ranges {
            read.0[ground.place(place)?] = Interval { least, most };
        }
        Ok(read)
    }

    /// Returns the ranges of the places that are not empty, as a certificate stores them.
    #[must_use]
    pub fn written(&self, net: &Net) -> Ranges {
        let of_place = net.places.iter().zip(&self.0);
        let is_marked = of_place.filter(|(_, one)| one.most != Some(0));
        is_marked.map(|(place, one)| (place.id.clone(), one.least, one.most)).collect()
    }
}

/// Checks that the boxes are closed and that no marking in them satisfies the condition.
pub(crate) fn check(ground: &Ground<'_>, condition: &Condition, boxes: &[Ranges]) -> Result<(), Refusal> {
    if boxes.len().saturating_mul(ground.net.places.len()) > MAX_INTERVALS {
        return Err(format!("{} boxes of {} places are too many", boxes.len(), ground.net.places.len()));
    }
    let boxes: Vec<_> =
        boxes.iter().map(|ranges| Intervals::read(ground, ranges)).collect::<Result<_, _>>()?;
    let is_included = |one: &Intervals| boxes.iter().any(|other| other.includes(one));
    if !is_included(&Intervals::of(&ground.net.initial())) {
        return Err("the initial marking is in no box".into());
    }
    for (at, one) in boxes.iter().enumerate() {
        if one.may_satisfy(condition) {
            return Err(format!("box {at} may have a marking that decides otherwise"));
        }
        for (transition, _) in ground.net.transitions.iter().zip(&ground.live).filter(|(_, live)| **live) {
            if one.after(ground.net, transition).is_some_and(|after| !is_included(&after)) {
                return Err(format!("`{}` leads from box {at} to a marking in no box", transition.id));
            }
        }
    }
    Ok(())
}
