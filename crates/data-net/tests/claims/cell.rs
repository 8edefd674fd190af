//! The claims of `cell`, on random contents.

use sanderling_data_net::{Cells, Interval, Refusal};
use sanderling_net::{Constant, Net, Place, PlaceId, Sort, SortId, Value, semantics};
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::{self, Random};

/// A net with places for all sorts that are packed, and the values that they start with.
fn net(random: &mut Random) -> (Net, Vec<Value>) {
    let constants = ["a", "b", "c"].map(|id| Constant { id: id.into(), name: None }).to_vec();
    let (constant, number, pair) = (SortId::new(2), SortId::new(3), SortId::new(4));
    let sorts = vec![
        Sort::Bool,
        Sort::Enumeration { cyclic: false, constants },
        Sort::Range { start: -3, end: 3 },
        Sort::Product(vec![number, constant]),
        Sort::Array { element: number, length: 3 },
        Sort::List { element: constant, capacity: Some(2) },
        Sort::List { element: pair, capacity: Some(3) },
    ];
    let below = |random: &mut Random, count| random.below(count) as usize;
    let integer = |random: &mut Random| Value::Integer(random.of(Interval::new(-3, 3)));
    let symbol = |random: &mut Random| Value::Constant(random.below(3) as u32);
    let both = |random: &mut Random| Value::Tuple(vec![integer(random), symbol(random)]);
    let mut values = vec![Value::Bool(random.below(2) == 1), symbol(random), integer(random)];
    values.push(Value::List((0..3).map(|_| integer(random)).collect()));
    values.push(Value::List((0..below(random, 3)).map(|_| symbol(random)).collect()));
    values.push(Value::List((0..below(random, 4)).map(|_| both(random)).collect()));
    (rules::net(sorts, [1, 2, 3, 5, 6, 7].into_iter().zip(values.clone())), values)
}

fn build(net: &Net) -> Result<Cells, Refusal> {
    Cells::build(net, &semantics::initial(net).expect("literals of the places' sorts"))
}

#[test]
fn cells_of_a_value_make_up_the_value() {
    for_seeds(100, |seed| {
        let (net, values) = net(&mut Random::new(seed));
        let cells = build(&net).expect("sorts of small numbers");
        for (place, value) in net.place_ids().zip(values) {
            assert_eq!(cells.value(place, |cell| cells.cell(cell).initial), value);
        }
        assert!(cells.ids().all(|id| cells.cell(id).sort.contains(cells.cell(id).initial)));
    });
}

#[test]
fn cells_come_place_by_place() {
    let (net, _) = net(&mut Random::new(0));
    let cells = build(&net).expect("sorts of small numbers");
    let places: Vec<(usize, usize)> =
        net.place_ids().map(|id| cells.place(id)).map(|place| (place.first.index(), place.len())).collect();
    assert_eq!(places, [(0, 1), (1, 1), (2, 1), (3, 3), (6, 3), (9, 7)]);
    assert_eq!(cells.len(), 16);
    for place in net.place_ids() {
        assert!(cells.place(place).cells().all(|cell| cells.cell(cell).place == place));
    }
}

#[test]
fn places_that_cannot_be_packed_are_refused() {
    let (mut net, _) = net(&mut Random::new(0));
    let number = net.place(PlaceId::new(2)).sort;
    net.declarations.sorts[number.index()].sort = Sort::Integer { minimum: None };
    assert_eq!(build(&net).err().unwrap().element, "place 2");
    let mut two = Net::new("two tokens");
    two.add_place(Place::with_tokens("p", 2));
    assert!(build(&two).is_err());
}
