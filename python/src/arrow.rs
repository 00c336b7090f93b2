//! Stored positions as a stream of Arrow record batches, behind the PyCapsule interface.

use std::cell::Cell;
use std::error::Error;
use std::ops::Range;
use std::sync::Arc;
use std::thread::{self, ThreadId};
use std::time::Instant;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::Int16Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Int8Array, Int16Array, Int32Array, RecordBatch, RecordBatchReader,
    StringArray, UInt8Array, UInt32Array, UInt64Array,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use solveig::{AnyGame, Game as _, Move, Notation};
use solveig_engine::artifact::StoredArtifact;
use solveig_format::LevelSummary;

use crate::bulk::{LevelColumns, Numbers, words_of};
use crate::core::Core;
use crate::opened::Shared;
use crate::waiting::LOOK;

/// Blocks of a batch, which is in memory at once: of up to 65,536 positions.
const BLOCKS: u64 = 512;

/// The names of the words of a key, that of the low bits in front.
const KEYS: [&str; 4] = ["key", "key_1", "key_2", "key_3"];

/// Stored positions behind Arrow's PyCapsule interface, as `Solution.table` has them.
#[pyclass(frozen, module = "solveig")]
pub struct Table {
    solution: Arc<Shared>,
    shape: Shape,
    levels: Vec<LevelSummary>,
}

/// What all batches of a table share.
#[derive(Clone)]
struct Shape {
    core: Arc<Core>,
    schema: SchemaRef,
}

impl Shape {
    fn new(core: &Arc<Core>) -> Self {
        let (game, range) = (&core.game, core.game.value_range());
        let value = match Numbers::with_room(range.min, range.max, 0) {
            Numbers::Bytes(_) => DataType::Int8,
            Numbers::Shorts(_) => DataType::Int16,
            Numbers::Words(_) => DataType::Int32,
        };
        let name = DataType::Dictionary(DataType::Int16.into(), DataType::Utf8.into());
        let mut fields = vec![Field::new("level", DataType::UInt32, false)];
        let keys = KEYS.iter().take(words_of(game));
        fields.extend(keys.map(|key| Field::new(*key, DataType::UInt64, false)));
        fields.extend([
            Field::new("value", value, false),
            Field::new("best", name, true),
            Field::new("roles", DataType::UInt8, false),
        ]);
        Self {
            core: Arc::clone(core),
            schema: Arc::new(Schema::new(fields)),
        }
    }

    /// The batch of stored positions of one level.
    fn batch(&self, level: u32, columns: LevelColumns) -> Result<RecordBatch, ArrowError> {
        let game = &self.core.game;
        let (width, count) = (words_of(game), columns.roles.len());
        let mut all: Vec<ArrayRef> = vec![Arc::new(UInt32Array::from(vec![level; count]))];
        for word in 0..width {
            let words = columns.keys.iter().skip(word).step_by(width).copied();
            all.push(Arc::new(UInt64Array::from_iter_values(words)));
        }
        all.push(match columns.values {
            Numbers::Bytes(values) => Arc::new(Int8Array::from(values)),
            Numbers::Shorts(values) => Arc::new(Int16Array::from(values)),
            Numbers::Words(values) => Arc::new(Int32Array::from(values)),
        });
        let codes = columns.moves.map(Numbers::into_shorts).unwrap_or_default();
        // Rules in Python have names of moves once they were met, as those of this batch were.
        let names = 0..=codes
            .iter()
            .copied()
            .max()
            .unwrap_or(0)
            .max(0)
            .cast_unsigned();
        let names = StringArray::from_iter_values(names.map(|code| game.format_move(Move(code))));
        let codes = codes.into_iter().map(|code| (code >= 0).then_some(code));
        let best = DictionaryArray::<Int16Type>::try_new(codes.collect(), Arc::new(names))?;
        all.push(Arc::new(best));
        all.push(Arc::new(UInt8Array::from(columns.roles)));
        RecordBatch::try_new(Arc::clone(&self.schema), all)
    }
}

/// A pass over the stored positions.
struct Batches {
    solution: Arc<Shared>,
    shape: Shape,
    /// The blocks that are left of each level, in reverse order.
    left: Vec<(u32, Range<u64>)>,
    signals: Signals,
}

/// Looks for Ctrl-C, which libraries that read in code of their own do not do.
struct Signals {
    /// The thread that began to read. It has the interpreter's lock or can wait for it; another
    /// may be waited for by one that has it, and sees no signals.
    thread: ThreadId,
    /// When to look again.
    next: Cell<Instant>,
}

impl Signals {
    fn look(&self) -> Result<(), ArrowError> {
        if self.thread != thread::current().id() || Instant::now() < self.next.get() {
            return Ok(());
        }
        self.next.set(Instant::now() + LOOK);
        Python::attach(|py| py.check_signals()).map_err(external)
    }
}

fn external(error: impl Into<Box<dyn Error + Send + Sync>>) -> ArrowError {
    ArrowError::ExternalError(error.into())
}

impl Batches {
    /// The positions of some blocks of a level.
    fn read(&self, level: u32, blocks: Range<u64>) -> Result<RecordBatch, ArrowError> {
        let read = |artifact: &StoredArtifact<AnyGame>| -> Result<LevelColumns, ArrowError> {
            let mut columns = LevelColumns::with_room(&self.shape.core.game, true, 0);
            let mut records = Vec::new();
            for number in blocks {
                self.signals.look()?;
                let block = artifact.reader().read_block(number, &mut records);
                block.map_err(external)?;
                for record in &records {
                    columns.push(artifact, record).map_err(external)?;
                }
            }
            Ok(columns)
        };
        match self.solution.with_artifact(read) {
            Some(Ok(columns)) => self.shape.batch(level, columns),
            Some(Err(error)) => Err(error),
            None => Err(external("the solution is closed")),
        }
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (level, blocks) = self.left.last_mut()?;
        let end = blocks.end.min(blocks.start + BLOCKS);
        let (level, some) = (*level, blocks.start..end);
        blocks.start = end;
        if blocks.is_empty() {
            self.left.pop();
        }
        // A method of rules in Python may raise; nothing may unwind into the reader's code.
        let batch = self.shape.core.at_once(|| self.read(level, some));
        let batch = batch.unwrap_or_else(|error| Err(external(error)));
        if batch.is_err() {
            self.left.clear();
        }
        Some(batch)
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.shape.schema)
    }
}

impl Table {
    /// The stored positions of these levels.
    pub fn new(solution: Arc<Shared>, core: &Arc<Core>, levels: Vec<LevelSummary>) -> Self {
        Self {
            solution,
            shape: Shape::new(core),
            levels,
        }
    }

    fn count(&self) -> usize {
        self.levels.iter().map(|level| level.records as usize).sum()
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        let fields = self.shape.schema.fields().iter();
        fields.map(|field| field.name().clone()).collect()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.solution.expect_open(py)?;
        Ok(self.count())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.shape.schema.as_ref());
        let schema = schema.map_err(|error| crate::errors::Kind::Any.says(error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        self.solution.expect_open(py)?;
        // The interface lets a producer keep to its own schema.
        let _ = requested_schema;
        let levels = self.levels.iter().rev().filter(|level| level.records > 0);
        let batches = Batches {
            solution: Arc::clone(&self.solution),
            shape: self.shape.clone(),
            left: levels.map(|one| (one.level, one.blocks.clone())).collect(),
            signals: Signals {
                thread: thread::current().id(),
                next: Cell::new(Instant::now()),
            },
        };
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        format!(
            "<Table of {} positions of {}>",
            self.count(),
            self.shape.core.game.spec()
        )
    }
}
