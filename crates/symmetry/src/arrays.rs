//! Places as arrays, by their names.
//!
//! The names `think_1`, `think_2` and `think_3` form an array with one axis, whose values are 1, 2 and 3. Colours in
//! parentheses are values as well: `message(a,b)` belongs to an array with two axes.

use std::collections::HashMap;

use sanderling_net::{Net, PlaceId};

/// Places whose names differ only in values.
pub(crate) struct Array {
    /// The values of each axis, in order. A position in this list is called the *rank* of the value.
    pub(crate) axes: Vec<Vec<String>>,
}

/// All arrays of a net.
pub(crate) struct Arrays {
    pub(crate) arrays: Vec<Array>,
    /// For each place its array and its rank on each axis.
    pub(crate) coordinates: Vec<(u32, Box<[u32]>)>,
}

impl Arrays {
    /// Groups the places of a net by their names, or by their ids if names occur twice.
    pub(crate) fn of(net: &Net) -> Self {
        let name = |place: PlaceId| {
            let place = net.place(place);
            place.name.as_deref().unwrap_or(&place.id)
        };
        let mut names: Vec<&str> = net.place_ids().map(name).collect();
        let unique: std::collections::HashSet<_> = names.iter().collect();
        if unique.len() < names.len() {
            names = net.places.iter().map(|place| &*place.id).collect();
        }
        let split: Vec<_> = names.into_iter().map(split).collect();
        let mut numbers = HashMap::new();
        let mut axes: Vec<Vec<Vec<&str>>> = Vec::new();
        let mut array_of = Vec::with_capacity(split.len());
        for (pattern, values) in &split {
            let array = *numbers.entry(pattern).or_insert_with(|| {
                axes.push(vec![Vec::new(); values.len()]);
                axes.len() - 1
            });
            array_of.push(array);
            axes[array].iter_mut().zip(values).for_each(|(axis, value)| axis.push(value));
        }
        for axis in axes.iter_mut().flatten() {
            axis.sort_unstable_by_key(|value| ordered(value));
            axis.dedup();
        }
        let coordinates = split.iter().zip(&array_of).map(|((_, values), &array)| {
            let rank = |(axis, value): (&Vec<&str>, &&str)| {
                let found = axis.binary_search_by_key(&ordered(value), |other| ordered(other));
                found.expect("the axis has all values") as u32
            };
            (array as u32, axes[array].iter().zip(values).map(rank).collect())
        });
        let coordinates = coordinates.collect();
        let owned = |axis: &Vec<&str>| axis.iter().map(|&value| value.to_owned()).collect();
        let arrays = axes.iter().map(|axes| Array { axes: axes.iter().map(owned).collect() }).collect();
        Self { arrays, coordinates }
    }
}

/// Orders numbers by value, before other texts.
fn ordered(value: &str) -> (bool, usize, &str) {
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    (!is_number, if is_number { value.len() } else { 0 }, value)
}

/// Splits a name into its pattern and its values. Values are the parts between parentheses and commas, or, in a name
/// without parentheses, the runs of digits.
fn split(name: &str) -> (String, Vec<&str>) {
    let is_list = name.ends_with(')') && name.contains('(');
    let is_value =
        |byte: u8| if is_list { !matches!(byte, b'(' | b')' | b',') } else { byte.is_ascii_digit() };
    let first = if is_list { name.find('(').unwrap_or(0) } else { 0 };
    let (mut pattern, mut values) = (name[..first].to_owned(), Vec::new());
    let mut rest = &name[first..];
    while !rest.is_empty() {
        // Delimiters and digits are ASCII, so both ends are between characters.
        let run = |wanted: bool| rest.bytes().position(|byte| is_value(byte) != wanted).unwrap_or(rest.len());
        let (literal, value) = (run(false), run(true));
        if literal > 0 {
            pattern.push_str(&rest[..literal]);
            rest = &rest[literal..];
        } else {
            pattern.push('\0');
            values.push(&rest[..value]);
            rest = &rest[value..];
        }
    }
    (pattern, values)
}
