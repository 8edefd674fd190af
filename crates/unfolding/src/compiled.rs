//! Transitions of a coloured net that is explored without unfolding: the bindings that a marking enables.
//!
//! The [plan](crate::plan) of the unfolding joins the tokens of one marking instead of all live colours. A binding that
//! it finds is then tested completely.
//!
//! INVARIANT: the bindings found are those that the reference semantics enables. Two rules ensure this. First, tokens
//! and conjuncts rule out a binding only if they do so whatever else is undefined, so they must be defined themselves.
//! An input or read arc with a pattern therefore has a *certain* inscription: sums of values that are never undefined.
//! A transition with another arc that restricts the bindings to try has no plan. Second, a binding with an undefined
//! condition halts the join ([`Halt::Unclear`]), and the reference semantics decides the whole transition.

mod join;

use std::collections::BTreeMap;

use sanderling_net::{ArcKind, Net, PlaceId, SortId};

use crate::colour::Colour;
use crate::conditions::outputs;
use crate::evaluator::{Evaluator, Failure, MAX_VALUES, Tokens, gathered};
use crate::expression::{Bag, Expression};
use crate::live::Live;
use crate::plan::Plan;
use crate::rule::{Inscribed, Rule, arcs_by_transition};

pub use join::Halt;

/// The tokens of a marking.
pub trait Contents {
    /// Returns the tokens in a place, in the order of the numbers of their colours.
    fn tokens(&self, place: PlaceId) -> &[(Colour, u64)];
}

/// A range of token counts of a place, counted over all colours. Outside of it, a transition is disabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// The place.
    pub place: PlaceId,
    /// The least number.
    pub least: u64,
    /// The number that is one too many.
    pub below: Option<u64>,
}

/// A transition with a plan to find its bindings.
#[derive(Debug)]
pub struct Compiled {
    rule: Rule,
    /// `None` if only the reference semantics can find the bindings.
    plan: Option<Plan>,
    needs: Vec<Need>,
    places: Vec<PlaceId>,
}

/// The tokens that a binding of a transition tests and moves, by place.
#[derive(Debug, Default)]
pub struct Binding {
    /// The tokens that the places must hold and that are taken.
    pub takes: BTreeMap<PlaceId, Tokens>,
    /// The tokens of read arcs, which the places must hold.
    pub reads: Vec<(PlaceId, Tokens)>,
    /// The tokens that the places must not hold.
    pub inhibits: Vec<(PlaceId, Tokens)>,
    /// The places that are emptied after tokens have been taken.
    pub resets: Vec<PlaceId>,
    /// The tokens that are put.
    pub puts: BTreeMap<PlaceId, Tokens>,
}

/// The result of the conditions on a binding.
#[derive(Debug)]
pub enum Verdict {
    /// The binding is enabled.
    Enabled(Binding),
    /// A condition does not hold.
    Disabled,
    /// All conditions may hold, except that a difference of multisets is negative.
    Negative,
    /// All conditions may hold, and something is undefined or too large.
    Unclear,
}

impl Compiled {
    /// Compiles all transitions of a net.
    pub fn all<'n>(net: &'n Net, evaluator: &mut Evaluator<'n>) -> Vec<Self> {
        let arcs = arcs_by_transition(net);
        let compile = |(id, arcs): (_, Vec<usize>)| Self::of(net, Rule::compile(net, id, &arcs, evaluator));
        net.transition_ids().zip(arcs).map(compile).collect()
    }

    fn of(net: &Net, rule: Rule) -> Self {
        let restricts = |arc: &Inscribed| total(net, &arc.bag).is_none() && may_restrict(&arc.bag);
        let is_planned = !rule.inputs.iter().chain(&rule.reads).any(restricts);
        let plan = is_planned.then(|| Plan::of(net, &rule, None, &mut Live::new(net.places.len())));
        let mut ranges = Ranges { net, needs: BTreeMap::new(), decisive: BTreeMap::new() };
        ranges.fill(&rule);
        let decisive = ranges.decisive.into_iter().filter(|&(_, is_decisive)| is_decisive);
        let places = decisive.map(|(place, _)| place).collect();
        Self { plan, needs: ranges.needs.into_values().collect(), places, rule }
    }

    /// Returns the ranges of token counts that the transition needs. For a place of another sort than `dot`, a range
    /// only distinguishes whether the place is empty.
    #[must_use]
    pub fn needs(&self) -> &[Need] {
        &self.needs
    }

    /// Returns the places whose contents determine the enabled bindings of the transition, if all needs are met.
    #[must_use]
    pub fn places(&self) -> &[PlaceId] {
        &self.places
    }

    /// Returns the variables of a binding, in order.
    #[must_use]
    pub fn scope(&self) -> &[sanderling_net::VariableId] {
        &self.rule.scope
    }

    /// Tests a binding in a marking. If there is no marking, all conditions on tokens count as met.
    pub fn verdict(
        &self,
        binding: &[Colour],
        contents: Option<&dyn Contents>,
        evaluator: &mut Evaluator<'_>,
    ) -> Verdict {
        let (mut found, mut verdict) = (Binding::default(), Verdict::Disabled);
        let mut evaluated = |arc: &Inscribed, evaluator: &mut Evaluator<'_>| {
            evaluator.tokens(&arc.bag, binding).map_err(|failure| note(&failure, &mut verdict)).ok()
        };
        let is_held =
            |place, tokens: &Tokens| contents.is_none_or(|contents| includes(contents.tokens(place), tokens));
        for arc in &self.rule.inputs {
            let Some(tokens) = evaluated(arc, evaluator) else { continue };
            // No place holds 2^64 tokens.
            let Ok(()) = add(&mut found.takes, arc.place, tokens) else { return Verdict::Disabled };
        }
        if !found.takes.iter().all(|(&place, tokens)| is_held(place, tokens)) {
            return Verdict::Disabled;
        }
        for arc in &self.rule.reads {
            let Some(tokens) = evaluated(arc, evaluator) else { continue };
            if !is_held(arc.place, &tokens) {
                return Verdict::Disabled;
            }
            found.reads.push((arc.place, tokens));
        }
        for arc in &self.rule.inhibitors {
            let Some(tokens) = evaluated(arc, evaluator) else { continue };
            if contents.is_some() && is_held(arc.place, &tokens) {
                return Verdict::Disabled;
            }
            found.inhibits.push((arc.place, tokens));
        }
        match self.rule.fallible.as_ref().map_or(Ok(true), |guard| evaluator.holds(guard, binding)) {
            Ok(true) => {}
            Ok(false) => return Verdict::Disabled,
            Err(failure) => note(&failure, &mut verdict),
        }
        if !matches!(verdict, Verdict::Disabled) {
            return verdict;
        }
        self.with_outputs(binding, found, contents, evaluator)
    }

    fn with_outputs(
        &self,
        binding: &[Colour],
        mut found: Binding,
        contents: Option<&dyn Contents>,
        evaluator: &mut Evaluator<'_>,
    ) -> Verdict {
        let net = evaluator.net;
        let tokens = match outputs(net, &self.rule, binding, evaluator) {
            Ok(tokens) => tokens,
            Err((_, Failure::Negative)) => return Verdict::Negative,
            Err(_) => return Verdict::Unclear,
        };
        found.resets.clone_from(&self.rule.resets);
        for (place, tokens) in tokens {
            let Ok(()) = add(&mut found.puts, place, tokens) else { return Verdict::Unclear };
        }
        let Some(contents) = contents else { return Verdict::Enabled(found) };
        let sum = |tokens: &[(Colour, u64)]| tokens.iter().map(|&(_, count)| u128::from(count)).sum::<u128>();
        let is_over = found.puts.iter().any(|(place, put)| {
            let Some(capacity) = net.place(*place).capacity else { return false };
            let left = || sum(contents.tokens(*place)) - found.takes.get(place).map_or(0, |t| sum(t));
            let left = if found.resets.contains(place) { 0 } else { left() };
            left + sum(put) > u128::from(capacity)
        });
        if is_over { Verdict::Disabled } else { Verdict::Enabled(found) }
    }
}

/// Notes that a condition is undefined. A negative difference decides.
fn note(failure: &Failure, verdict: &mut Verdict) {
    match failure {
        Failure::Negative => *verdict = Verdict::Negative,
        _ if matches!(verdict, Verdict::Negative) => {}
        _ => *verdict = Verdict::Unclear,
    }
}

/// Adds tokens to those of a place.
fn add(sums: &mut BTreeMap<PlaceId, Tokens>, place: PlaceId, tokens: Tokens) -> Result<(), Failure> {
    match sums.get_mut(&place) {
        Some(sum) => {
            sum.extend(tokens);
            *sum = gathered(std::mem::take(sum))?;
        }
        None => drop(sums.insert(place, tokens)),
    }
    Ok(())
}

/// Returns whether `held` holds each colour at least as often as `wanted`. Both are ordered by number.
#[must_use]
pub fn includes(held: &[(Colour, u64)], wanted: &[(Colour, u64)]) -> bool {
    wanted.iter().all(|&(colour, count)| {
        count == 0 || position(held, colour).is_some_and(|position| held[position].1 >= count)
    })
}

/// Returns the position of a colour in a multiset.
fn position(held: &[(Colour, u64)], colour: Colour) -> Option<usize> {
    held.binary_search_by_key(&colour.index(), |&(other, _)| other.index()).ok()
}

/// Returns the number of tokens that an inscription always denotes, if it is a sum of values that are never undefined.
fn total(net: &Net, bag: &Bag) -> Option<u64> {
    match bag {
        Bag::Empty => Some(0),
        Bag::Copies(count, value) => value.is_total().then_some(*count),
        Bag::Times(count, bag) => total(net, bag)?.checked_mul(*count),
        Bag::Sum(parts) => parts.iter().try_fold(0_u64, |sum, part| sum.checked_add(total(net, part)?)),
        Bag::All(sort) => net.value_count(*sort).filter(|&count| count <= MAX_VALUES),
        Bag::Difference(_) | Bag::Product(_) | Bag::Foreign(_) => None,
    }
}

/// Returns whether the tokens of an arc may restrict the values to try for a variable, here or in the reference
/// semantics: it does so for variables in sums of tuples.
fn may_restrict(bag: &Bag) -> bool {
    match bag {
        Bag::Copies(..) => true,
        Bag::Times(_, bag) => may_restrict(bag),
        Bag::Sum(parts) => parts.iter().any(may_restrict),
        _ => false,
    }
}

/// Returns the number of plain tokens that an inscription denotes, if that does not depend on a binding.
fn plain(bag: &Bag) -> Option<u64> {
    match bag {
        Bag::Empty => Some(0),
        Bag::Copies(count, Expression::Known(_)) => Some(*count),
        Bag::Times(count, bag) => plain(bag)?.checked_mul(*count),
        Bag::Sum(parts) => parts.iter().try_fold(0_u64, |sum, part| sum.checked_add(plain(part)?)),
        _ => None,
    }
}

/// The needs of a transition, and the places on which its bindings depend.
struct Ranges<'n> {
    net: &'n Net,
    needs: BTreeMap<PlaceId, Need>,
    /// Whether the contents of a place decide about bindings, beyond its need.
    decisive: BTreeMap<PlaceId, bool>,
}

impl Ranges<'_> {
    fn fill(&mut self, rule: &Rule) {
        let mut taken = BTreeMap::<PlaceId, Option<u64>>::new();
        for arc in &rule.inputs {
            let sum = taken.entry(arc.place).or_insert(Some(0));
            *sum = sum.and_then(|sum| sum.checked_add(self.weight(arc, ArcKind::Input)?));
        }
        for (place, weight) in taken {
            self.least(place, weight);
        }
        for arc in &rule.reads {
            self.least(arc.place, self.weight(arc, ArcKind::Read));
        }
        for arc in &rule.inhibitors {
            let weight = self.weight(arc, ArcKind::Inhibitor);
            self.below(arc.place, weight.filter(|_| self.is_plain(arc.place)));
        }
        for counted in &rule.counted {
            self.below(counted.place, Some(counted.weight).filter(|_| self.is_plain(counted.place)));
        }
        for arc in rule.outputs.iter().filter(|arc| self.net.place(arc.place).capacity.is_some()) {
            self.decisive.insert(arc.place, true);
        }
    }

    fn is_plain(&self, place: PlaceId) -> bool {
        self.net.place(place).sort == SortId::DOT
    }

    /// Returns the number of tokens on an arc, if that is constant.
    fn weight(&self, arc: &Inscribed, kind: ArcKind) -> Option<u64> {
        if self.is_plain(arc.place) {
            plain(&arc.bag)
        } else {
            total(self.net, &arc.bag).filter(|_| kind != ArcKind::Inhibitor)
        }
    }

    fn least(&mut self, place: PlaceId, weight: Option<u64>) {
        let is_plain = self.is_plain(place);
        *self.decisive.entry(place).or_default() |= !is_plain || weight.is_none();
        let Some(weight) = weight else { return };
        let weight = if is_plain { weight } else { weight.min(1) };
        let need = self.needs.entry(place).or_insert(Need { place, least: 0, below: None });
        need.least = need.least.max(weight);
    }

    fn below(&mut self, place: PlaceId, weight: Option<u64>) {
        *self.decisive.entry(place).or_default() |= weight.is_none();
        let Some(weight) = weight else { return };
        let need = self.needs.entry(place).or_insert(Need { place, least: 0, below: None });
        need.below = Some(need.below.map_or(weight, |below| below.min(weight)));
    }
}
