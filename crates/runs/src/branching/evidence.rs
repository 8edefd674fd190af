//! Construction of the tree of runs that is evidence for the value of a formula in a state.
//!
//! A run can show that an existential operator holds. From the state that it reaches, the run continues with
//! the formula that has to hold there. If several operators have to hold in a state, the run continues with
//! the first. The others branch off, unless the run shows them anyway. Claims about all runs are named
//! without a run.
//!
//! INVARIANT: each claim at a state has been decided there, with the value that the claim states.

use std::collections::VecDeque;
use std::collections::hash_map::{Entry, HashMap};

use sanderling_cutoff::{DEPTH_OF_BRANCHES, SHORT_LASSO, SHOWN_BRANCHES};
use sanderling_store::StateId;
use sanderling_system::EventId;

use super::numbered::{Numbered, Until};
use super::tree::{Branch, Claim, Evidence, RunTree};
use crate::accepting::AcceptedRun;
use crate::on_the_fly::Halt;

/// An event and its target state.
pub(super) type Step = (EventId, StateId);

/// The states and the formulas that they satisfy.
pub(super) trait Labels {
    /// Whether a state satisfies a formula.
    fn holds(&mut self, formula: &Numbered, state: StateId) -> Result<bool, Halt>;
    /// Returns the events of a state, and their targets.
    fn steps(&mut self, state: StateId) -> Result<Vec<Step>, Halt>;
    /// Checks the limits, once for each visited state. After a limit is reached, it is not called again.
    fn visit(&mut self) -> Result<(), Halt>;
}

/// Returns the tree that shows the value of a formula in a state. Returns `None` if all its claims are about
/// all runs, or no run was found in time.
pub(super) fn tree(
    labels: &mut dyn Labels,
    formula: &Numbered,
    (state, holds): (StateId, bool),
) -> Result<Option<RunTree<Claim>>, Halt> {
    let mut builder = TreeBuilder { labels, shown_branches: 0, is_over: false };
    let owing = builder.owing(formula, state, holds)?;
    let is_shown = owing.all.is_empty() || owing.all.iter().any(|owed| owed.holds);
    if formula.operators() == 0 || !is_shown {
        return Ok(None);
    }
    let mut tree = builder.tree(owing, state, 0)?;
    if tree.left_out_from == Some(0) && tree.branches.is_empty() {
        return Ok(None);
    }
    if let [Branch { first: 0, evidence: Evidence::Run, .. }] = tree.branches[..] {
        tree.branches.clear();
    }
    tree.forget_root_claim(formula);
    Ok(Some(tree))
}

/// An operator that has to be shown at a state. If it holds, some run shows it.
#[derive(Debug, Clone, Copy)]
struct Owed<'f> {
    operator: &'f Numbered,
    holds: bool,
}

/// The claims to show at a state.
#[derive(Debug, Default)]
struct Owing<'f> {
    all: Vec<Owed<'f>>,
    /// Whether the evidence includes that the state has no events.
    is_end: bool,
}

impl Owing<'_> {
    fn has_runs_alone(&self) -> bool {
        self.all.iter().all(|owed| owed.holds)
    }

    fn extend(&mut self, other: Self) {
        self.all.extend(other.all);
        self.is_end |= other.is_end;
    }
}

/// A run under construction.
struct Path<'f> {
    tree: RunTree<Claim>,
    /// The states at its positions.
    states: Vec<StateId>,
    /// The other claims to show, with their positions.
    owed: Vec<(usize, Owed<'f>)>,
}

/// The continuation of a run.
enum Followed<'f> {
    /// The run continues to a state with these claims.
    To(Owing<'f>),
    /// The run has ended, or is repeated forever.
    Closed,
    /// No continuation was found, since too many states are nearer.
    Lost,
}

struct TreeBuilder<'l> {
    labels: &'l mut dyn Labels,
    /// The number of claims beside runs so far.
    shown_branches: u64,
    /// Whether a limit was reached. Then labels are not evaluated any more.
    is_over: bool,
}

impl TreeBuilder<'_> {
    /// Returns the claims that give a formula this value in a state. For a disjunction, they are those of
    /// one part.
    fn owing<'f>(&mut self, formula: &'f Numbered, state: StateId, holds: bool) -> Result<Owing<'f>, Halt> {
        match formula {
            Numbered::Constant(_) | Numbered::Atom(_) => Ok(Owing::default()),
            Numbered::Not(inner) => self.owing(inner, state, !holds),
            Numbered::And(parts) if holds => self.owing_all(parts, state, holds),
            Numbered::Or(parts) if !holds => self.owing_all(parts, state, holds),
            Numbered::And(parts) | Numbered::Or(parts) => self.owing_one(parts, state, holds),
            Numbered::Until(_, until) if holds && self.labels.holds(&until.wanted, state)? => {
                self.owing(&until.wanted, state, true)
            }
            Numbered::Next(..) | Numbered::Until(..) if holds => Ok(owed(formula, true)),
            Numbered::Next(..) if self.labels.steps(state)?.is_empty() => {
                Ok(Owing { all: Vec::new(), is_end: true })
            }
            Numbered::Next(..) => Ok(owed(formula, false)),
            Numbered::Until(_, until) => {
                let at_once = self.failing_at_once(until, state)?;
                Ok(at_once.filter(Owing::has_runs_alone).unwrap_or_else(|| owed(formula, false)))
            }
        }
    }

    fn owing_all<'f>(
        &mut self,
        parts: &'f [Numbered],
        state: StateId,
        holds: bool,
    ) -> Result<Owing<'f>, Halt> {
        let mut all = Owing::default();
        for part in parts {
            all.extend(self.owing(part, state, holds)?);
        }
        Ok(all)
    }

    /// Chooses a part with this value: the first with evidence in runs only, or else the one with the most
    /// such evidence.
    fn owing_one<'f>(
        &mut self,
        parts: &'f [Numbered],
        state: StateId,
        holds: bool,
    ) -> Result<Owing<'f>, Halt> {
        let mut best: Option<Owing<'f>> = None;
        let rank = |owing: &Owing<'_>| (owing.all.iter().filter(|owed| !owed.holds).count(), owing.all.len());
        for part in parts {
            if self.labels.holds(part, state)? == holds {
                let owing = self.owing(part, state, holds)?;
                if owing.has_runs_alone() {
                    return Ok(owing);
                }
                if best.as_ref().is_none_or(|best| rank(&owing) < rank(best)) {
                    best = Some(owing);
                }
            }
        }
        Ok(best.unwrap_or_default())
    }

    /// Returns the claims by which a state alone shows that no run from it satisfies `until`: it is not
    /// `on_the_way`, or it has no successor.
    fn failing_at_once<'f>(&mut self, until: &'f Until, state: StateId) -> Result<Option<Owing<'f>>, Halt> {
        let is_off = !self.labels.holds(&until.on_the_way, state)?;
        let is_end = !is_off && self.labels.steps(state)?.is_empty();
        if !is_off && !is_end {
            return Ok(None);
        }
        let mut owing = self.owing(&until.wanted, state, false)?;
        if is_off {
            owing.extend(self.owing(&until.on_the_way, state, false)?);
        }
        owing.is_end |= is_end;
        Ok(Some(owing))
    }

    /// Returns the tree for claims at a state, at this depth in another tree.
    fn tree(&mut self, owing: Owing<'_>, state: StateId, depth: u64) -> Result<RunTree<Claim>, Halt> {
        let run = AcceptedRun { prefix: Vec::new(), cycle: None };
        let mut path = Path { tree: run.into(), states: vec![state], owed: Vec::new() };
        self.go(&mut path, owing)?;
        self.branch_off(&mut path, depth);
        path.tree.branches.sort_by_key(|branch| branch.first);
        Ok(path.tree)
    }

    /// Continues a run with the claims of its last state, as long as one of them holds on some run.
    fn go<'f>(&mut self, path: &mut Path<'f>, mut owing: Owing<'f>) -> Result<(), Halt> {
        loop {
            let at = path.tree.run.prefix.len();
            if owing.is_end {
                path.tree.run.cycle = Some(Vec::new());
            }
            let main = owing.all.iter().position(|owed| owed.holds).map(|first| owing.all.remove(first));
            path.owed.extend(owing.all.into_iter().map(|owed| (at, owed)));
            let Some(main) = main else { return Ok(()) };
            match self.follow(path, main.operator)? {
                Followed::Lost => {
                    path.tree.left_out_from = Some(at);
                    return Ok(());
                }
                followed => {
                    path.note(at, main, Evidence::Run);
                    let Followed::To(next) = followed else { return Ok(()) };
                    owing = next;
                }
            }
        }
    }

    /// Continues a run so that it shows an operator that holds in its last state.
    fn follow<'f>(&mut self, path: &mut Path<'f>, operator: &'f Numbered) -> Result<Followed<'f>, Halt> {
        let state = path.last();
        match operator {
            Numbered::Next(_, inner) => {
                for step in self.labels.steps(state)? {
                    if self.labels.holds(inner, step.1)? {
                        path.push(step);
                        return Ok(Followed::To(self.owing(inner, step.1, true)?));
                    }
                }
                Ok(Followed::Lost)
            }
            Numbered::Until(_, until) => self.follow_until(path, operator, until),
            _ => Ok(Followed::Lost),
        }
    }

    /// Continues to a wanted state, or forever if that is allowed.
    fn follow_until<'f>(
        &mut self,
        path: &mut Path<'f>,
        operator: &'f Numbered,
        until: &'f Until,
    ) -> Result<Followed<'f>, Halt> {
        let begin = path.tree.run.prefix.len();
        match self.nearest(operator, until, path.last())? {
            Some(steps) => steps.into_iter().for_each(|step| path.push(step)),
            None if until.may_last => {
                if !self.go_round(path, operator, until)? {
                    path.cut_at(begin);
                    return Ok(Followed::Lost);
                }
            }
            None => return Ok(Followed::Lost),
        }
        let is_wanted = path.tree.run.cycle.is_none() && self.labels.holds(&until.wanted, path.last())?;
        let on_the_way = path.states.len() - usize::from(is_wanted);
        for position in begin..on_the_way {
            let owing = self.owing(&until.on_the_way, path.states[position], true)?;
            path.owed.extend(owing.all.into_iter().map(|owed| (position, owed)));
        }
        if is_wanted {
            return Ok(Followed::To(self.owing(&until.wanted, path.last(), true)?));
        }
        path.tree.run.cycle.get_or_insert_default();
        Ok(Followed::Closed)
    }

    /// Follows `on_the_way` states until one is repeated, wanted or without events. Returns whether that
    /// succeeded.
    fn go_round(&mut self, path: &mut Path<'_>, operator: &Numbered, until: &Until) -> Result<bool, Halt> {
        let mut positions = HashMap::new();
        loop {
            let (at, state) = (path.tree.run.prefix.len(), path.last());
            if let Some(&first) = positions.get(&state) {
                path.states.pop();
                path.tree.run.cycle = Some(path.tree.run.prefix.split_off(first));
                return Ok(true);
            }
            self.labels.visit()?;
            positions.insert(state, at);
            let steps = self.labels.steps(state)?;
            if steps.is_empty() || self.labels.holds(&until.wanted, state)? {
                return Ok(true);
            }
            let mut next = None;
            for step in steps {
                if self.labels.holds(operator, step.1)? {
                    next = Some(step);
                    break;
                }
            }
            let Some(step) = next else { return Ok(false) };
            path.push(step);
        }
    }

    /// Returns the shortest path to a wanted state, or, if the run may last, to its end, through states that
    /// satisfy the operator. Returns `None` if there is none, or too many states are nearer.
    fn nearest(
        &mut self,
        operator: &Numbered,
        until: &Until,
        from: StateId,
    ) -> Result<Option<Vec<Step>>, Halt> {
        let mut before: HashMap<StateId, (StateId, EventId)> = HashMap::new();
        let mut open = VecDeque::from([from]);
        while let Some(state) = open.pop_front() {
            if before.len() > SHORT_LASSO.size() {
                return Ok(None);
            }
            self.labels.visit()?;
            let steps = self.labels.steps(state)?;
            if self.labels.holds(&until.wanted, state)? || until.may_last && steps.is_empty() {
                let (mut way, mut at) = (Vec::new(), state);
                while at != from {
                    let (earlier, event) = before[&at];
                    way.push((event, at));
                    at = earlier;
                }
                way.reverse();
                return Ok(Some(way));
            }
            for (event, target) in steps {
                if target != from && !before.contains_key(&target) && self.labels.holds(operator, target)? {
                    before.insert(target, (state, event));
                    open.push_back(target);
                }
            }
        }
        Ok(None)
    }

    /// Adds the claims beside a run, in the order of their positions, as far as the limits allow.
    fn branch_off(&mut self, path: &mut Path<'_>, depth: u64) {
        let mut owed = std::mem::take(&mut path.owed);
        owed.sort_by_key(|&(position, _)| position);
        let mut along = HashMap::new();
        for (position, owed) in owed {
            if path.tree.left_out_from.is_some_and(|from| from <= position)
                || path.is_shown_by_run(position, owed)
            {
                continue;
            }
            match self.evidence(path, (position, owed), &mut along, depth) {
                Ok(Some(Evidence::Run)) => {}
                Ok(Some(evidence)) => path.note(position, owed, evidence),
                Ok(None) => path.tree.left_out_from = Some(position),
                Err(_) => {
                    self.is_over = true;
                    path.tree.left_out_from = Some(position);
                }
            }
        }
    }

    /// Returns the evidence for a claim at a position of a run, or `None` if the tree has become too large.
    fn evidence(
        &mut self,
        path: &Path<'_>,
        (position, owed): (usize, Owed<'_>),
        along: &mut HashMap<u32, Vec<bool>>,
        depth: u64,
    ) -> Result<Option<Evidence<Claim>>, Halt> {
        if self.is_over {
            return Ok(None);
        }
        if owed.holds && self.is_shown_by_run(path, (position, owed.operator), along)? {
            return Ok(Some(Evidence::Run));
        }
        if !SHOWN_BRANCHES.admits(self.shown_branches + 1) {
            return Ok(None);
        }
        if !owed.holds {
            self.shown_branches += u64::from(!path.continues(position, owed));
            return Ok(Some(Evidence::AllRuns));
        }
        if !DEPTH_OF_BRANCHES.admits(depth + 1) {
            return Ok(None);
        }
        self.shown_branches += 1;
        let owing = Owing { all: vec![owed], is_end: false };
        let mut tree = self.tree(owing, path.states[position], depth + 1)?;
        let is_lost = tree.left_out_from == Some(0) && tree.branches.is_empty();
        tree.forget_root_claim(owed.operator);
        Ok((!is_lost).then(|| Evidence::Branch(Box::new(tree))))
    }

    /// Whether a run shows an operator at a position without branches. Only operators whose operands have no
    /// operators are checked.
    fn is_shown_by_run(
        &mut self,
        path: &Path<'_>,
        (position, operator): (usize, &Numbered),
        along: &mut HashMap<u32, Vec<bool>>,
    ) -> Result<bool, Halt> {
        if operator.operators() > 1 {
            return Ok(false);
        }
        let shown = match along.entry(operator.number()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(self.shown_along(path, operator)?),
        };
        Ok(shown[position])
    }

    /// Returns the positions of a run at which it shows an operator over conditions. Two passes around a
    /// cycle suffice: the first one determines the value at its last position.
    fn shown_along(&mut self, path: &Path<'_>, operator: &Numbered) -> Result<Vec<bool>, Halt> {
        let count = path.states.len();
        let cycle = &path.tree.run.cycle;
        let repeated = cycle.as_ref().filter(|cycle| !cycle.is_empty()).map(|_| path.tree.run.prefix.len());
        let may_last = matches!(operator, Numbered::Until(_, until) if until.may_last);
        let mut shown = vec![repeated.is_some() && may_last; count];
        for _ in 0..2 {
            for at in (0..count).rev() {
                let next = if at + 1 < count { Some(at + 1) } else { repeated };
                let state = path.states[at];
                shown[at] = match (operator, next) {
                    (Numbered::Next(_, inner), Some(next)) => self.labels.holds(inner, path.states[next])?,
                    (Numbered::Until(_, until), next) => {
                        let continues = next.map_or(may_last && cycle.is_some(), |next| shown[next]);
                        self.labels.holds(&until.wanted, state)?
                            || continues && self.labels.holds(&until.on_the_way, state)?
                    }
                    _ => false,
                };
            }
        }
        Ok(shown)
    }
}

fn owed(operator: &Numbered, holds: bool) -> Owing<'_> {
    Owing { all: vec![Owed { operator, holds }], is_end: false }
}

impl Owed<'_> {
    fn claim(self) -> Claim {
        Claim { operator: self.operator.number(), holds: self.holds }
    }
}

impl Path<'_> {
    fn last(&self) -> StateId {
        self.states[self.states.len() - 1]
    }

    fn push(&mut self, (event, target): Step) {
        self.tree.run.prefix.push(event);
        self.states.push(target);
    }

    fn cut_at(&mut self, position: usize) {
        self.tree.run.prefix.truncate(position);
        self.states.truncate(position + 1);
    }

    /// Whether the tree has this claim at a position.
    fn is_shown_by_run(&self, position: usize, owed: Owed<'_>) -> bool {
        let is_it = |branch: &Branch<Claim>| {
            branch.claim == owed.claim() && (branch.first..=branch.last).contains(&position)
        };
        self.tree.branches.iter().any(is_it)
    }

    /// Whether the tree has the same claim about all runs at the position before.
    fn continues(&self, position: usize, owed: Owed<'_>) -> bool {
        let is_it = |branch: &Branch<Claim>| {
            branch.claim == owed.claim()
                && branch.evidence == Evidence::AllRuns
                && branch.last + 1 == position
        };
        self.tree.branches.iter().any(is_it)
    }

    fn note(&mut self, position: usize, owed: Owed<'_>, evidence: Evidence<Claim>) {
        let claim = owed.claim();
        let before = self.tree.branches.iter_mut().find(|branch| {
            let is_of_all = branch.evidence == Evidence::AllRuns && evidence == Evidence::AllRuns;
            branch.claim == claim && is_of_all && branch.last + 1 == position
        });
        match before {
            Some(before) => before.last = position,
            None => {
                self.tree.branches.push(Branch { claim, first: position, last: position, evidence });
            }
        }
    }
}
