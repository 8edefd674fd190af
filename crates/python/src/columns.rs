//! The columns of a state space as Arrow arrays. Tokens are integers. For variables of a program, numbers are integers,
//! and locations and other constants are dictionaries of their names. Arrays and channels are lists, and elements with
//! several parts are structures.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Int16Array, Int32Array, Int64Array, ListArray, StringArray, StructArray,
    UInt64Array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, FieldRef, Fields};
use sanderling::{Column, Content, Form, Part, ValueSort, Values, Width};

/// The kind of a column: its type, and the data that its arrays share.
pub(crate) enum Kind {
    Tokens(DataType),
    Values(Valued),
}

/// A column of values.
pub(crate) struct Valued {
    parts: Vec<PartKind>,
    /// The fields of an element with several parts.
    fields: Option<Fields>,
    /// The element of an array or a list.
    element: Option<FieldRef>,
    data_type: DataType,
    numbers: usize,
}

/// The kind of a part of an element.
enum PartKind {
    Number,
    /// One of these names.
    Name(ArrayRef),
}

impl Kind {
    pub(crate) fn of(content: &Content) -> Self {
        match content {
            Content::Tokens(Width::Int16) => Self::Tokens(DataType::Int16),
            Content::Tokens(Width::Int32) => Self::Tokens(DataType::Int32),
            Content::Tokens(Width::Int64) => Self::Tokens(DataType::Int64),
            Content::Tokens(Width::UInt64) => Self::Tokens(DataType::UInt64),
            Content::Values(sort) => Self::Values(Valued::of(sort)),
        }
    }

    /// Returns the column's field. Values are missing in the error state.
    pub(crate) fn field(&self, name: &str, may_be_missing: bool) -> Field {
        match self {
            Self::Tokens(data_type) => Field::new(name, data_type.clone(), false),
            Self::Values(valued) => Field::new(name, valued.data_type.clone(), may_be_missing),
        }
    }

    /// Returns the maximum number of numbers in a row.
    pub(crate) fn numbers(&self) -> usize {
        match self {
            Self::Tokens(_) => 1,
            Self::Values(valued) => valued.numbers,
        }
    }

    /// Returns rows as an array.
    pub(crate) fn array(&self, column: Column) -> ArrayRef {
        match (self, column) {
            (Self::Values(valued), Column::Values(values)) => valued.array(values),
            (_, Column::Int16(tokens)) => Arc::new(Int16Array::from(tokens)),
            (_, Column::Int32(tokens)) => Arc::new(Int32Array::from(tokens)),
            (_, Column::Int64(tokens)) => Arc::new(Int64Array::from(tokens)),
            (_, Column::UInt64(tokens)) => Arc::new(UInt64Array::from(tokens)),
            (Self::Tokens(_), Column::Values(_)) => unreachable!("a column holds what its type says"),
        }
    }
}

/// Returns the type of an array that names texts by their positions.
pub(crate) fn named() -> DataType {
    DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
}

/// Returns an array of this type.
pub(crate) fn names(keys: Int32Array, names: &ArrayRef) -> ArrayRef {
    let named = DictionaryArray::<Int32Type>::try_new(keys, Arc::clone(names));
    Arc::new(named.expect("every position has a name"))
}

impl Valued {
    fn of(sort: &ValueSort) -> Self {
        let parts: Vec<PartKind> = sort.parts.iter().map(PartKind::of).collect();
        let one = |part: &PartKind| match part {
            PartKind::Number => DataType::Int32,
            PartKind::Name(_) => named(),
        };
        let numbered = parts.iter().enumerate();
        let fields: Fields =
            numbered.map(|(at, part)| Field::new(at.to_string(), one(part), false)).collect();
        let fields = sort.is_tuple.then_some(fields);
        let of_element = fields.clone().map_or_else(|| one(&parts[0]), DataType::Struct);
        let (element, data_type) = match sort.form {
            Form::Scalar => (None, of_element),
            Form::Array(_) | Form::List(_) => {
                let element: FieldRef = Arc::new(Field::new("item", of_element, false));
                (Some(Arc::clone(&element)), DataType::List(element))
            }
        };
        Self { parts, fields, element, data_type, numbers: sort.numbers() }
    }

    fn array(&self, Values { is_there, ends, parts }: Values) -> ArrayRef {
        let scalars = self.element.is_none();
        let is_missing = |row: usize| scalars && !is_there[row];
        let parts = self.parts.iter().zip(parts).map(|(kind, numbers)| match kind {
            // Missing scalars have a position in the array; missing elements have none.
            PartKind::Number if is_there.iter().all(|&one| one) => {
                Arc::new(Int32Array::from(numbers)) as ArrayRef
            }
            PartKind::Number => Arc::new(present(numbers, &is_missing)),
            PartKind::Name(texts) => names(present(numbers, &is_missing), texts),
        });
        let mut parts: Vec<ArrayRef> = parts.collect();
        let elements: ArrayRef = match &self.fields {
            Some(fields) => Arc::new(StructArray::new(fields.clone(), parts, None)),
            None => parts.swap_remove(0),
        };
        let Some(element) = &self.element else { return elements };
        let ends = ends.into_iter().map(|end| end as i32);
        let offsets: Vec<i32> = std::iter::once(0).chain(ends).collect();
        let offsets = OffsetBuffer::new(offsets.into());
        Arc::new(ListArray::new(Arc::clone(element), offsets, elements, Some(is_there.into())))
    }
}

/// Returns the numbers, without those that are missing.
fn present(numbers: Vec<i32>, is_missing: &impl Fn(usize) -> bool) -> Int32Array {
    numbers.into_iter().enumerate().map(|(row, number)| (!is_missing(row)).then_some(number)).collect()
}

impl PartKind {
    fn of(part: &Part) -> Self {
        match part {
            Part::Number => Self::Number,
            Part::Name(names) => Self::Name(Arc::new(StringArray::from_iter_values(names))),
        }
    }
}
