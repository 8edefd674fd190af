//! Coloured nets, unfolded and with explicit colours, against the naive explorer of coloured nets.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use sanderling::{Caching, Control, Encoding, PreparedNet, Question, StoreChoice};
use sanderling_net::Net;
use sanderling_report::Count;
use sanderling_testkit::naive;
use sanderling_testkit::random::{coloured, symmetric};
use sanderling_unfolding::{Budget, Options};

use super::LIMIT;
use crate::{Configuration, check_counts, without_unfolding};

pub(super) fn any_net(random: &mut StdRng) -> Net {
    if random.random_bool(0.7) { symmetric::net(random.next_u64()) } else { coloured::net(random.next_u64()) }
}

fn check(prepared: &PreparedNet, known: [Count; 3], configuration: &Configuration) -> bool {
    let mut request = configuration.request(Question::Explore);
    if prepared.statistics().is_none() {
        request.caching = Caching::default();
    }
    let about = format!("{} {configuration:?}", prepared.net().id);
    let Ok(report) = prepared.analyse(&request, &Control::default()) else {
        assert!(configuration.needs_independence(), "{about}: refused");
        return false;
    };
    if configuration.gave_up(&report) {
        return false;
    }
    check_counts(&report, known).unwrap_or_else(|difference| panic!("{about}: {difference}"));
    true
}

fn known(net: &Net) -> Option<[Count; 3]> {
    let explored = naive::explore(net, LIMIT).ok()?;
    Some([explored.states().into(), explored.firings.into(), explored.deadlocks.len().into()])
}

/// Checks the counts of a net that is unfolded first.
pub(super) fn unfolded(random: &mut StdRng) -> bool {
    let net = any_net(random);
    let (Some(known), options) = (known(&net), Options::default()) else { return false };
    let Ok(prepared) = PreparedNet::of(net, options, &Budget::default()) else { return false };
    let is_unfolded = prepared.statistics().is_some();
    is_unfolded && check(&prepared, known, &Configuration::rotation(random.next_u64(), 1)[0])
}

/// Checks the counts of a net that is explored without unfolding.
pub(super) fn not_unfolded(random: &mut StdRng) -> bool {
    let net = any_net(random);
    let Some(known) = known(&net) else { return false };
    let Some(prepared) = without_unfolding(net) else { return false };
    // Only whole states are stored, which are short: the tables of the content of places take the memory.
    let mut configurations = Configuration::distinct();
    configurations.retain(|one| one.store == StoreChoice::Packed);
    let one = *configurations.choose(random).expect("there are some");
    check(&prepared, known, &Configuration { encoding: Encoding::Auto, ..one })
}
