//! Rows as Apache Parquet.

use std::io::Write;
use std::sync::Arc;

use anyhow::anyhow;
use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::rows::ExportRow;

/// Rows of a group, which are in memory until they are written.
const GROUP: usize = 1 << 17;

/// A column: its name, whether its cells can be null, and what they are.
struct Column {
    name: &'static str,
    repetition: Repetition,
    cells: Cells,
}

/// The cell of a row.
enum Cells {
    Number(fn(&ExportRow) -> Option<i32>),
    Text(fn(&ExportRow) -> Option<&str>),
}

/// The columns of CSV; null stands for an empty field.
const COLUMNS: [Column; 8] = [
    Column {
        name: "level",
        repetition: Repetition::REQUIRED,
        cells: Cells::Number(|row| Some(row.level.cast_signed())),
    },
    Column {
        name: "key",
        repetition: Repetition::REQUIRED,
        cells: Cells::Text(|row| Some(&row.key)),
    },
    Column {
        name: "board",
        repetition: Repetition::OPTIONAL,
        cells: Cells::Text(|row| Some(row.board.as_str()).filter(|board| !board.is_empty())),
    },
    Column {
        name: "mover",
        repetition: Repetition::REQUIRED,
        cells: Cells::Text(|row| Some(row.mover)),
    },
    Column {
        name: "value",
        repetition: Repetition::REQUIRED,
        cells: Cells::Number(|row| Some(row.value)),
    },
    Column {
        name: "best",
        repetition: Repetition::OPTIONAL,
        cells: Cells::Text(|row| row.best.as_deref()),
    },
    Column {
        name: "plies",
        repetition: Repetition::OPTIONAL,
        cells: Cells::Number(|row| row.plies.map(u32::cast_signed)),
    },
    Column {
        name: "roles",
        repetition: Repetition::REQUIRED,
        cells: Cells::Text(|row| Some(row.roles)),
    },
];

/// A Parquet file that is being written, group by group.
pub struct ParquetFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    group: Vec<ExportRow>,
}

impl<W: Write + Send> ParquetFile<W> {
    /// A file without rows.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written.
    pub fn new(file: W) -> anyhow::Result<Self> {
        let schema = schema().map_err(cause)?;
        Ok(Self {
            writer: SerializedFileWriter::new(file, schema, properties()).map_err(cause)?,
            group: Vec::new(),
        })
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// Fails if a group is full and cannot be written.
    pub fn add(&mut self, row: ExportRow) -> anyhow::Result<()> {
        self.group.push(row);
        match self.group.len() {
            GROUP => self.write_group().map_err(cause),
            _ => Ok(()),
        }
    }

    /// Writes what is left.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written.
    pub fn finish(mut self) -> anyhow::Result<()> {
        if !self.group.is_empty() {
            self.write_group().map_err(cause)?;
        }
        self.writer.close().map_err(cause)?;
        Ok(())
    }

    fn write_group(&mut self) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        for column in &COLUMNS {
            let Some(mut writer) = group.next_column()? else {
                break;
            };
            column.write(&self.group, &mut writer)?;
            writer.close()?;
        }
        group.close()?;
        self.group.clear();
        Ok(())
    }
}

impl Column {
    fn schema(&self) -> Result<TypePtr> {
        let (kind, logical) = match self.cells {
            Cells::Number(_) => (PhysicalType::INT32, None),
            Cells::Text(_) => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let built = Type::primitive_type_builder(self.name, kind)
            .with_repetition(self.repetition)
            .with_logical_type(logical)
            .build()?;
        Ok(Arc::new(built))
    }

    fn write(&self, rows: &[ExportRow], writer: &mut SerializedColumnWriter<'_>) -> Result<()> {
        match self.cells {
            Cells::Number(cell) => {
                let values: Vec<i32> = rows.iter().filter_map(cell).collect();
                let levels = definition_levels(rows, cell);
                let column = writer.typed::<Int32Type>();
                column.write_batch(&values, Some(&levels), None)?;
            }
            Cells::Text(cell) => {
                let values = rows.iter().filter_map(cell).map(ByteArray::from);
                let values: Vec<ByteArray> = values.collect();
                let levels = definition_levels(rows, cell);
                let column = writer.typed::<ByteArrayType>();
                column.write_batch(&values, Some(&levels), None)?;
            }
        }
        Ok(())
    }
}

/// The error, whose message names what caused it.
fn cause(error: ParquetError) -> anyhow::Error {
    match error {
        ParquetError::External(cause) => anyhow!("{cause}"),
        other => anyhow!("{other}"),
    }
}

/// 1 for each cell, 0 for each null.
fn definition_levels<'a, T>(
    rows: &'a [ExportRow],
    cell: impl Fn(&'a ExportRow) -> Option<T>,
) -> Vec<i16> {
    rows.iter().map(|row| cell(row).is_some().into()).collect()
}

fn schema() -> Result<TypePtr> {
    let fields: Result<Vec<TypePtr>> = COLUMNS.iter().map(Column::schema).collect();
    let built = Type::group_type_builder("positions")
        .with_fields(fields?)
        .build()?;
    Ok(Arc::new(built))
}

fn properties() -> WriterPropertiesPtr {
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
    Arc::new(properties.build())
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;

    fn row(level: u32) -> ExportRow {
        ExportRow {
            level,
            key: format!("{level:#x}"),
            board: String::new(),
            mover: "X",
            value: -1,
            best: Some("a1".to_owned()),
            plies: None,
            roles: "both",
        }
    }

    #[test]
    fn groups_have_a_bounded_number_of_rows() {
        for (rows, groups) in [
            (0, vec![]),
            (1, vec![1]),
            (GROUP, vec![GROUP]),
            (GROUP + 1, vec![GROUP, 1]),
        ] {
            let file = tempfile::tempfile().unwrap();
            let mut parquet = ParquetFile::new(&file).unwrap();
            for level in 0..rows {
                parquet.add(row(level as u32)).unwrap();
            }
            parquet.finish().unwrap();
            let reader = SerializedFileReader::new(file).unwrap();
            let found = reader.metadata().row_groups().iter();
            let found: Vec<usize> = found.map(|group| group.num_rows() as usize).collect();
            assert_eq!(found, groups);
        }
    }
}
