//! Reads lines of positions.

use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use solveig_api::AnswerColumns;
use solveig_engine::Line;
use solveig_game::{Game, Notation, Value, excerpt};
use solveig_games::AnyGame;
use solveig_protocol::input::{InputLine, LONGEST_LINE, read_line};
use solveig_records::RecordError;
use solveig_records::obf::ObfLine;

use super::Format;
use super::csv::{self, Row, Table};
use crate::failure::Problem;
use crate::files::{is_pipe, open_stream};

/// How many lines tell where the positions of a file lie.
const SAMPLE: usize = 256;

/// The source of lines, which counts those read.
pub struct Lines {
    input: Input,
    /// The format of the lines.
    pub format: Format,
    /// The name of the file, or "standard input".
    pub name: String,
    game: AnyGame,
    /// The columns of a CSV file.
    table: Option<Arc<Table>>,
    read: u64,
}

enum Input {
    Stream(BufReader<Box<dyn Read + Send>>),
    Arguments(std::vec::IntoIter<String>),
    Rows(Rows),
}

/// Rows of CSV that the program makes itself, the header first.
pub type Rows = Box<dyn Iterator<Item = Result<String>> + Send>;

/// A line that was read.
#[derive(Clone)]
pub struct LineQuestion {
    /// Its place in the input, from 1, as errors name it.
    pub number: u64,
    /// How it is read, and how its answer is written.
    pub format: Format,
    /// The position as it is written there.
    pub position: String,
    /// The question; `None` if the line holds none.
    pub question: Result<Option<Question>, Problem>,
    /// The other fields of a CSV file.
    pub row: Option<Row>,
}

/// A position and what its line states of it.
#[derive(Clone)]
pub struct Question {
    /// The board, or the start and the moves.
    pub line: Line,
    /// The value that it is said to have.
    pub stated: Option<Value>,
}

impl Lines {
    /// The lines of the file `path`, or of standard input if it is `-`, with positions of `game`.
    /// Answers to rows of CSV have these columns.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened, or if it is to be CSV and does not begin with a header.
    pub fn open(
        path: &Path,
        format: Format,
        game: AnyGame,
        columns: AnswerColumns,
    ) -> Result<Self> {
        let (input, name): (Box<dyn Read + Send>, _) = if path == Path::new("-") {
            (Box::new(io::stdin()), "standard input".to_owned())
        } else {
            let name = path.display().to_string();
            let file = open_stream(path)
                .with_context(|| format!("{name}: a file or - for standard input is expected"))?;
            (Box::new(file), name)
        };
        let mut lines = Self {
            input: Input::Stream(BufReader::with_capacity(1 << 16, input)),
            format,
            name,
            game,
            table: None,
            read: 0,
        };
        if format == Format::Csv {
            lines.table = Some(lines.read_header(columns)?);
        }
        Ok(lines)
    }

    /// The least level of the positions in the first lines of a file. Of standard input and of a
    /// pipe, which are not read, and of a file without positions: what is usual for the format.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open) and [`next`](Self::next).
    pub fn least_level(path: &Path, format: Format, game: &AnyGame) -> Result<u32> {
        let usual = game.max_level().saturating_sub(format.usual_levels_left());
        if path == Path::new("-") || is_pipe(path) {
            return Ok(usual);
        }
        let mut lines = Self::open(path, format, game.clone(), AnswerColumns::default())?;
        let mut least = None;
        for _ in 0..SAMPLE {
            let Some(question) = lines.next()? else {
                break;
            };
            if let (Ok(Some(_)), Ok(position)) =
                (question.question, game.parse_position(&question.position))
            {
                let level = game.level(&position);
                least = Some(least.map_or(level, |least: u32| least.min(level)));
            }
        }
        Ok(least.unwrap_or(usual))
    }

    /// Positions from arguments, each as a line.
    pub fn from_arguments(positions: Vec<String>, game: AnyGame) -> Self {
        Self {
            input: Input::Arguments(positions.into_iter()),
            format: Format::Positions,
            name: "position".to_owned(),
            game,
            table: None,
            read: 0,
        }
    }

    /// Rows of CSV that the program makes itself, under `name`.
    ///
    /// # Errors
    ///
    /// Fails if there is no header, or as the rows do.
    pub fn from_rows(
        name: String,
        rows: Rows,
        game: AnyGame,
        columns: AnswerColumns,
    ) -> Result<Self> {
        let mut lines = Self {
            input: Input::Rows(rows),
            format: Format::Csv,
            name,
            game,
            table: None,
            read: 0,
        };
        lines.table = Some(lines.read_header(columns)?);
        Ok(lines)
    }

    /// Whether the lines are arguments.
    pub const fn are_given(&self) -> bool {
        matches!(self.input, Input::Arguments(_))
    }

    fn read_header(&mut self, columns: AnswerColumns) -> Result<Arc<Table>> {
        let expected = "expected a header, as in position,stated";
        let table = match self.read()? {
            None => bail!("{}: empty: {expected}", self.name),
            Some(InputLine::TooLong) => bail!("{}: line 1 is too long: {expected}", self.name),
            Some(InputLine::Whole(text)) => {
                let text = text.trim_end_matches('\r');
                let is_one = csv::columns(text) == text;
                ensure!(
                    !(is_one && text.contains(['\t', ';'])),
                    "{}: line 1 has tabs or semicolons between its columns: expected commas",
                    self.name
                );
                Table::of(text, columns).with_context(|| {
                    format!(
                        "{}: line 1 names no column \"position\" or \"moves\"; its columns are {}: {expected}",
                        self.name,
                        excerpt(&csv::columns(text))
                    )
                })?
            }
        };
        let first = table.first();
        ensure!(
            table.names_positions() || first.is_empty() || self.game.parse_position(first).is_err(),
            "{}: line 1 begins with the position {}: {expected}",
            self.name,
            excerpt(first)
        );
        Ok(Arc::new(table))
    }

    /// The header of the answers to a CSV file, whose values may stand under `stated`.
    pub fn header_of_answers(&self) -> Option<String> {
        self.table.as_deref().map(Table::header_of_answers)
    }

    /// Whether a whole line is in the buffer.
    pub fn is_line_waiting(&self) -> bool {
        match &self.input {
            Input::Stream(stream) => stream.buffer().contains(&b'\n'),
            Input::Arguments(_) | Input::Rows(_) => true,
        }
    }

    fn read(&mut self) -> Result<Option<InputLine>> {
        let line = match &mut self.input {
            Input::Stream(stream) => {
                let line =
                    read_line(stream).with_context(|| format!("cannot read {}", self.name))?;
                match line {
                    // The mark that some programs write before text in UTF-8.
                    Some(InputLine::Whole(text)) if self.read == 0 => Some(InputLine::Whole(
                        text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned(),
                    )),
                    line => line,
                }
            }
            Input::Arguments(positions) => positions.next().map(InputLine::Whole),
            Input::Rows(rows) => rows.next().transpose()?.map(InputLine::Whole),
        };
        self.read += u64::from(line.is_some());
        Ok(line)
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn next(&mut self) -> Result<Option<LineQuestion>> {
        let Some(line) = self.read()? else {
            return Ok(None);
        };
        let mut question = LineQuestion {
            number: self.read,
            format: self.format,
            position: "...".to_owned(),
            question: Err(Problem::of(format!(
                "the line has more than {LONGEST_LINE} bytes"
            ))),
            row: self.table.as_ref().map(Table::empty),
        };
        if let InputLine::Whole(text) = line {
            let text = match self.format == Format::Obf && is_drawn(&text) {
                true => self.drawn_board(text)?,
                false => text,
            };
            let text = text.trim_end_matches('\r');
            question.position = text.to_owned();
            question.question = match (self.format, &self.table) {
                (Format::Obf, _) => self.board(&mut question),
                (Format::Moves, _) => self.move_list(&mut question),
                (Format::Csv, Some(table)) => self.row(&mut question, table),
                (Format::Csv | Format::Positions, _) => Ok(Some(Question {
                    line: Line::at(text),
                    stated: None,
                })),
            };
        }
        Ok(Some(question))
    }

    /// The board in one line that an Othello server draws on several, the first of which is
    /// `text`.
    fn drawn_board(&mut self, mut text: String) -> Result<String> {
        while !text.contains(TO_MOVE)
            && let Some(InputLine::Whole(line)) = self.read()?
        {
            text.push('\n');
            text.push_str(&line);
            if !line.trim_start().starts_with('|') {
                break;
            }
        }
        let board = self.game.board_at_front(&text);
        Ok(board.map_or_else(|| text.replace(['\r', '\n'], " "), |(board, _)| board))
    }

    fn board(&self, question: &mut LineQuestion) -> Result<Option<Question>, Problem> {
        let problem = |error: RecordError| Problem {
            message: error.problem,
            column: Some(error.at.character),
        };
        let Some(line) = ObfLine::read(&question.position, 1).map_err(problem)? else {
            question.position.clear();
            return Ok(None);
        };
        line.check(&self.game).map_err(problem)?;
        let stated = line.score();
        question.position = line.board.to_owned();
        Ok(Some(Question {
            line: Line::at(&question.position),
            stated,
        }))
    }

    /// Reads the value that may follow a move list after a space. The engine reads the moves.
    fn move_list(&self, question: &mut LineQuestion) -> Result<Option<Question>, Problem> {
        let text = std::mem::take(&mut question.position);
        let (moves, stated) = match text.split_once(' ') {
            Some((moves, stated)) => (moves, stated.trim()),
            None => (text.as_str(), ""),
        };
        moves.clone_into(&mut question.position);
        let value = self.stated_value(stated);
        if value.is_err() && moves != "-" {
            let played = self.game.play_list(&self.game.start(), moves);
            played.map_err(Problem::of)?;
        }
        Ok(Some(Question {
            line: Line::of(moves),
            stated: value.map_err(|problem| Problem {
                column: Some(moves.chars().count() + 2),
                message: format!("after the moves: {problem}"),
            })?,
        }))
    }

    fn row(
        &self,
        question: &mut LineQuestion,
        table: &Arc<Table>,
    ) -> Result<Option<Question>, Problem> {
        if question.position.is_empty() {
            return Ok(None);
        }
        let (row, whole) = table.row(&std::mem::take(&mut question.position));
        question.position = row.position();
        let stated = self.stated_value(row.stated_text());
        question.row = Some(row);
        whole?;
        Ok(Some(Question {
            line: Line::at(&question.position),
            stated: stated
                .map_err(|problem| Problem::of(format!("column \"stated\": {problem}")))?,
        }))
    }

    /// The value that `text` states; `None` if it is empty.
    fn stated_value(&self, text: &str) -> Result<Option<Value>, String> {
        let range = self.game.value_range();
        if text.is_empty() {
            return Ok(None);
        }
        let value = text.parse().ok().filter(|value| range.contains(*value));
        value.map(Some).ok_or_else(|| {
            let (text, min, max) = (excerpt(text), range.min, range.max);
            format!("\"{text}\": expected a value between {min} and {max}")
        })
    }
}

/// What ends a board that an Othello server draws.
const TO_MOVE: &str = "to move";

/// Whether a line is one of a board that an Othello server draws, and not the empty one behind it.
fn is_drawn(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("/os:") || line.starts_with('|') && line.len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::games;

    #[test]
    fn the_least_level_is_that_of_the_first_positions() {
        let game = games().parse("othello:4x4").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let least = |text: &str, format| {
            std::fs::write(&path, text).unwrap();
            Lines::least_level(&path, format, &game).unwrap()
        };
        let late = "XXXXXOOXXOOX---- X;\n";
        let start = "-----OX--XO----- X; 0\n";
        let usual = 0;
        for (text, expected) in [
            (late.to_owned(), 12),
            (format!("\u{feff}{late}"), 12),
            (format!("% a comment\n\nnothing\n{late}{start}"), 4),
            (format!("{late}nothing"), 12),
            (late.repeat(SAMPLE) + start, 12),
            ("nothing\n".to_owned(), usual),
            (String::new(), usual),
        ] {
            assert_eq!(least(&text, Format::Obf), expected, "{text}");
        }
        let rows = "position,stated\nXXXXXOOXXOOX---- X,\n";
        assert_eq!(least(rows, Format::Csv), 12);
        assert_eq!(least("b1a1\nb1\n", Format::Moves), 5);
        let input = Lines::least_level(Path::new("-"), Format::Obf, &game);
        assert_eq!(input.unwrap(), usual);
    }
}
