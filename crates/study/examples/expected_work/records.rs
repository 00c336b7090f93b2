//! What came of each question of table 1, and the file that has it.

use std::error::Error;
use std::fmt::{self, Write as _};
use std::fs;
use std::path::Path;

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

/// Writes rows of these settings to a file.
///
/// # Errors
///
/// Fails if the file cannot be written.
pub fn write(path: &Path, settings: &str, rows: &[Row]) -> std::io::Result<()> {
    let mut text = format!("# {settings}\n{COLUMNS}\n");
    for row in rows {
        let _ = writeln!(text, "{row}");
    }
    fs::write(path, text)
}

/// The rows of a file.
///
/// # Errors
///
/// Fails if the file cannot be read, was written with other settings, or has a line that is no row.
pub fn read(path: &Path, settings: &str) -> Result<Vec<Row>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let rows = text
        .strip_prefix(&format!("# {settings}\n{COLUMNS}\n"))
        .ok_or_else(|| format!("{}: not of the settings \"{settings}\"", path.display()))?;
    let read = |(place, line)| {
        let malformed = || format!("{}: line {place} is no row of {COLUMNS}", path.display());
        Row::read(line).ok_or_else(malformed)
    };
    Ok((3..)
        .zip(rows.lines())
        .map(read)
        .collect::<Result<_, _>>()?)
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
