//! Export of a ledger's tables as Parquet files.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{
    ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArray, FixedLenByteArrayType,
    Int64Type,
};
use parquet::errors::Result as ParquetResult;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use rusqlite::types::ValueRef;

use super::export::ExportTable;
use super::{Ledger, bytes_of, damaged};
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
        let mut query = self
            .connection
            .prepare(table.query())
            .map_err(self.failed("read"))?;
        let names = query.column_names().into_iter();
        let mut columns: Vec<Buffer> = names.map(|name| Buffer::new(table, name)).collect();
        let schema = schema(table, &columns).map_err(unwritten)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(format!("solveig {}", env!("CARGO_PKG_VERSION")))
            .build();
        let mut file = SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties))
            .map_err(unwritten)?;
        self.meter.reads();
        let mut rows = query.query([]).map_err(self.failed("read"))?;
        let mut count = 0;
        let mut waiting = 0;
        while let Some(row) = rows.next().map_err(self.failed("read"))? {
            self.meter.yields(bytes_of(row))?;
            for (place, column) in columns.iter_mut().enumerate() {
                let value = row.get_ref(place).map_err(self.failed("read"))?;
                column.push(value).map_err(|Misplaced| {
                    let problem = format!(
                        "{} of {} holds what it cannot hold",
                        column.name,
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

fn schema(table: ExportTable, columns: &[Buffer]) -> ParquetResult<Type> {
    let field = |column: &Buffer| {
        let (physical, logical, length) = match column.values {
            Values::Keys(_) => (Physical::FIXED_LEN_BYTE_ARRAY, None, KEY_BYTES),
            Values::Integers(_) => (Physical::INT64, None, -1),
            Values::Reals(_) => (Physical::DOUBLE, None, -1),
            Values::Texts(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String), -1),
        };
        let repetition = match column.optional {
            true => Repetition::OPTIONAL,
            false => Repetition::REQUIRED,
        };
        Type::primitive_type_builder(&column.name, physical)
            .with_repetition(repetition)
            .with_logical_type(logical)
            .with_length(length)
            .build()
            .map(Arc::new)
    };
    let fields = columns.iter().map(field);
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

/// Writes values and clears them.
fn write_all<T: DataType>(
    to: &mut SerializedColumnWriter<'_>,
    values: &mut Vec<T::T>,
    present: Option<&[i16]>,
) -> ParquetResult<()> {
    to.typed::<T>().write_batch(values, present, None)?;
    values.clear();
    Ok(())
}

/// The error for a value that is not of its column's kind.
struct Misplaced;

/// The buffered rows of a column.
struct Buffer {
    name: String,
    /// Whether values may be missing.
    optional: bool,
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
    /// The column `name` of a table. Columns of one name hold values of one kind in all tables.
    fn new(table: ExportTable, name: &str) -> Self {
        Self {
            name: name.to_owned(),
            optional: match table {
                ExportTable::Jobs => {
                    matches!(
                        name,
                        "worker" | "nodes" | "seconds" | "waited" | "accepted" | "error"
                    )
                }
                ExportTable::Rounds => name == "ended",
                _ => false,
            },
            values: match name {
                "key" => Values::Keys(Vec::new()),
                "seconds" | "waited" => Values::Reals(Vec::new()),
                "worker" | "version" | "task" | "state" | "accepted" | "error" | "started"
                | "ended" => Values::Texts(Vec::new()),
                _ => Values::Integers(Vec::new()),
            },
            present: Vec::new(),
        }
    }

    fn push(&mut self, value: ValueRef<'_>) -> Result<(), Misplaced> {
        match (&mut self.values, value) {
            (_, ValueRef::Null) if self.optional => {
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
        if self.optional {
            self.present.push(1);
        }
        Ok(())
    }

    /// Writes the buffered rows and clears them.
    fn write(&mut self, writer: &mut SerializedColumnWriter<'_>) -> ParquetResult<()> {
        let present = self.optional.then_some(&self.present[..]);
        match &mut self.values {
            Values::Keys(keys) => write_all::<FixedLenByteArrayType>(writer, keys, present)?,
            Values::Integers(integers) => write_all::<Int64Type>(writer, integers, present)?,
            Values::Reals(reals) => write_all::<DoubleType>(writer, reals, present)?,
            Values::Texts(texts) => write_all::<ByteArrayType>(writer, texts, present)?,
        }
        self.present.clear();
        Ok(())
    }
}
