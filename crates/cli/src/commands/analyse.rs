//! `solveig analyse`: the exact value of every move.

use std::fmt;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig_engine::{Effort, Evidence, Finding, KnownValue, Line, SearchScope};
use solveig_game::{Game, Notation};

use crate::CommandVerdict;
use crate::arguments::PositionArgument;
use crate::artifact;
use crate::engines::{self, SearchResources, is_proof, names_file};
use crate::figures::{counted, duration, rate};
use crate::files::Files;
use crate::games::games;
use crate::lines::{self, LineFinding, Lines, LinesArgument, MoveColumnsArgument};
use crate::memory::MemorySize;
use crate::output::Output;
use crate::progress::Progress;
use crate::value_words::{InWords, KnownMove};

/// Find the exact value of every legal move
///
/// Prints the value of the position, then each move with its value for the side that plays it, as
/// soon as it is proved, a best move first; then the moves from the best to the worst. What an
/// artifact has is not searched.
#[derive(Args)]
pub struct Analyse {
    /// The game, as in othello:6x6, or an artifact or a proof
    #[arg(value_name = "GAME|FILE.sol|FILE.proof")]
    target: String,
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    lines: LinesArgument,
    #[command(flatten)]
    columns: MoveColumnsArgument,
    /// Find the canonical best move: the first optimal one in tie-break order, on the board
    /// that stands for all symmetric ones
    #[arg(long, help_heading = "Search")]
    canonical: bool,
    #[command(flatten)]
    resources: SearchResources,
}

impl Analyse {
    /// Searches and prints.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        self.columns.expect_rows(&self.lines)?;
        let _owned = self
            .lines
            .read_by(Files::new().game(&self.target))
            .own("analyse", None)?;
        let threads = self.resources.threads.count();
        let many = self.lines.named_file();
        let memory = self.memory()?;
        let settings = match many {
            Some(_) => self.resources.settings_for_many(memory),
            None => self.resources.settings_for_one(memory),
        };
        let engine = engines::open(&self.target, &Evidence::default(), &settings)?;
        let canonical = self.canonical;
        if let Some((format, path)) = many {
            let game = games().table().parse(&engine.about().spec)?;
            let columns = self.columns.columns(&game, format)?;
            let lines = Lines::open(path, format, game, columns)?;
            let effort = Effort {
                search: SearchScope::Anywhere,
                ..self.resources.limit.effort_for_each(canonical)
            };
            let find = move |line: &Line, effort: &Effort| {
                Ok(LineFinding::of_report(&engine.report(line, effort)?))
            };
            return lines::answer(lines, &effort, find, threads, output);
        }
        let stopping = self.resources.limit.begin()?;
        let started = Instant::now();
        let progress = Progress::new("searching");
        let line = Line::at(&self.position.text);
        let mut print_result = Ok(());
        let shows_text = !output.is_json();
        let mut watch = |found: Finding<'_>| {
            let text = match found {
                Finding::Bounds(known_value) => {
                    return progress.proved(&InWords(&known_value).to_string());
                }
                Finding::Value(known_value) => format!("value      {}", InWords(&known_value)),
                Finding::Move(one) => format!("{:<10} {}", one.played, InWords(&one.known_value)),
            };
            if shows_text && print_result.is_ok() {
                print_result = output.line(&text).and_then(|()| output.flush());
            }
        };
        let effort = Effort {
            search: SearchScope::Anywhere,
            distances: true,
            ..stopping.effort(canonical)
        };
        let report = engine.analyse(&line, &effort, &mut watch)?;
        drop(progress);
        print_result?;
        let stopped = report.interrupted.then(|| stopping.to_string());
        let verdict = match stopped {
            Some(_) => CommandVerdict::NotDecided,
            None => CommandVerdict::Holds,
        };
        output.answer(&Analysis {
            game: engine.about().spec.clone(),
            position: self.position.text,
            known_value: report.known_value,
            best_move: report.best_move,
            moves: report.moves.iter().map(KnownMove::new).collect(),
            nodes: report.nodes,
            seconds: started.elapsed().as_secs_f64(),
            threads,
            interrupted: stopped.is_some(),
            stopped,
        })?;
        Ok(verdict)
    }

    /// Memory for the searches: of a game from the positions on, of an artifact above its cut.
    fn memory(&self) -> Result<MemorySize> {
        let path = Path::new(&self.target);
        if names_file(&self.target) && is_proof(path) {
            return Ok(self.resources.memory.at_most());
        }
        if names_file(&self.target) {
            let opening = self.resources.opening();
            let (reader, game) = artifact::open(path, opening)?;
            return Ok(artifact::search_memory(
                &reader,
                &game,
                &self.resources.memory,
            ));
        }
        let game = games().parse(&self.target)?;
        let level = match self.lines.named_file() {
            Some((format, path)) => Lines::least_level(path, format, &game)?,
            // A position that cannot be read is refused where it is answered.
            None => {
                let position = game.parse_position(&self.position.text);
                position.map_or(0, |position| game.level(&position))
            }
        };
        Ok(self.resources.memory.size_from(&game, level))
    }
}

#[derive(Serialize)]
struct Analysis {
    game: String,
    position: String,
    #[serde(flatten)]
    known_value: KnownValue,
    /// `null` if the game is over or no move is known to be best.
    best_move: Option<String>,
    /// The legal moves, the best first.
    moves: Vec<KnownMove>,
    /// Nodes of all threads.
    nodes: u64,
    seconds: f64,
    threads: usize,
    interrupted: bool,
    /// Why the search stopped, if it did.
    #[serde(skip)]
    stopped: Option<String>,
}

/// What follows the values, which are printed as they are found.
impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves.is_empty() {
            writeln!(f, "no moves:  the game is over")?;
        } else if self.stopped.is_none() {
            let names = self.moves.iter().map(KnownMove::name);
            writeln!(f, "best first {}", names.collect::<Vec<_>>().join(" "))?;
        }
        if let Some(stopped) = &self.stopped {
            writeln!(f, "incomplete: {stopped}")?;
        }
        write!(
            f,
            "search     {} in {} ({})",
            counted(self.nodes, "node"),
            duration(self.seconds),
            rate(self.nodes, self.seconds)
        )
    }
}
