//! Rows of comma-separated values, one a line: RFC 4180 without line breaks in fields.

use std::sync::Arc;

use csv::{ReaderBuilder, StringRecord};
use solveig_api::{AnswerColumns, AnswerRow, CsvLine};

use crate::failure::Problem;

/// The columns of a file.
pub struct Table {
    header: StringRecord,
    position: usize,
    /// The board before the moves, as the HTTP interface writes it.
    from: Option<usize>,
    stated: Option<usize>,
    /// The names under which the answers repeat the columns.
    kept: Vec<String>,
    answers: AnswerColumns,
}

/// The fields of a line.
#[derive(Clone)]
pub struct Row {
    table: Arc<Table>,
    fields: Vec<String>,
}

impl Table {
    /// The columns that a header names. The positions are under `position`, or else under `moves`,
    /// or else under `board`, or in the only column; `None` if none of these is there. What stands
    /// under `from`, or under `board` beside `moves`, is in front of them. Answers have the columns
    /// of `answers`, and `agrees` beside `stated`.
    pub fn of(header: &str, answers: AnswerColumns) -> Option<Self> {
        let header = fields(header);
        let at = |name: &str| header.iter().position(|column| column.trim() == name);
        let only = (header.len() == 1).then_some(0);
        let [board, moves] = ["position", "moves"].map(at);
        let position = board.or(moves).or_else(|| at("board")).or(only)?;
        let from = at("from").filter(|from| *from != position);
        let from = from.or_else(|| {
            let has_moves = board.is_none() && moves.is_some();
            at("board").filter(|_| has_moves)
        });
        let stated = at("stated");
        let answers = AnswerColumns {
            has_agrees: stated.is_some(),
            ..answers
        };
        let answered = answers.names();
        let mut kept: Vec<String> = header.iter().map(str::to_owned).collect();
        for column in 0..kept.len() {
            let mut name = kept[column].trim().to_owned();
            if !answered.contains(&name) {
                continue;
            }
            if column == position {
                "position".clone_into(&mut name);
            }
            while answered.contains(&name) || is_taken(&kept, column, &name) {
                name.insert_str(0, "input_");
            }
            kept[column] = name;
        }
        Some(Self {
            header,
            position,
            from,
            stated,
            kept,
            answers,
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
        let mut line = CsvLine::default();
        for name in self.kept.iter().chain(&self.answers.names()) {
            line.cell(name);
        }
        line.finish()
    }

    /// A row with nothing in it.
    pub fn empty(self: &Arc<Self>) -> Row {
        Row {
            table: Arc::clone(self),
            fields: vec![String::new(); self.kept.len()],
        }
    }

    /// Reads a line, and says what is wrong if a quotation mark is not closed or if it has another
    /// number of fields than the header.
    pub fn row(self: &Arc<Self>, text: &str) -> (Row, Result<(), Problem>) {
        let fields = fields(text);
        let field = |at: usize| fields.get(at).unwrap_or_default().to_owned();
        let row = Row {
            table: Arc::clone(self),
            fields: (0..self.kept.len()).map(field).collect(),
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
    /// The position of the row, as a board, a move list, or a board and moves behind it.
    pub fn position(&self) -> String {
        let field = |at: usize| self.fields[at].trim();
        let position = field(self.table.position);
        match self.table.from.map(field) {
            None | Some("" | "-") => position.to_owned(),
            Some(from) if matches!(position, "" | "-") => from.to_owned(),
            Some(from) => format!("{from} {position}"),
        }
    }

    /// The value that is stated; empty if there is none.
    pub fn stated_text(&self) -> &str {
        let stated = self.table.stated.map(|at| self.fields[at].trim());
        stated.unwrap_or_default()
    }

    /// The same problem, of the position.
    pub fn of_position(&self, problem: Problem) -> Problem {
        let column = self.table.header.get(self.table.position);
        let column = column.unwrap_or_default().trim();
        Problem::of(format!("column \"{column}\": {problem}"))
    }

    /// The line of the answer: what is kept of the row, and then the cells of the answer. A
    /// position is in quotation marks, so that a list of moves is not read as a number.
    pub fn answer_line(&self, answer: &AnswerRow<'_>) -> String {
        let mut line = CsvLine::default();
        for (at, field) in self.fields.iter().enumerate() {
            match at == self.table.position {
                true => line.text(field),
                false => line.cell(field),
            }
        }
        self.table.answers.write(answer, &mut line);
        line.finish()
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
