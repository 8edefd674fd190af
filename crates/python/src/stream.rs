//! Batches of columns as an Arrow C stream, in the capsule that Python passes on.
//!
//! Source: the Arrow PyCapsule interface and the Arrow C stream interface of the Apache Arrow project (2021, 2024). A
//! reader takes the batches one by one, with the memory of their columns, which is not copied. A request for a batch
//! builds several batches in parallel, one on each core.

use std::collections::VecDeque;
use std::ops::Range;
use std::thread;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// Maximum number of batches built in parallel.
const MAX_AT_A_TIME: usize = 8;

/// The batches of a table, each with some of its rows.
struct Batches<F> {
    schema: SchemaRef,
    /// The remaining rows.
    rows: Range<usize>,
    /// The number of rows in a batch.
    rows_of_batch: usize,
    /// The function that builds the columns of some rows.
    make: F,
    /// Finished batches, with their numbers of rows.
    made: VecDeque<(usize, Vec<ArrayRef>)>,
}

impl<F: Fn(Range<usize>) -> Vec<ArrayRef> + Sync> Batches<F> {
    /// Builds the next batches, one of them on this thread.
    fn make_some(&mut self) {
        let threads = thread::available_parallelism().map_or(1, Into::into).min(MAX_AT_A_TIME);
        let starts = self.rows.clone().step_by(self.rows_of_batch).take(threads);
        let parts: Vec<_> =
            starts.map(|start| start..self.rows.end.min(start + self.rows_of_batch)).collect();
        let Some(((first, others), last)) = parts.split_first().zip(parts.last()) else { return };
        self.rows.start = last.end;
        let make = |rows: &Range<usize>| (rows.len(), (self.make)(rows.clone()));
        let made = thread::scope(|scope| {
            let begun: Vec<_> = others.iter().map(|rows| scope.spawn(|| make(rows))).collect();
            let first = make(first);
            let join = |one: thread::ScopedJoinHandle<'_, _>| {
                one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            std::iter::once(first).chain(begun.into_iter().map(join)).collect()
        });
        self.made = made;
    }
}

impl<F: Fn(Range<usize>) -> Vec<ArrayRef> + Sync> Iterator for Batches<F> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.made.is_empty() {
            self.make_some();
        }
        let (rows, columns) = self.made.pop_front()?;
        let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(rows));
        Some(if columns.is_empty() {
            RecordBatch::try_new_with_options(self.schema.clone(), columns, &options)
        } else {
            RecordBatch::try_new(self.schema.clone(), columns)
        })
    }
}

impl<F: Fn(Range<usize>) -> Vec<ArrayRef> + Sync> RecordBatchReader for Batches<F> {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// Returns a stream of the columns that `make` builds from some rows, with `rows_of_batch` rows in a batch.
pub(crate) fn stream<'py>(
    py: Python<'py>,
    schema: SchemaRef,
    (rows, rows_of_batch): (usize, usize),
    make: impl Fn(Range<usize>) -> Vec<ArrayRef> + Send + Sync + 'static,
) -> PyResult<Bound<'py, PyCapsule>> {
    let batches = Batches { schema, rows: 0..rows, rows_of_batch, make, made: VecDeque::new() };
    let stream = FFI_ArrowArrayStream::new(Box::new(batches));
    // The reader moves the stream out. If there is no reader, the stream is released with the capsule.
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
