//! Formulas in the form of certificates: with ids, and only with *not*, *and* and *or*.

use sanderling_certificate_check::schema::{
    Formula as Written, Property as WrittenProperty, Temporal as WrittenTemporal,
};
use sanderling_net::{Net, PlaceId};
use sanderling_property::{Comparison, Formula, PathOperator, Property, Quantifier, Temporal};

/// Returns a property of a net.
pub(crate) fn property(net: &Net, property: &Property) -> WrittenProperty {
    let written = written(net, &property.formula);
    match property.quantifier {
        Quantifier::Always => WrittenProperty::Always(written),
        Quantifier::Reach => WrittenProperty::Reach(written),
    }
}

/// Returns the property that every run satisfies a formula of linear time.
pub(crate) fn ltl(net: &Net, formula: &Temporal) -> WrittenProperty {
    WrittenProperty::Ltl(temporal(net, formula))
}

fn temporal(net: &Net, formula: &Temporal) -> WrittenTemporal {
    let of = |formula: &Temporal| Box::new(temporal(net, formula));
    let all = |parts: &[Temporal]| parts.iter().map(|part| temporal(net, part)).collect();
    match formula {
        Temporal::State(formula) => WrittenTemporal::State(written(net, formula)),
        Temporal::Not(inner) => WrittenTemporal::Not(of(inner)),
        Temporal::And(parts) => WrittenTemporal::And(all(parts)),
        Temporal::Or(parts) => WrittenTemporal::Or(all(parts)),
        Temporal::Path { operator, operands, .. } => match (operator, &operands[..]) {
            (PathOperator::Next, [inner]) => WrittenTemporal::Next(of(inner)),
            (PathOperator::Finally, [inner]) => WrittenTemporal::Finally(of(inner)),
            (PathOperator::Globally, [inner]) => WrittenTemporal::Globally(of(inner)),
            (operator, [first, second]) => {
                let sides = Box::new([temporal(net, first), temporal(net, second)]);
                match operator {
                    PathOperator::Until => WrittenTemporal::Until(sides),
                    PathOperator::WeakUntil => WrittenTemporal::WeakUntil(sides),
                    PathOperator::Release => WrittenTemporal::Release(sides),
                    PathOperator::StrongRelease => WrittenTemporal::StrongRelease(sides),
                    _ => unreachable!("these operators have one operand"),
                }
            }
            _ => unreachable!("an operator has one operand or two"),
        },
    }
}

fn written(net: &Net, formula: &Formula) -> Written {
    let all = |parts: &[Formula]| parts.iter().map(|part| written(net, part)).collect();
    let not = |formula: Written| Written::Not(Box::new(formula));
    match formula {
        Formula::Constant(true) => Written::And(Vec::new()),
        Formula::Constant(false) => Written::Or(Vec::new()),
        Formula::Deadlock => Written::Deadlock,
        Formula::Enabled(transitions) => {
            Written::Enabled(transitions.iter().map(|&one| net.transition(one).id.clone()).collect())
        }
        Formula::Compare(comparison) => compared(net, comparison),
        Formula::Values(_) => unreachable!("places of a place/transition net hold no values"),
        Formula::Not(inner) => not(written(net, inner)),
        Formula::And(parts) => Written::And(all(parts)),
        Formula::Or(parts) => Written::Or(all(parts)),
        Formula::Implies(sides) => Written::Or(vec![not(written(net, &sides[0])), written(net, &sides[1])]),
        Formula::Iff(sides) => {
            let [left, right] = [written(net, &sides[0]), written(net, &sides[1])];
            let neither = Written::And(vec![not(left.clone()), not(right.clone())]);
            Written::Or(vec![Written::And(vec![left, right]), neither])
        }
    }
}

fn compared(net: &Net, comparison: &Comparison) -> Written {
    let terms = comparison.terms().iter().map(|&(factor, place)| (factor.into(), id(net, place)));
    Written::Compare(terms.collect(), comparison.relation().symbol().to_owned(), comparison.bound())
}

/// Returns the id of a place.
pub(crate) fn id(net: &Net, place: PlaceId) -> String {
    net.place(place).id.clone()
}

/// Returns how deeply objects and lists are nested in a written property.
pub(crate) fn depth(property: &WrittenProperty) -> usize {
    match property {
        WrittenProperty::Always(formula) | WrittenProperty::Reach(formula) => 1 + depth_of_condition(formula),
        WrittenProperty::Ltl(formula) => 1 + depth_of_temporal(formula),
        _ => 2,
    }
}

fn depth_of_condition(formula: &Written) -> usize {
    match formula {
        Written::Deadlock => 0,
        Written::Enabled(_) => 2,
        Written::Compare(..) => 4,
        Written::Not(inner) => 1 + depth_of_condition(inner),
        Written::And(parts) | Written::Or(parts) => {
            2 + parts.iter().map(depth_of_condition).max().unwrap_or_default()
        }
    }
}

fn depth_of_temporal(formula: &WrittenTemporal) -> usize {
    use WrittenTemporal::{
        And, Finally, Globally, Next, Not, Or, Release, State, StrongRelease, Until, WeakUntil,
    };
    let greatest =
        |parts: &[WrittenTemporal]| 2 + parts.iter().map(depth_of_temporal).max().unwrap_or_default();
    match formula {
        State(formula) => 1 + depth_of_condition(formula),
        Not(inner) | Next(inner) | Finally(inner) | Globally(inner) => 1 + depth_of_temporal(inner),
        And(parts) | Or(parts) => greatest(parts),
        Until(sides) | WeakUntil(sides) | Release(sides) | StrongRelease(sides) => greatest(&sides[..]),
    }
}
