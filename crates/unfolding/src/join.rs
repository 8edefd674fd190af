//! Execution of the steps of a plan: a nested loop with a stack of its own.

use std::sync::Arc;

use crate::budget::{Meter, NotUnfolded};
use crate::colour::Colour;
use crate::evaluator::{Evaluator, Failure};
use crate::live::{BucketId, Live, hash_of};
use crate::plan::{Matching, Plan, Step, back};
use crate::rule::{Content, Leaf, Rule};

/// Step that has several candidates, and the next of them.
struct Branch {
    step: usize,
    next: usize,
    candidates: Candidates,
}

enum Candidates {
    Bucket(BucketId),
    Domain(Arc<[Colour]>),
}

/// Input of a join.
pub(crate) struct Join<'a, 'n> {
    pub(crate) rule: &'a Rule,
    pub(crate) plan: &'a Plan,
    /// Colour that the first step matches, if it is a pattern that the plan begins with.
    pub(crate) new: Option<Colour>,
    pub(crate) live: &'a Live,
    pub(crate) evaluator: &'a mut Evaluator<'n>,
    pub(crate) meter: &'a mut Meter<'n>,
}

impl<'n> Join<'_, 'n> {
    /// Calls `found` for each binding, with the colours of its variables.
    pub(crate) fn run(
        mut self,
        mut found: impl FnMut(&mut Evaluator<'n>, &mut Meter<'n>, &[Colour]) -> Result<(), NotUnfolded>,
    ) -> Result<(), NotUnfolded> {
        let mut slots = vec![self.evaluator.colours.dot(); self.rule.sorts.len()];
        let mut branches: Vec<Branch> = Vec::new();
        let mut step = 0;
        if let (Some(new), Some(Step::Match(matching))) = (self.new, self.plan.steps.first()) {
            if !matching.matches(new, &mut slots, self.evaluator) {
                return Ok(());
            }
            step = 1;
        }
        loop {
            let advances = if step == self.plan.steps.len() {
                found(self.evaluator, self.meter, &slots[..self.rule.scope.len()])?;
                false
            } else {
                self.enter(step, &mut slots, &mut branches)?
            };
            if advances {
                step += 1;
                continue;
            }
            match self.resume(&mut slots, &mut branches)? {
                Some(next) => step = next,
                None => return Ok(()),
            }
        }
    }

    /// Executes a step, and returns whether the next one can be executed. It also returns false if the step has several
    /// candidates and none has been tried yet.
    fn enter(
        &mut self,
        step: usize,
        slots: &mut [Colour],
        branches: &mut Vec<Branch>,
    ) -> Result<bool, NotUnfolded> {
        let (plan, transition) = (self.plan, self.rule.transition);
        match &plan.steps[step] {
            Step::Test(condition) => {
                let holds = self.evaluator.holds(condition, slots);
                holds.map_err(|failure| self.meter.refuse(transition, "the guard", failure))
            }
            Step::Bind { slot, value, by, count, sort } => {
                let value = self.evaluator.colour(value, slots);
                let value = value.map_err(|failure| self.meter.refuse(transition, "the guard", failure))?;
                let value = if *by == 0 { value } else { self.evaluator.step(value, *by, *count) };
                slots[*slot] = value;
                Ok(self.evaluator.colours.is_of(self.evaluator.net, *sort, value))
            }
            Step::Choose { slot } => {
                let sort = self.rule.sorts[*slot];
                let domain = self.evaluator.domain(sort).map_err(|failure| match failure {
                    Failure::TooMany(_) => self.meter.too_many_values(transition, self.rule.scope[*slot]),
                    other => self.meter.refuse(transition, "a variable", other),
                })?;
                branches.push(Branch { step, next: 0, candidates: Candidates::Domain(domain) });
                Ok(false)
            }
            Step::Match(matching) => {
                let hash = matching
                    .known
                    .iter()
                    .fold(0, |hash, leaf| hash_of(hash, leaf.colour(slots, self.evaluator)));
                if let Some(bucket) = self.live.bucket(matching.index, hash) {
                    branches.push(Branch { step, next: 0, candidates: Candidates::Bucket(bucket) });
                }
                Ok(false)
            }
        }
    }

    /// Tries the next candidate of the last step that has one, and returns the step that comes then.
    fn resume(
        &mut self,
        slots: &mut [Colour],
        branches: &mut Vec<Branch>,
    ) -> Result<Option<usize>, NotUnfolded> {
        while let Some(branch) = branches.last_mut() {
            self.meter.tick()?;
            let (step, next) = (branch.step, branch.next);
            branch.next += 1;
            let (plan, live) = (self.plan, self.live);
            let fits = match (&plan.steps[step], &branch.candidates) {
                (Step::Choose { slot }, Candidates::Domain(domain)) => {
                    domain.get(next).map(|&colour| slots[*slot] = colour).map(|()| true)
                }
                (Step::Match(matching), Candidates::Bucket(bucket)) => {
                    let colour = live.in_bucket(matching.index, *bucket).get(next).copied();
                    colour.map(|colour| {
                        !(matching.excludes_new && Some(colour) == self.new)
                            && matching.matches(colour, slots, self.evaluator)
                    })
                }
                _ => None,
            };
            match fits {
                Some(true) => return Ok(Some(step + 1)),
                Some(false) => {}
                None => drop(branches.pop()),
            }
        }
        Ok(None)
    }
}

impl Matching {
    /// Matches a colour, and sets the slots that get their values from it.
    pub(crate) fn matches(
        &self,
        colour: Colour,
        slots: &mut [Colour],
        evaluator: &mut Evaluator<'_>,
    ) -> bool {
        if !self.known.iter().all(|leaf| leaf.is_in(colour, slots, evaluator)) {
            return false;
        }
        for (leaf, check) in &self.sets {
            let Some(component) = evaluator.colours.component(colour, &leaf.path) else { return false };
            let Content::Slot { slot, by, count } = leaf.content else { return false };
            let value = match back(by, count) {
                0 => component,
                back => evaluator.step(component, back, count),
            };
            if check.is_some_and(|sort| !evaluator.colours.is_of(evaluator.net, sort, value)) {
                return false;
            }
            slots[slot] = value;
        }
        self.equal.iter().all(|leaf| leaf.is_in(colour, slots, evaluator))
    }
}

impl Leaf {
    /// Returns whether a colour has the leaf's colour at the end of the path.
    fn is_in(&self, colour: Colour, slots: &[Colour], evaluator: &mut Evaluator<'_>) -> bool {
        evaluator.colours.component(colour, &self.path) == Some(self.colour(slots, evaluator))
    }

    /// Returns the colour at the end of the path, if its slot is bound.
    pub(crate) fn colour(&self, slots: &[Colour], evaluator: &mut Evaluator<'_>) -> Colour {
        match self.content {
            Content::Known(colour) => colour,
            Content::Slot { slot, by: 0, .. } => slots[slot],
            Content::Slot { slot, by, count } => evaluator.step(slots[slot], by, count),
        }
    }
}
