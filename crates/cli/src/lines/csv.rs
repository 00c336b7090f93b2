//! Rows of comma-separated values, one a line: RFC 4180 without line breaks in fields.

use csv::{ReaderBuilder, StringRecord, Writer};

use crate::failure::Problem;

/// The columns of answers.
pub const ANSWERED: [&str; 13] = [
    "status",
    "source",
    "value",
    "at_least",
    "at_most",
    "best_move",
    "pv",
    "moves",
    "agrees",
    "nodes",
    "seconds",
    "interrupted",
    "error",
];

/// The columns of a file.
pub struct Table {
    header: StringRecord,
    position: usize,
    stated: Option<usize>,
    /// The names under which the answers repeat the columns.
    kept: Vec<String>,
}

/// The fields of a line.
#[derive(Clone, Default)]
pub struct Row {
    position: String,
    stated: String,
    kept: Vec<String>,
}

impl Table {
    /// The columns that a header names. The positions stand under `position`, or else under
    /// `moves`, or in the only column; `None` if none of these is there.
    pub fn of(header: &str) -> Option<Self> {
        let header = fields(header);
        let at = |name: &str| header.iter().position(|column| column.trim() == name);
        let only = (header.len() == 1).then_some(0);
        let position = at("position").or_else(|| at("moves")).or(only)?;
        let mut kept: Vec<String> = header.iter().map(str::to_owned).collect();
        for column in 0..kept.len() {
            let mut name = kept[column].trim().to_owned();
            if !ANSWERED.contains(&name.as_str()) {
                continue;
            }
            if column == position {
                "position".clone_into(&mut name);
            }
            while ANSWERED.contains(&name.as_str()) || is_taken(&kept, column, &name) {
                name.insert_str(0, "input_");
            }
            kept[column] = name;
        }
        Some(Self {
            position,
            stated: at("stated"),
            kept,
            header,
        })
    }

    /// The name of the first column.
    pub fn first(&self) -> &str {
        self.header.get(0).unwrap_or_default()
    }

    /// Whether the header says which column has the positions.
    pub fn names_positions(&self) -> bool {
        self.header.iter().any(|column| column.trim() == "position")
    }

    /// The header of the answers: all columns of the input, and those of the answers. A column of
    /// the input under the name of one of the answers is called `input_NAME`, and `position` if the
    /// positions stand there.
    pub fn header_of_answers(&self) -> String {
        line(self.kept.iter().map(String::as_str).chain(ANSWERED))
    }

    /// A row with nothing in it.
    pub fn empty(&self) -> Row {
        Row {
            kept: vec![String::new(); self.kept.len()],
            ..Row::default()
        }
    }

    /// Reads a line, and says what is wrong if a quotation mark is not closed or if it has another
    /// number of fields than the header.
    pub fn row(&self, text: &str) -> (Row, Result<(), Problem>) {
        let fields = fields(text);
        let field = |at: usize| fields.get(at).unwrap_or_default().to_owned();
        let row = Row {
            position: field(self.position).trim().to_owned(),
            stated: self.stated.map(field).unwrap_or_default().trim().to_owned(),
            kept: (0..self.kept.len()).map(field).collect(),
        };
        let (found, expected) = (fields.len(), self.header.len());
        let unit = if found == 1 { "field" } else { "fields" };
        let whole = if text.matches('"').count() % 2 == 1 {
            Err(Problem::of("a quotation mark is not closed"))
        } else if found != expected {
            Err(Problem::of(format!(
                "{found} {unit}: the header has {expected}"
            )))
        } else {
            Ok(())
        };
        (row, whole)
    }
}

impl Row {
    /// The position.
    pub fn position(&self) -> &str {
        &self.position
    }

    /// The value that is stated; empty if there is none.
    pub fn stated(&self) -> &str {
        &self.stated
    }

    /// The line of the answer: what is kept of the row, and then the cells under [`ANSWERED`], of
    /// which those that are missing are empty.
    pub fn answered(&self, answer: &[String]) -> String {
        let empty = ANSWERED.len() - answer.len();
        let kept = self.kept.iter().chain(answer).map(String::as_str);
        line(kept.chain(std::iter::repeat_n("", empty)))
    }
}

/// Whether a column other than `column` has the name.
fn is_taken(names: &[String], column: usize, name: &str) -> bool {
    let mut others = names.iter().enumerate();
    others.any(|(at, other)| at != column && other.trim() == name)
}

/// The columns that a header names, for messages.
pub fn columns(header: &str) -> String {
    fields(header).iter().collect::<Vec<_>>().join(", ")
}

fn fields(text: &str) -> StringRecord {
    let reader = ReaderBuilder::new()
        .has_headers(false)
        .buffer_capacity(text.len().max(1))
        .from_reader(text.as_bytes());
    let record = reader.into_records().next();
    // Text of one line is always a record; an empty line is one empty field.
    match record {
        Some(Ok(record)) => record,
        _ => StringRecord::from(vec![""]),
    }
}

fn line<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(cells);
    let written = writer.into_inner().unwrap_or_default();
    let text = String::from_utf8_lossy(&written);
    text.trim_end_matches('\n').to_owned()
}
