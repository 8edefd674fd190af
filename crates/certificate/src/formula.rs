//! Formulas as certificates write them: with ids, and with *not*, *and* and *or* alone.

use sanderling_certificate_check::schema::{Formula as Written, Property as WrittenProperty};
use sanderling_net::{Net, PlaceId};
use sanderling_property::{Comparison, Formula, Property, Quantifier};

/// A property of a net.
pub(crate) fn property(net: &Net, property: &Property) -> WrittenProperty {
    let written = written(net, &property.formula);
    match property.quantifier {
        Quantifier::Always => WrittenProperty::Always(written),
        Quantifier::Reach => WrittenProperty::Reach(written),
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

/// The id of a place.
pub(crate) fn id(net: &Net, place: PlaceId) -> String {
    net.place(place).id.clone()
}
