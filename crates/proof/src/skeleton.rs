//! The skeleton of a coloured net: the place/transition net that forgets colours.
//!
//! A place contains as many tokens as the coloured one has of all colours together, and an arc moves as many as its
//! multiset has. Guards are dropped. The skeleton can do everything that the coloured net can do, and its markings
//! count the tokens. If a property is proved to hold in no reachable marking of the skeleton, it holds in none of the
//! coloured net. The converse is false, and nothing carries over about transitions that are not enabled, such as in
//! deadlocks.
//!
//! A place is *counted* if every arc that changes it moves the same number of tokens in all bindings. Other places have
//! no arcs in the skeleton, and conditions on them are assumed to hold.
//!
//! INVARIANT: for each run of the coloured net, the same transitions are a run of the skeleton, along which each
//! counted place contains as many tokens as in the coloured net.

use sanderling_net::semantics;
use sanderling_net::{Arc, ArcKind, Inscription, Net, Place, PlaceId, Transition};
use sanderling_property::Formula;

/// The skeleton of a net. Its places and transitions have the same ids.
#[derive(Debug, Clone)]
pub struct Skeleton {
    net: Net,
    is_counted: Vec<bool>,
}

impl Skeleton {
    /// Creates the skeleton of a valid net, or returns `None` if its initial marking is undefined.
    #[must_use]
    pub fn of(coloured: &Net) -> Option<Self> {
        let initial = semantics::initial(coloured).ok()?;
        let mut is_counted = vec![true; coloured.places.len()];
        for arc in coloured.arcs.iter().filter(|arc| changes_by_its_size(arc.kind)) {
            is_counted[arc.place.index()] &= coloured.inscription_size(&arc.inscription).is_some();
        }
        let mut net = Net::new(coloured.id.clone());
        for (place, declared) in coloured.place_ids().zip(&coloured.places) {
            let is_counted = is_counted[place.index()];
            net.add_place(Place {
                capacity: declared.capacity.filter(|_| is_counted),
                ..Place::with_tokens(&declared.id, if is_counted { initial.tokens(place) } else { 0 })
            });
        }
        for transition in &coloured.transitions {
            net.add_transition(Transition::plain(&transition.id));
        }
        let counted = coloured.arcs.iter().filter(|arc| is_counted[arc.place.index()]);
        net.arcs.extend(counted.filter_map(|arc| forgetting(coloured, arc)));
        Some(Self { net, is_counted })
    }

    /// Returns the place/transition net.
    #[must_use]
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// Whether the skeleton counts the tokens of a place.
    #[must_use]
    pub fn counts(&self, place: PlaceId) -> bool {
        self.is_counted[place.index()]
    }

    /// Returns a formula that holds in the skeleton whenever this one holds in the coloured net. Conditions that the
    /// skeleton does not determine are assumed to hold.
    #[must_use]
    pub fn covering(&self, formula: &Formula) -> Formula {
        self.weakened(&formula.to_negation_normal_form())
    }

    /// Returns a formula that holds in the skeleton whenever this one, in negation normal form, holds in the coloured
    /// net.
    fn weakened(&self, formula: &Formula) -> Formula {
        let all = |parts: &[Formula]| parts.iter().map(|part| self.weakened(part)).collect();
        match formula {
            Formula::Constant(_) | Formula::Enabled(_) => formula.clone(),
            Formula::Compare(_) if self.determines(formula) => formula.clone(),
            Formula::And(parts) => Formula::And(all(parts)),
            Formula::Or(parts) => Formula::Or(all(parts)),
            Formula::Iff(_) if self.determines(formula) => formula.clone(),
            // In a deadlock of the coloured net, the skeleton may continue; and it may enable a transition that is not
            // enabled there.
            _ => Formula::Constant(true),
        }
    }

    /// Whether a formula holds in the skeleton if and only if it holds in the coloured net.
    fn determines(&self, formula: &Formula) -> bool {
        !formula.asks_for_enabling() && formula.places().into_iter().all(|place| self.counts(place))
    }
}

fn changes_by_its_size(kind: ArcKind) -> bool {
    matches!(kind, ArcKind::Input | ArcKind::Output)
}

/// Returns the arc of the skeleton for an arc to a counted place, if there is one.
fn forgetting(coloured: &Net, arc: &Arc) -> Option<Arc> {
    let weight = match (arc.kind, &arc.inscription) {
        (ArcKind::Reset, _) => 1,
        // This arc depends on colours, so the skeleton ignores it.
        (ArcKind::Inhibitor, Inscription::Term(_)) => return None,
        _ => coloured.inscription_size(&arc.inscription)?,
    };
    let is_nothing = weight == 0 && arc.kind != ArcKind::Inhibitor;
    (!is_nothing).then(|| Arc::weighted(arc.place, arc.transition, arc.kind, weight))
}

#[cfg(test)]
mod tests {
    use sanderling_net::{
        Constant, Operator, Sort, SortDeclaration, SortId, Term, TransitionId, VariableDeclaration,
        VariableId,
    };
    use sanderling_property::{Comparison, Relation};

    use super::*;

    fn colour() -> SortId {
        SortId::new(1)
    }

    /// Creates a net with an enumeration of three constants, integers, a variable of each, and a transition that moves
    /// such tokens from one place to another.
    fn moving(taken: Term, put: Term) -> Net {
        let mut net = Net::new("moving");
        let constants = ["a", "b", "c"].map(|id| Constant { id: id.into(), name: None }).into();
        let sorts = [
            ("colour", Sort::Enumeration { constants, cyclic: true }),
            ("number", Sort::Integer { minimum: None }),
        ];
        for (id, sort) in sorts {
            net.declarations.sorts.push(SortDeclaration { id: id.into(), name: None, sort });
        }
        for (id, sort) in [("x", colour()), ("n", SortId::new(2))] {
            net.declarations.variables.push(VariableDeclaration { id: id.into(), name: None, sort });
        }
        let term = |term| Inscription::Term(Box::new(term));
        let all = term(Term::All(colour()));
        let from = net.add_place(Place { sort: colour(), initial: all, ..Place::with_tokens("from", 0) });
        let empty = term(Term::Empty(colour()));
        let to = net.add_place(Place { sort: colour(), initial: empty, ..Place::with_tokens("to", 0) });
        let moves = net.add_transition(Transition::plain("move"));
        for (place, kind, moved) in [(from, ArcKind::Input, taken), (to, ArcKind::Output, put)] {
            net.add_arc(Arc { inscription: term(moved), ..Arc::weighted(place, moves, kind, 1) });
        }
        net
    }

    fn x() -> Term {
        Term::Variable(VariableId::new(0))
    }

    #[test]
    fn arcs_have_the_sizes_of_their_multisets() {
        let all_but_one = Term::Apply(Operator::Difference, vec![Term::All(colour()), x()]);
        let skeleton = Skeleton::of(&moving(x(), all_but_one)).unwrap();
        let weights = skeleton.net().arcs.iter().map(|arc| arc.inscription.clone()).collect::<Vec<_>>();
        assert_eq!(weights, [Inscription::Tokens(1), Inscription::Tokens(2)]);
        assert_eq!(skeleton.net().places[0].initial, Inscription::Tokens(3));
    }

    #[test]
    fn a_place_whose_arcs_move_a_varying_number_is_not_counted() {
        let copies = Term::Apply(Operator::NumberOf, vec![Term::Variable(VariableId::new(1)), x()]);
        let skeleton = Skeleton::of(&moving(x(), copies)).unwrap();
        assert!(skeleton.counts(PlaceId::new(0)) && !skeleton.counts(PlaceId::new(1)));
        assert_eq!(skeleton.net().arcs.len(), 1);
        let is_marked = Comparison::build([(1, PlaceId::new(1))], Relation::AtLeast, 1).unwrap();
        assert_eq!(skeleton.covering(&Formula::Compare(is_marked)), Formula::Constant(true));
    }

    #[test]
    fn transitions_disabled_with_colours_may_be_enabled_without() {
        let skeleton = Skeleton::of(&moving(x(), x())).unwrap();
        let enabled = Formula::Enabled(vec![TransitionId::new(0)]);
        assert_eq!(skeleton.covering(&enabled), enabled);
        for formula in [enabled.negate(), Formula::Deadlock, Formula::Deadlock.negate()] {
            assert_eq!(skeleton.covering(&formula), Formula::Constant(true));
        }
    }
}
