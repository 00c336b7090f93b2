//! Version 2 of the protocol of NBoard, an Othello board.
//!
//! Evaluations are exact values, in discs for the side to move, and only known ones are sent:
//! certified values as `book`, searched values as `search` with the depth `100%`.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use solveig_engine::choice::{ChosenMove, Ground, choose, moves_left};
use solveig_engine::record::Record;
use solveig_engine::{
    Effort, Engine, EngineError, Family, KnownValue, Line, MoveReport, Report, Side, Source,
};
use solveig_game::{excerpt, one_line};
use solveig_records::ggf::{self, GgfGame};

use crate::clock::Clock;
use crate::gtp::SearchLimits;
use crate::input::{Arrival, Input, InputLine, Wake, Watch};
use crate::{CommandFailure, Opener, side};

/// Search time before the first report of a hint.
const FIRST_REPORT: Duration = Duration::from_millis(250);

/// Search time for the principal variation after each move of a hint.
const VARIATION_TIME: Duration = Duration::from_millis(100);

/// Runs a session: executes the commands of `source` up to its end or `quit`, and writes answers to
/// `out`. Errors go to the status line and to `diagnostics`.
///
/// # Errors
///
/// Fails if the game is not Othello, the engine cannot read the start of its game, or an answer
/// cannot be written.
pub fn serve(
    engine: Arc<dyn Engine>,
    open: Opener,
    limits: SearchLimits,
    source: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    diagnostics: &mut dyn Write,
) -> io::Result<()> {
    let about = engine.about();
    if about.family != Family::Othello {
        let problem = format!("NBoard plays Othello, not {}", about.spec);
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    let record = Record::new(Arc::clone(&engine)).map_err(io::Error::other)?;
    let mut session = Session {
        first_engine: engine,
        open,
        clock: Clock::new(limits.time),
        limits,
        record,
        input: Input::new(source, arrival),
        out,
        diagnostics,
    };
    while let Some(line) = session.input.take() {
        match line {
            InputLine::TooLong => session.complain("the line is too long")?,
            InputLine::Whole(line) => {
                let line = line.trim();
                if is_quit(line) {
                    break;
                }
                session.obey(line)?;
            }
        }
    }
    session.out.flush()
}

fn is_quit(line: &str) -> bool {
    line.trim() == "quit"
}

/// Classifies a line for the reading thread. `ping` stops the search: NBoard sends it before the
/// board changes.
fn arrival(line: &str) -> Arrival {
    match line.split_whitespace().next() {
        Some("ping") => Arrival::Urgent,
        _ if is_quit(line) => Arrival::Last,
        _ => Arrival::Ordinary,
    }
}

struct Session<'a> {
    first_engine: Arc<dyn Engine>,
    open: Opener,
    clock: Clock,
    limits: SearchLimits,
    record: Record,
    input: Input,
    out: &'a mut dyn Write,
    diagnostics: &'a mut dyn Write,
}

impl Session<'_> {
    /// Executes one line. Unknown commands are ignored, as the protocol requires.
    fn obey(&mut self, line: &str) -> io::Result<()> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let done = match command {
            "nboard" => self.greet(rest),
            "ping" => return self.pong(rest),
            "learn" | "go" | "analyze" if !rest.is_empty() => {
                let rest = excerpt(rest);
                let problem = format!("{command} \"{rest}\": expected nothing after {command}");
                Err(CommandFailure::Refused(problem))
            }
            "learn" => return self.tell("learned"),
            "set" => self.set(rest),
            "move" => self.play(rest),
            "hint" => self.hint(rest),
            "go" => self.go(),
            "analyze" => self.analyze(),
            _ => return Ok(()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(CommandFailure::Stream(error)) => Err(error),
            Err(CommandFailure::Refused(problem)) => self.complain(&problem),
        }
    }

    fn tell(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Reports an error in the status line, since the protocol has no error messages.
    fn complain(&mut self, problem: &str) -> io::Result<()> {
        let problem = one_line(problem);
        let _ = writeln!(self.diagnostics, "solveig: {problem}");
        self.tell(&format!("status Error: {problem}"))
    }

    /// Says who answers, if the protocol has a version that is spoken here.
    fn greet(&mut self, version: &str) -> Result<(), CommandFailure> {
        match version {
            "1" | "2" => Ok(self.tell("set myname Solveig")?),
            _ => {
                let version = excerpt(version);
                Err(CommandFailure::Refused(format!(
                    "nboard \"{version}\": expected version 1 or 2 of the protocol"
                )))
            }
        }
    }

    fn pong(&mut self, number: &str) -> io::Result<()> {
        match number.parse::<i64>() {
            Ok(number) => self.tell(&format!("pong {number}")),
            Err(_) => self.complain(&format!("ping \"{}\": expected a number", excerpt(number))),
        }
    }

    fn set(&mut self, rest: &str) -> Result<(), CommandFailure> {
        let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match what {
            "game" => self.set_game(value),
            // It limits the depth of midgame searches, of which there are none: all go to the end.
            "depth" if value.trim().parse::<u32>().is_ok() => Ok(()),
            "contempt" if value.trim().parse() == Ok(0.0) => Ok(()),
            "depth" | "contempt" => {
                let expected = match what {
                    "depth" => "a number",
                    _ => "0, since values are exact",
                };
                let value = excerpt(value);
                Err(CommandFailure::Refused(format!(
                    "set {what} \"{value}\": expected {expected}"
                )))
            }
            _ => Ok(()),
        }
    }

    fn set_game(&mut self, text: &str) -> Result<(), CommandFailure> {
        let wrong = |error| CommandFailure::Refused(format!("set game: {error}"));
        let game = GgfGame::read(text).map_err(wrong)?;
        let time = game.time().map_err(wrong)?;
        let (Some(board), Some(length)) = (game.board, game.side) else {
            let problem = "set game: there is no board (BO[8 ...])";
            return Err(CommandFailure::Refused(problem.to_owned()));
        };
        let engine = self.of_side(length)?;
        let start = engine.state(&Line::at("-"))?;
        let from = match start.board == board.value {
            true => "-",
            false => &board.value,
        };
        let mut record = Record::from_board(engine, from)?;
        let mut clock = Clock::new(self.limits.time);
        if let Some(time) = time {
            clock.set(time, Duration::ZERO, 0);
        }
        for (at, record_move) in game.moves.iter().enumerate() {
            let side = side(record_move.black);
            let name = record.engine().about().sides[side as usize];
            let played = match mover(&record, &record_move.name) {
                mover if mover == side => {
                    play(&mut record, &mut clock, &record_move.name, record_move.time)
                }
                _ => Err(format!("it is not the turn of {name}")),
            };
            played.map_err(|problem| {
                CommandFailure::Refused(format!("set game: move {} of {name}: {problem}", at + 1))
            })?;
        }
        self.record = record;
        self.clock = clock;
        Ok(())
    }

    fn of_side(&self, side: u32) -> Result<Arc<dyn Engine>, CommandFailure> {
        let spec = format!("othello:{side}x{side}");
        for engine in [self.record.engine(), &self.first_engine] {
            if engine.about().spec == spec {
                return Ok(Arc::clone(engine));
            }
        }
        Ok((self.open)(&spec)?)
    }

    fn play(&mut self, text: &str) -> Result<(), CommandFailure> {
        let parsed_move = ggf::read_move(text);
        let played = parsed_move
            .and_then(|one| play(&mut self.record, &mut self.clock, &one.name, one.time));
        played.map_err(|problem| CommandFailure::Refused(format!("move: {problem}")))
    }

    /// Sends the best moves with their values, until all are known or another line arrives.
    fn hint(&mut self, count: &str) -> Result<(), CommandFailure> {
        let count: usize = match count {
            "" => 1,
            text => match text.parse() {
                Ok(count @ 1..) => count,
                _ => {
                    let text = excerpt(text);
                    let problem = format!("hint \"{text}\": expected a number of moves");
                    return Err(CommandFailure::Refused(problem));
                }
            },
        };
        if self.record.state().over.is_some() {
            return Ok(self.tell("status The game is over")?);
        }
        self.tell("status Solveig is thinking")?;
        let start = Instant::now();
        let watch = self.input.watch(Wake::Any);
        let mut slice = FIRST_REPORT;
        let mut reports = 0;
        let report = loop {
            // The first search is short, and runs even if the next line is waiting already.
            let effort = self
                .limits
                .effort(Some(slice), (reports > 0).then_some(&watch));
            let report = self.record.engine().report(self.record.line(), &effort)?;
            reports += 1;
            self.tell_hints(&report, count, (reports > 1).then_some(&watch))?;
            let seconds = start.elapsed().as_secs_f64();
            self.tell(&format!("nodestats {} {seconds:.2}", report.nodes))?;
            let out_of_time = self.limits.time.is_some_and(|max| start.elapsed() >= max);
            if !report.interrupted || watch.is_set() || out_of_time {
                break report;
            }
            slice = slice.saturating_mul(2).min(Duration::from_secs(3600));
        };
        let values = report.moves.iter().map(|one| one.known_value);
        let has_values = values.clone().any(|one| one.value.is_some());
        let has_estimates = values.clone().any(|one| one.estimate.is_some());
        self.tell(match (report.interrupted, has_values, has_estimates) {
            (false, true, _) => "status",
            (true, true, true) => {
                "status Not all moves are solved: those without 100% are estimates"
            }
            (true, true, false) => "status Not all moves are solved",
            (_, false, true) => "status Not solved: the values are estimates",
            (_, false, false) => "status Not solved: no value is known here",
        })?;
        Ok(())
    }

    /// Sends what is known of the best moves. Without a `watch` that ends them earlier, the
    /// searches for their variations together take no longer than one.
    fn tell_hints(
        &mut self,
        report: &Report,
        count: usize,
        watch: Option<&Watch>,
    ) -> Result<(), CommandFailure> {
        let start = Instant::now();
        let has_value = |one: &&MoveReport| discs(one.known_value).is_some();
        for one in report.moves.iter().filter(has_value).take(count) {
            let mut moves = vec![square(&one.played)];
            let is_exact = one.known_value.value.is_some();
            if is_exact {
                let line = self.record.line().then(&one.played);
                let time = match watch {
                    Some(_) => VARIATION_TIME,
                    None => VARIATION_TIME.saturating_sub(start.elapsed()),
                };
                let effort = self.limits.effort(Some(time), watch);
                let behind = self.record.engine().variation(&line, &effort)?;
                moves.extend(behind.moves.iter().map(|name| square(name)));
            }
            let message = format!(
                "{} {} {} 0 {}",
                match one.known_value.source {
                    Some(Source::Certified) => "book",
                    _ => "search",
                },
                moves.concat(),
                discs(one.known_value).unwrap_or_default(),
                if is_exact { "100%" } else { "1 an estimate" },
            );
            self.tell(&message)?;
        }
        Ok(())
    }

    /// Sends the move that the program would play; NBoard sends it back as `move`.
    fn go(&mut self) -> Result<(), CommandFailure> {
        let state = self.record.state().clone();
        if state.over.is_some() {
            return Ok(self.tell("status The game is over")?);
        }
        self.tell("status Solveig is thinking")?;
        let start = Instant::now();
        let watch = self.input.watch(Wake::Urgent);
        let time = self.clock.for_move(state.to_move, moves_left(&state));
        let effort = self.limits.effort(time, Some(&watch));
        let engine = Arc::clone(self.record.engine());
        let choice = choose(&*engine, self.record.line(), &state, &effort)?;
        let Some(choice) = choice else {
            return Ok(self.tell("status The game is over")?);
        };
        let seconds = start.elapsed().as_secs_f64();
        self.tell(&format!("nodestats {} {seconds:.2}", choice.nodes))?;
        if let Some(note) = &choice.note {
            let _ = writeln!(self.diagnostics, "solveig: {}", one_line(note));
        }
        let eval = discs(choice.known_value).unwrap_or_default();
        let square = square(&choice.played.name);
        self.tell(&format!("=== {square}/{eval}/{seconds:.2}"))?;
        Ok(self.tell(&status_of(&choice, &square, seconds))?)
    }

    /// Sends the value of every position of the game, for the side to move in it.
    fn analyze(&mut self) -> Result<(), CommandFailure> {
        self.tell("status Solveig is thinking")?;
        let start = Instant::now();
        let watch = self.input.watch(Wake::Any);
        let line = self.record.line().clone();
        let engine = Arc::clone(self.record.engine());
        let (mut unknown, mut estimates) = (0, 0);
        let moves = self.record.state().moves.clone();
        for count in (0..=moves.len()).rev() {
            let at = Line {
                from: line.from.clone(),
                moves: moves[..count].join(" "),
            };
            // The first searches run even if the next line is waiting already, all of them together
            // for a moment; what is stored is told of every position.
            let patience = self.limits.time.unwrap_or(Duration::MAX);
            let first = FIRST_REPORT.saturating_sub(start.elapsed()).min(patience);
            let effort = match watch.is_set() && first.is_zero() {
                true => Effort::none(),
                false => self.limits.effort(Some(first), None),
            };
            let mut value = value_of(&*engine, &at, &effort)?;
            if value.value.is_none() && !watch.is_set() {
                let effort = self.limits.effort(self.limits.time, Some(&watch));
                value = value_of(&*engine, &at, &effort)?;
            }
            match discs(value) {
                Some(discs) => self.tell(&format!("analysis {count} {discs}"))?,
                None => unknown += 1,
            }
            estimates += usize::from(value.estimate.is_some());
        }
        match (unknown + estimates, estimates) {
            (0, _) => self.tell("status")?,
            (count, 0) => self.tell(&format!("status {count} positions are not solved"))?,
            (count, estimates) => self.tell(&format!(
                "status {count} positions are not solved: {estimates} of the values are estimates"
            ))?,
        }
        Ok(())
    }
}

fn status_of(choice: &ChosenMove, square: &str, seconds: f64) -> String {
    match choice.ground {
        Ground::Best => format!("status {square} is a best move"),
        Ground::Keeps(min) => format!("status {square} keeps {min:+} or more"),
        Ground::Forced => format!("status {square} is forced"),
        Ground::Wins => format!("status {square} wins, but may not win most"),
        Ground::Estimate => {
            format!(
                "status {square} is not proven, an estimate: no value was found in {seconds:.1} s"
            )
        }
    }
}

/// The value of a position, finished ones included.
fn value_of(engine: &dyn Engine, at: &Line, effort: &Effort) -> Result<KnownValue, EngineError> {
    let report = engine.value(at, None, effort, &mut |_| ())?;
    Ok(report.known_value)
}

/// Whose move it is. Forced passes may be left out: a move other than a pass in a position whose
/// only move is a pass is the other side's.
fn mover(record: &Record, name: &str) -> Side {
    let state = record.state();
    let forced = state.legal.iter().all(|one| one.pass);
    match forced && name != "pass" {
        true => state.to_move.other(),
        false => state.to_move,
    }
}

fn play(record: &mut Record, clock: &mut Clock, name: &str, time: Duration) -> Result<(), String> {
    let side = mover(record, name);
    let played = record.play(side, name);
    played.map_err(|error| error.to_string())?;
    clock.spend(side, time);
    Ok(())
}

/// A move as NBoard writes it: `F5`, `PA`.
fn square(name: &str) -> String {
    match name {
        "pass" => "PA".to_owned(),
        name => name.to_ascii_uppercase(),
    }
}

/// A value or an estimate in discs, with two decimals.
fn discs(known_value: KnownValue) -> Option<String> {
    let value = known_value.value.or(known_value.estimate)?;
    Some(format!("{:.2}", f64::from(value)))
}
