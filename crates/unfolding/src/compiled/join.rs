//! Execution of a plan on the tokens of a marking.

use crate::colour::Colour;
use crate::evaluator::Evaluator;
use crate::live::hash_of;
use crate::plan::{Matching, Step};
use crate::rule::Leaf;

use super::{Compiled, Contents, includes};

/// Number of candidates to try between two checks whether to stop.
const CANDIDATES_BETWEEN_CHECKS: u64 = 256;

/// Maximum number of candidates to try. Beyond this number, the reference semantics decides whether to continue.
const MAX_CANDIDATES: u64 = 1 << 22;

/// Number of tokens from which those of a place are sorted by the known components of a pattern.
const MIN_SORTED: usize = 32;

/// The reason why not all bindings were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// The reference semantics must find the bindings.
    Unclear,
    /// The function that decides whether to stop has returned `true`.
    Stopped,
    /// The caller has no room for a binding.
    Full,
}

/// A function that receives the colours of a binding.
type Found<'a, 'n> = &'a mut dyn FnMut(&mut Evaluator<'n>, &[Colour]) -> Result<(), Halt>;

struct Join<'a, 'n> {
    compiled: &'a Compiled,
    steps: &'a [Step],
    contents: &'a dyn Contents,
    evaluator: &'a mut Evaluator<'n>,
    slots: Vec<Colour>,
    /// By step: the tokens of the place by the hash of their known components, if they have been sorted.
    sorted: Vec<Sorted>,
    is_stopped: &'a dyn Fn() -> bool,
    found: Found<'a, 'n>,
    candidates: u64,
}

#[derive(Clone, Default)]
enum Sorted {
    #[default]
    Unused,
    /// The step has been executed once.
    Once,
    By(Vec<(u64, Colour)>),
}

impl Compiled {
    /// Calls `found` for each binding that patterns and the guard's conjuncts allow in a marking, in no order.
    ///
    /// # Errors
    /// If not all bindings could be found.
    pub fn bindings<'n>(
        &self,
        contents: &dyn Contents,
        evaluator: &mut Evaluator<'n>,
        is_stopped: &dyn Fn() -> bool,
        found: Found<'_, 'n>,
    ) -> Result<(), Halt> {
        let Some(plan) = &self.plan else { return Err(Halt::Unclear) };
        let total = |place| contents.tokens(place).iter().map(|&(_, count)| u128::from(count)).sum::<u128>();
        let is_inhibited = self.rule.counted.iter().any(|arc| total(arc.place) >= u128::from(arc.weight));
        let is_held = |&(place, colour): &(_, Colour)| includes(contents.tokens(place), &[(colour, 1)]);
        if is_inhibited || !self.rule.fixed.iter().all(is_held) {
            return Ok(());
        }
        let slots = vec![evaluator.colours.dot(); self.rule.sorts.len()];
        let sorted = vec![Sorted::Unused; plan.steps.len()];
        let steps = &plan.steps;
        Join { compiled: self, steps, contents, evaluator, slots, sorted, is_stopped, found, candidates: 0 }
            .from(0)
    }
}

impl Join<'_, '_> {
    /// Executes the steps from this one on.
    fn from(&mut self, step: usize) -> Result<(), Halt> {
        let Some(next) = self.steps.get(step) else {
            return (self.found)(self.evaluator, &self.slots[..self.compiled.rule.scope.len()]);
        };
        match next {
            Step::Test(condition) => match self.evaluator.holds(condition, &self.slots) {
                Ok(true) => self.from(step + 1),
                Ok(false) => Ok(()),
                Err(_) => Err(Halt::Unclear),
            },
            Step::Bind { slot, value, by, count, sort } => {
                let value = self.evaluator.colour(value, &self.slots).map_err(|_| Halt::Unclear)?;
                let value = if *by == 0 { value } else { self.evaluator.step(value, *by, *count) };
                self.slots[*slot] = value;
                let is_of_sort = self.evaluator.colours.is_of(self.evaluator.net, *sort, value);
                if is_of_sort { self.from(step + 1) } else { Ok(()) }
            }
            Step::Choose { slot } => {
                let domain = self.evaluator.domain(self.compiled.rule.sorts[*slot]);
                for &colour in domain.map_err(|_| Halt::Unclear)?.iter() {
                    self.tick()?;
                    self.slots[*slot] = colour;
                    self.from(step + 1)?;
                }
                Ok(())
            }
            Step::Match(matching) => self.match_tokens(step, matching),
        }
    }

    fn tick(&mut self) -> Result<(), Halt> {
        self.candidates += 1;
        if self.candidates > MAX_CANDIDATES {
            return Err(Halt::Unclear);
        }
        let is_due = self.candidates.is_multiple_of(CANDIDATES_BETWEEN_CHECKS);
        if is_due && (self.is_stopped)() { Err(Halt::Stopped) } else { Ok(()) }
    }

    fn match_tokens(&mut self, step: usize, matching: &Matching) -> Result<(), Halt> {
        let tokens = self.contents.tokens(matching.place);
        let is_first = matches!(self.sorted[step], Sorted::Unused);
        if is_first || matching.known.is_empty() || tokens.len() < MIN_SORTED {
            self.sorted[step] = Sorted::Once;
            for &(colour, _) in tokens {
                self.try_token(step, matching, colour)?;
            }
            return Ok(());
        }
        let mut sorted = match std::mem::take(&mut self.sorted[step]) {
            Sorted::By(sorted) => sorted,
            _ => self.sorted(matching, tokens),
        };
        let hash = matching
            .known
            .iter()
            .fold(0, |hash, leaf| hash_of(hash, leaf.colour(&self.slots, self.evaluator)));
        let first = sorted.partition_point(|&(other, _)| other < hash);
        for &(_, colour) in sorted[first..].iter().take_while(|&&(other, _)| other == hash) {
            self.try_token(step, matching, colour)?;
        }
        self.sorted[step] = Sorted::By(std::mem::take(&mut sorted));
        Ok(())
    }

    /// Returns the tokens that have all components of a pattern, ordered by the hash of the known ones.
    fn sorted(&self, matching: &Matching, tokens: &[(Colour, u64)]) -> Vec<(u64, Colour)> {
        let hashed = |&(colour, _): &(Colour, u64)| {
            let component = |leaf: &Leaf| self.evaluator.colours.component(colour, &leaf.path);
            let hash = matching.known.iter().try_fold(0, |hash, leaf| Some(hash_of(hash, component(leaf)?)));
            Some((hash?, colour))
        };
        let mut sorted: Vec<_> = tokens.iter().filter_map(hashed).collect();
        sorted.sort_unstable_by_key(|&(hash, colour)| (hash, colour.index()));
        sorted
    }

    fn try_token(&mut self, step: usize, matching: &Matching, colour: Colour) -> Result<(), Halt> {
        self.tick()?;
        if matching.matches(colour, &mut self.slots, self.evaluator) { self.from(step + 1) } else { Ok(()) }
    }
}
