//! Cutoffs that are entered, inherited and drawn.

use super::*;
use crate::Inherited;

fn first() -> Cutoff {
    list::ALL[0]
}

#[test]
fn ranges_hold_what_is_usual() {
    for cutoff in Cutoff::all() {
        assert!((cutoff.smallest..=cutoff.largest).contains(&cutoff.usual), "{}", cutoff.name);
        assert!(cutoff.smallest < cutoff.usual, "{} has another side", cutoff.name);
        assert_eq!(list::ALL[cutoff.index].name, cutoff.name);
    }
}

#[test]
fn cutoffs_last_as_long_as_their_guard() {
    assert_eq!(current(0), None);
    {
        let _outer = Cutoffs::smallest().enter();
        {
            let _inner = Cutoffs::usual().with(first(), first().largest).enter();
            assert_eq!(current(0), Some(first().largest));
        }
        assert_eq!(current(0), Some(first().smallest));
        assert!(!first().admits(first().smallest + 1));
    }
    assert_eq!(current(0), None);
    assert!(first().admits(first().usual) && !first().admits(u128::MAX));
}

#[test]
fn threads_inherit_cutoffs() {
    let _entered = Cutoffs::smallest().enter();
    let inherited = Inherited::of_this_thread();
    let of_another = std::thread::spawn(move || {
        let before = current(0);
        inherited.take_over();
        (before, current(0))
    });
    assert_eq!(of_another.join().expect("it ends"), (None, Some(first().smallest)));
}

#[test]
fn draws_are_in_range_and_take_every_kind_of_number() {
    let drawn: Vec<Cutoffs> = (0..400).map(Cutoffs::drawn).collect();
    assert_eq!(drawn[7], Cutoffs::drawn(7));
    for (index, cutoff) in list::ALL.iter().enumerate() {
        let numbers: Vec<u64> = drawn.iter().map(|cutoffs| cutoffs.0[index]).collect();
        assert!(numbers.iter().all(|number| (cutoff.smallest..=cutoff.largest).contains(number)));
        for kind in [cutoff.smallest, cutoff.usual, cutoff.largest] {
            assert!(numbers.contains(&kind), "{}: {kind}", cutoff.name);
        }
    }
}
