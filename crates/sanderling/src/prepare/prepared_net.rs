//! The net of a query, prepared for analysis.
//!
//! A place/transition net and the net of a program are analysed directly. Any other coloured net is first
//! unfolded into a place/transition net, whose places have ids such as `P(a,b)` and whose transitions have
//! ids such as `t(x=a,y=b)`. Traces show these ids. Properties refer to the coloured net and are translated.
//! The tokens of a coloured place are those of all its places, and a coloured transition is enabled if one of
//! its transitions is. Most nets that cannot be unfolded can be explored [with explicit
//! colours](PreparedNet::without_unfolding).
//!
//! INVARIANT: a trace is shown only after it has been replayed on both nets.

use sanderling_machine::clock::Instant;
use sanderling_model::explicit::TableLimits;
use sanderling_net::{Diagnostic, Diagnostics, Net, PlaceId, TransitionId};
use sanderling_property::{
    Bindings, ColouredProperty, ColouredStatement, Expression, Property, Quantifier, Statement,
    TemporalProperty, Tokens, TooLarge,
};
use sanderling_report::{Binding, Trace, Unfolding as UnfoldingStatistics};
use sanderling_unfolding::{Budget, NotUnfolded, Options, unfold_with};

use super::unfolded::Unfolded;
use super::{AnalysedNet, Facts};
use crate::replay::marking_display::MarkingDisplay;
use crate::request::options::Refusal;
use crate::request::{Kind, Request};

/// A net prepared for analysis, with its facts.
#[derive(Debug)]
pub struct PreparedNet {
    source: Source,
    facts: Box<Facts>,
}

/// The places that hold some tokens, and the transitions that represent some bindings.
type PlacesOf<'a> = &'a dyn Fn(&Tokens) -> Vec<PlaceId>;
type TransitionsOf<'a> = &'a dyn Fn(&Bindings) -> Vec<TransitionId>;

#[derive(Debug)]
enum Source {
    /// The net that was read.
    Original(Box<Net>),
    /// The unfolding of a coloured net.
    Unfolded(Box<Unfolded>),
}

impl PreparedNet {
    /// Prepares a net, unfolding it if necessary. If equivalent bindings are merged, there are fewer firings,
    /// and properties may not mention bindings.
    ///
    /// # Errors
    /// The net must be unfolded, but this is impossible or exceeds the budget. Returns the net and the
    /// reason.
    pub fn of(net: Net, options: Options, budget: &Budget<'_>) -> Result<Self, Box<(Net, NotUnfolded)>> {
        if net.is_place_transition() || net.program.is_some() {
            return Ok(Self::original(net, Box::default()));
        }
        let started = Instant::now();
        match unfold_with(&net, options, budget) {
            Ok(unfolding) => {
                let unfolded = Unfolded {
                    coloured: net,
                    coloured_facts: Facts::default(),
                    unfolding,
                    time: started.elapsed(),
                };
                Ok(Self { source: Source::Unfolded(Box::new(unfolded)), facts: Box::default() })
            }
            Err(problem) => {
                let facts = Box::<Facts>::default();
                // Places with one token each may hold values that cannot be enumerated.
                match AnalysedNet::new(&net, &facts).kind() {
                    Kind::Data => Ok(Self::original(net, facts)),
                    _ => Err(Box::new((net, problem))),
                }
            }
        }
    }

    /// Prepares a net without unfolding it.
    #[must_use]
    pub fn not_unfolded(net: Net) -> Self {
        Self::original(net, Box::default())
    }

    /// Returns whether the analysed net is the unfolding of the net that was read.
    #[must_use]
    pub fn is_unfolded(&self) -> bool {
        matches!(self.source, Source::Unfolded(_))
    }

    /// Returns the net that was read, if it is not unfolded.
    ///
    /// # Errors
    /// The net is unfolded. Returns `self` unchanged.
    pub fn into_net(self) -> Result<Net, Self> {
        match self.source {
            Source::Original(net) => Ok(*net),
            source @ Source::Unfolded(_) => Err(Self { source, ..self }),
        }
    }

    /// Returns the coloured net and its unfolding, if it was unfolded.
    pub(crate) fn unfolded(&self) -> Option<&Unfolded> {
        match &self.source {
            Source::Original(_) => None,
            Source::Unfolded(unfolded) => Some(unfolded),
        }
    }

    fn original(net: Net, facts: Box<Facts>) -> Self {
        Self { source: Source::Original(Box::new(net)), facts }
    }

    /// Prepares a coloured net for a search without unfolding. Such a search is slower, and requires that the
    /// markings of places can be numbered as they are met.
    ///
    /// # Errors
    /// Such a search does not support the net, or the unfolding was cancelled. Returns the arguments.
    pub fn without_unfolding(refused: Box<(Net, NotUnfolded)>) -> Result<Self, Box<(Net, NotUnfolded)>> {
        let facts = Box::<Facts>::default();
        let net = AnalysedNet::new(&refused.0, &facts);
        let is_wanted = !matches!(refused.1, NotUnfolded::Cancelled);
        // The initial marking must fit the default size of the tables.
        if is_wanted
            && net.kind() == Kind::Coloured
            && net.coloured_model(TableLimits::default(), || false).is_ok()
        {
            Ok(Self::original(refused.0, facts))
        } else {
            Err(refused)
        }
    }

    /// Returns the analysed net with its facts.
    pub(crate) fn analysed(&self) -> AnalysedNet<'_> {
        AnalysedNet::new(self.net(), &self.facts)
    }

    /// Returns why the choices of a request do not suit this net, if they do not.
    #[must_use]
    pub fn refusal(&self, request: &Request) -> Option<Refusal> {
        request.refusal_of(self.analysed().kind())
    }

    /// Returns the net to analyse.
    #[must_use]
    pub fn net(&self) -> &Net {
        match &self.source {
            Source::Original(net) => net,
            Source::Unfolded(unfolded) => unfolded.unfolding.net(),
        }
    }

    /// Returns the net that was read, to which properties refer.
    #[must_use]
    pub fn original_net(&self) -> &Net {
        match &self.source {
            Source::Original(net) => net,
            Source::Unfolded(unfolded) => &unfolded.coloured,
        }
    }

    /// Returns the size and the cost of the unfolding, if there is one.
    #[must_use]
    pub fn statistics(&self) -> Option<UnfoldingStatistics> {
        let Source::Unfolded(unfolded) = &self.source else { return None };
        let (net, statistics) = (unfolded.unfolding.net(), unfolded.unfolding.statistics());
        Some(UnfoldingStatistics {
            coloured_places: unfolded.coloured.places.len(),
            coloured_transitions: unfolded.coloured.transitions.len(),
            places: net.places.len(),
            transitions: net.transitions.len(),
            arcs: net.arcs.len(),
            all_colours: statistics.all_colours.map(Into::into),
            all_bindings: statistics.all_bindings.map(Into::into),
            time_s: unfolded.time.as_secs_f64(),
        })
    }

    /// Returns the original place that a place of the analysed net represents.
    pub(crate) fn origin(&self, place: PlaceId) -> PlaceId {
        match &self.source {
            Source::Original(_) => place,
            Source::Unfolded(unfolded) => unfolded.unfolding.origin(place).0,
        }
    }

    /// Returns the original transition that a transition of the analysed net represents.
    #[must_use]
    pub fn original_transition(&self, transition: TransitionId) -> TransitionId {
        match &self.source {
            Source::Original(_) => transition,
            Source::Unfolded(unfolded) => unfolded.unfolding.transition(transition),
        }
    }

    /// Translates a property of the net that was read into one of the analysed net.
    ///
    /// # Errors
    /// A sum has too many terms after the translation, or the net was not unfolded and the property mentions
    /// colours.
    ///
    /// # Panics
    /// The property does not belong to the net that was read.
    pub fn to_unfolded(&self, property: &ColouredProperty) -> Result<Property, Diagnostics> {
        let is_plain = property.formula.without_colours().is_some();
        self.expanded(&property.text, is_plain, |places, bindings| property.expand(places, bindings))
    }

    /// Translates a temporal property of the net that was read into one of the analysed net.
    ///
    /// # Errors
    /// As for [`Self::to_unfolded`].
    ///
    /// # Panics
    /// As for [`Self::to_unfolded`].
    pub fn temporal_to_unfolded(
        &self,
        property: &TemporalProperty<Tokens, Bindings>,
    ) -> Result<TemporalProperty, Diagnostics> {
        let is_plain = property.without_colours().is_some();
        self.expanded(&property.text, is_plain, |places, bindings| property.expand(places, bindings))
    }

    /// Translates a statement about the net that was read into one about the analysed net.
    ///
    /// # Errors
    /// As for [`Self::to_unfolded`].
    ///
    /// # Panics
    /// As for [`Self::to_unfolded`].
    pub fn statement_to_unfolded(&self, statement: &ColouredStatement) -> Result<Statement, Diagnostics> {
        Ok(match statement {
            Statement::Markings(property) => Statement::Markings(self.to_unfolded(property)?),
            Statement::Runs(property) => Statement::Runs(self.temporal_to_unfolded(property)?),
            Statement::Livelock(property) => {
                let is_plain = property.without_colours().is_some();
                let expand = |_: PlacesOf<'_>, bindings: TransitionsOf<'_>| Ok(property.expand(bindings));
                Statement::Livelock(self.expanded(&property.text, is_plain, expand)?)
            }
        })
    }

    /// Translates something that refers to places and transitions to the analysed net. Without unfolding, it
    /// may not mention colours.
    fn expanded<T>(
        &self,
        text: &str,
        is_plain: bool,
        expand: impl FnOnce(PlacesOf<'_>, TransitionsOf<'_>) -> Result<T, TooLarge>,
    ) -> Result<T, Diagnostics> {
        let expanded = match &self.source {
            Source::Original(_) if !is_plain => {
                let error = format!("the property `{text}`, which names colours");
                let error = Diagnostic::error(error).expected("places and transitions as a whole");
                return Err(error.help("properties can name colours in nets that are unfolded").into());
            }
            Source::Original(_) => {
                expand(&|tokens| vec![tokens.place], &|bindings| vec![bindings.transition])
            }
            Source::Unfolded(unfolded) => {
                expand(&|tokens| unfolded.places(tokens), &|bindings| unfolded.transitions(bindings))
            }
        };
        expanded.map_err(|problem| Diagnostic::error(format!("the property `{text}`: {problem}")).into())
    }

    /// Translates a weighted sum of places of the net that was read to the analysed net.
    #[must_use]
    pub fn sum_to_unfolded(&self, sum: &[(i64, PlaceId)]) -> Vec<(i64, PlaceId)> {
        match &self.source {
            Source::Original(_) => sum.to_vec(),
            Source::Unfolded(unfolded) => unfolded.spread(sum),
        }
    }

    /// Parses a sum of tokens of the net that was read, and translates it to the analysed net.
    ///
    /// # Errors
    /// Syntax errors with line and column, and the errors of [`to_unfolded`](Self::to_unfolded).
    pub fn sum(&self, text: &str) -> Result<Expression, Diagnostics> {
        let sum = Expression::parse_coloured(text, self.original_net())?;
        let places = |tokens: &Tokens| match &self.source {
            Source::Original(_) => vec![tokens.place],
            Source::Unfolded(unfolded) => unfolded.places(tokens),
        };
        if !self.is_unfolded() && !sum.is_without_colours() {
            return Err(Diagnostic::error(format!("the sum `{text}`, which names colours"))
                .expected("places as a whole")
                .help("sums can name colours in nets that are unfolded")
                .into());
        }
        sum.expand(&places)
            .map_err(|problem| Diagnostic::error(format!("the sum `{text}`: {problem}")).into())
    }

    /// Parses a condition on markings of the net that was read, and translates it to the analysed net.
    ///
    /// # Errors
    /// As for [`sum`](Self::sum).
    pub fn condition(&self, text: &str) -> Result<Property, Diagnostics> {
        let condition =
            ColouredProperty::parse_condition_coloured(Quantifier::Reach, text, self.original_net())?;
        self.to_unfolded(&condition)
    }

    /// Returns, for each transition of the analysed net, the values of the coloured transition's variables.
    /// The bindings are empty if the net is not unfolded.
    #[must_use]
    pub fn bindings(&self) -> Vec<Binding> {
        let Source::Unfolded(unfolded) = &self.source else {
            return vec![Binding::default(); self.net().transitions.len()];
        };
        let display = MarkingDisplay::new(&unfolded.coloured);
        let transitions = unfolded.unfolding.net().transition_ids();
        transitions.map(|one| display.binding(&unfolded.unfolding.firing(one))).collect()
    }

    /// Translates a trace of the analysed net into one of the net that was read.
    ///
    /// # Panics
    /// The trace is not a run of the analysed net.
    #[must_use]
    pub fn folded(&self, trace: &Trace) -> Trace {
        match &self.source {
            Source::Original(_) => trace.clone(),
            Source::Unfolded(unfolded) => unfolded.folded(trace),
        }
    }
}
