//! Answers many positions, one per line.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use solveig_engine::{Effort, Engine, Line};
use solveig_game::{Game, Value, excerpt, one_line};
use solveig_games::AnyGame;
use solveig_protocol::input::{InputLine, LONGEST_LINE, read_line};

use super::finding::Finding;
use crate::CommandVerdict;
use crate::figures::{duration, grouped, rate, signed};
use crate::files::open_regular;
use crate::obf::{self, LineError, ObfProblem};
use crate::output::Output;

/// The format of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// OBF: a board with stated scores.
    Obf,
    /// A move list, optionally with a stated value.
    Moves,
}

/// What is asked about each line.
pub struct LineQuestion {
    /// Answers.
    pub engine: Arc<dyn Engine>,
    /// The format of the lines.
    pub format: Format,
    /// Whether the value is at least this; `None` for the exact value.
    pub at_least: Option<Value>,
    /// Whether the principal variation is asked for, too.
    pub variation: bool,
}

/// The source of lines, which counts those read.
pub struct Lines {
    input: BufReader<Box<dyn Read + Send>>,
    format: Format,
    game: AnyGame,
    name: String,
    read: u64,
}

impl Lines {
    /// The lines of the file `path`, or of standard input if it is `-`, with positions of `game`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub fn open(path: &Path, format: Format, game: AnyGame) -> Result<Self> {
        let (input, name): (Box<dyn Read + Send>, _) = if path == Path::new("-") {
            (Box::new(io::stdin()), "standard input".to_owned())
        } else {
            let name = path.display().to_string();
            let file = open_regular(path, u64::MAX)
                .with_context(|| format!("{name}: a file or - for standard input is expected"))?;
            (Box::new(file), name)
        };
        Ok(Self {
            input: BufReader::with_capacity(1 << 16, input),
            format,
            game,
            name,
            read: 0,
        })
    }

    /// Whether a whole line is in the buffer.
    fn is_line_waiting(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }

    /// The next line that is not empty or a comment.
    fn next(&mut self) -> Result<Option<AskedLine>> {
        loop {
            let line = read_line(&mut self.input);
            let Some(line) = line.with_context(|| format!("cannot read {}", self.name))? else {
                return Ok(None);
            };
            self.read += 1;
            let problem = match (line, self.format) {
                (InputLine::Whole(text), Format::Obf) => {
                    obf::problem(&self.game, &text).transpose()
                }
                (InputLine::Whole(text), Format::Moves) => {
                    Some(self.move_list(text.trim_end_matches('\r')))
                }
                (InputLine::TooLong, _) => Some(Err(LineError {
                    column: LONGEST_LINE + 1,
                    problem: format!("the line has more than {LONGEST_LINE} bytes"),
                })),
            };
            if let Some(problem) = problem {
                return Ok(Some((self.read, problem)));
            }
        }
    }

    /// Reads the value that may follow a move list after a space. The engine reads the moves.
    fn move_list(&self, text: &str) -> Result<ObfProblem, LineError> {
        let (moves, stated) = match text.split_once(' ') {
            Some((moves, stated)) => (moves, stated.trim()),
            None => (text, ""),
        };
        let range = self.game.value_range();
        let value = stated.parse().ok().filter(|value| range.contains(*value));
        let is_wrong = value.is_none() && !stated.is_empty();
        // The engine would take a dash for the start.
        if is_wrong || moves == "-" {
            let played = self.game.play_list(&self.game.start(), moves);
            played.map_err(|error| bad_moves(&error))?;
        }
        if is_wrong {
            return Err(LineError {
                column: moves.chars().count() + 2,
                problem: format!(
                    "\"{}\" after the moves: expected a value between {} and {}",
                    excerpt(stated),
                    range.min,
                    range.max
                ),
            });
        }
        Ok(ObfProblem {
            board: moves.to_owned(),
            moves: Vec::new(),
            score: value,
        })
    }
}

fn bad_moves(error: &impl fmt::Display) -> LineError {
    LineError {
        column: 1,
        problem: error.to_string(),
    }
}

/// A line's number, from 1, and its position.
type AskedLine = (u64, Result<ObfProblem, LineError>);

/// Answers all lines in order, each as soon as it and all before it are solved.
///
/// As many threads as are said take lines one by one. A line that is not a position is answered
/// with an error.
///
/// # Errors
///
/// Fails if the lines cannot be read, or the answers cannot be written.
pub fn answer(
    mut lines: Lines,
    question: LineQuestion,
    threads: usize,
    output: &mut Output,
) -> Result<CommandVerdict> {
    let mut printer = Printer {
        name: lines.name.clone(),
        verdict: CommandVerdict::Holds,
        output,
    };
    if threads == 1 {
        // On this thread: passing answers between threads takes longer than many easy positions.
        loop {
            if !lines.is_line_waiting() {
                printer.output.flush()?;
            }
            match lines.next()? {
                Some(asked) => printer.print(question.find(asked)?)?,
                None => return Ok(printer.verdict),
            }
        }
    }
    let lines = Arc::new(Mutex::new((lines, 0)));
    let question = Arc::new(question);
    let (sender, receiver) = mpsc::channel();
    for _ in 0..threads {
        let (lines, question) = (Arc::clone(&lines), Arc::clone(&question));
        let sender = sender.clone();
        // Not joined: if answers cannot be written, the program ends without waiting for searches.
        thread::spawn(move || {
            loop {
                let (order, asked) = {
                    let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
                    let order = lines.1;
                    lines.1 += 1;
                    (order, lines.0.next())
                };
                let answered =
                    asked.and_then(|asked| asked.map(|asked| question.find(asked)).transpose());
                let ended = !matches!(answered, Ok(Some(_)));
                if sender.send((order, answered)).is_err() || ended {
                    break;
                }
            }
        });
    }
    drop(sender);
    let mut early = BTreeMap::new();
    let mut next = 0u64;
    for (order, answered) in receiver {
        early.insert(order, answered);
        while let Some(answered) = early.remove(&next) {
            next += 1;
            if let Some(answer) = answered? {
                printer.print(answer)?;
            }
            printer.output.flush()?;
        }
    }
    let taken = lines.lock().unwrap_or_else(PoisonError::into_inner).1;
    ensure!(next == taken, "a solver ended before it had answered");
    Ok(printer.verdict)
}

/// The answer to a line, or the line's number and its error.
type Answered = Result<LineAnswer, (u64, LineError)>;

impl LineQuestion {
    fn find(&self, (number, problem): AskedLine) -> Result<Answered> {
        let problem = match problem {
            Ok(problem) => problem,
            Err(error) => return Ok(Err((number, error))),
        };
        let line = match self.format {
            Format::Obf => Line::at(&problem.board),
            Format::Moves => Line::of(&problem.board),
        };
        let (effort, started) = (Effort::default(), Instant::now());
        let found = match self
            .engine
            .value(&line, self.at_least, &effort, &mut |_| ())
        {
            Err(error) if error.is_askers_fault() => return Ok(Err((number, bad_moves(&error)))),
            found => found?,
        };
        let seconds = started.elapsed().as_secs_f64();
        let finding = Finding::of(&found)?;
        let pv = match self.variation {
            true => Some(self.engine.variation(&line, &effort)?.moves),
            false => None,
        };
        Ok(Ok(LineAnswer {
            format: self.format,
            line: number,
            position: problem.board,
            finding,
            best_move: pv.as_ref().map(|pv| pv.first().cloned()),
            pv,
            stated: problem.score,
            agrees: problem.score.map(|stated| finding.allows(stated)),
            nodes: found.nodes,
            seconds,
        }))
    }
}

/// Prints answers and accumulates the verdict.
struct Printer<'a> {
    name: String,
    verdict: CommandVerdict,
    output: &'a mut Output,
}

impl Printer<'_> {
    fn print(&mut self, answered: Answered) -> Result<()> {
        match answered {
            Ok(answer) => {
                if answer.agrees == Some(false) && self.verdict == CommandVerdict::Holds {
                    self.verdict = CommandVerdict::Fails;
                }
                self.output.answer(&answer)
            }
            Err((line, LineError { column, problem })) => {
                self.verdict = CommandVerdict::BadInput;
                let problem = one_line(&problem);
                let name = &self.name;
                crate::complain(&format!("{name}: line {line}, column {column}: {problem}"));
                if self.output.is_json() {
                    let error = problem;
                    self.output.answer(&NoPosition {
                        line,
                        column,
                        error,
                    })?;
                }
                Ok(())
            }
        }
    }
}

#[derive(Serialize)]
struct NoPosition {
    line: u64,
    column: usize,
    error: String,
}

impl fmt::Display for NoPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

/// The answer to one line.
#[derive(Serialize)]
struct LineAnswer {
    #[serde(skip)]
    format: Format,
    line: u64,
    position: String,
    #[serde(flatten)]
    finding: Finding,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_move: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv: Option<Vec<String>>,
    /// The value stated in the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    stated: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agrees: Option<bool>,
    /// Nodes of the search for the value or bound, without that for the variation.
    nodes: u64,
    seconds: f64,
}

impl fmt::Display for LineAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.format == Format::Moves {
            return match self.finding {
                Finding::Exact(value) => write!(f, "{} {value}", self.position),
                bound => write!(f, "{} {bound}", self.position),
            };
        }
        write!(f, "line {}: {}", self.line, self.finding)?;
        match (self.stated, self.agrees) {
            (Some(_), Some(true)) => write!(f, ", as stated")?,
            (Some(stated), _) => write!(f, ", not {} as stated", signed(stated))?,
            (None, _) => {}
        }
        let (nodes, rate) = (grouped(self.nodes), rate(self.nodes, self.seconds));
        write!(f, "; {nodes} nodes in {} ({rate})", duration(self.seconds))?;
        match &self.pv {
            Some(pv) if !pv.is_empty() => write!(f, "; line: {}", pv.join(" ")),
            _ => Ok(()),
        }
    }
}
