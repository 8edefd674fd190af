//! Batches of columns as an Arrow C stream, in the capsule in which Python hands one over.
//!
//! Source: the Arrow PyCapsule interface and the Arrow C stream interface of the Apache Arrow project (2021, 2024). A reader takes the
//! batches one by one, with the memory of their columns, which is not copied; nothing is worked out before it does.

use std::ops::Range;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The batches of a table: some rows each, or what comes of them.
struct Batches<F> {
    schema: SchemaRef,
    /// What is left,
    rows: Range<usize>,
    /// so much of it at a time,
    at_a_time: usize,
    /// and how its columns are made.
    make: F,
}

impl<F: FnMut(Range<usize>) -> Vec<ArrayRef>> Iterator for Batches<F> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rows.is_empty() {
            return None;
        }
        let end = self.rows.end.min(self.rows.start + self.at_a_time);
        let part = self.rows.start..end;
        self.rows.start = end;
        let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(part.len()));
        let columns = (self.make)(part);
        Some(if columns.is_empty() {
            RecordBatch::try_new_with_options(self.schema.clone(), columns, &options)
        } else {
            RecordBatch::try_new(self.schema.clone(), columns)
        })
    }
}

impl<F: FnMut(Range<usize>) -> Vec<ArrayRef>> RecordBatchReader for Batches<F> {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// A stream of the columns that are made of some rows, `at_a_time` of them.
pub(crate) fn stream<'py>(
    py: Python<'py>,
    schema: SchemaRef,
    (rows, at_a_time): (usize, usize),
    make: impl FnMut(Range<usize>) -> Vec<ArrayRef> + Send + 'static,
) -> PyResult<Bound<'py, PyCapsule>> {
    let batches = Batches { schema, rows: 0..rows, at_a_time, make };
    let stream = FFI_ArrowArrayStream::new(Box::new(batches));
    // The reader moves the stream out; if none comes, it is released with the capsule.
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
