//! Rows as Apache Parquet.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Result, ensure};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;

use super::rows::ExportRow;

/// The columns, as in CSV.
const SCHEMA: &str = "message position {
    required int32 level;
    required binary key (string);
    required binary board (string);
    required binary mover (string);
    required int32 value;
    optional binary best (string);
    optional int32 plies;
    required binary roles (string);
}";

/// Rows of a group.
const GROUP: usize = 1 << 17;

/// Receives rows.
type Take<'a> = dyn FnMut(ExportRow) -> Result<()> + 'a;

/// Writes the rows that `each` hands over, and returns their number.
///
/// # Errors
///
/// Fails if `each` does, or if the file cannot be written.
pub fn write(
    file: &mut (impl Write + Send),
    each: &mut dyn FnMut(&mut Take<'_>) -> Result<u64>,
) -> Result<u64> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties.build()))?;
    let mut rows = Vec::with_capacity(GROUP);
    let count = each(&mut |row| {
        rows.push(row);
        if rows.len() == GROUP {
            write_group(&mut writer, &rows)?;
            rows.clear();
        }
        Ok(())
    })?;
    if !rows.is_empty() {
        write_group(&mut writer, &rows)?;
    }
    writer.close()?;
    Ok(count)
}

fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    rows: &[ExportRow],
) -> Result<()> {
    let mut group = writer.next_row_group()?;
    let mut written = 0;
    while let Some(mut column) = group.next_column()? {
        match written {
            0 => numbers(&mut column, rows, |row| Some(row.level.cast_signed()))?,
            1 => texts(&mut column, rows, |row| Some(&row.key))?,
            2 => texts(&mut column, rows, |row| Some(&row.board))?,
            3 => texts(&mut column, rows, |row| Some(row.mover))?,
            4 => numbers(&mut column, rows, |row| Some(row.value))?,
            5 => texts(&mut column, rows, |row| row.best.as_deref())?,
            6 => numbers(&mut column, rows, |row| row.plies.map(u32::cast_signed))?,
            _ => texts(&mut column, rows, |row| Some(row.roles))?,
        }
        column.close()?;
        written += 1;
    }
    ensure!(written == 8, "{written} columns: expected 8");
    group.close()?;
    Ok(())
}

fn numbers(
    column: &mut SerializedColumnWriter<'_>,
    rows: &[ExportRow],
    of: impl Fn(&ExportRow) -> Option<i32>,
) -> Result<()> {
    let values: Vec<i32> = rows.iter().filter_map(&of).collect();
    let levels: Vec<i16> = rows.iter().map(|row| of(row).is_some().into()).collect();
    let column = column.typed::<Int32Type>();
    column.write_batch(&values, Some(&levels), None)?;
    Ok(())
}

fn texts(
    column: &mut SerializedColumnWriter<'_>,
    rows: &[ExportRow],
    of: impl Fn(&ExportRow) -> Option<&str>,
) -> Result<()> {
    let values: Vec<ByteArray> = rows.iter().filter_map(&of).map(ByteArray::from).collect();
    let levels: Vec<i16> = rows.iter().map(|row| of(row).is_some().into()).collect();
    let column = column.typed::<ByteArrayType>();
    column.write_batch(&values, Some(&levels), None)?;
    Ok(())
}
