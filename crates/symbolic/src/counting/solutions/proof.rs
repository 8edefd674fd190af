//! Proofs that every solution of the place invariants is reachable.
//!
//! Let Y·m = Y·m0 be place invariants with weights of at least 0 in which every place occurs. They have finitely many
//! solutions, and every reachable marking is one. To show the converse, *back steps* lead from a solution to another
//! one from which it is reachable: a reversed firing, or a sequence of three of them. If some weights w exist such that
//! each back step lowers w·m, then all sequences of back steps end. If they can only end in m0, every solution is
//! reachable from m0.
//!
//! 1. The back steps are the reversed firings of a set of transitions, taken greedily from those near m0 to those far
//!    from it. The weights are found by additions as in Rosenblatt's perceptron (1958), in exact integers. With each
//!    back step t, also u t v is one if the effects of u and v cancel.
//! 2. A solution in which no back step is enabled has too few tokens in some place for each of them. All choices of
//!    these places are tried. Each choice gives bounds, and the invariants give more. It is refuted if bounds contradict
//!    each other, or leave only m0.

use std::collections::BTreeMap;

use sanderling_model::Structure;

/// Maximum number of additions to the weights.
const MAX_ADDITIONS: usize = 4000;

/// Maximum number of back steps.
const MAX_STEPS: usize = 2000;

/// Maximum number of choices that are tried.
const MAX_CHOICES: usize = 4000;

/// Maximum number of rounds in which bounds are improved.
const MAX_ROUNDS: usize = 200;

/// Pairs of a place and a number other than 0.
type Row = Vec<(usize, i128)>;

/// A sequence of reversed firings.
#[derive(Clone)]
struct BackStep {
    /// The tokens that enable it.
    needs: Row,
    effect: Row,
}

impl BackStep {
    fn new(needs: BTreeMap<usize, i128>, effect: BTreeMap<usize, i128>) -> Self {
        let row =
            |numbers: BTreeMap<usize, i128>| numbers.into_iter().filter(|&(_, number)| number != 0).collect();
        Self { needs: row(needs), effect: row(effect) }
    }

    /// Returns the sequence of two.
    fn then(&self, next: &Self) -> Self {
        let mut needs: BTreeMap<usize, i128> = self.needs.iter().copied().collect();
        let mut effect: BTreeMap<usize, i128> = self.effect.iter().copied().collect();
        for &(place, tokens) in &next.needs {
            let lack = tokens - effect.get(&place).copied().unwrap_or(0);
            let needed = needs.entry(place).or_insert(0);
            *needed = lack.max(*needed);
        }
        for &(place, tokens) in &next.effect {
            *effect.entry(place).or_insert(0) += tokens;
        }
        Self::new(needs, effect)
    }

    /// Whether the effects of two cancel.
    fn cancels(&self, other: &Self) -> bool {
        self.effect.len() == other.effect.len()
            && self.effect.iter().zip(&other.effect).all(|(one, other)| (one.0, -one.1) == *other)
    }

    /// Whether it puts tokens where the next one needs some.
    fn helps(&self, next: &Self) -> bool {
        let mut put = self.effect.iter().filter(|&&(_, tokens)| tokens > 0);
        put.any(|(place, _)| next.needs.iter().any(|(needed, _)| needed == place))
    }
}

/// Whether every solution of the invariants is proved to be reachable. The net has no capacities. `flows` are weights of
/// at least 0 of sums that no firing changes.
pub(super) fn are_all_solutions_reachable(
    structure: &Structure,
    initial: &[i128],
    flows: &[Vec<i128>],
    is_over: &dyn Fn() -> bool,
) -> bool {
    let is_covered = |place: usize| flows.iter().any(|flow| flow[place] > 0);
    if !(0..initial.len()).all(is_covered) {
        return false;
    }
    let Some(all) = reversed_firings(structure) else { return false };
    let mut weights = vec![0; initial.len()];
    let mut steps: Vec<BackStep> = Vec::new();
    for step in &all {
        if is_over() {
            return false;
        }
        steps.push(step.clone());
        match lowered_by(&steps, &weights, is_over) {
            Some(found) => weights = found,
            None => drop(steps.pop()),
        }
    }
    let single = steps.clone();
    for one in &all {
        for last in all.iter().filter(|last| one.cancels(last)) {
            let helped = single.iter().filter(|step| one.helps(step)).map(|step| one.then(step).then(last));
            let left = MAX_STEPS.saturating_sub(steps.len());
            steps.extend(helped.take(left));
        }
    }
    let space = Space { initial, flows, steps: &steps, is_over };
    let first = Bounds { low: vec![0; initial.len()], high: vec![i128::MAX >> 1; initial.len()] };
    space.only_initial_is_left(first, &mut 0)
}

/// Returns the reversed firings of all transitions, in the order in which these can first fire; those that never can,
/// and tests and resets, are not reversed. Returns `None` if a transition has them.
fn reversed_firings(structure: &Structure) -> Option<Vec<BackStep>> {
    let mut is_marked: Vec<bool> = structure.initial().iter().map(|&tokens| tokens > 0).collect();
    let mut waiting: Vec<_> = structure.transition_ids().collect();
    let mut steps = Vec::new();
    loop {
        let is_enabled = |transition| structure.needs(transition).all(|(place, _)| is_marked[place.index()]);
        let (near, far): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|&transition| is_enabled(transition));
        for &transition in &near {
            if structure.at_most(transition).next().is_some() || !structure.reset(transition).is_empty() {
                return None;
            }
            let needs = structure.needs(transition).map(|(place, low)| (place.index(), i128::from(low)));
            let (mut needs, mut effect): (BTreeMap<_, _>, BTreeMap<_, _>) =
                (needs.collect(), BTreeMap::new());
            for &(place, added) in structure.effect(transition) {
                *needs.entry(place.index()).or_insert(0) += added;
                effect.insert(place.index(), -added);
            }
            steps.push(BackStep::new(needs, effect));
        }
        if near.is_empty() {
            return Some(steps);
        }
        for &(place, _) in near.iter().flat_map(|&transition| structure.post(transition)) {
            is_marked[place.index()] = true;
        }
        waiting = far;
    }
}

/// Returns weights that all steps lower, if they are found from the given ones.
fn lowered_by(steps: &[BackStep], weights: &[i128], is_over: &dyn Fn() -> bool) -> Option<Vec<i128>> {
    let mut weights = weights.to_vec();
    for _ in 0..MAX_ADDITIONS {
        let change = |step: &&BackStep| -> i128 {
            step.effect.iter().map(|&(place, tokens)| weights[place] * tokens).sum()
        };
        let Some(step) = steps.iter().find(|step| change(step) >= 0) else { return Some(weights) };
        if is_over() {
            return None;
        }
        step.effect.iter().for_each(|&(place, tokens)| weights[place] -= tokens);
    }
    None
}

/// The least and greatest number of tokens of each place.
#[derive(Clone)]
struct Bounds {
    low: Vec<i128>,
    high: Vec<i128>,
}

/// The solutions of the invariants, and the back steps.
struct Space<'a> {
    initial: &'a [i128],
    flows: &'a [Vec<i128>],
    steps: &'a [BackStep],
    is_over: &'a dyn Fn() -> bool,
}

impl Space<'_> {
    /// Whether the initial marking is the only solution within the bounds in which no back step is enabled, or there is
    /// none.
    fn only_initial_is_left(&self, mut bounds: Bounds, choices: &mut usize) -> bool {
        *choices += 1;
        if *choices > MAX_CHOICES || (self.is_over)() {
            return false;
        }
        for _ in 0..MAX_ROUNDS {
            if (self.is_over)() {
                return false;
            }
            match self.improve(&mut bounds) {
                None => return true,
                Some(true) => {}
                Some(false) => break,
            }
        }
        let open = self.steps.iter().find(|step| !is_disabled(step, &bounds));
        if let Some(step) = open {
            // Each case also excludes those before it.
            let mut rest = bounds;
            for &(place, needed) in &step.needs {
                let mut case = rest.clone();
                case.high[place] = case.high[place].min(needed - 1);
                if !self.only_initial_is_left(case, choices) {
                    return false;
                }
                rest.low[place] = rest.low[place].max(needed);
            }
            return true;
        }
        let Some(place) = (0..self.initial.len()).find(|&place| bounds.low[place] < bounds.high[place])
        else {
            return bounds.low == self.initial;
        };
        let tokens = self.initial[place];
        if !(bounds.low[place]..=bounds.high[place]).contains(&tokens) {
            return false;
        }
        let mut cases = [bounds.clone(), bounds.clone(), bounds];
        cases[0].high[place] = cases[0].high[place].min(tokens - 1);
        cases[1].low[place] = cases[1].low[place].max(tokens + 1);
        cases[2].low[place] = cases[2].low[place].max(tokens);
        cases[2].high[place] = cases[2].high[place].min(tokens);
        cases.into_iter().all(|case| self.only_initial_is_left(case, choices))
    }

    /// Improves the bounds, and returns whether it has. Returns `None` if no solution is left.
    fn improve(&self, bounds: &mut Bounds) -> Option<bool> {
        let mut has_improved = false;
        for flow in self.flows {
            let weighted = |numbers: &[i128]| -> i128 {
                let terms = flow.iter().zip(numbers).filter(|&(&weight, _)| weight > 0);
                terms
                    .fold(0, |sum: i128, (weight, &number)| sum.saturating_add(weight.saturating_mul(number)))
            };
            let (all, least) = (weighted(self.initial), weighted(&bounds.low));
            let rest = all - least;
            if rest < 0 {
                return None;
            }
            for place in (0..flow.len()).filter(|&place| flow[place] > 0) {
                let high = bounds.low[place] + rest / flow[place];
                has_improved |= high < bounds.high[place];
                bounds.high[place] = bounds.high[place].min(high);
            }
            let lack = all - weighted(&bounds.high);
            for place in (0..flow.len()).filter(|&place| flow[place] > 0) {
                // What is missing even if all other places have the most tokens.
                let low = bounds.high[place]
                    + lack.div_euclid(flow[place])
                    + i128::from(lack.rem_euclid(flow[place]) > 0);
                has_improved |= low > bounds.low[place];
                bounds.low[place] = bounds.low[place].max(low);
            }
        }
        for step in self.steps {
            if is_disabled(step, bounds) {
                continue;
            }
            let mut open = step.needs.iter().filter(|&&(place, needed)| bounds.low[place] < needed);
            let &(place, needed) = open.next()?;
            if open.next().is_none() {
                bounds.high[place] = bounds.high[place].min(needed - 1);
                has_improved = true;
            }
        }
        (0..self.initial.len()).all(|place| bounds.low[place] <= bounds.high[place]).then_some(has_improved)
    }
}

fn is_disabled(step: &BackStep, bounds: &Bounds) -> bool {
    step.needs.iter().any(|&(place, needed)| needed > bounds.high[place])
}
