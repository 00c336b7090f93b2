//! Answers as rows of comma-separated values (RFC 4180).

use std::fmt::{Display, Write};

use serde::{Serialize, Serializer};
use solveig_engine::{KnownValue, Report, Source};

/// A row in the making.
#[derive(Debug, Default)]
pub struct CsvLine {
    text: String,
    has_cells: bool,
}

impl CsvLine {
    /// Adds a cell, in quotation marks where it needs them.
    pub fn cell(&mut self, cell: &str) {
        match cell.contains(['"', ',', '\n', '\r']) || cell.trim() != cell {
            true => self.text(cell),
            false => self.plain(cell),
        }
    }

    /// Adds a cell of text, which digits do not make a number: in quotation marks unless it is
    /// empty.
    pub fn text(&mut self, cell: &str) {
        match cell {
            "" => self.plain(""),
            _ => self.plain(format_args!("\"{}\"", cell.replace('"', "\"\""))),
        }
    }

    /// Adds a cell with a number or a name; an empty one if there is none.
    pub fn optional_cell(&mut self, cell: Option<impl Display>) {
        match cell {
            Some(cell) => self.plain(cell),
            None => self.plain(""),
        }
    }

    fn plain(&mut self, cell: impl Display) {
        if self.has_cells {
            self.text.push(',');
        }
        self.has_cells = true;
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{cell}");
    }

    /// The row, without a line break.
    pub fn finish(self) -> String {
        self.text
    }
}

/// How the values of moves are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MoveColumns {
    /// Not at all.
    #[default]
    Absent,
    /// In a column `value_NAME` for each move of the game with one of these names.
    Named(Vec<String>),
    /// In one column `move_values`, as a JSON object.
    Json,
}

/// Which columns a table of answers has, beside those that every table has.
#[derive(Clone, Debug, Default)]
pub struct AnswerColumns {
    /// Whether, and how, each move's value is written.
    pub moves: MoveColumns,
    /// Whether there is a principal variation.
    pub has_pv: bool,
    /// Whether stated values are compared.
    pub has_agrees: bool,
}

/// What is known of the position of a row.
#[derive(Debug, Default)]
pub struct AnswerRow<'a> {
    /// Its value; `None` if the row has no answer.
    pub known_value: Option<KnownValue>,
    /// A best move in the game's notation; `None` if none is known or the game is over.
    pub best_move: Option<&'a str>,
    /// The legal moves with what is known of each, for columns of their values.
    pub moves: Vec<MoveValue<'a>>,
    /// The moves of best play from the position; empty unless they were wanted.
    pub pv: &'a [String],
    /// Whether a stated value is right.
    pub agrees: Option<bool>,
    /// Whether a limit ended the search.
    pub interrupted: bool,
    /// Why there is no answer; empty if there is one.
    pub error: &'a str,
}

/// A move and what is known of its value for the side that plays it.
#[derive(Clone, Copy, Debug)]
pub struct MoveValue<'a> {
    /// As the game writes it.
    pub name: &'a str,
    /// For the side that plays it.
    pub known_value: KnownValue,
}

impl AnswerColumns {
    /// The names of the columns.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = ["value", "plies", "best"].map(str::to_owned).into();
        match &self.moves {
            MoveColumns::Absent => {}
            MoveColumns::Named(moves) => {
                names.extend(moves.iter().map(|name| format!("value_{name}")));
            }
            MoveColumns::Json => names.push("move_values".to_owned()),
        }
        names.extend(self.has_pv.then(|| "pv".to_owned()));
        names.extend(["status", "source", "at_least", "at_most"].map(str::to_owned));
        names.extend(self.has_agrees.then(|| "agrees".to_owned()));
        names.extend(["interrupted", "error"].map(str::to_owned));
        names
    }

    /// Adds the cells of an answer to a row.
    pub fn write(&self, answer: &AnswerRow<'_>, line: &mut CsvLine) {
        let known_value = answer.known_value.unwrap_or_default();
        line.optional_cell(known_value.value);
        line.optional_cell(known_value.plies);
        line.text(answer.best_move.unwrap_or_default());
        match &self.moves {
            MoveColumns::Absent => {}
            MoveColumns::Named(names) => {
                for name in names {
                    let played = answer.moves.iter().find(|one| one.name == name);
                    line.optional_cell(played.and_then(|one| one.known_value.value));
                }
            }
            MoveColumns::Json if answer.known_value.is_none() => line.text(""),
            // A map with keys of text can always be serialized.
            MoveColumns::Json => {
                let values = serde_json::to_string(&MoveValues(&answer.moves));
                line.text(&values.unwrap_or_default());
            }
        }
        if self.has_pv {
            line.text(&answer.pv.join(" "));
        }
        line.optional_cell(
            answer
                .known_value
                .map(|known_value| known_value.status.name()),
        );
        line.optional_cell(known_value.source.map(Source::name));
        line.optional_cell(known_value.at_least);
        line.optional_cell(known_value.at_most);
        if self.has_agrees {
            line.optional_cell(answer.agrees);
        }
        line.optional_cell(answer.known_value.map(|_| answer.interrupted));
        line.cell(answer.error);
    }
}

impl<'a> AnswerRow<'a> {
    /// The row of a report.
    pub fn of_report(report: &'a Report) -> Self {
        let moves = report.moves.iter().map(|one| MoveValue {
            name: &one.played,
            known_value: one.known_value,
        });
        Self {
            known_value: Some(report.known_value),
            best_move: report.best_move.as_deref(),
            moves: moves.collect(),
            interrupted: report.interrupted,
            ..Self::default()
        }
    }
}

/// The values of moves by their names, or their bounds.
struct MoveValues<'a>(&'a [MoveValue<'a>]);

impl Serialize for MoveValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            self.0
                .iter()
                .map(|one| (one.name, KnownCell(&one.known_value))),
        )
    }
}

/// A value, the list of its bounds, or null.
struct KnownCell<'a>(&'a KnownValue);

impl Serialize for KnownCell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let KnownValue {
            value,
            at_least,
            at_most,
            ..
        } = self.0;
        match (value, at_least, at_most) {
            (None, None, None) => serializer.serialize_none(),
            (None, at_least, at_most) => [at_least, at_most].serialize(serializer),
            (Some(value), ..) => serializer.serialize_i32(*value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_keeps_its_digits_and_its_quotation_marks() {
        let mut line = CsvLine::default();
        line.text("4453");
        line.cell("4453");
        line.cell("one, \"two\"");
        line.text("");
        line.optional_cell(Some(-3));
        line.optional_cell(None::<i32>);
        let written = line.finish();
        assert_eq!(written, "\"4453\",4453,\"one, \"\"two\"\"\",,-3,");
    }
}
