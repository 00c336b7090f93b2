//! `solveig play`: a game in the terminal, on the whole screen or line by line.

#[cfg(feature = "campaigns")]
use solveig_campaign::player;
#[cfg(not(feature = "campaigns"))]
#[path = "without/player.rs"]
mod player;

use std::fmt;
use std::io::{self, BufReader, IsTerminal};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use solveig_format::{MappedFile, Reader};
use solveig_game::{Game, Interval, Move, Value, excerpt};
use solveig_games::registry::AnyGame;
use solveig_protocol::input::{InputLine, LONGEST_LINE, read_line};
use solveig_query::{Artifact, Solution, SolutionReport};
use solveig_search::Oracle;
use solveig_search::solvers::SolverName;

use crate::CommandVerdict;
use crate::arguments::{KnowledgeName, MemoryArgument, PositionArgument};
use crate::artifact;
use crate::commands::probe::Probed;
use crate::files::open_regular;
use crate::output::{Output, unwritten};
use crate::progress::Progress;
use crate::solvable::Solvable;
use crate::solver::solvers;
use player::{PlayerTable, TablePlayer};

const HELP: &str = "\
a move   play it
hint     the move the program would play
values   the value of every move, as far as it is known
undo     take back your last move and the answer to it
new      start again
board    show the board again
quit     leave";

/// Play against an artifact, a campaign's player or the search in the terminal
///
/// The program plays the canonical move: the artifact's where it has one, found by exact search
/// where it has not. A campaign's player never does worse than what was proved, and does not look for more.
///
/// On a terminal the board is drawn, and keys play; ? says which. Between pipes, with --plain or --json, and for a
/// campaign's player, play goes line by line; `help` says what can be typed.
#[derive(Args)]
pub struct Play {
    /// An artifact, the table of a campaign's player, or a game as in othello:6x6
    #[arg(value_name = "FILE.sol|FILE.player|GAME")]
    target: String,
    /// The side you play
    #[arg(long, value_enum, default_value_t = PersonSide::First)]
    side: PersonSide,
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    memory: MemoryArgument,
    /// Play line by line on a terminal too
    #[arg(long)]
    plain: bool,
    /// On a drawn board, the most seconds for a move of the program
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..))]
    seconds: Option<u32>,
}

/// The moves that the person makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PersonSide {
    /// The side that moves first
    First,
    /// The side that moves second
    Second,
    /// Both sides: the program only advises
    Both,
    /// Neither: the program plays itself
    None,
}

impl PersonSide {
    const fn includes(self, first: bool) -> bool {
        match self {
            Self::First => first,
            Self::Second => !first,
            Self::Both => true,
            Self::None => false,
        }
    }
}

impl Play {
    /// Plays until the input ends.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let path = Path::new(&self.target);
        if path.extension().is_some_and(|end| end == "player") {
            let table = read_table(path)?;
            let game =
                AnyGame::parse(&table.heading().game).with_context(|| self.target.clone())?;
            let task = Playing {
                asked: self,
                reader: None,
                table: Some(table),
                output,
            };
            return task.run(Solvable::of(game, KnowledgeName::All));
        }
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        if is_terminal && !self.plain && !output.is_json() {
            return self.on_screen();
        }
        let names_file = path.extension().is_some_and(|end| end == "sol") || path.is_file();
        let (reader, game) = if names_file {
            let (reader, game) = artifact::open(path)?;
            (Some(reader), game)
        } else {
            (None, AnyGame::parse(&self.target)?)
        };
        let task = Playing {
            asked: self,
            reader,
            table: None,
            output,
        };
        task.run(Solvable::of(game, KnowledgeName::All))
    }
}

impl Play {
    /// Plays on the whole screen.
    fn on_screen(self) -> Result<CommandVerdict> {
        let path = Path::new(&self.target);
        let names_file = path.extension().is_some_and(|end| end == "sol") || path.is_file();
        let mut settings = solveig_engine::Settings::default();
        if let Some(memory) = self.memory.asked() {
            settings.memory = memory.0;
        }
        let engine = match names_file {
            true => solveig_engine::open_artifact(path, &settings)?,
            false => solveig_engine::open_game(&self.target, &settings)?,
        };
        let settings = solveig_terminal::AppSettings {
            from: self.position.text.clone(),
            persons: [true, false].map(|first| self.side.includes(first)),
            most: self
                .seconds
                .map(|seconds| Duration::from_secs(seconds.into())),
        };
        solveig_terminal::play(engine, settings).map_err(unwritten)?;
        Ok(CommandVerdict::Holds)
    }
}

/// The largest table of a player that is read, in bytes.
const LARGEST_TABLE: u64 = 1 << 30;

fn read_table(path: &Path) -> Result<PlayerTable> {
    let file = open_regular(path, LARGEST_TABLE)
        .with_context(|| format!("{}: cannot open", path.display()))?;
    let table = PlayerTable::read(path, BufReader::new(file))?;
    Ok(table)
}

struct Playing<'a> {
    asked: Play,
    reader: Option<Reader<MappedFile>>,
    table: Option<PlayerTable>,
    output: &'a mut Output,
}

impl Playing<'_> {
    fn run(self, Solvable { game, factory }: Solvable) -> Result<CommandVerdict> {
        let from = match &self.table {
            None => &self.asked.position.text,
            Some(table) if self.asked.position.text == "-" => &table.heading().position,
            Some(_) => {
                bail!("--position: a player's table has moves from the position it was made for")
            }
        };
        let start = MatchPosition::of(&game, from)?;
        let memory = {
            // An artifact leaves searches only what lies beyond its cut, and a table too.
            let stored = self.reader.as_ref().and_then(|reader| reader.header().cut);
            let cut = self
                .table
                .as_ref()
                .map(|table| table.heading().cut)
                .or(stored);
            let from = cut.unwrap_or_else(|| game.level(&game.start()));
            self.asked.memory.size_from(&game, from)
        };
        let search = solvers(SolverName::Fastest, &game, &factory, memory, 1)?.remove(0);
        let path = &self.asked.target;
        let artifact = match self.reader {
            None => None,
            Some(reader) => {
                Some(Artifact::new(game.clone(), reader).with_context(|| path.clone())?)
            }
        };
        let adviser = match (&artifact, &self.table) {
            (None, None) => Adviser::Search(search),
            (_, Some(table)) => Adviser::Player(TablePlayer::new(table, search)?, start.first),
            (Some(artifact), None) => Adviser::Solution(Solution::new(artifact, search)),
        };
        let mut played = Match {
            game: &game,
            adviser,
            side: self.asked.side,
            standings: vec![start],
            output: self.output,
        };
        played.run().with_context(|| path.clone())?;
        Ok(CommandVerdict::Holds)
    }
}

/// Where the program's moves come from.
enum Adviser<'a, G: Game, O: Oracle<G>> {
    Solution(Solution<'a, G, MappedFile, O>),
    Search(O),
    /// And whether the side that moves first is the one to move where its table begins.
    Player(TablePlayer<'a, O>, bool),
}

impl<G: Game, O: Oracle<G>> Adviser<'_, G, O> {
    /// The canonical move; `None` where the game is over.
    fn best_move(&mut self, standing: &MatchPosition<G::Position>) -> Result<Option<Move>> {
        let position = &standing.position;
        let oracle = match self {
            Self::Solution(solution) => match solution.best_move(position)? {
                Some(best) => return Ok(Some(best)),
                None => solution.oracle(),
            },
            Self::Search(oracle) => oracle,
            Self::Player(player, began) => {
                let side = match standing.first == *began {
                    true => player::PlaySide::First,
                    false => player::PlaySide::Second,
                };
                let _progress = Progress::new("searching");
                return Ok(player.best_move(position, side)?.map(|(best, _)| best));
            }
        };
        let _progress = Progress::new("searching");
        let value = oracle.value(position, Interval::unknown(oracle.game().value_range()))?;
        Ok(oracle.best_move(position, value)?)
    }

    fn report(&mut self, position: &G::Position) -> Result<SolutionReport> {
        let _progress = Progress::new("searching");
        Ok(match self {
            Self::Solution(solution) => solution.report(position)?,
            Self::Search(oracle) => SolutionReport::searched(oracle, position)?,
            Self::Player(player, _) => SolutionReport::searched(player.oracle(), position)?,
        })
    }
}

/// A position of the match, and whose turn it is.
#[derive(Clone)]
struct MatchPosition<P> {
    position: P,
    /// Whether the side to move is the one that moves first in a play from the start.
    first: bool,
}

impl<P> MatchPosition<P> {
    /// The standing that `text` describes.
    fn of<G: Game<Position = P>>(game: &G, text: &str) -> Result<Self> {
        let position = game.parse_position(text)?;
        let is_board = game.parse_board(text.trim()).is_some();
        // A board may end with the side to move; else the number of moves tells.
        let named = text.trim().rsplit_once(' ').map(|(_, side)| side);
        let first = match named {
            Some("X" | "x") if is_board => true,
            Some("O" | "o") if is_board => false,
            _ if is_board => {
                let level = |position: &P| game.level(position);
                (level(&position) - level(&game.start())).is_multiple_of(2)
            }
            _ if text.trim() == "-" => true,
            _ => game
                .play_list(&game.start(), text)?
                .1
                .len()
                .is_multiple_of(2),
        };
        Ok(Self { position, first })
    }
}

struct Match<'a, G: Game, O: Oracle<G>> {
    game: &'a G,
    adviser: Adviser<'a, G, O>,
    side: PersonSide,
    /// All positions of the match, the present one last.
    standings: Vec<MatchPosition<G::Position>>,
    output: &'a mut Output,
}

/// What is left to do after a line was obeyed.
enum Then {
    Go,
    Ask,
    Quit,
}

impl<G: Game, O: Oracle<G>> Match<'_, G, O> {
    fn run(&mut self) -> Result<()> {
        let mut input = io::stdin().lock();
        self.show()?;
        loop {
            self.advance()?;
            loop {
                self.output.flush()?;
                let line = read_line(&mut input).context("cannot read standard input")?;
                let then = match line {
                    None => return Ok(()),
                    Some(InputLine::Whole(line)) => self.obey(line.trim())?,
                    Some(InputLine::TooLong) => {
                        self.say(&format!("the line has more than {LONGEST_LINE} bytes"))?;
                        Then::Ask
                    }
                };
                match then {
                    Then::Go => break,
                    Then::Ask => {}
                    Then::Quit => return Ok(()),
                }
            }
        }
    }

    fn now(&self) -> &MatchPosition<G::Position> {
        self.standings
            .last()
            .expect("the start is never taken back")
    }

    /// Plays what needs no decision of the person: forced passes and the program's moves.
    fn advance(&mut self) -> Result<()> {
        loop {
            let MatchPosition { position, first } = self.now().clone();
            if let Some(utility) = self.game.terminal_value(&position) {
                let value = if first { utility } else { -utility };
                return self.output.answer(&Event::Over { value });
            }
            let pass = self.game.is_forced_pass(&position);
            if self.side.includes(first) && !pass {
                return Ok(());
            }
            let standing = self.now().clone();
            let Some(best) = self.adviser.best_move(&standing)? else {
                return Ok(());
            };
            let by = if self.side.includes(first) {
                Mover::Person
            } else {
                Mover::Program
            };
            self.play(best, by)?;
        }
    }

    fn play(&mut self, played: Move, by: Mover) -> Result<()> {
        let MatchPosition { position, first } = self.now().clone();
        let name = self.game.format_move(played);
        self.output.answer(&Event::Move {
            by,
            first,
            played: name,
        })?;
        self.standings.push(MatchPosition {
            position: self.game.play_unchecked(&position, played),
            first: !first,
        });
        self.show()
    }

    fn show(&mut self) -> Result<()> {
        let MatchPosition { position, first } = self.now().clone();
        let moves = self.game.moves(&position);
        let event = Event::Position {
            board: self.game.render(&position, first),
            first,
            moves: moves
                .iter()
                .map(|one| self.game.format_move(*one))
                .collect(),
        };
        self.output.answer(&event)
    }

    /// Does what a line asks for.
    fn obey(&mut self, line: &str) -> Result<Then> {
        let position = self.now().position.clone();
        match line.to_ascii_lowercase().as_str() {
            "" => return Ok(Then::Ask),
            "quit" | "exit" => return Ok(Then::Quit),
            "help" | "?" => self.say(HELP)?,
            "board" => self.show()?,
            "hint" => match self.adviser.best_move(&self.now().clone())? {
                None => self.say("the game is over")?,
                Some(best) => {
                    let hint = self.game.format_move(best);
                    self.output.answer(&Event::Hint { hint })?;
                }
            },
            "values" => {
                let report = self.adviser.report(&position)?;
                let probed = Probed::new(self.game, &position, "here".to_owned(), &report, None);
                self.output.answer(&probed)?;
            }
            "new" => {
                self.standings.truncate(1);
                self.show()?;
                return Ok(Then::Go);
            }
            "undo" => {
                if !self.undo() {
                    self.say("there is nothing to take back")?;
                    return Ok(Then::Ask);
                }
                self.show()?;
                return Ok(Then::Go);
            }
            _ => return self.obey_move(line),
        }
        Ok(Then::Ask)
    }

    fn obey_move(&mut self, line: &str) -> Result<Then> {
        let position = &self.now().position;
        let problem = match self.game.parse_move(line) {
            Ok((read, length)) if length == line.len() => match self.game.play(position, read) {
                Ok(_) => {
                    self.play(read, Mover::Person)?;
                    return Ok(Then::Go);
                }
                Err(error) => error.to_string(),
            },
            Ok(_) => format!("\"{}\" is more than one move", excerpt(line)),
            Err(error) => error.problem,
        };
        self.say(&format!("{problem} (`help` says what can be typed)"))?;
        Ok(Then::Ask)
    }

    /// Goes back to the last position in which the person had a choice of move.
    fn undo(&mut self) -> bool {
        let before = self.standings[..self.standings.len() - 1].iter();
        let choice = |standing: &MatchPosition<G::Position>| {
            self.side.includes(standing.first) && !self.game.is_forced_pass(&standing.position)
        };
        let Some(at) = before.enumerate().rev().find(|(_, one)| choice(one)) else {
            return false;
        };
        self.standings.truncate(at.0 + 1);
        true
    }

    fn say(&mut self, message: &str) -> Result<()> {
        let message = message.to_owned();
        self.output.answer(&Event::Message { message })
    }
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Mover {
    Person,
    Program,
}

/// What is printed while a match goes on.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event {
    Position {
        board: String,
        #[serde(rename = "to_move", serialize_with = "side_name")]
        first: bool,
        moves: Vec<String>,
    },
    Move {
        by: Mover,
        #[serde(rename = "side", serialize_with = "side_name")]
        first: bool,
        #[serde(rename = "move")]
        played: String,
    },
    Hint {
        #[serde(rename = "best_move")]
        hint: String,
    },
    Message {
        message: String,
    },
    /// The value for the side that moves first.
    Over {
        value: Value,
    },
}

const fn side(first: bool) -> &'static str {
    if first { "first" } else { "second" }
}

fn side_name<S: serde::Serializer>(first: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(side(*first))
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position {
                board,
                first,
                moves,
            } => {
                write!(f, "\n{}\n", board.trim_end())?;
                match moves.is_empty() {
                    true => Ok(()),
                    false => write!(f, "moves of {}: {}", side(*first), moves.join(" ")),
                }
            }
            Self::Move { by, first, played } => match by {
                Mover::Person => write!(f, "{} plays {played}", side(*first)),
                Mover::Program => write!(f, "{} plays {played} (program)", side(*first)),
            },
            Self::Hint { hint } => write!(f, "best: {hint}"),
            Self::Message { message } => f.write_str(message),
            Self::Over { value: 0 } => f.write_str("the game is over: a draw"),
            Self::Over { value } => {
                let winner = side(*value > 0);
                write!(f, "the game is over: {winner} wins ({:+})", value.abs())
            }
        }
    }
}
