//! Export of a ledger's tables as Parquet files.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{
    ByteArray, ByteArrayType, DoubleType, FixedLenByteArray, FixedLenByteArrayType, Int64Type,
};
use parquet::errors::Result as ParquetResult;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use rusqlite::types::ValueRef;

use super::export::{Column, ColumnKind, ExportTable};
use super::{Ledger, damaged};
use crate::error::CampaignError;

/// Rows per row group, which are buffered in memory.
const ROW_GROUP: usize = 1 << 16;

/// The length of a key in bytes.
const KEY_BYTES: i32 = 16;

impl Ledger {
    /// Writes a table as a Parquet file with Snappy compression. Keys are fixed-length arrays of 16
    /// bytes, big-endian. Returns the number of rows.
    ///
    /// # Errors
    ///
    /// Fails if the ledger cannot be read or the file cannot be written.
    pub fn export_parquet(
        &self,
        table: ExportTable,
        to: impl Write + Send,
    ) -> Result<u64, CampaignError> {
        let unwritten = |error: parquet::errors::ParquetError| CampaignError::File {
            path: format!("{} as Parquet", table.name()).into(),
            action: "write",
            cause: std::io::Error::other(error),
        };
        let schema = schema(table).map_err(unwritten)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(format!("solveig {}", env!("CARGO_PKG_VERSION")))
            .build();
        let mut file = SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties))
            .map_err(unwritten)?;
        let mut columns: Vec<Buffer> = table.columns().iter().copied().map(Buffer::new).collect();
        let mut query = self
            .connection
            .prepare(table.query())
            .map_err(self.failed("read"))?;
        let mut rows = query.query([]).map_err(self.failed("read"))?;
        let mut count = 0;
        let mut waiting = 0;
        while let Some(row) = rows.next().map_err(self.failed("read"))? {
            for (place, column) in columns.iter_mut().enumerate() {
                let value = row.get_ref(place).map_err(self.failed("read"))?;
                column.push(value).map_err(|Misplaced| {
                    let problem = format!(
                        "{} of {} holds what it cannot hold",
                        column.column.name,
                        table.name()
                    );
                    damaged(&self.path, problem)
                })?;
            }
            count += 1;
            waiting += 1;
            if waiting == ROW_GROUP {
                write_group(&mut file, &mut columns).map_err(unwritten)?;
                waiting = 0;
            }
        }
        if waiting > 0 {
            write_group(&mut file, &mut columns).map_err(unwritten)?;
        }
        file.close().map_err(unwritten)?;
        self.expect_unchanged()?;
        Ok(count)
    }
}

fn schema(table: ExportTable) -> ParquetResult<Type> {
    let field = |column: &Column| {
        let (physical, logical) = match column.kind {
            ColumnKind::Key => (Physical::FIXED_LEN_BYTE_ARRAY, None),
            ColumnKind::Integer => (Physical::INT64, None),
            ColumnKind::Real => (Physical::DOUBLE, None),
            ColumnKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let repetition = match column.optional {
            true => Repetition::OPTIONAL,
            false => Repetition::REQUIRED,
        };
        let mut builder = Type::primitive_type_builder(column.name, physical)
            .with_repetition(repetition)
            .with_logical_type(logical);
        if column.kind == ColumnKind::Key {
            builder = builder.with_length(KEY_BYTES);
        }
        builder.build().map(Arc::new)
    };
    let fields = table.columns().iter().map(field);
    Type::group_type_builder(table.name())
        .with_fields(fields.collect::<ParquetResult<_>>()?)
        .build()
}

fn write_group<W: Write + Send>(
    file: &mut SerializedFileWriter<W>,
    columns: &mut [Buffer],
) -> ParquetResult<()> {
    let mut group = file.next_row_group()?;
    for column in columns {
        if let Some(mut writer) = group.next_column()? {
            column.write(&mut writer)?;
            writer.close()?;
        }
    }
    group.close()?;
    Ok(())
}

/// The error for a value that is not of its column's kind.
struct Misplaced;

/// The buffered rows of a column.
struct Buffer {
    column: Column,
    values: Values,
    /// For optional columns, the definition level of each row: 1 with a value, 0 without.
    present: Vec<i16>,
}

enum Values {
    Keys(Vec<FixedLenByteArray>),
    Integers(Vec<i64>),
    Reals(Vec<f64>),
    Texts(Vec<ByteArray>),
}

impl Buffer {
    const fn new(column: Column) -> Self {
        let values = match column.kind {
            ColumnKind::Key => Values::Keys(Vec::new()),
            ColumnKind::Integer => Values::Integers(Vec::new()),
            ColumnKind::Real => Values::Reals(Vec::new()),
            ColumnKind::Text => Values::Texts(Vec::new()),
        };
        Self {
            column,
            values,
            present: Vec::new(),
        }
    }

    fn push(&mut self, value: ValueRef<'_>) -> Result<(), Misplaced> {
        match (&mut self.values, value) {
            (_, ValueRef::Null) if self.column.optional => {
                self.present.push(0);
                return Ok(());
            }
            (Values::Keys(keys), ValueRef::Blob(bytes)) if bytes.len() == KEY_BYTES as usize => {
                keys.push(ByteArray::from(bytes.to_vec()).into());
            }
            (Values::Integers(integers), ValueRef::Integer(integer)) => integers.push(integer),
            (Values::Reals(reals), ValueRef::Real(real)) => reals.push(real),
            (Values::Texts(texts), ValueRef::Text(bytes)) if std::str::from_utf8(bytes).is_ok() => {
                texts.push(ByteArray::from(bytes.to_vec()));
            }
            _ => return Err(Misplaced),
        }
        if self.column.optional {
            self.present.push(1);
        }
        Ok(())
    }

    /// Writes the buffered rows and clears them.
    fn write(&mut self, writer: &mut SerializedColumnWriter<'_>) -> ParquetResult<()> {
        let present = self.column.optional.then_some(&self.present[..]);
        match &mut self.values {
            Values::Keys(keys) => {
                let to = writer.typed::<FixedLenByteArrayType>();
                to.write_batch(keys, present, None)?;
                keys.clear();
            }
            Values::Integers(integers) => {
                let to = writer.typed::<Int64Type>();
                to.write_batch(integers, present, None)?;
                integers.clear();
            }
            Values::Reals(reals) => {
                let to = writer.typed::<DoubleType>();
                to.write_batch(reals, present, None)?;
                reals.clear();
            }
            Values::Texts(texts) => {
                let to = writer.typed::<ByteArrayType>();
                to.write_batch(texts, present, None)?;
                texts.clear();
            }
        }
        self.present.clear();
        Ok(())
    }
}
