//! Reads lines of positions.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use solveig_engine::Line;
use solveig_game::{Game, GameExt, Value, excerpt};
use solveig_games::AnyGame;
use solveig_protocol::input::{InputLine, LONGEST_LINE, read_line};

use super::Format;
use super::csv::{Row, Table};
use super::obf;
use crate::failure::Problem;
use crate::files::open_regular;

/// Bytes that are read at once.
const BUFFER: usize = 1 << 16;

/// The source of lines, which counts those read.
pub struct Lines {
    input: Input,
    /// The format of the lines.
    pub format: Format,
    /// The name of the file, or "standard input".
    pub name: String,
    game: AnyGame,
    /// The columns of a CSV file.
    table: Option<Table>,
    read: u64,
}

enum Input {
    Stream(BufReader<Box<dyn Read + Send>>),
    Arguments(std::vec::IntoIter<String>),
}

/// A line that was read.
#[derive(Clone)]
pub struct AskedLine {
    /// Its number, from 1.
    pub number: u64,
    /// Its format.
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
    /// The position.
    pub line: Line,
    /// The value that it is said to have.
    pub stated: Option<Value>,
}

impl Lines {
    /// The lines of the file `path`, or of standard input if it is `-`, with positions of `game`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened, or if it is to be CSV and does not begin with a header.
    pub fn open(path: &Path, format: Format, game: AnyGame) -> Result<Self> {
        let (input, name): (Box<dyn Read + Send>, _) = if path == Path::new("-") {
            (Box::new(io::stdin()), "standard input".to_owned())
        } else {
            let name = path.display().to_string();
            let file = open_regular(path, u64::MAX)
                .with_context(|| format!("{name}: a file or - for standard input is expected"))?;
            (Box::new(file), name)
        };
        let mut lines = Self {
            input: Input::Stream(BufReader::with_capacity(BUFFER, input)),
            format,
            name,
            game,
            table: None,
            read: 0,
        };
        if format == Format::Csv {
            lines.table = Some(lines.read_header()?);
        }
        Ok(lines)
    }

    /// Positions that were given as arguments, each as a line.
    pub fn given(positions: Vec<String>, game: AnyGame) -> Self {
        Self {
            input: Input::Arguments(positions.into_iter()),
            format: Format::Positions,
            name: "position".to_owned(),
            game,
            table: None,
            read: 0,
        }
    }

    /// Whether the lines are arguments.
    pub const fn are_given(&self) -> bool {
        matches!(self.input, Input::Arguments(_))
    }

    fn read_header(&mut self) -> Result<Table> {
        let expected = "expected a header, as in position,stated";
        let table = match self.read()? {
            None => bail!("{}: empty: {expected}", self.name),
            Some(InputLine::TooLong) => bail!("{}: line 1 is too long: {expected}", self.name),
            Some(InputLine::Whole(text)) => Table::of(text.trim_end_matches('\r')),
        };
        let first = table.first();
        ensure!(
            table.names_positions() || first.is_empty() || self.game.parse_position(first).is_err(),
            "{}: line 1 begins with the position {}: {expected}",
            self.name,
            excerpt(first)
        );
        Ok(table)
    }

    /// The header of the answers to a CSV file, whose values may stand under `stated`.
    pub fn header_of_answers(&self) -> Option<String> {
        self.table.as_ref().map(Table::header_of_answers)
    }

    /// Whether a whole line is in the buffer.
    pub fn is_line_waiting(&self) -> bool {
        match &self.input {
            Input::Stream(stream) => stream.buffer().contains(&b'\n'),
            Input::Arguments(_) => true,
        }
    }

    /// The least level of the positions in the lines that are read first, at most 64 KiB, without
    /// taking them; that of the start if they hold no position. Waits for the first line.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn least_level(&mut self) -> Result<u32> {
        let buffer = match &mut self.input {
            Input::Stream(stream) => stream.fill_buf(),
            Input::Arguments(_) => Ok(&[][..]),
        };
        let buffer = buffer.with_context(|| format!("cannot read {}", self.name))?;
        let text = String::from_utf8_lossy(buffer).into_owned();
        let level = |line: &str| {
            let line = line.trim_start_matches('\u{feff}').to_owned();
            let asked = self.asked(0, InputLine::Whole(line));
            asked.question.ok()??;
            let position = self.game.parse_position(&asked.position).ok()?;
            Some(self.game.level(&position))
        };
        let least = text.lines().filter_map(level).min();
        Ok(least.unwrap_or_else(|| self.game.level(&self.game.start())))
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
        };
        self.read += u64::from(line.is_some());
        Ok(line)
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn next(&mut self) -> Result<Option<AskedLine>> {
        let line = self.read()?;
        Ok(line.map(|line| self.asked(self.read, line)))
    }

    fn asked(&self, number: u64, line: InputLine) -> AskedLine {
        let mut asked = AskedLine {
            number,
            format: self.format,
            position: "...".to_owned(),
            question: Err(Problem::of(format!(
                "the line has more than {LONGEST_LINE} bytes"
            ))),
            row: self.table.as_ref().map(Table::empty),
        };
        if let InputLine::Whole(text) = line {
            let text = text.trim_end_matches('\r');
            asked.position = text.to_owned();
            asked.question = match (self.format, &self.table) {
                (Format::Obf, _) => self.board(&mut asked),
                (Format::Moves, _) => self.move_list(&mut asked),
                (Format::Csv, Some(table)) => self.row(&mut asked, table),
                (Format::Csv | Format::Positions, _) => Ok(Some(Question {
                    line: Line::at(text),
                    stated: None,
                })),
            };
        }
        asked
    }

    fn board(&self, asked: &mut AskedLine) -> Result<Option<Question>, Problem> {
        let Some(problem) = obf::problem(&self.game, &asked.position)? else {
            asked.position.clear();
            return Ok(None);
        };
        asked.position = problem.board;
        Ok(Some(Question {
            line: Line::at(&asked.position),
            stated: problem.score,
        }))
    }

    /// Reads the value that may follow a move list after a space. The engine reads the moves.
    fn move_list(&self, asked: &mut AskedLine) -> Result<Option<Question>, Problem> {
        let text = std::mem::take(&mut asked.position);
        let (moves, stated) = match text.split_once(' ') {
            Some((moves, stated)) => (moves, stated.trim()),
            None => (text.as_str(), ""),
        };
        moves.clone_into(&mut asked.position);
        let value = self.stated(stated);
        // The engine would take a dash for the start.
        if value.is_err() || moves == "-" {
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

    fn row(&self, asked: &mut AskedLine, table: &Table) -> Result<Option<Question>, Problem> {
        if asked.position.is_empty() {
            return Ok(None);
        }
        let (row, whole) = table.row(&std::mem::take(&mut asked.position));
        row.position().clone_into(&mut asked.position);
        let stated = self.stated(row.stated());
        asked.row = Some(row);
        whole?;
        Ok(Some(Question {
            line: Line::at(&asked.position),
            stated: stated.map_err(|problem| Problem::of(format!("stated: {problem}")))?,
        }))
    }

    /// The value that `text` states; `None` if it is empty.
    fn stated(&self, text: &str) -> Result<Option<Value>, String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::games;

    fn lines(text: &str, format: Format) -> Lines {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        std::fs::write(&path, text).unwrap();
        let game = games().parse("othello:4x4").unwrap();
        Lines::open(&path, format, game).unwrap()
    }

    #[test]
    fn the_least_level_is_found_without_taking_lines() {
        let late = "XXXXXOOXXOOX---- X;\n";
        let start = "-----OX--XO----- X; 0\n";
        for (text, least) in [
            (late.to_owned(), 12),
            (format!("\u{feff}{late}"), 12),
            (format!("% a comment\n\nnothing\n{late}{start}"), 4),
            (format!("{late}nothing"), 12),
            ("nothing\n".to_owned(), 4),
            (String::new(), 4),
        ] {
            let mut lines = lines(&text, Format::Obf);
            assert_eq!(lines.least_level().unwrap(), least, "{text}");
            let mut count = 0;
            while lines.next().unwrap().is_some() {
                count += 1;
            }
            assert_eq!(count, text.lines().count(), "{text}");
        }
        let mut csv = lines("position,stated\nXXXXXOOXXOOX---- X,\n", Format::Csv);
        assert_eq!(csv.least_level().unwrap(), 12);
        let mut moves = lines("b1a1\n", Format::Moves);
        assert_eq!(moves.least_level().unwrap(), 6);
    }
}
