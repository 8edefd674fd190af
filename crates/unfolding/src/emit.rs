//! Makes the net from live colours and bindings.
//!
//! Places come in the order of the coloured places and of their colours. Transitions come in the order of the coloured
//! transitions and of the values of their variables, whatever the order in which they were found. Arcs between the same
//! nodes become one.

use sanderling_cutoff::BINDINGS_IN_ORDER;
use sanderling_net::{Arc, ArcKind, NestedUnits, Net, Place, PlaceId, SortId, Transition, Unit, VariableId};

use crate::Options;
use crate::budget::{Meter, NotUnfolded, refused};
use crate::colour::Colour;
use crate::conditions::{arc_name, outputs};
use crate::evaluator::{Failure, Tokens};
use crate::expression::Bag;
use crate::fixpoint::{Fixpoint, key};
use crate::live::NumberMap;
use crate::names::Ids;
use crate::rule::{Inscribed, Rule};
use crate::statistics::Statistics;
use crate::unfolding::{Origins, Unfolding};

/// Arcs of one kind of a binding: unfolded places with weights, some of them several times.
type Weights = Vec<(PlaceId, u64)>;

/// Makes the net.
pub(crate) fn emit<'n>(
    net: &'n Net,
    fixpoint: Fixpoint<'n>,
    options: Options,
    meter: &mut Meter<'n>,
) -> Result<Unfolding, NotUnfolded> {
    let statistics = Statistics::of(net, &fixpoint);
    let mut emission = Emission {
        net,
        ids: Ids::new(net, options.naming),
        merges: options.merges,
        ranks: fixpoint.evaluator.colours.ranks(),
        fixpoint,
        meter,
        unfolded: Net::new(net.id.clone()),
        origins: Origins::default(),
        places: NumberMap::default(),
    };
    emission.unfolded.name.clone_from(&net.name);
    emission.emit_places();
    emission.emit_all_transitions()?;
    emission.emit_units();
    emission.origins.colours = emission.fixpoint.evaluator.colours;
    Ok(Unfolding::new(emission.unfolded, statistics, emission.origins))
}

/// Arc of a transition.
pub(crate) type WeightedArc = (ArcKind, PlaceId, u64);

struct Emission<'e, 'n> {
    net: &'n Net,
    fixpoint: Fixpoint<'n>,
    ids: Ids<'n>,
    merges: bool,
    /// Position of each colour in the order of the values.
    ranks: Vec<u32>,
    meter: &'e mut Meter<'n>,
    unfolded: Net,
    origins: Origins,
    places: NumberMap<(u32, u32), PlaceId>,
}

impl Emission<'_, '_> {
    fn emit_places(&mut self) {
        self.origins.place_starts.push(0);
        for place in self.net.place_ids() {
            let mut colours = self.fixpoint.live.of(place).to_vec();
            colours.sort_unstable_by_key(|colour| self.ranks[colour.index()]);
            for &colour in &colours {
                self.emit_place(place, colour);
            }
            self.origins.place_starts.push(self.unfolded.places.len());
        }
    }

    fn emit_place(&mut self, id: PlaceId, colour: Colour) {
        let place = self.net.place(id);
        let value = self.fixpoint.evaluator.colours.value(colour);
        let tokens = self.fixpoint.initial.get(&key(id, colour)).copied().unwrap_or(0);
        let is_plain = place.sort == SortId::DOT;
        let unfolded = self.unfolded.add_place(Place {
            name: place.name.clone().filter(|_| is_plain),
            capacity: place.capacity,
            position: place.position.filter(|_| is_plain),
            span: place.span,
            ..Place::with_tokens(self.ids.of_place(&place.id, place.sort, &value), tokens)
        });
        self.origins.colour_of_place.push(colour);
        self.places.insert(key(id, colour), unfolded);
    }

    fn emit_all_transitions(&mut self) -> Result<(), NotUnfolded> {
        self.origins.transition_starts.push(0);
        let rules = std::mem::take(&mut self.fixpoint.rules);
        for (index, rule) in rules.into_iter().enumerate() {
            self.emit_transitions(index, &rule)?;
            self.origins.scopes.push(rule.scope);
            self.origins.transition_starts.push(self.unfolded.transitions.len());
        }
        Ok(())
    }

    /// Adds the bindings of a transition, in the order of their values. Two bindings with the same arcs are enabled
    /// together and lead to the same marking. If the number of firings does not matter, the first is enough: a
    /// transition that consumes four different tokens from one place has 24 bindings for each choice of them.
    fn emit_transitions(&mut self, index: usize, rule: &Rule) -> Result<(), NotUnfolded> {
        let width = rule.scope.len();
        let found = std::mem::take(&mut self.fixpoint.found.bindings[index]);
        let count = self.fixpoint.found.counts[index] as usize;
        let of = |number: u32| &found[number as usize * width..][..width];
        let order = self.in_order(&found, (count, width))?;
        let counting = self.counting(rule, count > 0)?;
        self.check_capacities(rule, count > 0)?;
        let (mut bindings, mut known) = (Vec::new(), NumberMap::default());
        for (position, &number) in order.iter().enumerate() {
            if self.fixpoint.evaluator.is_effort_due() {
                self.meter.check_time()?;
            }
            self.meter.note_made();
            let arcs = self.arcs(rule, of(number), &counting)?;
            if known.contains_key(&arcs) {
                continue;
            }
            self.emit_transition(rule, of(number), position, &arcs);
            bindings.extend_from_slice(of(number));
            if self.merges {
                known.insert(arcs, ());
            }
            self.meter.check_transitions(self.unfolded.transitions.len() as u64)?;
            self.meter.check_arcs(self.unfolded.arcs.len() as u64)?;
        }
        self.origins.bindings.push(bindings);
        Ok(())
    }

    /// Returns the numbers of `count` bindings of `width` values each, in the order of their values.
    fn in_order(&self, bindings: &[Colour], (count, width): (usize, usize)) -> Result<Vec<u32>, NotUnfolded> {
        let rank = |number: u32, at: usize| self.ranks[bindings[number as usize * width + at].index()];
        let mut order: Vec<u32> = (0..count as u32).collect();
        if count < BINDINGS_IN_ORDER.size() {
            let ranks = |number| (0..width).map(move |at| rank(number, at));
            order.sort_unstable_by(|&a, &b| ranks(a).cmp(ranks(b)));
            return Ok(order);
        }
        // Sorts by the last value first, each time with a stable order, so that the clock can be checked in between.
        let mut sorted = order.clone();
        for at in (0..width).rev() {
            let mut starts = vec![0_u32; self.ranks.len() + 1];
            for piece in order.chunks(BINDINGS_IN_ORDER.size()) {
                self.meter.check_time()?;
                piece.iter().for_each(|&number| starts[rank(number, at) as usize + 1] += 1);
            }
            for rank in 1..starts.len() {
                starts[rank] += starts[rank - 1];
            }
            for piece in order.chunks(BINDINGS_IN_ORDER.size()) {
                self.meter.check_time()?;
                for &number in piece {
                    let start = &mut starts[rank(number, at) as usize];
                    sorted[*start as usize] = number;
                    *start += 1;
                }
            }
            std::mem::swap(&mut order, &mut sorted);
        }
        Ok(order)
    }

    fn emit_transition(&mut self, rule: &Rule, binding: &[Colour], position: usize, arcs: &[WeightedArc]) {
        let transition = self.net.transition(rule.transition);
        let colours = &self.fixpoint.evaluator.colours;
        let value = |(&variable, &colour): (&VariableId, &Colour)| (variable, colours.value(colour));
        let values: Vec<_> = rule.scope.iter().zip(binding).map(value).collect();
        let id = self.unfolded.add_transition(Transition {
            name: transition.name.clone().filter(|_| values.is_empty()),
            position: transition.position.filter(|_| values.is_empty()),
            span: transition.span,
            ..Transition::plain(self.ids.of_transition(rule.transition, &values, position))
        });
        let arcs = arcs.iter().map(|&(kind, place, weight)| Arc::weighted(place, id, kind, weight));
        self.unfolded.arcs.extend(arcs);
    }

    /// Returns the arcs of a binding, by kind and place.
    fn arcs(
        &mut self,
        rule: &Rule,
        binding: &[Colour],
        counting: &Weights,
    ) -> Result<Vec<WeightedArc>, NotUnfolded> {
        let inputs = self.taken(rule, &rule.inputs, binding)?;
        let reads = self.taken(rule, &rule.reads, binding)?;
        let outputs = self.put(rule, binding)?;
        let inhibitors = self.inhibiting(rule, binding, counting.clone())?;
        let resets = rule.resets.iter().flat_map(|&place| self.origins.places_of(place));
        let resets: Weights = resets.map(|place| (place, 1)).collect();
        let rows = [
            (ArcKind::Input, inputs),
            (ArcKind::Output, outputs),
            (ArcKind::Inhibitor, inhibitors),
            (ArcKind::Read, reads),
            (ArcKind::Reset, resets),
        ];
        let mut arcs = Vec::with_capacity(rows.iter().map(|(_, row)| row.len()).sum());
        for (kind, mut row) in rows {
            row.sort_unstable();
            for (place, weight) in row {
                match arcs.last_mut() {
                    Some((last_kind, last, joined)) if (*last_kind, *last) == (kind, place) => {
                        *joined = kind.aggregate(*joined, weight).ok_or_else(|| self.too_heavy(rule))?;
                    }
                    _ => arcs.push((kind, place, weight)),
                }
            }
        }
        Ok(arcs)
    }

    fn too_heavy(&self, rule: &Rule) -> NotUnfolded {
        let failure = Failure::Undefined("2^64 tokens or more".into());
        self.meter.refuse(rule.transition, "the sum of arcs", failure)
    }

    /// Returns the weights of input or read arcs.
    fn taken(&mut self, rule: &Rule, arcs: &[Inscribed], binding: &[Colour]) -> Result<Weights, NotUnfolded> {
        let mut weights = Weights::new();
        for arc in arcs {
            for (colour, count) in self.tokens(rule, arc, binding)? {
                weights.extend(self.unfolded_place(arc.place, colour).map(|place| (place, count)));
            }
        }
        Ok(weights)
    }

    fn put(&mut self, rule: &Rule, binding: &[Colour]) -> Result<Weights, NotUnfolded> {
        let outputs = outputs(self.net, rule, binding, &mut self.fixpoint.evaluator)
            .map_err(|(what, failure)| self.meter.refuse(rule.transition, &what, failure))?;
        let mut weights = Weights::new();
        for (place, tokens) in outputs {
            let unfolded =
                |(colour, count)| self.unfolded_place(place, colour).map(|unfolded| (unfolded, count));
            weights.extend(tokens.into_iter().filter_map(unfolded));
        }
        Ok(weights)
    }

    fn tokens(&mut self, rule: &Rule, arc: &Inscribed, binding: &[Colour]) -> Result<Tokens, NotUnfolded> {
        let tokens = self.fixpoint.evaluator.tokens(&arc.bag, binding);
        let what = || arc_name(self.net, &self.net.arcs[arc.arc]);
        tokens.map_err(|failure| self.meter.refuse(rule.transition, &what(), failure))
    }

    /// Returns the place of a colour. There is one if the binding has been found.
    fn unfolded_place(&self, place: PlaceId, colour: Colour) -> Option<PlaceId> {
        self.places.get(&key(place, colour)).copied()
    }

    /// Returns the weights of inhibitor arcs: of the given arcs that count tokens, and of those with terms.
    fn inhibiting(
        &mut self,
        rule: &Rule,
        binding: &[Colour],
        mut weights: Weights,
    ) -> Result<Weights, NotUnfolded> {
        for arc in &rule.inhibitors {
            let tokens = self.tokens(rule, arc, binding)?;
            let live = &self.fixpoint.live;
            if tokens.iter().any(|&(colour, _)| !live.contains(arc.place, colour)) {
                continue; // The place never holds all of them.
            }
            let [(colour, count)] = tokens[..] else {
                return Err(self.inexpressible(arc.arc, "forbids several colours together"));
            };
            weights.extend(self.unfolded_place(arc.place, colour).map(|place| (place, count)));
        }
        Ok(weights)
    }

    /// Returns the weights of inhibitor arcs that count the tokens of all colours, the same for all bindings.
    fn counting(&self, rule: &Rule, has_bindings: bool) -> Result<Weights, NotUnfolded> {
        let mut weights = Weights::new();
        for arc in rule.counted.iter().filter(|_| has_bindings) {
            let places = self.origins.places_of(arc.place);
            if arc.weight > 1 && places.len() > 1 {
                return Err(self.inexpressible(arc.arc, "counts the tokens of several colours"));
            }
            weights.extend(places.map(|place| (place, arc.weight)));
        }
        Ok(weights)
    }

    fn inexpressible(&self, arc: usize, why: &str) -> NotUnfolded {
        let arc = &self.net.arcs[arc];
        let element = arc.id.as_ref().unwrap_or(&self.net.transition(arc.transition).id);
        let message = format!("{}, an inhibitor arc, {why}", arc_name(self.net, arc));
        refused(message, element, arc.span)
    }

    /// Checks that the capacities of the places to which a transition adds tokens apply to one colour.
    fn check_capacities(&self, rule: &Rule, has_bindings: bool) -> Result<(), NotUnfolded> {
        for arc in rule.outputs.iter().filter(|_| has_bindings) {
            let (place, colours) = (self.net.place(arc.place), self.origins.places_of(arc.place));
            let Some(capacity) = place.capacity else { continue };
            let tokens = |place: PlaceId| u128::from(self.unfolded.place(place).initial.tokens());
            // A firing that produces nothing must not lead beyond the capacity either, and has no arc to express that.
            let is_over = colours.clone().map(tokens).sum::<u128>() > u128::from(capacity);
            let is_plain = matches!(arc.bag, Bag::Copies(..));
            if colours.len() > 1 || (is_over && !is_plain) {
                let message =
                    format!("the capacity of `{}`, which counts the tokens of several colours", place.id);
                return Err(refused(message, &place.id, place.span));
            }
        }
        Ok(())
    }

    /// Adds the nested units. The places of a unit become the unfolded places of all their colours.
    fn emit_units(&mut self) {
        let unfolded = |unit: &Unit| Unit {
            places: unit.places.iter().flat_map(|&place| self.origins.places_of(place)).collect(),
            ..unit.clone()
        };
        self.unfolded.units = self
            .net
            .units
            .as_ref()
            .map(|units| NestedUnits { units: units.units.iter().map(unfolded).collect(), ..units.clone() });
    }
}
