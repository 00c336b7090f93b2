//! What came of each question of table 1, in a file that grows: a later run goes on from it, and
//! several runs may write to it at a time.

use std::fmt::{self, Write as _};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The second line of a file; the first has the settings.
const COLUMNS: &str = "position,solver,seconds,visited,expanded,reaches";

/// What came of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The place of the position in the set, from 1.
    pub position: usize,
    /// The solver with its settings.
    pub solver: String,
    /// How long it took, or was given where it found no answer.
    pub seconds: f64,
    /// Positions visited, and those of them that were expanded.
    pub visited: u64,
    pub expanded: u64,
    /// The answer, unless time was up.
    pub reaches: Option<bool>,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reaches = match self.reaches {
            Some(true) => "yes",
            Some(false) => "no",
            None => "timeout",
        };
        write!(
            f,
            "{},{},{:.4},{},{},{reaches}",
            self.position, self.solver, self.seconds, self.visited, self.expanded
        )
    }
}

impl Row {
    fn read(line: &str) -> Option<Self> {
        let mut parts = line.split(',');
        let row = Self {
            position: parts.next()?.parse().ok()?,
            solver: parts.next()?.to_owned(),
            seconds: parts.next()?.parse().ok()?,
            visited: parts.next()?.parse().ok()?,
            expanded: parts.next()?.parse().ok()?,
            reaches: match parts.next()? {
                "yes" => Some(true),
                "no" => Some(false),
                "timeout" => None,
                _ => return None,
            },
        };
        let is_time = row.seconds.is_finite() && row.seconds >= 0.0;
        (is_time && parts.next().is_none()).then_some(row)
    }
}

/// Why a file cannot be gone on with.
#[derive(Debug)]
pub enum RecordsError {
    Io(PathBuf, io::Error),
    /// Of these settings, and not of those asked for.
    OtherSettings(PathBuf, String, String),
    /// This line, from 1, is no row, or has a position and solver that an earlier one has.
    Malformed(PathBuf, usize),
}

impl fmt::Display for RecordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::OtherSettings(path, found, asked) => write!(
                f,
                "{} has the settings \"{found}\", and this run \"{asked}\"",
                path.display()
            ),
            Self::Malformed(path, line) => write!(
                f,
                "{}: line {line} is not a new row of {COLUMNS}",
                path.display()
            ),
        }
    }
}

impl std::error::Error for RecordsError {}

/// All rows so far.
#[derive(Debug)]
pub struct Records {
    file: Option<(PathBuf, File)>,
    settings: String,
    rows: Vec<Row>,
}

impl Records {
    /// Rows of these settings that no file keeps.
    pub fn unkept(settings: &str) -> Self {
        Self {
            file: None,
            settings: settings.to_owned(),
            rows: Vec::new(),
        }
    }

    /// The rows of a file, which is made if there is none.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or written, was written with other settings, or has a line
    /// that is no row. A last line without its end is cut off: whoever wrote it was killed.
    pub fn open(path: &Path, settings: &str) -> Result<Self, RecordsError> {
        let options = || {
            OpenOptions::new()
                .read(true)
                .append(true)
                .create(true)
                .open(path)
        };
        let file = options().map_err(|error| RecordsError::Io(path.to_owned(), error))?;
        let mut records = Self {
            file: Some((path.to_owned(), file)),
            ..Self::unkept(settings)
        };
        records.append(None)?;
        Ok(records)
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub fn has(&self, position: usize, solver: &str) -> bool {
        self.rows
            .iter()
            .any(|row| row.position == position && row.solver == solver)
    }

    /// Adds a row, unless there is one of this position and solver, and takes in what other runs
    /// have added.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn add(&mut self, row: Row) -> Result<(), RecordsError> {
        if self.file.is_some() {
            return self.append(Some(row));
        }
        if !self.has(row.position, &row.solver) {
            self.rows.push(row);
        }
        Ok(())
    }

    /// Reads the file again and appends a row, while no other run writes.
    fn append(&mut self, row: Option<Row>) -> Result<(), RecordsError> {
        let Some((path, mut file)) = self.file.take() else {
            return Ok(());
        };
        let failed = |error| RecordsError::Io(path.clone(), error);
        file.lock().map_err(failed)?;
        let (text, length) = whole_lines(&mut file).map_err(failed)?;
        self.read(&path, &text)?;
        // What a killed run left of a line.
        if file.metadata().map_err(failed)?.len() > length {
            file.set_len(length).map_err(failed)?;
        }
        let mut new = String::new();
        let heading = [format!("# {}", self.settings), COLUMNS.to_owned()];
        for line in heading.iter().skip(text.lines().count()) {
            let _ = writeln!(new, "{line}");
        }
        if let Some(row) = row
            && !self.has(row.position, &row.solver)
        {
            let _ = writeln!(new, "{row}");
            self.rows.push(row);
        }
        file.write_all(new.as_bytes()).map_err(failed)?;
        file.unlock().map_err(failed)?;
        self.file = Some((path, file));
        Ok(())
    }

    fn read(&mut self, path: &Path, text: &str) -> Result<(), RecordsError> {
        self.rows.clear();
        for (place, line) in text.lines().enumerate() {
            let malformed = RecordsError::Malformed(path.to_owned(), place + 1);
            match place {
                0 => {
                    let settings = line.strip_prefix("# ").ok_or(malformed)?;
                    if settings != self.settings {
                        let (found, asked) = (settings.to_owned(), self.settings.clone());
                        return Err(RecordsError::OtherSettings(path.to_owned(), found, asked));
                    }
                }
                1 if line == COLUMNS => {}
                1 => return Err(malformed),
                _ => match Row::read(line) {
                    Some(row) if !self.has(row.position, &row.solver) => self.rows.push(row),
                    _ => return Err(malformed),
                },
            }
        }
        Ok(())
    }
}

/// The text of a file up to the end of its last whole line, and its length in bytes. A file without
/// a whole line is not one of ours unless it begins like one.
fn whole_lines(file: &mut File) -> io::Result<(String, u64)> {
    file.rewind()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let end = bytes
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1);
    let is_ours = bytes.iter().zip(b"# ").all(|(is, ours)| is == ours);
    if end == 0 && !is_ours {
        return Err(io::Error::other("it has no line of settings"));
    }
    bytes.truncate(end);
    let text = String::from_utf8(bytes).map_err(io::Error::other)?;
    Ok((text, end as u64))
}

/// Holds the answers against those of the set, `wins`, each of which some search has proven: so no
/// two solvers answer a position differently.
///
/// # Errors
///
/// Fails with the first row that has another answer, or a position that is not in the set.
pub fn check(rows: &[Row], wins: &[bool]) -> Result<(), String> {
    for row in rows {
        let (place, solver) = (row.position, &row.solver);
        match place.checked_sub(1).and_then(|place| wins.get(place)) {
            None => return Err(format!("the set has no position {place}")),
            Some(wins) if row.reaches.is_some_and(|reaches| reaches != *wins) => {
                return Err(format!(
                    "{solver} and the set do not agree on position {place}"
                ));
            }
            Some(_) => {}
        }
    }
    Ok(())
}
