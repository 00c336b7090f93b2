//! `solveig play`: a game in the terminal, on the whole screen or line by line.

use std::fmt;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use solveig_engine::choice::{ChosenMove, Ground, choose};
use solveig_engine::{
    Effort, Engine, EngineError, Evidence, Family, GameState, KnownValue, Line, SearchScope,
    Settings, Side,
};
use solveig_game::{Game, MoveError, MoveListError, Value, excerpt};
use solveig_games::AnyGame;
use solveig_protocol::input::{InputLine, LONGEST_LINE, read_line};

use crate::CommandVerdict;
use crate::arguments::{MemoryArgument, PositionArgument, StyleArgument, ThreadsArgument};
use crate::artifact;
use crate::engines::{self, names_file, names_player};
use crate::figures::signed;
use crate::games::games;
use crate::lines::LineFinding;
use crate::memory::MemorySize;
use crate::messages::note;
use crate::output::Output;
use crate::progress::Progress;
use crate::times::{Time, positive};

const HELP: &str = "\
a move   play it
hint     the move the program would play
values   the value of every move, as far as it is known; v for short
undo     take back your last move and the answer to it
new      start again
board    show the board again
quit     leave";

/// Play against an artifact, a proof, a campaign's player or the search in the terminal
///
/// The program plays moves that an artifact or an exact search proves to keep the value: of these
/// the one that wins soonest or loses latest. A campaign's player never does worse than what was
/// proved, or than what follows from the results that it plays by, and does not look for more.
///
#[cfg_attr(
    feature = "terminal",
    doc = "On a terminal the board is drawn, and keys play; ? says which. Between pipes, with \
           --plain or --json, play goes line by line; `help` says what can be typed."
)]
#[cfg_attr(
    not(feature = "terminal"),
    doc = "Play goes line by line; `help` says what can be typed."
)]
#[derive(Args)]
pub struct Play {
    /// An artifact, a proof, the table of a campaign's player, or a game as in othello:6x6
    #[arg(value_name = "FILE.sol|FILE.proof|FILE.player|GAME")]
    target: String,
    /// The side you play
    #[arg(long, value_enum, default_value_t = PersonSide::First)]
    side: PersonSide,
    #[command(flatten)]
    position: PositionArgument,
    /// Play line by line on a terminal too
    #[arg(long, hide = cfg!(not(feature = "terminal")))]
    plain: bool,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    style: StyleArgument,
    /// Time limit for opening a file and for a move of the program, in seconds or as in 2m
    /// [default: none; for a move in a game without a file 2 s]
    ///
    /// A move whose value is not found in time is an estimate, and is called one.
    #[arg(long, value_name = "TIME", value_parser = positive, help_heading = "Resources")]
    time_limit: Option<Time>,
    #[command(flatten)]
    memory: MemoryArgument,
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
    const fn includes(self, side: Side) -> bool {
        match (self, side) {
            (Self::Both, _) => true,
            (Self::None, _) => false,
            (Self::First, Side::First) | (Self::Second, Side::Second) => true,
            (Self::First, Side::Second) | (Self::Second, Side::First) => false,
        }
    }
}

impl Play {
    /// Plays until the input ends.
    pub fn run(mut self, output: &mut Output) -> Result<CommandVerdict> {
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let is_drawn =
            cfg!(feature = "terminal") && is_terminal && !self.plain && !output.is_json();
        let path = Path::new(&self.target);
        let time = self.time_limit.map(|Time(time)| time);
        let opening = self.memory.opening(time);
        let (game, cut) = if names_player(&self.target) {
            let (game, cut, from) = player_of(path)?;
            if self.position.text != "-" {
                bail!("--position: a player's table has moves from the position it was made for");
            }
            self.position.text = from;
            (game, Some(cut))
        } else if engines::is_proof(path) {
            (artifact::game_of_proof(path)?, None)
        } else if names_file(&self.target) {
            let (reader, game) = artifact::open(path, opening)?;
            (game, reader.header().cut)
        } else {
            (games().parse(&self.target)?, None)
        };
        let settings = Settings {
            opening,
            // Line by line, the other side may be a program: skip the check that delays the start.
            trusts_files: !is_drawn,
            ..engines::settings(self.memory(&game, cut), &self.threads)
        };
        let engine = engines::open(&self.target, &Evidence::default(), &settings)?;
        let about = engine.about();
        let has_file = about.artifact.is_some() || about.proof.is_some() || about.player.is_some();
        let move_time = time.or((!has_file).then_some(SearchScope::SHORT_ALONE));
        if is_drawn {
            #[cfg(feature = "terminal")]
            return self.on_screen(engine, move_time);
        }
        let effort = Effort {
            search: match names_file(&self.target) {
                true => SearchScope::Anywhere,
                false => SearchScope::Short,
            },
            time: move_time,
            canonical: self.style.is_canonical(),
            ..Effort::default()
        };
        self.line_by_line(engine, effort, output)
    }

    /// Memory for searches, which start at the `cut` of an artifact or table if there is one.
    fn memory(&self, game: &AnyGame, cut: Option<u32>) -> MemorySize {
        let from = cut.unwrap_or_else(|| game.level(&game.start()));
        self.memory.size_from(game, from)
    }

    /// Plays on the whole screen.
    #[cfg(feature = "terminal")]
    fn on_screen(
        self,
        engine: Arc<dyn Engine>,
        move_time: Option<std::time::Duration>,
    ) -> Result<CommandVerdict> {
        let settings = solveig_terminal::AppSettings {
            from: self.position.text,
            persons: [Side::First, Side::Second].map(|side| self.side.includes(side)),
            canonical: self.style.is_canonical(),
            move_time,
        };
        solveig_terminal::play(engine, settings).map_err(crate::output::unwritten)?;
        Ok(CommandVerdict::Holds)
    }

    fn line_by_line(
        self,
        engine: Arc<dyn Engine>,
        effort: Effort,
        output: &mut Output,
    ) -> Result<CommandVerdict> {
        let line = Line::at(self.position.text);
        let start = engine.state(&line)?;
        let mut played = Match {
            effort,
            positions: vec![(line, start)],
            engine,
            side: self.side,
            output,
        };
        played.run()?;
        Ok(CommandVerdict::Holds)
    }
}

/// The game of a player's table, the level from which on it searches, and where it begins.
#[cfg(feature = "campaigns")]
fn player_of(path: &Path) -> Result<(AnyGame, u32, String)> {
    let table = crate::player_engine::read_table(path)?;
    let heading = table.heading();
    let game = games().parse(&heading.game);
    let game = game.with_context(|| path.display().to_string())?;
    table.expect_of(path, &game)?;
    Ok((game, heading.cut, heading.position.clone()))
}

/// Fails: the feature is missing.
#[cfg(not(feature = "campaigns"))]
fn player_of(path: &Path) -> Result<(AnyGame, u32, String)> {
    let opened = crate::files::open_table(path);
    opened.with_context(|| format!("{}: cannot open", path.display()))?;
    bail!(
        "{}: {}",
        path.display(),
        crate::messages::missing("campaigns")
    )
}

struct Match<'a> {
    engine: Arc<dyn Engine>,
    /// How the program searches its moves.
    effort: Effort,
    side: PersonSide,
    /// The positions of the match, the present one last.
    positions: Vec<(Line, GameState)>,
    output: &'a mut Output,
}

/// What to do after a line of input.
enum AfterLine {
    Go,
    Ask,
    Quit,
}

impl Match<'_> {
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
                        AfterLine::Ask
                    }
                };
                match then {
                    AfterLine::Go => break,
                    AfterLine::Ask => {}
                    AfterLine::Quit => return Ok(()),
                }
            }
        }
    }

    fn now(&self) -> &(Line, GameState) {
        self.positions
            .last()
            .expect("the start is never taken back")
    }

    /// The program's move; `None` where the game is over.
    fn choose_move(&self) -> Result<Option<ChosenMove>> {
        let progress = Progress::new("searching");
        let (line, standing) = self.now();
        let chosen = choose(&*self.engine, line, standing, &self.effort)?;
        drop(progress);
        if let Some(chosen) = &chosen
            && let Some(problem) = &chosen.note
        {
            note(&format!("{}: {problem}", chosen.played.name));
        }
        Ok(chosen)
    }

    /// Plays forced passes and the program's moves, until the person has to choose.
    fn advance(&mut self) -> Result<()> {
        loop {
            let (_, state) = self.now();
            let is_person = self.side.includes(state.to_move);
            if let Some(utility) = state.over {
                let value = match state.to_move {
                    Side::First => utility,
                    Side::Second => -utility,
                };
                let winner = match value > 0 {
                    true => Side::First,
                    false => Side::Second,
                };
                let name = self.side_name(winner);
                return self.output.answer(&Event::Over { value, name });
            }
            let pass = self.forced_pass(state);
            if is_person && pass.is_none() {
                return Ok(());
            }
            let (name, reason) = match pass {
                Some(pass) => (
                    pass.to_owned(),
                    Reason::new(Ground::Forced, &KnownValue::default()),
                ),
                None => match self.choose_move()? {
                    Some(chosen) => {
                        let reason = Reason::new(chosen.ground, &chosen.known_value);
                        (chosen.played.name, reason)
                    }
                    None => return Ok(()),
                },
            };
            let by = match is_person {
                true => Mover::Person,
                false => Mover::Program,
            };
            let line = self.now().0.then(&name);
            let after = self.engine.state(&line)?;
            self.play(line, after, by, (!is_person).then_some(reason))?;
        }
    }

    /// Goes on to `after`, the position after the present one and the last move of `line`.
    fn play(
        &mut self,
        line: Line,
        after: GameState,
        by: Mover,
        reason: Option<Reason>,
    ) -> Result<()> {
        let side = self.now().1.to_move;
        self.output.answer(&Event::Move {
            by,
            side: side.name(),
            name: self.side_name(side),
            played: after.moves.last().cloned().unwrap_or_default(),
            reason,
        })?;
        self.positions.push((line, after));
        self.show()
    }

    /// What people call a side of this game.
    fn side_name(&self, side: Side) -> &'static str {
        let [first, second] = self.engine.about().sides;
        match side {
            Side::First => first,
            Side::Second => second,
        }
    }

    fn show(&mut self) -> Result<()> {
        let (_, state) = self.now();
        let event = Event::Position {
            board: state.picture.clone(),
            to_move: state.to_move.name(),
            name: self.side_name(state.to_move),
            moves: state.legal.iter().map(|one| one.name.clone()).collect(),
        };
        self.output.answer(&event)
    }

    /// Executes a line of input.
    fn obey(&mut self, line: &str) -> Result<AfterLine> {
        match line.to_ascii_lowercase().as_str() {
            "" => return Ok(AfterLine::Ask),
            "quit" | "exit" => return Ok(AfterLine::Quit),
            "help" | "?" => self.say(HELP)?,
            "board" => self.show()?,
            "hint" => match self.choose_move()? {
                None => self.say("the game is over")?,
                Some(chosen) => {
                    let is_best = matches!(chosen.ground, Ground::Best | Ground::Forced);
                    let name = chosen.played.name;
                    self.output.answer(&Event::Hint {
                        best_move: is_best.then(|| name.clone()),
                        hint: name,
                        ground: Grounded(chosen.ground),
                    })?;
                }
            },
            "v" if self.names_move("v") => return self.obey_move(line),
            "values" | "v" => {
                let progress = Progress::new("searching");
                let effort = Effort {
                    time: self.effort.time,
                    distances: true,
                    ..Effort::default()
                };
                let report = self.engine.report(&self.now().0, &effort)?;
                drop(progress);
                self.output.answer(&LineFinding::of_report(&report))?;
            }
            "new" => {
                self.positions.truncate(1);
                self.show()?;
                return Ok(AfterLine::Go);
            }
            "undo" => {
                if !self.undo() {
                    self.say("there is nothing to take back")?;
                    return Ok(AfterLine::Ask);
                }
                self.show()?;
                return Ok(AfterLine::Go);
            }
            _ => return self.obey_move(line),
        }
        Ok(AfterLine::Ask)
    }

    fn names_move(&self, text: &str) -> bool {
        let mut legal = self.now().1.legal.iter();
        legal.any(|one| one.name.eq_ignore_ascii_case(text))
    }

    fn obey_move(&mut self, text: &str) -> Result<AfterLine> {
        let (line, state) = self.now();
        let next = line.then(text);
        let problem = match self.engine.state(&next) {
            Ok(after) if after.moves.len() == state.moves.len() + 1 => {
                self.play(next, after, Mover::Person, None)?;
                return Ok(AfterLine::Go);
            }
            Ok(after) if after.moves.len() == state.moves.len() => {
                format!("\"{}\" is no move", excerpt(text))
            }
            Ok(_) => more_than_one(text),
            Err(EngineError::Line(error)) => {
                let first = next.moves.len() - text.len();
                match *error {
                    MoveListError::Move { at, .. } if at > first => more_than_one(text),
                    MoveListError::Board(cause)
                    | MoveListError::Move {
                        cause: MoveError::Notation(cause),
                        ..
                    } => cause.problem,
                    MoveListError::Move {
                        cause: MoveError::Illegal(cause),
                        ..
                    } => match text.eq_ignore_ascii_case(&cause.notation) {
                        true => cause.to_string(),
                        false => more_than_one(text),
                    },
                }
            }
            Err(error) => return Err(error.into()),
        };
        self.say(&format!("{problem} (`help` says what can be typed)"))?;
        Ok(AfterLine::Ask)
    }

    /// The pass that the rules force. In Go a pass is a move to be made, even where there is no
    /// other.
    fn forced_pass<'s>(&self, state: &'s GameState) -> Option<&'s str> {
        match &state.legal[..] {
            [only] if only.pass && self.engine.about().family != Family::Go => Some(&only.name),
            _ => None,
        }
    }

    /// Goes back to the last position in which the person had a choice of move.
    fn undo(&mut self) -> bool {
        let before = self.positions[..self.positions.len() - 1].iter();
        let choice = |(_, state): &(Line, GameState)| {
            self.side.includes(state.to_move) && self.forced_pass(state).is_none()
        };
        let Some(at) = before.enumerate().rev().find(|(_, one)| choice(one)) else {
            return false;
        };
        self.positions.truncate(at.0 + 1);
        true
    }

    fn say(&mut self, message: &str) -> Result<()> {
        let message = message.to_owned();
        self.output.answer(&Event::Message { message })
    }
}

/// The pass, if it is the only legal move.
fn more_than_one(text: &str) -> String {
    format!("\"{}\" is more than one move", excerpt(text))
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Mover {
    Person,
    Program,
}

/// Why the program plays a move.
#[derive(Serialize)]
#[serde(transparent)]
struct Grounded(Ground);

impl fmt::Display for Grounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Ground::Best => f.write_str("best"),
            Ground::Keeps(least) => write!(f, "keeps {} or more", signed(least)),
            Ground::Forced => f.write_str("the only move"),
            Ground::Wins => f.write_str("wins, and another may win more"),
            Ground::Estimate => f.write_str("an estimate, not proved: no value was found in time"),
        }
    }
}

/// What is known of a move that the program plays.
#[derive(Serialize)]
struct Reason {
    ground: Grounded,
    /// Its value for the side that plays it, where the end of the game is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    /// Plies to that end, the move included.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// A guess at its value, which is not known.
    #[serde(rename = "estimated_value", skip_serializing_if = "Option::is_none")]
    estimate: Option<Value>,
    /// The same in words.
    #[serde(skip)]
    ending: Option<String>,
}

impl Reason {
    fn new(ground: Ground, known_value: &KnownValue) -> Self {
        Self {
            ground: Grounded(ground),
            value: known_value.value.filter(|_| known_value.plies.is_some()),
            plies: known_value.plies,
            estimate: known_value.estimate,
            ending: known_value.ending(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.ending, &self.ground) {
            (Some(ending), _) => write!(f, "; {ending}"),
            (None, Grounded(Ground::Best | Ground::Forced)) => Ok(()),
            (None, ground) => write!(f, "; {ground}"),
        }?;
        match self.estimate {
            Some(estimate) => write!(f, "; about {}", signed(estimate)),
            None => Ok(()),
        }
    }
}

/// The output of a match, one object per event.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event {
    Position {
        board: String,
        to_move: &'static str,
        /// Its name in text.
        #[serde(skip)]
        name: &'static str,
        moves: Vec<String>,
    },
    Move {
        by: Mover,
        side: &'static str,
        /// Its name in text.
        #[serde(skip)]
        name: &'static str,
        #[serde(rename = "move")]
        played: String,
        /// Of the program's moves.
        #[serde(flatten, skip_serializing_if = "Option::is_none")]
        reason: Option<Reason>,
    },
    Hint {
        /// The move, if it is proved to be a best one.
        best_move: Option<String>,
        #[serde(rename = "move")]
        hint: String,
        ground: Grounded,
    },
    Message {
        message: String,
    },
    /// The value for the side that moves first.
    Over {
        value: Value,
        /// The winner's name in text.
        #[serde(skip)]
        name: &'static str,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position {
                board, name, moves, ..
            } => {
                write!(f, "\n{}\n", board.trim_end())?;
                match moves.is_empty() {
                    true => Ok(()),
                    false => write!(f, "moves of {name}: {}", moves.join(" ")),
                }
            }
            Self::Move {
                by,
                name,
                played,
                reason,
                ..
            } => {
                write!(f, "{name} plays {played}")?;
                match (by, reason) {
                    (Mover::Person, _) => Ok(()),
                    (Mover::Program, None) => f.write_str(" (program)"),
                    (Mover::Program, Some(reason)) => write!(f, " (program{reason})"),
                }
            }
            Self::Hint {
                best_move: Some(best),
                ..
            } => write!(f, "best: {best}"),
            Self::Hint { hint, ground, .. } => write!(f, "{hint}: {ground}"),
            Self::Message { message } => f.write_str(message),
            Self::Over { value: 0, .. } => f.write_str("the game is over: a draw"),
            Self::Over { value, name } => {
                write!(f, "the game is over: {name} wins ({:+})", value.abs())
            }
        }
    }
}
