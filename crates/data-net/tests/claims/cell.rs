//! The claims of `cell`, on random contents.

use sanderling_data_net::{Cells, Refusal};
use sanderling_interval::Interval;
use sanderling_net::{
    Constant, Inscription, Net, Place, PlaceId, Sort, SortDeclaration, SortId, Term, Value, semantics,
};
use sanderling_testkit::random::for_seeds;
use sanderling_testkit::rules::Random;

/// A net with places for all sorts that are packed, and the values that they start with.
fn net(random: &mut Random) -> (Net, Vec<Value>) {
    let mut net = Net::new("sorts");
    let mut declare = |sort| {
        let id = format!("sort {}", net.declarations.sorts.len());
        net.declarations.sorts.push(SortDeclaration { id, name: None, sort });
        SortId::new(net.declarations.sorts.len() - 1)
    };
    let constants = ["a", "b", "c"].map(|id| Constant { id: id.into(), name: None }).to_vec();
    let truth = declare(Sort::Bool);
    let constant = declare(Sort::Enumeration { cyclic: false, constants });
    let number = declare(Sort::Range { start: -3, end: 3 });
    let pair = declare(Sort::Product(vec![number, constant]));
    let array = declare(Sort::Array { element: number, length: 3 });
    let list = declare(Sort::List { element: constant, capacity: Some(2) });
    let pairs = declare(Sort::List { element: pair, capacity: Some(3) });
    let below = |random: &mut Random, count| random.below(count) as usize;
    let integer = |random: &mut Random| Value::Integer(random.of(Interval::new(-3, 3)));
    let symbol = |random: &mut Random| Value::Constant(random.below(3) as u32);
    let mut places = vec![(truth, Value::Bool(random.below(2) == 1)), (constant, symbol(random))];
    places.push((number, integer(random)));
    places.push((array, Value::List((0..3).map(|_| integer(random)).collect())));
    places.push((list, Value::List((0..below(random, 3)).map(|_| symbol(random)).collect())));
    let both = |random: &mut Random| Value::Tuple(vec![integer(random), symbol(random)]);
    places.push((pairs, Value::List((0..below(random, 4)).map(|_| both(random)).collect())));
    let values = places.iter().map(|(_, value)| value.clone()).collect();
    for (index, (sort, value)) in places.into_iter().enumerate() {
        let initial = Inscription::Term(Box::new(Term::Literal { sort, value }));
        net.add_place(Place { sort, initial, ..Place::with_tokens(format!("place {index}"), 0) });
    }
    (net, values)
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
fn what_cannot_be_packed_is_refused_and_named() {
    let (mut net, _) = net(&mut Random::new(0));
    let number = net.place(PlaceId::new(2)).sort;
    net.declarations.sorts[number.index()].sort = Sort::Integer { minimum: None };
    assert_eq!(build(&net).err().unwrap().element, "place 2");
    let mut two = Net::new("two tokens");
    two.add_place(Place::with_tokens("p", 2));
    assert!(build(&two).is_err());
}
