//! Many positions, one a line, for every command that answers positions.
//!
//! A command flattens [`LinesArgument`], opens the file that it names with [`Lines::open`], and
//! calls [`answer`] with a function that answers one position:
//!
//! ```text
//! if let Some((format, path)) = self.lines.named_file() {
//!     let lines = Lines::open(path, format, game, AnswerColumns::default())?;
//!     let find = move |line: &Line, effort: &Effort| {
//!         Ok(LineFinding::of_report(&engine.report(line, effort)?))
//!     };
//!     return lines::answer(lines, &effort, find, threads, output);
//! }
//! ```
//!
//! Each line of input has one line of output, in order, whatever it holds: an answer, an error, or
//! nothing if it holds no position. With `--json` it is an object with the number of the line, in
//! CSV a row. A file's totals end standard error.

mod answer;
mod csv;
mod source;
mod totals;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use clap::Args;
use solveig_api::{AnswerColumns, MoveColumns};
use solveig_engine::{Effort, EngineError, Line};
use solveig_game::{Keyed, Move, Notation};
use solveig_games::AnyGame;

use crate::CommandVerdict;
use crate::files::Files;
use crate::output::Output;

pub use answer::LineFinding;
use answer::{LineAnswer, answer_line};
use source::LineQuestion;
pub use source::{Lines, Rows};
use totals::Totals;

/// What each line of the input holds, and how its answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// OBF: a board with stated scores.
    Obf,
    /// A move list, optionally with a stated value.
    Moves,
    /// Comma-separated values, with a header.
    Csv,
    /// A position, as in an argument of the command line.
    Positions,
}

impl Format {
    /// The levels that positions are expected to have left: OBF suites hold endgames of seconds or
    /// minutes, move lists those of microseconds.
    const fn usual_levels_left(self) -> u32 {
        match self {
            Self::Obf => 28,
            Self::Moves | Self::Csv | Self::Positions => 21,
        }
    }
}

/// A file of positions. The command needs an argument with the id `text`, a position, which cannot
/// be given with it.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Many positions")]
#[group(id = "lines", multiple = false, conflicts_with = "text")]
pub struct LinesArgument {
    /// Answer the rows of FILE: comma-separated values with a header; - is standard input
    ///
    /// The positions stand in the column "position", or else in "moves", or in the only one; a
    /// column "stated" has values to compare with. The answers are rows, too: those of the input
    /// and more columns, such as value, plies, best and a column value_MOVE for each move; a column
    /// of the input under the name of one of these is called input_NAME (docs/reference/json.md).
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Answer the lines of FILE in OBF: a board and the side to move
    ///
    /// Fields with what is known may follow, each after a semicolon: moves with scores (d3:+4) or a
    /// score, and a comment after %.
    #[arg(long, value_name = "FILE")]
    obf: Option<PathBuf>,
    /// Answer the lines of FILE, each a move list
    ///
    /// A space and a value to compare with may follow. The answer is the list and its value, as
    /// Pons's Connect Four solver writes it.
    #[arg(long, value_name = "FILE")]
    moves: Option<PathBuf>,
}

impl LinesArgument {
    /// The file that was named, and its format.
    pub fn named_file(&self) -> Option<(Format, &Path)> {
        let Self { csv, obf, moves } = self;
        let files = [
            (Format::Csv, csv),
            (Format::Obf, obf),
            (Format::Moves, moves),
        ];
        let mut named = files.into_iter();
        named.find_map(|(format, path)| Some((format, path.as_deref()?)))
    }

    /// Adds the file that was named to those that the command reads.
    pub fn read_by(&self, files: Files) -> Files {
        files
            .reads("--csv", self.csv.as_deref())
            .reads("--obf", self.obf.as_deref())
            .reads("--moves", self.moves.as_deref())
    }
}

/// How the values of moves are written to CSV.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Many positions")]
pub struct MoveColumnsArgument {
    /// In CSV: all values of moves in one column move_values, as a JSON object
    ///
    /// Its members are the moves, with the value of each, the list of its bounds, or null.
    #[arg(long, requires = "csv")]
    moves_json: bool,
}

/// The maximum number of moves of a game that have columns of their own.
const MAX_COLUMNS: u16 = 1024;

impl MoveColumnsArgument {
    /// The columns of answers about positions of `game` in lines of this format.
    ///
    /// # Errors
    ///
    /// Fails if the moves are too many for columns.
    pub fn columns(self, game: &AnyGame, format: Format) -> Result<AnswerColumns> {
        match format {
            Format::Csv => move_columns(game, self.moves_json),
            _ => Ok(AnswerColumns::default()),
        }
    }

    /// Checks that the answers are rows, if an option is about their columns.
    ///
    /// # Errors
    ///
    /// Fails if there is no file of rows among `lines`.
    pub fn expect_rows(&self, lines: &LinesArgument) -> Result<()> {
        // Where positions exclude --csv, clap does not ask for it.
        ensure!(
            lines.csv.is_some() || !self.moves_json,
            "--moves-json: expected --csv FILE"
        );
        Ok(())
    }
}

/// The columns of answers with a column for each move of `game`, or with all in one, as JSON.
///
/// # Errors
///
/// Fails if the moves are too many for columns.
pub fn move_columns(game: &AnyGame, is_json: bool) -> Result<AnswerColumns> {
    let codes = game.move_codes();
    let moves = match is_json {
        true => MoveColumns::Json,
        false if codes > MAX_COLUMNS => {
            bail!("{game} has {codes} moves, too many for columns: --moves-json writes one cell")
        }
        false => {
            let names = (0..codes).map(|code| game.format_move(Move(code)));
            MoveColumns::Named(names.collect())
        }
    };
    Ok(AnswerColumns {
        moves,
        ..AnswerColumns::default()
    })
}

/// After this time, answers are written before the next search begins.
const SHOWN_AFTER: Duration = Duration::from_millis(10);

/// Answers all lines in order, each as soon as it and all before it are answered by `find`, which
/// as many threads as are said call for one line after the other, with `effort` for each. Where
/// searches were stopped, and no line was bad or wrong, the verdict is "not decided".
///
/// # Errors
///
/// Fails if the lines cannot be read, if the answers cannot be written, or as `find` does where the
/// line is not at fault.
pub fn answer(
    mut lines: Lines,
    effort: &Effort,
    find: impl Fn(&Line, &Effort) -> Result<LineFinding, EngineError> + Send + Sync + 'static,
    threads: usize,
    output: &mut Output,
) -> Result<CommandVerdict> {
    let mut totals = Totals::of(&lines);
    if let Some(header) = lines.header_of_answers()
        && !output.is_json()
    {
        output.line(&header)?;
    }
    if threads == 1 {
        // On this thread: passing answers between threads takes longer than many easy positions.
        let mut flushed = Instant::now();
        loop {
            if !lines.is_line_waiting() || flushed.elapsed() >= SHOWN_AFTER {
                output.flush()?;
                flushed = Instant::now();
            }
            match lines.next()? {
                Some(line) => {
                    totals.print(&answer_line(line, &|line| find(line, effort))?, output)?;
                }
                None => return totals.ended(output),
            }
        }
    }
    output.flush()?;
    let queue = Arc::new(LineQueue {
        input: Mutex::new(LineInput {
            lines,
            next_order: 0,
        }),
        open: Mutex::default(),
    });
    let find = Arc::new(find);
    let (sender, receiver) = mpsc::channel();
    for _ in 0..threads {
        let (queue, find, sender) = (Arc::clone(&queue), Arc::clone(&find), sender.clone());
        let mut effort = effort.clone();
        // Not joined: if answers cannot be written, the program ends without waiting for searches.
        thread::spawn(move || {
            while let Some(LineTask { order, line, stop }) = queue.next() {
                effort.stop = Some(stop);
                let found = line.and_then(|line| answer_line(line, &|line| find(line, &effort)));
                let found = match found {
                    Ok(found) => match queue.finished(order, found) {
                        Some(found) => Ok(found),
                        None => continue,
                    },
                    error => error,
                };
                let is_end = found.is_err();
                if sender.send((order, found)).is_err() || is_end {
                    break;
                }
            }
        });
    }
    drop(sender);
    let mut early = BTreeMap::new();
    let mut next = 0u64;
    for (order, found) in receiver {
        early.insert(order, found);
        while let Some(found) = early.remove(&next) {
            next += 1;
            totals.print(&found?, output)?;
            output.flush()?;
        }
    }
    ensure!(
        next == lock(&queue.input).next_order,
        "a solver ended before it had answered"
    );
    totals.ended(output)
}

/// The lines that threads answer.
struct LineQueue {
    /// The lock lasts while a thread waits for a line, so a thread that has an answer must not need
    /// it.
    input: Mutex<LineInput>,
    /// The lines that are taken and not answered, by their order.
    open: Mutex<BTreeMap<u64, OpenLine>>,
}

/// The lines that no thread has taken.
struct LineInput {
    lines: Lines,
    /// The number of the next one, from 0.
    next_order: u64,
}

/// A line that threads are answering.
struct OpenLine {
    line: LineQuestion,
    threads: usize,
    /// The first thread to have an answer stops the searches of the others.
    stop: Arc<AtomicBool>,
    answer: Option<LineAnswer>,
    /// The nodes of all threads that have ended.
    nodes: u64,
}

/// A line for a thread to answer.
struct LineTask {
    order: u64,
    /// The line, or why none could be read.
    line: Result<LineQuestion>,
    /// Stops its searches.
    stop: Arc<AtomicBool>,
}

impl LineQueue {
    /// The next line for a thread. When all are taken, one that another thread is answering:
    /// solvers that share a table share its search.
    fn next(&self) -> Option<LineTask> {
        let mut input = lock(&self.input);
        let order = input.next_order;
        let line = match input.lines.next() {
            Ok(Some(line)) => line,
            Ok(None) => {
                let mut open = lock(&self.open);
                let (order, shared) = open.iter_mut().find(|(_, open)| open.answer.is_none())?;
                shared.threads += 1;
                return Some(LineTask {
                    order: *order,
                    line: Ok(shared.line.clone()),
                    stop: Arc::clone(&shared.stop),
                });
            }
            Err(error) => {
                return Some(LineTask {
                    order,
                    line: Err(error),
                    stop: Arc::default(),
                });
            }
        };
        input.next_order += 1;
        let open = OpenLine {
            line: line.clone(),
            threads: 1,
            stop: Arc::default(),
            answer: None,
            nodes: 0,
        };
        let stop = Arc::clone(&open.stop);
        lock(&self.open).insert(order, open);
        let line = Ok(line);
        Some(LineTask { order, line, stop })
    }

    /// Takes the answer that a thread found. Gives back the first one, with the nodes of all
    /// threads, when the last of them has ended.
    fn finished(&self, order: u64, found: LineAnswer) -> Option<LineAnswer> {
        let mut open = lock(&self.open);
        let shared = open.get_mut(&order)?;
        shared.threads -= 1;
        shared.nodes += found.nodes();
        shared.answer.get_or_insert(found);
        if shared.threads > 0 {
            shared.stop.store(true, Ordering::Relaxed);
            return None;
        }
        let OpenLine { answer, nodes, .. } = open.remove(&order)?;
        answer.map(|answer| answer.with_nodes(nodes))
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
