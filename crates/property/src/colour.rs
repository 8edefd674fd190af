//! Formulas about colours: tokens of a place whose colours match a pattern, and transitions in certain bindings.
//!
//! They have the same structure as other formulas, with [`Tokens`] in place of a place and [`Bindings`] in place of a
//! transition. In an unfolded net, the tokens are the sum over several places, and the bindings are several
//! transitions. At least one of these must be enabled. [`Property::expand`] converts a property to this form.

use sanderling_net::semantics::Binding;
use sanderling_net::{Net, PlaceId, Sort, SortId, TransitionId, Value, VariableId};

use crate::lexer::written;
use crate::{Comparison, Formula, Property, TooLarge};

/// A formula about colours.
pub type ColouredFormula = Formula<Tokens, Bindings>;

/// A property about colours.
pub type ColouredProperty = Property<Tokens, Bindings>;

/// A pattern of values.
///
/// INVARIANT for patterns made by parsing or [`Pattern::tuple`]: a tuple of values is a value, and a tuple that admits
/// all values is [`Pattern::Any`], so that equivalent patterns are equal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pattern {
    /// Every value matches.
    Any,
    /// Only this value matches.
    Value(Value),
    /// The tuples whose components match.
    Tuple(Vec<Pattern>),
}

impl Pattern {
    /// Returns the tuples whose components match, in the simplest form.
    #[must_use]
    pub fn tuple(parts: Vec<Self>) -> Self {
        if parts.iter().all(|part| *part == Self::Any) {
            return Self::Any;
        }
        let value = |part: &Self| match part {
            Self::Value(value) => Some(value.clone()),
            Self::Any | Self::Tuple(_) => None,
        };
        match parts.iter().map(value).collect() {
            Some(values) => Self::Value(Value::Tuple(values)),
            None => Self::Tuple(parts),
        }
    }

    /// Returns whether a value, which is of the pattern's sort, matches.
    #[must_use]
    pub fn admits(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Any, _) => true,
            (Self::Value(wanted), value) => wanted == value,
            (Self::Tuple(parts), Value::Tuple(values)) => {
                parts.len() == values.len()
                    && parts.iter().zip(values).all(|(part, value)| part.admits(value))
            }
            (Self::Tuple(_), _) => false,
        }
    }
}

/// The tokens of a place whose colours match.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tokens {
    /// The place.
    pub place: PlaceId,
    /// The colours that count.
    pub colours: Pattern,
}

/// A transition in the bindings in which certain variables have matching values.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bindings {
    /// The transition.
    pub transition: TransitionId,
    /// The variables, in order, each once. Other variables may have any value.
    pub values: Vec<(VariableId, Pattern)>,
}

impl Bindings {
    /// Returns whether a binding of the transition matches. A variable that the binding does not bind does not match.
    #[must_use]
    pub fn admit(&self, binding: &Binding) -> bool {
        let matches = |(variable, pattern): &(VariableId, Pattern)| {
            binding.get(*variable).is_some_and(|value| pattern.admits(value))
        };
        self.values.iter().all(matches)
    }
}

/// Returns a pattern for values of this sort as text, which parses to the same pattern.
pub(crate) fn written_pattern(net: &Net, sort: SortId, pattern: &Pattern) -> String {
    let tuple = |sorts: &[SortId], parts: &[Pattern]| {
        let parts = sorts.iter().zip(parts).map(|(sort, part)| written_pattern(net, *sort, part));
        format!("({})", parts.collect::<Vec<_>>().join(", "))
    };
    match (pattern, net.sort(sort)) {
        (Pattern::Tuple(parts), Sort::Product(sorts)) => tuple(sorts, parts),
        (Pattern::Value(Value::Tuple(values)), Sort::Product(sorts)) => {
            tuple(sorts, &values.iter().cloned().map(Pattern::Value).collect::<Vec<_>>())
        }
        (Pattern::Value(Value::Constant(position)), Sort::Enumeration { constants, .. }) => {
            constants.get(*position as usize).map_or_else(|| "_".into(), |constant| word(&constant.id))
        }
        (Pattern::Value(Value::Integer(number)), _) => number.to_string(),
        (Pattern::Value(Value::Bool(truth)), _) => truth.to_string(),
        (Pattern::Value(Value::String(words)), _) => word(words),
        (Pattern::Value(Value::Dot), _) => "dot".into(),
        _ => "_".into(),
    }
}

/// Returns a word, in quotes if it would mean any colour.
fn word(word: &str) -> String {
    if word == "_" { "\"_\"".into() } else { written(word) }
}

/// The mapping of a coloured property to another net.
struct Expansion<'a> {
    places: &'a dyn Fn(&Tokens) -> Vec<PlaceId>,
    transitions: &'a dyn Fn(&Bindings) -> Vec<TransitionId>,
}

impl ColouredProperty {
    /// Returns the property of a net in which `places` hold the tokens and `transitions` are the bindings.
    ///
    /// Tokens without a place count as zero, and bindings without a transition as not enabled.
    ///
    /// # Errors
    /// If the coefficients of a sum exceed their limit because it has too many places.
    pub fn expand(
        &self,
        places: &dyn Fn(&Tokens) -> Vec<PlaceId>,
        transitions: &dyn Fn(&Bindings) -> Vec<TransitionId>,
    ) -> Result<Property, TooLarge> {
        Ok(Property {
            name: self.name.clone(),
            quantifier: self.quantifier,
            formula: self.formula.expand(places, transitions)?,
            text: self.text.clone(),
        })
    }
}

impl ColouredProperty {
    /// Returns the property about places and transitions, if it does not refer to colours.
    #[must_use]
    pub fn without_colours(&self) -> Option<Property> {
        Some(Property {
            name: self.name.clone(),
            quantifier: self.quantifier,
            formula: self.formula.without_colours()?,
            text: self.text.clone(),
        })
    }
}

impl ColouredFormula {
    /// Returns the formula about a net in which `places` hold the tokens and `transitions` are the bindings.
    ///
    /// # Errors
    /// As for [`Property::expand`].
    pub(crate) fn expand(
        &self,
        places: &dyn Fn(&Tokens) -> Vec<PlaceId>,
        transitions: &dyn Fn(&Bindings) -> Vec<TransitionId>,
    ) -> Result<Formula, TooLarge> {
        Expansion { places, transitions }.formula(self)
    }

    /// Returns the formula about places and transitions, if it does not refer to colours.
    #[must_use]
    pub fn without_colours(&self) -> Option<Formula> {
        let is_plain = |atom: &Self| match atom {
            Self::Compare(comparison) => {
                comparison.terms().iter().all(|(_, tokens)| tokens.colours == Pattern::Any)
            }
            Self::Enabled(all) => all.iter().all(|bindings| bindings.values.is_empty()),
            _ => true,
        };
        let mut plain = true;
        self.for_each_atom(&mut |atom| plain &= is_plain(atom));
        let (places, transitions) =
            (|tokens: &Tokens| vec![tokens.place], |bindings: &Bindings| vec![bindings.transition]);
        let expansion = Expansion { places: &places, transitions: &transitions };
        if plain { expansion.formula(self).ok() } else { None }
    }
}

impl Expansion<'_> {
    fn formula(&self, formula: &ColouredFormula) -> Result<Formula, TooLarge> {
        Ok(match formula {
            Formula::Constant(value) => Formula::Constant(*value),
            Formula::Deadlock => Formula::Deadlock,
            Formula::Enabled(bindings) => self.enabled(bindings),
            Formula::Compare(comparison) => self.comparison(comparison)?,
            // Programs are not unfolded.
            Formula::Values(condition) => Formula::Values(condition.clone()),
            Formula::Not(inner) => Formula::Not(Box::new(self.formula(inner)?)),
            Formula::And(parts) => Formula::And(self.formulas(parts)?),
            Formula::Or(parts) => Formula::Or(self.formulas(parts)?),
            Formula::Implies(sides) => Formula::Implies(self.sides(sides)?),
            Formula::Iff(sides) => Formula::Iff(self.sides(sides)?),
        })
    }

    fn formulas(&self, parts: &[ColouredFormula]) -> Result<Vec<Formula>, TooLarge> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    fn sides(&self, [left, right]: &[ColouredFormula; 2]) -> Result<Box<[Formula; 2]>, TooLarge> {
        Ok(Box::new([self.formula(left)?, self.formula(right)?]))
    }

    fn enabled(&self, bindings: &[Bindings]) -> Formula {
        let mut transitions: Vec<_> = bindings.iter().flat_map(self.transitions).collect();
        transitions.sort_unstable();
        transitions.dedup();
        if transitions.is_empty() { Formula::Constant(false) } else { Formula::Enabled(transitions) }
    }

    fn comparison(&self, comparison: &Comparison<Tokens>) -> Result<Formula, TooLarge> {
        let (relation, bound) = (comparison.relation(), comparison.bound());
        let places = |(coefficient, tokens): &(i64, Tokens)| {
            let coefficient = *coefficient;
            (self.places)(tokens).into_iter().map(move |place| (coefficient, place))
        };
        let expanded = Comparison::build(comparison.terms().iter().flat_map(places), relation, bound)?;
        Ok(match expanded.terms() {
            [] => Formula::Constant(relation.admits(0.cmp(&bound))),
            _ => Formula::Compare(expanded),
        })
    }
}
